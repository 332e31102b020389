import { LRUCache } from 'lru-cache';
import type { Verdict } from './verdict.ts';

type Refusal = Exclude<Verdict, { kind: 'accepted' }>;

export interface RefusalMemoryOptions {
  readonly lifeMs: number;
  /** Keys remembered at once; the least recently asked is forgotten first. */
  readonly maxKeys: number;
}

/** Remembers for a while what GitLab said of a credential that cannot change, by key alone (VER-06). */
export class RefusalMemory {
  readonly #verdicts: LRUCache<string, { readonly verdict: Refusal; readonly until: number }>;
  readonly #lifeMs: number;
  readonly #now: () => number;

  constructor(options: RefusalMemoryOptions, now: () => number = Date.now) {
    this.#verdicts = new LRUCache({ max: options.maxKeys });
    this.#lifeMs = options.lifeMs;
    this.#now = now;
  }

  find(key: string): Refusal | undefined {
    const known = this.#verdicts.get(key);
    if (known === undefined) return undefined;
    if (known.until > this.#now()) return known.verdict;
    this.#verdicts.delete(key);
    return undefined;
  }

  remember(key: string, verdict: Refusal): void {
    this.#verdicts.set(key, { verdict, until: this.#now() + this.#lifeMs });
  }
}
