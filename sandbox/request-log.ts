import type { IncomingHttpHeaders } from 'node:http';

/** One request the sandbox has answered, or has been asked to break. */
export interface LoggedRequest {
  readonly method: string;
  /** Raw path, without query. */
  readonly path: string;
  readonly query: string;
  /** Label of the token presented, its id when it has none; undefined when nothing known was presented. */
  readonly token: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Undefined while unanswered, and for requests a fault left without an answer. */
  status: number | undefined;
  /** By the clock of the sandbox. */
  readonly at: string;
}

const maxEntries = 2_000;

/** The latest requests, oldest first; the oldest are dropped. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(request: LoggedRequest): LoggedRequest {
    this.#entries.push(request);
    if (this.#entries.length >= 2 * maxEntries) this.#entries = this.#entries.slice(-maxEntries);
    return request;
  }

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }
}
