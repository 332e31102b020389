import type { Commit } from './git-objects.ts';
import { type Issuable, fullReference, projectOf } from './issuables.ts';
import { changeState, finishTodos, noteableOf, recordActivity, touch } from './issuable-changes.ts';
import { type MergeRequest, latestVersion, sourceHead, sourceProjectOf, targetHead } from './merge-requests.ts';
import { failingCheck } from './mergeability.ts';
import { addSystemNote } from './notes.ts';
import { recordPush } from './push.ts';
import { issuesClosedBy } from './references.ts';
import { type Repository, commitDate, repositoryOf } from './repository.ts';
import { recordState } from './resource-events.ts';
import type { User } from './users.ts';
import type { World } from './world.ts';

export interface MergeOptions {
  readonly squash: boolean;
  /** Null: what the author asked for. */
  readonly removeSourceBranch: boolean | null;
  readonly mergeCommitMessage?: string | undefined;
  readonly squashCommitMessage?: string | undefined;
  readonly at?: string | undefined;
}

/** Merges now, whatever the checks say; false when the branches cannot be joined. */
export function merge(world: World, mergeRequest: MergeRequest, user: User, options: MergeOptions): boolean {
  const { targetBranch } = mergeRequest;
  const from = targetHead(world, mergeRequest);
  if (!joinBranches(world, mergeRequest, user, options)) return false;
  const to = targetHead(world, mergeRequest);
  recordPush(world, projectOf(world, mergeRequest), {
    refType: 'branch',
    ref: targetBranch,
    from,
    to,
    userId: user.id,
  });
  return true;
}

/** A merge of the past: nothing runs because of it. */
export function joinBranches(world: World, mergeRequest: MergeRequest, user: User, options: MergeOptions): boolean {
  const project = projectOf(world, mergeRequest);
  const repository = repositoryOf(world, project);
  const head = sourceHead(world, mergeRequest);
  const target = targetHead(world, mergeRequest);
  const source = sourceProjectOf(world, mergeRequest);
  if (head === undefined || target === undefined || source === undefined) return false;
  repository.fetch(repositoryOf(world, source), head);
  const joined = repository.merge(target, head);
  if (joined.kind === 'conflict') return false;

  const at = options.at ?? world.clock.timestamp();
  const author = { name: user.name, email: user.email, date: commitDate(at) };
  const method = project.settings['merge_method'];
  const isFastForward = method === 'ff';
  if (method !== 'merge' && !repository.isAncestor(target, head) && !options.squash) return false;

  const squashed = options.squash ? squash(repository, { mergeRequest, head, target, author, options }) : undefined;
  let tip = squashed ?? head;
  mergeRequest.squashCommitSha = squashed ?? null;
  if (!isFastForward) {
    const message = options.mergeCommitMessage ?? defaultMergeMessage(world, mergeRequest);
    tip = repository.createCommit({ tree: joined.tree, parents: [target, tip], author, message }).sha;
    mergeRequest.mergeCommitSha = tip;
  }
  repository.branches.set(mergeRequest.targetBranch, tip);
  finish(world, mergeRequest, user, { ...options, at });
  return true;
}

interface Squash {
  readonly mergeRequest: MergeRequest;
  readonly head: string;
  readonly target: string;
  readonly author: Commit['author'];
  readonly options: MergeOptions;
}

function squash(repository: Repository, { mergeRequest, head, target, author, options }: Squash): string {
  const joined = repository.merge(target, head);
  const source = repository.resolve(head);
  const tree = joined.kind === 'merged' ? joined.tree : (source?.tree ?? new Map());
  const message = options.squashCommitMessage ?? mergeRequest.title;
  return repository.createCommit({ tree, parents: [target], author, message }).sha;
}

