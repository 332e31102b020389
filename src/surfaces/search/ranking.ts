import type { Action } from '../../catalog/action.ts';
import type { ActionIndex } from './action-index.ts';
import type { MatchReason } from './action-search.ts';
import { mentionFields, positionOf } from './postings.ts';
import type { Concept } from './meanings.ts';
import type { Query } from './query.ts';
import type { Traits } from './traits.ts';
import { weights } from './weights.ts';

export interface Scored {
  /** Number of the action in the index. */
  readonly action: number;
  readonly score: number;
  /** The phrase that fits the query best. */
  readonly phrase: number;
}

/**
 * Scores the actions of one index. An action stands for its phrases: title, ID, words, aliases. The best phrase counts,
 * by what it and the query have in common against what only one of them has (Tversky's index). A word the phrase lacks
 * is made up for in part when another text of the action has it. So neither a long phrase that contains the query nor a
 * short one contained in it beats the phrase that is the query.
 *
 * Scratch memory is kept between calls; a call runs to its end before the next one begins.
 */
export class Ranking {
  readonly #index: ActionIndex;
  /** By concept, then action: how much the action vouches for the concept outside its best phrase. */
  #mentioned: Float32Array;
  /** By action: the sum of that over the concepts. */
  readonly #common: Float32Array;
  /** By phrase: what having the word itself adds to `#common`. */
  readonly #gain: Float32Array;
  /** By phrase: the cost of its words that the query has. */
  readonly #shared: Float32Array;
  /** By phrase: the last concept that was found in it. */
  readonly #seenBy: Int16Array;
  readonly #fits: Float32Array;
  readonly #bestPhrase: Uint32Array;

  constructor(index: ActionIndex) {
    const phrases = index.phraseAction.length;
    const size = index.actions.length;
    this.#index = index;
    this.#mentioned = new Float32Array(size * 8);
    this.#common = new Float32Array(size);
    this.#gain = new Float32Array(phrases);
    this.#shared = new Float32Array(phrases);
    this.#seenBy = new Int16Array(phrases);
    this.#fits = new Float32Array(size);
    this.#bestPhrase = new Uint32Array(size);
  }

