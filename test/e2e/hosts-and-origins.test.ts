import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { localhostCertificate } from '../support/localhost-certificate.ts';
import { modern, post, startServer } from '../support/server.ts';
import { talk } from '../support/talk.ts';

const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'cert.pem'), localhostCertificate.cert);
writeFileSync(join(folder, 'key.pem'), localhostCertificate.key);
const tls = [`--tls-cert=${join(folder, 'cert.pem')}`, `--tls-key=${join(folder, 'key.pem')}`];

const list = { jsonrpc: '2.0', id: 'x1', method: 'tools/list' };
const paths = ['/', '/mcp', '/health', '/server-card', '/.well-known/mcp/server-card.json', '/nothing'];
const app = 'https://app.example';

const faces = Object.values(networkInterfaces()).flat();
const hasIPv6 = faces.some((face) => face?.address === '::1');
/** An address of this machine that is not loopback. */
const routable = faces.find((face) => face !== undefined && !face.internal && face.family === 'IPv4')?.address;

describe('the host a request names', () => {
  test.each(['GET', 'POST', 'OPTIONS', 'DELETE'])(
    'REJ-07, T-49: %s with an undeclared one is refused on every path',
    async (method) => {
      await using server = await startServer();

      for (const path of paths) {
        const answer = await talk(server.url, [head(`${method} ${path}`, ['Host: rebound.example'])]);
        expect([path, answer]).toEqual([
          path,
          expect.stringMatching(/^HTTP\/1.1 403 [^]*"code":-40300,[^]*--public-url/),
        ]);
        expect(answer).not.toMatch(/access-control|www-authenticate/i);
      }
    },
  );

  test.each([
    ['localhost', 200],
    ['LOCALHOST.:1', 200],
    ['127.0.0.1:65535', 200],
    ['[::1]:9999', 200],
    ['[0:0:0:0:0:0:0:1]', 200],
    ['[::ffff:127.0.0.1]', 200],
    ['localhost:', 200],
    ['localhost..', 403],
    ['localhost:65536', 403],
    ['[::1', 403],
    ['user@localhost', 403],
    ['localhost.rebound.example', 403],
  ])('HOST-01, T-49: Host %s is answered with %i', async (host, status) => {
    await using server = await startServer();

    const answer = await talk(server.url, [head('GET /health', [`Host: ${host}`])]);

    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('HOST-01: a request without Host is served, with two it is refused', async () => {
    await using server = await startServer();

    const answers = [
      await talk(server.url, ['GET /health HTTP/1.0\r\n\r\n']),
      await talk(server.url, [head('GET /health', [])]),
      await talk(server.url, [head('GET /health', ['Host: localhost', 'Host: localhost'])]),
      await talk(server.url, [head('GET /health', ['Host: localhost', 'host: rebound.example'])]),
    ];

    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '200', '400', '400']);
  });

  test('HOST-01: a whole URL as target has to name a host of ours too, and leads to the same place as its path', async () => {
    await using server = await startServer();
    const body = JSON.stringify(list);

    const answers = [
      await talk(server.url, [head('GET http://localhost:1/health', ['Host: localhost'])]),
      await talk(server.url, [head('GET HTTP://127.0.0.1/health?x', ['Host: localhost'])]),
      await talk(server.url, [head('GET http://rebound.example/health', ['Host: localhost'])]),
      await talk(server.url, [head('GET http://localhost/health', ['Host: rebound.example'])]),
      await talk(server.url, [head('GET http://localhost@rebound.example/health', ['Host: localhost'])]),
      await talk(server.url, [
        head('POST http://localhost/mcp', ['Host: localhost', 'Content-Type: application/json'], body.length) + body,
      ]),
    ];

    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '200', '403', '403', '403', '401']);
  });

  test('HOST-01: the host of the public URL is declared, and so is every host that a trusted proxy forwards', async () => {
    await using published = await startServer({ flags: ['--public-url=https://mcp.example.com/gitlab'] });
    await using behind = await startServer({
      flags: ['--trusted-proxies=127.0.0.1', '--trusted-proxy-header=X-Forwarded-For'],
    });
    const statusOf = async (url: string, host: string) =>
      (await talk(url, [head('GET /health', [`Host: ${host}`])])).slice(9, 12);

    expect(await statusOf(published.url, 'MCP.example.com.:8443')).toBe('200');
    expect(await statusOf(published.url, 'example.com')).toBe('403');
    expect(await statusOf(behind.url, 'any.example')).toBe('200');
  });

  test.each([':0', '0.0.0.0:0', ...(hasIPv6 ? ['[::]:0'] : [])])(
    'HOST-01: a listener on %s applies the rule to what comes over loopback, in either family',
    async (address) => {
      await using server = await startServer({ flags: [`--http-addr=${address}`] });
      const { port } = new URL(server.url);

      for (const host of hasIPv6 && !address.startsWith('0') ? ['127.0.0.1', '[::1]'] : ['127.0.0.1']) {
        const at = `http://${host}:${port}`;
        expect(await talk(at, [head('GET /health', ['Host: rebound.example'])])).toMatch(/^HTTP\/1.1 403 /);
        expect(await talk(at, [head('GET /health', ['Host: localhost'])])).toMatch(/^HTTP\/1.1 200 /);
      }
    },
  );

  test.skipIf(routable === undefined)(
    'HOST-01: reached over a routable address, such a listener serves any host',
    async () => {
      await using server = await startServer({ flags: ['--http-addr=0.0.0.0:0'] });
      const { port } = new URL(server.url);

      const answer = await talk(`http://${routable}:${port}`, [head('GET /health', ['Host: any.example'])]);

      expect(answer).toMatch(/^HTTP\/1.1 200 /);
    },
  );

  test.skipIf(!hasIPv6)('HOST-01: an IPv6 listener holds to the rule', async () => {
    await using server = await startServer({ flags: ['--http-addr=[::1]:0'] });

    expect(await talk(server.url, [head('GET /health', ['Host: rebound.example'])])).toMatch(/^HTTP\/1.1 403 /);
    expect(await talk(server.url, [head('GET /health', ['Host: [::1]:1'])])).toMatch(/^HTTP\/1.1 200 /);
  });

  test('HOST-01: a listener with TLS holds to the rule, a Unix socket has none', async () => {
    await using secure = await startServer({ flags: tls });
    const socketPath = join(folder, 'server.sock');
    await using _ = await startServer({ flags: [`--http-addr=${socketPath}`] });
    const ca = localhostCertificate.cert;
    const secureUrl = new URL('/health', secure.url).href.replace('127.0.0.1', 'localhost');

    expect((await ask(secureUrl, { ca, headers: { host: 'rebound.example' } })).status).toBe(403);
    expect((await ask(secureUrl, { ca, headers: { host: 'localhost:1' } })).status).toBe(200);
    expect((await ask('http://rebound.example/health', { socketPath })).status).toBe(200);
  });
});

