import { type ApprovalSettings, approvalSettings } from '../world/approvals.ts';
import type { Call } from './call.ts';
import { optional } from './params.ts';
import type { Resource, Routes } from './routes.ts';

const licence = { tier: 'premium' } as const;

/** What projects and groups allow about approvals in general. */
export const approvalSettingRoutes: Resource = {
  routes(routes) {
    configuration(routes);
    for (const kind of ['project', 'group'] as const) settings(routes, kind);
  },
};

/** The older form, which says most of it the other way round. */
function configuration(routes: Routes): void {
  const of = (call: Call<unknown>) => approvalSettings(call.world, { kind: 'project', id: call.project().id });
  routes.get('/projects/:id/approvals', { permission: 'read_approval_configuration', ...licence }, (call) =>
    present(of(call)),
  );
  const params = {
    approvals_before_merge: optional.integer(),
    reset_approvals_on_push: optional.boolean(),
    selective_code_owner_removals: optional.boolean(),
    disable_overriding_approvers_per_merge_request: optional.boolean(),
    merge_requests_author_approval: optional.boolean(),
    merge_requests_disable_committers_approval: optional.boolean(),
    require_password_to_approve: optional.boolean(),
    require_reauthentication_to_approve: optional.boolean(),
  };
  routes.post(
    '/projects/:id/approvals',
    { permission: 'update_approval_configuration', ...licence, params, atLeastOneOf: Object.keys(params) },
    (call) => {
      call.project('maintainer');
      const known = of(call);
      const { params: given } = call;
      const not = (value: boolean | null | undefined, current: boolean) =>
        value === undefined || value === null ? current : !value;
      known.retainApprovalsOnPush = not(given.reset_approvals_on_push, known.retainApprovalsOnPush);
      known.allowOverridesPerMergeRequest = not(
        given.disable_overriding_approvers_per_merge_request,
        known.allowOverridesPerMergeRequest,
      );
      known.allowCommitterApproval = not(
        given.merge_requests_disable_committers_approval,
        known.allowCommitterApproval,
      );
      known.allowAuthorApproval = given.merge_requests_author_approval ?? known.allowAuthorApproval;
      known.selectiveCodeOwnerRemovals = given.selective_code_owner_removals ?? known.selectiveCodeOwnerRemovals;
      known.requireReauthentication =
        given.require_reauthentication_to_approve ?? given.require_password_to_approve ?? known.requireReauthentication;
      return present(known);
    },
  );
}

function present(known: ApprovalSettings) {
  return {
    approvers: [],
    approver_groups: [],
    approvals_before_merge: 0,
    reset_approvals_on_push: !known.retainApprovalsOnPush,
    selective_code_owner_removals: known.selectiveCodeOwnerRemovals,
    disable_overriding_approvers_per_merge_request: !known.allowOverridesPerMergeRequest,
    merge_requests_author_approval: known.allowAuthorApproval,
    merge_requests_disable_committers_approval: !known.allowCommitterApproval,
    require_password_to_approve: known.requireReauthentication,
    require_reauthentication_to_approve: known.requireReauthentication,
  };
}

function settings(routes: Routes, kind: 'project' | 'group'): void {
  const path = `/${kind}s/:id/merge_request_approval_setting`;
  const of = (call: Call<unknown>) => {
    const id = kind === 'project' ? call.project('maintainer').id : call.group('owner').id;
    return approvalSettings(call.world, { kind, id });
  };
  routes.get(path, { permission: 'read_approval_setting', ...licence }, (call) => presentSettings(of(call), kind));
  const params = {
    allow_author_approval: optional.boolean(),
    allow_committer_approval: optional.boolean(),
    allow_overrides_to_approver_list_per_merge_request: optional.boolean(),
    retain_approvals_on_push: optional.boolean(),
    require_password_to_approve: optional.boolean(),
    require_reauthentication_to_approve: optional.boolean(),
    ...(kind === 'project' ? { selective_code_owner_removals: optional.boolean() } : {}),
  };
  routes.put(
    path,
    { permission: 'update_approval_setting', ...licence, params, atLeastOneOf: Object.keys(params) },
    (call) => {
      const known = of(call);
      const { params: given } = call;
      known.allowAuthorApproval = given.allow_author_approval ?? known.allowAuthorApproval;
      known.allowCommitterApproval = given.allow_committer_approval ?? known.allowCommitterApproval;
      known.allowOverridesPerMergeRequest =
        given.allow_overrides_to_approver_list_per_merge_request ?? known.allowOverridesPerMergeRequest;
      known.retainApprovalsOnPush = given.retain_approvals_on_push ?? known.retainApprovalsOnPush;
      known.selectiveCodeOwnerRemovals = given.selective_code_owner_removals ?? known.selectiveCodeOwnerRemovals;
      known.requireReauthentication =
        given.require_reauthentication_to_approve ?? given.require_password_to_approve ?? known.requireReauthentication;
      return presentSettings(known, kind);
    },
  );
}

function presentSettings(known: ApprovalSettings, kind: 'project' | 'group') {
  const setting = (value: boolean) => ({ value, locked: false, inherited_from: null });
  return {
    allow_author_approval: setting(known.allowAuthorApproval),
    allow_committer_approval: setting(known.allowCommitterApproval),
    allow_overrides_to_approver_list_per_merge_request: setting(known.allowOverridesPerMergeRequest),
    retain_approvals_on_push: setting(known.retainApprovalsOnPush),
    ...(kind === 'project' ? { selective_code_owner_removals: setting(known.selectiveCodeOwnerRemovals) } : {}),
    require_password_to_approve: setting(known.requireReauthentication),
    require_reauthentication_to_approve: setting(known.requireReauthentication),
  };
}
