import { type Action, domainOf } from '../../catalog/action.ts';
import type { Field } from '../../catalog/field.ts';
import { buildLexicon, type Lexicon, type Verb } from './lexicon.ts';
import { fold, isFiller, isStopWord, joinCompounds, splitCamelCase, stem, wordsOf } from './words.ts';
import { weights } from './weights.ts';

/** What a phrase of an action is: its title, its ID, one of its `words`, or an alias. */
export const phraseFields = ['title', 'id', 'words', 'alias'] as const;
export type PhraseField = (typeof phraseFields)[number];

/** Where an action may have a word. */
export const mentionFields = [...phraseFields, 'summary', 'usage', 'param', 'value'] as const;
type MentionField = (typeof mentionFields)[number];

/**
 * The words of a catalog, inverted. Terms, phrases and actions are numbers, and everything hangs on flat arrays: the
 * whole takes about a megabyte for a thousand actions, and a search allocates next to nothing.
 */
export interface ActionIndex {
  readonly actions: readonly Action[];
  readonly lexicon: Lexicon;
  /** Number of a term. */
  readonly terms: ReadonlyMap<string, number>;
  readonly termTexts: readonly string[];
  /** How telling a term is in a query, and what it costs where a phrase has it and the query has not. By term. */
  readonly telling: Float32Array;
  readonly extraCost: Float32Array;
  /** Actions that have a term anywhere, with what that vouches for. By term: from `start[t]` to `start[t + 1]`. */
  readonly mentions: Mentions;
  /** Phrases that have a term. */
  readonly occurrences: Postings;
  readonly phraseAction: Uint16Array;
  readonly phraseField: Uint8Array;
  readonly phraseCost: Float32Array;
  /** Phrases of an action are neighbours, its title first. One longer than the actions. */
  readonly firstPhrase: Uint32Array;
  readonly traits: readonly Traits[];
  /** Actions by ID, alias and tool name, folded. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Every word as people spell it, by first letter. */
  readonly spellings: ReadonlyMap<string, readonly string[]>;
  readonly knows: (word: string) => boolean;
  readonly isTitleTerm: (term: string) => boolean;
  /** Title terms that share a long beginning with a term: `impersonation` for `impersonate`. */
  readonly relativesOf: (term: string) => readonly string[];
}

export interface Postings {
  readonly start: Uint32Array;
  readonly target: Uint16Array;
}

interface Mentions extends Postings {
  readonly credit: Float32Array;
  /** Which of `mentionFields`. */
  readonly field: Uint8Array;
}

/** What ranking asks of an action beside its words. */
export interface Traits {
  readonly many: boolean;
  /** What the objects are called that it needs by number, beside project and group. A nameless `id` is -1. */
  readonly numbers: readonly number[];
  /** What of it this write can change, or, for a read, its sibling that updates. */
  readonly changes: ReadonlySet<number>;
  /** What it gives back or changes. */
  readonly result: readonly number[];
  /** Class of the verb its title begins with. */
  readonly verb: string | undefined;
  readonly destructive: boolean;
  readonly read: boolean;
  /** Points for actions that people use daily, less those for long names. */
  readonly standing: number;
  /** Stem of the word its title begins with: saying it is asking for what the action does. */
  readonly ownVerb: string;
}

/** Areas by how often people ask for them. Breaks ties between siblings of different areas. */
const standings: Readonly<Record<string, number>> = {
  issue: 3,
  merge_request: 3,
  project: 3,
  pipeline: 3,
  repository: 2.5,
  branch: 2.5,
  job: 2.5,
  mr_review: 2,
  group: 2,
  user: 2,
  search: 1.5,
  release: 2,
  tag: 1.5,
  ci_variable: 2,
  environment: 1.5,
  wiki: 1.5,
  snippet: 1.5,
  runner: 1,
  package: 1,
  access: 1,
  feature_flags: 1,
  vulnerability: 1,
  interactive: -4,
  admin: -0.5,
  geo: -1,
  orbit: -1,
  storage_move: -1,
};

