import type { Position } from './notes.ts';
import { type World, defineState } from './world.ts';

/** A comment only its author sees until it is published. */
export interface DraftNote {
  readonly id: number;
  readonly mergeRequestId: number;
  readonly authorId: number;
  note: string;
  readonly discussionId: string | null;
  readonly resolveDiscussion: boolean;
  readonly commitId: string | null;
  position: Position | null;
  lineCode: string | null;
}

const draftsState = defineState(() => new Map<number, DraftNote>());

export function addDraft(world: World, given: Omit<DraftNote, 'id'>): DraftNote {
  const draft = { ...given, id: world.nextId('draft_note') };
  world.state(draftsState).set(draft.id, draft);
  return draft;
}

/** Drafts of one author, oldest first. */
export function draftsOf(world: World, mergeRequestId: number, authorId: number | undefined): DraftNote[] {
  return [...world.state(draftsState).values()].filter(
    (draft) => draft.mergeRequestId === mergeRequestId && draft.authorId === authorId,
  );
}

export function removeDraft(world: World, draft: DraftNote): void {
  world.state(draftsState).delete(draft.id);
}
