import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { User } from '../world/users.ts';
import { defineState, type World } from '../world/world.ts';

const keyId = 'sandbox-1';

/** Made on first use: most sandboxes never sign anything, and a key costs more than everything else at start. */
const keysState = defineState(() => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);

/** A signed OpenID Connect token about a user, for one client. */
export function idToken(world: World, user: User, clientId: string): string {
  const now = Math.floor(world.clock.now() / 1000);
  const claims = {
    iss: world.settings.externalUrl,
    sub: String(user.id),
    aud: clientId,
    exp: now + 120,
    iat: now,
    auth_time: now,
    ...profile(world, user),
  };
  const head = `${encode({ typ: 'JWT', kid: keyId, alg: 'RS256' })}.${encode(claims)}`;
  const key: KeyObject = world.state(keysState);
  return `${head}.${sign('sha256', Buffer.from(head), key).toString('base64url')}`;
}

/** The public half, as `/oauth/discovery/keys` lists it. */
export function publicKeys(world: World) {
  return {
    keys: [
      { ...createPublicKey(world.state(keysState)).export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' },
    ],
  };
}

/** What `userinfo` and identity tokens say about a user. */
export function profile(world: World, user: User) {
  return {
    name: user.name,
    nickname: user.username,
    preferred_username: user.username,
    email: user.email,
    email_verified: user.confirmedAt !== null,
    profile: world.url(`/${user.username}`),
    picture: user.avatarUrl,
    groups: world.groups
      .all()
      .filter(({ members }) => members.has(user.id))
      .map(({ fullPath }) => fullPath),
  };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
