import type { ServerResponse } from 'node:http';
import type { Entry } from '../credentials/entry.ts';
import type { CallAdmission, CallLimits } from '../mcp/call-limits.ts';
import type { ServerMessage } from '../mcp/exchange.ts';
import { farewellTo } from '../mcp/farewell.ts';
import type { Inbound, InboundRequest } from '../mcp/inbound.ts';
import type { RequestId } from '../mcp/json-rpc.ts';
import { answerFromMemory } from '../mcp/memory-methods.ts';
import type { OpenQuestions } from '../mcp/open-questions.ts';
import { toAuthInfo } from '../mcp/principal.ts';
import { describeCaller, endEarly, outcomeOf, startRecord, underRecord } from '../mcp/request-record.ts';
import type { Shape } from '../mcp/shape.ts';
import type { EraServer } from '../mcp/era-server.ts';
import type { Era } from '../mcp/shared-transport.ts';
import type { SessionSubscriptions } from '../subscriptions/session-subscriptions.ts';
import type { McpOutcome, McpRecord, Telemetry } from '../telemetry/telemetry.ts';
import { HttpAnswer } from './http-answer.ts';
import type { KeepAlive } from './keep-alive.ts';
import { OpenCalls } from './open-calls.ts';
import { refuse } from './refuse.ts';

export interface CallRunnerOptions {
  readonly limits: CallLimits;
  readonly keepAlive: KeepAlive;
  readonly jsonResponse: boolean;
  readonly telemetry?: Telemetry | undefined;
}

/** The requests of one POST, and whose they are. */
export interface PostedCalls {
  readonly requests: readonly InboundRequest[];
  /** The body was an array. */
  readonly batch: boolean;
  readonly entry: Entry;
  readonly shape: Shape;
  /** The server that runs them. */
  readonly server: (era: Era) => Pick<EraServer, 'dispatch'>;
  /** Within what their IDs tell them apart: the entry, or the session. */
  readonly owner: object;
  /** Takes what a JSON answer cannot carry besides the result; without it that is dropped. */
  readonly aside: ((message: ServerMessage) => void) | undefined;
  /** Whether somebody reads what goes aside. */
  readonly asideIsRead: boolean;
  /** Where the client's user can be asked while a call waits. */
  readonly questions: OpenQuestions | undefined;
  /** The ID of the session, where there is one. */
  readonly sessionId: string | undefined;
  /** What the session is subscribed to; none where every request stands alone. */
  readonly session: SessionSubscriptions | undefined;
}

/** One request of a POST that may go on to a handler. */
interface AdmittedCall extends PostedCalls {
  readonly admission: CallAdmission;
  readonly record: McpRecord | undefined;
}

/** Runs the requests of a POST: limits first, then memory, then the server of the shape. Each is answered on that POST. */
export class CallRunner {
  readonly #options: CallRunnerOptions;
  readonly #openCalls = new OpenCalls();

  constructor(options: CallRunnerOptions) {
    this.#options = options;
  }

  run(res: ServerResponse, posted: PostedCalls): void {
    // The client left while its credential was verified.
    if (res.destroyed) return;
    const answer = new HttpAnswer(res, {
      mode: this.#options.jsonResponse ? 'json' : 'stream',
      expects: posted.requests.length,
      batch: posted.batch,
      keepAlive: this.#options.keepAlive,
      aside: posted.aside,
      subscribes: posted.requests.some(({ message }) => message.method === 'subscriptions/listen'),
    });
    const post = new OpenPost(res, answer);
    for (const request of posted.requests) this.#answer(post, request, posted);
  }

  /** Stops the calls that the client's own notifications name. */
  cancelNamed(owner: object, items: readonly Inbound[]): void {
    for (const item of items) {
      if (item.kind === 'notification' && item.method === 'notifications/cancelled') {
        this.#openCalls.cancel(owner, item.params);
      }
    }
  }

  cancelAll(owner: object, reason: string): void {
    this.#openCalls.cancelAll(owner, reason);
  }

  /** Whether a call with this ID waits for its answer. */
  isOpen(owner: object, id: RequestId): boolean {
    return this.#openCalls.has(owner, id);
  }

