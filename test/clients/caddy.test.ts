import { setDefaultCACertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { listen } from '../support/event-stream.ts';
import { localhostCertificate } from '../support/localhost-certificate.ts';
import { ManualTimers } from '../support/manual-timers.ts';
import { startServer } from '../support/server.ts';
import { startCaddy } from './proxies.ts';
import { describeClient } from './real-clients.ts';
import { createWatchedBranch, watchedBranch } from './watched-branch.ts';

setDefaultCACertificates([localhostCertificate.cert]);

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describeClient(['/usr/bin/caddy', 'version'])('Caddy with the example of deploy/', () => {
  test('SSE-01: events come through one by one', async () => {
    const timers = new ManualTimers();
    await using server = await startServer({ sandbox: { clock: 'manual' }, timers });
    await using caddy = await startCaddy(new URL(server.url).host);
    const change = await createWatchedBranch(server.gitlab, timers);

    const stream = await listen(`${caddy.origin}/mcp`, server.gitlab.tokens.alice, {
      resourceSubscriptions: [watchedBranch],
    });
    await stream.count(1);
    await change();
    await stream.count(2);

    expect(stream.messages[1]?.method).toBe('notifications/resources/updated');
    expect(stream.ended).toBe(false);
    stream.leave();
  });

  test('BUDGET-04, HOST-01: tells clients apart by X-Forwarded-For, whatever they send in it, and passes the host on', async () => {
    await using server = await startServer({
      flags: [
        '--public-url=https://mcp.example.com/mcp',
        '--trusted-proxies=127.0.0.1',
        '--trusted-proxy-header=X-Forwarded-For',
        '--auth-failure-limit=2',
      ],
    });
    await using caddy = await startCaddy(new URL(server.url).host);
    let count = 0;
    const guess = async (localAddress: string, headers = {}) => {
      const { status } = await ask(`${caddy.origin}/mcp`, {
        ca: localhostCertificate.cert,
        localAddress,
        method: 'POST',
        headers: {
          host: 'mcp.example.com',
          'content-type': 'application/json',
          'private-token': `glpat-guess-${(count += 1)}`,
          ...headers,
        },
        body: list,
      });
      return status;
    };

    const guesser = [
      await guess('127.0.0.2'),
      await guess('127.0.0.2', { 'x-forwarded-for': '192.0.2.1' }),
      await guess('127.0.0.2', { 'x-forwarded-for': '192.0.2.2' }),
    ];

    expect(guesser).toEqual([401, 401, 429]);
    expect(await guess('127.0.0.3')).toBe(401);
  });
});
