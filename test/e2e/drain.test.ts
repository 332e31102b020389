import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { ask } from '../support/ask.ts';
import { Program } from '../support/program.ts';
import { modern, post, startServer } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'drain-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a stop signal', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'DRAIN-01: %s first turns /health to draining while everything is served, then closes, and ends with 0',
    async (signal) => {
      await using gitlab = await startSandbox({ seed: 'demo' });
      await using program = start(gitlab.url, ['--drain-delay=1s']);
      const address = await program.address();

      program.child.kill(signal);
      await program.log('stopping');

      const health = await ask(`${address}/health`);
      expect(health.status).toBe(503);
      expect(health.headers['cache-control']).toBe('no-store');
      expect(JSON.parse(health.text)).toMatchObject({ status: 'draining' });
      expect((await call(address, gitlab.tokens.alice)).status).toBe(200);
      expect(await program.exitCode()).toBe(0);
      await expect(ask(`${address}/health`)).rejects.toThrow('ECONNREFUSED');
    },
  );

  test('DRAIN-01: a call in flight gets its answer, and newcomers are turned away meanwhile', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = start(gitlab.url, []);
    const address = await program.address();
    await call(address, gitlab.tokens.alice);
    gitlab.fail({ path: '/api/v4/user' }, { kind: 'delay', ms: 1_500 });
    const asked = () => gitlab.requests.filter(({ path }) => path === '/api/v4/user').length;
    const before = asked();

    const answer = call(address, gitlab.tokens.alice);
    await expect.poll(asked).toBe(before + 1);
    program.child.kill('SIGTERM');
    await expect
      .poll(async () => ask(`${address}/health`).catch(({ code }: { code: string }) => code))
      .toBe('ECONNREFUSED');
    expect(program.child.exitCode).toBe(null);

    expect((await answer).text).toContain('"username":"alice"');
    expect(await program.exitCode()).toBe(0);
  });

  test('DRAIN-01: a second signal ends the process at once, with 1', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = start(gitlab.url, ['--drain-delay=5m']);
    await program.address();
    program.child.kill('SIGTERM');
    await program.log('stopping');

    // One that comes within half a second counts as an echo of the first.
    const again = setInterval(() => program.child.kill('SIGTERM'), 100);

    expect(await program.exitCode()).toBe(1);
    clearInterval(again);
  });

  test('DRAIN-01, SOCK-01: a second signal leaves no socket file behind', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    const socketPath = join(folder, 'hasty.sock');
    await using program = start(gitlab.url, [`--http-addr=${socketPath}`, '--drain-delay=5m']);
    await program.address();
    program.child.kill('SIGTERM');
    await program.log('stopping');
    expect(existsSync(socketPath)).toBe(true);

    const again = setInterval(() => program.child.kill('SIGTERM'), 100);

    expect(await program.exitCode()).toBe(1);
    clearInterval(again);
    expect(existsSync(socketPath)).toBe(false);
  });

  test('DRAIN-01: who stops twice waits once', async () => {
    await using server = await startServer();

    expect(server.serving.close()).toBe(server.serving.close());
  });

  test('DRAIN-01: an open event stream does not keep the process, and the socket file is gone', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    const socketPath = join(folder, 'server.sock');
    await using program = start(gitlab.url, [`--http-addr=${socketPath}`]);
    await program.address();
    const { body, headers } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const [stream] = (await once(
      request({
        socketPath,
        path: '/mcp',
        method: 'POST',
        headers: { ...jsonHeaders, ...headers, 'private-token': gitlab.tokens.alice },
      }).end(JSON.stringify(body)),
      'response',
    )) as [IncomingMessage];
    program.child.kill('SIGTERM');

    expect(await program.exitCode()).toBe(0);
    expect(await text(stream)).toContain('shutdown');
    expect(existsSync(socketPath)).toBe(false);
  });

  test('SIGHUP is no reload: it ends the process', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = start(gitlab.url, []);
    await program.address();

    program.child.kill('SIGHUP');
    const [, signal] = (await once(program.child, 'exit')) as [unknown, unknown];

    expect(signal).toBe('SIGHUP');
  });
});

const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

function start(gitlabUrl: string, flags: readonly string[]): Program {
  return new Program({ args: ['--http', '--http-addr=127.0.0.1:0', `--gitlab-url=${gitlabUrl}`, ...flags] });
}

/** Who am I: a tool call that asks GitLab once. */
async function call(address: string, token: string) {
  const { body, headers } = modern('tools/call', {
    name: 'gitlab_execute_action',
    arguments: { action: 'user.current', params: {} },
  });
  return post(`${address}/mcp`, body, { token, headers });
}
