import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import type { RawParams } from '../http/query.ts';
import { isExpired, type Token } from '../world/tokens.ts';
import type { World } from '../world/world.ts';

/** `GET /oauth/token/info`: what an OAuth token is. Every other token, personal ones included, is invalid here. */
export function tokenInfo(world: World, headers: IncomingHttpHeaders, params: RawParams): Answer {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const secret = typeof params['access_token'] === 'string' ? params['access_token'] : bearer;
  const token = secret === undefined ? undefined : world.tokens.findBySecret(secret);
  const problem = problemOf(world, token);
  if (token === undefined || problem !== undefined) {
    const description = problem ?? 'The access token is invalid';
    const challenge = `Bearer realm="Doorkeeper", error="invalid_token", error_description="${description}"`;
    const body = { error: 'invalid_token', error_description: description, state: 'unauthorized' };
    return jsonAnswer(401, body, { 'WWW-Authenticate': challenge, 'Cache-Control': 'no-store' });
  }
  const expiresIn =
    token.expiresAt === null ? null : Math.floor((Date.parse(token.expiresAt) - world.clock.now()) / 1000);
  return jsonAnswer(200, {
    resource_owner_id: token.userId ?? null,
    scope: token.scopes,
    expires_in: expiresIn,
    application: { uid: token.applicationUid },
    created_at: Math.floor(Date.parse(token.createdAt) / 1000),
    scopes: token.scopes,
    expires_in_seconds: expiresIn,
  });
}

function problemOf(world: World, token: Token | undefined): string | undefined {
  if (token?.kind !== 'oauth') return 'The access token is invalid';
  if (token.revoked) return 'The access token was revoked';
  return isExpired(token, world.clock.now()) ? 'The access token expired' : undefined;
}
