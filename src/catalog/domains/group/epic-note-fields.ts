import { described, flag, globalId, id, required } from '../../field.ts';
import { noteBody } from '../../fields.ts';
import { ofEpic } from './epic-fields.ts';

/** Fields of comments and threads on epics. */

const note = { type: 'Note', formerly: ['DiscussionNote', 'SystemNote'] } as const;

export const noteId = required(
  id('ID of the comment, the number at the end of its global ID.', {
    globalId: note,
    wire: 'id',
    aliases: ['comment_id', 'id', 'note'],
  }),
);
export const body = described(noteBody, 'Text in GitLab Markdown.');
export const internal = flag('Whether only members of at least the reporter role see it. Default false.', {
  aliases: ['confidential'],
});
export const discussionId = required(
  globalId(
    { type: 'Discussion', formerly: ['IndividualNoteDiscussion', 'OutOfContextDiscussion'] },
    'Global ID of the thread, or the hexadecimal text at its end.',
    { slug: true, aliases: ['thread_id', 'id', 'discussion'] },
  ),
);

/** For changes of a note, which GitLab finds by its ID alone: they say where it is, and are not sent. */
export const aroundNote = {
  full_path: { ...ofEpic.full_path, place: 'none' },
  epic_iid: { ...ofEpic.epic_iid, place: 'none' },
} as const;
