import { viewerGroupLevel, viewerProjectLevel } from '../access/levels.ts';
import { canPlan, canReadMergeRequests } from '../access/planning.ts';
import { recordMentions, touch } from '../world/issuable-changes.ts';
import { projectOf } from '../world/issuables.ts';
import { levels } from '../world/members.ts';
import { findMergeRequest } from '../world/merge-requests.ts';
import { type Note, type Noteable, addNote, discussionsOf, findNote, removeNote } from '../world/notes.ts';
import { notAvailable } from './errors.ts';
import { fromGlobalId } from './ids.ts';
import { isVisibleNote, noteableOfWorkItem } from './note-places.ts';
import { payload } from './payload.ts';
import type { Area, Context } from './schema.ts';
import { findVisible, isEpic, namespaceOf } from './work-item.ts';

/** Comments on work items and merge requests: written, changed and deleted. */
export const notes: Area = {
  inputs: {
    CreateNoteInput: {
      noteableId: 'NoteableID!',
      body: 'String!',
      internal: 'Boolean',
      discussionId: 'DiscussionID',
      clientMutationId: 'String',
    },
    UpdateNoteInput: { id: 'NoteID!', body: 'String', clientMutationId: 'String' },
    DestroyNoteInput: { id: 'NoteID!', clientMutationId: 'String' },
  },
  objects: {
    Mutation: {
      fields: {
        createNote: {
          type: 'CreateNotePayload',
          args: { input: 'CreateNoteInput!' },
          resolve: (_source: unknown, { input }: { input: CreateInput }, context: Context) => create(context, input),
        },
        updateNote: {
          type: 'UpdateNotePayload',
          args: { input: 'UpdateNoteInput!' },
          resolve: (_source: unknown, { input }: { input: UpdateInput }, context: Context) => update(context, input),
        },
        destroyNote: {
          type: 'DestroyNotePayload',
          args: { input: 'DestroyNoteInput!' },
          resolve: (_source: unknown, { input }: { input: { id: string } }, context: Context) =>
            destroy(context, input.id),
        },
      },
    },
    CreateNotePayload: payload({ note: { type: 'Note' } }),
    UpdateNotePayload: payload({ note: { type: 'Note' } }),
    DestroyNotePayload: payload({ note: { type: 'Note' } }),
  },
};

interface CreateInput {
  readonly noteableId: string;
  readonly body: string;
  readonly internal?: boolean;
  readonly discussionId?: string;
}

interface UpdateInput {
  readonly id: string;
  readonly body?: string;
}

/** What is commented on, and whether the caller plans there, and looks after it. */
interface Place {
  readonly noteable: Noteable;
  readonly isPlanner: boolean;
  readonly isMaintainer: boolean;
}

function placeOf(context: Context, type: string, id: number): Place | undefined {
  const { world } = context;
  if (type === 'MergeRequest') {
    const mergeRequest = findMergeRequest(world, id);
    if (mergeRequest === undefined) return undefined;
    const project = projectOf(world, mergeRequest);
    if (!canReadMergeRequests(context, project)) return undefined;
    return {
      noteable: { type, id, iid: mergeRequest.iid, projectId: project.id },
      isPlanner: canPlan(context, project),
      isMaintainer: viewerProjectLevel(context, project) >= levels.maintainer,
    };
  }
  const item = findVisible(context, id);
  if (item === undefined) return undefined;
  const namespace = namespaceOf(world, item);
  const level = 'parentId' in namespace ? viewerGroupLevel(context, namespace) : viewerProjectLevel(context, namespace);
  return {
    noteable: noteableOfWorkItem(item),
    isPlanner: level >= levels.planner,
    isMaintainer: level >= levels.maintainer,
  };
}

function create(context: Context, { noteableId, body, internal, discussionId }: CreateInput) {
  const { world, user } = context;
  const type = /^gid:\/\/gitlab\/(\w+)\//.exec(noteableId)?.[1] ?? '';
  const place = placeOf(context, type, fromGlobalId(noteableId));
  if (place === undefined || user === undefined) throw notAvailable();
  if (body.trim() === '') return { note: null, errors: ["Note can't be blank"] };
  const threadId = discussionId?.split('/').at(-1);
  const thread = discussionsOf(world, place.noteable).find(({ id }) => id === threadId);
  if (threadId !== undefined && thread === undefined) throw notAvailable();
  const [first] = thread?.notes ?? [];
  // A reply makes a thread of what was a single comment.
  if (first !== undefined) first.type ??= 'DiscussionNote';
  const note = addNote(world, place.noteable, {
    body,
    authorId: user.id,
    // Who may not write internal notes gets a public one.
    internal: first?.internal ?? (internal === true && place.isPlanner),
    ...(thread === undefined ? {} : { discussionId: thread.id, type: 'DiscussionNote' }),
  });
  const item = findVisible(context, Number(place.noteable.id));
  if (place.noteable.type === 'Issue' && item !== undefined && !isEpic(item)) {
    touch(world, item);
    recordMentions(world, item, body, { userId: user.id });
  }
  return { note, errors: [] };
}

function update(context: Context, { id, body }: UpdateInput) {
  const note = changeable(context, id);
  if (body?.trim() === '') return { note: null, errors: ["Note can't be blank"] };
  if (body !== undefined) {
    note.body = body;
    note.updatedAt = context.world.clock.timestamp();
  }
  return { note, errors: [] };
}

function destroy(context: Context, id: string) {
  removeNote(context.world, changeable(context, id));
  return { note: null, errors: [] };
}

/** Authors change their own comments, maintainers those of everybody; nobody what GitLab wrote. */
function changeable(context: Context, id: string): Note {
  const note = findNote(context.world, fromGlobalId(id, 'Note', 'DiscussionNote', 'DiffNote'));
  if (note === undefined || note.system || context.user === undefined) throw notAvailable();
  const place = placeOf(context, note.noteable.type, Number(note.noteable.id));
  const isOwn = note.authorId === context.user.id;
  if (place === undefined || !isVisibleNote(context, note) || !(isOwn || place.isMaintainer)) throw notAvailable();
  return note;
}
