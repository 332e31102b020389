/** Every instrument there is, declared once. The reference page is made from this table. */

export interface Instrument {
  readonly kind: 'histogram' | 'counter' | 'gauge';
  readonly unit: string;
  readonly help: string;
  /** Attributes that tell its series apart. */
  readonly attributes: readonly string[];
  /** Upper bounds of the buckets, in seconds. */
  readonly buckets?: readonly number[];
}

/** What the semantic conventions for MCP advise: from a list out of memory to a prompt over a whole group. */
const mcpBuckets = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
/** What the semantic conventions for HTTP advise. */
const httpBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** A person thinks, or does not answer at all within ten minutes. */
const personBuckets = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];
/** From a client that only looked in to one that stays for a week. */
const lifeBuckets = [1, 10, 60, 300, 900, 1800, 3600, 14_400, 43_200, 86_400, 604_800];

export const instruments = {
  'mcp.server.operation.duration': {
    kind: 'histogram',
    unit: 's',
    help: 'How long requests of clients took.',
    attributes: [
      'mcp.method.name',
      'gitlab_mcp.tool_surface',
      'network.transport',
      'mcp.protocol.version',
      'gen_ai.tool.name',
      'gen_ai.prompt.name',
      'gitlab_mcp.action',
      'gitlab_mcp.domain',
      'error.type',
      'rpc.response.status_code',
      'gitlab_mcp.refusal_reason',
    ],
    buckets: mcpBuckets,
  },
  'mcp.client.operation.duration': {
    kind: 'histogram',
    unit: 's',
    help: 'How long this server waited for a client to answer a question.',
    attributes: ['mcp.method.name', 'gitlab_mcp.tool_surface', 'network.transport', 'mcp.protocol.version'],
    buckets: personBuckets,
  },
  'http.client.request.duration': {
    kind: 'histogram',
    unit: 's',
    help: 'How long GitLab took, each attempt by itself.',
    attributes: ['http.request.method', 'server.address', 'server.port', 'http.response.status_code', 'error.type'],
    buckets: httpBuckets,
  },
  'mcp.server.session.duration': {
    kind: 'histogram',
    unit: 's',
    help: 'How long sessions and the connection of stdio lived. Requests without a session have none.',
    attributes: ['network.transport', 'mcp.protocol.version'],
    buckets: lifeBuckets,
  },
  'gitlab_mcp.credential_pool.entries': {
    kind: 'gauge',
    unit: '{entry}',
    help: 'Credentials in the pool. HTTP only.',
    attributes: [],
  },
  'gitlab_mcp.credential_pool.capacity': {
    kind: 'gauge',
    unit: '{entry}',
    help: 'Credentials the pool keeps at most. HTTP only.',
    attributes: [],
  },
  'gitlab_mcp.credential_pool.evictions': {
    kind: 'counter',
    unit: '{eviction}',
    help: 'Credentials that left the pool, by reason; every reason from the start. HTTP only.',
    attributes: ['gitlab_mcp.credential_pool.eviction.reason'],
  },
  'gitlab_mcp.auth.blocks': {
    kind: 'counter',
    unit: '{request}',
    help: 'Requests turned away because their address had spent an authentication budget; both budgets from the start. HTTP only.',
    attributes: ['gitlab_mcp.auth.budget'],
  },
} as const satisfies Record<string, Instrument>;

export type InstrumentName = keyof typeof instruments;

export type HistogramName = {
  [Name in InstrumentName]: (typeof instruments)[Name]['kind'] extends 'histogram' ? Name : never;
}[InstrumentName];
