import { DistinctCredentials } from './distinct-credentials.ts';
import { FailureBudget } from './failure-budget.ts';

export interface AuthBudgetsOptions {
  readonly failureLimit: number;
  readonly failureWindowMs: number;
  readonly distinctLimit: number;
  readonly distinctWindowMs: number;
  /** Bounds of memory; the defaults hold some megabytes under a flood of addresses. */
  readonly maxClients?: number;
  readonly maxCredentials?: number;
}

/** What keeps a client out, and for how long. */
export interface AddressLock {
  readonly budget: 'failures' | 'distinct-credentials';
  readonly waitMs: number;
}

/**
 * What the gate needs of the budgets. In this process the answers are there at once; replicas that share their counts
 * answer with promises.
 */
export interface AuthBudgets {
  findLock(client: string, isServed: () => boolean): AddressLock | undefined | Promise<AddressLock | undefined>;
  recordMissing(client: string): void | Promise<void>;
  recordRefused(client: string, credentialKey: string): void | Promise<void>;
}

/** The two budgets of every address, in memory. Clients are named by `findClientKey`. */
export class ProcessAuthBudgets implements AuthBudgets {
  readonly #failures: FailureBudget;
  readonly #distinct: DistinctCredentials;

  constructor(options: AuthBudgetsOptions, now: () => number = () => performance.now()) {
    const { failureLimit, failureWindowMs, distinctLimit, distinctWindowMs } = options;
    // The distinct limit may be 100,000, and one client has to fit.
    const { maxClients = 10_000, maxCredentials = 131_072 } = options;
    this.#failures = new FailureBudget({ failures: failureLimit, windowMs: failureWindowMs, maxClients }, now);
    this.#distinct = new DistinctCredentials(
      {
        credentials: distinctLimit,
        windowMs: distinctWindowMs,
        lockStepMs: failureWindowMs,
        maxClients,
        maxCredentials,
      },
      now,
    );
  }

  /**
   * The longest lock that holds the request (REJ-13); `undefined` when it may go on. A credential this process already
   * serves goes on in any case, so that nobody locks out its neighbours behind one address (REJ-18); `isServed` is asked
   * only then, and must not ask GitLab.
   */
  findLock(client: string, isServed: () => boolean): AddressLock | undefined {
    const failures = this.#failures.waitMs(client);
    const distinct = this.#distinct.waitMs(client);
    if ((failures === 0 && distinct === 0) || isServed()) return undefined;
    return failures >= distinct
      ? { budget: 'failures', waitMs: failures }
      : { budget: 'distinct-credentials', waitMs: distinct };
  }

  /** Addresses in figures, without naming one. Walks them all: for somebody who looks. */
  describe() {
    return { failures: this.#failures.describe(), distinct: this.#distinct.describe() };
  }

  /** A request without a credential (AUTH-03): there is none to count as distinct. */
  recordMissing(client: string): void {
    this.#failures.recordFailure(client);
  }

  /** A credential GitLab refused, now or as remembered. `credentialKey` is a digest. */
  recordRefused(client: string, credentialKey: string): void {
    this.#failures.recordFailure(client);
    this.#distinct.recordRefused(client, credentialKey);
  }
}
