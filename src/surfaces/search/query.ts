import type { ActionIndex } from './action-index.ts';
import type { Lexicon, Meaning, Verb } from './lexicon.ts';
import { takeReferences } from './references.ts';
import { nearestWord } from './typos.ts';
import type { Intent } from './verbs.ts';
import { weights } from './weights.ts';
import { fold, isPlural, isStopWord, joinCompounds, splitCamelCase, stem, verbOfParticiple } from './words.ts';

/** One thing a query asks about, and every term of the index that may stand for it, best first. */
export interface Concept {
  readonly text: string;
  readonly weight: number;
  readonly meanings: readonly { readonly term: number; readonly quality: number }[];
}

export interface Query {
  readonly concepts: readonly Concept[];
  /** What the verb of the query asks for; a question reads. */
  readonly intent: Intent | undefined;
  /** Class of the verb, and how well the classes near it serve in its place. */
  readonly verb: string | undefined;
  readonly nearVerbs: ReadonlyMap<string, number>;
  /** `true` asks for a list, `false` for one thing, `undefined` does not say. */
  readonly many: boolean | undefined;
  /** What is asked for, as terms: the comments in `comments of issue 12`. */
  readonly head: ReadonlySet<number>;
  /** What is to be changed, and in what: the due date, the milestone. Empty when the query is not built like that. */
  readonly attribute: ReadonlySet<number>;
  readonly owner: ReadonlySet<number>;
  /** For each object named by number, the terms that may call it. Projects and groups do not count. */
  readonly numbered: readonly ReadonlySet<number>[];
  /** A verb that destroys was spelt out. Typos and other words do not count. */
  readonly destroys: boolean;
  /** Stems of the query as it was spelt. */
  readonly spelt: ReadonlySet<string>;
  /** Words that neither the catalog nor the word lists know. */
  readonly unknown: readonly string[];
}

export function readQuery(text: string, index: ActionIndex): Query {
  const references = takeReferences(splitToolName(text));
  const folded = fold(references.text);
  const words = rewritePhrases(readWords(folded, index), index);
  const reader = new QueryReader(index, references.page);
  reader.read(words);
  const { isAsked } = reader;
  for (const noun of references.nouns) reader.imply(noun, { numbered: references.numbered.includes(noun) });
  if (references.namesPerson || reader.unknown.length > 0) reader.implyPerson();
  if (references.namesProject) reader.implyProject();
  if (codeQuestion.test(folded)) reader.imply('search code', { numbered: false });
  const { concepts, intent, verb, many, head, attribute, owner, numbered, destroys, spelt, unknown } = reader;
  const reads = question.test(folded) || (intent === undefined && references.page !== undefined && !isAsked);
  return {
    concepts,
    intent: reads ? 'read' : intent,
    verb: reads ? undefined : verb,
    nearVerbs: index.lexicon.nearVerbs(verb ?? ''),
    many:
      references.page !== undefined && !isAsked
        ? references.page === 'list'
        : (many ?? (references.nouns.includes('file') ? false : undefined)),
    head,
    attribute,
    owner,
    numbered,
    destroys,
    spelt,
    unknown,
  };
}

/** `how do I` and `can you` ask for the action itself; these ask for what it reads. */
const question = /^\s*(?:who|whose|what|which|is|are|does|did|do i|when|where|was|has|how many|how much|how long)\b/;
const codeQuestion = /\bwhere\b.*\b(?:used|defined|declared|implemented|called|set)\b/;

/** A name such as `gitlab_list_issues` or `createIssue` standing alone is words; inside a sentence it is a value. */
function splitToolName(text: string): string {
  const trimmed = text.trim();
  if (!/^[A-Za-z][A-Za-z0-9_-]*(?:\.[a-z_]+)?$/.test(trimmed) || !/[a-z]/.test(trimmed)) return text;
  if (/\.(?:md|ts|js|py|json|ya?ml|go|rb|rs|txt|sh)$/.test(trimmed)) return text;
  return splitCamelCase(trimmed.replace(/^(?:mcp_+)?gitlab_+/, '')).replace(/[_.-]+/g, ' ');
}

