import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { Program } from '../support/program.ts';
import { type JsonRpcMessage, modern } from '../support/server.ts';

const call = (id: number, action: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'gitlab_execute_action', arguments: { action, params } },
});
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

function startStdio(
  gitlab: Sandbox,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Program {
  return new Program({
    args,
    environment: { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens.alice, ...environment },
  });
}

describe('stdio', () => {
  test('a client of the older revisions shakes hands, lists and calls', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab);

    program.send(initialize);
    expect((await program.answer(1)).result).toMatchObject({
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'gitlab-mcp-server' },
    });
    program.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    program.send({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    expect((await program.answer(2)).result).toMatchObject({ tools: [{ title: 'GitLab Find Action' }, {}] });
    program.send(call(3, 'user.current'));
    expect((await program.answer(3)).result).toMatchObject({ structuredContent: { username: 'alice' } });
  });

  test('T-41, T-64: a list that was served before GitLab answered is taken back when it turns out different', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    gitlab.fail({ path: '/user' }, { kind: 'delay', ms: 2_000 }, 1);
    await using program = startStdio(gitlab, { GITLAB_TOKEN: gitlab.tokens.readOnly });

    program.send(initialize);
    program.send({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const early = await program.answer(2);
    const told = await program.until(({ stdoutLines }) =>
      stdoutLines.map((line) => JSON.parse(line) as JsonRpcMessage).find(({ method }) => method?.includes('changed')),
    );
    program.send({ jsonrpc: '2.0', id: 3, method: 'tools/list' });
    const late = await program.answer(3);

    expect(told).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    expect(late.result).not.toEqual(early.result);
  });

  test('a client of the newest revision needs no handshake', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab);

    program.send(modern('server/discover', {}, 'd').body);
    expect((await program.answer('d')).result).toMatchObject({
      resultType: 'complete',
      supportedVersions: expect.arrayContaining(['2026-07-28', '2024-11-05']),
    });
    program.send(
      modern('tools/call', { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } }, 'c')
        .body,
    );
    expect((await program.answer('c')).result).toMatchObject({
      resultType: 'complete',
      structuredContent: { username: 'alice' },
    });
  });

  test('end of input lets calls in flight finish, then the process ends with 0', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab);
    gitlab.fail({ path: '/api/v4/user' }, { kind: 'delay', ms: 400 });

    program.send(call(5, 'user.current'));
    program.child.stdin.end();

    expect((await program.answer(5)).result).toMatchObject({ content: [{ type: 'text' }] });
    expect(await program.exitCode()).toBe(0);
  });

  test.each(['debug', 'info', 'error'])('T-62: with log level %s every byte on stdout is a message', async (level) => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab, { GITLAB_MCP_LOG_LEVEL: level, NODE_OPTIONS: '--trace-warnings' });

    program.send(initialize);
    program.send('this is no message');
    program.send(call(2, 'project.list'));
    await program.answer(2);
    program.child.stdin.end();
    await program.exitCode();

    for (const line of program.stdoutLines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(program.stderrLines.join('\n')).not.toContain(gitlab.tokens.alice);
  });

  test.each([
    ['no JSON', '{"jsonrpc"', -32700],
    ['no message', '{"hello":1}', -32600],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    [
      'a message longer than the limit',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'y'.repeat(3000)}"}}`,
      -32600,
    ],
  ])('%s is answered with an error and the next message is served', async (_name, line, code) => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab, { GITLAB_MCP_STDIO_MAX_LINE_BYTES: '2000' });

    program.send(line);
    program.send({ jsonrpc: '2.0', id: 'next', method: 'ping' });
    await program.answer('next');

    const { error } = await program.until(({ stdoutLines }) =>
      stdoutLines.map((text) => JSON.parse(text) as JsonRpcMessage).find((message) => message.error !== undefined),
    );
    expect(error?.code).toBe(code);
    expect(error?.message).toMatch(/message|batch/);
  });

  test('T-64: with GitLab unreachable the handshake and the list answer, a call says why, and recovery needs no restart', async () => {
    const gitlab = await startSandbox({ seed: 'demo', port: 0 });
    await using program = startStdio(gitlab);
    gitlab.fail({}, { kind: 'reset' });

    program.send(initialize);
    await program.answer(1);
    program.send({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    expect((await program.answer(2)).result).toHaveProperty('tools');
    program.send(call(3, 'user.current'));
    expect((await program.answer(3)).result).toMatchObject({ isError: true });

    gitlab.clearFaults();
    program.send(call(4, 'user.current'));
    expect((await program.answer(4)).result).toMatchObject({ structuredContent: { username: 'alice' } });
    await gitlab.close();
  });

  test('an invalid token is reported by the first call, as a result a model can read', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab, { GITLAB_TOKEN: gitlab.tokens.revoked });

    program.send(call(1, 'user.current'));

    expect((await program.answer(1)).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('GITLAB_TOKEN') }],
    });
  });

  test('VER-05: with a token below the minimum the handshake is answered and nothing else', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab, { GITLAB_TOKEN: gitlab.tokens.readUser });

    program.send(initialize);
    program.send({ jsonrpc: '2.0', id: 'ping', method: 'ping' });
    expect(await program.answer(1)).toHaveProperty('result.serverInfo');
    expect(await program.answer('ping')).toHaveProperty('result');
    const methods = ['tools/list', 'resources/list', 'resources/read', 'prompts/list', 'completion/complete'];
    for (const method of methods) program.send({ jsonrpc: '2.0', id: method, method, params: {} });
    program.send(call(2, 'user.current'));
    program.send(modern('tools/list', {}, 'modern').body);

    for (const id of [...methods, 2, 'modern']) {
      expect((await program.answer(id)).error).toMatchObject({
        code: -40300,
        message: expect.stringMatching(/read_api.*api.*restart/),
      });
    }
  });

  test('FG-04: a fine-grained token is shown and refused what its grant says', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab, { GITLAB_TOKEN: gitlab.tokens.granular });

    program.send(call(1, 'project.label_list', { project_id: 'orbital/ground-station' }));
    program.send(call(2, 'project.delete', { project_id: 'orbital/ground-station' }));

    expect((await program.answer(1)).result).not.toHaveProperty('isError');
    expect(gitlab.requests.at(-1)?.path).toBe('/api/v4/projects/orbital%2Fground-station/labels');
    expect((await program.answer(2)).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('the project permission [Project: Delete]') }],
    });
  });

  test('FG-03: without Metadata: Read and User: Read a fine-grained token is served, with one warning', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab, { GITLAB_TOKEN: gitlab.tokens.granularWithoutUser });

    for (const id of [1, 2]) {
      program.send(call(id, 'project.get', { project_id: 'orbital/ground-station' }));
      expect((await program.answer(id)).result).not.toHaveProperty('isError');
    }

    const warnings = program.stderrLines.filter((line) => line.includes('Metadata: Read'));
    expect(warnings.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 'WARN' }]);
  });

  test('CANCEL-01: a cancelled call is not answered, and its request to GitLab ends', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab);
    program.send(call(1, 'user.current'));
    await program.answer(1);
    gitlab.fail({ path: '/api/v4/projects' }, { kind: 'hang' });

    program.send(call(2, 'project.list'));
    await expect.poll(() => gitlab.requests.some(({ path }) => path === '/api/v4/projects')).toBe(true);
    program.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 2, reason: 'changed my mind' },
    });

    expect(await program.log('tool call canceled')).toMatchObject({ level: 'INFO', reason: 'changed my mind' });
    program.send({ jsonrpc: '2.0', id: 3, method: 'ping' });
    await program.answer(3);
    expect(program.stdoutLines.some((line) => (JSON.parse(line) as { id?: number }).id === 2)).toBe(false);
  });

  test('RATE-01: the variable alone limits the rate, and a call past it is a result', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab, { GITLAB_MCP_RATE_LIMIT_RPS: '0.001', GITLAB_MCP_RATE_LIMIT_BURST: '1' });

    program.send(call(1, 'user.current'));
    await program.answer(1);
    program.send(call(2, 'user.current'));

    expect((await program.answer(2)).result).toMatchObject({
      isError: true,
      content: [{ text: 'rate limit exceeded for gitlab_execute_action; retry after a short backoff' }],
    });
  });

  test('T-47: after a quiet day the process is there and answers', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    // Every timer and the clock of the process are held, and moved a day on by a signal.
    const clock = `data:text/javascript,${encodeURIComponent(`
      import { mock } from 'node:test';
      mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
      process.on('SIGUSR2', () => {
        mock.timers.tick(24 * 60 * 60 * 1000);
        process.stderr.write('a day later\\n');
      });
    `)}`;
    await using program = new Program({
      command: [process.execPath, '--import', clock, join(import.meta.dirname, '../../src/main.ts')],
      environment: { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens.alice },
    });
    program.send(call(1, 'user.current'));
    await program.answer(1);

    program.child.kill('SIGUSR2');
    await program.until(({ stderrLines }) => (stderrLines.includes('a day later') ? true : undefined));
    program.send(call(2, 'user.current'));

    expect((await program.answer(2)).result).toMatchObject({ content: [{ text: expect.stringContaining('@alice') }] });
    expect(program.child.exitCode).toBeNull();
  });

  test('T-05: arguments that are null are none', async () => {
    await using gitlab = await startSandbox({ seed: 'empty' });
    await using program = startStdio(gitlab);

    program.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'gitlab_find_action', arguments: null },
    });

    expect((await program.answer(1)).result).toMatchObject({ isError: true });
  });

  test('a client that closes our output is gone: the process ends with 0', async () => {
    await using gitlab = await startSandbox({ seed: 'empty' });
    await using program = startStdio(gitlab);
    program.send(initialize);
    await program.answer(1);

    program.child.stdout.destroy();
    program.send({ jsonrpc: '2.0', id: 2, method: 'ping' });
    program.send({ jsonrpc: '2.0', id: 3, method: 'ping' });

    expect(await program.exitCode()).toBe(0);
    expect(program.stderrLines.join('\n')).not.toContain('unexpected failure');
  });

  test('T-78: a stop tells a call in flight that its outcome is not known', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab);
    program.send(call(1, 'user.current'));
    await program.answer(1);
    gitlab.fail({ path: '/api/v4/projects' }, { kind: 'hang' });
    program.send(call(2, 'project.list'));
    await expect.poll(() => gitlab.requests.some(({ path }) => path === '/api/v4/projects')).toBe(true);

    program.child.kill('SIGTERM');

    expect((await program.answer(2)).error?.message).toContain('not known');
    expect(await program.exitCode()).toBe(0);
  });

  test('a signal ends the process with 0', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = startStdio(gitlab);
    program.send(initialize);
    await program.answer(1);

    program.child.kill('SIGTERM');

    expect(await program.exitCode()).toBe(0);
  });

  test('START-06: without a token the start is refused in one sentence', async () => {
    await using gitlab = await startSandbox({ seed: 'empty' });
    await using program = new Program({ environment: { GITLAB_URL: gitlab.url } });

    expect(await program.exitCode()).toBe(1);
    expect(program.stderrLines.join('\n')).toContain('GITLAB_TOKEN is required');
    expect(program.stdoutLines).toEqual([]);
  });
});
