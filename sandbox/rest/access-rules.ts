import { invalidParameters } from '../http/refusal.ts';
import { levels } from '../world/members.ts';
import { type AccessRule, accessRule, describeAccess } from '../world/protections.ts';
import { hasTier, isEnterprise } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import { optional } from './params.ts';

/** Who may pass a protection, as requests say it: a level, or (licensed) a user or a group. */
export const accessRuleParams = {
  id: optional.integer(),
  access_level: optional.integer(),
  user_id: optional.integer(),
  group_id: optional.integer(),
  deploy_key_id: optional.integer(),
  _destroy: optional.boolean(),
};

export interface AccessRuleRequest {
  readonly id: number | null | undefined;
  readonly access_level: number | null | undefined;
  readonly user_id: number | null | undefined;
  readonly group_id: number | null | undefined;
  readonly deploy_key_id: number | null | undefined;
  readonly _destroy: boolean | null | undefined;
}

const branchLevels: readonly number[] = [levels.none, levels.developer, levels.maintainer, 60];

/** Rules from a level and, on licensed instances, a list; without either, maintainers. */
export function readAccessRules(
  world: World,
  level: number | null | undefined,
  list: readonly AccessRuleRequest[] | null | undefined,
): AccessRule[] {
  const given = hasTier(world.settings, 'premium') ? (list ?? []) : [];
  const accessLevel = level ?? (given.length === 0 ? levels.maintainer : undefined);
  if (accessLevel !== undefined && !branchLevels.includes(accessLevel)) {
    throw invalidParameters('access_level does not have a valid value');
  }
  return [
    ...(accessLevel === undefined ? [] : [accessRule(world, { accessLevel })]),
    ...given.map((entry) => toRule(world, entry)),
  ];
}

/** Applies a list of changes to rules: new ones, ones taken away, ones with another level. */
export function changeAccessRules(
  world: World,
  rules: readonly AccessRule[],
  changes: readonly AccessRuleRequest[],
): AccessRule[] {
  const kept = rules.filter(({ id }) => !changes.some((change) => change.id === id));
  const changed = changes.flatMap((change) => {
    const known = rules.find(({ id }) => id === change.id);
    if (change._destroy === true) return [];
    return known === undefined
      ? [toRule(world, change)]
      : [{ ...known, accessLevel: change.access_level ?? known.accessLevel }];
  });
  return [...kept, ...changed];
}

function toRule(world: World, entry: AccessRuleRequest): AccessRule {
  const isPerson = Boolean(entry.user_id ?? entry.group_id ?? entry.deploy_key_id);
  return accessRule(world, {
    accessLevel: entry.access_level ?? (isPerson ? null : levels.maintainer),
    userId: entry.user_id ?? null,
    groupId: entry.group_id ?? null,
    deployKeyId: entry.deploy_key_id ?? null,
  });
}

export function presentAccessRule(world: World, rule: AccessRule) {
  return {
    id: rule.id,
    access_level: rule.accessLevel ?? levels.maintainer,
    access_level_description: describeAccess(world, rule),
    deploy_key_id: rule.deployKeyId,
    ...(isEnterprise(world.settings) ? { user_id: rule.userId, group_id: rule.groupId } : {}),
  };
}
