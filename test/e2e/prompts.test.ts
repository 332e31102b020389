import { describe, expect, test } from 'vitest';
import { modern, post, startServer, type TestServer } from '../support/server.ts';
import { initialize } from '../support/session.ts';

const station = { project_id: 'orbital/ground-station' };
const older = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

describe('prompts/list', () => {
  test('HINT-01: the newest revision may keep it for an hour and share it', async () => {
    await using server = await startServer();

    const result = await ask(server, 'prompts/list');

    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' });
    expect(result['prompts']).toHaveLength(37);
    expect(result['prompts']).toContainEqual({
      name: 'review_mr',
      title: 'Review MR',
      description: expect.stringContaining('Review a merge request') as string,
      icons: [
        expect.objectContaining({ mimeType: 'image/svg+xml' }),
        expect.objectContaining({ mimeType: 'image/webp', theme: 'light' }),
        expect.objectContaining({ mimeType: 'image/webp', theme: 'dark' }),
      ],
      arguments: [
        expect.objectContaining({ name: 'project_id', title: 'Project ID', required: true }),
        expect.objectContaining({ name: 'merge_request_iid', title: 'Merge Request IID', required: true }),
      ],
    });
  });

  test.each(older)('T-40: %s gets the fields it knows', async (revision) => {
    await using server = await startServer();

    const { prompts, ...rest } = await askOlder(server, revision, 'prompts/list');

    expect(rest).toEqual({});
    const [first] = prompts as readonly [Record<string, unknown>];
    const titled = revision >= '2025-06-18';
    const drawn = revision === '2025-11-25' ? ['icons'] : [];
    expect(Object.keys(first)).toEqual(['name', ...(titled ? ['title'] : []), 'description', ...drawn, 'arguments']);
    expect(Object.keys((first['arguments'] as readonly [object])[0])).toEqual([
      'name',
      'description',
      'required',
      ...(titled ? ['title'] : []),
    ]);
  });

  test('RATE-05: is not charged', async () => {
    await using server = await startServer({ flags: ['--rate-limit-rps=1', '--rate-limit-burst=1'] });

    for (let index = 0; index < 5; index += 1) expect(await ask(server, 'prompts/list')).toHaveProperty('prompts');
  });

  test.each([
    { flags: ['--exclude-tools=pipeline.latest'], missing: ['summarize_pipeline_status', 'project_health_check'] },
    { flags: ['--read-only'], missing: [] },
    { flags: ['--tier=free'], missing: [] },
  ])('$flags takes away $missing', async ({ flags, missing }) => {
    await using server = await startServer({ flags });

    const { prompts } = await ask(server, 'prompts/list');

    const names = (prompts as readonly { name: string }[]).map(({ name }) => name);
    expect(names).toHaveLength(37 - missing.length);
    for (const name of missing) expect(names).not.toContain(name);
  });
});

