import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { KeepAlive } from './keep-alive.ts';
import { SessionStream } from './session-stream.ts';

const notification = {
  jsonrpc: '2.0',
  method: 'notifications/resources/updated',
  params: { uri: 'gitlab://x' },
} as const;

describe('SessionStream', () => {
  test('STATEFUL-01: the head is sent at once, then each notification as an event', async () => {
    await using parts = await setup();
    expect(parts.answer.statusCode).toBe(200);

    parts.stream.send(notification);
    await expect.poll(parts.received).toBe(`event: message\ndata: ${JSON.stringify(notification)}\n\n`);

    parts.stream.end();
    await expect.poll(() => parts.answer.complete).toBe(true);
  });

  test('SSE-02: a silent stream gets a comment after 25 seconds, and none once it ended', async () => {
    await using parts = await setup();

    parts.clock.now = parts.stream.lastWriteAt + 24_999;
    parts.keepAlive.tick();
    parts.clock.now += 1;
    parts.keepAlive.tick();
    await expect.poll(parts.received).toBe(': keep-alive\n\n');

    parts.stream.end();
    parts.clock.now += 60_000;
    parts.keepAlive.tick();
    await expect.poll(() => parts.answer.complete).toBe(true);
    expect(parts.received()).toBe(': keep-alive\n\n');
  });

  test('a reader that does not keep up loses its stream instead of filling the memory', async () => {
    await using parts = await setup();
    parts.answer.pause();
    const large = { ...notification, params: { text: 'x'.repeat(65_536) } };

    for (let count = 0; count < 1_000 && parts.stream.open; count += 1) parts.stream.send(large);

    expect(parts.stream.open).toBe(false);
    parts.stream.send(notification);
  });
});

/** A stream over a real connection, with its reader. */
async function setup() {
  const clock = { now: 0 };
  const keepAlive = new KeepAlive(() => clock.now);
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer((_req, res) => asked.resolve(res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP listener has such an address.
  const { port } = server.address() as AddressInfo;
  const answered = Promise.withResolvers<IncomingMessage>();
  const request = get({ host: '127.0.0.1', port, agent: false }, answered.resolve);
  request.on('error', answered.reject);
  const stream = new SessionStream(await asked.promise, keepAlive);
  const answer = await answered.promise;
  let text = '';
  answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  answer.on('error', () => undefined);
  return {
    clock,
    keepAlive,
    stream,
    answer,
    received: () => text,
    async [Symbol.asyncDispose]() {
      request.destroy();
      keepAlive.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
