import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closest, editDistance } from './closest.ts';

describe('closest', () => {
  test('the nearest comes first, ties in the order of the alphabet, none beyond the limit', () => {
    const names = ['label_get', 'label_lists', 'label_lift', 'label_list', 'board_list'];

    expect(closest('label_lis', names, 2, 5)).toEqual(['label_list', 'label_lift', 'label_lists']);
    expect(closest('label_lis', names, 2, 1)).toEqual(['label_list']);
  });

  test('letter case costs nothing', () => {
    expect(closest('Project_ID', ['project_id', 'project_ids'], 1, 5)).toEqual(['project_id', 'project_ids']);
  });

  test('nothing is near when everything is too far', () => {
    expect(closest('xyz', ['project_id', 'state'])).toEqual([]);
  });
});

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['kitten', 'sitting', 3],
    ['search', 'serach', 2],
    ['iid', 'id', 1],
    ['', 'abc', 3],
  ])('from %j to %j is %i', (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
  });

  test('is the textbook distance up to the limit, and limit + 1 beyond', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 9 });

    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 6 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(textbook(a, b), limit + 1));
      }),
      { numRuns: 500 },
    );
  });
});

/** The definition, written down. */
function textbook(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [first, ...rest] = a;
  const [other, ...others] = b;
  const substituted = textbook(rest.join(''), others.join('')) + (first === other ? 0 : 1);
  if (first === other) return substituted;
  return Math.min(substituted, textbook(rest.join(''), b) + 1, textbook(a, others.join('')) + 1);
}
