import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { sessionHeader } from '../support/session.ts';

const execute = (action: string, params: object = {}) => ({
  name: 'gitlab_execute_action',
  arguments: { action, params },
});

describe('the official client with sessions', () => {
  test.each([
    ['legacy', []],
    // It asks for the newest revision first and is told which ones are served.
    ['auto', []],
    ['legacy', ['--json-response']],
  ] as const)(
    'STATEFUL-01, REV-01: negotiating %s with %j it opens a session, works in it and ends it',
    async (mode, flags) => {
      await using server = await startServer({ flags: ['--stateless=false', ...flags] });
      const { client, transport } = await connect(server, mode);
      const { sessionId } = transport;

      expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
      expect(sessionId).toMatch(/^[\w-]{36}$/);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['gitlab_find_action', 'gitlab_execute_action']);
      const ran = await client.callTool(execute('user.current'));
      expect(ran.structuredContent).toMatchObject({ username: 'alice' });

      await transport.terminateSession();
      await client.close();
      const { alice } = server.gitlab.tokens;
      const headers = { 'private-token': alice, [sessionHeader]: sessionId ?? '' };
      expect((await fetch(server.url, { method: 'DELETE', headers })).status).toBe(404);
    },
  );

  test('it hears of the progress of a call', async () => {
    await using server = await startServer({ flags: ['--stateless=false'] });
    const pipeline = { kind: 'status', status: 200, body: { id: 5, status: 'success' } } as const;
    server.gitlab.fail({ path: '/api/v4/projects/1/pipelines/5' }, pipeline);
    const { client } = await connect(server, 'legacy');
    const heard: number[] = [];

    const call = execute('pipeline.wait', { project_id: 1, pipeline_id: 5 });
    await client.callTool(call, { onprogress: ({ progress }) => void heard.push(progress) });

    expect(heard).toEqual([1]);
    await client.close();
  });

  test('CANCEL-01: a call it gives up ends at GitLab too, and the session goes on', async () => {
    await using server = await startServer({ flags: ['--stateless=false'] });
    const { client } = await connect(server, 'legacy');
    server.gitlab.fail({ path: '/api/v4/projects' }, { kind: 'hang' });
    const gaveUp = new AbortController();

    const call = client.callTool(execute('project.list'), { signal: gaveUp.signal });
    await expect.poll(() => server.gitlab.requests.some(({ path }) => path === '/api/v4/projects')).toBe(true);
    gaveUp.abort('the user changed their mind');

    await expect(call).rejects.toThrow();
    await expect.poll(() => server.logs.some(({ msg }) => msg === 'tool call canceled')).toBe(true);
    expect((await client.callTool(execute('user.current'))).structuredContent).toMatchObject({ username: 'alice' });
    await client.close();
  });
});

async function connect({ url, gitlab }: TestServer, mode: 'legacy' | 'auto') {
  const client = new Client({ name: 'official-client', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { 'PRIVATE-TOKEN': gitlab.tokens.alice } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  await client.connect(transport);
  return { client, transport };
}
