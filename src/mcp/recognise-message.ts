import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import { isRecord } from '../gitlab/json.ts';
import { modernRevision } from './revisions.ts';
import type { Era } from './shared-transport.ts';

const protocolVersionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const envelopePrefix = 'io.modelcontextprotocol/';
/** Keys of the reserved prefix that say nothing about the envelope. */
const plainKeys: ReadonlySet<string> = new Set([protocolVersionKey, capabilitiesKey]);

export type Recognised =
  | { readonly kind: 'request'; readonly era: Era; readonly message: JSONRPCRequest }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown };

/**
 * Recognises the messages that leave no doubt, which are nearly all, without the SDK's classifier: its schemas cost as
 * much as the rest of a request. `undefined` sends a body there; a property test holds that both agree.
 */
export function recogniseMessage(
  body: unknown,
  protocolVersion: string | undefined,
  methodHeader: string | undefined,
): Recognised | undefined {
  if (!isPlainMessage(body)) return undefined;
  const meta = body.params?.['_meta'];
  if (!('id' in body)) {
    const agrees = methodHeader === undefined || methodHeader === body.method;
    return meta === undefined && agrees
      ? { kind: 'notification', method: body.method, params: body.params }
      : undefined;
  }
  return isRequest(body) ? recogniseRequest(body, meta, protocolVersion, methodHeader) : undefined;
}

function recogniseRequest(
  body: JSONRPCRequest,
  meta: unknown,
  protocolVersion: string | undefined,
  methodHeader: string | undefined,
): Recognised | undefined {
  if (meta === undefined) {
    return protocolVersion === modernRevision ? undefined : { kind: 'request', era: 'legacy', message: body };
  }
  // A handshake with an envelope is for the classifier.
  if (!isRecord(meta) || body.method === 'initialize') return undefined;
  if (!isModernEnvelope(meta)) {
    const claims = Object.keys(meta).some((key) => key.startsWith(envelopePrefix));
    return claims || protocolVersion === modernRevision || !isPlainMeta(meta)
      ? undefined
      : { kind: 'request', era: 'legacy', message: body };
  }
  const agrees =
    (protocolVersion === undefined || protocolVersion === modernRevision) &&
    (methodHeader === undefined || methodHeader === body.method);
  return agrees && isPlainMeta(meta) ? { kind: 'request', era: 'modern', message: body } : undefined;
}

interface PlainMessage {
  readonly jsonrpc: '2.0';
  readonly id?: unknown;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A request or a notification and nothing else: no key that would make it an answer. */
function isPlainMessage(body: unknown): body is PlainMessage {
  if (!isRecord(body)) return false;
  const { jsonrpc, method, params } = body;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return false;
  for (const key in body) if (key !== 'jsonrpc' && key !== 'id' && key !== 'method' && key !== 'params') return false;
  return params === undefined || isRecord(params);
}

/** No ID of a doubtful kind. */
function isRequest(message: PlainMessage): message is PlainMessage & JSONRPCRequest {
  return typeof message.id === 'string' || Number.isSafeInteger(message.id);
}

/** The capabilities clients declare in practice, each an object of switches. Anything else is for the schemas. */
const usualCapabilities: ReadonlySet<string> = new Set(['elicitation', 'sampling', 'roots']);

function isModernEnvelope(meta: Readonly<Record<string, unknown>>): boolean {
  const capabilities = meta[capabilitiesKey];
  if (meta[protocolVersionKey] !== modernRevision || !isRecord(capabilities)) return false;
  return Object.entries(capabilities).every(([name, value]) => usualCapabilities.has(name) && isSwitches(value));
}

function isSwitches(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(value).every(
    ([name, part]) => (name === 'form' || name === 'url') && isRecord(part) && Object.keys(part).length === 0,
  );
}

function isPlainMeta(meta: Readonly<Record<string, unknown>>): boolean {
  for (const key of Object.keys(meta)) {
    if (key.startsWith(envelopePrefix) && !plainKeys.has(key) && !isClientInfo(key, meta[key])) return false;
    if (key === 'progressToken' && typeof meta[key] !== 'string' && !Number.isSafeInteger(meta[key])) return false;
  }
  return true;
}

/** Name and version, as every client sends them; icons and the like are for the schemas. */
function isClientInfo(key: string, value: unknown): boolean {
  if (key !== 'io.modelcontextprotocol/clientInfo' || !isRecord(value)) return false;
  for (const [name, part] of Object.entries(value)) {
    if ((name !== 'name' && name !== 'version' && name !== 'title') || typeof part !== 'string') return false;
  }
  return typeof value['name'] === 'string' && typeof value['version'] === 'string';
}
