import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { type Answers, onePage, plainText, Reply, runAgainst } from '../../../../test/support/run-against.ts';
import { mrReviewActions } from './mr-review-actions.ts';

const byId = new Map(mrReviewActions.map((action) => [action.id, action]));

function find(id: string) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return action;
}

function run(id: string, input: object, answers: Answers) {
  return runAgainst(find(id), { ...mr, ...input }, answers);
}

const mr = { project_id: 'acme/site', merge_request_iid: 7 };
const at = '/projects/acme%2Fsite/merge_requests/7';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['mr_review.changes_get', { ...mr, unidiff: true, page: 2 }, `GET ${at}/diffs?unidiff=true&page=2`],
  ['mr_review.diff_versions_list', { ...mr, per_page: 5 }, `GET ${at}/versions?per_page=5`],
  ['mr_review.diff_version_get', { ...mr, version_id: 3, unidiff: true }, `GET ${at}/versions/3?unidiff=true`],
  ['mr_review.discussion_list', mr, `GET ${at}/discussions`],
  ['mr_review.discussion_list', { ...mr, page: 3, per_page: 50 }, `GET ${at}/discussions?page=3&per_page=50`],
  ['mr_review.discussion_get', { ...mr, discussion_id: 'ab12' }, `GET ${at}/discussions/ab12`],
  ['mr_review.discussion_create', { ...mr, comment: 'x' }, [`POST ${at}/discussions`, { body: 'x' }]],
  [
    'mr_review.discussion_reply',
    { ...mr, thread_id: 'ab12', body: 'x' },
    [`POST ${at}/discussions/ab12/notes`, { body: 'x' }],
  ],
  [
    'mr_review.discussion_resolve',
    { ...mr, discussion_id: 'ab12', resolved: 'true' },
    [`PUT ${at}/discussions/ab12`, { resolved: true }],
  ],
  [
    'mr_review.discussion_note_update',
    { ...mr, discussion_id: 'ab12', note_id: 5, resolved: false },
    [`PUT ${at}/discussions/ab12/notes/5`, { resolved: false }],
  ],
  [
    'mr_review.discussion_note_delete',
    { ...mr, discussion_id: 'ab12', note_id: 5 },
    `DELETE ${at}/discussions/ab12/notes/5`,
  ],
  ['mr_review.draft_note_list', { ...mr, sort: 'asc' }, `GET ${at}/draft_notes?sort=asc`],
  ['mr_review.draft_note_get', { ...mr, draft_note_id: 4 }, `GET ${at}/draft_notes/4`],
  ['mr_review.draft_note_create', { ...mr, body: 'x' }, [`POST ${at}/draft_notes`, { note: 'x' }]],
  [
    'mr_review.draft_note_create',
    { ...mr, note: 'x', discussion_id: 'ab12', resolve: true },
    [`POST ${at}/draft_notes`, { note: 'x', in_reply_to_discussion_id: 'ab12', resolve_discussion: true }],
  ],
  ['mr_review.draft_note_update', { ...mr, note_id: 4, note: 'x' }, [`PUT ${at}/draft_notes/4`, { note: 'x' }]],
  ['mr_review.draft_note_delete', { ...mr, note_id: 4 }, `DELETE ${at}/draft_notes/4`],
  ['mr_review.note_list', { ...mr, activity_filter: 'only_comments' }, `GET ${at}/notes?activity_filter=only_comments`],
  ['mr_review.note_get', { ...mr, note_id: 5 }, `GET ${at}/notes/5`],
  ['mr_review.note_create', { ...mr, body: 'x' }, [`POST ${at}/notes`, { body: 'x' }]],
  ['mr_review.note_update', { ...mr, note_id: 5, body: 'x' }, [`PUT ${at}/notes/5`, { body: 'x' }]],
  ['mr_review.note_delete', { ...mr, note_id: 5 }, `DELETE ${at}/notes/5`],
];

/** Proven below, because they are more than one request or read a stream. */
const elsewhere = ['mr_review.raw_diffs', 'mr_review.draft_note_publish', 'mr_review.draft_note_publish_all'];

describe('requests of the review actions', () => {
  test.each(rows)('%s sends what GitLab documents', async (id, input, sent) => {
    const recording = await recordRequests(find(id), input, { answers: [{}] });

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([sent]);
  });

  test('every action is in the table or has a test of its own', () => {
    const covered = new Set([...rows.map(([id]) => id), ...elsewhere]);

    expect([...byId.keys()].filter((id) => !covered.has(id))).toEqual([]);
  });
});

