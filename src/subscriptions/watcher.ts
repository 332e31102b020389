import { AppError } from '../errors/app-error.ts';
import { cancellationError } from '../gitlab/cancellation.ts';
import type { Logger } from '../telemetry/logger.ts';
import { observe } from './observation.ts';
import type { Pace } from './pace.ts';
import { classifyReadFailure, toRefusal } from './read-failure.ts';
import type { Activity, ResourceKind, ResourceReader } from './resource-reader.ts';
import type { ScheduledTask, Scheduler } from './scheduler.ts';
import type { Subscriber, WatchState } from './subscriber.ts';
import { toWatchEnd, type WatchEnd } from './watch-end.ts';

/** How often a resource is read, by what it is doing (SUB-08). */
const cadences: Readonly<Record<Activity, number>> = { active: 5_000, stateless: 15_000, settled: 60_000 };
/** How often it is read while nobody showed that they still wait. */
const slowCadenceMs = 10 * 60_000;
/** After a read that failed for a reason that may pass. */
const retryMs = cadences.stateless;
/** How long a watcher keeps its speed without being renewed. */
const leaseMs = 30 * 60_000;
/** The life of a watcher, renewals included. */
const lifeMs = 24 * 60 * 60_000;
/** A read that takes longer is given up; the next one comes in its turn. */
const readTimeoutMs = 30_000;

export interface WatcherOptions {
  readonly uri: string;
  readonly kind: ResourceKind;
  readonly reader: ResourceReader;
  readonly pace: Pace;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Called once when the watcher stops, before anybody is told, so that its place is free by then. */
  readonly onStop: () => void;
}

/**
 * Reads one resource for one credential again and again and tells its subscribers when it changed. One read at a time:
 * the next is planned when the last is done. It slows down when nobody renews it and stops when the last subscriber
 * leaves, when the resource cannot be read any more, when it is a day old or when it is told to; never because something
 * is finished, since in GitLab what is finished may start again.
 */
export class Watcher {
  readonly uri: string;
  readonly #options: WatcherOptions;
  readonly #subscribers = new Set<Subscriber>();
  /** Who waits for the first read. A session that asks twice waits twice, and leaves when neither waits any more. */
  readonly #joins = new Set<{ readonly subscriber: Subscriber; readonly signal: AbortSignal }>();
  #accepting: Promise<void> | undefined;
  #state: 'new' | 'watching' | 'stopped' = 'new';
  #end: WatchEnd | undefined;
  #endAfterRead: WatchEnd | undefined;
  #digest = '';
  #cadenceMs = retryMs;
  #lastReadAt = 0;
  #leaseEndsAt = Number.POSITIVE_INFINITY;
  #lifeEndsAt = Number.POSITIVE_INFINITY;
  #next: ScheduledTask | undefined;
  #reading: AbortController | undefined;

  constructor(options: WatcherOptions) {
    this.uri = options.uri;
    this.#options = options;
  }

  /** Nobody renewed it in time. */
  get slow(): boolean {
    return this.#state === 'watching' && this.#now() >= this.#leaseEndsAt;
  }

  /** When it slows down or did. Milliseconds of the scheduler's clock. */
  get leaseEndsAt(): number {
    return this.#leaseEndsAt;
  }

