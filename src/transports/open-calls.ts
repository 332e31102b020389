import type { Entry } from '../credentials/entry.ts';
import type { RequestId } from '../mcp/json-rpc.ts';

/** Stops one call and ends the response that waits for it. */
export type CancelCall = (reason: string) => void;

/**
 * The calls in flight of every credential, by the client's own ID. IDs are unique per client only, so a cancellation
 * that arrives in a POST of its own acts when exactly one open call of the credential matches, and is ignored otherwise.
 */
export class OpenCalls {
  readonly #byEntry = new WeakMap<Entry, Map<RequestId, Set<CancelCall>>>();

  /** Remembers a call until the returned function is called. */
  add(entry: Entry, id: RequestId, cancel: CancelCall): () => void {
    const calls = this.#byEntry.get(entry) ?? new Map<RequestId, Set<CancelCall>>();
    this.#byEntry.set(entry, calls);
    const same = calls.get(id) ?? new Set<CancelCall>();
    calls.set(id, same);
    same.add(cancel);
    return () => {
      same.delete(cancel);
      if (same.size === 0 && calls.get(id) === same) calls.delete(id);
    };
  }

  /** Acts on the parameters of a `notifications/cancelled`, which are a client's and may be anything. */
  cancel(entry: Entry, params: unknown): void {
    if (typeof params !== 'object' || params === null || !('requestId' in params)) return;
    const same = this.#byEntry.get(entry)?.get(params.requestId as RequestId);
    const [only] = same ?? [];
    if (only === undefined || same?.size !== 1) return;
    only('reason' in params && typeof params.reason === 'string' ? params.reason : 'cancelled by the client');
  }
}
