import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type SeenRequest, startHttp } from '../../test/support/local-server.ts';
import { AppError } from '../errors/app-error.ts';
import { type ClientOptions, defaultClientSettings, GitLabClient, type RestRequest } from './client.ts';
import { createDispatcher } from './dispatcher.ts';
import { GitLabError } from './gitlab-error.ts';
import { parseInstance } from './instance.ts';
import { buildMultipart } from './multipart.ts';

const secret = 'glpat-s3cretS3cretS3cret';
const get: RestRequest = { method: 'GET', path: '/user' };

type Reply = Parameters<Parameters<typeof startHttp>[0]>[1];

async function setup(
  handler: (request: SeenRequest, response: Reply) => void,
  options: Partial<ClientOptions> & { base?: string } = {},
) {
  const gitlab = await startHttp(handler);
  const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: false });
  const client = new GitLabClient({
    instance: parseInstance(`${gitlab.origin}${options.base ?? ''}`),
    credential: { kind: 'private-token', secret },
    dispatcher,
    ...options,
  });
  return {
    gitlab,
    client,
    signal: new AbortController().signal,
    [Symbol.asyncDispose]: async () => {
      await dispatcher.close();
      await gitlab[Symbol.asyncDispose]();
    },
  };
}

function json(response: Reply, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function failure(promise: Promise<unknown>): Promise<GitLabError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitLabError)) throw new Error('not a GitLabError', { cause: error });
  return error;
}

describe('GitLabClient requests', () => {
  test('a read carries the credential, the query and no body', async () => {
    await using at = await setup((_, response) => json(response, 200, { id: 1 }));

    const { body, status } = await at.client.send({ ...get, query: 'a[]=1&a[]=2' }, { signal: at.signal });

    expect({ status, body }).toEqual({ status: 200, body: { id: 1 } });
    expect(at.gitlab.seen[0]).toMatchObject({ method: 'GET', url: '/api/v4/user?a[]=1&a[]=2' });
    expect(at.gitlab.seen[0]?.headers).toMatchObject({ 'private-token': secret, accept: 'application/json' });
    expect(at.gitlab.seen[0]?.headers).not.toHaveProperty('content-type');
  });

  test('a bearer credential travels in Authorization', async () => {
    await using at = await setup((_, response) => json(response, 200, {}), { credential: { kind: 'bearer', secret } });

    await at.client.send(get, { signal: at.signal });

    expect(at.gitlab.seen[0]?.headers['authorization']).toBe(`Bearer ${secret}`);
    expect(at.gitlab.seen[0]?.headers).not.toHaveProperty('private-token');
  });

  test('T-10: T-11: an encoded path reaches GitLab byte for byte, also below a relative installation', async () => {
    await using at = await setup((_, response) => json(response, 200, {}), { base: '/gitlab/' });
    const path = '/projects/a%2Fb.c/repository/files/x%2Fa%252Fb%20.yml';

    await at.client.send({ method: 'GET', path }, { signal: at.signal });
    await at.client.graphql('{ currentUser { id } }', {}, { signal: at.signal }).catch(() => undefined);

    expect(at.gitlab.seen.map(({ url }) => url)).toEqual([`/gitlab/api/v4${path}`, '/gitlab/api/graphql']);
  });

  test('a body is sent as JSON, with numbers above 2^53 unchanged', async () => {
    await using at = await setup((_, response) => json(response, 201, {}));

    await at.client.send(
      { method: 'POST', path: '/x', body: { id: JSON.rawJSON('9007199254740993') } },
      { signal: at.signal },
    );

    expect(at.gitlab.seen[0]?.headers['content-type']).toBe('application/json');
    expect(at.gitlab.seen[0]?.body.toString()).toBe('{"id":9007199254740993}');
  });

  test('T-77: an upload accepts any answer and is measured, from memory and from a file', async () => {
    await using at = await setup((_, response) => json(response, 201, { id: 1 }));
    const content = {
      size: 3,
      async *open() {
        yield Buffer.from('abc');
      },
    };
    const forms = [Buffer.from('abc'), content].map((source) =>
      buildMultipart([{ name: 'file', fileName: 'a.txt', content: source }]),
    );

    for (const form of forms) await at.client.send({ method: 'POST', path: '/uploads', form }, { signal: at.signal });

    for (const [index, form] of forms.entries()) {
      expect(at.gitlab.seen[index]?.headers).toMatchObject({
        accept: '*/*',
        'content-type': form.contentType,
        'content-length': String(form.contentLength),
      });
      expect(at.gitlab.seen[index]?.body.toString()).toContain('filename="a.txt"');
    }
  });

  test('T-56: a token with characters no token has is refused before anything is sent', () => {
    const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: false });
    for (const bad of ['', 'a b', 'a\r\nX-Evil: 1', 'tökén', '\0']) {
      const create = () =>
        new GitLabClient({
          instance: parseInstance('https://gl.test'),
          credential: { kind: 'bearer', secret: bad },
          dispatcher,
        });
      expect(create).toThrow(AppError);
    }
  });

  test('LOG-02: the client shows no secret, whichever way it is printed', async () => {
    await using at = await setup((_, response) => json(response, 200, {}));

    const shown = [inspect(at.client, { depth: 9, showHidden: true }), JSON.stringify(at.client)];

    expect(shown.join()).not.toContain(secret);
  });
});

