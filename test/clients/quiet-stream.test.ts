import { setDefaultCACertificates } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from '../support/event-stream.ts';
import { localhostCertificate } from '../support/localhost-certificate.ts';
import { ManualTimers } from '../support/manual-timers.ts';
import { startServer } from '../support/server.ts';
import { startCaddy, startHaproxy, startNginx } from './proxies.ts';
import { describeClient } from './real-clients.ts';
import { createWatchedBranch, watchedBranch } from './watched-branch.ts';

setDefaultCACertificates([localhostCertificate.cert]);

/** What proxies wait for a word of the server, a little longer than the server stays silent. */
const patience = '27s';

describeClient(['sh', '-c', 'nginx -v && haproxy -v && caddy version'])('a stream on which nothing happens', () => {
  // The proxies keep the time, so it has to pass.
  test('SSE-02: outlives the patience of every proxy, which ends one that the server says nothing on', async () => {
    const timers = new ManualTimers();
    await using server = await startServer({ sandbox: { clock: 'manual' }, timers });
    const { host } = new URL(server.url);
    await using nginx = await startNginx(host, { 'proxy_read_timeout 1h': `proxy_read_timeout ${patience}` });
    await using hasty = await startNginx(host, { 'proxy_read_timeout 1h': 'proxy_read_timeout 2s' });
    await using haproxy = await startHaproxy([host, host], { 'timeout server 1h': `timeout server ${patience}` });
    await using caddy = await startCaddy(host, { 'read_timeout 1h': `read_timeout ${patience}` });
    const change = await createWatchedBranch(server.gitlab, timers);
    const open = async (origin: string) => {
      const stream = await listen(`${origin}/mcp`, server.gitlab.tokens.alice, {
        resourceSubscriptions: [watchedBranch],
      });
      await stream.count(1);
      return stream;
    };
    const streams = await Promise.all([nginx, haproxy, caddy].map(async ({ origin }) => open(origin)));
    const cut = await open(hasty.origin);

    await wait(29_000);

    expect(cut.ended).toBe(true);
    expect(streams.map(({ ended }) => ended)).toEqual([false, false, false]);
    await change();
    for (const stream of streams) {
      await stream.count(2);
      stream.leave();
    }
  }, 60_000);
});
