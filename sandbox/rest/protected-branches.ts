import { conflict, notFound } from '../http/refusal.ts';
import { type ProtectedBranch, protectBranch, protectionsOf } from '../world/protections.ts';
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
    reads(routes);
    changes(routes);
  },
};

const path = '/projects/:id/protected_branches';

function reads(routes: Routes): void {
  routes.get(path, { permission: 'read_protected_branch', params: { search: optional.string() } }, (call) => {
    const { branches } = protectionsOf(call.world, call.project('guest'));
    const matches = matcher(call.params.search);
    const found = branches.filter(({ name }) => matches(name)).sort((a, b) => a.id - b.id);
    return call.page(found, (branch) => present(call.world, branch));
  });
  routes.get(`${path}/:name`, { permission: 'read_protected_branch' }, (call) =>
    present(call.world, find(call, 'guest')),
  );
}

function find(call: Call<unknown>, level: 'guest' | 'maintainer'): ProtectedBranch {
  const { branches } = protectionsOf(call.world, call.project(level));
  const found = branches.find(({ name }) => name === call.path('name'));
  if (found === undefined) throw notFound();
  return found;
}

function present(world: World, branch: ProtectedBranch) {
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
          inherited: false,
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

function changes(routes: Routes): void {
  const params = {
    name: requires.string({ blank: false }),
    push_access_level: optional.integer({ values: [0, 30, 40, 60] }),
    merge_access_level: optional.integer({ values: [0, 30, 40, 60] }),
    unprotect_access_level: optional.integer({ values: [30, 40, 60] }),
    ...lists,
  };
  routes.post(path, { permission: 'create_protected_branch', params }, (call) => {
    const { world, params } = call;
    const project = call.project('maintainer');
    const { branches } = protectionsOf(world, project);
    if (branches.some(({ name }) => name === params.name)) {
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
    branches.push(branch);
    return present(world, branch);
  });

  routes.patch(`${path}/:name`, { permission: 'update_protected_branch', params: lists }, (call) => {
    const { world, params } = call;
    const branch = find(call, 'maintainer');
    const changed = (rules: ProtectedBranch['push'], list: readonly AccessRuleRequest[] | null | undefined) =>
      list && hasTier(world.settings, 'premium') ? changeAccessRules(world, rules, list) : rules;
    branch.push = changed(branch.push, params.allowed_to_push);
    branch.merge = changed(branch.merge, params.allowed_to_merge);
    branch.unprotect = changed(branch.unprotect, params.allowed_to_unprotect);
    branch.allowForcePush = params.allow_force_push ?? branch.allowForcePush;
    if (hasTier(world.settings, 'premium')) {
      branch.codeOwnerApprovalRequired = params.code_owner_approval_required ?? branch.codeOwnerApprovalRequired;
    }
    return present(world, branch);
  });

  routes.delete(`${path}/:name`, { permission: 'delete_protected_branch' }, (call) => {
    const branch = find(call, 'maintainer');
    const { branches } = protectionsOf(call.world, call.project());
    branches.splice(branches.indexOf(branch), 1);
  });
}
