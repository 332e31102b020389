import { canReadNote } from '../access/planning.ts';
import { viewerProjectLevel } from '../access/levels.ts';
import { badRequest, forbidden, notFound } from '../http/refusal.ts';
import { touch } from '../world/issuable-changes.ts';
import { levels } from '../world/members.ts';
import { type Note, discussionsOf, isResolvable, findNote, notesOf, removeNote } from '../world/notes.ts';
import { readSuggestions } from '../world/suggestions.ts';
import type { Call } from './call.ts';
import { byColumn } from './order.ts';
import {
  type NoteableArea,
  type Place,
  commitArea,
  issueArea,
  mergeRequestArea,
  requireComments,
  snippetArea,
} from './noteables.ts';
import {
  badNote,
  mergeRequestAt,
  place,
  positionInput,
  requireResolving,
  setResolved,
  writeNote,
} from './note-writing.ts';
import { presentDiscussion, presentNote, visibleNotes } from './notes-presenter.ts';
import { optional, requires } from './params.ts';
import { runQuickActions } from './quick-actions.ts';
import type { Resource, Routes } from './routes.ts';

const noteTypes: ReadonlySet<string> = new Set(['Note', 'DiffNote', 'DiscussionNote']);

/** Comments and threads on everything that has them. */
export const notes: Resource = {
  routes(routes) {
    for (const area of [issueArea, mergeRequestArea, snippetArea]) noteRoutes(routes, area);
    for (const area of [issueArea, mergeRequestArea, snippetArea, commitArea]) discussionRoutes(routes, area);
  },
  links: {
    eventNote(viewer, { targetType, targetId }) {
      const note =
        targetType !== null && noteTypes.has(targetType) && targetId !== null
          ? findNote(viewer.world, targetId)
          : undefined;
      const project = note?.noteable.projectId;
      const home = project === undefined || project === null ? undefined : viewer.world.projects.find(project);
      return note === undefined || !canReadNote(viewer, home, note) ? undefined : presentNote(viewer, note);
    },
  },
};

function noteRoutes(routes: Routes, area: NoteableArea): void {
  const path = `/projects/:id/${area.path}/:noteable_id/notes`;
  const read = { permission: `read_${area.noun}_note` } as const;
  const listing = {
    order_by: optional.string({ values: ['created_at', 'updated_at'], default: 'created_at' }),
    sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
    activity_filter: optional.string({ values: ['all_notes', 'only_comments', 'only_activity'], default: 'all_notes' }),
  };
  routes.get(path, { ...read, params: listing }, (call) => {
    const { project, noteable } = area.find(call, 'noteable_id');
    const { order_by: column, sort, activity_filter: filter } = call.params;
    const found = notesOf(call.world, noteable)
      .filter(({ system }) => filter === 'all_notes' || system === (filter === 'only_activity'))
      .toSorted(
        byColumn(
          (note) => (column === 'created_at' ? note.createdAt : note.updatedAt),
          sort,
          ({ id }) => id,
        ),
      );
    // What the caller may not see is taken out of its page: a page may be shorter than asked for.
    return call
      .page(found, (note) => (canReadNote(call, project, note) ? presentNote(call, note) : undefined))
      .filter((note) => note !== undefined);
  });

  const id = { note_id: requires.integer() };
  routes.get(`${path}/:note_id`, { ...read, params: id }, (call) => {
    const at = area.find(call, 'noteable_id');
    return presentNote(call, noteIn(call, at));
  });

  const input = {
    body: requires.string(),
    internal: optional.boolean(),
    confidential: optional.boolean(),
    created_at: optional.timestamp(),
    merge_request_diff_head_sha: optional.string(),
  };
  routes.post(path, { permission: `create_${area.noun}_note`, params: input }, (call) => {
    const at = area.find(call, 'noteable_id');
    requireComments(call, at);
    const { internal, confidential, created_at: createdAt } = call.params;
    const done = runQuickActions(call, at, call.params.body);
    if (done.summary.length > 0 && done.body.trim() === '') {
      call.status = 202;
      return { commands_changes: done.changes, summary: done.summary };
    }
    const note = writeNote(call, at, { body: done.body, internal: (internal ?? confidential) === true, createdAt });
    return { ...presentNote(call, note), commands_changes: done.changes };
  });
  routes.put(
    `${path}/:note_id`,
    {
      permission: `update_${area.noun}_note`,
      params: { ...id, body: optional.string(), confidential: optional.boolean() },
    },
    (call) => {
      const at = area.find(call, 'noteable_id');
      const note = noteIn(call, at);
      edit(call, at, note, call.params.body);
      return presentNote(call, note);
    },
  );
  routes.delete(`${path}/:note_id`, { permission: `delete_${area.noun}_note`, params: id }, (call) => {
    const at = area.find(call, 'noteable_id');
    remove(call, at, noteIn(call, at));
  });
}

function noteIn(call: Call<{ readonly note_id: number }>, { noteable, project }: Place): Note {
  const note = notesOf(call.world, noteable).find(({ id }) => id === call.params.note_id);
  if (note === undefined || !canReadNote(call, project, note)) throw notFound('Note');
  return note;
}

/** Authors change what they wrote; maintainers change anything but what GitLab wrote itself. */
function requireOwnNote(call: Call<unknown>, { project }: Place, note: Note): void {
  const isAllowed = note.authorId === call.me.id || viewerProjectLevel(call, project) >= levels.maintainer;
  if (note.system || !isAllowed || project.archived) throw forbidden();
}

