import { code, fence } from '../../surfaces/render/markdown.ts';
import { plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { rows } from './lists.ts';

export type FileClass = 'sensitive' | 'test' | 'docs' | 'logic';

const sensitive = [
  '.env',
  'secret',
  'password',
  'token',
  'key',
  'migration',
  'schema',
  'docker',
  'ci',
  'deploy',
  'security',
  'auth',
  'config',
];
const tests = [
  '_test.',
  'test/',
  'tests/',
  'spec/',
  '__tests__/',
  '.test.',
  '.spec.',
  '_spec.',
  '/test_',
  'conftest.py',
];
const docs = ['.md', 'readme', 'docs/', 'doc/', '.txt', '.rst'];

/** What a reviewer should take a file for, by its path: the first of sensitive, test and documentation that fits. */
export function classOf(file: Thing): FileClass {
  const path = newPath(file).toLowerCase();
  const holds = (parts: readonly string[]): boolean => parts.some((part) => path.includes(part));
  if (holds(sensitive)) return 'sensitive';
  if (holds(tests) || path.startsWith('test_')) return 'test';
  return holds(docs) ? 'docs' : 'logic';
}

export function newPath(file: Thing): string {
  return plain(read(file, 'new_path')) || plain(read(file, 'old_path'));
}

/** What happened to a file. */
export function changeOf(file: Thing): 'new' | 'deleted' | 'renamed' | 'modified' {
  if (read(file, 'new_file') === true) return 'new';
  if (read(file, 'deleted_file') === true) return 'deleted';
  return read(file, 'renamed_file') === true ? 'renamed' : 'modified';
}

/** Lines that a patch adds and removes. */
export function linesOf(file: Thing): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  let inside = false;
  for (const line of plain(read(file, 'diff')).split('\n')) {
    // What comes before the first hunk are headers of the patch.
    if (line.startsWith('@@')) inside = true;
    else if (inside && line.startsWith('+')) added += 1;
    else if (inside && line.startsWith('-')) removed += 1;
  }
  return { added, removed };
}

export interface DiffTotals {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  readonly byChange: Readonly<Record<ReturnType<typeof changeOf>, number>>;
  readonly byClass: Readonly<Record<FileClass, number>>;
}

export function totalsOf(files: readonly Thing[]): DiffTotals {
  const byChange = { new: 0, deleted: 0, renamed: 0, modified: 0 };
  const byClass = { sensitive: 0, test: 0, docs: 0, logic: 0 };
  let added = 0;
  let removed = 0;
  for (const file of files) {
    const lines = linesOf(file);
    added += lines.added;
    removed += lines.removed;
    byChange[changeOf(file)] += 1;
    byClass[classOf(file)] += 1;
  }
  return { files: files.length, added, removed, byChange, byClass };
}

const classNames: Readonly<Record<FileClass, string>> = {
  sensitive: '⚠️ sensitive',
  test: 'test',
  docs: 'documentation',
  logic: 'code',
};

/** Path, what happened, size and kind of each file. */
export function fileTable(files: readonly Thing[]): string {
  return rows(
    files,
    [
      ['File', pathCell],
      ['Change', changeOf],
      ['Lines', lineCell],
      ['Kind', (file) => classNames[classOf(file)]],
    ],
    100,
  );
}

function pathCell(file: Thing): string {
  const path = code(newPath(file), 300);
  return changeOf(file) === 'renamed' ? `${code(plain(read(file, 'old_path')), 300)} → ${path}` : path;
}

/** `+12 −3`; says when GitLab withholds the patch. */
export function lineCell(file: Thing): string {
  const { added, removed } = linesOf(file);
  if (added + removed > 0) return `+${added} −${removed}`;
  return read(file, 'too_large') === true || read(file, 'collapsed') === true ? 'too large, not shown' : '';
}

/** The patches of some files, each under its path. */
export function patches(files: readonly Thing[]): string {
  return files
    .map((file) => {
      const patch = plain(read(file, 'diff'));
      const counts = lineCell(file);
      const head = `#### ${pathCell(file)} (${changeOf(file)}${counts === '' ? '' : `, ${counts}`})`;
      return patch === '' ? `${head}\n\nNo patch.` : `${head}\n\n${fence(patch, 'diff')}`;
    })
    .join('\n\n');
}

/** A sentence when not every changed file or not every patch is here. */
export function diffCaveat(diff: Thing): string | undefined {
  if (read(diff, 'complete') !== false) return undefined;
  const returned = plain(read(diff, 'files_returned'));
  const changed = plain(read(diff, 'files_changed')) || 'an unknown number of';
  return `⚠️ Not the whole change is here: ${returned} of ${changed} files, some perhaps without their whole patch. Figures are about what is here.`;
}
