import { type World, defineState } from './world.ts';

export type NoteableType = 'Issue' | 'MergeRequest' | 'Snippet' | 'Commit' | 'Epic' | 'WikiPage::Meta';

/** What notes hang on. */
export interface Noteable {
  readonly type: NoteableType;
  /** Commits have their hash in place of a number. */
  readonly id: number | string;
  readonly iid: number | null;
  readonly projectId: number | null;
}

export interface LineRangeEnd {
  readonly line_code: string | null;
  readonly type: 'new' | 'old' | 'expanded' | null;
  readonly old_line: number | null;
  readonly new_line: number | null;
}

/** Where a note stands in a diff; spelled as on the wire. */
export interface Position {
  readonly base_sha: string | null;
  readonly start_sha: string | null;
  readonly head_sha: string | null;
  readonly old_path: string | null;
  readonly new_path: string | null;
  readonly position_type: 'text' | 'image' | 'file';
  readonly old_line: number | null;
  readonly new_line: number | null;
  readonly line_range: { readonly start: LineRangeEnd; readonly end: LineRangeEnd } | null;
  /** Images only. */
  readonly width?: number | null;
  readonly height?: number | null;
  readonly x?: number | null;
  readonly y?: number | null;
}

export interface Note {
  readonly id: number;
  /** 40 hex digits, shared by all notes of a thread. */
  readonly discussionId: string;
  type: 'DiscussionNote' | 'DiffNote' | null;
  body: string;
  readonly authorId: number;
  readonly createdAt: string;
  updatedAt: string;
  readonly system: boolean;
  readonly noteable: Noteable;
  position: Position | null;
  readonly lineCode: string | null;
  readonly internal: boolean;
  readonly commitId: string | null;
  resolvedById: number | null;
  resolvedAt: string | null;
}

interface Notes {
  readonly byNoteable: Map<string, Note[]>;
  readonly byId: Map<number, Note>;
}

const notesState = defineState((): Notes => ({ byNoteable: new Map(), byId: new Map() }));

function keyOf({ type, id }: Pick<Noteable, 'type' | 'id'>): string {
  return `${type}/${id}`;
}

/** Oldest first. */
export function notesOf(world: World, noteable: Pick<Noteable, 'type' | 'id'>): readonly Note[] {
  return world.state(notesState).byNoteable.get(keyOf(noteable)) ?? [];
}

export function findNote(world: World, id: number): Note | undefined {
  return world.state(notesState).byId.get(id);
}

export function allNotes(world: World): IterableIterator<Note> {
  return world.state(notesState).byId.values();
}

export interface NewNote {
  readonly body: string;
  readonly authorId: number;
  readonly createdAt?: string | undefined;
  readonly type?: Note['type'];
  readonly discussionId?: string | undefined;
  readonly position?: Position | null;
  readonly lineCode?: string | null;
  readonly internal?: boolean;
  readonly commitId?: string | null;
  readonly system?: boolean;
  readonly resolvedById?: number | null;
  readonly resolvedAt?: string | null;
}

export function addNote(world: World, noteable: Noteable, given: NewNote): Note {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const note: Note = {
    id: world.nextId('note'),
    discussionId: given.discussionId ?? world.hex(40),
    type: given.type ?? null,
    body: given.body,
    authorId: given.authorId,
    createdAt,
    updatedAt: given.resolvedAt ?? createdAt,
    system: given.system ?? false,
    noteable,
    position: given.position ?? null,
    lineCode: given.lineCode ?? null,
    internal: given.internal ?? false,
    commitId: given.commitId ?? null,
    resolvedById: given.resolvedById ?? null,
    resolvedAt: given.resolvedAt ?? null,
  };
  const { byNoteable, byId } = world.state(notesState);
  byId.set(note.id, note);
  const list = byNoteable.get(keyOf(noteable));
  if (list === undefined) byNoteable.set(keyOf(noteable), [note]);
  else list.push(note);
  return note;
}

export function removeNote(world: World, note: Note): void {
  const { byNoteable, byId } = world.state(notesState);
  byId.delete(note.id);
  const list = byNoteable.get(keyOf(note.noteable)) ?? [];
  list.splice(list.indexOf(note), 1);
}

/** A line GitLab writes by itself when something about an object changes. */
export function addSystemNote(
  world: World,
  noteable: Noteable,
  given: { readonly body: string; readonly authorId: number; readonly createdAt?: string | undefined },
): Note {
  return addNote(world, noteable, { ...given, system: true });
}

export interface Discussion {
  readonly id: string;
  readonly isIndividual: boolean;
  readonly notes: readonly Note[];
}

/** Threads in order of their first note. A plain note nobody replied to is a thread of its own. */
export function discussionsOf(world: World, noteable: Pick<Noteable, 'type' | 'id'>): Discussion[] {
  return toDiscussions(notesOf(world, noteable));
}

export function toDiscussions(notes: readonly Note[]): Discussion[] {
  const threads = new Map<string, Note[]>();
  for (const note of notes) {
    const thread = threads.get(note.discussionId);
    if (thread === undefined) threads.set(note.discussionId, [note]);
    else thread.push(note);
  }
  return [...threads].map(([id, thread]) => ({
    id,
    isIndividual: thread.length === 1 && thread[0]?.type === null,
    notes: thread,
  }));
}

/** Only threads of merge requests can be resolved, and system notes never. */
export function isResolvable({ noteable, type, system }: Note): boolean {
  return noteable.type === 'MergeRequest' && type !== null && !system;
}

export function isResolved(note: Note): boolean {
  return note.resolvedAt !== null;
}

export function isThreadResolvable({ notes }: Discussion): boolean {
  return notes.some(isResolvable);
}

export function isThreadResolved({ notes }: Discussion): boolean {
  const resolvable = notes.filter(isResolvable);
  return resolvable.length > 0 && resolvable.every(isResolved);
}
