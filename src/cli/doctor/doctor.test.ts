import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/start.ts';
import { localhostCertificate } from '../../../test/support/localhost-certificate.ts';
import { loadConfig } from '../../config/load-config.ts';
import { loadBuildInfo } from '../version.ts';
import { doctor } from './doctor.ts';
import type { Finding } from './finding.ts';

const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));
const certFile = join(folder, 'cert.pem');
const keyFile = join(folder, 'key.pem');
writeFileSync(certFile, localhostCertificate.cert);
writeFileSync(keyFile, localhostCertificate.key);

describe('the doctor over stdio', () => {
  test('finds nothing wrong with a good configuration, and says what it looked at', async () => {
    await using gitlab = await startSandbox({ seed: 'demo', tier: 'premium' });

    const { findings, exitCode } = await examine([], envOf(gitlab, 'root'));

    expect(exitCode).toBe(0);
    expect(findings.filter(({ status }) => status !== 'pass')).toEqual([]);
    const checks = [
      'settings',
      'reachable',
      'clock',
      'token',
      'scopes',
      'tier',
      'handshake',
      'tools',
      'schemas',
      'result',
    ];
    for (const check of checks) expect(findings.map((finding) => finding.check)).toContain(check);
  });

  test.each([
    ['revoked', 'fail', 'token', /rejects GITLAB_TOKEN/, /personal_access_tokens/],
    ['readUser', 'fail', 'token', /neither the scope api nor read_api/, /read_api/],
    ['readOnly', 'warn', 'scopes', /scopes are read_api/, /GITLAB_MCP_READ_ONLY=true/],
    ['alice', 'pass', 'token', /a token of @alice/, undefined],
    ['granularWithoutUser', 'pass', 'token', /fine-grained token of a user it may not read/, undefined],
  ] as const)('the token %s: %s', async (label, status, check, says, fix) => {
    await using gitlab = await startSandbox({ seed: 'demo' });

    const { findings, exitCode, text } = await examine([], envOf(gitlab, label));

    const found = findings.find((finding) => finding.check === check);
    expect(found).toMatchObject({ status, says: expect.stringMatching(says) as string });
    if (fix !== undefined) expect(found?.fix).toMatch(fix);
    expect(exitCode).toBe(status === 'fail' ? 1 : 0);
    expect(text).not.toContain(gitlab.tokens[label]);
  });

  test('a read_api token is what a read-only server wants', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });

    const { findings } = await examine([], { ...envOf(gitlab, 'readOnly'), GITLAB_MCP_READ_ONLY: 'true' });

    expect(findings.find(({ check }) => check === 'scopes')).toMatchObject({ status: 'pass' });
  });

  test('an instance that is not there, with the settings that say where it is', async () => {
    const { findings, exitCode } = await examine([], { GITLAB_URL: 'http://127.0.0.1:9', GITLAB_TOKEN: 'glpat-any' });

    expect(exitCode).toBe(1);
    expect(findings.find(({ check }) => check === 'reachable')).toMatchObject({
      status: 'fail',
      says: 'http://127.0.0.1:9 refused the connection.',
      fix: expect.stringContaining('GITLAB_URL') as string,
    });
    // Clients are served all the same, as they are when GitLab is down.
    expect(findings.find(({ check }) => check === 'handshake')).toMatchObject({ status: 'pass' });
  });

  test('something that is not GitLab: a login page, a redirect, an error', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    gitlab.fail({ path: '/version' }, { kind: 'html', status: 200 }, 1);
    const page = await examine([], envOf(gitlab, 'alice'));
    gitlab.fail(
      { path: '/version' },
      { kind: 'status', status: 301, headers: { location: 'https://gl.example/x' } },
      1,
    );
    const redirect = await examine([], envOf(gitlab, 'alice'));
    gitlab.fail({ path: '/version' }, { kind: 'status', status: 503 }, 1);
    const error = await examine([], envOf(gitlab, 'alice'));

    const says = [page, redirect, error].map(
      ({ findings }) => findings.find(({ check, status }) => check === 'reachable' && status === 'fail')?.says,
    );
    expect(says).toEqual([
      expect.stringContaining('not as the API of a GitLab does'),
      expect.stringContaining('sends requests on to https://gl.example (301)'),
      expect.stringContaining('answered 503'),
    ]);
  });

  test('a certificate that nobody here trusts, and the cure works', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using front = await behindTls(gitlab.url);
    const environment = { GITLAB_URL: front.url, GITLAB_TOKEN: gitlab.tokens.alice };

    const ill = await examine([], environment);
    const cured = await examine([], { ...environment, SSL_CERT_FILE: certFile });
    const careless = await examine([], { ...environment, GITLAB_MCP_SKIP_TLS_VERIFY: 'true' });

    expect(ill.findings.find(({ check }) => check === 'reachable')).toMatchObject({
      status: 'fail',
      says: expect.stringContaining('TLS failed') as string,
      fix: expect.stringContaining('SSL_CERT_FILE') as string,
    });
    expect(cured.findings.filter(({ status }) => status === 'fail')).toEqual([]);
    expect(careless.findings.find(({ check }) => check === 'route')).toMatchObject({ status: 'warn' });
  });

  test('a bundle of authorities that cannot be read', async () => {
    const { findings, exitCode } = await examine([], {
      GITLAB_URL: 'https://gitlab.example.com',
      GITLAB_TOKEN: 'glpat-any',
      SSL_CERT_FILE: join(folder, 'nowhere.pem'),
    });

    expect(exitCode).toBe(1);
    expect(findings.at(-1)?.says).toContain('SSL_CERT_FILE: cannot read');
  });

  test.each([
    [0, 'pass', 'agree'],
    [90_400, 'warn', 'ahead of'],
    [-600_000, 'fail', 'behind'],
  ])('a clock that is off by %i ms: %s', async (offMs, status, says) => {
    await using gitlab = await startSandbox({ seed: 'demo' });

    const { findings } = await examine([], envOf(gitlab, 'alice'), () => Date.now() + offMs);

    expect(findings.find(({ check }) => check === 'clock')).toMatchObject({
      status,
      says: expect.stringContaining(says) as string,
    });
  });

  test('a proxy that does not answer, without its password', async () => {
    const { findings, text } = await examine([], {
      GITLAB_URL: 'https://gitlab.example.com',
      GITLAB_TOKEN: 'glpat-any',
      HTTPS_PROXY: 'http://ada:hunter2222@127.0.0.1:9',
    });

    expect(findings.find(({ check }) => check === 'route')?.says).toContain('through the proxy 127.0.0.1:9');
    expect(findings.find(({ check }) => check === 'reachable')).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining('HTTPS_PROXY') as string,
    });
    expect(text).not.toContain('hunter2222');
  });

  test('an individual surface is more than some clients take, each named with its limit', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    const environment = { ...envOf(gitlab, 'alice'), GITLAB_MCP_TOOL_SURFACE: 'individual' };

    const { findings, exitCode } = await examine([], environment);

    expect(exitCode).toBe(0);
    expect(findings.find(({ check }) => check === 'client.cursor')).toMatchObject({
      status: 'warn',
      says: expect.stringMatching(/^Cursor takes 40 tools, .* lists \d{3,4}\.$/) as string,
      fix: expect.stringContaining('GITLAB_MCP_TOOL_SURFACE=dynamic') as string,
    });
    expect(findings.find(({ check }) => check === 'result')).toMatchObject({ status: 'pass' });
  });

  test('a GitLab that never answers is given up', { timeout: 90_000 }, async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    gitlab.fail({}, { kind: 'hang' });

    const { findings, exitCode } = await examine([], envOf(gitlab, 'alice'));

    expect(exitCode).toBe(1);
    expect(findings.find(({ check }) => check === 'reachable')?.says).toContain('did not answer in time');
    expect(findings.find(({ check }) => check === 'handshake')).toMatchObject({ status: 'pass' });
  });
});

