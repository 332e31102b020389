import type { InboundValidationRung, JSONRPCRequest } from '@modelcontextprotocol/server';
import { isCodexAgent, takesWholePriorities } from './client-quirks.ts';
import { checkMirrorHeaders, type MirrorHeaders } from './mirror-headers.ts';
import { idOf, type JsonRpcError, type RequestId } from './json-rpc.ts';
import { isRecord } from '../gitlab/json.ts';
import { recogniseMessage } from './recognise-message.ts';
import { headerlessRevision, isRevision, modernRevision, type Revision } from './revisions.ts';
import type { Era } from './shared-transport.ts';

/** What of an HTTP request's head says how its body is to be read. */
export interface InboundHeaders extends MirrorHeaders {
  readonly protocolVersion: string | undefined;
  readonly userAgent: string | undefined;
}

export interface InboundRequest {
  readonly kind: 'request';
  readonly era: Era;
  readonly revision: Revision;
  readonly message: JSONRPCRequest;
  /** Its client is known to take no other priorities; in a session its handshake says so. */
  readonly wholePriorities: boolean;
}

/** One body, read once. Everything after works on this value. */
export type Inbound =
  | InboundRequest
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  /** An answer to a request of ours; only sessions have those. */
  | { readonly kind: 'response'; readonly message: unknown }
  | { readonly kind: 'batch'; readonly items: readonly Inbound[] }
  | {
      readonly kind: 'reject';
      readonly status: number;
      readonly error: JsonRpcError;
      readonly id: RequestId | undefined;
    };

/** More than a client sends in earnest; each call of a batch counts as one. */
const maxBatch = 100;

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const clientInfoKey = 'io.modelcontextprotocol/clientInfo';

/**
 * Reads a parsed body: version first, then shape and era, then the headers that mirror it (order of checks: version,
 * headers, envelope, method). `served` are the revisions this endpoint negotiates; stdio has no headers. Nearly every
 * body is read at once; the rest waits for the SDK, which is loaded for it.
 */
export function readInbound(
  body: unknown,
  headers: InboundHeaders | undefined,
  served: readonly Revision[],
): Inbound | Promise<Inbound> {
  const refusal = refuseVersion(headers?.protocolVersion ?? claimedVersion(body), served);
  if (refusal !== undefined) return reject(400, refusal, idOf(body));
  const known = recogniseMessage(body, headers?.protocolVersion, headers?.method);
  if (known === undefined) return readDoubtful(body, headers, served);
  if (known.kind === 'notification') return known;
  return known.era === 'legacy' ? legacyRequest(known.message, headers) : modernRequest(known.message, headers);
}

async function readDoubtful(
  body: unknown,
  headers: InboundHeaders | undefined,
  served: readonly Revision[],
): Promise<Inbound> {
  const { classifyInboundRequest } = await import('@modelcontextprotocol/server');
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(headers?.protocolVersion === undefined ? {} : { protocolVersionHeader: headers.protocolVersion }),
    ...(headers?.method === undefined ? {} : { mcpMethodHeader: headers.method }),
    ...(headers?.name === undefined ? {} : { mcpNameHeader: headers.name }),
  });
  if (outcome.kind === 'reject') {
    const { httpStatus, code, rung, data } = outcome;
    return reject(
      httpStatus,
      { code, message: problemAt(rung, body), ...(data === undefined ? {} : { data }) },
      idOf(body),
    );
  }
  if (outcome.kind === 'legacy') return readLegacy(body, outcome.reason, headers, served);
  if (outcome.messageKind === 'notification') {
    return { kind: 'notification', method: outcome.message.method, params: outcome.message.params };
  }
  const requested = headers?.protocolVersion ?? claimedVersion(body) ?? '';
  if (outcome.classification.era !== 'modern') return reject(400, unsupported(requested, served), idOf(body));
  return modernRequest(outcome.message, headers);
}

/**
 * `arguments: null` and no arguments are the same as none (trap T-05). A wish for a task is ignored, whatever its form, as
 * 2025-11-25 wants it of a server without tasks; the SDK's schema would complain about it in its own words.
 */
function plainCall(message: JSONRPCRequest): JSONRPCRequest {
  if (message.method !== 'tools/call' || message.params === undefined) return message;
  if (message.params['arguments'] !== null && !Object.hasOwn(message.params, 'task')) return message;
  const { arguments: args, task: _ignored, ...params } = message.params;
  return { ...message, params: args === null || args === undefined ? params : { ...params, arguments: args } };
}

