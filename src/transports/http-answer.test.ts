import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../mcp/exchange.ts';
import { HttpAnswer } from './http-answer.ts';
import { KeepAlive } from './keep-alive.ts';

const notification = {
  jsonrpc: '2.0',
  method: 'notifications/resources/updated',
  params: { uri: 'gitlab://x' },
} as const;
const result = { jsonrpc: '2.0', id: 7, result: { _meta: {} } } as const;
const farewell = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } } as const;

describe('the answer to a listen', () => {
  test.each(['json', 'stream'] as const)(
    'STATELESS-04: in %s mode it streams from the first notification on',
    async (mode) => {
      await using parts = await setup(mode);

      parts.exchange.notify(notification);
      await expect.poll(parts.received).toBe(frames(notification));
      parts.exchange.respond(result);

      await expect.poll(() => parts.answer().complete).toBe(true);
      expect(parts.received()).toBe(frames(notification, result, farewell));
      expect(parts.answer().headers['content-type']).toBe('text/event-stream');
    },
  );

  test.each(['json', 'stream'] as const)('in %s mode an answer in any script arrives whole', async (mode) => {
    await using parts = await setup(mode);
    const error = { jsonrpc: '2.0', id: 7, error: { code: -32602, message: 'Ungültig: 項目 🚫' } } as const;

    parts.exchange.respond(error);

    await expect.poll(() => parts.answer().complete).toBe(true);
    expect(parts.received()).toBe(mode === 'json' ? JSON.stringify(error) : frames(error));
    expect(parts.answer().headers['content-length']).toBe(String(Buffer.byteLength(parts.received())));
  });

  test.each([20, 100_000])('bytes of %d characters go out between the text around them', async (size) => {
    await using parts = await setup('json');
    const text = JSON.stringify({ text: '項'.repeat(size) });

    parts.httpAnswer.respondWithBytes('ü', Buffer.from(text));

    await expect.poll(() => parts.answer().complete).toBe(true);
    expect(parts.received()).toBe(`{"jsonrpc":"2.0","id":"ü","result":${text}}`);
  });

  test('a refusal in json mode is a document without a farewell', async () => {
    await using parts = await setup('json');
    const error = { jsonrpc: '2.0', id: 7, error: { code: -32602, message: 'no' } } as const;

    parts.exchange.respond(error);

    await expect.poll(parts.received).toBe(JSON.stringify(error));
    expect(parts.answer().headers['content-type']).toBe('application/json');
  });

  test('SSE-02: it is kept alive in json mode too, once it streams', async () => {
    await using parts = await setup('json');
    parts.httpAnswer.wait();
    parts.exchange.notify(notification);

    parts.clock.now = parts.httpAnswer.lastWriteAt + 25_000;
    parts.keepAlive.tick();

    await expect.poll(parts.received).toBe(`${frames(notification)}: keep-alive\n\n`);
  });

  test('a reader that does not keep up is cut off instead of filling the memory', async () => {
    await using parts = await setup('stream');
    parts.exchange.notify(notification);
    await expect.poll(parts.received).not.toBe('');
    parts.answer().pause();

    let sent = 0;
    while (!parts.res.destroyed && sent < 1_000_000) {
      parts.exchange.notify(notification);
      sent += 1;
    }

    expect(parts.res.destroyed).toBe(true);
  });
});

function frames(...messages: readonly object[]): string {
  return messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`).join('');
}

/** The answer to one listen, over a real connection. */
async function setup(mode: 'json' | 'stream') {
  const clock = { now: 0 };
  const keepAlive = new KeepAlive(() => clock.now);
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer((_req, res) => asked.resolve(res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP listener has such an address.
  const { port } = server.address() as AddressInfo;
  const client: { answer?: IncomingMessage; text: string } = { text: '' };
  get({ host: '127.0.0.1', port }, (answer) => {
    client.answer = answer;
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => (client.text += chunk));
    // Being cut off is what one of the tests is about.
    answer.on('error', () => undefined);
  });
  const res = await asked.promise;
  const httpAnswer = new HttpAnswer(res, {
    mode,
    expects: 1,
    batch: false,
    keepAlive,
    aside: undefined,
    subscribes: true,
  });
  const exchange: Exchange = httpAnswer.exchange(7, true, (response) => ('result' in response ? farewell : undefined));
  return {
    clock,
    keepAlive,
    res,
    httpAnswer,
    exchange,
    received: () => client.text,
    answer(): IncomingMessage {
      if (client.answer === undefined) throw new Error('there is no answer yet');
      return client.answer;
    },
    async [Symbol.asyncDispose]() {
      keepAlive.close();
      res.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
