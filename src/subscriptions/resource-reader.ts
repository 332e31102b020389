/** Whether something is going on in a resource, as far as its body tells. */
export type Activity =
  /** Work in progress: it may change any moment. */
  | 'active'
  /** It has a state and that state is at rest. */
  | 'settled'
  /** It has no state to read, or none that could be read. */
  | 'stateless';

/** What a watcher has to know about the kind of a resource. */
export interface ResourceKind {
  /** `pipeline`, `merge_request_notes`, … */
  readonly kind: string;
  readonly subscribable: boolean;
  /** Fields of the body, or of each of its elements, that change on every read without meaning anything. */
  readonly omit: readonly string[];
  activity(body: unknown): Activity;
}

export interface ResourceContent {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** One of many reads. What fails is not repeated: the next one comes in its turn, and GitLab may have asked for less. */
  readonly isPoll: boolean;
}

/**
 * Reads resources with the credential of one principal: the same reads that `resources/read` does. Whoever serves
 * resources provides it; watchers know nothing else of them.
 */
export interface ResourceReader {
  /** The kind of a URI, without asking GitLab; `undefined` when there is no such resource. */
  kindOf(uri: string): ResourceKind | undefined;
  /** @throws AppError that names the resource, with the GitLabError among its causes when GitLab answered with an error. */
  read(uri: string, options: ReadOptions): Promise<{ readonly contents: readonly ResourceContent[] }>;
}
