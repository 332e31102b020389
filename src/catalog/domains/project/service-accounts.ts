import { defineAction } from '../../action.ts';
import { projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import {
  accountChanges,
  accountRule,
  hardDelete,
  listing,
  newAccount,
  newToken,
  secretOnce,
  serviceAccountId,
  serviceTokenId,
  tokenExpiry,
  tokenFilters,
} from './service-account-fields.ts';

const ofAccount = { project_id: projectId, service_account_id: serviceAccountId } as const;
const ofToken = { ...ofAccount, token_id: serviceTokenId } as const;

const list = defineAction({
  id: 'project.service_account_list',
  tool: 'gitlab_project_service_account_list',
  title: 'List service accounts of a project',
  summary: 'List the service accounts that belong to a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/service_accounts',
  params: { project_id: projectId, ...listing },
  result: listOf('service_account'),
  words: ['bot users of a project', 'machine accounts', 'which bots does the project have'],
  related: ['project.service_account_create', 'group.service_account_list'],
});

const get = defineAction({
  id: 'project.service_account_get',
  tool: 'gitlab_project_service_account_get',
  title: 'Get a service account of a project',
  summary: 'Get one service account of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/service_accounts/:service_account_id',
  params: ofAccount,
  result: one('service_account'),
  words: ['show bot user'],
  related: ['project.service_account_list', 'project.service_account_pat_list'],
});

const create = defineAction({
  id: 'project.service_account_create',
  tool: 'gitlab_project_service_account_create',
  title: 'Create a service account in a project',
  summary: 'Create a service account that belongs to a project.',
  effect: 'write',
  route: 'POST /projects/:project_id/service_accounts',
  params: { project_id: projectId, ...newAccount },
  result: one('service_account'),
  words: ['new bot user', 'machine user for a project', 'bot for a project'],
  related: ['project.service_account_pat_create', 'project.service_account_list'],
});

const update = defineAction({
  id: 'project.service_account_update',
  tool: 'gitlab_project_service_account_update',
  title: 'Update a service account of a project',
  summary: 'Change name, username or e-mail address of a service account of a project.',
  effect: 'write',
  route: 'PATCH /projects/:project_id/service_accounts/:service_account_id',
  params: { ...ofAccount, ...accountChanges },
  rules: [accountRule],
  result: one('service_account'),
  words: ['rename bot user', 'change a bot user of a project'],
  related: ['project.service_account_get'],
});

const remove = defineAction({
  id: 'project.service_account_delete',
  tool: 'gitlab_project_service_account_delete',
  title: 'Delete a service account of a project',
  summary: 'Delete a service account of a project with its tokens.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/service_accounts/:service_account_id',
  params: { ...ofAccount, hard_delete: hardDelete },
  result: nothing('service_account'),
  words: ['remove bot user', 'delete a bot user of a project'],
  related: ['project.service_account_list'],
});

const tokenList = defineAction({
  id: 'project.service_account_pat_list',
  tool: 'gitlab_project_service_account_pat_list',
  title: 'List tokens of a project service account',
  summary: 'List the tokens of a service account of a project, without their secrets.',
  effect: 'read',
  route: 'GET /projects/:project_id/service_accounts/:service_account_id/personal_access_tokens',
  params: { ...ofAccount, ...tokenFilters },
  result: listOf('access_token'),
  words: ['tokens of a bot'],
  related: ['project.service_account_pat_create', 'project.service_account_pat_revoke'],
});

const tokenCreate = defineAction({
  id: 'project.service_account_pat_create',
  tool: 'gitlab_project_service_account_pat_create',
  title: 'Create a project service account token',
  summary: 'Create a token for a service account of a project and get its secret.',
  effect: 'write',
  route: 'POST /projects/:project_id/service_accounts/:service_account_id/personal_access_tokens',
  params: { ...ofAccount, ...newToken },
  result: one('access_token'),
  usage: secretOnce,
  words: ['token for a bot'],
  related: ['project.service_account_pat_list', 'project.service_account_pat_rotate'],
});

const tokenRevoke = defineAction({
  id: 'project.service_account_pat_revoke',
  tool: 'gitlab_project_service_account_pat_revoke',
  title: 'Revoke a project service account token',
  summary: 'Revoke a token of a service account of a project for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/service_accounts/:service_account_id/personal_access_tokens/:token_id',
  params: ofToken,
  result: nothing('access_token'),
  words: ['invalidate a bot token'],
  related: ['project.service_account_pat_list'],
});

const tokenRotate = defineAction({
  id: 'project.service_account_pat_rotate',
  tool: 'gitlab_project_service_account_pat_rotate',
  title: 'Rotate a project service account token',
  summary: 'Replace a token of a service account of a project by a new one and get its secret.',
  effect: 'write',
  route: 'POST /projects/:project_id/service_accounts/:service_account_id/personal_access_tokens/:token_id/rotate',
  params: { ...ofToken, expires_at: tokenExpiry },
  result: one('access_token'),
  usage: secretOnce,
  words: ['renew a bot token', 'rotate the token of the bot'],
  related: ['project.service_account_pat_list', 'project.service_account_pat_revoke'],
});

export const serviceAccounts = [list, get, create, update, remove, tokenList, tokenCreate, tokenRevoke, tokenRotate];
