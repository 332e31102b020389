import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { memoryFiles, replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { repositoryActions } from './repository-actions.ts';

const byId = new Map(repositoryActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';
const repo = `${at}/repository`;
const commit = { ...project, sha: 'feature/a' };
const thread = { ...project, commit_sha: 'abc123', discussion_id: 'ff00' };
const threadPath = `${repo}/commits/abc123/discussions`;
const file = { ...project, file_path: 'src/a b.ts' };
const write = { ...file, branch: 'main', commit_message: 'Change' };

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'repository.tree',
    { ...project, path: '/src/', recursive: true, pagination: 'keyset', page_token: 'ab' },
    `GET ${repo}/tree?path=src/&recursive=true&pagination=keyset&page_token=ab`,
  ],
  [
    'repository.merge_base',
    { ...project, refs: ['main', 'feature/a'] },
    `GET ${repo}/merge_base?refs[]=main&refs[]=feature/a`,
  ],
  ['repository.file_get', { ...file, branch: 'main' }, `GET ${repo}/files/src%2Fa%20b.ts?ref=main`],
  ['repository.file_get', file, `GET ${repo}/files/src%2Fa%20b.ts?ref=HEAD`],
  ['repository.file_metadata', file, `HEAD ${repo}/files/src%2Fa%20b.ts?ref=HEAD`],
  ['repository.file_raw_metadata', { ...file, ref: 'v1' }, `HEAD ${repo}/files/src%2Fa%20b.ts/raw?ref=v1`],
  [
    'repository.file_blame',
    { ...file, ref: 'main', range_start: 3, end_line: 9 },
    `GET ${repo}/files/src%2Fa%20b.ts/blame?ref=main&range[start]=3&range[end]=9`,
  ],
  [
    'repository.file_create',
    { ...write, content: 'x\n', executable: true },
    [
      `POST ${repo}/files/src%2Fa%20b.ts`,
      { branch: 'main', commit_message: 'Change', content: 'x\n', execute_filemode: true },
    ],
  ],
  [
    'repository.file_update',
    { ...write, content: '', last_commit_id: 'abc' },
    [
      `PUT ${repo}/files/src%2Fa%20b.ts`,
      { branch: 'main', commit_message: 'Change', content: '', last_commit_id: 'abc' },
    ],
  ],
  ['repository.file_delete', write, `DELETE ${repo}/files/src%2Fa%20b.ts?branch=main&commit_message=Change`],
  ['repository.blob', { ...project, sha: 'ab12' }, `GET ${repo}/blobs/ab12`],
  [
    'repository.commit_list',
    { ...project, ref: 'v1..v2', since: '2026-01-31', with_stats: true, per_page: 500 },
    `GET ${repo}/commits?ref_name=v1..v2&since=2026-01-31&with_stats=true&per_page=100`,
  ],
  ['repository.file_history', { ...project, file_path: 'src/a.ts' }, `GET ${repo}/commits?path=src/a.ts`],
  ['repository.commit_get', commit, `GET ${repo}/commits/feature%2Fa`],
  [
    'repository.commit_create',
    {
      ...project,
      branch: 'x',
      start_branch: 'main',
      message: 'Two files',
      actions: [
        { action: 'add', file_path: 'a/b.txt', content: '1' },
        { action: 'rename', path: 'c.txt', old_path: 'd.txt' },
      ],
    },
    [
      `POST ${repo}/commits`,
      {
        branch: 'x',
        start_branch: 'main',
        commit_message: 'Two files',
        actions: [
          { action: 'create', file_path: 'a/b.txt', content: '1' },
          { action: 'move', file_path: 'c.txt', previous_path: 'd.txt' },
        ],
      },
    ],
  ],
  ['repository.commit_refs', { ...commit, type: 'tags' }, `GET ${repo}/commits/feature%2Fa/refs?type=tag`],
  [
    'repository.commit_merge_requests',
    { ...commit, state: 'open' },
    `GET ${repo}/commits/feature%2Fa/merge_requests?state=opened`,
  ],
  [
    'repository.commit_cherry_pick',
    { ...commit, branch: 'stable', dry_run: true },
    [`POST ${repo}/commits/feature%2Fa/cherry_pick`, { branch: 'stable', dry_run: true }],
  ],
  [
    'repository.commit_revert',
    { ...commit, branch: 'main' },
    [`POST ${repo}/commits/feature%2Fa/revert`, { branch: 'main' }],
  ],
  ['repository.commit_signature', commit, `GET ${repo}/commits/feature%2Fa/signature`],
  [
    'repository.contributors',
    { ...project, ref: 'main', order_by: 'email' },
    `GET ${repo}/contributors?ref=main&order_by=email`,
  ],
  ['repository.commit_diff', { ...commit, page: 2 }, `GET ${repo}/commits/feature%2Fa/diff?page=2`],
  [
    'repository.compare',
    { ...project, base: 'v1', head: 'v2', straight: true, page: 2, per_page: 5 },
    `GET ${repo}/compare?from=v1&to=v2&straight=true`,
  ],
  ['repository.commit_comments', commit, `GET ${repo}/commits/feature%2Fa/comments`],
  [
    'repository.commit_comment_create',
    { ...commit, body: 'Why?', path: 'a.ts', line: 3, line_type: 'new' },
    [`POST ${repo}/commits/feature%2Fa/comments`, { note: 'Why?', path: 'a.ts', line: 3, line_type: 'new' }],
  ],
  ['repository.commit_discussion_list', { ...project, sha: 'abc123' }, `GET ${threadPath}`],
  ['repository.commit_discussion_get', thread, `GET ${threadPath}/ff00`],
  [
    'repository.commit_discussion_create',
    {
      ...project,
      commit_sha: 'abc123',
      body: 'Why?',
      position: {
        base_sha: 'a',
        start_sha: 'a',
        head_sha: 'b',
        position_type: 'text',
        new_path: 'x',
        new_line: 3,
        old_line: null,
      },
    },
    [
      `POST ${threadPath}`,
      {
        body: 'Why?',
        position: {
          base_sha: 'a',
          start_sha: 'a',
          head_sha: 'b',
          position_type: 'text',
          new_path: 'x',
          new_line: 3,
          old_line: null,
        },
      },
    ],
  ],
  ['repository.commit_discussion_add_note', { ...thread, body: 'x' }, [`POST ${threadPath}/ff00/notes`, { body: 'x' }]],
  [
    'repository.commit_discussion_update_note',
    { ...thread, note_id: 5, body: 'x' },
    [`PUT ${threadPath}/ff00/notes/5`, { body: 'x' }],
  ],
  ['repository.commit_discussion_delete_note', { ...thread, note_id: 5 }, `DELETE ${threadPath}/ff00/notes/5`],
  [
    'repository.commit_statuses',
    { ...commit, name: 'lint', all: true },
    `GET ${repo}/commits/feature%2Fa/statuses?name=lint&all=true`,
  ],
  [
    'repository.commit_status_set',
    { ...commit, status: 'passed', name: 'lint', coverage: '98.5' },
    [`POST ${at}/statuses/feature%2Fa`, { state: 'success', name: 'lint', coverage: 98.5 }],
  ],
  [
    'repository.changelog_generate',
    { ...project, version: '1.2.0', from: 'v1.1.0' },
    `GET ${repo}/changelog?version=1.2.0&from=v1.1.0`,
  ],
  [
    'repository.changelog_add',
    { ...project, version: '1.2.0', file: 'docs/CHANGELOG.md' },
    [`POST ${repo}/changelog`, { version: '1.2.0', file: 'docs/CHANGELOG.md' }],
  ],
  [
    'repository.update_submodule',
    { ...project, path: 'libs/one', branch: 'main', sha: 'abc' },
    [`PUT ${repo}/submodules/libs%2Fone`, { branch: 'main', commit_sha: 'abc' }],
  ],
  ['repository.markdown_render', { text: '# Hi', gfm: true }, ['POST /markdown', { text: '# Hi', gfm: true }]],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);

  const recording = await recordRequests(action, input, { answers: [[]] });

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every repository action has a row or a test of its own', () => {
  const others = [
    'repository.file_raw',
    'repository.raw_blob',
    'repository.archive',
    'repository.list_submodules',
    'repository.read_submodule_file',
  ];
  const tested = new Set([...rows.map(([id]) => id), ...others]);
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