describe('input of the review actions', () => {
  test.each([
    ['a line without its file', 'discussion_create', { body: 'x', line: 3 }, 'line needs path beside it'],
    ['a file without a line', 'discussion_create', { body: 'x', path: 'a.ts', side: 'old' }, 'side needs line'],
    ['a line and the whole file', 'discussion_create', { body: 'x', path: 'a', line: 1, whole_file: true }, 'exclude'],
    ['a place said twice', 'draft_note_create', { note: 'x', path: 'a', line: 1, position: {} }, 'path and position'],
    ['a start without an end', 'discussion_create', { body: 'x', path: 'a', start_line: 1 }, 'start_line needs line'],
    ['T-72: a resolution of no thread', 'draft_note_create', { note: 'x', resolve_discussion: true }, 'in_reply_to'],
    ['a reply with a place', 'draft_note_create', { note: 'x', path: 'a', line: 1, thread_id: 'ab' }, 'exclude'],
    ['T-20: an edit of nothing', 'discussion_note_update', { discussion_id: 'ab', note_id: 1 }, 'body, resolved'],
    ['a start line of no file', 'changes_get', { start_line: 5 }, 'start_line needs path'],
    ['T-09: a path that leaves the repository', 'changes_get', { path: '../x' }, 'path'],
  ])('%s is refused before anything is sent', async (_title, id, input, named) => {
    const { sent, error } = await recordRequests(find(`mr_review.${id}`), { ...mr, ...input });

    expect(sent).toEqual([]);
    expect(error?.message).toContain(named);
  });
});

const versions = [
  { id: 2, base_commit_sha: 'base', start_commit_sha: 'start', head_commit_sha: 'head' },
  { id: 1, base_commit_sha: 'base', start_commit_sha: 'start', head_commit_sha: 'older' },
];
const refs = { base_sha: 'base', start_sha: 'start', head_sha: 'head' };
const renamed = {
  old_path: 'src/old.ts',
  new_path: 'src/new.ts',
  renamed_file: true,
  diff: '@@ -1,3 +1,3 @@\n keep\n-gone\n+fresh\n keep\n',
};
const onDiff = { id: 'ab12', notes: [{ id: 5, type: 'DiffNote', position: {} }] };
const placing: Answers = {
  [`GET ${at}/versions`]: versions,
  [`GET ${at}/diffs`]: [{ old_path: 'README.md', new_path: 'README.md', diff: '' }, renamed],
  [`POST ${at}/discussions`]: new Reply(201, onDiff),
};
const paths = { old_path: 'src/old.ts', new_path: 'src/new.ts' };

