import type { Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { reportRefusal } from '../limits/refusals.ts';
import type { Logger } from '../telemetry/logger.ts';
import { RateLimitedLog } from '../telemetry/rate-limited-log.ts';

export interface ConnectionGuardOptions {
  /** Connections open at once. */
  readonly max: number;
  /** What a connection that waits for its answer is told before it is closed; without it, it is only closed. */
  readonly farewell: string | undefined;
  readonly logger: Logger;
  readonly now?: () => number;
}

export interface ConnectionFigures {
  readonly open: number;
  readonly limit: number;
  /** Between two requests. */
  readonly idle: number;
  /** Without a whole request head so far. */
  readonly silent: number;
}

/** Whoever got an answer may be about to send the next request; a client that is not by now can open a connection anew. */
const graceMs = 250;
/** Requests in progress on one connection. No client sends more before it reads, and a crowd costs an attacker no descriptor. */
const maxInProgress = 64;

/**
 * Keeps clients' connections from taking the descriptors that calls to GitLab and the program itself need. Node accepts
 * whatever comes until there are none left, and then resets what waits and cannot open a file any more. When the most are
 * open, a newcomer takes the place of a connection that is idle between two requests, or else of the one that has waited
 * longest without sending any, so that a health check gets through a crowd (HELD-04). Only when every connection is in use
 * is the newcomer itself turned away. Within a connection requests may follow each other unread, so those are counted as well.
 */
export class ConnectionGuard {
  readonly #options: ConnectionGuardOptions;
  readonly #now: () => number;
  readonly #log: RateLimitedLog;
  /** Requests in progress by connection. */
  readonly #open = new Map<Socket, number>();
  /** The newest of them: those before it have arrived in full. */
  readonly #newest = new WeakMap<Socket, ServerResponse>();
  /** Those that have not sent a request head yet, longest waiting first. */
  readonly #silent = new Set<Socket>();
  /** Over TLS a request comes on a socket of its own, above the one that was accepted. */
  readonly #accepted = new WeakMap<Socket, Socket>();
  /** Connections whose handshake is not done, by their client's address. */
  readonly #shaking = new Map<string, Socket>();
  /** Since when those are idle that have had an answer and sent no further request, longest first. */
  readonly #idle = new Map<Socket, number>();

  constructor(options: ConnectionGuardOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#log = new RateLimitedLog({ logger: options.logger, intervalMs: 10_000 });
  }

  get open(): number {
    return this.#open.size;
  }

  describe(): ConnectionFigures {
    return { open: this.#open.size, limit: this.#options.max, idle: this.#idle.size, silent: this.#silent.size };
  }

  /** Watches over a server that does not listen yet. */
  watch(server: Server | TlsServer): void {
    server.on('connection', (socket: Socket) => this.#accept(socket));
    server.on('request', ({ socket }, res) => this.#use(this.#accepted.get(socket) ?? socket, res));
    if (isTls(server)) this.#watchHandshakes(server);
  }

  /** The client's address is all that tells which accepted connection a secure one stands on. */
  #watchHandshakes(server: TlsServer): void {
    const shaking = this.#shaking;
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      // On a Unix socket there is none: such a connection counts, and is never given up.
      if (peer === undefined) this.#silent.delete(socket);
      else {
        shaking.set(peer, socket);
        socket.once('close', () => shaking.get(peer) === socket && shaking.delete(peer));
      }
    });
    server.on('secureConnection', (secure) => {
      const peer = peerOf(secure) ?? '';
      const socket = shaking.get(peer);
      shaking.delete(peer);
      if (socket !== undefined) this.#accepted.set(secure, socket);
    });
  }

  /** The accepted connection that carries a TLS socket whose handshake failed. */
  acceptedBelow(secure: Socket): Socket | undefined {
    return this.#shaking.get(peerOf(secure) ?? '');
  }

  /** Closes the connections whose every answer was handed to the system. */
  dropIdle(): void {
    for (const socket of Array.from(this.#idle.keys())) {
      this.#forget(socket);
      socket.destroy();
    }
  }

  /** Closes the connections that have not sent a whole request head. */
  dropSilent(): void {
    for (const socket of Array.from(this.#silent)) {
      this.#forget(socket);
      socket.destroy();
    }
  }

  /** Closes the connections whose one request has not arrived in full. */
  dropUnfinished(): void {
    for (const [socket, inProgress] of Array.from(this.#open)) {
      if (inProgress !== 1 || this.#newest.get(socket)?.req.complete !== false) continue;
      this.#forget(socket);
      socket.destroy();
    }
  }

  /** Closes every connection. */
  dropAll(): void {
    for (const socket of Array.from(this.#open.keys())) {
      this.#forget(socket);
      socket.destroy();
    }
  }

  #accept(socket: Socket): void {
    if (this.#open.size >= this.#options.max && !this.#makeRoom()) {
      this.#turnAway(socket);
      return;
    }
    this.#open.set(socket, 0);
    this.#silent.add(socket);
    socket.once('close', () => this.#forget(socket));
  }

  #use(socket: Socket, res: ServerResponse): void {
    const inProgress = this.#open.get(socket);
    if (inProgress === undefined) return;
    if (inProgress >= maxInProgress) {
      this.#endCrowd(socket, res);
      return;
    }
    this.#silent.delete(socket);
    this.#idle.delete(socket);
    this.#open.set(socket, inProgress + 1);
    this.#newest.set(socket, res);
    res.once('close', () => {
      const left = this.#open.get(socket);
      // Gone in the meantime.
      if (left === undefined) return;
      this.#open.set(socket, left - 1);
      if (left === 1) this.#idle.set(socket, this.#now());
    });
  }

  #makeRoom(): boolean {
    const [idle] = this.#idle;
    const [silent] = this.#silent;
    if (idle !== undefined && (silent === undefined || this.#now() - idle[1] >= graceMs)) {
      const [socket] = idle;
      this.#forget(socket);
      socket.destroy();
      return true;
    }
    if (silent !== undefined) this.#turnAway(silent);
    return silent !== undefined;
  }

  /** Without a word: whoever does not read would have to read the answers to the others first. */
  #endCrowd(socket: Socket, { req }: ServerResponse): void {
    this.#forget(socket);
    req.socket.destroy();
    this.#log.warn('connection ended: too many requests at once on it', { limit_requests: maxInProgress });
  }

  /** The farewell is handed to the system before the descriptor is closed, so nothing of the connection lingers. */
  #turnAway(socket: Socket): void {
    this.#forget(socket);
    const { farewell, max } = this.#options;
    reportRefusal('limit.connections');
    if (farewell !== undefined) socket.write(farewell);
    socket.destroy();
    this.#log.warn('connection refused: too many connections across the process', {
      scope: 'process',
      limit_connections: max,
    });
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket);
    this.#silent.delete(socket);
    this.#idle.delete(socket);
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string | undefined {
  return remotePort === undefined ? undefined : `${remoteAddress} ${remotePort}`;
}

/** Not by its class: to name that is to load TLS, which a server of plain HTTP does without. */
function isTls(server: Server | TlsServer): server is TlsServer {
  return 'setSecureContext' in server;
}
