import { spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { localhostCertificate } from '../support/localhost-certificate.ts';
import { modern, startServer } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'socket-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
/** A path of its own in a folder of its own. */
function freshPath(): string {
  const directory = join(folder, String((count += 1)));
  mkdirSync(directory);
  return join(directory, 'server.sock');
}

describe('a Unix socket', () => {
  test('SOCK-01: a path serves on a socket of mode 0660, which is all that is in its folder and goes at the stop', async () => {
    const socketPath = freshPath();
    const server = await startServer({ flags: [`--http-addr=${socketPath}`] });
    await using _ = server;

    const health = await ask('http://localhost/health', { socketPath });

    expect(health.status).toBe(200);
    expect(lstatSync(socketPath).mode & 0o777).toBe(0o660);
    expect(readdirSync(join(socketPath, '..'))).toEqual(['server.sock']);
    expect(server.logs).toContainEqual(expect.objectContaining({ addr: socketPath }));
    expect(server.serving.url).toBe(socketPath);
    await server.serving.close();
    expect(readdirSync(join(socketPath, '..'))).toEqual([]);
  });

  test('SOCK-01: --http-socket-mode decides who may connect, whatever the umask', async () => {
    const socketPath = freshPath();
    await using _ = await startServer({ flags: [`--http-addr=${socketPath}`, '--http-socket-mode=0o606'] });

    expect(lstatSync(socketPath).mode & 0o777).toBe(0o606);
  });

  test('SOCK-01: a socket that a process left behind is replaced', async () => {
    const socketPath = freshPath();
    // The way a process leaves one: it ends without closing it.
    spawnSync(process.execPath, [
      '-e',
      `require('net').createServer().listen(${JSON.stringify(socketPath)}, () => process.kill(process.pid, 'SIGKILL'))`,
    ]);
    expect(lstatSync(socketPath).isSocket()).toBe(true);

    await using _ = await startServer({ flags: [`--http-addr=${socketPath}`] });

    expect((await ask('http://localhost/health', { socketPath })).status).toBe(200);
  });

  test('SOCK-01: a socket that somebody listens on refuses the start and goes on serving', async () => {
    const socketPath = freshPath();
    await using _ = await startServer({ flags: [`--http-addr=${socketPath}`] });

    await expect(startServer({ flags: [`--http-addr=${socketPath}`] })).rejects.toThrow(
      `--http-addr: another process listens on ${socketPath}`,
    );

    expect((await ask('http://localhost/health', { socketPath })).status).toBe(200);
    expect(readdirSync(join(socketPath, '..'))).toEqual(['server.sock']);
  });

  test.each(['a file', 'a folder', 'a link to a socket'])(
    'SOCK-01: %s at the path is kept, and the start refused',
    async (what) => {
      const socketPath = freshPath();
      if (what === 'a file') writeFileSync(socketPath, 'precious');
      else if (what === 'a folder') mkdirSync(socketPath);
      else symlinkSync('/elsewhere/server.sock', socketPath);

      await expect(startServer({ flags: [`--http-addr=${socketPath}`] })).rejects.toThrow('exists and is not a socket');

      expect(lstatSync(socketPath).isSocket()).toBe(false);
      if (what === 'a file') expect(readFileSync(socketPath, 'utf8')).toBe('precious');
    },
  );

  test.each([
    ['in no directory', join(folder, 'none', 'server.sock'), 'none, create it first'],
    ['below a file', '/etc/hostname/server.sock', 'there is no directory /etc/hostname, create it first'],
    ['too long', join(folder, 'x'.repeat(107)), 'bytes too long for this system'],
  ])('SOCK-01: a path %s is refused with what to do', async (_, path, sentence) => {
    await expect(startServer({ flags: [`--http-addr=${path}`] })).rejects.toThrow(sentence);
  });

  test('HOST-01: whoever may open it may use any Host', async () => {
    const socketPath = freshPath();
    await using server = await startServer({ flags: [`--http-addr=${socketPath}`] });
    const { body, headers } = modern('tools/list');

    const listed = await ask('http://mcp.example.com/mcp', {
      socketPath,
      method: 'POST',
      body,
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'private-token': server.gitlab.tokens.alice,
      },
    });
    const foreign = await ask('http://mcp.example.com/mcp', {
      socketPath,
      method: 'POST',
      body,
      headers: { ...headers, origin: 'https://evil.example' },
    });

    expect(listed.status).toBe(200);
    expect(listed.text).toContain('gitlab_find_action');
    expect(foreign.status).toBe(403);
  });

  test('BUDGET-04: everybody behind it shares one budget, and no header changes that', async () => {
    const socketPath = freshPath();
    await using _ = await startServer({
      flags: [
        `--http-addr=${socketPath}`,
        '--auth-failure-limit=2',
        '--trusted-proxies=127.0.0.1,::1',
        '--trusted-proxy-header=X-Forwarded-For',
      ],
    });
    const knock = async (client: string) =>
      (await ask('http://localhost/mcp', { socketPath, method: 'POST', headers: { 'x-forwarded-for': client } }))
        .status;

    expect([await knock('203.0.113.1'), await knock('203.0.113.2'), await knock('203.0.113.3')]).toEqual([
      401, 401, 429,
    ]);
  });

  test('serves TLS when it is given a certificate', async () => {
    const socketPath = freshPath();
    const cert = join(folder, 'cert.pem');
    const key = join(folder, 'key.pem');
    writeFileSync(cert, localhostCertificate.cert);
    writeFileSync(key, localhostCertificate.key);
    await using server = await startServer({
      flags: [`--http-addr=${socketPath}`, `--tls-cert=${cert}`, `--tls-key=${key}`],
    });

    const answer = await ask('https://localhost/health', { socketPath, ca: localhostCertificate.cert });
    await server.serving.close();

    expect(answer.status).toBe(200);
  });

  test('a stop leaves the name alone when another process has taken it over', async () => {
    const socketPath = freshPath();
    await using server = await startServer({ flags: [`--http-addr=${socketPath}`] });
    rmSync(socketPath);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(socketPath, resolve));

    await server.serving.close();

    expect(lstatSync(socketPath).isSocket()).toBe(true);
    await new Promise((resolve) => other.close(resolve));
  });
});
