import { defineAction } from '../../action.ts';
import { line, required } from '../../field.ts';
import { numericUserId } from '../../fields.ts';
import { nothing } from '../../result.ts';

const params = { user_id: numericUserId } as const;

const activate = defineAction({
  id: 'user.activate',
  tool: 'gitlab_activate_user',
  title: 'Activate a user',
  summary: 'Let a deactivated user sign in again, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/activate',
  params,
  idempotent: true,
  result: nothing('user'),
  words: ['reactivate account', 'activate a dormant account', 'reactivate a deactivated user'],
  related: ['user.deactivate', 'user.get'],
});

const deactivate = defineAction({
  id: 'user.deactivate',
  tool: 'gitlab_deactivate_user',
  title: 'Deactivate a user',
  summary: 'Deactivate a dormant user, who is active again after signing in, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/deactivate',
  params,
  idempotent: true,
  result: nothing('user'),
  words: ['dormant account', 'free a seat', 'employee left', 'put an unused account to sleep'],
  related: ['user.activate', 'user.block'],
});

const block = defineAction({
  id: 'user.block',
  tool: 'gitlab_block_user',
  title: 'Block a user',
  summary: 'Keep a user from signing in and from using the API, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/block',
  params,
  idempotent: true,
  result: nothing('user'),
  words: [
    'lock out someone',
    'disable account',
    'suspend a user',
    'lock out a user',
    'lock an account',
    'former employee',
    'keep a user from signing in',
    "suspend someone's account",
  ],
  related: ['user.unblock', 'user.ban', 'user.deactivate'],
});

const unblock = defineAction({
  id: 'user.unblock',
  tool: 'gitlab_unblock_user',
  title: 'Unblock a user',
  summary: 'Let a blocked user sign in again, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/unblock',
  params,
  idempotent: true,
  result: nothing('user'),
  words: ['enable account', 'unblock the account', 'let a blocked user in again', 'lift the block of a user'],
  related: ['user.block', 'user.get'],
});

const ban = defineAction({
  id: 'user.ban',
  tool: 'gitlab_ban_user',
  title: 'Ban a user',
  summary: 'Block a user and hide what the user wrote, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/ban',
  params,
  idempotent: true,
  result: nothing('user'),
  words: ['spammer', 'abusive account'],
  related: ['user.unban', 'user.block'],
});

const unban = defineAction({
  id: 'user.unban',
  tool: 'gitlab_unban_user',
  title: 'Unban a user',
  summary: 'Lift the ban on a user, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/unban',
  params,
  idempotent: true,
  result: nothing('user'),
  words: ['forgive account', 'lift a ban', 'unban the account'],
  related: ['user.ban', 'user.get'],
});

const approve = defineAction({
  id: 'user.approve',
  tool: 'gitlab_approve_user',
  title: 'Approve a user',
  summary: 'Approve the sign-up of a user who waits for it, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/approve',
  params,
  idempotent: true,
  result: nothing('user'),
  words: ['accept registration', 'pending sign-up', 'let a new user in', 'approve a sign-up'],
  related: ['user.reject', 'user.list'],
});

const reject = defineAction({
  id: 'user.reject',
  tool: 'gitlab_reject_user',
  title: 'Reject a user',
  summary: 'Reject the sign-up of a user who waits for approval, which deletes the account, for administrators.',
  effect: 'destroy',
  route: 'POST /users/:user_id/reject',
  params,
  result: nothing('user'),
  words: ['decline registration', 'turn down a sign-up', 'reject a sign-up', 'deny a new registration'],
  related: ['user.approve', 'user.list'],
});

const disableTwoFactor = defineAction({
  id: 'user.disable_two_factor',
  tool: 'gitlab_disable_two_factor',
  title: 'Disable two-factor login of a user',
  summary: 'Turn off the two-factor login of a user, for administrators.',
  effect: 'write',
  route: 'PATCH /users/:user_id/disable_two_factor',
  params,
  result: nothing('user'),
  words: ['2FA reset', 'lost authenticator', 'MFA', 'reset 2FA of a user', 'user lost the phone'],
  related: ['user.get', 'user.modify'],
});

const deleteIdentity = defineAction({
  id: 'user.delete_identity',
  tool: 'gitlab_delete_user_identity',
  title: 'Delete an identity of a user',
  summary: 'Remove the link between a user and a login provider, for administrators.',
  effect: 'destroy',
  route: 'DELETE /users/:user_id/identities/:provider',
  params: { user_id: numericUserId, provider: required(line('Name of the login provider, such as ldapmain.')) },
  result: nothing('identity'),
  words: ['unlink SSO', 'SAML identity', 'LDAP identity', 'disconnect a SAML login'],
  related: ['user.get', 'user.modify'],
});

export const accountState = [
  activate,
  deactivate,
  block,
  unblock,
  ban,
  unban,
  approve,
  reject,
  disableTwoFactor,
  deleteIdentity,
];
