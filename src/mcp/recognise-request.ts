import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import { isRecord } from './json-rpc.ts';
import { modernRevision } from './revisions.ts';
import type { Era } from './shared-transport.ts';

const protocolVersionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const envelopePrefix = 'io.modelcontextprotocol/';
/** Keys of the reserved prefix that say nothing about the envelope. */
const plainKeys: ReadonlySet<string> = new Set([protocolVersionKey, capabilitiesKey]);

/**
 * Recognises the requests that leave no doubt, which are nearly all, without the SDK's classifier: its schemas cost as
 * much as the rest of a request. `undefined` sends a body there; a property test holds that both agree.
 */
export function recogniseRequest(
  body: unknown,
  protocolVersion: string | undefined,
  methodHeader: string | undefined,
): { readonly era: Era; readonly message: JSONRPCRequest } | undefined {
  if (!isPlainRequest(body)) return undefined;
  const meta = body.params?.['_meta'];
  if (meta === undefined) {
    return protocolVersion === modernRevision ? undefined : { era: 'legacy', message: body };
  }
  if (!isRecord(meta)) return undefined;
  if (!isModernEnvelope(meta)) {
    const claims = Object.keys(meta).some((key) => key.startsWith(envelopePrefix));
    return claims || protocolVersion === modernRevision || !isPlainMeta(meta)
      ? undefined
      : { era: 'legacy', message: body };
  }
  const agrees =
    (protocolVersion === undefined || protocolVersion === modernRevision) &&
    (methodHeader === undefined || methodHeader === body.method);
  return agrees && isPlainMeta(meta) ? { era: 'modern', message: body } : undefined;
}

/** A request and nothing else: no key that would make it an answer, no ID of a doubtful kind. */
function isPlainRequest(body: unknown): body is JSONRPCRequest {
  if (!isRecord(body)) return false;
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || method === 'initialize') return false;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return false;
  for (const key in body) if (key !== 'jsonrpc' && key !== 'id' && key !== 'method' && key !== 'params') return false;
  return params === undefined || isRecord(params);
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
