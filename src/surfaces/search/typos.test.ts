import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestWord, nearWords, typoDistance } from './typos.ts';

const words = new Map([
  ['i', ['issue', 'issues']],
  ['m', ['member', 'merge', 'milestone']],
  ['d', ['delete', 'deployment', 'diff']],
]);

test.each([
  ['isuse', 'issue'],
  ['megre', 'merge'],
  ['mebmer', 'member'],
  ['milstones', 'milestone'],
  ['delpoyment', 'deployment'],
])('%s may have meant %s', (typo, word) => {
  expect(nearestWord(typo, words)).toBe(word);
});

test.each(['mer', 'xissue', 'mango', 'm3rge', 'm'.repeat(200)])('%s means none of them', (word) => {
  expect(nearestWord(word, words)).toBeUndefined();
});

test('swapped neighbours are one mistake', () => {
  expect(typoDistance('merge', 'megre', 2)).toBe(1);
  expect(typoDistance('merge', 'mirage', 2)).toBe(2);
  expect(typoDistance('merge', 'deploy', 2)).toBe(3);
});

test('the distance is the same both ways, and zero only for equals', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(typoDistance(a, b, 6)).toBe(typoDistance(b, a, 6));
      expect(typoDistance(a, b, 6) === 0).toBe(a === b);
    }),
  );
});

test('words near another one come nearest first, and no more than asked for', () => {
  expect(nearWords('issu', words, 6)).toEqual(['issue', 'issues']);
  expect(nearWords('issu', words, 1)).toEqual(['issue']);
});