interface Word {
  readonly text: string;
  readonly plural: boolean;
  /** It was misspelt. */
  readonly corrected: boolean;
  /** It belongs to a part that tells why, or with which values. */
  readonly aside: boolean;
}

const asideStarts = new Set(
  'because since titled called named saying says stating describing about whose regarding concerning'.split(' '),
);
const asideEnds = new Set('and in to please on for'.split(' '));
/** Announces the request proper; what comes before it is the story. */
const announcement =
  /\b(?:please|pls|kindly|go ahead and|lets|so|(?:want|need|like|have|has|try|trying|wish|going|asked)(?: me| you)? to|(?:can|could|would|will) you)\s+(?=\w)/g;
/** Verbs before a `me` that is not about the caller's own things. */
const beforeMe = new Set('show give tell get let help send list find fetch guide bring read walk remind'.split(' '));

const wishes = new Set('want need would like wish have do'.split(' '));

/** `;` stands where a clause ends or a reference stood, `#` where the number of an object stood. */
function readWords(folded: string, index: ActionIndex): Word[] {
  const { lexicon } = index;
  const words: Word[] = [];
  let aside = false;
  let started = false;
  const plain = folded.replace(/n[’']t\b/g, ' not').replace(/[’'](?:s|t|re|ve|ll|d|m)?\b/g, '');
  const begin = beginOfRequest(plain, lexicon);
  const matches = [...plain.matchAll(/[\p{L}\p{N}]+|[;#.!?]/gu)];
  const found = matches.map(([text]) => text);
  found.forEach((original, at) => {
    const isStory = (matches[at]?.index ?? 0) < begin;
    if (/^[.!?]$/.test(original)) aside = false;
    if (/^[;#.!?]$/.test(original)) {
      words.push({ text: original === '#' ? '#' : ';', plural: false, corrected: false, aside: aside || isStory });
      return;
    }
    const translated = lexicon.translate(original) ?? original;
    const isKnown = index.knows(translated) || isStopWord(translated) || lexicon.spells(translated);
    const corrected = isKnown ? undefined : nearestWord(translated, index.spellings);
    const text = meaningOfMe(corrected ?? translated, found[at - 1], found[at + 1]);
    if (asideStarts.has(text) && started) aside = true;
    else if (aside && asideEnds.has(text)) aside = false;
    if (!isStopWord(text)) started = true;
    words.push({
      text,
      plural: isPlural(text) || collectives.has(text),
      corrected: corrected !== undefined,
      aside: aside || isStory,
    });
  });
  return words;
}

/** Singular words for many things. */
const collectives = new Set('conversation history backlog feedback activity inbox team staff'.split(' '));

/** Where the last announcement stands that a verb follows, such as `could you create`; 0 when there is none. */
function beginOfRequest(text: string, lexicon: Lexicon): number {
  let begin = 0;
  for (const { index, 0: lead } of text.matchAll(announcement)) {
    const [next = ''] = /^[a-z]+/.exec(text.slice(index + lead.length)) ?? [];
    if (lexicon.verbOf(stem(next)) !== undefined && lexicon.spells(next)) begin = index;
  }
  return begin;
}

function meaningOfMe(word: string, before: string | undefined, after: string | undefined): string {
  if (word === 'my' || word === 'mine' || word === 'myself') return 'me';
  if (word === 'me' && before !== undefined && beforeMe.has(before)) return 'the';
  // `where I am reviewer` and `merge requests I opened`, but not `I want to`.
  if (
    word === 'i' &&
    (after === 'am' || (before !== undefined && !/^[;.!?]$/.test(before) && !wishes.has(after ?? '')))
  )
    return 'me';
  return word;
}

function rewritePhrases(words: readonly Word[], index: ActionIndex): Word[] {
  const stems = words.map(({ text }) => stem(text));
  const rewritten: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const turn = index.lexicon.phraseAt(stems, at);
    if (word === undefined) break;
    if (turn === undefined) {
      rewritten.push(word);
      continue;
    }
    at += turn.length - 1;
    const plural = words[at]?.plural === true;
    turn.words.forEach((text, offset) => {
      rewritten.push({ ...word, text, plural: isPlural(text) || (plural && offset === turn.words.length - 1) });
    });
  }
  return rewritten;
}

/** Words that begin what the thing asked for belongs to, or what is done to it. */
/** What follows says which, not what: `by email`, `with label bug`. */
const narrowing = new Set('by with without as using'.split(' '));
const owning = new Set('of to on in from for into'.split(' '));
const prepositions = new Set(
  'of in on for from to with at by about into between within inside using without as until than that which where when under'.split(
    ' ',
  ),
);
const commandLeads = new Set(
  'please pls to can could you want need i we would like will should must and then now kindly lets help me us'.split(
    ' ',
  ),
);
const namedThings = new Set(
  'group branch user label project tag environment member namespace milestone runner variable'.split(' '),
);

/** Reads words into concepts, and keeps what they tell along the way. */
class QueryReader {
  readonly concepts: Concept[] = [];
  readonly spelt = new Set<string>();
  readonly unknown: string[] = [];
  readonly numbered: ReadonlySet<number>[] = [];
  head: ReadonlySet<number> = new Set();
  intent: Intent | undefined;
  verb: string | undefined;
  many: boolean | undefined;
  destroys = false;
  readonly #index: ActionIndex;
  readonly #terms = new Set<string>();
  readonly #verbs = new Set<string>();
  readonly #page: 'one' | 'list' | undefined;
  /** The nouns since the last boundary: the last of them is what the phrase is about. */
  #nounPhrase: { readonly term: string; readonly meanings: readonly Meaning[]; readonly plural: boolean }[] = [];
  #headIsSet = false;
  /** The preposition that was read last. */
  #place = '';
  /** What is changed in what, as terms: the due date of the milestone. */
  attribute: ReadonlySet<number> = new Set();
  owner: ReadonlySet<number> = new Set();

  constructor(index: ActionIndex, page: 'one' | 'list' | undefined) {
    this.#index = index;
    this.#page = page;
  }

  /** Whether the query says in words what it wants, so that a page address in it is only where. */
  get isAsked(): boolean {
    return this.concepts.length > 0;
  }

  read(words: readonly Word[]): void {
    for (const { text, corrected } of words) {
      if (corrected) continue;
      this.spelt.add(text);
      this.spelt.add(stem(text));
    }
    joinCompounds(
      words.map(({ text }) => stem(text)),
      (term, from, to) => this.#readTerm(term, words, from, to),
    );
    this.#endNounPhrase();
    if (this.#page !== undefined && !this.isAsked) this.#addVerb(this.#page === 'one' ? 'get' : 'list', 1);
  }

  #readTerm(term: string, words: readonly Word[], from: number, to: number): void {
    const word = words[to - 1];
    if (word === undefined) return;
    const isOne = to - from === 1;
    if (isOne && word.text === '#') this.#readNumber();
    else if (isOne && (word.text === ';' || prepositions.has(word.text))) {
      this.#endNounPhrase();
      this.#place = word.text;
      if (word.text === 'between' || word.text === 'until')
        this.#push(word.text, weights.verb, this.#index.lexicon.synonymsOf(word.text));
    } else if (isOne && /^(?:all|every|each|many)$/.test(word.text)) this.#readAll();
    else if (isOne && word.text === 'who') this.#readWho();
    else if (isOne && (isStopWord(word.text) || this.#isName(words, from))) return;
    else if (isOne && this.#readVerb(term, word, words, from)) return;
    else this.#addNoun(term, word);
  }

  /** `all` asks for a list; after the verb of a change it asks for the action that does it to all at once. */
  #readAll(): void {
    this.many = true;
    if (this.intent === 'write' || this.intent === 'destroy') {
      this.#push('all', weights.all, [{ term: 'all', quality: 1 }, ...this.#index.lexicon.synonymsOf('all')]);
    }
  }

  /** `who` asks for people. */
  #readWho(): void {
    const meanings = this.#index.lexicon.synonymsOf('who');
    this.#push('who', weights.who, meanings);
    if (this.#headIsSet) return;
    this.#headIsSet = true;
    this.head = this.#termsOf(meanings);
  }

  /** `platform` in `group platform`, `bug` in `label bug`: what something is called says nothing about the action. */
  #isName(words: readonly Word[], at: number): boolean {
    const before = words[at - 1];
    const word = words[at];
    if (before === undefined || word === undefined || before.plural || word.plural || !namedThings.has(before.text))
      return false;
    if (word.aside) return true;
    if (this.#index.isTitleTerm(stem(word.text))) return false;
    const isWord = this.#index.lexicon.spells(word.text) || verbOfParticiple(word.text) !== undefined;
    return before.text === 'label' || !isWord;
  }

  /** A noun that a reference stands for. It counts only where the words have not said it. */
  imply(noun: string, { numbered }: { readonly numbered: boolean }): void {
    const asked = this.isAsked;
    joinCompounds(noun.split(' ').map(stem), (term) => {
      const meanings = this.#meaningsOf(term);
      if (numbered) this.numbered.push(this.#termsOf(meanings));
      if (this.#terms.has(term)) return;
      this.#terms.add(term);
      this.#push(term, this.#telling(meanings) * (asked ? weights.implied : 1), meanings);
    });
  }

  implyProject(): void {
    if (this.#terms.has('project') || this.#terms.has('group')) return;
    this.#push('project', weights.impliedProject, [{ term: 'project', quality: 1 }]);
  }

  /** `remove alice from the project`: a name nobody knows, and nothing else to add or remove. */
  implyPerson(): void {
    const places = new Set([
      'project',
      'group',
      'repo',
      'repository',
      'team',
      'role',
      'access',
      'maintainer',
      'developer',
      'me',
      'admin',
    ]);
    if (
      this.verb === undefined ||
      this.intent === 'read' ||
      ![...this.#terms].every((term) => places.has(term) || !this.#index.terms.has(term))
    )
      return;
    this.#push('person', weights.impliedPerson, [
      { term: 'member', quality: 1 },
      { term: 'user', quality: 0.5 },
    ]);
  }

  #readNumber(): void {
    const last = this.#nounPhrase.at(-1);
    if (last === undefined) {
      if (this.concepts.length === 0) this.numbered.push(new Set());
      return;
    }
    if (last.term !== 'project' && last.term !== 'group' && last.term !== 'repository' && last.term !== 'repo') {
      this.numbered.push(this.#termsOf(last.meanings));
    }
    this.#nounPhrase.pop();
    this.#nounPhrase.push({ ...last, plural: false });
    this.#endNounPhrase();
  }

  /** The first noun phrase is what the query is about; the others say where and with what. */
  #endNounPhrase(): void {
    const last = this.#nounPhrase.at(-1);
    if (last !== undefined && !this.#headIsSet) {
      this.#headIsSet = true;
      this.head = this.#termsOf(last.meanings.filter(({ quality }) => quality >= 0.6));
      this.many = this.many === true || this.#nounPhrase.some(({ plural }) => plural);
      this.attribute = this.#termsOf(
        this.#nounPhrase.flatMap(({ meanings }) => meanings).filter(({ quality }) => quality >= 0.8),
      );
    } else if (last !== undefined && this.owner.size === 0 && owning.has(this.#place)) {
      this.owner = this.#termsOf(last.meanings.filter(({ quality }) => quality >= 0.8));
    }
    this.#nounPhrase = [];
  }

  /** Takes a term as a verb, when it is used as one. */
  #readVerb(term: string, word: Word, words: readonly Word[], at: number): boolean {
    const { lexicon } = this.#index;
    const isOpening = term === 'open';
    if (isOpening && !opensSomething(words, at)) return false;
    const verb: Verb | undefined = isOpening
      ? { name: 'create', intent: 'write', destroys: false }
      : lexicon.verbOf(term);
    if (verb === undefined) return false;
    if (word.plural || (lexicon.isNounVerb(term) && !commands(words, at))) return false;
    if ((verb.intent === 'destroy' || verb.destroys) && !word.corrected) this.destroys = true;
    const leads = this.verb === undefined || (this.intent === 'read' && verb.intent !== 'read');
    if (leads && (!word.aside || this.verb === undefined)) {
      this.intent = verb.intent;
      this.verb = verb.name;
    }
    const repeated = this.#verbs.has(verb.name);
    this.#addVerb(term, this.#factor(word) * (repeated ? weights.repeated : 1), verb.name);
    return true;
  }

  #addVerb(term: string, factor: number, name: string = term): void {
    const { lexicon } = this.#index;
    this.#verbs.add(name);
    this.#push(term, weights.verb * factor, [
      { term, quality: 1 },
      ...lexicon.verbMeanings(name),
      ...lexicon.synonymsOf(term),
    ]);
  }

  #addNoun(term: string, word: Word): void {
    const meanings = this.#meaningsOf(term, word.text);
    const repeated = this.#terms.has(term);
    this.#terms.add(term);
    this.#nounPhrase.push({ term, meanings, plural: word.plural });
    const place = narrowing.has(this.#place) ? weights.narrowing : this.#headIsSet ? weights.afterHead : 1;
    this.#push(
      term,
      this.#telling(meanings) * (repeated ? weights.repeated : 1) * place * this.#factor(word),
      meanings,
    );
    if (word.text.length > 2 && this.concepts.at(-1)?.meanings.length === 0) this.unknown.push(word.text);
  }

  #meaningsOf(term: string, word: string = term): Meaning[] {
    const meanings: Meaning[] = [{ term, quality: 1 }, ...this.#index.lexicon.synonymsOf(term)];
    for (const relative of this.#index.relativesOf(term)) meanings.push({ term: relative, quality: weights.relative });
    const participle = verbOfParticiple(word);
    if (participle === undefined) return meanings;
    const { lexicon } = this.#index;
    for (const { term: other, quality } of [{ term: participle, quality: 1 }, ...lexicon.synonymsOf(participle)]) {
      meanings.push({ term: other, quality: quality * weights.participle });
    }
    return meanings;
  }

  #termsOf(meanings: readonly Meaning[]): Set<number> {
    return new Set(meanings.map(({ term }) => this.#index.terms.get(term) ?? -1));
  }

  #push(text: string, weight: number, meanings: readonly Meaning[]): void {
    const seen = new Set<number>();
    const known: { term: number; quality: number }[] = [];
    for (const { term, quality } of [...meanings].sort((a, b) => b.quality - a.quality)) {
      const number = this.#index.terms.get(term);
      if (number === undefined || seen.has(number)) continue;
      seen.add(number);
      known.push({ term: number, quality });
    }
    this.concepts.push({ text, weight, meanings: known });
  }

  #factor(word: Word): number {
    return (word.corrected ? weights.corrected : 1) * (word.aside ? weights.aside : 1);
  }

  /** As telling as the most frequent of the terms that mean the same. */
  #telling(meanings: readonly Meaning[]): number {
    const { terms, telling } = this.#index;
    let same: number | undefined;
    let soft: number | undefined;
    for (const { term, quality } of meanings) {
      const number = terms.get(term);
      if (number === undefined) continue;
      const value = telling[number] ?? 0;
      if (quality >= 0.85) same = same === undefined ? value : Math.max(Math.min(same, value), 0.4);
      else soft = Math.max(soft ?? 0, value);
    }
    return same ?? soft ?? weights.unknown;
  }
}

/** `open a ticket`, `open issue` and `open PR` create; `open issues` and `which are open` describe. */
function opensSomething(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (next === undefined || at > 4) return false;
  if (/^(?:a|an|new)$/.test(next.text)) return true;
  if (next.text === ';') return false;
  return beginsCommand(words, at) && !next.plural && words[at + 2]?.plural !== true;
}

/** Whether a word that is a noun as well is used as a verb: `release v2` and `comment on it`, not `release of` nor `trigger tokens`. */
function commands(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (!beginsCommand(words, at) || next === undefined || next.text === 'of') return false;
  return !(next.plural && thingsFirst.has(words[at]?.text ?? ''));
}

const thingsFirst = new Set(
  'trigger release comment schedule test report file log push play run time freeze'.split(' '),
);

/** Whether the word stands where a command begins: at the start, or after the words that lead one. */
function beginsCommand(words: readonly Word[], at: number): boolean {
  if (at === 0) return words.length > 1;
  const before = words[at - 1]?.text ?? '';
  return commandLeads.has(before) || (before === ';' && words.slice(0, at).every(({ text }) => text === ';'));
}
