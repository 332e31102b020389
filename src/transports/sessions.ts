import { randomUUID } from 'node:crypto';
import type { JSONRPCNotification } from '@modelcontextprotocol/server';
import type { EndCause, Entry } from '../credentials/entry.ts';
import type { BusyRefusal, HeldCalls } from '../limits/held-calls.ts';
import type { Slot } from '../limits/slots.ts';
import type { ServerMessage } from '../mcp/exchange.ts';
import { OpenQuestions } from '../mcp/open-questions.ts';
import type { Revision } from '../mcp/revisions.ts';
import type { Logger } from '../telemetry/logger.ts';
import { SessionSubscriptions } from '../subscriptions/session-subscriptions.ts';
import type { Watches } from '../subscriptions/watches.ts';
import { RateLimitedLog } from '../telemetry/rate-limited-log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { SessionStream } from './session-stream.ts';

export interface SessionsOptions {
  /** A session without a request for this long is ended; 0 keeps it until its entry leaves the pool. */
  readonly idleMs: number;
  readonly held: HeldCalls;
  readonly watches: Watches;
  readonly logger: Logger;
  readonly now?: () => number;
  readonly telemetry?: Telemetry | undefined;
}

/** What ended a session: its client, its idle limit, the end of the entry that owns it, or the server's stop. */
export type SessionEnd = 'deleted' | 'idle' | 'shutdown' | EndCause;

export type Opened = { readonly ok: true; readonly session: Session } | BusyRefusal;

/** What holds for a whole session since its handshake. */
export interface Agreement extends Pick<Session, 'revision' | 'wholePriorities'> {
  /** Whether the client can ask its user. */
  readonly canBeAsked: boolean;
}

/** One client's session: whose it is, what was agreed when it was opened, and its stream while that is open. */
export class Session {
  readonly id = randomUUID();
  /** Only this entry may use it. An entry that was built again for the same credential is another one. */
  readonly entry: Entry;
  /** Negotiated by `initialize`, and held for the whole session. */
  readonly revision: Revision;
  /** What the client said of itself then: it takes no other priorities. */
  readonly wholePriorities: boolean;
  readonly subscriptions: SessionSubscriptions;
  /** Absent where the client cannot ask its user. */
  readonly questions: OpenQuestions | undefined;
  readonly openedAt: number;
  lastUsedAt: number;
  /** Requests that are being served. A session that waits for an answer is not idle. */
  inFlight = 0;
  #stream: SessionStream | undefined;

  constructor(
    entry: Entry,
    { revision, wholePriorities, canBeAsked }: Agreement,
    { watches, now }: { readonly watches: Watches; readonly now: number },
  ) {
    this.entry = entry;
    this.revision = revision;
    this.wholePriorities = wholePriorities;
    this.questions = canBeAsked ? new OpenQuestions() : undefined;
    this.subscriptions = new SessionSubscriptions({
      owner: entry,
      watches,
      notify: ({ method, params }) => this.notify({ jsonrpc: '2.0', method, params }),
    });
    this.openedAt = now;
    this.lastUsedAt = now;
  }

  /**
   * Takes the stream of a GET. A session has one, as its place was counted: a second GET takes over from the first, since
   * a client that asks again has lost its stream before we could notice.
   */
  attach(stream: SessionStream): void {
    this.#stream?.end();
    this.#stream = stream;
  }

  get hasStream(): boolean {
    return this.#stream?.open === true;
  }

  /** Tells the client something that no POST carries. Dropped while no stream is open. */
  notify(message: ServerMessage): void {
    this.#stream?.send(message);
  }

  endStream(): void {
    this.#stream?.end();
    this.#stream = undefined;
  }
}

/** A session with what it gives back when it ends. */
interface Holding {
  readonly session: Session;
  readonly slot: Slot;
  forgetEntry: () => void;
}

const toolsChanged: JSONRPCNotification = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

const minSweepMs = 100;
const maxSweepMs = 30_000;

