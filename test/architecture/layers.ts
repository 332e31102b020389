/** Top to bottom, the way a request travels. A folder may import only from rows below its own. */
export const layers = [
  ['main'],
  ['cli'],
  ['app'],
  ['transports'],
  ['gate', 'documents', 'mcp'],
  ['prompts'],
  ['surfaces', 'resources', 'completions', 'subscriptions'],
  ['catalog', 'credentials', 'limits'],
  ['gitlab'],
  ['config', 'net', 'telemetry'],
  ['errors'],
] as const;

const protocol = ['transports', 'mcp', 'surfaces', 'resources', 'prompts', 'completions', 'subscriptions'];

/** Packages with a door: only these folders import them, so an upgrade happens in one place. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  '@modelcontextprotocol/': protocol,
  // Request code talks to `telemetry/telemetry.ts`; a test holds that a process without telemetry loads none of these.
  '@opentelemetry/': ['telemetry'],
  graphql: ['catalog'],
  undici: ['gitlab'],
  'undici/': ['gitlab'],
  'lru-cache': ['credentials', 'gate', 'limits', 'gitlab', 'catalog'],
};

/** Only these parts read the program's configuration; every other part takes its own options object. */
export const readersOfConfig: readonly string[] = ['main', 'cli', 'app', 'config'];
