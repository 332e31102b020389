import type { WatchEnd } from './watch-end.ts';

/** The `_meta` key of an update that says how its watcher is doing. */
export const watchKey = 'io.github.jmrplens/watch';

/** How a watcher was doing when it sent an update (SUB-14). Its names are those of the wire. */
export interface WatchState {
  readonly state: 'active' | 'slow';
  /** When the watcher slows down unless it is renewed; when it did, once it is slow. UTC, to the second. */
  readonly renewBy: string;
  readonly pollIntervalMs: number;
  readonly renewedByActivity: true;
}

/** A listen or a session that was told it is subscribed. */
export interface Subscriber {
  /** The resource is no longer what it was. */
  updated(uri: string, watch: WatchState): void;
  /** The server stopped the watch. Nothing more comes of this resource. Not called for an end that the subscriber caused. */
  ended(uri: string, end: WatchEnd): void;
}
