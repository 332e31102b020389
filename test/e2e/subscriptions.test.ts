import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { listen, openStream } from '../support/event-stream.ts';
import { ManualTimers } from '../support/manual-timers.ts';
import { Program } from '../support/program.ts';
import {
  type JsonRpcMessage,
  modern,
  post,
  startServer,
  type TestServer,
  type TestServerOptions,
} from '../support/server.ts';
import { startSandbox } from '../../sandbox/start.ts';

const site = 'gitlab://project/acme%2Fsite';
const end = 'io.github.jmrplens/watch-end';
const subscriptionId = 'io.modelcontextprotocol/subscriptionId';
const acknowledged = 'notifications/subscriptions/acknowledged';
const updated = 'notifications/resources/updated';

describe('what can be watched', () => {
  test('SUB-01, SUB-04: the capability is declared, and templates say in both ways whether they can be watched', async () => {
    await using setup = await start();
    const { server } = setup;
    const ask = async (method: string) => {
      const { body, headers } = modern(method);
      return (await post(server.url, body, { token: server.gitlab.tokens.bob, headers })).messages[0]?.result;
    };

    const discovered = await ask('server/discover');
    const listed = (await ask('resources/templates/list'))?.['resourceTemplates'] as readonly Template[];
    const marked = listed.filter(({ _meta: meta }) => meta?.['io.github.jmrplens/subscribable'] === true);

    expect(discovered).toHaveProperty('capabilities.resources', { listChanged: true, subscribe: true });
    expect(marked.length).toBeGreaterThan(20);
    const sentence =
      / Subscribable: subscriptions\/listen \(protocol 2026-07-28\)\. Resources\/subscribe on stateful sessions\.$/;
    expect(listed.filter(({ description }) => sentence.test(description))).toEqual(marked);
  });
});

