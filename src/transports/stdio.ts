import type { Readable, Writable } from 'node:stream';
import type { JSONRPCNotification } from '@modelcontextprotocol/server';
import type { LocalFiles } from '../catalog/call.ts';
import type { Entry, EntryFacts } from '../credentials/entry.ts';
import type { CallAdmission, CallLimits } from '../mcp/call-limits.ts';
import { farewellTo } from '../mcp/farewell.ts';
import { type Inbound, type InboundRequest, readInbound } from '../mcp/inbound.ts';
import { errorBody, idOf, type JsonRpcError, type RequestId } from '../mcp/json-rpc.ts';
import { answerFromMemory } from '../mcp/memory-methods.ts';
import { canBeAsked, OpenQuestions } from '../mcp/open-questions.ts';
import { toAuthInfo } from '../mcp/principal.ts';
import { describeCaller, endEarly, outcomeOf, startRecord, underRecord } from '../mcp/request-record.ts';
import { headerlessRevision, isRevision, modernRevision, type Revision, revisions } from '../mcp/revisions.ts';
import type { Shape, Shapes } from '../mcp/shape.ts';
import { renewsWatchers, SessionSubscriptions } from '../subscriptions/session-subscriptions.ts';
import type { Watches } from '../subscriptions/watches.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { McpOutcome, McpRecord, Telemetry } from '../telemetry/telemetry.ts';
import { type Line, LineReader } from './line-reader.ts';
import { ProcessOwner } from './process-owner.ts';
import { parseJson } from './read-body.ts';

/** Whose process it is, or why GitLab or this server does not serve it. */
export type StdioCaller =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | {
      readonly kind: 'refused';
      readonly error: JsonRpcError;
      /** The token can never be served: not even lists are answered, and a call gets the error itself. */
      readonly forGood: boolean;
    };

export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxLineBytes: number;
  /** Asked again for each call until there is an entry, so that recovery needs no restart (trap T-64). */
  readonly acquire: () => Promise<StdioCaller>;
  /** What is assumed of the credential while GitLab has not answered. */
  readonly provisionalFacts: EntryFacts;
  readonly shapes: Shapes;
  readonly limits: CallLimits;
  readonly watches: Watches;
  readonly files: LocalFiles;
  readonly logger: Logger;
  readonly telemetry?: Telemetry | undefined;
}

/** How long a list waits for GitLab before it is served from what is assumed. */
const readinessWaitMs = 600;
/** How long calls in flight may go on after the input ended. */
const finishWaitMs = 30_000;

/**
 * One client over stdin and stdout, both eras, one message per line. Nothing but JSON-RPC is written to the output.
 * Lists and the handshake never wait for GitLab longer than a moment; a call reports what is wrong.
 */