export function buildActionIndex(actions: readonly Action[]): ActionIndex {
  const builder = new Builder();
  actions.forEach((action, at) => builder.add(action, at));
  return builder.finish(actions);
}

class Builder {
  readonly #lexicon = buildLexicon();
  readonly #terms = new Map<string, number>();
  readonly #termTexts: string[] = [];
  /** Stems by word: most words come again and again. */
  readonly #stems = new Map<string, string>();
  readonly #spellings = new Map<string, Set<string>>();
  /** By term: actions with what they vouch, phrases. */
  readonly #mentions: Map<number, Mention>[] = [];
  readonly #occurrences: number[][] = [];
  readonly #titleUses: number[] = [];
  readonly #phraseUses: number[] = [];
  readonly #phraseAction: number[] = [];
  readonly #phraseField: number[] = [];
  readonly #phraseTerms: (readonly number[])[] = [];
  /** By phrase: how many words it has that are no terms. */
  readonly #fillers: number[] = [];
  readonly #firstPhrase: number[] = [];
  readonly #traits: Traits[] = [];
  readonly #byName = new Map<string, number[]>();

  add(action: Action, at: number): void {
    this.#firstPhrase.push(this.#phraseAction.length);
    const named = new Set<number>();
    const phrased = new Set<number>();
    const title = this.#termsOf(action.title);
    const id = this.#termsOf(action.id.replaceAll('_', ' '));
    for (const term of this.#addPhrase(at, 'title', title, weights.title)) named.add(term);
    for (const term of this.#addPhrase(at, 'id', id, weights.id)) named.add(term);
    for (const words of action.words ?? []) {
      for (const term of this.#addPhrase(at, 'words', this.#termsOf(words), weights.phrase)) phrased.add(term);
      this.#fillers[this.#phraseTerms.length - 1] = wordsOf(words.toLowerCase()).filter(isFiller).length;
    }
    for (const alias of action.aliases ?? []) {
      this.#addPhrase(at, 'alias', this.#termsOf(alias.replaceAll('_', ' ')), weights.alias);
    }
    for (const term of named) this.#titleUses[term] = (this.#titleUses[term] ?? 0) + 1;
    for (const term of phrased) if (!named.has(term)) this.#phraseUses[term] = (this.#phraseUses[term] ?? 0) + 1;
    this.#mention(at, this.#termsOf(action.summary), { field: 'summary', credit: weights.summary });
    if (action.usage !== undefined)
      this.#mention(at, this.#termsOf(action.usage), { field: 'usage', credit: weights.usage });
    // The params of a write are what it changes: people name them, `set the due date of issue 5`.
    const param: Mention = { field: 'param', credit: action.effect === 'write' ? weights.changedParam : weights.param };
    for (const [name, field] of Object.entries(action.params)) {
      this.#mention(at, this.#termsOf(name), param);
      for (const value of enumOf(field))
        this.#mention(at, this.#termsOf(value), { field: 'value', credit: weights.value });
    }
    for (const name of [action.id, action.tool, ...(action.aliases ?? [])]) {
      const key = nameKey(name);
      const known = this.#byName.get(key);
      if (known === undefined) this.#byName.set(key, [at]);
      else if (!known.includes(at)) known.push(at);
    }
    this.#traits.push(this.#traitsOf(action, title));
  }

  finish(actions: readonly Action[]): ActionIndex {
    const traits = this.#traits.map((trait) => this.#withProperties(trait));
    this.#firstPhrase.push(this.#phraseAction.length);
    const count = this.#termTexts.length;
    const telling = new Float32Array(count);
    const extraCost = new Float32Array(count);
    const all = Math.log(1 + actions.length);
    for (let term = 0; term < count; term += 1) {
      const uses = (this.#titleUses[term] ?? 0) + (this.#phraseUses[term] ?? 0);
      const rarity = Math.log(1 + actions.length / Math.max(1, uses)) / all;
      const place = (this.#titleUses[term] ?? 0) > 0 ? 1 : uses > 0 ? weights.outsideTitles : weights.outsidePhrases;
      const value = (0.35 + 0.65 * rarity) * place;
      const text = this.#termTexts[term] ?? '';
      const verb = this.#lexicon.verbOf(text);
      telling[term] = value;
      extraCost[term] = (0.35 + 0.65 * rarity) * this.#extraFactor(text, verb);
    }
    const phraseCost = Float32Array.from(this.#phraseTerms, (terms, phrase) =>
      terms.reduce((sum, term) => sum + (extraCost[term] ?? 0), (this.#fillers[phrase] ?? 0) * weights.extraFiller),
    );
    const spellings = new Map([...this.#spellings].map(([letter, words]) => [letter, [...words].sort()] as const));
    const stems = this.#stems;
    const lexicon = this.#lexicon;
    const titleUses = this.#titleUses;
    const terms = this.#terms;
    const relatives = new Relatives([...terms.keys()].filter((term) => (titleUses[terms.get(term) ?? -1] ?? 0) > 0));
    return {
      actions,
      lexicon,
      terms: this.#terms,
      termTexts: this.#termTexts,
      telling,
      extraCost,
      mentions: flattenMentions(this.#mentions),
      occurrences: flatten(this.#occurrences),
      phraseAction: Uint16Array.from(this.#phraseAction),
      phraseField: Uint8Array.from(this.#phraseField),
      phraseCost,
      firstPhrase: Uint32Array.from(this.#firstPhrase),
      traits,
      byName: this.#byName,
      spellings,
      knows: (word) => stems.has(word),
      relativesOf: (term) => relatives.of(term),
      isTitleTerm: (term) => (titleUses[terms.get(term) ?? -1] ?? 0) > 0,
    };
  }

  #extraFactor(text: string, verb: Verb | undefined): number {
    if (verb?.intent === 'read')
      return verb.name === 'list' || verb.name === 'get' ? weights.extraRead : weights.extraOtherRead;
    if (verb !== undefined) return weights.extraWrite;
    if (text === 'project') return weights.extraProject;
    return text === 'group' ? weights.extraGroup : 1;
  }

  #addPhrase(action: number, field: PhraseField, terms: readonly number[], vouches: number): readonly number[] {
    if (terms.length === 0) return terms;
    const phrase = this.#phraseAction.length;
    this.#phraseAction.push(action);
    this.#phraseField.push(phraseFields.indexOf(field));
    this.#phraseTerms.push(terms);
    for (const term of terms) this.#occurrences[term]?.push(phrase);
    this.#mention(action, terms, { field, credit: vouches });
    return terms;
  }

  #mention(action: number, terms: readonly number[], mention: Mention): void {
    for (const term of terms) {
      const byAction = this.#mentions[term];
      if (byAction !== undefined && (byAction.get(action)?.credit ?? 0) < mention.credit) byAction.set(action, mention);
    }
  }

  /** The distinct terms of a text, as numbers. */
  #termsOf(text: string): number[] {
    const words = wordsOf(fold(splitCamelCase(text)));
    const found: number[] = [];
    joinCompounds(
      words.map((word) => this.#stemOf(word)),
      (term, from, to) => {
        const word = words[from] ?? '';
        if (to - from === 1 && isStopWord(word)) return;
        const number = this.#numberOf(word === 'my' || word === 'mine' ? 'me' : term);
        if (!found.includes(number)) found.push(number);
      },
    );
    return found;
  }

  #stemOf(word: string): string {
    const known = this.#stems.get(word);
    if (known !== undefined) return known;
    const found = stem(word);
    this.#stems.set(word, found);
    this.#spell(word);
    return found;
  }

  #spell(word: string): void {
    const letter = word[0] ?? '';
    const words = this.#spellings.get(letter);
    if (words === undefined) this.#spellings.set(letter, new Set([word]));
    else words.add(word);
  }

  #numberOf(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const number = this.#termTexts.length;
    this.#terms.set(term, number);
    this.#termTexts.push(term);
    this.#mentions.push(new Map());
    this.#occurrences.push([]);
    return number;
  }

  /** A read of one thing shows what an update of it can change. */
  #withProperties(trait: Traits): Traits {
    if (trait.verb !== 'get' || trait.numbers.length !== 1 || trait.result.length === 0) return trait;
    const update = this.#traits.find(
      ({ verb, numbers, result }) =>
        verb === 'update' &&
        numbers.length === 1 &&
        numbers[0] === trait.numbers[0] &&
        result.join() === trait.result.join(),
    );
    return update === undefined ? trait : { ...trait, changes: update.changes };
  }

  /** `merge_request_iid` is the number of a merge request, `pipeline_schedule_id` of a schedule. */
  #objectOf(param: string): number {
    return this.#termsOf(param.replace(/_?i?id$/, '').replaceAll('_', ' ')).at(-1) ?? -1;
  }

  #traitsOf(action: Action, title: readonly number[]): Traits {
    const fields = Object.entries(action.params);
    const required = fields.filter(([, field]) => field.required);
    const optional = fields.filter(([, field]) => !field.required);
    const idWords = action.id.split(/[._]/).length;
    return {
      many: action.result.shape === 'list',
      numbers: required.filter(([name, field]) => isObjectId(name, field)).map(([name]) => this.#objectOf(name)),
      changes: new Set(action.effect === 'write' ? optional.flatMap(([name]) => this.#termsOf(name)) : []),
      result: this.#termsOf(action.result.kind),
      verb: this.#lexicon.verbOf(this.#termTexts[title[0] ?? -1] ?? '')?.name,
      destructive: action.effect === 'destroy',
      read: action.effect === 'read',
      standing: (standings[domainOf(action)] ?? 0) * weights.common - idWords * weights.perIdWord,
      ownVerb: this.#termTexts[title[0] ?? -1] ?? '',
    };
  }
}

/** Words of one root, as far as their beginning tells. */
class Relatives {
  readonly #byBeginning: ReadonlyMap<string, readonly string[]>;

  constructor(terms: readonly string[]) {
    this.#byBeginning = Map.groupBy(
      terms.filter((term) => term.length >= sharedBeginning),
      (term) => term.slice(0, sharedBeginning),
    );
  }

  of(term: string): readonly string[] {
    if (term.length < sharedBeginning) return [];
    const near = this.#byBeginning.get(term.slice(0, sharedBeginning)) ?? [];
    return near.filter((other) => other !== term && isRelated(term, other));
  }
}

const sharedBeginning = 5;

/** One begins as the other, but for the last letter of its stem, and adds no more than an ending: `deploy` and `deployment`. */
function isRelated(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return (
    long.length - short.length <= 4 && long.startsWith(short.slice(0, Math.max(sharedBeginning, short.length - 1)))
  );
}

/** Names are matched as people and models write them: any case, dots, blanks or underscores. */
export function nameKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s./_-]+/g, '_')
    .replace(/^gitlab_(?=.)/, '');
}

function isObjectId(name: string, field: Field): boolean {
  if (name === 'project_id' || name === 'group_id') return false;
  return (field.type === 'integer' && field.id === true) || /_i?id$/.test(name);
}

function enumOf(field: Field): readonly string[] {
  if (field.type === 'array') return enumOf(field.items);
  return field.type === 'string' ? (field.enum ?? []) : [];
}

interface Mention {
  readonly credit: number;
  readonly field: MentionField;
}

function flattenMentions(byTerm: readonly ReadonlyMap<number, Mention>[]): Mentions {
  const all = byTerm.flatMap((byAction) => [...byAction.values()]);
  return {
    ...flatten(byTerm.map((byAction) => [...byAction.keys()])),
    credit: Float32Array.from(all, ({ credit }) => credit),
    field: Uint8Array.from(all, ({ field }) => mentionFields.indexOf(field)),
  };
}

function flatten(lists: readonly (readonly number[])[]): Postings {
  const start = new Uint32Array(lists.length + 1);
  lists.forEach((list, term) => {
    start[term + 1] = (start[term] ?? 0) + list.length;
  });
  return { start, target: Uint16Array.from(lists.flat()) };
}
