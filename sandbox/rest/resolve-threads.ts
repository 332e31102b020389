import { noteableOf } from '../world/issuable-changes.ts';
import { referenceFrom } from '../world/issuables.ts';
import type { Issue } from '../world/issues.ts';
import { findMergeRequestByIid } from '../world/merge-requests.ts';
import { addSystemNote, discussionsOf, isResolvable, isThreadResolvable, isThreadResolved } from '../world/notes.ts';
import type { Project } from '../world/projects.ts';
import type { Call } from './call.ts';

interface Threads {
  readonly merge_request_to_resolve_discussions_of?: number | null | undefined;
  readonly discussion_to_resolve?: string | null | undefined;
}

/** Opening an issue for open threads of a merge request resolves them. */
export function resolveThreadsOf(call: Call<unknown>, project: Project, issue: Issue, wanted: Threads): void {
  const iid = wanted.merge_request_to_resolve_discussions_of;
  const mergeRequest = iid === undefined || iid === null ? undefined : findMergeRequestByIid(call.world, project, iid);
  if (mergeRequest === undefined) return;
  const only = wanted.discussion_to_resolve;
  const now = call.now();
  for (const thread of discussionsOf(call.world, { type: 'MergeRequest', id: mergeRequest.id })) {
    if (!isThreadResolvable(thread) || isThreadResolved(thread)) continue;
    if (only !== undefined && only !== null && thread.id !== only) continue;
    for (const note of thread.notes.filter(isResolvable)) {
      note.resolvedAt = now;
      note.resolvedById = call.me.id;
    }
    addSystemNote(call.world, noteableOf(mergeRequest), {
      body: `created ${referenceFrom(call.world, issue, project.id)} to continue this discussion`,
      authorId: call.me.id,
    });
  }
}
