import type { ActionIndex } from './action-index.ts';
import type { Meaning } from './lexicon.ts';
import { weights } from './weights.ts';
import { verbOfParticiple } from './words.ts';

/** One thing a query asks about, and every term of the index that may stand for it, best first. */
export interface Concept {
  readonly text: string;
  readonly weight: number;
  readonly meanings: readonly { readonly term: number; readonly quality: number }[];
}

/** What a noun may mean: itself, its synonyms, words of its root, and for a participle its verb. */
export function meaningsOf(term: string, word: string, { lexicon, relativesOf }: ActionIndex): Meaning[] {
  const meanings: Meaning[] = [{ term, quality: 1 }, ...lexicon.synonymsOf(term)];
  for (const relative of relativesOf(term)) meanings.push({ term: relative, quality: weights.relative });
  const verb = verbOfParticiple(word);
  if (verb === undefined) return meanings;
  for (const { term: other, quality } of [{ term: verb, quality: 1 }, ...lexicon.synonymsOf(verb)]) {
    meanings.push({ term: other, quality: quality * weights.participle });
  }
  return meanings;
}

/** What a verb may mean: itself, its class, the classes near it. */
export function verbMeaningsOf(term: string, verbClass: string, { lexicon }: ActionIndex): Meaning[] {
  return [{ term, quality: 1 }, ...lexicon.verbMeanings(verbClass), ...lexicon.synonymsOf(term)];
}

/** The meanings that the index has, as numbers, each once and best first. */
export function resolve(meanings: readonly Meaning[], { terms }: ActionIndex): Concept['meanings'] {
  const best = new Map<number, number>();
  for (const { term, quality } of meanings) {
    const number = terms.get(term);
    if (number !== undefined && (best.get(number) ?? 0) < quality) best.set(number, quality);
  }
  return [...best].map(([term, quality]) => ({ term, quality })).sort((a, b) => b.quality - a.quality);
}

/** Numbers of the terms that mean it at least so well. */
export function termsOf(meanings: readonly Meaning[], { terms }: ActionIndex, least = 0): Set<number> {
  return new Set(meanings.filter(({ quality }) => quality >= least).map(({ term }) => terms.get(term) ?? -1));
}

/** How telling a noun is: as the most frequent of the terms that mean the same. */
export function tellingOf(meanings: readonly Meaning[], { terms, telling }: ActionIndex): number {
  let same: number | undefined;
  let soft: number | undefined;
  for (const { term, quality } of meanings) {
    const number = terms.get(term);
    if (number === undefined) continue;
    const value = telling[number] ?? 0;
    if (quality < weights.same) soft = Math.max(soft ?? 0, value);
    else same = same === undefined ? value : Math.max(Math.min(same, value), weights.leastTelling);
  }
  return same ?? soft ?? weights.unknown;
}
