import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domains } from '../../src/catalog/domains.ts';
import { Catalog } from '../../src/catalog/catalog.ts';
import { CatalogView } from '../../src/catalog/view.ts';
import type { ActionHit, ActionSearch } from '../../src/surfaces/search/action-search.ts';

/**
 * Ranking is tuned on the known queries. The unseen ones are only measured, and show whether the tuning holds for what
 * it has not seen. Whoever looks at their misses moves them all to the known ones, and writes others before changing anything.
 */
export type QuerySet = 'known' | 'unseen';

/** A request as people and models phrase it, and the actions that answer it equally well. */
export interface SampleQuery {
  readonly text: string;
  readonly wanted: ReadonlySet<string>;
  readonly set: QuerySet;
}

export interface Outcome {
  readonly query: SampleQuery;
  /** Place of the first wanted action, from 1; 0 when it is not among the hits. */
  readonly place: number;
  readonly hits: readonly ActionHit[];
  readonly ms: number;
}

export interface Figures {
  readonly queries: number;
  /** Shares from 0 to 1. */
  readonly top1: number;
  readonly top3: number;
  readonly top5: number;
}

/** Every action there is, as an instance of the highest tier serves them. */
export function wholeCatalog(): CatalogView {
  return new CatalogView(new Catalog(domains.flat()), {
    tier: 'ultimate',
    gitlabCom: true,
    readOnly: false,
    safeMode: false,
    yolo: false,
    excluded: new Set(),
    adminMode: true,
  });
}

export function readQueries(): SampleQuery[] {
  return [...readSet('queries.tsv', 'known'), ...readSet('unseen.tsv', 'unseen')];
}

/** After a heading, each line is a query, a tab, and the IDs that are right, joined by `|`. */
function readSet(file: string, set: QuerySet): SampleQuery[] {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return lines.map((line) => {
    const [text = '', ids = ''] = line.split('\t');
    return { text, wanted: new Set(ids.split('|')), set };
  });
}

/** Those of the queries that the view has an action for. */
export function answerable(queries: readonly SampleQuery[], view: CatalogView): SampleQuery[] {
  const ids = new Set(view.actions.map(({ id }) => id));
  return queries.filter(({ wanted }) => [...wanted].some((id) => ids.has(id)));
}

export function runQueries(queries: readonly SampleQuery[], search: ActionSearch): Outcome[] {
  return queries.map((query) => {
    const start = performance.now();
    const hits = search.find(query.text, { limit: 20, explain: false }).results;
    const ms = performance.now() - start;
    return { query, hits, ms, place: hits.findIndex(({ action }) => query.wanted.has(action.id)) + 1 };
  });
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const share = (places: number): number =>
    outcomes.filter(({ place }) => place > 0 && place <= places).length / Math.max(1, outcomes.length);
  return { queries: outcomes.length, top1: share(1), top3: share(3), top5: share(5) };
}
