import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutPatch } from './diff-window.ts';

describe('cutPatch', () => {
  test('a patch that fits is whole', () => {
    expect(cutPatch('a\nb\n', 1, 100)).toEqual({
      text: 'a\nb',
      first_line: 1,
      last_line: 2,
      total_lines: 2,
      complete: true,
      next_start_line: null,
    });
  });

  test('T-31: a patch that does not fit says which lines it shows and where to go on', () => {
    const patch = Array.from({ length: 9 }, (_, index) => `line ${index + 1}`).join('\n');

    expect(cutPatch(patch, 3, 15)).toEqual({
      text: 'line 3\nline 4',
      first_line: 3,
      last_line: 4,
      total_lines: 9,
      complete: false,
      next_start_line: 5,
    });
  });

  test('T-31: a line of 20 MB is shortened, and the patch is not called complete', () => {
    const excerpt = cutPatch(`+${'x'.repeat(20 * 1024 * 1024)}\n`, 1, 40_000);

    expect(excerpt.text.length).toBeLessThan(2_100);
    expect(excerpt.text).toMatch(/x \[rest of the line left out\]$/);
    expect(excerpt).toMatchObject({ complete: false, next_start_line: null, total_lines: 1 });
  });

  test('a start beyond the end gives nothing and the total', () => {
    expect(cutPatch('a\n', 5, 100)).toMatchObject({ text: '', first_line: null, total_lines: 1, complete: false });
  });

  test('an empty patch is whole', () => {
    expect(cutPatch('', 1, 100)).toMatchObject({ text: '', total_lines: 0, complete: true });
  });

  test('T-31: reading on from each answer gives every line once', () => {
    const lines = fc.array(
      fc.string({ maxLength: 12 }).filter((text) => !text.includes('\n')),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 60 }), (given, budget) => {
        const read: string[] = [];
        let start: number | null = 1;
        while (start !== null) {
          const excerpt = cutPatch(`${given.join('\n')}\n`, start, budget);
          expect(excerpt.first_line).toBe(start);
          read.push(excerpt.text);
          start = excerpt.next_start_line;
        }
        expect(read.join('\n')).toBe(given.join('\n'));
      }),
    );
  });
});
