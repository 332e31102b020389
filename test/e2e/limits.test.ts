import { describe, expect, test } from 'vitest';
import { modern, post, startServer, type TestServer } from '../support/server.ts';

const current = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };
const legacyCall = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: current });
const hangingCall = { name: 'gitlab_execute_action', arguments: { action: 'project.list', params: {} } };

describe('cancellation', () => {
  test.each([
    ['the newest revision', modern('tools/call', hangingCall)],
    [
      'an older revision',
      {
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: hangingCall },
        headers: { 'mcp-protocol-version': '2025-11-25' },
      },
    ],
  ])('CANCEL-01, T-51: on %s a dropped POST aborts the request to GitLab', async (_name, { body, headers }) => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    await post(server.url, legacyCall(0), { token });
    server.gitlab.fail({ path: '/api/v4/projects' }, { kind: 'hang' });
    const client = new AbortController();

    const pending = post(server.url, body, { token, headers, signal: client.signal }).catch((error: unknown) => error);
    await expect.poll(() => server.gitlab.requests.some(({ path }) => path === '/api/v4/projects')).toBe(true);
    client.abort();
    await pending;

    await expect
      .poll(() => server.logs.find(({ msg }) => msg === 'tool call canceled'))
      .toMatchObject({
        level: 'INFO',
        action: 'project.list',
        duration: expect.any(Number),
        reason: 'the client closed the connection',
      });
  });

  test('CANCEL-01: a cancellation in a POST of its own ends the one call it names', async () => {
    await using server = await startServer();
    const { alice, bob } = server.gitlab.tokens;
    await post(server.url, legacyCall(0), { token: alice });
    await post(server.url, legacyCall(0), { token: bob });
    server.gitlab.fail({ path: '/api/v4/projects' }, { kind: 'hang' });
    const call = { jsonrpc: '2.0', id: 'q', method: 'tools/call', params: hangingCall };
    const cancel = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'q', reason: 'no longer needed' },
    };

    const pending = post(server.url, call, { token: alice });
    await expect.poll(() => server.gitlab.requests.filter(({ path }) => path === '/api/v4/projects').length).toBe(1);
    // Somebody else's cancellation of the same id means nothing to this call.
    expect((await post(server.url, cancel, { token: bob })).status).toBe(202);
    expect(server.logs.some(({ msg }) => msg === 'tool call canceled')).toBe(false);
    expect((await post(server.url, cancel, { token: alice })).status).toBe(202);

    expect((await pending).messages).toEqual([]);
    expect(server.logs.find(({ msg }) => msg === 'tool call canceled')).toMatchObject({ reason: 'no longer needed' });
  });

  test('TIMEOUT-01: an action is stopped at its limit and says so', async () => {
    await using server = await startServer({ flags: ['--action-timeout=300ms'] });
    const token = server.gitlab.tokens.alice;
    await post(server.url, legacyCall(0), { token });
    server.gitlab.fail({ path: '/api/v4/projects' }, { kind: 'hang' });

    const stopped = await post(
      server.url,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: hangingCall },
      { token },
    );

    expect(stopped.messages[0]?.result).toMatchObject({ isError: true });
    expect(JSON.stringify(stopped.messages[0]?.result)).toContain('limit of this server for one action');
  });
});

describe('rate limits', () => {
  test('RATE-01, RATE-04: past the burst a call is refused as a result, never as HTTP 429', async () => {
    await using server = await startServer({ flags: ['--rate-limit-rps=0.001', '--rate-limit-burst=2'] });
    const token = server.gitlab.tokens.alice;

    const answers = [];
    for (let id = 0; id < 3; id += 1) answers.push(await post(server.url, legacyCall(id), { token }));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[2]?.messages[0]?.result).toEqual({
      content: [{ type: 'text', text: 'rate limit exceeded for gitlab_execute_action; retry after a short backoff' }],
      isError: true,
    });
    expect(
      (await post(server.url, legacyCall(9), { token: server.gitlab.tokens.bob })).messages[0]?.result,
    ).not.toHaveProperty('isError');
  });

  test('RATE-03, RATE-04: listing has a bucket of its own and is refused with an error', async () => {
    await using server = await startServer({ flags: ['--rate-limit-rps=0.001', '--rate-limit-burst=1'] });
    const token = server.gitlab.tokens.alice;
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

    await post(server.url, list, { token });
    const refused = await post(server.url, list, { token });

    expect(refused.status).toBe(200);
    expect(refused.messages[0]?.error).toEqual({
      code: -42900,
      message: 'rate limit exceeded for tools/list; retry after a short backoff',
    });
    expect((await post(server.url, legacyCall(2), { token })).messages[0]?.result).not.toHaveProperty('isError');
  });

  test('RATE-05: zero switches every bucket off', async () => {
    await using server = await startServer({ flags: ['--rate-limit-rps=0', '--rate-limit-burst=0'] });
    const token = server.gitlab.tokens.alice;

    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, id) => post(server.url, legacyCall(id), { token })),
    );

    expect(answers.every(({ messages }) => messages[0]?.result?.['isError'] === undefined)).toBe(true);
  });
});

