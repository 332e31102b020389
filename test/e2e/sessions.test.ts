import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { modern, post, startServer, type TestServer } from '../support/server.ts';
import { initialize, openSession, type OpenedSession, ReadStream, sessionHeader } from '../support/session.ts';

const stateful = { flags: ['--stateless=false'] };
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const projects = '/api/v4/projects';
const hangingCall = (id: string | number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'gitlab_execute_action', arguments: { action: 'project.list', params: {} } },
});
const strangeIds = ['made-up', '__proto__', 'constructor', 'toString', '00000000-0000-4000-8000-000000000000'];

/** Sends what carries no body. */
async function send(url: string, method: string, headers: Readonly<Record<string, string>>, token: string) {
  const response = await fetch(url, { method, headers: { 'private-token': token, ...headers } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, error: text === '' ? undefined : JSON.parse(text) };
}

/** Starts a call that GitLab is slow with or never answers, and returns when GitLab has it. */
async function hold(server: TestServer, session: OpenedSession, id: string | number) {
  const seen = () => server.gitlab.requests.filter(({ path }) => path === projects).length;
  const before = seen();
  const client = new AbortController();
  const answer = post(server.url, hangingCall(id), { ...session, signal: client.signal });
  answer.catch(() => undefined);
  await expect.poll(seen).toBe(before + 1);
  return { answer, drop: () => client.abort(), [Symbol.dispose]: () => client.abort() };
}

const canceled = (server: TestServer) => server.logs.filter(({ msg }) => msg === 'tool call canceled');

describe('a session', () => {
  test('STATEFUL-01: initialize opens it, requests use it, DELETE ends it', async () => {
    await using server = await startServer(stateful);
    const token = server.gitlab.tokens.alice;

    const opened = await post(server.url, initialize(), { token });
    const id = opened.headers.get(sessionHeader) ?? '';
    expect(opened.status).toBe(200);
    expect(opened.messages[0]).toMatchObject({ id: 'init', result: { protocolVersion: '2025-11-25' } });
    expect(id).toMatch(/^[\x21-\x7e]{32,}$/);

    const headers = { [sessionHeader]: id, 'mcp-protocol-version': '2025-11-25' };
    const noted = await post(server.url, { jsonrpc: '2.0', method: 'notifications/initialized' }, { token, headers });
    expect([noted.status, noted.text]).toEqual([202, '']);
    const listed = await post(server.url, list, { token, headers });
    expect(listed.messages[0]).toMatchObject({ id: 1, result: { tools: [{}, {}] } });
    const params = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };
    const called = await post(server.url, { jsonrpc: '2.0', id: 2, method: 'tools/call', params }, { token, headers });
    expect(called.messages[0]?.result).toMatchObject({ structuredContent: { username: 'alice' } });

    expect((await send(server.url, 'DELETE', headers, token)).status).toBe(204);
    expect((await post(server.url, list, { token, headers })).status).toBe(404);
    expect((await send(server.url, 'DELETE', headers, token)).status).toBe(404);
  });

  test('STATEFUL-01: each initialize opens one of its own, and ending one leaves the other', async () => {
    await using server = await startServer(stateful);
    const first = await openSession(server.url, server.gitlab.tokens.alice);
    const second = await openSession(server.url, server.gitlab.tokens.alice);

    await send(server.url, 'DELETE', first.headers, first.token);

    expect(second.id).not.toBe(first.id);
    expect((await post(server.url, list, second)).status).toBe(200);
  });

  test('STATEFUL-01, T-40: what was negotiated holds for the whole session', async () => {
    await using server = await startServer(stateful);
    const token = server.gitlab.tokens.alice;
    const old = await openSession(server.url, token, '2024-11-05');

    const silent = await post(server.url, list, { token, headers: { [sessionHeader]: old.id } });
    const other = await post(server.url, list, {
      ...old,
      headers: { ...old.headers, 'mcp-protocol-version': '2025-11-25' },
    });

    for (const { messages } of [silent, other]) {
      const tools = messages[0]?.result?.['tools'] as readonly object[] | undefined;
      expect(Object.keys(tools?.[0] ?? {}).sort()).toEqual(['description', 'inputSchema', 'name']);
    }
  });

  test('STATEFUL-02: one that ran out is 404 everywhere, and initialize opens another', async () => {
    await using server = await startServer({ flags: ['--stateless=false', '--session-timeout=300ms'] });
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    await using stream = await ReadStream.open(server.url, session);
    expect(stream.response.status).toBe(200);

    // The stream alone does not keep it: it ends when the session does.
    await stream.ended;

    const late = await post(server.url, list, session);
    expect(late.status).toBe(404);
    expect(late.messages[0]).toMatchObject({ id: 1, error: { code: -32600 } });
    expect((await send(server.url, 'GET', session.headers, session.token)).status).toBe(404);
    expect((await send(server.url, 'DELETE', session.headers, session.token)).status).toBe(404);
    expect((await openSession(server.url, session.token)).id).not.toBe(session.id);
  });

  test('STATEFUL-01: a call in flight keeps its session from running out', async () => {
    await using server = await startServer({ flags: ['--stateless=false', '--session-timeout=50ms'] });
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    server.gitlab.fail({ path: projects }, { kind: 'delay', ms: 400 });

    const { answer } = await hold(server, session, 'slow');
    await answer;

    expect((await post(server.url, list, session)).status).toBe(200);
  });

  test('the handshake is refused in band when it is malformed, and opens nothing', async () => {
    await using server = await startServer(stateful);

    const refused = await post(
      server.url,
      { jsonrpc: '2.0', id: 3, method: 'initialize', params: { protocolVersion: '2025-11-25' } },
      { token: server.gitlab.tokens.alice },
    );

    expect(refused.messages[0]).toMatchObject({ id: 3, error: { code: -32602 } });
    expect(refused.headers.has(sessionHeader)).toBe(false);
  });

  test('initialize within an open session is refused, and the session goes on', async () => {
    await using server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.alice);

    const again = await post(server.url, initialize(), session);

    expect(again.status).toBe(400);
    expect(again.messages[0]).toMatchObject({ id: 'init', error: { code: -32600 } });
    expect((await post(server.url, list, session)).status).toBe(200);
  });

  test('a method other than GET, POST and DELETE is 405', async () => {
    await using server = await startServer(stateful);

    const refused = await send(server.url, 'PUT', {}, server.gitlab.tokens.alice);

    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE']);
  });

  test('a batch in a session is answered whole', async () => {
    await using server = await startServer({ flags: ['--stateless=false', '--json-response'] });
    const session = await openSession(server.url, server.gitlab.tokens.alice, '2025-03-26');

    const answered = await post(server.url, [list, { jsonrpc: '2.0', id: 2, method: 'ping' }], session);

    expect(answered.messages.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('session IDs', () => {
  test.each(strangeIds)('T-43, REJ-12: %s is 404 on POST, GET and DELETE', async (id) => {
    await using server = await startServer(stateful);
    const token = server.gitlab.tokens.alice;
    const headers = { [sessionHeader]: id };

    const posted = await post(server.url, { ...list, id: 'q' }, { token, headers });
    expect([posted.status, posted.messages[0]?.id, posted.messages[0]?.error?.code]).toEqual([404, 'q', -32600]);
    for (const method of ['GET', 'DELETE']) {
      const answered = await send(server.url, method, headers, token);
      expect(answered.status).toBe(404);
      expect(answered.error).toEqual({ jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } });
    }
    // Nor does it open one.
    const reopened = await post(server.url, initialize(), { token, headers });
    expect([reopened.status, reopened.headers.has(sessionHeader)]).toEqual([404, false]);
  });

  test('T-43: without one, anything but initialize is 400', async () => {
    await using server = await startServer(stateful);
    const token = server.gitlab.tokens.alice;

    for (const body of [list, { jsonrpc: '2.0', id: 1, method: 'ping' }, [list, { ...list, id: 2 }]]) {
      const refused = await post(server.url, body, { token });
      expect([refused.status, refused.messages[0]?.error?.code]).toEqual([400, -32600]);
    }
    expect((await post(server.url, { jsonrpc: '2.0', method: 'notifications/initialized' }, { token })).status).toBe(
      400,
    );
    for (const method of ['GET', 'DELETE']) {
      expect(await send(server.url, method, {}, token)).toMatchObject({
        status: 400,
        error: { error: { code: -32600 } },
      });
    }
  });

  test('T-46, REJ-12: another credential finds no session, and its owner keeps it', async () => {
    await using server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    const stranger = server.gitlab.tokens.bob;
    const made = await send(server.url, 'GET', { [sessionHeader]: 'made-up' }, stranger);

    const posted = await post(server.url, list, { ...session, token: stranger });
    expect([posted.status, posted.messages[0]?.error?.code]).toEqual([404, -32600]);
    for (const method of ['GET', 'DELETE']) {
      const answered = await send(server.url, method, session.headers, stranger);
      expect([answered.status, answered.error]).toEqual([404, made.error]);
    }
    expect((await post(server.url, list, session)).status).toBe(200);
  });

  test('T-43: a missing or rejected credential is 401, whether the session exists or not', async () => {
    await using server = await startServer({ flags: [...stateful.flags, '--auth-failure-limit=0'] });
    const session = await openSession(server.url, server.gitlab.tokens.alice);

    for (const id of [session.id, 'made-up']) {
      const headers = { [sessionHeader]: id };
      expect((await post(server.url, list, { headers })).status).toBe(401);
      expect((await post(server.url, list, { headers, token: 'wrong' })).status).toBe(401);
      for (const method of ['GET', 'DELETE']) expect((await fetch(server.url, { method, headers })).status).toBe(401);
      for (const method of ['GET', 'DELETE'])
        expect((await send(server.url, method, headers, 'wrong')).status).toBe(401);
    }
    expect((await post(server.url, list, session)).status).toBe(200);
  });

  test('REJ-12: an unknown session is refused before the rate limit is charged', async () => {
    await using server = await startServer({
      flags: [...stateful.flags, '--rate-limit-rps=0.001', '--rate-limit-burst=1'],
    });
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    const params = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };

    for (let count = 0; count < 3; count += 1) {
      await post(server.url, call, { ...session, headers: { [sessionHeader]: 'made-up' } });
    }

    expect((await post(server.url, call, session)).messages[0]?.result).not.toHaveProperty('isError');
  });
});

describe('protocol revisions of sessions', () => {
  const older = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

  test('REV-01: the four with a handshake are served', async () => {
    await using server = await startServer(stateful);

    for (const revision of older) {
      const session = await openSession(server.url, server.gitlab.tokens.alice, revision);
      expect((await post(server.url, list, session)).messages[0]?.result).toHaveProperty('tools');
    }
  });

  test.each([
    ['discovery', modern('server/discover')],
    ['a call', modern('tools/list')],
    ['an envelope without its header', { body: modern('tools/list').body, headers: {} }],
    ['initialize under its header', { body: initialize(), headers: { 'mcp-protocol-version': '2026-07-28' } }],
  ])('REV-01, REJ-11: %s of the newest revision learns the four, and takes no place', async (_name, sent) => {
    await using server = await startServer({ ...stateful, descriptorLimit: 590 });
    await openSession(server.url, server.gitlab.tokens.alice);

    const refused = await post(server.url, sent.body, { token: server.gitlab.tokens.alice, headers: sent.headers });

    expect(refused.status).toBe(400);
    expect(refused.messages[0]).toMatchObject({
      error: { code: -32022, data: { supported: older, requested: '2026-07-28' } },
    });
  });

  test('REV-01: GET and DELETE refuse a revision that is not served', async () => {
    await using server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    const headers = { ...session.headers, 'mcp-protocol-version': '2026-07-28' };

    for (const method of ['GET', 'DELETE']) {
      const refused = await send(server.url, method, headers, session.token);
      expect(refused).toMatchObject({ status: 400, error: { error: { code: -32022, data: { supported: older } } } });
    }
    expect((await post(server.url, list, session)).status).toBe(200);
  });
});

describe('the stream of a session', () => {
  test('STATEFUL-01, SSE-01: it opens at once and ends with the session', async () => {
    await using server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.alice);

    await using stream = await ReadStream.open(server.url, session);
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');

    await send(server.url, 'DELETE', session.headers, session.token);
    await stream.ended;
    expect(stream.messages).toEqual([]);
  });

  test('a second GET takes the stream over, as a client that lost its own asks again', async () => {
    await using server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    await using first = await ReadStream.open(server.url, session);

    await using second = await ReadStream.open(server.url, session);

    await first.ended;
    expect(second.response.status).toBe(200);
    await send(server.url, 'DELETE', session.headers, session.token);
    await second.ended;
  });

  test('a stop ends it without waiting for the client', async () => {
    const server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    await using stream = await ReadStream.open(server.url, session);
    const startedAt = performance.now();

    await server[Symbol.asyncDispose]();

    await stream.ended;
    // What is in flight would be given fifteen seconds.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test('POOL-08: an evicted credential sees its stream end, and its session is gone', async () => {
    await using server = await startServer({ flags: [...stateful.flags, '--max-http-clients=1'] });
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    await using stream = await ReadStream.open(server.url, session);

    await openSession(server.url, server.gitlab.tokens.bob);

    await stream.ended;
    expect((await post(server.url, list, session)).status).toBe(404);
  });

  test('POOL-08: a revoked token ends its sessions', async () => {
    await using server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.spare);
    await using stream = await ReadStream.open(server.url, session);

    server.gitlab.revoke('spare');
    await post(server.url, hangingCall(1), session);

    await stream.ended;
    expect((await post(server.url, list, session)).status).toBe(401);
  });
});

