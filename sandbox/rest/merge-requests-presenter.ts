import { mayMergeInto } from '../access/merging.ts';
import { canUseFeature, projectLevel } from '../access/levels.ts';
import { countAwards } from '../world/award-emoji.ts';
import { projectOf, webUrl, shortReference } from '../world/issuables.ts';
import type { Viewer } from '../world/links.ts';
import { type MergeRequest, isDraft, latestVersion, mergeRequestsOf } from '../world/merge-requests.ts';
import { areThreadsResolved, divergedCommits, mergeStatus } from '../world/mergeability.ts';
import { repositoryOf } from '../world/repository.ts';
import { isEnterprise } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import {
  type IssuableOptions,
  countUserNotes,
  presentIssuableEntity,
  presentLabelsOf,
  presentMilestoneOf,
  presentReferences,
  presentTasks,
  presentTimeStats,
  presentUsers,
} from './issuables-presenter.ts';
import { isSubscribed } from './issues-presenter.ts';
import { toHtml } from './text-html.ts';
import { presentUserById } from './users-presenter.ts';

export interface MergeRequestOptions extends IssuableOptions {
  readonly renderHtml?: boolean | undefined;
}

/** `view=simple` */
export function presentMergeRequestSimple({ world }: Viewer, mergeRequest: MergeRequest) {
  return { ...presentIssuableEntity(mergeRequest), web_url: webUrl(world, mergeRequest) };
}

/** A merge request as lists have it. */
export function presentMergeRequestBasic(
  viewer: Viewer,
  mergeRequest: MergeRequest,
  options: MergeRequestOptions = {},
) {
  const { world } = viewer;
  const { id, state } = mergeRequest;
  const assignees = presentUsers(world, mergeRequest.assigneeIds);
  const merger = presentUserById(world, mergeRequest.mergeUserId);
  const draft = isDraft(mergeRequest);
  const status = mergeStatus(world, mergeRequest);
  const isFork = mergeRequest.sourceProjectId !== mergeRequest.projectId;
  return {
    ...presentIssuableEntity(mergeRequest),
    merged_by: merger,
    merge_user: merger ?? presentUserById(world, mergeRequest.autoMerge?.userId),
    merged_at: mergeRequest.mergedAt,
    closed_by: presentUserById(world, state === 'closed' ? mergeRequest.closedById : null),
    closed_at: state === 'closed' ? mergeRequest.closedAt : null,
    ...(options.renderHtml === true
      ? { title_html: toHtml(mergeRequest.title), description_html: toHtml(mergeRequest.description ?? '') }
      : {}),
    target_branch: mergeRequest.targetBranch,
    source_branch: mergeRequest.sourceBranch,
    user_notes_count: countUserNotes(world, mergeRequest),
    upvotes: countAwards(world, 'MergeRequest', id, 'thumbsup'),
    downvotes: countAwards(world, 'MergeRequest', id, 'thumbsdown'),
    author: presentUserById(world, mergeRequest.authorId),
    assignees,
    assignee: assignees[0] ?? null,
    reviewers: presentUsers(
      world,
      mergeRequest.reviewers.map(({ userId }) => userId),
    ),
    source_project_id: mergeRequest.sourceProjectId,
    target_project_id: mergeRequest.projectId,
    labels: presentLabelsOf(world, mergeRequest, options),
    draft,
    imported: false,
    imported_from: 'none',
    work_in_progress: draft,
    milestone: presentMilestoneOf(world, mergeRequest),
    merge_when_pipeline_succeeds: mergeRequest.autoMerge !== undefined,
    merge_status: status.simple,
    detailed_merge_status: status.detailed,
    merge_after: mergeRequest.mergeAfter,
    sha: latestVersion(mergeRequest)?.headSha ?? null,
    merge_commit_sha: mergeRequest.mergeCommitSha,
    squash_commit_sha: mergeRequest.squashCommitSha,
    discussion_locked: mergeRequest.discussionLocked,
    should_remove_source_branch: mergeRequest.shouldRemoveSourceBranch,
    force_remove_source_branch: mergeRequest.forceRemoveSourceBranch,
    prepared_at: preparedAt(world, mergeRequest),
    ...(isFork
      ? {
          allow_collaboration: mergeRequest.allowCollaboration,
          allow_maintainer_to_push: mergeRequest.allowCollaboration,
        }
      : {}),
    reference: shortReference(mergeRequest),
    references: presentReferences(world, mergeRequest, options),
    web_url: webUrl(world, mergeRequest),
    time_stats: presentTimeStats(mergeRequest),
    squash: mergeRequest.squash,
    squash_on_merge: squashOnMerge(world, mergeRequest),
    task_completion_status: presentTasks(mergeRequest),
    has_conflicts: status.hasConflicts,
    blocking_discussions_resolved: areThreadsResolved(world, mergeRequest),
    ...(isEnterprise(world.settings) ? { approvals_before_merge: null } : {}),
  };
}

