import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { startListener } from '../../test/support/listener.ts';

describe('a listener that closes', () => {
  test.each([{ tls: false }, { tls: true }])(
    'DRAIN-01: whoever still receives a long answer gets all of it, TLS $tls',
    async ({ tls }) => {
      await using listener = await startListener({ tls });
      const to = { host: '127.0.0.1', port: listener.port };
      const client = tls ? connectSecurely({ ...to, rejectUnauthorized: false }) : connect(to);
      await once(client, tls ? 'secureConnect' : 'connect');
      client.pause().write('GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await expect.poll(() => listener.held.length).toBe(1);
      // More than systems hold for a client that does not read.
      const length = 32 * 1024 * 1024;
      listener.held[0]?.end(Buffer.alloc(length));

      const closed = listener.close(10_000);
      let received = 0;
      client.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
      await once(client, 'close');

      expect(received).toBeGreaterThan(length);
      await closed;
    },
  );
});
