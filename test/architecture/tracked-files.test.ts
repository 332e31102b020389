import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The sources may have come without their history, as an archive, or to where there is no git. */
const hasHistory = existsSync(join(root, '.git')) && spawnSync('git', ['--version']).status === 0;

describe.skipIf(!hasHistory)('what is tracked', () => {
  test('is no symbolic link and no other repository, for such a thing leads out of the sources', () => {
    expect(listTracked().filter(({ mode }) => !mode.startsWith('100'))).toEqual([]);
  });

  test('was written by somebody, not installed or built', () => {
    const made = /(^|\/)(node_modules|dist|coverage|artifacts)(\/|$)|\.(tgz|log)$|(^|\/)\.env$/;

    expect(listTracked().filter(({ path }) => made.test(path))).toEqual([]);
  });
});

interface TrackedFile {
  /** As git has it: 100644 and 100755 are files, 120000 is a symbolic link, 160000 a submodule. */
  readonly mode: string;
  readonly path: string;
}

function listTracked(): readonly TrackedFile[] {
  // A checkout may belong to another user, as in a container.
  const args = ['-c', 'safe.directory=*', 'ls-files', '--stage', '-z'];
  const listing = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  const files = listing.split('\0').flatMap((line) => {
    const [, mode, path] = /^(\d{6}) [0-9a-f]+ \d\t(.+)$/s.exec(line) ?? [];
    return mode === undefined || path === undefined ? [] : [{ mode, path }];
  });
  expect(files.length).toBeGreaterThan(1_000);
  return files;
}