describe('the doctor over HTTP', () => {
  const flags = (gitlab: Sandbox, ...more: readonly string[]) => [
    '--http',
    '--http-addr=127.0.0.1:0',
    `--gitlab-url=${gitlab.url}`,
    ...more,
  ];

  test.each([
    ['legacy', []],
    ['stateful', ['--stateless=false']],
    ['JSON answers', ['--json-response']],
    ['behind a public URL', ['--public-url=https://mcp.example.com/mcp']],
    ['OAuth', ['--auth-mode=oauth', '--public-url=https://mcp.example.com/mcp']],
    ['TLS', [`--tls-cert=${certFile}`, `--tls-key=${keyFile}`]],
    ['a socket', [`--http-addr=${join(folder, 'server.sock')}`]],
    ['meta tools', ['--tool-surface=meta']],
  ])('%s: nothing fails, and a call goes all the way', async (_, more) => {
    await using gitlab = await startSandbox({ seed: 'demo' });

    const { findings, exitCode } = await examine(flags(gitlab, ...more), { GITLAB_TOKEN: gitlab.tokens.alice });

    expect(findings.filter(({ status }) => status === 'fail')).toEqual([]);
    expect(findings.find(({ check }) => check === 'result')).toMatchObject({ status: 'pass' });
    expect(exitCode).toBe(0);
  });

  test('the demo is looked at as it is served, with everything there is', async () => {
    const { findings, exitCode } = await examine(['--demo', '--http-addr=127.0.0.1:0'], {});

    expect(exitCode).toBe(0);
    expect(findings.find(({ check }) => check === 'tier')?.says).toBe('The tier is ultimate, as configured.');
  });

  test('without a token the public card is judged', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });

    const { findings } = await examine(flags(gitlab), {});

    expect(findings.filter(({ status }) => status !== 'pass')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['card', 'tools', 'schemas']));
  });

  test('a port that is taken is said, and the rest is checked on a free one', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using other = await listening(createServer());

    const { findings, exitCode } = await examine(
      flags(gitlab, `--http-addr=127.0.0.1:${other.port}`, `--pprof-addr=127.0.0.1:${other.port}`),
      {},
    );

    expect(exitCode).toBe(1);
    expect(findings.filter(({ status }) => status === 'fail')).toMatchObject([
      { check: 'diagnostics', fix: expect.stringContaining('--pprof-addr') as string },
      { check: 'http', says: expect.stringContaining('EADDRINUSE') as string },
    ]);
    expect(findings.find(({ check }) => check === 'schemas')).toMatchObject({ status: 'pass' });
  });

  test('a certificate that has ended', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    const later = () => Date.parse('2999-01-01');

    const { findings } = await examine(flags(gitlab, `--tls-cert=${certFile}`, `--tls-key=${keyFile}`), {}, later);

    expect(findings.find(({ check, status }) => check === 'http' && status === 'fail')?.says).toContain('ended on');
  });

  test('a start that is refused is reported with every reason', async () => {
    const { findings, exitCode } = await examine(['--http', '--tls-cert=c.pem'], {});

    expect(exitCode).toBe(1);
    expect(findings.map(({ says }) => says)).toEqual([
      expect.stringContaining('--gitlab-url is required'),
      '--tls-cert requires --tls-key.',
    ]);
  });

  test('what every start warns of is a warning here', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });

    const { findings } = await examine(flags(gitlab, '--json-response'), {});

    expect(findings[0]).toMatchObject({ status: 'warn', says: expect.stringContaining('--json-response') as string });
  });
});

