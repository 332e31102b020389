/** Where a manual clock starts: a Monday morning, so that "this week" and "yesterday" read well in seeds. */
export const manualEpochMs = Date.UTC(2026, 2, 2, 9, 0, 0);

export type ClockMode = 'real' | 'manual';

interface Task {
  readonly atMs: number;
  readonly order: number;
  readonly run: (atMs: number) => void;
}

/**
 * The time of the sandbox. A manual clock stands still until it is advanced; a real one follows the machine and may be
 * pushed ahead of it. No timers: tasks that have come due run on `advance`, or before the next request is answered, so
 * what a request sees depends only on the time, never on scheduling.
 */
export class Clock {
  readonly mode: ClockMode;
  #aheadMs = 0;
  #taskMs: number | undefined;
  #tasks: Task[] = [];
  #order = 0;

  constructor(mode: ClockMode) {
    this.mode = mode;
  }

  /** Milliseconds since 1970. While a due task runs, the moment it was due. */
  now(): number {
    return this.#taskMs ?? this.#current();
  }

  /** A moment as GitLab writes it: UTC with milliseconds. */
  timestamp(atMs: number = this.now()): string {
    return new Date(atMs).toISOString();
  }

  /** The current date, `YYYY-MM-DD`. */
  today(): string {
    return this.timestamp().slice(0, 10);
  }

  /** Runs `run` once the clock has reached `atMs`; tasks run in the order they come due. */
  at(atMs: number, run: (atMs: number) => void): void {
    this.#tasks.push({ atMs, order: this.#order++, run });
    this.#tasks.sort((a, b) => a.atMs - b.atMs || a.order - b.order);
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
    this.runDue();
  }

  /** Catches up with everything that has come due, including what due tasks schedule. */
  runDue(): void {
    if (this.#taskMs !== undefined) return;
    const now = this.#current();
    for (let next = this.#tasks[0]; next !== undefined && next.atMs <= now; next = this.#tasks[0]) {
      this.#tasks.shift();
      this.#taskMs = next.atMs;
      try {
        next.run(next.atMs);
      } finally {
        this.#taskMs = undefined;
      }
    }
  }

  #current(): number {
    return (this.mode === 'manual' ? manualEpochMs : Date.now()) + this.#aheadMs;
  }
}