  #answer(post: OpenPost, request: InboundRequest, posted: PostedCalls): void {
    const { answer } = post;
    const { id } = request.message;
    const isModern = request.era === 'modern';
    const record = startRecord(this.#options.telemetry, request, posted.sessionId);
    if (record !== undefined) describeCaller(record, request, posted.entry, posted.shape);
    const admission = this.#options.limits.admit(request, posted.entry, posted.shape);
    if (admission.kind === 'http') {
      answer.abandonSilently();
      endEarly(record, admission);
      const headers = { 'Retry-After': Math.ceil(admission.retryAfterMs / 1000) };
      refuse(post.res, id, { reason: 'limit.busy', status: 503, ...admission.error, headers, close: true });
      return;
    }
    const known = admission.kind === 'admitted' ? answerFromMemory(request, posted.shape, posted.entry) : admission;
    if (known !== undefined) endEarly(record, known);
    if (known?.kind === 'bytes') answer.respondWithBytes(id, known.result);
    else if (known?.kind === 'result') answer.respondWithResult(id, known.result);
    else if (known?.kind === 'error') answer.respondWithError(id, known.error, isModern);
    else underRecord(record, () => this.#run(post, request, { ...posted, admission, record }));
  }

  /** Hands a call to the server; whatever ends it first frees everything it held. */
  #run(post: OpenPost, request: InboundRequest, posted: AdmittedCall): void {
    const { answer } = post;
    const { admission, record } = posted;
    const { message, era, revision } = request;
    const wholePriorities = request.wholePriorities && posted.shape.adaptsToClients;
    const isModern = era === 'modern';
    const exchange = answer.exchange(message.id, isModern, (response) => farewellTo(message.method, response));
    const forget: (() => void)[] = [];
    let settled = false;
    const settle = (outcome: McpOutcome): void => {
      settled = true;
      record?.end(outcome);
      if (admission.kind === 'admitted') admission.release();
      for (const undo of forget) undo();
    };
    const { questions } = posted;
    const canReach = answer.mode === 'stream' || posted.asideIsRead;
    const cancel = posted.server(era).dispatch(
      message,
      {
        ...exchange,
        respond: (response) => {
          settle(outcomeOf(response));
          exchange.respond(response);
        },
      },
      toAuthInfo({
        entry: posted.entry,
        revision,
        wholePriorities,
        requestId: message.id,
        watchOwner: posted.entry,
        session: posted.session,
        ask:
          questions && canReach
            ? async (question, signal) => questions.ask(question, { send: (sent) => exchange.notify(sent), signal })
            : undefined,
        files: undefined,
        record,
      }),
    );
    // What the protocol layer refuses without a handler is answered before dispatch returns.
    if (settled) return;
    answer.wait();
    // A dropped POST means that nobody waits any more, in every revision: nothing of it could be resumed (CANCEL-01).
    const forgetClose = post.onClose(() => {
      settle({ kind: 'cancelled' });
      cancel('the client closed the connection');
    });
    const forgetCall = this.#openCalls.add(posted.owner, message.id, (reason) => {
      settle({ kind: 'cancelled' });
      cancel(reason);
      if (answer.mode === 'json') answer.respondWithError(message.id, { code: -32603, message: 'cancelled' }, isModern);
      else answer.skip();
    });
    forget.push(forgetClose, forgetCall);
  }
}

/** One POST with its answer; tells every call of it, through one listener, when the client leaves. */
class OpenPost {
  readonly res: ServerResponse;
  readonly answer: HttpAnswer;
  readonly #onClose = new Set<() => void>();

  constructor(res: ServerResponse, answer: HttpAnswer) {
    this.res = res;
    this.answer = answer;
  }

  onClose(callback: () => void): () => void {
    if (this.#onClose.size === 0) this.res.on('close', this.#close);
    this.#onClose.add(callback);
    return () => {
      this.#onClose.delete(callback);
      if (this.#onClose.size === 0) this.res.off('close', this.#close);
    };
  }

  readonly #close = (): void => {
    this.answer.abandon();
    for (const callback of Array.from(this.#onClose)) callback();
  };
}
