import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Timeouts } from './dispatcher.ts';

/** One HTTP request as it goes on the wire. */
export interface WireRequest {
  readonly origin: string;
  /** Path and query, encoded. */
  readonly path: string;
  readonly method: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body?: string | Buffer | Readable | undefined;
  readonly maxBytes: number;
}

export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: RawHeaders;
  /** Lets go of a body that nobody will read. */
  discard?(): void;
}

export interface CollectedAnswer extends Answer {
  readonly body: Buffer;
  /** The body was longer than `maxBytes`; `body` is its beginning. */
  readonly isCut: boolean;
}

export interface Failure {
  readonly kind: 'failure';
  readonly error: Error;
  /** Whether any of the request may have reached the other side. */
  readonly sent: boolean;
}

/** Sends one request once. Rejects only when the signal aborts. */
export type Sender<Result extends Answer> = (
  agent: Dispatcher,
  request: WireRequest,
  timeouts: Timeouts,
  signal: AbortSignal,
) => Promise<Result | Failure>;

/**
 * Sends one request and collects the answer. Never rejects for what the network does; rejects with `signal.reason` the
 * moment the signal aborts, which also ends the request.
 */
export function exchange(
  agent: Dispatcher,
  request: WireRequest,
  timeouts: Timeouts,
  signal: AbortSignal,
): Promise<CollectedAnswer | Failure> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(toError(signal.reason));
      return;
    }
    const collector = new Collector(request.maxBytes, signal, resolve, reject);
    signal.addEventListener('abort', collector, { once: true });
    agent.dispatch(
      {
        origin: request.origin,
        path: request.path,
        method: request.method,
        // Undici reads the list and does not change it.
        headers: request.headers as string[],
        body: request.body ?? null,
        headersTimeout: timeouts.headersMs,
        bodyTimeout: timeouts.bodyIdleMs,
      },
      collector,
    );
  });
}

const nothing = Buffer.alloc(0);

/**
 * Undici's callbacks for one request. A class without a stream between: for the small answers that most calls get, the
 * stream of `undici.request` costs more than the request.
 */
class Collector implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #signal: AbortSignal;
  readonly #resolve: (exchange: CollectedAnswer | Failure) => void;
  readonly #reject: (reason: Error) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: RawHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;
  #settled = false;

  constructor(
    maxBytes: number,
    signal: AbortSignal,
    resolve: (exchange: CollectedAnswer | Failure) => void,
    reject: (reason: Error) => void,
  ) {
    this.#maxBytes = maxBytes;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** The signal aborted: answer at once; a request that still waits for a connection is dropped when it gets one. */
  handleEvent(): void {
    if (this.#settled) return;
    this.#settled = true;
    const reason = toError(this.#signal.reason);
    this.#controller?.abort(reason);
    this.#reject(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(toError(this.#signal.reason));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: RawHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#bytes + chunk.length <= this.#maxBytes) {
      this.#bytes += chunk.length;
      this.#chunks.push(chunk);
      return;
    }
    this.#answer(true);
    controller.abort(new Error('answer too large'));
  }

  onResponseEnd(): void {
    this.#answer(false);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (!this.#settle()) return;
    this.#resolve({ kind: 'failure', error, sent: this.#controller !== undefined });
  }

  #answer(isCut: boolean): void {
    if (!this.#settle()) return;
    const [first = nothing] = this.#chunks;
    const body = this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#bytes) : first;
    this.#resolve({ kind: 'answer', status: this.#status, headers: this.#headers, body, isCut });
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#signal.removeEventListener('abort', this);
    return true;
  }
}

export function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
