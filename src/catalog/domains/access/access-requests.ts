import { defineAction } from '../../action.ts';
import { described, optional } from '../../field.ts';
import { accessLevel, groupId, numericUserId, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const grantedLevel = described(
  optional(accessLevel),
  'Role to give: 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner. Default 30.',
);

const listProject = defineAction({
  id: 'access.request_list_project',
  tool: 'gitlab_access_request_list_project',
  title: 'List access requests of a project',
  summary: 'List the users who asked for access to a project and wait for an answer.',
  effect: 'read',
  route: 'GET /projects/:project_id/access_requests',
  params: { project_id: projectId, ...page },
  result: listOf('access_request'),
  words: [
    'who wants to join',
    'pending access requests',
    'who asked for access to a project',
    'people waiting for access',
  ],
  aliases: ['access.request_list'],
  related: ['access.approve_project', 'access.deny_project'],
});

const listGroup = defineAction({
  id: 'access.request_list_group',
  tool: 'gitlab_access_request_list_group',
  title: 'List access requests of a group',
  summary: 'List the users who asked for access to a group and wait for an answer.',
  effect: 'read',
  route: 'GET /groups/:group_id/access_requests',
  params: { group_id: groupId, ...page },
  result: listOf('access_request'),
  words: ['who wants to join the team', 'pending access requests', 'who asked for access to a group'],
  related: ['access.approve_group', 'access.deny_group'],
});

const requestProject = defineAction({
  id: 'access.request_project',
  tool: 'gitlab_access_request_request_project',
  title: 'Request access to a project',
  summary: 'Ask the maintainers of a project to let the current user in.',
  effect: 'write',
  route: 'POST /projects/:project_id/access_requests',
  params: { project_id: projectId },
  result: one('access_request'),
  words: ['ask to join a project', 'let me in', 'become a member', 'apply for membership'],
  related: ['access.request_list_project', 'project.members'],
});

const requestGroup = defineAction({
  id: 'access.request_group',
  tool: 'gitlab_access_request_request_group',
  title: 'Request access to a group',
  summary: 'Ask the owners of a group to let the current user in.',
  effect: 'write',
  route: 'POST /groups/:group_id/access_requests',
  params: { group_id: groupId },
  result: one('access_request'),
  words: ['ask to join a group', 'ask for access to a team', 'become a member of a group', 'join a group'],
  related: ['access.request_list_group', 'group.members'],
});

const approveProject = defineAction({
  id: 'access.approve_project',
  tool: 'gitlab_access_request_approve_project',
  title: 'Approve access to a project',
  summary: 'Accept the access request of a user to a project and give the user a role.',
  effect: 'write',
  route: 'PUT /projects/:project_id/access_requests/:user_id/approve',
  params: { project_id: projectId, user_id: numericUserId, access_level: grantedLevel },
  result: one('access_request'),
  words: [
    'accept access request',
    'let someone into a project',
    'let someone join the project',
    'accept a join request',
    'admit someone who asked for access',
    'grant a membership request',
  ],
  related: ['access.request_list_project', 'access.deny_project'],
});

const approveGroup = defineAction({
  id: 'access.approve_group',
  tool: 'gitlab_access_request_approve_group',
  title: 'Approve access to a group',
  summary: 'Accept the access request of a user to a group and give the user a role.',
  effect: 'write',
  route: 'PUT /groups/:group_id/access_requests/:user_id/approve',
  params: { group_id: groupId, user_id: numericUserId, access_level: grantedLevel },
  result: one('access_request'),
  words: [
    'accept access request',
    'let someone into a team',
    'let someone join the group',
    'accept a join request of a group',
    'admit someone who asked to join',
    'grant a membership request',
    'let them in',
  ],
  related: ['access.request_list_group', 'access.deny_group'],
});

const denyProject = defineAction({
  id: 'access.deny_project',
  tool: 'gitlab_access_request_deny_project',
  title: 'Deny access to a project',
  summary: 'Turn down the access request of a user to a project, or take back that of the current user.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/access_requests/:user_id',
  params: { project_id: projectId, user_id: numericUserId },
  result: nothing('access_request'),
  words: [
    'reject access request',
    'decline access to a project',
    'withdraw my access request',
    'turn down a join request',
    'refuse membership',
    'decline a join request',
    'turn down a request',
  ],
  related: ['access.request_list_project', 'access.approve_project'],
});

const denyGroup = defineAction({
  id: 'access.deny_group',
  tool: 'gitlab_access_request_deny_group',
  title: 'Deny access to a group',
  summary: 'Turn down the access request of a user to a group, or take back that of the current user.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/access_requests/:user_id',
  params: { group_id: groupId, user_id: numericUserId },
  result: nothing('access_request'),
  words: [
    'reject access request',
    'decline access to a group',
    'withdraw my access request',
    'turn down a join request of a group',
    'refuse membership of a group',
    'decline a join request',
  ],
  related: ['access.request_list_group', 'access.approve_group'],
});

export const accessRequests = [
  listProject,
  listGroup,
  requestProject,
  requestGroup,
  approveProject,
  approveGroup,
  denyProject,
  denyGroup,
];
