import type { IncomingHttpHeaders } from 'node:http';
import type { RawParams } from '../http/query.ts';
import { Refusal, forbidden, oauthError, unauthorized } from '../http/refusal.ts';
import { retirePredecessor } from '../world/applications.ts';
import type { Viewer } from '../world/links.ts';
import { type Token, isExpired } from '../world/tokens.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';
import { findToken } from './credential.ts';

/** Who sends a request, and with what. Anonymous has neither user nor token. */
export interface Caller extends Viewer {
  readonly token: Token | undefined;
}

export interface Requirements {
  /** Scopes of which a classic token needs one; `any` where every token will do. */
  readonly scopes: readonly string[] | 'any';
  /** CI job tokens are taken here. */
  readonly jobToken: boolean;
}

/** Works out who is calling, or refuses: 401 and 403 exactly as GitLab words them. */
export function authenticate(
  world: World,
  headers: IncomingHttpHeaders,
  params: RawParams,
  requirements: Requirements,
): Caller {
  const token = findToken(world, headers, params, requirements);
  const wanted = sudoTarget(headers, params);
  if (token === undefined) {
    if (wanted !== undefined) throw unauthorized();
    return { world, token, user: undefined, admin: false };
  }

  checkAlive(world, token);
  checkScopes(token, requirements.scopes);
  const user = token.userId === undefined ? undefined : world.users.find(token.userId);
  if (user === undefined) throw unauthorized();
  checkProof(user, token, headers);
  checkMayUseApi(world, user);
  markUsed(world, token);

  const caller: Caller = { world, token, user, admin: actsAsAdmin(world, user, token) };
  return wanted === undefined ? caller : sudo(caller, wanted);
}

/** Expired comes before revoked: a token that is both says expired. */
export function checkAlive(world: World, token: Token): void {
  if (isExpired(token, world.clock.now())) {
    throw oauthError(401, 'invalid_token', 'Token is expired. You can either do re-authorization or token refresh.');
  }
  if (token.revoked) {
    throw oauthError(401, 'invalid_token', 'Token was revoked. You have to re-authorize from the user.');
  }
  if (token.kind === 'impersonation' && !world.settings.impersonation) {
    throw oauthError(401, 'invalid_token', 'Token is an impersonation token but impersonation was disabled.');
  }
}

/** Fine-grained tokens have no scopes to compare; their grants are judged later, against a route and an object. */
function checkScopes(token: Token, accepted: readonly string[] | 'any'): void {
  if (accepted === 'any' || token.grants !== undefined || token.kind === 'job') return;
  if (token.scopes.some((scope) => accepted.includes(scope))) return;
  throw insufficientScope(accepted);
}

function insufficientScope(accepted: readonly string[]): Refusal {
  return oauthError(
    403,
    'insufficient_scope',
    'The request requires higher privileges than provided by the access token.',
    { scope: accepted.join(' ') },
  );
}

/** Proofs themselves are not verified here: clients that cannot send one are the ones to meet. */
function checkProof(user: User, token: Token, headers: IncomingHttpHeaders): void {
  if (!user.requiresDpop || token.kind === 'oauth' || headers['dpop'] !== undefined) return;
  throw new Refusal(
    401,
    { error: 'dpop_error', error_description: 'DPoP validation error: DPoP header is missing' },
    { 'WWW-Authenticate': 'Bearer realm="Protected by OAuth 2.0"' },
  );
}

/** The first state that keeps a user from the API wins. */
export function checkMayUseApi(world: World, user: User): void {
  const reason = blockedReason(world, user);
  if (reason !== undefined) throw forbidden(reason);
}

function blockedReason(world: World, user: User): string | undefined {
  if (user.internal) return 'This action cannot be performed by internal users';
  if (user.state === 'blocked_pending_approval') {
    return 'Your account is pending approval from your administrator and hence blocked.';
  }
  if (!user.termsAccepted) {
    return `You (@${user.username}) must accept the Terms of Service in order to perform this action. To accept these terms, please access GitLab from a web browser at ${world.settings.externalUrl}.`;
  }
  if (user.state === 'deactivated') {
    return `Your account has been deactivated by your administrator. Please log back in from a web browser to reactivate your account at ${world.settings.externalUrl}`;
  }
  if (user.confirmedAt === null) {
    return `Your primary email address is not confirmed. Please check your inbox for the confirmation instructions. In case the link is expired, you can request a new confirmation email at ${world.url('/users/confirmation/new')}`;
  }
  if (user.state !== 'active') return 'Your account has been blocked.';
  if (user.passwordExpired) {
    return 'Your password expired. Please access GitLab from a web browser to update your password.';
  }
  return undefined;
}

const lastUsedStepMs = 10 * 60_000;

function markUsed(world: World, token: Token): void {
  if (token.kind === 'oauth') retirePredecessor(world, token);
  const now = world.clock.now();
  if (token.lastUsedAt === null || now - Date.parse(token.lastUsedAt) >= lastUsedStepMs) {
    token.lastUsedAt = world.clock.timestamp(now);
  }
}

function actsAsAdmin(world: World, user: User, token: Token): boolean {
  return user.admin && (!world.settings.adminMode || token.scopes.includes('admin_mode'));
}

function sudoTarget(headers: IncomingHttpHeaders, params: RawParams): string | undefined {
  const value = params['sudo'] ?? headers['sudo'];
  return (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;
}

function sudo(caller: Caller, wanted: string): Caller {
  const { world, token } = caller;
  if (!caller.admin) throw forbidden('Must be admin to use sudo');
  if (token?.kind === 'job') {
    throw forbidden('Must be authenticated using an OAuth or personal access token to use sudo');
  }
  if (token?.scopes.includes('sudo') !== true) throw insufficientScope(['sudo']);
  const user = /^\d+$/.test(wanted) ? world.users.find(Number(wanted)) : world.users.findByUsername(wanted);
  if (user === undefined) {
    throw new Refusal(404, { message: `404 User with ID or username '${wanted}' Not Found` });
  }
  return { world, token, user, admin: user.admin };
}
