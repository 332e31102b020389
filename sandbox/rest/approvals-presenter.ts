import { viewerProjectLevel } from '../access/levels.ts';
import { type ApprovalRule, type RuleState, approvalState, mayAuthorApprove } from '../world/approvals.ts';
import { projectOf } from '../world/issuables.ts';
import type { Viewer } from '../world/links.ts';
import { levels } from '../world/members.ts';
import type { MergeRequest } from '../world/merge-requests.ts';
import { mergeStatus } from '../world/mergeability.ts';
import { hasTier, isEnterprise } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import { presentPublicGroup } from './groups-presenter.ts';
import { presentIssuableEntity, presentUsers } from './issuables-presenter.ts';
import { presentUserById } from './users-presenter.ts';

export function hasApproved({ user }: Viewer, { approvals }: MergeRequest): boolean {
  return approvals.some(({ userId }) => userId === user?.id);
}

/** Developers and up approve, once each; authors only where that is allowed. */
export function canApprove(viewer: Viewer, mergeRequest: MergeRequest): boolean {
  const { user, world } = viewer;
  if (user === undefined || hasApproved(viewer, mergeRequest) || mergeRequest.state === 'merged') return false;
  if (user.id === mergeRequest.authorId && !mayAuthorApprove(world, mergeRequest)) return false;
  const isNamed = approvalState(world, mergeRequest).rules.some(({ eligibleIds }) => eligibleIds.includes(user.id));
  return isNamed || viewerProjectLevel(viewer, projectOf(world, mergeRequest)) >= levels.developer;
}

export function presentApprovals(viewer: Viewer, mergeRequest: MergeRequest) {
  const { world } = viewer;
  const state = approvalState(world, mergeRequest);
  const mine = {
    user_has_approved: hasApproved(viewer, mergeRequest),
    user_can_approve: canApprove(viewer, mergeRequest),
    approved: state.isApproved,
    approved_by: mergeRequest.approvals.map(({ userId, at }) => ({
      user: presentUserById(world, userId),
      approved_at: at,
    })),
  };
  if (!isEnterprise(world.settings)) return mine;
  const isLicensed = hasTier(world.settings, 'premium');
  return {
    ...presentIssuableEntity(mergeRequest),
    merge_status: mergeStatus(world, mergeRequest).simple,
    approved: mine.approved,
    approvals_required: state.required,
    approvals_left: state.left,
    require_password_to_approve: false,
    approved_by: mine.approved_by,
    suggested_approvers: presentUsers(world, [...new Set(state.rules.flatMap(({ eligibleIds }) => eligibleIds))]),
    approvers: [],
    approver_groups: [],
    user_has_approved: mine.user_has_approved,
    user_can_approve: mine.user_can_approve,
    approval_rules_left: state.rules.filter(({ isApproved }) => !isApproved).map((rule) => presentRuleShort(rule.rule)),
    has_approval_rules: state.rules.length > 0,
    merge_request_approvers_available: isLicensed,
    multiple_approval_rules_available: isLicensed,
    invalid_approvers_rules: [],
  };
}

function presentRuleShort({ id, name, ruleType }: ApprovalRule) {
  return { id, name, rule_type: ruleType };
}

/** A rule with the people it names and those who can act on it. */
export function presentRule(viewer: Viewer, rule: ApprovalRule, eligibleIds: readonly number[] = rule.userIds) {
  const { world } = viewer;
  return {
    ...presentRuleShort(rule),
    report_type: null,
    eligible_approvers: presentUsers(world, eligibleIds),
    approvals_required: rule.approvalsRequired,
    users: presentUsers(world, rule.userIds),
    groups: rule.groupIds.flatMap((id) => {
      const group = world.groups.find(id);
      return group === undefined ? [] : [presentPublicGroup(world, group)];
    }),
    contains_hidden_groups: false,
  };
}

export function presentProjectRule(viewer: Viewer, rule: ApprovalRule) {
  return {
    ...presentRule(viewer, rule),
    protected_branches: [],
    applies_to_all_protected_branches: rule.appliesToAllProtectedBranches,
  };
}

export function presentMergeRequestRule(viewer: Viewer, rule: ApprovalRule, eligibleIds?: readonly number[]) {
  return {
    ...presentRule(viewer, rule, eligibleIds ?? rule.userIds),
    section: null,
    source_rule:
      rule.sourceRuleId === null ? null : { id: rule.sourceRuleId, approvals_required: rule.approvalsRequired },
    overridden: rule.sourceRuleId !== null,
  };
}

export function presentApprovalState(viewer: Viewer, mergeRequest: MergeRequest) {
  const state = approvalState(viewer.world, mergeRequest);
  return {
    approval_rules_overwritten: state.isOverwritten,
    rules: state.rules.map((rule) => presentRuleState(viewer, viewer.world, rule)),
  };
}

function presentRuleState(viewer: Viewer, world: World, { rule, eligibleIds, approvedByIds, isApproved }: RuleState) {
  return {
    ...presentMergeRequestRule(viewer, rule, eligibleIds),
    code_owner: false,
    approved_by: presentUsers(world, approvedByIds),
    approved: isApproved,
  };
}
