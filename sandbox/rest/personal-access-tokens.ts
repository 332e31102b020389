import { badRequest, forbidden, invalidRecord, notFound, unauthorized } from '../http/refusal.ts';
import { presentNamespaceAccess } from './associations.ts';
import { createToken } from '../world/create.ts';
import { type Grant, type Token, isExpired } from '../world/tokens.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { byColumn } from './order.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { presentGrants, presentToken } from './tokens-presenter.ts';
import { findUser, isBetween } from './users.ts';

/** Personal access tokens: about themselves, by id, and their making. */
export const personalAccessTokens: Resource = {
  routes(routes) {
    self(routes);
    list(routes);
    byId(routes);
    create(routes);
  },
};

function self(routes: Routes): void {
  const path = '/personal_access_tokens/self';
  routes.get(path, { permission: 'read_personal_access_token', scopes: 'any' }, (call) => ({
    ...presentToken(call.world, ownToken(call)),
    last_used_ips: ['127.0.0.1'],
  }));
  routes.delete(path, { permission: 'revoke_personal_access_token', scopes: 'any' }, (call) => {
    ownToken(call).revoked = true;
  });
  routes.get(
    `${path}/associations`,
    {
      permission: 'read_personal_access_token',
      scopes: 'any',
      params: { min_access_level: optional.integer({ values: [10, 15, 20, 30, 40, 50] }) },
    },
    (call) => {
      ownToken(call);
      return presentNamespaceAccess(call, call.me, call.params.min_access_level ?? 0);
    },
  );
  routes.post(
    `${path}/rotate`,
    {
      permission: 'rotate_personal_access_token',
      scopes: ['self_rotate'],
      status: 200,
      params: { expires_at: optional.date() },
    },
    (call) => {
      const token = rotate(call, ownToken(call), call.params.expires_at);
      return { ...presentToken(call.world, token), token: token.secret };
    },
  );
}

function list(routes: Routes): void {
  routes.get(
    '/personal_access_tokens',
    {
      permission: 'read_personal_access_token',
      params: {
        user_id: optional.integer(),
        search: optional.string(),
        state: optional.string({ values: ['active', 'inactive'] }),
        revoked: optional.boolean(),
        created_after: optional.timestamp(),
        created_before: optional.timestamp(),
        last_used_after: optional.timestamp(),
        last_used_before: optional.timestamp(),
        expires_after: optional.date(),
        expires_before: optional.date(),
        sort: optional.string(),
      },
    },
    (call) => {
      const { params, world } = call;
      const userId = call.admin ? (params.user_id ?? undefined) : call.me.id;
      // Somebody else's tokens: answered as if the token were wrong.
      if (!call.admin && params.user_id !== undefined && params.user_id !== null && params.user_id !== userId)
        throw unauthorized();
      const search = params.search?.toLowerCase();
      const tokens = world.tokens
        .all()
        .filter(
          (token) =>
            isPersonal(token) &&
            (userId === undefined || token.userId === userId) &&
            (search === undefined || token.name.toLowerCase().includes(search)) &&
            (params.revoked === undefined || params.revoked === null || token.revoked === params.revoked) &&
            (params.state === undefined ||
              params.state === null ||
              isActive(world, token) === (params.state === 'active')) &&
            isBetween(token.createdAt, params.created_after, params.created_before) &&
            isBetween(token.lastUsedAt ?? '', params.last_used_after, params.last_used_before) &&
            isBetween(token.expiresAt ?? '', params.expires_after, params.expires_before),
        )
        .sort(
          byColumn(
            (token) => token.id,
            'asc',
            (token) => token.id,
          ),
        );
      return call.page(tokens, (token) => ({ ...presentToken(world, token), ...presentGrants(token) }));
    },
  );
}