describe('the page a request comes from', () => {
  test('REJ-08, T-48: one that is not trusted is refused before its credential is read, its preflight too', async () => {
    await using server = await startServer({ flags: ['--auth-failure-limit=1'] });
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };

    for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
      const refused = await fetch(server.url, { method, headers });
      expect([method, refused.status]).toEqual([method, 403]);
      expect(await refused.json()).toEqual({
        jsonrpc: '2.0',
        error: {
          code: -40300,
          message: 'Cross-origin request refused: the Origin header names an origin this deployment does not trust.',
        },
      });
      expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }

    // Nothing of that was charged to the address.
    expect((await post(server.url, list)).status).toBe(401);
  });

  test.each([
    ['without sessions', [], '/mcp'],
    ['with sessions', ['--stateless=false'], '/mcp'],
    ['at the root', [], '/'],
    ['at the public path', ['--public-url=https://mcp.example.com/gitlab'], '/gitlab'],
  ])('T-48: the preflight of a trusted page is answered %s before authentication', async (_name, flags, path) => {
    await using server = await startServer({
      flags: [`--trusted-origins=${app}`, '--auth-failure-limit=1', ...flags],
    });
    const headers = { origin: app, 'sec-fetch-site': 'cross-site', 'access-control-request-method': 'POST' };

    const preflight = await fetch(new URL(path, server.url), { method: 'OPTIONS', headers });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(app);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE, OPTIONS');
    expect(preflight.headers.get('access-control-max-age')).toBe('86400');
    expect(preflight.headers.get('vary')).toBe('Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining([
        'authorization',
        'private-token',
        'content-type',
        'accept',
        'mcp-session-id',
        'mcp-protocol-version',
        'last-event-id',
        'mcp-method',
        'mcp-name',
        'mcp-param-action',
      ]),
    );
    expect(allowed).not.toContain('gitlab-url');
    expect((await post(server.url, list, { headers: { origin: app } })).status).toBe(401);
  });

  test('T-48: a listener with TLS answers it as well', async () => {
    await using server = await startServer({ flags: [...tls, `--trusted-origins=${app}`] });
    const url = server.url.replace('127.0.0.1', 'localhost');
    const headers = { origin: app, 'access-control-request-method': 'POST' };

    const preflight = await ask(url, { ca: localhostCertificate.cert, method: 'OPTIONS', headers });

    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe(app);
  });

  test('T-48: whatever a trusted page gets as an answer, it may read', async () => {
    await using server = await startServer({
      flags: ['--public-url=https://mcp.example.com/mcp', '--max-request-body-bytes=1000', '--auth-failure-limit=1'],
    });
    const origin = 'https://mcp.example.com';
    const token = server.gitlab.tokens.alice;
    const { body, headers } = modern('tools/list');

    const answers = [
      await post(server.url, body, { token, headers: { ...headers, origin } }),
      await post(server.url, 'x'.repeat(2000), { token, headers: { origin } }),
      await post(server.url, 'x', { token, headers: { origin } }),
      await post(server.url, body, { token, headers: { ...headers, origin, 'mcp-protocol-version': '1999-01-01' } }),
      await fetch(server.url, { headers: { origin } }),
      await post(server.url, list, { headers: { origin } }),
      await post(server.url, list, { headers: { origin } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 413, 400, 400, 405, 401, 429]);
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('vary')).toBe('Origin');
      const exposed = answer.headers.get('access-control-expose-headers') ?? '';
      for (const name of ['Mcp-Session-Id', 'WWW-Authenticate', 'Retry-After']) expect(exposed).toContain(name);
    }
  });

  test('HOST-02: * trusts every page, and names its origin instead of everybody', async () => {
    await using server = await startServer({ flags: ['--trusted-origins=*'] });
    const origin = 'https://whoever.example';

    const answered = await post(server.url, list, { headers: { origin, 'sec-fetch-site': 'cross-site' } });

    expect(answered.status).toBe(401);
    expect(answered.headers.get('access-control-allow-origin')).toBe(origin);
  });

  test('T-48: programs, and pages that we served ourselves, send no foreign origin and are not affected', async () => {
    await using server = await startServer();
    const { host } = new URL(server.url);

    for (const headers of [
      {},
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin', origin: `http://${host}` },
      { origin: `http://${host}` },
    ]) {
      const answered = await post(server.url, list, { headers });
      expect(answered.status).toBe(401);
      expect(answered.headers.has('access-control-allow-origin')).toBe(false);
    }
  });
});

/** A request head as it is: no header but these. */
function head(start: string, headers: readonly string[], contentLength = 0): string {
  return [`${start} HTTP/1.1`, ...headers, 'Connection: close', `Content-Length: ${contentLength}`, '', ''].join(
    '\r\n',
  );
}
