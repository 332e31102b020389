import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { startServer } from '../support/server.ts';

const eras = [
  { revision: '2026-07-28', mode: { pin: '2026-07-28' } },
  { revision: '2025-11-25', mode: 'legacy' },
] as const;

function createClient(mode: (typeof eras)[number]['mode']): Client {
  return new Client({ name: 'official-client', version: '1.0.0' }, { versionNegotiation: { mode } });
}

/** What every client does with resources: list them, fill in a template, read. */
async function listAndRead(client: Client): Promise<void> {
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resources.map(({ uri }) => uri)).toContain('gitlab://tools');
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('gitlab://project/{project_id}');

  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri });
    expect(contents).toHaveLength(1);
    expect(contents[0]?.uri).toBe(uri);
  }
  const issues = await client.readResource({ uri: 'gitlab://project/orbital%2Fground-station/issues' });
  expect(issues._meta?.['io.github.jmrplens/pageInfo']).toMatchObject({ complete: true });

  await expect(client.readResource({ uri: 'gitlab://project/orbital%2Fnothing' })).rejects.toMatchObject({
    code: -32602,
    data: { uri: 'gitlab://project/orbital%2Fnothing' },
  });
}

describe('the official client', () => {
  test.each(eras)('lists and reads resources over HTTP on $revision', async ({ revision, mode }) => {
    await using server = await startServer();
    const client = createClient(mode);
    const requestInit = { headers: { 'PRIVATE-TOKEN': server.gitlab.tokens.alice } };

    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));

    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    await listAndRead(client);
    await client.close();
  });

  test('lists and reads resources in a session', async () => {
    await using server = await startServer({ flags: ['--stateless=false'] });
    const client = createClient('legacy');
    const requestInit = { headers: { 'PRIVATE-TOKEN': server.gitlab.tokens.alice } };

    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));

    await listAndRead(client);
    await client.close();
  });

  test.each(eras)('lists and reads resources over stdio on $revision', async ({ mode }) => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    const client = createClient(mode);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dirname, '../../src/main.ts')],
      env: { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens.alice },
      stderr: 'ignore',
    });

    await client.connect(transport);

    await listAndRead(client);
    await client.close();
  });
});
