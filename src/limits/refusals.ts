import { channel } from 'node:diagnostics_channel';
import { type ErrorCode, errorKinds } from '../errors/app-error.ts';

/**
 * Every request that this program itself turned away, by its code. A channel because refusals happen in many places and
 * somebody seldom looks: without a listener, publishing is one comparison. Nothing of the request is published.
 */
const refusals = channel('gitlab-mcp-server.refusal');

/** Tells whoever counts that a request was refused. */
export function reportRefusal(code: ErrorCode): void {
  if (refusals.hasSubscribers) refusals.publish(code);
}

export interface RefusalCount {
  readonly code: ErrorCode;
  readonly count: number;
  /** Of the last one, in milliseconds of the clock. */
  readonly lastAt: number;
}

/** Counts the refusals of the process from its construction until it is closed. */
export class RefusalCounts {
  // By code, so there are never more than there are codes.
  readonly #counts = new Map<ErrorCode, RefusalCount>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    refusals.subscribe(this.#count);
  }

  /** Latest first. */
  list(): readonly RefusalCount[] {
    return [...this.#counts.values()].sort((one, other) => other.lastAt - one.lastAt);
  }

  close(): void {
    refusals.unsubscribe(this.#count);
  }

  readonly #count = (code: unknown): void => {
    if (!isErrorCode(code)) return;
    const count = (this.#counts.get(code)?.count ?? 0) + 1;
    this.#counts.set(code, { code, count, lastAt: this.#now() });
  };
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorKinds, code);
}
