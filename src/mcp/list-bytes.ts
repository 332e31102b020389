import type { ToolDefinition } from '../surfaces/surface.ts';
import type { DescriptionRewrites } from './description-rewrites.ts';
import { iconsOf } from './icons.ts';
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

/**
 * The result of `tools/list` as it goes on the wire. Each revision is serialised once, when somebody first asks in it, and
 * no revision gets a field that it does not define (trap T-40).
 */
export class ToolListBytes {
  readonly #tools: readonly ToolDefinition[];
  readonly #hint: CacheHint;
  readonly #identity: ServerIdentity;
  readonly #rewrites: DescriptionRewrites;
  readonly #pages = new Map<Revision, Page>();

  constructor(
    tools: readonly ToolDefinition[],
    { hint, identity, rewrites }: { hint: CacheHint; identity: ServerIdentity; rewrites: DescriptionRewrites },
  ) {
    this.#tools = tools;
    this.#hint = hint;
    this.#identity = identity;
    this.#rewrites = rewrites;
  }

  whole(revision: Revision): Buffer {
    return this.#page(revision).whole;
  }

  /** A list of these tools, put together from the bytes of the whole one. */
  only(revision: Revision, tools: readonly ToolDefinition[]): Buffer {
    const { head, slices, tail } = this.#page(revision);
    const parts = tools.flatMap((tool, index) => {
      const known = slices.get(tool);
      const bytes = known ?? this.#serialise(revision, tool);
      if (known === undefined) slices.set(tool, bytes);
      return index === 0 ? [bytes] : [comma, bytes];
    });
    return Buffer.concat([head, ...parts, tail]);
  }

  #page(revision: Revision): Page {
    const known = this.#pages.get(revision);
    if (known !== undefined) return known;
    const page = this.#build(revision);
    this.#pages.set(revision, page);
    return page;
  }

  #build(revision: Revision): Page {
    const empty = { tools: [] };
    const text = JSON.stringify(revision === modernRevision ? stamp(empty, this.#hint, this.#identity) : empty);
    const at = text.indexOf(emptyList) + emptyList.length - 1;
    const head = Buffer.from(text.slice(0, at));
    const tail = Buffer.from(text.slice(at));
    const tools = this.#tools.map((tool) => this.#serialise(revision, tool));
    const whole = Buffer.concat([
      head,
      ...tools.flatMap((bytes, index) => (index === 0 ? [bytes] : [comma, bytes])),
      tail,
    ]);
    const slices = new WeakMap<ToolDefinition, Buffer>();
    let start = head.length;
    for (const [index, tool] of this.#tools.entries()) {
      const end = start + (tools[index]?.length ?? 0);
      slices.set(tool, whole.subarray(start, end));
      start = end + comma.length;
    }
    return { whole, head, tail, slices };
  }

  #serialise(revision: Revision, tool: ToolDefinition): Buffer {
    return Buffer.from(JSON.stringify(toolFor(revision, this.#rewrites.tool(tool))));
  }
}

/** One revision of the list: the whole, and the pieces it can be put together from. The slices share its memory. */
interface Page {
  readonly whole: Buffer;
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly slices: WeakMap<ToolDefinition, Buffer>;
}

const comma = Buffer.from(',');
const emptyList = '"tools":[]';

/** `server/discover` exists on the newest revision alone. It alone carries the icon: name and version go with every result. */
export function discoverBytes(
  capabilities: object,
  instructions: string,
  hint: CacheHint,
  identity: ServerIdentity,
): Buffer {
  const result = { supportedVersions: revisions, capabilities, instructions };
  return Buffer.from(JSON.stringify(stamp(result, hint, { ...identity, icons: iconsOf('brand') })));
}

/** What every cacheable result of the newest revision carries. */
export function stamp(result: object, hint: CacheHint, identity: object): object {
  return {
    resultType: 'complete',
    ...result,
    ...hint,
    _meta: { 'io.modelcontextprotocol/serverInfo': identity },
  };
}

function toolFor(revision: Revision, tool: ToolDefinition): object {
  const { name, title, description, icons, inputSchema, outputSchema, annotations } = tool;
  const is = (since: Revision): boolean => isAtLeast(revision, since);
  return {
    name,
    ...(is('2025-06-18') ? { title } : {}),
    description,
    ...(is('2025-11-25') && icons !== undefined ? { icons } : {}),
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
