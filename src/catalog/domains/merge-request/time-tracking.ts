import { defineAction } from '../../action.ts';
import { line, required, text } from '../../field.ts';
import { one } from '../../result.ts';
import { mergeRequestRef } from './merge-request-ref.ts';

const timeStats = defineAction({
  id: 'merge_request.time_stats',
  tool: 'gitlab_mr_time_stats',
  title: 'Get time tracking of a merge request',
  summary: 'Get the estimated and the spent time of a merge request.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/time_stats',
  params: mergeRequestRef,
  result: one('time_stats'),
  words: ['hours logged on the PR', 'time spent on a merge request', 'how long did we work on the MR'],
  related: ['merge_request.spent_time_add', 'merge_request.time_estimate_set'],
});

const timeEstimateSet = defineAction({
  id: 'merge_request.time_estimate_set',
  tool: 'gitlab_mr_set_time_estimate',
  title: 'Set the estimate of a merge request',
  summary: 'Set how much time a merge request is expected to take and get its time tracking.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/time_estimate',
  params: {
    ...mergeRequestRef,
    duration: required(
      line('Estimate such as 3h30m or 1w 2d.', { minLength: 1, aliases: ['estimate', 'time_estimate'] }),
    ),
  },
  idempotent: true,
  result: one('time_stats'),
  words: ['estimate the PR', 'planned hours'],
  related: ['merge_request.time_estimate_reset', 'merge_request.time_stats'],
});

const timeEstimateReset = defineAction({
  id: 'merge_request.time_estimate_reset',
  tool: 'gitlab_mr_reset_time_estimate',
  title: 'Clear the estimate of a merge request',
  summary: 'Set the time estimate of a merge request back to nothing and get its time tracking.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/reset_time_estimate',
  params: mergeRequestRef,
  idempotent: true,
  result: one('time_stats'),
  words: ['clear estimate of a PR', 'remove planned time', 'forget the estimate of an MR'],
  related: ['merge_request.time_estimate_set', 'merge_request.time_stats'],
});

const spentTimeAdd = defineAction({
  id: 'merge_request.spent_time_add',
  tool: 'gitlab_mr_add_spent_time',
  title: 'Add spent time to a merge request',
  summary: 'Log time spent on a merge request and get its time tracking.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/add_spent_time',
  params: {
    ...mergeRequestRef,
    duration: required(
      line('Time such as 1h30m. A minus sign before it takes time away.', {
        minLength: 1,
        aliases: ['time', 'time_spent'],
      }),
    ),
    summary: text('What the time was spent on.'),
  },
  result: one('time_stats'),
  words: ['log hours on the PR', 'record work', 'track time'],
  related: ['merge_request.time_stats', 'merge_request.spent_time_reset'],
});

const spentTimeReset = defineAction({
  id: 'merge_request.spent_time_reset',
  tool: 'gitlab_mr_reset_spent_time',
  title: 'Clear the spent time of a merge request',
  summary: 'Set the spent time of a merge request back to nothing and get its time tracking.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/reset_spent_time',
  params: mergeRequestRef,
  idempotent: true,
  result: one('time_stats'),
  words: ['clear logged hours of a PR', 'remove time spent'],
  related: ['merge_request.spent_time_add', 'merge_request.time_stats'],
});

export const mergeRequestTime = [timeStats, timeEstimateSet, timeEstimateReset, spentTimeAdd, spentTimeReset];
