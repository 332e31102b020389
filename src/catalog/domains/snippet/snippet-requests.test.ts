import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { startStandIn } from '../../../../test/support/run-action.ts';
import { snippetActions } from './snippet-actions.ts';

const byId = new Map(snippetActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const inProject = '/projects/acme%2Fsite/snippets';
const snippet = { ...project, snippet_id: 42 };
const ofSnippet = `${inProject}/42`;
const discussion = { ...snippet, discussion_id: 'abc123' };
const note = { ...snippet, note_id: 9 };
const files = [
  { file_path: 'a.rb', content: 'puts 1' },
  { file_path: 'lib/b.rb', content: '' },
];
const changes = [
  { action: 'rename', file_path: 'c.rb', previous_path: 'a.rb' },
  { action: 'delete', file_path: 'b.rb' },
];
const changesSent = [
  { action: 'move', file_path: 'c.rb', previous_path: 'a.rb' },
  { action: 'delete', file_path: 'b.rb' },
];

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['snippet.list', { created_after: '2026-01-01' }, 'GET /snippets?created_after=2026-01-01'],
  ['snippet.list_all', { repository_storage: 'default' }, 'GET /snippets/all?repository_storage=default'],
  ['snippet.explore', { page: 2 }, 'GET /snippets/public?page=2'],
  ['snippet.get', { id: '$42' }, 'GET /snippets/42'],
  [
    'snippet.create',
    { title: 'Hello', filename: 'a.rb', code: 'puts 1', visibility: 'Internal' },
    ['POST /snippets', { title: 'Hello', file_name: 'a.rb', content: 'puts 1', visibility: 'internal' }],
  ],
  ['snippet.update', { snippet_id: 42, files: changes }, ['PUT /snippets/42', { files: changesSent }]],
  ['snippet.delete', { snippet_id: 42 }, 'DELETE /snippets/42'],
  ['snippet.project_list', { ...project, per_page: 5 }, `GET ${inProject}?per_page=5`],
  ['snippet.project_get', snippet, `GET ${ofSnippet}`],
  [
    'snippet.project_create',
    { ...project, title: 'Two', files, description: 'Both' },
    [`POST ${inProject}`, { visibility: 'private', title: 'Two', files, description: 'Both' }],
  ],
  [
    'snippet.project_update',
    { ...snippet, title: 'New', content: 'puts 2' },
    [`PUT ${ofSnippet}`, { title: 'New', content: 'puts 2' }],
  ],
  ['snippet.project_delete', snippet, `DELETE ${ofSnippet}`],
  ['snippet.note_list', { ...snippet, order_by: 'updated_at' }, `GET ${ofSnippet}/notes?order_by=updated_at`],
  ['snippet.note_get', note, `GET ${ofSnippet}/notes/9`],
  ['snippet.note_create', { ...snippet, comment: 'Nice' }, [`POST ${ofSnippet}/notes`, { body: 'Nice' }]],
  ['snippet.note_update', { ...note, body: 'Nicer' }, [`PUT ${ofSnippet}/notes/9`, { body: 'Nicer' }]],
  ['snippet.note_delete', note, `DELETE ${ofSnippet}/notes/9`],
  ['snippet.discussion_list', { ...snippet, exclude_system: false }, `GET ${ofSnippet}/discussions`],
  ['snippet.discussion_get', discussion, `GET ${ofSnippet}/discussions/abc123`],
  ['snippet.discussion_create', { ...snippet, body: 'Why?' }, [`POST ${ofSnippet}/discussions`, { body: 'Why?' }]],
  [
    'snippet.discussion_add_note',
    { ...discussion, body: 'So' },
    [`POST ${ofSnippet}/discussions/abc123/notes`, { body: 'So' }],
  ],
  [
    'snippet.discussion_update_note',
    { ...discussion, note_id: 9, body: 'So.' },
    [`PUT ${ofSnippet}/discussions/abc123/notes/9`, { body: 'So.' }],
  ],
  ['snippet.discussion_delete_note', { ...discussion, note_id: 9 }, `DELETE ${ofSnippet}/discussions/abc123/notes/9`],
  ['snippet.emoji_snippet_list', snippet, `GET ${ofSnippet}/award_emoji`],
  ['snippet.emoji_snippet_get', { ...snippet, award_id: 3 }, `GET ${ofSnippet}/award_emoji/3`],
  ['snippet.emoji_snippet_create', { ...snippet, emoji: 'tada' }, [`POST ${ofSnippet}/award_emoji`, { name: 'tada' }]],
  ['snippet.emoji_snippet_delete', { ...snippet, award_id: 3 }, `DELETE ${ofSnippet}/award_emoji/3`],
  ['snippet.emoji_snippet_note_list', note, `GET ${ofSnippet}/notes/9/award_emoji`],
  ['snippet.emoji_snippet_note_get', { ...note, award_id: 3 }, `GET ${ofSnippet}/notes/9/award_emoji/3`],
  [
    'snippet.emoji_snippet_note_create',
    { ...note, name: 'tada' },
    [`POST ${ofSnippet}/notes/9/award_emoji`, { name: 'tada' }],
  ],
  ['snippet.emoji_snippet_note_delete', { ...note, award_id: 3 }, `DELETE ${ofSnippet}/notes/9/award_emoji/3`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

const downloads: readonly (readonly [id: string, input: object, sent: string, name: string])[] = [
  ['snippet.content', { snippet_id: 42 }, 'GET /snippets/42/raw', 'snippet-42.txt'],
  [
    'snippet.file_content',
    { snippet_id: 42, ref: 'main', path: 'lib/a%2Fb.rb' },
    'GET /snippets/42/files/main/lib%2Fa%252Fb.rb/raw',
    'a%2Fb.rb',
  ],
  ['snippet.project_content', snippet, `GET ${ofSnippet}/raw`, 'snippet-42.txt'],
];

test.each(downloads)('T-76: %s tells type, size and checksum', async (id, input, sent, name) => {
  await using gitlab = await startStandIn((_, reply) =>
    reply.writeHead(200, { 'content-type': 'text/plain' }).end('puts 1'),
  );

  const { value } = await gitlab.run(byId.get(id), input);

  expect(gitlab.seen()).toEqual([sent]);
  expect(value).toMatchObject({ file_name: name, content_type: 'text/plain', size: 6, content: 'puts 1' });
});

test('every snippet action has a row', () => {
  const tested = new Set([...rows, ...downloads].map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

describe('the files of a snippet', () => {
  test.each<[string, object, string]>([
    ['none', {}, 'exactly one of content, files'],
    ['one and a list', { content: 'x', files }, 'content and files exclude each other'],
    ['a name without a text', { file_name: 'a.rb', files }, 'file_name needs content'],
    ['one that leads elsewhere', { files: [{ file_path: '../a', content: '' }] }, 'without ..'],
    ['one without a path', { files: [{ content: '' }] }, 'files[0].file_path'],
  ])('T-07: %s is refused before anything is sent', async (_, input, reason) => {
    const { error, sent } = await run('snippet.create', { title: 'x', ...input });

    expect(error?.message).toContain(reason);
    expect(sent).toEqual([]);
  });

  test('may be empty', async () => {
    const { sent } = await run('snippet.create', { title: 'x', file_name: 'a.txt', content: '' });

    expect(sent).toEqual([['POST /snippets', { title: 'x', file_name: 'a.txt', content: '' }]]);
  });
});

test('a project snippet is as visible as the caller says, and private when nothing is said', async () => {
  const { sent } = await run('snippet.project_create', { ...project, title: 'x', content: 'y', visibility: 'public' });

  expect(sent).toEqual([[`POST ${inProject}`, { title: 'x', content: 'y', visibility: 'public' }]]);
});

test('an update without a change is refused before anything is sent', async () => {
  const { error, sent } = await run('snippet.update', { snippet_id: 42 });

  expect(error?.message).toContain('at least one of title');
  expect(sent).toEqual([]);
});

test('T-36: system notes are left out of the threads, and counted', async () => {
  const threads = [
    { id: 'a', notes: [{ body: 'hi', system: false }] },
    { id: 'b', notes: [{ body: 'changed the title', system: true }] },
  ];
  const action = byId.get('snippet.discussion_list');
  if (action === undefined) throw new Error('no action');

  const { outcome } = await recordRequests(action, snippet, { answers: [threads] });

  expect(outcome?.value).toMatchObject([{ id: 'a' }]);
  expect(outcome?.notes.join()).toContain('1 system note');
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{}] });
}
