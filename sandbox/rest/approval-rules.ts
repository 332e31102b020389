import { canUpdateMergeRequest } from '../access/planning.ts';
import { forbidden, invalidRecord, noRecord } from '../http/refusal.ts';
import {
  type ApprovalRule,
  approvalSettings,
  approvalState,
  overriddenRules,
  ownRules,
  projectRules,
} from '../world/approvals.ts';
import type { MergeRequest } from '../world/merge-requests.ts';
import { invalidateCheck } from '../world/mergeability.ts';
import type { World } from '../world/world.ts';
import { presentMergeRequestRule, presentProjectRule } from './approvals-presenter.ts';
import type { Call } from './call.ts';
import { mergeRequestOf } from './issuable-lookup.ts';
import { optional, requires, type Values } from './params.ts';
import type { Resource, Routes } from './routes.ts';

const licence = { tier: 'premium' } as const;

const people = {
  user_ids: optional.integers(),
  usernames: optional.strings(),
  group_ids: optional.integers(),
};

type People = Values<typeof people>;

/** Who has to approve: rules of a project, and those a merge request has in their place. */
export const approvalRules: Resource = {
  routes(routes) {
    projectRoutes(routes);
    mergeRequestRoutes(routes);
  },
};

function peopleFrom(world: World, given: People, current?: ApprovalRule): Pick<ApprovalRule, 'userIds' | 'groupIds'> {
  const named = given.usernames?.flatMap((name) => world.users.findByUsername(name)?.id ?? []);
  const userIds =
    given.user_ids === undefined && named === undefined
      ? current?.userIds
      : [...(given.user_ids ?? []), ...(named ?? [])];
  return {
    userIds: (userIds ?? []).filter((id) => world.users.find(id) !== undefined),
    groupIds: (given.group_ids ?? current?.groupIds ?? []).filter((id) => world.groups.find(id) !== undefined),
  };
}

function check(
  rules: readonly ApprovalRule[],
  wanted: { readonly name: string; readonly required: number },
  except?: ApprovalRule,
): void {
  if (wanted.name.trim() === '') throw invalidRecord({ name: ["can't be blank"] });
  if (wanted.required < 0) throw invalidRecord({ approvals_required: ['must be greater than or equal to 0'] });
  if (rules.some((rule) => rule !== except && rule.name === wanted.name)) {
    throw invalidRecord({ name: ['has already been taken'] });
  }
}

function projectRoutes(routes: Routes): void {
  const path = '/projects/:id/approval_rules';
  const id = { approval_rule_id: requires.integer() };
  const find = (call: Call<{ readonly approval_rule_id: number }>) => {
    const project = call.project();
    const rule = projectRules(call.world, project).find((each) => each.id === call.params.approval_rule_id);
    if (rule === undefined) throw noRecord();
    return { project, rule };
  };
  routes.get(path, { permission: 'read_approval_rule', ...licence }, (call) => {
    const project = call.project('developer');
    return call.page(projectRules(call.world, project), (rule) => presentProjectRule(call, rule));
  });
  routes.get(`${path}/:approval_rule_id`, { permission: 'read_approval_rule', ...licence, params: id }, (call) => {
    call.project('developer');
    return presentProjectRule(call, find(call).rule);
  });
  const input = {
    ...people,
    rule_type: optional.string({ values: ['regular', 'any_approver', 'report_approver'], default: 'regular' }),
    report_type: optional.string(),
    protected_branch_ids: optional.integers(),
    applies_to_all_protected_branches: optional.boolean(),
  };
  const creation = { name: requires.string(), approvals_required: requires.integer(), ...input };
  routes.post(path, { permission: 'create_approval_rule', ...licence, params: creation }, (call) => {
    const project = call.project('maintainer');
    const rules = projectRules(call.world, project);
    const { name, approvals_required: required, rule_type: type } = call.params;
    check(rules, { name, required });
    if (type === 'any_approver' && rules.some(({ ruleType }) => ruleType === 'any_approver')) {
      throw invalidRecord({ rule_type: ['any-approver for the project already exists'] });
    }
    const rule: ApprovalRule = {
      id: call.world.nextId('approval_rule'),
      name,
      ruleType: type === 'any_approver' ? type : 'regular',
      approvalsRequired: required,
      ...peopleFrom(call.world, call.params),
      protectedBranchIds: call.params.protected_branch_ids ?? [],
      appliesToAllProtectedBranches: call.params.applies_to_all_protected_branches ?? false,
      sourceRuleId: null,
    };
    rules.push(rule);
    return presentProjectRule(call, rule);
  });
  const change = { ...id, name: optional.string(), approvals_required: optional.integer(), ...input };
  routes.put(
    `${path}/:approval_rule_id`,
    { permission: 'update_approval_rule', ...licence, params: change },
    (call) => {
      call.project('maintainer');
      const { project, rule } = find(call);
      applyTo(call, rule, projectRules(call.world, project));
      rule.appliesToAllProtectedBranches =
        call.params.applies_to_all_protected_branches ?? rule.appliesToAllProtectedBranches;
      rule.protectedBranchIds = call.params.protected_branch_ids ?? rule.protectedBranchIds;
      return presentProjectRule(call, rule);
    },
  );
  routes.delete(`${path}/:approval_rule_id`, { permission: 'delete_approval_rule', ...licence, params: id }, (call) => {
    call.project('maintainer');
    const { project, rule } = find(call);
    const rules = projectRules(call.world, project);
    rules.splice(rules.indexOf(rule), 1);
  });
}

