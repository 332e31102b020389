import type { Timers } from '../../src/subscriptions/timers.ts';

interface Alarm {
  readonly at: number;
  readonly callback: () => void;
}

/** Time that stands still until it is advanced. */
export class ManualTimers implements Timers {
  readonly #alarms = new Set<Alarm>();
  #now = 1_000;

  now(): number {
    return this.#now;
  }

  wallTime(): number {
    return Date.UTC(2026, 7, 25, 19, 0, 0) + this.#now - 1_000;
  }

  alarm(callback: () => void, ms: number): () => void {
    const alarm = { at: this.#now + ms, callback };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  /** When the next alarm rings; `undefined` when none is set. */
  get nextAt(): number | undefined {
    return this.#first(Number.POSITIVE_INFINITY)?.at;
  }

  /** Alarms that are set. */
  get size(): number {
    return this.#alarms.size;
  }

  /** Moves the time and rings what comes due on the way, each with everything it started that needs no time. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let next = this.#first(end); next !== undefined; next = this.#first(end)) {
      this.#alarms.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settle();
    }
    this.#now = end;
  }

  #first(end: number): Alarm | undefined {
    const due = Array.from(this.#alarms).filter(({ at }) => at <= end);
    return due.sort((one, other) => one.at - other.at)[0];
  }
}

/** Lets everything run that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