describe('comments on the diff', () => {
  test.each([
    ['an added line', { line: 2 }, { new_line: 2 }],
    ['a removed line', { line: 2, side: 'left' }, { old_line: 2 }],
    ['an unchanged line', { line: 3 }, { new_line: 3, old_line: 3 }],
  ])('T-71: T-19: %s gets commits, both paths and exactly its numbers', async (_title, place, numbers) => {
    const { sent, value } = await run(
      'mr_review.discussion_create',
      { body: 'x', path: 'src/new.ts', ...place },
      placing,
    );

    expect(sent).toContain(`GET ${at}/versions?per_page=1`);
    expect(sent.at(-1)).toEqual([
      `POST ${at}/discussions`,
      { body: 'x', position: { position_type: 'text', ...refs, ...paths, ...numbers } },
    ]);
    expect(value).toEqual(onDiff);
  });

  test('T-71: the old path of a renamed file means the same file', async () => {
    const { sent } = await run(
      'mr_review.discussion_create',
      { body: 'x', file: 'src/old.ts', line: 2, side: 'old' },
      placing,
    );

    expect(sent.at(-1)).toMatchObject([`POST ${at}/discussions`, { position: { ...paths, old_line: 2 } }]);
  });

  test('T-71: several lines with a suggestion', async () => {
    const input = { body: 'Shorter:', path: 'src/new.ts', start_line: 1, line: 2, suggestion: 'one' };

    const { sent } = await run('mr_review.discussion_create', input, placing);

    expect(sent.at(-1)).toMatchObject([
      `POST ${at}/discussions`,
      {
        body: 'Shorter:\n\n```suggestion:-1+0\none\n```',
        position: {
          new_line: 2,
          line_range: { start: { type: null, new_line: 1, old_line: 1 }, end: { type: 'new', new_line: 2 } },
        },
      },
    ]);
    expect(sent.at(-1)).not.toMatchObject([`POST ${at}/discussions`, { suggestion: 'one' }]);
  });

  test.each([
    ['code', 'See:\n```', 'x\n```\n/close'],
    ['a comment', '<!--', '-->\n\n/close'],
  ])(
    'T-79: a suggestion is refused when %s left open before it would let GitLab run a line of it',
    async (_what, body, suggestion) => {
      const input = { body, path: 'src/new.ts', line: 2, suggestion };

      const { sent, error } = await run('mr_review.discussion_create', input, placing);

      expect(error).toMatchObject({ code: 'input.invalid', message: expect.stringContaining('quick actions') });
      expect(sent.filter((request) => typeof request !== 'string')).toEqual([]);
    },
  );

  test('T-79: a slash at the start of a suggested line is code', async () => {
    const input = { body: 'Better:', path: 'src/new.ts', line: 2, suggestion: '/close' };

    const { sent } = await run('mr_review.discussion_create', input, placing);

    expect(sent.at(-1)).toMatchObject([
      `POST ${at}/discussions`,
      { body: 'Better:\n\n```suggestion:-0+0\n/close\n```' },
    ]);
  });

  test('T-71: a suggestion for a removed line is refused', async () => {
    const input = { body: 'x', path: 'src/new.ts', line: 2, side: 'old', suggestion: 'one' };

    const { sent, error } = await run('mr_review.discussion_create', input, placing);

    expect(error).toMatchObject({ code: 'input.invalid' });
    expect(sent).not.toContainEqual([`POST ${at}/discussions`, expect.anything()]);
  });

  test('T-71: a line outside the diff is refused with the nearest lines and the way out', async () => {
    const { error } = await run('mr_review.discussion_create', { body: 'x', path: 'src/new.ts', line: 90 }, placing);

    expect(error?.message).toBe(
      'mr_review.discussion_create: line 90 on the new side of src/new.ts is not in the diff. The nearest lines that can be commented are 1-3. Or for a comment on the whole file give whole_file true instead of line',
    );
  });

  test('T-71: the whole file when asked', async () => {
    const { sent } = await run(
      'mr_review.discussion_create',
      { body: 'x', path: 'src/new.ts', whole_file: true },
      placing,
    );

    expect(sent.at(-1)).toEqual([
      `POST ${at}/discussions`,
      { body: 'x', position: { position_type: 'file', ...refs, ...paths } },
    ]);
  });

  test('T-71: a file that is not changed is refused with the nearest names', async () => {
    const { error } = await run('mr_review.discussion_create', { body: 'x', path: 'lib/new.ts', line: 1 }, placing);

    expect(error?.message).toContain('is not one of the 2 changed files, the nearest are src/new.ts');
  });

  test('T-71: a file on a later page of the changes is found', async () => {
    const { sent } = await run(
      'mr_review.discussion_create',
      { body: 'x', path: 'src/new.ts', line: 2 },
      {
        ...placing,
        [`GET ${at}/diffs`]: ({ url }: { url: string }) =>
          url.includes('page=2&')
            ? onePage([renamed], { number: 2 })
            : onePage([{ new_path: 'a' }], { number: 1, next: 2 }),
      },
    );

    expect(sent.at(-1)).toMatchObject([`POST ${at}/discussions`, { position: { new_line: 2 } }]);
  });

  test('T-71: T-31: a patch that GitLab withholds is taken from the raw diff', async () => {
    const { sent } = await run(
      'mr_review.discussion_create',
      { body: 'x', path: 'big.ts', line: 2 },
      {
        ...placing,
        [`GET ${at}/diffs`]: [{ old_path: 'big.ts', new_path: 'big.ts', diff: '', too_large: true }],
        [`GET ${at}/raw_diffs`]: plainText(
          'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\ndiff --git a/big.ts b/big.ts\n--- a/big.ts\n+++ b/big.ts\n@@ -1 +1,2 @@\n a\n+b\n',
        ),
      },
    );

    expect(sent.at(-1)).toMatchObject([`POST ${at}/discussions`, { position: { new_line: 2 } }]);
  });

  test('T-71: before the first version nothing is written', async () => {
    const { sent, error } = await run(
      'mr_review.discussion_create',
      { body: 'x', path: 'src/new.ts', line: 2 },
      {
        ...placing,
        [`GET ${at}/versions`]: [],
      },
    );

    expect(error?.message).toContain('has no diff yet');
    expect(sent.some((request) => Array.isArray(request))).toBe(false);
  });
});

