import type { Scheduler } from './scheduler.ts';

const firstPauseMs = 30_000;
const maxPauseMs = 5 * 60_000;
/** Doublings after which a pause is at its maximum anyway. */
const maxDoublings = 8;
/** A pause is up to this part longer, so that credentials of one user do not come back together. */
const pauseJitter = 0.2;

/** Moments that are tried before a poll is put at the one farthest from its neighbours. */
const candidates = 4;

/**
 * When the watchers of one credential ask GitLab. GitLab counts requests per user, so they keep apart from each other
 * instead of coming as a herd, and one 429 makes all of them wait (SUB-09).
 */
export class Pace {
  readonly #scheduler: Scheduler;
  readonly #random: () => number;
  readonly #planned = new Map<object, number>();
  #pauseEndsAt = Number.NEGATIVE_INFINITY;
  #refusals = 0;

  constructor(scheduler: Scheduler, random: () => number) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  get paused(): boolean {
    return this.#scheduler.now() < this.#pauseEndsAt;
  }

  /**
   * The moment of a watcher's next poll: after its wait and within a twentieth of its cadence, where the fewest others
   * poll. After a pause the whole cadence is used, since everybody waits for the same moment.
   */
  plan(watcher: object, wait: { readonly waitMs: number; readonly cadenceMs: number }): number {
    this.#planned.delete(watcher);
    const due = this.#scheduler.now() + wait.waitMs;
    const earliest = Math.max(due, this.#pauseEndsAt);
    const window = earliest > due ? wait.cadenceMs : wait.cadenceMs / 20;
    const moment = this.#loneliest(earliest, window, wait.cadenceMs);
    this.#planned.set(watcher, moment);
    return moment;
  }

  forget(watcher: object): void {
    this.#planned.delete(watcher);
  }

  /** GitLab answered 429. Polls that were under way together are one refusal. */
  refused(retryAfterMs = 0): void {
    if (this.paused) return;
    const base = firstPauseMs * 2 ** Math.min(this.#refusals, maxDoublings);
    const jittered = base * (1 + pauseJitter * this.#random());
    this.#pauseEndsAt = this.#scheduler.now() + Math.min(maxPauseMs, Math.max(jittered, retryAfterMs));
    this.#refusals += 1;
  }

  /** GitLab answered. A read that was sent before the pause says nothing about it. */
  served(): void {
    if (!this.paused) this.#refusals = 0;
  }

  #loneliest(earliest: number, window: number, cadenceMs: number): number {
    let best = earliest;
    let widest = Number.NEGATIVE_INFINITY;
    for (let tried = 0; tried < candidates; tried += 1) {
      const moment = earliest + window * this.#random();
      const distance = this.#distanceToOthers(moment, cadenceMs);
      if (distance <= widest) continue;
      best = moment;
      widest = distance;
    }
    return best;
  }

  /** Polls repeat: one that is due just before a whole cadence from now comes round again beside this moment. */
  #distanceToOthers(moment: number, cadenceMs: number): number {
    let nearest = Number.POSITIVE_INFINITY;
    for (const other of this.#planned.values()) {
      const distance = Math.abs(other - moment) % cadenceMs;
      nearest = Math.min(nearest, distance, cadenceMs - distance);
    }
    return nearest;
  }
}
