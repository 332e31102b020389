import { describe, expect, test } from 'vitest';
import { modern, post, startServer, type TestServer } from '../support/server.ts';

const older = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

interface Listed {
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly [field: string]: unknown;
}

describe('lists of resources', () => {
  test('HINT-01: they may be kept for an hour by whoever asked, on the newest revision', async () => {
    await using server = await startServer();

    for (const method of ['resources/list', 'resources/templates/list']) {
      expect(await ask(server, method)).toMatchObject({
        resultType: 'complete',
        ttlMs: 3_600_000,
        cacheScope: 'private',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'gitlab-mcp-server' } },
      });
    }
  });

  test.each(older)('T-40: revision %s gets no field that it does not define', async (revision) => {
    await using server = await startServer();

    const listed = await askOlder(server, revision, 'resources/list');
    const templates = await askOlder(server, revision, 'resources/templates/list');

    const everything = [...(listed['resources'] as Listed[]), ...(templates['resourceTemplates'] as Listed[])];
    expect(everything.length).toBeGreaterThan(40);
    expect([...Object.keys(listed), ...Object.keys(templates)]).toEqual(['resources', 'resourceTemplates']);
    const fields = new Set(everything.flatMap((each) => Object.keys(each)));
    const newer = revision === '2025-11-25' || revision === '2025-06-18' ? ['title', '_meta'] : [];
    const newest = revision === '2025-11-25' ? ['icons'] : [];
    const known = ['uri', 'uriTemplate', 'name', 'description', 'mimeType', 'annotations', ...newer, ...newest];
    expect([...fields].filter((field) => !known.includes(field))).toEqual([]);
    expect(fields.has('title')).toBe(newer.length > 0);
    expect(fields.has('icons')).toBe(newest.length > 0);
  });

  test('T-41: templates say that they can be watched exactly where watching is declared', async () => {
    for (const flags of [[], ['--capability-surface=minimal']]) {
      await using server = await startServer({ flags });

      const { capabilities } = (await ask(server, 'server/discover')) as { capabilities: { resources: object } };
      const templates = (await ask(server, 'resources/templates/list'))['resourceTemplates'] as Listed[];
      const manifest = bodyOf((await read(server, 'gitlab://tools')).result);

      const isDeclared = 'subscribe' in capabilities.resources;
      const marked = templates.filter(({ description }) => String(description).includes('Subscribable'));
      expect(marked.length > 0).toBe(isDeclared);
      expect(templates.filter(({ _meta }) => _meta !== undefined)).toEqual(marked);
      expect(Object.hasOwn(manifest as object, 'subscriptions')).toBe(isDeclared);
    }
  });

  test('minimal lists the manifest, and what is left out cannot be read either', async () => {
    await using server = await startServer({ flags: ['--capability-surface=minimal'] });

    expect(urisOf(await ask(server, 'resources/list'))).toEqual(['gitlab://tools']);
    expect(urisOf(await ask(server, 'resources/templates/list'))).toEqual(['gitlab://tools/{id}']);
    expect((await read(server, 'gitlab://user/current')).error).toMatchObject({ code: -32602 });
    expect((await read(server, 'gitlab://guides/code-review')).error).toMatchObject({ code: -32602 });
    expect((await read(server, 'gitlab://tools/user.current')).result).toBeDefined();
  });

  test('what the operator excludes is listed nowhere and cannot be read', async () => {
    await using server = await startServer({ flags: ['--exclude-tools=repository.file_raw,gitlab_user'] });

    expect(urisOf(await ask(server, 'resources/list'))).not.toContain('gitlab://user/current');
    expect(urisOf(await ask(server, 'resources/templates/list'))).not.toContain(
      'gitlab://project/{project_id}/file/{ref}/{+path}',
    );
    expect((await read(server, 'gitlab://user/current')).error).toMatchObject({
      code: -32602,
      data: { uri: 'gitlab://user/current' },
    });
  });

  test('a cursor that was never given out is refused', async () => {
    await using server = await startServer();
    const { body, headers } = modern('resources/list', { cursor: 'x' });

    const answer = await post(server.url, body, { token: server.gitlab.tokens.alice, headers });

    expect(answer.messages[0]?.error).toMatchObject({ code: -32602 });
  });
});