describe('what is told', () => {
  test('SUB-07, SUB-08: a pipeline that runs to failure gives one notice for each change that a reader would see', async () => {
    await using setup = await start();
    const { server, poll, ask } = setup;
    const { bob } = server.gitlab.tokens;
    const id = await pushFailing(setup);
    const status = async (): Promise<string> => (await ask<{ status: string }>('GET', `/pipelines/${id}`)).status;
    const stream = await listen(server.url, bob, { resourceSubscriptions: [`${site}/pipeline/${id}`] });
    await stream.count(1);

    const seen = [await status()];
    while (seen.at(-1) !== 'failed') {
      const waited = await poll();
      expect(waited).toBeLessThanOrEqual(5_250);
      const now = await status();
      if (now !== seen.at(-1)) seen.push(now);
    }
    await poll();
    await stream.count(seen.length);

    const changes = seen.slice(1);
    expect(changes.length).toBeGreaterThanOrEqual(2);
    expect(stream.messages.map(({ method }) => method)).toEqual([acknowledged, ...changes.map(() => updated)]);
    const intervals = stream.messages.slice(1).map(({ params }) => watchOf(params)['pollIntervalMs']);
    expect(intervals).toEqual(changes.map((status) => (status === 'failed' ? 60_000 : 5_000)));
  });

  test('SUB-07: the running clocks of a job list are no change', async () => {
    await using setup = await start();
    const { server, poll, ask } = setup;
    const id = await pushFailing(setup);
    const jobsNow = async (): Promise<readonly Job[]> => ask('GET', `/pipelines/${id}/jobs`);
    const stream = await listen(server.url, server.gitlab.tokens.bob, {
      resourceSubscriptions: [`${site}/pipeline/${id}/jobs`],
    });
    await stream.count(1);

    const states = [statesOf(await jobsNow())];
    const durations = new Set<unknown>();
    for (let polls = 0; polls < 30; polls += 1) {
      await poll();
      const jobs = await jobsNow();
      durations.add(jobs[0]?.duration);
      if (statesOf(jobs) !== states.at(-1)) states.push(statesOf(jobs));
    }
    await stream.count(states.length);

    // It ran for longer than it had states, or this would prove nothing.
    expect(durations.size).toBeGreaterThan(states.length + 1);
    expect(stream.messages).toHaveLength(states.length);
  });

  test('SUB-06: ten clients of one credential on one resource are one read an interval', async () => {
    await using setup = await start();
    const { server, poll } = setup;
    const uri = `${site}/branch/work`;
    const path = '/api/v4/projects/acme%2Fsite/repository/branches/work';
    const streams = await Promise.all(
      Array.from({ length: 10 }, (_, id) =>
        listen(server.url, server.gitlab.tokens.bob, { resourceSubscriptions: [uri] }, id),
      ),
    );
    for (const stream of streams) await stream.count(1);
    const reads = (): number => server.gitlab.requests.filter((request) => request.path === path).length;

    const first = reads();
    for (let polls = 0; polls < 4; polls += 1) await poll();

    expect(first).toBe(1);
    expect(reads()).toBe(5);
  });

  test('SUB-09: a poll that GitLab limits is sent once, and the watch rests for half a minute', async () => {
    await using setup = await start();
    const { server, poll, timers } = setup;
    const stream = await listen(server.url, server.gitlab.tokens.bob, {
      resourceSubscriptions: [`${site}/branch/work`],
    });
    await stream.count(1);
    const reads = (): number => server.gitlab.requests.filter(({ path }) => path.endsWith('/branches/work')).length;

    server.gitlab.fail({ path: '/projects/*/branches/work' }, { kind: 'throttle', retryAfterSeconds: 2 });
    await poll();
    const limited = reads();
    const pause = (timers.nextAt ?? 0) - timers.now();
    server.gitlab.clearFaults();
    await protect(setup);
    await poll();
    await stream.count(2);

    expect(limited).toBe(2);
    expect(pause).toBeGreaterThanOrEqual(30_000);
    expect(reads()).toBe(3);
    expect(stream.messages[1]?.method).toBe(updated);
  });

  test('SUB-18: each credential reads for itself and is told of what it sees itself', async () => {
    await using setup = await start();
    const { server, poll } = setup;
    const { alice, bob } = server.gitlab.tokens;
    const uri = `${site}/branch/work`;
    const mine = await listen(server.url, bob, { resourceSubscriptions: [uri] }, 'same');
    const theirs = await listen(server.url, alice, { resourceSubscriptions: [uri] }, 'same');
    await mine.count(1);
    await theirs.count(1);

    server.gitlab.fail({ token: 'alice', path: '/projects/*/branches/work' }, { kind: 'status', status: 404 });
    await protect(setup);
    await poll();
    await poll();
    await mine.count(2);
    await theirs.end();

    expect(mine.messages).toMatchObject([
      { method: acknowledged },
      { method: updated, params: { uri, _meta: { [subscriptionId]: 'same' } } },
    ]);
    expect(mine.ended).toBe(false);
    expect(theirs.messages.map(({ method }) => method)).toEqual([acknowledged, undefined, 'notifications/cancelled']);
  });

  test('T-41, SUB-12: a listen hears that the tools of its fine-grained token may have changed', async () => {
    await using setup = await start({ flags: ['--revalidate-interval=100ms'] });
    const { server } = setup;
    const stream = await listen(server.url, server.gitlab.tokens.granular, { toolsListChanged: true });
    const other = await listen(server.url, server.gitlab.tokens.bob, { toolsListChanged: true });
    await stream.count(1);
    await other.count(1);

    server.gitlab.configure({ version: '20.0.0' });
    await stream.count(2);

    expect(stream.messages[1]?.method).toBe('notifications/tools/list_changed');
    expect(other.messages).toHaveLength(1);
  });
});

