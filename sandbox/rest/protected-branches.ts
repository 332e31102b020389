import { conflict, notFound } from '../http/refusal.ts';
import {
  type ProtectedBranch,
  groupProtectionsOf,
  inheritedProtections,
  protectBranch,
  protectionsOf,
} from '../world/protections.ts';
import { hasTier, isEnterprise } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import {
  accessRuleParams,
  type AccessRuleRequest,
  changeAccessRules,
  presentAccessRule,
  readAccessRules,
} from './access-rules.ts';
import type { Call } from './call.ts';
import { matcher } from './branches.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

/** Which branches are protected, and who may push to them and merge into them. */
export const protectedBranches: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      const path = `/${kind}s/:id/protected_branches`;
      reads(routes, kind, path);
      changes(routes, kind, path);
    }
  },
};

type Kind = 'project' | 'group';

interface Owned {
  /** Protections of the project or group itself. */
  readonly own: ProtectedBranch[];
  /** Those of the groups above a project. */
  readonly inherited: readonly ProtectedBranch[];
}

function ownedBy(call: Call<unknown>, kind: Kind, level: 'guest' | 'maintainer'): Owned {
  if (kind === 'group') {
    return { own: groupProtectionsOf(call.world, call.group(level === 'guest' ? 'guest' : 'owner')), inherited: [] };
  }
  const project = call.project(level);
  return {
    own: protectionsOf(call.world, project).branches,
    inherited: inheritedProtections(call.world, project),
  };
}

function reads(routes: Routes, kind: Kind, path: string): void {
  const read = { ...licence(kind), permission: 'read_protected_branch' };
  routes.get(path, { ...read, params: { search: optional.string() } }, (call) => {
    const { own, inherited } = ownedBy(call, kind, 'guest');
    const matches = matcher(call.params.search);
    const found = [...own, ...inherited].filter(({ name }) => matches(name)).sort((a, b) => a.id - b.id);
    return call.page(found, (branch) => present(call.world, branch, inherited.includes(branch)));
  });
  routes.get(`${path}/:name`, read, (call) => {
    const { own, inherited } = ownedBy(call, kind, 'guest');
    const found = [...own, ...inherited].find(({ name }) => name === call.path('name'));
    if (found === undefined) throw notFound();
    return present(call.world, found, inherited.includes(found));
  });
}

/** Groups protect branches from Premium on. */
function licence(kind: Kind) {
  return kind === 'group' ? ({ tier: 'premium', unlicensed: 404, access: 'user' } as const) : {};
}

function find(call: Call<unknown>, kind: Kind): ProtectedBranch {
  const found = ownedBy(call, kind, 'maintainer').own.find(({ name }) => name === call.path('name'));
  if (found === undefined) throw notFound();
  return found;
}

function present(world: World, branch: ProtectedBranch, isInherited: boolean) {
  const rules = (list: ProtectedBranch['push']) => list.map((rule) => presentAccessRule(world, rule));
  return {
    id: branch.id,
    name: branch.name,
    push_access_levels: rules(branch.push),
    merge_access_levels: rules(branch.merge),
    allow_force_push: branch.allowForcePush,
    ...(isEnterprise(world.settings)
      ? {
          unprotect_access_levels: rules(branch.unprotect),
          code_owner_approval_required: branch.codeOwnerApprovalRequired,
          inherited: isInherited,
        }
      : {}),
  };
}

const lists = {
  allowed_to_push: optional.hashes(accessRuleParams),
  allowed_to_merge: optional.hashes(accessRuleParams),
  allowed_to_unprotect: optional.hashes(accessRuleParams),
  allow_force_push: optional.boolean(),
  code_owner_approval_required: optional.boolean(),
};

function changes(routes: Routes, kind: Kind, path: string): void {
  const params = {
    name: requires.string({ blank: false }),
    push_access_level: optional.integer({ values: [0, 30, 40, 60] }),
    merge_access_level: optional.integer({ values: [0, 30, 40, 60] }),
    unprotect_access_level: optional.integer({ values: [30, 40, 60] }),
    ...lists,
  };
  routes.post(path, { ...licence(kind), permission: 'create_protected_branch', params }, (call) => {
    const { world, params } = call;
    const { own } = ownedBy(call, kind, 'maintainer');
    if (own.some(({ name }) => name === params.name)) {
      throw conflict(`Protected branch '${params.name}' already exists`);
    }
    const isLicensed = hasTier(world.settings, 'premium');
    const branch = protectBranch(world, params.name, {
      push: readAccessRules(world, params.push_access_level, params.allowed_to_push),
      merge: readAccessRules(world, params.merge_access_level, params.allowed_to_merge),
      unprotect:
        isLicensed && (params.unprotect_access_level || params.allowed_to_unprotect)
          ? readAccessRules(world, params.unprotect_access_level, params.allowed_to_unprotect)
          : [],
      allowForcePush: params.allow_force_push ?? false,
      codeOwnerApprovalRequired: isLicensed && (params.code_owner_approval_required ?? false),
    });
    own.push(branch);
    return present(world, branch, false);
  });

  const update = { ...licence(kind), permission: 'update_protected_branch', params: lists };
  routes.patch(`${path}/:name`, update, (call) => {
    const { world, params } = call;
    const branch = find(call, kind);
    const changed = (rules: ProtectedBranch['push'], list: readonly AccessRuleRequest[] | null | undefined) =>
      list && hasTier(world.settings, 'premium') ? changeAccessRules(world, rules, list) : rules;
    branch.push = changed(branch.push, params.allowed_to_push);
    branch.merge = changed(branch.merge, params.allowed_to_merge);
    branch.unprotect = changed(branch.unprotect, params.allowed_to_unprotect);
    branch.allowForcePush = params.allow_force_push ?? branch.allowForcePush;
    if (hasTier(world.settings, 'premium')) {
      branch.codeOwnerApprovalRequired = params.code_owner_approval_required ?? branch.codeOwnerApprovalRequired;
    }
    return present(world, branch, false);
  });

  routes.delete(`${path}/:name`, { ...licence(kind), permission: 'delete_protected_branch' }, (call) => {
    const branch = find(call, kind);
    const { own } = ownedBy(call, kind, 'maintainer');
    own.splice(own.indexOf(branch), 1);
  });
}
