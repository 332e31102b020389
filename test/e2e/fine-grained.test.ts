import { describe, expect, test } from 'vitest';
import { type JsonRpcMessage, modern, post, startServer, type TestServer } from '../support/server.ts';

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('a fine-grained token', () => {
  test('FG-02, FG-04: finds what its grant reaches, and the next best match takes the place of the rest', async () => {
    await using server = await startServer();
    const { alice, granular } = server.gitlab.tokens;

    const classic = await find(server, alice, 'pipelines', 5);
    const fine = await find(server, granular, 'pipelines', 5);
    const labels = await find(server, granular, 'list labels of a project', 5);

    expect(classic.some((id) => id.startsWith('pipeline.'))).toBe(true);
    expect(fine.filter((id) => id.startsWith('pipeline.') && id !== 'pipeline.trigger_run')).toEqual([]);
    expect(labels).toContain('project.label_list');
  });

  test('FG-04: is told what it lacks when it calls beyond its grant, and GitLab is not asked', async () => {
    await using server = await startServer();
    const { granular } = server.gitlab.tokens;
    await call(server, granular, 'user.current');
    const asked = server.gitlab.requests.length;

    const refused = await call(server, granular, 'project.label_create', {
      project_id: 'orbital/ground-station',
      name: 'late',
      color: '#ff0000',
    });

    expect(refused['isError']).toBe(true);
    expect(textOf(refused)).toMatch(
      /^gitlab_execute_action: action "project\.label_create" exists but this fine-grained personal access token was not granted what it needs: the project permission \[Label: Create\], as GitLab 19\.4\.1 declares it\. .* Do not report the capability as missing\.$/,
    );
    expect(server.gitlab.requests).toHaveLength(asked);
    expect(server.logs.find(({ msg }) => msg === 'tool call refused')).toMatchObject({
      level: 'INFO',
      action: 'project.label_create',
      refusal_reason: 'fine_grained',
    });
  });

  test('FG-04: comes before confirmation and preview', async () => {
    await using confirming = await startServer();
    await using previewing = await startServer({ flags: ['--safe-mode'] });

    for (const server of [confirming, previewing]) {
      const refused = await call(server, server.gitlab.tokens.granular, 'project.delete', {
        project_id: 'orbital/ground-station',
      });
      expect(textOf(refused)).toContain('the project permission [Project: Delete]');
    }
  });

  test('FG-04: an action GitLab offers to no such token says so', async () => {
    await using server = await startServer();

    const refused = await call(server, server.gitlab.tokens.granular, 'branch.rule_list', {
      project_path: 'orbital/ground-station',
      project_id: 'orbital/ground-station',
    });

    expect(textOf(refused)).toMatch(
      /action "branch\.rule_list" exists but is not available to a fine-grained personal access token: .* Do not report the capability as missing\.$/,
    );
  });

  test('FG-04: runs what it was granted', async () => {
    await using server = await startServer();

    const result = await call(server, server.gitlab.tokens.granular, 'project.label_list', {
      project_id: 'orbital/ground-station',
    });

    expect(result['isError']).toBeUndefined();
    expect(result['structuredContent']).toHaveProperty('items');
  });

  test('a read that may be public is let through, and GitLab says what is missing', async () => {
    await using server = await startServer();

    const refused = await call(server, server.gitlab.tokens.granular, 'branch.list', {
      project_id: 'orbital/ground-station',
    });

    expect(refused['isError']).toBe(true);
    expect(textOf(refused)).toContain('GitLab asks for a fine-grained permission [Branch: Read]');
  });

  test.each(['2026-07-28', '2025-11-25', '2025-06-18'])(
    'FG-04: with reads alone in its grant the execute tool says so in %s, and to nobody else',
    async (revision) => {
      // What GitLab does not judge by the grant is in everybody's reach, so the few writes among it are taken away.
      const unjudged = 'pipeline.trigger_run,gitlab_runner';
      await using server = await startServer({ flags: [`--exclude-tools=${unjudged}`] });
      const { granularOneProject, alice, granular } = server.gitlab.tokens;

      const hints = [];
      for (const token of [granularOneProject, alice, granular]) {
        const { tools } = await list(server, token, revision);
        hints.push(tools.map(({ name, annotations }) => [name, annotations.readOnlyHint]));
      }

      expect(hints).toEqual([
        [
          ['gitlab_find_action', true],
          ['gitlab_execute_action', true],
        ],
        [
          ['gitlab_find_action', true],
          ['gitlab_execute_action', false],
        ],
        [
          ['gitlab_find_action', true],
          ['gitlab_execute_action', false],
        ],
      ]);
    },
  );

  test('FG-03: the reading of its grant is logged once, without what it holds', async () => {
    await using server = await startServer();
    const { granular } = server.gitlab.tokens;

    await call(server, granular, 'user.current');
    await call(server, granular, 'user.current');

    const lines = server.logs.filter(({ msg }) => msg === 'fine-grained token: grant evaluated');
    expect(lines).toMatchObject([
      { level: 'INFO', phase: 'admission', reasons: [], judged_by: '19.4.1', gitlab_version: '19.4.1-ee' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('read_work_item');
  });

  test('FG-03: a permission nobody knows leaves the judgement to GitLab, and at most three are named', async () => {
    await using server = await startServer();
    const unknown = ['see_future', 'see_past', `see_${'x'.repeat(100)}`, 'see_through'];
    const { secret } = server.gitlab.controls.createToken({
      user: 'alice',
      grants: [
        { access: 'user', permissions: ['read_user', 'read_personal_access_token'], projectId: null, groupId: null },
        { access: 'instance', permissions: ['read_metadata'], projectId: null, groupId: null },
        { access: 'all_memberships', permissions: unknown, projectId: null, groupId: null },
      ],
    });

    const refused = await call(server, secret, 'project.label_create', {
      project_id: 'orbital/ground-station',
      name: 'late',
      color: '#ff0000',
    });

    expect(textOf(refused)).toContain('GitLab asks for a fine-grained permission [Label: Create]');
    expect(server.logs.find(({ msg }) => msg === 'fine-grained token: grant evaluated')).toMatchObject({
      reasons: ['permission-unknown'],
      unknown_permissions: 4,
      named: ['see_future', 'see_past', `see_${'x'.repeat(60)}`],
    });
  });

  test('FG-03: an instance that is upgraded brings the verdict of its new version with the next check', async () => {
    await using server = await startServer({ flags: ['--revalidate-interval=100ms'] });
    const { granular } = server.gitlab.tokens;
    const label = { project_id: 'orbital/ground-station', name: 'late', color: '#ff0000' };
    expect(textOf(await call(server, granular, 'project.label_create', label))).toContain('was not granted');

    server.gitlab.configure({ version: '20.0.0' });

    await expect
      .poll(async () => textOf(await call(server, granular, 'project.label_create', label)), { timeout: 5_000 })
      .toContain('GitLab asks for a fine-grained permission [Label: Create]');
    expect(server.logs.filter(({ msg }) => msg === 'fine-grained token: grant evaluated')).toMatchObject([
      { phase: 'admission', reasons: [] },
      { phase: 'revalidation', reasons: ['version-outside-record'] },
    ]);
  });

  test('FG-05: --ignore-scopes lifts the filter of classic scopes; the grant and the least scope stay', async () => {
    await using server = await startServer({ flags: ['--ignore-scopes'] });
    const { granular, readOnly, readUser } = server.gitlab.tokens;

    const hint = async (token: string) => (await list(server, token, '2025-11-25')).tools[1]?.annotations.readOnlyHint;
    const refused = await call(server, granular, 'project.delete', { project_id: 'orbital/ground-station' });

    expect(await hint(readOnly)).toBe(false);
    expect(textOf(refused)).toContain('the project permission [Project: Delete]');
    expect((await post(server.url, listTools, { token: readUser })).status).toBe(403);
  });

  test('FG-01: without User: Read it is refused at the door, in GitLab’s words too', async () => {
    await using server = await startServer();
    const { granularWithoutUser } = server.gitlab.tokens;

    const refused = await post(server.url, listTools, { token: granularWithoutUser });

    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBeNull();
    expect(refused.messages[0]?.error?.code).toBe(-40300);
    expect(refused.messages[0]?.error?.message).toMatch(
      /^GitLab accepted this token and refused it the permission to read its own user\..*\[User: Read\]/,
    );
    expect(server.logs.find(({ msg }) => String(msg).includes('may not read its own user'))).toMatchObject({
      permissions: 1,
      named: ['User: Read'],
    });
  });
});

async function find(server: TestServer, token: string, query: string, limit: number): Promise<string[]> {
  const found = await callTool(server, token, 'gitlab_find_action', { query, limit });
  const { results } = found['structuredContent'] as { readonly results: readonly { readonly id: string }[] };
  return results.map(({ id }) => id);
}

async function call(server: TestServer, token: string, action: string, params: object = {}) {
  return callTool(server, token, 'gitlab_execute_action', { action, params });
}

async function callTool(server: TestServer, token: string, name: string, args: object) {
  return (await request(server, token, 'tools/call', { name, arguments: args })).result ?? {};
}

interface ToolList {
  readonly tools: readonly { readonly name: string; readonly annotations: { readonly readOnlyHint: boolean } }[];
}

async function list(server: TestServer, token: string, revision: string): Promise<ToolList> {
  if (revision === '2026-07-28') return (await request(server, token, 'tools/list', {})).result as unknown as ToolList;
  const headers = { 'mcp-protocol-version': revision };
  const { messages } = await post(server.url, listTools, { token, headers });
  return messages[0]?.result as unknown as ToolList;
}

async function request(server: TestServer, token: string, method: string, params: object): Promise<JsonRpcMessage> {
  const { body, headers } = modern(method, { ...params });
  const { messages } = await post(server.url, body, { token, headers });
  const [message] = messages;
  if (message === undefined) throw new Error('there was no answer');
  return message;
}

function textOf(result: Readonly<Record<string, unknown>>): string {
  return (result['content'] as readonly { readonly text: string }[])[0]?.text ?? '';
}
