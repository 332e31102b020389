import { defineAction } from '../../action.ts';
import { fileFilter, threadFilters } from '../../discussion-threads.ts';
import { datetime, flag, line, optional, required } from '../../field.ts';
import { discussionId, noteBody, noteId, page, quickActions } from '../../fields.ts';
import { updateNote } from '../../note-update.ts';
import { buildRequest } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';
import { mergeRequestRef } from '../merge-request/merge-request-ref.ts';
import { commentPlace, placeComment, placeRules } from './place-comment.ts';
import { listThreads, readThread } from './threads.ts';
import { checkPlaced } from './check-placed.ts';

const list = defineAction({
  id: 'mr_review.discussion_list',
  tool: 'gitlab_mr_discussion_list',
  title: 'List review threads',
  summary:
    'List the threads of a merge request with file, line, resolved or outdated, oldest first, without system notes.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/discussions',
  params: { ...mergeRequestRef, ...threadFilters, file: fileFilter, ...page },
  run: listThreads,
  result: listOf('discussion'),
  words: [
    'unresolved threads',
    'review comments on the PR',
    'open discussions',
    'code review feedback',
    'open threads',
    'unresolved comments',
    'review feedback',
    'discussions on a PR',
    'reviewer comments',
    'what did the reviewers complain about',
    'feedback on my MR',
    'what feedback did I get',
  ],
  aliases: ['merge_request.discussions', 'merge_request.discussion_list', 'mr_review.discussions', 'mr_review.threads'],
  related: ['mr_review.discussion_reply', 'mr_review.discussion_resolve', 'mr_review.note_list'],
});

const get = defineAction({
  id: 'mr_review.discussion_get',
  tool: 'gitlab_mr_discussion_get',
  title: 'Get a review thread',
  summary: 'Get one thread of a merge request with all its comments, its file and line and whether it is resolved.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/discussions/:discussion_id',
  params: { ...mergeRequestRef, discussion_id: discussionId },
  run: readThread,
  result: one('discussion'),
  words: [
    'read a discussion',
    'one conversation on the PR',
    'read one thread of a merge request',
    'replies in a review thread',
  ],
  aliases: ['merge_request.discussion_get'],
  related: ['mr_review.discussion_list', 'mr_review.discussion_reply'],
});

const create = defineAction({
  id: 'mr_review.discussion_create',
  tool: 'gitlab_mr_discussion_create',
  title: 'Start a review thread',
  summary: 'Start a thread on a line, several lines or a file of the diff, or on the merge request as a whole.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/discussions',
  params: {
    ...mergeRequestRef,
    body: noteBody,
    ...quickActions,
    ...commentPlace,
    commit_id: line('Commit of the merge request to comment on.'),
    created_at: datetime('Time of the comment, ISO 8601. For administrators and owners.'),
  },
  rules: placeRules,
  async run(call) {
    const { position, body: text } = await placeComment(call, call.input.body);
    const { body } = await call.send(buildRequest(call.action, { ...call.input, body: text, position }));
    if (position !== undefined) await checkPlaced(call, body);
    return body;
  },
  result: one('discussion'),
  usage: 'For a line give path, line and side. Commits and old paths are worked out.',
  words: [
    'inline comment',
    'comment on a line of code',
    'code review comment',
    'suggest a change',
    'diff comment',
    'comment on a file in the diff',
    'comment on a line',
    'line comment',
    'code suggestion',
    'request a change in the code',
    'start a discussion on the merge request',
    'comment on a file of the diff',
    'suggest a code change',
    'leave a review comment on a line',
    'comment on a line in a PR',
    'ask a question on a line',
    'note on a line',
  ],
  aliases: ['merge_request.discussion_create', 'mr_review.inline_comment', 'mr_review.thread_create'],
  related: [
    'mr_review.changes_get',
    'mr_review.draft_note_create',
    'mr_review.note_create',
    'mr_review.discussion_list',
  ],
});

const reply = defineAction({
  id: 'mr_review.discussion_reply',
  tool: 'gitlab_mr_discussion_reply',
  title: 'Reply to a review thread',
  summary: 'Add a reply to a thread of a merge request and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/discussions/:discussion_id/notes',
  params: {
    ...mergeRequestRef,
    discussion_id: discussionId,
    body: noteBody,
    ...quickActions,
    created_at: datetime('Time of the comment, ISO 8601. For administrators and owners.'),
  },
  result: one('note'),
  words: ['answer a review comment', 'respond in a thread', 'reply to a review comment', 'answer the reviewer'],
  aliases: ['merge_request.discussion_reply', 'mr_review.reply', 'mr_review.discussion_note_create'],
  related: ['mr_review.discussion_list', 'mr_review.discussion_resolve'],
});

const resolve = defineAction({
  id: 'mr_review.discussion_resolve',
  tool: 'gitlab_mr_discussion_resolve',
  title: 'Resolve a review thread',
  summary: 'Resolve or reopen a thread of a merge request and get it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/merge_requests/:merge_request_iid/discussions/:discussion_id',
  params: {
    ...mergeRequestRef,
    discussion_id: discussionId,
    resolved: required(flag('True resolves the thread, false reopens it.', { aliases: ['resolve'] })),
  },
  result: one('discussion'),
  words: [
    'mark thread as resolved',
    'unresolve',
    'close a review comment',
    'resolve a discussion',
    'resolve all comments',
    'close the thread',
    'mark a comment as resolved',
    'resolve the thread',
  ],
  aliases: ['merge_request.discussion_resolve'],
  presets: {
    'mr_review.resolve': { resolved: true },
    'mr_review.unresolve': { resolved: false },
    'mr_review.discussion_unresolve': { resolved: false },
    'merge_request.discussion_unresolve': { resolved: false },
  },
  related: ['mr_review.discussion_list', 'mr_review.discussion_reply'],
});

const noteUpdate = defineAction({
  id: 'mr_review.discussion_note_update',
  tool: 'gitlab_mr_discussion_note_update',
  title: 'Edit a review thread comment',
  summary: 'Change the text of a comment in a thread of a merge request, or resolve or reopen it, and get it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/merge_requests/:merge_request_iid/discussions/:discussion_id/notes/:note_id',
  params: {
    ...mergeRequestRef,
    discussion_id: discussionId,
    note_id: noteId,
    body: optional(noteBody),
    ...quickActions,
    resolved: flag('True resolves the comment, false reopens it.', { aliases: ['resolve'] }),
  },
  rules: [{ rule: 'at-least-one', of: ['body', 'resolved'] }],
  run: updateNote,
  result: one('note'),
  words: ['correct a review comment', 'edit my reply', 'edit a reply in a review thread', 'edit my review comment'],
  related: ['mr_review.discussion_get', 'mr_review.discussion_resolve'],
});

const noteDelete = defineAction({
  id: 'mr_review.discussion_note_delete',
  tool: 'gitlab_mr_discussion_note_delete',
  title: 'Delete a review thread comment',
  summary: 'Delete a comment in a thread of a merge request for good. The last one takes the thread with it.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/merge_requests/:merge_request_iid/discussions/:discussion_id/notes/:note_id',
  params: { ...mergeRequestRef, discussion_id: discussionId, note_id: noteId },
  result: nothing('note'),
  words: [
    'remove a review comment',
    'delete a thread',
    'delete a reply in a review thread',
    'delete my review comment',
  ],
  related: ['mr_review.discussion_get', 'mr_review.note_delete'],
});

export const reviewDiscussions = [list, get, create, reply, resolve, noteUpdate, noteDelete];