describe('positions in the words of GitLab', () => {
  function post(position: object) {
    return run('mr_review.discussion_create', { body: 'x', position }, placing);
  }

  test('T-71: T-19: what is missing is filled in', async () => {
    const { sent } = await post({ new_path: 'src/new.ts', new_line: 3 });

    expect(sent.at(-1)).toEqual([
      `POST ${at}/discussions`,
      { body: 'x', position: { position_type: 'text', ...refs, ...paths, new_line: 3, old_line: 3 } },
    ]);
  });

  test('T-02: a null line number means the line is not on that side', async () => {
    const { sent } = await post({ ...refs, ...paths, position_type: 'text', new_line: null, old_line: 2 });

    expect(sent.at(-1)).toMatchObject([`POST ${at}/discussions`, { position: { old_line: 2 } }]);
    expect(sent.at(-1)).not.toMatchObject([`POST ${at}/discussions`, { position: { new_line: null } }]);
  });

  test('an older version is the business of the caller', async () => {
    const given = {
      base_sha: 'base',
      start_sha: 'start',
      head_sha: 'older',
      ...paths,
      position_type: 'text',
      new_line: 90,
    };

    const { sent } = await post(given);

    expect(sent).toEqual([`GET ${at}/versions?per_page=1`, [`POST ${at}/discussions`, { body: 'x', position: given }]]);
  });

  test('an unchanged line beyond the hunks is taken with both numbers', async () => {
    const { sent } = await post({ new_path: 'src/new.ts', new_line: 90, old_line: 90 });

    expect(sent.at(-1)).toMatchObject([`POST ${at}/discussions`, { position: { new_line: 90, old_line: 90 } }]);
  });

  test('a place in an image keeps its numbers', async () => {
    const { sent } = await post({ position_type: 'image', new_path: 'a.png', width: 9, height: 9, x: 1, y: 2 });

    expect(sent.at(-1)).toEqual([
      `POST ${at}/discussions`,
      {
        body: 'x',
        position: {
          ...refs,
          position_type: 'image',
          new_path: 'a.png',
          old_path: 'a.png',
          width: 9,
          height: 9,
          x: 1,
          y: 2,
        },
      },
    ]);
  });
});

describe('threads that lose their place', () => {
  const input = { body: 'x', path: 'src/new.ts', line: 2 };

  test('T-19: a plain thread instead of one on the diff is removed and reported', async () => {
    const { sent, error } = await run('mr_review.discussion_create', input, {
      ...placing,
      [`POST ${at}/discussions`]: new Reply(201, { id: 'ab', notes: [{ id: 5, type: 'DiscussionNote' }] }),
      [`DELETE ${at}/notes/5`]: new Reply(204, undefined),
    });

    expect(sent.at(-1)).toBe(`DELETE ${at}/notes/5`);
    expect(error?.message).toContain('so it was removed again');
  });

  test('T-19: one that cannot be removed is named', async () => {
    const { error } = await run('mr_review.discussion_create', input, {
      ...placing,
      [`POST ${at}/discussions`]: new Reply(201, { id: 'ab', notes: [{ id: 5, type: null, position: null }] }),
    });

    expect(error?.message).toContain('delete note 5');
  });

  test('T-22: an answer too poor to tell is taken as it is', async () => {
    const { error, notes } = await run('mr_review.discussion_create', input, {
      ...placing,
      [`POST ${at}/discussions`]: new Reply(201, {}),
    });

    expect(error).toBeUndefined();
    expect(notes).toEqual(['GitLab did not describe the thread it made: check that it is on the diff.']);
  });
});

