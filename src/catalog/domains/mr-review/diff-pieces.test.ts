import { describe, expect, test } from 'vitest';
import { fitPatches, reasonWithoutPatch } from './diff-pieces.ts';

const file = { old_path: 'a', new_path: 'a', a_mode: '100644', b_mode: '100644', diff: '' };
const hunk = '@@ -1 +1 @@\n-a\n+b\n';

describe('reasonWithoutPatch', () => {
  test.each([
    ['too_large', { ...file, too_large: true }],
    ['collapsed', { ...file, collapsed: true }],
    ['binary', { ...file, diff: 'Binary files a/a and b/a differ\n' }],
    ['binary', file],
    ['rename-only', { ...file, old_path: 'b', renamed_file: true }],
    ['mode-only', { ...file, b_mode: '100755' }],
    ['empty', { ...file, new_file: true, a_mode: '0' }],
    [undefined, { ...file, diff: hunk }],
    [undefined, { ...file, diff: hunk, collapsed: true }],
    [undefined, { ...file, diff: '@@ -1 +1 @@\n-a\n+Binary files x and y differ\n' }],
  ])('T-31: %s', (reason, given) => {
    expect(reasonWithoutPatch(given)).toBe(reason);
  });
});

describe('fitPatches', () => {
  test('T-31: what fits is whole and untouched', () => {
    const files = [
      { ...file, diff: hunk },
      { ...file, old_path: 'b', renamed_file: true },
    ];

    expect(fitPatches(files)).toEqual({
      items: files,
      without_patch: [{ path: 'a', reason: 'rename-only' }],
      whole: true,
    });
  });

  test('T-31: what GitLab withholds makes it incomplete', () => {
    expect(fitPatches([{ ...file, too_large: true }]).whole).toBe(false);
    expect(fitPatches([{ ...file, collapsed: true }]).whole).toBe(false);
  });

  test('T-31: a long patch leaves room for the next, and says where it was cut', () => {
    const long = `@@ -0,0 +1,9000 @@\n${'+some added line\n'.repeat(9000)}`;

    const { items, without_patch, whole } = fitPatches([
      { ...file, diff: long },
      { ...file, new_path: 'c', diff: hunk },
    ]);

    expect(whole).toBe(false);
    expect(without_patch).toEqual([{ path: 'a', reason: 'limit' }]);
    expect(String(items[0]?.['diff']).length).toBeLessThanOrEqual(16_000);
    expect(items[0]).toMatchObject({
      first_line: 1,
      total_lines: 9001,
      next_start_line: Number(items[0]?.['last_line']) + 1,
    });
    expect(items[1]).toEqual({ ...file, new_path: 'c', diff: hunk });
  });

  test('T-31: all patches together stay within the budget, and no file is lost', () => {
    const files = Array.from({ length: 50 }, (_, index) => ({
      ...file,
      new_path: `f${index}`,
      diff: `@@ -0,0 +1,99 @@\n${'+line\n'.repeat(99)}`,
    }));

    const { items, without_patch } = fitPatches(files, 5_000);

    expect(items).toHaveLength(50);
    expect(items.map((item) => String(item['diff'])).join('').length).toBeLessThanOrEqual(5_100);
    expect(without_patch.length).toBeGreaterThan(40);
    expect(new Set(without_patch.map(({ reason }) => reason))).toEqual(new Set(['limit']));
  });
});