function byId(routes: Routes): void {
  const id = { id: requires.integer() };
  routes.get('/personal_access_tokens/:id', { permission: 'read_personal_access_token', params: id }, (call) => {
    const token = visibleToken(call, call.params.id);
    return {
      ...presentToken(call.world, token),
      ...presentGrants(token),
      last_used_ips: token.lastUsedAt === null ? [] : ['127.0.0.1'],
    };
  });
  routes.delete('/personal_access_tokens/:id', { permission: 'revoke_personal_access_token', params: id }, (call) => {
    const token = visibleToken(call, call.params.id);
    if (token.revoked) throw badRequest('Token already revoked');
    token.revoked = true;
  });
  routes.post(
    '/personal_access_tokens/:id/rotate',
    { permission: 'rotate_personal_access_token', status: 200, params: { ...id, expires_at: optional.date() } },
    (call) => {
      const token = rotate(call, visibleToken(call, call.params.id), call.params.expires_at);
      return { ...presentToken(call.world, token), ...presentGrants(token), token: token.secret };
    },
  );
}

const knownScopes = new Set([
  'api',
  'read_api',
  'read_user',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
  'read_virtual_registry',
  'write_virtual_registry',
  'create_runner',
  'manage_runner',
  'ai_features',
  'k8s_proxy',
  'self_rotate',
  'sudo',
  'admin_mode',
  'read_service_ping',
]);

const grantFields = {
  access: requires.string({
    values: ['user', 'instance', 'all_memberships', 'personal_projects', 'selected_memberships'],
  }),
  permissions: requires.strings(),
  project_ids: optional.integers(),
  group_ids: optional.integers(),
};

function create(routes: Routes): void {
  const common = {
    name: requires.string({ blank: false }),
    description: optional.string(),
    expires_at: optional.date(),
  };
  routes.post(
    '/user/personal_access_tokens',
    {
      permission: 'create_personal_access_token',
      params: { ...common, scopes: optional.strings(), granular_scopes: optional.hashes(grantFields) },
      exactlyOneOf: ['scopes', 'granular_scopes'],
    },
    (call) => {
      const { scopes, granular_scopes: granular, ...details } = call.params;
      const grants = granular?.flatMap(toGrants);
      // Over the API a user may only make tokens that can do little by themselves.
      if (grants === undefined && scopes?.some((scope) => scope !== 'k8s_proxy' && scope !== 'self_rotate')) {
        throw invalidRecordScopes();
      }
      return issue(call, call.me, { ...details, scopes: scopes ?? [], grants, kind: 'personal' });
    },
  );
  routes.post(
    '/users/:user_id/personal_access_tokens',
    {
      access: 'admin',
      boundary: 'instance',
      permission: 'create_personal_access_token',
      params: { user_id: requires.integer(), ...common, scopes: requires.strings() },
    },
    (call) =>
      issue(call, findUser(call.world, call.params.user_id), { ...call.params, grants: undefined, kind: 'personal' }),
  );

  const admin = { access: 'admin', boundary: 'instance' } as const;
  const path = '/users/:user_id/impersonation_tokens';
  const user = { user_id: requires.integer() };
  routes.post(
    path,
    { ...admin, permission: 'create_impersonation_token', params: { ...user, ...common, scopes: requires.strings() } },
    (call) =>
      issue(call, findUser(call.world, call.params.user_id), {
        ...call.params,
        grants: undefined,
        kind: 'impersonation',
      }),
  );
  routes.get(
    path,
    {
      ...admin,
      permission: 'read_impersonation_token',
      params: { ...user, state: optional.string({ values: ['all', 'active', 'inactive'], default: 'all' }) },
    },
    (call) => {
      const { state } = call.params;
      const tokens = call.world.tokens
        .ofUser(findUser(call.world, call.params.user_id).id)
        .filter(
          (token) =>
            token.kind === 'impersonation' && (state === 'all' || isActive(call.world, token) === (state === 'active')),
        );
      return call.page(tokens, (token) => ({ ...presentToken(call.world, token), impersonation: true }));
    },
  );
  const one = { ...user, impersonation_token_id: requires.integer() };
  const find = (call: Call<{ readonly user_id: number; readonly impersonation_token_id: number }>) => {
    const token = call.world.tokens.findById(call.params.impersonation_token_id);
    if (token?.kind !== 'impersonation' || token.userId !== call.params.user_id) throw notFound('Impersonation Token');
    return token;
  };
  routes.get(
    `${path}/:impersonation_token_id`,
    { ...admin, permission: 'read_impersonation_token', params: one },
    (call) => ({
      ...presentToken(call.world, find(call)),
      impersonation: true,
    }),
  );
  routes.delete(
    `${path}/:impersonation_token_id`,
    { ...admin, permission: 'revoke_impersonation_token', params: one },
    (call) => {
      find(call).revoked = true;
    },
  );
}

