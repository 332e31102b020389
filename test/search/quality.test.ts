import { describe, expect, test } from 'vitest';
import { createActionSearch } from '../../src/surfaces/search/search-index.ts';
import { answerable, figuresOf, readQueries, runQueries, wholeCatalog } from './measure.ts';

/** A bit below what `npm run search:report` measures, so that only a real loss turns them red. */
const floors = { top1: 0.91, top3: 0.96, top5: 0.97 };

describe('search quality', () => {
  const view = wholeCatalog();
  const queries = answerable(readQueries(), view);
  const outcomes = runQueries(queries, createActionSearch(view));

  test('the sample is large, and its queries differ', () => {
    expect(queries.length).toBeGreaterThan(600);
    expect(new Set(queries.map(({ text }) => text.toLowerCase())).size).toBe(queries.length);
  });

  test.each(['tuned', 'check'] as const)('the %s half finds what it asks for', (half) => {
    const { top1, top3, top5 } = figuresOf(outcomes.filter(({ query }) => query.half === half));

    expect(top1).toBeGreaterThan(floors.top1);
    expect(top3).toBeGreaterThan(floors.top3);
    expect(top5).toBeGreaterThan(floors.top5);
  });

  test('every query that names no destruction gets a harmless action first', () => {
    const harmful = outcomes.filter(
      ({ query, hits: [first] }) => first?.action.effect === 'destroy' && !namesDestruction.test(query.text),
    );

    expect(harmful.map(({ query, hits: [first] }) => `${query.text} -> ${first?.action.id}`)).toEqual([]);
  });
});

/** Spelt out, in the languages of the sample. Written apart from the word lists of the search on purpose. */
const namesDestruction =
  /\b(?:delet|remov|unset|trash|invalidat|destroy|eras|drop|purg|wip|discard|revok|unprotect|unlink|unshar|unpublish|detach|disabl|den(?:y|ied)|reject|prune|clean|clear|borra|elimina|quita|rechaza|transfer|unlock)\w*|\b(?:stop sharing|turn off|get rid|take down)\b/i;
