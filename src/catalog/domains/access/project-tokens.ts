import { defineAction } from '../../action.ts';
import { projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { newToken, secretOnce, tokenExpiry } from '../project/service-account-fields.ts';
import { rotateOwnToken, tokenId, tokenListing, tokenRole } from './token-fields.ts';

const ofToken = { project_id: projectId, token_id: tokenId } as const;

const list = defineAction({
  id: 'access.token_project_list',
  tool: 'gitlab_project_access_token_list',
  title: 'List access tokens of a project',
  summary: 'List the access tokens of a project with scopes, role, last use and expiry, without their secrets.',
  effect: 'read',
  route: 'GET /projects/:project_id/access_tokens',
  params: { project_id: projectId, ...tokenListing },
  result: listOf('access_token'),
  words: [
    'project access tokens',
    'API tokens of a project',
    'bot tokens',
    'which tokens expire soon',
    'expiring project tokens',
  ],
  related: ['access.token_project_create', 'access.token_project_revoke', 'access.token_group_list'],
});

const get = defineAction({
  id: 'access.token_project_get',
  tool: 'gitlab_project_access_token_get',
  title: 'Get an access token of a project',
  summary: 'Get one access token of a project with scopes, role and expiry, without its secret.',
  effect: 'read',
  route: 'GET /projects/:project_id/access_tokens/:token_id',
  params: ofToken,
  result: one('access_token'),
  words: ['show project access token', 'when does the project token expire', 'scopes of a project token'],
  related: ['access.token_project_list', 'access.token_project_rotate'],
});

const create = defineAction({
  id: 'access.token_project_create',
  tool: 'gitlab_project_access_token_create',
  title: 'Create a project access token',
  summary: 'Create a token with a role in one project, used by a bot, and get its secret.',
  effect: 'write',
  route: 'POST /projects/:project_id/access_tokens',
  params: { project_id: projectId, ...newToken, access_level: tokenRole },
  result: one('access_token'),
  usage: secretOnce,
  words: [
    'new project token',
    'API token for a project',
    'token for a script',
    'bot token',
    'create access token',
    'create a repo access token',
    'access token for one repository',
  ],
  related: ['access.token_project_list', 'access.token_project_revoke', 'access.deploy_token_create_project'],
});

const rotate = defineAction({
  id: 'access.token_project_rotate',
  tool: 'gitlab_project_access_token_rotate',
  title: 'Rotate a project access token',
  summary: 'Replace an access token of a project by a new one and get its secret. The old one stops working.',
  effect: 'write',
  route: 'POST /projects/:project_id/access_tokens/:token_id/rotate',
  params: { ...ofToken, expires_at: tokenExpiry },
  result: one('access_token'),
  usage: secretOnce,
  words: ['renew project access token', 'extend a project token', 'replace a project token'],
  related: ['access.token_project_list', 'access.token_project_rotate_self'],
});

const rotateSelf = defineAction({
  id: 'access.token_project_rotate_self',
  tool: 'gitlab_project_access_token_rotate_self',
  title: 'Rotate the project token in use',
  summary:
    'Replace the project access token that sends this request by a new one and get its secret. This session ends with the old one.',
  effect: 'write',
  route: 'POST /projects/:project_id/access_tokens/self/rotate',
  params: { project_id: projectId, expires_at: tokenExpiry },
  run: rotateOwnToken,
  result: one('access_token'),
  usage: 'The token of this server stops working at once: put the new secret into its configuration.',
  words: ['renew this project token', 'rotate the project token I am using'],
  related: ['access.token_project_rotate', 'access.token_personal_rotate_self'],
});

const revoke = defineAction({
  id: 'access.token_project_revoke',
  tool: 'gitlab_project_access_token_revoke',
  title: 'Revoke a project access token',
  summary: 'Revoke an access token of a project for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/access_tokens/:token_id',
  params: ofToken,
  result: nothing('access_token'),
  words: ['delete project token', 'invalidate a leaked project token', 'expire a project access token'],
  aliases: ['access.token_project_delete'],
  related: ['access.token_project_list'],
});

export const projectTokens = [list, get, create, rotate, rotateSelf, revoke];
