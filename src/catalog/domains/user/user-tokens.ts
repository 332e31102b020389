import { defineAction } from '../../action.ts';
import { date, id, line, list, oneOf, required } from '../../field.ts';
import { numericUserId, page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const tokenId = required(id('ID of the token.', { aliases: ['id', 'impersonation_token_id'] }));
const token = {
  name: required(line('Name of the token.', { minLength: 1, aliases: ['title'] })),
  scopes: required(
    list('Scopes, such as api, read_api or read_repository.', line('Scope.'), { split: true, minItems: 1 }),
  ),
  expires_at: date('Day on which it expires, YYYY-MM-DD. Default: the longest the instance allows.'),
} as const;
const description = line('What the token is for.');
const usage = 'The answer shows the secret once. Store it at once.';

const createOwn = defineAction({
  id: 'user.create_current_user_pat',
  tool: 'gitlab_create_current_user_pat',
  title: 'Create a token for me',
  summary: 'Create a personal access token for the current user and get its secret.',
  effect: 'write',
  route: 'POST /user/personal_access_tokens',
  params: {
    ...token,
    scopes: { ...token.scopes, description: 'Scopes. GitLab allows only k8s_proxy and self_rotate here.' },
    description,
  },
  result: one('access_token'),
  usage,
  words: ['new PAT', 'my API token', 'make myself an access token'],
  related: ['access.token_personal_list', 'user.create_personal_access_token'],
});

const createForUser = defineAction({
  id: 'user.create_personal_access_token',
  tool: 'gitlab_create_personal_access_token',
  title: 'Create a token for a user',
  summary: 'Create a personal access token for a user and get its secret, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/personal_access_tokens',
  params: { user_id: numericUserId, ...token, description },
  result: one('access_token'),
  usage,
  words: ['PAT for someone', 'API token for a bot', 'create a token on behalf of a user'],
  related: ['access.token_personal_list', 'user.create_impersonation_token'],
});

const listImpersonation = defineAction({
  id: 'user.list_impersonation_tokens',
  tool: 'gitlab_list_impersonation_tokens',
  title: 'List impersonation tokens',
  summary: 'List the impersonation tokens of a user, for administrators.',
  effect: 'read',
  route: 'GET /users/:user_id/impersonation_tokens',
  params: {
    user_id: numericUserId,
    state: oneOf('State of the tokens. Default all.', ['all', 'active', 'inactive']),
    ...page,
  },
  result: listOf('access_token'),
  words: ['tokens that act as a user', 'impersonation tokens of a user'],
  related: ['user.get_impersonation_token', 'user.create_impersonation_token'],
});

const getImpersonation = defineAction({
  id: 'user.get_impersonation_token',
  tool: 'gitlab_get_impersonation_token',
  title: 'Get an impersonation token',
  summary: 'Get one impersonation token of a user without its secret, for administrators.',
  effect: 'read',
  route: 'GET /users/:user_id/impersonation_tokens/:token_id',
  params: { user_id: numericUserId, token_id: tokenId },
  result: one('access_token'),
  words: ['when does the token expire'],
  related: ['user.list_impersonation_tokens'],
});

const createImpersonation = defineAction({
  id: 'user.create_impersonation_token',
  tool: 'gitlab_create_impersonation_token',
  title: 'Create an impersonation token',
  summary: 'Create a token that acts as a user and get its secret, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/impersonation_tokens',
  params: { user_id: numericUserId, ...token },
  result: one('access_token'),
  usage,
  words: ['act as someone', 'sudo token', 'impersonate a user', 'act as a user', 'token to act as another user'],
  related: ['user.list_impersonation_tokens', 'user.revoke_impersonation_token'],
});

const revokeImpersonation = defineAction({
  id: 'user.revoke_impersonation_token',
  tool: 'gitlab_revoke_impersonation_token',
  title: 'Revoke an impersonation token',
  summary: 'Revoke an impersonation token of a user for good, for administrators.',
  effect: 'destroy',
  route: 'DELETE /users/:user_id/impersonation_tokens/:token_id',
  params: { user_id: numericUserId, token_id: tokenId },
  result: nothing('access_token'),
  words: ['invalidate a token', 'revoke an impersonation token of a user', 'stop impersonation'],
  related: ['user.list_impersonation_tokens'],
});

export const userTokens = [
  createOwn,
  createForUser,
  listImpersonation,
  getImpersonation,
  createImpersonation,
  revokeImpersonation,
];
