import { describe, expect, test } from 'vitest';
import { recordGraphql } from '../../../../test/support/record-graphql.ts';
import { epicDiscussions } from './epic-discussions.ts';
import { epicNotes } from './epic-notes.ts';

const byId = new Map([...epicDiscussions, ...epicNotes].map((action) => [action.id, action]));
const hash = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c';
const threadId = `gid://gitlab/Discussion/${hash}`;
const at = '2026-01-01T00:00:00Z';
const ada = { id: 'gid://gitlab/User/3', username: 'ada', name: 'Ada' };
const note = (number: number, more: object = {}) => ({
  id: `gid://gitlab/Note/${number}`,
  body: `Note ${number}`,
  system: false,
  internal: false,
  resolvable: false,
  resolved: false,
  createdAt: at,
  updatedAt: at,
  url: null,
  author: ada,
  discussion: { id: threadId },
  ...more,
});
const thread = (id: string, ...notes: readonly object[]) => ({
  id,
  createdAt: at,
  resolvable: false,
  resolved: false,
  notes: { nodes: notes },
});
const said = thread(threadId, note(1), note(2));
const changed = thread('gid://gitlab/Discussion/aaaaaaaa', note(3, { system: true }));
const open = { hasNextPage: true, endCursor: 'next', hasPreviousPage: false, startCursor: null };
const last = { hasNextPage: false, endCursor: null, hasPreviousPage: true, startCursor: null };
const epic = {
  id: 'gid://gitlab/WorkItem/60',
  iid: '6',
  title: 'Relaunch',
  state: 'OPEN',
  confidential: false,
  reference: 'acme&6',
  workItemType: { id: 'gid://gitlab/WorkItems::Type/8', name: 'Epic' },
};
const address = { full_path: 'acme', epic_iid: 6 };
const found = ['query namespace', { fullPath: 'acme', iid: '6' }];

/** An epic with these threads, the second page after the cursor `next`. */
function withThreads(first: readonly object[], second?: readonly object[]) {
  const discussions = ({ after }: { after?: string }) =>
    after === 'next' ? { nodes: second ?? [], pageInfo: last } : { nodes: first, pageInfo: second ? open : last };
  return { namespace: { workItem: { ...epic, widgets: [{ __typename: 'WorkItemWidgetNotes', discussions }] } } };
}

describe('T-36: threads on an epic', () => {
  test('come without the notes GitLab writes, and with a word about them', async () => {
    const { sent, value, notes } = await recordGraphql(byId.get('group.epic_discussion_list'), address, {
      root: withThreads([said, changed]),
    });

    expect(sent).toEqual([['query namespace', { fullPath: 'acme', iid: '6', first: 20 }]]);
    expect(value).toMatchObject({ pageInfo: last, nodes: [{ id: threadId, notes: [{ body: 'Note 1' }, {}] }] });
    expect(notes).toEqual(['Hidden on this page: 1 system note.']);
  });

  test('come with them when that is asked for', async () => {
    const { value, notes } = await recordGraphql(
      byId.get('group.epic_discussion_list'),
      { ...address, exclude_system: false, first: 2, after: 'next' },
      { root: withThreads([], [said, changed]) },
    );

    expect(value).toMatchObject({ nodes: [{ id: threadId }, { notes: [{ system: true }] }] });
    expect(notes).toEqual([]);
  });

  test('may be only the open ones, or the newer ones', async () => {
    const resolved = thread('gid://gitlab/Discussion/bbbbbbbb', note(4, { resolvable: true, resolved: true }));
    const asked = thread('gid://gitlab/Discussion/cccccccc', note(5, { resolvable: true }));
    const list = byId.get('group.epic_discussion_list');

    const unresolved = await recordGraphql(
      list,
      { ...address, unresolved_only: true },
      { root: withThreads([resolved, asked]) },
    );
    const newer = await recordGraphql(list, { ...address, since: '2026-01-02' }, { root: withThreads([said]) });

    expect(unresolved.value).toMatchObject({ nodes: [{ id: asked.id }] });
    expect(unresolved.notes).toEqual(['Hidden on this page: 1 thread that is resolved or cannot be.']);
    expect(newer.value).toMatchObject({ nodes: [] });
    expect(newer.notes).toEqual(['Hidden on this page: 1 older thread.']);
  });

  test('are comments one by one in group.epic_note_list, each with its thread', async () => {
    const { value, notes } = await recordGraphql(byId.get('group.epic_note_list'), address, {
      root: withThreads([said, changed]),
    });

    expect(value).toMatchObject({
      pageInfo: last,
      nodes: [
        { body: 'Note 1', discussionId: threadId },
        { body: 'Note 2', discussionId: threadId },
      ],
    });
    expect(notes).toHaveLength(1);
  });
});

