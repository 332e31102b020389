import { describe, expect, test } from 'vitest';
import { modern, post, startServer } from '../support/server.ts';

const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const legacy = revisions.slice(1);

describe('protocol revisions', () => {
  test('REV-01: discovery names all five, and each of them is served', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;

    const discover = modern('server/discover');
    const discovered = await post(server.url, discover.body, { token, headers: discover.headers });
    expect(discovered.messages[0]?.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: revisions,
      capabilities: { tools: {} },
      ttlMs: 300_000,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'gitlab-mcp-server' } },
    });

    for (const revision of legacy) {
      const list = { jsonrpc: '2.0', id: revision, method: 'tools/list' };
      const listed = await post(server.url, list, { token, headers: { 'mcp-protocol-version': revision } });
      expect(listed.status).toBe(200);
      expect(listed.messages[0]).toMatchObject({ id: revision, result: { tools: [{}, {}] } });
    }
  });

  test('REV-01: a request without a version is served', async () => {
    await using server = await startServer();

    const listed = await post(
      server.url,
      { jsonrpc: '2.0', id: 7, method: 'tools/list' },
      { token: server.gitlab.tokens.alice },
    );

    expect(listed.status).toBe(200);
    expect(listed.messages[0]?.id).toBe(7);
  });

  test('REV-01: an enveloped request without the version header is served', async () => {
    await using server = await startServer();
    const { body, headers } = modern('tools/list');
    const { 'mcp-protocol-version': _left, ...rest } = headers;

    const listed = await post(server.url, body, { token: server.gitlab.tokens.alice, headers: rest });

    expect(listed.messages[0]?.result).toMatchObject({ resultType: 'complete' });
  });

  test.each(['2023-01-01', '2027-01-01', 'latest', ''])(
    'REJ-11: version %j is refused with what is served',
    async (requested) => {
      await using server = await startServer();

      const refused = await post(
        server.url,
        { jsonrpc: '2.0', id: 'a', method: 'tools/list' },
        { token: server.gitlab.tokens.alice, headers: { 'mcp-protocol-version': requested } },
      );

      expect(refused.status).toBe(400);
      expect(refused.messages).toEqual([
        {
          jsonrpc: '2.0',
          id: 'a',
          error: { code: -32022, message: expect.any(String), data: { supported: revisions, requested } },
        },
      ]);
    },
  );

  test('initialize answers the revision asked for, and the newest with a handshake for any other', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    const negotiate = async (protocolVersion: string) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      const answered = await post(server.url, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, { token });
      return answered.messages[0]?.result?.['protocolVersion'];
    };

    for (const revision of legacy) expect(await negotiate(revision)).toBe(revision);
    expect(await negotiate('2026-07-28')).toBe('2025-11-25');
    expect(await negotiate('1999-01-01')).toBe('2025-11-25');
  });

  test('T-40: no revision gets a field that it does not define', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    const toolOf = async (revision: string) => {
      const list =
        revision === '2026-07-28'
          ? modern('tools/list')
          : { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers: { 'mcp-protocol-version': revision } };
      const listed = await post(server.url, list.body, { token, headers: list.headers });
      const tools = listed.messages[0]?.result?.['tools'] as readonly Record<string, unknown>[];
      return tools.find((tool) => tool['name'] === 'gitlab_execute_action') ?? {};
    };
    const call = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };
    const structuredOn = async (revision: string) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
      const called = await post(server.url, body, { token, headers: { 'mcp-protocol-version': revision } });
      return called.messages[0]?.result?.['structuredContent'];
    };

    expect(Object.keys(await toolOf('2024-11-05')).sort()).toEqual(['description', 'inputSchema', 'name']);
    expect(await toolOf('2025-03-26')).not.toHaveProperty('title');
    expect(await toolOf('2025-03-26')).toHaveProperty('annotations');
    expect(await toolOf('2025-06-18')).toMatchObject({
      title: 'GitLab Execute Action',
      outputSchema: { type: 'object' },
    });
    expect(JSON.stringify(await toolOf('2025-11-25'))).not.toContain('x-mcp-header');
    expect(JSON.stringify(await toolOf('2026-07-28'))).toContain('"x-mcp-header":"Action"');
    expect(await structuredOn('2025-03-26')).toBeUndefined();
    expect(await structuredOn('2025-06-18')).toMatchObject({ username: 'alice' });
  });

  test('T-40: who the server is comes with an icon where a handshake or discovery tells it, and with no other result', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    const serverIn = async (method: string, params: Readonly<Record<string, unknown>>) => {
      const { body, headers } = modern(method, params);
      const { messages } = await post(server.url, body, { token, headers });
      const meta = messages[0]?.result?.['_meta'] as Readonly<Record<string, unknown>>;
      return meta['io.modelcontextprotocol/serverInfo'] as Readonly<Record<string, unknown>>;
    };
    const shake = async (protocolVersion: string) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      const answered = await post(server.url, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, { token });
      return answered.messages[0]?.result?.['serverInfo'] as Readonly<Record<string, unknown>>;
    };
    const call = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };
    const icons = [{ mimeType: 'image/svg+xml' }, { theme: 'light' }, { theme: 'dark' }];

    expect(await serverIn('server/discover', {})).toMatchObject({ name: 'gitlab-mcp-server', icons });
    expect(await shake('2025-11-25')).toMatchObject({ name: 'gitlab-mcp-server', icons });
    for (const revision of ['2025-06-18', '2025-03-26', '2024-11-05'])
      expect(Object.keys(await shake(revision))).toEqual(['name', 'version']);
    for (const [method, params] of [
      ['tools/list', {}],
      ['prompts/list', {}],
      ['tools/call', call],
    ] as const)
      expect(Object.keys(await serverIn(method, params)), method).toEqual(['name', 'version']);
  });

  test('HINT-01: lists are private for five minutes, for an hour with a fixed tier', async () => {
    await using detected = await startServer();
    await using fixed = await startServer({ flags: ['--tier=premium'] });
    const hintOf = async (server: typeof detected) => {
      const { body, headers } = modern('tools/list');
      const listed = await post(server.url, body, { token: server.gitlab.tokens.alice, headers });
      return listed.messages[0]?.result;
    };

    expect(await hintOf(detected)).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
    expect(await hintOf(fixed)).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'private' });
  });
});

