import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { busyMessage, busyRetryAfterMs } from '../limits/held-calls.ts';
import type { Logger } from '../telemetry/logger.ts';
import { BrokenRequests, rawAnswer } from './broken-requests.ts';
import type { CertificatePair } from './certificate-pair.ts';
import { type ConnectionFigures, ConnectionGuard } from './connection-guard.ts';
import { publishSocketFile, type SocketFile } from './socket-file.ts';

/**
 * Not an import: importing a built-in module reads each of its exports, and one of `node:http` loads Node's own `fetch`,
 * which is a third of the time to `/health` and a fifth of the memory of a process at rest.
 */
const { createServer } = process.getBuiltinModule('node:http');

export type ListenOn =
  /** Without a host on every interface; port 0 picks a free one. */
  | { readonly kind: 'tcp'; readonly host: string | undefined; readonly port: number }
  /** A socket file with these permission bits. */
  | { readonly kind: 'unix'; readonly path: string; readonly mode: number };

export interface HttpListenerOptions {
  readonly on: ListenOn;
  /** How long an idle connection is kept; 0 for ever. */
  readonly connectionIdleMs: number;
  /** Connections open at once. */
  readonly maxConnections: number;
  /** Serves HTTPS with it; plain HTTP without. */
  readonly certificates?: CertificatePair | undefined;
  /** For tests; see the defaults. */
  readonly arrival?: ArrivalLimits;
  readonly handle: (req: IncomingMessage, res: ServerResponse) => void;
  readonly logger: Logger;
}

export interface HttpListener {
  /** `host:port` as it came to be, an IPv6 host in brackets, or the path of the socket. */
  readonly address: string;
  connections(): ConnectionFigures;
  /** Stops accepting, lets what is in flight finish within `graceMs`, then ends what is left. Idempotent. */
  close(graceMs: number): Promise<void>;
}

/** What a client has to send its request in. Streams of answers are not bounded by it. */
export interface ArrivalLimits {
  readonly headMs: number;
  readonly requestMs: number;
  /** How often connections are looked at for it. */
  readonly checkMs: number;
}

const defaultArrival: ArrivalLimits = { headMs: 30_000, requestMs: 120_000, checkMs: 5_000 };
/** What a stop leaves a request to arrive in full. Anybody can send half a body, and whoever stops us may soon use force. */
const arrivalMs = 2_000;
/** Room for long tokens and proxies' own headers, and no more. */
const maxHeaderBytes = 32_768;
/** Connections that wait in the kernel while the program is at work. It lowers this to what it allows. */
const backlog = 4_096;

/** Opens the listener. Rejects when the address cannot be had. */
export async function listen(options: HttpListenerOptions): Promise<HttpListener> {
  const { maxConnections: max, certificates, logger, arrival = defaultArrival } = options;
  const server = await create(certificates, {
    headersTimeout: arrival.headMs,
    requestTimeout: arrival.requestMs,
    connectionsCheckingInterval: arrival.checkMs,
    keepAliveTimeout: options.connectionIdleMs,
    maxHeaderSize: maxHeaderBytes,
    // Small answers must not wait for more to send.
    noDelay: true,
    // Duplicates are judged by the gate, on the raw headers.
    joinDuplicateHeaders: false,
    // HOST-01: a load balancer's health check may send no Host at all; the gate decides, not the parser.
    requireHostHeader: false,
    // Whatever Node is started with: a lenient parser lets a request hide in another.
    insecureHTTPParser: false,
  });
  // They are counted below. Node would drop the last of them without a word.
  server.maxHeadersCount = 0;
  // Within TLS there is no way to say it to whoever has not shaken hands.
  const farewell = certificates === undefined ? busyAnswer : undefined;
  const guard = new ConnectionGuard({ max, farewell, logger });
  guard.watch(server);
  // Node, which calls this when it closes, takes an answer that is written for one that was received, and cuts it off.
  server.closeIdleConnections = () => guard.dropIdle();
  const broken = new BrokenRequests(guard, logger);
  broken.watch(server);
  server.on('request', (req, res) => {
    // The parser goes on to the end of what it has, also on a connection that was just ended.
    if (!req.socket.destroyed && !broken.refuseHead(req, res)) options.handle(req, res);
  });
  // An expectation we do not know may be ignored (RFC 9110 section 10.1.1); Node's own answer would pass by the gate.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  // Nor is a body asked for before the gate has let its request in: whoever reads it says when.
  server.on('checkContinue', (req, res) => server.emit('request', req, res));
  const { address, file } = await open(server, options.on);
  let closing: Promise<void> | undefined;
  return {
    address,
    connections: () => guard.describe(),
    close: (graceMs) => (closing ??= closeServer({ server, guard, file, graceMs })),
  };
}

async function open(
  server: Server,
  on: ListenOn,
): Promise<{ readonly address: string; readonly file: SocketFile | undefined }> {
  if (on.kind === 'unix') {
    const bind = async (path: string): Promise<void> => bindTo(server, { path, backlog });
    const file = await publishSocketFile({ ...on, bind }).catch((error: unknown) => {
      // It may listen already, on a socket that has no name.
      server.close();
      throw error;
    });
    return { address: file.path, file };
  }
  await bindTo(server, { host: on.host, port: on.port, backlog });
  // A TCP listener has such an address.
  const { address, family, port } = server.address() as AddressInfo;
  return { address: `${family === 'IPv6' ? `[${address}]` : address}:${port}`, file: undefined };
}

async function bindTo(server: Server, options: ListenOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function create(certificates: CertificatePair | undefined, limits: ServerOptions): Promise<Server> {
  if (certificates === undefined) return createServer(limits);
  const https = await import('node:https');
  const server = https.createServer({ ...limits, ...certificates.options });
  certificates.watch(server);
  return server;
}

interface Closing {
  readonly server: Server;
  readonly guard: ConnectionGuard;
  readonly file: SocketFile | undefined;
  readonly graceMs: number;
}

async function closeServer({ server, guard, file, graceMs }: Closing): Promise<void> {
  // While the name is there, whoever comes would be refused and think that this process is dead.
  await file?.remove();
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Half a request head is no request in flight.
  guard.dropSilent();
  // A connection that becomes idle from now on has no reason to stay.
  const sweep = setInterval(() => guard.dropIdle(), 50);
  const unfinished = setTimeout(() => guard.dropUnfinished(), arrivalMs);
  const end = setTimeout(() => guard.dropAll(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(unfinished);
  clearTimeout(end);
}

/** For a connection there is no room for, whatever it was going to ask. */
const busyAnswer = rawAnswer(
  '503 Service Unavailable',
  { code: -50300, message: busyMessage },
  `Retry-After: ${busyRetryAfterMs / 1000}\r\n`,
);
