import { defineAction } from '../../action.ts';
import { described, idOr, optional, required } from '../../field.ts';
import { numericUserId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { secretOnce, tokenExpiry } from '../project/service-account-fields.ts';
import { rotateOwnToken, tokenId, tokenListing } from './token-fields.ts';

const list = defineAction({
  id: 'access.token_personal_list',
  tool: 'gitlab_personal_access_token_list',
  title: 'List personal access tokens',
  summary:
    'List the personal access tokens of the current user, or of others for administrators, without their secrets.',
  effect: 'read',
  route: 'GET /personal_access_tokens',
  params: {
    ...tokenListing,
    user_id: described(
      optional(numericUserId),
      'Only tokens of this user: numeric ID or username. For administrators, or yourself.',
    ),
  },
  result: listOf('access_token'),
  words: ['my tokens', 'my PATs', 'API tokens', 'which of my tokens expire soon', 'token expiry'],
  related: ['access.token_personal_get', 'access.token_personal_revoke', 'user.create_current_user_pat'],
});

const get = defineAction({
  id: 'access.token_personal_get',
  tool: 'gitlab_personal_access_token_get',
  title: 'Get a personal access token',
  summary: 'Get one personal access token, or the one in use, with scopes and expiry, without its secret.',
  effect: 'read',
  route: 'GET /personal_access_tokens/:token_id',
  params: {
    token_id: required(idOr(['self'], 'ID of the token, or self for the token in use.', { aliases: ['id', 'pat_id'] })),
  },
  result: one('access_token'),
  words: [
    'what may this token do',
    'scopes of this token',
    'when does my token expire',
    'token info',
    'is my token still valid',
    'which scopes has the token',
    'token scopes',
  ],
  related: ['access.token_personal_list', 'access.token_personal_rotate'],
});

const rotate = defineAction({
  id: 'access.token_personal_rotate',
  tool: 'gitlab_personal_access_token_rotate',
  title: 'Rotate a personal access token',
  summary: 'Replace a personal access token by a new one and get its secret. The old one stops working.',
  effect: 'write',
  route: 'POST /personal_access_tokens/:token_id/rotate',
  params: { token_id: tokenId, expires_at: tokenExpiry },
  result: one('access_token'),
  usage: secretOnce,
  words: ['renew a PAT', 'extend a token', 'replace a PAT', 'refresh a PAT'],
  related: ['access.token_personal_list', 'access.token_personal_rotate_self'],
});

const rotateSelf = defineAction({
  id: 'access.token_personal_rotate_self',
  tool: 'gitlab_personal_access_token_rotate_self',
  title: 'Rotate my token in use',
  summary:
    'Replace the personal access token that sends this request by a new one and get its secret. This session ends with the old one.',
  effect: 'write',
  route: 'POST /personal_access_tokens/self/rotate',
  params: { expires_at: tokenExpiry },
  run: rotateOwnToken,
  result: one('access_token'),
  usage: 'The token of this server stops working at once: put the new secret into its configuration.',
  words: ['renew my own token', 'rotate this token', 'new secret for the token I am using'],
  related: ['access.token_personal_rotate', 'access.token_personal_get'],
});

const revoke = defineAction({
  id: 'access.token_personal_revoke',
  tool: 'gitlab_personal_access_token_revoke',
  title: 'Revoke a personal access token',
  summary: 'Revoke a personal access token of the current user, or of anyone for administrators, for good.',
  effect: 'destroy',
  route: 'DELETE /personal_access_tokens/:token_id',
  params: { token_id: tokenId },
  result: nothing('access_token'),
  words: [
    'delete a PAT',
    'invalidate a leaked token',
    'kill a leaked token',
    'disable a PAT',
    'revoke my access token',
    'delete one of my access tokens',
  ],
  aliases: ['access.token_personal_delete'],
  related: ['access.token_personal_list', 'access.token_personal_revoke_self'],
});

const revokeSelf = defineAction({
  id: 'access.token_personal_revoke_self',
  tool: 'gitlab_personal_access_token_revoke_self',
  title: 'Revoke my token in use',
  summary: 'Revoke the personal access token that sends this request. Nothing works with it afterwards.',
  effect: 'destroy',
  // Any token may end itself.
  scope: 'read_api',
  route: 'DELETE /personal_access_tokens/self',
  params: {},
  result: nothing('access_token'),
  words: ['invalidate this token', 'this token leaked', 'my token got leaked', 'kill the token I use'],
  related: ['access.token_personal_revoke', 'access.token_personal_rotate_self'],
});

export const personalTokens = [list, get, rotate, rotateSelf, revoke, revokeSelf];
