import type { PageInfo } from '../gitlab/page.ts';

/** What one list had to offer. */
export interface Found {
  readonly candidates: readonly Candidate[];
  readonly page: PageInfo | undefined;
}

export interface Candidate {
  readonly value: string;
  /** Another spelling; `''` when there is none. */
  readonly also: string;
  /** 0 when the list is ordered as it should be shown. */
  readonly changedAtMs: number;
}

const lifetimeMs = 10_000;
const mostLists = 16;

/**
 * What a caller was sent a moment ago: an editor asks again for every field and every keystroke. Kept by the caller's own
 * client, so that nobody is shown what somebody else may see, and gone with it. A failure is not kept.
 */
export class RecentValues {
  readonly #now: () => number;
  readonly #byClient = new WeakMap<object, Map<string, { readonly atMs: number; readonly found: Found }>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  async remember(client: object, key: string, read: () => Promise<Found>): Promise<Found> {
    const known = this.#byClient.get(client)?.get(key);
    if (known !== undefined && this.#now() - known.atMs < lifetimeMs) return known.found;
    const found = await read();
    const lists = this.#byClient.get(client) ?? new Map<string, { readonly atMs: number; readonly found: Found }>();
    this.#byClient.set(client, lists);
    lists.delete(key);
    lists.set(key, { atMs: this.#now(), found });
    // Oldest first, so the first key is the one to let go.
    for (const oldest of lists.keys()) {
      if (lists.size <= mostLists) break;
      lists.delete(oldest);
    }
    return found;
  }
}
