import { describe, expect, test } from 'vitest';
import { answerable, readQueries, runQueries, type SampleQuery, wholeCatalog } from '../../../test/search/measure.ts';
import { Catalog } from '../../catalog/catalog.ts';
import { CatalogView } from '../../catalog/view.ts';
import { createActionSearch } from './search-index.ts';

/** Both bounds leave a little room, so that only a real loss turns them red. */
describe('low confidence', () => {
  const whole = wholeCatalog();
  const queries = answerable(readQueries(), whole);

  test('is seldom said of a right first hit', () => {
    const right = runQueries(queries, createActionSearch(whole)).filter(({ place }) => place === 1);

    expect(right.filter(({ hits }) => hits[0]?.lowConfidence === true).length / right.length).toBeLessThan(0.08);
  });

  test('is mostly said where the action that was asked for is not there', () => {
    const outcomes = ['package', 'runner', 'snippet', 'release', 'environment', 'ci_variable', 'search'].flatMap(
      without,
    );
    const doubted = outcomes.filter(({ hits }) => hits[0]?.lowConfidence !== undefined || hits.length === 0);

    expect(outcomes.length).toBeGreaterThan(250);
    expect(doubted.length / outcomes.length).toBeGreaterThan(0.65);
  });

  /** The queries that only one domain answers, asked where it is missing. */
  function without(domain: string) {
    const view = new CatalogView(new Catalog(whole.actions), { ...whole.policy, excluded: new Set([domain]) });
    const isOf = ({ wanted }: SampleQuery): boolean => [...wanted].every((id) => id.startsWith(`${domain}.`));
    return runQueries(queries.filter(isOf), createActionSearch(view));
  }
});
