import { defineAction } from '../../action.ts';
import { described, flag, list as listField, oneOf } from '../../field.ts';
import { groupId, keysetOrder, minAccessLevel, projectId, search, sort } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { listingRules } from '../issue/issue-fields.ts';
import { groupIssues } from '../issue/issues.ts';
import { projectFilters, projectOrder } from '../project/project-lists.ts';
import { groupFilters, groupOrder, paging } from './group-fields.ts';

const {
  search: projectSearch,
  archived,
  visibility,
  owned,
  starred,
  min_access_level: projectMinimum,
  simple,
  with_issues_enabled: withIssues,
  with_merge_requests_enabled: withMergeRequests,
  with_custom_attributes: withAttributes,
} = projectFilters;
const projectListing = {
  group_id: groupId,
  search: projectSearch,
  archived,
  visibility,
  owned,
  starred,
  min_access_level: projectMinimum,
  simple,
  with_issues_enabled: withIssues,
  with_merge_requests_enabled: withMergeRequests,
  with_custom_attributes: withAttributes,
  ...projectOrder,
  ...paging,
} as const;

const projects = defineAction({
  id: 'group.projects',
  tool: 'gitlab_group_projects',
  title: 'List projects of a group',
  summary: 'List the projects of a group, and on request those of its subgroups.',
  effect: 'read',
  route: 'GET /groups/:group_id/projects',
  params: {
    ...projectListing,
    include_subgroups: flag('Include projects of subgroups. Default false.', { aliases: ['recursive'] }),
    with_shared: flag('Include projects shared with the group. Default true.'),
  },
  result: listOf('project'),
  words: [
    'repositories of a team',
    'repos of a group',
    'repos in a group',
    'projects of an organization',
    'all projects in a group',
    'repos of an organization',
    'everything in a group',
  ],
  aliases: ['group.list_projects'],
  related: ['group.subgroups', 'project.get', 'group.shared_projects'],
});

const sharedProjects = defineAction({
  id: 'group.shared_projects',
  tool: 'gitlab_group_shared_projects_list',
  title: 'List projects shared with a group',
  summary: 'List the projects of others that are shared with a group.',
  effect: 'read',
  route: 'GET /groups/:group_id/projects/shared',
  params: projectListing,
  result: listOf('project'),
  words: ['invited to which projects', 'projects other groups shared with us', 'projects shared with a team'],
  related: ['group.projects', 'project.share_with_group'],
});

const issues = defineAction({
  id: 'group.issues',
  tool: 'gitlab_issue_list_group',
  title: 'List issues of a group',
  summary: 'List the issues of all projects of a group. The same as issue.list_group.',
  effect: 'read',
  route: 'GET /groups/:group_id/issues',
  params: groupIssues,
  rules: listingRules,
  result: listOf('issue'),
  words: ['tickets of a team', 'group backlog', 'issues across all projects of a group', 'open bugs of a group'],
  related: ['issue.list_group', 'issue.get', 'issue.statistics_get_group'],
});

const sharedWith = defineAction({
  id: 'group.shared_with',
  tool: 'gitlab_group_shared_with_list',
  title: 'List groups a group is invited to',
  summary: 'List the groups that are shared with a group, so that its members have a role there.',
  effect: 'read',
  route: 'GET /groups/:group_id/groups/shared',
  params: {
    group_id: groupId,
    search: groupFilters.search,
    visibility: groupFilters.visibility,
    min_access_level: minAccessLevel,
    skip_groups: groupFilters.skip_groups,
    with_custom_attributes: groupFilters.with_custom_attributes,
    ...groupOrder,
    ...paging,
  },
  result: listOf('group'),
  words: ['access to other groups'],
  related: ['group.invited_groups', 'group.share_with_group'],
});

const invitedGroups = defineAction({
  id: 'group.invited_groups',
  tool: 'gitlab_group_invited_list',
  title: 'List invited groups of a group',
  summary: 'List the groups that are invited to a group.',
  effect: 'read',
  route: 'GET /groups/:group_id/invited_groups',
  params: {
    group_id: groupId,
    search: described(search, 'Text to look for in the group name.'),
    min_access_level: minAccessLevel,
    relation: listField(
      'Only direct or inherited invitations.',
      oneOf('Kind of invitation.', ['direct', 'inherited']),
      {
        split: true,
      },
    ),
    with_custom_attributes: groupFilters.with_custom_attributes,
    ...paging,
    ...keysetOrder,
  },
  result: listOf('group'),
  words: [
    'shared with which groups',
    'group access of a group',
    'groups that were invited to our group',
    'which groups have access to our group',
  ],
  related: ['group.shared_with', 'group.share_with_group'],
});

const releases = defineAction({
  id: 'group.release_list',
  tool: 'gitlab_group_release_list',
  title: 'List releases of a group',
  summary: 'List the releases of all projects of a group, newest first.',
  effect: 'read',
  route: 'GET /groups/:group_id/releases',
  params: {
    group_id: groupId,
    simple: flag('Only the main fields of each release. Default false.'),
    order_by: oneOf('What the list is ordered by. Default released_at.', ['released_at', 'created_at']),
    sort,
    ...paging,
  },
  result: listOf('release'),
  words: ['what was shipped', 'versions of a team', 'releases across all projects'],
  related: ['release.list', 'group.projects'],
});

const transferProject = defineAction({
  id: 'group.transfer_project',
  tool: 'gitlab_group_transfer_project',
  title: 'Move a project into a group',
  summary: 'Move a project into a group and get the group, for administrators.',
  effect: 'write',
  route: 'POST /groups/:group_id/projects/:project_id',
  params: { group_id: groupId, project_id: projectId },
  result: one('group'),
  usage: 'Owners who are no administrators use project.transfer.',
  words: ['transfer repository to a group', 'move a repo into a group', 'put a project under a group'],
  related: ['project.transfer', 'group.projects'],
});

export const contents = [projects, sharedProjects, issues, sharedWith, invitedGroups, releases, transferProject];
