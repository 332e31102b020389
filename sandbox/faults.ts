/** Which requests a fault meets; everything that is given must fit. */
export interface FaultMatch {
  /** Label or secret of the token presented. */
  readonly token?: string;
  readonly method?: string;
  /** Path from the root of the instance, raw; `*` stands for anything. Or a part of GitLab's own path: `/user`. */
  readonly path?: string;
}

/** What goes wrong. `delay` and `content-type` change an answer that is otherwise right; the rest replace it. */
export type Fault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Real milliseconds, whatever the clock of the sandbox does. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** No answer until the client hangs up or the sandbox closes. */
  | { readonly kind: 'hang' }
  /** The connection is reset, before anything is sent. */
  | { readonly kind: 'reset' }
  /** An HTML page, as a front proxy or a login portal sends it. Default status 502. */
  | { readonly kind: 'html'; readonly status?: number; readonly body?: string }
  /** The right headers, then half of the body and a broken connection. */
  | { readonly kind: 'truncate' }
  /** The request throttle. */
  | { readonly kind: 'throttle'; readonly retryAfterSeconds: number }
  | { readonly kind: 'content-type'; readonly contentType: string };

interface Entry {
  readonly id: number;
  readonly match: FaultMatch;
  readonly fault: Fault;
  left: number;
}

export interface FaultSubject {
  readonly method: string;
  readonly path: string;
  readonly tokenLabel: string | undefined;
  readonly tokenSecret: string | undefined;
}

/** Faults switched on, oldest first; each request meets the first that fits. */
export class Faults {
  #entries: Entry[] = [];
  #nextId = 1;

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** `times` limits how many requests it meets; without, it stays until cleared. */
  add(match: FaultMatch, fault: Fault, times = Number.POSITIVE_INFINITY): number {
    const id = this.#nextId++;
    this.#entries.push({ id, match, fault, left: times });
    return id;
  }

  remove(id: number): void {
    this.#entries = this.#entries.filter((entry) => entry.id !== id);
  }

  clear(): void {
    this.#entries = [];
  }

  /** The fault this request meets, used up by one. */
  take(subject: FaultSubject): Fault | undefined {
    const entry = this.#entries.find(({ match }) => fits(match, subject));
    if (entry === undefined) return undefined;
    entry.left -= 1;
    if (entry.left <= 0) this.remove(entry.id);
    return entry.fault;
  }

  list(): readonly { id: number; match: FaultMatch; fault: Fault; left: number | null }[] {
    return this.#entries.map((entry) => ({ ...entry, left: Number.isFinite(entry.left) ? entry.left : null }));
  }
}

function fits(match: FaultMatch, subject: FaultSubject): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== subject.method) return false;
  if (match.token !== undefined && match.token !== subject.tokenLabel && match.token !== subject.tokenSecret)
    return false;
  return match.path === undefined || fitsPath(match.path, subject.path);
}

function fitsPath(pattern: string, path: string): boolean {
  const expression = pattern.split('*').map(escape).join('.*');
  return new RegExp(`^(?:/api/v4)?${expression}$`).test(path) || new RegExp(`^${expression}$`).test(path);
}

function escape(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}
