import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '../http/answer.ts';
import { type RawParams, textOf, toQuery } from '../http/query.ts';
import { Refusal } from '../http/refusal.ts';
import { type Application, oauthState } from '../world/applications.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';
import { isRegistered } from './clients.ts';
import { describe, type OAuthCode } from './errors.ts';
import { field, form, page, seeOther } from './html.ts';
import { requested } from './token.ts';

const codeLifetimeMs = 10 * 60_000;
const sessionCookie = '_gitlab_session';
const carried = [
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
];

interface Wanted {
  readonly application: Application;
  readonly redirectUri: string;
}

/** `GET /oauth/authorize`: asks the signed-in user, unless the application is trusted. */
export function showAuthorization(world: World, headers: IncomingHttpHeaders, params: RawParams): Answer {
  const user = signedIn(world, headers);
  if (user === undefined) {
    const back = `/oauth/authorize?${toQuery(pick(params))}`;
    return seeOther(world.url(`/users/sign_in?return_to=${encodeURIComponent(back)}`));
  }
  const wanted = findWanted(world, params);
  if (wanted === undefined)
    return page(
      400,
      'An error has occurred',
      '<p>Client authentication failed, or the redirect URI included is not valid.</p>',
    );
  const problem = problemOf(wanted.application, params);
  if (problem !== undefined) return sendBack(wanted, params, { error: problem, error_description: describe(problem) });
  if (wanted.application.trusted) return approve(world, wanted, user, params);
  const hidden = Object.entries(pick(params)).map(([name, value]) => field(name, String(value)));
  return page(
    200,
    `Authorize ${wanted.application.name}`,
    form('/oauth/authorize', [
      ...hidden,
      '<button name="decision" value="authorize">Authorize</button>',
      '<button name="decision" value="deny">Deny</button>',
    ]),
  );
}

/** `POST /oauth/authorize`: the answer of the user. */
export function decideAuthorization(world: World, headers: IncomingHttpHeaders, params: RawParams): Answer {
  const user = signedIn(world, headers);
  const wanted = findWanted(world, params);
  if (user === undefined || wanted === undefined) return page(400, 'An error has occurred', '');
  const problem = problemOf(wanted.application, params);
  if (problem !== undefined) return sendBack(wanted, params, { error: problem, error_description: describe(problem) });
  if (params['decision'] === 'authorize') return approve(world, wanted, user, params);
  return sendBack(wanted, params, { error: 'access_denied', error_description: describe('access_denied') });
}

/** The sign-in page lists everybody: there is nothing here to protect. */
export function showSignIn(world: World, params: RawParams): Answer {
  const back = typeof params['return_to'] === 'string' ? params['return_to'] : '/';
  const buttons = world.users
    .all()
    .filter((user) => user.state === 'active' && !user.bot && !user.internal)
    .map((user) => `<button name="username" value="${user.username}">${user.username}</button>`);
  return page(200, 'Sign in', form('/users/sign_in', [field('return_to', back), ...buttons]));
}

/** `POST /users/sign_in`: a session for whoever was chosen. */
export function signIn(world: World, params: RawParams): Answer {
  const user = world.users.findByUsername(textOf(params, 'username') ?? '');
  if (user === undefined || user.state !== 'active') return page(422, 'Invalid login or password.', '');
  const back =
    typeof params['return_to'] === 'string' && /^\/(?!\/)/.test(params['return_to']) ? params['return_to'] : '/';
  return seeOther(world.url(back), {
    'Set-Cookie': `${sessionCookie}=${user.username}; Path=/; HttpOnly; SameSite=Lax`,
  });
}

export function signedIn(world: World, headers: IncomingHttpHeaders): User | undefined {
  const username = new RegExp(`(?:^|;\\s*)${sessionCookie}=([^;]+)`).exec(headers.cookie ?? '')?.[1];
  return username === undefined ? undefined : world.users.findByUsername(decodeURIComponent(username));
}

/** Undefined where nobody may be sent back: an unknown client, or an address it has not registered. */
function findWanted(world: World, params: RawParams): Wanted | undefined {
  const application = world.state(oauthState).applications.get(textOf(params, 'client_id') ?? '');
  const redirectUri = params['redirect_uri'];
  if (application === undefined || typeof redirectUri !== 'string' || !isRegistered(application, redirectUri))
    return undefined;
  return { application, redirectUri };
}

function problemOf(application: Application, params: RawParams): OAuthCode | undefined {
  if (params['response_type'] !== 'code') return 'unsupported_response_type';
  try {
    requested(application, params);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return 'invalid_scope';
    throw error;
  }
}

function approve(world: World, { application, redirectUri }: Wanted, user: User, params: RawParams): Answer {
  const challenge = params['code_challenge'];
  const code = world.hex(64);
  world.state(oauthState).codes.set(code, {
    code,
    application,
    userId: user.id,
    redirectUri,
    scopes: requested(application, params),
    challenge:
      typeof challenge === 'string'
        ? { value: challenge, method: params['code_challenge_method'] === 'S256' ? 'S256' : 'plain' }
        : undefined,
    expiresAtMs: world.clock.now() + codeLifetimeMs,
  });
  return sendBack({ application, redirectUri }, params, { code });
}

function sendBack({ redirectUri }: Wanted, params: RawParams, answer: Readonly<Record<string, string>>): Answer {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  if (typeof params['state'] === 'string') target.searchParams.set('state', params['state']);
  return seeOther(target.href);
}

function pick(params: RawParams): RawParams {
  return Object.fromEntries(carried.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]));
}
