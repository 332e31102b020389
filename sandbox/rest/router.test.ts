import { describe, expect, test } from 'vitest';
import { createGroup, createProject } from '../world/create.ts';
import { startWithClient } from '../testing.ts';

describe('routing (§1, §5, §6.1)', () => {
  test('an unknown route is 404 in the routing family, with or without a token', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    for (const request of [{}, { as: 'alice' }]) {
      expect(await ask('/no/such/route', request)).toMatchObject({ status: 404, json: { error: '404 Not Found' } });
    }
  });

  test('a known path with another method is 405 and says what is allowed', async () => {
    await using context = await startWithClient();

    const answer = await context.ask('/version', { as: 'alice', method: 'DELETE' });

    expect(answer).toMatchObject({ status: 405, json: { error: '405 Not Allowed' } });
    expect(answer.headers.get('allow')).toContain('GET');
  });

  test('HEAD answers like GET, without a body', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const head = await ask('/projects/acme%2Fsite', { as: 'alice', method: 'HEAD' });
    const get = await ask('/projects/acme%2Fsite', { as: 'alice' });

    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  });

  test('an id is a number or an encoded path in any case, dots plain or encoded', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const alice = gitlab.world.users.named('alice');
    const group = createGroup(gitlab.world, { path: 'dot.ted' }, alice);
    const project = createProject(gitlab.world, { path: 'v1.2', namespaceId: group.id }, alice);

    for (const id of [String(project.id), 'dot.ted%2Fv1.2', 'DOT.ted%2fV1%2E2']) {
      expect((await ask(`/projects/${id}`, { as: 'alice' })).json, id).toMatchObject({ id: project.id });
    }
  });

  test('a slash that is not encoded is not part of the id, and a path is decoded once only', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask('/projects/acme/site', { as: 'alice' })).json).toEqual({ error: '404 Not Found' });
    expect((await ask('/projects/acme%252Fsite', { as: 'alice' })).json).toEqual({ message: '404 Project Not Found' });
  });

  test('a trailing format is tolerated', async () => {
    await using context = await startWithClient();

    expect((await context.ask('/version.json', { as: 'alice' })).status).toBe(200);
  });

  test('a renamed project redirects reads to its id and still takes writes', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const { id } = gitlab.world.projects.at('acme/site');
    await ask('/projects/acme%2Fsite', { as: 'alice', method: 'PUT', body: { path: 'website' } });

    const read = await ask('/projects/acme%2Fsite/languages', { as: 'alice' });
    const write = await ask('/projects/acme%2Fsite', { as: 'alice', method: 'PUT', body: { description: 'New' } });

    const location = `${gitlab.url}/api/v4/projects/${id}/languages`;
    expect(read.status).toBe(301);
    expect(read.headers.get('location')).toBe(location);
    expect(read.text).toBe(`This resource has been moved permanently to ${location}`);
    expect(write).toMatchObject({ status: 200, json: { path_with_namespace: 'acme/website', description: 'New' } });
  });

  test('EE routes do not exist in a Community build (§11)', async () => {
    await using context = await startWithClient({ edition: 'ce' });

    expect((await context.ask('/license', { as: 'root' })).json).toEqual({ error: '404 Not Found' });
  });
});

describe('bodies (§6.3)', () => {
  test('query, form, multipart and JSON are equivalent', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const form = new FormData();
    form.set('message', 'multipart');

    const texts = [];
    for (const request of [
      { path: '/user/status?message=query' },
      { path: '/user/status', form: new URLSearchParams({ message: 'form' }) },
      { path: '/user/status', form },
      { path: '/user/status', body: { message: 'json' } },
    ]) {
      const { json } = await ask(request.path, { as: 'alice', method: 'PUT', ...request });
      texts.push((json as { message: string }).message);
    }

    expect(texts).toEqual(['query', 'form', 'multipart', 'json']);
  });

  test('malformed JSON is 400, an unsupported type 415', async () => {
    await using context = await startWithClient();
    const { gitlab } = context;
    const put = (type: string, body: string) =>
      fetch(`${gitlab.url}/api/v4/user/status`, {
        method: 'PUT',
        headers: { 'PRIVATE-TOKEN': gitlab.tokens.alice, 'Content-Type': type },
        body,
      });

    const malformed = await put('application/json', '{"message":');
    expect(malformed.status).toBe(400);
    expect(await malformed.json()).toHaveProperty('error');
    expect((await put('application/pdf', 'x')).status).toBe(415);
  });

  test('a body over the limit is 413', async () => {
    await using context = await startWithClient({ settings: { maxBodyBytes: 100 } });

    const answer = await context.ask('/user/status', {
      as: 'alice',
      method: 'PUT',
      body: { message: 'x'.repeat(200) },
    });

    expect(answer.status).toBe(413);
  });
});

