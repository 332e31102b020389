import { createServer as createHttp, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What one request brought, in the order of arrival. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query as they came, not decoded. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface LocalServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  readonly seen: readonly SeenRequest[];
}

/** An HTTP server on a free port of 127.0.0.1 that remembers what it was asked. */
export async function startHttp(
  handler: (request: SeenRequest, response: Parameters<RequestListener>[1]) => void,
  tls?: { readonly cert: string; readonly key: string },
): Promise<LocalServer> {
  const seen: SeenRequest[] = [];
  const listener: RequestListener = (request, response) => {
    void buffer(request).then(
      (body) => {
        const entry = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
        seen.push(entry);
        handler(entry, response);
      },
      () => response.destroy(),
    );
  };
  const server = tls === undefined ? createHttp(listener) : createHttps(tls, listener);
  const port = await listen(server);
  return {
    origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await close(server);
    },
  };
}

export interface LocalSocketServer extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  /** Connections made so far. */
  readonly connections: () => number;
  /** Connections open now. */
  readonly open: () => number;
}

/** A TCP server for answers that no HTTP server would give. */
export async function startTcp(onSocket: (socket: Socket) => void): Promise<LocalSocketServer> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createTcp((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    onSocket(socket);
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    connections: () => count,
    open: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await close(server);
    },
  };
}

/** A port of 127.0.0.1 on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createTcp();
  const port = await listen(server);
  await close(server);
  return port;
}

function listen(server: Server | TcpServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      // A TCP listener has an address object; only pipes have a string.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server | TcpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