describe('failure budgets', () => {
  test('BUDGET-01, REJ-13, REJ-18: an address that keeps failing waits, and a credential already served does not', async () => {
    await using server = await startServer({ flags: ['--auth-failure-limit=3'] });
    const served = server.gitlab.tokens.alice;
    await post(server.url, legacyCall(0), { token: served });

    for (let count = 0; count < 3; count += 1) await post(server.url, legacyCall(1), { token: `wrong-${count}` });
    const asked = server.gitlab.requests.length;
    const locked = await post(server.url, legacyCall(2), { token: server.gitlab.tokens.bob });

    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(locked.messages[0]).toMatchObject({ id: 2, error: { code: -42900 } });
    expect(server.gitlab.requests).toHaveLength(asked);
    expect((await post(server.url, legacyCall(3), { token: served })).status).toBe(200);
  });

  test('BUDGET-03: a token below the minimum is not charged', async () => {
    await using server = await startServer({ flags: ['--auth-failure-limit=1'] });

    for (let count = 0; count < 5; count += 1) {
      expect((await post(server.url, legacyCall(1), { token: server.gitlab.tokens.readUser })).status).toBe(403);
    }
    expect((await post(server.url, legacyCall(1), { token: server.gitlab.tokens.alice })).status).toBe(200);
  });
});

describe('a credential that GitLab refuses later', () => {
  test('R401-01: a 401 that names the token ends the entry', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.spare;
    await post(server.url, legacyCall(0), { token });

    server.gitlab.revoke('spare');
    const refused = await post(server.url, legacyCall(1), { token });
    const next = await post(server.url, legacyCall(2), { token });

    expect(refused.messages[0]?.result).toMatchObject({ isError: true });
    expect(next.status).toBe(401);
  });

  test('R401-02, T-61: a bare 401 is looked into once, and the credential that still works is kept', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    await post(server.url, legacyCall(0), { token });
    server.gitlab.fail(
      { path: '/api/v4/projects' },
      { kind: 'status', status: 401, body: { message: '401 Unauthorized' } },
    );
    const probes = () => server.gitlab.requests.filter(({ path }) => path === '/api/v4/user').length;
    const before = probes();

    for (let id = 1; id < 4; id += 1) {
      const refused = await post(
        server.url,
        { jsonrpc: '2.0', id, method: 'tools/call', params: hangingCall },
        { token },
      );
      expect(refused.messages[0]?.result).toMatchObject({ isError: true });
    }

    expect(probes() - before).toBe(1);
    expect((await post(server.url, legacyCall(9), { token })).messages[0]?.result).not.toHaveProperty('isError');
  });
});

describe('settings that a client cannot change', () => {
  test('INST-01, INST-05: headers named after settings are ignored and named in one line', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;

    await post(server.url, legacyCall(1), {
      token,
      headers: { 'gitlab-url': 'https://evil.example', 'tool-surface': 'individual', 'x-other': '1' },
    });

    const [line] = ignored(server);
    expect(line).toMatchObject({
      level: 'WARN',
      ignored_options: ['GITLAB-URL', 'TOOL-SURFACE'],
      credential_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(JSON.stringify(server.logs)).not.toContain('evil.example');
    expect(ignored(server)).toHaveLength(1);
  });
});

test('LOG-02: no token, and no part of one, is in any log line', async () => {
  await using server = await startServer();

  for (const token of Object.values(server.gitlab.tokens)) await post(server.url, legacyCall(1), { token });

  const text = JSON.stringify(server.logs);
  for (const token of Object.values(server.gitlab.tokens)) expect(text).not.toContain(token.slice(0, 12));
});

function ignored(server: TestServer) {
  return server.logs.filter(({ msg }) => msg === 'request options ignored due to MCP configuration');
}
