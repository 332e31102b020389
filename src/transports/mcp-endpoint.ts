import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import type { CredentialPool } from '../credentials/pool.ts';
import type { Entry } from '../credentials/entry.ts';
import type { Gate, Identified } from '../gate/gate.ts';
import type { HttpRefusal } from '../gate/refusal.ts';
import type { CallAdmission, CallLimits } from '../mcp/call-limits.ts';
import { type Inbound, type InboundRequest, readInbound } from '../mcp/inbound.ts';
import { errorBody, idOf, type RequestId } from '../mcp/json-rpc.ts';
import { answerFromMemory } from '../mcp/memory-methods.ts';
import { toAuthInfo } from '../mcp/principal.ts';
import type { Revision } from '../mcp/revisions.ts';
import type { Shape, Shapes } from '../mcp/shape.ts';
import type { Logger } from '../telemetry/logger.ts';
import { HttpAnswer } from './http-answer.ts';
import type { KeepAlive } from './keep-alive.ts';
import { OpenCalls } from './open-calls.ts';
import { parseJson, readBody } from './read-body.ts';
import { sendEmpty, sendJson } from './response-head.ts';

export interface McpEndpointOptions {
  readonly gate: Gate;
  readonly pool: CredentialPool;
  readonly shapes: Shapes;
  readonly limits: CallLimits;
  readonly keepAlive: KeepAlive;
  readonly maxBodyBytes: number;
  readonly jsonResponse: boolean;
  /** Revisions negotiated here. */
  readonly served: readonly Revision[];
  readonly logger: Logger;
}

/** A body larger than this is not parsed merely to echo the ID of a request that is refused anyway. */
const maxParsedForIdBytes = 65_536;

/**
 * The stateless MCP endpoint: one POST, one straight line. Cheap checks come before dear ones: head, body, shape of the
 * message, credential, and only then the call.
 */
export class McpEndpoint {
  readonly #options: McpEndpointOptions;
  readonly #openCalls = new OpenCalls();

  constructor(options: McpEndpointOptions) {
    this.#options = options;
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method !== 'POST') {
      refuse(res, undefined, {
        status: 405,
        code: -32600,
        message: 'this endpoint takes POST only',
        headers: { Allow: 'POST' },
      });
      return;
    }
    const [identified, body] = await Promise.all([
      this.#options.gate.identify(req),
      readBody(req, this.#options.maxBodyBytes),
    ]);
    if (body.kind === 'gone') return;
    if (identified.kind === 'refused') {
      refuse(res, body.kind === 'bytes' ? idToEcho(body.bytes) : undefined, identified.refusal);
      return;
    }
    if (body.kind === 'too-large') {
      const message = `the request body is larger than ${this.#options.maxBodyBytes} bytes, the limit of this server`;
      refuse(res, undefined, { status: 413, code: -32600, message, close: true });
      return;
    }
    if (!isJsonContentType(req.headers['content-type'] ?? null)) {
      const message = 'the request body must be JSON, with Content-Type: application/json';
      refuse(res, idToEcho(body.bytes), { status: 415, code: -32600, message });
      return;
    }
    const parsed = parseJson(body.bytes);
    if ('problem' in parsed) {
      refuse(res, undefined, { status: 400, code: -32700, message: parsed.problem });
      return;
    }
    await this.#serve(req, res, parsed.value, identified);
  }

  async #serve(req: IncomingMessage, res: ServerResponse, value: unknown, caller: Identified): Promise<void> {
    const inbound = readInbound(value, inboundHeaders(req), this.#options.served);
    if (inbound.kind === 'reject') {
      const { code, message, data } = inbound.error;
      refuse(res, inbound.id, { status: inbound.status, code, message, data });
      return;
    }
    const acquired = await this.#options.pool.acquire(caller.credential, caller.instance);
    if (acquired.kind !== 'entry') {
      refuse(res, idOf(value), await this.#options.gate.refuseUnserved(acquired, caller));
      return;
    }
    const { entry } = acquired;
    this.#options.gate.logIgnoredOptions(caller, entry.credentialHash);
    await this.#dispatch(res, inbound, entry);
  }

  async #dispatch(res: ServerResponse, inbound: Inbound, entry: Entry): Promise<void> {
    const items = inbound.kind === 'batch' ? inbound.items : [inbound];
    for (const item of items) {
      if (item.kind === 'notification' && item.method === 'notifications/cancelled') {
        this.#openCalls.cancel(entry, item.params);
      }
    }
    const requests = items.filter((item) => item.kind === 'request');
    if (requests.length === 0) {
      sendEmpty(res, 202);
      return;
    }
    const shape = await this.#options.shapes.forFacts(entry.facts);
    const answer = new HttpAnswer(res, {
      mode: this.#options.jsonResponse ? 'json' : 'stream',
      expects: requests.length,
      batch: inbound.kind === 'batch',
      keepAlive: this.#options.keepAlive,
    });
    for (const request of requests) this.#answer(res, answer, request, entry, shape);
  }

