import { AppError } from '../errors/app-error.ts';
import type { ActionCall } from './call.ts';
import { buildRequest, pathOf } from './request.ts';
import { isRecord } from '../gitlab/json.ts';

/**
 * Sends a note. GitLab drops the wish for an internal one silently where the caller may not write any, which would
 * publish what was meant for few: the answer's flag is checked, and a note that came out public is removed again
 * (trap T-73).
 *
 * @throws AppError `gitlab.refused` when the note is or was public.
 */
export async function sendNote(call: ActionCall<{ readonly internal?: boolean }>): Promise<unknown> {
  const request = buildRequest(call.action, call.input);
  const { body } = await call.send(request);
  if (call.input.internal !== true || isNoNote(body)) return body;
  if (!isRecord(body)) {
    call.note('GitLab did not describe the comment it wrote: check that it is internal.');
    return body;
  }
  // Older servers say confidential, newer ones both.
  if (body['internal'] === true || body['confidential'] === true) return body;
  throw new AppError('gitlab.refused', `${call.action.id}: ${await takeBack(call, request.path, body['id'])}`);
}

/** A text of nothing but quick actions leaves no note: GitLab answers with what they did. */
function isNoNote(body: unknown): boolean {
  return isRecord(body) && body['id'] === undefined && body['commands_changes'] !== undefined;
}

async function takeBack(call: ActionCall, collection: string, id: unknown): Promise<string> {
  const published = 'GitLab made the comment public instead of internal';
  if (typeof id !== 'number')
    return `${published}, and did not say which one it is. It is still there: delete it by hand`;
  try {
    await call.gitlab.send({ method: 'DELETE', path: collection + pathOf`/${id}` }, { signal: call.signal });
  } catch {
    // Whatever the reason: the reader must know that the comment is public, and which one.
    return `${published}, and it could not be removed again. It is public: delete note ${id}`;
  }
  return `${published}, so it was removed again. This token may not write internal comments here`;
}