describe('what is refused', () => {
  test.each([
    ['a collection', `${site}/issues`, -32602, 0],
    ['something that is no resource', 'gitlab://nothing/1', -32602, 0],
    ['something that is not there', `${site}/branch/nowhere`, -32602, 1],
  ])('SUB-03, SUB-05, SUB-16: %s is refused before any acknowledgement', async (_, uri, code, reads) => {
    await using setup = await start();
    const { server } = setup;
    const { bob } = server.gitlab.tokens;
    await post(server.url, modern('server/discover').body, { token: bob, headers: modern('server/discover').headers });
    const before = server.gitlab.requests.length;

    const stream = await listen(server.url, bob, { resourceSubscriptions: [uri] });
    const messages = await stream.end();

    expect(messages).toMatchObject([{ error: { code, message: expect.stringContaining(uri) as string } }]);
    expect(server.gitlab.requests.length - before).toBeLessThanOrEqual(reads * 2);
    if (reads === 0) expect(server.gitlab.requests.length).toBe(before);
  });

  test('SUB-10, SUB-16: an eleventh watcher is refused while ten are at full speed', async () => {
    await using setup = await start();
    const { server } = setup;
    const { bob } = server.gitlab.tokens;
    const uris = await someUris(setup, 11);
    for (const [id, uri] of uris.slice(0, 10).entries()) {
      const stream = await listen(server.url, bob, { resourceSubscriptions: [uri] }, id);
      await stream.count(1);
    }

    const refused = await listen(server.url, bob, { resourceSubscriptions: [uris[10]] }, 'eleventh');
    const messages = await refused.end();

    expect(messages).toMatchObject([
      {
        id: 'eleventh',
        error: { code: -42900, message: expect.stringContaining('unsubscribe from one and retry') as string },
      },
    ]);
  });

  test('SUB-16, POOL-10: more listens than a credential may have are refused', async () => {
    await using setup = await start({ environment: { GITLAB_MCP_MAX_LISTEN_STREAMS: '1' } });
    const { server } = setup;
    const { bob } = server.gitlab.tokens;
    const first = await listen(server.url, bob, { toolsListChanged: true });
    await first.count(1);

    const second = await listen(server.url, bob, { toolsListChanged: true }, 2);
    const messages = await second.end();
    first.leave();

    expect(messages).toMatchObject([
      { error: { code: -42900, message: expect.stringContaining('close one and retry') as string } },
    ]);
    await expect
      .poll(async () => {
        const third = await listen(server.url, bob, { toolsListChanged: true }, 3);
        const [message] = await third.count(1);
        third.leave();
        return message?.method;
      })
      .toBe(acknowledged);
  });

  test('STATELESS-05: without a session the older subscribe says what to use instead, and does not exist on the newest revision', async () => {
    await using setup = await start();
    const { server } = setup;
    const token = server.gitlab.tokens.bob;
    const params = { uri: `${site}/branch/work` };

    const older = await post(
      server.url,
      { jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params },
      { token, headers: { 'mcp-protocol-version': '2025-11-25' } },
    );
    const { body, headers } = modern('resources/subscribe', params);
    const newest = await post(server.url, body, { token, headers });

    expect(older.messages).toMatchObject([
      { error: { code: -32600, message: expect.stringContaining('subscriptions/listen') as string } },
    ]);
    expect([newest.status, newest.messages[0]?.error?.code]).toEqual([404, -32601]);
  });

  test('SUB-01: the minimal surface offers lists of changes and no resources to watch', async () => {
    await using setup = await start({ environment: { GITLAB_MCP_CAPABILITY_SURFACE: 'minimal' } });
    const { server } = setup;
    const { bob } = server.gitlab.tokens;
    const { body, headers } = modern('server/discover');

    const discovered = await post(server.url, body, { token: bob, headers });
    const stream = await listen(server.url, bob, {
      toolsListChanged: true,
      resourceSubscriptions: [`${site}/branch/work`],
    });
    await stream.count(1);

    expect(discovered.messages[0]?.result).toHaveProperty('capabilities.resources', { listChanged: true });
    expect(stream.messages[0]?.params).toMatchObject({ notifications: { toolsListChanged: true } });
    expect(stream.messages[0]?.params?.['notifications']).not.toHaveProperty('resourceSubscriptions');
  });

  test('STATELESS-04: where answers are documents a refusal is one, and a listen streams all the same', async () => {
    await using setup = await start({ flags: ['--json-response'] });
    const { server } = setup;
    const { bob } = server.gitlab.tokens;

    const refused = await listen(server.url, bob, { resourceSubscriptions: [`${site}/issues`] });
    await refused.end();
    const accepted = await listen(server.url, bob, { resourceSubscriptions: [`${site}/branch/work`] }, 2);
    await accepted.count(1);
    const closing = server.serving.close();
    await accepted.end();
    await closing;

    expect([refused.status, refused.contentType]).toEqual([200, 'application/json']);
    expect(refused.messages).toMatchObject([{ error: { code: -32602 } }]);
    expect(accepted.contentType).toBe('text/event-stream');
    expect(accepted.messages.map(({ method, id }) => method ?? id)).toEqual([
      acknowledged,
      2,
      'notifications/cancelled',
    ]);
  });
});