describe('headers (§7)', () => {
  test('every answer carries the set of the API', async () => {
    await using context = await startWithClient();

    const { headers } = await context.ask('/version', { as: 'alice' });

    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      etag: expect.stringMatching(/^W\/"[0-9a-f]{32}"$/),
      'cache-control': 'max-age=0, private, must-revalidate',
      vary: 'Origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'x-runtime': expect.stringMatching(/^\d+\.\d{6}$/),
      'x-gitlab-meta': `{"correlation_id":"${headers.get('x-request-id')}","version":"1"}`,
    });
  });

  test('the entity tag makes a conditional GET 304 until the body changes', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const etag = (await ask('/user/status', { as: 'alice' })).headers.get('etag') ?? '';
    const again = () => ask('/user/status', { as: 'alice', headers: { 'If-None-Match': etag } });

    expect(await again()).toMatchObject({ status: 304, text: '' });
    await ask('/user/status', { as: 'alice', method: 'PUT', body: { message: 'changed' } });
    expect((await again()).status).toBe(200);
  });

  test('any origin may read, and preflights are answered', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const read = await ask('/version', { as: 'alice', headers: { Origin: 'https://app.example' } });
    const preflight = await ask('/projects', { method: 'OPTIONS', headers: { Origin: 'https://app.example' } });

    expect(read.headers.get('access-control-allow-origin')).toBe('*');
    expect(read.headers.get('access-control-expose-headers')).toContain('X-Next-Page');
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
  });
});

describe('stability (§13)', () => {
  test('two reads with nothing in between are byte-identical', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    for (const path of ['/projects', '/groups', '/users', '/events', '/personal_access_tokens', '/namespaces']) {
      const first = await ask(path, { as: 'root' });
      expect((await ask(path, { as: 'root' })).text, path).toBe(first.text);
    }
  });

  test('two sandboxes with a manual clock differ in nothing but their address', async () => {
    await using one = await startWithClient();
    await using other = await startWithClient();
    const read = async ({ ask, gitlab }: typeof one) =>
      (await ask('/projects?per_page=100', { as: 'root' })).text.replaceAll(gitlab.url, 'http://gitlab.test');

    expect(await read(one)).toBe(await read(other));
    expect(one.gitlab.tokens).toEqual(other.gitlab.tokens);
  });
});

describe('outside the API', () => {
  test('health is text, and every other page asks for a sign-in', async () => {
    await using context = await startWithClient();
    const { askRoot, gitlab } = context;

    expect((await askRoot('/-/health')).text).toBe('GitLab OK');
    expect((await askRoot('/-/readiness')).json).toMatchObject({ status: 'ok' });
    const page = await askRoot('/acme/site');
    expect([page.status, page.headers.get('location')]).toEqual([302, `${gitlab.url}/users/sign_in`]);
  });

  test('an instance below a relative URL answers there only', async () => {
    await using context = await startWithClient({ relativeUrl: '/gitlab' });
    const { ask, gitlab } = context;

    expect(gitlab.url).toMatch(/\/gitlab$/);
    expect((await ask('/user', { as: 'alice' })).json).toMatchObject({ web_url: `${gitlab.url}/alice` });
    const beside = await fetch(`${new URL(gitlab.url).origin}/api/v4/version`);
    expect([beside.status, beside.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
});