describe('one thread or comment', () => {
  const root = withThreads([changed], [said]);
  const pages = [
    ['query namespace', { fullPath: 'acme', iid: '6', first: 100 }],
    ['query namespace', { fullPath: 'acme', iid: '6', first: 100, after: 'next' }],
  ];

  test.each([[hash], [threadId], [`gid://gitlab/IndividualNoteDiscussion/${hash}`]])(
    'group.epic_discussion_get finds %s page by page',
    async (discussion_id) => {
      const { sent, value } = await recordGraphql(
        byId.get('group.epic_discussion_get'),
        { ...address, discussion_id },
        { root },
      );

      expect(sent).toEqual(pages);
      expect(value).toMatchObject({ id: threadId, notes: [{ body: 'Note 1' }, { body: 'Note 2' }] });
    },
  );

  test('group.epic_note_get finds a comment by its number, whatever its class', async () => {
    const { value } = await recordGraphql(
      byId.get('group.epic_note_get'),
      { ...address, note_id: 'gid://gitlab/DiscussionNote/2' },
      { root },
    );

    expect(value).toMatchObject({ id: 'gid://gitlab/Note/2', body: 'Note 2', discussionId: threadId });
  });

  test('is an error when no page has it', async () => {
    const { sent, error } = await recordGraphql(byId.get('group.epic_note_get'), { ...address, note_id: 9 }, { root });

    expect(error).toMatchObject({
      code: 'gitlab.refused',
      message: expect.stringContaining('not found in the 2 threads'),
    });
    expect(sent).toEqual(pages);
  });

  test('is looked for in a bounded number of pages', async () => {
    const endless = { nodes: [changed], pageInfo: open };
    const widgets = [{ __typename: 'WorkItemWidgetNotes', discussions: endless }];
    const { sent } = await recordGraphql(
      byId.get('group.epic_note_get'),
      { ...address, note_id: 9 },
      { root: { namespace: { workItem: { ...epic, widgets } } } },
    );

    expect(sent).toHaveLength(20);
  });
});

describe('writing on an epic', () => {
  const namespace = { workItem: { ...epic, widgets: [] } };

  test.each([
    ['group.epic_note_create', {}, {}],
    ['group.epic_discussion_create', { internal: false }, { internal: false }],
    ['group.epic_discussion_add_note', { discussion_id: hash }, { discussionId: threadId }],
  ])('%s looks the epic up and sends the text', async (id, input, more) => {
    const { sent, value } = await recordGraphql(
      byId.get(id),
      { ...address, comment: 'Hello', ...input },
      { root: { namespace, createNote: { errors: [], note: note(8) } } },
    );

    expect(sent).toEqual([found, ['mutation createNote', { input: { noteableId: epic.id, body: 'Hello', ...more } }]]);
    expect(value).toMatchObject({ id: 'gid://gitlab/Note/8', discussion: { id: threadId } });
  });

  test('T-73: an internal comment is verified', async () => {
    const { error, value } = await recordGraphql(
      byId.get('group.epic_note_create'),
      { ...address, body: 'x', internal: true },
      { root: { namespace, createNote: { errors: [], note: note(8, { internal: true }) } } },
    );

    expect(error).toBeUndefined();
    expect(value).toMatchObject({ internal: true });
  });

  test.each([
    ['is removed again', { errors: [], note: null }, 'so it was removed again'],
    ['stays, and the error says which one it is', { errors: ['no'], note: null }, 'delete note gid://gitlab/Note/8'],
  ])('T-73: one that came out public %s', async (_, destroyNote, words) => {
    const { sent, error } = await recordGraphql(
      byId.get('group.epic_note_create'),
      { ...address, body: 'x', internal: true },
      { root: { namespace, createNote: { errors: [], note: note(8) }, destroyNote } },
    );

    expect(error).toMatchObject({ code: 'gitlab.refused', message: expect.stringContaining(words) });
    expect(sent.at(-1)).toEqual(['mutation destroyNote', { input: { id: 'gid://gitlab/Note/8' } }]);
  });

  test.each([['group.epic_note_update'], ['group.epic_discussion_update_note']])(
    '%s edits by the ID alone',
    async (id) => {
      const { sent, value } = await recordGraphql(
        byId.get(id),
        { ...address, note_id: 8, body: 'Better' },
        { root: { updateNote: { errors: [], note: note(8, { body: 'Better' }) } } },
      );

      expect(sent).toEqual([['mutation updateNote', { input: { id: 'gid://gitlab/Note/8', body: 'Better' } }]]);
      expect(value).toMatchObject({ body: 'Better' });
    },
  );

  test.each([['group.epic_note_delete'], ['group.epic_discussion_delete_note']])(
    '%s deletes by the ID alone',
    async (id) => {
      const { sent, error, notes } = await recordGraphql(
        byId.get(id),
        { ...address, note_id: 8 },
        { root: { destroyNote: { errors: [], note: null } } },
      );

      expect(error).toBeUndefined();
      expect(notes).toEqual([]);
      expect(sent).toEqual([['mutation destroyNote', { input: { id: 'gid://gitlab/Note/8' } }]]);
    },
  );

  test('what GitLab refuses is an error', async () => {
    const { error } = await recordGraphql(
      byId.get('group.epic_note_update'),
      { ...address, note_id: 8, body: 'x' },
      { root: { updateNote: { errors: ['Body is too long'], note: null } } },
    );

    expect(error?.message).toBe('group.epic_note_update: GitLab refused this (Body is too long)');
  });
});
