import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { modern, post, startServer, type TestServer } from '../support/server.ts';

const project_id = 'orbital/ground-station';

/** How each surface is asked for the same thing. */
const surfaces = {
  dynamic: {
    delete: 'gitlab_execute_action',
    call: (id: string, _tool: string, params: object, confirm?: boolean) => ({
      name: 'gitlab_execute_action',
      arguments: { action: id, params, ...(confirm === undefined ? {} : { confirm }) },
    }),
  },
  meta: {
    delete: 'gitlab_project',
    call: (id: string, _tool: string, params: object, confirm?: boolean) => {
      const [domain = '', action = ''] = id.split('.');
      return {
        name: `gitlab_${domain}`,
        arguments: { action, params: { ...params, ...(confirm === undefined ? {} : { confirm }) } },
      };
    },
  },
  individual: {
    delete: 'gitlab_label_delete',
    call: (_id: string, tool: string, params: object, confirm?: boolean) => ({
      name: tool,
      arguments: { ...params, ...(confirm === undefined ? {} : { confirm }) },
    }),
  },
} as const;

type SurfaceName = keyof typeof surfaces;
const names = ['dynamic', 'meta', 'individual'] as const;
const listed = ['meta', 'individual'] as const;
const revisions = ['2026-07-28', '2025-11-25'] as const;

async function start(surface: SurfaceName, ...flags: readonly string[]): Promise<TestServer> {
  return startServer({ flags: [`--tool-surface=${surface}`, ...flags] });
}

