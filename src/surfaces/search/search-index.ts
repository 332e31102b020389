import type { CatalogView } from '../../catalog/view.ts';
import { type ActionIndex, buildActionIndex, nameKey } from './action-index.ts';
import type { ActionHit, ActionSearch, SearchOptions } from './action-search.ts';
import { type Query, readQuery } from './query.ts';
import { Ranking, type Scored } from './ranking.ts';
import { nearWords } from './typos.ts';
import { weights } from './weights.ts';

/** Longest text that is read. The surface refuses longer ones before; this bounds the work whoever calls. */
const maxCharacters = 512;
const maxSuggestions = 6;
const maxRivals = 5;

/** Searches the actions of a view. The index is built by the first search, and lives as long as the view's shape. */
export function createActionSearch(view: CatalogView): ActionSearch {
  let built: { readonly index: ActionIndex; readonly ranking: Ranking } | undefined;
  return {
    find(text, options) {
      if (built === undefined) {
        const index = buildActionIndex(view.actions);
        built = { index, ranking: new Ranking(index) };
      }
      const { index, ranking } = built;
      const query = readQuery(text.slice(0, maxCharacters), index);
      const candidates = named(text, index).concat(ranking.rank(query, options.reaches));
      const hits = selectHits(candidates, query, index, options);
      const results = hits.map((hit, at) =>
        toResult(hit, at, {
          hits,
          index,
          isPoor: isPoor(hit, query),
          isOneWord: !/\s/.test(text.trim()),
          explain: options.explain ? (scored) => ranking.explain(query, scored) : undefined,
        }),
      );
      return { results, suggestions: results.length === 0 ? suggest(query, index) : [] };
    },
  };
}

/** The actions that the query names: by ID, alias or tool name when it is nothing else, by ID inside a sentence too. */
function named(text: string, index: ActionIndex): Scored[] {
  const pieces = text.trim().split(/\s+/);
  const names = pieces.length === 1 ? pieces : pieces.filter((piece) => isId(piece, index));
  const found = names.flatMap((name) =>
    (index.byName.get(nameKey(name)) ?? []).map((action) => {
      const isOwn = index.actions[action]?.id === name.toLowerCase();
      return { action, score: isOwn ? weights.exactId : weights.exactAlias, phrase: index.firstPhrase[action] ?? 0 };
    }),
  );
  return found.sort((a, b) => b.score - a.score || a.action - b.action);
}

function isId(piece: string, { actions, byName }: ActionIndex): boolean {
  if (!piece.includes('.')) return false;
  return (byName.get(nameKey(piece)) ?? []).some((action) => actions[action]?.id === piece.toLowerCase());
}

/**
 * The best hits within reach. An action that destroys comes first only when the query spells out that it shall destroy,
 * or the very verb of that action; else it waits for the first harmless one and comes right after it. So neither a
 * typo nor a topic ever suggests a deletion first.
 */
function selectHits(
  candidates: readonly Scored[],
  query: Query,
  index: ActionIndex,
  { limit, reaches }: SearchOptions,
): Scored[] {
  const hits: Scored[] = [];
  const seen = new Set<number>();
  let waiting: Scored[] = [];
  for (const candidate of candidates) {
    if (hits.length >= limit) break;
    const action = index.actions[candidate.action];
    if (action === undefined || seen.has(candidate.action)) continue;
    if (reaches !== undefined && !reaches(action)) continue;
    seen.add(candidate.action);
    if (hits.length === 0 && !mayComeFirst(candidate, query, index)) {
      waiting.push(candidate);
      continue;
    }
    hits.push(candidate);
    const most = candidate.score;
    hits.push(...waiting.map((held) => ({ ...held, score: Math.min(held.score, most) })));
    waiting = [];
  }
  return hits.slice(0, limit);
}

function mayComeFirst({ action, score }: Scored, { destroys, spelt }: Query, index: ActionIndex): boolean {
  const trait = index.traits[action];
  if (trait?.destructive !== true || destroys || score >= weights.exactAlias) return true;
  return spelt.has(trait.ownVerb);
}

interface Context {
  readonly hits: readonly Scored[];
  readonly index: ActionIndex;
  readonly isPoor: boolean;
  readonly isOneWord: boolean;
  readonly explain: ((scored: Scored) => ActionHit['explanation']) | undefined;
}

function toResult(hit: Scored, at: number, { hits, index, isPoor, isOneWord, explain }: Context): ActionHit {
  const action = index.actions[hit.action];
  if (action === undefined) throw new Error('a hit outside the index');
  const rivals = at < maxRivals ? rivalsOf(hit, hits).map((other) => index.actions[other.action]?.id ?? '') : [];
  const isNamed = hit.score >= weights.exactAlias;
  const explanation =
    isNamed && explain !== undefined ? [{ field: 'name', term: action.id, points: hit.score }] : explain?.(hit);
  return {
    action,
    score: hit.score,
    ...(isNamed && isOneWord ? { isNamed } : {}),
    ...(explanation === undefined ? {} : { explanation }),
    ...(rivals.length > 0 ? { ambiguousWith: rivals } : {}),
    ...(at === 0 && isPoor ? { lowConfidence: true } : {}),
  };
}

function rivalsOf(hit: Scored, hits: readonly Scored[]): Scored[] {
  return hits
    .filter((other) => other !== hit && Math.abs(other.score - hit.score) < weights.rivalSpan)
    .slice(0, maxRivals);
}

/** Whether a hit, were it the first, would rather stand in for something that is not there. */
function isPoor({ score }: Scored, { concepts }: Query): boolean {
  return score < weights.confidentScore - weights.perSaid * Math.min(weights.mostSaid, concepts.length);
}

function suggest({ unknown, spelt }: Query, index: ActionIndex): string[] {
  const words = unknown.length > 0 ? unknown : [...spelt];
  return [...new Set(words.flatMap((word) => nearWords(word, index.spellings, maxSuggestions)))].slice(
    0,
    maxSuggestions,
  );
}
