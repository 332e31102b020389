import type { IncomingHttpHeaders } from 'node:http';
import { authenticate } from '../access/authenticate.ts';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { parseBody } from '../http/body.ts';
import { parseForm, type RawParams, textOf } from '../http/query.ts';
import { Refusal, unauthorized } from '../http/refusal.ts';
import { isExpired } from '../world/tokens.ts';
import type { World } from '../world/world.ts';
import { decideAuthorization, showAuthorization, showSignIn, signIn } from './authorize.ts';
import { authenticateClient } from './clients.ts';
import { decideDevice, showDevice, startDevice } from './device.ts';
import { metadata } from './discovery.ts';
import { noStore, oauthRefusal } from './errors.ts';
import { profile, publicKeys } from './id-token.ts';
import { registerClient } from './register.ts';
import { tokenInfo } from './token-info.ts';
import { issueToken } from './token.ts';

export interface OAuthRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

type Handler = (world: World, headers: IncomingHttpHeaders, params: RawParams) => Answer;

const handlers: Readonly<Record<string, Handler>> = {
  'GET /.well-known/openid-configuration': (world) => jsonAnswer(200, metadata(world)),
  'GET /.well-known/oauth-authorization-server': (world) => jsonAnswer(200, metadata(world)),
  'GET /oauth/discovery/keys': (world) => jsonAnswer(200, publicKeys(world)),
  'GET /users/sign_in': (world, _headers, params) => showSignIn(world, params),
  'POST /users/sign_in': (world, _headers, params) => signIn(world, params),
  'GET /oauth/authorize': showAuthorization,
  'POST /oauth/authorize': decideAuthorization,
  'POST /oauth/authorize_device': startDevice,
  'GET /oauth/device': (_world, _headers, params) => showDevice(params),
  'POST /oauth/device': decideDevice,
  'POST /oauth/register': (world, _headers, params) => registerClient(world, params),
  'POST /oauth/token': issueToken,
  'GET /oauth/token/info': tokenInfo,
  'POST /oauth/revoke': revoke,
  'POST /oauth/introspect': introspect,
  'GET /oauth/userinfo': userinfo,
  'POST /oauth/userinfo': userinfo,
};

/** Answers `/oauth/*`, sign-in and discovery; undefined when the path is none of them. */
export function answerOAuth(world: World, request: OAuthRequest): Answer | undefined {
  const handler = handlers[`${request.method === 'HEAD' ? 'GET' : request.method} ${request.path}`];
  if (handler === undefined) return undefined;
  try {
    const params = parseForm(request.query);
    Object.assign(params, parseBody(request.body, request.headers['content-type']));
    return handler(world, request.headers, params);
  } catch (error) {
    if (error instanceof Refusal) return jsonAnswer(error.status, error.body, error.headers);
    throw error;
  }
}

/** RFC 7009: success, whether or not there was such a token. */
function revoke(world: World, headers: IncomingHttpHeaders, params: RawParams): Answer {
  const application = authenticateClient(world, headers, params);
  const secret = textOf(params, 'token') ?? '';
  const token = world.tokens.findBySecret(secret) ?? world.tokens.findByRefreshSecret(secret);
  if (application === undefined || (token !== undefined && token.applicationUid !== application.uid)) {
    throw new Refusal(403, {
      error: 'unauthorized_client',
      error_description: 'You are not authorized to revoke this token',
    });
  }
  if (token !== undefined) token.revoked = true;
  return jsonAnswer(200, {});
}

function introspect(world: World, headers: IncomingHttpHeaders, params: RawParams): Answer {
  const application = authenticateClient(world, headers, params);
  if (application === undefined) throw oauthRefusal('invalid_client');
  const token = world.tokens.findBySecret(textOf(params, 'token') ?? '');
  const isActive =
    token?.kind === 'oauth' &&
    token.applicationUid === application.uid &&
    !token.revoked &&
    !isExpired(token, world.clock.now());
  if (!isActive) return jsonAnswer(200, { active: false }, noStore);
  return jsonAnswer(
    200,
    {
      active: true,
      scope: token.scopes.join(' '),
      client_id: application.uid,
      token_type: 'Bearer',
      exp: token.expiresAt === null ? null : Math.floor(Date.parse(token.expiresAt) / 1000),
      iat: Math.floor(Date.parse(token.createdAt) / 1000),
    },
    noStore,
  );
}

function userinfo(world: World, headers: IncomingHttpHeaders, params: RawParams): Answer {
  const { user } = authenticate(world, headers, params, { scopes: ['openid'], jobToken: false });
  if (user === undefined) throw unauthorized();
  return jsonAnswer(200, { sub: String(user.id), ...profile(world, user) });
}