/**
 * The open sessions of the process, least recently used first (STATEFUL-01). A session ends when its client deletes it,
 * when it was idle for too long, when its entry leaves the pool or when the server stops; whichever comes first gives back
 * its places and closes its stream.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #now: () => number;
  // A Map: the keys to look for are chosen by clients.
  readonly #holdings = new Map<string, Holding>();
  readonly #log: RateLimitedLog;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#log = new RateLimitedLog({ logger: options.logger, intervalMs: 10_000 });
  }

  get size(): number {
    return this.#holdings.size;
  }

  /**
   * Opens a session for an entry, with its places (SESS-01), or says that the process has no room (REJ-16, REJ-17). When
   * the entry or the server ended meanwhile so does the session, and its client learns it from its next request.
   */
  open(entry: Entry, agreement: Agreement): Opened {
    this.sweep();
    const place = this.#options.held.holdSession();
    if (!place.ok) {
      this.#log.warn(place.logMessage, place.logFields);
      return place;
    }
    const session = new Session(entry, agreement, { watches: this.#options.watches, now: this.#now() });
    const holding: Holding = { session, slot: place.slot, forgetEntry: () => undefined };
    this.#holdings.set(session.id, holding);
    const forgetNews = entry.onLearned(() => session.notify(toolsChanged));
    const forgetEnd = entry.onEnd((cause) => this.end(session, cause));
    holding.forgetEntry = () => {
      forgetNews();
      forgetEnd();
    };
    if (this.#closed) this.end(session, 'shutdown');
    this.#startSweeping();
    return { ok: true, session };
  }

  /** The session with this ID if this entry opened it and it has not run out; everybody else's does not exist (REJ-12). */
  find(id: string, entry: Entry): Session | undefined {
    const session = this.#holdings.get(id)?.session;
    if (session === undefined || session.entry !== entry) return undefined;
    if (!this.#isExpired(session)) return session;
    this.end(session, 'idle');
    return undefined;
  }

  /** Marks a session as in use until the returned function is called; its idle time starts then. */
  use(session: Session): () => void {
    session.inFlight += 1;
    this.#touch(session);
    let used = true;
    return () => {
      if (!used) return;
      used = false;
      session.inFlight -= 1;
      this.#touch(session);
    };
  }

  /** Ends a session. Its calls in flight are not stopped, but none waits for its user: each has its own POST to answer. */
  end(session: Session, cause: SessionEnd): void {
    const holding = this.#holdings.get(session.id);
    if (holding === undefined) return;
    this.#holdings.delete(session.id);
    holding.forgetEntry();
    holding.slot.release();
    session.subscriptions.close();
    session.questions?.close();
    session.endStream();
    if (this.#holdings.size === 0) this.#stopSweeping();
    const lifeMs = this.#now() - session.openedAt;
    this.#options.telemetry?.sessionEnded({ protocolVersion: session.revision, lifeMs });
    this.#options.logger.debug('session ended', { cause, credential_hash: session.entry.credentialHash });
  }

  /** Ends what has been idle for too long. */
  sweep(): void {
    for (const { session } of this.#holdings.values()) {
      if (this.#isExpired(session)) this.end(session, 'idle');
      else if (session.inFlight === 0) return;
    }
  }

  /** Ends every session, and any that is opened from now on. Idempotent. */
  close(): void {
    this.#closed = true;
    for (const { session } of this.#holdings.values()) this.end(session, 'shutdown');
  }

  #isExpired(session: Session): boolean {
    const { idleMs } = this.#options;
    return idleMs > 0 && session.inFlight === 0 && this.#now() - session.lastUsedAt >= idleMs;
  }

  #touch(session: Session): void {
    session.lastUsedAt = this.#now();
    const holding = this.#holdings.get(session.id);
    if (holding === undefined) return;
    // A Map iterates in insertion order: the front is the least recently used.
    this.#holdings.delete(session.id);
    this.#holdings.set(session.id, holding);
  }

  #startSweeping(): void {
    const { idleMs } = this.#options;
    if (idleMs <= 0 || this.#timer !== undefined || this.#holdings.size === 0) return;
    this.#timer = setInterval(() => this.sweep(), Math.min(maxSweepMs, Math.max(minSweepMs, idleMs / 10)));
    this.#timer.unref();
  }

  #stopSweeping(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
