import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { buildRequest } from '../../request.ts';
import { one } from '../../result.ts';
import { type MergeRequestRef, mergeRequestPath, mergeRequestRef } from './merge-request-ref.ts';
import { readIfAllowed } from './optional-read.ts';

const subscribe = defineAction({
  id: 'merge_request.subscribe',
  tool: 'gitlab_mr_subscribe',
  title: 'Subscribe to a merge request',
  summary: 'Turn on notifications about a merge request for the current user and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/subscribe',
  params: mergeRequestRef,
  idempotent: true,
  run: (call) => setSubscription(call, 'You were subscribed already.'),
  result: one('merge_request'),
  words: ['watch the PR', 'follow merge request', 'get notified', 'stay posted about an MR'],
  related: ['merge_request.unsubscribe', 'merge_request.create_todo'],
});

const unsubscribe = defineAction({
  id: 'merge_request.unsubscribe',
  tool: 'gitlab_mr_unsubscribe',
  title: 'Unsubscribe from a merge request',
  summary: 'Turn off notifications about a merge request for the current user and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/unsubscribe',
  params: mergeRequestRef,
  idempotent: true,
  run: (call) => setSubscription(call, 'You were not subscribed.'),
  result: one('merge_request'),
  words: [
    'unwatch the PR',
    'mute merge request',
    'stop notifications',
    'no mails about an MR',
    'no more mails about the PR',
  ],
  related: ['merge_request.subscribe'],
});

/** GitLab answers 304 without a body when nothing changes; the merge request is then read for the result. */
async function setSubscription(call: ActionCall<MergeRequestRef>, unchanged: string): Promise<unknown> {
  const { body } = await call.send(buildRequest(call.action, call.input));
  if (body !== undefined) return body;
  call.note(unchanged);
  return readIfAllowed(call, { path: mergeRequestPath(call.input) });
}

const createTodo = defineAction({
  id: 'merge_request.create_todo',
  tool: 'gitlab_mr_create_todo',
  title: 'Add a merge request to the to-do list',
  summary: 'Put a merge request on the to-do list of the current user and get the item.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/todo',
  params: mergeRequestRef,
  idempotent: true,
  result: one('todo'),
  usage: 'Without a body in the answer it was on the list already.',
  words: ['remind me of the PR', 'todo for a merge request', 'mark for later'],
  aliases: ['merge_request.todo'],
  related: ['user.todo_list', 'merge_request.subscribe'],
});

export const notifications = [subscribe, unsubscribe, createTodo];
