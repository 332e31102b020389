import { defineAction } from '../../action.ts';
import { date, flag, line, required } from '../../field.ts';
import { groupId, milestoneIid, page } from '../../fields.ts';
import { sendToMilestone } from '../../milestone-number.ts';
import { listOf, nothing, one } from '../../result.ts';
import {
  milestoneChanges,
  milestoneContent,
  milestoneFilters,
  milestoneState,
  milestoneTitle,
} from '../project/milestones.ts';

const ofMilestone = { group_id: groupId, milestone_iid: milestoneIid } as const;

const list = defineAction({
  id: 'group.group_milestone_list',
  tool: 'gitlab_group_milestone_list',
  title: 'List milestones of a group',
  summary: 'List the milestones that all projects of a group share, with dates and state.',
  effect: 'read',
  route: 'GET /groups/:group_id/milestones',
  params: {
    group_id: groupId,
    ...milestoneFilters,
    search_title: line('Text to look for in the title only.'),
    include_descendants: flag('Include milestones of subgroups and projects. Default false.'),
    containing_date: date('Only milestones that run on this day, YYYY-MM-DD.'),
    ...page,
  },
  result: listOf('milestone'),
  words: ['release plan of a team', 'shared milestones', 'milestones of a team', 'group milestones'],
  aliases: ['group.milestone_list', 'group.milestones'],
  related: ['group.group_milestone_get', 'group.group_milestone_issues', 'project.milestone_list'],
});

const get = defineAction({
  id: 'group.group_milestone_get',
  tool: 'gitlab_group_milestone_get',
  title: 'Get a milestone of a group',
  summary: 'Get one milestone of a group by its number.',
  effect: 'read',
  route: 'GET /groups/:group_id/milestones/:milestone_iid',
  params: ofMilestone,
  run: sendToMilestone,
  result: one('milestone'),
  words: ['due date of a group milestone'],
  aliases: ['group.milestone_get'],
  related: ['group.group_milestone_list', 'group.group_milestone_update'],
});

const create = defineAction({
  id: 'group.group_milestone_create',
  tool: 'gitlab_group_milestone_create',
  title: 'Create a milestone in a group',
  summary: 'Create a milestone that all projects of a group can use.',
  effect: 'write',
  route: 'POST /groups/:group_id/milestones',
  params: { group_id: groupId, title: required(milestoneTitle), ...milestoneContent },
  result: one('milestone'),
  words: ['plan a release across projects', 'new milestone for a group', 'add a group milestone'],
  aliases: ['group.milestone_create'],
  related: ['group.group_milestone_list', 'issue.update'],
});

const update = defineAction({
  id: 'group.group_milestone_update',
  tool: 'gitlab_group_milestone_update',
  title: 'Update a milestone of a group',
  summary: 'Change title, text or dates of a milestone of a group, close it or open it again.',
  effect: 'write',
  route: 'PUT /groups/:group_id/milestones/:milestone_iid',
  params: { ...ofMilestone, title: milestoneTitle, ...milestoneContent, state_event: milestoneState },
  rules: [milestoneChanges],
  run: sendToMilestone,
  result: one('milestone'),
  words: [
    'close group milestone',
    'postpone',
    'change the due date of a group milestone',
    'rename a group milestone',
    'close a milestone of a group',
  ],
  aliases: ['group.milestone_update'],
  presets: {
    'group.milestone_close': { state_event: 'close' },
    'group.milestone_activate': { state_event: 'activate' },
    'group.milestone_reopen': { state_event: 'activate' },
  },
  related: ['group.group_milestone_get', 'group.group_milestone_delete'],
});

const remove = defineAction({
  id: 'group.group_milestone_delete',
  tool: 'gitlab_group_milestone_delete',
  title: 'Delete a milestone of a group',
  summary: 'Delete a milestone of a group, which takes it off its issues and merge requests.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/milestones/:milestone_iid',
  params: ofMilestone,
  run: sendToMilestone,
  result: nothing('milestone'),
  words: ['remove group milestone', 'delete a group milestone'],
  aliases: ['group.milestone_delete'],
  related: ['group.group_milestone_update', 'group.group_milestone_list'],
});

const issues = defineAction({
  id: 'group.group_milestone_issues',
  tool: 'gitlab_group_milestone_issues',
  title: 'List issues of a group milestone',
  summary: 'List the issues assigned to a milestone of a group.',
  effect: 'read',
  route: 'GET /groups/:group_id/milestones/:milestone_iid/issues',
  params: { ...ofMilestone, ...page },
  run: sendToMilestone,
  result: listOf('issue'),
  words: ['tickets of a group milestone', 'what is planned for a group milestone'],
  aliases: ['group.milestone_issues'],
  related: ['group.group_milestone_merge_requests', 'issue.list_group'],
});

const mergeRequests = defineAction({
  id: 'group.group_milestone_merge_requests',
  tool: 'gitlab_group_milestone_merge_requests',
  title: 'List merge requests of a group milestone',
  summary: 'List the merge requests assigned to a milestone of a group.',
  effect: 'read',
  route: 'GET /groups/:group_id/milestones/:milestone_iid/merge_requests',
  params: { ...ofMilestone, ...page },
  run: sendToMilestone,
  result: listOf('merge_request'),
  words: ['PRs of a group milestone'],
  aliases: ['group.milestone_merge_requests'],
  related: ['group.group_milestone_issues', 'merge_request.list_group'],
});

const burndown = defineAction({
  id: 'group.group_milestone_burndown',
  tool: 'gitlab_group_milestone_burndown_events',
  title: 'Get burndown of a group milestone',
  summary: 'List when issues of a milestone of a group were added, closed or reopened, with weights.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/milestones/:milestone_iid/burndown_events',
  params: { ...ofMilestone, ...page },
  run: sendToMilestone,
  result: listOf('burndown_event'),
  words: ['burndown chart', 'progress of a milestone', 'burnup', 'how is the sprint going'],
  related: ['group.group_milestone_get', 'group.group_milestone_issues'],
});

export const milestones = [list, get, create, update, remove, issues, mergeRequests, burndown];
