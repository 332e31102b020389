import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { modern, post, startServer, type TestServer } from '../support/server.ts';
import { talk } from '../support/talk.ts';

describe('bodies that are no request', () => {
  test.each([
    ['broken JSON', '{"jsonrpc":"2.0","id":1', 400, -32700],
    ['an empty body', '', 400, -32700],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400, -32700],
    ['nesting deeper than a hundred levels', `${'['.repeat(101)}${']'.repeat(101)}`, 400, -32700],
    ['a bare text', '"tools/list"', 400, -32600],
    ['a number', '42', 400, -32600],
    ['null', 'null', 400, -32600],
    ['an object that is no message', '{"hello":"world"}', 400, -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600],
    ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":7}', 400, -32600],
    ['params that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', 400, -32600],
  ])('T-52: %s is refused with a JSON-RPC error', async (_name, body, status, code) => {
    await using server = await startServer();

    const response = await fetch(server.url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'private-token': server.gitlab.tokens.alice },
    });

    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code, message: expect.any(String) } });
    expect(await isServing(server)).toBe(true);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'content type %j is refused with 415',
    async (contentType) => {
      await using server = await startServer();

      const refused = await post(
        server.url,
        { jsonrpc: '2.0', id: 3, method: 'ping' },
        {
          token: server.gitlab.tokens.alice,
          headers: { 'content-type': contentType },
        },
      );

      expect(refused.status).toBe(415);
      expect(refused.messages[0]).toMatchObject({
        id: 3,
        error: { message: expect.stringContaining('application/json') },
      });
    },
  );

  test('BODY-01: a body over the limit is 413 and the connection is closed, one at the limit is served', async () => {
    await using server = await startServer({ flags: ['--max-request-body-bytes=2000'] });
    const token = server.gitlab.tokens.alice;
    const ping = (padding: number) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'y'.repeat(padding) } });
    const frame = ping(0).length;

    expect((await post(server.url, ping(2000 - frame), { token })).status).toBe(200);
    const refused = await post(server.url, ping(2001 - frame), { token });
    expect(refused.status).toBe(413);
    expect(refused.headers.get('connection')).toBe('close');
    expect(refused.messages[0]?.error).toMatchObject({ code: -32600, message: expect.stringContaining('2000') });
    expect(server.logs).toContainEqual(
      expect.objectContaining({ msg: 'request refused: its body is too large', client: '127.0.0.1' }),
    );
  });

  test('BODY-01: a body without a declared length is cut at the limit', async () => {
    await using server = await startServer({ flags: ['--max-request-body-bytes=2000'] });

    const answer = await talk(server.url, [
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nPRIVATE-TOKEN: ${server.gitlab.tokens.alice}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `fa0\r\n${'x'.repeat(4000)}\r\n`,
    ]);

    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  test('BODY-01: without the flag the limit is 4 MiB', async () => {
    await using server = await startServer();

    const refused = await post(server.url, ' '.repeat(4 * 2 ** 20 + 1), { token: server.gitlab.tokens.alice });

    expect(refused.status).toBe(413);
  });
});

describe('requests that are broken below JSON', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    [
      'both kinds of length',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a header with a bare line feed', 'GET /health HTTP/1.1\r\nHost: localhost\r\nX: a\n b\r\n\r\n'],
    ['a negative length', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n'],
    ['a head without end', `GET /health HTTP/1.1\r\nHost: localhost\r\n${'X: y\r\n'.repeat(10_000)}\r\n`],
  ])('%s is answered with an error and the process goes on', async (_name, text) => {
    await using server = await startServer();

    const answer = await talk(server.url, [text]);

    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(await isServing(server)).toBe(true);
  });

  test('half a request and a client that vanishes harm nobody', async () => {
    await using server = await startServer();
    const { hostname, port } = new URL(server.url);

    for (let count = 0; count < 20; count += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nPRIVATE-TOKEN: ${server.gitlab.tokens.alice}\r\nContent-Length: 500\r\n\r\n{"json`,
      );
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.destroy();
    }

    expect(await isServing(server)).toBe(true);
  });

  test.each(['/nothing', '/mcp/x', '/../etc/passwd', '/health/', '//mcp', '/.well-known/ai-catalog.json'])(
    '%s is a plain 404',
    async (path) => {
      await using server = await startServer();

      const answer = await talk(server.url, [`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`]);

      expect(answer).toMatch(/^HTTP\/1.1 404 /);
    },
  );

  test('START-02: the endpoint answers at /mcp, at / and at the path of the public URL', async () => {
    await using server = await startServer({ flags: ['--public-url=https://mcp.example.com/gitlab'] });

    for (const path of ['/mcp', '/', '/gitlab']) {
      const listed = await post(
        new URL(path, server.url).href,
        { jsonrpc: '2.0', id: 1, method: 'ping' },
        { token: server.gitlab.tokens.alice },
      );
      expect([path, listed.status]).toEqual([path, 200]);
    }
  });
});

