import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/telemetry/logger.ts';
import { startDiagnostics } from '../../src/transports/diagnostics-listener.ts';
import { modern, post, startServer } from '../support/server.ts';
import { describeClient } from './real-clients.ts';

const projects = '/api/v4/projects';
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describeClient(['test', '-x', '/usr/bin/chromium'])('the diagnostics page in Chromium', () => {
  test('START-12: shows what is open, who is served and what was refused, and no secret and no address', async () => {
    await using watched = await startWatched();
    const { server, page, url } = watched;
    const { tokens } = server.gitlab;
    server.gitlab.fail({ path: projects }, { kind: 'hang' });
    const client = new AbortController();
    const { body, headers } = modern('tools/call', {
      name: 'gitlab_execute_action',
      arguments: { action: 'project.list', params: {} },
    });
    const held = post(server.url, body, { token: tokens.alice, headers, signal: client.signal }).catch(() => undefined);
    await expect
      .poll(() => server.gitlab.requests.some(({ path }) => path === projects), { timeout: 15_000 })
      .toBe(true);
    await post(server.url, list, { token: tokens.bob });
    await post(server.url, list);
    await post(server.url, list, { token: 'glpat-unknown-to-gitlab' });
    await post(server.url, list, { token: 'glpat-unknown-to-gitlab' });
    await post(server.url, list, { token: tokens.alice, headers: { origin: 'https://evil.example' } });

    await page.goto(url);

    expect(await figure(page, 'Calls that wait for GitLab')).toMatch(/^1 of \d/);
    expect(await figure(page, 'Served')).toMatch(/^2 of \d/);
    expect(await figure(page, `… at ${new URL(server.gitlab.url).origin}`)).toBe('2');
    expect(await figure(page, 'Addresses with failures')).toBe('1');
    expect(await figure(page, 'State')).toBe('serving');
    expect(await figure(page, 'Resident')).toMatch(/^\d+\.\d MiB$/);
    const refused = await page.locator('section', { hasText: 'Requests refused' }).locator('tbody tr').allInnerTexts();
    expect(refused.map((row) => row.split('\t').slice(0, 2))).toEqual([
      ['request.origin', '1'],
      ['auth.rejected', '2'],
      ['auth.missing', '1'],
    ]);
    const text = await page.content();
    for (const secret of [...Object.values(tokens), 'glpat-', 'alice', 'evil.example', `>${peer}<`]) {
      expect(text).not.toContain(secret);
    }
    client.abort();
    await held;
  });

  test('the style applies, in the light and in the dark, without a script and without a request for anything else', async () => {
    await using watched = await startWatched();
    const { page, url } = watched;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));

    const colors = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${url}/?pause`);
      colors.push(
        await page.evaluate(
          'getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.querySelector("small")).color',
        ),
      );
      expect(await page.evaluate('getComputedStyle(document.querySelector("main")).display')).toBe('grid');
    }

    expect(new Set(colors).size).toBe(2);
    expect(asked.filter((path) => path !== '/favicon.ico')).toEqual(['/', '/']);
  });

  test('on a narrow screen nothing lies outside', async () => {
    await using watched = await startWatched();
    const { page, url } = watched;
    await page.setViewportSize({ width: 360, height: 700 });

    await page.goto(`${url}/?pause`);

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});

/** Where the clients of these tests come from. */
const peer = '127.0.0.1';

/** A server, its diagnostics, and a browser to look at them. */
async function startWatched() {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await startServer());
  const diagnostics = await startDiagnostics({
    host: '127.0.0.1',
    port: 0,
    logger: createLogger({ level: 'error', destination: { write: () => undefined } }),
    describe: () => server.serving.describe(),
  });
  stack.defer(() => diagnostics.close());
  const browser: Browser = stack.use(
    await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--no-proxy-server'] }),
  );
  const page = await browser.newPage();
  return { server, page, url: diagnostics.url, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** The value beside a label. */
async function figure(page: Page, label: string): Promise<string> {
  const row = page.locator('tr', { has: page.locator(`th:text-is("${label}"), th:has-text("${label}")`) }).first();
  return row.locator('td').innerText();
}
