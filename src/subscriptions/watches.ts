import type { EndCause } from '../credentials/entry.ts';
import type { ResourceReader } from './resource-reader.ts';
import type { Subscriber } from './subscriber.ts';

/** What watchers need of a credential's pool entry, whose identity is that of the credential. */
export interface WatchOwner {
  readonly credentialHash: string;
  /** Marks the entry as serving a subscription until the returned function is called. */
  hold(): () => void;
  /** Calls back when the entry ends, at once when it has; the returned function forgets the callback. */
  onEnd(callback: (cause: EndCause) => void): () => void;
  /** Calls back when the tools of this credential may have changed; the returned function forgets the callback. */
  onLearned(callback: () => void): () => void;
}

/** Whose watch it is and how it reads. */
export interface Watching {
  readonly owner: WatchOwner;
  readonly reader: ResourceReader;
}

/**
 * What listens and sessions need of whoever polls. In one process that is the registry. Replicas that share their
 * watchers put something else in its place, which claims a resource for one of them and passes updates and ends, both
 * plain data, to the subscribers of the others.
 */
export interface Watches {
  /** The most that one credential may watch at once. */
  readonly limit: number;
  /**
   * Resolves when the resource was read and the subscriber will be told of every later change (SUB-05). Subscribing again
   * changes nothing. When the signal aborts the subscriber has left.
   *
   * @throws AppError that says why not, with the code of SUB-16.
   */
  subscribe(watching: Watching, uri: string, subscriber: Subscriber, signal: AbortSignal): Promise<void>;
  /** Leaves a watch, whatever state it is in. The last to leave stops it. */
  unsubscribe(owner: WatchOwner, uri: string, subscriber: Subscriber): void;
  /** Somebody waits: the watchers of this subscriber keep their speed for another half hour (SUB-13). */
  renew(owner: WatchOwner, subscriber: Subscriber): void;
}
