import type { Entry } from '../credentials/entry.ts';
import { iconsOf } from './icons.ts';
import type { InboundRequest } from './inbound.ts';
import { type JsonRpcError } from './json-rpc.ts';
import { isRecord } from '../gitlab/json.ts';
import { isAtLeast, isRevision, newestLegacyRevision, modernRevision } from './revisions.ts';
import type { Shape } from './shape.ts';

/** An answer that needs neither GitLab nor a handler. */
export type MemoryAnswer =
  | { readonly kind: 'bytes'; readonly result: Buffer }
  | { readonly kind: 'result'; readonly result: object }
  | { readonly kind: 'error'; readonly error: JsonRpcError };

/**
 * Answers what a shape knows by itself; `undefined` for a method that has to do something. `entry` is whose request it is:
 * without one, everything of the shape is listed.
 */
export function answerFromMemory(request: InboundRequest, shape: Shape, entry?: Entry): MemoryAnswer | undefined {
  const { message, era } = request;
  const { method, params } = message;
  const list = isListMethod(method) ? listOf(method, request, shape, entry) : undefined;
  if (list !== undefined) {
    const cursor = params?.['cursor'];
    // Every list is one page, so no cursor was ever given out.
    if (cursor !== undefined && cursor !== '')
      return refuse(-32602, 'the cursor is not one of this server, ask without one');
    return { kind: 'bytes', result: list };
  }
  const malformed = method === 'tools/call' ? malformedCall(params) : undefined;
  if (malformed !== undefined) return refuse(-32602, malformed);
  if (era === 'modern') return method === 'server/discover' ? { kind: 'bytes', result: shape.discover } : undefined;
  switch (method) {
    case 'initialize':
      return initialize(params, shape);
    case 'ping':
      return { kind: 'result', result: {} };
    default:
      return undefined;
  }
}

/** What is wrong with a `tools/call` itself; what is wrong inside its arguments is for the tool to say. */
function malformedCall(params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  if (typeof params?.['name'] !== 'string') return 'tools/call needs name, the name of a tool';
  const args = params['arguments'];
  return args === undefined || isRecord(args) ? undefined : 'the arguments of tools/call must be an object';
}

const listMethods = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'] as const;

type ListMethod = (typeof listMethods)[number];

function isListMethod(method: string): method is ListMethod {
  return (listMethods as readonly string[]).includes(method);
}

/** `undefined` for a list that this shape does not have: the method is then unknown. */
function listOf(
  method: ListMethod,
  { revision, wholePriorities }: InboundRequest,
  shape: Shape,
  entry: Entry | undefined,
): Buffer | undefined {
  const look = { revision, wholePriorities: wholePriorities && shape.adaptsToClients };
  switch (method) {
    case 'tools/list':
      return shape.toolList(revision, entry);
    case 'resources/list':
      return shape.resourceLists.resources(look);
    case 'resources/templates/list':
      return shape.resourceLists.templates(look);
    case 'prompts/list':
      return shape.promptList?.whole(revision);
  }
}

/** A client that asks for a version without a handshake, or for one we do not know, gets the newest that has one. */
function initialize(params: Readonly<Record<string, unknown>> | undefined, shape: Shape): MemoryAnswer {
  const requested = params?.['protocolVersion'];
  if (typeof requested !== 'string')
    return refuse(-32602, 'initialize needs protocolVersion, a text such as 2025-11-25');
  if (!isRecord(params?.['capabilities'])) return refuse(-32602, 'initialize needs capabilities, an object');
  if (!isRecord(params['clientInfo']))
    return refuse(-32602, 'initialize needs clientInfo, an object with name and version');
  const protocolVersion = isRevision(requested) && requested !== modernRevision ? requested : newestLegacyRevision;
  const { identity, instructions } = shape;
  const serverInfo = isAtLeast(protocolVersion, '2025-11-25') ? { ...identity, icons: iconsOf('brand') } : identity;
  const capabilities = shape.capabilitiesFor(protocolVersion);
  return { kind: 'result', result: { protocolVersion, capabilities, serverInfo, instructions } };
}

function refuse(code: number, message: string): MemoryAnswer {
  return { kind: 'error', error: { code, message } };
}
