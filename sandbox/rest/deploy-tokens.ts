import { notFound } from '../http/refusal.ts';
import { type DeployToken, deployTokensState } from '../world/deploy-tokens.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { managedSource, type Source } from './memberships.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

const scopes = [
  'read_repository',
  'read_registry',
  'write_registry',
  'read_virtual_registry',
  'write_virtual_registry',
  'read_package_registry',
  'write_package_registry',
] as const;

/** Deploy tokens of projects and groups, and of the whole instance for its administrators. */
export const deployTokens: Resource = {
  routes(routes) {
    const active = { active: optional.boolean() };
    routes.get(
      '/deploy_tokens',
      { permission: 'read_deploy_token', boundary: 'instance', access: 'admin', params: active },
      (call) => list(call, call.world.state(deployTokensState)),
    );
    for (const kind of ['project', 'group'] as const) ownTokens(routes, kind, active);
  },
};

function ownTokens(
  routes: Routes,
  kind: Source['kind'],
  active: { readonly active: ReturnType<typeof optional.boolean> },
): void {
  const path = `/${kind}s/:id/deploy_tokens`;
  const read = { permission: 'read_deploy_token', access: 'user' } as const;
  const tokenId = { token_id: requires.integer() };

  routes.get(path, { ...read, params: active }, (call) => list(call, tokensOf(call, kind)));
  routes.get(`${path}/:token_id`, { ...read, params: tokenId }, (call) => present(call.world, find(call, kind)));
  routes.post(
    path,
    {
      permission: 'create_deploy_token',
      params: {
        name: requires.string(),
        scopes: requires.strings({ values: scopes }),
        expires_at: optional.timestamp(),
        username: optional.string(),
      },
    },
    (call) => {
      const { params, world } = call;
      const source = managedSource(call, kind);
      const id = world.nextId('deploy_token');
      const token: DeployToken = {
        id,
        name: params.name,
        username: params.username ?? `gitlab+deploy-token-${id}`,
        expiresAt: params.expires_at ?? null,
        revoked: false,
        scopes: params.scopes,
        secret: world.secret('gldt-'),
        owner: { kind, id: source.of.id },
      };
      world.state(deployTokensState).push(token);
      return { ...present(world, token), token: token.secret };
    },
  );
  routes.delete(`${path}/:token_id`, { permission: 'delete_deploy_token', params: tokenId }, (call) => {
    const all = call.world.state(deployTokensState);
    all.splice(all.indexOf(find(call, kind)), 1);
  });
}

function list(call: Call<{ readonly active: boolean | null | undefined }>, tokens: readonly DeployToken[]): unknown[] {
  const wanted = tokens.filter(
    (token) => call.params.active !== true || (!token.revoked && !isExpired(call.world, token)),
  );
  return call.page(wanted, (token) => present(call.world, token));
}

function tokensOf(call: Call<unknown>, kind: Source['kind']): DeployToken[] {
  const { of } = managedSource(call, kind);
  return call.world.state(deployTokensState).filter(({ owner }) => owner.kind === kind && owner.id === of.id);
}

function find(call: Call<{ readonly token_id: number }>, kind: Source['kind']): DeployToken {
  const token = tokensOf(call, kind).find(({ id }) => id === call.params.token_id);
  if (token === undefined) throw notFound('Deploy Token');
  return token;
}

function isExpired(world: World, { expiresAt }: DeployToken): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= world.clock.now();
}

function present(world: World, token: DeployToken) {
  return {
    id: token.id,
    name: token.name,
    username: token.username,
    expires_at: token.expiresAt,
    scopes: token.scopes,
    revoked: token.revoked,
    expired: isExpired(world, token),
  };
}
