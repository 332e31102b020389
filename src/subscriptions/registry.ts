import { AppError } from '../errors/app-error.ts';
import { Slots } from '../limits/slots.ts';
import type { Logger } from '../telemetry/logger.ts';
import { CredentialWatchers } from './credential-watchers.ts';
import type { ResourceKind, ResourceReader } from './resource-reader.ts';
import type { Scheduler } from './scheduler.ts';
import type { Subscriber } from './subscriber.ts';
import { toWatchEnd } from './watch-end.ts';
import type { Watches, Watching, WatchOwner } from './watches.ts';

export interface WatcherRegistryOptions {
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly random?: () => number;
  readonly limits?: { readonly perCredential: number; readonly perProcess: number };
}

/** Neither is an option: they bound what one process may ask of GitLab in the name of others (SUB-09). */
const defaultLimits = { perCredential: 10, perProcess: 512 };

/** Longer than any URI of ours, encoded file paths included. */
const maxUriLength = 8_192;
/** Of a URI that is quoted to its sender. */
const maxQuoted = 200;

/** Every watcher of the process, by credential and URI. Whatever ends a watcher frees its places at that moment. */
export class WatcherRegistry implements Watches {
  readonly limit: number;
  readonly #options: WatcherRegistryOptions;
  readonly #process: Slots;
  readonly #byOwner = new WeakMap<WatchOwner, CredentialWatchers>();
  /** Those that have a watcher. */
  readonly #active = new Set<CredentialWatchers>();
  #closed = false;

  constructor(options: WatcherRegistryOptions) {
    const { perCredential, perProcess } = options.limits ?? defaultLimits;
    this.limit = perCredential;
    this.#options = options;
    this.#process = new Slots(perProcess);
  }

  /** The places of the process, and how many credentials share them. */
  describe(): { readonly taken: number; readonly limit: number; readonly peak: number; readonly credentials: number } {
    const { taken, limit, peak } = this.#process;
    return { taken, limit, peak, credentials: this.#active.size };
  }

  /** Watchers of the whole process, those that wait for their first read included. */
  get size(): number {
    return this.#process.taken;
  }

  async subscribe(watching: Watching, uri: string, subscriber: Subscriber, signal: AbortSignal): Promise<void> {
    const kind = subscribableKind(watching.reader, uri);
    if (this.#closed) throw new AppError('limit.busy', 'this server is stopping; connect again');
    const watchers = this.#watchersOf(watching.owner);
    const watcher = watchers.find(uri) ?? watchers.start(uri, kind, watching.reader);
    if (watchers.size > 0) this.#active.add(watchers);
    await watcher.join(subscriber, signal);
  }

  unsubscribe(owner: WatchOwner, uri: string, subscriber: Subscriber): void {
    this.#byOwner.get(owner)?.find(uri)?.leave(subscriber);
  }

  renew(owner: WatchOwner, subscriber: Subscriber): void {
    this.#byOwner.get(owner)?.renew(subscriber);
  }

  /** Stops every watcher and tells its subscribers that the server is stopping. Idempotent. */
  close(): void {
    this.#closed = true;
    for (const watchers of Array.from(this.#active)) watchers.endAll(toWatchEnd('shutdown'));
  }

  #watchersOf(owner: WatchOwner): CredentialWatchers {
    const known = this.#byOwner.get(owner);
    if (known !== undefined) return known;
    const { scheduler, logger, random = Math.random } = this.#options;
    const watchers: CredentialWatchers = new CredentialWatchers({
      owner,
      limit: this.limit,
      process: this.#process,
      scheduler,
      random,
      logger,
      onEmpty: () => this.#active.delete(watchers),
    });
    this.#byOwner.set(owner, watchers);
    return watchers;
  }
}

/** What of a URI can be watched is known before GitLab is asked anything (SUB-03). */
export function subscribableKind(reader: ResourceReader, uri: string): ResourceKind {
  const kind = uri.length > maxUriLength ? undefined : reader.kindOf(uri);
  if (kind?.subscribable === true) return kind;
  const shown = uri.length > maxQuoted ? `${uri.slice(0, maxQuoted)}…` : uri;
  throw new AppError(
    'request.params',
    kind === undefined
      ? `there is no resource ${shown}`
      : `${shown} cannot be watched: it is a ${kind.kind}; templates marked subscribable in resources/templates/list can`,
  );
}
