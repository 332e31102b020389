import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Entry } from '../credentials/entry.ts';
import type { CredentialPool } from '../credentials/pool.ts';
import type { ErrorCode } from '../errors/app-error.ts';
import type { Gate, Identified } from '../gate/gate.ts';
import type { HttpRefusal } from '../gate/refusal.ts';
import { type Inbound, readInbound, refuseVersion } from '../mcp/inbound.ts';
import { idOf, type JsonRpcError, type RequestId } from '../mcp/json-rpc.ts';
import type { Revision } from '../mcp/revisions.ts';
import type { Logger } from '../telemetry/logger.ts';
import { RateLimitedLog } from '../telemetry/rate-limited-log.ts';
import { awaitsInvitation, inviteBody, parseJson, readBody } from './read-body.ts';
import { refuse } from './refuse.ts';

export interface ReceptionOptions {
  readonly gate: Gate;
  readonly pool: CredentialPool;
  /** Whether a method that is not served needs a credential to be told so, as in OAuth mode (VER-08). */
  readonly admitsBeforeMethod: boolean;
  readonly maxBodyBytes: number;
  /** Revisions negotiated here. */
  readonly served: readonly Revision[];
  readonly logger: Logger;
}

/** A POST that was understood, and the credential it acts for. */
export interface Received {
  readonly entry: Entry;
  readonly inbound: Exclude<Inbound, { kind: 'reject' }>;
  /** What a refusal echoes; a batch has none. */
  readonly id: RequestId | undefined;
}

/** A body larger than this is not parsed merely to echo the ID of a request that is refused anyway. */
const maxParsedForIdBytes = 65_536;

/**
 * The way of every request up to the point where it can be served: head, body, shape of the message, credential. Cheap
 * checks come before dear ones. A request that is turned away is answered here, and the caller gets `undefined`.
 */
export class Reception {
  readonly #options: ReceptionOptions;
  readonly #log: RateLimitedLog;

  constructor(options: ReceptionOptions) {
    this.#options = options;
    this.#log = new RateLimitedLog({ logger: options.logger });
  }

