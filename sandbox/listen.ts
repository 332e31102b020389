import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listener {
  readonly port: number;
  /** Stops listening and ends every connection, answered or not. */
  close(): Promise<void>;
}

/** Listens on the loopback address; port 0 picks a free one. */
export async function listen(handler: RequestListener, options: { host: string; port: number }): Promise<Listener> {
  const server: Server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
