import { describe, expect, test } from 'vitest';
import { type SeenRequest, startHttp } from '../../test/support/local-server.ts';
import { defaultClientSettings, GitLabClient, type RestRequest } from './client.ts';
import { createDispatcher } from './dispatcher.ts';
import { parseInstance } from './instance.ts';
import { NumericIds, parsePathAddress } from './numeric-ids.ts';

const issues: RestRequest = { method: 'GET', path: '/projects/acme%2Fsite/issues', query: 'state=opened' };

interface Behind {
  /** What GraphQL and the search know; nothing unless given. */
  readonly graphql?: unknown;
  readonly search?: unknown;
}

/** A GitLab behind a proxy that takes encoded slashes apart. */
async function setup({ graphql = { data: null }, search = [] }: Behind = {}) {
  let now = 0;
  const gitlab = await startHttp((request, response) => {
    const reply = (body: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (/%2f/i.test(request.url))
      response.writeHead(404, { 'content-type': 'text/html' }).end('<title>404 Not Found</title>');
    else if (request.url === '/api/graphql') reply(graphql);
    else if (/^\/api\/v4\/(projects|groups)\?/.test(request.url)) reply(search);
    else reply({ url: request.url, body: request.body.toString() });
  });
  const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: false });
  const client = new GitLabClient({
    instance: parseInstance(gitlab.origin),
    credential: { kind: 'private-token', secret: 'glpat-secret' },
    dispatcher,
    settings: { ...defaultClientSettings, now: () => now },
  });
  return {
    gitlab,
    client,
    signal: new AbortController().signal,
    passTime: (ms: number) => {
      now += ms;
    },
    urls: () => gitlab.seen.map(({ method, url }: SeenRequest) => `${method} ${url}`),
    [Symbol.asyncDispose]: async () => {
      await dispatcher.close();
      await gitlab[Symbol.asyncDispose]();
    },
  };
}

const known = { data: { project: { id: 'gid://gitlab/Project/42' } } };

describe('T-12: a proxy that decodes %2F', () => {
  test('the project is found by GraphQL once, addressed by its number from then on, and the proxy setting is named', async () => {
    await using at = await setup({ graphql: known });

    const first = await at.client.send(issues, { signal: at.signal });
    const second = await at.client.send(
      { ...issues, path: '/projects/ACME%2fsite/labels', query: '' },
      { signal: at.signal },
    );

    expect(first.body).toMatchObject({ url: '/api/v4/projects/42/issues?state=opened' });
    expect(first.warning).toMatch(/acme\/site .* 42: .*AllowEncodedSlashes/);
    expect(second.body).toMatchObject({ url: '/api/v4/projects/42/labels' });
    expect(second.warning).toBeUndefined();
    expect(at.urls()).toEqual([
      'GET /api/v4/projects/acme%2Fsite/issues?state=opened',
      'POST /api/graphql',
      'GET /api/v4/projects/42/issues?state=opened',
      'GET /api/v4/projects/42/labels',
    ]);
  });

  test('where GraphQL does not know it the search is asked, and only the exact path counts', async () => {
    const search = [
      { id: 1, path_with_namespace: 'acme/site-old' },
      { id: 7, path_with_namespace: 'Acme/Site' },
    ];
    await using at = await setup({ search });

    expect((await at.client.send(issues, { signal: at.signal })).body).toMatchObject({
      url: '/api/v4/projects/7/issues?state=opened',
    });
  });

  test('a group is found the same way', async () => {
    await using at = await setup({ search: [{ id: 9, full_path: 'acme/team' }] });

    const { body } = await at.client.send({ method: 'GET', path: '/groups/acme%2Fteam' }, { signal: at.signal });

    expect(body).toMatchObject({ url: '/api/v4/groups/9' });
  });

  test('a write never reached GitLab, so it is sent again with its body', async () => {
    await using at = await setup({ graphql: known });

    const { body } = await at.client.send(
      { method: 'POST', path: issues.path, body: { title: 'x' } },
      { signal: at.signal },
    );

    expect(body).toEqual({ url: '/api/v4/projects/42/issues', body: '{"title":"x"}' });
  });

  test('when nobody knows the path, the error names the proxy setting', async () => {
    await using at = await setup();

    await expect(at.client.send(issues, { signal: at.signal })).rejects.toMatchObject({
      status: 404,
      message: expect.stringMatching(/HTML page titled "404 Not Found".*AllowEncodedSlashes/),
    });
  });

  test('a number is forgotten after a while, because a path can change hands', async () => {
    await using at = await setup({ graphql: known });
    await at.client.send(issues, { signal: at.signal });
    at.passTime(15 * 60_000);
    await at.client.send(issues, { signal: at.signal });

    expect(at.urls().filter((url) => url === 'POST /api/graphql').length).toBe(2);
  });

  test('a 404 that GitLab wrote is plain not found, without another request', async () => {
    await using gitlab = await startHttp((_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"404 Project Not Found"}'),
    );
    const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: false });
    const client = new GitLabClient({
      instance: parseInstance(gitlab.origin),
      credential: { kind: 'private-token', secret: 'glpat-secret' },
      dispatcher,
    });

    await expect(client.send(issues, { signal: new AbortController().signal })).rejects.toMatchObject({
      refusal: { kind: 'missing' },
      message: 'not found, or not visible to this credential (404 Project Not Found)',
    });
    expect(gitlab.seen.length).toBe(1);
    await dispatcher.close();
  });
});

test.each([
  '/projects/42/issues',
  '/projects/site',
  '/users/a%2Fb',
  '/projects/1/repository/files/a%2Fb',
  '/projects/%2',
])('%s addresses nothing by a path with slashes', (path) => {
  expect(parsePathAddress(path)).toBeUndefined();
});

test('no more than 32 numbers are remembered', () => {
  const ids = new NumericIds(() => 0);
  const address = (name: string) => ({ kind: 'project', encoded: '', fullPath: name, rest: '' }) as const;
  for (let index = 0; index < 40; index += 1) ids.remember(address(`a/${index}`), index);

  expect(ids.find(address('a/7'))).toBeUndefined();
  expect(ids.find(address('a/39'))).toBe(39);
});
