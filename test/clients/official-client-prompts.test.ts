import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { promptCases } from '../prompts/cases.ts';
import { startServer } from '../support/server.ts';

const eras = [
  { revision: '2026-07-28', mode: { pin: '2026-07-28' } },
  { revision: '2025-11-25', mode: 'legacy' },
] as const;

function createClient(mode: (typeof eras)[number]['mode']): Client {
  return new Client({ name: 'official-client', version: '1.0.0' }, { versionNegotiation: { mode } });
}

/** What a client does with prompts: list them, complete the form, get each. */
async function listCompleteAndGet(client: Client, cases = promptCases): Promise<void> {
  expect(client.getServerCapabilities()).toMatchObject({ prompts: { listChanged: true }, completions: {} });
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(promptCases.map(([name]) => name));

  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name: 'review_mr' },
    argument: { name: 'merge_request_iid', value: '' },
    context: { arguments: { project_id: 'orbital/ground-station' } },
  });
  expect(completion.values).toContain('8');

  for (const [name, args] of cases) {
    const { messages } = await client.getPrompt({ name, arguments: { ...args } });
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
  }
  await expect(client.getPrompt({ name: 'review_mr', arguments: {} })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('project_id is missing') as string,
  });
}

describe('the official client', () => {
  test.each(eras)('lists, completes and gets every prompt over HTTP on $revision', async ({ revision, mode }) => {
    await using server = await startServer({ flags: ['--rate-limit-rps=0'] });
    const client = createClient(mode);
    const requestInit = { headers: { 'PRIVATE-TOKEN': server.gitlab.tokens.alice } };

    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));

    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    await listCompleteAndGet(client);
    await client.close();
  });

  test('lists, completes and gets prompts in a session', async () => {
    await using server = await startServer({ flags: ['--stateless=false'] });
    const client = createClient('legacy');
    const requestInit = { headers: { 'PRIVATE-TOKEN': server.gitlab.tokens.alice } };

    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));

    await listCompleteAndGet(client, promptCases.slice(0, 5));
    await client.close();
  });

  test.each(eras)('lists, completes and gets prompts over stdio on $revision', async ({ mode }) => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    const client = createClient(mode);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dirname, '../../src/main.ts')],
      env: { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens.alice },
      stderr: 'ignore',
    });

    await client.connect(transport);

    await listCompleteAndGet(client, promptCases.slice(0, 5));
    await client.close();
  });
});
