/**
 * What an action gives back. `kind` names the GitLab thing, so that one renderer per kind serves every action that
 * returns it; `shape` says how many.
 */
export interface ResultSpec {
  readonly kind: string;
  readonly shape: 'one' | 'list' | 'none' | 'text' | 'file';
  /** The list is an element of the answer's object under this key (GraphQL connections, wrapped lists). */
  readonly key?: string;
}

/** One object of a kind. */
export function one(kind: string): ResultSpec {
  return { kind, shape: 'one' };
}

/** A list, paged by GitLab's headers unless the answer carries its own cursor. */
export function listOf(kind: string): ResultSpec {
  return { kind, shape: 'list' };
}

/** GitLab answers without a body, or with one that says nothing. */
export function nothing(kind: string): ResultSpec {
  return { kind, shape: 'none' };
}

/** Plain text, such as a log or a raw file. */
export function textOf(kind: string): ResultSpec {
  return { kind, shape: 'text' };
}

/** Bytes: a download. */
export function fileOf(kind: string): ResultSpec {
  return { kind, shape: 'file' };
}