type RuleChange = People & {
  readonly name?: string | null | undefined;
  readonly approvals_required?: number | null | undefined;
};

function applyTo(call: Call<RuleChange>, rule: ApprovalRule, rules: readonly ApprovalRule[]): void {
  const name = call.params.name ?? rule.name;
  const required = call.params.approvals_required ?? rule.approvalsRequired;
  check(rules, { name, required }, rule);
  Object.assign(rule, { name, approvalsRequired: required, ...peopleFrom(call.world, call.params, rule) });
}

function mergeRequestRoutes(routes: Routes): void {
  const path = '/projects/:id/merge_requests/:merge_request_iid/approval_rules';
  const iid = { merge_request_iid: requires.integer() };
  const id = { ...iid, approval_rule_id: requires.integer() };
  const present = (call: Call<unknown>, mergeRequest: MergeRequest, rule: ApprovalRule) => {
    const state = approvalState(call.world, mergeRequest).rules.find((each) => each.rule === rule);
    return presentMergeRequestRule(call, rule, state?.eligibleIds);
  };
  const effective = (call: Call<unknown>, mergeRequest: MergeRequest) =>
    ownRules(call.world, mergeRequest) ?? projectRules(call.world, call.world.projects.get(mergeRequest.projectId));
  const editable = (call: Call<unknown>) => {
    const { project, mergeRequest } = mergeRequestOf(call);
    const { allowOverridesPerMergeRequest } = approvalSettings(call.world, { kind: 'project', id: project.id });
    if (!canUpdateMergeRequest(call, project, mergeRequest) || !allowOverridesPerMergeRequest) throw forbidden();
    return mergeRequest;
  };

  routes.get(path, { permission: 'read_merge_request_approval_rule', ...licence, params: iid }, (call) => {
    const { mergeRequest } = mergeRequestOf(call);
    return call.page(effective(call, mergeRequest), (rule) => present(call, mergeRequest, rule));
  });
  routes.get(
    `${path}/:approval_rule_id`,
    { permission: 'read_merge_request_approval_rule', ...licence, params: id },
    (call) => {
      const { mergeRequest } = mergeRequestOf(call);
      const rule = effective(call, mergeRequest).find((each) => each.id === call.params.approval_rule_id);
      if (rule === undefined) throw noRecord();
      return present(call, mergeRequest, rule);
    },
  );
  const creation = {
    ...iid,
    name: requires.string(),
    approvals_required: requires.integer(),
    approval_project_rule_id: optional.integer(),
    ...people,
  };
  routes.post(path, { permission: 'create_merge_request_approval_rule', ...licence, params: creation }, (call) => {
    const mergeRequest = editable(call);
    const rules = overriddenRules(call.world, mergeRequest);
    const sourceId = call.params.approval_project_rule_id ?? null;
    const existing = sourceId === null ? undefined : rules.find(({ sourceRuleId }) => sourceRuleId === sourceId);
    if (existing !== undefined) {
      applyTo(call, existing, rules);
      return present(call, mergeRequest, existing);
    }
    check(rules, { name: call.params.name, required: call.params.approvals_required });
    const rule: ApprovalRule = {
      id: call.world.nextId('mr_approval_rule'),
      name: call.params.name,
      ruleType: 'regular',
      approvalsRequired: call.params.approvals_required,
      ...peopleFrom(call.world, call.params),
      protectedBranchIds: [],
      appliesToAllProtectedBranches: false,
      sourceRuleId: sourceId,
    };
    rules.push(rule);
    invalidateCheck(call.world, mergeRequest);
    return present(call, mergeRequest, rule);
  });
  /** A rule of the project is changed in the copy the merge request gets. */
  const own = (call: Call<{ readonly approval_rule_id: number }>, mergeRequest: MergeRequest) => {
    const wanted = call.params.approval_rule_id;
    const rules = overriddenRules(call.world, mergeRequest);
    const rule = rules.find((each) => each.id === wanted) ?? rules.find(({ sourceRuleId }) => sourceRuleId === wanted);
    if (rule === undefined) throw noRecord();
    return { rules, rule };
  };
  const change = { ...id, name: optional.string(), approvals_required: optional.integer(), ...people };
  routes.put(
    `${path}/:approval_rule_id`,
    { permission: 'update_merge_request_approval_rule', ...licence, params: change },
    (call) => {
      const mergeRequest = editable(call);
      const { rules, rule } = own(call, mergeRequest);
      applyTo(call, rule, rules);
      invalidateCheck(call.world, mergeRequest);
      return present(call, mergeRequest, rule);
    },
  );
  routes.delete(
    `${path}/:approval_rule_id`,
    { permission: 'delete_merge_request_approval_rule', ...licence, params: id },
    (call) => {
      const mergeRequest = editable(call);
      const { rules, rule } = own(call, mergeRequest);
      rules.splice(rules.indexOf(rule), 1);
      invalidateCheck(call.world, mergeRequest);
    },
  );
}
