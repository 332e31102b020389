import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { sendGraphql } from '../../run-graphql.ts';
import { isRecord } from '../../../gitlab/json.ts';
import type { EpicAddress } from './epic-fields.ts';
import { createDocument, deleteDocument } from './epic-notes-documents.ts';
import { findEpic } from './find-epic.ts';

interface NoteInput extends EpicAddress {
  readonly body: string;
  readonly internal?: boolean;
  readonly discussion_id?: string;
}

/**
 * Writes a comment on an epic. One that was to be internal and came out public is removed again (trap T-73).
 *
 * @throws AppError `gitlab.refused` when it is or was public
 */
export async function sendEpicNote(call: ActionCall<NoteInput>): Promise<unknown> {
  const { body, internal, discussion_id: discussionId } = call.input;
  const { id: noteableId } = await findEpic(call);
  const note = await sendGraphql(call, {
    document: createDocument,
    pick: 'createNote.note',
    variables: {
      input: {
        noteableId,
        body,
        ...(internal === undefined ? {} : { internal }),
        ...(discussionId === undefined ? {} : { discussionId }),
      },
    },
  });
  if (internal !== true) return note;
  if (!isRecord(note)) {
    call.note('Check that the comment is internal.');
    return note;
  }
  if (note['internal'] === true) return note;
  throw new AppError('gitlab.refused', `${call.action.id}: ${await takeBack(call, note['id'])}`);
}

async function takeBack(call: ActionCall<unknown>, id: unknown): Promise<string> {
  const published = 'GitLab made the comment public instead of internal';
  try {
    await sendGraphql(call, { document: deleteDocument, pick: 'destroyNote', variables: { input: { id } } });
  } catch {
    // Whatever the reason: the reader must know that the comment is public, and which one.
    return `${published}, and it could not be removed again. It is public: delete note ${String(id)}`;
  }
  return `${published}, so it was removed again. This token may not write internal comments here`;
}
