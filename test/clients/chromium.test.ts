import { createHash, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startHttp } from '../support/local-server.ts';
import { localhostCertificate } from '../support/localhost-certificate.ts';
import { metadataUrl, publicUrl, startOAuthServer } from '../support/oauth.ts';
import { startServer } from '../support/server.ts';
import { startNginx } from './proxies.ts';
import { describeClient } from './real-clients.ts';

const app = 'https://app.example.com';
const stranger = 'https://stranger.example.net';

describeClient(['sh', '-c', 'test -x /usr/bin/chromium && test -x /usr/sbin/nginx'])('Chromium', () => {
  describe('a page of an origin that is trusted', () => {
    test.each([
      ['auto', '2026-07-28'],
      ['legacy', '2025-11-25'],
    ])('T-48, OAUTH-01, OAUTH-02: logs in with the official client (%s) and calls tools', async (mode, revision) => {
      await using team = await startTeam();
      const { page, server } = team;
      const clientId = registerPage(server.gitlab);

      await page.goto(`${app}/?${new URLSearchParams({ server: publicUrl, client_id: clientId, mode }).toString()}`);
      await page.getByRole('button', { name: 'alice', exact: true }).click();
      await page.getByRole('button', { name: 'Authorize' }).click();
      await page.waitForFunction('document.title !== "A page"');

      const text = (await page.textContent('body')) ?? '';
      expect([await page.title(), text]).toEqual(['done', expect.any(String)]);
      const outcome = JSON.parse(text) as { readonly token: string };
      server.secrets.add(outcome.token);
      expect(outcome).toMatchObject({
        revision,
        tools: ['gitlab_find_action', 'gitlab_execute_action'],
        username: 'alice',
        scope: 'api',
      });
    });

    test('T-48: reads the challenge and the waiting time of refusals', async () => {
      await using team = await startTeam(['--auth-failure-limit=1']);
      const { page } = team;
      await page.goto(`${app}/blank`);

      const challenged = await askFromPage(page, publicUrl, { method: 'POST', headers: json, body: list });
      const limited = await askFromPage(page, publicUrl, {
        method: 'POST',
        headers: { ...json, authorization: 'Bearer wrong' },
        body: list,
      });
      expect(challenged).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': expect.stringContaining(metadataUrl) },
      });
      expect(limited).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
    });
  });

  describe('a page of any other origin', () => {
    test('REJ-08, T-48: cannot call, neither with a preflight nor in a way that needs none', async () => {
      await using team = await startTeam();
      const { page, server } = team;
      await page.goto(`${stranger}/blank`);
      const authorization = `Bearer ${server.gitlab.tokens.alice}`;

      const asked = await askFromPage(page, publicUrl, {
        method: 'POST',
        headers: { ...json, authorization },
        body: list,
      });
      const simple = await askFromPage(page, publicUrl, {
        method: 'POST',
        headers: { accept: json.accept },
        body: list,
      });
      // Nothing of the answer may be read, but the request goes out.
      await askFromPage(page, publicUrl, { method: 'POST', mode: 'no-cors', body: list });
      await page.setContent(
        `<form method="post" enctype="text/plain" action="${publicUrl}"><button name='{"a":"' value='"}'>Go</button></form>`,
      );
      const [answer] = await Promise.all([page.waitForResponse(publicUrl), page.getByRole('button').click()]);

      expect(asked).toEqual({ failed: 'TypeError' });
      expect(simple).toEqual({ failed: 'TypeError' });
      expect(answer.status()).toBe(403);
      expect(await answer.json()).toMatchObject({ error: { code: -40300 } });
      expect(server.gitlab.requests.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);
    });

    test('CARD-03, T-55: reads the public documents, and their tags', async () => {
      await using team = await startTeam();
      const { page } = team;
      await page.goto(`${stranger}/blank`);

      for (const path of [
        '/server-card',
        '/mcp/server-card',
        '/.well-known/mcp/server-card.json',
        new URL(metadataUrl).pathname,
      ]) {
        const url = new URL(path, publicUrl).href;
        const read = await askFromPage(page, url, { headers: { 'mcp-protocol-version': '2025-11-25' } });
        expect([path, read]).toMatchObject([path, { status: 200, headers: { etag: expect.stringMatching(/^"/) } }]);
      }
    });
  });

  test('REJ-07, T-49: a page whose name was bound again to this machine is refused', async () => {
    await using browser = await startBrowser(['MAP rebound.example.net 127.0.0.1']);
    const page = await browser.newPage();
    // First the name leads to the attacker, then, for the page that is open, to the server at the same port.
    const attacker = await startHttp((_request, response) => response.end('<p>Hello'));
    await page.goto(`http://rebound.example.net:${attacker.port}/`);
    await attacker[Symbol.asyncDispose]();
    await using server = await startServer({ flags: [`--http-addr=127.0.0.1:${attacker.port}`] });

    const read = await askFromPage(page, '/health', {});
    const asked = await askFromPage(page, '/mcp', {
      method: 'POST',
      headers: { ...json, 'private-token': server.gitlab.tokens.alice },
      body: list,
    });

    expect(read).toMatchObject({ status: 403 });
    expect(asked).toMatchObject({ status: 403, text: expect.stringContaining('-40300') });
    expect((await page.goto(`http://localhost:${attacker.port}/health`))?.status()).toBe(200);
  });
});

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

/** The server in OAuth mode behind nginx, with its public URL, and a browser that finds it and the sites of others. */
async function startTeam(flags: readonly string[] = []) {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await startOAuthServer({ flags: [`--trusted-origins=${app}`, ...flags] }));
  const nginx = stack.use(await startNginx(new URL(server.url).host));
  const script = await bundleApp();
  const sites = stack.use(
    await startHttp(({ url }, response) => {
      const isApp = !url.startsWith('/blank') && !url.startsWith('/favicon');
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>A page</title><body>${isApp ? `<script type="module">${script}</script>` : ''}</body>`,
      );
    }, localhostCertificate),
  );
  const at = (origin: string) => `127.0.0.1:${new URL(origin).port}`;
  const browser = stack.use(
    await startBrowser([
      `MAP mcp.example.com:443 ${at(nginx.origin)}`,
      `MAP app.example.com:443 ${at(sites.origin)}`,
      `MAP stranger.example.net:443 ${at(sites.origin)}`,
    ]),
  );
  const page = await browser.newPage();
  return { server, page, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function startBrowser(rules: readonly string[]): Promise<Browser> {
  const { publicKey } = new X509Certificate(localhostCertificate.cert);
  const pin = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--no-proxy-server',
      `--host-resolver-rules=${rules.join(', ')}`,
      `--ignore-certificate-errors-spki-list=${pin}`,
    ],
  });
}

async function bundleApp(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'browser-app.ts')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
}

/** Registers the page at GitLab as an administrator would. */
function registerPage(gitlab: Awaited<ReturnType<typeof startOAuthServer>>['gitlab']): string {
  return gitlab.controls.createApplication({ name: 'A page', redirectUris: [`${app}/callback`], scopes: ['api'] }).uid;
}

interface PageRequest {
  readonly method?: string;
  readonly mode?: 'cors' | 'no-cors';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What script in a page gets to see of an answer. */
async function askFromPage(page: Page, url: string, init: PageRequest): Promise<unknown> {
  return page.evaluate(
    async ([target, request]) => {
      try {
        const response = await fetch(target, request);
        return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
      } catch (error) {
        return { failed: (error as Error).name };
      }
    },
    [url, init] as const,
  );
}
