import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import type { Reply } from '../surfaces/question.ts';
import { isRecord } from '../gitlab/json.ts';

/** The call that a state belongs to. It is worth nothing to another one. */
export interface StateOwner {
  /** Key of the credential at its instance; the same on every replica. */
  readonly credential: string;
  readonly tool: string;
  readonly args: unknown;
}

/** Where the questions of one call stand. */
export interface RoundState {
  /** The call across its rounds, whichever replica serves them. */
  readonly flow: string;
  /** Key of the question that was put last. */
  readonly asked: string;
  /** What was said before, by key. */
  readonly replies: Readonly<Record<string, Reply>>;
}

/** How long an answer may take. The clock starts anew with each question. */
export const stateLifeMs = 600_000;

/** Longer than the answers of any flow, so more is nothing of ours. */
const maxLength = 1_048_576;

/**
 * Writes where a call stands into a text that its client keeps and brings back, and reads it again. The client can read it,
 * but not change it, keep it for later, or use it for another call or under another credential.
 */
export class StateCodec {
  readonly #key: Uint8Array;
  readonly #now: () => number;

  constructor(key: Uint8Array, now: () => number = Date.now) {
    this.#key = key;
    this.#now = now;
  }

  write(state: RoundState, owner: StateOwner): string {
    const content: Content = {
      ...state,
      until: this.#now() + stateLifeMs,
      credential: this.#nameOf('credential', owner.credential),
      call: this.#nameOf('call', canonicalJson([owner.tool, owner.args])),
    };
    const body = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${body}.${this.#nameOf('state', body)}`;
  }

  /** @throws AppError `request.params` that says why the state is not taken. */
  read(text: string, owner: StateOwner): RoundState {
    const { flow, asked, replies, until, credential, call } = this.#open(text);
    if (until <= this.#now()) {
      throw refuseState('has expired: the question was not answered within ten minutes');
    }
    if (credential !== this.#nameOf('credential', owner.credential)) throw refuseState('belongs to another credential');
    if (call !== this.#nameOf('call', canonicalJson([owner.tool, owner.args]))) {
      throw refuseState('belongs to a call of another tool, or with other arguments');
    }
    return { flow, asked, replies };
  }

  #open(text: string): Content {
    const [body = '', signature = '', ...more] = text.length > maxLength ? [] : text.split('.');
    const expected = Buffer.from(this.#nameOf('state', body));
    const given = Buffer.from(signature);
    // The texts are compared, not the bytes they stand for: two texts can stand for the same ones.
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw refuseState(
        'is not what this server gave out: it was changed, or another replica or an earlier process made it',
      );
    }
    // Only `write` signs, so this is what it wrote; a replica of another version may have written something else.
    const content: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    if (!isContent(content)) throw refuseState('was made by another version of this server');
    return content;
  }

  /** What is named for one purpose proves nothing for another. */
  #nameOf(purpose: 'state' | 'credential' | 'call', text: string): string {
    return createHmac('sha256', this.#key).update(`${purpose}\0${text}`).digest('base64url');
  }
}

interface Content extends RoundState {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly credential: string;
  readonly call: string;
}

function isContent(value: unknown): value is Content {
  if (!isRecord(value) || !isRecord(value['replies']) || typeof value['until'] !== 'number') return false;
  return ['flow', 'asked', 'credential', 'call'].every((name) => typeof value[name] === 'string');
}

/** The refusal of a state, whose next step is always the same. */
export function refuseState(problem: string): AppError {
  return new AppError(
    'request.params',
    `requestState ${problem}. Start again: repeat the call without requestState and inputResponses`,
  );
}

/** The same text for the same JSON, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
