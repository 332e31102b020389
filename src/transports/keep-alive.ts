/** A stream that can be kept from looking dead. */
export interface KeptStream {
  /** When something was last written to it, or it was opened. Milliseconds of the same clock as the timer's. */
  readonly lastWriteAt: number;
  /** Writes a comment frame, which clients ignore. */
  writeComment(): void;
}

const silentMs = 25_000;
const tickMs = 1_000;

/**
 * One timer over all open streams: one that stayed silent for 25 seconds gets a comment, one that wrote recently is
 * skipped (SSE-02). The timer runs only while a stream is open.
 */
export class KeepAlive {
  readonly #streams = new Set<KeptStream>();
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  add(stream: KeptStream): void {
    this.#streams.add(stream);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.tick(), tickMs);
    this.#timer.unref();
  }

  remove(stream: KeptStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.close();
  }

  tick(): void {
    const silentSince = this.#now() - silentMs;
    for (const stream of this.#streams) if (stream.lastWriteAt <= silentSince) stream.writeComment();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