  /**
   * Actions that share enough with the query to be shown, best first; the order of the index decides between equals. What
   * is out of reach neither comes nor makes others look poor.
   */
  rank(query: Query, reaches: (action: Action) => boolean = () => true): Scored[] {
    this.#match(query.concepts);
    const total = totalWeight(query);
    const { traits } = this.#index;
    let best = 0;
    this.#index.actions.forEach((action, number) => {
      const fit = this.#fitOf(number, total);
      const counts = fit > 0 && reaches(action);
      this.#fits[number] = counts ? fit : 0;
      // What must not come first is no measure for the others: they would all be left out, and nothing would be found.
      if (counts && fit > best && (query.destroys || traits[number]?.destructive !== true)) best = fit;
    });
    const scored: Scored[] = [];
    if (best === 0) return scored;
    traits.forEach((trait, action) => {
      const fit = this.#fits[action] ?? 0;
      if (fit === 0 || fit < best - weights.fitSpan) return;
      scored.push({
        action,
        score: round(100 * fit + agreement({ query, trait, results: this.#index.results })),
        phrase: this.#bestPhrase[action] ?? 0,
      });
    });
    return scored.sort(byRank);
  }

  /** Where the points of one result come from; they add up to its score. Only for the query that was ranked last. */
  explain(query: Query, { action, phrase, score }: Scored): MatchReason[] {
    const { mentions, occurrences, phraseField, termTexts, traits } = this.#index;
    const found = query.concepts.flatMap((concept) => {
      const own = concept.meanings.find(({ term }) => positionOf(occurrences, term, phrase) >= 0);
      const matches = concept.meanings.flatMap(({ term, quality }) => {
        const at = positionOf(mentions, term, action);
        return at < 0
          ? []
          : [{ term, field: mentionFields[mentions.field[at] ?? 0], credit: quality * (mentions.credit[at] ?? 0) }];
      });
      const mention = matches.reduce<(typeof matches)[number] | undefined>(
        (a, b) => (a === undefined || b.credit > a.credit ? b : a),
        undefined,
      );
      const inPhrase = own !== undefined && own.quality >= (mention?.credit ?? 0);
      const match = inPhrase
        ? { term: own.term, field: mentionFields[phraseField[phrase] ?? 0], credit: own.quality }
        : mention;
      return match === undefined ? [] : [{ ...match, value: match.credit * concept.weight }];
    });
    const reasons: MatchReason[] = [];
    const trait = traits[action];
    if (trait !== undefined)
      agreement({ query, trait, results: this.#index.results }, (field, term, points) =>
        reasons.push({ field, term, points: round(points) }),
      );
    const rest = score - reasons.reduce((sum, { points }) => sum + points, 0);
    const all = found.reduce((sum, { value }) => sum + value, 0);
    const words = found.map(({ field, term, value }) => ({
      field: field ?? 'title',
      term: termTexts[term] ?? '',
      points: round((rest * value) / all),
    }));
    return [...words, ...reasons];
  }

  #match(concepts: readonly Concept[]): void {
    const { actions, mentions, occurrences, phraseAction, extraCost } = this.#index;
    const size = actions.length;
    if (this.#mentioned.length < size * concepts.length) this.#mentioned = new Float32Array(size * concepts.length);
    else this.#mentioned.fill(0, 0, size * concepts.length);
    this.#common.fill(0);
    this.#gain.fill(0);
    this.#shared.fill(0);
    this.#seenBy.fill(-1);
    for (const [concept, { weight, meanings }] of concepts.entries()) {
      const row = this.#mentioned.subarray(concept * size, (concept + 1) * size);
      for (const { term, quality } of meanings) {
        const end = mentions.start[term + 1] ?? 0;
        for (let at = mentions.start[term] ?? 0; at < end; at += 1) {
          const action = mentions.target[at] ?? 0;
          const credit = quality * (mentions.credit[at] ?? 0);
          const already = row[action] ?? 0;
          if (credit <= already) continue;
          row[action] = credit;
          this.#common[action] = (this.#common[action] ?? 0) + weight * (credit - already);
        }
      }
      for (const { term, quality } of meanings) {
        const end = occurrences.start[term + 1] ?? 0;
        const cost = (extraCost[term] ?? 0) * quality;
        for (let at = occurrences.start[term] ?? 0; at < end; at += 1) {
          const phrase = occurrences.target[at] ?? 0;
          // Meanings come best first: a later one of the same concept adds nothing.
          if (this.#seenBy[phrase] === concept) continue;
          this.#seenBy[phrase] = concept;
          this.#shared[phrase] = (this.#shared[phrase] ?? 0) + cost;
          const gain = quality - (row[phraseAction[phrase] ?? 0] ?? 0);
          if (gain > 0) this.#gain[phrase] = (this.#gain[phrase] ?? 0) + weight * gain;
        }
      }
    }
  }

  /** How well an action fits, from 0 to 1, and which of its phrases does. */
  #fitOf(action: number, total: number): number {
    const common = this.#common[action] ?? 0;
    if (common === 0) return 0;
    const { firstPhrase, phraseCost } = this.#index;
    const title = firstPhrase[action] ?? 0;
    const end = firstPhrase[action + 1] ?? 0;
    let best = -1;
    let bestPhrase = title;
    for (let phrase = title; phrase < end; phrase += 1) {
      const shared = this.#shared[phrase] ?? 0;
      if (shared === 0 && phrase !== title) continue;
      const both = common + (this.#gain[phrase] ?? 0);
      const missing = Math.max(0, total - both);
      const extra = Math.max(0, (phraseCost[phrase] ?? 0) - shared);
      const fit = both / (both + weights.missing * missing + weights.extra * extra);
      if (fit > best) {
        best = fit;
        bestPhrase = phrase;
      }
    }
    this.#bestPhrase[action] = bestPhrase;
    // The ID follows the title.
    const named = Math.max(this.#coverage(title), this.#coverage(title + 1));
    return best * (1 - weights.untitled * (1 - named));
  }

  /** How much of a phrase is in the query, from 0 to 1. */
  #coverage(phrase: number): number {
    const cost = this.#index.phraseCost[phrase] ?? 0;
    return cost === 0 ? 0 : Math.min(1, (this.#shared[phrase] ?? 0) / cost);
  }
}

function totalWeight({ concepts }: Query): number {
  return concepts.reduce((sum, { weight }) => sum + weight, 0);
}

function byRank(a: Scored, b: Scored): number {
  return b.score - a.score || a.action - b.action;
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}

interface Pair {
  readonly query: Query;
  readonly trait: Traits;
  readonly results: ReadonlySet<number>;
}

/** Points for what the query wants beyond its words. `note` is told each part, for an explanation. */
function agreement(
  { query, trait, results }: Pair,
  note?: (field: string, term: string, points: number) => void,
): number {
  let sum = 0;
  const add = (field: string, term: string, points: number): void => {
    if (points === 0) return;
    sum += points;
    note?.(field, term, points);
  };
  const { verb, many, numbered, head } = query;
  add('standing', 'daily use', trait.standing);
  add('intent', verb ?? 'none', -intentCost(query, trait));
  if (verb !== undefined && trait.verb !== undefined && verb !== trait.verb) {
    add('verb', verb, -weights.otherVerb * (1 - (query.nearVerbs.get(trait.verb) ?? 0)));
  }
  if (changesAttribute(query, trait)) add('attribute', 'what is changed', weights.attribute);
  else if (showsProperty(query, trait)) add('attribute', 'what it shows', weights.property);
  if (trait.read && many !== undefined)
    add('count', many ? 'many' : 'one', many === trait.many ? weights.many : -weights.many);
  const givesHead = trait.result.some((term) => head.has(term));
  if (givesHead && trait.read && many === true && !trait.many) add('count', 'one of many', -weights.oneOfMany);
  if (givesHead) add('result', 'what is asked for', weights.headIsResult);
  else if (trait.read && many === true && [...head].some((term) => results.has(term))) {
    add('result', 'what is asked for', -weights.headIsOther);
  }
  if (isTurnedRound(query, trait, results)) add('result', 'the other way round', -weights.turnedRound);
  if (query.namesPerson && trait.mine) add('person', 'somebody else', -weights.notMine);
  if (numbered.length > 0) add('number', `${numbered.length}`, numberPoints(query, trait));
  return sum;
}

/** Asked for the merge requests that close an issue, an action lists the issues that a merge request closes. */
function isTurnedRound({ head, later }: Query, trait: Traits, results: ReadonlySet<number>): boolean {
  if (!trait.read || !trait.many || trait.result.some((term) => head.has(term))) return false;
  return trait.result.some((term) => later.has(term)) && [...head].some((term) => results.has(term));
}

/** `set the due date of milestone 3` is an update of the milestone, when that has such a param. */
function changesAttribute({ verb, attribute, owner }: Query, trait: Traits): boolean {
  if (verb === undefined || !changingVerbs.has(verb) || owner.size === 0 || trait.verb !== 'update') return false;
  // In `create a draft note` the note is the thing itself, not something about a draft.
  const isPart = [...attribute].some((term) => trait.properties.has(term) && !trait.result.includes(term));
  return isPart && trait.result.some((term) => owner.has(term));
}

/** `the labels of issue 12` are read with the issue. */
function showsProperty({ intent, attribute, owner, numbered }: Query, trait: Traits): boolean {
  if (intent === 'write' || intent === 'destroy' || trait.verb !== 'get' || owner.size === 0) return false;
  const named = numbered.some((names) => trait.numbers.some((called) => called.some((name) => names.has(name))));
  return (
    named && trait.result.some((term) => owner.has(term)) && [...attribute].some((term) => trait.properties.has(term))
  );
}

const changingVerbs: ReadonlySet<string> = new Set([
  'create',
  'update',
  'set',
  'delete',
  'assign',
  'enable',
  'disable',
  'mark',
  'clean',
]);

function intentCost({ intent, destroys }: Query, { read, destructive }: Traits): number {
  switch (intent) {
    case 'read':
      return read ? 0 : destructive ? weights.readButDestroy : weights.readButWrite;
    case 'write':
      return read ? weights.writeButRead : destructive && !destroys ? weights.writeButDestroy : 0;
    case 'destroy':
      return read ? weights.destroyButRead : destructive ? 0 : weights.destroyButWrite;
    case undefined:
      return read ? 0 : destructive ? weights.noVerbButDestroy : weights.noVerbButWrite;
  }
}

/** `#12` speaks for the actions that take the number of an issue, against those that take none or want more. */
function numberPoints({ numbered, namesFile }: Query, { numbers }: Traits): number {
  let points = numbers.length === 0 ? -weights.numberUnused : 0;
  for (const names of numbered) {
    const fits = numbers.some((called) => names.size === 0 || called.some((name) => names.has(name)));
    points += fits ? weights.numberFits : -weights.numberUnused / 2;
  }
  return numbers.length > numbered.length + (namesFile ? 1 : 0) ? points - weights.numberUnsaid : points;
}