describe('the stateless transport', () => {
  test('STATELESS-01: a session id is neither read nor set, and no initialize is needed', async () => {
    await using server = await startServer();
    const call = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };

    const called = await post(
      server.url,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      { token: server.gitlab.tokens.alice, headers: { 'mcp-session-id': 'made-up' } },
    );

    expect(called.status).toBe(200);
    expect(called.headers.has('mcp-session-id')).toBe(false);
    expect(JSON.stringify(called.messages[0]?.result)).toContain('@alice');
  });

  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])(
    'STATELESS-02: %s is answered 405 without a credential',
    async (method) => {
      await using server = await startServer();

      const response = await fetch(server.url, { method });

      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
    },
  );

  test('STATELESS-04, SSE-01: answers stream by default whatever Accept says, and are JSON on demand', async () => {
    await using streaming = await startServer();
    await using plain = await startServer({ flags: ['--json-response'] });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

    for (const accept of ['*/*', 'text/*', 'application/json', 'application/json, text/event-stream']) {
      const listed = await post(streaming.url, list, { token: streaming.gitlab.tokens.alice, headers: { accept } });
      expect(listed.headers.get('content-type')).toBe('text/event-stream');
      expect(listed.headers.get('x-accel-buffering')).toBe('no');
    }
    const listed = await post(plain.url, list, { token: plain.gitlab.tokens.alice });
    expect(listed.headers.get('content-type')).toBe('application/json');
    expect(listed.messages[0]?.result).toHaveProperty('tools');
  });

  test('STATELESS-03: nothing is asked of an older client, whatever it can do; a destructive call waits for confirm', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    const initialize = {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {}, sampling: {}, roots: {} },
        clientInfo: { name: 'test', version: '1' },
      },
    };
    const call = (confirm?: true) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'gitlab_execute_action',
        arguments: {
          action: 'project.delete',
          params: { project_id: 'acme/no-such-project' },
          ...(confirm && { confirm }),
        },
      },
    });
    const headers = { 'mcp-protocol-version': '2025-11-25' };
    await post(server.url, initialize, { token });

    const refused = await post(server.url, call(), { token, headers });
    expect(refused.messages).toHaveLength(1);
    expect(refused.messages[0]).toMatchObject({ id: 1, result: { isError: true } });
    expect(JSON.stringify(refused.messages[0]?.result)).toContain('confirm');
    expect(server.gitlab.requests.some(({ method }) => method === 'DELETE')).toBe(false);

    const sent = await post(server.url, call(true), { token, headers });
    expect(sent.messages).toHaveLength(1);
    expect(server.gitlab.requests.some(({ method }) => method === 'DELETE')).toBe(true);
  });

  test('STATELESS-05: subscribing to a resource is refused with the reason, and does not exist on the newest revision', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    const params = { uri: 'gitlab://project/1' };

    const older = await post(server.url, { jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params }, { token });
    expect(older.messages[0]?.error).toMatchObject({ code: -32600, message: expect.stringContaining('session') });

    const { body, headers } = modern('resources/subscribe', params);
    const newest = await post(server.url, body, { token, headers });
    expect(newest.status).toBe(404);
    expect(newest.messages[0]?.error?.code).toBe(-32601);
  });

  test('an unknown method is 404 on the newest revision and in band on older ones', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;

    const { body, headers } = modern('no/such');
    const newest = await post(server.url, body, { token, headers });
    expect(newest.status).toBe(404);
    expect(newest.headers.get('content-type')).toBe('application/json');
    expect(newest.messages[0]).toMatchObject({ id: 1, error: { code: -32601 } });

    const older = await post(server.url, { jsonrpc: '2.0', id: 2, method: 'no/such' }, { token });
    expect(older.status).toBe(200);
    expect(older.messages[0]).toMatchObject({ id: 2, error: { code: -32601 } });
  });

  test('an unknown tool is an error of the request, not of a tool', async () => {
    await using server = await startServer();
    const { body, headers } = modern('tools/call', { name: 'gitlab_nothing', arguments: {} });

    const called = await post(server.url, body, { token: server.gitlab.tokens.alice, headers });

    expect(called.messages[0]?.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('gitlab_nothing'),
    });
  });

  test('T-05: a call without arguments and one with null are the same as an empty object', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;

    for (const params of [{ name: 'gitlab_find_action' }, { name: 'gitlab_find_action', arguments: null }]) {
      const called = await post(server.url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { token });
      expect(called.messages[0]?.result).toMatchObject({ isError: true });
    }
  });

  test('notifications and responses are accepted without an answer', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;

    for (const body of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 4, result: {} },
    ]) {
      const accepted = await post(server.url, body, { token });
      expect([accepted.status, accepted.text]).toEqual([202, '']);
    }
  });

  test('ping answers at once', async () => {
    await using server = await startServer();

    const answered = await post(
      server.url,
      { jsonrpc: '2.0', id: 'p', method: 'ping' },
      { token: server.gitlab.tokens.alice },
    );

    expect(answered.messages).toEqual([{ jsonrpc: '2.0', id: 'p', result: {} }]);
  });
});

