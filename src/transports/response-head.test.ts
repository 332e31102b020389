import { createServer, request } from 'node:http';
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

  test.each([
    ['declared', { 'content-length': String(5_000_000) }],
    ['in pieces', { 'transfer-encoding': 'chunked' }],
  ])('BODY-01, REJ-19: a client that is still sending its body, %s, gets the refusal', async (_, headers) => {
    const server = createServer((_req, res) => sendJson(res, { status: 413, body: '{"why":"large"}', close: true }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as AddressInfo;

    // Sends for as long as it may, and reads only then: what a closed connection took from it would be missing.
    const answer = await new Promise<string>((resolve) => {
      const sending = request({ port, host: '127.0.0.1', method: 'POST', headers }, (res) => {
        sending.end(Buffer.alloc(4_000_000), () => {
          res.setEncoding('utf8');
          const texts: string[] = [];
          res.on('data', (text: string) => texts.push(text)).on('end', () => resolve(texts.join('')));
        });
      });
      sending.on('error', (error) => resolve(String(error)));
      sending.write(Buffer.alloc(1_000_000));
    });

    expect(answer).toBe('{"why":"large"}');
    server.close();
    server.closeAllConnections();
  });

  test('BODY-01: a client that never ends its body does not keep the connection', async () => {
    const server = createServer((_req, res) => sendJson(res, { status: 413, body: '{}', close: true }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as AddressInfo;

    const began = performance.now();
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n'),
    );
    socket.resume();
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));

    expect(performance.now() - began).toBeLessThan(5_000);
    server.close();
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
