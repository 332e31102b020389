import { badRequest, forbidden } from '../http/refusal.ts';
import { viewerProjectLevel } from '../access/levels.ts';
import { canPlan } from '../access/planning.ts';
import { type Placed, placeInDiff } from '../world/diff-positions.ts';
import { finishTodos, recordMentions, touch } from '../world/issuable-changes.ts';
import { levels } from '../world/members.ts';
import { type MergeRequest, findMergeRequest } from '../world/merge-requests.ts';
import { invalidateCheck } from '../world/mergeability.ts';
import {
  type Discussion,
  type NewNote,
  type Note,
  type Position,
  addNote,
  addSystemNote,
  discussionsOf,
  isResolvable,
  isThreadResolvable,
  isThreadResolved,
} from '../world/notes.ts';
import { readSuggestions } from '../world/suggestions.ts';
import type { Call } from './call.ts';
import type { Place } from './noteables.ts';
import { optional, requires, type Values } from './params.ts';
import { runQuickActions } from './quick-actions.ts';

const rangeEnd = {
  line_code: optional.string(),
  type: optional.string({ values: ['new', 'old', 'expanded'] }),
  old_line: optional.integer(),
  new_line: optional.integer(),
};

/** A place in a diff, as one sends it. */
export const positionInput = {
  base_sha: requires.string(),
  start_sha: requires.string(),
  head_sha: requires.string(),
  position_type: requires.string({ values: ['text', 'image', 'file'] }),
  new_path: optional.string(),
  new_line: optional.integer(),
  old_path: optional.string(),
  old_line: optional.integer(),
  width: optional.integer(),
  height: optional.integer(),
  x: optional.number(),
  y: optional.number(),
  line_range: optional.hash({ start: optional.hash(rangeEnd), end: optional.hash(rangeEnd) }),
};

type PositionInput = Values<typeof positionInput>;
type RangeEnd = Values<typeof rangeEnd>;

function toPosition(given: PositionInput): Position {
  const toEnd = (end: RangeEnd | null | undefined) => ({
    line_code: end?.line_code ?? null,
    type: end?.type ?? null,
    old_line: end?.old_line ?? null,
    new_line: end?.new_line ?? null,
  });
  const { line_range: range } = given;
  return {
    base_sha: given.base_sha,
    start_sha: given.start_sha,
    head_sha: given.head_sha,
    old_path: given.old_path ?? null,
    new_path: given.new_path ?? null,
    position_type: given.position_type,
    old_line: given.old_line ?? null,
    new_line: given.new_line ?? null,
    line_range: range === undefined || range === null ? null : { start: toEnd(range.start), end: toEnd(range.end) },
    ...(given.position_type === 'image'
      ? { width: given.width ?? null, height: given.height ?? null, x: given.x ?? null, y: given.y ?? null }
      : {}),
  };
}

/** The place in the diff a position names; GitLab's refusal, printed as Ruby prints it, when there is none. */
export function place(call: Call<unknown>, mergeRequest: MergeRequest, given: PositionInput): Placed {
  const placed = placeInDiff(call.world, mergeRequest, toPosition(given));
  if (placed === undefined) throw badNote({ line_code: ["can't be blank", 'must be a valid line code'] });
  return placed;
}

export function badNote(problems: Readonly<Record<string, readonly string[]>>) {
  const inspected = Object.entries(problems).map(
    ([name, texts]) => `:${name}=>${JSON.stringify(texts).replaceAll(',"', ', "')}`,
  );
  return badRequest(`Note {${inspected.join(', ')}}`);
}

/** Where a note goes: the thread it continues, the place in a diff it is about. */
interface Where {
  readonly thread?: Discussion | undefined;
  readonly placed?: Placed | undefined;
  readonly isThread?: boolean;
  readonly commitId?: string | null;
}

interface Given {
  readonly body: string;
  readonly internal?: boolean | undefined;
  readonly createdAt?: string | null | undefined;
}

