import type { Action } from '../../catalog/action.ts';

export interface SearchOptions {
  /** Hits wanted, at least 1. */
  readonly limit: number;
  /** Say how each score came about. Never changes the order. */
  readonly explain: boolean;
  /** Actions this request may see; the next best hit takes the place of one it may not. Default: all of the view. */
  readonly reaches?: (action: Action) => boolean;
}

/** One reason for a score: which field of the action matched which term of the query. */
export interface MatchReason {
  readonly field: string;
  readonly term: string;
  readonly points: number;
}

export interface ActionHit {
  readonly action: Action;
  readonly score: number;
  /** The query is the action's ID, alias or tool name, and nothing else. */
  readonly isNamed?: true;
  readonly explanation?: readonly MatchReason[];
  /** IDs that compete for the same words. */
  readonly ambiguousWith?: readonly string[];
  /** Only on the first hit: it fits so poorly that what was asked for may not be there. Rivals alone are no reason. */
  readonly lowConfidence?: boolean;
}

/** Finds actions of one view by words. Built once per shape; a search makes no GitLab call. */
export interface ActionSearch {
  /** `suggestions`: up to six words of the index near the query, when nothing was found. */
  find(
    query: string,
    options: SearchOptions,
  ): { readonly results: readonly ActionHit[]; readonly suggestions: readonly string[] };
}
