import { expect, test } from 'vitest';
import { parsePatch } from './patch.ts';

test('each line has the numbers both sides have reached', () => {
  const patch = '@@ -10,3 +10,4 @@ fn\n keep\n-gone\n+new\n+newer\n keep\n';

  expect(parsePatch(patch)).toEqual([
    { kind: 'context', old: 10, new: 10 },
    { kind: 'removed', old: 11, new: 11 },
    { kind: 'added', old: 12, new: 11 },
    { kind: 'added', old: 12, new: 12 },
    { kind: 'context', old: 12, new: 13 },
  ]);
});

test('file headers, notes about line ends and empty context lines do not count', () => {
  const patch =
    '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n';

  expect(parsePatch(patch)).toEqual([
    { kind: 'context', old: 1, new: 1 },
    { kind: 'removed', old: 2, new: 2 },
    { kind: 'added', old: 3, new: 2 },
  ]);
});

test('a line that looks like a header inside a hunk is a line', () => {
  expect(parsePatch('@@ -1 +1 @@\n--- a\n+++ b\n')).toEqual([
    { kind: 'removed', old: 1, new: 1 },
    { kind: 'added', old: 2, new: 1 },
  ]);
});

test('a patch without hunks has no lines', () => {
  expect(parsePatch('')).toEqual([]);
  expect(parsePatch('Binary files a/x and b/x differ\n')).toEqual([]);
});
