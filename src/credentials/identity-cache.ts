import { LRUCache } from 'lru-cache';
import type { TokenDescription } from './describe-token.ts';
import type { User } from './verdict.ts';

/** Whose a verified token is and what it may do. Nothing of the token itself. */
export interface Identity {
  readonly user: User;
  readonly description: TokenDescription;
  /** When the token ends, in milliseconds since 1970; `undefined` for one that does not. */
  readonly expiresAt: number | undefined;
}

export interface IdentityCacheOptions {
  /** How long an identity counts; shorter for a token that ends before. */
  readonly ttlMs: number;
  /** Identities kept at once. */
  readonly maxIdentities: number;
}

/** Identities of verified tokens, by credential key (OAUTH-04). */
export class IdentityCache {
  readonly #identities: LRUCache<string, { readonly identity: Identity; readonly until: number }>;
  readonly #ttlMs: number;
  readonly #now: () => number;

  constructor(options: IdentityCacheOptions, now: () => number = Date.now) {
    this.#identities = new LRUCache({ max: options.maxIdentities });
    this.#ttlMs = options.ttlMs;
    this.#now = now;
  }

  get size(): number {
    return this.#identities.size;
  }

  /** Being asked for counts as use. */
  find(key: string): Identity | undefined {
    const known = this.#identities.get(key);
    if (known === undefined) return undefined;
    if (known.until > this.#now()) return known.identity;
    this.#identities.delete(key);
    return undefined;
  }

  /** A full cache first gives up what has expired, then what was used longest ago. */
  keep(key: string, identity: Identity): void {
    if (this.#identities.size >= this.#identities.max) this.dropExpired();
    const until = Math.min(this.#now() + this.#ttlMs, identity.expiresAt ?? Number.POSITIVE_INFINITY);
    this.#identities.set(key, { identity, until });
  }

  /** For those that nobody asks for again. */
  dropExpired(): void {
    const now = this.#now();
    for (const [key, { until }] of this.#identities.entries()) if (until <= now) this.#identities.delete(key);
  }
}
