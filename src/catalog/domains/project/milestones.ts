import { defineAction } from '../../action.ts';
import { date, described, flag, id, line, list as listField, oneOf, required, text } from '../../field.ts';
import { dueDate, milestoneIid, page, projectId, search, updatedAfter, updatedBefore } from '../../fields.ts';
import { sendToMilestone } from '../../milestone-number.ts';
import { listOf, nothing, one } from '../../result.ts';

/** Fields that milestones of projects and of groups share. */
export const milestoneFilters = {
  state: oneOf('State of the milestones. Default all.', ['active', 'closed'], {
    synonyms: { open: 'active', opened: 'active', current: 'active' },
  }),
  search: described(search, 'Text to look for in title and description.'),
  title: line('Only the milestone with exactly this title.', { aliases: ['name'] }),
  iids: listField('Only milestones with these numbers.', id('Number of a milestone.'), { split: true }),
  include_ancestors: flag('Include milestones of the groups above. Default false.'),
  updated_after: updatedAfter,
  updated_before: updatedBefore,
} as const;
export const milestoneTitle = line('Title of the milestone.', { minLength: 1, maxLength: 255, aliases: ['name'] });
export const milestoneContent = {
  description: text('What the milestone is about, in GitLab Markdown.'),
  start_date: date('First day, YYYY-MM-DD. Null removes it.', { nullable: true }),
  due_date: dueDate,
} as const;
export const milestoneState = oneOf('close closes the milestone, activate opens it again.', ['close', 'activate'], {
  aliases: ['state'],
  synonyms: { closed: 'close', reopen: 'activate', open: 'activate', active: 'activate' },
});
export const milestoneChanges = {
  rule: 'at-least-one',
  of: ['title', 'description', 'start_date', 'due_date', 'state_event'],
} as const;

const ofMilestone = { project_id: projectId, milestone_iid: milestoneIid } as const;

const list = defineAction({
  id: 'project.milestone_list',
  tool: 'gitlab_milestone_list',
  title: 'List milestones of a project',
  summary: 'List the milestones of a project with dates and state.',
  effect: 'read',
  route: 'GET /projects/:project_id/milestones',
  params: { project_id: projectId, ...milestoneFilters, ...page },
  result: listOf('milestone'),
  words: [
    'release plan',
    'deadlines',
    'open milestones',
    'upcoming milestones',
    'releases planned',
    'when is the next release due',
  ],
  aliases: ['milestone.list', 'project.milestones'],
  related: ['project.milestone_get', 'project.milestone_issues', 'group.group_milestone_list'],
});

const get = defineAction({
  id: 'project.milestone_get',
  tool: 'gitlab_milestone_get',
  title: 'Get a milestone of a project',
  summary: 'Get one milestone of a project by its number.',
  effect: 'read',
  route: 'GET /projects/:project_id/milestones/:milestone_iid',
  params: ofMilestone,
  run: sendToMilestone,
  result: one('milestone'),
  words: ['when is the milestone due', 'show a milestone', 'due date of a milestone', 'details of a milestone'],
  aliases: ['milestone.get'],
  related: ['project.milestone_list', 'project.milestone_issues', 'project.milestone_update'],
});

const create = defineAction({
  id: 'project.milestone_create',
  tool: 'gitlab_milestone_create',
  title: 'Create a milestone in a project',
  summary: 'Create a milestone in a project with title, text and dates.',
  effect: 'write',
  route: 'POST /projects/:project_id/milestones',
  params: { project_id: projectId, title: required(milestoneTitle), ...milestoneContent },
  result: one('milestone'),
  words: ['plan a release', 'new deadline', 'create a milestone', 'new milestone with a due date', 'add a milestone'],
  aliases: ['milestone.create'],
  related: ['project.milestone_list', 'issue.update'],
});

const update = defineAction({
  id: 'project.milestone_update',
  tool: 'gitlab_milestone_update',
  title: 'Update a milestone of a project',
  summary: 'Change title, text or dates of a milestone of a project, close it or open it again.',
  effect: 'write',
  route: 'PUT /projects/:project_id/milestones/:milestone_iid',
  params: { ...ofMilestone, title: milestoneTitle, ...milestoneContent, state_event: milestoneState },
  rules: [milestoneChanges],
  run: sendToMilestone,
  result: one('milestone'),
  words: [
    'close milestone',
    'postpone a milestone',
    'rename milestone',
    'change due date of milestone',
    'bump the due date of a milestone',
    'extend a milestone',
    'reopen a milestone',
  ],
  aliases: ['milestone.update'],
  presets: {
    'milestone.close': { state_event: 'close' },
    'milestone.activate': { state_event: 'activate' },
    'milestone.reopen': { state_event: 'activate' },
    'project.milestone_close': { state_event: 'close' },
    'project.milestone_activate': { state_event: 'activate' },
  },
  related: ['project.milestone_get', 'project.milestone_delete'],
});

const remove = defineAction({
  id: 'project.milestone_delete',
  tool: 'gitlab_milestone_delete',
  title: 'Delete a milestone of a project',
  summary: 'Delete a milestone of a project, which takes it off its issues and merge requests.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/milestones/:milestone_iid',
  params: ofMilestone,
  run: sendToMilestone,
  result: nothing('milestone'),
  words: ['remove milestone', 'delete a milestone'],
  aliases: ['milestone.delete'],
  related: ['project.milestone_update', 'project.milestone_list'],
});

const issues = defineAction({
  id: 'project.milestone_issues',
  tool: 'gitlab_milestone_issues',
  title: 'List issues of a project milestone',
  summary: 'List the issues assigned to a milestone of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/milestones/:milestone_iid/issues',
  params: { ...ofMilestone, ...page },
  run: sendToMilestone,
  result: listOf('issue'),
  words: [
    'tickets of a milestone',
    'what is left for the release',
    'what is in the milestone',
    'issues planned for a milestone',
  ],
  aliases: ['milestone.issues'],
  related: ['project.milestone_merge_requests', 'issue.list', 'project.milestone_get'],
});

const mergeRequests = defineAction({
  id: 'project.milestone_merge_requests',
  tool: 'gitlab_milestone_merge_requests',
  title: 'List merge requests of a project milestone',
  summary: 'List the merge requests assigned to a milestone of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/milestones/:milestone_iid/merge_requests',
  params: { ...ofMilestone, ...page },
  run: sendToMilestone,
  result: listOf('merge_request'),
  words: ['PRs of a milestone', 'MRs of the release', 'which PRs are planned for the milestone'],
  aliases: ['milestone.merge_requests'],
  related: ['project.milestone_issues', 'merge_request.list'],
});

export const milestones = [list, get, create, update, remove, issues, mergeRequests];
