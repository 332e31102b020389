import { defineAction } from '../../action.ts';
import { datetime, flag, oneOf } from '../../field.ts';
import { issueIid, noteBody, noteId, page, projectId, quickActions, sort } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { sendNote } from '../../internal-note.ts';

const ofIssue = { project_id: projectId, issue_iid: issueIid } as const;

const list = defineAction({
  id: 'issue.note_list',
  tool: 'gitlab_issue_note_list',
  title: 'List comments on an issue',
  summary: 'List the comments on an issue, newest first, with the notes GitLab writes about changes.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/notes',
  params: {
    ...ofIssue,
    activity_filter: oneOf('only_comments leaves out what GitLab writes about changes. Default all_notes.', [
      'all_notes',
      'only_comments',
      'only_activity',
    ]),
    order_by: oneOf('What the list is ordered by. Default created_at.', ['created_at', 'updated_at']),
    sort,
    ...page,
  },
  result: listOf('note'),
  words: [
    'read comments',
    'conversation on a ticket',
    'what was said',
    'issue comments',
    'what did people say on an issue',
    'issue conversation',
    'notes of a ticket',
    'latest comment on an issue',
    'what is discussed in an issue',
    'what did they say',
    'latest replies on the issue',
    'activity on an issue',
    'any news on the issue',
  ],
  aliases: ['issue.comments', 'issue.comment_list', 'issue.notes'],
  related: ['issue.note_create', 'issue.discussion_list', 'issue.get'],
});

const get = defineAction({
  id: 'issue.note_get',
  tool: 'gitlab_issue_note_get',
  title: 'Get a comment on an issue',
  summary: 'Get one comment on an issue with its author and text.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/notes/:note_id',
  params: { ...ofIssue, note_id: noteId },
  result: one('note'),
  words: ['show comment', 'show one comment of an issue', 'text of a comment on a ticket'],
  related: ['issue.note_list', 'issue.note_update'],
});

const create = defineAction({
  id: 'issue.note_create',
  tool: 'gitlab_issue_note_create',
  title: 'Comment on an issue',
  summary: 'Add a comment to an issue. Internal comments stay hidden from outsiders.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/notes',
  params: {
    ...ofIssue,
    body: noteBody,
    ...quickActions,
    internal: flag('Whether only members with at least the reporter role may see it. Default false.', {
      aliases: ['confidential', 'private'],
    }),
    created_at: datetime('Time of the comment, ISO 8601. For administrators and owners.'),
  },
  run: sendNote,
  result: one('note'),
  words: [
    'reply on a ticket',
    'write a comment',
    'leave an internal note',
    'answer',
    'add comment to issue',
    'post a comment on a ticket',
    'comment on a bug',
    'tell the reporter',
    'write something under an issue',
    'post an update on the issue',
    'leave a comment',
  ],
  aliases: ['issue.comment', 'issue.comment_create', 'issue.add_comment', 'issue.note'],
  related: ['issue.note_list', 'issue.discussion_create', 'issue.discussion_add_note'],
});

const update = defineAction({
  id: 'issue.note_update',
  tool: 'gitlab_issue_note_update',
  title: 'Edit a comment on an issue',
  summary: 'Replace the text of a comment on an issue.',
  effect: 'write',
  route: 'PUT /projects/:project_id/issues/:issue_iid/notes/:note_id',
  params: { ...ofIssue, note_id: noteId, body: noteBody, ...quickActions },
  result: one('note'),
  words: [
    'correct a comment',
    'change my note',
    'edit my comment on an issue',
    'fix a typo in my issue comment',
    'reword a comment on a ticket',
  ],
  aliases: ['issue.comment_update'],
  related: ['issue.note_get', 'issue.note_delete'],
});

const remove = defineAction({
  id: 'issue.note_delete',
  tool: 'gitlab_issue_note_delete',
  title: 'Delete a comment on an issue',
  summary: 'Delete a comment on an issue for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/issues/:issue_iid/notes/:note_id',
  params: { ...ofIssue, note_id: noteId },
  result: nothing('note'),
  words: ['remove comment', 'remove a comment from an issue', 'delete my comment on a ticket'],
  aliases: ['issue.comment_delete'],
  related: ['issue.note_list', 'issue.note_update'],
});

export const issueNotes = [list, get, create, update, remove];
