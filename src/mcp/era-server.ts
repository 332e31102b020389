import type { AuthInfo, JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Logger } from '../telemetry/logger.ts';
import type { ActionServerOptions } from './action-server.ts';
import type { Exchange } from './exchange.ts';
import type { Era, SharedTransport } from './shared-transport.ts';

/** Stops a request: its handler is aborted and nothing is answered. */
export type Cancel = (reason: string) => void;

/**
 * The server of one shape and era. The SDK behind it is loaded by the first request that needs a handler: a process that
 * only shakes hands and lists does without its time and memory.
 */
export class EraServer {
  readonly #era: Era;
  readonly #options: ActionServerOptions;
  readonly #logger: Logger;
  #loading: Promise<SharedTransport> | undefined;
  #transport: SharedTransport | undefined;

  constructor(era: Era, options: ActionServerOptions) {
    this.#era = era;
    this.#options = options;
    this.#logger = options.logger;
  }

  /** Hands a request to the server; may be answered before this returns. */
  dispatch(message: JSONRPCRequest, exchange: Exchange, authInfo: AuthInfo): Cancel {
    if (this.#transport !== undefined) return this.#transport.dispatch(message, exchange, authInfo);
    let cancel: Cancel | undefined;
    let cancelled = false;
    this.load()
      .then((transport) => {
        if (!cancelled) cancel = transport.dispatch(message, exchange, authInfo);
      })
      .catch((error: unknown) => {
        this.#logger.error('request failed', { error });
        if (cancelled) return;
        exchange.respond({ jsonrpc: '2.0', id: exchange.id, error: { code: -32603, message: 'Internal error.' } });
      });
    return (reason) => {
      cancelled = true;
      cancel?.(reason);
    };
  }

  /** Loads the SDK and connects its server, once. A failure is not kept. */
  async load(): Promise<SharedTransport> {
    this.#loading ??= this.#connect().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #connect(): Promise<SharedTransport> {
    const [{ createActionServer }, { SharedTransport }] = await Promise.all([
      import('./action-server.ts'),
      import('./shared-transport.ts'),
    ]);
    const transport = new SharedTransport(this.#era);
    await createActionServer(this.#era, this.#options).connect(transport);
    this.#transport = transport;
    return transport;
  }
}
