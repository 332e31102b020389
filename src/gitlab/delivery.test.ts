import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { freePort, type SeenRequest, startHttp, startTcp } from '../../test/support/local-server.ts';
import { AppError } from '../errors/app-error.ts';
import { type ClientOptions, defaultClientSettings, GitLabClient, type RestRequest } from './client.ts';
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts';
import { parseInstance } from './instance.ts';

const read: RestRequest = { method: 'GET', path: '/projects/1' };
const write: RestRequest = { method: 'POST', path: '/projects/1/issues', body: { title: 'x' } };

interface Setup extends Partial<DispatcherOptions> {
  readonly client?: Partial<ClientOptions>;
}

/** A client whose waits are written down and over at once. */
function connect(origin: string, { client: options, ...dispatcherOptions }: Setup = {}) {
  const waits: number[] = [];
  const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: false, ...dispatcherOptions });
  const client = new GitLabClient({
    instance: parseInstance(origin),
    credential: { kind: 'private-token', secret: 'glpat-secret' },
    dispatcher,
    settings: {
      ...defaultClientSettings,
      random: () => 0,
      now: () => 1_000_000_000_000,
      sleep: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    },
    ...options,
  });
  return { client, waits, signal: new AbortController().signal, [Symbol.asyncDispose]: () => dispatcher.close() };
}

/** Answers each request with the next of the steps; the last one repeats. */
function script(steps: readonly ((response: Reply, request: SeenRequest) => void)[]) {
  let step = 0;
  return startHttp((request, response) => {
    const answer = steps[Math.min(step, steps.length - 1)];
    step += 1;
    answer?.(response, request);
  });
}

type Reply = Parameters<Parameters<typeof startHttp>[0]>[1];

const ok = (response: Reply): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
};
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: Reply): void => {
    response.writeHead(code, { 'content-type': 'text/plain', ...headers }).end('Retry later\n');
  };

