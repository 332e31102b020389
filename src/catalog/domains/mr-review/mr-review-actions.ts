import type { Action } from '../../action.ts';
import { reviewDiffs } from './diffs.ts';
import { reviewDiscussions } from './discussions.ts';
import { draftNotes } from './draft-notes.ts';
import { reviewNotes } from './notes.ts';

/** Reviewing a merge request: its diff, its threads and comments, and the drafts of a review. */
export const mrReviewActions: readonly Action[] = [...reviewDiffs, ...reviewDiscussions, ...draftNotes, ...reviewNotes];
