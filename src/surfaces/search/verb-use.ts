import type { Lexicon } from './lexicon.ts';
import type { Word } from './query-words.ts';
import { isStopWord, stem } from './words.ts';

/** Where in a query a word is used as a verb. Half of the verbs people use for GitLab are nouns as well. */

const commandLeads = new Set(
  'please pls to can could you want need i we would like will should must now kindly lets help me us'.split(' '),
);

/** Nouns that come before other nouns so often that only an article or a name makes a verb of them. */
const thingsFirst = new Set(
  'trigger release comment schedule test report file log push play run time freeze fork merge award request copy test plan book'.split(
    ' ',
  ),
);

/** Nouns that only an article or a reference makes a verb of: `mirror this repo`, but `mirror status`. */
const mostlyNouns = new Set('mirror hook paste queue build form port output present split'.split(' '));
const beforeObjects = new Set('a an the this that these my our every ; @ # ~'.split(' '));

/** Commands even where they come last: `project settings change`. */
const trailing = new Set('change set move share start lock block'.split(' '));

/** What stands before a verb in `-ing`; elsewhere it describes: `running pipelines`. */
const gerundLeads = new Set('through by for of start stop keep about with how'.split(' '));

/** Whether the word stands where a command begins: at the start, or after the words that lead one. */
function beginsCommand(words: readonly Word[], at: number): boolean {
  if (words[at]?.announced === true) return true;
  if (at === 0) return words.length > 1;
  const before = words[at - 1]?.text ?? '';
  return commandLeads.has(before) || (isMark(before) && words.slice(0, at).every(({ text }) => isMark(text)));
}

function isMark(text: string): boolean {
  return text === ';' || text === '@' || text === '#' || text === '~';
}

/** For a word that may be a noun: `release v2` and `comment on it` command, `release of` and `trigger tokens` do not. */
export function commands(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (next === undefined && at > 0) return trailing.has(words[at]?.text ?? '');
  if (!beginsCommand(words, at) || next === undefined || next.text === 'of') return false;
  if (mostlyNouns.has(words[at]?.text ?? '')) return beforeObjects.has(next.text);
  if (!thingsFirst.has(words[at]?.text ?? '')) return true;
  if (words[at]?.text === 'file' && isMark(next.text)) return false;
  return !next.plural && !(words[at + 2]?.text === 'of' && !isStopWord(next.text));
}

/** `open a ticket`, `open issue` and `open PR` create; `open issues` and `which are open` describe. */
export function opensSomething(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (next === undefined || isMark(next.text) || at > 4) return false;
  if (/^(?:a|an|new)$/.test(next.text)) return true;
  return beginsCommand(words, at) && !isOfMany(words, at + 1);
}

/** Whether the nouns from here on end in a plural: `high severity findings`. */
function isOfMany(words: readonly Word[], at: number): boolean {
  for (const { text, plural } of words.slice(at, at + 4)) {
    if (isMark(text) || isStopWord(text)) return false;
    if (plural) return true;
  }
  return false;
}

const beforeWhatChanges = new Set('the this that my it them'.split(' '));

/** After `make` stands what is made, or what is changed: `make a branch`, but `make the branch read-only` and `make bob an owner`. */
export function changesSomething(words: readonly Word[], at: number, knows: (word: string) => boolean): boolean {
  const next = words[at + 1]?.text ?? '';
  if (isMark(next) || beforeWhatChanges.has(next)) return at + 2 < words.length;
  return /^[a-z]/.test(next) && !isStopWord(next) && !knows(next);
}

/** `write "looks fine" on #5` comments: what is written was taken out. */
export function saysSomething(words: readonly Word[], at: number): boolean {
  const [verb, text, where] = words.slice(at, at + 3).map((word) => word.text);
  return /^(?:write|post|put|leave|add)$/.test(verb ?? '') && text === ';' && /^(?:on|to|under|in)$/.test(where ?? '');
}

/** `open issue 5` shows: what has a number or a path is there already. */
export function opensWhatIsThere(words: readonly Word[], at: number): boolean {
  return words[at]?.text === 'open' && beginsCommand(words, at) && /^[#@~]$/.test(words[at + 2]?.text ?? '');
}

/** `running` in `running pipelines` describes, in `start running` it is done. */
export function onlyDescribes(words: readonly Word[], at: number): boolean {
  return words[at]?.text.endsWith('ing') === true && !gerundLeads.has(words[at - 1]?.text ?? '');
}

/** `nobody may push to main`, `only maintainers should create tags`: what follows is what is restricted. */
export function forbidsOthers(words: readonly Word[]): boolean {
  const first = words[0]?.text ?? '';
  const modal = words.findIndex(({ text }) => /^(?:can|may|should|must|could)$/.test(text));
  return /^(?:nobody|only|noone)$/.test(first) && modal > 0 && modal < 6;
}

/** `let developers push` allows; `let me see` and `let us create` only lead to the verb. */
export function letsSomebody(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const next = words[at + 1]?.text ?? '';
  if (words[at]?.text !== 'let' || !/^[a-z]/.test(next) || /^(?:me|us|know)$/.test(next)) return false;
  return lexicon.verbOf(stem(next)) === undefined;
}

const beforeWhatIsCommitted = new Set(
  '@ ~ a an the this that these those my our some all several multiple both'.split(' '),
);

/** `commit a file`, `commit files` and `commit README.md` write; `commit history` is about commits that are there. */
export function commitsSomething(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (words[at]?.text !== 'commit' || next === undefined || !beginsCommand(words, at)) return false;
  return beforeWhatIsCommitted.has(next.text) || (/^files?$/.test(next.text) && words.length === at + 2);
}