describe('retries', () => {
  test('T-69: a limited read waits as long as GitLab asks, then succeeds', async () => {
    await using gitlab = await script([status(429, { 'retry-after': '4' }), ok]);
    await using at = connect(gitlab.origin);

    expect((await at.client.send(read, { signal: at.signal })).body).toEqual({ ok: true });
    expect(at.waits).toEqual([4_000]);
  });

  test('T-69: RateLimit-Reset counts where Retry-After is missing, and a past one is a short wait', async () => {
    await using gitlab = await script([
      status(429, { 'ratelimit-reset': '1000000009' }),
      status(429, { 'ratelimit-reset': '900000000' }),
      ok,
    ]);
    await using at = connect(gitlab.origin);

    await at.client.send(read, { signal: at.signal });

    expect(at.waits).toEqual([9_000, 1_400]);
  });

  test('T-69: a longer wait than we bear ends at once and says when to come back', async () => {
    await using gitlab = await script([status(429, { 'retry-after': '120' })]);
    await using at = connect(gitlab.origin);

    await expect(at.client.send(read, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.refused',
      status: 429,
      retryAfterMs: 120_000,
    });
    expect(at.waits).toEqual([]);
  });

  test('T-69: a limited write may be repeated, with its body', async () => {
    await using gitlab = await script([status(429), ok]);
    await using at = connect(gitlab.origin);

    await at.client.send(write, { signal: at.signal });

    expect(gitlab.seen.map(({ body }) => body.toString())).toEqual(['{"title":"x"}', '{"title":"x"}']);
  });

  test.each([502, 503, 504])('a read is repeated after %i, twice and no more', async (code) => {
    await using gitlab = await script([status(code)]);
    await using at = connect(gitlab.origin);

    await expect(at.client.send(read, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.unreachable',
      status: code,
    });
    expect(gitlab.seen.length).toBe(3);
    expect(at.waits).toEqual([700, 1_400]);
  });

  test.each([500, 502, 503, 504])('T-69: a write is not repeated after %i', async (code) => {
    await using gitlab = await script([status(code)]);
    await using at = connect(gitlab.origin);

    await expect(at.client.send(write, { signal: at.signal })).rejects.toMatchObject({ status: code });
    expect(gitlab.seen.length).toBe(1);
  });

  test('T-78: a read whose connection is lost is repeated', async () => {
    await using gitlab = await script([(response) => response.destroy(), ok]);
    await using at = connect(gitlab.origin);

    expect((await at.client.send(read, { signal: at.signal })).body).toEqual({ ok: true });
    expect(at.waits).toEqual([700]);
  });

  test('T-78: a write whose answer is lost is not repeated, and the error names the read that tells', async () => {
    await using gitlab = await script([(response) => response.destroy()]);
    await using at = connect(gitlab.origin);

    await expect(at.client.send(write, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.unknown-outcome',
      message: expect.stringContaining('Check with GET /projects/1/issues before'),
    });
    await expect(at.client.send({ ...write, readBack: 'issue.list' }, { signal: at.signal })).rejects.toMatchObject({
      message: expect.stringContaining('Check with issue.list before'),
    });
    expect(gitlab.seen.length).toBe(2);
  });

  test('T-78: an answer to a write that breaks off is a lost answer', async () => {
    await using gitlab = await script([
      (response) => {
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{"id":');
        setImmediate(() => response.destroy());
      },
    ]);
    await using at = connect(gitlab.origin);

    await expect(at.client.send(write, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.unknown-outcome',
    });
  });

  test('T-78: a mutation whose answer is lost is not repeated, a query is', async () => {
    await using gitlab = await script([(response) => response.destroy()]);
    await using at = connect(gitlab.origin);

    await expect(at.client.graphql('mutation { a }', {}, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.unknown-outcome',
    });
    expect(gitlab.seen.length).toBe(1);
    await expect(at.client.graphql('# c\n query Q { a }', {}, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.unreachable',
    });
    expect(gitlab.seen.length).toBe(4);
    // With an operation name the document may hold a mutation behind its first query.
    const both = 'query Q { a } mutation M { b }';
    await expect(at.client.graphql(both, {}, { signal: at.signal, operationName: 'M' })).rejects.toMatchObject({
      code: 'gitlab.unknown-outcome',
    });
    expect(gitlab.seen.length).toBe(5);
  });

  test('a write that could not be sent is tried again', async () => {
    const port = await freePort();
    await using at = connect(`http://127.0.0.1:${port}`);

    await expect(at.client.send(write, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.unreachable',
      message: `127.0.0.1:${port} refused the connection`,
    });
    expect(at.waits).toEqual([700, 1_400]);
  });

  test('T-69: one credential that waits does not slow another', async () => {
    await using gitlab = await startHttp((request, response) => {
      if (request.headers['private-token'] === 'glpat-limited') status(429, { 'retry-after': '20' })(response);
      else ok(response);
    });
    const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: false });
    const instance = parseInstance(gitlab.origin);
    const [limited, free] = ['glpat-limited', 'glpat-free'].map(
      (secret) => new GitLabClient({ instance, credential: { kind: 'private-token', secret }, dispatcher }),
    );
    const controller = new AbortController();

    const waiting = limited?.send(read, { signal: controller.signal });
    const answer = await free?.send(read, { signal: controller.signal });
    controller.abort();

    expect(answer?.body).toEqual({ ok: true });
    await expect(waiting).rejects.toMatchObject({ code: 'action.cancelled' });
    await dispatcher.close();
  });
});

