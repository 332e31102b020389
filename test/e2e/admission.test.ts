import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { modern, post, startServer, type TestServer } from '../support/server.ts';

const list = { jsonrpc: '2.0', id: 'x1', method: 'tools/list' };
const missing =
  "Authentication required: send a GitLab personal access token as 'Authorization: Bearer <glpat-...>' or 'PRIVATE-TOKEN: <glpat-...>'. " +
  'This server uses static token authentication; no OAuth authorization server is configured.';

describe('reading the credential', () => {
  test('AUTH-02, REJ-01: without a token the answer is 401, says how to send one, and echoes the id', async () => {
    await using server = await startServer();

    const refused = await post(server.url, list);

    expect(refused.status).toBe(401);
    expect(refused.headers.get('content-type')).toBe('application/json');
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="gitlab-mcp-server"');
    expect(JSON.parse(refused.text)).toEqual({ jsonrpc: '2.0', id: 'x1', error: { code: -40100, message: missing } });
  });

  test.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['no JSON', '{'],
    ['an id that is null', { jsonrpc: '2.0', id: null, method: 'ping' }],
    ['an id that is a fraction', { jsonrpc: '2.0', id: 1.5, method: 'ping' }],
  ])('AUTH-02: %s has no id to echo, so the body carries none', async (_name, body) => {
    await using server = await startServer();

    const refused = await post(server.url, body);

    expect(refused.status).toBe(401);
    expect(JSON.parse(refused.text)).not.toHaveProperty('id');
  });

  test('AUTH-01: both headers work, in any letter case, and PRIVATE-TOKEN wins', async () => {
    await using server = await startServer();
    const { alice, bob } = server.gitlab.tokens;

    expect(await whoIs(server, { 'private-token': alice })).toBe('alice');
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(await whoIs(server, { authorization: `${scheme} ${bob}` })).toBe('bob');
    }
    expect(await whoIs(server, { 'private-token': alice, authorization: `Bearer ${bob}` })).toBe('alice');
  });

  test('AUTH-04, T-56: no form of token is asked for, and one that no header may carry is refused clearly', async () => {
    await using server = await startServer();

    expect(await whoIs(server, { 'private-token': server.gitlab.tokens.customPrefix })).not.toBe(undefined);
    const refused = await raw(server, ['PRIVATE-TOKEN: tökën-ünïcode']);
    expect(refused).toMatch(/^HTTP\/1.1 401 /);
    expect(refused).not.toContain('tökën');
  });

  test('AUTH-03: a missing token is logged at most once a minute, with the number held back', async () => {
    await using server = await startServer();

    for (let count = 0; count < 5; count += 1) await post(server.url, list);

    const lines = server.logs.filter(({ msg }) =>
      String(msg).startsWith('request rejected: missing authentication token'),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]?.['level']).toBe('INFO');
  });
});

