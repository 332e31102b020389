import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsPattern } from './name-pattern.ts';

test.each([
  ['*.tar.gz', 'app.tar.gz', true],
  ['*.tar.gz', 'app.tar.gz.sig', false],
  ['app-?.?', 'app-1.0', true],
  ['app-?.?', 'app-10', false],
  ['*', '', true],
  ['', '', true],
  ['', 'a', false],
  ['a*b*c', 'a1b2b3c', true],
  ['a*b*c', 'a1b2b3', false],
  ['*.zip', 'out/linux/app.zip', true],
  ['out/*.zip', 'out/linux/app.zip', true],
  ['out/*.zip', 'app.zip', false],
  ['[a-z].(x|y)+', '[a-z].(x|y)+', true],
  ['a.b', 'axb', false],
])('%j on %j is %j', (pattern, path, fits) => {
  expect(fitsPattern(pattern, path)).toBe(fits);
});

test('agrees with the regular expression it stands for', () => {
  const character = fc.constantFrom('a', 'b', '*', '?', '.');
  fc.assert(
    fc.property(
      fc.string({ unit: character, maxLength: 8 }),
      fc.string({ unit: character, maxLength: 8 }),
      (pattern, text) => {
        const source = pattern.replace(/[.]/g, '\\.').replaceAll('*', '.*').replaceAll('?', '.');

        expect(fitsPattern(pattern, text)).toBe(new RegExp(`^${source}$`, 's').test(text));
      },
    ),
  );
});

test('many stars on a long name cost no more than their product', () => {
  expect(fitsPattern(`${'*a'.repeat(200)}b`, 'a'.repeat(4000))).toBe(false);
});
