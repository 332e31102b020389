/** One argument of a prompt. On the wire every value is a text; `read` makes of it what the prompt works with. */
export interface Argument<T> {
  /** For whoever fills it in: what it is, in which form, and the default. */
  readonly description: string;
  readonly required: boolean;
  /**
   * The value of the text, trimmed and not empty; `undefined` when it was not given.
   *
   * @throws BadValue
   */
  readonly read: (text: string | undefined) => T;
}

/** What is wrong with a value, as the end of a sentence that begins with the argument's name. */
export class BadValue extends Error {}

/** A text that must be given. `form` ends the sentence about a missing one: `give …`. */
function required(description: string, form: string): Argument<string> {
  return {
    description,
    required: true,
    read(text) {
      if (text === undefined) throw new BadValue(`is missing, give ${form}`);
      return checkLine(text);
    },
  };
}

function optional(description: string): Argument<string | undefined> {
  return { description, required: false, read: (text) => (text === undefined ? undefined : checkLine(text)) };
}

const longest = 1000;

function checkLine(text: string): string {
  if (text.length > longest) throw new BadValue(`is longer than ${longest} characters`);
  if (/\p{Cc}/u.test(text)) throw new BadValue('has a line break or another control character, give one line of text');
  return text;
}

/** A whole number of days, at least 1. */
function dayCount(description: string, byDefault: number): Argument<number> {
  return {
    description: `${description} A whole number from 1 to ${mostDays}, default ${byDefault}.`,
    required: false,
    read(text) {
      if (text === undefined) return byDefault;
      const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
      if (days < 1 || days > mostDays) {
        throw new BadValue(
          `must be a whole number of days from 1 to ${mostDays}, such as ${byDefault}, not ${shown(text)}`,
        );
      }
      return days;
    },
  };
}

const mostDays = 3650;

/** One of a few words. */
function choice<const Word extends string>(
  description: string,
  words: readonly Word[],
  byDefault: Word,
): Argument<Word> {
  return {
    description: `${description} One of ${words.join(', ')}, default ${byDefault}.`,
    required: false,
    read(text) {
      if (text === undefined) return byDefault;
      const lower = text.toLowerCase();
      const word =
        words.find((candidate) => candidate === lower) ?? words.find((candidate) => candidate === `${lower}ed`);
      if (word === undefined) throw new BadValue(`must be one of ${words.join(', ')}, not ${shown(text)}`);
      return word;
    },
  };
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

export const projectId = required(
  'Project, as numeric ID or full path such as group/project.',
  'the numeric ID or full path of a project, such as 42 or group/project',
);
export const groupId = required(
  'Group, as numeric ID or full path such as group/subgroup.',
  'the numeric ID or full path of a group, such as 7 or group/subgroup',
);
export const mergeRequestIid = required(
  'Number of the merge request within its project, such as 12 for !12.',
  'the number of a merge request within its project, such as 12 for !12',
);

const username: Argument<string> = withoutAt(required('Username, without @.', 'a username, such as jane.doe'));
const anyUsername: Argument<string | undefined> = withoutAt(
  optional('Username, without @. Default: whoever the token belongs to.'),
);

function withoutAt<T extends string | undefined>(argument: Argument<T>): Argument<T> {
  return { ...argument, read: (text) => argument.read(text?.replace(/^@/, '')) };
}

export const person = { required: username, optional: anyUsername };

export const ref = {
  required: (description: string) => required(description, 'a branch, tag or commit, such as v1.2.0 or main'),
  branch: (description: string) => required(description, 'the name of a branch, such as main'),
};

/** An optional text with a default of its own. */
export function textOr(description: string, byDefault: string): Argument<string> {
  return {
    description: `${description} Default ${byDefault}.`,
    required: false,
    read: (text) => (text === undefined ? byDefault : checkLine(text)),
  };
}

export { choice, dayCount, optional };
