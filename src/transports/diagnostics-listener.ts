import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Session } from 'node:inspector/promises';
import { pipeline } from 'node:stream/promises';
import { getHeapSnapshot } from 'node:v8';
import { type DiagnosticsPage, diagnosticsPagePolicy, renderDiagnosticsPage } from '../documents/diagnostics-page.ts';
import type { FigureGroup } from '../documents/figures.ts';
import { ProcessFacts } from '../documents/process-facts.ts';
import { describeProcess } from '../documents/process-figures.ts';
import { AppError } from '../errors/app-error.ts';
import { HostAllowlist } from '../gate/host-allowlist.ts';
import { headerValues } from '../gate/raw-headers.ts';
import { RefusalCounts } from '../limits/refusals.ts';
import { CidrSet } from '../net/cidr.ts';
import type { Logger } from '../telemetry/logger.ts';
import { securityHeaders, sendJson } from './response-head.ts';

const { createServer } = process.getBuiltinModule('node:http');

export interface DiagnosticsOptions {
  /** What the page shows beside the process itself; nothing while the server still starts. Called once per page. */
  readonly describe: () => readonly FigureGroup[] | Promise<readonly FigureGroup[]>;
  /** A loopback address: whoever reaches this reads the memory of the process, credentials included. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly logger: Logger;
}

export interface DiagnosticsListener {
  readonly url: string;
  close(): Promise<void>;
}

type Route = (res: ServerResponse, query: URLSearchParams) => void | Promise<void>;

/** What the page links to. */
const descriptions: Readonly<Record<string, string>> = {
  '/process': 'processor time, memory, and what is open',
  '/event-loop': 'delays and utilization since this was last asked',
  '/heap': 'sizes of the heap and its spaces',
  '/heap-snapshot': 'everything in memory, for the memory tab of a browser; the process stands still meanwhile',
  '/cpu-profile': 'where processor time goes for ?seconds= (1 to 60, default 10), for the performance tab of a browser',
};

/**
 * Opens the listener for figures and profiles (START-12). It is of its own, so that no proxy forwards to it, and it never
 * keeps the process alive. Rejects with `config.invalid` when the address cannot be had.
 */
export async function startDiagnostics({
  host,
  port,
  logger,
  describe,
}: DiagnosticsOptions): Promise<DiagnosticsListener> {
  const facts = new ProcessFacts();
  const refusals = new RefusalCounts();
  const routes = createRoutes({ facts, refusals, describe });
  const forget = (): void => {
    facts.close();
    refusals.close();
  };
  const hosts = new HostAllowlist({
    listen: { kind: 'tcp', host },
    publicUrl: undefined,
    trustedProxies: new CidrSet([]),
  });
  const server = createServer((req, res) => {
    answer(req, res, { hosts, routes }).catch((error: unknown) => {
      if (res.headersSent) res.destroy();
      else sendJson(res, { status: 500, body: JSON.stringify({ error: 'internal' }) });
      logger.warn('diagnostics failed', { error });
    });
  });
  server.unref();
  const url = await bind(server, host, port).catch((error: unknown) => {
    forget();
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new AppError('config.invalid', `--pprof-addr: cannot listen on ${host}:${port} (${code})`, { cause: error });
  });
  logger.info('diagnostics listener started', { url });
  return {
    url,
    async close() {
      forget();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bind(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

interface Parts {
  readonly hosts: HostAllowlist;
  readonly routes: ReadonlyMap<string, Route>;
}

async function answer(req: IncomingMessage, res: ServerResponse, { hosts, routes }: Parts): Promise<void> {
  const { rawHeaders, url: target = '/', socket, method } = req;
  const { remoteAddress: peer, localAddress } = socket;
  const named = hosts.decide({ hosts: headerValues(rawHeaders, 'host'), target, peer, localAddress });
  if (named.kind !== 'admitted' || isFromAnotherPage(rawHeaders)) {
    sendProblem(res, 403, 'only programs and pages of this machine may ask');
    return;
  }
  if (method !== 'GET') {
    sendProblem(res, 405, 'everything here is read with GET', { Allow: 'GET' });
    return;
  }
  const [path = '', query] = target.split('?', 2);
  const route = routes.get(path);
  if (route === undefined) sendProblem(res, 404, 'see / for what there is');
  else await route(res, new URLSearchParams(query));
}

/**
 * Any page in a browser can send requests to this machine; the browser says that it is another's. One that is too old for
 * `Sec-Fetch-Site` still names the page it comes from.
 */
function isFromAnotherPage(rawHeaders: readonly string[]): boolean {
  const sites = headerValues(rawHeaders, 'sec-fetch-site');
  if (headerValues(rawHeaders, 'origin').length > 0) return true;
  if (sites.some((site) => !['none', 'same-origin'].includes(site))) return true;
  const [host = ''] = headerValues(rawHeaders, 'host');
  const own = URL.parse(`http://${host}`)?.origin;
  return headerValues(rawHeaders, 'referer').some((page) => URL.parse(page)?.origin !== own || own === undefined);
}

interface Sources extends Pick<DiagnosticsOptions, 'describe'> {
  readonly facts: ProcessFacts;
  readonly refusals: RefusalCounts;
}

function createRoutes({ facts, refusals, describe }: Sources): ReadonlyMap<string, Route> {
  const oneAtATime = createTurnstile();
  return new Map<string, Route>([
    [
      '/',
      async (res, query) => {
        const groups = [...(await describe()), ...describeProcess(facts)];
        const refreshes = !query.has('pause');
        sendPage(res, { groups, refusals: refusals.list(), endpoints: descriptions, refreshes, now: Date.now() });
      },
    ],
    ['/process', (res) => sendFacts(res, facts.process())],
    ['/event-loop', (res) => sendFacts(res, facts.eventLoop())],
    ['/heap', (res) => sendFacts(res, facts.heap())],
    ['/heap-snapshot', async (res) => oneAtATime(res, async () => sendHeapSnapshot(res))],
    ['/cpu-profile', async (res, query) => oneAtATime(res, async () => sendCpuProfile(res, query.get('seconds')))],
  ]);
}

/** Two recordings at once would disturb each other, and a crowd of them the process. */
function createTurnstile(): (res: ServerResponse, record: () => Promise<void>) => Promise<void> {
  let isTaken = false;
  return async (res, record) => {
    if (isTaken) {
      sendProblem(res, 503, 'another recording is in progress', { 'Retry-After': 10 });
      return;
    }
    isTaken = true;
    try {
      await record();
    } finally {
      isTaken = false;
    }
  };
}

async function sendHeapSnapshot(res: ServerResponse): Promise<void> {
  res.writeHead(200, attachment('heapsnapshot'));
  await pipeline(getHeapSnapshot(), res);
}

async function sendCpuProfile(res: ServerResponse, seconds: string | null): Promise<void> {
  const wanted = Number(seconds ?? 10);
  if (!(wanted >= 1 && wanted <= 60)) {
    sendProblem(res, 400, 'seconds must be from 1 to 60');
    return;
  }
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await elapse(wanted * 1000, res);
    const { profile } = await session.post('Profiler.stop');
    if (res.destroyed) return;
    res.writeHead(200, attachment('cpuprofile')).end(JSON.stringify(profile));
  } finally {
    session.disconnect();
  }
}

/** Waits, but no longer than whoever asked. */
async function elapse(ms: number, res: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    res.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function attachment(extension: string): Readonly<Record<string, string>> {
  return {
    ...securityHeaders,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    'Content-Disposition': `attachment; filename="gitlab-mcp-server-${process.pid}.${extension}"`,
  };
}

function sendPage(res: ServerResponse, page: DiagnosticsPage): void {
  const body = renderDiagnosticsPage(page);
  res.writeHead(200, {
    ...securityHeaders,
    'Content-Security-Policy': diagnosticsPagePolicy,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}

function sendFacts(res: ServerResponse, facts: unknown): void {
  sendJson(res, { status: 200, body: `${JSON.stringify(facts, undefined, 2)}\n` });
}

function sendProblem(
  res: ServerResponse,
  status: number,
  error: string,
  headers: Readonly<Record<string, string | number>> = {},
): void {
  sendJson(res, { status, body: JSON.stringify({ error }), headers });
}