/** The project's word is final where it allows or forbids squashing altogether. */
export function squashOnMerge(world: World, mergeRequest: MergeRequest): boolean {
  const option = projectOf(world, mergeRequest).settings['squash_option'];
  if (option === 'always') return true;
  return option !== 'never' && mergeRequest.squash;
}

function isPreparing(world: World, { check }: MergeRequest): boolean {
  return check.phase === 'preparing' && world.clock.now() < check.untilMs;
}

function preparedAt(world: World, mergeRequest: MergeRequest): string | null {
  if (isPreparing(world, mergeRequest)) return null;
  const { check } = mergeRequest;
  return check.phase === 'preparing' ? world.clock.timestamp(check.untilMs) : mergeRequest.preparedAt;
}

export interface SingleOptions extends MergeRequestOptions {
  readonly divergedCommits?: boolean | undefined;
  readonly rebaseInProgress?: boolean | undefined;
  /** `GET` of one says whether it is the author's first. */
  readonly firstContribution?: boolean | undefined;
}

/** A merge request alone: with its pipeline, its diff and what the viewer may do. */
export function presentMergeRequest(viewer: Viewer, mergeRequest: MergeRequest, options: SingleOptions = {}) {
  const { world } = viewer;
  const project = projectOf(world, mergeRequest);
  const version = latestVersion(mergeRequest);
  const isReady = !isPreparing(world, mergeRequest) && version !== undefined;
  const isBuilt = canUseFeature(viewer, project, 'builds');
  const pipeline = isBuilt ? world.links.headPipeline(viewer, mergeRequest) : undefined;
  return {
    ...presentMergeRequestBasic(viewer, mergeRequest, options),
    subscribed: isSubscribed(viewer, mergeRequest),
    changes_count: isReady ? changesCount(world, mergeRequest) : null,
    latest_build_started_at: pipeline?.startedAt ?? null,
    latest_build_finished_at: pipeline?.finishedAt ?? null,
    first_deployed_to_production_at: null,
    pipeline: pipeline?.basic ?? null,
    ...(isBuilt ? { head_pipeline: pipeline?.detailed ?? null } : {}),
    diff_refs: isReady ? { base_sha: version.baseSha, head_sha: version.headSha, start_sha: version.startSha } : null,
    merge_error: mergeRequest.mergeError,
    ...(options.rebaseInProgress === true ? { rebase_in_progress: mergeRequest.rebaseInProgress } : {}),
    ...(options.divergedCommits === true ? { diverged_commits_count: divergedCommits(world, mergeRequest) } : {}),
    ...(options.firstContribution === true ? { first_contribution: isFirst(world, mergeRequest) } : {}),
    user: { can_merge: mayMergeInto(viewer, project, mergeRequest.targetBranch) },
  };
}

/** A text; GitLab stops counting at a thousand files. */
export function changesCount(world: World, mergeRequest: MergeRequest): string | null {
  const version = latestVersion(mergeRequest);
  if (version === undefined) return null;
  const files = repositoryOf(world, projectOf(world, mergeRequest)).diff(version.baseSha, version.headSha).length;
  return files > 1000 ? '1000+' : files === 0 ? null : String(files);
}

/** Somebody from outside, of whom nothing was merged here before. */
function isFirst(world: World, mergeRequest: MergeRequest): boolean {
  const project = projectOf(world, mergeRequest);
  const author = world.users.find(mergeRequest.authorId);
  if (projectLevel(world, author, project) > 0) return false;
  return !mergeRequestsOf(world, project).some(({ authorId, state }) => authorId === author?.id && state === 'merged');
}
