import { defineAction } from '../../action.ts';
import { id, line, oneOf, required, text } from '../../field.ts';
import { expiresAt, numericUserId, page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const keyId = required(id('ID of the key.', { aliases: ['id', 'key', 'ssh_key_id', 'gpg_key_id'] }));
const sshKey = {
  title: required(line('Name of the key, such as laptop.', { minLength: 1, aliases: ['name'] })),
  key: required(line('Public key, as in id_ed25519.pub.', { minLength: 1, aliases: ['public_key', 'ssh_key'] })),
  expires_at: expiresAt,
  usage_type: oneOf('What the key is for. Default both.', ['auth', 'signing', 'auth_and_signing'], {
    synonyms: { both: 'auth_and_signing' },
  }),
} as const;
const gpgKey = {
  key: required(text('Public key in ASCII armor.', { minLength: 1, aliases: ['gpg_key', 'public_key'] })),
};

const sshList = defineAction({
  id: 'user.ssh_keys',
  tool: 'gitlab_list_ssh_keys',
  title: 'List my SSH keys',
  summary: 'List the SSH keys of the current user with expiry and last use.',
  effect: 'read',
  route: 'GET /user/keys',
  params: { ...page },
  result: listOf('ssh_key'),
  words: ['my public keys', 'which keys do I have'],
  related: ['user.add_ssh_key', 'user.delete_ssh_key'],
});

const sshListForUser = defineAction({
  id: 'user.ssh_keys_for_user',
  tool: 'gitlab_list_ssh_keys_for_user',
  title: 'List SSH keys of a user',
  summary: 'List the SSH keys of a user.',
  effect: 'read',
  route: 'GET /users/:user_id/keys',
  params: { user_id: numericUserId, ...page },
  result: listOf('ssh_key'),
  words: ['public keys of someone', 'keys of a user'],
  related: ['user.get_ssh_key_for_user', 'user.ssh_keys'],
});

const sshGet = defineAction({
  id: 'user.get_ssh_key',
  tool: 'gitlab_get_ssh_key',
  title: 'Get one of my SSH keys',
  summary: 'Get one SSH key of the current user.',
  effect: 'read',
  route: 'GET /user/keys/:key_id',
  params: { key_id: keyId },
  result: one('ssh_key'),
  words: ['show my public key'],
  related: ['user.ssh_keys'],
});

const sshGetForUser = defineAction({
  id: 'user.get_ssh_key_for_user',
  tool: 'gitlab_get_ssh_key_for_user',
  title: 'Get an SSH key of a user',
  summary: 'Get one SSH key of a user.',
  effect: 'read',
  route: 'GET /users/:user_id/keys/:key_id',
  params: { user_id: numericUserId, key_id: keyId },
  result: one('ssh_key'),
  words: ['public key of someone'],
  related: ['user.ssh_keys_for_user'],
});

const sshAdd = defineAction({
  id: 'user.add_ssh_key',
  tool: 'gitlab_add_ssh_key',
  title: 'Add an SSH key',
  summary: 'Add a public SSH key to the current user.',
  effect: 'write',
  route: 'POST /user/keys',
  params: sshKey,
  result: one('ssh_key'),
  words: [
    'register my key',
    'new laptop key',
    'upload a public key',
    'register a new laptop',
    'add my ssh public key',
    'add a new SSH key to my account',
  ],
  related: ['user.ssh_keys', 'user.delete_ssh_key'],
});

const sshAddForUser = defineAction({
  id: 'user.add_ssh_key_for_user',
  tool: 'gitlab_add_ssh_key_for_user',
  title: 'Add an SSH key to a user',
  summary: 'Add a public SSH key to a user, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/keys',
  params: { user_id: numericUserId, ...sshKey },
  result: one('ssh_key'),
  words: ['register a key for someone'],
  related: ['user.ssh_keys_for_user', 'user.delete_ssh_key_for_user'],
});

const sshDelete = defineAction({
  id: 'user.delete_ssh_key',
  tool: 'gitlab_delete_ssh_key',
  title: 'Delete one of my SSH keys',
  summary: 'Remove an SSH key from the current user, which can no longer be used to sign in to Git.',
  effect: 'destroy',
  route: 'DELETE /user/keys/:key_id',
  params: { key_id: keyId },
  result: nothing('ssh_key'),
  words: ['revoke my key', 'lost laptop', 'remove my ssh key', 'delete an old key of mine'],
  related: ['user.ssh_keys'],
});

const sshDeleteForUser = defineAction({
  id: 'user.delete_ssh_key_for_user',
  tool: 'gitlab_delete_ssh_key_for_user',
  title: 'Delete an SSH key of a user',
  summary: 'Remove an SSH key from a user, for administrators.',
  effect: 'destroy',
  route: 'DELETE /users/:user_id/keys/:key_id',
  params: { user_id: numericUserId, key_id: keyId },
  result: nothing('ssh_key'),
  words: ['revoke a key of someone', 'remove the ssh key of a user', 'delete a key of another user'],
  related: ['user.ssh_keys_for_user'],
});

const gpgList = defineAction({
  id: 'user.gpg_keys',
  tool: 'gitlab_list_gpg_keys',
  title: 'List my GPG keys',
  summary: 'List the GPG keys of the current user.',
  effect: 'read',
  route: 'GET /user/gpg_keys',
  params: { ...page },
  result: listOf('gpg_key'),
  words: ['my signing keys', 'verify commits'],
  related: ['user.add_gpg_key', 'user.delete_gpg_key'],
});

const gpgListForUser = defineAction({
  id: 'user.gpg_keys_for_user',
  tool: 'gitlab_list_gpg_keys_for_user',
  title: 'List GPG keys of a user',
  summary: 'List the GPG keys of a user.',
  effect: 'read',
  route: 'GET /users/:user_id/gpg_keys',
  params: { user_id: numericUserId, ...page },
  result: listOf('gpg_key'),
  words: ['signing keys of someone'],
  related: ['user.get_gpg_key_for_user'],
});

const gpgGet = defineAction({
  id: 'user.get_gpg_key',
  tool: 'gitlab_get_gpg_key',
  title: 'Get one of my GPG keys',
  summary: 'Get one GPG key of the current user.',
  effect: 'read',
  route: 'GET /user/gpg_keys/:key_id',
  params: { key_id: keyId },
  result: one('gpg_key'),
  words: ['show my signing key'],
  related: ['user.gpg_keys'],
});

const gpgGetForUser = defineAction({
  id: 'user.get_gpg_key_for_user',
  tool: 'gitlab_get_gpg_key_for_user',
  title: 'Get a GPG key of a user',
  summary: 'Get one GPG key of a user.',
  effect: 'read',
  route: 'GET /users/:user_id/gpg_keys/:key_id',
  params: { user_id: numericUserId, key_id: keyId },
  result: one('gpg_key'),
  words: ['signing key of someone'],
  related: ['user.gpg_keys_for_user'],
});

const gpgAdd = defineAction({
  id: 'user.add_gpg_key',
  tool: 'gitlab_add_gpg_key',
  title: 'Add a GPG key',
  summary: 'Add a public GPG key to the current user, so that signed commits show as verified.',
  effect: 'write',
  route: 'POST /user/gpg_keys',
  params: gpgKey,
  result: one('gpg_key'),
  words: ['register signing key', 'add my gpg key', 'upload my gpg key'],
  related: ['user.gpg_keys', 'user.delete_gpg_key'],
});

const gpgAddForUser = defineAction({
  id: 'user.add_gpg_key_for_user',
  tool: 'gitlab_add_gpg_key_for_user',
  title: 'Add a GPG key to a user',
  summary: 'Add a public GPG key to a user, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/gpg_keys',
  params: { user_id: numericUserId, ...gpgKey },
  result: one('gpg_key'),
  words: ['register a signing key for someone'],
  related: ['user.gpg_keys_for_user'],
});

const gpgDelete = defineAction({
  id: 'user.delete_gpg_key',
  tool: 'gitlab_delete_gpg_key',
  title: 'Delete one of my GPG keys',
  summary: 'Remove a GPG key from the current user. Commits signed with it stay verified.',
  effect: 'destroy',
  route: 'DELETE /user/gpg_keys/:key_id',
  params: { key_id: keyId },
  result: nothing('gpg_key'),
  words: ['remove signing key', 'remove my GPG key'],
  related: ['user.gpg_keys'],
});

const gpgDeleteForUser = defineAction({
  id: 'user.delete_gpg_key_for_user',
  tool: 'gitlab_delete_gpg_key_for_user',
  title: 'Delete a GPG key of a user',
  summary: 'Remove a GPG key from a user, for administrators.',
  effect: 'destroy',
  route: 'DELETE /users/:user_id/gpg_keys/:key_id',
  params: { user_id: numericUserId, key_id: keyId },
  result: nothing('gpg_key'),
  words: ['remove a signing key of someone'],
  related: ['user.gpg_keys_for_user'],
});

const byFingerprint = defineAction({
  id: 'user.key_get_by_fingerprint',
  tool: 'gitlab_get_key_by_fingerprint',
  title: 'Find the owner of a key',
  summary: 'Find an SSH key by its fingerprint and get it with its user, for administrators.',
  effect: 'read',
  route: 'GET /keys',
  params: {
    fingerprint: required(line('MD5 fingerprint, or SHA256: before a SHA256 one.', { minLength: 1 })),
  },
  result: one('ssh_key'),
  words: ['whose key is this', 'fingerprint lookup', 'who owns a key', 'user of an SSH key'],
  related: ['user.key_get_with_user'],
});

const withUser = defineAction({
  id: 'user.key_get_with_user',
  tool: 'gitlab_get_key_with_user',
  title: 'Get a key with its user',
  summary: 'Get an SSH key by its ID together with its user, for administrators.',
  effect: 'read',
  route: 'GET /keys/:key_id',
  params: { key_id: keyId },
  result: one('ssh_key'),
  words: ['owner of an SSH key'],
  related: ['user.key_get_by_fingerprint'],
});

export const keys = [
  sshList,
  sshListForUser,
  sshGet,
  sshGetForUser,
  sshAdd,
  sshAddForUser,
  sshDelete,
  sshDeleteForUser,
  gpgList,
  gpgListForUser,
  gpgGet,
  gpgGetForUser,
  gpgAdd,
  gpgAddForUser,
  gpgDelete,
  gpgDeleteForUser,
  byFingerprint,
  withUser,
];
