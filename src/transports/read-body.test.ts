import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Body, readBody } from './read-body.ts';

describe('readBody', () => {
  test('reads a body that comes in pieces', async () => {
    await using parts = await setup((req) => readBody(req, 10));

    parts.send('Content-Length: 6\r\n\r\nabc');
    parts.send('def');

    expect(await parts.body).toEqual({ kind: 'bytes', bytes: Buffer.from('abcdef') });
  });

  test('T-44: a body that stops arriving is cut', async () => {
    await using parts = await setup((req) => readBody(req, 10, 20));

    parts.send('Content-Length: 6\r\n\r\nabc');

    expect(await parts.body).toEqual({ kind: 'stalled' });
  });

  test('BODY-01: a body longer than the limit is refused, declared or not', async () => {
    await using declared = await setup((req) => readBody(req, 10));
    await using chunked = await setup((req) => readBody(req, 10));

    declared.send('Content-Length: 11\r\n\r\n');
    chunked.send('Transfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n');

    expect(await declared.body).toEqual({ kind: 'too-large' });
    expect(await chunked.body).toEqual({ kind: 'too-large' });
  });

  test('a client that leaves in the middle is told from one that stalls', async () => {
    await using parts = await setup((req) => readBody(req, 10));

    parts.send('Content-Length: 6\r\n\r\nabc');
    await parts.arrived;
    parts.leave();

    expect(await parts.body).toEqual({ kind: 'gone' });
  });
});

/** A server that reads one body, and a connection to it with a request line already sent. */
async function setup(read: (req: IncomingMessage) => Promise<Body>) {
  const body = Promise.withResolvers<Body>();
  const arrived = Promise.withResolvers<void>();
  const server = createServer((req) => {
    arrived.resolve();
    read(req).then(body.resolve, body.reject);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP listener has such an address.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  return {
    body: body.promise,
    arrived: arrived.promise,
    send: (text: string) => void socket.write(text),
    leave: () => void socket.destroy(),
    async [Symbol.asyncDispose]() {
      socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
