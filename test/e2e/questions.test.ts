import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { Program } from '../support/program.ts';
import { type JsonRpcMessage, modern, post, startServer, type TestServer } from '../support/server.ts';
import { initialize, sessionHeader } from '../support/session.ts';

const project = 'orbital/ground-station';
const individual = ['--tool-surface=individual'];
const capable = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
const deletion = { name: 'gitlab_issue_delete', arguments: { project_id: project, issue_iid: 1 } };
const agreed = { confirmation: { action: 'accept', content: { confirmed: true } } };

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface Round {
  readonly state?: unknown;
  readonly responses?: object;
  readonly token?: string;
  readonly meta?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One round of a call of the newest revision. */
async function ask(server: Pick<TestServer, 'url' | 'gitlab'>, call: Call, round: Round = {}): Promise<JsonRpcMessage> {
  const { state, responses, token = server.gitlab.tokens.alice, meta = capable, headers: further } = round;
  const { body, headers } = modern('tools/call', {
    ...call,
    ...(state === undefined ? {} : { requestState: state }),
    ...(responses === undefined ? {} : { inputResponses: responses }),
    _meta: meta,
  });
  return (await post(server.url, body, { token, headers: { ...headers, ...further } })).messages.at(-1) ?? {};
}

/** A list in a list in a list. */
function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** Requests that change something. */
function changes({ requests }: Pick<Sandbox, 'requests'>): readonly string[] {
  return requests
    .filter(({ method }) => method !== 'GET' && method !== 'HEAD')
    .map(({ method, path }) => `${method} ${path}`);
}

const deleted = [`DELETE /api/v4/projects/${encodeURIComponent(project)}/issues/1`];

describe('STATELESS-03: a question on 2026-07-28', () => {
  test('is the result of its call; nothing was sent to GitLab, and the answer carries the call out', async () => {
    await using server = await startServer({ flags: individual });

    const { result: question } = await ask(server, deletion);
    expect(question).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        confirmation: {
          method: 'elicitation/create',
          params: { requestedSchema: { type: 'object', required: ['confirmed'] } },
        },
      },
      requestState: expect.any(String),
    });
    expect(server.gitlab.requests.filter(({ path }) => path.includes('issues'))).toEqual([]);
    const { result } = await ask(server, deletion, { state: question?.['requestState'], responses: agreed });

    expect(result?.['isError']).toBeUndefined();
    expect(changes(server.gitlab)).toEqual(deleted);
    const lines = server.logs.map(({ msg }) => msg).filter((msg) => String(msg).startsWith('tool call'));
    expect(lines).toEqual(['tool call asked the user', 'tool call completed']);
  });

  test.each([
    [
      'used a second time',
      async ({ server, state }: Asked) => {
        await ask(server, deletion, { state, responses: agreed });
        return ask(server, deletion, { state, responses: agreed });
      },
      'was used already',
      deleted,
    ],
    [
      'of another credential',
      ({ server, state }: Asked) =>
        ask(server, deletion, { state, responses: agreed, token: server.gitlab.tokens.root }),
      'another credential',
      [],
    ],
    [
      'of a call with other arguments',
      ({ server, state }: Asked) =>
        ask(server, { ...deletion, arguments: { ...deletion.arguments, issue_iid: 2 } }, { state, responses: agreed }),
      'other arguments',
      [],
    ],
    [
      'of another tool',
      ({ server, state }: Asked) =>
        ask(server, { ...deletion, name: 'gitlab_issue_get' }, { state, responses: agreed }),
      'another tool',
      [],
    ],
    [
      'that was changed',
      ({ server, state }: Asked) =>
        ask(server, deletion, {
          state: `${state.slice(0, 9)}${state[9] === 'A' ? 'B' : 'A'}${state.slice(10)}`,
          responses: agreed,
        }),
      'it was changed',
      [],
    ],
    [
      'that is no text',
      ({ server }: Asked) => ask(server, deletion, { state: 7, responses: agreed }),
      'requestState',
      [],
    ],
    [
      'that is older than ten minutes',
      ({ server, state, clock }: Asked) => {
        clock.now += 600_000;
        return ask(server, deletion, { state, responses: agreed });
      },
      'has expired',
      [],
    ],
  ] as const)('a state %s is refused in words', async (_, use, problem, sent) => {
    const clock = { now: Date.now() };
    await using server = await startServer({ flags: individual, now: () => clock.now });
    const { result } = await ask(server, deletion);

    const { error } = await use({ server, clock, state: String(result?.['requestState']) });

    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(problem) });
    expect(changes(server.gitlab)).toEqual(sent);
  });

  test.each([
    ['arguments as deep as a body may be', 96, {}, 'other arguments'],
    ['arguments deeper than that', 50_000, {}, 'nested deeper'],
    [
      'an answer as deep as a body may be',
      0,
      { confirmation: { action: 'accept', content: { x: nested(92) } } },
      'confirm',
    ],
    ['an answer deeper than that', 0, { confirmation: nested(50_000) }, 'nested deeper'],
  ])('%s beside a state are no mistake of ours', async (_, depth, responses, problem) => {
    await using server = await startServer({ flags: individual });
    const { result } = await ask(server, deletion);
    const call = depth === 0 ? deletion : { ...deletion, arguments: { ...deletion.arguments, junk: nested(depth) } };

    const { error, result: answer } = await ask(server, call, { state: result?.['requestState'], responses });

    expect(JSON.stringify(error ?? answer)).toContain(problem);
    expect(error?.code).not.toBe(-32603);
    expect(server.logs.filter(({ level }) => level === 'ERROR')).toEqual([]);
    expect(changes(server.gitlab)).toEqual([]);
  });

  test('a declined question is over: its state takes no other answer', async () => {
    await using server = await startServer({ flags: individual });
    const { result } = await ask(server, deletion);
    const state = result?.['requestState'];

    const declined = await ask(server, deletion, { state, responses: { confirmation: { action: 'decline' } } });
    const late = await ask(server, deletion, { state, responses: agreed });

    expect(declined.result).toMatchObject({ isError: true });
    expect(declined.result).not.toHaveProperty('structuredContent');
    expect(late.error?.message).toContain('was used already');
    expect(changes(server.gitlab)).toEqual([]);
  });

  test('an answer that is none is an error of the request', async () => {
    await using server = await startServer({ flags: individual });
    const { result } = await ask(server, deletion);

    const answer = await ask(server, deletion, {
      state: result?.['requestState'],
      responses: { confirmation: { action: 'sure' } },
    });

    expect(answer.error).toMatchObject({ code: -32602, message: expect.stringContaining('accept, decline or cancel') });
  });

  test('a wrong call is told so before anybody is asked', async () => {
    await using server = await startServer({ flags: individual });

    const { result } = await ask(server, { ...deletion, arguments: { project_id: project } });

    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('issue_iid') }] });
  });

  test('confirm true asks nobody, and on the dynamic surface nothing else will do', async () => {
    await using server = await startServer({ flags: individual });
    await using dynamic = await startServer();
    const params = deletion.arguments;

    await ask(server, { ...deletion, arguments: { ...params, confirm: true } });
    const { result } = await ask(dynamic, {
      name: 'gitlab_execute_action',
      arguments: { action: 'issue.delete', params },
    });

    expect(changes(server.gitlab)).toEqual(deleted);
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('confirm') }] });
  });

  test.each([
    ['declared nothing', { 'io.modelcontextprotocol/clientCapabilities': {} }],
    ['can only open URLs', { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } } }],
  ])('a client that %s gets what works without asking', async (_, meta) => {
    await using server = await startServer({ flags: individual });

    const destroyed = await ask(server, deletion, { meta });
    const guided = await ask(
      server,
      { name: 'gitlab_interactive_issue_create', arguments: { project_id: project } },
      { meta },
    );

    expect(destroyed.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('confirm set to true') }],
    });
    expect(JSON.stringify(guided.result)).toContain('gitlab_issue_create');
    expect(changes(server.gitlab)).toEqual([]);
  });

  test('a guided flow works on the dynamic surface, and reports its steps', async () => {
    await using server = await startServer();
    const call = {
      name: 'gitlab_execute_action',
      arguments: { action: 'interactive.release_create', params: { project_id: project } },
    };
    const { body, headers } = modern('tools/call', { ...call, _meta: { ...capable, progressToken: 'p' } });

    const { messages } = await post(server.url, body, { token: server.gitlab.tokens.alice, headers });

    expect(messages).toMatchObject([
      { method: 'notifications/progress', params: { progress: 0, total: 3, message: 'Tag of the release' } },
      { result: { resultType: 'input_required', inputRequests: { tag_name: {} } } },
    ]);
  });

  test.each([
    ['safe mode shows what would be done', ['--safe-mode'], 'Safe mode blocked'],
    ['YOLO mode asks nobody', ['--yolo-mode=true'], 'completed successfully'],
  ])('%s', async (_, flags, text) => {
    await using server = await startServer({ flags: [...individual, ...flags] });

    const { result } = await ask(server, deletion);

    expect(result?.['resultType']).toBe('complete');
    expect(JSON.stringify(result)).toMatch(new RegExp(text, 'i'));
  });

  test.each([
    [
      'issue_create',
      { project_id: project },
      { title: 'Dish', description: 'Turn.', labels: 'bug', confidential: true },
      { title: 'Dish', description: 'Turn.', labels: ['bug'], confidential: true },
    ],
    [
      'mr_create',
      { project_id: project },
      { source_branch: 'flow', target_branch: 'main', title: 'Turn the dish', squash: true },
      { source_branch: 'flow', target_branch: 'main', title: 'Turn the dish', squash: true },
    ],
    [
      'project_create',
      {},
      { name: 'By question', visibility: 'private', default_branch: 'trunk' },
      { name: 'By question', visibility: 'private' },
    ],
    [
      'release_create',
      { project_id: project },
      { tag_name: 'v-flow', name: '', description: 'New.' },
      { tag_name: 'v-flow', name: 'v-flow' },
    ],
  ])(
    'interactive.%s of %j with %j creates %j after the last answer, in one request',
    async (flow, args, answers, made) => {
      await using server = await startServer({ flags: individual });
      await prepare(server);
      const call = { name: `gitlab_interactive_${flow}`, arguments: args };
      const before = server.gitlab.requests.length;

      let { result } = await ask(server, call);
      while (result?.['resultType'] === 'input_required') {
        expect(server.gitlab.requests).toHaveLength(before);
        const responses = Object.fromEntries(
          Object.entries(result['inputRequests'] as object).map(
            ([key, form]) => [key, answerTo(key, form, answers)] as const,
          ),
        );
        ({ result } = await ask(server, call, { state: result['requestState'], responses }));
      }

      expect(result, JSON.stringify(result)).toMatchObject({ structuredContent: made });
      expect(changes({ requests: server.gitlab.requests.slice(before) })).toHaveLength(1);
    },
  );

  test('a flow goes away with the action it stands for', async () => {
    await using server = await startServer({ flags: [...individual, '--exclude-tools=issue.create'] });

    const { error } = await ask(server, {
      name: 'gitlab_interactive_issue_create',
      arguments: { project_id: project },
    });

    expect(error).toMatchObject({ code: -32602 });
  });
});

