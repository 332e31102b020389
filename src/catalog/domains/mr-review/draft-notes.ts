import { AppError } from '../../../errors/app-error.ts';
import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { described, flag, id, line, oneOf, optional, required, text } from '../../field.ts';
import { page, quickActions, sort } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';
import { mergeRequestRef } from '../merge-request/merge-request-ref.ts';
import { publishAll, publishOne } from './draft-publication.ts';
import { commentPlace, placeComment, placeRules } from './place-comment.ts';

/** GitLab calls it a draft note ID; the tool's param has the short name. */
const draftId = required(id('ID of the draft note.', { aliases: ['draft_note_id', 'draft_id', 'id'] }));
const draftText = required(
  text('Text in GitLab Markdown.', {
    minLength: 1,
    quickActions: true,
    aliases: ['body', 'comment', 'content', 'text'],
  }),
);

const list = defineAction({
  id: 'mr_review.draft_note_list',
  tool: 'gitlab_mr_draft_note_list',
  title: 'List my draft notes',
  summary: 'List the unpublished review comments of the current user on a merge request.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/draft_notes',
  params: {
    ...mergeRequestRef,
    order_by: oneOf('Order. Default id.', ['id', 'created_at']),
    sort,
    ...page,
  },
  result: listOf('draft_note'),
  words: [
    'pending review comments',
    'unsubmitted review',
    'my draft comments on the PR',
    'comments I have not published yet',
  ],
  aliases: ['merge_request.draft_note_list', 'merge_request.draft_notes'],
  related: ['mr_review.draft_note_create', 'mr_review.draft_note_publish_all'],
});

const get = defineAction({
  id: 'mr_review.draft_note_get',
  tool: 'gitlab_mr_draft_note_get',
  title: 'Get a draft note',
  summary: 'Get one unpublished review comment of the current user.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/draft_notes/:note_id',
  params: { ...mergeRequestRef, note_id: draftId },
  result: one('draft_note'),
  words: ['show pending review comment', 'one unsubmitted comment', 'show a draft comment'],
  related: ['mr_review.draft_note_list', 'mr_review.draft_note_update'],
});

const create = defineAction({
  id: 'mr_review.draft_note_create',
  tool: 'gitlab_mr_draft_note_create',
  title: 'Create a draft note',
  summary: 'Write a review comment that only its author sees until the review is published, and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/draft_notes',
  params: {
    ...mergeRequestRef,
    note: draftText,
    ...quickActions,
    ...commentPlace,
    in_reply_to_discussion_id: line('ID of the thread it replies to.', {
      aliases: ['discussion_id', 'thread_id', 'in_reply_to'],
    }),
    resolve_discussion: flag('Resolve that thread when it is published.', { aliases: ['resolve'] }),
    commit_id: line('Commit of the merge request to comment on.'),
  },
  rules: [
    ...placeRules,
    { rule: 'at-most-one', of: ['in_reply_to_discussion_id', 'path', 'position'] },
    { rule: 'needs', param: 'resolve_discussion', with: 'in_reply_to_discussion_id' },
  ],
  async run(call) {
    const { position, body: note } = await placeComment(call, call.input.note);
    const { body } = await call.send(buildRequest(call.action, { ...call.input, note, position }));
    checkDraft(call, body, position !== undefined);
    return body;
  },
  result: one('draft_note'),
  usage: 'Collect several, then publish them at once with mr_review.draft_note_publish_all.',
  words: [
    'start a review',
    'pending comment',
    'add to review',
    'batch review comments',
    'save a review comment for later',
  ],
  aliases: ['merge_request.draft_note_create', 'mr_review.draft_create'],
  related: ['mr_review.draft_note_publish_all', 'mr_review.draft_note_list', 'mr_review.discussion_create'],
});

/**
 * GitLab may save a draft without the thread or the place it was given. Nobody else sees it yet, so it is reported and can
 * still be repaired (trap T-72).
 */