describe('batches of older revisions', () => {
  test('each request of a batch is answered', async () => {
    await using server = await startServer({ flags: ['--json-response'] });
    const call = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };

    const answered = await post(
      server.url,
      [
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
      ],
      { token: server.gitlab.tokens.alice },
    );

    expect(new Set(answered.messages.map((message) => message.id))).toEqual(new Set([1, 2]));
    expect(answered.messages.every((message) => message.result !== undefined)).toBe(true);
  });

  test.each([
    ['an empty batch', []],
    ['two equal ids', [1, 1].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }))],
    ['more than a hundred', Array.from({ length: 101 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))],
    ['something that is no message', [{ jsonrpc: '2.0', id: 1, method: 'ping' }, 'ping']],
    ['an element of the newest revision', [modern('tools/list').body]],
  ])('%s is refused as a whole', async (_name, batch) => {
    await using server = await startServer();

    const refused = await post(server.url, batch, { token: server.gitlab.tokens.alice });

    expect(refused.status).toBe(400);
    expect(refused.messages[0]?.error?.code).toBe(-32600);
  });
});

describe('headers that mirror the body', () => {
  const call = (action: string) =>
    modern('tools/call', { name: 'gitlab_execute_action', arguments: { action, params: {} } });

  test.each([
    ['Mcp-Method is missing', { 'mcp-method': undefined }],
    ['Mcp-Method differs', { 'mcp-method': 'tools/list' }],
    ['Mcp-Method differs in letter case', { 'mcp-method': 'Tools/Call' }],
    ['Mcp-Name is missing', { 'mcp-name': undefined }],
    ['Mcp-Name differs', { 'mcp-name': 'gitlab_find_action' }],
    ['Mcp-Param-Action is missing', { 'mcp-param-action': undefined }],
    ['Mcp-Param-Action differs', { 'mcp-param-action': 'issue.list' }],
    ['Mcp-Param-Action is badly encoded', { 'mcp-param-action': '=?base64?dXNlci5jdXJyZW5?=' }],
  ])('HINT-02: %s', async (_name, changed) => {
    await using server = await startServer();
    const { body, headers } = call('user.current');
    const sent = Object.fromEntries(
      Object.entries({ ...headers, ...changed }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );

    const answered = await post(server.url, body, { token: server.gitlab.tokens.alice, headers: sent });

    expect(answered.status).toBe(400);
    expect(answered.messages[0]).toMatchObject({ id: 1, error: { code: -32020 } });
  });

  test('HINT-02, T-48: a page need not repeat the action in a header, but what it repeats has to agree', async () => {
    await using server = await startServer({ flags: ['--trusted-origins=https://app.example'] });
    const { body, headers } = call('user.current');
    const bare = {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'mcp-param-action')),
      origin: 'https://app.example',
    };
    const ask = async (sent: Readonly<Record<string, string>>): Promise<number> =>
      (await post(server.url, body, { token: server.gitlab.tokens.alice, headers: sent })).status;

    expect(await ask(bare)).toBe(200);
    expect(await ask({ ...bare, 'mcp-param-action': 'issue.list' })).toBe(400);
    expect(await ask({ ...bare, 'mcp-name': 'gitlab_find_action' })).toBe(400);
  });

  test('HINT-02: an encoded value, blanks around it, and a header without a value in the body are accepted', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;
    const { body, headers } = call('user.current');

    for (const action of [' user.current\t', `=?base64?${Buffer.from('user.current').toString('base64')}?=`]) {
      const answered = await post(server.url, body, { token, headers: { ...headers, 'mcp-param-action': action } });
      expect(answered.status).toBe(200);
    }
    const without = modern('tools/call', { name: 'gitlab_execute_action', arguments: { params: {} } });
    const answered = await post(server.url, without.body, {
      token,
      headers: { ...without.headers, 'mcp-param-action': 'x' },
    });
    expect(answered.status).toBe(200);
  });
});
