import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const self = '/personal_access_tokens/self';

describe('tokens about themselves (§3)', () => {
  test('the token, with the addresses it came from', async () => {
    await using context = await startWithClient();

    expect((await context.ask(self, { as: 'readOnly' })).json).toMatchObject({
      name: 'readOnly',
      active: true,
      revoked: false,
      expired: false,
      granular: false,
      scopes: ['read_api'],
      last_used_ips: ['127.0.0.1'],
    });
  });

  test('an OAuth token is told that it is the wrong kind', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;

    expect(await ask(self, { headers: { Authorization: `Bearer ${gitlab.tokens.oauth}` } })).toMatchObject({
      status: 400,
      json: { message: '400 Bad request - This endpoint requires token type to be a personal access token' },
    });
  });

  test('last_used_at moves every few minutes, not with every request', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const first = await ask(self, { as: 'alice' });

    gitlab.advance(60_000);
    expect((await ask(self, { as: 'alice' })).text).toBe(first.text);
    gitlab.advance(10 * 60_000);
    expect((await ask(self, { as: 'alice' })).text).not.toBe(first.text);
  });

  test('a token that revokes itself is dead at once', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect(await ask(self, { as: 'spare', method: 'DELETE' })).toMatchObject({ status: 204, text: '' });
    expect((await ask('/user', { as: 'spare' })).json).toMatchObject({
      error_description: 'Token was revoked. You have to re-authorize from the user.',
    });
  });

  test('rotation answers 200 with a new secret and ends the old one', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const rotated = await ask(`${self}/rotate`, { as: 'spare', method: 'POST' });
    const { token } = rotated.json as { token: string };

    expect(rotated).toMatchObject({ status: 200, json: { name: 'spare', expires_at: '2026-03-09' } });
    expect((await ask('/user', { as: 'spare' })).status).toBe(401);
    expect((await ask('/user', { headers: { 'PRIVATE-TOKEN': token } })).status).toBe(200);
  });

  test('rotating a revoked token takes the whole family with it', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const { id } = (await ask(self, { as: 'spare' })).json as { id: number };
    const { token } = (await ask(`${self}/rotate`, { as: 'spare', method: 'POST' })).json as { token: string };

    const again = await ask(`/personal_access_tokens/${id}/rotate`, { as: 'alice', method: 'POST' });

    expect(again.status).toBe(400);
    expect((await ask('/user', { headers: { 'PRIVATE-TOKEN': token } })).json).toMatchObject({
      error: 'invalid_token',
    });
  });

  test('associations list what the token reaches', async () => {
    await using context = await startWithClient();

    const { json } = await context.ask(`${self}/associations?min_access_level=40`, { as: 'writeRepository' });

    const { groups } = json as { groups: { name: string; access_levels: number }[] };
    expect(groups.map(({ name, access_levels }) => [name, access_levels])).toContainEqual(['Acme', 50]);
  });
});

describe('tokens by id and in lists (§2.9, §3)', () => {
  test('of other people one learns nothing: 401, not 403 or 404; administrators see all', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const { id } = (await ask(self, { as: 'bob' })).json as { id: number };
    const bare = { status: 401, json: { message: '401 Unauthorized' } };

    expect(await ask(`/personal_access_tokens/${id}`, { as: 'alice' })).toMatchObject(bare);
    expect(await ask('/personal_access_tokens/9999', { as: 'alice' })).toMatchObject(bare);
    expect(await ask('/personal_access_tokens?user_id=3', { as: 'alice' })).toMatchObject(bare);
    expect((await ask(`/personal_access_tokens/${id}`, { as: 'root' })).status).toBe(200);
    expect((await ask('/personal_access_tokens/9999', { as: 'root' })).status).toBe(404);
  });

  test('filters', async () => {
    await using context = await startWithClient();
    const names = async (query: string) => {
      const { json } = await context.ask(`/personal_access_tokens?${query}&per_page=100`, { as: 'alice' });
      return (json as { name: string }[]).map(({ name }) => name);
    };

    expect(await names('state=inactive')).toEqual(['expired', 'revoked', 'expiredAndRevoked']);
    expect(await names('revoked=true')).toEqual(['revoked', 'expiredAndRevoked']);
    expect(await names('search=READ')).toEqual(['readOnly', 'readUser', 'readRepository']);
  });

  test('users make weak or fine-grained tokens, administrators any', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const make = (body: object) => ask('/user/personal_access_tokens', { as: 'alice', method: 'POST', body });
    const projectId = gitlab.world.projects.at('acme/site').id;

    expect((await make({ name: 'x', scopes: ['api'] })).status).toBe(400);
    expect((await make({ name: 'x', scopes: ['self_rotate'], granular_scopes: [] })).status).toBe(400);
    const granular = await make({
      name: 'x',
      granular_scopes: [{ access: 'selected_memberships', permissions: ['read_project'], project_ids: [projectId] }],
    });
    const { token } = granular.json as { token: string };
    expect(granular).toMatchObject({
      status: 201,
      json: { granular: true, granular_scopes: [{ project_id: projectId }] },
    });
    expect((await ask(`/projects/${projectId}`, { headers: { 'PRIVATE-TOKEN': token } })).status).toBe(200);

    const impersonation = await ask('/users/3/impersonation_tokens', {
      as: 'root',
      method: 'POST',
      body: { name: 'i', scopes: ['api'] },
    });
    expect(impersonation).toMatchObject({ status: 201, json: { impersonation: true, user_id: 3 } });
  });
});
