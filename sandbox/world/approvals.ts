import { groupLevel } from '../access/levels.ts';
import { type MergeRequest, latestVersion } from './merge-requests.ts';
import type { Project } from './projects.ts';
import { hasTier } from './settings.ts';
import { type World, defineState } from './world.ts';

export interface ApprovalRule {
  readonly id: number;
  name: string;
  readonly ruleType: 'regular' | 'any_approver';
  approvalsRequired: number;
  userIds: readonly number[];
  groupIds: readonly number[];
  /** Project rules: empty means every branch. */
  protectedBranchIds: readonly number[];
  appliesToAllProtectedBranches: boolean;
  /** Rules of a merge request: the project rule it was taken from. */
  readonly sourceRuleId: number | null;
}

/** What projects and groups decide about approvals in general; `null` inherits. */
export interface ApprovalSettings {
  allowAuthorApproval: boolean;
  allowCommitterApproval: boolean;
  allowOverridesPerMergeRequest: boolean;
  retainApprovalsOnPush: boolean;
  selectiveCodeOwnerRemovals: boolean;
  requireReauthentication: boolean;
}

interface Approvals {
  readonly projectRules: Map<number, ApprovalRule[]>;
  /** Present once a merge request has rules of its own. */
  readonly mergeRequestRules: Map<number, ApprovalRule[]>;
  readonly projectSettings: Map<number, ApprovalSettings>;
  readonly groupSettings: Map<number, ApprovalSettings>;
}

const approvalsState = defineState(
  (): Approvals => ({
    projectRules: new Map(),
    mergeRequestRules: new Map(),
    projectSettings: new Map(),
    groupSettings: new Map(),
  }),
);

export function approvalSettings(
  world: World,
  owner: { readonly kind: 'project' | 'group'; readonly id: number },
): ApprovalSettings {
  const state = world.state(approvalsState);
  const settings = owner.kind === 'project' ? state.projectSettings : state.groupSettings;
  const known = settings.get(owner.id);
  if (known !== undefined) return known;
  const created: ApprovalSettings = {
    allowAuthorApproval: owner.kind === 'group',
    allowCommitterApproval: true,
    allowOverridesPerMergeRequest: true,
    retainApprovalsOnPush: owner.kind === 'group',
    selectiveCodeOwnerRemovals: false,
    requireReauthentication: false,
  };
  settings.set(owner.id, created);
  return created;
}

/** Rules of a project; the list may be changed. */
export function projectRules(world: World, project: Project): ApprovalRule[] {
  return listIn(world.state(approvalsState).projectRules, project.id);
}

/** Rules a merge request was given by itself; undefined while it follows the project. */
export function ownRules(world: World, mergeRequest: MergeRequest): ApprovalRule[] | undefined {
  return world.state(approvalsState).mergeRequestRules.get(mergeRequest.id);
}

/** The rules of a merge request, copied from the project when first changed. */
export function overriddenRules(world: World, mergeRequest: MergeRequest): ApprovalRule[] {
  const state = world.state(approvalsState).mergeRequestRules;
  const known = state.get(mergeRequest.id);
  if (known !== undefined) return known;
  const copied = projectRules(world, world.projects.get(mergeRequest.projectId)).map((rule) => ({
    ...rule,
    id: world.nextId('mr_approval_rule'),
    sourceRuleId: rule.id,
  }));
  state.set(mergeRequest.id, copied);
  return copied;
}

function listIn(map: Map<number, ApprovalRule[]>, id: number): ApprovalRule[] {
  const known = map.get(id);
  if (known !== undefined) return known;
  const created: ApprovalRule[] = [];
  map.set(id, created);
  return created;
}

export interface RuleState {
  readonly rule: ApprovalRule;
  readonly eligibleIds: readonly number[];
  readonly approvedByIds: readonly number[];
  readonly approvalsLeft: number;
  readonly isApproved: boolean;
}

export interface ApprovalState {
  readonly isOverwritten: boolean;
  readonly rules: readonly RuleState[];
  readonly required: number;
  readonly left: number;
  readonly isApproved: boolean;
}

/** How far a merge request is with its approvals. Without a licence there are no rules, and nothing is required. */
export function approvalState(world: World, mergeRequest: MergeRequest): ApprovalState {
  const isLicensed = hasTier(world.settings, 'premium');
  const own = ownRules(world, mergeRequest);
  const rules = isLicensed ? (own ?? projectRules(world, world.projects.get(mergeRequest.projectId))) : [];
  const approvers = mergeRequest.approvals.map(({ userId }) => userId);
  const states = rules.map((rule): RuleState => {
    const eligibleIds = eligibleFor(world, rule).filter(
      (id) => id !== mergeRequest.authorId || mayAuthorApprove(world, mergeRequest),
    );
    const approvedByIds =
      rule.ruleType === 'any_approver' ? approvers : approvers.filter((id) => eligibleIds.includes(id));
    const approvalsLeft = Math.max(0, rule.approvalsRequired - approvedByIds.length);
    return { rule, eligibleIds, approvedByIds, approvalsLeft, isApproved: approvalsLeft === 0 };
  });
  const sum = (of: (state: RuleState) => number) => states.reduce((total, state) => total + of(state), 0);
  const required = sum(({ rule }) => rule.approvalsRequired);
  return {
    isOverwritten: isLicensed && own !== undefined,
    rules: states,
    required,
    left: sum(({ approvalsLeft }) => approvalsLeft),
    isApproved: required > 0 || isLicensed ? states.every(({ isApproved }) => isApproved) : approvers.length > 0,
  };
}

function eligibleFor(world: World, rule: ApprovalRule): number[] {
  const members = rule.groupIds.flatMap((id) => {
    const group = world.groups.find(id);
    return group === undefined ? [] : world.users.all().filter((user) => groupLevel(world, user, group) > 0);
  });
  return [...new Set([...rule.userIds, ...members.map(({ id }) => id)])];
}

/** Where approvals are licensed, an author does not approve their own work unless the project says so. */
export function mayAuthorApprove(world: World, { projectId }: MergeRequest): boolean {
  return (
    !hasTier(world.settings, 'premium') ||
    approvalSettings(world, { kind: 'project', id: projectId }).allowAuthorApproval
  );
}

/** A push takes approvals away where they are licensed, unless the project keeps them. */
export function losesApprovalsOnPush(world: World, mergeRequest: MergeRequest): boolean {
  return (
    hasTier(world.settings, 'premium') &&
    latestVersion(mergeRequest) !== undefined &&
    !approvalSettings(world, { kind: 'project', id: mergeRequest.projectId }).retainApprovalsOnPush
  );
}
