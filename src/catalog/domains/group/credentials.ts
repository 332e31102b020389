import { defineAction } from '../../action.ts';
import { date, described, flag, id, list as listField, oneOf, required } from '../../field.ts';
import { createdAfter, createdBefore, groupId, page, search } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { pushProtection } from '../project/security.ts';

const listTokens = defineAction({
  id: 'group.credential_list_pats',
  tool: 'gitlab_list_group_personal_access_tokens',
  title: 'List tokens of enterprise users',
  summary: 'List the personal access tokens of the enterprise users of a top-level group.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /groups/:group_id/manage/personal_access_tokens',
  params: {
    group_id: groupId,
    search: described(search, 'Text to look for in the name.'),
    state: oneOf('State of the tokens. Default all.', ['active', 'inactive']),
    revoked: flag('Only revoked tokens, or only those that are not.'),
    created_after: createdAfter,
    created_before: createdBefore,
    expires_before: date('Only tokens that expire on or before this day, YYYY-MM-DD.'),
    ...page,
  },
  result: listOf('access_token'),
  words: ['credentials inventory', 'PATs of the company', 'which PATs do our people have'],
  related: ['group.credential_revoke_pat', 'group.credential_list_ssh_keys'],
});

const revokeToken = defineAction({
  id: 'group.credential_revoke_pat',
  tool: 'gitlab_revoke_group_personal_access_token',
  title: 'Revoke a token of an enterprise user',
  summary: 'Revoke a personal access token of an enterprise user of a top-level group for good.',
  effect: 'destroy',
  tier: 'ultimate',
  route: 'DELETE /groups/:group_id/manage/personal_access_tokens/:token_id',
  params: { group_id: groupId, token_id: required(id('ID of the token.', { aliases: ['id', 'pat_id'] })) },
  result: nothing('access_token'),
  words: ['leaked token of an employee', 'disable the token of an employee'],
  related: ['group.credential_list_pats'],
});

const listKeys = defineAction({
  id: 'group.credential_list_ssh_keys',
  tool: 'gitlab_list_group_ssh_keys',
  title: 'List SSH keys of enterprise users',
  summary: 'List the SSH keys of the enterprise users of a top-level group.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /groups/:group_id/manage/ssh_keys',
  params: {
    group_id: groupId,
    created_after: createdAfter,
    created_before: createdBefore,
    expires_before: date('Only keys that expire on or before this day, YYYY-MM-DD.'),
    expires_after: date('Only keys that expire on or after this day, YYYY-MM-DD.'),
    ...page,
  },
  result: listOf('ssh_key'),
  words: ['credentials inventory', 'SSH keys of the company'],
  related: ['group.credential_delete_ssh_key', 'group.credential_list_pats'],
});

const deleteKey = defineAction({
  id: 'group.credential_delete_ssh_key',
  tool: 'gitlab_delete_group_ssh_key',
  title: 'Delete an enterprise user SSH key',
  summary: 'Delete an SSH key of an enterprise user of a top-level group.',
  effect: 'destroy',
  tier: 'ultimate',
  route: 'DELETE /groups/:group_id/manage/ssh_keys/:key_id',
  params: { group_id: groupId, key_id: required(id('ID of the key.', { aliases: ['id', 'ssh_key_id'] })) },
  result: nothing('ssh_key'),
  words: ['leaked key of an employee'],
  related: ['group.credential_list_ssh_keys'],
});

const securitySettings = defineAction({
  id: 'group.security_settings_update',
  tool: 'gitlab_update_group_secret_push_protection',
  title: 'Update secret protection of a group',
  summary: 'Turn the refusal of pushes with secrets on or off in all projects of a group.',
  effect: 'write',
  tier: 'ultimate',
  route: 'PUT /groups/:group_id/security_settings',
  params: {
    group_id: groupId,
    secret_push_protection_enabled: pushProtection,
    projects_to_exclude: listField('IDs of projects to leave as they are.', id('Project ID.'), { split: true }),
  },
  result: one('security_settings'),
  words: ['block leaked credentials in all projects', 'turn on secret push protection for a group'],
  related: ['project.security_settings_update'],
});

export const credentials = [listTokens, revokeToken, listKeys, deleteKey, securitySettings];
