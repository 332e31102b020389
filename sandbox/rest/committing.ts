import { failure, forbidden } from '../http/refusal.ts';
import type { Commit, Signature } from '../world/git-objects.ts';
import type { Project } from '../world/projects.ts';
import { canPushTo } from '../world/protections.ts';
import { recordPush } from '../world/push.ts';
import { CommitError, type FileAction, commitDate, repositoryOf } from '../world/repository.ts';
import type { Call } from './call.ts';

export interface CommitRequest {
  readonly branch: string;
  readonly message: string;
  readonly startRef?: string | null | undefined;
  readonly authorName?: string | null | undefined;
  readonly authorEmail?: string | null | undefined;
  readonly force?: boolean | null | undefined;
  readonly actions: readonly FileAction[];
}

/** Who makes the commit: the caller, who may name another author. */
export function signatures(
  call: Call<unknown>,
  given: Pick<CommitRequest, 'authorName' | 'authorEmail'> = {},
): { author: Signature; committer: Signature } {
  const { name, email } = call.me;
  const committer = { name, email, date: commitDate(call.now()) };
  const author = { ...committer, name: given.authorName ?? name, email: given.authorEmail ?? email };
  return { author, committer };
}

/** Commits on a branch the caller may push to, and follows it up as a push. */
export function commitOn(call: Call<unknown>, project: Project, request: CommitRequest): Commit {
  const { world } = call;
  const { branch, message, actions } = request;
  const repository = repositoryOf(world, project);
  const before = repository.branches.get(branch);
  const startRef = request.startRef ?? undefined;
  const isForced = request.force === true;
  if (before === undefined && startRef === undefined && !repository.isEmpty) {
    throw failure(400, 'You can only create or edit files when you are on a branch');
  }
  if (before !== undefined && startRef !== undefined && startRef !== branch && !isForced) {
    throw failure(400, `A branch called '${branch}' already exists. Switch to that branch in order to make changes`);
  }
  let commit: Commit;
  try {
    commit = repository.commit({ branch, startRef, message, actions, force: isForced, ...signatures(call, request) });
  } catch (error) {
    if (error instanceof CommitError) throw failure(400, error.message);
    throw error;
  }
  recordPush(world, project, { refType: 'branch', ref: branch, from: before, to: commit.sha, userId: call.me.id });
  return commit;
}

/** Refuses who may not push to a branch, as the commits API words it. */
export function requirePush(call: Call<unknown>, project: Project, branch: string): void {
  if (!canPushTo(call, project, branch)) throw forbidden('You are not allowed to push into this branch');
}
