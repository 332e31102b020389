import { defineAction } from '../../action.ts';
import { groupId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { newToken, secretOnce, tokenExpiry } from '../project/service-account-fields.ts';
import { rotateOwnToken, tokenId, tokenListing, tokenRole } from './token-fields.ts';

const ofToken = { group_id: groupId, token_id: tokenId } as const;

const list = defineAction({
  id: 'access.token_group_list',
  tool: 'gitlab_group_access_token_list',
  title: 'List access tokens of a group',
  summary: 'List the access tokens of a group with scopes, role, last use and expiry, without their secrets.',
  effect: 'read',
  route: 'GET /groups/:group_id/access_tokens',
  params: { group_id: groupId, ...tokenListing },
  result: listOf('access_token'),
  words: ['group access tokens', 'API tokens of a group', 'bot tokens of a team'],
  related: ['access.token_group_create', 'access.token_group_revoke', 'access.token_project_list'],
});

const get = defineAction({
  id: 'access.token_group_get',
  tool: 'gitlab_group_access_token_get',
  title: 'Get an access token of a group',
  summary: 'Get one access token of a group with scopes, role and expiry, without its secret.',
  effect: 'read',
  route: 'GET /groups/:group_id/access_tokens/:token_id',
  params: ofToken,
  result: one('access_token'),
  words: ['show group access token', 'when does the group token expire', 'scopes of a group token'],
  related: ['access.token_group_list', 'access.token_group_rotate'],
});

const create = defineAction({
  id: 'access.token_group_create',
  tool: 'gitlab_group_access_token_create',
  title: 'Create a group access token',
  summary: 'Create a token with a role in a group and all its projects, used by a bot, and get its secret.',
  effect: 'write',
  route: 'POST /groups/:group_id/access_tokens',
  params: { group_id: groupId, ...newToken, access_level: tokenRole },
  result: one('access_token'),
  usage: secretOnce,
  words: [
    'new group token',
    'access token for a group',
    'API token for all projects of a group',
    'bot token for a group',
  ],
  related: ['access.token_group_list', 'access.token_group_revoke', 'access.deploy_token_create_group'],
});

const rotate = defineAction({
  id: 'access.token_group_rotate',
  tool: 'gitlab_group_access_token_rotate',
  title: 'Rotate a group access token',
  summary: 'Replace an access token of a group by a new one and get its secret. The old one stops working.',
  effect: 'write',
  route: 'POST /groups/:group_id/access_tokens/:token_id/rotate',
  params: { ...ofToken, expires_at: tokenExpiry },
  result: one('access_token'),
  usage: secretOnce,
  words: ['renew group access token', 'extend a group token', 'new secret for a group token'],
  related: ['access.token_group_list', 'access.token_group_rotate_self'],
});

const rotateSelf = defineAction({
  id: 'access.token_group_rotate_self',
  tool: 'gitlab_group_access_token_rotate_self',
  title: 'Rotate the group token in use',
  summary:
    'Replace the group access token that sends this request by a new one and get its secret. This session ends with the old one.',
  effect: 'write',
  route: 'POST /groups/:group_id/access_tokens/self/rotate',
  params: { group_id: groupId, expires_at: tokenExpiry },
  run: rotateOwnToken,
  result: one('access_token'),
  usage: 'The token of this server stops working at once: put the new secret into its configuration.',
  words: ['renew this group token', 'rotate the group token I am using'],
  related: ['access.token_group_rotate', 'access.token_personal_rotate_self'],
});

const revoke = defineAction({
  id: 'access.token_group_revoke',
  tool: 'gitlab_group_access_token_revoke',
  title: 'Revoke a group access token',
  summary: 'Revoke an access token of a group for good.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/access_tokens/:token_id',
  params: ofToken,
  result: nothing('access_token'),
  words: ['delete group token', 'invalidate a leaked group token', 'disable a group token'],
  aliases: ['access.token_group_delete'],
  related: ['access.token_group_list'],
});

export const groupTokens = [list, get, create, rotate, rotateSelf, revoke];
