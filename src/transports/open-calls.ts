import type { RequestId } from '../mcp/json-rpc.ts';

/** Stops one call and ends the response that waits for it. */
export type CancelCall = (reason: string) => void;

/**
 * The calls in flight, by the client's own ID within an owner: the credential's entry, or the session. Of an entry two
 * clients may use the same ID, so a cancellation that arrives in a POST of its own acts when exactly one open call
 * matches, and is ignored otherwise.
 */
export class OpenCalls {
  readonly #byOwner = new WeakMap<object, Map<RequestId, Set<CancelCall>>>();

  /** Remembers a call until the returned function is called. */
  add(owner: object, id: RequestId, cancel: CancelCall): () => void {
    const calls = this.#byOwner.get(owner) ?? new Map<RequestId, Set<CancelCall>>();
    this.#byOwner.set(owner, calls);
    const same = calls.get(id) ?? new Set<CancelCall>();
    calls.set(id, same);
    same.add(cancel);
    return () => {
      same.delete(cancel);
      if (same.size === 0 && calls.get(id) === same) calls.delete(id);
    };
  }

  has(owner: object, id: RequestId): boolean {
    return this.#byOwner.get(owner)?.has(id) ?? false;
  }

  /** Acts on the parameters of a `notifications/cancelled`, which are a client's and may be anything. */
  cancel(owner: object, params: unknown): void {
    if (typeof params !== 'object' || params === null || !('requestId' in params)) return;
    const same = this.#byOwner.get(owner)?.get(params.requestId as RequestId);
    const [only] = same ?? [];
    if (only === undefined || same?.size !== 1) return;
    only('reason' in params && typeof params.reason === 'string' ? params.reason : 'cancelled by the client');
  }

  /** Stops everything of an owner that is gone. */
  cancelAll(owner: object, reason: string): void {
    const calls = this.#byOwner.get(owner)?.values() ?? [];
    for (const cancel of Array.from(calls).flatMap((same) => [...same])) cancel(reason);
  }
}
