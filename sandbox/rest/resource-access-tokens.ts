import { badRequest, invalidRecord, notFound, unauthorized } from '../http/refusal.ts';
import { addMember, createToken, createUser } from '../world/create.ts';
import { assignableLevels, levels } from '../world/members.ts';
import type { Token } from '../world/tokens.ts';
import type { Call } from './call.ts';
import { managedSource, type Source } from './memberships.ts';
import { optional, requires } from './params.ts';
import { inOneYear, isActive, rotate } from './personal-access-tokens.ts';
import type { Resource, Routes } from './routes.ts';
import { presentResourceToken } from './tokens-presenter.ts';

type Kind = Source['kind'];

const knownScopes = new Set([
  'api',
  'read_api',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
  'create_runner',
  'manage_runner',
  'ai_features',
  'k8s_proxy',
  'self_rotate',
]);

/** Access tokens of projects and groups. Each acts as a bot made for it. */
export const resourceAccessTokens: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      readTokens(routes, kind);
      changeTokens(routes, kind);
    }
  },
};

function readTokens(routes: Routes, kind: Kind): void {
  const path = `/${kind}s/:id/access_tokens`;
  const options = { permission: 'read_resource_access_token', access: 'user' } as const;
  routes.get(
    path,
    { ...options, params: { state: optional.string({ values: ['active', 'inactive'] }), search: optional.string() } },
    (call) => {
      const { params, world } = call;
      const found = tokensOf(call, kind).filter(
        (token) =>
          (params.state === undefined ||
            params.state === null ||
            isActive(world, token) === (params.state === 'active')) &&
          token.name.toLowerCase().includes(params.search?.toLowerCase() ?? ''),
      );
      return call.page(found, (token) => presentResourceToken(world, token));
    },
  );
  routes.get(`${path}/:token_id`, { ...options, params: { token_id: requires.integer() } }, (call) =>
    presentResourceToken(call.world, find(call, kind, call.params.token_id)),
  );
}

function changeTokens(routes: Routes, kind: Kind): void {
  const path = `/${kind}s/:id/access_tokens`;
  const tokenId = { token_id: requires.integer() };
  routes.post(
    path,
    {
      permission: 'create_resource_access_token',
      params: {
        name: requires.string({ blank: false }),
        scopes: requires.strings(),
        access_level: optional.integer({ values: assignableLevels, default: levels.maintainer }),
        description: optional.string(),
        expires_at: optional.date(),
      },
    },
    (call) => {
      const source = managedSource(call, kind);
      const { params, world } = call;
      if (!params.scopes.every((scope) => knownScopes.has(scope))) {
        throw invalidRecord({ scopes: ['can only contain available scopes'] });
      }
      if (params.access_level > source.level)
        throw badRequest(
          "Access level of the token can't be greater the access level of the user who created the token",
        );
      const bot = createUser(world, {
        username: `${kind}_${source.of.id}_bot_${world.hex(32)}`,
        name: params.name,
        bot: true,
        createdById: call.me.id,
      });
      addMember(world, source.members, bot, params.access_level, { createdBy: call.me });
      const token = createToken(world, {
        kind,
        user: bot,
        name: params.name,
        description: params.description ?? null,
        scopes: params.scopes,
        expiresAt: params.expires_at ?? inOneYear(world),
        resource: { kind, id: source.of.id, accessLevel: params.access_level },
      });
      return { ...presentResourceToken(world, token), token: token.secret };
    },
  );

  routes.delete(`${path}/:token_id`, { permission: 'delete_resource_access_token', params: tokenId }, (call) => {
    const token = find(call, kind, call.params.token_id);
    token.revoked = true;
    // The bot loses its membership with its token.
    if (token.userId !== undefined) managedSource(call, kind).members.delete(token.userId);
  });

  const expiry = { expires_at: optional.date() };
  const rotation = { permission: 'rotate_resource_access_token', status: 200 } as const;
  routes.post(`${path}/:token_id/rotate`, { ...rotation, params: { ...tokenId, ...expiry } }, (call) => {
    const token = rotate(call, find(call, kind, call.params.token_id), call.params.expires_at);
    return { ...presentResourceToken(call.world, token), token: token.secret };
  });
  routes.post(`${path}/self/rotate`, { ...rotation, scopes: ['self_rotate'], params: expiry }, (call) => {
    const { token } = call;
    const id = kind === 'project' ? call.project().id : call.group().id;
    if (token?.resource?.kind !== kind || token.resource.id !== id) throw unauthorized();
    const next = rotate(call, token, call.params.expires_at);
    return { ...presentResourceToken(call.world, next), token: next.secret };
  });
}

function tokensOf(call: Call<unknown>, kind: Kind): Token[] {
  const source = managedSource(call, kind);
  return call.world.tokens.all().filter(({ resource }) => resource?.kind === kind && resource.id === source.of.id);
}

function find(call: Call<unknown>, kind: Kind, id: number): Token {
  const token = tokensOf(call, kind).find((candidate) => candidate.id === id);
  if (token === undefined) throw notFound(`Could not find ${kind} access token with token_id: ${id}`);
  return token;
}
