import { cancellationError } from '../gitlab/cancellation.ts';
import type { ActionCall } from './call.ts';
import { clientOf } from './counted-requests.ts';
import { integer } from './field.ts';

/** What every wait takes. Values below the least take the default, as an impatient caller means no more than that. */
export const waitFields = {
  timeout_seconds: integer('Seconds to wait at most, 1 to 3600. Default 50, which most clients sit through.', {
    place: 'none',
    maximum: 3600,
    clamp: true,
    aliases: ['timeout', 'max_wait', 'wait_seconds'],
  }),
  interval_seconds: integer('Seconds between two looks, 5 to 60. Default 10.', {
    place: 'none',
    maximum: 60,
    clamp: true,
    aliases: ['interval', 'poll_interval', 'polling_interval'],
  }),
} as const;

export interface WaitOptions {
  /** The object that is looked at, as a path below the API base. */
  readonly path: string;
  readonly timeoutSeconds: number | undefined;
  readonly intervalSeconds: number | undefined;
  /** Whether the wait is over. */
  isOver(state: unknown): boolean;
  /** One clause on how it stands, for progress. */
  describe(state: unknown): string;
}

export interface Waited {
  /** The object as it was last seen. */
  readonly state: unknown;
  readonly seconds: number;
  readonly polls: number;
  readonly timedOut: boolean;
}

/**
 * Looks at one object again and again until it is in a final state or the time is up, which is not a failure: the
 * caller gets the state and may go on waiting (trap T-74). Waits of one credential for one object share their requests.
 * The caller's signal ends its wait at once, and the polling when nobody else waits.
 */
export function waitFor(call: ActionCall<unknown>, options: WaitOptions): Promise<Waited> {
  const timeoutMs = 1000 * atLeast(1, options.timeoutSeconds, 50);
  const intervalMs = 1000 * atLeast(5, options.intervalSeconds, 10);
  const startedAt = call.now();

  return new Promise((resolve, reject) => {
    if (call.signal.aborted) {
      reject(cancellationError(call.signal.reason));
      return;
    }
    let polls = 0;
    let seen: { readonly state: unknown } | undefined;
    let isLate = false;

    const finish = (state: unknown, timedOut: boolean): void => {
      leave();
      resolve({ state, seconds: Math.round((call.now() - startedAt) / 1000), polls, timedOut });
    };
    const waiter: Waiter = {
      intervalMs,
      onState(state) {
        polls += 1;
        seen = { state };
        call.progress(polls, undefined, options.describe(state));
        if (options.isOver(state)) finish(state, false);
        else if (isLate) finish(state, true);
      },
      onError(error) {
        leave();
        reject(error);
      },
    };
    // A wait that is over before the first answer still waits for that answer: there must be a state to report.
    const deadline = setTimeout(() => {
      isLate = true;
      if (seen !== undefined) finish(seen.state, true);
    }, timeoutMs);
    const onAbort = (): void => {
      leave();
      reject(cancellationError(call.signal.reason));
    };
    const leave = (): void => {
      clearTimeout(deadline);
      call.signal.removeEventListener('abort', onAbort);
      poller.leave(waiter);
    };
    call.signal.addEventListener('abort', onAbort, { once: true });
    const poller = pollerOf(clientOf(call.gitlab), options.path);
    poller.join(waiter);
  });
}

interface Waiter {
  readonly intervalMs: number;
  onState(state: unknown): void;
  onError(error: Error): void;
}

type Reader = ActionCall['gitlab'];

/** Polls in progress: by client, so by credential, and by path. A poller takes itself out when its last waiter leaves. */
const pollers = new WeakMap<Reader, Map<string, Poller>>();

function pollerOf(gitlab: Reader, path: string): Poller {
  let ofClient = pollers.get(gitlab);
  if (ofClient === undefined) {
    ofClient = new Map();
    pollers.set(gitlab, ofClient);
  }
  let poller = ofClient.get(path);
  if (poller === undefined) {
    const known = ofClient;
    poller = new Poller(gitlab, path, () => known.delete(path));
    known.set(path, poller);
  }
  return poller;
}

/** Reads one object at the shortest interval that anyone who waits for it asked for. */
class Poller {
  readonly #gitlab: Reader;
  readonly #path: string;
  readonly #onEmpty: () => void;
  readonly #waiters = new Set<Waiter>();
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;

  constructor(gitlab: Reader, path: string, onEmpty: () => void) {
    this.#gitlab = gitlab;
    this.#path = path;
    this.#onEmpty = onEmpty;
  }

  /** The first look is at once, also for one who joins while others wait: it asked now. */
  join(waiter: Waiter): void {
    this.#waiters.add(waiter);
    if (this.#isReading) return;
    clearTimeout(this.#timer);
    void this.#read();
  }

  leave(waiter: Waiter): void {
    if (!this.#waiters.delete(waiter) || this.#waiters.size > 0) return;
    clearTimeout(this.#timer);
    this.#onEmpty();
    this.#controller.abort();
  }

  /** Never rejects: what goes wrong is the waiters' to know. */
  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      const { body } = await this.#gitlab.send(
        { method: 'GET', path: this.#path },
        { signal: this.#controller.signal },
      );
      this.#isReading = false;
      for (const waiter of this.#waiters) waiter.onState(body);
    } catch (error) {
      this.#isReading = false;
      const reason = error instanceof Error ? error : new Error(String(error));
      for (const waiter of this.#waiters) waiter.onError(reason);
    }
    if (this.#waiters.size === 0) return;
    const intervalMs = Math.min(...[...this.#waiters].map((waiter) => waiter.intervalMs));
    this.#timer = setTimeout(() => void this.#read(), intervalMs);
  }
}

function atLeast(least: number, value: number | undefined, fallback: number): number {
  return value === undefined || value < least ? fallback : value;
}
