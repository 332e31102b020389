import { describe, expect, test } from 'vitest';
import { blobSha, treeSha } from './git-objects.ts';
import { diffLines, toLines } from './line-diff.ts';
import type { Project } from './projects.ts';
import { Repository, commitDate } from './repository.ts';

const author = (second: number) => ({
  name: 'Alice',
  email: 'alice@example.com',
  date: commitDate(new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()),
});

/** Only the default branch of a project matters to its repository. */
function setup() {
  const project = { defaultBranch: null } as Project; // a repository reads and writes nothing else
  const repository = new Repository(project);
  let second = 0;
  const write = (branch: string, files: Record<string, string>, startRef?: string) =>
    repository.commit({
      branch,
      startRef,
      message: `Change ${Object.keys(files).join(', ')}`,
      author: author(second++),
      actions: Object.entries(files).map(([path, content]) => ({
        action:
          repository.fileAt(repository.branches.has(branch) ? branch : (startRef ?? 'HEAD'), path) === undefined
            ? 'create'
            : 'update',
        path,
        content,
      })),
    });
  return { project, repository, write };
}

describe('hashes', () => {
  test('blobs and trees have the names Git gives them', () => {
    expect(blobSha(Buffer.from('hello world\n'))).toBe('3b18e512dba79e4c8300dd08aeb37f8e728b8dad');
    expect(treeSha(new Map())).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
    expect(
      treeSha(new Map([['hello.txt', { mode: '100644', blob: '3b18e512dba79e4c8300dd08aeb37f8e728b8dad' }]])),
    ).toBe('68aba62e560c0ebc3396e8ae9335232cd93a3f60');
  });
});

describe('line diff', () => {
  test('applying the changes to the old text gives the new one', () => {
    const a = toLines('a\nb\nc\nd\ne\n');
    const b = toLines('a\nc\nx\nd\ne\nf');

    const changes = diffLines(a, b);

    const rebuilt: string[] = [];
    let at = 0;
    for (const change of changes) {
      rebuilt.push(...a.slice(at, change.oldStart), ...b.slice(change.newStart, change.newEnd));
      at = change.oldEnd;
    }
    expect([...rebuilt, ...a.slice(at)].join('')).toBe('a\nc\nx\nd\ne\nf');
    expect(changes).toHaveLength(3);
  });
});

describe('repository', () => {
  test('the first commit makes the default branch, and refs find commits by every name', () => {
    const { project, repository, write } = setup();
    const first = write('main', { 'README.md': '# One\n' });
    const second = write('main', { 'README.md': '# Two\n' });

    expect(project.defaultBranch).toBe('main');
    for (const ref of ['main', 'HEAD', 'refs/heads/main', second.sha, second.sha.slice(0, 8)]) {
      expect(repository.resolve(ref)?.sha).toBe(second.sha);
    }
    expect(repository.resolve('main~1')?.sha).toBe(first.sha);
    expect(repository.resolve('main^')?.sha).toBe(first.sha);
    expect(repository.resolve('nothing')).toBeUndefined();
    expect(repository.fileAt('main', 'README.md')?.bytes.toString()).toBe('# Two\n');
  });

  test('a diff shows hunks as Git does, with additions, deletions and renames', () => {
    const { repository, write } = setup();
    const base = write('main', { 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'same\ncontent\nhere\n' });
    repository.commit({
      branch: 'main',
      message: 'Move',
      author: author(9),
      actions: [
        { action: 'update', path: 'a.txt', content: '1\n2\nthree\n4\n5' },
        { action: 'move', path: 'c.txt', previousPath: 'b.txt' },
      ],
    });

    const [text, moved] = repository.diff(base.sha, repository.branches.get('main') ?? '');

    expect(text?.patch).toBe('@@ -1,5 +1,5 @@\n 1\n 2\n-3\n+three\n 4\n-5\n+5\n\\ No newline at end of file\n');
    expect(moved).toMatchObject({ oldPath: 'b.txt', newPath: 'c.txt', isRenamed: true, patch: '' });
  });

  test('changes in different places merge; changes in the same place conflict', () => {
    const { repository, write } = setup();
    write('main', { 'a.txt': '1\n2\n3\n4\n5\n6\n' });
    const ours = write('ours', { 'a.txt': 'one\n2\n3\n4\n5\n6\n' }, 'main');
    const apart = write('apart', { 'a.txt': '1\n2\n3\n4\n5\nsix\n' }, 'main');
    const same = write('same', { 'a.txt': 'uno\n2\n3\n4\n5\n6\n' }, 'main');

    const merged = repository.merge(ours.sha, apart.sha);
    const conflict = repository.merge(ours.sha, same.sha);

    expect(merged.kind === 'merged' && repository.blob(merged.tree.get('a.txt')?.blob ?? '')?.toString()).toBe(
      'one\n2\n3\n4\n5\nsix\n',
    );
    expect(conflict).toEqual({ kind: 'conflict', paths: ['a.txt'] });
  });

  test('a failing action leaves the branch as it was', () => {
    const { repository, write } = setup();
    const head = write('main', { 'a.txt': '1\n' });

    const commit = () =>
      repository.commit({
        branch: 'main',
        message: 'No',
        author: author(5),
        actions: [
          { action: 'update', path: 'a.txt', content: '2\n' },
          { action: 'create', path: 'a.txt', content: '3\n' },
        ],
      });

    expect(commit).toThrow('A file with this name already exists');
    expect(repository.branches.get('main')).toBe(head.sha);
  });

  test('a log can be narrowed to a path and to what another commit lacks', () => {
    const { repository, write } = setup();
    const first = write('main', { 'src/a.txt': '1\n' });
    const second = write('main', { 'b.txt': '1\n' });
    const third = write('main', { 'src/a.txt': '2\n' });

    expect(repository.log(third.sha, { path: 'src' }).map(({ sha }) => sha)).toEqual([third.sha, first.sha]);
    expect(repository.log(third.sha, { except: [first.sha] }).map(({ sha }) => sha)).toEqual([third.sha, second.sha]);
    expect(repository.lastCommitOf(third.sha, 'b.txt')?.sha).toBe(second.sha);
  });
});
