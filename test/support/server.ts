import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/start.ts';
import { type HttpServing, serveHttp } from '../../src/cli/serve-http.ts';
import { startTelemetry } from '../../src/cli/start-telemetry.ts';
import { loadBuildInfo } from '../../src/cli/version.ts';
import { loadConfig, type ServePlan } from '../../src/config/load-config.ts';
import type { Timers } from '../../src/subscriptions/timers.ts';
import { createLogger, type LogLevel } from '../../src/telemetry/logger.ts';

export interface TestServerOptions {
  /** Flags beside the address and the instance. */
  readonly flags?: readonly string[];
  /** Flags that name something of the sandbox. */
  readonly flagsFor?: (gitlab: Sandbox) => readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly sandbox?: SandboxOptions;
  readonly logLevel?: LogLevel;
  /** Stands for the process's hard limit on open descriptors. */
  readonly descriptorLimit?: number;
  /** Time for everything that watches resources; the machine's when left out. */
  readonly timers?: Timers;
  /** The clock that credentials age by; the machine's when left out. */
  readonly now?: () => number;
  /** A collector that is told of everything, in place of none. */
  readonly collector?: { readonly variables: Readonly<Record<string, string>> };
}

/** The whole HTTP server in this process, with a sandbox as its GitLab and everything it logged. */
export interface TestServer extends AsyncDisposable {
  readonly gitlab: Sandbox;
  readonly url: string;
  readonly logs: readonly Readonly<Record<string, unknown>>[];
  readonly serving: HttpServing;
}

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const gitlab = await startSandbox({ seed: 'demo', ...options.sandbox });
  const server = await startServerFor(gitlab, options);
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await gitlab.close();
    },
  };
}

/** The same for a GitLab that is there already, and stays when the server goes. */
export async function startServerFor(
  gitlab: Sandbox,
  options: Omit<TestServerOptions, 'sandbox'> = {},
): Promise<TestServer> {
  const logs: Readonly<Record<string, unknown>>[] = [];
  const logger = createLogger({
    level: options.logLevel ?? 'debug',
    destination: { write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const { descriptorLimit, timers, now } = options;
  const plan = planFor(gitlab, options);
  const build = loadBuildInfo();
  const telemetry = await startTelemetry(plan, build, logger);
  const serving = await serveHttp(plan, build, logger, {
    descriptorLimit,
    telemetry,
    ...(timers === undefined ? {} : { timers }),
    ...(now === undefined ? {} : { now }),
  });
  return {
    gitlab,
    url: serving.url,
    logs,
    serving,
    async [Symbol.asyncDispose]() {
      await serving.close();
      await telemetry?.close();
    },
  };
}

function planFor(
  gitlab: Sandbox,
  { flags = [], flagsFor = () => [], environment = {}, collector }: TestServerOptions,
): ServePlan {
  const plan = loadConfig({
    argv: ['--http', '--http-addr=127.0.0.1:0', `--gitlab-url=${gitlab.url}`, ...flags, ...flagsFor(gitlab)],
    environment: { ...collector?.variables, ...environment },
    dotenvFiles: {},
    stdinKind: 'other',
  });
  if (plan.command !== 'serve') throw new Error(`the arguments ask for ${plan.command}`);
  return plan;
}

export interface PostOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Posts one body as it is and reads the answer whole: status, headers, and the messages in it. */
export async function post(url: string, body: unknown, options: PostOptions = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(options.token === undefined ? {} : { 'private-token': options.token }),
      ...options.headers,
    },
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, messages: readMessages(response, text) };
}

/** The JSON-RPC messages of an answer, whether it was a document or a stream. */
function readMessages(response: Response, text: string): readonly JsonRpcMessage[] {
  if (text === '') return [];
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    const parsed: unknown = JSON.parse(text);
    return (Array.isArray(parsed) ? parsed : [parsed]) as JsonRpcMessage[];
  }
  return text
    .split('\n\n')
    .flatMap((frame) => frame.split('\n').filter((line) => line.startsWith('data: ')))
    .map((line) => JSON.parse(line.slice('data: '.length)) as JsonRpcMessage);
}

export interface JsonRpcMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The envelope of a request of the newest revision, and the headers that mirror it. */
export function modern(method: string, params: Readonly<Record<string, unknown>> = {}, id: string | number = 1) {
  const body = {
    jsonrpc: '2.0',
    id,
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        ...(params['_meta'] as object | undefined),
      },
    },
  };
  const name = params['name'] ?? params['uri'];
  const args = params['arguments'] as { readonly action?: unknown } | undefined;
  const headers: Record<string, string> = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    ...(typeof args?.action === 'string' ? { 'mcp-param-action': args.action } : {}),
  };
  return { body, headers };
}