describe('how it ends', () => {
  test('SUB-11, DRAIN-01: a stop answers the listen, says goodbye after it and does not wait for the client', async () => {
    await using setup = await start();
    const { server } = setup;
    const stream = await listen(
      server.url,
      server.gitlab.tokens.bob,
      { resourceSubscriptions: [`${site}/branch/work`] },
      'mine',
    );
    await stream.count(1);

    const began = performance.now();
    await server.serving.close();
    const messages = await stream.end();

    expect(performance.now() - began).toBeLessThan(10_000);
    expect(messages.slice(1)).toEqual([
      {
        jsonrpc: '2.0',
        id: 'mine',
        result: {
          resultType: 'complete',
          _meta: {
            [subscriptionId]: 'mine',
            [end]: { reason: 'shutdown', detail: expect.any(String) as string },
            'io.modelcontextprotocol/serverInfo': expect.any(Object) as object,
          },
        },
      },
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 'mine', reason: 'shutdown', _meta: { [subscriptionId]: 'mine' } },
      },
    ]);
  });

  test('SUB-11, R401-01: a call that GitLab rejects ends the listens of the token as revoked', async () => {
    await using setup = await start();
    const { server } = setup;
    const { bob } = server.gitlab.tokens;
    const stream = await listen(server.url, bob, { resourceSubscriptions: [`${site}/branch/work`] });
    await stream.count(1);

    server.gitlab.revoke('bob');
    await callUser(server, bob);

    expect(reasonOf((await stream.end())[1])).toMatchObject({ reason: 'credential_revoked' });
  });

  test('SUB-11, R401-04: where nothing but a watch uses the token, its own read ends it as gone with 401', async () => {
    await using setup = await start();
    const { server, poll } = setup;
    const stream = await listen(server.url, server.gitlab.tokens.bob, {
      resourceSubscriptions: [`${site}/branch/work`],
    });
    await stream.count(1);

    server.gitlab.revoke('bob');
    await poll();

    expect(reasonOf((await stream.end())[1])).toMatchObject({ reason: 'resource_gone', status: 401 });
  });

  test('SUB-11, POOL-08: an entry that gives way in the pool tells its listen', async () => {
    await using setup = await start({ flags: ['--max-http-clients=1'] });
    const { server } = setup;
    const stream = await listen(server.url, server.gitlab.tokens.bob, {
      resourceSubscriptions: [`${site}/branch/work`],
    });
    await stream.count(1);

    await callUser(server, server.gitlab.tokens.alice);

    expect(reasonOf((await stream.end())[1])).toMatchObject({ reason: 'credential_evicted' });
    expect(server.logs.some(({ msg }) => msg === 'server pool: evicted an entry that was serving a subscription')).toBe(
      true,
    );
  });

  test('SUB-11: what was deleted ends as gone, with the status', async () => {
    await using setup = await start();
    const { server, poll } = setup;
    const [uri = ''] = await someUris(setup, 1);
    const stream = await listen(server.url, server.gitlab.tokens.bob, { resourceSubscriptions: [uri] });
    await stream.count(1);

    await setup.ask('DELETE', '/repository/branches/watched-0');
    await poll();

    expect(reasonOf((await stream.end())[1])).toMatchObject({ reason: 'resource_gone', status: 404 });
  });

  test('CANCEL-01: a client that leaves is watched for no longer', async () => {
    await using setup = await start();
    const { server, timers } = setup;
    const stream = await listen(server.url, server.gitlab.tokens.bob, {
      resourceSubscriptions: [`${site}/branch/work`],
    });
    await stream.count(1);

    stream.leave();

    await expect.poll(() => timers.size).toBe(0);
  });

  test('SUB-11: the official client is told that the end was meant, and gets every notice', async () => {
    await using setup = await start();
    const { server, poll } = setup;
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const told: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), {
        requestInit: { headers: { 'private-token': server.gitlab.tokens.bob } },
      }),
    );
    const uri = `${site}/branch/work`;
    const subscription = await client.listen({ resourceSubscriptions: [uri] });

    await protect(setup);
    await poll();
    await expect.poll(() => told).toEqual([uri]);
    await server.serving.close();

    expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [uri] });
    expect(await subscription.closed).toBe('graceful');
  });
});

