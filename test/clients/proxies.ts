import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../support/local-server.ts';
import { localhostCertificate } from '../support/localhost-certificate.ts';
import { Program } from '../support/program.ts';

const examples = resolve(import.meta.dirname, '../../deploy/proxies');

/** A reverse proxy with the certificate for localhost, as a process of its own whose files go with it. */
export interface Proxy extends AsyncDisposable {
  /** `https://127.0.0.1:<port>` */
  readonly origin: string;
}

/** Places of an example and what a test puts there. All of them have to be found. */
export type Changes = Readonly<Record<string, string>>;

/** nginx with the example of `deploy/` in front of an address, such as `127.0.0.1:8080` or `unix:/run/server.sock`. */
export async function startNginx(upstream: string, changes: Changes = {}): Promise<Proxy> {
  return startProxy({
    example: 'nginx.conf',
    write: (example, { port, folder, cert, key }) => `
      daemon off;
      # It has to open the socket of whoever runs the tests; said of anybody but root it is ignored.
      user root;
      worker_processes 1;
      pid ${folder}/nginx.pid;
      error_log stderr warn;
      events {}
      http {
        access_log off;
        client_body_temp_path ${folder}/body;
        proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi;
        uwsgi_temp_path ${folder}/uwsgi;
        scgi_temp_path ${folder}/scgi;
        ${edit(example, {
          'listen 443': `listen 127.0.0.1:${port}`,
          'server 127.0.0.1:8080': `server ${upstream}`,
          '/etc/ssl/mcp.example.com.crt': cert,
          '/etc/ssl/mcp.example.com.key': key,
          ...changes,
        })}
      }`,
    command: ({ file, folder }) => ['/usr/sbin/nginx', '-e', 'stderr', '-p', folder, '-c', file],
  });
}

/** HAProxy with the example of `deploy/` in front of two replicas. */
export async function startHaproxy(
  replicas: readonly [one: string, two: string],
  changes: Changes = {},
): Promise<Proxy> {
  return startProxy({
    example: 'haproxy.cfg',
    write: (example, { port, pem }) =>
      edit(example, {
        // More than a build machine may open.
        'maxconn 20000': 'maxconn 200',
        'bind :443': `bind 127.0.0.1:${port}`,
        '/etc/ssl/mcp.example.com.pem': pem,
        '10.0.0.11:8080\n': `${replicas[0]}\n`,
        '10.0.0.12:8080': replicas[1],
        ...changes,
      }),
    command: ({ file }) => ['/usr/sbin/haproxy', '-db', '-f', file],
  });
}

/** Caddy with the example of `deploy/` in front of an address. It asks nobody for a certificate. */
export async function startCaddy(upstream: string, changes: Changes = {}): Promise<Proxy> {
  return startProxy({
    example: 'Caddyfile',
    write: (example, { port, cert, key }) =>
      `{\n\tadmin off\n\tauto_https off\n}\n${edit(example, {
        'mcp.example.com {': `https://:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`,
        'reverse_proxy 127.0.0.1:8080': `reverse_proxy ${upstream}`,
        ...changes,
      })}`,
    command: ({ file }) => ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  });
}

interface Place {
  readonly port: number;
  readonly folder: string;
  /** Where the configuration is. */
  readonly file: string;
  readonly cert: string;
  readonly key: string;
  /** Both in one. */
  readonly pem: string;
}

interface ProxyParts {
  readonly example: string;
  readonly write: (example: string, place: Place) => string;
  readonly command: (place: Place) => readonly string[];
}

async function startProxy({ example, write, command }: ProxyParts): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const at = (name: string): string => join(folder, name);
  const port = await freePort();
  const place = { port, folder, file: at(example), cert: at('cert.pem'), key: at('key.pem'), pem: at('both.pem') };
  writeFileSync(place.cert, localhostCertificate.cert);
  writeFileSync(place.key, localhostCertificate.key);
  writeFileSync(place.pem, localhostCertificate.cert + localhostCertificate.key);
  writeFileSync(place.file, write(readFileSync(join(examples, example), 'utf8'), place));
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const program = new Program({ command: command(place), environment: home });
  const close = async (): Promise<void> => {
    // Not killed outright: a master that dies so leaves its workers behind.
    if (program.child.exitCode === null) program.child.kill('SIGTERM');
    await program.exitCode();
    rmSync(folder, { recursive: true });
  };
  while (!(await accepts(port))) {
    if (program.child.exitCode === null) continue;
    await close();
    throw new Error(`${example} was refused:\n${program.stderrLines.join('\n')}`);
  }
  return { origin: `https://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

function edit(text: string, changes: Changes): string {
  return Object.entries(changes).reduce((edited, [place, content]) => {
    if (!edited.includes(place)) throw new Error(`the example has no ${JSON.stringify(place)} any more`);
    return edited.replaceAll(place, () => content);
  }, text);
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => setTimeout(done, 20, false));
  });
}