describe('paths', () => {
  const action = byId.get('repository.file_get');

  test.each(['../../etc/passwd', 'a/../b', 'a%2f..%2fb', 'a\\b', 'a\0b', 'a\r\nb', '..'])(
    'T-09: the file path %j sends nothing',
    async (file_path) => {
      if (action === undefined) throw new Error('no action');

      const { error, sent } = await recordRequests(action, { ...project, file_path });

      expect(error).toMatchObject({ code: 'input.invalid' });
      expect(sent).toEqual([]);
    },
  );

  test.each([
    ['a%2Fb', 'a%252Fb'],
    ['.gitlab-ci.yml', '.gitlab-ci.yml'],
    ['dir.d/v1.2.x', 'dir.d%2Fv1.2.x'],
    ['what?#1;x.md', 'what%3F%231%3Bx.md'],
    ['日本.txt', '%E6%97%A5%E6%9C%AC.txt'],
  ])('T-10, T-11: the file %j is addressed literally, encoded once', async (file_path, encoded) => {
    if (action === undefined) throw new Error('no action');

    const { requests } = await recordRequests(action, { ...project, file_path }, { answers: [{}] });

    expect(requests[0]?.path).toBe(`${repo}/files/${encoded}`);
  });

  test('T-09: a path inside the changes of a commit is checked too', async () => {
    const create = byId.get('repository.commit_create');
    if (create === undefined) throw new Error('no action');
    const changes = [{ action: 'delete', file_path: '../x' }];

    const { error, sent } = await recordRequests(create, {
      ...project,
      branch: 'x',
      commit_message: 'm',
      actions: changes,
    });

    expect(error?.message).toContain('actions[0].file_path');
    expect(sent).toEqual([]);
  });
});