describe('connections that are abused', () => {
  test('AUTH-02, BUDGET-01: nobody without a credential makes the server take in a long body', async () => {
    await using server = await startServer();

    const answer = await talk(server.url, [
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n${'x'.repeat(1000)}`,
    ]);

    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test('T-78: what cannot be parsed behind a call in flight does not take the place of its answer', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    await post(server.url, { jsonrpc: '2.0', id: 0, method: 'ping' }, { token });
    server.gitlab.fail({ path: '/api/v4/user' }, { kind: 'delay', ms: 200 });
    const call = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'w', method: 'tools/call', params: call });

    const answer = await talk(server.url, [
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nPRIVATE-TOKEN: ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}GARBAGE\r\n\r\n`,
    ]);

    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain('@alice');
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test('REJ-07: an expectation does not lead past the gate', async () => {
    await using server = await startServer();

    const answer = await talk(server.url, [
      'POST /mcp HTTP/1.1\r\nHost: evil.example\r\nExpect: something\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    ]);

    expect(answer).toMatch(/^HTTP\/1.1 403 [^]*-40300/);
  });

  test('AUTH-02: whoever waits to be asked for a body is asked only when the gate has let the request in', async () => {
    await using server = await startServer();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'late', method: 'ping' });
    const head = (headers: string) =>
      `POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\nConnection: close\r\n${headers}\r\n\r\n`;
    const token = `PRIVATE-TOKEN: ${server.gitlab.tokens.alice}`;

    const stranger = await talk(server.url, [head('Host: localhost')]);
    const rebound = await talk(server.url, [head(`Host: evil.example\r\n${token}`)]);
    const foreign = await talk(server.url, [head(`Host: localhost\r\nOrigin: https://elsewhere.example\r\n${token}`)]);
    const known = await talk(server.url, [head(`Host: localhost\r\n${token}`), body]);

    expect(stranger).toMatch(/^HTTP\/1.1 401 [^]*"error"/);
    expect(rebound).toMatch(/^HTTP\/1.1 403 [^]*-40300/);
    expect(foreign).toMatch(/^HTTP\/1.1 403 [^]*-40300/);
    expect(known).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 [^]*"id":"late"/);
  });

  test('BODY-01: a body that will be refused for its length is not asked for, nor one of a credential GitLab rejects', async () => {
    await using server = await startServer({ flags: ['--max-request-body-bytes=100000'] });
    const head = (length: number, token: string) =>
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\nPRIVATE-TOKEN: ${token}\r\n\r\n`;

    expect(await talk(server.url, [head(100_001, server.gitlab.tokens.alice)])).toMatch(/^HTTP\/1.1 413 /);
    expect(await talk(server.url, [head(90_000, 'invented')])).toMatch(/^HTTP\/1.1 401 /);
  });

  test('T-52: CONNECT is refused in words', async () => {
    await using server = await startServer();

    const answer = await talk(server.url, [
      'CONNECT gitlab.example.com:443 HTTP/1.1\r\nHost: gitlab.example.com\r\n\r\n',
    ]);

    expect(answer).toMatch(/^HTTP\/1.1 405 Method Not Allowed\r\n[^]*Allow: POST\r\n[^]*"error":\{"code":-32600/);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test('T-78: a CONNECT behind a call in flight does not take the place of its answer', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    await post(server.url, { jsonrpc: '2.0', id: 0, method: 'ping' }, { token });
    server.gitlab.fail({ path: '/api/v4/user' }, { kind: 'delay', ms: 200 });
    const call = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'w', method: 'tools/call', params: call });

    const answer = await talk(server.url, [
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nPRIVATE-TOKEN: ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n`,
    ]);

    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain('@alice');
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test('DRAIN-01: half a request head does not delay a stop', async () => {
    const server = await startServer();
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\n'));
    socket.on('error', () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const startedAt = performance.now();

    await server[Symbol.asyncDispose]();

    // The grace for calls in flight is fifteen seconds; this was none.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('DRAIN-01: half a request body does not use up the grace for calls', async () => {
    const server = await startServer();
    const { hostname, port } = new URL(server.url);
    // Of a stranger: a short body is awaited for the ID in it.
    const half =
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    const socket = connect(Number(port), hostname, () => socket.write(half));
    socket.on('error', () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const startedAt = performance.now();

    await server[Symbol.asyncDispose]();

    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});

describe('calls that are malformed themselves', () => {
  test.each([
    ['no name', {}, 'name'],
    ['a name that is a number', { name: 1 }, 'name'],
    ['arguments that are a list', { name: 'gitlab_find_action', arguments: [] }, 'arguments'],
    ['arguments that are a text', { name: 'gitlab_find_action', arguments: 'x' }, 'arguments'],
  ])('%s is an error in our own words', async (_name, params, named) => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;

    for (const { body, headers } of [
      { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers: {} },
      modern('tools/call', { name: 'gitlab_find_action', ...params }),
    ].slice(0, 'name' in params && typeof params.name === 'string' ? 2 : 1)) {
      const refused = await post(server.url, body, { token, headers });
      expect(refused.messages[0]?.error).toMatchObject({ code: -32602, message: expect.stringContaining(named) });
      expect(refused.text).not.toContain('invalid_type');
    }
  });

  test('T-52: an envelope with a wrong part is refused in our own words', async () => {
    await using server = await startServer();
    const { body, headers } = modern('tools/list', { _meta: { 'io.modelcontextprotocol/clientCapabilities': [] } });

    const refused = await post(server.url, body, { token: server.gitlab.tokens.alice, headers });

    expect(refused.status).toBe(400);
    expect(refused.messages[0]?.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('clientCapabilities'),
    });
  });

  test.each([null, 1.5, {}, [], true])('T-52: a progress token %j is refused by its name', async (progressToken) => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    const legacy = { jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: { progressToken } } };
    const { body, headers } = modern('tools/list', { _meta: { progressToken } });

    const refused = [await post(server.url, legacy, { token }), await post(server.url, body, { token, headers })];

    for (const { messages } of refused) {
      expect(messages).toMatchObject([{ id: 1, error: { message: expect.stringContaining('progressToken') } }]);
    }
  });

  test.each([null, 7, 'x', [], { ttl: 'soon' }, { ttl: 60_000 }])(
    'T-41: a call that asks for the task %j runs as any other, because there are no tasks here',
    async (task) => {
      await using server = await startServer();
      const token = server.gitlab.tokens.alice;
      const call = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} }, task };
      const headers = { 'mcp-protocol-version': '2025-11-25' };

      const answered = await post(
        server.url,
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
        { token, headers },
      );

      expect(answered.messages).toMatchObject([{ id: 1, result: { structuredContent: { username: 'alice' } } }]);
    },
  );

  test('what a client sends is quoted short', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    const long = 'x'.repeat(100_000);
    const call = (params: object) =>
      post(server.url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { token });

    const answers = [
      await call({ name: long }),
      await call({
        name: 'gitlab_execute_action',
        arguments: { action: 'issue.get', params: { project_id: long, issue_iid: 1 } },
      }),
      await call({ name: 'gitlab_execute_action', arguments: { action: long, params: {} } }),
    ];

    for (const { text } of answers) expect(text.length).toBeLessThan(3_000);
  });
});