describe('replicas', () => {
  test.each([
    ["with one key go on with each other's questions", true],
    ["with keys of their own refuse each other's questions", false],
  ])('%s', async (_, shared) => {
    using place = keyFile();
    const options = { flags: individual, environment: shared ? { GITLAB_MCP_STATE_KEY_FILE: place.path } : {} };
    await using one = await startServer(options);
    await using other = await startServer({ ...options, flags: [...individual, `--gitlab-url=${one.gitlab.url}`] });
    const { result } = await ask(one, deletion);

    const replica = { url: other.url, gitlab: one.gitlab };
    const state = result?.['requestState'];
    // The other one serves the sandbox it was started with, too.
    const headers = { 'gitlab-url': one.gitlab.url };
    const answer = await ask(replica, deletion, { state, responses: agreed, headers });

    expect(changes(one.gitlab)).toEqual(shared ? deleted : []);
    if (!shared) expect(answer.error?.message).toContain('another replica');
    expect(JSON.stringify([...one.logs, ...other.logs])).not.toContain('correct-horse');
  });
});

describe('STATELESS-03: a client of an older revision', () => {
  test('is asked nothing where nothing reaches it', async () => {
    await using server = await startServer({ flags: individual });
    const headers = { 'mcp-protocol-version': '2025-11-25' };

    const { messages } = await post(
      server.url,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: deletion },
      { token: server.gitlab.tokens.alice, headers },
    );

    expect(messages).toMatchObject([
      { result: { isError: true, content: [{ text: expect.stringContaining('confirm set to true') }] } },
    ]);
  });

  test('HELD-02: holds a place while its user is asked, and the answer needs none', async () => {
    // Room for two calls: the stream of the session and the call that asks.
    await using server = await startServer({ flags: [...individual, '--stateless=false'], descriptorLimit: 590 });
    const { alice } = server.gitlab.tokens;
    const session = await openCapableSession(server, alice);
    const reader = await openCall(server, session, deletion);
    const question = await reader.next();
    const health = async () =>
      (await post(server.url, { jsonrpc: '2.0', id: 9, method: 'tools/call', params: deletion }, session)).messages.at(
        -1,
      );

    const refused = await health();
    const { status } = await post(
      server.url,
      { jsonrpc: '2.0', id: question.id, result: agreed.confirmation },
      session,
    );

    expect(question).toMatchObject({ method: 'elicitation/create' });
    expect(refused).toMatchObject({
      result: { isError: true, content: [{ text: 'This server is busy. Retry later.' }] },
    });
    expect(status).toBe(202);
    expect((await reader.next()).result).toMatchObject({ content: [{}] });
    expect(changes(server.gitlab)).toEqual(deleted);
  });

  test('CANCEL-01: a session that ends while its user is asked leaves nothing waiting', async () => {
    await using server = await startServer({ flags: [...individual, '--stateless=false'] });
    const session = await openCapableSession(server, server.gitlab.tokens.alice);
    const reader = await openCall(server, session, deletion);
    await reader.next();

    await fetch(server.url, { method: 'DELETE', headers: { 'private-token': session.token, ...session.headers } });

    await expect.poll(() => server.logs.some(({ msg }) => msg === 'tool call canceled')).toBe(true);
    expect(changes(server.gitlab)).toEqual([]);
  });

  test("an answer from another session is nobody's", async () => {
    await using server = await startServer({ flags: [...individual, '--stateless=false'] });
    const { alice, root } = server.gitlab.tokens;
    const session = await openCapableSession(server, alice);
    const foreign = await openCapableSession(server, root);
    const reader = await openCall(server, session, deletion);
    const question = await reader.next();

    await post(server.url, { jsonrpc: '2.0', id: question.id, result: agreed.confirmation }, foreign);
    await post(server.url, { jsonrpc: '2.0', id: question.id, result: { action: 'cancel' } }, session);

    expect((await reader.next()).result).toMatchObject({ isError: true });
    expect(changes(server.gitlab)).toEqual([]);
  });

  test('on stdio a client that leaves while its user is asked changes nothing', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = new Program({
      environment: { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens.alice, GITLAB_MCP_TOOL_SURFACE: 'individual' },
    });
    const { params } = initialize();
    program.send({ ...initialize(), params: { ...params, capabilities: { elicitation: {} } } });
    program.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: deletion });
    await program.answer('question-1');

    program.child.stdin.end();

    expect(await program.exitCode()).toBe(0);
    expect((await program.answer(2)).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('nothing was sent') }],
    });
    expect(changes(gitlab)).toEqual([]);
  });
});

