import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startNginx } from '../clients/proxies.ts';
import { describeClient } from '../clients/real-clients.ts';
import { localhostCertificate } from '../support/localhost-certificate.ts';
import { startServer } from '../support/server.ts';
import { codeBlocks, readPages } from './pages.ts';

const guide = readPages('docs/guides/serve-a-team.md');
const [location = ''] = guide.flatMap((page) => codeBlocks(page, 'nginx'));
const started = guide.flatMap((page) => codeBlocks(page, 'sh')).find((block) => block.includes('--public-url')) ?? '';
const recipes = readPages('docs/guides/clients.md')
  .flatMap((page) => codeBlocks(page, 'sh'))
  .filter((block) => block.startsWith('curl'));

describeClient(['sh', '-c', 'test -x /usr/sbin/nginx && test -x /usr/bin/curl'])('the guide for teams', () => {
  test('its proxy and its flags let curl list the tools, call one and send a body of 3 MiB under the public URL', async () => {
    const ours = /^--(http-addr|gitlab-url|http$)/;
    const flags = started.split(' ').filter((part) => part.startsWith('--') && part !== '--' && !ours.test(part));
    await using server = await startServer({ flags });
    await using nginx = await startNginx(new URL(server.url).host, {
      'client_max_body_size 4m;': '',
      'location / {': `${location.replace('http://127.0.0.1:8080', 'http://gitlab_mcp_server')}\nlocation /example/ {`,
    });
    const folder = mkdtempSync(join(tmpdir(), 'guide-'));
    const cert = join(folder, 'cert.pem');
    const body = join(folder, 'body.json');
    writeFileSync(cert, localhostCertificate.cert);
    const call = { name: 'gitlab_find_action', arguments: { query: 'x'.repeat(3 * 2 ** 20) } };
    writeFileSync(body, JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: call }));
    // The certificate of the test is for localhost; the server is asked by its public name.
    const run = async (recipe: string): Promise<string> => {
      const line = recipe
        .replace('curl -s', `curl -s --cacert ${cert} -H 'Host: mcp.example.com'`)
        .replace('https://mcp.example.com', nginx.origin);
      const env = { PATH: '/usr/bin:/bin', GITLAB_TOKEN: server.gitlab.tokens.alice };
      return (await promisify(execFile)('sh', ['-c', line], { env, timeout: 20_000 })).stdout;
    };
    const [list = '', who = '', ...others] = recipes;
    const status = list.replace('curl -s', `curl -s -o /dev/null -w '%{http_code}'`);

    expect(await run(list)).toContain('gitlab_execute_action');
    expect(await run(who)).toContain('@alice Alice Maintainer');
    expect(others).toEqual([]);
    expect(await run(status.replace(/-d '.*'$/, `-d @${body}`))).toBe('200');
    expect(await run(list.replace(/-H "PRIVATE-TOKEN: [^"]+"/, ''))).toContain('-40100');
    rmSync(folder, { recursive: true });
  });
});
