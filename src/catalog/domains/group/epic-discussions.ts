import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { threadFilters } from '../../discussion-threads.ts';
import { connection, connectionRule, quickActions } from '../../fields.ts';
import { parseGlobalId } from '../../global-id.ts';
import { listOf, nothing, one } from '../../result.ts';
import { type EpicAddress, ofEpic } from './epic-fields.ts';
import { aroundNote, body, discussionId, internal, noteId } from './epic-note-fields.ts';
import { deleteDocument, updateDocument } from './epic-notes-documents.ts';
import { findThread, listThreads } from './epic-threads.ts';
import { sendEpicNote } from './send-epic-note.ts';

const list = defineAction({
  id: 'group.epic_discussion_list',
  tool: 'gitlab_list_epic_discussions',
  title: 'List discussions on an epic',
  summary: 'List the threads on an epic with their comments, oldest first.',
  effect: 'read',
  tier: 'premium',
  params: { ...ofEpic, ...threadFilters, ...connection },
  rules: [connectionRule],
  run: listThreads,
  result: listOf('discussion'),
  words: ['threads on an epic', 'open questions of an epic', 'discussions of an epic'],
  related: ['group.epic_discussion_get', 'group.epic_discussion_add_note', 'group.epic_note_list'],
});

const get = defineAction({
  id: 'group.epic_discussion_get',
  tool: 'gitlab_get_epic_discussion',
  title: 'Get a discussion on an epic',
  summary: 'Get one thread on an epic with all its comments.',
  effect: 'read',
  tier: 'premium',
  params: { ...ofEpic, discussion_id: discussionId },
  run: getDiscussion,
  result: one('discussion'),
  words: ['show thread of an epic'],
  related: ['group.epic_discussion_list', 'group.epic_discussion_add_note'],
});

function getDiscussion(call: ActionCall<EpicAddress & { readonly discussion_id: string }>): Promise<unknown> {
  const wanted = parseGlobalId(call.input.discussion_id)?.key;
  // The same thread may go by the name of a subclass.
  return findThread(call, (thread) => parseGlobalId(String(thread['id']))?.key === wanted);
}

const create = defineAction({
  id: 'group.epic_discussion_create',
  tool: 'gitlab_create_epic_discussion',
  title: 'Start a discussion on an epic',
  summary: 'Start a thread on an epic and get its first comment with the ID of the thread.',
  effect: 'write',
  tier: 'premium',
  params: { ...ofEpic, body, ...quickActions, internal },
  run: sendEpicNote,
  result: one('note'),
  words: ['new thread on an epic', 'ask a question on an epic', 'start a thread on an epic'],
  related: ['group.epic_discussion_add_note', 'group.epic_discussion_list'],
});

const addNote = defineAction({
  id: 'group.epic_discussion_add_note',
  tool: 'gitlab_add_epic_discussion_note',
  title: 'Reply in a discussion on an epic',
  summary: 'Add a comment to a thread on an epic and get it.',
  effect: 'write',
  tier: 'premium',
  params: { ...ofEpic, discussion_id: discussionId, body, ...quickActions },
  run: sendEpicNote,
  result: one('note'),
  words: ['answer on an epic', 'reply to a thread of an epic'],
  related: ['group.epic_discussion_get', 'group.epic_discussion_update_note'],
});

const updateNote = defineAction({
  id: 'group.epic_discussion_update_note',
  tool: 'gitlab_update_epic_discussion_note',
  title: 'Edit a comment in an epic discussion',
  summary: 'Replace the text of a comment in a thread on an epic and get it.',
  effect: 'write',
  tier: 'premium',
  graphql: { document: updateDocument, pick: 'updateNote.note', into: 'input' },
  params: { ...aroundNote, note_id: noteId, body, ...quickActions },
  idempotent: true,
  result: one('note'),
  words: ['correct a reply on an epic'],
  related: ['group.epic_discussion_get', 'group.epic_discussion_delete_note'],
});

const deleteNote = defineAction({
  id: 'group.epic_discussion_delete_note',
  tool: 'gitlab_delete_epic_discussion_note',
  title: 'Delete a comment in an epic discussion',
  summary: 'Delete a comment in a thread on an epic.',
  effect: 'destroy',
  tier: 'premium',
  graphql: { document: deleteDocument, pick: 'destroyNote.note', into: 'input' },
  params: { ...aroundNote, note_id: noteId },
  idempotent: true,
  result: nothing('note'),
  words: ['remove a reply on an epic'],
  related: ['group.epic_discussion_get', 'group.epic_discussion_update_note'],
});

export const epicDiscussions = [list, get, create, addNote, updateNote, deleteNote];
