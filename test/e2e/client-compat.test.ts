import { describe, expect, test } from 'vitest';
import { surfaceNames, toolCall } from '../support/call-action.ts';
import { Program } from '../support/program.ts';
import { modern, post, startServer, type TestServer } from '../support/server.ts';
import { initialize, sessionHeader } from '../support/session.ts';
import { startSandbox } from '../../sandbox/start.ts';

const codex = { name: 'codex-mcp-client', title: 'Codex', version: '0.44.0' };
const other = { name: 'test', version: '1' };
const clientInfoKey = 'io.modelcontextprotocol/clientInfo';
/** A list, and a get that comes with a resource block: one of each priority. */
const reads = [
  ['project.list', {}],
  ['project.get', { project_id: 'orbital/ground-station' }],
] as const;

describe.each(surfaceNames)('START-15: --client-compat on the surface %s', (surface) => {
  test('a request that says it is of Codex gets whole priorities, others get what there is', async () => {
    await using server = await startServer({ flags: [`--tool-surface=${surface}`] });

    for (const [action, params] of reads) {
      const [named, plain] = await Promise.all(
        [codex, other].map((info) =>
          askModern(server, 'tools/call', { ...toolCall(surface, action, params), _meta: { [clientInfoKey]: info } }),
        ),
      );

      expect(prioritiesIn(plain).some((priority) => !Number.isInteger(priority))).toBe(true);
      expect(prioritiesIn(named).every((priority) => priority === 1)).toBe(true);
      expect(prioritiesIn(named)).toHaveLength(prioritiesIn(plain).filter((priority) => priority >= 0.5).length);
      expect(withoutPriorities(named)).toEqual(withoutPriorities(plain));
    }
  });

  test('off leaves every client what there is', async () => {
    await using server = await startServer({ flags: [`--tool-surface=${surface}`, '--client-compat=OFF'] });
    const [action, params] = reads[1];

    const result = await askModern(server, 'tools/call', {
      ...toolCall(surface, action, params),
      _meta: { [clientInfoKey]: codex },
    });

    expect(prioritiesIn(result)).toEqual([0.6, 0.6]);
  });
});

test.each(['resources/list', 'resources/templates/list'])('START-15: %s is rounded as results are', async (method) => {
  await using server = await startServer();

  const named = await askModern(server, method, { _meta: { [clientInfoKey]: codex } });
  const plain = await askModern(server, method, { _meta: { [clientInfoKey]: other } });

  expect(prioritiesIn(plain).filter((priority) => Number.isInteger(priority))).toEqual([]);
  expect(prioritiesIn(named).every((priority) => priority === 1)).toBe(true);
  expect(withoutPriorities(named)).toEqual(withoutPriorities(plain));
});

test('START-15: over stateless HTTP an older Codex is known by its User-Agent', async () => {
  await using server = await startServer();
  const headers = { 'mcp-protocol-version': '2025-11-25' };
  const token = server.gitlab.tokens['alice'] ?? '';
  const body = { jsonrpc: '2.0', id: 1, method: 'resources/list' };

  const named = await post(server.url, body, {
    token,
    headers: { ...headers, 'user-agent': 'codex-mcp-client/0.44.0' },
  });
  const plain = await post(server.url, body, { token, headers: { ...headers, 'user-agent': 'other/1' } });

  expect(prioritiesIn(named.messages).every((priority) => priority === 1)).toBe(true);
  expect(prioritiesIn(plain.messages)).toContain(0.4);
});

test('START-15: a session remembers who opened it', async () => {
  await using server = await startServer({ flags: ['--stateless=false'] });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: toolCall('dynamic', 'project.list', {}) };
  const token = server.gitlab.tokens['alice'] ?? '';

  const answers = [];
  for (const clientInfo of [codex, other]) {
    const handshake = initialize();
    const opened = await post(server.url, { ...handshake, params: { ...handshake.params, clientInfo } }, { token });
    const headers = { [sessionHeader]: opened.headers.get(sessionHeader) ?? '', 'mcp-protocol-version': '2025-11-25' };
    answers.push((await post(server.url, call, { token, headers })).messages);
  }

  expect(answers.map(prioritiesIn)).toEqual([[], [0.4]]);
});

test('START-15: so does the client of a stdio process', async () => {
  await using gitlab = await startSandbox({ seed: 'demo' });
  const answers = [];
  for (const clientInfo of [codex, other]) {
    await using program = new Program({
      environment: { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens['alice'] ?? '' },
    });
    const handshake = initialize('2025-11-25', 1);
    program.send({ ...handshake, params: { ...handshake.params, clientInfo } });
    await program.answer(1);
    program.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: toolCall('dynamic', 'project.list', {}) });
    answers.push(await program.answer(2));
  }

  expect(answers.map(prioritiesIn)).toEqual([[], [0.4]]);
});

async function askModern(server: TestServer, method: string, params: Readonly<Record<string, unknown>>) {
  const { body, headers } = modern(method, params);
  const { messages } = await post(server.url, body, { token: server.gitlab.tokens['alice'] ?? '', headers });
  return messages[0]?.result;
}

function prioritiesIn(value: unknown): readonly number[] {
  return [...JSON.stringify(value).matchAll(/"annotations":\{[^}]*"priority":([\d.]+)/g)].map(([, found]) =>
    Number(found),
  );
}

function withoutPriorities(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/,?"priority":[\d.]+/g, ''));
}
