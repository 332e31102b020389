import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { listen } from '../support/event-stream.ts';
import { localhostCertificate, nextCertificate } from '../support/localhost-certificate.ts';
import { ManualTimers } from '../support/manual-timers.ts';
import { bearer } from '../support/oauth.ts';
import { modern, post, startServer, type TestServer } from '../support/server.ts';
import { startNginx } from './proxies.ts';
import { describeClient } from './real-clients.ts';
import { createWatchedBranch, watchedBranch } from './watched-branch.ts';

const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
afterAll(() => rmSync(folder, { recursive: true }));
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem'), other: join(folder, 'other.pem') };
writeFileSync(files.cert, localhostCertificate.cert);
writeFileSync(files.key, localhostCertificate.key);
writeFileSync(files.other, nextCertificate.cert);
// For the clients of this file: nginx shows the certificate for localhost.
setDefaultCACertificates([localhostCertificate.cert]);

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const proxied = [
  '--public-url=https://mcp.example.com/mcp',
  '--trusted-proxies=127.0.0.1',
  '--trusted-proxy-header=X-Real-IP',
];

describeClient(['/usr/sbin/nginx', '-v'])('nginx with the example of deploy/', () => {
  test('passes calls of each revision, documents and refusals on as they are', async () => {
    await using server = await startServer({ flags: proxied });
    await using nginx = await startNginx(addressOf(server));
    const token = server.gitlab.tokens.alice;
    const through = `${nginx.origin}/mcp`;

    for (const { body, headers } of [modern('tools/list'), { body: list, headers: {} }]) {
      const direct = await post(server.url, body, { token, headers });
      expect(await post(through, body, { token, headers })).toMatchObject({ status: 200, text: direct.text });
    }
    for (const path of ['/server-card', '/mcp/server-card', '/.well-known/mcp/server-card.json']) {
      const direct = await ask(new URL(path, server.url).href);
      const read = await ask(nginx.origin + path, forPublicHost());
      expect(read).toMatchObject({ status: 200, text: direct.text, headers: { etag: direct.headers['etag'] } });
      const again = await ask(nginx.origin + path, forPublicHost({ 'if-none-match': direct.headers['etag'] ?? '' }));
      expect([again.status, again.text]).toEqual([304, '']);
    }
    expect((await post(through, list, {})).messages[0]?.error?.code).toBe(-40100);
    expect((await ask(`${nginx.origin}/nothing`, forPublicHost())).status).toBe(404);
  });

  test('BODY-01: a body that fills the limit is read, and one above it is a 413', async () => {
    await using server = await startServer({ flags: proxied });
    await using nginx = await startNginx(addressOf(server));
    const content = (bytes: number) => ({
      ...list,
      method: 'tools/call',
      params: { name: 'gitlab_find_action', arguments: { query: 'x'.repeat(bytes) } },
    });
    const token = server.gitlab.tokens.alice;

    const fits = await post(`${nginx.origin}/mcp`, content(4 * 2 ** 20 - 200), { token });
    const exceeds = await post(`${nginx.origin}/mcp`, content(4 * 2 ** 20), { token }).catch(() => undefined);

    expect(fits.status).toBe(200);
    expect(exceeds === undefined || exceeds.status === 413).toBe(true);
  });

  test.each(['TCP', 'a Unix socket'])('SSE-01: events come through one by one over %s', async (way) => {
    const onSocket = way !== 'TCP';
    const socket = join(folder, 'server.sock');
    const timers = new ManualTimers();
    await using server = await startServer({
      flags: [...proxied, ...(onSocket ? [`--http-addr=${socket}`] : [])],
      sandbox: { clock: 'manual' },
      timers,
    });
    await using nginx = await startNginx(onSocket ? `unix:${socket}` : addressOf(server));
    const change = await createWatchedBranch(server.gitlab, timers);

    const stream = await listen(`${nginx.origin}/mcp`, server.gitlab.tokens.alice, {
      resourceSubscriptions: [watchedBranch],
    });
    await stream.count(1);
    await change();
    await stream.count(2);

    expect(stream.ended).toBe(false);
    expect(stream.messages.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/resources/updated',
    ]);
    stream.leave();
  });

  test('TLS-01: speaks TLS to the server and verifies its certificate', async () => {
    await using server = await startServer({
      flags: [...proxied, `--tls-cert=${files.cert}`, `--tls-key=${files.key}`],
    });
    const verifying = (authority: string) => ({
      'proxy_pass http://gitlab_mcp_server;': `proxy_pass https://gitlab_mcp_server;
        proxy_ssl_verify on;
        proxy_ssl_trusted_certificate ${authority};
        proxy_ssl_name localhost;
        proxy_ssl_server_name on;`,
    });
    await using believing = await startNginx(addressOf(server), verifying(files.cert));
    await using doubting = await startNginx(addressOf(server), verifying(files.other));

    const answer = await post(`${believing.origin}/mcp`, list, { token: server.gitlab.tokens.alice });

    expect(answer.status).toBe(200);
    expect((await ask(`${doubting.origin}/health`, forPublicHost())).status).toBe(502);
  });

  test.each([
    // What the server refuses below its prefix, a proxy that strips the prefix cannot but ask for at the root.
    ['kept', 404, { 'location / {': 'location ~ ^/(gitlab|\\.well-known/oauth-protected-resource)(/|$) {' }],
    [
      'stripped',
      200,
      {
        'proxy_pass http://gitlab_mcp_server;': 'proxy_pass http://gitlab_mcp_server/;',
        'location / {': `location = /.well-known/oauth-protected-resource/gitlab {
          proxy_pass http://gitlab_mcp_server;
          proxy_set_header Host $host;
        }
        location = /gitlab { rewrite ^ /gitlab/ last; }
        location /gitlab/ {`,
      },
    ],
  ])(
    'OAUTH-01, T-55: with the prefix %s everything public is where the public URL says',
    async (_way, metadataBelow, changes) => {
      await using server = await startServer({
        flags: ['--auth-mode=oauth', '--public-url=https://mcp.example.com/gitlab'],
      });
      await using nginx = await startNginx(addressOf(server), changes);
      const get = async (path: string) => ask(nginx.origin + path, forPublicHost());
      const metadataPath = '/.well-known/oauth-protected-resource/gitlab';

      const statuses = await Promise.all(
        [
          '/gitlab/health',
          '/gitlab/server-card',
          '/gitlab/mcp/server-card',
          '/gitlab/.well-known/mcp/server-card.json',
          metadataPath,
          '/.well-known/oauth-protected-resource',
          `/gitlab${metadataPath}`,
        ].map(async (path) => (await get(path)).status),
      );
      const metadata = await get(metadataPath);
      const refused = await ask(`${nginx.origin}/gitlab`, { ...forPublicHost(), ...rpc({}) });
      const called = await ask(`${nginx.origin}/gitlab`, {
        ...forPublicHost(),
        ...rpc(bearer(server.gitlab.tokens.alice)),
      });

      expect(statuses).toEqual([200, 200, 200, 200, 200, 404, metadataBelow]);
      expect(JSON.parse(metadata.text)).toMatchObject({ resource: 'https://mcp.example.com/gitlab' });
      expect(metadata.headers['etag']).toBe((await ask(new URL(metadataPath, server.url).href)).headers['etag']);
      expect(refused.status).toBe(401);
      expect(refused.headers['www-authenticate']).toContain(
        `resource_metadata="https://mcp.example.com${metadataPath}"`,
      );
      expect(called.status).toBe(200);
    },
  );

  test('REJ-07, T-49: a host that is not the public one is refused through it', async () => {
    await using server = await startServer({ flags: ['--public-url=https://mcp.example.com/mcp'] });
    await using nginx = await startNginx(addressOf(server));

    const refused = await ask(`${nginx.origin}/health`, forPublicHost({ host: 'rebound.example' }));

    expect(refused.status).toBe(403);
    expect((await ask(`${nginx.origin}/health`, forPublicHost())).status).toBe(200);
  });

  test('BUDGET-04: the header of the trusted proxy gives each client a budget of its own, and a client cannot forge it', async () => {
    const flags = ['--public-url=https://mcp.example.com/mcp', '--auth-failure-limit=2'];
    await using trusting = await startServer({ flags: [...flags, ...proxied.slice(1)] });
    await using unaware = await startServer({ flags });
    await using toTrusting = await startNginx(addressOf(trusting));
    await using toUnaware = await startNginx(addressOf(unaware));
    let count = 0;
    const guess = async (origin: string, localAddress: string, headers = {}): Promise<number | undefined> => {
      const token = { 'private-token': `glpat-guess-${(count += 1)}` };
      const answer = await ask(`${origin}/mcp`, { ...forPublicHost(), ...rpc({ ...token, ...headers }), localAddress });
      return answer.status;
    };

    const guesser = [
      await guess(toTrusting.origin, '127.0.0.2'),
      await guess(toTrusting.origin, '127.0.0.2', { 'x-real-ip': '192.0.2.1', 'x-forwarded-for': '192.0.2.1' }),
      await guess(toTrusting.origin, '127.0.0.2', { 'x-real-ip': '192.0.2.2', 'x-forwarded-for': '192.0.2.2' }),
    ];
    const neighbour = await guess(toTrusting.origin, '127.0.0.3');
    const shared = [
      await guess(toUnaware.origin, '127.0.0.2'),
      await guess(toUnaware.origin, '127.0.0.2'),
      await guess(toUnaware.origin, '127.0.0.3'),
    ];

    expect(guesser).toEqual([401, 401, 429]);
    expect(neighbour).toBe(401);
    expect(shared).toEqual([401, 401, 429]);
  });
});

function addressOf(server: TestServer): string {
  return server.url.startsWith('http') ? new URL(server.url).host : server.url;
}

/** What `ask` needs to reach nginx by the name the public URL has. */
function forPublicHost(headers: Readonly<Record<string, string>> = {}) {
  return { ca: localhostCertificate.cert, headers: { host: 'mcp.example.com', ...headers } };
}

function rpc(headers: Readonly<Record<string, string>>) {
  return {
    method: 'POST',
    headers: {
      ...forPublicHost().headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: list,
  };
}