function finish(
  world: World,
  mergeRequest: MergeRequest,
  user: User,
  options: MergeOptions & { readonly at: string },
): void {
  const { at } = options;
  const deed = { userId: user.id, at };
  mergeRequest.state = 'merged';
  mergeRequest.mergedAt = at;
  mergeRequest.mergeUserId = user.id;
  mergeRequest.autoMerge = undefined;
  mergeRequest.squash = options.squash;
  mergeRequest.shouldRemoveSourceBranch = options.removeSourceBranch;
  recordState(world, mergeRequest, 'merged', deed);
  recordActivity(world, mergeRequest, 'accepted', deed);
  touch(world, mergeRequest, deed);
  for (const todo of world.todos.filter(
    ({ targetId, targetType }) => targetId === mergeRequest.id && targetType === 'MergeRequest',
  )) {
    finishTodos(world, mergeRequest, todo.userId, at);
  }
  closeIssues(world, mergeRequest, deed);

  const isRemoved = options.removeSourceBranch ?? mergeRequest.forceRemoveSourceBranch ?? false;
  const source = sourceProjectOf(world, mergeRequest);
  if (isRemoved && source !== undefined && source.defaultBranch !== mergeRequest.sourceBranch) {
    repositoryOf(world, source).branches.delete(mergeRequest.sourceBranch);
  }
}

/** Only what reaches the default branch closes issues. */
function closeIssues(
  world: World,
  mergeRequest: MergeRequest,
  deed: { readonly userId: number; readonly at: string },
): void {
  const project = projectOf(world, mergeRequest);
  if (mergeRequest.targetBranch !== project.defaultBranch || project.settings['autoclose_referenced_issues'] === false)
    return;
  for (const issue of issuesClosedBy(world, mergeRequest)) {
    changeState(world, issue, 'close', { ...deed, mergeRequestId: mergeRequest.id });
  }
}

export function defaultMergeMessage(world: World, mergeRequest: MergeRequest): string {
  const closes = issuesClosedBy(world, mergeRequest).map((issue: Issuable) =>
    issue.projectId === mergeRequest.projectId ? `#${issue.iid}` : fullReference(world, issue),
  );
  const parts = [
    `Merge branch '${mergeRequest.sourceBranch}' into '${mergeRequest.targetBranch}'`,
    mergeRequest.title,
    ...(closes.length === 0
      ? []
      : [`Closes ${closes.length > 1 ? `${closes.slice(0, -1).join(', ')} and ` : ''}${closes.at(-1)}`]),
    `See merge request ${fullReference(world, mergeRequest)}`,
  ];
  return parts.join('\n\n');
}

/** Carries out an automatic merge once every check passes. */
export function mergeWhenReady(world: World, mergeRequest: MergeRequest): void {
  const { autoMerge } = mergeRequest;
  if (autoMerge === undefined || mergeRequest.state !== 'opened') return;
  const pipeline = world.links.headPipeline({ world, user: undefined, admin: true }, mergeRequest);
  if (pipeline !== undefined && pipeline.status !== 'success') return;
  if (latestVersion(mergeRequest)?.headSha !== autoMerge.sha || failingCheck(world, mergeRequest) !== undefined) return;
  const isDone = merge(world, mergeRequest, world.users.get(autoMerge.userId), {
    ...autoMerge,
    at: pipeline?.finishedAt ?? undefined,
  });
  if (!isDone) mergeRequest.mergeError = 'Merge failed: branches cannot be merged. Please try again.';
}

export function cancelAutoMerge(world: World, mergeRequest: MergeRequest, userId: number): void {
  mergeRequest.autoMerge = undefined;
  addSystemNote(world, noteableOf(mergeRequest), { body: 'canceled the automatic merge', authorId: userId });
  touch(world, mergeRequest);
}

/** Puts the commits of the source branch on top of the target branch; false when they do not fit. */
export function rebase(world: World, mergeRequest: MergeRequest, userId: number): boolean {
  const source = sourceProjectOf(world, mergeRequest);
  const head = sourceHead(world, mergeRequest);
  const target = targetHead(world, mergeRequest);
  if (source === undefined || head === undefined || target === undefined) return false;
  const repository = repositoryOf(world, source);
  repository.fetch(repositoryOf(world, projectOf(world, mergeRequest)), target);
  if (repository.isAncestor(target, head)) return true;
  let tip = target;
  for (const commit of repository.log(head, { except: [target] }).toReversed()) {
    if (commit.parents.length > 1) continue;
    const moved = repository.applyChanges(commit.parents[0], commit.sha, tip);
    if (moved.kind === 'conflict') return false;
    const { author, message } = commit;
    const committer = { ...commit.committer, date: commitDate(world.clock.timestamp()) };
    tip = repository.createCommit({ tree: moved.tree, parents: [tip], author, committer, message }).sha;
  }
  repository.branches.set(mergeRequest.sourceBranch, tip);
  recordPush(world, source, { refType: 'branch', ref: mergeRequest.sourceBranch, from: head, to: tip, userId });
  return true;
}
