import { blankIssuable, IssuableStore } from './issuable-store.ts';
import type { Issuable } from './issuables.ts';
import type { Project } from './projects.ts';
import { repositoryOf } from './repository.ts';
import { type World, defineState } from './world.ts';

/** One state of the diff: every push to the source branch makes a new one. */
export interface DiffVersion {
  readonly id: number;
  readonly baseSha: string;
  readonly startSha: string;
  readonly headSha: string;
  readonly createdAt: string;
}

export type ReviewState =
  | 'unreviewed'
  | 'reviewed'
  | 'requested_changes'
  | 'approved'
  | 'unapproved'
  | 'review_started';

export interface Reviewer {
  readonly userId: number;
  state: ReviewState;
  readonly createdAt: string;
}

export interface Approval {
  readonly userId: number;
  readonly at: string;
}

export interface AutoMerge {
  readonly userId: number;
  readonly sha: string;
  readonly squash: boolean;
  readonly removeSourceBranch: boolean | null;
  readonly mergeCommitMessage: string | undefined;
  readonly squashCommitMessage: string | undefined;
}

/** Where GitLab is with finding out whether a merge request can be merged. */
export type MergeCheck =
  | { readonly phase: 'preparing' | 'checking'; readonly untilMs: number }
  /** Nobody asked since something changed. */
  | { readonly phase: 'unchecked' }
  | { readonly phase: 'checked' };

export interface MergeRequest extends Issuable {
  readonly kind: 'MergeRequest';
  /** Null when the fork is gone. */
  sourceProjectId: number | null;
  readonly sourceBranch: string;
  targetBranch: string;
  /** Newest last. Empty when the branches never differed. */
  readonly versions: DiffVersion[];
  reviewers: Reviewer[];
  approvals: Approval[];
  squash: boolean;
  /** What the author wants done with the source branch. */
  forceRemoveSourceBranch: boolean | null;
  /** What whoever merged decided. */
  shouldRemoveSourceBranch: boolean | null;
  allowCollaboration: boolean;
  mergeUserId: number | null;
  mergedAt: string | null;
  mergeCommitSha: string | null;
  squashCommitSha: string | null;
  mergeError: string | null;
  mergeAfter: string | null;
  preparedAt: string | null;
  autoMerge: AutoMerge | undefined;
  check: MergeCheck;
  rebaseInProgress: boolean;
  /** Commits a reviewer added as background. */
  readonly contextCommits: string[];
}

const mergeRequestsState = defineState(() => new IssuableStore<MergeRequest>());

export function addMergeRequest(
  world: World,
  target: Project,
  given: Partial<MergeRequest> &
    Pick<MergeRequest, 'title' | 'authorId' | 'sourceProjectId' | 'sourceBranch' | 'targetBranch'>,
): MergeRequest {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  return world.state(mergeRequestsState).add({
    ...blankIssuable(createdAt),
    reviewers: [],
    approvals: [],
    squash: false,
    forceRemoveSourceBranch: null,
    shouldRemoveSourceBranch: null,
    allowCollaboration: false,
    mergeUserId: null,
    mergedAt: null,
    mergeCommitSha: null,
    squashCommitSha: null,
    mergeError: null,
    mergeAfter: null,
    preparedAt: createdAt,
    autoMerge: undefined,
    check: { phase: 'checked' },
    rebaseInProgress: false,
    ...given,
    kind: 'MergeRequest',
    id: world.nextId('merge_request'),
    iid: world.nextId(`merge_request_iid/${target.id}`),
    projectId: target.id,
    createdAt,
    versions: [],
    contextCommits: [],
  });
}

export function removeMergeRequest(world: World, mergeRequest: MergeRequest): void {
  world.state(mergeRequestsState).remove(mergeRequest);
}

export function findMergeRequest(world: World, id: number | null): MergeRequest | undefined {
  return world.state(mergeRequestsState).find(id);
}

export function findMergeRequestByIid(world: World, project: Project, iid: number): MergeRequest | undefined {
  return mergeRequestsOf(world, project).find((mergeRequest) => mergeRequest.iid === iid);
}

/** Those that want to be merged into a project, in order of creation. */
export function mergeRequestsOf(world: World, project: Project): readonly MergeRequest[] {
  return world.state(mergeRequestsState).in(project);
}

export function allMergeRequests(world: World): MergeRequest[] {
  return world.state(mergeRequestsState).all();
}

const draftPrefix = /^\s*(?:\[draft\]|\(draft\)|draft:|draft\s-\s)\s*/i;

export function isDraft({ title }: Pick<MergeRequest, 'title'>): boolean {
  return draftPrefix.test(title);
}

export function withoutDraft(title: string): string {
  let plain = title;
  while (draftPrefix.test(plain)) plain = plain.replace(draftPrefix, '');
  return plain;
}

export function latestVersion({ versions }: MergeRequest): DiffVersion | undefined {
  return versions.at(-1);
}

export function sourceProjectOf(world: World, { sourceProjectId }: MergeRequest): Project | undefined {
  return sourceProjectId === null ? undefined : world.projects.find(sourceProjectId);
}

/** The commit the source branch is at; undefined when branch or fork is gone. */
export function sourceHead(world: World, mergeRequest: MergeRequest): string | undefined {
  const source = sourceProjectOf(world, mergeRequest);
  return source === undefined ? undefined : repositoryOf(world, source).branches.get(mergeRequest.sourceBranch);
}

export function targetHead(world: World, mergeRequest: MergeRequest): string | undefined {
  const target = world.projects.find(mergeRequest.projectId);
  return target === undefined ? undefined : repositoryOf(world, target).branches.get(mergeRequest.targetBranch);
}

/** Records the diff as it is now, unless nothing changed since the last time. Gives the new version. */
export function addVersion(world: World, mergeRequest: MergeRequest, createdAt?: string): DiffVersion | undefined {
  const head = sourceHead(world, mergeRequest);
  const start = targetHead(world, mergeRequest);
  if (head === undefined || start === undefined || latestVersion(mergeRequest)?.headSha === head) return undefined;
  const target = repositoryOf(world, world.projects.get(mergeRequest.projectId));
  const source = sourceProjectOf(world, mergeRequest);
  if (source !== undefined) target.fetch(repositoryOf(world, source), head);
  const version: DiffVersion = {
    id: world.nextId('merge_request_diff'),
    baseSha: target.mergeBase(start, head) ?? start,
    startSha: start,
    headSha: head,
    createdAt: createdAt ?? world.clock.timestamp(),
  };
  mergeRequest.versions.push(version);
  return version;
}