describe('changes', () => {
  const hunk = '@@ -1 +1 @@\n-a\n+b\n';
  const small = { old_path: 'a.ts', new_path: 'a.ts', diff: hunk };

  test('T-31: a diff that is all there says so', async () => {
    const { sent, value, notes } = await run(
      'mr_review.changes_get',
      {},
      { [`GET ${at}/diffs`]: onePage([small], { number: 1 }) },
    );

    expect(sent).toEqual([`GET ${at}/diffs`]);
    expect(value).toEqual({ items: [small], complete: true, files_returned: 1, files_changed: 1, without_patch: [] });
    expect(notes).toEqual([]);
  });

  test('T-31: one page of several is not complete, and the total comes from the page', async () => {
    const { value, notes } = await run(
      'mr_review.changes_get',
      {},
      {
        [`GET ${at}/diffs`]: onePage([small], { number: 1, next: 2, total: 45 }),
      },
    );

    expect(value).toMatchObject({ complete: false, files_returned: 1, files_changed: 45 });
    expect(notes[0]).toContain('1 of 45 changed files');
  });

  test('T-31: the last page alone is not the whole diff', async () => {
    const { value } = await run(
      'mr_review.changes_get',
      { page: 3 },
      { [`GET ${at}/diffs`]: onePage([small], { number: 3 }) },
    );

    expect(value).toMatchObject({ complete: false, files_changed: 41 });
  });

  test('T-31: without a total the merge request is asked, and a capped count stays one', async () => {
    const { value } = await run(
      'mr_review.changes_get',
      {},
      {
        [`GET ${at}/diffs`]: onePage([small], { number: 1, next: 2 }),
        [`GET ${at}`]: { changes_count: '1000+' },
      },
    );

    expect(value).toMatchObject({ complete: false, files_changed: '1000+' });
  });

  test('T-31: files without a patch are listed with the reason', async () => {
    const { value, notes } = await run(
      'mr_review.changes_get',
      {},
      {
        [`GET ${at}/diffs`]: [small, { ...small, new_path: 'big', diff: '', too_large: true }],
      },
    );

    expect(value).toMatchObject({ complete: false, without_patch: [{ path: 'big', reason: 'too_large' }] });
    expect(notes[1]).toBe('Without their whole patch: big (too_large).');
  });

  test('T-31: one file is read by pieces', async () => {
    const lines = Array.from({ length: 9_000 }, (_, index) => `+line ${index + 1}`);
    const answers = { [`GET ${at}/diffs`]: [{ ...small, diff: `@@ -0,0 +1,9000 @@\n${lines.join('\n')}\n` }] };

    const first = await run('mr_review.changes_get', { path: 'a.ts' }, answers);
    const start = (first.value as { items: { next_start_line: number }[] }).items[0]?.next_start_line;
    const second = await run('mr_review.changes_get', { path: 'a.ts', start_line: start }, answers);

    expect(first.value).toMatchObject({ complete: false, items: [{ first_line: 1, total_lines: 9_001 }] });
    expect(first.notes).toEqual([
      `Lines 1 to ${Number(start) - 1} of 9001 of its patch. Go on with start_line ${start}.`,
    ]);
    expect((second.value as { items: { diff: string }[] }).items[0]?.diff.split('\n')[0]).toBe(
      `+line ${Number(start) - 1}`,
    );
  });

  test('T-31: a file that the list withholds comes from the raw diff', async () => {
    const { sent, value } = await run(
      'mr_review.changes_get',
      { path: 'big.ts' },
      {
        [`GET ${at}/diffs`]: [{ old_path: 'big.ts', new_path: 'big.ts', diff: '', collapsed: true }],
        [`GET ${at}/raw_diffs`]: plainText(
          'diff --git a/big.ts b/big.ts\n--- a/big.ts\n+++ b/big.ts\n@@ -1 +1 @@\n-a\n+b\n',
        ),
      },
    );

    expect(sent.at(-1)).toBe(`GET ${at}/raw_diffs`);
    expect(value).toMatchObject({ complete: true, items: [{ total_lines: 6 }], without_patch: [] });
  });

  test('T-31: a version tells the same about its patches', async () => {
    const { value } = await run(
      'mr_review.diff_version_get',
      { version_id: 3, path: 'a.ts' },
      {
        [`GET ${at}/versions/3`]: {
          id: 3,
          state: 'collected',
          diffs: [small, { ...small, old_path: 'b', new_path: 'b' }],
        },
      },
    );

    expect(value).toEqual({
      id: 3,
      state: 'collected',
      diffs: [small],
      complete: false,
      files_returned: 1,
      files_changed: 2,
      without_patch: [],
    });
  });
});