/** Writes a comment with everything that follows from it: mentions, to-dos, activity, a newer `updated_at`. */
export function writeNote(call: Call<unknown>, at: Place, given: Given, where: Where = {}): Note {
  const { world, me } = call;
  const { body, summary } = runQuickActions(call, at, given.body);
  if (body.trim() === '') {
    throw badNote(summary.length > 0 ? { commands_only: summary } : { note: ["can't be blank"] });
  }
  const mayBackdate = viewerProjectLevel(call, at.project) >= levels.owner;
  const createdAt = mayBackdate ? (given.createdAt ?? undefined) : undefined;
  // Who may not see internal notes cannot write one either; GitLab then makes a public one.
  const isInternal =
    (given.internal === true && canPlan(call, at.project)) || where.thread?.notes[0]?.internal === true;
  const note = addNote(world, at.noteable, {
    body,
    authorId: me.id,
    createdAt,
    internal: isInternal,
    ...typeAndThread(where, me.id, createdAt ?? call.now()),
  });
  if (note.type === 'DiffNote') readSuggestions(world, note);
  afterNote(call, at, note);
  return note;
}

function typeAndThread({ thread, placed, isThread, commitId }: Where, userId: number, now: string): Partial<NewNote> {
  if (thread === undefined) {
    if (placed !== undefined)
      return { type: 'DiffNote', position: placed.position, lineCode: placed.lineCode, commitId: commitId ?? null };
    return isThread === true ? { type: 'DiscussionNote', commitId: commitId ?? null } : {};
  }
  const first = thread.notes[0];
  // A comment somebody replies to becomes the first of a thread.
  for (const note of thread.notes) note.type ??= 'DiscussionNote';
  return {
    discussionId: thread.id,
    type: first?.type ?? 'DiscussionNote',
    position: first?.position ?? null,
    lineCode: first?.lineCode ?? null,
    commitId: first?.commitId ?? null,
    // What is said in a resolved thread does not open it again.
    ...(isThreadResolved(thread) ? { resolvedAt: now, resolvedById: userId } : {}),
  };
}

export function afterNote(call: Call<unknown>, at: Place, note: Note): void {
  const { world, me } = call;
  const deed = { userId: me.id, at: note.createdAt };
  world.recordEvent({
    projectId: at.project.id,
    actionName: 'commented on',
    targetType: note.type ?? 'Note',
    targetId: note.id,
    targetIid: note.id,
    targetTitle: at.title,
    authorId: me.id,
    createdAt: note.createdAt,
  });
  const { issuable } = at;
  if (issuable === undefined) return;
  recordMentions(world, issuable, note.body, deed);
  finishTodos(world, issuable, me.id, note.createdAt);
  touch(world, issuable, deed);
  const mergeRequest = mergeRequestAt(call, at);
  if (mergeRequest !== undefined) {
    const reviewer = mergeRequest.reviewers.find(({ userId }) => userId === me.id);
    if (reviewer?.state === 'unreviewed') reviewer.state = 'reviewed';
    invalidateCheck(world, mergeRequest);
  }
}

export function mergeRequestAt(call: Call<unknown>, { noteable }: Place): MergeRequest | undefined {
  return noteable.type === 'MergeRequest' ? findMergeRequest(call.world, Number(noteable.id)) : undefined;
}

/** Authors of the comment and of what it is about, and developers, decide what is settled. */
export function requireResolving(call: Call<unknown>, at: Place): void {
  const level = viewerProjectLevel(call, at.project);
  if (level < levels.developer && at.issuable?.authorId !== call.me.id) throw forbidden();
}

export function setResolved(call: Call<unknown>, at: Place, notes: readonly Note[], resolved: boolean): void {
  const now = call.now();
  for (const note of notes.filter(isResolvable)) {
    if ((note.resolvedAt !== null) === resolved) continue;
    note.resolvedAt = resolved ? now : null;
    note.resolvedById = resolved ? call.me.id : null;
    note.updatedAt = now;
  }
  const mergeRequest = mergeRequestAt(call, at);
  if (mergeRequest === undefined) return;
  invalidateCheck(call.world, mergeRequest);
  const threads = discussionsOf(call.world, at.noteable).filter(isThreadResolvable);
  if (resolved && threads.every(isThreadResolved)) {
    addSystemNote(call.world, at.noteable, { body: 'resolved all threads', authorId: call.me.id });
  }
}