  #answer(res: ServerResponse, answer: HttpAnswer, request: InboundRequest, entry: Entry, shape: Shape): void {
    const { id } = request.message;
    const isModern = request.era === 'modern';
    const admission = this.#options.limits.admit(request, entry, shape);
    if (admission.kind === 'http') {
      answer.abandonSilently();
      const headers = { 'Retry-After': Math.ceil(admission.retryAfterMs / 1000) };
      refuse(res, id, { status: 503, ...admission.error, headers, close: true });
      return;
    }
    const known = admission.kind === 'admitted' ? answerFromMemory(request, shape) : admission;
    if (known?.kind === 'bytes') answer.respondWithBytes(id, known.result);
    else if (known?.kind === 'result') answer.respondWithResult(id, known.result);
    else if (known?.kind === 'error') answer.respondWithError(id, known.error, isModern);
    else this.#run(res, answer, request, entry, shape, admission);
  }

  /** Hands a call to the server of its shape; whatever ends it first frees everything it held. */
  #run(
    res: ServerResponse,
    answer: HttpAnswer,
    { message, era, revision }: InboundRequest,
    entry: Entry,
    shape: Shape,
    admission: CallAdmission,
  ): void {
    const isModern = era === 'modern';
    const exchange = answer.exchange(message.id, isModern);
    const forget: (() => void)[] = [];
    let settled = false;
    const settle = (): void => {
      settled = true;
      if (admission.kind === 'admitted') admission.release();
      for (const undo of forget) undo();
    };
    const cancel = shape.server(era).dispatch(
      withArguments(message),
      {
        ...exchange,
        respond: (response) => {
          settle();
          exchange.respond(response);
        },
      },
      toAuthInfo({ entry, revision, files: undefined }),
    );
    // What the protocol layer refuses without a handler is answered before dispatch returns.
    if (settled) return;
    answer.wait();
    // A dropped POST means that nobody waits any more, in every revision: nothing of it could be resumed (CANCEL-01).
    const onClose = (): void => {
      settle();
      answer.abandon();
      cancel('the client closed the connection');
    };
    res.on('close', onClose);
    const forgetCall = this.#openCalls.add(entry, message.id, (reason) => {
      settle();
      cancel(reason);
      if (this.#options.jsonResponse)
        answer.respondWithError(message.id, { code: -32603, message: 'cancelled' }, isModern);
      else answer.abandon();
    });
    forget.push(() => res.off('close', onClose), forgetCall);
  }
}

/** `arguments: null` and no arguments are the same as none (trap T-05). */
function withArguments(message: InboundRequest['message']): InboundRequest['message'] {
  if (message.method !== 'tools/call' || message.params?.['arguments'] !== null) return message;
  const { arguments: _null, ...params } = message.params;
  return { ...message, params };
}

function refuse(res: ServerResponse, id: RequestId | undefined, refusal: HttpRefusal): void {
  const { status, code, message, data, headers, close } = refusal;
  sendJson(res, {
    status,
    body: errorBody(id, { code, message, ...(data === undefined ? {} : { data }) }),
    ...(headers === undefined ? {} : { headers }),
    ...(close === undefined ? {} : { close }),
  });
}

function idToEcho(bytes: Buffer): RequestId | undefined {
  if (bytes.length > maxParsedForIdBytes) return undefined;
  const parsed = parseJson(bytes);
  return 'value' in parsed ? idOf(parsed.value) : undefined;
}

function inboundHeaders(req: IncomingMessage) {
  return {
    protocolVersion: header(req, 'mcp-protocol-version'),
    method: header(req, 'mcp-method'),
    name: header(req, 'mcp-name'),
    action: header(req, 'mcp-param-action'),
  };
}

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
