import type { ActionIndex } from './action-index.ts';
import type { Lexicon, Replacement } from './lexicon.ts';
import { nearestWord } from './typos.ts';
import { commitsSomething, forbidsOthers, letsSomebody, opensWhatIsThere } from './verb-use.ts';
import { isPlural, isStopWord, splitCamelCase, stem } from './words.ts';

/** A word of a query as it is understood: translated, corrected, turns of phrase resolved. */
export interface Word {
  /** `;` stands where a clause ends or a value stood, `#` for the number of an object, `@` for a reference that implies a noun, `~` for a path. */
  readonly text: string;
  readonly plural: boolean;
  /** It was misspelt. */
  readonly corrected: boolean;
  /** It belongs to a part that tells why, or with which values. */
  readonly aside: boolean;
  /** It follows an announcement, such as `could you`. */
  readonly announced: boolean;
}

/** A name such as `gitlab_list_issues` or `createIssue` standing alone is words; inside a sentence it is a value. */
export function splitToolName(text: string): string {
  const trimmed = text.trim();
  if (!/^[A-Za-z][A-Za-z0-9_-]*(?:\.[a-z_]+)?$/.test(trimmed) || !/[a-z]/.test(trimmed)) return text;
  if (/\.(?:md|ts|js|py|json|ya?ml|go|rb|rs|txt|sh)$/.test(trimmed)) return text;
  return splitCamelCase(trimmed.replace(/^(?:mcp_+)?gitlab_+/, '')).replace(/[_.-]+/g, ' ');
}

