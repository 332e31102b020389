import { AppError } from '../errors/app-error.ts';
import type { ActionCall } from './call.ts';
import { buildRequest } from './request.ts';

/**
 * Edits a note of a discussion. GitLab takes either a text or a resolution in one request and refuses both, so they are
 * two, the text first: what is resolved then reads as it should (trap T-20).
 *
 * @throws AppError `gitlab.refused` that says the text is changed when only the second request failed.
 */
export async function updateNote(
  call: ActionCall<{ readonly body?: string; readonly resolved?: boolean }>,
): Promise<unknown> {
  const { body: text, resolved, ...ids } = call.input;
  if (text === undefined || resolved === undefined) {
    const { body } = await call.send(buildRequest(call.action, call.input));
    return body;
  }
  await call.send(buildRequest(call.action, { ...ids, body: text }));
  try {
    const { body } = await call.send(buildRequest(call.action, { ...ids, resolved }));
    return body;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'action.cancelled') throw error;
    const what = resolved ? 'resolved' : 'reopened';
    throw new AppError(error.code, `the text was changed, but the note was not ${what}: ${error.message}`, {
      cause: error,
    });
  }
}
