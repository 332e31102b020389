import { hash } from 'node:crypto';
import { type Refusal, failure, invalidRecord, notFound } from '../http/refusal.ts';
import type { User, UserEmail, UserKey } from '../world/users.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { findUser, userOf } from './users.ts';
import { presentKey, presentUserBasic } from './users-presenter.ts';

type UsageType = UserKey['usageType'];

/** SSH keys, GPG keys and e-mail addresses: one's own, and through an administrator anybody's. */
export const userKeys: Resource = {
  routes(routes) {
    sshKeys(routes);
    gpgKeys(routes);
    emails(routes);
  },
};

function sshKeys(routes: Routes): void {
  const keyParams = {
    title: requires.string(),
    key: requires.string(),
    expires_at: optional.timestamp(),
    usage_type: optional.string({ values: ['auth_and_signing', 'auth', 'signing'], default: 'auth_and_signing' }),
  };
  const keyId = { key_id: requires.integer() };

  routes.get('/user/keys', { permission: 'read_ssh_key', scopes: ['read_user'] }, (call) =>
    call.page(call.me.keys, presentKey),
  );
  routes.get('/user/keys/:key_id', { permission: 'read_ssh_key', scopes: ['read_user'], params: keyId }, (call) =>
    presentKey(findById(call.me.keys, call.params.key_id, notFound('Key'))),
  );
  routes.post('/user/keys', { permission: 'create_ssh_key', params: keyParams }, (call) =>
    presentKey(addKey(call, call.me, call.params)),
  );
  routes.delete('/user/keys/:key_id', { permission: 'delete_ssh_key', params: keyId }, (call) =>
    removeById(call.me.keys, call.params.key_id, notFound('Key')),
  );

  routes.get('/users/:user_id/keys', { permission: 'read_ssh_key', access: 'public', scopes: ['read_user'] }, (call) =>
    call.page(userOf(call).keys, presentKey),
  );
  routes.get(
    '/users/:id/keys/:key_id',
    { permission: 'read_ssh_key', access: 'public', params: { id: requires.integer(), ...keyId } },
    (call) => presentKey(findById(findUser(call.world, call.params.id).keys, call.params.key_id, notFound('Key'))),
  );
  const admin = { access: 'admin', boundary: 'instance' } as const;
  routes.post('/users/:user_id/keys', { ...admin, permission: 'create_ssh_key', params: keyParams }, (call) =>
    presentKey(addKey(call, userOf(call), call.params)),
  );
  routes.delete(
    '/users/:id/keys/:key_id',
    { ...admin, permission: 'delete_ssh_key', params: { id: requires.integer(), ...keyId } },
    (call) => removeById(findUser(call.world, call.params.id).keys, call.params.key_id, notFound('Key')),
  );

  routes.get('/keys', { ...admin, permission: 'read_ssh_key', params: { fingerprint: requires.string() } }, (call) => {
    for (const user of call.world.users.all()) {
      const key = user.keys.find((candidate) => fingerprints(candidate.key).includes(call.params.fingerprint));
      if (key !== undefined) return { ...presentKey(key), user: presentUserBasic(call.world, user) };
    }
    throw notFound('Key');
  });
  routes.get('/keys/:id', { ...admin, permission: 'read_ssh_key', params: { id: requires.integer() } }, (call) => {
    for (const user of call.world.users.all()) {
      const key = user.keys.find(({ id }) => id === call.params.id);
      if (key !== undefined) return { ...presentKey(key), user: presentUserBasic(call.world, user) };
    }
    throw notFound();
  });
}

/** As `ssh-keygen -l` prints them, SHA-256 and MD5. */
function fingerprints(key: string): string[] {
  const blob = Buffer.from(key.split(/ +/)[1] ?? '', 'base64');
  const md5 = hash('md5', blob).replace(/(..)(?!$)/g, '$1:');
  return [`SHA256:${hash('sha256', blob, 'base64').replace(/=+$/, '')}`, md5];
}

interface KeyParams {
  readonly title: string;
  readonly key: string;
  readonly expires_at: string | null | undefined;
  readonly usage_type: UsageType;
}

function addKey(call: Call<unknown>, user: User, params: KeyParams): UserKey {
  if (!/^(ssh-|ecdsa-|sk-)\S+ +\S+/.test(params.key)) throw invalidRecord({ key: ['is invalid'] });
  const isTaken = call.world.users.all().some(({ keys }) => keys.some(({ key }) => key === params.key));
  if (isTaken) throw invalidRecord({ fingerprint_sha256: ['has already been taken'] });
  const key: UserKey = {
    id: call.world.nextId('key'),
    title: params.title,
    key: params.key,
    usageType: params.usage_type,
    createdAt: call.now(),
    expiresAt: params.expires_at ?? null,
    lastUsedAt: null,
  };
  user.keys.push(key);
  return key;
}