describe('GitLabClient answers', () => {
  test.each([
    ['application/json', '{"id":1}', { id: 1 }],
    ['application/json; charset=utf-8', '{"id":1}', { id: 1 }],
    ['application/problem+json', '{"id":1}', { id: 1 }],
  ])('T-28: %s is JSON', async (type, text, expected) => {
    await using at = await setup((_, response) => response.writeHead(200, { 'content-type': type }).end(text));

    expect((await at.client.send(get, { signal: at.signal })).body).toEqual(expected);
  });

  test.each([
    ['204', 204],
    ['205', 205],
    ['304', 304],
    ['an empty 200', 200],
    ['an empty 201', 201],
  ])('T-29: %s is a success without a body', async (_, status) => {
    await using at = await setup((_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(),
    );

    expect(await at.client.send({ method: 'DELETE', path: '/x' }, { signal: at.signal })).toMatchObject({
      status,
      body: undefined,
    });
  });

  test('T-27: a number above 2^53 is written back as GitLab sent it', async () => {
    const text = '{"id":9007199254740993,"iid":7}';
    await using at = await setup((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(text),
    );

    expect(JSON.stringify((await at.client.send(get, { signal: at.signal })).body)).toBe(text);
  });

  test('a list has its page, a HEAD of a list too, an object has none', async () => {
    const headers = { 'x-page': '1', 'x-per-page': '20', 'x-next-page': '2', 'x-total': '30' };
    await using at = await setup((request, response) =>
      json(response, 200, request.url.endsWith('list') ? [1] : {}, headers),
    );
    const expected = { page: 1, perPage: 20, nextPage: 2, totalItems: 30, hasMore: true };

    expect((await at.client.send({ method: 'GET', path: '/list' }, { signal: at.signal })).page).toEqual(expected);
    expect((await at.client.send({ method: 'HEAD', path: '/list' }, { signal: at.signal })).page).toEqual(expected);
    expect((await at.client.send({ method: 'GET', path: '/one' }, { signal: at.signal })).page).toBeUndefined();
  });

  test.each([
    ['text', 'text/plain; charset=iso-8859-1', 'é'],
    ['bytes', 'application/octet-stream', Buffer.from([0xe9])],
  ] as const)('an answer can be asked for as %s', async (accept, type, expected) => {
    await using at = await setup((_, response) =>
      response.writeHead(200, { 'content-type': type }).end(Buffer.from([0xe9])),
    );

    expect((await at.client.send({ ...get, accept }, { signal: at.signal })).body).toEqual(expected);
    expect(at.gitlab.seen[0]?.headers.accept).toBe('*/*');
  });

  test.each([
    ['nothing', '', 'application/json'],
    ['a page', '<html><title>Done</title>', 'text/html'],
    ['half a JSON', '{"id":', 'application/json'],
  ])('T-22: a write that answers with %s succeeded', async (_, text, type) => {
    await using at = await setup((_request, response) => response.writeHead(201, { 'content-type': type }).end(text));

    const { status, body, warning } = await at.client.send(
      { method: 'POST', path: '/x', body: {} },
      { signal: at.signal },
    );

    expect({ status, body }).toEqual({ status: 201, body: undefined });
    expect(warning === undefined).toBe(text === '');
  });

  test('T-22: a write whose answer is too large succeeded', async () => {
    await using at = await setup((_, response) => json(response, 201, 'x'.repeat(5_000)));

    const { warning } = await at.client.send(
      { method: 'POST', path: '/x', body: {}, maxBytes: 1_000 },
      { signal: at.signal },
    );

    expect(warning).toContain('the change was made');
  });

  test('T-22: a write that a page answers is done as far as anybody can tell, and the warning doubts it', async () => {
    await using at = await setup((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sign in</title>'),
    );

    const { body, warning } = await at.client.send({ method: 'POST', path: '/x', body: {} }, { signal: at.signal });

    expect(body).toBeUndefined();
    expect(warning).toContain('an HTML page titled "Sign in" came back');
    expect(warning).toContain('Read the object to see whether the change was made.');
  });

  test.each([200, 304])('a read answered with %i and nothing is no answer of GitLab’s', async (status) => {
    await using at = await setup((_, response) => response.writeHead(status).end());

    const error = await failure(at.client.send(get, { signal: at.signal }));

    expect(error.message).toContain(`answered ${status} with an empty answer instead of GitLab's JSON`);
  });

  test('T-28: a page in place of JSON is named with status, host and title', async () => {
    await using at = await setup((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><title>Sign in</title><body>secret page</body>'),
    );

    const error = await failure(at.client.send(get, { signal: at.signal }));

    expect(error.message).toBe(
      `127.0.0.1:${at.gitlab.port} answered 200 with an HTML page titled "Sign in" instead of GitLab's JSON`,
    );
    expect(error).toMatchObject({ code: 'gitlab.answer', status: 200, family: 'foreign' });
  });

  test('T-28: JSON that is cut off is named without the parser', async () => {
    await using at = await setup((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":'),
    );

    const error = await failure(at.client.send(get, { signal: at.signal }));

    expect(error.code).toBe('gitlab.answer');
    expect(error.message).not.toMatch(/position|Unexpected|JSON\.parse/);
  });

  test('an answer above its bound is an error, and the rest is not read', async () => {
    await using at = await setup((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const pump = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', pump);
      };
      pump();
    });

    await expect(at.client.send({ ...get, maxBytes: 100_000 }, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.answer',
      message: expect.stringContaining('more than 100000 bytes'),
    });
  });
});

describe('GitLabClient refusals', () => {
  test('an error holds the facts, and neither the query, the request id nor the secret is in its words', async () => {
    await using at = await setup((_, response) =>
      json(
        response,
        403,
        { message: `403 Forbidden - ${secret} may not` },
        { 'x-request-id': '01HXREQ', 'set-cookie': 'a=b' },
      ),
    );

    const error = await failure(at.client.send({ ...get, query: 'private=1' }, { signal: at.signal }));

    expect(error).toMatchObject({
      code: 'gitlab.refused',
      status: 403,
      method: 'GET',
      path: '/user',
      requestId: '01HXREQ',
      family: 'application',
      gitlabMessage: '403 Forbidden - [redacted] may not',
      refusal: { kind: 'permission' },
    });
    expect(error.message).not.toMatch(/01HXREQ|private=1/);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
    expect(JSON.stringify(error)).not.toContain(secret);
  });

  test('T-61: R401-01: a 401 that names the token is dead, and the pool is told', async () => {
    const told: unknown[] = [];
    await using at = await setup(
      (_, response) => json(response, 401, { error: 'invalid_token', error_description: 'Token was revoked.' }),
      {
        hooks: {
          onUnauthorized: (refusal) => {
            told.push(refusal);
            return undefined;
          },
        },
      },
    );

    const error = await failure(at.client.send(get, { signal: at.signal }));

    expect(told).toEqual([{ kind: 'dead' }]);
    expect(error.message).toContain('no longer accepts the credential');
  });

  test.each([
    ['accepted', 'its user may not do this'],
    ['rejected', 'no longer accepts the credential'],
    ['unknown', 'either'],
  ] as const)('T-61: R401-02: a bare 401 is worded by what the pool found out: %s', async (verdict, words) => {
    await using at = await setup((_, response) => json(response, 401, { message: '401 Unauthorized' }), {
      hooks: { onUnauthorized: (refusal) => Promise.resolve(refusal.kind === 'unclear' ? verdict : 'unknown') },
    });

    const error = await failure(at.client.send(get, { signal: at.signal }));

    expect(error.credential).toBe(verdict);
    expect(error.message).toContain(words);
  });

  test('R401-01: any GraphQL 401 is dead', async () => {
    const told: unknown[] = [];
    await using at = await setup((_, response) => json(response, 401, { errors: [{ message: 'Invalid token' }] }), {
      hooks: {
        onUnauthorized: (refusal) => {
          told.push(refusal.kind);
          return 'rejected';
        },
      },
    });

    const error = await failure(at.client.graphql('{ a }', {}, { signal: at.signal }));

    expect(told).toEqual(['dead']);
    expect(error).toMatchObject({ isGraphql: true, family: 'graphql', gitlabMessage: 'Invalid token' });
  });

  test('VER-01: a probe is one attempt, and its 401 is not reported to whoever is asking', async () => {
    let told = 0;
    await using at = await setup(
      (request, response) => json(response, request.url.endsWith('user') ? 401 : 503, { message: 'x' }),
      {
        hooks: {
          onUnauthorized: () => {
            told += 1;
            return undefined;
          },
        },
      },
    );

    await failure(at.client.send(get, { signal: at.signal, isProbe: true }));
    await failure(at.client.send({ method: 'GET', path: '/busy' }, { signal: at.signal, isProbe: true }));

    expect(told).toBe(0);
    expect(at.gitlab.seen.length).toBe(2);
  });

  test('SUB-09: a poll is one attempt, and its 401 is reported like any other', async () => {
    const told: unknown[] = [];
    await using at = await setup(
      (request, response) => json(response, request.url.endsWith('user') ? 401 : 429, { message: 'x' }),
      { hooks: { onUnauthorized: ({ kind }) => void told.push(kind) } },
    );

    await failure(at.client.send(get, { signal: at.signal, isPoll: true }));
    const limited = await failure(
      at.client.send({ method: 'GET', path: '/busy' }, { signal: at.signal, isPoll: true }),
    );

    expect(told).toEqual(['unclear']);
    expect(limited).toMatchObject({ status: 429 });
    expect(at.gitlab.seen.length).toBe(2);
  });

  test('a login page with 401 says nothing about the credential', async () => {
    let told = 0;
    await using at = await setup(
      (_, response) => response.writeHead(401, { 'content-type': 'text/html' }).end('<title>SSO</title>'),
      {
        hooks: {
          onUnauthorized: () => {
            told += 1;
            return undefined;
          },
        },
      },
    );

    const error = await failure(at.client.send(get, { signal: at.signal }));

    expect(told).toBe(0);
    expect(error).toMatchObject({ code: 'gitlab.answer', refusal: { kind: 'foreign' } });
  });

  test('T-77: 413 of a proxy is explained', async () => {
    await using at = await setup((_, response) =>
      response.writeHead(413, { 'content-type': 'text/html' }).end('<title>413</title>'),
    );
    const form = buildMultipart([{ name: 'file', fileName: 'a', content: Buffer.from('x') }]);

    const error = await failure(at.client.send({ method: 'POST', path: '/uploads', form }, { signal: at.signal }));

    expect(error.message).toContain('larger than GitLab, or a proxy in front of it, accepts');
  });
});

describe('GitLabClient.graphql', () => {
  test('sends the document with its variables and returns data beside errors', async () => {
    await using at = await setup((_, response) =>
      json(response, 200, { data: { a: 1 }, errors: [{ message: 'partly' }] }),
    );

    const answer = await at.client.graphql(
      'query A($p: ID!) { a }',
      { p: 'x/y' },
      { signal: at.signal, operationName: 'A' },
    );

    expect(answer).toEqual({ data: { a: 1 }, errors: [{ message: 'partly' }] });
    expect(JSON.parse(at.gitlab.seen[0]?.body.toString() ?? '')).toEqual({
      query: 'query A($p: ID!) { a }',
      variables: { p: 'x/y' },
      operationName: 'A',
    });
  });

  test('an unreadable answer to a query is an error of the answer, to a mutation an unknown outcome', async () => {
    await using at = await setup((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>SSO</title>'),
    );

    await expect(at.client.graphql('{ a }', {}, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.answer',
    });
    await expect(at.client.graphql('mutation { a }', {}, { signal: at.signal })).rejects.toMatchObject({
      code: 'gitlab.unknown-outcome',
    });
  });
});

test('the defaults keep an answer of 32 MiB at most', () => {
  expect(defaultClientSettings.maxBytes).toBe(33_554_432);
});