describe('calls of a session', () => {
  const waiting = {
    jsonrpc: '2.0',
    id: 'w',
    method: 'tools/call',
    params: {
      name: 'gitlab_execute_action',
      arguments: { action: 'pipeline.wait', params: { project_id: 1, pipeline_id: 5 } },
      _meta: { progressToken: 'p' },
    },
  };
  const finishedPipeline = { kind: 'status', status: 200, body: { id: 5, status: 'success' } } as const;
  const progress = { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } };

  test('progress comes on the stream of the POST', async () => {
    await using server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    server.gitlab.fail({ path: '/api/v4/projects/1/pipelines/5' }, finishedPipeline);
    await using stream = await ReadStream.open(server.url, session);

    const answered = await post(server.url, waiting, session);

    expect(answered.messages).toMatchObject([progress, { id: 'w', result: {} }]);
    expect(stream.messages).toEqual([]);
  });

  test('STATELESS-04: with JSON answers progress comes on the stream of the session', async () => {
    await using server = await startServer({ flags: [...stateful.flags, '--json-response'] });
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    server.gitlab.fail({ path: '/api/v4/projects/1/pipelines/5' }, finishedPipeline);
    await using stream = await ReadStream.open(server.url, session);

    const answered = await post(server.url, waiting, session);

    expect(answered.headers.get('content-type')).toBe('application/json');
    expect(answered.messages).toMatchObject([{ id: 'w', result: {} }]);
    await expect.poll(() => stream.messages).toMatchObject([progress]);
  });

  test('two calls at once with one ID: the second is refused and the first goes on', async () => {
    await using server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    server.gitlab.fail({ path: projects }, { kind: 'delay', ms: 300 }, 1);
    const { answer } = await hold(server, session, 'same');

    const second = await post(server.url, hangingCall('same'), session);

    expect(second.status).toBe(400);
    expect(second.messages[0]).toMatchObject({ id: 'same', error: { code: -32600 } });
    expect((await answer).messages[0]?.result).not.toHaveProperty('isError');
    // Answered, the ID may be used again.
    expect((await post(server.url, hangingCall('same'), session)).status).toBe(200);
  });

  test('two sessions of one credential may use the same ID', async () => {
    await using server = await startServer(stateful);
    const one = await openSession(server.url, server.gitlab.tokens.alice);
    const other = await openSession(server.url, server.gitlab.tokens.alice);
    server.gitlab.fail({ path: projects }, { kind: 'hang' }, 1);
    using _held = await hold(server, one, 'same');

    expect((await post(server.url, hangingCall('same'), other)).messages[0]).toMatchObject({ id: 'same', result: {} });
  });

  test.each([
    ['an event stream', []],
    ['JSON', ['--json-response']],
  ])('CANCEL-01: a cancellation ends the call and its POST, answered with %s', async (_name, flags) => {
    await using server = await startServer({ flags: [...stateful.flags, ...flags] });
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    const other = await openSession(server.url, server.gitlab.tokens.alice);
    server.gitlab.fail({ path: projects }, { kind: 'hang' });
    const { answer } = await hold(server, session, 'q');
    const params = { requestId: 'q', reason: 'no longer needed' };
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params };

    // The same ID means nothing in another session, even of the same credential.
    expect((await post(server.url, cancel, other)).status).toBe(202);
    expect(canceled(server)).toEqual([]);
    expect((await post(server.url, cancel, session)).status).toBe(202);

    const { messages } = await answer;
    expect(messages.filter(({ result }) => result !== undefined)).toEqual([]);
    expect(canceled(server)).toMatchObject([{ level: 'INFO', reason: 'no longer needed' }]);
  });

  test('CANCEL-01: a cancelled call of a batch leaves the others their answer', async () => {
    await using server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.alice, '2025-03-26');
    server.gitlab.fail({ path: projects }, { kind: 'hang' }, 1);
    server.gitlab.fail({ path: projects }, { kind: 'delay', ms: 300 }, 1);
    const requested = () => server.gitlab.requests.filter(({ path }) => path === projects).length;

    const answer = post(server.url, [hangingCall('a'), hangingCall('b')], session);
    await expect.poll(requested).toBe(2);
    await post(server.url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } }, session);

    expect((await answer).messages).toMatchObject([{ id: 'b', result: {} }]);
  });

  test('CANCEL-01: a dropped POST ends the call', async () => {
    await using server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    server.gitlab.fail({ path: projects }, { kind: 'hang' });
    const { drop } = await hold(server, session, 'q');

    drop();

    await expect.poll(() => canceled(server)).toMatchObject([{ reason: 'the client closed the connection' }]);
  });

  test('a client that ends its session ends its calls', async () => {
    await using server = await startServer(stateful);
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    server.gitlab.fail({ path: projects }, { kind: 'hang' });
    const { answer } = await hold(server, session, 'q');

    await send(server.url, 'DELETE', session.headers, session.token);

    expect((await answer).messages).toEqual([]);
    expect(canceled(server)).toMatchObject([{ reason: 'the client ended its session' }]);
  });

  test('a call in flight outlives a session that ended for another reason', async () => {
    await using server = await startServer({ flags: [...stateful.flags, '--max-http-clients=1'] });
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    server.gitlab.fail({ path: projects }, { kind: 'delay', ms: 300 });
    const { answer } = await hold(server, session, 'q');

    await openSession(server.url, server.gitlab.tokens.bob);

    expect((await answer).messages[0]?.result).not.toHaveProperty('isError');
    expect((await post(server.url, list, session)).status).toBe(404);
  });
});