describe('sessions', () => {
  test('SUB-13, SUB-14: a session is told on its own stream until it unsubscribes', async () => {
    await using setup = await start({ flags: ['--stateless=false'] });
    const { server, poll, timers } = setup;
    const session = await openSession(server, server.gitlab.tokens.bob);
    const uri = `${site}/branch/work`;

    const subscribed = await session.request('resources/subscribe', { uri });
    await protect(setup);
    await poll();
    await session.stream.count(1);
    const unsubscribed = await session.request('resources/unsubscribe', { uri });

    expect([subscribed, unsubscribed].map((message) => message?.result)).toEqual([{}, {}]);
    expect(session.stream.messages).toMatchObject([
      { method: updated, params: { uri, _meta: { 'io.github.jmrplens/watch': { state: 'active' } } } },
    ]);
    expect(session.stream.messages[0]?.params?.['_meta']).not.toHaveProperty(subscriptionId);
    await expect.poll(() => timers.size).toBe(0);
  });

  test('T-41: a session hears that the tools of its fine-grained token may have changed', async () => {
    await using setup = await start({ flags: ['--stateless=false', '--revalidate-interval=100ms'] });
    const { server } = setup;
    const session = await openSession(server, server.gitlab.tokens.granular);

    server.gitlab.configure({ version: '20.0.0' });
    await session.stream.count(1);

    expect(session.stream.messages[0]).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  });

  test('SUB-13: deleting the session stops what it watched', async () => {
    await using setup = await start({ flags: ['--stateless=false'] });
    const { server, timers } = setup;
    const session = await openSession(server, server.gitlab.tokens.bob);
    await session.request('resources/subscribe', { uri: `${site}/branch/work` });
    const watching = timers.size;

    await session.end();

    expect(watching).toBe(1);
    await expect.poll(() => timers.size).toBe(0);
  });

  test('SUB-16: a session is refused with the same codes', async () => {
    await using setup = await start({ flags: ['--stateless=false'] });
    const session = await openSession(setup.server, setup.server.gitlab.tokens.bob);

    const refusals = await Promise.all(
      [`${site}/issues`, `${site}/branch/nowhere`].map((uri) => session.request('resources/subscribe', { uri })),
    );

    expect(refusals.map((message) => message?.error?.code)).toEqual([-32602, -32602]);
  });
});

