import { defineAction } from '../../action.ts';
import { line, required } from '../../field.ts';
import { issueIid, projectId } from '../../fields.ts';
import { one } from '../../result.ts';

const duration = { aliases: ['time', 'time_spent', 'estimate'], minLength: 1 } as const;

const get = defineAction({
  id: 'issue.time_stats_get',
  tool: 'gitlab_issue_time_stats_get',
  title: 'Get time tracking of an issue',
  summary: 'Get the estimated and the spent time of an issue, in seconds and in words.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/time_stats',
  params: { project_id: projectId, issue_iid: issueIid },
  result: one('time_stats'),
  words: [
    'hours spent',
    'how long did it take',
    'estimate of a ticket',
    'time spent on issue',
    'how much time was spent',
  ],
  related: ['issue.spent_time_add', 'issue.time_estimate_set'],
});

const setEstimate = defineAction({
  id: 'issue.time_estimate_set',
  tool: 'gitlab_issue_time_estimate_set',
  title: 'Set the estimate of an issue',
  summary: 'Set how long an issue is expected to take and get its time tracking.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/time_estimate',
  params: {
    project_id: projectId,
    issue_iid: issueIid,
    duration: required(line('Time in the form 1w 2d 3h 30m.', duration)),
  },
  idempotent: true,
  result: one('time_stats'),
  words: ['estimate effort', 'plan hours', 'set estimate of issue', 'how long will it take'],
  related: ['issue.time_estimate_reset', 'issue.spent_time_add', 'issue.time_stats_get'],
});

const resetEstimate = defineAction({
  id: 'issue.time_estimate_reset',
  tool: 'gitlab_issue_time_estimate_reset',
  title: 'Clear the estimate of an issue',
  summary: 'Set the estimate of an issue back to nothing and get its time tracking.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/reset_time_estimate',
  params: { project_id: projectId, issue_iid: issueIid },
  idempotent: true,
  result: one('time_stats'),
  words: [
    'remove estimate',
    'drop the estimate of an issue',
    'remove the time estimate of an issue',
    'forget the estimate of an issue',
  ],
  related: ['issue.time_estimate_set', 'issue.time_stats_get'],
});

const addSpent = defineAction({
  id: 'issue.spent_time_add',
  tool: 'gitlab_issue_spent_time_add',
  title: 'Add spent time to an issue',
  summary: 'Book time spent on an issue and get its time tracking.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/add_spent_time',
  params: {
    project_id: projectId,
    issue_iid: issueIid,
    duration: required(line('Time in the form 1h 30m. A leading minus takes time off, as in -30m.', duration)),
    summary: line('What the time was spent on.', { aliases: ['note', 'comment'] }),
  },
  result: one('time_stats'),
  words: [
    'log work',
    'book hours',
    'timesheet',
    'log time on issue',
    'record hours on a ticket',
    'track time on issue',
    'I worked two hours on it',
    'add time spent',
  ],
  related: ['issue.spent_time_reset', 'issue.time_stats_get'],
});

const resetSpent = defineAction({
  id: 'issue.spent_time_reset',
  tool: 'gitlab_issue_spent_time_reset',
  title: 'Clear the spent time of an issue',
  summary: 'Set the time spent on an issue back to nothing and get its time tracking.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/reset_spent_time',
  params: { project_id: projectId, issue_iid: issueIid },
  idempotent: true,
  result: one('time_stats'),
  words: ['remove booked hours', 'zero time spent', 'forget the time spent'],
  related: ['issue.spent_time_add', 'issue.time_stats_get'],
});

export const timeTracking = [get, setEstimate, resetEstimate, addSpent, resetSpent];
