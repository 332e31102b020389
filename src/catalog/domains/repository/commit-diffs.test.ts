import { describe, expect, test } from 'vitest';
import { replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { comparisons } from './comparisons.ts';

const [commitDiff, compare] = comparisons;
const commit = { project_id: 1, sha: 'abc' };

function changed(path: string, diff: string, extra: object = {}) {
  return { old_path: path, new_path: path, a_mode: '100644', b_mode: '100644', diff, ...extra };
}

const small = changed('a.ts', '@@ -1 +1 @@\n-a\n+b\n');
const huge = changed(
  'huge.ts',
  `@@ -0,0 +1,400000 @@\n${'+0123456789012345678901234567890123456789\n'.repeat(500_000)}`,
);

describe('T-31: repository.commit_diff', () => {
  test('a small diff is complete', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, [small], { 'x-page': '1', 'x-per-page': '20', 'x-total': '1', 'x-next-page': '' }),
    );

    const { value, notes } = await gitlab.run(commitDiff, commit);

    expect(value).toEqual({ items: [small], complete: true, files_returned: 1, files_changed: 1, without_patch: [] });
    expect(notes).toEqual([]);
  });

  test('a page of a longer diff says that it is not the whole', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, [small], { 'x-page': '1', 'x-per-page': '20', 'x-total': '21', 'x-next-page': '2' }),
    );

    const { value, notes } = await gitlab.run(commitDiff, commit);

    expect(value).toMatchObject({ complete: false, files_returned: 1, files_changed: 21 });
    expect(notes.join()).toContain('1 of 21 changed files');
  });

  test('the last page of many is not the whole either', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, [small], { 'x-page': '2', 'x-per-page': '20', 'x-next-page': '' }),
    );

    const { value } = await gitlab.run(commitDiff, { ...commit, page: 2 });

    expect(value).toMatchObject({ complete: false, files_changed: 21 });
  });

  test('files without a patch are listed with the reason', async () => {
    const files = [
      changed('big.ts', '', { too_large: true }),
      changed('folded.ts', '', { collapsed: true }),
      changed('logo.png', 'Binary files a/logo.png and b/logo.png differ\n'),
      { ...changed('new.ts', ''), old_path: 'old.ts', renamed_file: true },
    ];
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, files));

    const { value } = await gitlab.run(commitDiff, commit);

    expect(value).toMatchObject({
      complete: false,
      without_patch: [
        { path: 'big.ts', reason: 'too_large' },
        { path: 'folded.ts', reason: 'collapsed' },
        { path: 'logo.png', reason: 'binary' },
        { path: 'new.ts', reason: 'rename-only' },
      ],
    });
  });

  test('a patch of 20 MB does not flood the answer and comes by pieces', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, [small, huge]));

    const first = await gitlab.run(commitDiff, commit);
    const piece = await gitlab.run(commitDiff, { ...commit, path: 'huge.ts', start_line: 300 });

    expect(JSON.stringify(first.value).length).toBeLessThan(60_000);
    expect(first.value).toMatchObject({ complete: false, without_patch: [{ path: 'huge.ts', reason: 'limit' }] });
    expect(JSON.stringify(piece.value).length).toBeLessThan(60_000);
    expect(piece.value).toMatchObject({ complete: false, items: [{ first_line: 300, total_lines: 500_001 }] });
  });

  test('a file is found on a later page by its old path', async () => {
    await using gitlab = await startStandIn((request, reply) => {
      const isFirst = request.url.includes('page=1&');
      const files = isFirst ? [small] : [{ ...changed('new.ts', '@@ -1 +1 @@\n-a\n+b\n'), old_path: 'old.ts' }];
      replyJson(reply, files, {
        'x-page': isFirst ? '1' : '2',
        'x-per-page': '100',
        'x-next-page': isFirst ? '2' : '',
      });
    });

    const { value } = await gitlab.run(commitDiff, { ...commit, path: 'old.ts' });

    expect(value).toMatchObject({ complete: true, items: [{ new_path: 'new.ts', first_line: 1, last_line: 3 }] });
    expect(gitlab.seen()).toEqual([
      'GET /projects/1/repository/commits/abc/diff?page=1&per_page=100',
      'GET /projects/1/repository/commits/abc/diff?page=2&per_page=100',
    ]);
  });

  test('a withheld patch names the way to both versions of the file', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, [changed('big.ts', '', { too_large: true })]),
    );

    const { value, notes } = await gitlab.run(commitDiff, { ...commit, path: 'big.ts' });

    expect(value).toMatchObject({ complete: false, without_patch: [{ path: 'big.ts', reason: 'too_large' }] });
    expect(notes.join()).toContain('repository.file_get');
  });

  test('a file that did not change is an error, not an empty diff', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, [small]));

    await expect(gitlab.run(commitDiff, { ...commit, path: 'b.ts' })).rejects.toMatchObject({ code: 'input.invalid' });
  });
});

describe('T-31: repository.compare', () => {
  const refs = { project_id: 1, from: 'v1', to: 'v2' };
  const commits = Array.from({ length: 120 }, (_, index) => ({ id: String(index) }));
  const diffs = Array.from({ length: 45 }, (_, index) => changed(`f${index}.ts`, '@@ -1 +1 @@\n-a\n+b\n'));
  const answer = { commit: null, commits, diffs, compare_timeout: false, compare_same_ref: false };

  test('all of a small comparison is there', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { ...answer, commits: [], diffs: [small] }));

    const { value } = await gitlab.run(compare, refs);

    expect(value).toMatchObject({
      complete: true,
      files_changed: 1,
      next_page: null,
      diffs: [small],
      commits_total: 0,
    });
  });

  test('files come by pages and commits are counted', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, answer));

    const { value, notes } = await gitlab.run(compare, { ...refs, page: 3, per_page: 20 });

    expect(value).toMatchObject({ complete: false, files_returned: 5, files_changed: 45, next_page: null });
    expect(value).toHaveProperty('commits_total', 120);
    expect(value).toHaveProperty('commits.length', 100);
    expect(value).toHaveProperty('commits[99].id', '119');
    expect(notes.join()).toContain('newest 100 of 120');
  });

  test('one file comes alone', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, answer));

    const { value } = await gitlab.run(compare, { ...refs, path: 'f7.ts' });

    expect(value).toMatchObject({ complete: true, diffs: [{ new_path: 'f7.ts' }] });
    expect(value).not.toHaveProperty('commits');
  });

  test('a comparison that ran out of time is not complete', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, { ...answer, diffs: [], commits: [], compare_timeout: true }),
    );

    const { value, notes } = await gitlab.run(compare, refs);

    expect(value).toMatchObject({ complete: false });
    expect(notes.join()).toContain('ran out of time');
  });
});
