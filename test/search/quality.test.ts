import { describe, expect, test } from 'vitest';
import { createActionSearch } from '../../src/surfaces/search/search-index.ts';
import { answerable, figuresOf, readQueries, runQueries, wholeCatalog } from './measure.ts';

/** A bit below what `npm run search:report` measures, so that only a real loss turns them red. */
const floors = {
  known: { top1: 0.93, top3: 0.985, top5: 0.99 },
  unseen: { top1: 0.87, top3: 0.97, top5: 0.98 },
} as const;

describe('search quality', () => {
  const view = wholeCatalog();
  const queries = answerable(readQueries(), view);
  const outcomes = runQueries(queries, createActionSearch(view));

  test('the sample is large, and its queries differ', () => {
    expect(queries.length).toBeGreaterThan(4_000);
    expect(new Set(queries.map(({ text }) => text.toLowerCase())).size).toBe(queries.length);
  });

  test.each(['known', 'unseen'] as const)('the %s queries find what they ask for', (set) => {
    const { top1, top3, top5 } = figuresOf(outcomes.filter(({ query }) => query.set === set));

    expect(top1).toBeGreaterThan(floors[set].top1);
    expect(top3).toBeGreaterThan(floors[set].top3);
    expect(top5).toBeGreaterThan(floors[set].top5);
  });

  test('every query that neither names destruction nor asks for that very action gets a harmless one first', () => {
    const harmful = outcomes.filter(
      ({ query, hits: [first] }) =>
        first?.action.effect === 'destroy' && !query.wanted.has(first.action.id) && !namesDestruction.test(query.text),
    );

    expect(harmful.map(({ query, hits: [first] }) => `${query.text} -> ${first?.action.id}`)).toEqual([]);
  });
});

/** Spelt out, in the languages of the sample. Written apart from the word lists of the search on purpose. */
const namesDestruction =
  /\b(?:delet|remov|unset|trash|invalidat|destroy|eras|drop|purg|wip|discard|revok|unprotect|unlink|unshar|unpublish|detach|disabl|den(?:y|ied)|reject|prune|clean|clear|borra|elimina|quita|rechaza|transfer|unlock|kick|evict)\w*|\brm\b|\b(?:stop sharing|turn off|get rid|take down|take \w+ off)\b/i;
