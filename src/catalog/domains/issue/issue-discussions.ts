import { defineAction } from '../../action.ts';
import { sendDiscussions, threadFilters } from '../../discussion-threads.ts';
import { datetime, flag, optional } from '../../field.ts';
import { discussionId, issueIid, noteBody, noteId, page, projectId, quickActions } from '../../fields.ts';
import { updateNote } from '../../note-update.ts';
import { listOf, nothing, one } from '../../result.ts';

const ofIssue = { project_id: projectId, issue_iid: issueIid } as const;
const createdAt = datetime('Time of the comment, ISO 8601. For administrators and owners.');

const list = defineAction({
  id: 'issue.discussion_list',
  tool: 'gitlab_list_issue_discussions',
  title: 'List discussions of an issue',
  summary: 'List the threads of an issue with their comments, oldest first, without system notes.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/discussions',
  params: { ...ofIssue, ...threadFilters, ...page },
  run: sendDiscussions,
  result: listOf('discussion'),
  words: [
    'threads of a ticket',
    'open threads',
    'conversation',
    'unresolved comments',
    'what are people discussing on an issue',
  ],
  related: ['issue.discussion_get', 'issue.discussion_add_note', 'issue.note_list'],
});

const get = defineAction({
  id: 'issue.discussion_get',
  tool: 'gitlab_get_issue_discussion',
  title: 'Get a discussion of an issue',
  summary: 'Get one thread of an issue with all its comments.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/discussions/:discussion_id',
  params: { ...ofIssue, discussion_id: discussionId },
  result: one('discussion'),
  words: ['read a thread', 'read one thread of an issue', 'replies in an issue thread'],
  related: ['issue.discussion_list', 'issue.discussion_add_note'],
});

const create = defineAction({
  id: 'issue.discussion_create',
  tool: 'gitlab_create_issue_discussion',
  title: 'Start a discussion on an issue',
  summary: 'Start a thread on an issue that others can reply to, and get it with its ID.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/discussions',
  params: { ...ofIssue, body: noteBody, ...quickActions, created_at: createdAt },
  result: one('discussion'),
  words: [
    'new thread',
    'open a discussion',
    'ask a question on a ticket',
    'start a thread on an issue',
    'start a conversation on an issue',
  ],
  related: ['issue.discussion_add_note', 'issue.note_create', 'issue.discussion_list'],
});

const addNote = defineAction({
  id: 'issue.discussion_add_note',
  tool: 'gitlab_add_issue_discussion_note',
  title: 'Reply to a discussion of an issue',
  summary: 'Add a reply to a thread of an issue.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/discussions/:discussion_id/notes',
  params: { ...ofIssue, discussion_id: discussionId, body: noteBody, ...quickActions, created_at: createdAt },
  result: one('note'),
  words: [
    'answer in a thread',
    'respond to a comment',
    'reply to a comment on an issue',
    'answer in an issue thread',
    'respond to a ticket comment',
  ],
  aliases: ['issue.discussion_reply', 'issue.reply'],
  related: ['issue.discussion_list', 'issue.discussion_create'],
});

const updateDiscussionNote = defineAction({
  id: 'issue.discussion_update_note',
  tool: 'gitlab_update_issue_discussion_note',
  title: 'Edit a comment in an issue discussion',
  summary: 'Change the text of a comment in a thread of an issue, or resolve or reopen it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/issues/:issue_iid/discussions/:discussion_id/notes/:note_id',
  params: {
    ...ofIssue,
    discussion_id: discussionId,
    note_id: noteId,
    body: optional(noteBody),
    ...quickActions,
    resolved: flag('True resolves the comment, false reopens it.', { aliases: ['resolve'] }),
  },
  rules: [{ rule: 'at-least-one', of: ['body', 'resolved'] }],
  run: updateNote,
  result: one('note'),
  words: [
    'correct a reply',
    'resolve a thread on a ticket',
    'edit a reply in an issue thread',
    'resolve an issue thread',
  ],
  related: ['issue.discussion_get', 'issue.discussion_delete_note'],
});

const deleteNote = defineAction({
  id: 'issue.discussion_delete_note',
  tool: 'gitlab_delete_issue_discussion_note',
  title: 'Delete a comment in an issue discussion',
  summary: 'Delete a comment in a thread of an issue for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/issues/:issue_iid/discussions/:discussion_id/notes/:note_id',
  params: { ...ofIssue, discussion_id: discussionId, note_id: noteId },
  result: nothing('note'),
  words: ['remove a reply', 'delete a reply in an issue thread'],
  related: ['issue.discussion_get', 'issue.discussion_update_note'],
});

export const issueDiscussions = [list, get, create, addNote, updateDiscussionNote, deleteNote];
