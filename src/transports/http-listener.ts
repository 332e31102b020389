import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import type { Duplex } from 'node:stream';
import { busyMessage, busyRetryAfterMs } from '../limits/held-calls.ts';
import { errorBody, type JsonRpcError } from '../mcp/json-rpc.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { CertificatePair } from './certificate-pair.ts';
import { ConnectionGuard } from './connection-guard.ts';
import { securityHeaders } from './response-head.ts';
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
  readonly handle: (req: IncomingMessage, res: ServerResponse) => void;
  readonly logger: Logger;
}

export interface HttpListener {
  /** `host:port` as it came to be, an IPv6 host in brackets, or the path of the socket. */
  readonly address: string;
  /** Stops accepting, lets what is in flight finish within `graceMs`, then ends what is left. Idempotent. */
  close(graceMs: number): Promise<void>;
}

/** Time for a client to send its head, and its whole request. Streams of answers are not bounded by it. */
const headersTimeoutMs = 30_000;
const requestTimeoutMs = 120_000;
/** What a stop leaves a request to arrive in full. Anybody can send half a body, and whoever stops us may soon use force. */
const arrivalMs = 2_000;
/** How long a connection that was told its last word may stay open from the other end. */
const lingerMs = 1_000;
/** Room for long tokens and proxies' own headers, and no more. */
const maxHeaderBytes = 32_768;
/** Connections that wait in the kernel while the program is at work. It lowers this to what it allows. */
const backlog = 4_096;

/** Opens the listener. Rejects when the address cannot be had. */
export async function listen(options: HttpListenerOptions): Promise<HttpListener> {
  const server = await create(options, {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: options.connectionIdleMs,
    maxHeaderSize: maxHeaderBytes,
    // Small answers must not wait for more to send.
    noDelay: true,
    // Duplicates are judged by the gate, on the raw headers.
    joinDuplicateHeaders: false,
    // HOST-01: a load balancer's health check may send no Host at all; the gate decides, not the parser.
    requireHostHeader: false,
  });
  const inProgress = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, res) => inProgress.set(socket, res));
  // An expectation we do not know may be ignored (RFC 9110 section 10.1.1); Node's own answer would pass by the gate.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  // Nor is a body asked for before the gate has let its request in: whoever reads it says when.
  server.on('checkContinue', (req, res) => server.emit('request', req, res));
  server.on('connect', (_req, socket) => refuseTunnel(socket, inProgress.get(socket)));
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, inProgress.get(socket)));
  const { maxConnections: max, certificates, logger } = options;
  // Within TLS there is no way to say it to whoever has not shaken hands.
  const farewell = certificates === undefined ? busyAnswer : undefined;
  const guard = new ConnectionGuard({ max, farewell, logger });
  guard.watch(server);
  const { address, file } = await open(server, options.on);
  let closing: Promise<void> | undefined;
  return {
    address,
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

async function create({ certificates, handle }: HttpListenerOptions, limits: ServerOptions): Promise<Server> {
  if (certificates === undefined) return createServer(limits, handle);
  const https = await import('node:https');
  const server = https.createServer({ ...limits, ...certificates.options }, handle);
  certificates.watch(server);
  // A client that speaks something else than TLS, or breaks off, is its own problem.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
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
  server.closeIdleConnections();
  // Half a request head is no request in flight.
  guard.dropSilent();
  // A connection that becomes idle from now on has no reason to stay.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const unfinished = setTimeout(() => guard.dropUnfinished(), arrivalMs);
  const end = setTimeout(() => guard.dropAll(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(unfinished);
  clearTimeout(end);
}

/** Statuses of what Node's parser refuses before there is a request. */
const answerOfParserError: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the request head is larger than this server accepts'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request was not completed in time'],
};

/**
 * Even a request that cannot be parsed gets a JSON-RPC error (trap T-52). When it came behind one that is still being
 * answered, that answer is the last thing on the connection: a client would take ours for it.
 */
function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Duplex,
  earlier: ServerResponse | undefined,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = answerOfParserError[error.code ?? ''] ?? [
    '400 Bad Request',
    'the request is not valid HTTP',
  ];
  endConnection(socket, earlier, rawAnswer(status, { code: -32600, message }));
}

/** We are no proxy. Node would close the connection without a word. */
function refuseTunnel(socket: Duplex, earlier: ServerResponse | undefined): void {
  // Nobody else listens to the connection any more.
  socket.on('error', () => socket.destroy());
  const message = 'this server is no proxy: send requests to its MCP endpoint';
  endConnection(socket, earlier, rawAnswer('405 Method Not Allowed', { code: -32600, message }, 'Allow: POST\r\n'));
}

/** Says one last thing, unless it would be taken for the answer to an earlier request that is still being answered. */
function endConnection(socket: Duplex, earlier: ServerResponse | undefined, answer: string): void {
  if (earlier !== undefined && !earlier.writableFinished && !earlier.destroyed) {
    earlier.shouldKeepAlive = false;
    earlier.once('close', () => socket.destroy());
    return;
  }
  // What still comes is thrown away for a moment, or the system would reset the connection and the answer with it.
  socket.resume().end(answer);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

const securityHeaderLines = Object.entries(securityHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** For a connection there is no room for, whatever it was going to ask. */
const busyAnswer = rawAnswer(
  '503 Service Unavailable',
  { code: -50300, message: busyMessage },
  `Retry-After: ${busyRetryAfterMs / 1000}\r\n`,
);

/** A JSON-RPC error as bytes, for where there is no response to write it with. */
function rawAnswer(status: string, error: JsonRpcError, headerLines = ''): string {
  const body = errorBody(undefined, error);
  return (
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
    `${headerLines}${securityHeaderLines}Connection: close\r\nCache-Control: no-store\r\n\r\n${body}`
  );
}
