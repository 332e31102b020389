import { approvalState } from './approvals.ts';
import { mergeRequestBlocks } from './merge-request-blocks.ts';
import { type MergeRequest, findMergeRequest, isDraft, sourceHead, targetHead } from './merge-requests.ts';

import { discussionsOf, isThreadResolvable, isThreadResolved } from './notes.ts';
import { repositoryOf } from './repository.ts';
import { hasTier } from './settings.ts';
import { type World, defineState } from './world.ts';

/** Whether the branches can be joined without somebody deciding about conflicts. Cached by what was compared. */
export function hasConflicts(world: World, mergeRequest: MergeRequest): boolean {
  const source = sourceHead(world, mergeRequest);
  const target = targetHead(world, mergeRequest);
  if (source === undefined || target === undefined) return false;
  const key = `${target}..${source}`;
  const cache = world.state(conflictsState);
  let answer = cache.get(key);
  if (answer === undefined) {
    answer = repositoryOf(world, world.projects.get(mergeRequest.projectId)).merge(target, source).kind === 'conflict';
    cache.set(key, answer);
  }
  return answer;
}

const conflictsState = defineState(() => new Map<string, boolean>());

/** Whether every thread that can be resolved is. */
export function areThreadsResolved(world: World, mergeRequest: MergeRequest): boolean {
  return discussionsOf(world, { type: 'MergeRequest', id: mergeRequest.id }).every(
    (thread) => !isThreadResolvable(thread) || isThreadResolved(thread),
  );
}

/** The target branch has commits the source branch lacks. */
export function divergedCommits(world: World, mergeRequest: MergeRequest): number {
  const source = sourceHead(world, mergeRequest);
  const target = targetHead(world, mergeRequest);
  if (source === undefined || target === undefined) return 0;
  return repositoryOf(world, world.projects.get(mergeRequest.projectId)).log(target, { except: [source] }).length;
}

/** The first check that fails, as `detailed_merge_status` names it, leaving out those in `skip`. */
export function failingCheck(
  world: World,
  mergeRequest: MergeRequest,
  skip: { readonly pipeline?: boolean; readonly branches?: boolean } = {},
): string | undefined {
  const { settings } = world.projects.get(mergeRequest.projectId);
  if (mergeRequest.state !== 'opened') return 'not_open';
  if (isDraft(mergeRequest)) return 'draft_status';
  if (sourceHead(world, mergeRequest) === undefined || targetHead(world, mergeRequest) === undefined)
    return 'commits_status';
  if (mergeRequest.versions.length === 0) return 'commits_status';
  if (skip.branches !== true && hasConflicts(world, mergeRequest)) return 'conflict';
  if (
    settings['only_allow_merge_if_all_discussions_are_resolved'] === true &&
    !areThreadsResolved(world, mergeRequest)
  ) {
    return 'discussions_not_resolved';
  }
  const isFastForward = settings['merge_method'] === 'ff' || settings['merge_method'] === 'rebase_merge';
  if (skip.branches !== true && isFastForward && divergedCommits(world, mergeRequest) > 0) return 'need_rebase';
  if (skip.pipeline !== true && settings['only_allow_merge_if_pipeline_succeeds'] === true) {
    const status = world.links.headPipeline({ world, user: undefined, admin: true }, mergeRequest)?.status;
    const isSkippedFine = status === 'skipped' && settings['allow_merge_on_skipped_pipeline'] === true;
    if (status !== 'success' && !isSkippedFine) return isActive(status) ? 'ci_still_running' : 'ci_must_pass';
  }
  if (hasTier(world.settings, 'premium')) {
    if (!approvalState(world, mergeRequest).isApproved) return 'not_approved';
    if (mergeRequest.reviewers.some(({ state }) => state === 'requested_changes')) return 'requested_changes';
    const isBlocked = mergeRequestBlocks(world).some(
      ({ blockedId, blockingId }) =>
        blockedId === mergeRequest.id && findMergeRequest(world, blockingId)?.state !== 'merged',
    );
    if (isBlocked) return 'merge_request_blocked';
  }
  return mergeRequest.mergeAfter !== null && mergeRequest.mergeAfter > world.clock.timestamp()
    ? 'merge_time'
    : undefined;
}

const activeStatuses = new Set([
  'created',
  'waiting_for_resource',
  'preparing',
  'pending',
  'running',
  'canceling',
  'scheduled',
]);

export function isActive(status: string | undefined): boolean {
  return status !== undefined && activeStatuses.has(status);
}

export interface MergeStatus {
  /** The deprecated `merge_status`. */
  readonly simple: string;
  readonly detailed: string;
  readonly hasConflicts: boolean;
}

/** What GitLab says about merging at this moment; while it has not looked yet, that it has not. */
export function mergeStatus(world: World, mergeRequest: MergeRequest): MergeStatus {
  const { check } = mergeRequest;
  if (mergeRequest.state !== 'opened') {
    const isMerged = mergeRequest.state === 'merged';
    return { simple: isMerged ? 'can_be_merged' : 'unchecked', detailed: 'not_open', hasConflicts: false };
  }
  if ((check.phase === 'preparing' || check.phase === 'checking') && world.clock.now() < check.untilMs) {
    return { simple: check.phase, detailed: check.phase, hasConflicts: false };
  }
  if (check.phase === 'unchecked') return { simple: 'unchecked', detailed: 'unchecked', hasConflicts: false };
  const conflicts = hasConflicts(world, mergeRequest);
  const failing = failingCheck(world, mergeRequest);
  const isBroken = conflicts || failing === 'commits_status';
  return {
    simple: isBroken ? 'cannot_be_merged' : 'can_be_merged',
    detailed: failing ?? 'mergeable',
    hasConflicts: conflicts,
  };
}

/** Forgets the last answer, because something it depends on changed. */
export function invalidateCheck(world: World, mergeRequest: MergeRequest): void {
  if (world.settings.mergeabilityDelayMs > 0) mergeRequest.check = { phase: 'unchecked' };
}

/** Has GitLab look again, as reading a single merge request does. */
export function startCheck(world: World, mergeRequest: MergeRequest): void {
  const { mergeabilityDelayMs } = world.settings;
  if (mergeRequest.check.phase === 'unchecked') {
    mergeRequest.check = { phase: 'checking', untilMs: world.clock.now() + mergeabilityDelayMs };
  }
}
