import { describe, expect, test } from 'vitest';
import { fold, isPlural, joinCompounds, stem, verbOfParticiple, wordsOf } from './words.ts';

describe('stem', () => {
  test.each([
    ['issues', 'issue'],
    ['branches', 'branch'],
    ['repositories', 'repository'],
    ['statuses', 'status'],
    ['releases', 'release'],
    ['merging', 'merge'],
    ['stopping', 'stop'],
    ['files', 'file'],
  ])('%s and %s are one term', (a, b) => {
    expect(stem(a)).toBe(stem(b));
  });

  test.each([
    ['changes', 'change'],
    ['settings', 'set'],
    ['findings', 'find'],
    ['closed', 'close'],
    ['string', 'str'],
  ])('%s is another term than %s', (a, b) => {
    expect(stem(a)).not.toBe(stem(b));
  });
});

test.each([
  ['closed', 'close'],
  ['merged', 'merge'],
  ['stopped', 'stop'],
])('the participle %s leads back to %s', (participle, verb) => {
  expect(verbOfParticiple(participle)).toBe(stem(verb));
});

test.each(['need', 'feed', 'red', 'project'])('%s is no participle', (word) => {
  expect(verbOfParticiple(word)).toBeUndefined();
});

test('plurals are told from words that only end alike', () => {
  expect(['issues', 'branches', 'people'].map(isPlural)).toEqual([true, true, true]);
  expect(['status', 'access', 'details', 'needs', 'is'].map(isPlural)).toEqual([false, false, false, false, false]);
});

test('accents and case are folded, letters of any script make words', () => {
  expect(fold('Solicitud de FUSIÓN')).toBe('solicitud de fusion');
  expect(wordsOf(fold('año_2026, проект!'))).toEqual(['ano', '2026', 'проект']);
});

test.each([['merge requests'], ['MR'], ['pull request'], ['PRs']])('%s is one and the same term', (text) => {
  const terms: string[] = [];

  joinCompounds(wordsOf(fold(text)).map(stem), (term) => terms.push(term));

  expect(terms).toEqual(['mergerequest']);
});
