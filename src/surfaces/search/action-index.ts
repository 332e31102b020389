import { type Action, otherIds } from '../../catalog/action.ts';
import type { Field } from '../../catalog/field.ts';
import { buildLexicon, type Lexicon, type Verb } from './lexicon.ts';
import {
  type MentionField,
  type Mentions,
  MentionsBuilder,
  mentionFields,
  type Postings,
  PostingsBuilder,
} from './postings.ts';
import { Relatives, TermTable } from './term-table.ts';
import { buildTraits, type Traits } from './traits.ts';
import { weights } from './weights.ts';
import { isFiller, wordsOf } from './words.ts';

/**
 * The words of a catalog, inverted. An action has phrases: its title, its ID, each of its `words`, each alias. Terms,
 * phrases and actions are numbers, and everything hangs on flat arrays, so that a search allocates next to nothing.
 */
export interface ActionIndex {
  readonly actions: readonly Action[];
  readonly traits: readonly Traits[];
  readonly lexicon: Lexicon;
  /** Numbers of terms. */
  readonly terms: ReadonlyMap<string, number>;
  readonly termTexts: readonly string[];
  /** By term: how telling it is in a query, and what it costs where a phrase has it and the query has not. */
  readonly telling: Float32Array;
  readonly extraCost: Float32Array;
  /** Actions by term. */
  readonly mentions: Mentions;
  /** Phrases by term. */
  readonly occurrences: Postings;
  /** By phrase: its action, its field in `mentionFields`, and the cost of all its words. */
  readonly phraseAction: Uint16Array;
  readonly phraseField: Uint8Array;
  readonly phraseCost: Float32Array;
  /** By action: where its phrases begin, first the title, then the ID. One entry more than there are actions. */
  readonly firstPhrase: Uint32Array;
  /** Terms for what actions give back, and for what they search by text. */
  readonly results: ReadonlySet<number>;
  readonly searchable: ReadonlySet<number>;
  /** Actions by ID, alias and tool name, as `nameKey` writes them. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Every word as people spell it, by first letter, the most used first. */
  readonly spellings: ReadonlyMap<string, readonly string[]>;
  readonly knows: (word: string) => boolean;
  /** Whether some action has the term in its title or ID. */
  readonly isTitleTerm: (term: string) => boolean;
  /** Such terms of the same root. */
  readonly relativesOf: (term: string) => readonly string[];
}

export function buildActionIndex(actions: readonly Action[]): ActionIndex {
  const builder = new Builder();
  for (const action of actions) builder.add(action);
  return builder.finish(actions);
}

/** Names are matched as people and models write them: any case, dots, blanks or underscores. */
export function nameKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s./_-]+/g, '_')
    .replace(/^gitlab_(?=.)/, '');
}

class Builder {
  readonly #lexicon = buildLexicon();
  readonly #table = new TermTable();
  readonly #mentions = new MentionsBuilder();
  readonly #occurrences = new PostingsBuilder();
  /** By term: how many actions have it in title or ID, and how many others in their words. */
  readonly #titleUses: number[] = [];
  readonly #phraseUses: number[] = [];
  readonly #phraseAction: number[] = [];
  readonly #phraseField: number[] = [];
  readonly #phraseTerms: (readonly number[])[] = [];
  /** By phrase: how many words it has that are no terms. */
  readonly #fillers: number[] = [];
  readonly #firstPhrase: number[] = [];
  readonly #byName = new Map<string, number[]>();

