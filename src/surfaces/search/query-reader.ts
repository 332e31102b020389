import type { ActionIndex } from './action-index.ts';
import type { Meaning, Verb } from './lexicon.ts';
import { type Concept, meaningsOf, resolve, tellingOf, termsOf, verbMeaningsOf } from './meanings.ts';
import { firstNames, type Word } from './query-words.ts';
import { changesSomething, commands, onlyDescribes, opensSomething, saysSomething } from './verb-use.ts';
import type { Intent } from './verbs.ts';
import { weights } from './weights.ts';
import { isStopWord, joinCompounds, stem, verbOfParticiple } from './words.ts';

/** Words that begin what the thing asked for belongs to, or what is done to it. */
const prepositions = new Set(
  `of in on for from to with at by about across into onto between within inside using without as until than that which where when
  under after before once`.split(/\s+/),
);
/** After these, which one is meant: `by email`, `with label bug`. */
const narrowing = new Set('by with without as using after before once'.split(' '));
/** After these, what it belongs to. */
const owning = new Set('of to on in from for into onto'.split(' '));
/** What people put a name after: `group platform`, `label bug`. */
const namedThings = new Set(
  'group branch user label project tag environment member namespace milestone runner variable'.split(' '),
);
const articles = new Set('a an the this these'.split(' '));
const somebody = new Set('user someone somebody person colleague employee'.split(' ').map(stem));
const pronouns = new Set(['him', 'her', 'them']);
const ownings = new Set(['my', 'mine', 'myself']);
const containers = new Set(['project', 'group', 'repository', 'repo']);
/** Nouns that may stand beside a person who is added or removed. */
const placesOfPeople = new Set(
  'project group repo repository team role access guest reporter developer maintainer owner me admin'
    .split(' ')
    .map(stem),
);
const verbsForProjects = new Set(['move', 'archive', 'restore', 'fork', 'star', 'unstar', 'export', 'share']);
const verbsForPeople = new Set(['create', 'update', 'promote', 'delete', 'invite', 'revoke', 'block']);

const personMeanings: readonly Meaning[] = [
  { term: 'member', quality: 1 },
  { term: 'user', quality: 0.5 },
];

interface Noun {
  readonly term: string;
  readonly meanings: readonly Meaning[];
  readonly plural: boolean;
}

/** Reads words into concepts, and keeps what they tell along the way. */
export class QueryReader {
  readonly concepts: Concept[] = [];
  readonly spelt = new Set<string>();
  readonly unknown: string[] = [];
  readonly numbered: ReadonlySet<number>[] = [];
  head: ReadonlySet<number> = new Set();
  attribute: ReadonlySet<number> = new Set();
  owner: ReadonlySet<number> = new Set();
  /** Nouns after the head: what is asked for belongs to them, or stands in some relation to them. */
  readonly later = new Set<number>();
  intent: Intent | undefined;
  verb: string | undefined;
  many: boolean | undefined;
  destroys = false;
  namesPerson = false;
  readonly #index: ActionIndex;
  readonly #isQuestion: boolean;
  readonly #nouns = new Set<string>();
  readonly #verbs = new Set<string>();
  /** The nouns since the last boundary: the last of them is what the phrase is about. */
  #nounPhrase: Noun[] = [];
  #headIsSet = false;
  #headIsWho = false;
  /** The head was said, not asked for by `who` nor stood for by a reference. */
  #headIsNoun = false;
  /** The first noun that is implied is the head. */
  #headIsImplied = false;
  /** The latest of many may be read from the list. */
  #isRecent = false;
  /** The preposition that was read last. */
  #preposition = '';

  constructor(index: ActionIndex, isQuestion: boolean) {
    this.#index = index;
    this.#isQuestion = isQuestion;
  }

  /** Whether the words say what is wanted, so that a page address beside them only says where. */
  get isAsked(): boolean {
    return this.concepts.length > 0;
  }

  get readsOnly(): boolean {
    return this.intent === undefined || this.intent === 'read';
  }

