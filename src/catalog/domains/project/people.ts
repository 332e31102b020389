import { defineAction } from '../../action.ts';
import { described, flag, id, list as listField, oneOf } from '../../field.ts';
import { minAccessLevel, page, projectId, search, userIdOrName } from '../../fields.ts';
import { listOf } from '../../result.ts';
import { paging, projectFilters, projectOrder, skipGroups } from './project-lists.ts';

const ofUser = { user_id: userIdOrName, ...projectFilters, ...projectOrder, ...paging } as const;

const listUserProjects = defineAction({
  id: 'project.list_user_projects',
  tool: 'gitlab_project_list_user_projects',
  title: 'List projects of a user',
  summary: 'List the projects in the personal namespace of a user.',
  effect: 'read',
  route: 'GET /users/:user_id/projects',
  params: ofUser,
  result: listOf('project'),
  words: ['repositories of someone', 'personal projects', 'projects owned by a user', 'what projects has a user'],
  aliases: ['user.projects', 'user.list_projects'],
  related: ['project.list', 'project.list_user_contributed', 'project.list_user_starred'],
});

const listUserStarred = defineAction({
  id: 'project.list_user_starred',
  tool: 'gitlab_project_list_user_starred',
  title: 'List projects a user starred',
  summary: 'List the projects that a user starred.',
  effect: 'read',
  route: 'GET /users/:user_id/starred_projects',
  params: ofUser,
  result: listOf('project'),
  words: ['favourite repositories', 'bookmarked projects', 'what has a user starred', 'my starred projects'],
  related: ['project.star', 'project.list_user_projects'],
});

const listUserContributed = defineAction({
  id: 'project.list_user_contributed',
  tool: 'gitlab_project_list_user_contributed',
  title: 'List projects a user contributed to',
  summary: 'List the projects a user contributed to in the last year.',
  effect: 'read',
  route: 'GET /users/:user_id/contributed_projects',
  params: ofUser,
  result: listOf('project'),
  words: ['where does someone work', 'contributions of a colleague', 'projects someone works on'],
  related: ['project.list_user_projects', 'user.contribution_events'],
});

const listStarrers = defineAction({
  id: 'project.list_starrers',
  tool: 'gitlab_project_list_starrers',
  title: 'List who starred a project',
  summary: 'List the users who starred a project and since when.',
  effect: 'read',
  route: 'GET /projects/:project_id/starrers',
  params: { project_id: projectId, search: described(search, 'Text to look for in names.'), ...page },
  result: listOf('starrer'),
  words: ['stargazers', 'who likes the project', 'who starred the project', 'number of stars'],
  related: ['project.star', 'project.list_users'],
});

const listUsers = defineAction({
  id: 'project.list_users',
  tool: 'gitlab_project_list_users',
  title: 'List users of a project',
  summary: 'List the users who belong to a project, without their roles.',
  effect: 'read',
  route: 'GET /projects/:project_id/users',
  params: {
    project_id: projectId,
    search: described(search, 'Text to look for in name and username.'),
    skip_users: listField('IDs of users to leave out.', id('User ID.'), { split: true }),
    ...page,
  },
  result: listOf('user'),
  usage: 'For roles use project.members.',
  words: ['whom can I assign', 'people of a project', 'assignable users'],
  related: ['project.members', 'search.users'],
});

const listGroups = defineAction({
  id: 'project.list_groups',
  tool: 'gitlab_project_list_groups',
  title: 'List groups of a project',
  summary: 'List the groups above a project, and on request those it is shared with.',
  effect: 'read',
  route: 'GET /projects/:project_id/groups',
  params: {
    project_id: projectId,
    search: described(search, 'Text to look for in the group name.'),
    skip_groups: skipGroups,
    with_shared: flag('Include groups the project is shared with. Default false.'),
    shared_min_access_level: described(minAccessLevel, 'Only shared groups with at least this role, as a number.'),
    shared_visible_only: flag('Only shared groups the current user may see. Default false.'),
    ...page,
  },
  result: listOf('group'),
  words: [
    'parent groups',
    'ancestors of a project',
    'groups above a project',
    'which group does the project belong to',
  ],
  related: ['project.list_invited_groups', 'group.get'],
});

const listInvitedGroups = defineAction({
  id: 'project.list_invited_groups',
  tool: 'gitlab_project_list_invited_groups',
  title: 'List invited groups of a project',
  summary: 'List the groups that are invited to a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/invited_groups',
  params: {
    project_id: projectId,
    search: described(search, 'Text to look for in the group name.'),
    min_access_level: minAccessLevel,
    relation: listField(
      'Only direct or inherited invitations.',
      oneOf('Kind of invitation.', ['direct', 'inherited']),
      { split: true },
    ),
    with_custom_attributes: projectFilters.with_custom_attributes,
    ...page,
  },
  result: listOf('group'),
  words: [
    'shared with which groups',
    'group access',
    'groups with access to the project',
    'which teams have access to the project',
    'teams of a project',
  ],
  related: ['project.share_with_group', 'project.list_groups'],
});

export const people = [
  listUserProjects,
  listUserStarred,
  listUserContributed,
  listStarrers,
  listUsers,
  listGroups,
  listInvitedGroups,
];