  add(entry: Action): void {
    const { id, tool, title, words = [], summary, usage, params, effect } = entry;
    const aliases = otherIds(entry);
    const action = this.#firstPhrase.length;
    this.#firstPhrase.push(this.#phraseAction.length);
    const named = new Set([
      ...this.#addPhrase(action, title, { field: 'title', credit: weights.title }),
      ...this.#addPhrase(action, spaced(id), { field: 'id', credit: weights.id }),
    ]);
    const said = words.flatMap((phrase) => this.#addPhrase(action, phrase, { field: 'words', credit: weights.phrase }));
    for (const alias of aliases) this.#addPhrase(action, spaced(alias), { field: 'alias', credit: weights.alias });
    count(named, this.#titleUses);
    count(new Set(said.filter((term) => !named.has(term))), this.#phraseUses);

    this.#mention(action, this.#table.termsOf(summary), { field: 'summary', credit: weights.summary });
    if (usage !== undefined)
      this.#mention(action, this.#table.termsOf(usage), { field: 'usage', credit: weights.usage });
    // The params of a write are what it changes: people name them, `set the due date of issue 5`.
    const param = { field: 'param', credit: effect === 'write' ? weights.changedParam : weights.param } as const;
    for (const [name, field] of Object.entries(params)) {
      this.#mention(action, this.#table.termsOfName(name), param);
      for (const value of enumOf(field)) {
        this.#mention(action, this.#table.termsOfName(value), { field: 'value', credit: weights.value });
      }
    }
    for (const name of [id, tool, ...aliases]) this.#name(name, action);
  }

  finish(actions: readonly Action[]): ActionIndex {
    this.#firstPhrase.push(this.#phraseAction.length);
    const traits = buildTraits(actions, this.#table, this.#lexicon);
    const { texts, numbers: terms } = this.#table;
    const titleUses = this.#titleUses;
    const { telling, extraCost } = this.#weigh(actions.length);
    const phraseCost = this.#phraseTerms.map((phrase, at) =>
      phrase.reduce((sum, term) => sum + (extraCost[term] ?? 0), (this.#fillers[at] ?? 0) * weights.extraFiller),
    );
    const isTitleTerm = (term: string): boolean => (titleUses[terms.get(term) ?? -1] ?? 0) > 0;
    const relatives = new Relatives(texts.filter(isTitleTerm));
    const table = this.#table;
    return {
      actions,
      traits,
      lexicon: this.#lexicon,
      terms,
      termTexts: texts,
      telling,
      extraCost,
      mentions: this.#mentions.finish(texts.length),
      occurrences: this.#occurrences.finish(texts.length),
      phraseAction: Uint16Array.from(this.#phraseAction),
      phraseField: Uint8Array.from(this.#phraseField),
      phraseCost: Float32Array.from(phraseCost),
      firstPhrase: Uint32Array.from(this.#firstPhrase),
      results: new Set(traits.flatMap(({ result }) => result)),
      searchable: new Set(traits.flatMap(({ verb, result }) => (verb === 'search' ? result : []))),
      byName: this.#byName,
      spellings: table.spellings(),
      knows: (word) => table.knows(word),
      isTitleTerm,
      relativesOf: (term) => relatives.of(term),
    };
  }

  /** A rare term tells more than a frequent one, and one of a title more than one that only a summary has. */
  #weigh(actions: number): { readonly telling: Float32Array; readonly extraCost: Float32Array } {
    const { texts } = this.#table;
    const telling = new Float32Array(texts.length);
    const extraCost = new Float32Array(texts.length);
    texts.forEach((text, term) => {
      const inTitles = this.#titleUses[term] ?? 0;
      const uses = inTitles + (this.#phraseUses[term] ?? 0);
      const rarity = Math.log(1 + actions / Math.max(1, uses)) / Math.log(1 + actions);
      const value = weights.frequent + (1 - weights.frequent) * rarity;
      const place = inTitles > 0 ? 1 : uses > 0 ? weights.outsideTitles : weights.outsidePhrases;
      telling[term] = value * place;
      extraCost[term] = value * extraFactor(text, this.#lexicon.verbOf(text));
    });
    return { telling, extraCost };
  }

  #addPhrase(action: number, text: string, mention: Mention): readonly number[] {
    const terms = this.#table.termsOf(text);
    if (terms.length === 0) return terms;
    const phrase = this.#phraseAction.length;
    this.#phraseAction.push(action);
    this.#phraseField.push(mentionFields.indexOf(mention.field));
    this.#phraseTerms.push(terms);
    // Titles, IDs and aliases are written to a pattern; only in free words does a filler make a difference.
    if (mention.field === 'words') this.#fillers[phrase] = wordsOf(text.toLowerCase()).filter(isFiller).length;
    for (const term of terms) this.#occurrences.add(term, phrase);
    this.#mention(action, terms, mention);
    return terms;
  }

  #mention(action: number, terms: readonly number[], mention: Mention): void {
    for (const term of terms) this.#mentions.add(term, action, mention);
  }

  #name(name: string, action: number): void {
    const key = nameKey(name);
    const known = this.#byName.get(key);
    if (known === undefined) this.#byName.set(key, [action]);
    else if (!known.includes(action)) known.push(action);
  }
}

interface Mention {
  readonly field: MentionField;
  readonly credit: number;
}

function spaced(name: string): string {
  return name.replaceAll('_', ' ');
}

function count(terms: Iterable<number>, uses: number[]): void {
  for (const term of terms) uses[term] = (uses[term] ?? 0) + 1;
}

/** What people leave out costs little: the verb of a plain read, the project. */
function extraFactor(text: string, verb: Verb | undefined): number {
  if (verb !== undefined && verb.intent !== 'read') return weights.extraWrite;
  if (verb?.name === 'list' || verb?.name === 'get') return weights.extraRead;
  if (verb !== undefined) return weights.extraOtherRead;
  if (text === 'project') return weights.extraProject;
  return text === 'me' ? weights.extraMe : 1;
}

function enumOf(field: Field): readonly string[] {
  if (field.type === 'array') return enumOf(field.items);
  return field.type === 'string' ? (field.enum ?? []) : [];
}