describe('reading', () => {
  test('HINT-01: live data is stale at once, guides keep for an hour, the manifest as long as the tool list', async () => {
    await using server = await startServer();
    await using fixed = await startServer({ flags: ['--tier=ultimate'] });

    const live = await read(server, 'gitlab://user/current');
    expect(live.result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
    expect((await read(server, 'gitlab://guides/git-workflow')).result).toMatchObject({
      ttlMs: 3_600_000,
      cacheScope: 'private',
    });
    for (const uri of ['gitlab://tools', 'gitlab://tools/project.get']) {
      expect((await read(server, uri)).result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
      expect((await read(fixed, uri)).result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'private' });
    }
  });

  test.each(older)('T-40: revision %s gets contents and nothing about caching', async (revision) => {
    await using server = await startServer();

    const result = await askOlder(server, revision, 'resources/read', { uri: 'gitlab://user/current' });

    expect(Object.keys(result)).toEqual(['contents']);
    expect(result['contents']).toEqual([
      {
        uri: 'gitlab://user/current',
        mimeType: 'application/json',
        text: expect.stringContaining('"username":"alice"') as string,
      },
    ]);
  });

  test.each([
    ['gitlab://project/orbital%2Fground-station', { path_with_namespace: 'orbital/ground-station' }],
    ['gitlab://project/orbital/ground-station', { path_with_namespace: 'orbital/ground-station' }],
    ['gitlab://group/orbital', { full_path: 'orbital' }],
  ])('%s is %j', async (uri, expected) => {
    await using server = await startServer();

    const { result } = await read(server, uri);

    expect(bodyOf(result)).toMatchObject(expected);
  });

  test.each([
    'gitlab://groups',
    'gitlab://project/orbital%2Fground-station/members',
    'gitlab://project/orbital%2Fground-station/issues',
    'gitlab://project/orbital%2Fground-station/branches',
    'gitlab://group/orbital/projects',
  ])('SUB-15: %s says how complete it is', async (uri) => {
    await using server = await startServer();

    const { result } = await read(server, uri);

    const body = bodyOf(result);
    expect(body).not.toEqual([]);
    expect(result?.['_meta']).toMatchObject({
      'io.github.jmrplens/pageInfo': { returned: Array.isArray(body) ? body.length : 0, complete: true },
    });
  });

  test('every kind of object can be read', async () => {
    await using server = await startServer();
    const project = 'gitlab://project/orbital%2Fground-station';
    const latest = bodyOf((await read(server, `${project}/pipelines/latest`)).result) as { id: number };
    const pipeline = `${project}/pipeline/${latest.id}`;
    const [job] = bodyOf((await read(server, `${pipeline}/jobs`)).result) as readonly { id: number }[];

    const bodies = new Map<string, unknown>();
    for (const uri of [
      pipeline,
      `${project}/job/${job?.id}`,
      `${project}/commit/main`,
      `${project}/file/main/README.md`,
      `${project}/wiki/antennas%2Ffirst-mast`,
      `${project}/branch/feature%2Fdoppler`,
      `${project}/tag/v1.2.0`,
      `${project}/release/v1.2.0`,
      `${project}/label/bug`,
      `${project}/milestone/1`,
      `${project}/board/1`,
      `${project}/deployment/1`,
      `${project}/environment/1`,
      `${project}/feature_flag/both-antennas`,
      `${project}/issue/1`,
      `${project}/mr/1`,
      `${project}/mr/1/notes`,
      `${project}/mr/1/discussions`,
      'gitlab://group/orbital/label/bug',
      'gitlab://group/orbital/milestone/1',
    ]) {
      bodies.set(uri, bodyOf((await read(server, uri)).result));
    }

    expect([...bodies].filter(([, body]) => body === null).map(([uri]) => uri)).toEqual([]);
    expect(bodies.get(`${project}/wiki/antennas%2Ffirst-mast`)).toMatchObject({ slug: 'antennas/first-mast' });
    expect(bodies.get(`${project}/branch/feature%2Fdoppler`)).toMatchObject({ name: 'feature/doppler' });
    expect(bodies.get(`${project}/label/bug`)).toMatchObject({ name: 'bug', open_issues_count: 2 });
    expect(bodies.get('gitlab://group/orbital/milestone/1')).toMatchObject({ iid: 1, title: 'Spring campaign' });
  });

  test('T-45: each caller reads with the own token', async () => {
    await using server = await startServer();
    const { alice, bob } = server.gitlab.tokens;

    const [first, second] = await Promise.all([
      read(server, 'gitlab://user/current', alice),
      read(server, 'gitlab://user/current', bob),
    ]);

    expect(bodyOf(first.result)).toMatchObject({ username: 'alice' });
    expect(bodyOf(second.result)).toMatchObject({ username: 'bob' });
  });

  test('the manifest names every action, and how to call each', async () => {
    await using server = await startServer();

    const manifest = bodyOf((await read(server, 'gitlab://tools')).result) as {
      entries: { id: string }[];
      entry_count: number;
    };
    const detail = bodyOf((await read(server, 'gitlab://tools/issue.get')).result);

    expect(manifest).toMatchObject({ surface: 'dynamic', visible_tool_count: 2 });
    expect(manifest.entries.map(({ id }) => id)).toContain('issue.get');
    expect(manifest.entries).toHaveLength(manifest.entry_count);
    expect(detail).toMatchObject({
      call: { tool: 'gitlab_execute_action', action: 'issue.get', params_location: 'params' },
      input_schema: { required: ['project_id', 'issue_iid'] },
    });
  });

  test('a read is one log line, with the kind and never the URI', async () => {
    await using server = await startServer();

    await read(server, 'gitlab://project/orbital%2Fground-station');
    await read(server, 'gitlab://project/orbital%2Fnothing');

    const lines = server.logs.filter(({ msg }) => String(msg).startsWith('resource read'));
    expect(lines.map(({ msg, resource }) => ({ msg, resource }))).toEqual([
      { msg: 'resource read completed', resource: 'project' },
      { msg: 'resource read refused', resource: 'project' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('gitlab://');
  });
});

describe('results of tools', () => {
  const issue = { action: 'issue.get', params: { project_id: 'orbital/ground-station', issue_iid: 1 } };

  test('repeat their object under a URI that can be read', async () => {
    await using server = await startServer();

    const uri = await embeddedUri(server, issue);

    expect(uri).toBe('gitlab://project/orbital%2Fground-station/issue/1');
    expect(bodyOf((await read(server, uri ?? '')).result)).toMatchObject({ iid: 1 });
  });

  test.each(['--embedded-resources=false', '--capability-surface=minimal'])('do not under %s', async (flag) => {
    await using server = await startServer({ flags: [flag] });

    expect(await embeddedUri(server, issue)).toBeUndefined();
  });
});

describe('a fine-grained token', () => {
  test('FG-04: sees in the manifest what it reaches, and reads nothing else', async () => {
    await using server = await startServer();
    const { alice, granular } = server.gitlab.tokens;

    const whole = bodyOf((await read(server, 'gitlab://tools', alice)).result) as { entry_count: number };
    const trimmed = bodyOf((await read(server, 'gitlab://tools', granular)).result) as { entry_count: number };

    expect(trimmed.entry_count).toBeGreaterThan(2);
    expect(trimmed.entry_count).toBeLessThan(whole.entry_count / 2);
    expect((await read(server, 'gitlab://tools/project.delete', granular)).error).toMatchObject({ code: -32602 });
    expect((await read(server, 'gitlab://tools/project.delete', alice)).result).toBeDefined();
  });
});

describe('what cannot be read', () => {
  test.each([
    'gitlab://nothing',
    'gitlab://project/orbital%2Fnothing',
    'gitlab://project/1/issue/x',
    'file:///etc/passwd',
    '',
  ])('T-09: %j is not found, on every revision, with the URI', async (uri) => {
    await using server = await startServer();

    for (const { error } of [await read(server, uri), ...(await readOlder(server, uri))]) {
      expect(error).toMatchObject({ code: -32602, data: { uri } });
    }
  });

  test.each([{}, { uri: 5 }, { uri: null }])('params %j are refused in our words', async (params) => {
    await using server = await startServer();
    const { body } = modern('resources/read', params);
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'resources/read', 'mcp-name': 'x' };

    const legacy = await post(
      server.url,
      { jsonrpc: '2.0', id: 1, method: 'resources/read', params },
      { token: server.gitlab.tokens.alice, headers: { 'mcp-protocol-version': '2025-11-25' } },
    );
    expect(legacy.messages[0]?.error).toEqual({
      code: -32602,
      message: 'Invalid params for resources/read: uri is missing, give a text',
    });
    const newest = await post(server.url, body, { token: server.gitlab.tokens.alice, headers });
    expect(newest.messages[0]?.error?.code).toBeLessThan(0);
  });

  test('a refusal of GitLab is an error with its words', async () => {
    await using server = await startServer();
    server.gitlab.fail({ path: '/projects/orbital%2Fground-station' }, { kind: 'status', status: 403 }, 5);

    const { error } = await read(server, 'gitlab://project/orbital%2Fground-station');

    expect(error?.code).toBe(-32603);
    expect(error?.message).toMatch(/403/);
  });

  test('RATE-04: past the rate limit a read is an error with code -42900', async () => {
    await using server = await startServer({ flags: ['--rate-limit-rps=0.01', '--rate-limit-burst=1'] });

    await read(server, 'gitlab://guides/git-workflow');
    const { error } = await read(server, 'gitlab://guides/git-workflow');

    expect(error).toMatchObject({ code: -42900 });
  });
});

async function ask(server: TestServer, method: string): Promise<Readonly<Record<string, unknown>>> {
  const { body, headers } = modern(method);
  const answer = await post(server.url, body, { token: server.gitlab.tokens.alice, headers });
  return answer.messages[0]?.result ?? {};
}

async function askOlder(
  server: TestServer,
  revision: string,
  method: string,
  params: object = {},
): Promise<Readonly<Record<string, unknown>>> {
  const message = await postOlder(server, revision, method, params);
  return message?.result ?? {};
}

async function postOlder(server: TestServer, revision: string, method: string, params: object) {
  const answer = await post(
    server.url,
    { jsonrpc: '2.0', id: 1, method, params },
    { token: server.gitlab.tokens.alice, headers: { 'mcp-protocol-version': revision } },
  );
  return answer.messages[0];
}

async function read(server: TestServer, uri: string, token: string = server.gitlab.tokens.alice) {
  const { body, headers } = modern('resources/read', { uri });
  const answer = await post(server.url, body, { token, headers });
  return answer.messages[0] ?? {};
}

async function readOlder(server: TestServer, uri: string) {
  return Promise.all(
    older.map(async (revision) => (await postOlder(server, revision, 'resources/read', { uri })) ?? {}),
  );
}

async function embeddedUri(server: TestServer, args: object): Promise<string | undefined> {
  const { body, headers } = modern('tools/call', { name: 'gitlab_execute_action', arguments: args });
  const answer = await post(server.url, body, { token: server.gitlab.tokens.alice, headers });
  const content = (answer.messages[0]?.result?.['content'] ?? []) as readonly { resource?: { uri: string } }[];
  return content.find(({ resource }) => resource !== undefined)?.resource?.uri;
}

function bodyOf(result: Readonly<Record<string, unknown>> | undefined): unknown {
  const [contents] = (result?.['contents'] ?? []) as readonly { text: string }[];
  return JSON.parse(contents?.text ?? 'null');
}

function urisOf(result: Readonly<Record<string, unknown>>): readonly (string | undefined)[] {
  const listed = (result['resources'] ?? result['resourceTemplates'] ?? []) as readonly Listed[];
  return listed.map(({ uri, uriTemplate }) => uri ?? uriTemplate);
}