interface NewToken {
  readonly name: string;
  readonly description: string | null | undefined;
  readonly expires_at: string | null | undefined;
  readonly scopes: readonly string[];
  readonly grants: readonly Grant[] | undefined;
  readonly kind: 'personal' | 'impersonation';
}

function issue(call: Call<unknown>, user: User, details: NewToken) {
  const { grants } = details;
  if (grants === undefined && !details.scopes.every((scope) => knownScopes.has(scope))) throw invalidRecordScopes();
  const token = createToken(call.world, {
    user,
    kind: details.kind,
    name: details.name,
    description: details.description ?? null,
    scopes: details.scopes,
    expiresAt: details.expires_at ?? inOneYear(call.world),
    ...(grants === undefined ? {} : { grants }),
  });
  return {
    ...presentToken(call.world, token),
    ...presentGrants(token),
    ...(details.kind === 'impersonation' ? { impersonation: true } : {}),
    token: token.secret,
  };
}

function invalidRecordScopes() {
  return invalidRecord({ scopes: ['can only contain available scopes'] });
}

function toGrants(scope: {
  readonly access: Grant['access'];
  readonly permissions: readonly string[];
  readonly project_ids: readonly number[] | null | undefined;
  readonly group_ids: readonly number[] | null | undefined;
}): Grant[] {
  const { access, permissions } = scope;
  if (access !== 'selected_memberships') return [{ access, permissions, projectId: null, groupId: null }];
  return [
    ...(scope.project_ids ?? []).map((projectId) => ({ access, permissions, projectId, groupId: null })),
    ...(scope.group_ids ?? []).map((groupId) => ({ access, permissions, projectId: null, groupId })),
  ];
}

/** The token of the request, which must be a personal one. */
function ownToken(call: Call<unknown>): Token {
  const { token } = call;
  if (token === undefined) throw unauthorized();
  if (!isPersonal(token)) throw badRequest('This endpoint requires token type to be a personal access token');
  return token;
}

/** One's own token; of others, and of tokens that do not exist, only administrators learn anything. */
function visibleToken(call: Call<unknown>, id: number): Token {
  const token = call.world.tokens.findById(id);
  if (token !== undefined && (call.admin || token.userId === call.me.id)) return token;
  throw call.admin ? notFound() : unauthorized();
}

/** Revokes a token and makes its successor. One that was revoked before takes its whole family with it. */
export function rotate(call: Call<unknown>, token: Token, expiresAt: string | null | undefined): Token {
  const { world } = call;
  if (token.revoked) {
    for (const relative of world.tokens.family(token.family)) relative.revoked = true;
    throw badRequest('token already revoked');
  }
  if (isExpired(token, world.clock.now())) throw forbidden();
  token.revoked = true;
  return createToken(world, {
    kind: token.kind,
    name: token.name,
    description: token.description,
    scopes: token.scopes,
    family: token.family,
    resource: token.resource,
    expiresAt: expiresAt ?? world.clock.timestamp(world.clock.now() + 7 * 24 * 3_600_000).slice(0, 10),
    ...(token.grants === undefined ? {} : { grants: token.grants }),
    ...(token.userId === undefined ? {} : { user: world.users.get(token.userId) }),
  });
}

export function inOneYear(world: World): string {
  return world.clock.timestamp(world.clock.now() + 365 * 24 * 3_600_000).slice(0, 10);
}

export function isActive(world: World, token: Token): boolean {
  return (
    !token.revoked &&
    !isExpired(token, world.clock.now()) &&
    (token.grants === undefined || world.settings.granularTokens)
  );
}

function isPersonal(token: Token): boolean {
  return token.kind !== 'oauth' && token.kind !== 'job' && token.kind !== 'deploy' && token.kind !== 'runner';
}
