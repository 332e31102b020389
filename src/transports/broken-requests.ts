import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorBody, type JsonRpcError } from '../mcp/json-rpc.ts';
import type { Logger } from '../telemetry/logger.ts';
import { reportRefusal } from '../limits/refusals.ts';
import { RateLimitedLog } from '../telemetry/rate-limited-log.ts';
import type { ConnectionGuard } from './connection-guard.ts';
import { refuse } from './refuse.ts';
import { securityHeaders } from './response-head.ts';

/** How long a connection that was told its last word may stay open from the other end. */
const lingerMs = 1_000;

/** What Node's parser says about bytes it could not read; none of their text is shown or logged. */
interface ParserError extends Error {
  readonly code?: string;
}

/**
 * Answers what never becomes a request: bytes that are not HTTP, two framings at once, heads that are too long or too slow,
 * and plain HTTP where TLS is spoken. Even that gets a JSON-RPC error (trap T-52), a closed connection and a line in the log.
 */
export class BrokenRequests {
  readonly #log: RateLimitedLog;
  readonly #guard: ConnectionGuard;
  /** What has not been answered yet, by connection, oldest first. */
  readonly #inProgress = new WeakMap<Duplex, Set<ServerResponse>>();

  constructor(guard: ConnectionGuard, logger: Logger) {
    this.#guard = guard;
    this.#log = new RateLimitedLog({ logger });
  }

  /** Watches over a server that does not listen yet. */
  watch(server: Server): void {
    server.on('request', ({ socket }, res) => this.#watchAnswer(socket, res));
    server.on('connect', (_req, socket) => this.#refuseTunnel(socket));
    server.on('clientError', (error, socket) => this.#answer(error, socket));
    server.on('tlsClientError', (error: ParserError, socket: Socket) => this.#answerHandshake(error, socket));
  }

  /**
   * Refuses heads that the parser lets through: chunks in HTTP/1.0 (RFC 9112 section 6.1) and HTTP/0.9, which others read
   * differently, and headers without number. `true` when it did.
   */
  refuseHead(req: IncomingMessage, res: ServerResponse): boolean {
    const { httpVersion, headers, rawHeaders } = req;
    const isSound = httpVersion === '1.1' || (httpVersion === '1.0' && headers['transfer-encoding'] === undefined);
    if (isSound && rawHeaders.length <= 2 * maxHeaders) return false;
    this.#report(isSound ? 'too many headers' : 'framing', req.socket);
    refuse(res, undefined, {
      ...(isSound ? { status: 431, message: headTooLarge } : { status: 400, message: invalidHttp }),
      reason: 'request.http',
      code: -32600,
      close: true,
    });
    return true;
  }

  #answer(error: ParserError, socket: Duplex): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    this.#report(error.code, socket);
    reportRefusal('request.http');
    const [status, message] = answerOfParserError[error.code ?? ''] ?? ['400 Bad Request', invalidHttp];
    this.#end(socket, rawAnswer(status, { code: -32600, message }));
  }

  /** We are no proxy. Node would close the connection without a word. */
  #refuseTunnel(socket: Duplex): void {
    // Nobody else listens to the connection any more.
    socket.on('error', () => socket.destroy());
    const message = 'this server is no proxy: send requests to its MCP endpoint';
    this.#end(socket, rawAnswer('405 Method Not Allowed', { code: -32600, message }, 'Allow: POST\r\n'));
  }

  /**
   * Says one last thing. When the request came behind one that is still being answered, that answer is the last thing: a
   * client would take ours for it.
   */
  #end(socket: Duplex, answer: string): void {
    const unanswered = [...(this.#inProgress.get(socket) ?? [])];
    const earlier = unanswered.findLast(({ req }) => req.complete);
    if (earlier !== undefined) {
      earlier.shouldKeepAlive = false;
      earlier.once('close', () => socket.destroy());
      return;
    }
    // The one whose body broke off or is broken.
    if (unanswered.some(({ headersSent }) => headersSent)) {
      socket.destroy();
      return;
    }
    // What still comes is thrown away for a moment, or the system would reset the connection and the answer with it.
    socket.resume().end(answer);
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  #watchAnswer(socket: Duplex, res: ServerResponse): void {
    const unanswered = this.#inProgress.get(socket) ?? new Set();
    this.#inProgress.set(socket, unanswered.add(res));
    res.once('close', () => unanswered.delete(res));
  }

  /** A client that breaks off or trusts nobody is its own problem; one that speaks plain HTTP can be told. */
  #answerHandshake({ code }: ParserError, socket: Socket): void {
    const accepted = this.#guard.acceptedBelow(socket);
    if (code !== 'ECONNRESET') this.#report(code, accepted ?? socket);
    if (code === 'ERR_SSL_HTTP_REQUEST' && accepted?.writable === true) {
      accepted.end(rawAnswer('400 Bad Request', { code: -32600, message: 'this listener speaks HTTPS only' }));
    } else {
      socket.destroy();
    }
  }

  #report(reason: string | undefined, socket: Duplex): void {
    // Not on a Unix socket, and not when it is closed already.
    const peer = 'remoteAddress' in socket ? socket.remoteAddress : undefined;
    this.#log.info('connection ended: what came is not a valid request', {
      reason: reason ?? 'unknown',
      ...(peer === undefined ? {} : { peer }),
    });
  }
}

/** Several times what any client and its proxies send. */
const maxHeaders = 200;
const headTooLarge = 'the request head is larger than this server accepts';
const invalidHttp = 'the request is not valid HTTP';

/** Statuses of what Node's parser refuses before there is a request. */
const answerOfParserError: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', headTooLarge],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request was not completed in time'],
};

const securityHeaderLines = Object.entries(securityHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** A JSON-RPC error as bytes, for where there is no response to write it with. */
export function rawAnswer(status: string, error: JsonRpcError, headerLines = ''): string {
  const body = errorBody(undefined, error);
  return (
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
    `${headerLines}${securityHeaderLines}Connection: close\r\nCache-Control: no-store\r\n\r\n${body}`
  );
}