interface Asked {
  readonly server: TestServer;
  readonly state: string;
  readonly clock: { now: number };
}

interface CapableSession {
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function openCapableSession(server: TestServer, token: string): Promise<CapableSession> {
  const message = initialize();
  const params = { ...message.params, capabilities: { elicitation: {} } };
  const answer = await post(server.url, { ...message, params }, { token });
  return {
    token,
    headers: { [sessionHeader]: answer.headers.get(sessionHeader) ?? '', 'mcp-protocol-version': '2025-11-25' },
  };
}

/** A call whose stream is read message by message. */
async function openCall(server: TestServer, { token, headers }: CapableSession, params: Call) {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'private-token': token,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params }),
  });
  const messages = readMessages(response);
  return {
    async next(): Promise<JsonRpcMessage> {
      const { value } = await messages.next();
      if (value === undefined) throw new Error('the stream ended');
      return value;
    },
  };
}

async function* readMessages(response: Response): AsyncGenerator<JsonRpcMessage, undefined> {
  let text = '';
  for await (const chunk of (response.body ?? new ReadableStream<never>()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const line of frames.flatMap((frame) => frame.split('\n'))) {
      if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length)) as JsonRpcMessage;
    }
  }
  return undefined;
}

/** A branch with something to merge, and a tag. */
async function prepare(server: TestServer): Promise<void> {
  const { alice } = server.gitlab.tokens;
  const send = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${server.gitlab.url}/api/v4/projects/${encodeURIComponent(project)}/${path}`, {
      method: 'POST',
      headers: { 'private-token': alice, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const actions = [{ action: 'create', file_path: 'flow.md', content: 'flow' }];
  await send('repository/commits', { branch: 'flow', start_branch: 'main', commit_message: 'Flow', actions });
  await send('repository/tags', { tag_name: 'v-flow', ref: 'main' });
  // So that the credential is known, and nothing but the flow asks GitLab.
  await ask(server, { name: 'gitlab_user_current', arguments: {} });
}

/** What the answers say of a question; yes to the last one, and what they leave out is declined. */
function answerTo(
  key: string,
  form: { readonly params: { readonly requestedSchema: { readonly required: readonly string[] } } },
  answers: object,
): object {
  const value: unknown = key === 'confirmation' ? true : Object.getOwnPropertyDescriptor(answers, key)?.value;
  const [property = ''] = form.params.requestedSchema.required;
  return value === undefined ? { action: 'decline' } : { action: 'accept', content: { [property]: value } };
}

function keyFile() {
  const folder = mkdtempSync(join(tmpdir(), 'replicas-'));
  const path = join(folder, 'key');
  writeFileSync(path, 'correct-horse-battery-staple-and-some-more', { mode: 0o600 });
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
