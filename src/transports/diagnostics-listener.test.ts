import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ask } from '../../test/support/ask.ts';
import { diagnosticsPagePolicy } from '../documents/diagnostics-page.ts';
import { count, type FigureGroup } from '../documents/figures.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type DiagnosticsOptions, startDiagnostics } from './diagnostics-listener.ts';

describe('the diagnostics listener', () => {
  test('START-12: shows figures of the process, the event loop and the heap', async () => {
    await using diagnostics = await start();

    expect(await diagnostics.read('/process')).toMatchObject({
      pid: process.pid,
      node: process.version,
      cpu_seconds: { user: expect.any(Number) as number },
      memory_bytes: { rss: expect.any(Number) as number, heapUsed: expect.any(Number) as number },
      open: { TCPSocketWrap: expect.any(Number) as number },
    });
    expect(await diagnostics.read('/event-loop')).toMatchObject({
      utilization: expect.any(Number) as number,
      delay_ms: { p50: expect.any(Number) as number, p99: expect.any(Number) as number },
    });
    expect(await diagnostics.read('/heap')).toMatchObject({
      used_heap_size: expect.any(Number) as number,
      spaces: expect.arrayContaining([expect.objectContaining({ space_name: 'old_space' })]) as unknown,
    });
  });

  test('START-12: shows a page with its own figures and those it was given, and links to the rest', async () => {
    await using diagnostics = await start();

    const { headers, text } = await ask(`${diagnostics.url}/`);

    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toBe(diagnosticsPagePolicy);
    expect(text).toContain('<th scope="row">&lt;b&gt;Calls</th><td class="value">7</td>');
    expect(text).toContain(`<td class="value">${process.version}</td>`);
    expect([...text.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path)).toEqual([
      '/?pause',
      '/process',
      '/event-loop',
      '/heap',
      '/heap-snapshot',
      '/cpu-profile',
    ]);
  });

  test('figures that cannot be had are a failed request, and the listener goes on', async () => {
    await using diagnostics = await start({ describe: () => Promise.reject(new Error('gone')) });

    expect((await ask(`${diagnostics.url}/`)).status).toBe(500);
    expect((await ask(`${diagnostics.url}/heap`)).status).toBe(200);
  });

  test('START-12: a processor profile names the functions that ran, as a file to open', async () => {
    await using diagnostics = await start();

    const answer = await ask(`${diagnostics.url}/cpu-profile?seconds=1`);

    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="gitlab-mcp-server-${process.pid}.cpuprofile"`,
    );
    expect(JSON.parse(answer.text)).toMatchObject({
      nodes: expect.any(Array) as unknown,
      samples: expect.any(Array) as unknown,
    });
  });

  test('START-12: a heap snapshot is the format that browsers open', async () => {
    await using diagnostics = await start();

    const { status, text } = await ask(`${diagnostics.url}/heap-snapshot`);

    expect(status).toBe(200);
    expect(text).toMatch(/^\{"snapshot":\{"meta":/);
    expect(text.trimEnd().at(-1)).toBe('}');
  });

  test('one recording at a time, and one whose asker left makes room', async () => {
    await using diagnostics = await start();
    const first = request(`${diagnostics.url}/cpu-profile?seconds=60`).on('error', () => undefined);
    first.end();
    const second = async () => (await ask(`${diagnostics.url}/cpu-profile?seconds=1`)).status;
    await expect.poll(second, { timeout: 5_000 }).toBe(503);

    first.destroy();

    await expect.poll(second, { timeout: 10_000 }).toBe(200);
  });

  test.each([
    ['another name, as in a rebinding attack', { host: 'evil.example' }],
    ['a page elsewhere', { origin: 'https://evil.example' }],
    ['a picture in a page elsewhere', { 'sec-fetch-site': 'cross-site' }],
    ['a link in a page elsewhere, in a browser of old', { referer: 'https://evil.example/page' }],
    ['a page of another port', { referer: 'http://127.0.0.1:1/' }],
    ['a referer that is no page', { referer: 'about:client' }],
  ])('START-12: a request with %s is refused', async (_, headers) => {
    await using diagnostics = await start();

    expect((await ask(`${diagnostics.url}/process`, { headers })).status).toBe(403);
  });

  test('START-12: a link of its own page is followed', async () => {
    await using diagnostics = await start();
    const headers = { referer: `${diagnostics.url}/`, 'sec-fetch-site': 'same-origin' };

    expect((await ask(`${diagnostics.url}/process`, { headers })).status).toBe(200);
  });

  test.each([
    ['/nothing', 'GET', 404],
    ['/process', 'POST', 405],
    ['/cpu-profile?seconds=0', 'GET', 400],
    ['/cpu-profile?seconds=61', 'GET', 400],
    ['/cpu-profile?seconds=x', 'GET', 400],
    ['//', 'GET', 404],
  ])('%s with %s is %i', async (path, method, status) => {
    await using diagnostics = await start();

    expect((await ask(`${diagnostics.url}${path}`, { method })).status).toBe(status);
  });

  test('an address that is taken refuses the start by the name of its flag', async () => {
    await using diagnostics = await start();

    await expect(start({ port: Number(new URL(diagnostics.url).port) })).rejects.toThrow(/^--pprof-addr: .*EADDRINUSE/);
  });
});

const figures: FigureGroup = { title: 'Given', figures: [count('<b>Calls', 7)] };

async function start({ port = 0, describe = () => [figures] }: Partial<DiagnosticsOptions> = {}) {
  const logger = createLogger({ level: 'error', destination: { write: () => undefined } });
  const listener = await startDiagnostics({ host: '127.0.0.1', port, logger, describe });
  return {
    url: listener.url,
    read: async (path: string) => JSON.parse((await ask(`${listener.url}${path}`)).text) as Record<string, unknown>,
    [Symbol.asyncDispose]: () => listener.close(),
  };
}