describe('stdio', () => {
  test('SUB-17: both ways to subscribe work over stdio, in both generations', async () => {
    await using gitlab = await startSandbox();
    await using program = new Program({ environment: { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens.bob } });
    const uri = `${site}/branch/main`;

    program.send({ jsonrpc: '2.0', id: 'sub', method: 'resources/subscribe', params: { uri } });
    const subscribed = await program.answer('sub');
    program.send({ jsonrpc: '2.0', id: 'bad', method: 'resources/subscribe', params: { uri: `${site}/issues` } });
    const refused = await program.answer('bad');
    program.send(modern('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } }, 'listen').body);
    const told = await program.until(({ stdoutLines }) =>
      stdoutLines.map((line) => JSON.parse(line) as JsonRpcMessage).find(({ method }) => method === acknowledged),
    );
    const reads = gitlab.requests.filter(({ path }) => path.endsWith('/repository/branches/main')).length;
    program.child.stdin.end();
    const code = await program.exitCode();

    expect(subscribed.result).toEqual({});
    expect(refused.error?.code).toBe(-32602);
    expect(told.params?.['_meta']).toMatchObject({ [subscriptionId]: 'listen' });
    // The listen joined the watcher of the session.
    expect(reads).toBe(1);
    expect(code).toBe(0);
    // A stopping process answers no listen.
    expect(program.stdoutLines.some((line) => (JSON.parse(line) as JsonRpcMessage).id === 'listen')).toBe(false);
  });
});

interface Setup extends AsyncDisposable {
  readonly server: TestServer;
  readonly timers: ManualTimers;
  /** Goes to the next poll, and GitLab's world with it, and waits until it is done. Resolves with the time that passed. */
  readonly poll: () => Promise<number>;
  /** What GitLab itself answers an administrator. */
  readonly ask: <T>(method: string, path: string, body?: object) => Promise<T>;
}

interface Template {
  readonly name: string;
  readonly description: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly name: string;
  readonly status: string;
  readonly duration: number | null;
}

/** A server whose watchers live on a clock of the test's, and a branch to watch. */
async function start(options: TestServerOptions = {}): Promise<Setup> {
  const timers = new ManualTimers();
  const server = await startServer({ sandbox: { clock: 'manual' }, timers, ...options });
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${server.gitlab.url}/api/v4/projects/acme%2Fsite${path}`, {
      method,
      headers: { 'private-token': server.gitlab.tokens.root, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const poll = async (): Promise<number> => {
    const waited = (timers.nextAt ?? timers.now()) - timers.now();
    server.gitlab.advance(waited);
    await timers.advance(waited);
    // While the read is under way, the next alarm is its deadline.
    const deadline = timers.now() + 30_000;
    await expect.poll(() => timers.nextAt, { interval: 5 }).not.toBe(deadline);
    return waited;
  };
  await ask('POST', '/repository/branches', { branch: 'work', ref: 'main' });
  return { server, timers, poll, ask, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Pushes a pipeline whose job fails after a while; gives its ID. */
async function pushFailing({ ask }: Setup): Promise<number> {
  const content = 'unit:\n  script: [npm ci, npm test, exit 3]\n';
  await ask('POST', '/repository/commits', {
    branch: 'work',
    commit_message: 'Break the pipeline',
    actions: [{ action: 'update', file_path: '.gitlab-ci.yml', content }],
  });
  const [pipeline] = await ask<{ readonly id: number }[]>('GET', '/pipelines?ref=work');
  if (pipeline === undefined) throw new Error('the push started no pipeline');
  return pipeline.id;
}

async function protect({ ask }: Setup): Promise<void> {
  await ask('POST', '/protected_branches', { name: 'work' });
}

/** Branches that nobody touches. */
async function someUris({ ask }: Setup, count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, index) => `watched-${index}`);
  for (const branch of names) await ask('POST', '/repository/branches', { branch, ref: 'main' });
  return names.map((name) => `${site}/branch/${name}`);
}

async function callUser(server: TestServer, token: string): Promise<void> {
  const call = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };
  const { body, headers } = modern('tools/call', call);
  await post(server.url, body, { token, headers });
}

function watchOf(params: JsonRpcMessage['params']): Readonly<Record<string, unknown>> {
  const meta = params?.['_meta'] as Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  return meta?.['io.github.jmrplens/watch'] ?? {};
}

function reasonOf(message: JsonRpcMessage | undefined): unknown {
  const meta = message?.result?.['_meta'] as Readonly<Record<string, unknown>> | undefined;
  return meta?.[end];
}

function statesOf(jobs: readonly Job[]): string {
  return jobs.map(({ name, status }) => `${name} ${status}`).join();
}

/** A session of an older revision with its stream open. */
async function openSession(server: TestServer, token: string) {
  const version = { 'mcp-protocol-version': '2025-11-25' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const opened = await post(server.url, { jsonrpc: '2.0', id: 0, method: 'initialize', params }, { token });
  const headers = { ...version, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  const stream = await openStream(server.url, { token, method: 'GET', headers });
  let id = 0;
  return {
    stream,
    async request(method: string, requestParams: object): Promise<JsonRpcMessage | undefined> {
      id += 1;
      const { messages } = await post(
        server.url,
        { jsonrpc: '2.0', id, method, params: requestParams },
        { token, headers },
      );
      return messages[0];
    },
    async end(): Promise<void> {
      await fetch(server.url, { method: 'DELETE', headers: { 'private-token': token, ...headers } });
    },
  };
}
