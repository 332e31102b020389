export interface TokenBucketOptions {
  /** Refill. More than 0. */
  readonly tokensPerSecond: number;
  /** Held at most, and held at first. */
  readonly burst: number;
}

/** Refills are fractions: whoever waits exactly as long as it was told must not come a millionth short. */
const rounding = 1e-6;

/** Lets through `burst` at once and `tokensPerSecond` in the long run. The clock only has to be steady, in milliseconds. */
export class TokenBucket {
  readonly #tokensPerMs: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #countedAt: number;

  constructor({ tokensPerSecond, burst }: TokenBucketOptions, now: () => number) {
    this.#tokensPerMs = tokensPerSecond / 1000;
    this.#burst = burst;
    this.#now = now;
    this.#tokens = burst;
    this.#countedAt = now();
  }

  /** Tokens there are right now. */
  get level(): number {
    this.#refill();
    return this.#tokens;
  }

  /**
   * Takes the tokens and gives 0, or takes none and gives the milliseconds until there will be enough. More than a full
   * bucket is charged as a full bucket: it could never be paid.
   */
  take(tokens: number): number {
    this.#refill();
    const missing = Math.min(tokens, this.#burst) - this.#tokens;
    if (missing > rounding) return Math.ceil(missing / this.#tokensPerMs);
    this.#tokens = Math.max(0, this.#tokens - tokens);
    return 0;
  }

  /** Puts back what `take` took for something that did not happen. */
  give(tokens: number): void {
    this.#refill();
    this.#tokens = Math.min(this.#burst, this.#tokens + tokens);
  }

  #refill(): void {
    const now = this.#now();
    const elapsedMs = Math.max(0, now - this.#countedAt);
    this.#countedAt = now;
    this.#tokens = Math.min(this.#burst, this.#tokens + elapsedMs * this.#tokensPerMs);
  }
}
