import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { startServer } from '../support/server.ts';

const ways = [
  '2026-07-28 over HTTP',
  '2025-11-25 with a session',
  '2025-11-25 with a session, answers as JSON',
  '2026-07-28 over stdio',
  '2025-11-25 over stdio',
] as const;

type Way = (typeof ways)[number];

interface Form {
  readonly message: string;
  readonly requestedSchema: {
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
}

type Said =
  | { action: 'accept'; content: Record<string, string | boolean> }
  | { action: 'decline' }
  | { action: 'cancel' };

/** The official client with a user who answers by the property that is asked for; what was not foreseen is declined. */
async function connect(way: Way, user: Readonly<Record<string, Said | Said[]>>) {
  const asked: Form[] = [];
  const left = new Map(Object.entries(user).map(([name, said]) => [name, [said].flat()] as const));
  const client = new Client(
    { name: 'official-client', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: way.startsWith('2026') ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const form = params as unknown as Form;
    asked.push(form);
    const { title } = Object.values(form.requestedSchema.properties)[0] as { title: string };
    return left.get(title)?.shift() ?? { action: 'decline' };
  });
  const environment = { GITLAB_MCP_TOOL_SURFACE: 'individual' };
  if (way.endsWith('stdio')) {
    const gitlab = await startSandbox({ seed: 'demo' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(import.meta.dirname, '../../src/main.ts')],
        env: { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens.alice, ...environment },
        stderr: 'ignore',
      }),
    );
    return {
      client,
      asked,
      gitlab,
      async [Symbol.asyncDispose]() {
        await client.close();
        await gitlab.close();
      },
    };
  }
  const server = await startServer({
    environment,
    flags: [
      ...(way.includes('session') ? ['--stateless=false'] : []),
      ...(way.endsWith('JSON') ? ['--json-response'] : []),
    ],
  });
  const requestInit = { headers: { 'PRIVATE-TOKEN': server.gitlab.tokens.alice } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  return {
    client,
    asked,
    gitlab: server.gitlab,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const yes: Said = { action: 'accept', content: { confirmed: true } };
const no: Said = { action: 'accept', content: { confirmed: false } };
const write = (property: string, text: string): Said => ({ action: 'accept', content: { [property]: text } });

/** Requests that change something. */
function changes({ requests }: Sandbox): readonly string[] {
  return requests
    .filter(({ method }) => method !== 'GET' && method !== 'HEAD')
    .map(({ method, path }) => `${method} ${path}`);
}

describe.each(ways)('STATELESS-03: on %s the official client', (way) => {
  test('destroys after its user agreed, and only then', async () => {
    await using parts = await connect(way, { 'Delete an issue': yes });

    const result = await parts.client.callTool({
      name: 'gitlab_issue_delete',
      arguments: { project_id: 'orbital/ground-station', issue_iid: 1 },
    });

    expect(parts.asked).toHaveLength(1);
    expect(parts.asked[0]?.message).toContain('- issue_iid: 1');
    expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
    expect(changes(parts.gitlab)).toEqual(['DELETE /api/v4/projects/orbital%2Fground-station/issues/1']);
  });

  test.each([
    ['declines', { action: 'decline' }],
    ['cancels', { action: 'cancel' }],
    ['says no', no],
  ] as const)('destroys nothing when its user %s', async (_, said) => {
    await using parts = await connect(way, { 'Delete an issue': said });

    const result = await parts.client.callTool({
      name: 'gitlab_issue_delete',
      arguments: { project_id: 'orbital/ground-station', issue_iid: 1 },
    });

    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(JSON.stringify(result.content)).toMatch(
      /the user (declined|cancelled the question), nothing was sent to GitLab/,
    );
    expect(parts.gitlab.requests.filter(({ path }) => path.includes('issues'))).toEqual([]);
  });

  test('creates an issue step by step', async () => {
    await using parts = await connect(way, {
      'Title of the issue': [write('title', ' '), write('title', 'Antenna points the wrong way')],
      Description: write('description', 'It points **down**.'),
      Labels: write('labels', 'bug, bug , antenna,'),
      Confidential: yes,
      'Create it': yes,
    });

    const result = await parts.client.callTool({
      name: 'gitlab_interactive_issue_create',
      arguments: { project_id: 'orbital/ground-station' },
    });

    expect(parts.asked.map(({ requestedSchema }) => Object.keys(requestedSchema.properties)[0])).toEqual([
      'title',
      'title',
      'description',
      'labels',
      'confirmed',
      'confirmed',
    ]);
    expect(parts.asked[1]?.message).toMatch(/^Title must not be empty/);
    expect(parts.asked.at(-1)?.message).toContain(
      '- title: Antenna points the wrong way\n- description: It points **down**.\n- labels: ["bug","antenna"]\n- confidential: yes',
    );
    expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
    expect(result.structuredContent).toMatchObject({
      title: 'Antenna points the wrong way',
      labels: ['antenna', 'bug'],
      confidential: true,
    });
    expect(changes(parts.gitlab)).toEqual(['POST /api/v4/projects/orbital%2Fground-station/issues']);
  });
});
