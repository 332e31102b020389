import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { queryOf } from '../../request.ts';
import { type MergeRequestRef, mergeRequestPath } from '../merge-request/merge-request-ref.ts';
import { readIfAllowed } from '../merge-request/optional-read.ts';

/** The commits that a position of a comment refers to. */
export interface DiffRefs {
  readonly base_sha: string;
  readonly start_sha: string;
  readonly head_sha: string;
}

/**
 * The commits of the latest version of a merge request's diff.
 *
 * @throws AppError `gitlab.refused` when there is none yet: right after creation GitLab is still preparing it.
 */
export async function latestDiffRefs(call: ActionCall<MergeRequestRef>): Promise<DiffRefs> {
  const { body } = await call.gitlab.send({ method: 'GET', ...newestVersion(call.input) }, { signal: call.signal });
  const refs = refsOf(body);
  if (refs !== undefined) return refs;
  throw new AppError(
    'gitlab.refused',
    `${call.action.id}: this merge request has no diff yet. Right after it is created GitLab needs a moment, try again`,
  );
}

/** The head of the latest version, or `undefined` when it cannot be read: an answer is useful without it. */
export async function findLatestHead(call: ActionCall<MergeRequestRef>): Promise<string | undefined> {
  return refsOf(await readIfAllowed(call, newestVersion(call.input)))?.head_sha;
}

/** GitLab lists versions newest first. */
function newestVersion(input: MergeRequestRef): { readonly path: string; readonly query: string } {
  return { path: `${mergeRequestPath(input)}/versions`, query: queryOf({ per_page: 1 }) };
}

function refsOf(versions: unknown): DiffRefs | undefined {
  const newest: unknown = Array.isArray(versions) ? versions[0] : undefined;
  if (typeof newest !== 'object' || newest === null) return undefined;
  const { base_commit_sha, start_commit_sha, head_commit_sha } = newest as Record<string, unknown>; // any object has keys
  if (typeof base_commit_sha !== 'string' || typeof head_commit_sha !== 'string') return undefined;
  const start_sha = typeof start_commit_sha === 'string' ? start_commit_sha : base_commit_sha;
  return { base_sha: base_commit_sha, start_sha, head_sha: head_commit_sha };
}
