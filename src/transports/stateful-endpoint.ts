import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { Entry } from '../credentials/entry.ts';
import type { HttpRefusal } from '../gate/refusal.ts';
import { busyMessage, busyRetryAfterMs } from '../limits/held-calls.ts';
import type { InboundRequest } from '../mcp/inbound.ts';
import type { RequestId } from '../mcp/json-rpc.ts';
import { answerFromMemory } from '../mcp/memory-methods.ts';
import { canBeAsked } from '../mcp/open-questions.ts';
import { isRevision, type Revision } from '../mcp/revisions.ts';
import type { Shape, Shapes } from '../mcp/shape.ts';
import { renewsWatchers } from '../subscriptions/session-subscriptions.ts';
import type { CallRunner } from './call-runner.ts';
import type { KeepAlive } from './keep-alive.ts';
import { headerText, type Received, type Reception } from './reception.ts';
import { refuse } from './refuse.ts';
import { sendEmpty } from './response-head.ts';
import { SessionStream } from './session-stream.ts';
import type { Session, Sessions } from './sessions.ts';

export interface StatefulEndpointOptions {
  readonly reception: Reception;
  readonly calls: CallRunner;
  readonly shapes: Shapes;
  readonly sessions: Sessions;
  readonly keepAlive: KeepAlive;
}

const sessionHeader = 'Mcp-Session-Id';

const unknownSession: HttpRefusal = {
  reason: 'request.session',
  status: 404,
  code: -32600,
  message: `${sessionHeader} names no session of this credential: send initialize without it to open one`,
};

const missingSession: HttpRefusal = {
  reason: 'request.session',
  status: 400,
  code: -32600,
  message: `this server keeps sessions: send initialize first, and its ${sessionHeader} with everything after`,
};

const busy: HttpRefusal = {
  reason: 'limit.busy',
  status: 503,
  code: -50300,
  message: busyMessage,
  headers: { 'Retry-After': busyRetryAfterMs / 1000 },
  close: true,
};

/**
 * The MCP endpoint that keeps sessions, for clients of the older revisions: POST opens and uses one, GET opens its stream,
 * DELETE ends it (STATEFUL-01). Whose a session is was recorded when it was opened and is looked at before anything else
 * of a request, limits included; for everybody else it does not exist.
 *
 * A session has no server of its own: calls run on the one their shape shares, like those without a session. That makes
 * a session little over a kilobyte. What its client was asked goes out beside the call that asks, and waits with the
 * session for the answer.
 */
export class StatefulEndpoint {
  readonly #options: StatefulEndpointOptions;

