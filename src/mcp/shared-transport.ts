import {
  type AuthInfo,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { Exchange } from './exchange.ts';
import { modernRevision } from './revisions.ts';

export type Era = 'modern' | 'legacy';

const classifications: Readonly<Record<Era, MessageClassification>> = {
  modern: { era: 'modern', revision: modernRevision },
  legacy: { era: 'legacy' },
};

/**
 * Lets one long-lived `Server` answer the requests of every client of a shape. Each request is renumbered, so that
 * clients may use the same IDs; what the server sends finds its exchange by our number. It extends the SDK's
 * per-request transport because only an instance of that class binds a `Server` to the newest revision.
 *
 * What must stay true: a client's notifications and responses never get here (a `notifications/cancelled` for 17 would
 * cancel a stranger's call), and everything about the caller travels in `authInfo`.
 */
export class SharedTransport extends PerRequestHTTPServerTransport {
  readonly #era: Era;
  readonly #exchanges = new Map<number, Exchange>();
  #lastId = 0;

  constructor(era: Era) {
    super({ classification: classifications[era], keepAliveMs: 0 });
    this.#era = era;
  }

  /** Requests that wait for their answer. */
  get open(): number {
    return this.#exchanges.size;
  }

  override async start(): Promise<void> {
    // Nothing to open: requests come from outside.
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message) {
      // A request of the server's has no way back on a stateless exchange.
      if ('id' in message) return;
      this.#exchanges.get(Number(options?.relatedRequestId))?.notify(message);
      return;
    }
    const exchange = this.#exchanges.get(Number(message.id));
    if (exchange === undefined) return;
    this.#exchanges.delete(Number(message.id));
    exchange.respond({ ...message, id: exchange.id });
  }

  override async close(): Promise<void> {
    this.#exchanges.clear();
    this.onclose?.();
  }

  /** Hands a request to the server. The returned function cancels it: its handler is aborted and nothing is answered. */
  dispatch(message: JSONRPCRequest, exchange: Exchange, authInfo: AuthInfo): (reason: string) => void {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#exchanges.set(id, exchange);
    const classification = classifications[this.#era];
    this.onmessage?.({ ...message, id }, { classification, authInfo });
    return (reason) => {
      if (!this.#exchanges.delete(id)) return;
      this.onmessage?.(
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason } },
        { classification },
      );
    };
  }
}
