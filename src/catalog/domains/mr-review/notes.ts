import { defineAction } from '../../action.ts';
import { datetime, flag, line, oneOf } from '../../field.ts';
import { noteBody, noteId, page, quickActions, sort } from '../../fields.ts';
import { sendNote } from '../../internal-note.ts';
import { listOf, nothing, one } from '../../result.ts';
import { mergeRequestRef } from '../merge-request/merge-request-ref.ts';

const list = defineAction({
  id: 'mr_review.note_list',
  tool: 'gitlab_mr_notes_list',
  title: 'List merge request comments',
  summary: 'List the comments on a merge request, newest first, with the notes GitLab writes about changes.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/notes',
  params: {
    ...mergeRequestRef,
    activity_filter: oneOf('only_comments leaves out what GitLab writes about changes. Default all_notes.', [
      'all_notes',
      'only_comments',
      'only_activity',
    ]),
    order_by: oneOf('Order. Default created_at.', ['created_at', 'updated_at']),
    sort,
    ...page,
  },
  result: listOf('note'),
  usage: 'For threads with their state use mr_review.discussion_list.',
  words: [
    'PR comments',
    'what did reviewers say',
    'conversation on the MR',
    'read comments of a PR',
    'notes of a merge request',
  ],
  aliases: ['mr_review.notes', 'merge_request.notes', 'merge_request.note_list', 'merge_request.comments'],
  related: ['mr_review.discussion_list', 'mr_review.note_create', 'mr_review.note_get'],
});

const get = defineAction({
  id: 'mr_review.note_get',
  tool: 'gitlab_mr_note_get',
  title: 'Get a merge request comment',
  summary: 'Get one comment on a merge request with its author and text.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/notes/:note_id',
  params: { ...mergeRequestRef, note_id: noteId },
  result: one('note'),
  words: ['show PR comment', 'text of one note', 'show one comment of a merge request'],
  aliases: ['merge_request.note_get'],
  related: ['mr_review.note_list', 'mr_review.note_update'],
});

const create = defineAction({
  id: 'mr_review.note_create',
  tool: 'gitlab_mr_note_create',
  title: 'Comment on a merge request',
  summary: 'Add a comment to a merge request as a whole and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/notes',
  params: {
    ...mergeRequestRef,
    body: noteBody,
    ...quickActions,
    internal: flag('Whether only members with at least the reporter role may see it. Default false.', {
      aliases: ['confidential', 'private'],
    }),
    created_at: datetime('Time of the comment, ISO 8601. For administrators and owners.'),
    merge_request_diff_head_sha: line('Head commit, needed when the text holds the quick action to merge.'),
  },
  run: sendNote,
  result: one('note'),
  usage: 'To comment on a line of code use mr_review.discussion_create.',
  words: [
    'comment on the PR',
    'leave feedback',
    'write an internal note',
    'reply on MR',
    'add comment to merge request',
    'say something on the PR',
    'tell the author',
    'write a comment on the pull request',
    'ask a question on MR',
    'reply on a pull request',
    'tell the author of an MR',
    'post a message on the MR',
    'reply to the PR',
    'MR note',
  ],
  aliases: ['merge_request.comment', 'merge_request.note_create', 'merge_request.add_comment', 'mr_review.comment'],
  related: ['mr_review.discussion_create', 'mr_review.discussion_reply', 'mr_review.note_list'],
});

const update = defineAction({
  id: 'mr_review.note_update',
  tool: 'gitlab_mr_note_update',
  title: 'Edit a merge request comment',
  summary: 'Replace the text of a comment on a merge request and get it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/merge_requests/:merge_request_iid/notes/:note_id',
  params: { ...mergeRequestRef, note_id: noteId, body: noteBody, ...quickActions },
  result: one('note'),
  words: ['correct a PR comment', 'change my note', 'fix a typo in my MR comment'],
  aliases: ['merge_request.note_update'],
  related: ['mr_review.note_get', 'mr_review.discussion_note_update', 'mr_review.note_delete'],
});

const remove = defineAction({
  id: 'mr_review.note_delete',
  tool: 'gitlab_mr_note_delete',
  title: 'Delete a merge request comment',
  summary: 'Delete a comment on a merge request for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/merge_requests/:merge_request_iid/notes/:note_id',
  params: { ...mergeRequestRef, note_id: noteId },
  result: nothing('note'),
  words: [
    'remove PR comment',
    'take back my note',
    'delete my comment on the MR',
    'remove a comment from a pull request',
  ],
  aliases: ['merge_request.note_delete'],
  related: ['mr_review.note_list', 'mr_review.discussion_note_delete'],
});

export const reviewNotes = [list, get, create, update, remove];
