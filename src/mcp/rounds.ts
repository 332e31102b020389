import { randomBytes } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import { type Asker, type Question, readReply, type Reply, toForm, Unanswered } from '../surfaces/question.ts';
import { type RoundState, refuseState, StateCodec, stateLifeMs, type StateOwner } from './state-codec.ts';

/** One call as its client sent it, the first time or again with answers. */
export interface RoundRequest extends StateOwner {
  readonly requestState: string | undefined;
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined;
}

export interface RoundsOptions {
  /** Shared by replicas that go on with each other's questions; else a key of this process alone. */
  readonly key?: Uint8Array | undefined;
  readonly now?: () => number;
}

/** Calls remembered as answered. A client that fills this can repeat calls of its own only. */
const maxUsed = 16_384;

/** More than any answer that is asked for. */
const maxReplyLength = 131_072;

/** No value that is chosen from a list is as long. */
const maxChoiceLength = 255;

/**
 * Questions of the newest revision: each is the result of its call, and the answer is the same call again with a signed
 * state (STATELESS-03). Nothing is kept between two rounds; afterwards, for as long as a state lives, that its answers
 * were used, so that none is used twice here. Other replicas do not know.
 */
export class Rounds {
  readonly #codec: StateCodec;
  readonly #now: () => number;
  /** When each may be forgotten. Oldest first, as all live equally long. */
  readonly #used = new Map<string, number>();

  constructor({ key = randomBytes(32), now = Date.now }: RoundsOptions = {}) {
    this.#codec = new StateCodec(key, now);
    this.#now = now;
  }

  /** @throws AppError `request.params` for a state that is not of this call, or whose answers were used. */
  begin(request: RoundRequest): Round {
    const { requestState, inputResponses = {} } = request;
    const memory: RoundMemory = {
      write: (state) => this.#codec.write(state, request),
      use: (flow) => this.#use(flow),
    };
    if (requestState === undefined) return new Round(memory);
    const { flow, asked, replies } = this.#codec.read(requestState, request);
    if (this.#used.has(flow)) throw usedAlready();
    const known = new Map(Object.entries(replies));
    const given = Object.hasOwn(inputResponses, asked) ? inputResponses[asked] : undefined;
    if (given !== undefined) known.set(asked, readBounded(given));
    return new Round(memory, known, flow);
  }

  #use(flow: string): void {
    if (this.#used.has(flow)) throw usedAlready();
    const now = this.#now();
    for (const [known, until] of this.#used) {
      if (until > now && this.#used.size < maxUsed) break;
      this.#used.delete(known);
    }
    this.#used.set(flow, now + stateLifeMs);
  }
}

interface RoundMemory {
  write(state: RoundState): string;
  use(flow: string): void;
}

/** One round of a call: knows what was answered so far, and stops at the first question that was not. */
export class Round implements Asker {
  readonly #memory: RoundMemory;
  readonly #replies: ReadonlyMap<string, Reply>;
  /** What the questions so far took from their answers. A client may send any amount beside it. */
  readonly #taken = new Map<string, Reply>();
  /** `undefined` in the first round: nobody has been asked anything. */
  readonly #flow: string | undefined;

  constructor(memory: RoundMemory, replies: ReadonlyMap<string, Reply> = new Map(), flow?: string) {
    this.#memory = memory;
    this.#replies = replies;
    this.#flow = flow;
  }

  async ask(question: Question): Promise<Reply> {
    const reply = this.#replies.get(question.key);
    if (reply === undefined) throw new Unanswered(question);
    this.#taken.set(question.key, onlyWhatWasAsked(reply, question));
    return reply;
  }

  settle(): void {
    if (this.#flow !== undefined) this.#memory.use(this.#flow);
  }

  /** What the client gets in place of a result. */
  toResult(question: Question): InputRequired {
    const { key } = question;
    const state = {
      flow: this.#flow ?? randomBytes(16).toString('base64url'),
      asked: key,
      replies: Object.fromEntries(this.#taken),
    };
    return {
      resultType: 'input_required',
      inputRequests: { [key]: { method: 'elicitation/create', params: toForm(question) } },
      requestState: this.#memory.write(state),
    };
  }
}

/** The result of a call that needs an answer first. */
export interface InputRequired {
  readonly resultType: 'input_required';
  readonly inputRequests: Readonly<Record<string, { readonly method: 'elicitation/create'; readonly params: object }>>;
  readonly requestState: string;
}

function readBounded(given: unknown): Reply {
  const reply = readReply(given);
  if (JSON.stringify(reply).length <= maxReplyLength) return reply;
  throw new AppError('request.params', `an answer may have ${maxReplyLength} characters at most`);
}

/** Enough of a value to judge it the same way again. What is no text and no boolean is refused like nothing at all. */
function onlyWhatWasAsked(reply: Reply, { property, field }: Question): Reply {
  if (reply.action !== 'accept') return reply;
  const value = Object.hasOwn(reply.content, property) ? reply.content[property] : undefined;
  const longest = 'maxLength' in field ? field.maxLength : maxChoiceLength;
  const kept = typeof value === 'string' ? value.slice(0, longest + 1) : value;
  return {
    action: 'accept',
    content: typeof kept === 'string' || typeof kept === 'boolean' ? { [property]: kept } : {},
  };
}

function usedAlready(): AppError {
  return refuseState('was used already: the call it belongs to has been carried out or given up');
}
