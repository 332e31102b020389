import { type Token, isExpired } from '../world/tokens.ts';
import type { World } from '../world/world.ts';

/** A personal, project or group token, without its secret. */
export function presentToken(world: World, token: Token) {
  const expired = isExpired(token, world.clock.now());
  return {
    id: token.id,
    name: token.name,
    revoked: token.revoked,
    expired,
    granular: token.grants !== undefined,
    created_at: token.createdAt,
    description: token.description,
    scopes: token.scopes,
    user_id: token.userId ?? null,
    last_used_at: token.lastUsedAt,
    active: !token.revoked && !expired && (token.grants === undefined || world.settings.granularTokens),
    expires_at: token.expiresAt,
  };
}

/** What a fine-grained token may do; nothing for the others. */
export function presentGrants(token: Token): object {
  if (token.grants === undefined) return {};
  return {
    granular_scopes: token.grants.map((grant) => ({
      access: grant.access,
      permissions: grant.permissions,
      project_id: grant.projectId,
      group_id: grant.groupId,
    })),
  };
}

/** A project or group token. */
export function presentResourceToken(world: World, token: Token) {
  return {
    ...presentToken(world, token),
    access_level: token.resource?.accessLevel,
    resource_type: token.resource?.kind,
    resource_id: token.resource?.id,
  };
}
