/** A line of input, or that one was longer than accepted and is skipped. */
export type Line = { readonly kind: 'line'; readonly bytes: Buffer } | { readonly kind: 'too-long' };

const newline = 0x0a;

/** Splits input into lines. A line beyond the limit is reported once and never kept. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (line: Line) => void;
  #parts: Buffer[] = [];
  #length = 0;
  #skipping = false;

  constructor(maxBytes: number, onLine: (line: Line) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#append(chunk.subarray(start, end));
      this.#finishLine();
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
  }

  /** The input ended; what stands there without a line end is a line too. */
  end(): void {
    if (this.#length > 0) this.#finishLine();
  }

  #append(part: Buffer): void {
    if (part.length === 0 || this.#skipping) return;
    this.#length += part.length;
    if (this.#length <= this.#maxBytes) {
      this.#parts.push(part);
      return;
    }
    this.#skipping = true;
    this.#parts = [];
    this.#onLine({ kind: 'too-long' });
  }

  #finishLine(): void {
    const bytes = Buffer.concat(this.#parts);
    const wasSkipping = this.#skipping;
    this.#parts = [];
    this.#length = 0;
    this.#skipping = false;
    if (!wasSkipping && bytes.length > 0) this.#onLine({ kind: 'line', bytes });
  }
}