describe('calls a model gets wrong', () => {
  test.each([
    ['an unknown action', { action: 'merge_request.lst', params: {} }, 'merge_request.list'],
    ['a missing parameter', { action: 'issue.create', params: { project_id: 1 } }, 'title'],
    [
      'a parameter of the wrong type',
      { action: 'issue.get', params: { project_id: 1, issue_iid: 'seven' } },
      'issue_iid',
    ],
    ['an unknown parameter', { action: 'issue.list', params: { project_id: 1, labelz: 'x' } }, 'labels'],
    ['a path that leaves its segment', { action: 'project.get', params: { project_id: '../../admin' } }, 'project_id'],
  ])('%s is a result that says how to do it right, and GitLab is not asked', async (_name, args, named) => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    await post(server.url, { jsonrpc: '2.0', id: 0, method: 'ping' }, { token });
    const asked = server.gitlab.requests.length;

    const { body, headers } = modern('tools/call', { name: 'gitlab_execute_action', arguments: args });
    const answered = await post(server.url, body, { token, headers });

    expect(answered.status).toBe(200);
    expect(answered.messages[0]?.result).toMatchObject({ isError: true });
    expect(answered.messages[0]?.result).not.toHaveProperty('structuredContent');
    expect(JSON.stringify(answered.messages[0]?.result)).toContain(named);
    expect(server.gitlab.requests).toHaveLength(asked);
  });
});

async function isServing(server: TestServer): Promise<boolean> {
  const answered = await post(
    server.url,
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { token: server.gitlab.tokens.alice },
  );
  return answered.status === 200;
}
