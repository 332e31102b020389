import { type Slot, Slots } from './slots.ts';

/** What a process without a readable descriptor limit is sized as. */
const assumedDescriptorLimit = 1024;

/** One descriptor each is set aside for the listen streams a process may have open. */
const listenStreams = 512;

/** A held call has two: the caller's connection and ours to GitLab. */
const descriptorsPerCall = 2;

/** What every refusal of a held call or a session says: neither which limit, nor whose fault (HELD-03). */
export const busyMessage = 'This server is busy. Retry later.';

/** Sent as `Retry-After` where the refusal is an HTTP answer (REJ-16, REJ-17). */
export const busyRetryAfterMs = 30_000;

export interface BusyRefusal {
  readonly ok: false;
  readonly ceiling: 'held-requests' | 'stateful-sessions';
  /** The operator's log line. */
  readonly logMessage: string;
  readonly logFields: Readonly<Record<string, unknown>>;
}

export type Admission = { readonly ok: true; readonly slot: Slot } | BusyRefusal;

/**
 * How many calls a process with this hard descriptor limit may hold at once (HELD-01): an eighth stays free for
 * everything else, `/health` and refused connections included; the listen streams have theirs; calls share the rest.
 * At least one, however small the limit.
 */
export function heldCallCeiling(descriptorLimit: number = assumedDescriptorLimit): number {
  const spare = Math.floor(descriptorLimit / 8);
  return Math.max(1, Math.floor((descriptorLimit - spare - listenStreams) / descriptorsPerCall));
}

/** For what the program opens besides calls: its files, standard streams, listener, verifications. */
const ownDescriptors = 64;

/**
 * How many connections clients may have open at once: what is left of the descriptors when every held call has one to
 * GitLab and the program its own. It is more than calls and listen streams need, so that there is room to refuse.
 */
export function connectionCeiling(descriptorLimit: number = assumedDescriptorLimit): number {
  return Math.max(16, descriptorLimit - heldCallCeiling(descriptorLimit) - ownDescriptors);
}

/**
 * Counts the calls that are on their way to GitLab and the sessions that are open, across all credentials, so that the
 * process never runs out of descriptors. There is no share per credential: a caller can make as many of those as it likes.
 */
export class HeldCalls {
  readonly calls: Slots;
  readonly sessions: Slots;

  /** `descriptorLimit` is the hard limit; `undefined` when there is none to read. */
  constructor(descriptorLimit: number | undefined) {
    this.calls = new Slots(heldCallCeiling(descriptorLimit));
    this.sessions = new Slots(Math.floor(this.calls.limit / 2));
  }

  /** A place for one call, from its dispatch to its return (HELD-02). */
  holdCall(): Admission {
    const slot = this.calls.acquire();
    return slot === undefined ? this.#refuseCall() : { ok: true, slot };
  }

  /**
   * A place for one session, from the request that opens it to its end (SESS-01). It holds a call's place as well, for
   * the stream the client keeps open, so a session that exists is never refused its stream.
   */
  holdSession(): Admission {
    const session = this.sessions.acquire();
    if (session === undefined) return this.#refuseSession();
    const stream = this.calls.acquire();
    if (stream === undefined) {
      session.release();
      return this.#refuseCall();
    }
    return {
      ok: true,
      slot: {
        release: () => {
          stream.release();
          session.release();
        },
      },
    };
  }

  #refuseCall(): BusyRefusal {
    return {
      ok: false,
      ceiling: 'held-requests',
      logMessage: 'request refused: too many requests held across the process',
      logFields: { scope: 'process', limit_held_requests: this.calls.limit },
    };
  }

  #refuseSession(): BusyRefusal {
    return {
      ok: false,
      ceiling: 'stateful-sessions',
      logMessage: 'request refused: too many stateful sessions across the process',
      logFields: { scope: 'process', limit_stateful_sessions: this.sessions.limit },
    };
  }
}
