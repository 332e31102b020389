import type { ToolDefinition } from '../surfaces/surface.ts';
import { isAtLeast, modernRevision, type Revision, revisions } from './revisions.ts';

/** How long a client may keep a list, and who may share it (HINT-01). Sent on the newest revision only. */
export interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
}

/** The serialised `result` of one method, per revision. Written to the wire as it is. */
export type ResultBytes = Readonly<Record<Revision, Buffer>>;

/** Serialises `tools/list` once per revision; no revision gets a field that it does not define (trap T-40). */
export function toolListBytes(
  tools: readonly ToolDefinition[],
  hint: CacheHint,
  identity: ServerIdentity,
): ResultBytes {
  return perRevision((revision) => ({ tools: tools.map((tool) => toolFor(revision, tool)) }), hint, identity);
}

/** `server/discover` exists on the newest revision alone. */
export function discoverBytes(
  capabilities: object,
  instructions: string,
  hint: CacheHint,
  identity: ServerIdentity,
): Buffer {
  const result = { supportedVersions: revisions, capabilities, instructions };
  return Buffer.from(JSON.stringify(stamp(result, hint, identity)));
}

function perRevision(build: (revision: Revision) => object, hint: CacheHint, identity: ServerIdentity): ResultBytes {
  const bytes = revisions.map((revision) => {
    const result = revision === modernRevision ? stamp(build(revision), hint, identity) : build(revision);
    return [revision, Buffer.from(JSON.stringify(result))] as const;
  });
  // Every revision is a key.
  return Object.fromEntries(bytes) as unknown as ResultBytes;
}

/** What every cacheable result of the newest revision carries. */
function stamp(result: object, hint: CacheHint, identity: ServerIdentity): object {
  return {
    resultType: 'complete',
    ...result,
    ...hint,
    _meta: { 'io.modelcontextprotocol/serverInfo': identity },
  };
}

function toolFor(revision: Revision, tool: ToolDefinition): object {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const is = (since: Revision): boolean => isAtLeast(revision, since);
  return {
    name,
    ...(is('2025-06-18') ? { title } : {}),
    description,
    inputSchema: is(modernRevision) ? inputSchema : withoutHeaderMarks(inputSchema),
    ...(is('2025-06-18') && outputSchema !== undefined ? { outputSchema } : {}),
    ...(is('2025-03-26') ? { annotations } : {}),
  };
}

/** `x-mcp-header` belongs to the newest revision. It stands on direct properties only. */
function withoutHeaderMarks(schema: Readonly<Record<string, unknown>>): object {
  const properties = schema['properties'];
  if (typeof properties !== 'object' || properties === null) return schema;
  const entries = Object.entries(properties).map(([name, property]: [string, unknown]) => {
    if (typeof property !== 'object' || property === null || !('x-mcp-header' in property))
      return [name, property] as const;
    const { 'x-mcp-header': _mark, ...rest } = property;
    return [name, rest] as const;
  });
  return { ...schema, properties: Object.fromEntries(entries) };
}
