import { connect, type Socket } from 'node:net';

/** Sends text as it is, without what HTTP clients add or forbid, and reads until the server closes. */
export async function talk(url: string, parts: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket: Socket = connect(Number(port), hostname.replace(/^\[(.*)\]$/, '$1'), () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server that refuses early may reset what is still being sent.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}