  read(words: readonly Word[]): void {
    for (const word of words) if (this.#isSpelt(word)) this.spelt.add(word.text).add(stem(word.text));
    const stems = words.map(({ text }) => (ownings.has(text) ? 'me' : stem(text)));
    joinCompounds(stems, (term, from, to) => {
      const word = words[to - 1];
      if (word === undefined) return;
      if (to - from > 1) this.#addNoun(term, word);
      else this.#readWord(term, word, { words, at: from });
    });
    this.#endNounPhrase();
    if (this.verb === 'get' && this.many === true) this.#readAsList();
    if (this.#verbs.size === 0 && this.concepts.length === 1 && !this.#isQuestion && this.many !== undefined) {
      this.addVerb(this.many ? 'list' : 'get', weights.unsaidVerb);
    }
  }

  addVerb(term: string, factor: number, name: string = term): void {
    this.#verbs.add(name);
    this.#push(term, weights.verb * factor, verbMeaningsOf(term, name, this.#index));
  }

  /** A noun that a reference stands for. It counts only where the words have not said it, and less where they said anything. */
  imply(noun: string, { asked, numbered }: { readonly asked: boolean; readonly numbered: boolean }): void {
    joinCompounds(noun.split(' ').map(stem), (term) => {
      const meanings = meaningsOf(term, term, this.#index);
      if (this.#headIsImplied) this.head = termsOf(meanings, this.#index, weights.sameHead);
      this.#headIsImplied = false;
      if (numbered) this.numbered.push(termsOf(meanings, this.#index));
      if (numbered && this.owner.size === 0) this.owner = termsOf(meanings, this.#index, weights.same);
      if (this.#nouns.has(term)) return;
      this.#nouns.add(term);
      this.#push(term, tellingOf(meanings, this.#index) * (asked ? weights.implied : 1), meanings);
    });
  }

  implyProject(): void {
    if (this.#nouns.has('project') || this.#nouns.has('group')) return;
    this.#push('project', weights.impliedProject, [{ term: 'project', quality: 1 }]);
  }

  /** `archive billing`: what can only be done to a project, and a name nobody knows. */
  implyNamedProject(): void {
    if (!this.#headIsUnknown || !verbsForProjects.has(this.verb ?? '')) return;
    this.#nouns.add('project');
    this.#push('project', weights.impliedPerson, [{ term: 'project', quality: 1 }]);
  }

  /** `remove alice from the project`: a name nobody knows, and nothing else to add or remove. */
  implyPerson(): void {
    if (this.verb === undefined || !verbsForPeople.has(this.verb)) return;
    const others = [...this.#nouns].filter((noun) => !placesOfPeople.has(noun) && this.#index.terms.has(noun));
    if (others.length > 0 && !this.#personIsObject) return;
    this.#push('person', this.#personIsObject ? weights.person : weights.impliedPerson, personMeanings);
  }

  #readWord(term: string, word: Word, place: { readonly words: readonly Word[]; readonly at: number }): void {
    const { text } = word;
    if (text === '#') this.#readNumber();
    else if (text === '@') this.#readReference();
    else if (text === '~') this.#readPath();
    else if (text === ';' || prepositions.has(text)) this.#readBoundary(text);
    else if (/^(?:all|every|each|many)$/.test(text)) this.#readAll();
    else if (text === 'who') this.#readWho();
    else if (articles.has(text)) this.#readArticle(text);
    else if (firstNames.has(text) || pronouns.has(text)) this.#readPerson();
    else if (isStopWord(text) || (text === 'exist' && this.#nounPhrase.at(-1)?.plural === true)) return;
    else if (this.#isName(word, place.words[place.at - 1])) this.#readName();
    else if (!this.#readVerb(term, word, place)) this.#addNoun(term, word);
  }

  #readBoundary(text: string): void {
    this.#endNounPhrase();
    this.#preposition = text;
    if (text === 'between' || text === 'until') this.#push(text, weights.verb, this.#index.lexicon.synonymsOf(text));
  }

  /** The number belongs to the noun before it; an object that has one is one object. */
  #readNumber(): void {
    const last = this.#nounPhrase.pop();
    if (last === undefined) {
      if (!this.isAsked) this.numbered.push(new Set());
      return;
    }
    // What is created has no number yet: `create tag v1.2` and `publish release 3` only name it.
    const isNew = (this.verb === 'create' || this.verb === 'publish') && !this.#headIsSet;
    if (!containers.has(last.term) && !isNew) this.numbered.push(termsOf(last.meanings, this.#index));
    this.#nounPhrase.push({ ...last, plural: false });
    this.#endNounPhrase();
  }

  /** A reference before any noun is what is asked for: `read src/app.ts from branch dev`. */
  #readReference(): void {
    this.#endNounPhrase();
    if (!this.#headIsSet) this.#headIsImplied = true;
    this.#headIsSet = true;
  }

  /**
   * After the verb of a change, a path is the project to be changed, and after `to` the one that gets something:
   * `transfer acme/web to group newco`, `add alice to acme/web`.
   */
  #readPath(): void {
    const changes = this.intent === 'write' || this.intent === 'destroy';
    const isBare = changes && this.#nounPhrase.length === 0;
    const isObject = isBare && !this.#headIsSet && this.#preposition === '';
    const isTarget = isBare && this.#preposition === 'to';
    this.#endNounPhrase();
    if (!isObject && !isTarget) return;
    const meanings = meaningsOf('project', 'project', this.#index);
    this.#nouns.add('project');
    if (isObject) {
      this.#headIsSet = true;
      this.head = termsOf(meanings, this.#index, weights.sameHead);
    }
    this.#push('project', tellingOf(meanings, this.#index) * weights.implied, meanings);
  }

  /** `the keys of alice` are those of a user, and `remove alice from the group` removes a member. */
  #readPerson(): void {
    this.namesPerson = true;
    const isObject = this.#nounPhrase.length === 0 && !prepositions.has(this.#preposition);
    this.#personIsObject ||= isObject && verbsForPeople.has(this.verb ?? '');
    if (!this.#headIsSet && this.#nounPhrase.length === 0 && verbsForPeople.has(this.verb ?? '')) {
      this.#headIsSet = true;
      this.head = termsOf(personMeanings, this.#index);
    }
    if (this.#preposition === 'of' && this.#headIsSet)
      this.#push('user', weights.impliedOwner, [{ term: 'user', quality: 1 }]);
  }

  /** `all` asks for a list; after the verb of a change it asks for the action that does it to all at once. */
  #readAll(): void {
    this.many = true;
    const isRead = this.intent !== 'write' && this.intent !== 'destroy';
    if (isRead) this.#push('all', weights.allRead, [{ term: 'all', quality: 1 }]);
    else {
      this.#push('all', weights.all, [{ term: 'all', quality: 1 }, ...this.#index.lexicon.synonymsOf('all')]);
    }
  }

  /** An article begins another noun phrase: `issues a merge request closes`. */
  #readArticle(text: string): void {
    if (this.#nounPhrase.length > 0) this.#endNounPhrase();
    else if (text === 'a' || text === 'an') this.#isOne = true;
  }

  /** `who` asks for people. */
  #readWho(): void {
    const meanings = this.#index.lexicon.synonymsOf('who');
    this.#push('who', weights.who, meanings);
    if (this.#headIsSet) return;
    this.#headIsSet = true;
    this.#headIsWho = true;
    this.head = termsOf(meanings, this.#index);
  }

  /** `platform` in `group platform`, `bug` in `label bug`: what something is called says nothing about the action. */
  #isName({ text, plural, aside }: Word, before: Word | undefined): boolean {
    if (before === undefined || before.plural || plural || !namedThings.has(before.text)) return false;
    if (aside) return true;
    if (this.#index.isTitleTerm(stem(text))) return false;
    return before.text === 'label' || !(this.#index.lexicon.spells(text) || verbOfParticiple(text) !== undefined);
  }

  /** In what is asked for itself a name is as good as a number: `delete branch old`. */
  #readName(): void {
    if (!this.#headIsSet) this.#readNumber();
  }

  /** Takes a term as a verb, when it is used as one. */
  #readVerb(
    term: string,
    word: Word,
    { words, at }: { readonly words: readonly Word[]; readonly at: number },
  ): boolean {
    const { lexicon } = this.#index;
    if (term === 'open' && !opensSomething(words, at)) return false;
    const verb = this.#verbOf(term, words, at);
    if (verb === undefined || word.plural || onlyDescribes(words, at)) return false;
    if (lexicon.isNounVerb(term) && !commands(words, at)) return false;
    if (verb.destroys && this.#isSpelt(word)) this.destroys = true;
    const leads = this.verb === undefined || (this.intent === 'read' && verb.intent !== 'read' && !word.aside);
    if (leads) {
      this.intent = verb.intent;
      this.verb = verb.name;
    }
    const isDone =
      this.#isQuestion && verb.intent !== 'read' && !/^(?:can|may|could|should|must)$/.test(words[at - 1]?.text ?? '');
    if (isDone) this.#addDone(term, word);
    else this.addVerb(term, factorOf(word) * (this.#verbs.has(verb.name) ? weights.repeated : 1), verb.name);
    return true;
  }

  /** Not `sete`, though its stem is that of `set`. */
  #isSpelt({ text, corrected }: Word): boolean {
    return !corrected && (this.#index.knows(text) || this.#index.lexicon.spells(text));
  }

  #verbOf(term: string, words: readonly Word[], at: number): Verb | undefined {
    const { lexicon, knows } = this.#index;
    if (term === 'open') return lexicon.verbOf('creat');
    // `write "looks fine" on #5`
    if (saysSomething(words, at)) return lexicon.verbOf('comment');
    return lexicon.verbOf(term === 'mak' && changesSomething(words, at, knows) ? 'updat' : term);
  }

  /** `which MRs did I create` is about what was created. */
  #addDone(term: string, word: Word): void {
    this.#endNounPhrase();
    this.#push(term, weights.verb * factorOf(word), [
      { term: `${term}ed`, quality: 1 },
      { term, quality: weights.done },
      ...this.#index.lexicon.synonymsOf(term),
    ]);
  }

  /** `get issues` and `show branches` list. */
  #readAsList(): void {
    const at = this.concepts.findIndex(({ text }) => this.#index.lexicon.verbOf(text)?.name === 'get');
    const shown = this.concepts[at];
    if (shown === undefined) return;
    this.verb = 'list';
    const list = verbMeaningsOf('list', 'list', this.#index);
    // The very word still counts, unless it is `get`: some actions are known as `show merge requests`.
    const own = shown.text === 'get' ? [] : [{ term: shown.text, quality: 1 }];
    this.concepts[at] = { ...shown, meanings: resolve([...list, ...own], this.#index) };
  }

  #addNoun(term: string, word: Word): void {
    const meanings = meaningsOf(term, word.text, this.#index);
    // In `issues related to` the issues are asked for, `related` tells which.
    const describes = verbOfParticiple(word.text) !== undefined && this.#nounPhrase.length > 0;
    if (!describes) this.#nounPhrase.push({ term, meanings, plural: word.plural });
    if (/^(?:latest|last|newest|recent)$/.test(term)) this.#isRecent = true;
    const place = narrowing.has(this.#preposition) ? weights.narrowing : this.#headIsSet ? weights.afterHead : 1;
    const again = this.#nouns.has(term) ? weights.repeated : 1;
    this.#nouns.add(term);
    this.#push(term, tellingOf(meanings, this.#index) * again * place * factorOf(word), meanings);
    if (word.text.length > 2 && this.concepts.at(-1)?.meanings.length === 0) {
      this.unknown.push(word.text);
      if (this.#preposition === 'of') this.#readPerson();
    }
  }

  /** The first noun phrase is what the query is about; a later one may say what that belongs to. */
  #endNounPhrase(): void {
    const nouns = this.#nounPhrase;
    const last = nouns.at(-1);
    this.#nounPhrase = [];
    if (last === undefined) return;
    if (this.#headIsSet) {
      // `who is the assignee of #5`
      if (this.#headIsWho) this.attribute = termsOf(last.meanings, this.#index, weights.same);
      this.#headIsWho = false;
      if (this.#headIsNoun) for (const term of termsOf(last.meanings, this.#index, weights.same)) this.later.add(term);
      // `the keys of a user` are not the caller's.
      if (owning.has(this.#preposition) && somebody.has(last.term)) this.namesPerson = true;
      // A noun before the head is an owner too, `milestone due date`, but one after a preposition is a better one.
      if (owning.has(this.#preposition) && (this.owner.size === 0 || this.#ownerIsNear)) {
        this.owner = termsOf(last.meanings, this.#index, weights.same);
        this.#ownerIsNear = false;
      }
      return;
    }
    this.#headIsSet = true;
    this.#headIsNoun = true;
    this.#headIsUnknown = nouns.every(({ term }) => this.unknown.includes(term));
    this.head = termsOf(last.meanings, this.#index, weights.sameHead);
    // In `a Pages domain` only the last word counts.
    const plural = this.#isOne ? last.plural : nouns.some((noun) => noun.plural);
    if (plural || !this.#isRecent) this.many = this.many === true || plural;
    const meanings = nouns.map((noun) => noun.meanings);
    this.attribute = termsOf(meanings.flat(), this.#index, weights.same);
    this.owner = termsOf(meanings.slice(0, -1).flat(), this.#index, weights.same);
    this.#ownerIsNear = this.owner.size > 0;
  }

  #ownerIsNear = false;
  /** The first noun phrase began with `a`. */
  #isOne = false;
  #headIsUnknown = false;
  /** What is done is done to a person: `she left, remove her`. */
  #personIsObject = false;

  #push(text: string, weight: number, meanings: readonly Meaning[]): void {
    this.concepts.push({ text, weight, meanings: resolve(meanings, this.#index) });
  }
}

function factorOf({ corrected, aside }: Word): number {
  return (corrected ? weights.corrected : 1) * (aside ? weights.aside : 1);
}
