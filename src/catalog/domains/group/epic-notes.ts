import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { threadFilters } from '../../discussion-threads.ts';
import { described } from '../../field.ts';
import { connection, quickActions } from '../../fields.ts';
import { parseGlobalId } from '../../global-id.ts';
import { NotFound } from '../../not-found.ts';
import { listOf, nothing, one } from '../../result.ts';
import { type EpicAddress, ofEpic, type Paging } from './epic-fields.ts';
import { aroundNote, body, internal, noteId } from './epic-note-fields.ts';
import { deleteDocument, updateDocument } from './epic-notes-documents.ts';
import { findThread, listThreads, notesOf } from './epic-threads.ts';
import { sendEpicNote } from './send-epic-note.ts';

const list = defineAction({
  id: 'group.epic_note_list',
  tool: 'gitlab_epic_note_list',
  title: 'List comments on an epic',
  summary: 'List the comments on an epic thread by thread, oldest first, each with the ID of its thread.',
  effect: 'read',
  tier: 'premium',
  params: {
    ...ofEpic,
    exclude_system: threadFilters.exclude_system,
    first: described(connection.first, 'Threads to read from the start, 1 to 100. Default 20.'),
    after: connection.after,
  },
  run: listNotes,
  result: listOf('note'),
  words: [
    'what was said on an epic',
    'conversation on an initiative',
    'comments of an epic',
    'read comments on an epic',
  ],
  related: ['group.epic_discussion_list', 'group.epic_note_create', 'group.epic_get'],
});

async function listNotes(
  call: ActionCall<EpicAddress & Pick<Paging, 'first' | 'after'> & { readonly exclude_system?: boolean }>,
): Promise<unknown> {
  const { pageInfo, nodes } = await listThreads(call);
  const notes = nodes.flatMap((thread) => notesOf(thread).map((note) => ({ ...note, discussionId: thread['id'] })));
  return { pageInfo, nodes: notes };
}

const get = defineAction({
  id: 'group.epic_note_get',
  tool: 'gitlab_epic_note_get',
  title: 'Get a comment on an epic',
  summary: 'Get one comment on an epic with its author and text.',
  effect: 'read',
  tier: 'premium',
  params: { ...ofEpic, note_id: noteId },
  run: getNote,
  result: one('note'),
  words: ['show comment of an epic'],
  related: ['group.epic_note_list', 'group.epic_note_update'],
});

async function getNote(call: ActionCall<EpicAddress & { readonly note_id: number }>): Promise<unknown> {
  const key = String(call.input.note_id);
  // The same comment may go by the name of a subclass.
  const isWanted = (note: Readonly<Record<string, unknown>>) => parseGlobalId(String(note['id']))?.key === key;
  const thread = await findThread(call, (candidate) => notesOf(candidate).some(isWanted));
  const note = notesOf(thread).find(isWanted);
  if (note === undefined) throw new NotFound(call.action.id);
  return { ...note, discussionId: thread['id'] };
}

const create = defineAction({
  id: 'group.epic_note_create',
  tool: 'gitlab_epic_note_create',
  title: 'Comment on an epic',
  summary: 'Add a comment to an epic and get it. Internal comments stay hidden from outsiders.',
  effect: 'write',
  tier: 'premium',
  params: { ...ofEpic, body, ...quickActions, internal },
  run: sendEpicNote,
  result: one('note'),
  words: ['write on an epic', 'reply on an initiative', 'add a comment to an epic', 'comment on the epic'],
  aliases: ['epic.note_create', 'epic.comment'],
  related: ['group.epic_note_list', 'group.epic_discussion_add_note', 'group.epic_note_update'],
});

const update = defineAction({
  id: 'group.epic_note_update',
  tool: 'gitlab_epic_note_update',
  title: 'Edit a comment on an epic',
  summary: 'Replace the text of a comment on an epic and get it.',
  effect: 'write',
  tier: 'premium',
  graphql: { document: updateDocument, pick: 'updateNote.note', into: 'input' },
  params: { ...aroundNote, note_id: noteId, body, ...quickActions },
  idempotent: true,
  result: one('note'),
  words: ['change comment of an epic', 'correct a comment on an epic', 'edit my comment on an epic'],
  related: ['group.epic_note_get', 'group.epic_note_delete'],
});

const remove = defineAction({
  id: 'group.epic_note_delete',
  tool: 'gitlab_epic_note_delete',
  title: 'Delete a comment on an epic',
  summary: 'Delete a comment on an epic.',
  effect: 'destroy',
  tier: 'premium',
  graphql: { document: deleteDocument, pick: 'destroyNote.note', into: 'input' },
  params: { ...aroundNote, note_id: noteId },
  idempotent: true,
  result: nothing('note'),
  words: ['remove comment of an epic', 'delete my comment on an epic'],
  related: ['group.epic_note_get', 'group.epic_note_update', 'group.epic_note_list'],
});

export const epicNotes = [list, get, create, update, remove];
