import { AppError } from '../errors/app-error.ts';
import { type Argument, BadValue } from './arguments.ts';
import type { Briefing } from './briefing.ts';
import type { Source } from './source.ts';

/** Names of drawings; the same as those of resources and tools. */
export type PromptIcon =
  | 'mr'
  | 'pipeline'
  | 'health'
  | 'release'
  | 'branch'
  | 'user'
  | 'issue'
  | 'group'
  | 'analytics'
  | 'milestone'
  | 'label'
  | 'commit'
  | 'security';

/** What every prompt says of itself. */
interface PromptFacts {
  readonly name: string;
  /** One or two sentences, free of characters that gateways refuse (trap T-42). */
  readonly description: string;
  readonly icon: PromptIcon;
  /** Actions it reads through. When one of them is taken away, so is the prompt. */
  readonly actions: readonly string[];
  /** Actions it can do without, as a plan below Premium does: their part is named as missing. */
  readonly optionalActions?: readonly string[];
  /** The most requests one briefing costs, but for those repeated because GitLab was busy. */
  readonly maxRequests: number;
}

/** Its arguments in the order of the form that a client shows, and what it makes of their values. */
interface PromptWith<Arguments extends Readonly<Record<string, Argument<unknown>>>> extends PromptFacts {
  readonly arguments: Arguments;
  readonly gather: (source: Source, values: ValuesOf<Arguments>) => Promise<Briefing>;
}

type ValuesOf<Arguments> = {
  readonly [Name in keyof Arguments]: Arguments[Name] extends Argument<infer Value> ? Value : never;
};

/** A briefing that can be asked for by name. Immutable data; what it says is read from GitLab each time. */
export interface Prompt extends PromptFacts {
  readonly arguments: Readonly<Record<string, Argument<unknown>>>;
  /**
   * Reads what the briefing is about and writes it.
   *
   * @throws AppError `request.params` when a value is missing or not valid, before anything is sent
   */
  readonly gather: (source: Source, given: Readonly<Record<string, unknown>>) => Promise<Briefing>;
}

export function definePrompt<const Arguments extends Readonly<Record<string, Argument<unknown>>>>(
  prompt: PromptWith<Arguments>,
): Prompt {
  return {
    ...prompt,
    gather: async (source, given) => prompt.gather(source, readValues(prompt, given)),
  };
}

function readValues<Arguments extends Readonly<Record<string, Argument<unknown>>>>(
  prompt: PromptWith<Arguments>,
  given: Readonly<Record<string, unknown>>,
): ValuesOf<Arguments> {
  const names = Object.keys(prompt.arguments);
  const stray = Object.keys(given).find((name) => !names.includes(name));
  if (stray !== undefined) throw refuse(prompt, stray.slice(0, 60), `is not an argument, it takes ${names.join(', ')}`);
  const values = Object.entries(prompt.arguments).map(([name, argument]) => {
    try {
      return [name, argument.read(toText(given[name]))] as const;
    } catch (error) {
      if (error instanceof BadValue) throw refuse(prompt, name, error.message);
      throw error;
    }
  });
  // Each value came out of the argument of its name.
  return Object.fromEntries(values) as ValuesOf<Arguments>;
}

/** Clients send empty fields of a form as empty texts, and some send numbers as numbers. */
function toText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new BadValue('must be a text');
  }
  const text = String(value).trim();
  return text === '' ? undefined : text;
}

function refuse({ name }: PromptFacts, argument: string, reason: string): AppError {
  return new AppError('request.params', `${name}: ${argument} ${reason}`);
}
