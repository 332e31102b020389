import { TokenBucket } from './token-bucket.ts';

export interface RateLimitOptions {
  /** Requests a second that one credential may make; 0 switches every bucket off (RATE-05). */
  readonly ratePerSecond: number;
  /** Requests it may make at once. */
  readonly burst: number;
}

/** The buckets of one pool entry. They live as long as the entry: a rebuilt entry starts with full ones. */
export interface EntryBuckets {
  readonly calls: TokenBucket;
  readonly completions: TokenBucket;
  readonly listings: TokenBucket;
}

export interface RateRefusal {
  readonly ok: false;
  /** Whose bucket is empty. For the log only: the caller is not told that others are listing. */
  readonly scope: 'credential' | 'process';
  readonly retryAfterMs: number;
}

export type Charge =
  | {
      readonly ok: true;
      /** Puts the tokens back, once: for a request refused after it was charged. */
      refund(): void;
    }
  | RateRefusal;

/**
 * What the protocol layer needs of the limiter. In this process the answer is there at once; replicas that share their
 * buckets answer with a promise.
 */
export interface RateLimiter {
  /** `undefined` when limits are off. `credentialKey` is the digest the pool knows the entry by. */
  createBuckets(credentialKey: string): EntryBuckets | undefined;
  charge(buckets: EntryBuckets | undefined, method: string, listedTools?: number): Charge | Promise<Charge>;
}

/** Methods that are charged. Everything else is answered from the catalog and free (RATE-05). */
const bucketOf = new Map<string, keyof EntryBuckets>([
  ['tools/call', 'calls'],
  ['resources/read', 'calls'],
  ['resources/subscribe', 'calls'],
  ['subscriptions/listen', 'calls'],
  ['prompts/get', 'calls'],
  ['completion/complete', 'completions'],
  ['tools/list', 'listings'],
]);

/**
 * Listing costs processor time that every caller waits for, and a caller can make more credentials but not more
 * processor. So this bucket is shared and counts tools, and no option moves it (RATE-03).
 */
const processListing = { tokensPerSecond: 3000, burst: 48_000 };

const free: Charge = { ok: true, refund: () => {} };

/** How often credentials may call (RATE-01 to RATE-05). */
export class RateLimits implements RateLimiter {
  readonly #options: RateLimitOptions;
  readonly #now: () => number;
  readonly #listedTools: TokenBucket;

  constructor(options: RateLimitOptions, now: () => number = () => performance.now()) {
    this.#options = options;
    this.#now = now;
    this.#listedTools = new TokenBucket(processListing, now);
  }

  createBuckets(_credentialKey: string): EntryBuckets | undefined {
    const { ratePerSecond: rate, burst } = this.#options;
    if (rate === 0) return undefined;
    return {
      calls: new TokenBucket({ tokensPerSecond: rate, burst }, this.#now),
      // An editor asks for completions while its user types.
      completions: new TokenBucket({ tokensPerSecond: rate * 10, burst: burst * 10 }, this.#now),
      // The burst stays whole: a fleet on one credential lists all at once when it reconnects.
      listings: new TokenBucket({ tokensPerSecond: rate / 10, burst }, this.#now),
    };
  }

  /** Charges one request. `listedTools` is the number of tools a `tools/list` answer carries. */
  charge(buckets: EntryBuckets | undefined, method: string, listedTools = 0): Charge {
    const name = bucketOf.get(method);
    if (buckets === undefined || name === undefined) return free;

    const tools = name === 'listings' ? listedTools : 0;
    const processWaitMs = tools === 0 ? 0 : this.#listedTools.take(tools);
    if (processWaitMs > 0) return { ok: false, scope: 'process', retryAfterMs: processWaitMs };

    const bucket = buckets[name];
    const waitMs = bucket.take(1);
    if (waitMs > 0) {
      this.#listedTools.give(tools);
      return { ok: false, scope: 'credential', retryAfterMs: waitMs };
    }
    let charged = true;
    return {
      ok: true,
      refund: () => {
        if (!charged) return;
        charged = false;
        bucket.give(1);
        this.#listedTools.give(tools);
      },
    };
  }

  /** What a credential may do, and what is left of what all share. */
  describe() {
    const { ratePerSecond, burst } = this.#options;
    return { ratePerSecond, burst, listedTools: { left: this.#listedTools.level, ...processListing } };
  }

  /** What the log line of a refusal says about the limit. */
  toLogFields({ scope }: RateRefusal): Readonly<Record<string, unknown>> {
    if (scope === 'process') {
      return { scope, limit_tools_per_second: processListing.tokensPerSecond, burst_tools: processListing.burst };
    }
    return { scope, rate_limit_rps: this.#options.ratePerSecond, rate_limit_burst: this.#options.burst };
  }
}

/** The one sentence of every refusal (RATE-04). `what` is the tool for `tools/call` and the method for the others. */
export function rateLimitMessage(what: string): string {
  return `rate limit exceeded for ${what}; retry after a short backoff`;
}
