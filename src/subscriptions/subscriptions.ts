import type { Logger } from '../telemetry/logger.ts';
import { ListenStreams } from './listen-streams.ts';
import { WatcherRegistry } from './registry.ts';
import { Scheduler } from './scheduler.ts';
import { systemTimers, type Timers } from './timers.ts';
import type { Watches } from './watches.ts';

export interface SubscriptionsOptions {
  /** Open listens of one credential; 0 leaves only the ceiling of the process. */
  readonly maxListensPerCredential: number;
  readonly logger: Logger;
  readonly timers?: Timers;
}

/** Everything of the process that tells clients when resources change. */
export class Subscriptions {
  readonly watches: Watches;
  readonly listens: ListenStreams;
  readonly #registry: WatcherRegistry;
  readonly #scheduler: Scheduler;

  constructor({ maxListensPerCredential, logger, timers = systemTimers }: SubscriptionsOptions) {
    this.#scheduler = new Scheduler(timers);
    this.#registry = new WatcherRegistry({ scheduler: this.#scheduler, logger });
    this.watches = this.#registry;
    this.listens = new ListenStreams({
      watches: this.#registry,
      scheduler: this.#scheduler,
      logger,
      perCredential: maxListensPerCredential,
    });
  }

  describe() {
    return { watchers: this.#registry.describe(), listens: this.listens.describe(), scheduled: this.#scheduler.size };
  }

  /** Answers every open listen and stops every watcher; later requests are refused. Idempotent. */
  close(): void {
    // Listens first: their result says that the server stops, whatever their watchers are told.
    this.listens.close();
    this.#registry.close();
    this.#scheduler.close();
  }
}
