import { defineAction } from '../../action.ts';
import { datetime, flag, id, line, list, oneOf, required } from '../../field.ts';
import { groupId, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { secretOnce } from '../project/service-account-fields.ts';

const tokenId = required(id('ID of the deploy token.', { aliases: ['token_id', 'id'] }));
const active = flag('Only tokens that still work, or only those that do not.');
const newToken = {
  name: required(line('Name of the token.', { minLength: 1, aliases: ['title'] })),
  scopes: required(
    list(
      'What the token may do.',
      oneOf('Scope.', [
        'read_repository',
        'read_registry',
        'write_registry',
        'read_package_registry',
        'write_package_registry',
        'read_virtual_registry',
        'write_virtual_registry',
      ]),
      { split: true, minItems: 1 },
    ),
  ),
  username: line('Username to sign in with. Default: gitlab+deploy-token- and a number.'),
  expires_at: datetime('Time at which it expires, ISO 8601. Default: never.'),
} as const;

const listAll = defineAction({
  id: 'access.deploy_token_list_all',
  tool: 'gitlab_deploy_token_list_all',
  title: 'List deploy tokens of the instance',
  summary: 'List the deploy tokens of all projects and groups without their secrets, for administrators.',
  effect: 'read',
  route: 'GET /deploy_tokens',
  params: { active, ...page },
  result: listOf('deploy_token'),
  words: ['all deploy tokens', 'deploy tokens everywhere', 'every deploy token on the server'],
  related: ['access.deploy_token_list_project', 'access.deploy_token_list_group'],
});

const listProject = defineAction({
  id: 'access.deploy_token_list_project',
  tool: 'gitlab_deploy_token_list_project',
  title: 'List deploy tokens of a project',
  summary: 'List the deploy tokens of a project with scopes and expiry, without their secrets.',
  effect: 'read',
  route: 'GET /projects/:project_id/deploy_tokens',
  params: { project_id: projectId, active, ...page },
  result: listOf('deploy_token'),
  words: ['deploy tokens', 'registry credentials of a project', 'when does the deploy token expire'],
  aliases: ['access.deploy_token_list'],
  related: ['access.deploy_token_create_project', 'access.deploy_token_delete_project'],
});

const getProject = defineAction({
  id: 'access.deploy_token_get_project',
  tool: 'gitlab_deploy_token_get_project',
  title: 'Get a deploy token of a project',
  summary: 'Get one deploy token of a project with scopes and expiry, without its secret.',
  effect: 'read',
  route: 'GET /projects/:project_id/deploy_tokens/:deploy_token_id',
  params: { project_id: projectId, deploy_token_id: tokenId },
  result: one('deploy_token'),
  words: ['show deploy token', 'is the deploy token active', 'scopes of a deploy token', 'user name of a deploy token'],
  related: ['access.deploy_token_list_project'],
});

const createProject = defineAction({
  id: 'access.deploy_token_create_project',
  tool: 'gitlab_deploy_token_create_project',
  title: 'Create a deploy token in a project',
  summary: 'Create a token for clones, packages or images of one project and get its secret.',
  effect: 'write',
  route: 'POST /projects/:project_id/deploy_tokens',
  params: { project_id: projectId, ...newToken },
  result: one('deploy_token'),
  usage: secretOnce,
  words: [
    'new deploy token',
    'token for deployment',
    'docker pull secret',
    'credential for a server',
    'token to pull packages',
    'read-only registry login',
    'username and token for docker pull',
  ],
  aliases: ['access.deploy_token_create'],
  related: ['access.deploy_token_list_project', 'access.deploy_key_add', 'access.token_project_create'],
});

const deleteProject = defineAction({
  id: 'access.deploy_token_delete_project',
  tool: 'gitlab_deploy_token_delete_project',
  title: 'Delete a deploy token of a project',
  summary: 'Revoke a deploy token of a project for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/deploy_tokens/:deploy_token_id',
  params: { project_id: projectId, deploy_token_id: tokenId },
  result: nothing('deploy_token'),
  words: ['revoke deploy token', 'invalidate a deploy token', 'remove deploy token'],
  related: ['access.deploy_token_list_project'],
});

const listGroup = defineAction({
  id: 'access.deploy_token_list_group',
  tool: 'gitlab_deploy_token_list_group',
  title: 'List deploy tokens of a group',
  summary: 'List the deploy tokens of a group with scopes and expiry, without their secrets.',
  effect: 'read',
  route: 'GET /groups/:group_id/deploy_tokens',
  params: { group_id: groupId, active, ...page },
  result: listOf('deploy_token'),
  words: ['group deploy tokens', 'registry credentials of a group', 'which deploy tokens does a group have'],
  related: ['access.deploy_token_create_group', 'access.deploy_token_delete_group'],
});

const getGroup = defineAction({
  id: 'access.deploy_token_get_group',
  tool: 'gitlab_deploy_token_get_group',
  title: 'Get a deploy token of a group',
  summary: 'Get one deploy token of a group with scopes and expiry, without its secret.',
  effect: 'read',
  route: 'GET /groups/:group_id/deploy_tokens/:deploy_token_id',
  params: { group_id: groupId, deploy_token_id: tokenId },
  result: one('deploy_token'),
  words: ['show deploy token of a group', 'scopes of a group deploy token', 'when does a group deploy token expire'],
  related: ['access.deploy_token_list_group'],
});

const createGroup = defineAction({
  id: 'access.deploy_token_create_group',
  tool: 'gitlab_deploy_token_create_group',
  title: 'Create a deploy token in a group',
  summary: 'Create a token for clones, packages or images of all projects of a group and get its secret.',
  effect: 'write',
  route: 'POST /groups/:group_id/deploy_tokens',
  params: { group_id: groupId, ...newToken },
  result: one('deploy_token'),
  usage: secretOnce,
  words: [
    'new group deploy token',
    'pull secret for all projects',
    'deploy token for a whole group',
    'registry token for all projects in a group',
  ],
  related: ['access.deploy_token_list_group', 'access.token_group_create'],
});

const deleteGroup = defineAction({
  id: 'access.deploy_token_delete_group',
  tool: 'gitlab_deploy_token_delete_group',
  title: 'Delete a deploy token of a group',
  summary: 'Revoke a deploy token of a group for good.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/deploy_tokens/:deploy_token_id',
  params: { group_id: groupId, deploy_token_id: tokenId },
  result: nothing('deploy_token'),
  words: ['revoke group deploy token', 'remove deploy token from a group', 'revoke a deploy token of a group'],
  related: ['access.deploy_token_list_group'],
});

export const deployTokens = [
  listAll,
  listProject,
  getProject,
  createProject,
  deleteProject,
  listGroup,
  getGroup,
  createGroup,
  deleteGroup,
];
