import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const site = '/projects/acme%2Fsite';

describe('project and group access tokens', () => {
  test('a token comes with a bot that acts at its level', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const { id } = gitlab.world.projects.at('acme/site');

    const made = await ask(`${site}/access_tokens`, {
      as: 'alice',
      method: 'POST',
      body: { name: 'deploy', scopes: ['read_api'], access_level: 20 },
    });
    const { token } = made.json as { token: string };
    const bot = await ask('/user', { headers: { 'PRIVATE-TOKEN': token } });

    expect(made).toMatchObject({
      status: 201,
      json: { access_level: 20, resource_type: 'project', resource_id: id, expires_at: '2027-03-02' },
    });
    expect(bot.json).toMatchObject({ bot: true, username: expect.stringMatching(new RegExp(`^project_${id}_bot_`)) });
    expect((await ask(site, { headers: { 'PRIVATE-TOKEN': token } })).json).toMatchObject({
      permissions: { project_access: { access_level: 20 } },
    });
  });

  test('listing takes a manager; revoking ends token and membership', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const [token] = (await ask(`${site}/access_tokens`, { as: 'alice' })).json as { id: number; user_id: number }[];

    expect((await ask(`${site}/access_tokens`, { as: 'bob' })).status).toBe(403);
    expect((await ask(`${site}/access_tokens/${token?.id}`, { as: 'alice', method: 'DELETE' })).status).toBe(204);
    expect((await ask('/user', { as: 'projectBot' })).json).toMatchObject({ error: 'invalid_token' });
    expect((await ask(`${site}/members/${token?.user_id}`, { as: 'alice' })).status).toBe(404);
    expect((await ask(`${site}/access_tokens?state=active`, { as: 'alice' })).json).toEqual([]);
  });

  test('a token rotates itself in its own project only', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask('/groups/acme/access_tokens/self/rotate', { as: 'projectBot', method: 'POST' })).status).toBe(
      401,
    );
    expect((await ask(`${site}/access_tokens/self/rotate`, { as: 'alice', method: 'POST' })).status).toBe(401);
    expect(await ask(`${site}/access_tokens/self/rotate`, { as: 'projectBot', method: 'POST' })).toMatchObject({
      status: 200,
      json: { token: expect.stringMatching(/^glpat-/) },
    });
  });
});

describe('deploy tokens', () => {
  test('the secret is shown once, and the API does not take it (§2.1)', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const made = await ask(`${site}/deploy_tokens`, {
      as: 'erin',
      method: 'POST',
      body: { name: 'pull', scopes: ['read_registry'] },
    });
    const { id, token } = made.json as { id: number; token: string };

    expect(made).toMatchObject({
      status: 201,
      json: { username: `gitlab+deploy-token-${id}`, revoked: false, expired: false },
    });
    expect((await ask(`${site}/deploy_tokens/${id}`, { as: 'erin' })).json).not.toHaveProperty('token');
    expect((await ask('/user', { headers: { 'PRIVATE-TOKEN': token } })).status).toBe(401);
    expect((await ask('/deploy_tokens', { as: 'root' })).json).toHaveLength(1);
    expect(
      (await ask(`${site}/deploy_tokens`, { as: 'erin', method: 'POST', body: { name: 'x', scopes: ['api'] } })).json,
    ).toEqual({
      error: 'scopes does not have a valid value',
    });
  });
});

describe('asking and inviting', () => {
  const handbook = '/projects/orbital%2Fhandbook';

  test('a stranger asks for access, a maintainer lets them in', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const { id } = gitlab.world.users.named('stranger');

    expect((await ask(`${handbook}/access_requests`, { as: 'stranger', method: 'POST' })).status).toBe(201);
    expect((await ask(`${handbook}/access_requests`, { as: 'bob' })).status).toBe(403);
    expect((await ask(`${handbook}/access_requests`, { as: 'erin' })).json).toMatchObject([{ username: 'stranger' }]);
    expect(
      (await ask(`${handbook}/access_requests/${id}/approve?access_level=20`, { as: 'erin', method: 'PUT' })).json,
    ).toMatchObject({
      username: 'stranger',
      access_level: 20,
    });
    expect((await ask(`${handbook}/access_requests/${id}`, { as: 'erin', method: 'DELETE' })).status).toBe(404);
  });

  test('an address that is known becomes a member, another one waits', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const answer = await ask(`${handbook}/invitations`, {
      as: 'erin',
      method: 'POST',
      body: { email: 'dave@example.com,new@example.com,broken', access_level: 20 },
    });

    expect(answer.json).toEqual({ status: 'error', message: { broken: 'Invite email is invalid' } });
    expect((await ask(`${handbook}/invitations`, { as: 'erin' })).json).toMatchObject([
      { invite_email: 'new@example.com', access_level: 20, created_by_name: 'Erin Developer' },
    ]);
    expect((await ask(`${handbook}/members`, { as: 'erin' })).json).toMatchObject([{ username: 'dave' }]);
  });
});

describe('service accounts', () => {
  test('a group has accounts of its own, with tokens that can be rotated', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const path = '/groups/acme/service_accounts';

    const { id } = (await ask(path, { as: 'alice', method: 'POST', body: { name: 'Robot', username: 'acme-robot' } }))
      .json as { id: number };
    const made = (
      await ask(`${path}/${id}/personal_access_tokens`, {
        as: 'alice',
        method: 'POST',
        body: { name: 't', scopes: ['api'] },
      })
    ).json as { id: number; token: string };
    const rotated = (
      await ask(`${path}/${id}/personal_access_tokens/${made.id}/rotate`, { as: 'alice', method: 'POST' })
    ).json as { token: string };

    expect((await ask('/user', { headers: { 'PRIVATE-TOKEN': made.token } })).status).toBe(401);
    expect((await ask('/user', { headers: { 'PRIVATE-TOKEN': rotated.token } })).json).toMatchObject({
      username: 'acme-robot',
      bot: true,
    });
    expect((await ask(path, { as: 'alice' })).json).toMatchObject([{ username: 'acme-robot' }]);
    expect((await ask(path, { as: 'bob' })).status).toBe(403);
    expect((await ask('/service_accounts', { as: 'root' })).json).toMatchObject([{ username: 'service-deployer' }]);
  });
});