describe('verification', () => {
  test('VER-01, POOL-01: the first request asks GitLab, later ones are served from the pool', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;

    await post(server.url, list, { token });
    const asked = server.gitlab.requests.filter(({ path }) => path === '/api/v4/user').length;
    await post(server.url, list, { token });
    await post(server.url, { ...list, id: 2 }, { token });

    expect(asked).toBe(1);
    expect(server.gitlab.requests.filter(({ path }) => path === '/api/v4/user')).toHaveLength(1);
  });

  test.each(['expired', 'revoked', 'blocked', 'unknown'])(
    'REJ-02, VER-02: %s is 401 with the challenge',
    async (name) => {
      await using server = await startServer();
      const token = server.gitlab.tokens[name] ?? 'glpat-nobody-has-this-one';

      const refused = await post(server.url, list, { token });

      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="gitlab-mcp-server"');
      expect(refused.messages[0]).toMatchObject({ id: 'x1', error: { code: -40100 } });
      expect(refused.text).not.toContain(token);
    },
  );

  test.each([500, 502, 404])('VER-02: GitLab answering %d is no verdict, so the caller is admitted', async (status) => {
    await using server = await startServer();
    server.gitlab.fail({ path: '/api/v4/user' }, { kind: 'status', status });

    const listed = await post(server.url, list, { token: server.gitlab.tokens.alice });

    expect(listed.status).toBe(200);
  });

  test('REJ-05, VER-05: a token below the minimum is refused with the way out, and is not asked about again', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.readUser;

    const refused = await post(server.url, list, { token });
    const asked = server.gitlab.requests.length;
    const again = await post(server.url, list, { token });

    expect(refused.status).toBe(403);
    expect(refused.headers.has('www-authenticate')).toBe(false);
    expect(refused.messages[0]?.error?.message).toMatch(
      /^GitLab accepted this token, which carries neither the read_api nor the api scope this server needs at least\./,
    );
    expect(again.status).toBe(403);
    // VER-06: the verdict is remembered.
    expect(server.gitlab.requests).toHaveLength(asked);
  });

  test('REJ-04, FG-01: a fine-grained token without User: Read is told so in our words and in those of GitLab', async () => {
    await using server = await startServer();

    const refused = await post(server.url, list, { token: server.gitlab.tokens.granularWithoutUser });

    expect(refused.status).toBe(403);
    expect(refused.messages[0]?.error).toMatchObject({ code: -40300 });
    expect(refused.messages[0]?.error?.message).toMatch(
      /^GitLab accepted this token and refused it the permission to read its own user\..*User: Read/,
    );
  });

  test('many requests of one credential build one entry', async () => {
    await using server = await startServer();
    const token = server.gitlab.tokens.alice;

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, id) => post(server.url, { ...list, id }, { token })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(server.gitlab.requests.filter(({ path }) => path === '/api/v4/user')).toHaveLength(1);
    expect(server.logs.filter(({ msg }) => msg === 'server pool: created new entry')).toHaveLength(1);
  });

  test('OAUTH-09: a token that can only read is served the reading surface and told why an action is withheld', async () => {
    await using server = await startServer();
    const create = modern('tools/call', {
      name: 'gitlab_execute_action',
      arguments: { action: 'issue.create', params: { project_id: 1, title: 'x' } },
    });

    const refused = await post(server.url, create.body, {
      token: server.gitlab.tokens.readOnly,
      headers: create.headers,
    });

    expect(refused.messages[0]?.result).toMatchObject({ isError: true });
    expect(JSON.stringify(refused.messages[0]?.result)).toContain('can only read');
  });
});

describe('isolation', () => {
  test('T-45: interleaved calls of two callers, with equal ids, reach their own caller', async () => {
    await using server = await startServer({ flags: ['--rate-limit-rps=0'] });
    const { alice, bob } = server.gitlab.tokens;
    const callers = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 'alice' : 'bob'));

    const names = await Promise.all(
      callers.map((name) => whoIs(server, { 'private-token': name === 'alice' ? alice : bob })),
    );

    expect(names).toEqual(callers);
  });
});

async function whoIs(server: TestServer, headers: Record<string, string>): Promise<unknown> {
  const call = modern('tools/call', {
    name: 'gitlab_execute_action',
    arguments: { action: 'user.current', params: {} },
  });
  const answered = await post(server.url, call.body, { headers: { ...call.headers, ...headers } });
  const content = answered.messages[0]?.result?.['structuredContent'] as { readonly username?: string } | undefined;
  return content?.username;
}

/** Sends a head as it is, without what HTTP clients add or forbid, and reads the whole answer. */
async function raw(server: TestServer, headers: readonly string[], start = 'POST /mcp'): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const host = headers.some((header) => header.toLowerCase().startsWith('host:')) ? [] : ['Host: localhost'];
  const head = [`${start} HTTP/1.1`, ...host, ...headers, 'Connection: close', 'Content-Length: 0', '', ''].join(
    '\r\n',
  );
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(head, 'latin1')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8'))).on('error', reject);
  });
}
