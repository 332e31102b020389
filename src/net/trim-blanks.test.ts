import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trimBlanks } from './trim-blanks.ts';

describe('trimBlanks', () => {
  test.each([
    ['', ''],
    [' \t ', ''],
    ['\t a b \t', 'a b'],
    ['\u00a0a\n', '\u00a0a\n'],
  ])('%j becomes %j', (text, trimmed) => {
    expect(trimBlanks(text)).toBe(trimmed);
  });

  test('nothing but spaces and tabs is taken away, and none is left at an end', () => {
    const blanks = fc.string({ unit: fc.constantFrom(' ', '\t') });
    fc.assert(
      fc.property(blanks, fc.string({ unit: 'binary' }), blanks, (before, text, after) => {
        const trimmed = trimBlanks(before + text + after);

        expect(trimmed).toBe(trimBlanks(text));
        expect(trimmed).not.toMatch(/^[ \t]|[ \t]$/);
        expect(text).toContain(trimmed);
      }),
    );
  });
});