test('T-37: half a line address of a comment is refused and names what is missing', async () => {
  const action = byId.get('repository.commit_comment_create');
  if (action === undefined) throw new Error('no action');

  const { error, sent } = await recordRequests(action, { ...commit, note: 'x', path: 'a.ts' });

  expect(error?.message).toContain('path needs line');
  expect(sent).toEqual([]);
});

describe('files', () => {
  test('text comes as text, with its lines counted', async () => {
    const answer = {
      file_name: 'a.ts',
      encoding: 'base64',
      content: Buffer.from('eins\nzwei\n').toString('base64'),
      size: 10,
    };
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, answer));

    const { value } = await gitlab.run(byId.get('repository.file_get'), file);

    expect(value).toEqual({
      file_name: 'a.ts',
      encoding: 'text',
      content: 'eins\nzwei\n',
      size: 10,
      first_line: 1,
      last_line: 2,
      total_lines: 2,
      complete: true,
      next_start_line: null,
    });
  });

  test('metadata comes from the headers, with GitLab’s types', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      reply
        .writeHead(200, {
          'x-gitlab-file-name': 'a b.ts',
          'x-gitlab-file-path': 'src/a b.ts',
          'x-gitlab-size': '1476',
          'x-gitlab-blob-id': 'ab12',
          'x-gitlab-last-commit-id': 'cd34',
          'x-gitlab-execute-filemode': 'false',
        })
        .end(),
    );

    const { value } = await gitlab.run(byId.get('repository.file_metadata'), file);

    expect(value).toEqual({
      file_name: 'a b.ts',
      file_path: 'src/a b.ts',
      size: 1476,
      blob_id: 'ab12',
      last_commit_id: 'cd34',
      execute_filemode: false,
    });
  });

  test.each([
    ['repository.file_raw', { ...file, ref: 'v1' }, `GET ${repo}/files/src%2Fa%20b.ts/raw?ref=v1`, 'a b.ts'],
    ['repository.raw_blob', { ...project, sha: 'ab12' }, `GET ${repo}/blobs/ab12/raw`, 'ab12'],
  ])('T-76: %s tells type, size and checksum', async (id, input, sent, name) => {
    await using gitlab = await startStandIn((_, reply) =>
      reply.writeHead(200, { 'content-type': 'text/plain' }).end('hello'),
    );

    const { value } = await gitlab.run(byId.get(id), input);

    expect(gitlab.seen()).toEqual([sent]);
    expect(value).toMatchObject({
      file_name: name,
      content_type: 'text/plain',
      size: 5,
      encoding: 'text',
      content: 'hello',
    });
  });

  test('a local server saves a file', async () => {
    const { files, written } = memoryFiles();
    await using gitlab = await startStandIn((_, reply) => reply.writeHead(200).end('hello'));

    await gitlab.run(byId.get('repository.file_raw'), { ...file, output_path: '/downloads/x' }, { files });

    expect(written.get('/downloads/x')?.toString()).toBe('hello');
  });
});

test('the archive is an address and no request', async () => {
  const action = byId.get('repository.archive');
  if (action === undefined) throw new Error('no action');

  const { outcome, sent } = await recordRequests(
    action,
    { ...project, ref: 'feature/a', format: 'tgz', path: 'docs' },
    { instance: 'https://example.com/gitlab' },
  );

  expect(sent).toEqual([]);
  expect(outcome?.value).toEqual({
    url: 'https://example.com/gitlab/api/v4/projects/acme%2Fsite/repository/archive.tar.gz?sha=feature%2Fa&path=docs',
    format: 'tar.gz',
  });
});
