import type { ServerResponse } from 'node:http';
import type { JSONRPCNotification, JSONRPCResponse } from '@modelcontextprotocol/server';
import type { Exchange, ServerMessage } from '../mcp/exchange.ts';
import { errorBody, type JsonRpcError, type RequestId } from '../mcp/json-rpc.ts';
import { frameEnd, frameStart, keepAliveFrame } from './event-frames.ts';
import type { KeepAlive, KeptStream } from './keep-alive.ts';
import { boundWrite, sendJson, writeJsonHead, writeStreamHead } from './response-head.ts';

export interface HttpAnswerOptions {
  /** `json`: one document at the end. `stream`: events as they come. */
  readonly mode: 'json' | 'stream';
  /** Requests this answer is for: one, or those of a batch. */
  readonly expects: number;
  /** The body was an array, so a JSON answer is one. */
  readonly batch: boolean;
  readonly keepAlive: KeepAlive;
  /** Takes what a `json` answer cannot carry; without it that is dropped. */
  readonly aside: ((message: ServerMessage) => void) | undefined;
  /** A listen. Once it is accepted it streams, whatever the mode: it has no other form (STATELESS-04). */
  readonly subscribes: boolean;
}

/** What may wait in memory for the reader of a listen; beyond it the stream is cut. */
const maxBacklogBytes = 65_536;

/**
 * A piece of an answer. Text goes out together with the head in a single write and is encoded on the way; bytes are for
 * what was serialised before.
 */
type Part = string | Buffer;

/** Codes that have an HTTP status of their own on the newest revision, sent as plain JSON even where answers stream. */
const statusOf: Readonly<Record<number, number>> = { [-32601]: 404, [-32021]: 400 };

/**
 * The HTTP side of one POST. Head and body of an answer that comes at once are one write; a stream is opened by the
 * first notification or by a silence that needs a sign of life.
 */
export class HttpAnswer implements KeptStream {
  readonly #res: ServerResponse;
  readonly #options: HttpAnswerOptions;
  readonly #parts: Part[] = [];
  #mode: 'json' | 'stream';
  #answered = 0;
  #ended = false;
  lastWriteAt = Date.now();

  constructor(res: ServerResponse, options: HttpAnswerOptions) {
    this.#res = res;
    this.#options = options;
    this.#mode = options.mode;
  }

  /** How it answers now: a listen that was accepted streams. */
  get mode(): 'json' | 'stream' {
    return this.#mode;
  }

  /** The answer takes a while: from here on the stream is kept from looking dead. */
  wait(): void {
    if (!this.#ended && this.#mode === 'stream') this.#options.keepAlive.add(this);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The way back for one request of the body. On a stream its answer may be followed by a farewell. */
  exchange(
    id: RequestId,
    modern: boolean,
    farewell?: (response: JSONRPCResponse) => JSONRPCNotification | undefined,
  ): Exchange {
    return {
      id,
      respond: (response) => this.#respond(response, modern, farewell?.(response)),
      notify: (message) => this.#notify(message),
    };
  }

  /** Answers a request with a result that is already serialised. */
  respondWithBytes(id: RequestId, result: Buffer): void {
    this.#finish([`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`, result, '}']);
  }

  respondWithResult(id: RequestId, result: object): void {
    this.#finish([JSON.stringify({ jsonrpc: '2.0', id, result })]);
  }

  respondWithError(id: RequestId, error: JsonRpcError, modern: boolean): void {
    this.#respond({ jsonrpc: '2.0', id, error }, modern);
  }

  writeComment(): void {
    if (this.#ended || this.#res.destroyed) return;
    this.#open();
    this.#write([keepAliveFrame]);
  }

  /** One request gets no answer, because the client cancelled it; those beside it still do. */
  skip(): void {
    if (this.#ended) return;
    this.#answered += 1;
    if (this.#answered < this.#options.expects) return;
    this.#settle();
    if (this.#res.destroyed) return;
    this.#open();
    this.#res.end();
  }

  /** Forgets the request: the client is gone. Nothing more is written. */
  abandon(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.keepAlive.remove(this);
    if (!this.#res.destroyed && !this.#res.writableEnded) this.#res.end();
  }

  /** The request is answered in another way. */
  abandonSilently(): void {
    this.#settle();
  }

  #respond(response: JSONRPCResponse, modern: boolean, farewell?: JSONRPCNotification): void {
    if ('error' in response && modern && !this.#res.headersSent && this.#options.expects === 1) {
      const status = statusOf[response.error.code];
      if (status !== undefined) {
        this.#settle();
        sendJson(this.#res, { status, body: errorBody(response.id, response.error) });
        return;
      }
    }
    const message = [JSON.stringify(response)];
    if (farewell !== undefined && this.#mode === 'stream') {
      message.push(frameEnd, frameStart, JSON.stringify(farewell));
    }
    this.#finish(message);
  }

  #notify(message: ServerMessage): void {
    if (this.#ended || this.#res.destroyed) return;
    if (this.#mode === 'json' && this.#options.subscribes) {
      this.#mode = 'stream';
      this.wait();
    }
    if (this.#mode === 'json') {
      this.#options.aside?.(message);
      return;
    }
    this.#open();
    this.#write([frameStart, JSON.stringify(message), frameEnd]);
    // A reader that does not keep up would make us keep everything for it.
    if (this.#options.subscribes && this.#res.writableLength > maxBacklogBytes) this.#res.destroy();
  }

  /** One request is answered; with the last one the response ends. */
  #finish(message: readonly Part[]): void {
    if (this.#ended) return;
    this.#answered += 1;
    const last = this.#answered >= this.#options.expects;
    if (this.#mode === 'json') {
      if (this.#options.batch) this.#parts.push(this.#answered === 1 ? '[' : ',');
      this.#parts.push(...message);
      if (last) this.#sendDocument();
      return;
    }
    const frame = [frameStart, ...message, frameEnd];
    if (last && !this.#res.headersSent) {
      this.#settle();
      if (this.#res.destroyed) return;
      writeStreamHead(this.#res, totalLength(frame));
      this.#end(frame);
      return;
    }
    this.#open();
    this.#write(frame);
    if (last) {
      this.#settle();
      this.#res.end();
    }
  }

  #sendDocument(): void {
    this.#settle();
    if (this.#res.destroyed) return;
    if (this.#options.batch) this.#parts.push(']');
    writeJsonHead(this.#res, totalLength(this.#parts));
    this.#end(this.#parts);
    boundWrite(this.#res);
  }

  #settle(): void {
    this.#ended = true;
    this.#options.keepAlive.remove(this);
  }

  #open(): void {
    if (this.#res.headersSent) return;
    writeStreamHead(this.#res);
    this.#res.flushHeaders();
  }

  #write(parts: readonly Part[]): void {
    this.lastWriteAt = Date.now();
    this.#res.cork();
    for (const part of parts) this.#res.write(part);
    this.#res.uncork();
  }

  /** Texts and small answers go out in one piece; a large list is written from its own buffer, never copied. */
  #end(parts: readonly Part[]): void {
    if (isText(parts)) this.#res.end(parts.reduce((text, part) => text + part));
    else if (totalLength(parts) <= 65_536) this.#res.end(Buffer.concat(parts.map(toBytes)));
    else {
      this.#write(parts);
      this.#res.end();
    }
  }
}

function isText(parts: readonly Part[]): parts is readonly string[] {
  return parts.every((part) => typeof part === 'string');
}

function toBytes(part: Part): Buffer {
  return typeof part === 'string' ? Buffer.from(part) : part;
}

function totalLength(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}
