import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { localhostCertificate } from '../support/localhost-certificate.ts';
import { isMissing, root, runTool } from '../support/tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'proxies-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, text] of [
  ['crt', localhostCertificate.cert],
  ['key', localhostCertificate.key],
  ['pem', localhostCertificate.cert + localhostCertificate.key],
] as const) {
  writeFileSync(join(folder, `mcp.example.com.${name}`), text);
}

/** An example with certificates that exist, at a path of its own. */
function prepare(name: string, wrap = (text: string) => text): string {
  const text = readFileSync(join(root, 'deploy/proxies', name), 'utf8').replaceAll('/etc/ssl/', `${folder}/`);
  const path = join(folder, name);
  writeFileSync(path, wrap(text));
  return path;
}

describe('the example configurations of reverse proxies', () => {
  test.skipIf(isMissing('nginx'))('DOCKER-01: nginx takes its own', () => {
    const path = prepare(
      'nginx.conf',
      (site) => `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${tempPaths()} ${site} }`,
    );

    expect(runTool('nginx', ['-t', '-c', path, '-p', folder])).toMatchObject({
      status: 0,
      output: expect.not.stringContaining('[warn]') as string,
    });
  });

  test.skipIf(isMissing('apache2ctl'))('DOCKER-01: Apache takes its own', () => {
    const modules = ['mpm_event', 'authz_core', 'headers', 'ssl', 'socache_shmcb', 'proxy', 'proxy_http'];
    const path = prepare('apache.conf', (site) =>
      [
        `ServerRoot ${folder}`,
        'ServerName localhost',
        `PidFile ${folder}/apache.pid`,
        'ErrorLog /dev/stderr',
        ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
        'Listen 127.0.0.1:443',
        site,
      ].join('\n'),
    );

    expect(runTool('apache2', ['-t', '-f', path])).toEqual({ status: 0, output: 'Syntax OK\n' });
  });

  test.skipIf(isMissing('haproxy'))('DOCKER-01: HAProxy takes its own without a warning', () => {
    const { status, output } = runTool('haproxy', ['-c', '-f', prepare('haproxy.cfg')]);

    expect([status, output]).toEqual([0, expect.stringContaining('Configuration file is valid')]);
    expect(output).not.toContain('WARNING');
  });

  test.skipIf(isMissing('caddy'))('DOCKER-01: Caddy takes its own', () => {
    const { status, output } = runTool('caddy', [
      'adapt',
      '--validate',
      '--adapter',
      'caddyfile',
      '--config',
      prepare('Caddyfile'),
    ]);

    expect([status, output]).toEqual([0, expect.stringContaining('"flush_interval":-1')]);
  });

  test.each(['nginx.conf', 'Caddyfile', 'apache.conf', 'haproxy.cfg', 'traefik.yaml'])(
    'DOCKER-01: the flags that %s asks the server to be started with are understood',
    (name) => {
      const text = readFileSync(join(root, 'deploy/proxies', name), 'utf8').replace(
        "<Traefik's own address>",
        '10.0.0.2',
      );
      const flags = text
        .split('\n')
        .filter((line) => line.startsWith('#   --'))
        .flatMap((line) => line.slice(1).trim().split(' '));

      const plan = loadConfig({
        argv: ['--http', '--gitlab-url=https://gitlab.example.com', ...flags],
        environment: {},
        dotenvFiles: {},
        stdinKind: 'other',
      });

      expect(flags.map((flag) => flag.split('=')[0])).toEqual(
        expect.arrayContaining(['--http-addr', '--public-url', '--trusted-proxies', '--trusted-proxy-header']),
      );
      expect(plan).toMatchObject({ command: 'serve', warnings: [] });
    },
  );
});

/** Where nginx would write; the usual folders need not exist. */
function tempPaths(): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
}
