import { LRUCache } from 'lru-cache';
import type { RefusedVerdict } from './verdict.ts';

export interface RefusalMemoryOptions {
  readonly lifeMs: number;
  /** Keys remembered at once; the least recently asked is forgotten first. */
  readonly maxKeys: number;
}

/** Remembers for a while what GitLab said of a credential that cannot change, by key alone (VER-06). */
export class RefusalMemory {
  readonly #verdicts: LRUCache<string, { readonly verdict: RefusedVerdict; readonly until: number }>;
  readonly #lifeMs: number;
  readonly #now: () => number;

  constructor(options: RefusalMemoryOptions, now: () => number = Date.now) {
    this.#verdicts = new LRUCache({ max: options.maxKeys });
    this.#lifeMs = options.lifeMs;
    this.#now = now;
  }

  /** Those whose time is up included, until somebody asks for them. */
  get size(): number {
    return this.#verdicts.size;
  }

  find(key: string): RefusedVerdict | undefined {
    const known = this.#verdicts.get(key);
    if (known === undefined) return undefined;
    if (known.until > this.#now()) return known.verdict;
    this.#verdicts.delete(key);
    return undefined;
  }

  remember(key: string, verdict: RefusedVerdict): void {
    this.#verdicts.set(key, { verdict, until: this.#now() + this.#lifeMs });
  }
}