test('the report is at most 80 columns wide, and ends with a count', async () => {
  await using gitlab = await startSandbox({ seed: 'demo' });
  const environment = { ...envOf(gitlab, 'readOnly'), GITLAB_MCP_TOOL_SURFACE: 'individual' };
  const plan = loadConfig({ argv: ['--doctor'], environment, dotenvFiles: {}, stdinKind: 'other' });
  if (plan.command !== 'doctor') throw new Error(plan.command);

  const { text } = await doctor(plan, loadBuildInfo());

  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(text).toMatch(/\n\d+ warnings, \d+ passed\.\n$/);
});

async function examine(
  flags: readonly string[],
  environment: Readonly<Record<string, string>>,
  now: () => number = Date.now,
): Promise<{ readonly findings: readonly Finding[]; readonly exitCode: number; readonly text: string }> {
  const argv = ['--doctor=json', ...flags];
  const plan = loadConfig({ argv, environment, dotenvFiles: {}, stdinKind: 'other' });
  if (plan.command !== 'doctor') throw new Error(`the arguments ask for ${plan.command}`);
  const { text, exitCode } = await doctor(plan, loadBuildInfo(), { now });
  const { findings } = JSON.parse(text) as { readonly findings: readonly Finding[] };
  return { findings, exitCode, text };
}

function envOf(gitlab: Sandbox, label: string): Readonly<Record<string, string>> {
  return { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens[label] ?? '' };
}

/** The same GitLab behind a certificate that it signed itself. */
async function behindTls(url: string) {
  const server = createTlsServer(localhostCertificate, (req, res) => {
    const { method = 'GET', headers, url: path = '/' } = req;
    req.pipe(
      request(new URL(path, url), { method, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      }),
    );
  });
  const { port, [Symbol.asyncDispose]: dispose } = await listening(server);
  return { url: `https://localhost:${port}`, [Symbol.asyncDispose]: dispose };
}

async function listening(server: Server & { closeAllConnections?(): void }) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a TCP port has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections?.();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