/** What the SDK found wrong, in words of ours: its own quote its schemas. */
function problemAt(rung: InboundValidationRung, body: unknown): string {
  if (rung === 'envelope') {
    return (
      `a request of protocol version ${modernRevision} carries in params._meta ` +
      `${versionKey}, a text, and io.modelcontextprotocol/clientCapabilities, an object of objects, and where they are given ` +
      `${clientInfoKey}, an object with name and version, and io.modelcontextprotocol/logLevel, a level`
    );
  }
  if (hasOddToken(body)) return 'params._meta.progressToken must be a text or a whole number';
  if (aboutHeaders.has(rung)) return 'the headers MCP-Protocol-Version and Mcp-Method must say the same as the body';
  return (
    'the message must be one JSON-RPC 2.0 object: jsonrpc "2.0", method, a text, params, an object, its _meta too, and for ' +
    'a request id, a text or a whole number; a batch holds such objects of an older protocol version'
  );
}

/** To the SDK's schemas such a message is no message at all. */
function hasOddToken(body: unknown): boolean {
  const meta = metaOf(body);
  if (meta === undefined || !Object.hasOwn(meta, 'progressToken')) return false;
  return typeof meta['progressToken'] !== 'string' && !Number.isSafeInteger(meta['progressToken']);
}

const aboutHeaders: ReadonlySet<InboundValidationRung> = new Set([
  'era-classification',
  'standard-header-validation',
  'param-header-validation',
]);

function modernRequest(message: JSONRPCRequest, headers: InboundHeaders | undefined): Inbound {
  const mismatch = headers === undefined ? undefined : checkMirrorHeaders(message, headers);
  if (mismatch !== undefined) return reject(400, { code: -32020, message: mismatch }, message.id);
  const meta = message.params?.['_meta'];
  return {
    kind: 'request',
    era: 'modern',
    revision: modernRevision,
    message: plainCall(message),
    wholePriorities: takesWholePriorities(meta?.[clientInfoKey]),
  };
}

function legacyRequest(message: JSONRPCRequest, headers: InboundHeaders | undefined): Inbound {
  const named = headers?.protocolVersion;
  const revision = named !== undefined && isRevision(named) ? named : headerlessRevision;
  const wholePriorities =
    message.method === 'initialize'
      ? takesWholePriorities(message.params?.['clientInfo'])
      : isCodexAgent(headers?.userAgent);
  return { kind: 'request', era: 'legacy', revision, message: plainCall(message), wholePriorities };
}

function readLegacy(
  body: unknown,
  reason: string,
  headers: InboundHeaders | undefined,
  served: readonly Revision[],
): Inbound | Promise<Inbound> {
  switch (reason) {
    case 'response':
      return { kind: 'response', message: body };
    case 'batch':
      return readBatch(body, headers, served);
    case 'notification': {
      // The classifier proved the shape.
      const { method, params } = body as { method: string; params?: unknown };
      return { kind: 'notification', method, params };
    }
    default:
      // The classifier proved the shape.
      return legacyRequest(body as JSONRPCRequest, headers);
  }
}

/** Batches belong to older revisions; two equal IDs in one could not be told apart. */
async function readBatch(
  body: unknown,
  headers: InboundHeaders | undefined,
  served: readonly Revision[],
): Promise<Inbound> {
  const elements: readonly unknown[] = Array.isArray(body) ? body : [];
  if (elements.length > maxBatch) {
    return invalid(`a batch has at most ${maxBatch} messages, this one has ${elements.length}`);
  }
  const ids = elements
    .filter((element) => isRecord(element) && 'method' in element)
    .flatMap((element) => idOf(element) ?? []);
  if (new Set(ids).size !== ids.length) return invalid('two requests of a batch have the same id');
  const items = await Promise.all(elements.map(async (element) => readInbound(element, headers, served)));
  if (items.length > 1 && items.some((item) => item.kind === 'request' && item.message.method === 'initialize')) {
    return invalid('initialize must not be part of a batch');
  }
  return { kind: 'batch', items };
}

function claimedVersion(body: unknown): string | undefined {
  const claim = metaOf(body)?.[versionKey];
  return typeof claim === 'string' ? claim : undefined;
}

function metaOf(body: unknown): Readonly<Record<string, unknown>> | undefined {
  const params = isRecord(body) ? body['params'] : undefined;
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) ? meta : undefined;
}

/** What a request that names a protocol version not served here is told; it tells the client which ones are (REJ-11). */
export function refuseVersion(requested: string | undefined, served: readonly Revision[]): JsonRpcError | undefined {
  if (requested === undefined || (isRevision(requested) && served.includes(requested))) return undefined;
  return unsupported(requested, served);
}

function unsupported(requested: string, served: readonly Revision[]): JsonRpcError {
  const message = `this endpoint does not serve protocol version ${JSON.stringify(requested.slice(0, 40))}`;
  return { code: -32022, message, data: { supported: served, requested: requested.slice(0, 100) } };
}

function invalid(message: string): Inbound {
  return reject(400, { code: -32600, message }, undefined);
}

function reject(status: number, error: JsonRpcError, id: RequestId | undefined): Inbound {
  return { kind: 'reject', status, error, id };
}
