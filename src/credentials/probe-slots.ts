/** What came of a check that needed a slot. */
export type Slotted<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** No slot came free in time. */
  | { readonly kind: 'busy' }
  /** When one came free nobody wanted the check any more. */
  | { readonly kind: 'withdrawn' };

/** Whether somebody still waits for an answer. Asked after every wait for a slot, so it must be cheap. */
export type IsWanted = () => boolean | Promise<boolean>;

/** A fixed number of slots with a bounded wait for one. */
export class ProbeSlots {
  readonly limit: number;
  readonly #waitMs: number;
  #free: number;
  readonly #waiting: { readonly take: () => void }[] = [];

  constructor(options: { readonly slots: number; readonly waitMs: number }) {
    this.limit = options.slots;
    this.#free = options.slots;
    this.#waitMs = options.waitMs;
  }

  get taken(): number {
    return this.limit - this.#free;
  }

  /** A slot that is free right now, as a function that frees it again. */
  tryAcquire(): (() => void) | undefined {
    if (this.#free === 0) return undefined;
    this.#free -= 1;
    return this.#releaser();
  }

  /** Gives a function that frees the slot again, or `undefined` when none came free in time. */
  async acquire(): Promise<(() => void) | undefined> {
    const free = this.tryAcquire();
    if (free !== undefined) return free;
    return new Promise((resolve) => {
      const waiter = {
        take: () => {
          clearTimeout(timer);
          resolve(this.#releaser());
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        resolve(undefined);
      }, this.#waitMs);
      this.#waiting.push(waiter);
    });
  }

  /** Runs a check in a slot, if it is still wanted once there is one. */
  async run<T>(check: () => Promise<T>, isWanted: IsWanted = () => true): Promise<Slotted<T>> {
    const release = await this.acquire();
    try {
      if (!(await isWanted())) return { kind: 'withdrawn' };
      return release === undefined ? { kind: 'busy' } : { kind: 'done', value: await check() };
    } finally {
      release?.();
    }
  }

  /** Freeing twice frees once. A slot goes straight to the one who waits longest. */
  #releaser(): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next.take();
    };
  }
}
