import { describe, expect, test } from 'vitest';
import { startSandbox } from './start.ts';
import { startWithClient } from './testing.ts';

describe('administration', () => {
  test('what the controls do can be done over HTTP', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const administer = (method: string, path: string, body?: unknown) =>
      fetch(gitlab.adminUrl + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

    const tokens: unknown = await (await administer('GET', '/tokens')).json();
    expect(tokens).toEqual(gitlab.tokens);

    await administer('POST', '/tokens/revoke', { token: 'spare' });
    expect((await ask('/user', { as: 'spare' })).json).toMatchObject({ error: 'invalid_token' });

    await administer('POST', '/tokens', { user: 'bob', scopes: ['read_api'], label: 'fresh' });
    expect((await ask('/user', { as: 'fresh' })).json).toMatchObject({ username: 'bob' });

    await administer('PATCH', '/users', { username: 'bob', state: 'blocked' });
    expect((await ask('/user', { as: 'fresh' })).status).toBe(403);

    await administer('POST', '/faults', {
      match: { path: '/version' },
      fault: { kind: 'status', status: 504 },
      times: 1,
    });
    expect((await ask('/version', { as: 'alice' })).status).toBe(504);

    await administer('PATCH', '/settings', { edition: 'ce', version: '19.2.0' });
    expect((await ask('/version', { as: 'alice' })).json).toMatchObject({ version: '19.2.0', enterprise: false });

    const before = gitlab.world.clock.now();
    await administer('POST', '/clock/advance', { ms: 5000 });
    expect(gitlab.world.clock.now() - before).toBe(5000);

    await administer('POST', '/reset');
    expect((await ask('/version', { as: 'alice' })).json).toMatchObject({ enterprise: true });
    expect((await ask('/user', { as: 'spare' })).status).toBe(200);
  });

  test('a wrong operation or argument is refused, and so is a browser', async () => {
    await using context = await startWithClient();
    const { adminUrl } = context.gitlab;

    expect((await fetch(`${adminUrl}/nothing`)).status).toBe(404);
    expect((await fetch(`${adminUrl}/clock/advance`, { method: 'POST', body: '{"ms":-1}' })).status).toBe(400);
    expect((await fetch(`${adminUrl}/settings`, { method: 'PATCH', body: '{"colour":"red"}' })).status).toBe(400);
    expect((await fetch(`${adminUrl}/tokens`, { headers: { Origin: 'https://page.example' } })).status).toBe(403);
  });

  test('the request log knows who asked what, and how it was answered', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    await ask('/projects?search=site', { as: 'alice' });
    await ask('/user');

    expect(
      gitlab.requests.map(({ method, path, query, token, status }) => ({ method, path, query, token, status })),
    ).toEqual([
      { method: 'GET', path: '/api/v4/projects', query: 'search=site', token: 'alice', status: 200 },
      { method: 'GET', path: '/api/v4/user', query: '', token: undefined, status: 401 },
    ]);
  });
});

describe('lifetime', () => {
  test('closing twice is fine, and nothing listens afterwards', async () => {
    const gitlab = await startSandbox();
    await gitlab.close();
    await gitlab.close();

    await expect(fetch(`${gitlab.url}/api/v4/version`)).rejects.toThrow();
  });

  test('an empty world has people and tokens, and nothing they made', async () => {
    await using context = await startWithClient({ seed: 'empty' });
    const { ask } = context;

    expect((await ask('/projects', { as: 'root' })).json).toEqual([]);
    expect((await ask('/groups', { as: 'root' })).json).toEqual([]);
    expect((await ask('/user', { as: 'alice' })).status).toBe(200);
  });
});
