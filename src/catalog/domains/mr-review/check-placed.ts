import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { pathOf } from '../../request.ts';
import { type MergeRequestRef, mergeRequestPath } from '../merge-request/merge-request-ref.ts';

/**
 * A thread that was meant for a line of the diff must not end as a plain one (trap T-19): it is checked, removed again
 * when GitLab lost the position, and reported. An answer too poor to tell is taken as it is, with a note.
 *
 * @throws AppError `gitlab.refused` when the position was lost.
 */
export async function checkPlaced(call: ActionCall<MergeRequestRef>, discussion: unknown): Promise<void> {
  const note = firstNote(discussion);
  if (note === undefined) {
    call.note('GitLab did not describe the thread it made: check that it is on the diff.');
    return;
  }
  const { position, type, id } = note;
  if ((position !== undefined && position !== null) || type === 'DiffNote' || type === undefined) return;
  throw new AppError('gitlab.refused', `${call.action.id}: ${await withdraw(call, id)}`);
}

async function withdraw(call: ActionCall<MergeRequestRef>, id: unknown): Promise<string> {
  const lost = 'GitLab made a plain thread instead of one on the diff';
  if (typeof id !== 'number') return `${lost}, and did not say which one it is. It is still there`;
  try {
    const path = mergeRequestPath(call.input) + pathOf`/notes/${id}`;
    await call.gitlab.send({ method: 'DELETE', path }, { signal: call.signal });
  } catch {
    // Whatever the reason: the reader must know that the thread is there, and which one.
    return `${lost}, and it could not be removed again: delete note ${id}`;
  }
  return `${lost}, so it was removed again`;
}

function firstNote(discussion: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof discussion !== 'object' || discussion === null || !('notes' in discussion)) return undefined;
  const first: unknown = Array.isArray(discussion.notes) ? discussion.notes[0] : undefined;
  // Any object can be read by key.
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : undefined;
}