  constructor(options: StatefulEndpointOptions) {
    this.#options = options;
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method } = req;
    if (method === 'POST') return this.#post(req, res);
    if (method === 'GET') return this.#openStream(req, res);
    if (method === 'DELETE') return this.#delete(req, res);
    return this.#options.reception.refuseMethod(req, res, ['GET', 'POST', 'DELETE']);
  }

  async #post(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const received = await this.#options.reception.receivePost(req, res);
    if (received === undefined) return;
    const sessionId = headerText(req, 'mcp-session-id');
    if (sessionId) {
      const session = this.#options.sessions.find(sessionId, received.entry);
      if (session === undefined) refuse(res, received.id, unknownSession);
      else await this.#serve(res, received, session);
      return;
    }
    const [only, ...others] = requestsOf(received);
    if (only?.message.method === 'initialize' && others.length === 0) await this.#open(res, received, only);
    else refuse(res, received.id, missingSession);
  }

  /** A session exists from the answer to `initialize` on; one that is refused leaves nothing. */
  async #open(res: ServerResponse, received: Received, request: InboundRequest): Promise<void> {
    const { entry, inbound, id } = received;
    const shape = await this.#options.shapes.forFacts(entry.facts);
    if (res.destroyed) return;
    const revision = negotiatedRevision(request, shape);
    let sessionId: string | undefined;
    if (revision !== undefined) {
      const opened = this.#options.sessions.open(entry, {
        revision,
        wholePriorities: request.wholePriorities,
        canBeAsked: canBeAsked(revision, request.message.params),
      });
      if (!opened.ok) {
        refuse(res, id, busy);
        return;
      }
      sessionId = opened.session.id;
      res.setHeader(sessionHeader, sessionId);
    }
    this.#options.calls.run(res, {
      requests: [request],
      batch: inbound.kind === 'batch',
      entry,
      shape,
      server: (era) => shape.server(era),
      owner: entry,
      aside: undefined,
      asideIsRead: false,
      questions: undefined,
      sessionId,
      session: undefined,
    });
  }

  async #serve(res: ServerResponse, received: Received, session: Session): Promise<void> {
    const { entry, inbound, id } = received;
    const { calls, sessions, shapes } = this.#options;
    finished(res, sessions.use(session));
    const items = inbound.kind === 'batch' ? inbound.items : [inbound];
    calls.cancelNamed(session, items);
    for (const item of items) if (item.kind === 'response') session.questions?.answer(item.message);
    const requests = requestsOf(received);
    if (requests.length === 0) {
      sendEmpty(res, 202);
      return;
    }
    // When all is answered: a subscription at the limit may still take the place of a watcher that nobody renewed.
    if (requests.some(({ message }) => renewsWatchers(message.method))) {
      finished(res, () => session.subscriptions.renew());
    }
    const shape = await shapes.forFacts(entry.facts);
    // Nothing is awaited from here to the start of the calls, or two POSTs could bring the same ID past this check.
    const problem = requests.map((request) => problemWith(request, session, calls)).find((text) => text !== undefined);
    if (problem !== undefined) {
      refuse(res, id, { reason: 'request.invalid', status: 400, code: -32600, message: problem });
      return;
    }
    const { revision, wholePriorities } = session;
    calls.run(res, {
      // What the handshake agreed on holds, whatever the header of a later request says (trap T-40).
      requests: requests.map((request) => ({ ...request, revision, wholePriorities })),
      batch: inbound.kind === 'batch',
      entry,
      shape,
      server: (era) => shape.server(era),
      owner: session,
      aside: (message) => session.notify(message),
      asideIsRead: session.hasStream,
      questions: session.questions,
      sessionId: session.id,
      session: session.subscriptions,
    });
  }

  async #openStream(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const session = await this.#findNamed(req, res);
    if (session === undefined || res.destroyed) return;
    // Asking for the stream is a sign of life; that it is open is none, or an abandoned one would never run out.
    this.#options.sessions.use(session)();
    session.attach(new SessionStream(res, this.#options.keepAlive));
  }

  async #delete(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const session = await this.#findNamed(req, res);
    if (session === undefined) return;
    this.#options.sessions.end(session, 'deleted');
    this.#options.calls.cancelAll(session, 'the client ended its session');
    sendEmpty(res, 204);
  }

  /** The session a GET or DELETE names; otherwise the request is answered here. */
  async #findNamed(req: IncomingMessage, res: ServerResponse): Promise<Session | undefined> {
    const entry: Entry | undefined = await this.#options.reception.receiveHead(req, res);
    if (entry === undefined) return undefined;
    const sessionId = headerText(req, 'mcp-session-id');
    const session = sessionId ? this.#options.sessions.find(sessionId, entry) : undefined;
    if (session === undefined) refuse(res, undefined, sessionId ? unknownSession : missingSession);
    return session;
  }
}

function requestsOf({ inbound }: Received): readonly InboundRequest[] {
  const items = inbound.kind === 'batch' ? inbound.items : [inbound];
  return items.filter((item) => item.kind === 'request');
}

/** What an `initialize` agrees on; `undefined` when it is refused. */
function negotiatedRevision(request: InboundRequest, shape: Shape): Revision | undefined {
  const answer = answerFromMemory(request, shape);
  if (answer?.kind !== 'result' || !('protocolVersion' in answer.result)) return undefined;
  const { protocolVersion } = answer.result;
  return typeof protocolVersion === 'string' && isRevision(protocolVersion) ? protocolVersion : undefined;
}

/** Why a session does not take a request, in words for its client. */
function problemWith({ message }: InboundRequest, session: Session, calls: CallRunner): string | undefined {
  if (message.method === 'initialize') {
    return `the session is open already: send initialize without ${sessionHeader} to open another`;
  }
  const { id }: { readonly id: RequestId } = message;
  // Their answers, progress and cancellation could not be told apart.
  return calls.isOpen(session, id) ? 'a call with this id is waiting for its answer: give each its own' : undefined;
}
