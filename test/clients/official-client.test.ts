import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { startServer } from '../support/server.ts';

const eras = [
  { revision: '2026-07-28', mode: { pin: '2026-07-28' } },
  { revision: '2025-11-25', mode: 'legacy' },
  { revision: '2026-07-28', mode: 'auto' },
] as const;

function createClient(mode: (typeof eras)[number]['mode']): Client {
  return new Client({ name: 'official-client', version: '1.0.0' }, { versionNegotiation: { mode } });
}

/** What every client does with us: look for an action, run it, read the result. */
async function findAndExecute(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(['gitlab_find_action', 'gitlab_execute_action']);

  const found = await client.callTool({ name: 'gitlab_find_action', arguments: { query: 'who am I' } });
  const results = (found.structuredContent as { results: { id: string; example: { arguments: object } }[] }).results;
  expect(results.map(({ id }) => id)).toContain('user.current');

  const ran = await client.callTool({
    name: 'gitlab_execute_action',
    arguments: { action: 'user.current', params: {} },
  });
  expect(ran.isError).not.toBe(true);
  expect(ran.structuredContent).toMatchObject({ username: 'alice' });

  const refused = await client.callTool({
    name: 'gitlab_execute_action',
    arguments: { action: 'project.delete', params: { project_id: 'orbital/apollo' } },
  });
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain('confirm');
}

describe('the official client', () => {
  test.each(eras)('finds and executes over HTTP on $revision ($mode)', async ({ revision, mode }) => {
    await using server = await startServer();
    const client = createClient(mode);
    const requestInit = { headers: { 'PRIVATE-TOKEN': server.gitlab.tokens.alice } };

    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));

    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    await findAndExecute(client);
    await client.close();
  });

  test('finds and executes over HTTP with plain JSON answers', async () => {
    await using server = await startServer({ flags: ['--json-response'] });
    const client = createClient('auto');
    const requestInit = { headers: { Authorization: `Bearer ${server.gitlab.tokens.alice}` } };

    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));

    await findAndExecute(client);
    await client.close();
  });

  test.each(eras)('finds and executes over stdio on $revision ($mode)', async ({ revision, mode }) => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    const client = createClient(mode);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dirname, '../../src/main.ts')],
      env: { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens.alice },
      stderr: 'ignore',
    });

    await client.connect(transport);

    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    await findAndExecute(client);
    await client.close();
  });
});