/** Reads a folded text whose references were taken out. */
export function readWords(folded: string, index: ActionIndex): Word[] {
  const plain = folded.replace(/n[’']t\b/g, ' not').replace(/[’'](?:s|t|re|ve|ll|d|m)?\b/g, '');
  const request = findRequest(plain, index.lexicon);
  const matches = [...plain.matchAll(/[\p{L}\p{N}]+|[;#@~.!?,]/gu)];
  const words: Word[] = [];
  let aside = false;
  let started = false;
  const later = new SecondCommands(index.lexicon);
  matches.forEach(({ 0: original, index: offset }, at) => {
    const isStory = offset < request.announcement;
    const announced = offset === request.begin;
    if (/^[.!?]$/.test(original)) aside = false;
    if (announced) later.reset();
    if (/^[;#@~.!?,]$/.test(original)) {
      words.push({
        text: /^[#@~]$/.test(original) ? original : ';',
        plural: false,
        corrected: false,
        aside: aside || isStory,
        announced,
      });
      return;
    }
    const { text: understood, corrected } = understand(original, index);
    const text = meaningOfMe(understood, matches[at - 1]?.[0], matches[at + 1]?.[0]);
    if (asideStarts.has(text) && started) aside = true;
    else if (aside && asideEnds.has(text)) aside = false;
    started ||= !isStopWord(text);
    const isLater = later.read(text, matches[at - 1]?.[0] ?? '', matches[at + 1]?.[0] ?? '');
    words.push({
      text,
      plural: isPlural(text) || collectives.has(text),
      corrected,
      aside: aside || isStory || isLater,
      announced,
    });
  });
  return words;
}

/** `open a merge request and assign it to tom`: the first command says which action is meant, what follows adds to it. */
class SecondCommands {
  readonly #lexicon: Lexicon;
  #verb = false;
  #object = false;
  #later = false;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  reset(): void {
    this.#verb = this.#object = this.#later = false;
  }

  /** Whether the word belongs to a command after the first. A read before a change is not the first: `find #5 and close it`. */
  read(text: string, before: string, after: string): boolean {
    const verb = this.#lexicon.verbOf(text === 'open' ? 'creat' : stem(text));
    const changes = verb !== undefined && verb.intent !== 'read';
    if (this.#object && changes && /^(?:and|then)$/.test(before) && !/^requests?$/.test(after)) this.#later = true;
    else if (!this.#verb) this.#verb = changes;
    else this.#object ||= !isStopWord(text);
    return this.#later;
  }
}

/** Replaces turns of phrase, such as `turn off` by `disable`. */
export function rewritePhrases(words: readonly Word[], { lexicon }: ActionIndex): Word[] {
  const stems = words.map(({ text }) => stem(text));
  const rewritten: Word[] = [];
  const particles = new Set<number>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    if (particles.has(at)) continue;
    const turn = replacementAt(words, { stems, at, lexicon });
    if (turn === undefined) {
      rewritten.push(word);
      continue;
    }
    if (turn.particle !== undefined) particles.add(turn.particle);
    at += turn.length - 1;
    const plural = words[at]?.plural === true;
    turn.words.forEach((text, offset) => {
      const isLast = offset === turn.words.length - 1;
      rewritten.push({ ...word, text, plural: isPlural(text) || (plural && isLast) });
    });
  }
  return rewritten;
}

function replacementAt(
  words: readonly Word[],
  { stems, at, lexicon }: { readonly stems: readonly string[]; readonly at: number; readonly lexicon: Lexicon },
): Replacement | undefined {
  if (commitsSomething(words, at)) return { words: ['create', 'commit', 'with'], length: 1 };
  if (opensWhatIsThere(words, at)) return { words: ['show'], length: 1 };
  if (at === 0 && forbidsOthers(words)) return { words: ['protect', ';'], length: 1 };
  if (letsSomebody(words, at, lexicon)) return { words: ['allow'], length: 1 };
  return lexicon.phraseAt(stems, at);
}

function understand(original: string, index: ActionIndex): { readonly text: string; readonly corrected: boolean } {
  const text = index.lexicon.translate(original) ?? original;
  if (firstNames.has(text) || index.knows(text) || isStopWord(text) || index.lexicon.spells(text))
    return { text, corrected: false };
  const nearest = nearestWord(text, index.spellings);
  return { text: nearest ?? text, corrected: nearest !== undefined };
}

const asideStarts = new Set(
  'because since titled called named saying says stating describing about whose regarding concerning'.split(' '),
);
const asideEnds = new Set('and in to please on for'.split(' '));

/** First names that people put into examples: who is meant, not a misspelt word of the catalog. */
export const firstNames: ReadonlySet<string> = new Set(
  `alice bob carol dave david erin eve frank john jane jack mike michael mary maria marie anna anne peter paul tom sam sarah
  lisa laura linda emma olivia james robert thomas kim lee max chris alex juan jose luis ana carlos pedro tim ben nora nina omar ines
  karen julia kate emily sophie lena leo lucas noah liam daniel andrew andy steve stefan martin marco matt ryan kevin brian jason josh
  joe jim jeff bill greg sean diana elena irina ivan olga yuki wei priya raj ali fatima ahmed hans klaus jan lars sven sofia lucia pablo`.split(
    /\s+/,
  ),
);

/** Singular words for many things. */
const collectives = new Set('conversation history backlog feedback activity inbox team staff'.split(' '));

/** Announces the request proper; what comes before it is the story. */
const announcement =
  /\b(?:please|pls|kindly|go ahead and|lets|so|(?:want|need|like|have|has|try|trying|wish|going|asked)(?: me| you)? to|(?:can|could|would|will) you)\s+(?=\w)/g;

/** Where the last announcement stands that a verb follows, and where that verb does; 0 and -1 when there is none. */
function findRequest(text: string, lexicon: Lexicon): { readonly announcement: number; readonly begin: number } {
  let found = { announcement: 0, begin: -1 };
  for (const { index, 0: lead } of text.matchAll(announcement)) {
    const begin = index + lead.length;
    const [next = ''] = /^[a-z]+/.exec(text.slice(begin)) ?? [];
    if (lexicon.verbOf(stem(next)) !== undefined && lexicon.spells(next)) found = { announcement: index, begin };
  }
  return found;
}

/** Verbs before a `me` that is not about the caller's own things. */
const beforeMe = new Set('show give tell get let help send list find fetch guide bring read walk explain'.split(' '));
const wishes = new Set('want need would like wish have do'.split(' '));

function meaningOfMe(word: string, before: string | undefined, after: string | undefined): string {
  if (word === 'me' && after !== undefined && before !== undefined && beforeMe.has(before)) return 'the';
  if (word !== 'i') return word;
  // `where I am reviewer`, `what did I do` and `merge requests I opened`, but not `I want to`.
  const isAsked = /^(?:did|do|have|was)$/.test(before ?? '');
  const isSubject = isAsked || (before !== undefined && !/^[;@~.!?]$/.test(before) && !wishes.has(after ?? ''));
  return after === 'am' || isSubject ? 'me' : word;
}