function checkDraft(
  call: ActionCall<{ readonly in_reply_to_discussion_id?: string }>,
  draft: unknown,
  isPlaced: boolean,
): void {
  if (typeof draft !== 'object' || draft === null) return;
  const wanted = call.input.in_reply_to_discussion_id;
  const lostThread = wanted !== undefined && 'discussion_id' in draft && draft.discussion_id !== wanted;
  if (!lostThread && !(isPlaced && hasNoPlace(draft))) return;
  const what = lostThread ? 'outside the thread' : 'without its place in the diff';
  throw new AppError(
    'gitlab.refused',
    `${call.action.id}: GitLab saved the draft ${what}${idOf(draft)}. Delete it before you publish`,
  );
}

/** A draft on no line has a position all the same, with nothing in it. */
function hasNoPlace(draft: object): boolean {
  if (!('position' in draft)) return false;
  const { position } = draft;
  if (typeof position !== 'object' || position === null) return true;
  return 'new_path' in position && position.new_path === null && 'old_path' in position && position.old_path === null;
}

function idOf(draft: object): string {
  return 'id' in draft && typeof draft.id === 'number' ? `, its ID is ${draft.id}` : '';
}

const update = defineAction({
  id: 'mr_review.draft_note_update',
  tool: 'gitlab_mr_draft_note_update',
  title: 'Edit a draft note',
  summary: 'Change the text or the place of an unpublished review comment and get it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/merge_requests/:merge_request_iid/draft_notes/:note_id',
  params: {
    ...mergeRequestRef,
    note_id: draftId,
    note: described(optional(draftText), 'New text in GitLab Markdown.'),
    ...quickActions,
    ...commentPlace,
  },
  rules: [
    ...placeRules,
    { rule: 'at-least-one', of: ['note', 'path', 'position'] },
    { rule: 'needs', param: 'suggestion', with: 'note' },
  ],
  async run(call) {
    const { position, body: note } = await placeComment(call, call.input.note ?? '');
    const text = call.input.note === undefined ? {} : { note };
    const { body } = await call.send(buildRequest(call.action, { ...call.input, ...text, position }));
    return body;
  },
  result: one('draft_note'),
  words: ['change pending review comment', 'move a draft to another line', 'edit a draft comment'],
  related: ['mr_review.draft_note_get', 'mr_review.draft_note_publish'],
});

const remove = defineAction({
  id: 'mr_review.draft_note_delete',
  tool: 'gitlab_mr_draft_note_delete',
  title: 'Delete a draft note',
  summary: 'Delete an unpublished review comment for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/merge_requests/:merge_request_iid/draft_notes/:note_id',
  params: { ...mergeRequestRef, note_id: draftId },
  result: nothing('draft_note'),
  words: ['discard pending review comment', 'drop draft', 'discard a draft comment'],
  related: ['mr_review.draft_note_list'],
});

const publish = defineAction({
  id: 'mr_review.draft_note_publish',
  tool: 'gitlab_mr_draft_note_publish',
  title: 'Publish a draft note',
  summary: 'Publish one draft note of the current user and get what became visible.',
  effect: 'write',
  route: 'PUT /projects/:project_id/merge_requests/:merge_request_iid/draft_notes/:note_id/publish',
  params: { ...mergeRequestRef, note_id: draftId },
  idempotent: false,
  run: publishOne,
  result: one('published_drafts'),
  words: ['submit one review comment', 'make a pending comment visible'],
  related: ['mr_review.draft_note_list', 'mr_review.draft_note_publish_all'],
});

const publishAllDrafts = defineAction({
  id: 'mr_review.draft_note_publish_all',
  tool: 'gitlab_mr_draft_note_publish_all',
  title: 'Publish all draft notes',
  summary: 'Publish every draft note of the current user on a merge request at once and get what became visible.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/draft_notes/bulk_publish',
  params: mergeRequestRef,
  run: publishAll,
  result: one('published_drafts'),
  words: [
    'submit review',
    'finish review',
    'send all pending comments',
    'publish my review',
    'submit all review comments',
    'send my review',
    'post all my pending comments',
  ],
  aliases: ['mr_review.submit_review', 'mr_review.draft_note_bulk_publish', 'mr_review.publish'],
  related: ['mr_review.draft_note_list', 'mr_review.draft_note_create', 'merge_request.approve'],
});

export const draftNotes = [list, get, create, update, remove, publish, publishAllDrafts];