describe('raw diff', () => {
  const text =
    'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\ndiff --git a/b b/b\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n+z\n';

  test('a small one comes whole', async () => {
    const { sent, value } = await run('mr_review.raw_diffs', {}, { [`GET ${at}/raw_diffs`]: plainText(text) });

    expect(sent).toEqual([`GET ${at}/raw_diffs`]);
    expect(value).toMatchObject({
      text: text.trimEnd(),
      first_line: 1,
      last_line: 12,
      total_lines: 12,
      complete: true,
    });
  });

  test('T-31: a large one comes by pieces, and reading stops when the answer is full', async () => {
    const { value } = await run(
      'mr_review.raw_diffs',
      { start_line: 3 },
      {
        [`GET ${at}/raw_diffs`]: plainText('0123456789\n'.repeat(100_000)),
      },
    );

    expect(value).toMatchObject({ first_line: 3, total_lines: null, complete: false });
    expect((value as { text: string }).text.length).toBeLessThanOrEqual(40_000);
    expect((value as { next_start_line: number }).next_start_line).toBe((value as { last_line: number }).last_line + 1);
  });

  test('one file of it', async () => {
    const { value } = await run('mr_review.raw_diffs', { path: 'b' }, { [`GET ${at}/raw_diffs`]: plainText(text) });

    expect((value as { text: string }).text).toContain('+z');
    expect(value).toMatchObject({ total_lines: 6, complete: true });
  });

  test('a file that is not in it is refused', async () => {
    const { error } = await run('mr_review.raw_diffs', { path: 'c' }, { [`GET ${at}/raw_diffs`]: plainText(text) });

    expect(error).toMatchObject({ code: 'input.invalid' });
  });

  test('T-28: a login page is not a diff', async () => {
    const { error } = await run(
      'mr_review.raw_diffs',
      {},
      {
        [`GET ${at}/raw_diffs`]: new Reply(200, '<html>', { 'content-type': 'text/html' }),
      },
    );

    expect(error).toMatchObject({ code: 'gitlab.answer' });
  });
});

describe('threads', () => {
  const open = {
    id: 'open',
    notes: [{ id: 1, resolvable: true, resolved: false, updated_at: '2026-01-02T00:00:00Z' }],
  };
  const closed = {
    id: 'closed',
    notes: [{ id: 2, resolvable: true, resolved: true, updated_at: '2026-01-02T00:00:00Z' }],
  };
  const system = { id: 'system', notes: [{ id: 3, system: true }] };
  const placed = (id: string, head: string) => ({
    id,
    notes: [
      {
        id: 4,
        resolvable: true,
        resolved: false,
        position: { head_sha: head, new_path: 'a.ts', old_path: 'a.ts', new_line: 3 },
      },
    ],
  });

  test('T-36: system notes are hidden and counted, and nothing else is read', async () => {
    const { sent, value, notes } = await run(
      'mr_review.discussion_list',
      {},
      { [`GET ${at}/discussions`]: [open, system, closed] },
    );

    expect(sent).toEqual([`GET ${at}/discussions`]);
    expect(value).toMatchObject([
      { id: 'open', resolvable: true, resolved: false },
      { id: 'closed', resolvable: true, resolved: true },
    ]);
    expect(notes).toEqual(['Hidden on this page: 1 system note.']);
  });

  test('T-36: threads on the diff say file, line and whether they are outdated', async () => {
    const { value } = await run(
      'mr_review.discussion_list',
      {},
      {
        [`GET ${at}/discussions`]: [placed('now', 'head'), placed('then', 'older'), open],
        [`GET ${at}/versions`]: versions,
      },
    );

    expect(value).toMatchObject([
      { id: 'now', file: 'a.ts', line: 3, outdated: false },
      { id: 'then', file: 'a.ts', line: 3, outdated: true },
      expect.not.objectContaining({ outdated: expect.anything() }),
    ]);
  });

  test('T-36: when the versions cannot be read the threads come all the same', async () => {
    const { value, notes } = await run(
      'mr_review.discussion_list',
      {},
      { [`GET ${at}/discussions`]: [placed('now', 'head')] },
    );

    expect(value).toMatchObject([{ id: 'now', file: 'a.ts' }]);
    expect(notes[0]).toContain('outdated is not known');
  });

  test('T-36: a filter goes on through the pages until there is enough, and says which it read', async () => {
    const { sent, value, notes } = await run(
      'mr_review.discussion_list',
      { unresolved_only: true, per_page: 1 },
      {
        [`GET ${at}/discussions`]: ({ url }: { url: string }) =>
          url.includes('page=3') ? onePage([open], { number: 3, next: 4 }) : onePage([closed], { number: 1, next: 2 }),
      },
    );

    expect(sent).toEqual([
      `GET ${at}/discussions?per_page=1`,
      `GET ${at}/discussions?per_page=1&page=2`,
      `GET ${at}/discussions?per_page=1&page=3`,
    ]);
    expect(value).toMatchObject([{ id: 'open' }]);
    expect(notes).toEqual([
      'Hidden on this page: 2 threads that are resolved or cannot be.',
      "Pages 1 to 3 of GitLab's list were read for this one.",
    ]);
  });

  test('T-35: T-36: a filter that finds nothing stops after ten pages, with the next one to go on', async () => {
    const { sent, outcome } = await run(
      'mr_review.discussion_list',
      { file: 'x.ts' },
      {
        [`GET ${at}/discussions`]: ({ url }: { url: string }) => {
          const number = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1);
          return onePage([open], { number, next: number + 1 });
        },
      },
    );

    expect(sent).toHaveLength(10);
    expect(sent[0]).toBe(`GET ${at}/discussions?per_page=100`);
    expect(outcome?.page).toMatchObject({ page: 10, nextPage: 11, hasMore: true });
  });

  test('T-36: one thread has the same facts, with its system notes', async () => {
    const { value } = await run(
      'mr_review.discussion_get',
      { discussion_id: 'system' },
      { [`GET ${at}/discussions/system`]: system },
    );

    expect(value).toMatchObject({ id: 'system', resolvable: false, notes: [{ id: 3, system: true }] });
  });
});

