import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { boundWrite, sendJson } from './response-head.ts';

describe('an answer that is not a stream', () => {
  test('SSE-03: a client that does not take it in time is cut off, one that does is not', async () => {
    const closed: boolean[] = [];
    const server = createServer((req, res) => {
      res.on('close', () => closed.push(res.writableFinished));
      res.writeHead(200);
      res.end(Buffer.alloc(32 * 2 ** 20));
      boundWrite(res, req.url === '/stalled' ? 60 : undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    // A TCP listener has such an address.
    const { port } = server.address() as AddressInfo;

    const stalled = connect(port, '127.0.0.1', () => stalled.write('GET /stalled HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    stalled.pause();
    stalled.on('error', () => undefined);
    await expect.poll(() => closed).toEqual([false]);
    stalled.destroy();

    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect((await answer.arrayBuffer()).byteLength).toBe(32 * 2 ** 20);
    server.close();
    server.closeAllConnections();
  });

  test('every answer carries the security headers', async () => {
    const server = createServer((_req, res) => sendJson(res, { status: 418, body: '{}' }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as AddressInfo;

    const { headers } = await fetch(`http://127.0.0.1:${port}/`);

    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    server.close();
    server.closeAllConnections();
  });
});
