import { AppError } from '../errors/app-error.ts';
import type { Slots } from '../limits/slots.ts';
import type { Logger } from '../telemetry/logger.ts';
import { Pace } from './pace.ts';
import type { ResourceKind, ResourceReader } from './resource-reader.ts';
import type { Scheduler } from './scheduler.ts';
import type { Subscriber } from './subscriber.ts';
import { endOfCredential, toWatchEnd, type WatchEnd } from './watch-end.ts';
import { Watcher } from './watcher.ts';
import type { WatchOwner } from './watches.ts';

export interface CredentialWatchersOptions {
  readonly owner: WatchOwner;
  /** Watchers at once. */
  readonly limit: number;
  /** The places of the whole process. */
  readonly process: Slots;
  readonly scheduler: Scheduler;
  readonly random: () => number;
  readonly logger: Logger;
  readonly onEmpty: () => void;
}

/** The watchers of one credential, by exact URI. They end with its pool entry, which they keep busy while they live. */
export class CredentialWatchers {
  readonly #options: CredentialWatchersOptions;
  readonly #watchers = new Map<string, Watcher>();
  readonly #pace: Pace;
  #forgetOwner: (() => void) | undefined;

  constructor(options: CredentialWatchersOptions) {
    this.#options = options;
    this.#pace = new Pace(options.scheduler, options.random);
  }

  get size(): number {
    return this.#watchers.size;
  }

  find(uri: string): Watcher | undefined {
    return this.#watchers.get(uri);
  }

  /**
   * Makes room for a watcher and takes its places, before anything is read.
   *
   * @throws AppError at either ceiling (SUB-10, SUB-16).
   */
  start(uri: string, kind: ResourceKind, reader: ResourceReader): Watcher {
    const { owner, process, scheduler, logger } = this.#options;
    // The process first: a refusal there must not have cost the credential a watcher that it had.
    const place = process.acquire();
    if (place === undefined) {
      const fields = { scope: 'process', limit_watchers: process.limit, credential_hash: owner.credentialHash };
      logger.warn('subscription refused: too many watchers across the process', fields);
      throw new AppError(
        'limit.busy',
        `this server watches as many resources as it can (${process.limit} server-wide); retry later`,
      );
    }
    try {
      this.#makeRoom();
    } catch (error) {
      place.release();
      throw error;
    }
    const release = owner.hold();
    const watcher = new Watcher({
      uri,
      kind,
      reader,
      scheduler,
      logger,
      pace: this.#pace,
      onStop: () => {
        this.#watchers.delete(uri);
        place.release();
        release();
        if (this.#watchers.size === 0) this.#rest();
      },
    });
    this.#watchers.set(uri, watcher);
    this.#forgetOwner ??= owner.onEnd((cause) => this.endAll(endOfCredential(cause)));
    return watcher;
  }

  renew(subscriber: Subscriber): void {
    for (const watcher of this.#watchers.values()) if (watcher.has(subscriber)) watcher.renew();
  }

  endAll(end: WatchEnd): void {
    for (const watcher of Array.from(this.#watchers.values())) watcher.end(end);
  }

  /** A watcher that nobody renewed gives way, the one slowed for longest first; one at full speed never does (SUB-10). */
  #makeRoom(): void {
    const { limit } = this.#options;
    if (this.#watchers.size < limit) return;
    const slow = Array.from(this.#watchers.values()).filter((watcher) => watcher.slow);
    const [longest] = slow.sort((one, other) => one.leaseEndsAt - other.leaseEndsAt);
    if (longest === undefined) {
      throw new AppError(
        'limit.rate',
        `this credential watches ${this.#watchers.size} resources and may watch ${limit}; unsubscribe from one and retry`,
      );
    }
    longest.end(toWatchEnd('watcher_evicted'));
  }

  /** Nothing is watched any more. What GitLab asked of this credential stays known. */
  #rest(): void {
    this.#forgetOwner?.();
    this.#forgetOwner = undefined;
    this.#options.onEmpty();
  }
}