describe('text and resolution of a review comment', () => {
  test('T-20: both together are two requests, the text first', async () => {
    const note = `PUT ${at}/discussions/ab12/notes/5`;
    const input = { discussion_id: 'ab12', note_id: 5, body: 'x', resolved: true };

    const { sent } = await run('mr_review.discussion_note_update', input, { [note]: { id: 5 } });

    expect(sent).toEqual([
      [note, { body: 'x' }],
      [note, { resolved: true }],
    ]);
  });

  test('T-20: half done is told', async () => {
    let calls = 0;
    const { error } = await run(
      'mr_review.discussion_note_update',
      { discussion_id: 'ab12', note_id: 5, body: 'x', resolved: true },
      {
        [`PUT ${at}/discussions/ab12/notes/5`]: () => {
          calls += 1;
          return calls === 1 ? { id: 5 } : new Reply(403, { message: '403 Forbidden' });
        },
      },
    );

    expect(error?.message).toContain('the text was changed, but the note was not resolved');
  });
});

describe('internal comments on a merge request', () => {
  test('T-73: one that came out public is removed and reported', async () => {
    const { sent, error } = await run(
      'mr_review.note_create',
      { body: 'secret', confidential: true },
      {
        [`POST ${at}/notes`]: new Reply(201, { id: 5, internal: false }),
        [`DELETE ${at}/notes/5`]: new Reply(204, undefined),
      },
    );

    expect(sent).toEqual([[`POST ${at}/notes`, { body: 'secret', internal: true }], `DELETE ${at}/notes/5`]);
    expect(error?.message).toContain('removed again');
  });

  test('T-73: one that is internal is answered as it is', async () => {
    const { value } = await run(
      'mr_review.note_create',
      { body: 'secret', internal: true },
      {
        [`POST ${at}/notes`]: new Reply(201, { id: 5, internal: true }),
      },
    );

    expect(value).toEqual({ id: 5, internal: true });
  });
});