  /**
   * Adds a subscriber and resolves when the first read, which all who join share, has succeeded (SUB-05, SUB-06).
   *
   * @throws AppError when it has not, or when the watcher was stopped meanwhile.
   */
  async join(subscriber: Subscriber, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancellationError(signal.reason);
    // Whoever is in already stays in, even if this attempt is given up.
    const isIn = this.#subscribers.has(subscriber) && !this.#isAwaitedBy(subscriber);
    this.#subscribers.add(subscriber);
    const join = { subscriber, signal };
    const giveUp = (): void => {
      if (!this.#isAwaitedBy(subscriber)) this.leave(subscriber);
    };
    if (!isIn) {
      this.#joins.add(join);
      signal.addEventListener('abort', giveUp, { once: true });
    }
    try {
      this.#accepting ??= this.#accept();
      await this.#accepting;
    } finally {
      this.#joins.delete(join);
      signal.removeEventListener('abort', giveUp);
    }
    if (this.#end !== undefined) throw refusedBy(this.uri, this.#end);
    if (!this.#subscribers.has(subscriber)) throw cancellationError(signal.reason);
    this.renew();
  }

  /** Removes a subscriber. The last one takes the watcher along. */
  leave(subscriber: Subscriber): void {
    if (this.#subscribers.delete(subscriber) && this.#subscribers.size === 0) this.#stop(undefined);
  }

  has(subscriber: Subscriber): boolean {
    return this.#subscribers.has(subscriber);
  }

  /** Back to full speed, for another half hour. A slow watcher wakes up. */
  renew(): void {
    if (this.#state !== 'watching') return;
    const wasSlow = this.slow;
    this.#leaseEndsAt = this.#now() + leaseMs;
    // A watcher in the middle of a read plans the next one itself.
    if (wasSlow && this.#reading === undefined) {
      this.#plan(Math.max(0, this.#lastReadAt + this.#cadenceMs - this.#now()));
    }
  }

  /** Stops it and tells its subscribers why. */
  end(end: WatchEnd): void {
    // The read under way may be the one that GitLab rejected: then its own answer is the reason (R401-04).
    if (end.reason === 'credential_revoked' && this.#state === 'watching' && this.#reading !== undefined) {
      this.#endAfterRead = end;
    } else this.#stop(end);
  }

  async #accept(): Promise<void> {
    if (this.#end !== undefined) throw refusedBy(this.uri, this.#end);
    try {
      const { digest, activity } = await this.#read();
      this.#digest = digest;
      this.#cadenceMs = cadences[activity];
    } catch (error) {
      const { kind } = this.#notePace(error);
      const end = this.#end;
      this.#stop(undefined);
      // A read that was broken off because the watcher ended has nothing of its own to say.
      throw end !== undefined && kind === 'transient' ? refusedBy(this.uri, end) : toRefusal(error);
    }
    if (this.#isStopped()) return;
    this.#state = 'watching';
    this.#leaseEndsAt = this.#now() + leaseMs;
    this.#lifeEndsAt = this.#now() + lifeMs;
    this.#planNext();
  }

  async #poll(): Promise<void> {
    if (this.#now() >= this.#lifeEndsAt) {
      this.end(toWatchEnd('lifetime_reached'));
      return;
    }
    if (this.#options.pace.paused) {
      this.#plan(0);
      return;
    }
    try {
      const { digest, activity } = await this.#read();
      if (this.#isStopped() || this.#stopAfterRead()) return;
      this.#options.pace.served();
      this.#cadenceMs = cadences[activity];
      this.#planNext();
      if (digest === this.#digest) return;
      this.#digest = digest;
      this.#tellUpdated();
    } catch (error) {
      this.#pollFailed(error);
    }
  }

  #pollFailed(error: unknown): void {
    if (this.#state === 'stopped') return;
    const failure = this.#notePace(error);
    if (failure.kind === 'gone') {
      this.#stop(toWatchEnd('resource_gone', failure.status));
      return;
    }
    if (this.#stopAfterRead()) return;
    const { uri } = this;
    if (error instanceof AppError) this.#options.logger.debug('watched resource could not be read', { uri, error });
    else this.#options.logger.error('watched resource could not be read', { uri, error });
    this.#plan(this.slow ? slowCadenceMs : retryMs);
  }

  #stopAfterRead(): boolean {
    if (this.#endAfterRead === undefined) return false;
    this.#stop(this.#endAfterRead);
    return true;
  }

  #notePace(error: unknown): ReturnType<typeof classifyReadFailure> {
    const failure = classifyReadFailure(error);
    if (failure.kind === 'limited') this.#options.pace.refused(failure.retryAfterMs);
    return failure;
  }

  async #read(): Promise<ReturnType<typeof observe>> {
    const { reader, scheduler, kind } = this.#options;
    const reading = new AbortController();
    this.#reading = reading;
    const deadline = scheduler.at(this.#now() + readTimeoutMs, () =>
      reading.abort(new AppError('gitlab.timeout', `GitLab did not answer within ${readTimeoutMs / 1000} s`)),
    );
    try {
      const { contents } = await reader.read(this.uri, { signal: reading.signal, isPoll: this.#state === 'watching' });
      return observe(contents, kind);
    } finally {
      deadline.cancel();
      this.#reading = undefined;
      this.#lastReadAt = this.#now();
    }
  }

  #planNext(): void {
    this.#plan(this.slow ? slowCadenceMs : this.#cadenceMs);
  }

  #plan(waitMs: number): void {
    if (this.#state !== 'watching') return;
    const { pace, scheduler } = this.#options;
    const cadenceMs = this.slow ? slowCadenceMs : this.#cadenceMs;
    const at = Math.min(pace.plan(this, { waitMs, cadenceMs }), this.#lifeEndsAt);
    this.#next?.cancel();
    // `#poll` handles its own failures.
    this.#next = scheduler.at(at, () => void this.#poll());
  }

  #tellUpdated(): void {
    const watch = this.#snapshot();
    this.#tell((subscriber) => subscriber.updated(this.uri, watch));
  }

  #snapshot(): WatchState {
    const { timers } = this.#options.scheduler;
    const renewBy = new Date(timers.wallTime() + this.#leaseEndsAt - this.#now());
    return {
      state: this.slow ? 'slow' : 'active',
      renewBy: `${renewBy.toISOString().slice(0, 19)}Z`,
      pollIntervalMs: this.slow ? slowCadenceMs : this.#cadenceMs,
      renewedByActivity: true,
    };
  }

  /** A subscriber that cannot be told does not keep the others from being told. */
  #tell(say: (subscriber: Subscriber) => void): void {
    for (const subscriber of Array.from(this.#subscribers)) {
      try {
        say(subscriber);
      } catch (error) {
        this.#options.logger.error('subscriber could not be told', { uri: this.uri, error });
      }
    }
  }

  #stop(end: WatchEnd | undefined): void {
    if (this.#state === 'stopped') return;
    const wasWatching = this.#state === 'watching';
    this.#state = 'stopped';
    this.#end = end;
    this.#next?.cancel();
    this.#options.pace.forget(this);
    this.#options.onStop();
    this.#reading?.abort(new AppError('action.cancelled', 'the watch has ended'));
    // Those who wait for the first read learn it from that.
    if (end !== undefined && wasWatching) this.#tell((subscriber) => subscriber.ended(this.uri, end));
    this.#subscribers.clear();
  }

  #isAwaitedBy(subscriber: Subscriber): boolean {
    for (const join of this.#joins) if (join.subscriber === subscriber && !join.signal.aborted) return true;
    return false;
  }

  /** As a call, since the compiler does not see that a wait changes the state. */
  #isStopped(): boolean {
    return this.#state === 'stopped';
  }

  #now(): number {
    return this.#options.scheduler.now();
  }
}

/** For those who were still to be told that they are subscribed. */
function refusedBy(uri: string, end: WatchEnd): AppError {
  return new AppError('limit.busy', `${uri} is not watched: ${end.detail}`);
}
