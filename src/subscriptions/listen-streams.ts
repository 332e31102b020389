import { AppError } from '../errors/app-error.ts';
import { Slots } from '../limits/slots.ts';
import type { Logger } from '../telemetry/logger.ts';
import { Listen, type ListenNotification, type ListenResult } from './listen.ts';
import { type ListenFilter, parseListenFilter, type Served } from './listen-filter.ts';
import { subscribableKind } from './registry.ts';
import type { Scheduler } from './scheduler.ts';
import { endOfCredential, toWatchEnd } from './watch-end.ts';
import type { Watches, Watching, WatchOwner } from './watches.ts';

export interface ListenStreamsOptions {
  readonly watches: Watches;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Open listens of one credential; 0 leaves only the ceiling of the process. */
  readonly perCredential: number;
  /** Open listens of the process (POOL-10). */
  readonly perProcess?: number;
}

/** One `subscriptions/listen` as it arrived. */
export interface ListenCall {
  readonly watching: Watching;
  readonly id: string | number;
  readonly params: unknown;
  readonly served: Served;
  readonly signal: AbortSignal;
  readonly notify: (notification: ListenNotification) => void;
}

const defaultPerProcess = 512;

/** The open listens of the process: how many there may be, and who ends them. */
export class ListenStreams {
  readonly #options: ListenStreamsOptions;
  readonly #process: Slots;
  readonly #byOwner = new WeakMap<WatchOwner, Set<Listen>>();
  readonly #open = new Set<Listen>();
  #closed = false;

  constructor(options: ListenStreamsOptions) {
    this.#options = options;
    this.#process = new Slots(options.perProcess ?? defaultPerProcess);
  }

  get size(): number {
    return this.#process.taken;
  }

  describe(): { readonly taken: number; readonly limit: number; readonly peak: number } {
    const { taken, limit, peak } = this.#process;
    return { taken, limit, peak };
  }

  /**
   * Serves a listen until the server ends it, and resolves with its result; or until its client leaves.
   *
   * @throws AppError when it is refused, before anything was sent (SUB-16).
   */
  async listen(call: ListenCall): Promise<ListenResult> {
    const filter = parseListenFilter(call.params, call.served);
    if (this.#closed) throw new AppError('limit.busy', 'this server is stopping; connect again');
    const release = this.#takePlace(call.watching.owner);
    try {
      this.#checkUris(filter, call.watching);
      return await this.#run(call, filter);
    } finally {
      release();
    }
  }

  /** Answers every open listen: the server is stopping. Idempotent. */
  close(): void {
    this.#closed = true;
    for (const listen of Array.from(this.#open)) listen.end(toWatchEnd('shutdown'));
  }

  async #run(call: ListenCall, filter: ListenFilter): Promise<ListenResult> {
    const { watches, scheduler } = this.#options;
    const { watching, id, signal, notify } = call;
    const { owner } = watching;
    const listen = new Listen({ watching, id, filter, signal, notify, watches, scheduler });
    const listens = this.#listensOf(owner);
    listens.add(listen);
    this.#open.add(listen);
    const letGo = owner.hold();
    const forgetOwner = owner.onEnd((cause) => listen.credentialEnded(endOfCredential(cause)));
    const forgetNews = owner.onLearned(() => listen.listChanged('tools'));
    try {
      return await listen.run();
    } finally {
      forgetOwner();
      forgetNews();
      letGo();
      listens.delete(listen);
      this.#open.delete(listen);
    }
  }

  /** What costs nothing to know is checked for all URIs before the first one is read (SUB-03). */
  #checkUris({ uris }: ListenFilter, { reader }: Watching): void {
    const { limit } = this.#options.watches;
    if (uris === undefined) return;
    let count = 0;
    for (const uri of uris) {
      subscribableKind(reader, uri);
      count += 1;
      if (count > limit) {
        throw new AppError(
          'limit.rate',
          `one listen asks for ${uris.size} resources and a credential may watch ${limit}; unsubscribe from one and retry with at most ${limit}`,
        );
      }
    }
  }

  /** The place of the credential first: it is what the caller can do something about. */
  #takePlace(owner: WatchOwner): () => void {
    const { perCredential, logger } = this.#options;
    const mine = this.#listensOf(owner).size;
    if (perCredential > 0 && mine >= perCredential) {
      throw new AppError(
        'limit.rate',
        `this credential has ${mine} open listens and may have ${perCredential}; close one and retry`,
      );
    }
    const place = this.#process.acquire();
    if (place === undefined) {
      const fields = { scope: 'process', limit_listens: this.#process.limit, credential_hash: owner.credentialHash };
      logger.warn('subscription refused: too many listens across the process', fields);
      throw new AppError(
        'limit.busy',
        `this server has as many open listens as it can (${this.#process.limit} server-wide); retry later`,
      );
    }
    return () => place.release();
  }

  #listensOf(owner: WatchOwner): Set<Listen> {
    const listens = this.#byOwner.get(owner) ?? new Set<Listen>();
    this.#byOwner.set(owner, listens);
    return listens;
  }
}