describe.each(names)('the surface %s', (surface) => {
  const { call, delete: deleteTool } = surfaces[surface];
  const whoAmI = call('user.current', 'gitlab_user_current', {});
  const createLabel = call('project.label_create', 'gitlab_label_create', {
    project_id,
    name: 'brief',
    color: '#ff0000',
  });
  const deleteLabel = (confirm?: boolean) =>
    call('project.label_delete', 'gitlab_label_delete', { project_id, label_id: 'brief' }, confirm);

  test.each(revisions)('lists, reads, and destroys only what was agreed to, on %s', async (revision) => {
    await using server = await start(surface);
    const { alice } = server.gitlab.tokens;

    expect(await list(server, alice, revision)).toContain(deleteTool);
    expect(await run(server, alice, whoAmI, revision)).toMatchObject({ structuredContent: { username: 'alice' } });
    expect((await run(server, alice, createLabel, revision)).isError).toBeUndefined();

    const refused = await run(server, alice, deleteLabel(), revision);
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain('confirm set to true');
    expect(server.gitlab.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);

    expect((await run(server, alice, deleteLabel(true), revision)).isError).toBeUndefined();
    expect(server.gitlab.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  test.each([
    [
      'issue.move',
      'gitlab_issue_move',
      { project_id, issue_iid: 3, to_project_id: 'orbital/nowhere' },
      { dynamic: 'project.list', meta: 'gitlab_project.list', individual: 'gitlab_project_list' },
    ],
    [
      'issue.update',
      'gitlab_issue_update',
      { project_id, issue_iid: 3, assignee_ids: ['nobody-here'] },
      { dynamic: 'user.list', meta: 'gitlab_user.list', individual: 'gitlab_list_users' },
    ],
  ] as const)(
    'T-14: %s says with which action to search for a name that nothing has',
    async (id, tool, params, lists) => {
      await using server = await start(surface);

      const { isError, content } = await run(server, server.gitlab.tokens.alice, call(id, tool, params));

      expect(isError).toBe(true);
      expect(content[0]?.text).toContain('that this credential may see is called');
      expect(content[0]?.text).toContain(`Suggestion: search for it with ${lists[surface]}`);
      expect(content[0]?.text).not.toContain('schema');
    },
  );

  test('serves reads only when it is told to, and says of the rest that it exists', async () => {
    await using server = await start(surface, '--read-only');
    const { alice } = server.gitlab.tokens;

    expect((await run(server, alice, whoAmI)).isError).toBeUndefined();
    const refused = await run(server, alice, deleteLabel(true));

    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain('exists but is not offered here');
  });

  test('previews what would change in safe mode, without asking for agreement', async () => {
    await using server = await start(surface, '--safe-mode');

    const preview = await run(server, server.gitlab.tokens.alice, deleteLabel());

    expect(preview).toMatchObject({
      isError: true,
      structuredContent: { status: 'blocked', mode: 'safe', params: { project_id, label_id: 'brief' } },
    });
  });

  test('FG-04: refuses a fine-grained token what it was not granted, and runs the rest', async () => {
    await using server = await start(surface);
    const { granular } = server.gitlab.tokens;

    expect((await run(server, granular, whoAmI)).isError).toBeUndefined();
    const refused = await run(server, granular, deleteLabel(true));

    expect(refused.content[0]?.text).toContain(
      'action "project.label_delete" exists but this fine-grained personal access token was not granted what it needs',
    );
  });

  test('is what the official client can use', async () => {
    await using server = await start(surface);
    const client = new Client({ name: 'official-client', version: '1.0.0' });
    const requestInit = { headers: { 'PRIVATE-TOKEN': server.gitlab.tokens.alice } };
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));

    const { tools } = await client.listTools();
    const ran = await client.callTool(whoAmI);
    await client.close();

    expect(tools.map(({ name }) => name)).toContain(deleteTool);
    expect(ran.structuredContent).toMatchObject({ username: 'alice' });
  });
});

describe.each(listed)('the list of the surface %s', (surface) => {
  const { call } = surfaces[surface];

  test('has no tool that only changes things for readers', async () => {
    await using server = await start(surface, '--read-only');

    const tools = await list(server, server.gitlab.tokens.alice);

    expect(tools).toContain(surface === 'meta' ? 'gitlab_project' : 'gitlab_label_list');
    expect(tools).not.toContain('gitlab_label_delete');
  });

  test('FG-04: follows the grant of a fine-grained token', async () => {
    await using server = await start(surface);
    const { alice, granular } = server.gitlab.tokens;

    const all = JSON.stringify(await listTools(server, alice));
    const granted = JSON.stringify(await listTools(server, granular));

    expect(all).toMatch(/\b(gitlab_)?label_delete\b/);
    expect(granted).toMatch(/\b(gitlab_)?label_list\b/);
    expect(granted).not.toMatch(/\b(gitlab_)?label_delete\b/);
  });

  test('lacks what the operator took away, and a call of it is one of something unknown', async () => {
    await using server = await start(surface, '--exclude-tools=gitlab_wiki,project.label_delete');
    const { alice } = server.gitlab.tokens;

    const tools = await list(server, alice);
    const wiki = await answer(server, alice, call('wiki.list', 'gitlab_wiki_list', { project_id }));

    expect(tools.filter((name) => name.startsWith('gitlab_wiki'))).toEqual([]);
    expect(tools).not.toContain('gitlab_label_delete');
    expect(wiki?.error?.message).toContain('there is no tool');
  });

  test('gives every action an address where its schema is read', async () => {
    await using server = await start(surface);
    const read = modern('resources/read', { uri: 'gitlab://tools/project.label_delete' });

    const { messages } = await post(server.url, read.body, {
      token: server.gitlab.tokens.alice,
      headers: read.headers,
    });
    const [content] = (messages[0]?.result?.['contents'] ?? []) as readonly { readonly text: string }[];

    expect(JSON.parse(content?.text ?? '')).toMatchObject(
      surface === 'meta'
        ? {
            kind: 'meta_action',
            alias_of: 'gitlab_project.label_delete',
            call: { tool: 'gitlab_project', action: 'label_delete', confirm_location: 'params.confirm' },
          }
        : {
            kind: 'individual_tool',
            alias_of: 'gitlab_label_delete',
            call: { tool: 'gitlab_label_delete', confirm_location: 'arguments.confirm' },
          },
    );
  });
});

test('T-30: the start warns that few clients take a tool per action', async () => {
  await using server = await start('individual');

  expect(server.logs.filter(({ msg }) => String(msg).includes('many clients take no more than'))).toHaveLength(1);
});

interface CallResult {
  readonly isError?: true;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: object;
}

async function ask(server: TestServer, token: string, method: string, params: object, revision: string) {
  if (revision === '2026-07-28') {
    const { body, headers } = modern(method, { ...params });
    return (await post(server.url, body, { token, headers })).messages[0];
  }
  const session = { token, headers: { 'mcp-protocol-version': revision } };
  return (await post(server.url, { jsonrpc: '2.0', id: 1, method, params }, session)).messages[0];
}

async function listTools(server: TestServer, token: string, revision = '2026-07-28') {
  const result = (await ask(server, token, 'tools/list', {}, revision))?.result;
  return (result?.['tools'] ?? []) as readonly { readonly name: string }[];
}

async function list(server: TestServer, token: string, revision?: string): Promise<readonly string[]> {
  return (await listTools(server, token, revision)).map(({ name }) => name);
}

async function answer(server: TestServer, token: string, call: object, revision = '2026-07-28') {
  return ask(server, token, 'tools/call', call, revision);
}

async function run(server: TestServer, token: string, call: object, revision?: string): Promise<CallResult> {
  return (await answer(server, token, call, revision))?.result as unknown as CallResult;
}

describe('a tool that is not listed', () => {
  test.each<[SurfaceName, string, string]>([
    ['dynamic', 'gitlab_merge_request_list', 'call gitlab_execute_action with action merge_request.list'],
    ['dynamic', 'gitlab_issue', 'use one that tools/list shows'],
    ['meta', 'gitlab_merge_request_list', 'call gitlab_merge_request with action list'],
    ['individual', 'gitlab_merge_request_list', 'call gitlab_mr_list'],
    ['individual', 'gitlab_issue_close', 'call gitlab_issue_update'],
    ['individual', 'issue.close', 'call gitlab_issue_update'],
    ['individual', '__proto__', 'use one that tools/list shows'],
  ])(
    'on the surface %s by the name %s is answered with how to call what it stands for',
    async (surface, name, advice) => {
      await using server = await start(surface);

      const refused = await answer(server, server.gitlab.tokens.alice, { name, arguments: {} });

      expect(refused?.error).toMatchObject({
        code: -32602,
        message: `there is no tool ${JSON.stringify(name)}. Suggestion: ${advice}`,
      });
    },
  );

  test('that was taken away is not to be had by asking for its like', async () => {
    await using server = await start('individual', '--exclude-tools=gitlab_mr_list');

    const refused = await answer(server, server.gitlab.tokens.alice, {
      name: 'gitlab_merge_request_list',
      arguments: {},
    });

    expect(refused?.error?.message).toContain('use one that tools/list shows');
  });
});

test.each([
  ['gitlab_merge_request', 'note_create', /Suggestion: call .*gitlab_mr_review with action note_create/],
  ['gitlab_merge_request', 'draft_note_create', /call gitlab_mr_review with action draft_note_create, or give one of/],
  ['gitlab_pipeline', 'job.trace', /call gitlab_job with action trace, or give one of/],
  ['gitlab_pipeline', 'lost', /Suggestion: give one of/],
])('the group %s says where the action %s is', async (name, action, advice) => {
  await using server = await start('meta');

  const refused = await run(server, server.gitlab.tokens.alice, { name, arguments: { action, params: {} } });

  expect(refused.content[0]?.text).toMatch(advice);
});
