import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { busyMessage, busyRetryAfterMs } from '../limits/held-calls.ts';
import { errorBody, type JsonRpcError } from '../mcp/json-rpc.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { CertificatePair } from './certificate-pair.ts';
import { ConnectionGuard } from './connection-guard.ts';
import { securityHeaders } from './response-head.ts';

/**
 * Not an import: importing a built-in module reads each of its exports, and one of `node:http` loads Node's own `fetch`,
 * which is a third of the time to `/health` and a fifth of the memory of a process at rest.
 */
const { createServer } = process.getBuiltinModule('node:http');

export interface HttpListenerOptions {
  /** Undefined: every interface. */
  readonly host: string | undefined;
  /** 0 picks a free port. */
  readonly port: number;
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
  readonly host: string;
  readonly port: number;
  /** Stops accepting, lets what is in flight finish within `graceMs`, then ends what is left. Idempotent. */
  close(graceMs: number): Promise<void>;
}

/** Time for a client to send its head, and its whole request. Streams of answers are not bounded by it. */
const headersTimeoutMs = 30_000;
const requestTimeoutMs = 120_000;
/** What a stop leaves a request to arrive in full. Anybody can send half a body, and whoever stops us may soon use force. */
const arrivalMs = 2_000;
/** Room for long tokens and proxies' own headers, and no more. */
const maxHeaderBytes = 32_768;
/** Connections that wait in the kernel while the program is at work. It lowers this to what it allows. */
const backlog = 4_096;

/** Opens the TCP listener. Rejects when the address cannot be had. */
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
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, inProgress.get(socket)));
  const { maxConnections: max, certificates, logger } = options;
  // Within TLS there is no way to say it to whoever has not shaken hands.
  const farewell = certificates === undefined ? busyAnswer : undefined;
  const guard = new ConnectionGuard({ max, farewell, logger });
  guard.watch(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, host: options.host, backlog }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A TCP listener has such an address.
  const address = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  return {
    host: address.address,
    port: address.port,
    close: (graceMs) => (closing ??= closeServer(server, guard, graceMs)),
  };
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

async function closeServer(server: Server, guard: ConnectionGuard, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  // Half a request head is no request in flight.
  guard.dropSilent();
  // A connection that becomes idle from now on has no reason to stay.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const unfinished = setTimeout(() => guard.dropUnfinished(), arrivalMs);
  const end = setTimeout(() => server.closeAllConnections(), graceMs);
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
  if (earlier !== undefined && !earlier.writableFinished && !earlier.destroyed) {
    earlier.shouldKeepAlive = false;
    earlier.once('close', () => socket.destroy());
    return;
  }
  const [status, message] = answerOfParserError[error.code ?? ''] ?? [
    '400 Bad Request',
    'the request is not valid HTTP',
  ];
  socket.end(rawAnswer(status, { code: -32600, message }));
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
