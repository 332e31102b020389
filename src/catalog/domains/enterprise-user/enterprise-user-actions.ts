import { defineAction } from '../../action.ts';
import { flag, line, oneOf } from '../../field.ts';
import {
  createdAfter,
  createdBefore,
  groupId,
  keyset,
  keysetOrder,
  numericUserId,
  page,
  search,
} from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const ofUser = { group_id: groupId, user_id: numericUserId } as const;

const list = defineAction({
  id: 'enterprise_user.list',
  tool: 'gitlab_list_enterprise_users',
  title: 'List enterprise users',
  summary: 'List the users whose accounts a top-level group owns, filtered by name, state or two-factor login.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/enterprise_users',
  params: {
    group_id: groupId,
    username: line('Only the user with exactly this username.'),
    search,
    active: flag('Only active users.'),
    blocked: flag('Only blocked users.'),
    two_factor: oneOf('Only users with or without two-factor login.', ['enabled', 'disabled'], {
      aliases: ['two_factor_enabled', 'mfa'],
    }),
    created_after: createdAfter,
    created_before: createdBefore,
    ...page,
    ...keyset,
    ...keysetOrder,
  },
  result: listOf('user'),
  words: [
    'accounts the company owns',
    'managed users',
    'who has no 2FA',
    'people the company manages',
    'accounts that belong to our company',
    'enterprise accounts of a group',
  ],
  related: ['enterprise_user.get', 'group.members', 'group.credential_list_pats'],
});

const get = defineAction({
  id: 'enterprise_user.get',
  tool: 'gitlab_get_enterprise_user',
  title: 'Get an enterprise user',
  summary: 'Get one user whose account a top-level group owns, with state, e-mail and two-factor login.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/enterprise_users/:user_id',
  params: ofUser,
  result: one('user'),
  words: ['show a managed user'],
  related: ['enterprise_user.list'],
});

const disableTwoFactor = defineAction({
  id: 'enterprise_user.disable_2fa',
  tool: 'gitlab_disable_2fa_enterprise_user',
  title: 'Disable two-factor login of an enterprise user',
  summary: 'Turn off the two-factor login of an enterprise user of a top-level group.',
  effect: 'write',
  tier: 'premium',
  route: 'PATCH /groups/:group_id/enterprise_users/:user_id/disable_two_factor',
  params: ofUser,
  result: nothing('user'),
  words: [
    '2FA reset of an employee',
    'lost authenticator',
    'MFA of a managed user',
    'employee lost the phone',
    'reset 2FA of an employee',
  ],
  related: ['enterprise_user.get', 'user.disable_two_factor'],
});

const remove = defineAction({
  id: 'enterprise_user.delete',
  tool: 'gitlab_delete_enterprise_user',
  title: 'Delete an enterprise user',
  summary: 'Delete the account of an enterprise user of a top-level group for good.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/enterprise_users/:user_id',
  params: {
    ...ofUser,
    hard_delete: flag('Delete also what the user wrote and groups only the user owns. Default false.'),
  },
  result: nothing('user'),
  words: [
    'remove a managed account',
    'offboard an employee',
    'remove an employee account',
    'delete the account of an employee',
  ],
  related: ['enterprise_user.list', 'user.delete'],
});

export const enterpriseUserActions = [list, get, disableTwoFactor, remove];
