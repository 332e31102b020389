import { AppError } from '../errors/app-error.ts';
import type { ListenNotification } from './listen.ts';
import { type Subscriber, watchKey, type WatchState } from './subscriber.ts';
import type { ResourceReader } from './resource-reader.ts';
import type { Watches, WatchOwner } from './watches.ts';

export interface SessionSubscriptionsOptions {
  readonly owner: WatchOwner;
  readonly watches: Watches;
  /** Sends a notification that belongs to no request; dropped when the session has no way to carry it. */
  readonly notify: (notification: ListenNotification) => void;
}

/**
 * What one session of the older revisions is subscribed to, with `resources/subscribe`. No request stays open, so
 * nothing can be said when a watch ends by itself: the session is not told, and may subscribe again.
 */
export class SessionSubscriptions implements Subscriber {
  readonly #options: SessionSubscriptionsOptions;
  readonly #uris = new Set<string>();
  #closed = false;

  constructor(options: SessionSubscriptionsOptions) {
    this.#options = options;
  }

  /** Resolves with the empty result once the resource was read. @throws AppError when it is refused (SUB-16). */
  async subscribe(params: unknown, reader: ResourceReader, signal: AbortSignal): Promise<object> {
    const uri = uriOf(params, 'resources/subscribe');
    const { watches, owner } = this.#options;
    if (this.#closed) throw new AppError('request.session', 'the session has ended');
    // Before the read, so that a session that ends meanwhile gives it up.
    const wasKnown = this.#uris.has(uri);
    this.#uris.add(uri);
    try {
      await watches.subscribe({ owner, reader }, uri, this, signal);
    } catch (error) {
      if (!wasKnown) this.#uris.delete(uri);
      throw error;
    }
    return {};
  }

  /** Not being subscribed is what the client wants, so it is no error when it is so already. */
  unsubscribe(params: unknown): object {
    const uri = uriOf(params, 'resources/unsubscribe');
    if (this.#uris.delete(uri)) this.#options.watches.unsubscribe(this.#options.owner, uri, this);
    return {};
  }

  /** To be called after a request was handled, so that one at the limit still finds the watcher that may give way. */
  renew(): void {
    if (this.#uris.size > 0) this.#options.watches.renew(this.#options.owner, this);
  }

  /** The session is over: every watch is given up. Idempotent. */
  close(): void {
    this.#closed = true;
    for (const uri of this.#uris) this.#options.watches.unsubscribe(this.#options.owner, uri, this);
    this.#uris.clear();
  }

  updated(uri: string, watch: WatchState): void {
    this.#options.notify({ method: 'notifications/resources/updated', params: { uri, _meta: { [watchKey]: watch } } });
  }

  ended(uri: string): void {
    this.#uris.delete(uri);
  }
}

function uriOf(params: unknown, method: string): string {
  const uri = typeof params === 'object' && params !== null && 'uri' in params ? params.uri : undefined;
  if (typeof uri === 'string') return uri;
  throw new AppError('request.params', `${method} needs uri, the URI of a resource`);
}

/** Requests that show no one waiting: a ping proves a socket and the handshake comes before everything (SUB-13). */
const idleMethods: ReadonlySet<string> = new Set(['ping', 'initialize']);

/** Whether a request of a session renews its watchers. Notifications never do. */
export function renewsWatchers(method: string): boolean {
  return !idleMethods.has(method);
}
