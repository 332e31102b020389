export type Thing = Readonly<Record<string, unknown>>;

/** The three ways to show actions as tools. */
export const surfaces = ['dynamic', 'meta', 'individual'] as const;
export type Surface = (typeof surfaces)[number];

/**
 * One step of a task: what somebody wants in their own words, the action a reader picks for it, and what it is given.
 * Resolves with the structured content of the result.
 */
export type Does = (wants: string, action: string, params: Thing) => Promise<Thing>;

/** A request to GitLab itself, to set the scene or to look at what came of it; below `/api/v4`. */
export type AskGitLab = (method: string, path: string, body?: Thing) => Promise<unknown>;

/** Something people ask a model for, as the calls of one that makes no mistake. */
export interface Task {
  readonly name: string;
  /** Makes the world need it. */
  prepare?(ask: AskGitLab): Promise<void>;
  run(does: Does): Promise<void>;
  /** Whether GitLab now is as the task wanted it. */
  holds(ask: AskGitLab): Promise<boolean>;
}

/** A list in a result or in an answer of GitLab. */
export function itemsOf(value: unknown): readonly Thing[] {
  const list = Array.isArray(value) ? value : (value as Thing)['items'];
  if (!Array.isArray(list)) throw new Error('there is no list');
  return list as readonly Thing[];
}

/** @throws Error where nothing is like that */
export function firstOf(value: unknown, fits: (thing: Thing) => boolean = () => true): Thing {
  const found = itemsOf(value).find(fits);
  if (found === undefined) throw new Error('nothing in the list is what the task needs');
  return found;
}
