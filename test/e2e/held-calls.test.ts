import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { modern, post, startServer, type TestServer } from '../support/server.ts';
import { initialize, openSession, ReadStream } from '../support/session.ts';

const projects = '/api/v4/projects';
// 620 descriptors leave room for fifteen held calls, and so for seven sessions.
const descriptorLimit = 620;
const [ceiling, sessions] = [15, 7];
const offered = 120;
const flags = ['--rate-limit-rps=0'];
const call = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'gitlab_execute_action', arguments: { action: 'project.list', params: {} } },
});
const onRevision = {
  '2026-07-28': (id: number) => modern('tools/call', call(id).params, id),
  '2025-11-25': (id: number) => ({ body: call(id), headers: { 'mcp-protocol-version': '2025-11-25' } }),
};
const busy = 'This server is busy. Retry later.';
const held = ({ gitlab }: TestServer) => gitlab.requests.filter(({ path }) => path === projects).length;
const health = (server: TestServer) => fetch(new URL('/health', server.url));

describe('a full server', () => {
  test.each([
    ['2026-07-28', ['alice']],
    ['2026-07-28', ['alice', 'bob', 'carol', 'dave']],
    ['2025-11-25', ['alice']],
    ['2025-11-25', ['alice', 'bob', 'carol', 'dave']],
  ] as const)(
    'HELD-01, HELD-04: on %s, calls from %j are held to the ceiling and the rest refused',
    async (revision, names) => {
      await using server = await startServer({ flags, descriptorLimit });
      server.gitlab.fail({ path: projects }, { kind: 'hang' });
      const clients = new AbortController();
      const tokens = names.map((name) => server.gitlab.tokens[name]);
      const refused: Awaited<ReturnType<typeof post>>[] = [];

      const offers = Array.from({ length: offered }, async (_, index) => {
        const { body, headers } = onRevision[revision](index);
        const token = tokens[index % tokens.length] ?? '';
        refused.push(await post(server.url, body, { token, headers, signal: clients.signal }));
      });
      const ended = Promise.allSettled(offers);
      await expect.poll(() => refused.length, { timeout: 10_000 }).toBe(offered - ceiling);

      await expect.poll(() => held(server), { timeout: 10_000 }).toBe(ceiling);
      expect((await health(server)).status).toBe(200);
      for (const { text, status } of refused) {
        expect([text.includes(busy), status]).toEqual([true, revision === '2026-07-28' ? 503 : 200]);
      }

      clients.abort();
      await ended;
      server.gitlab.clearFaults();
      const again = () => post(server.url, call(1), { token: server.gitlab.tokens.alice });
      await expect.poll(async () => (await again()).messages[0]?.result).not.toHaveProperty('isError');
    },
  );

  test('HELD-02: each call of a batch holds a place, and what is answered from memory holds none', async () => {
    await using server = await startServer({ flags: [...flags, '--json-response'], descriptorLimit });
    const { alice: token } = server.gitlab.tokens;
    await post(server.url, call(0), { token });
    server.gitlab.fail({ path: projects }, { kind: 'delay', ms: 300 });
    const batch = Array.from({ length: ceiling + 3 }, (_, id) => call(id));

    const pending = post(server.url, batch, { token });
    await expect.poll(() => held(server), { timeout: 10_000 }).toBe(ceiling + 1);
    for (const method of ['ping', 'tools/list']) {
      const answered = await post(server.url, { jsonrpc: '2.0', id: 1, method }, { token });
      expect(answered.messages[0]).toHaveProperty('result');
    }

    const { messages } = await pending;
    expect(messages.filter(({ result }) => result?.['isError'] === true)).toHaveLength(3);
    expect(messages).toHaveLength(ceiling + 3);
  });

  test('HELD-04: a crowd of silent connections keeps neither the health check nor a call away', async () => {
    // 600 descriptors let clients have 530 connections.
    await using server = await startServer({ flags, descriptorLimit: 600 });
    const { port } = new URL(server.url);
    const farewells: string[] = [];
    const crowd = Array.from({ length: 560 }, () => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      socket.once('data', (chunk) => farewells.push(chunk.toString()));
      return socket;
    });
    await expect.poll(() => farewells.length).toBeGreaterThanOrEqual(30);

    expect((await health(server)).status).toBe(200);
    const called = await post(server.url, call(1), { token: server.gitlab.tokens.alice });
    expect(called.messages[0]?.result).not.toHaveProperty('isError');

    expect(farewells[0]).toContain('503 Service Unavailable');
    expect(farewells[0]).toContain('Retry-After: 30');
    expect(JSON.parse(farewells[0]?.split('\r\n\r\n')[1] ?? '')).toEqual({
      jsonrpc: '2.0',
      error: { code: -50300, message: busy },
    });
    for (const socket of crowd) socket.destroy();
  });
});

describe('a server full of sessions', () => {
  test('SESS-01, REJ-17: sessions are held to half of the calls, each with its stream, and run out by themselves', async () => {
    const idle = '--session-timeout=2s';
    await using server = await startServer({ flags: [...flags, '--stateless=false', idle], descriptorLimit });
    const tokens = ['alice', 'bob', 'carol', 'dave'].map((name) => server.gitlab.tokens[name] ?? '');
    const refused: number[] = [];
    const streams: ReadStream[] = [];

    await Promise.all(
      Array.from({ length: offered }, async (_, index) => {
        const token = tokens[index % tokens.length] ?? '';
        const answer = await post(server.url, initialize(), { token });
        const id = answer.headers.get('mcp-session-id');
        if (id === null) refused.push(answer.status);
        else streams.push(await ReadStream.open(server.url, { token, id, headers: { 'mcp-session-id': id } }));
      }),
    );

    expect(refused).toEqual(Array.from({ length: offered - sessions }, () => 503));
    expect(streams.map(({ response }) => response.status)).toEqual(Array.from({ length: sessions }, () => 200));
    expect((await health(server)).status).toBe(200);

    // Their clients do nothing more: each session ends, and its stream with it.
    await Promise.all(streams.map(({ ended }) => ended));
    await openSession(server.url, server.gitlab.tokens.alice);
  });

  test('REJ-16: full of calls it opens no session, and the next ended call makes room', async () => {
    await using server = await startServer({ flags: [...flags, '--stateless=false'], descriptorLimit });
    const session = await openSession(server.url, server.gitlab.tokens.alice);
    server.gitlab.fail({ path: projects }, { kind: 'hang' });
    const clients = new AbortController();
    // The session holds one of the places.
    const offers = Array.from({ length: ceiling - 1 }, (_, id) =>
      post(server.url, call(id), { ...session, signal: clients.signal }),
    );
    const ended = Promise.allSettled(offers);
    await expect.poll(() => held(server), { timeout: 10_000 }).toBe(ceiling - 1);

    expect((await post(server.url, initialize(), { token: server.gitlab.tokens.bob })).status).toBe(503);

    clients.abort();
    await ended;
    const open = () => post(server.url, initialize(), { token: server.gitlab.tokens.bob });
    await expect.poll(async () => (await open()).status).toBe(200);
  });
});
