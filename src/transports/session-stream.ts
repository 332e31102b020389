import type { ServerResponse } from 'node:http';
import type { ServerMessage } from '../mcp/exchange.ts';
import { frameEnd, frameStart, keepAliveFrame } from './event-frames.ts';
import type { KeepAlive, KeptStream } from './keep-alive.ts';
import { writeStreamHead } from './response-head.ts';

/** What may wait in memory for a reader that does not keep up; beyond it the stream is cut. */
const maxBacklogBytes = 1_048_576;

/** The event stream of a session, opened by its GET: carries what belongs to no POST. */
export class SessionStream implements KeptStream {
  readonly #res: ServerResponse;
  readonly #keepAlive: KeepAlive;
  lastWriteAt = Date.now();

  /** The head goes out at once, so that a client knows its stream is open before anything is on it. */
  constructor(res: ServerResponse, keepAlive: KeepAlive) {
    this.#res = res;
    this.#keepAlive = keepAlive;
    writeStreamHead(res);
    res.flushHeaders();
    keepAlive.add(this);
    res.once('close', () => keepAlive.remove(this));
  }

  get open(): boolean {
    return !this.#res.destroyed && !this.#res.writableEnded;
  }

  send(message: ServerMessage): void {
    this.#write(`${frameStart}${JSON.stringify(message)}${frameEnd}`);
  }

  writeComment(): void {
    this.#write(keepAliveFrame);
  }

  end(): void {
    this.#keepAlive.remove(this);
    if (this.open) this.#res.end();
  }

  #write(frame: string): void {
    if (!this.open) return;
    this.lastWriteAt = Date.now();
    this.#res.write(frame);
    if (this.#res.writableLength > maxBacklogBytes) this.#res.destroy();
  }
}
