import { LRUCache } from 'lru-cache';

export interface DistinctCredentialsOptions {
  /** Different refused credentials of one client in a window that lock it; 0 switches this off. */
  readonly credentials: number;
  readonly windowMs: number;
  /** The failure window: locks last one, then ten, then sixty of them. */
  readonly lockStepMs: number;
  /** Clients remembered at once; the least recently seen is forgotten first. */
  readonly maxClients: number;
  /** Credentials remembered at once over all clients; those of the least recently seen client are forgotten first. */
  readonly maxCredentials: number;
}

interface Client {
  /** Truncated digests of what was refused in the window. */
  readonly digests: Set<string>;
  readonly windowEndsAt: number;
  readonly locks: number;
  readonly lockedUntil: number;
  /** When it goes quiet for this long, its earlier locks are forgotten. */
  readonly quietUntil: number;
}

/** Lengths of the first, the second and every later lock, in failure windows. */
const lockSteps = [1, 10, 60] as const;
const longestLock = 60;

/**
 * Slows down trying many credentials slowly (BUDGET-02): a client that had too many different ones refused is locked,
 * longer each time. One credential tried again and again counts once here; the failure budget is there for that.
 */
export class DistinctCredentials {
  readonly #clients: LRUCache<string, Client>;
  readonly #options: DistinctCredentialsOptions;
  readonly #now: () => number;

  constructor(options: DistinctCredentialsOptions, now: () => number) {
    this.#clients = new LRUCache({
      max: options.maxClients,
      maxSize: options.maxCredentials,
      sizeCalculation: ({ digests }) => 1 + digests.size,
    });
    this.#options = options;
    this.#now = now;
  }

  /** Milliseconds until the client may try again; 0 when it may try now. */
  waitMs(client: string): number {
    return Math.max(0, (this.#clients.get(client)?.lockedUntil ?? 0) - this.#now());
  }

  /** Clients with refused credentials or an earlier lock, and those of them that are locked. */
  describe(): { readonly clients: number; readonly locked: number } {
    const now = this.#now();
    const clients = Array.from(this.#clients.values()).filter(({ quietUntil }) => quietUntil > now);
    return { clients: clients.length, locked: clients.filter(({ lockedUntil }) => lockedUntil > now).length };
  }

  /** `digest` names the credential and must not be the credential. */
  recordRefused(client: string, digest: string): void {
    const { credentials, windowMs, lockStepMs } = this.#options;
    if (credentials === 0 || windowMs === 0 || lockStepMs === 0) return;

    const now = this.#now();
    const known = this.#findClient(client, now);
    // It was under way when the lock fell: it must not lengthen it.
    if (known !== undefined && known.lockedUntil > now) return;
    const isInWindow = known !== undefined && known.windowEndsAt > now;
    const digests = isInWindow ? known.digests : new Set<string>();
    digests.add(digest.slice(0, 16));
    const windowEndsAt = isInWindow ? known.windowEndsAt : now + windowMs;
    const locks = known?.locks ?? 0;
    const quietMs = longestLock * lockStepMs;

    // A new object each time: the cache counts the digests of a client when it is set.
    if (digests.size < credentials) {
      this.#clients.set(client, { digests, windowEndsAt, locks, lockedUntil: now, quietUntil: now + quietMs });
      return;
    }
    const lockedUntil = now + (lockSteps[locks] ?? longestLock) * lockStepMs;
    this.#clients.set(client, {
      digests: new Set(),
      windowEndsAt: now,
      locks: locks + 1,
      lockedUntil,
      quietUntil: lockedUntil + quietMs,
    });
  }

  /** Silence starts when a lock ends, not during it: a locked client is silent because it has to be. */
  #findClient(client: string, now: number): Client | undefined {
    const known = this.#clients.get(client);
    return known !== undefined && known.quietUntil > now ? known : undefined;
  }
}