describe('cancelling', () => {
  test('CANCEL-01: T-51: aborting ends the request at GitLab at once', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const sockets: Socket[] = [];
    await using gitlab = await startTcp((socket) => {
      sockets.push(socket);
      closed = once(socket, 'close');
      socket.once('data', () => controller.abort());
    });
    const controller = new AbortController();
    await using at = connect(gitlab.origin);

    await expect(at.client.send(read, { signal: controller.signal })).rejects.toMatchObject({
      code: 'action.cancelled',
    });
    await closed;
    expect(gitlab.open()).toBe(0);
  });

  test('CANCEL-01: aborting during a wait ends the wait and the retries', async () => {
    const controller = new AbortController();
    await using gitlab = await script([
      (response) => {
        status(503)(response);
        response.on('close', () => setImmediate(() => controller.abort()));
      },
    ]);
    await using at = connect(gitlab.origin, { client: { settings: defaultClientSettings } });

    await expect(at.client.send(read, { signal: controller.signal })).rejects.toMatchObject({
      code: 'action.cancelled',
    });
    expect(gitlab.seen.length).toBe(1);
  });

  test('a signal that is aborted already sends nothing, and its reason is kept when it is an error of ours', async () => {
    await using gitlab = await script([ok]);
    await using at = connect(gitlab.origin);
    const reason = new AppError('action.timeout', 'the action took longer than 65m');

    await expect(at.client.send(read, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(
      at.client.send(read, { signal: AbortSignal.abort(new DOMException('x', 'TimeoutError')) }),
    ).rejects.toMatchObject({
      code: 'action.timeout',
    });
    expect(gitlab.seen.length).toBe(0);
  });

  test('CANCEL-01: a call that still waits for its connection ends at once too', async () => {
    const controller = new AbortController();
    let answered = (): void => undefined;
    await using at = connect('http://gitlab.test', {
      resolve: (_, done) => {
        answered = () => done(null, [{ address: '127.0.0.1', family: 4 }]);
        controller.abort();
      },
    });

    await expect(at.client.send(read, { signal: controller.signal })).rejects.toMatchObject({
      code: 'action.cancelled',
    });
    answered();
  });
});

describe('time limits', () => {
  const timeouts = { connectMs: 200, headersMs: 200, bodyIdleMs: 200 };

  test('T-51: a host that takes the request and says nothing', async () => {
    await using gitlab = await startTcp(() => undefined);
    await using at = connect(gitlab.origin, { timeouts });

    await expect(at.client.send(read, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.timeout',
      message: `127.0.0.1:${gitlab.port} took the request and sent no answer within 0.2 s`,
    });
    expect(gitlab.connections()).toBe(1);
  });

  test('T-51: a host that stops in the middle of its answer', async () => {
    await using gitlab = await startTcp((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"a'),
      );
    });
    await using at = connect(gitlab.origin, { timeouts });

    await expect(at.client.send(read, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.timeout',
      message: `127.0.0.1:${gitlab.port} began its answer and then sent nothing for 0.2 s`,
    });
  });

  test('T-51: a host that does not finish the TLS handshake', async () => {
    await using gitlab = await startTcp(() => undefined);
    await using at = connect(gitlab.origin.replace('http:', 'https:'), { timeouts });

    await expect(at.client.send(read, { signal: at.signal, isProbe: true })).rejects.toMatchObject({
      code: 'gitlab.timeout',
      message: `127.0.0.1:${gitlab.port} could not be connected to within 0.2 s`,
    });
  });

  test('T-78: a write that GitLab never answered has an unknown outcome', async () => {
    await using gitlab = await startTcp(() => undefined);
    await using at = connect(gitlab.origin, { timeouts });

    await expect(at.client.send(write, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.unknown-outcome',
      message: expect.stringContaining('sent no answer within 0.2 s'),
    });
  });
});

describe('hosts that lie', () => {
  test.each([
    ['something that is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: zz\r\n\r\n'],
    ['a header without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`],
  ])('%s is named', async (_, text) => {
    await using gitlab = await startTcp((socket) => socket.once('data', () => socket.write(text)));
    await using at = connect(gitlab.origin);

    await expect(at.client.send(read, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.answer',
      message: expect.stringContaining('not HTTP'),
    });
  });

  test('a name that DNS does not know is named, and not tried again', async () => {
    await using at = connect('http://no-such-host.test', {
      resolve: (_, done) => done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), []),
    });

    await expect(at.client.send(read, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.unreachable',
      message: 'no-such-host.test is not a name that DNS knows',
    });
    expect(at.waits).toEqual([]);
  });

  test('a path that would split the request is refused before it is sent', async () => {
    await using gitlab = await script([ok]);
    await using at = connect(gitlab.origin);

    await expect(at.client.send({ ...read, path: '/a HTTP/1.1\r\nx: y' }, { signal: at.signal })).rejects.toMatchObject(
      { code: 'input.invalid' },
    );
    expect(gitlab.seen.length).toBe(0);
  });
});

test('spans: an observer sees each attempt with its route and its status, and no query', async () => {
  await using gitlab = await script([status(503), ok]);
  const events: unknown[] = [];
  const settings = {
    ...defaultClientSettings,
    sleep: () => Promise.resolve(),
    observer: {
      started: (request: unknown) => {
        events.push(request);
        return (outcome: unknown) => void events.push(outcome);
      },
    },
  };
  await using at = connect(gitlab.origin, { client: { settings } });

  await at.client.send({ ...read, query: 'secret=1', route: '/projects/:id' }, { signal: at.signal });

  const request = { method: 'GET', origin: gitlab.origin, route: '/projects/:id' };
  expect(events).toEqual([request, 503, request, 200]);
});
