/**
 * Measures the search against `test/search/queries.tsv` and `test/search/unseen.tsv`: how often the right action comes
 * first, among three, among five, and how long a search takes. `--unseen` also lists the misses of the unseen queries; look at
 * them only to retire them.
 */
import { createActionSearch } from '../src/surfaces/search/search-index.ts';
import {
  answerable,
  type Figures,
  figuresOf,
  type Outcome,
  readQueries,
  runQueries,
  wholeCatalog,
} from '../test/search/measure.ts';

function main(): void {
  const view = wholeCatalog();
  const all = readQueries();
  const queries = answerable(all, view);
  const search = createActionSearch(view);
  const start = performance.now();
  search.find('warm up', { limit: 1, explain: false });
  const buildMs = performance.now() - start;
  runQueries(queries, search);
  const outcomes = runQueries(queries, search);

  console.log(`${view.actions.length} actions, index built in ${buildMs.toFixed(1)} ms`);
  console.log(`${queries.length} of ${all.length} queries, the others ask for actions that are not in the catalog\n`);
  printMisses(outcomes);
  printDomains(outcomes);
  printFigures('all', figuresOf(outcomes));
  for (const set of ['known', 'unseen'] as const) {
    printFigures(set, figuresOf(outcomes.filter(({ query }) => query.set === set)));
  }
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  console.log(
    `\ntime: mean ${mean.toFixed(3)} ms, median ${at(times, 0.5)} ms, 99 % ${at(times, 0.99)} ms, most ${at(times, 1)} ms`,
  );
}

function printMisses(outcomes: readonly Outcome[]): void {
  const showsUnseen = process.argv.includes('--unseen');
  for (const { query, place, hits } of outcomes) {
    if (place === 1 || (query.set === 'unseen' && !showsUnseen)) continue;
    const won = hits.slice(0, 3).map(({ action, score }) => `${action.id} ${score}`);
    console.log(
      `${place === 0 ? '-' : place}\t${query.text}\n\twanted ${[...query.wanted].join(' or ')}, got ${won.join(', ')}`,
    );
  }
}

/** By the domain of the first action wanted. */
function printDomains(outcomes: readonly Outcome[]): void {
  const domains = Map.groupBy(outcomes, ({ query }) => [...query.wanted][0]?.split('.')[0] ?? '');
  console.log('');
  for (const [domain, own] of [...domains].sort(([a], [b]) => (a < b ? -1 : 1))) printFigures(domain, figuresOf(own));
  console.log('');
}

function printFigures(name: string, { queries, top1, top3, top5 }: Figures): void {
  const shares = [top1, top3, top5].map((share) => `${(100 * share).toFixed(1)} %`.padStart(8));
  console.log(
    `${name.padEnd(22)}${String(queries).padStart(5)}  top-1${shares[0]}  top-3${shares[1]}  top-5${shares[2]}`,
  );
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.ceil(share * (sorted.length - 1))] ?? 0).toFixed(3);
}

main();