describe('draft notes', () => {
  const drafts = [
    { id: 11, author_id: 3, note: 'first', discussion_id: null, position: { new_path: 'a.ts', new_line: 3 } },
    { id: 12, author_id: 3, note: 'second', discussion_id: 'ab12', resolve_discussion: true },
  ];
  const publication: Answers = {
    [`GET ${at}/draft_notes`]: drafts,
    'GET /user': { id: 3 },
    [`POST ${at}/draft_notes/bulk_publish`]: new Reply(204, undefined),
    [`GET ${at}/notes`]: [
      { id: 92, body: 'second', author: { id: 3 } },
      { id: 91, body: 'first', author: { id: 3 } },
      { id: 90, body: 'first', author: { id: 8 } },
    ],
  };

  test('T-72: publishing all lists what became visible', async () => {
    const { value, error } = await run('mr_review.draft_note_publish_all', {}, publication);

    expect(error).toBeUndefined();
    expect(value).toEqual({
      published: [
        { draft_note_id: 11, note_id: 91, body: 'first', discussion_id: null, file: 'a.ts', line: 3 },
        { draft_note_id: 12, note_id: 92, body: 'second', discussion_id: 'ab12', resolve_discussion: true },
      ],
      published_count: 2,
    });
  });

  test('T-72: with nothing pending nothing is sent, and that is explained', async () => {
    const { sent, value, notes } = await run(
      'mr_review.draft_note_publish_all',
      {},
      { ...publication, [`GET ${at}/draft_notes`]: [] },
    );

    expect(sent).toEqual([`GET ${at}/draft_notes?per_page=100`]);
    expect(value).toEqual({ published: [], published_count: 0 });
    expect(notes[0]).toContain('no pending draft notes');
  });

  test('T-72: drafts of somebody else are not claimed', async () => {
    const { sent, value } = await run(
      'mr_review.draft_note_publish_all',
      {},
      { ...publication, 'GET /user': { id: 4 } },
    );

    expect(sent).not.toContain(`POST ${at}/draft_notes/bulk_publish`);
    expect(value).toEqual({ published: [], published_count: 0 });
  });

  test('T-72: a token that may not list drafts still publishes them', async () => {
    const { sent, value, notes } = await run(
      'mr_review.draft_note_publish_all',
      {},
      {
        ...publication,
        [`GET ${at}/draft_notes`]: new Reply(403, { message: '403 Forbidden' }),
      },
    );

    expect(sent).toContain(`POST ${at}/draft_notes/bulk_publish`);
    expect(value).toEqual({ published: [], published_count: null });
    expect(notes).toEqual(['Your draft notes were published. They could not be listed.']);
  });

  test('T-72: publishing one tells what became visible', async () => {
    const { sent, value } = await run(
      'mr_review.draft_note_publish',
      { note_id: 12 },
      {
        ...publication,
        [`GET ${at}/draft_notes/12`]: drafts[1],
        [`PUT ${at}/draft_notes/12/publish`]: new Reply(204, undefined),
      },
    );

    expect(sent[1]).toBe(`PUT ${at}/draft_notes/12/publish`);
    expect(value).toMatchObject({ published: [{ draft_note_id: 12, note_id: 92 }], published_count: 1 });
  });

  test('T-72: the draft of somebody else cannot be published', async () => {
    const { error } = await run('mr_review.draft_note_publish', { note_id: 99 }, publication);

    expect(error).toMatchObject({ status: 404 });
  });

  test('T-72: a reply that GitLab saved outside its thread is reported', async () => {
    const { error } = await run(
      'mr_review.draft_note_create',
      { note: 'x', in_reply_to_discussion_id: 'ab12' },
      {
        [`POST ${at}/draft_notes`]: new Reply(201, { id: 13, discussion_id: null }),
      },
    );

    expect(error?.message).toContain('outside the thread, its ID is 13');
  });

  test('T-71: T-72: a draft on a line gets its position, and losing it is reported', async () => {
    const place = { note: 'x', path: 'src/new.ts', line: 2 };
    const kept = await run('mr_review.draft_note_create', place, {
      ...placing,
      [`POST ${at}/draft_notes`]: new Reply(201, {
        id: 13,
        position: { new_path: 'src/new.ts', old_path: 'src/old.ts' },
      }),
    });
    const lost = await run('mr_review.draft_note_create', place, {
      ...placing,
      [`POST ${at}/draft_notes`]: new Reply(201, { id: 13, position: { new_path: null, old_path: null } }),
    });

    expect(kept.sent.at(-1)).toEqual([
      `POST ${at}/draft_notes`,
      { note: 'x', position: { position_type: 'text', ...refs, ...paths, new_line: 2 } },
    ]);
    expect(kept.error).toBeUndefined();
    expect(lost.error?.message).toContain('without its place in the diff');
  });

  test('T-71: a draft moves to another line without touching its text', async () => {
    const { sent } = await run(
      'mr_review.draft_note_update',
      { note_id: 11, path: 'src/new.ts', line: 3 },
      {
        ...placing,
        [`PUT ${at}/draft_notes/11`]: { id: 11 },
      },
    );

    expect(sent.at(-1)).toEqual([
      `PUT ${at}/draft_notes/11`,
      { position: { position_type: 'text', ...refs, ...paths, new_line: 3, old_line: 3 } },
    ]);
  });
});