function edit(call: Call<unknown>, at: Place, note: Note, body: string | null | undefined): void {
  requireOwnNote(call, at, note);
  if (body === undefined || body === null) return;
  if (body.trim() === '') throw badNote({ note: ["can't be blank"] });
  if (body === note.body) return;
  note.body = runQuickActions(call, at, body).body || note.body;
  note.updatedAt = call.now();
  if (note.type === 'DiffNote') readSuggestions(call.world, note);
  if (at.issuable !== undefined) touch(call.world, at.issuable);
}

function remove(call: Call<unknown>, at: Place, note: Note): void {
  requireOwnNote(call, at, note);
  removeNote(call.world, note);
  if (at.issuable !== undefined) touch(call.world, at.issuable);
}

function discussionRoutes(routes: Routes, area: NoteableArea): void {
  const path = `/projects/:id/${area.path}/:noteable_id/discussions`;
  const read = { permission: `read_${area.noun}_discussion` } as const;
  const isOnMergeRequest = area === mergeRequestArea;
  const threadOf = (call: Call<unknown>, at: Place) => {
    const thread = discussionsOf(call.world, at.noteable).find(({ id }) => id === call.path('discussion_id'));
    if (thread === undefined || visibleNotes(call, at.project, thread.notes).length === 0) throw notFound('Discussion');
    return thread;
  };

  routes.get(path, read, (call) => {
    const { noteable, project } = area.find(call, 'noteable_id');
    const found = discussionsOf(call.world, noteable).filter(
      (thread) => visibleNotes(call, project, thread.notes).length > 0,
    );
    return call.page(found, (thread) => presentDiscussion(call, project, thread));
  });
  routes.get(`${path}/:discussion_id`, read, (call) => {
    const at = area.find(call, 'noteable_id');
    return presentDiscussion(call, at.project, threadOf(call, at));
  });

  const input = {
    body: requires.string(),
    created_at: optional.timestamp(),
    commit_id: optional.string(),
    internal: optional.boolean(),
    position: optional.hash(positionInput),
  };
  routes.post(path, { permission: `create_${area.noun}_discussion`, params: input }, (call) => {
    const at = area.find(call, 'noteable_id');
    requireComments(call, at);
    const { position, commit_id: commitId, created_at: createdAt, internal } = call.params;
    const mergeRequest = mergeRequestAt(call, at);
    const placed =
      mergeRequest === undefined || position === undefined || position === null
        ? undefined
        : place(call, mergeRequest, position);
    const note = writeNote(
      call,
      at,
      { body: call.params.body, createdAt, internal: internal === true },
      { placed, isThread: true, commitId: commitId ?? null },
    );
    return presentDiscussion(call, at.project, { id: note.discussionId, isIndividual: false, notes: [note] });
  });
  const reply = { body: requires.string(), created_at: optional.timestamp() };
  routes.post(
    `${path}/:discussion_id/notes`,
    { permission: `create_${area.noun}_discussion`, params: reply },
    (call) => {
      const at = area.find(call, 'noteable_id');
      requireComments(call, at);
      const thread = threadOf(call, at);
      const isFixed = thread.isIndividual && (thread.notes[0]?.system === true || area === snippetArea);
      if (isFixed) throw badRequest('Discussion can not be replied to.');
      const note = writeNote(call, at, { body: call.params.body, createdAt: call.params.created_at }, { thread });
      return presentNote(call, note);
    },
  );

  const noteId = { note_id: requires.integer() };
  const noteOf = (call: Call<{ readonly note_id: number }>, at: Place) => {
    const note = noteIn(call, at);
    if (note.discussionId !== call.path('discussion_id')) throw notFound('Note');
    return note;
  };
  routes.get(`${path}/:discussion_id/notes/:note_id`, { ...read, params: noteId }, (call) => {
    const at = area.find(call, 'noteable_id');
    return presentNote(call, noteOf(call, at));
  });
  const change = {
    ...noteId,
    body: isOnMergeRequest ? optional.string() : requires.string(),
    resolved: optional.boolean(),
  };
  routes.put(
    `${path}/:discussion_id/notes/:note_id`,
    {
      permission: `update_${area.noun}_discussion`,
      params: change,
      ...(isOnMergeRequest ? { exactlyOneOf: ['body', 'resolved'] } : {}),
    },
    (call) => {
      const at = area.find(call, 'noteable_id');
      const note = noteOf(call, at);
      const { body, resolved } = call.params;
      if (isOnMergeRequest && resolved !== undefined && resolved !== null) {
        if (!isResolvable(note)) throw forbidden();
        if (note.authorId !== call.me.id) requireResolving(call, at);
        setResolved(call, at, [note], resolved);
      } else edit(call, at, note, body);
      return presentNote(call, note);
    },
  );
  routes.delete(
    `${path}/:discussion_id/notes/:note_id`,
    { permission: `delete_${area.noun}_discussion`, params: noteId },
    (call) => {
      const at = area.find(call, 'noteable_id');
      remove(call, at, noteOf(call, at));
    },
  );

  if (!isOnMergeRequest) return;
  routes.put(
    `${path}/:discussion_id`,
    { permission: 'resolve_merge_request_discussion', params: { resolved: requires.boolean() } },
    (call) => {
      const at = area.find(call, 'noteable_id');
      const thread = threadOf(call, at);
      if (!thread.notes.some(isResolvable)) throw forbidden();
      requireResolving(call, at);
      setResolved(call, at, thread.notes, call.params.resolved);
      return presentDiscussion(call, at.project, thread);
    },
  );
}