  /** Takes in a POST. */
  async receivePost(req: IncomingMessage, res: ServerResponse): Promise<Received | undefined> {
    const { gate, maxBodyBytes, served } = this.#options;
    const identified = await gate.identify(req);
    if (identified.kind === 'refused') {
      await refuseUnread(req, res, identified.refusal);
      return undefined;
    }
    // A long body is taken in only from a credential that GitLab knows: strangers could fill the memory with them.
    const known = isShort(req) ? undefined : await this.#findEntry(req, res, identified);
    if (known === undefined && !isShort(req)) return undefined;
    inviteBody(req, res, maxBodyBytes);
    const body = await readBody(req, maxBodyBytes);
    if (body.kind === 'gone') return undefined;
    if (body.kind === 'too-large') {
      this.#log.info('request refused: its body is too large', { client: identified.client });
      const message = `the request body is larger than ${maxBodyBytes} bytes, the limit of this server`;
      refuse(res, undefined, { reason: 'request.too-large', status: 413, code: -32600, message, close: true });
      return undefined;
    }
    if (body.kind === 'stalled') {
      this.#log.info('request refused: its body stopped arriving', { client: identified.client });
      const message = 'the request body stopped arriving before its end';
      refuse(res, undefined, { reason: 'request.stalled', status: 408, code: -32600, message, close: true });
      return undefined;
    }
    if (!isJson(req.headers['content-type'])) {
      const message = 'the request body must be JSON, with Content-Type: application/json';
      refuse(res, idToEcho(body.bytes), { reason: 'request.media-type', status: 415, code: -32600, message });
      return undefined;
    }
    const parsed = parseJson(body.bytes);
    if ('problem' in parsed) {
      refuse(res, undefined, { reason: 'request.malformed', status: 400, code: -32700, message: parsed.problem });
      return undefined;
    }
    const inbound = await readInbound(parsed.value, inboundHeaders(req), served);
    if (inbound.kind === 'reject') {
      refuse(res, inbound.id, { reason: reasonOf(inbound.error), status: inbound.status, ...inbound.error });
      return undefined;
    }
    const id = idOf(parsed.value);
    const entry = known ?? (await this.#findEntry(req, res, identified, id));
    return entry === undefined ? undefined : { entry, inbound, id };
  }

  /** Takes in a request that says everything in its head, as all but POST do. */
  async receiveHead(req: IncomingMessage, res: ServerResponse): Promise<Entry | undefined> {
    const identified = await this.#options.gate.identify(req);
    if (identified.kind === 'refused') {
      refuse(res, undefined, identified.refusal);
      return undefined;
    }
    const refusal = refuseVersion(headerText(req, 'mcp-protocol-version'), this.#options.served);
    if (refusal !== undefined) {
      refuse(res, undefined, { reason: reasonOf(refusal), status: 400, ...refusal });
      return undefined;
    }
    return this.#findEntry(req, res, identified);
  }

  /** Turns away a method the endpoint does not take: it can address nothing here, whoever sends it. */
  async refuseMethod(req: IncomingMessage, res: ServerResponse, taken: readonly string[]): Promise<void> {
    if (this.#options.admitsBeforeMethod && (await this.receiveHead(req, res)) === undefined) return;
    const methods = taken.join(', ');
    const message = `this endpoint takes ${methods} only`;
    refuse(res, undefined, {
      reason: 'request.http-method',
      status: 405,
      code: -32600,
      message,
      headers: { Allow: methods },
    });
  }

  async #findEntry(
    req: IncomingMessage,
    res: ServerResponse,
    caller: Identified,
    id?: RequestId,
  ): Promise<Entry | undefined> {
    const { gate, pool } = this.#options;
    const isWanted = async (): Promise<boolean> => !res.destroyed && !(await gate.isLocked(caller));
    const acquired = await pool.acquire(caller.credential, caller.instance, isWanted);
    if (acquired.kind === 'withdrawn' && res.destroyed) {
      gate.logAbandoned();
      return undefined;
    }
    if (acquired.kind !== 'entry') {
      const refusal = await gate.refuseUnserved(acquired, caller);
      if (req.complete) refuse(res, id, refusal);
      else await refuseUnread(req, res, refusal);
      return undefined;
    }
    gate.logIgnoredOptions(caller, acquired.entry.credentialHash);
    return acquired.entry;
  }
}

/** A message that is turned away for what it says, by the code that only one reason has. */
function reasonOf({ code }: JsonRpcError): ErrorCode {
  return reasonByCode.get(code) ?? 'request.invalid';
}

const reasonByCode = new Map<number, ErrorCode>([
  [-32601, 'request.method'],
  [-32602, 'request.params'],
  [-32020, 'request.header'],
  [-32022, 'request.revision'],
]);

/** Whether the body is declared to be no longer than what is parsed for an ID in any case. */
function isShort(req: IncomingMessage): boolean {
  const length = req.headers['content-length'];
  return length === undefined ? req.headers['transfer-encoding'] === undefined : Number(length) <= maxParsedForIdBytes;
}

/**
 * Refuses a request whose body is still to come. A short body is read for the ID to echo; anything else is not looked at,
 * and the connection is closed with the answer, since what follows on it would be that body. A client that waits to be
 * asked for its body is spared sending it.
 */
async function refuseUnread(req: IncomingMessage, res: ServerResponse, refusal: HttpRefusal): Promise<void> {
  if (awaitsInvitation(req)) {
    refuse(res, undefined, { ...refusal, close: true });
    return;
  }
  const body = await readBody(req, maxParsedForIdBytes);
  if (body.kind === 'gone') return;
  if (body.kind === 'bytes') refuse(res, idToEcho(body.bytes), refusal);
  else refuse(res, undefined, { ...refusal, close: true });
}

/** A header as one text. One that was sent twice is no value that anybody gave out. */
export function headerText(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function inboundHeaders(req: IncomingMessage) {
  return {
    protocolVersion: headerText(req, 'mcp-protocol-version'),
    method: headerText(req, 'mcp-method'),
    name: headerText(req, 'mcp-name'),
    action: headerText(req, 'mcp-param-action'),
    fromPage: req.headers.origin !== undefined,
    userAgent: headerText(req, 'user-agent'),
  };
}

function idToEcho(bytes: Buffer): RequestId | undefined {
  if (bytes.length > maxParsedForIdBytes) return undefined;
  const parsed = parseJson(bytes);
  return 'value' in parsed ? idOf(parsed.value) : undefined;
}

/** `application/json`, whatever its parameters. */
function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}