export class StdioConnection {
  readonly #options: StdioOptions;
  readonly #open = new Map<RequestId, OpenRequest>();
  readonly #watchOwner = new ProcessOwner();
  readonly #subscriptions: SessionSubscriptions;
  readonly #questions = new OpenQuestions();
  #revision: Revision = headerlessRevision;
  #wholePriorities = false;
  /** Said in the handshake of an older client. */
  #canBeAsked = false;
  /** Only an older client has a handshake, and is told of changes without asking. */
  #isHandshaken = false;
  #entry: Entry | undefined;
  /** The tools that the client was last told of. */
  #listed: { readonly revision: Revision; readonly bytes: Buffer } | undefined;
  #caller: Promise<StdioCaller> | undefined;
  #idle: (() => void) | undefined;
  /** Messages that are still being read. */
  #doubtful: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: StdioOptions) {
    this.#options = options;
    this.#subscriptions = new SessionSubscriptions({
      owner: this.#watchOwner,
      watches: options.watches,
      notify: ({ method, params }) => this.#write(JSON.stringify({ jsonrpc: '2.0', method, params })),
    });
  }

  /** Serves until the input ends and the calls in flight have been answered. */
  async run(): Promise<void> {
    const startedAt = performance.now();
    const { input, maxLineBytes } = this.#options;
    // GitLab is asked, and what is assumed of it is built, in the background; nobody waits for it yet.
    void this.#acquire();
    this.#options.shapes.forFacts(this.#options.provisionalFacts).catch((error: unknown) => {
      this.#options.logger.error('the catalog could not be loaded', { error });
    });
    // A client that no longer reads is gone, as one that closed its end is.
    this.#options.output.on('error', () => input.destroy());
    const lines = new LineReader(maxLineBytes, (line) => this.#receive(line));
    await new Promise<void>((resolve) => {
      input.on('data', (chunk: Buffer) => lines.push(chunk));
      input.on('end', resolve).on('close', resolve).on('error', resolve);
    });
    lines.end();
    await this.#doubtful;
    this.#questions.close();
    // Nobody is left to be told anything, so a listen is not waited for.
    for (const { method, cancel } of Array.from(this.#open.values())) {
      if (method === 'subscriptions/listen') cancel('the client closed its end');
    }
    await this.#drained();
    const lifeMs = performance.now() - startedAt;
    this.#options.telemetry?.sessionEnded({ protocolVersion: this.#revision, lifeMs });
  }

  /** Cancels what is open; nothing is written any more. */
  close(): void {
    for (const [id, { method, cancel }] of Array.from(this.#open)) {
      cancel('the server is stopping');
      // A listen that a stopping process leaves behind is not answered; a call may have changed something (trap T-78).
      if (method !== 'subscriptions/listen') this.#writeError(id, stoppedInFlight);
    }
    this.#questions.close();
    this.#closed = true;
    this.#open.clear();
    this.#subscriptions.close();
    this.#options.input.destroy();
    this.#idle?.();
  }

  #receive(line: Line): void {
    if (line.kind === 'too-long') {
      const message = `the message is longer than ${this.#options.maxLineBytes} bytes, the limit of this server (GITLAB_MCP_STDIO_MAX_LINE_BYTES)`;
      this.#writeError(undefined, { code: -32600, message });
      return;
    }
    const parsed = parseJson(line.bytes);
    if ('problem' in parsed) {
      if (line.bytes.toString('utf8').trim() === '') return;
      this.#writeError(undefined, { code: -32700, message: parsed.problem.replace('the body', 'the message') });
      return;
    }
    if (Array.isArray(parsed.value)) {
      this.#writeError(undefined, {
        code: -32600,
        message: 'batches are not accepted on stdio, send one message per line',
      });
      return;
    }
    const inbound = readInbound(parsed.value, undefined, revisions);
    if (!(inbound instanceof Promise)) this.#accept(inbound, parsed.value);
    else this.#doubtful = Promise.all([this.#doubtful, inbound.then((read) => this.#accept(read, parsed.value))]);
  }

  #accept(inbound: Inbound, value: unknown): void {
    switch (inbound.kind) {
      case 'reject':
        this.#writeError(inbound.id ?? idOf(value), inbound.error);
        return;
      case 'notification':
        this.#notified(inbound.method, inbound.params);
        return;
      case 'request':
        this.#serve(inbound.era === 'modern' ? inbound : this.#asAgreed(inbound));
        return;
      case 'response':
        this.#questions.answer(inbound.message);
        return;
      case 'batch':
        return;
    }
  }

  /** A request of an older revision says neither: the handshake did. */
  #asAgreed(request: InboundRequest): InboundRequest {
    const isHandshake = request.message.method === 'initialize';
    return {
      ...request,
      revision: this.#revision,
      wholePriorities: isHandshake ? request.wholePriorities : this.#wholePriorities,
    };
  }

  #notified(method: string, params: unknown): void {
    if (method !== 'notifications/cancelled' || typeof params !== 'object' || params === null) return;
    if (!('requestId' in params)) return;
    const reason = 'reason' in params && typeof params.reason === 'string' ? params.reason : 'cancelled by the client';
    this.#open.get(params.requestId as RequestId)?.cancel(reason);
  }

  #serve(request: InboundRequest): void {
    const { id, method, params } = request.message;
    if (this.#open.has(id)) {
      this.#writeError(id, { code: -32600, message: 'a request with this id is still open' });
      return;
    }
    if (method === 'initialize') {
      this.#negotiate(params);
      this.#wholePriorities = request.wholePriorities;
      this.#isHandshaken = true;
    }
    let cancelled = false;
    const record = startRecord(this.#options.telemetry, request);
    const cancel = (): void => {
      cancelled = true;
      this.#settle(id, { kind: 'cancelled' });
    };
    this.#open.set(id, { method, cancel, record });
    underRecord(record, async () => this.#answer(request, () => cancelled, record)).catch((error: unknown) => {
      this.#options.logger.error('request failed', { error });
      this.#writeError(id, { code: -32603, message: 'Internal error.' });
      this.#settle(id, { kind: 'error', code: -32603 });
    });
  }

  /** Later requests of the older revisions carry no version: the handshake decides. */
  #negotiate(params: Readonly<Record<string, unknown>> | undefined): void {
    const requested = params?.['protocolVersion'];
    this.#revision =
      typeof requested === 'string' && isRevision(requested) && requested !== modernRevision ? requested : '2025-11-25';
    this.#canBeAsked = canBeAsked(this.#revision, params);
  }

  async #answer(request: InboundRequest, isCancelled: () => boolean, record: McpRecord | undefined): Promise<void> {
    const { message } = request;
    const early = await this.#callerForLists(message.method);
    if (early?.kind === 'refused' && early.forGood) {
      if (!isCancelled()) this.#refuse(request, early);
      return;
    }
    const entry = early?.kind === 'entry' ? early.entry : undefined;
    const provisional = await this.#options.shapes.forFacts(entry?.facts ?? this.#options.provisionalFacts);
    if (record !== undefined && entry !== undefined) describeCaller(record, request, entry, provisional);
    const known = answerFromMemory(request, provisional, entry);
    if (known !== undefined) {
      if (isCancelled()) return;
      endEarly(record, known);
      if (known.kind === 'bytes') {
        this.#writeBytes(message.id, known.result);
        if (message.method === 'tools/list') this.#listed = { revision: request.revision, bytes: known.result };
      } else if (known.kind === 'result')
        this.#write(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: known.result }));
      else this.#writeError(message.id, known.error);
      this.#settle(message.id);
      return;
    }
    const caller = await this.#acquire();
    if (isCancelled()) return;
    if (caller.kind === 'refused') {
      this.#refuse(request, caller);
      return;
    }
    const shape = await this.#options.shapes.forFacts(caller.entry.facts);
    if (record !== undefined) describeCaller(record, request, caller.entry, shape);
    const admission = this.#options.limits.admit(request, caller.entry, shape);
    if (admission.kind === 'admitted') this.#dispatch(request, { entry: caller.entry, shape, record });
    else {
      endEarly(record, admission);
      this.#turnAway(request, admission);
    }
  }

  /** Past the rate limit; only calls have one here. */
  #turnAway({ message }: InboundRequest, refused: Exclude<CallAdmission, { kind: 'admitted' }>): void {
    if (refused.kind === 'result')
      this.#write(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: refused.result }));
    else this.#writeError(message.id, refused.error);
    this.#settle(message.id);
  }

  /** A call is answered with a result that a model can read; other methods with an error. */
  #refuse({ message }: InboundRequest, { error, forGood }: Extract<StdioCaller, { kind: 'refused' }>): void {
    const isResult = message.method === 'tools/call' && !forGood;
    if (isResult) {
      const result = { content: [{ type: 'text', text: error.message }], isError: true };
      this.#write(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
    } else this.#writeError(message.id, error);
    this.#settle(message.id, isResult ? { kind: 'tool-error' } : { kind: 'error', code: error.code });
  }

  #dispatch(request: InboundRequest, { entry, shape, record }: Served): void {
    const { message, era, revision } = request;
    const { id, method } = message;
    const authInfo = toAuthInfo({
      entry,
      revision,
      wholePriorities: request.wholePriorities && shape.adaptsToClients,
      requestId: id,
      watchOwner: this.#watchOwner,
      session: this.#subscriptions,
      ask: this.#canBeAsked
        ? async (question, signal) =>
            this.#questions.ask(question, { send: (sent) => this.#write(JSON.stringify(sent)), signal })
        : undefined,
      files: this.#options.files,
      record,
    });
    const cancel = shape.server(era).dispatch(
      message,
      {
        id,
        respond: (response) => {
          this.#write(JSON.stringify(response));
          const farewell = farewellTo(method, response);
          if (farewell !== undefined) this.#write(JSON.stringify(farewell));
          this.#settle(id, outcomeOf(response));
        },
        notify: (notification) => this.#write(JSON.stringify(notification)),
      },
      authInfo,
    );
    // Answered before it was even entered: there is nothing to cancel.
    if (!this.#open.has(id)) return;
    this.#open.set(id, {
      method,
      record,
      cancel: (reason) => {
        cancel(reason);
        this.#settle(id, { kind: 'cancelled' });
      },
    });
  }

  /** Whose list it is, as far as GitLab tells within a moment. The handshake belongs to everyone. */
  async #callerForLists(method: string): Promise<StdioCaller | undefined> {
    if (method === 'initialize' || method === 'ping' || method === 'server/discover') return undefined;
    return Promise.race([this.#acquire(), wait(readinessWaitMs)]);
  }

  /** One look at the pool at a time; a refusal is not kept, so the next call asks again. */
  async #acquire(): Promise<StdioCaller> {
    this.#caller ??= this.#options
      .acquire()
      .then((caller) => {
        if (caller.kind === 'entry') this.#meet(caller.entry);
        return caller;
      })
      .catch((error: unknown): StdioCaller => {
        this.#options.logger.error('credential could not be verified', { error });
        return { kind: 'refused', error: { code: -32603, message: 'Internal error.' }, forGood: false };
      })
      .finally(() => {
        this.#caller = undefined;
      });
    return this.#caller;
  }

  /** GitLab may have taken longer than the client's first list, and may tell more later. */
  #meet(entry: Entry): void {
    if (this.#entry === entry) return;
    this.#entry = entry;
    const tell = (): void => {
      this.#tellIfToolsChanged(entry).catch((error: unknown) => {
        this.#options.logger.error('the client could not be told of its tools', { error });
      });
    };
    entry.onLearned(tell);
    tell();
  }

  async #tellIfToolsChanged(entry: Entry): Promise<void> {
    const shape = await this.#options.shapes.forFacts(entry.facts);
    if (this.#listed === undefined) return;
    const { revision, bytes: told } = this.#listed;
    const bytes = shape.toolList(revision, entry);
    if (bytes.equals(told)) return;
    this.#listed = { revision, bytes };
    this.#watchOwner.learned();
    if (this.#isHandshaken) this.#write(JSON.stringify(toolsChanged));
  }

  /** `outcome` counts unless the record of the request has ended already. */
  #settle(id: RequestId, outcome: McpOutcome = { kind: 'answered' }): void {
    const request = this.#open.get(id);
    this.#open.delete(id);
    request?.record?.end(outcome);
    // After the request: a subscription at the limit may still take the place of a watcher that nobody renewed.
    if (request !== undefined && renewsWatchers(request.method)) this.#subscriptions.renew();
    if (this.#open.size === 0) this.#idle?.();
  }

  async #drained(): Promise<void> {
    if (this.#open.size === 0 || this.#closed) return;
    await Promise.race([
      new Promise<void>((resolve) => {
        this.#idle = resolve;
      }),
      wait(finishWaitMs),
    ]);
  }

  #writeBytes(id: RequestId, result: Buffer): void {
    this.#write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result.toString('utf8')}}`);
  }

  #writeError(id: RequestId | undefined, error: JsonRpcError): void {
    this.#write(errorBody(id, error));
  }

  #write(text: string): void {
    if (!this.#closed && this.#options.output.writable) this.#options.output.write(`${text}\n`);
  }
}

const toolsChanged: JSONRPCNotification = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

const stoppedInFlight: JsonRpcError = {
  code: -32603,
  message: 'the server is stopping; whether GitLab carried this out is not known, read the object before trying again',
};

/** Whose call it is, and what serves it. */
interface Served {
  readonly entry: Entry;
  readonly shape: Shape;
  readonly record: McpRecord | undefined;
}

interface OpenRequest {
  readonly method: string;
  readonly record: McpRecord | undefined;
  readonly cancel: (reason: string) => void;
}

async function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