describe('places of sessions', () => {
  // 590 descriptors leave room for two held calls, and so for one session.
  const tiny = { ...stateful, descriptorLimit: 590 };
  const busy = { jsonrpc: '2.0', id: 'init', error: { code: -50300, message: 'This server is busy. Retry later.' } };

  test('SESS-01: the start line announces half of the held calls, with sessions only', async () => {
    await using server = await startServer({ ...stateful, descriptorLimit: 1024 });
    await using stateless = await startServer({ descriptorLimit: 1024 });
    const startLine = ({ logs }: TestServer) => logs.find(({ msg }) => msg === 'starting MCP server in HTTP mode');

    expect(startLine(server)).toMatchObject({ held_requests_per_process: 192, stateful_sessions_per_process: 96 });
    expect(startLine(stateless)).not.toHaveProperty('stateful_sessions_per_process');
  });

  test('REJ-17, SESS-01: with every place taken initialize is refused, and a place given back is taken again', async () => {
    await using server = await startServer(tiny);
    const { alice, bob } = server.gitlab.tokens;
    const session = await openSession(server.url, alice);

    const refused = await post(server.url, initialize(), { token: bob });
    expect(refused.status).toBe(503);
    expect(refused.messages).toEqual([busy]);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.headers.get('connection')).toBe('close');
    expect(refused.headers.has(sessionHeader)).toBe(false);
    expect(
      server.logs.find(({ msg }) => msg === 'request refused: too many stateful sessions across the process'),
    ).toMatchObject({
      level: 'WARN',
      scope: 'process',
      limit_stateful_sessions: 1,
    });

    // A call in the session that is open, and its stream, are served all the while.
    await using stream = await ReadStream.open(server.url, session);
    expect(stream.response.status).toBe(200);
    const called = await post(server.url, hangingCall(1), session);
    expect(called.messages[0]?.result).not.toHaveProperty('isError');

    await send(server.url, 'DELETE', session.headers, session.token);
    await openSession(server.url, bob);
  });

  test('REJ-16, HELD-03: initialize is refused when calls hold every place, with their log line', async () => {
    // 594 descriptors leave room for four held calls, one of which the session takes.
    await using server = await startServer({ ...stateful, descriptorLimit: 594 });
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    server.gitlab.fail({ path: projects }, { kind: 'hang' });
    using _a = await hold(server, session, 'a');
    using _b = await hold(server, session, 'b');
    using _c = await hold(server, session, 'c');

    const refused = await post(server.url, initialize(), { token: server.gitlab.tokens.bob });
    expect([refused.status, refused.messages[0]]).toEqual([503, busy]);
    expect(
      server.logs.find(({ msg }) => msg === 'request refused: too many requests held across the process'),
    ).toMatchObject({
      scope: 'process',
      limit_held_requests: 4,
    });

    const call = await post(server.url, hangingCall('d'), session);
    expect(call.messages[0]?.result).toMatchObject({ isError: true, content: [{ text: busy.error.message }] });
  });

  test('SESS-01: a place comes back however its session ends', async () => {
    await using server = await startServer({
      ...tiny,
      flags: [...stateful.flags, '--max-http-clients=1', '--session-timeout=200ms'],
    });
    const { alice, bob } = server.gitlab.tokens;

    const deleted = await openSession(server.url, alice);
    await send(server.url, 'DELETE', deleted.headers, alice);
    const idle = await openSession(server.url, alice);
    await using stream = await ReadStream.open(server.url, idle);
    await stream.ended;
    await openSession(server.url, alice);
    // The place of the last one comes back when its credential makes room for another, before that one opens its own.
    const evicting = await openSession(server.url, bob);

    expect((await post(server.url, list, evicting)).status).toBe(200);
  });

  test('SESS-01, HELD-03: neither a refused handshake nor a refusal costs a place or a token of the rate limit', async () => {
    const flags = [...stateful.flags, '--rate-limit-rps=0.001', '--rate-limit-burst=1'];
    await using server = await startServer({ ...tiny, flags });
    const token = server.gitlab.tokens.alice;
    const malformed = { ...initialize(), params: {} };
    for (let count = 0; count < 4; count += 1) await post(server.url, malformed, { token });
    for (let count = 0; count < 4; count += 1) await post(server.url, list, { token });
    const session = await openSession(server.url, token);
    for (let count = 0; count < 4; count += 1) await post(server.url, initialize(), { token });

    const called = await post(server.url, hangingCall(1), session);

    expect(called.messages[0]?.result).not.toHaveProperty('isError');
  });
});

describe('clients that do not finish', () => {
  test('T-44: an initialize whose body never ends holds no place', async () => {
    await using server = await startServer({ ...stateful, descriptorLimit: 590 });
    const { host, port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nPRIVATE-TOKEN: ${server.gitlab.tokens.alice}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"initialize"',
    );
    await new Promise((resolve) => socket.once('connect', resolve));

    const session = await openSession(server.url, server.gitlab.tokens.alice);

    expect((await post(server.url, list, session)).status).toBe(200);
    socket.destroy();
  });
});