function gpgKeys(routes: Routes): void {
  const keyId = { key_id: requires.integer() };
  const present = ({ id, key, createdAt }: { id: number; key: string; createdAt: string }) => ({
    id,
    key,
    created_at: createdAt,
  });
  const add = (call: Call<unknown>, user: User, key: string) => {
    if (!key.includes('BEGIN PGP PUBLIC KEY BLOCK'))
      throw invalidRecord({
        key: [
          "is invalid. A valid public GPG key begins with '-----BEGIN PGP PUBLIC KEY BLOCK-----' and ends with '-----END PGP PUBLIC KEY BLOCK-----'",
        ],
      });
    const added = { id: call.world.nextId('gpg_key'), key, createdAt: call.now() };
    user.gpgKeys.push(added);
    return present(added);
  };

  routes.get('/user/gpg_keys', { permission: 'read_gpg_key', scopes: ['read_user'] }, (call) =>
    call.page(call.me.gpgKeys, present),
  );
  routes.get('/user/gpg_keys/:key_id', { permission: 'read_gpg_key', scopes: ['read_user'], params: keyId }, (call) =>
    present(findById(call.me.gpgKeys, call.params.key_id, notFound('GPG Key'))),
  );
  routes.post('/user/gpg_keys', { permission: 'create_gpg_key', params: { key: requires.string() } }, (call) =>
    add(call, call.me, call.params.key),
  );
  routes.delete('/user/gpg_keys/:key_id', { permission: 'delete_gpg_key', params: keyId }, (call) =>
    removeById(call.me.gpgKeys, call.params.key_id, notFound('GPG Key')),
  );
  const id = { id: requires.integer() };
  routes.get('/users/:id/gpg_keys', { permission: 'read_gpg_key', access: 'public', params: id }, (call) =>
    call.page(findUser(call.world, call.params.id).gpgKeys, present),
  );
  routes.get(
    '/users/:id/gpg_keys/:key_id',
    { permission: 'read_gpg_key', access: 'public', params: { ...id, ...keyId } },
    (call) => present(findById(findUser(call.world, call.params.id).gpgKeys, call.params.key_id, notFound('GPG Key'))),
  );
  const admin = { access: 'admin', boundary: 'instance' } as const;
  routes.post(
    '/users/:id/gpg_keys',
    { ...admin, permission: 'create_gpg_key', params: { ...id, key: requires.string() } },
    (call) => add(call, findUser(call.world, call.params.id), call.params.key),
  );
  routes.delete(
    '/users/:id/gpg_keys/:key_id',
    { ...admin, permission: 'delete_gpg_key', params: { ...id, ...keyId } },
    (call) => removeById(findUser(call.world, call.params.id).gpgKeys, call.params.key_id, notFound('GPG Key')),
  );
}

function emails(routes: Routes): void {
  const emailId = { email_id: requires.integer() };
  const present = ({ id, email, confirmedAt }: UserEmail) => ({ id, email, confirmed_at: confirmedAt });
  const add = (call: Call<unknown>, user: User, email: string, isConfirmed: boolean) => {
    const isTaken = call.world.users
      .all()
      .some((other) => other.email === email || other.emails.some((entry) => entry.email === email));
    if (isTaken) throw invalidRecord({ email: ['has already been taken'] });
    if (!email.includes('@')) throw failure(400, { email: ['is invalid'] });
    const added = { id: call.world.nextId('email'), email, confirmedAt: isConfirmed ? call.now() : null };
    user.emails.push(added);
    return present(added);
  };

  routes.get('/user/emails', { permission: 'read_email', scopes: ['read_user'] }, (call) =>
    call.page(call.me.emails, present),
  );
  routes.get('/user/emails/:email_id', { permission: 'read_email', scopes: ['read_user'], params: emailId }, (call) =>
    present(findById(call.me.emails, call.params.email_id, notFound('Email'))),
  );
  routes.post('/user/emails', { permission: 'create_email', params: { email: requires.string() } }, (call) =>
    add(call, call.me, call.params.email, false),
  );
  routes.delete('/user/emails/:email_id', { permission: 'delete_email', params: emailId }, (call) =>
    removeById(call.me.emails, call.params.email_id, notFound('Email')),
  );
  const admin = { access: 'admin', boundary: 'instance' } as const;
  const id = { id: requires.integer() };
  routes.get('/users/:id/emails', { ...admin, permission: 'read_email', params: id }, (call) =>
    call.page(findUser(call.world, call.params.id).emails, present),
  );
  routes.post(
    '/users/:id/emails',
    {
      ...admin,
      permission: 'create_email',
      params: { ...id, email: requires.string(), skip_confirmation: optional.boolean() },
    },
    (call) =>
      add(call, findUser(call.world, call.params.id), call.params.email, call.params.skip_confirmation === true),
  );
  routes.delete(
    '/users/:id/emails/:email_id',
    { ...admin, permission: 'delete_email', params: { ...id, ...emailId } },
    (call) => removeById(findUser(call.world, call.params.id).emails, call.params.email_id, notFound('Email')),
  );
}

function findById<T extends { readonly id: number }>(list: readonly T[], id: number, otherwise: Refusal): T {
  const found = list.find((item) => item.id === id);
  if (found === undefined) throw otherwise;
  return found;
}

function removeById(list: { readonly id: number }[], id: number, otherwise: Refusal): void {
  list.splice(list.indexOf(findById(list, id, otherwise)), 1);
}
