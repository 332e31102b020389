import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { type RawParams, textOf } from '../http/query.ts';
import { type Application, type AuthorizationCode, oauthState } from '../world/applications.ts';
import { createToken } from '../world/create.ts';
import type { Token } from '../world/tokens.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';
import { authenticateClient } from './clients.ts';
import { missingParameter, noStore, oauthRefusal } from './errors.ts';
import { idToken } from './id-token.ts';

const lifetimeSeconds = 7200;
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** `POST /oauth/token`: every grant GitLab knows. */
export function issueToken(world: World, headers: IncomingHttpHeaders, params: RawParams): Answer {
  const grant = required(params, 'grant_type');
  const application = authenticateClient(world, headers, params);
  if (application === undefined) throw oauthRefusal('invalid_client');
  switch (grant) {
    case 'authorization_code':
      return fromCode(world, application, params);
    case 'refresh_token':
      return fromRefresh(world, application, params);
    case 'password':
      return fromPassword(world, application, params);
    case 'client_credentials':
      if (application.secret === undefined) throw oauthRefusal('invalid_client');
      return answer(world, issue(world, application, undefined, requested(application, params)));
    case deviceGrant:
      return fromDevice(world, application, params);
    default:
      throw oauthRefusal('unsupported_grant_type');
  }
}

function fromCode(world: World, application: Application, params: RawParams): Answer {
  const { codes } = world.state(oauthState);
  const given = required(params, 'code');
  const redirectUri = required(params, 'redirect_uri');
  const code = codes.get(given);
  // A code works once, whatever comes of it.
  codes.delete(given);
  const isGood =
    code !== undefined &&
    code.application === application &&
    code.redirectUri === redirectUri &&
    code.expiresAtMs > world.clock.now() &&
    isVerified(code, params['code_verifier']);
  if (!isGood) throw oauthRefusal('invalid_grant');
  return answer(world, issue(world, application, world.users.get(code.userId), code.scopes));
}

/** RFC 7636 section 4.6. A public client must have sent a challenge. */
function isVerified({ challenge, application }: AuthorizationCode, verifier: unknown): boolean {
  if (challenge === undefined) return application.secret !== undefined && verifier === undefined;
  if (typeof verifier !== 'string') return false;
  return challenge.value === (challenge.method === 'S256' ? hash('sha256', verifier, 'base64url') : verifier);
}

function fromRefresh(world: World, application: Application, params: RawParams): Answer {
  const old = world.tokens.findByRefreshSecret(required(params, 'refresh_token'));
  if (old === undefined || old.revoked || old.applicationUid !== application.uid || old.userId === undefined) {
    throw oauthRefusal('invalid_grant');
  }
  const token = issue(world, application, world.users.get(old.userId), old.scopes);
  world.state(oauthState).successors.set(token, old);
  return answer(world, token);
}

/** The password of everybody here is their username. With two factors a password alone is not enough. */
function fromPassword(world: World, application: Application, params: RawParams): Answer {
  const user = world.users.findByUsername(required(params, 'username'));
  const isGood =
    user !== undefined &&
    !user.twoFactorEnabled &&
    user.state === 'active' &&
    required(params, 'password') === user.username;
  if (!isGood) throw oauthRefusal('invalid_grant');
  return answer(world, issue(world, application, user, requested(application, params)));
}

function fromDevice(world: World, application: Application, params: RawParams): Answer {
  const { devices } = world.state(oauthState);
  const device = devices.get(required(params, 'device_code'));
  const now = world.clock.now();
  if (device === undefined || device.application !== application) throw oauthRefusal('invalid_grant');
  if (device.expiresAtMs <= now) throw oauthRefusal('expired_token');
  if (device.decision === 'denied') throw oauthRefusal('access_denied');
  if (device.decision === undefined) {
    const isEarly = now < device.nextPollAtMs;
    device.nextPollAtMs = now + 5000;
    throw oauthRefusal(isEarly ? 'slow_down' : 'authorization_pending');
  }
  devices.delete(device.deviceCode);
  return answer(world, issue(world, application, world.users.get(device.decision.userId), device.scopes));
}

/** The scopes asked for, which the application must have; without any, all of its own. */
export function requested(application: Application, params: RawParams): readonly string[] {
  const scope = params['scope'];
  if (typeof scope !== 'string' || scope.trim() === '') return application.scopes;
  const scopes = scope.trim().split(/\s+/);
  if (!scopes.every((name) => application.scopes.includes(name))) throw oauthRefusal('invalid_scope');
  return scopes;
}

function issue(world: World, application: Application, user: User | undefined, scopes: readonly string[]): Token {
  return createToken(world, {
    kind: 'oauth',
    name: application.name,
    scopes,
    applicationUid: application.uid,
    expiresAt: world.clock.timestamp(world.clock.now() + lifetimeSeconds * 1000),
    ...(user === undefined ? {} : { user }),
  });
}

function answer(world: World, token: Token): Answer {
  const user = token.userId === undefined ? undefined : world.users.get(token.userId);
  const body = {
    access_token: token.secret,
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    ...(user === undefined ? {} : { refresh_token: token.refreshSecret }),
    scope: token.scopes.join(' '),
    created_at: Math.floor(Date.parse(token.createdAt) / 1000),
    ...(user !== undefined && token.scopes.includes('openid')
      ? { id_token: idToken(world, user, token.applicationUid ?? '') }
      : {}),
  };
  return jsonAnswer(200, body, noStore);
}

function required(params: RawParams, name: string): string {
  const value = textOf(params, name);
  if (value === undefined || value === '') throw missingParameter(name);
  return value;
}
