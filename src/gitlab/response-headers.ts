import type { RawHeaders } from './exchange.ts';

/** Headers of an answer, by name in any letter case. A header that came several times is joined with `, `. */
export class ResponseHeaders {
  readonly #raw: RawHeaders;

  constructor(raw: RawHeaders) {
    this.#raw = raw;
  }

  get(name: string): string | undefined {
    const key = name.toLowerCase();
    // Not a plain read: the object has a prototype, and `constructor` is not a header.
    const value = Object.hasOwn(this.#raw, key) ? this.#raw[key] : undefined;
    return Array.isArray(value) ? value.join(', ') : value;
  }
}
