import { expect, test } from 'vitest';
import { compareReleases, parseRelease } from './release.ts';

test('T-68: releases are ordered by number, prereleases come first, editions do not count', () => {
  const inOrder = [
    ['9.5.10', '9.5.10-ee'],
    ['18.9.3-ee', '18.9.3-ee.0'],
    ['18.10.0-rc42-ee', '18.10.0-pre'],
    ['18.10.0'],
    ['18.11.0-pre', '18.11.0-pre.1'],
    ['18.11.0', '18.11.0-ee'],
    ['19.2.0-rc1'],
    ['19.2.1', '19.2.1-ee'],
    ['19.2.10-ee'],
    ['20.0.0-pre'],
  ];

  for (const [at, names] of inOrder.entries()) {
    for (const [otherAt, others] of inOrder.entries()) {
      for (const name of names) {
        for (const other of others)
          expect(Math.sign(compare(name, other)), `${name} ${other}`).toBe(Math.sign(at - otherAt));
      }
    }
  }
});

test.each([
  undefined,
  19,
  '',
  '19',
  '19.2',
  'v19.2.1',
  '19.2.1 ',
  '19.2.1\n',
  '19.2.1-<b>',
  '19.2.1-',
  '99999.0.0',
  `19.2.1-${'e'.repeat(60)}`,
])('%j is no release', (name) => {
  expect(parseRelease(name)).toBeUndefined();
});

function compare(one: string, other: string): number {
  const [left, right] = [parseRelease(one), parseRelease(other)];
  if (left === undefined || right === undefined) throw new Error(`${one} or ${other} is no release`);
  return compareReleases(left, right);
}
