import { defineAction } from '../../action.ts';
import { oneOf } from '../../field.ts';
import { groupId, sort } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import {
  accountChanges,
  accountRule,
  hardDelete,
  newAccount,
  newToken,
  secretOnce,
  serviceAccountId,
  serviceTokenId,
  tokenExpiry,
  tokenFilters,
} from '../project/service-account-fields.ts';
import { paging } from './group-fields.ts';

const ofAccount = { group_id: groupId, service_account_id: serviceAccountId } as const;
const ofToken = { ...ofAccount, token_id: serviceTokenId } as const;

const list = defineAction({
  id: 'group.service_account_list',
  tool: 'gitlab_group_service_account_list',
  title: 'List service accounts of a group',
  summary: 'List the service accounts that belong to a group.',
  effect: 'read',
  route: 'GET /groups/:group_id/service_accounts',
  params: {
    group_id: groupId,
    order_by: oneOf('What the list is ordered by. Default id.', ['id', 'username']),
    sort,
    ...paging,
  },
  result: listOf('service_account'),
  words: ['bot users of a group', 'machine accounts', 'which bots does the group have'],
  related: ['group.service_account_create', 'user.list_service_accounts'],
});

const get = defineAction({
  id: 'group.service_account_get',
  tool: 'gitlab_group_service_account_get',
  title: 'Get a service account of a group',
  summary: 'Get one service account of a group.',
  effect: 'read',
  route: 'GET /groups/:group_id/service_accounts/:service_account_id',
  params: ofAccount,
  result: one('service_account'),
  words: ['show group bot user'],
  related: ['group.service_account_list', 'group.service_account_pat_list'],
});

const create = defineAction({
  id: 'group.service_account_create',
  tool: 'gitlab_group_service_account_create',
  title: 'Create a service account in a group',
  summary: 'Create a service account that belongs to a group.',
  effect: 'write',
  route: 'POST /groups/:group_id/service_accounts',
  params: { group_id: groupId, ...newAccount },
  result: one('service_account'),
  words: ['new group bot user', 'machine user for a group', 'bot for a group'],
  related: ['group.service_account_pat_create', 'group.service_account_list'],
});

const update = defineAction({
  id: 'group.service_account_update',
  tool: 'gitlab_group_service_account_update',
  title: 'Update a service account of a group',
  summary: 'Change name, username or e-mail address of a service account of a group.',
  effect: 'write',
  route: 'PATCH /groups/:group_id/service_accounts/:service_account_id',
  params: { ...ofAccount, ...accountChanges },
  rules: [accountRule],
  result: one('service_account'),
  words: ['rename group bot user'],
  related: ['group.service_account_get'],
});

const remove = defineAction({
  id: 'group.service_account_delete',
  tool: 'gitlab_group_service_account_delete',
  title: 'Delete a service account of a group',
  summary: 'Delete a service account of a group with its tokens.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/service_accounts/:service_account_id',
  params: { ...ofAccount, hard_delete: hardDelete },
  result: nothing('service_account'),
  words: ['remove group bot user', 'delete a bot user of a group'],
  related: ['group.service_account_list'],
});

const tokenList = defineAction({
  id: 'group.service_account_pat_list',
  tool: 'gitlab_group_service_account_pat_list',
  title: 'List tokens of a group service account',
  summary: 'List the tokens of a service account of a group, without their secrets.',
  effect: 'read',
  route: 'GET /groups/:group_id/service_accounts/:service_account_id/personal_access_tokens',
  params: { ...ofAccount, ...tokenFilters },
  result: listOf('access_token'),
  words: ['tokens of a group bot'],
  related: ['group.service_account_pat_create', 'group.service_account_pat_revoke'],
});

const tokenCreate = defineAction({
  id: 'group.service_account_pat_create',
  tool: 'gitlab_group_service_account_pat_create',
  title: 'Create a group service account token',
  summary: 'Create a token for a service account of a group and get its secret.',
  effect: 'write',
  route: 'POST /groups/:group_id/service_accounts/:service_account_id/personal_access_tokens',
  params: { ...ofAccount, ...newToken },
  result: one('access_token'),
  usage: secretOnce,
  words: ['token for a group bot', 'give the group bot a token', 'token for a service account of a group'],
  related: ['group.service_account_pat_list', 'group.service_account_pat_rotate'],
});

const tokenRevoke = defineAction({
  id: 'group.service_account_pat_revoke',
  tool: 'gitlab_group_service_account_pat_revoke',
  title: 'Revoke a group service account token',
  summary: 'Revoke a token of a service account of a group for good.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/service_accounts/:service_account_id/personal_access_tokens/:token_id',
  params: ofToken,
  result: nothing('access_token'),
  words: ['invalidate a group bot token', 'disable the token of a group bot'],
  related: ['group.service_account_pat_list'],
});

const tokenRotate = defineAction({
  id: 'group.service_account_pat_rotate',
  tool: 'gitlab_group_service_account_pat_rotate',
  title: 'Rotate a group service account token',
  summary: 'Replace a token of a service account of a group by a new one and get its secret.',
  effect: 'write',
  route: 'POST /groups/:group_id/service_accounts/:service_account_id/personal_access_tokens/:token_id/rotate',
  params: { ...ofToken, expires_at: tokenExpiry },
  result: one('access_token'),
  usage: secretOnce,
  words: ['renew a group bot token'],
  related: ['group.service_account_pat_list', 'group.service_account_pat_revoke'],
});

export const serviceAccounts = [list, get, create, update, remove, tokenList, tokenCreate, tokenRevoke, tokenRotate];
