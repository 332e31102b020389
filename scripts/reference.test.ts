import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findStalePages, writePages } from './reference.ts';

test('the reference pages in docs say what the program does', () => {
  expect(findStalePages(resolve(import.meta.dirname, '..'))).toEqual([]);
});

test('a page that is missing or changed by hand is stale until it is written again', () => {
  const root = mkdtempSync(join(tmpdir(), 'reference-'));
  const page = join(root, 'docs/reference/options.md');

  const whenMissing = findStalePages(root);
  writePages(root);
  const whenWritten = findStalePages(root);
  writeFileSync(page, readFileSync(page, 'utf8').replace('--http-addr', '--http-address'));
  const whenChanged = findStalePages(root);
  rmSync(root, { recursive: true });

  expect(whenMissing).toContain('docs/reference/options.md');
  expect(whenWritten).toEqual([]);
  expect(whenChanged).toEqual(['docs/reference/options.md']);
});
