import { LRUCache } from 'lru-cache';

export interface FailureBudgetOptions {
  /** Failed authentications of one client in a window that lock it for the rest of the window; 0 switches this off. */
  readonly failures: number;
  readonly windowMs: number;
  /** Clients remembered at once; the least recently seen is forgotten first. */
  readonly maxClients: number;
}

interface Window {
  failures: number;
  readonly endsAt: number;
}

/**
 * Slows down credential guessing (BUDGET-01): a client that keeps failing must wait for its window to end. The window
 * starts with the first failure. Only failures count, so a busy honest client never pays.
 */
export class FailureBudget {
  readonly #windows: LRUCache<string, Window>;
  readonly #options: FailureBudgetOptions;
  readonly #now: () => number;

  constructor(options: FailureBudgetOptions, now: () => number) {
    this.#windows = new LRUCache({ max: options.maxClients });
    this.#options = options;
    this.#now = now;
  }

  /** Milliseconds the client must wait before its next attempt; 0 when it may try now. */
  waitMs(client: string): number {
    const window = this.#findWindow(client);
    return window !== undefined && window.failures >= this.#options.failures ? window.endsAt - this.#now() : 0;
  }

  /** Clients with a window, and those of them that have to wait. */
  describe(): { readonly clients: number; readonly locked: number } {
    const now = this.#now();
    let clients = 0;
    let locked = 0;
    for (const { failures, endsAt } of this.#windows.values()) {
      if (endsAt <= now) continue;
      clients += 1;
      if (failures >= this.#options.failures) locked += 1;
    }
    return { clients, locked };
  }

  recordFailure(client: string): void {
    const { failures, windowMs } = this.#options;
    if (failures === 0 || windowMs === 0) return;
    const window = this.#findWindow(client);
    if (window === undefined) this.#windows.set(client, { failures: 1, endsAt: this.#now() + windowMs });
    else window.failures += 1;
  }

  #findWindow(client: string): Window | undefined {
    const window = this.#windows.get(client);
    return window !== undefined && window.endsAt > this.#now() ? window : undefined;
  }
}
