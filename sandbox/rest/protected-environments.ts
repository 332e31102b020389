import { conflict, invalidRecord, notFound } from '../http/refusal.ts';
import type { Group } from '../world/groups.ts';
import { type AccessRule, accessRule, describeAccess } from '../world/protections.ts';
import type { Project } from '../world/projects.ts';
import { type World, defineState } from '../world/world.ts';
import { type AccessRuleRequest, accessRuleParams, changeAccessRules } from './access-rules.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

interface ApprovalRule extends AccessRule {
  readonly requiredApprovals: number;
}

interface ProtectedEnvironment {
  readonly name: string;
  deploy: AccessRule[];
  approval: ApprovalRule[];
  requiredApprovalCount: number;
}

/** By owner: `project/1` or `group/2`. */
const protectedState = defineState(() => new Map<string, ProtectedEnvironment[]>());

/** Who may deploy where; from Premium on. Groups protect whole tiers. */
export const protectedEnvironments: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) protections(routes, kind);
  },
};

type Kind = 'project' | 'group';

const rules = {
  deploy_access_levels: optional.hashes({ ...accessRuleParams, group_inheritance_type: optional.integer() }),
  approval_rules: optional.hashes({
    ...accessRuleParams,
    required_approvals: optional.integer(),
    group_inheritance_type: optional.integer(),
  }),
  required_approval_count: optional.integer(),
};

function protections(routes: Routes, kind: Kind): void {
  const path = `/${kind}s/:id/protected_environments`;
  const licensed = { tier: 'premium', unlicensed: 404, access: 'user' } as const;
  const read = { ...licensed, permission: 'read_protected_environment' };

  routes.get(path, read, (call) => call.page(listOf(call, kind), (entry) => present(call.world, entry)));
  routes.get(`${path}/:name`, read, (call) => present(call.world, find(call, kind)));
  routes.post(
    path,
    {
      ...licensed,
      permission: 'create_protected_environment',
      params: { name: requires.string({ blank: false }), ...rules },
    },
    (call) => {
      const { world, params } = call;
      const list = listOf(call, kind);
      if (list.some(({ name }) => name === params.name)) {
        throw conflict(`Protected environment '${params.name}' already exists`);
      }
      const deploy = changeAccessRules(world, [], params.deploy_access_levels ?? []);
      if (deploy.length === 0) throw invalidRecord({ deploy_access_levels: ["can't be blank"] });
      const entry: ProtectedEnvironment = {
        name: params.name,
        deploy,
        approval: (params.approval_rules ?? []).map((rule) => toApprovalRule(world, rule)),
        requiredApprovalCount: params.required_approval_count ?? 0,
      };
      list.push(entry);
      return present(world, entry);
    },
  );
  routes.put(`${path}/:name`, { ...licensed, permission: 'update_protected_environment', params: rules }, (call) => {
    const { world, params } = call;
    const entry = find(call, kind);
    entry.deploy = changeAccessRules(world, entry.deploy, params.deploy_access_levels ?? []);
    entry.requiredApprovalCount = params.required_approval_count ?? entry.requiredApprovalCount;
    for (const rule of params.approval_rules ?? []) {
      entry.approval = entry.approval.filter(({ id }) => id !== rule.id);
      if (rule._destroy !== true) entry.approval.push(toApprovalRule(world, rule));
    }
    return present(world, entry);
  });
  routes.delete(`${path}/:name`, { ...licensed, permission: 'delete_protected_environment' }, (call) => {
    const list = listOf(call, kind);
    list.splice(list.indexOf(find(call, kind)), 1);
  });
}

function listOf(call: Call<unknown>, kind: Kind): ProtectedEnvironment[] {
  const owner: Project | Group = kind === 'project' ? call.project('maintainer') : call.group('owner');
  const state = call.world.state(protectedState);
  const key = `${kind}/${owner.id}`;
  const list = state.get(key) ?? [];
  state.set(key, list);
  return list;
}

function find(call: Call<unknown>, kind: Kind): ProtectedEnvironment {
  const entry = listOf(call, kind).find(({ name }) => name === call.path('name'));
  if (entry === undefined) throw notFound();
  return entry;
}

function toApprovalRule(
  world: World,
  rule: AccessRuleRequest & { readonly required_approvals: number | null | undefined },
): ApprovalRule {
  const base = accessRule(world, {
    accessLevel: rule.access_level ?? null,
    userId: rule.user_id ?? null,
    groupId: rule.group_id ?? null,
  });
  return { ...base, requiredApprovals: rule.required_approvals ?? 1 };
}

function present(world: World, entry: ProtectedEnvironment) {
  const presentRule = (rule: AccessRule) => ({
    id: rule.id,
    access_level: rule.accessLevel,
    access_level_description: describeAccess(world, rule),
    user_id: rule.userId,
    group_id: rule.groupId,
    group_inheritance_type: 0,
  });
  return {
    name: entry.name,
    deploy_access_levels: entry.deploy.map(presentRule),
    required_approval_count: entry.requiredApprovalCount,
    approval_rules: entry.approval.map((rule) => {
      const { group_inheritance_type, ...shown } = presentRule(rule);
      return { ...shown, required_approvals: rule.requiredApprovals, group_inheritance_type };
    }),
  };
}
