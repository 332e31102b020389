import { AppError } from '../errors/app-error.ts';
import { type ListenFilter, type ListKind, toAcknowledgement } from './listen-filter.ts';
import type { ScheduledTask, Scheduler } from './scheduler.ts';
import { type Subscriber, watchKey, type WatchState } from './subscriber.ts';
import { type WatchEnd, watchEndKey } from './watch-end.ts';
import type { Watches, Watching } from './watches.ts';

/** The `_meta` key by which a client tells its listens apart. */
export const subscriptionIdKey = 'io.modelcontextprotocol/subscriptionId';

/** An open listen shows by itself that somebody waits (SUB-13). */
const renewEveryMs = 10 * 60_000;

export interface ListenNotification {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The answer to a listen, sent when the server ends it. */
export interface ListenResult {
  readonly _meta: Readonly<Record<string, unknown>>;
}

export interface ListenOptions {
  readonly watching: Watching;
  /** The client's own ID of the request, which names the subscription. */
  readonly id: string | number;
  readonly filter: ListenFilter;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  readonly notify: (notification: ListenNotification) => void;
  readonly watches: Watches;
  readonly scheduler: Scheduler;
}

/**
 * One open `subscriptions/listen`. In this order, and nothing out of it: every resource is read, the client is told that
 * it is subscribed, then come the updates, then one result. It owes nothing after it: leaving, being cancelled and being
 * ended give up every watch at once.
 */
export class Listen implements Subscriber {
  readonly #options: ListenOptions;
  readonly #ends = new Map<string, WatchEnd>();
  /** Changed between their own first read and the acknowledgement. */
  readonly #early = new Map<string, WatchState>();
  readonly #result = Promise.withResolvers<ListenResult>();
  #phase: 'reading' | 'open' | 'closed' = 'reading';
  #lastEnd: WatchEnd | undefined;
  #credentialEnd: WatchEnd | undefined;
  #refusal: AppError | undefined;
  #renewal: ScheduledTask | undefined;

  constructor(options: ListenOptions) {
    this.#options = options;
  }

  /** Whether the server may not answer although every resource has ended. */
  get #carriesLists(): boolean {
    return this.#options.filter.lists.size > 0;
  }

  get #uris(): Iterable<string> {
    return this.#options.filter.uris ?? [];
  }

  /**
   * Serves the request until it ends.
   *
   * @throws AppError of the first resource that is refused, before anything was sent; nothing of the request lives on.
   */
  async run(): Promise<ListenResult> {
    const { watching, watches, signal } = this.#options;
    const leave = (): void => this.#close();
    signal.addEventListener('abort', leave, { once: true });
    try {
      for (const uri of this.#uris) {
        await watches.subscribe(watching, uri, this, signal);
        if (this.#isClosed()) break;
      }
      this.#acknowledge();
      return await this.#result.promise;
    } catch (error) {
      // Given up by us in the middle of a read: the reason is ours and not that of the read.
      throw this.#refusal !== undefined && isCancellation(error) ? this.#refusal : error;
    } finally {
      signal.removeEventListener('abort', leave);
      this.#close();
    }
  }

  updated(uri: string, watch: WatchState): void {
    if (this.#phase === 'reading') this.#early.set(uri, watch);
    else this.#notify('notifications/resources/updated', { uri, _meta: { [watchKey]: watch } });
  }

  ended(uri: string, end: WatchEnd): void {
    if (this.#phase === 'closed') return;
    this.#ends.set(uri, end);
    this.#lastEnd = end;
    this.#finishIfDone();
  }

  listChanged(kind: ListKind): void {
    if (this.#options.filter.lists.has(kind)) this.#notify(`notifications/${kind}/list_changed`, {});
  }

  /**
   * Its credential is gone. What it watches is ended by its watchers, each with its own reason; a list-changed part keeps
   * it open no longer.
   */
  credentialEnded(end: WatchEnd): void {
    this.#credentialEnd = end;
    this.#finishIfDone();
  }

  /** The server stops: answered whatever it carries. */
  end(end: WatchEnd): void {
    if (this.#phase === 'closed') return;
    if (this.#phase === 'reading') {
      // Nothing was acknowledged yet, so it becomes a refusal.
      this.#refusal = new AppError('limit.busy', `nothing was subscribed: ${end.detail}`);
      this.#close();
      return;
    }
    for (const uri of this.#uris) if (!this.#ends.has(uri)) this.#ends.set(uri, end);
    this.#lastEnd = end;
    this.#finish();
  }

  #acknowledge(): void {
    const { filter, scheduler } = this.#options;
    if (this.#phase !== 'reading') return;
    this.#phase = 'open';
    this.#notify('notifications/subscriptions/acknowledged', { notifications: toAcknowledgement(filter) });
    for (const [uri, watch] of this.#early) this.updated(uri, watch);
    this.#early.clear();
    this.#finishIfDone();
    if (filter.uris !== undefined && !this.#isClosed()) this.#planRenewal(scheduler);
  }

  #planRenewal(scheduler: Scheduler): void {
    this.#renewal = scheduler.at(scheduler.now() + renewEveryMs, () => {
      this.#options.watches.renew(this.#options.watching.owner, this);
      this.#planRenewal(scheduler);
    });
  }

  #notify(method: string, params: Readonly<Record<string, unknown>>): void {
    if (this.#phase !== 'open') return;
    const { id, notify } = this.#options;
    // Only ours are set here: the parameters come from this file.
    const meta = params['_meta'] as object | undefined;
    notify({ method, params: { ...params, _meta: { [subscriptionIdKey]: id, ...meta } } });
  }

  /** A list-changed part keeps it open for good; a listen for nothing has nothing to wait for (SUB-12). */
  #finishIfDone(): void {
    if (this.#phase !== 'open' || (this.#carriesLists && this.#credentialEnd === undefined)) return;
    for (const uri of this.#uris) if (!this.#ends.has(uri)) return;
    // The list-changed part outlived its resources, and a listen without resources has no other end.
    if (this.#carriesLists || this.#lastEnd === undefined) this.#lastEnd = this.#credentialEnd ?? this.#lastEnd;
    this.#finish();
  }

  #finish(): void {
    this.#result.resolve({ _meta: { [subscriptionIdKey]: this.#options.id, ...this.#endMeta() } });
    this.#close();
  }

  #endMeta(): object {
    if (this.#lastEnd === undefined) return {};
    const ended = Array.from(this.#ends, ([uri, end]) => ({ uri, ...end }));
    return { [watchEndKey]: ended.length > 1 ? { ...this.#lastEnd, ended } : this.#lastEnd };
  }

  /** Gives up every watch. An end that the client caused has a result without a reason, which nobody reads. */
  #close(): void {
    if (this.#phase === 'closed') return;
    this.#phase = 'closed';
    this.#renewal?.cancel();
    const { watches, watching, id } = this.#options;
    for (const uri of this.#uris) watches.unsubscribe(watching.owner, uri, this);
    this.#result.resolve({ _meta: { [subscriptionIdKey]: id } });
  }

  /** As a call, since the compiler does not see that a wait changes the phase. */
  #isClosed(): boolean {
    return this.#phase === 'closed';
  }
}

function isCancellation(error: unknown): boolean {
  return error instanceof AppError && error.code === 'action.cancelled';
}
