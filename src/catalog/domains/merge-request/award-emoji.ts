import { GitLabError } from '../../../gitlab/gitlab-error.ts';
import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { awardId, emojiName, noteId, page } from '../../fields.ts';
import { buildRequest, queryOf } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';
import { type MergeRequestRef, mergeRequestPath, mergeRequestRef } from './merge-request-ref.ts';
import { readIfAllowed } from './optional-read.ts';

const list = defineAction({
  id: 'merge_request.emoji_mr_list',
  tool: 'gitlab_mr_emoji_list',
  title: 'List reactions to a merge request',
  summary: 'List the emoji reactions to a merge request with who gave them.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/award_emoji',
  params: { ...mergeRequestRef, ...page },
  result: listOf('award_emoji'),
  words: ['thumbs up on the PR', 'who liked the merge request'],
  related: ['merge_request.emoji_mr_create', 'merge_request.emoji_mr_note_list'],
});

const get = defineAction({
  id: 'merge_request.emoji_mr_get',
  tool: 'gitlab_mr_emoji_get',
  title: 'Get a reaction to a merge request',
  summary: 'Get one emoji reaction to a merge request.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/award_emoji/:award_id',
  params: { ...mergeRequestRef, award_id: awardId },
  result: one('award_emoji'),
  words: ['single reaction to the PR', 'who gave this emoji'],
  related: ['merge_request.emoji_mr_list'],
});

const create = defineAction({
  id: 'merge_request.emoji_mr_create',
  tool: 'gitlab_mr_emoji_create',
  title: 'React to a merge request',
  summary: 'Give an emoji reaction to a merge request as the current user and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/award_emoji',
  params: { ...mergeRequestRef, name: emojiName },
  async run(call) {
    try {
      return (await call.send(buildRequest(call.action, call.input))).body;
    } catch (error) {
      const given =
        error instanceof GitLabError && error.status === 404 ? await findOwn(call, call.input.name) : undefined;
      if (given === undefined) throw error;
      call.note('You had given this reaction already.');
      return given;
    }
  },
  result: one('award_emoji'),
  words: ['like the PR', 'thumbs up', 'upvote merge request', 'give a thumbs up'],
  related: ['merge_request.emoji_mr_list', 'merge_request.emoji_mr_delete', 'merge_request.emoji_mr_note_create'],
});

/** GitLab answers 404 both when the merge request is missing and when the reaction is there already; this tells. */
async function findOwn(call: ActionCall<MergeRequestRef>, name: string): Promise<unknown> {
  const path = `${mergeRequestPath(call.input)}/award_emoji`;
  const awards = await readIfAllowed(call, { path, query: queryOf({ per_page: 100 }) });
  if (!Array.isArray(awards)) return undefined;
  const user = await readIfAllowed(call, { path: '/user' });
  const userId = idOf(user);
  return awards.find(
    (award: unknown) =>
      typeof award === 'object' &&
      award !== null &&
      'name' in award &&
      award.name === name &&
      'user' in award &&
      userId !== undefined &&
      idOf(award.user) === userId,
  );
}

function idOf(user: unknown): unknown {
  return typeof user === 'object' && user !== null && 'id' in user ? user.id : undefined;
}

const remove = defineAction({
  id: 'merge_request.emoji_mr_delete',
  tool: 'gitlab_mr_emoji_delete',
  title: 'Remove a reaction to a merge request',
  summary: 'Remove an emoji reaction from a merge request.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/merge_requests/:merge_request_iid/award_emoji/:award_id',
  params: { ...mergeRequestRef, award_id: awardId },
  result: nothing('award_emoji'),
  words: ['unlike the PR', 'take back a reaction', 'remove my thumbs up from an MR'],
  related: ['merge_request.emoji_mr_list', 'merge_request.emoji_mr_create'],
});

const noteList = defineAction({
  id: 'merge_request.emoji_mr_note_list',
  tool: 'gitlab_mr_note_emoji_list',
  title: 'List reactions to a merge request comment',
  summary: 'List the emoji reactions to a comment on a merge request.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/notes/:note_id/award_emoji',
  params: { ...mergeRequestRef, note_id: noteId, ...page },
  result: listOf('award_emoji'),
  words: ['who liked the PR comment', 'emoji on a review comment'],
  related: ['merge_request.emoji_mr_note_create', 'mr_review.note_list'],
});

const noteGet = defineAction({
  id: 'merge_request.emoji_mr_note_get',
  tool: 'gitlab_mr_note_emoji_get',
  title: 'Get a reaction to a merge request comment',
  summary: 'Get one emoji reaction to a comment on a merge request.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/notes/:note_id/award_emoji/:award_id',
  params: { ...mergeRequestRef, note_id: noteId, award_id: awardId },
  result: one('award_emoji'),
  words: ['single reaction to a PR comment', 'who gave this emoji on a comment'],
  related: ['merge_request.emoji_mr_note_list'],
});

const noteCreate = defineAction({
  id: 'merge_request.emoji_mr_note_create',
  tool: 'gitlab_mr_note_emoji_create',
  title: 'React to a merge request comment',
  summary: 'Give an emoji reaction to a comment on a merge request as the current user and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/notes/:note_id/award_emoji',
  params: { ...mergeRequestRef, note_id: noteId, name: emojiName },
  result: one('award_emoji'),
  usage: 'GitLab answers 404 when you gave the same reaction before.',
  words: ['like a PR comment', 'thumbs up on a review comment'],
  related: ['merge_request.emoji_mr_note_list', 'merge_request.emoji_mr_note_delete'],
});

const noteRemove = defineAction({
  id: 'merge_request.emoji_mr_note_delete',
  tool: 'gitlab_mr_note_emoji_delete',
  title: 'Remove a reaction to a merge request comment',
  summary: 'Remove an emoji reaction from a comment on a merge request.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/merge_requests/:merge_request_iid/notes/:note_id/award_emoji/:award_id',
  params: { ...mergeRequestRef, note_id: noteId, award_id: awardId },
  result: nothing('award_emoji'),
  words: ['unlike a PR comment', 'take back a thumbs up on a comment'],
  related: ['merge_request.emoji_mr_note_list', 'merge_request.emoji_mr_note_create'],
});

export const awardEmoji = [list, get, create, remove, noteList, noteGet, noteCreate, noteRemove];