describe('the actions a prompt names', () => {
  test.each([
    ['dynamic', '`mr_review.draft_note_create`', '`job.trace`'],
    ['meta', '`gitlab_mr_review.draft_note_create`', '`gitlab_job.trace`'],
    ['individual', '`gitlab_mr_draft_note_create`', '`gitlab_job_trace`'],
  ])('have the names by which a client of the surface %s calls them', async (surface, draft, log) => {
    await using server = await startServer({ flags: [`--tool-surface=${surface}`] });
    const project_id = 'orbital/ground-station';

    const review = await ask(server, 'prompts/get', {
      name: 'review_mr',
      arguments: { project_id, merge_request_iid: '7' },
    });
    const status = await ask(server, 'prompts/get', { name: 'summarize_pipeline_status', arguments: { project_id } });

    expect(JSON.stringify(review)).toContain(draft);
    expect(JSON.stringify(status)).toContain(log);
    expect(JSON.stringify([review, status])).not.toMatch(surface === 'dynamic' ? /gitlab_/ : /`(?:mr_review|job)\./);
  });
});

describe('the capabilities', () => {
  test.each(older)(
    'T-41: %s declares prompts, and completions since there is a capability for them',
    async (revision) => {
      await using server = await startServer();
      const answer = await post(server.url, initialize(revision), { token: server.gitlab.tokens.alice });

      const capabilities = answer.messages[0]?.result?.['capabilities'];

      expect(capabilities).toMatchObject({ prompts: { listChanged: true } });
      expect(Object.keys(capabilities as object).includes('completions')).toBe(revision !== '2024-11-05');
    },
  );

  test('T-41: the minimal surface has no prompts, in any revision', async () => {
    await using server = await startServer({ flags: ['--capability-surface=minimal'] });

    const { capabilities } = (await ask(server, 'server/discover')) as { capabilities: object };
    expect(Object.keys(capabilities)).toEqual(['tools', 'resources', 'completions']);

    for (const method of ['prompts/list', 'prompts/get']) {
      const params = method === 'prompts/get' ? { name: 'my_issues', arguments: {} } : {};
      const newest = await send(server, method, params);
      expect(newest).toMatchObject({ status: 404, messages: [{ error: { code: -32601 } }] });
      const before = await sendOlder(server, '2025-06-18', method, params);
      expect(before.messages[0]?.error?.code).toBe(-32601);
    }
    expect(await complete(server, 'ref/resource', 'gitlab://project/{project_id}', 'project_id', '')).toEqual({
      values: [],
    });
    expect(server.gitlab.requests.filter(({ path }) => path.endsWith('/projects'))).toEqual([]);
  });
});

describe('prompts/get', () => {
  test('answers one message of the user, made with the caller’s own token', async () => {
    await using server = await startServer();

    const result = await ask(server, 'prompts/get', { name: 'summarize_open_mrs', arguments: station });

    expect(result).toEqual({
      resultType: 'complete',
      description: expect.any(String) as string,
      messages: [{ role: 'user', content: { type: 'text', text: expect.stringContaining('!8') as string } }],
      _meta: expect.any(Object) as object,
    });
    expect(server.gitlab.requests.at(-1)?.token).toBe('alice');
    expect(server.logs).toContainEqual(
      expect.objectContaining({ msg: 'prompt completed', prompt: 'summarize_open_mrs', user: 'alice' }),
    );
  });

  test.each(older)('answers in %s', async (revision) => {
    await using server = await startServer();

    const result = await askOlder(server, revision, 'prompts/get', { name: 'label_distribution', arguments: station });

    expect(Object.keys(result)).toEqual(['description', 'messages']);
    expect(result['messages']).toHaveLength(1);
  });

  test.each([
    [{}, 'name is missing'],
    [{ name: 7 }, 'name is missing'],
    [{ name: 'nope' }, 'there is no prompt "nope"'],
    [{ name: 'constructor' }, 'there is no prompt "constructor"'],
    [{ name: 'review_mr' }, 'review_mr: project_id is missing, give the numeric ID or full path'],
    [{ name: 'review_mr', arguments: null }, 'review_mr: project_id is missing'],
    [{ name: 'review_mr', arguments: [] }, 'arguments must be an object'],
    [{ name: 'review_mr', arguments: { ...station, merge_request_iid: 'two' } }, 'merge_request_iid is "two"'],
  ])('%o is refused with -32602', async (params, message) => {
    await using server = await startServer();

    const { messages } = await sendOlder(server, '2025-11-25', 'prompts/get', params);

    expect(messages[0]?.error).toMatchObject({ code: -32602, message: expect.stringContaining(message) as string });
  });

  test('a GitLab that fails is -32603 with what it said, and a line in the log', async () => {
    await using server = await startServer();
    server.gitlab.fail({ path: '*/labels' }, { kind: 'status', status: 500 });

    const { messages } = await send(server, 'prompts/get', { name: 'label_distribution', arguments: station });

    expect(messages[0]?.error).toMatchObject({ code: -32603, message: expect.stringContaining('500') as string });
    expect(server.logs).toContainEqual(expect.objectContaining({ msg: 'prompt failed', code: 'gitlab.refused' }));
    expect(JSON.stringify(server.logs)).not.toContain('orbital/ground-station');
  });

  test('RATE-01: comes out of the bucket of calls, and a refused one is -42900', async () => {
    await using server = await startServer({ flags: ['--rate-limit-rps=0.001', '--rate-limit-burst=1'] });
    const params = { name: 'label_distribution', arguments: station };

    expect(await ask(server, 'prompts/get', params)).toHaveProperty('messages');
    const refused = await send(server, 'prompts/get', params);

    expect(refused).toMatchObject({ status: 200, messages: [{ error: { code: -42900 } }] });
  });
});

describe('completion/complete', () => {
  test.each(['2026-07-28', ...older])('completes an argument of a prompt in %s', async (revision) => {
    await using server = await startServer();
    const params = {
      ref: { type: 'ref/prompt', name: 'compare_branches' },
      argument: { name: 'from', value: 'v1' },
      context: { arguments: station },
    };

    const { completion } =
      revision === '2026-07-28'
        ? await ask(server, 'completion/complete', params)
        : await askOlder(server, revision, 'completion/complete', params);

    expect(completion).toEqual({ values: ['v1.2.0', 'v1.1.0', 'v1.0.0'], total: 3, hasMore: false });
  });

  test('completes a variable of a template', async () => {
    await using server = await startServer();
    const uri = 'gitlab://project/{project_id}/mr/{merge_request_iid}';

    expect(await complete(server, 'ref/resource', uri, 'project_id', 'orbital/gr')).toMatchObject({
      values: ['orbital/ground-station'],
    });
    expect(await complete(server, 'ref/resource', uri, 'merge_request_iid', '', station)).toMatchObject({
      values: ['8', '7', '5', '6', '4'],
    });
    expect(await complete(server, 'ref/resource', uri, 'branch', '', station)).toEqual({ values: [] });
  });

  test('a caller is shown what they may see and no more', async () => {
    await using server = await startServer();
    const seen = async (token: string) =>
      (await complete(server, 'ref/prompt', 'review_mr', 'project_id', 'acme', {}, token)) as { values: string[] };

    expect((await seen('alice')).values).toContain('acme/empty');
    expect((await seen('stranger')).values).toEqual([]);
  });

  test.each([
    [{}, 'ref is missing'],
    [{ ref: { type: 'ref/prompt', name: 'review_mr' } }, 'argument is missing'],
    [{ ref: { type: 'ref/prompt', name: 'nope' }, argument: { name: 'project_id', value: '' } }, 'there is no prompt'],
    [{ ref: { type: 'ref/tool', name: 'x' }, argument: { name: 'project_id', value: '' } }, 'ref must be'],
    [{ ref: { type: 'ref/prompt', name: 'review_mr' }, argument: { name: 'a', value: 7 } }, 'argument.value must be'],
  ])('T-05: %o is refused with -32602, and the process lives', async (params, message) => {
    await using server = await startServer();

    const { messages } = await sendOlder(server, '2025-11-25', 'completion/complete', params);

    expect(messages[0]?.error).toMatchObject({ code: -32602, message: expect.stringContaining(message) as string });
    expect(await ask(server, 'prompts/list')).toHaveProperty('prompts');
  });

  test('RATE-02: has a bucket of its own, ten times as large, and a refused one proposes nothing', async () => {
    await using server = await startServer({ flags: ['--rate-limit-rps=0.001', '--rate-limit-burst=1'] });
    const asked = async () => complete(server, 'ref/prompt', 'review_mr', 'project_id', 'orbital');

    for (let index = 0; index < 10; index += 1) expect(await asked()).toHaveProperty('total');
    expect(await asked()).toEqual({ values: [] });
    expect(await ask(server, 'prompts/get', { name: 'label_distribution', arguments: station })).toHaveProperty(
      'messages',
    );
  });

  test('a GitLab that fails proposes nothing', async () => {
    await using server = await startServer();
    server.gitlab.fail({ path: '/projects' }, { kind: 'status', status: 502 });

    expect(await complete(server, 'ref/prompt', 'review_mr', 'project_id', '')).toEqual({ values: [] });
  });

  test('HELD-02: where no call can be held, an older client is proposed nothing', async () => {
    await using server = await startServer({ descriptorLimit: 600 });
    server.gitlab.fail({ path: '*/labels' }, { kind: 'hang' });
    const hanging = new AbortController();
    const params = { name: 'label_distribution', arguments: station };
    const held = Array.from({ length: 7 }, async () =>
      sendOlder(server, '2025-11-25', 'prompts/get', params, hanging.signal),
    );

    const busy = async () =>
      sendOlder(server, '2025-11-25', 'prompts/get', { ...params, name: 'my_issues', arguments: {} });
    await expect.poll(async () => (await busy()).messages[0]?.error?.code).toBe(-42900);
    const { messages } = await sendOlder(server, '2025-11-25', 'completion/complete', {
      ref: { type: 'ref/prompt', name: 'review_mr' },
      argument: { name: 'project_id', value: '' },
    });

    expect(messages[0]?.result).toEqual({ completion: { values: [] } });
    hanging.abort();
    await Promise.allSettled(held);
  });
});

async function send(
  server: TestServer,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  token = 'alice',
) {
  const { body, headers } = modern(method, params);
  return post(server.url, body, { headers, token: server.gitlab.tokens[token] ?? '' });
}

async function ask(server: TestServer, method: string, params?: Readonly<Record<string, unknown>>, token?: string) {
  const { messages } = await send(server, method, params, token);
  const [message] = messages;
  if (message?.result === undefined) throw new Error(JSON.stringify(message));
  return message.result;
}

async function sendOlder(
  server: TestServer,
  revision: string,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  signal?: AbortSignal,
) {
  return post(
    server.url,
    { jsonrpc: '2.0', id: 1, method, params },
    {
      headers: { 'mcp-protocol-version': revision },
      token: server.gitlab.tokens.alice,
      ...(signal === undefined ? {} : { signal }),
    },
  );
}

async function askOlder(
  server: TestServer,
  revision: string,
  method: string,
  params?: Readonly<Record<string, unknown>>,
) {
  const { messages } = await sendOlder(server, revision, method, params);
  const result = messages.at(-1)?.result;
  if (result === undefined) throw new Error(JSON.stringify(messages));
  return result;
}

async function complete(
  server: TestServer,
  type: 'ref/prompt' | 'ref/resource',
  subject: string,
  name: string,
  value: string,
  filled: Readonly<Record<string, string>> = {},
  token?: string,
): Promise<unknown> {
  const ref = type === 'ref/prompt' ? { type, name: subject } : { type, uri: subject };
  const params = { ref, argument: { name, value }, context: { arguments: filled } };
  return (await ask(server, 'completion/complete', params, token))['completion'];
}
