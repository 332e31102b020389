import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

describe('GET /user (§2.6)', () => {
  test('ordinary users see themselves, administrators the fields of administrators too', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const alice = await ask('/user', { as: 'alice' });
    const root = await ask('/user', { as: 'root' });

    expect(alice.json).toMatchObject({ username: 'alice', email: 'alice@example.com', bot: false });
    expect(alice.json).not.toHaveProperty('is_admin');
    expect(root.json).toMatchObject({ username: 'root', is_admin: true, namespace_id: 1 });
  });

  test.each([
    ['projectBot', /^project_\d+_bot_[0-9a-f]+$/],
    ['groupBot', /^group_\d+_bot_[0-9a-f]+$/],
    ['serviceAccount', /^service-deployer$/],
  ])('%s acts as a bot', async (as, username) => {
    await using context = await startWithClient();

    expect((await context.ask('/user', { as })).json).toMatchObject({
      bot: true,
      username: expect.stringMatching(username),
    });
  });

  test('EE fields are absent in a Community build (§11)', async () => {
    await using context = await startWithClient({ edition: 'ce' });

    expect((await context.ask('/user', { as: 'root' })).json).not.toHaveProperty('is_auditor');
  });
});

describe('status and counts', () => {
  test('PUT replaces the status, PATCH changes what is sent, others can read it', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    await ask('/user/status', { as: 'alice', method: 'PUT', body: { message: 'Away', clear_status_after: '3_hours' } });
    await ask('/user/status', { as: 'alice', method: 'PATCH', body: { emoji: 'palm_tree' } });

    expect((await ask('/users/alice/status')).json).toEqual({
      emoji: 'palm_tree',
      message: 'Away',
      availability: null,
      message_html: 'Away',
      clear_status_at: '2026-03-02T12:00:00.000Z',
    });
  });

  test('counts include what waits', async () => {
    await using context = await startWithClient({ seed: 'empty' });
    const { ask, gitlab } = context;
    const { id } = gitlab.world.users.named('alice');
    gitlab.world.addTodo({
      userId: id,
      projectId: null,
      groupId: null,
      authorId: id,
      actionName: 'marked',
      targetType: 'Issue',
      targetId: 1,
      body: 'Look',
    });

    expect((await ask('/user_counts', { as: 'alice' })).json).toMatchObject({ todos: 1, assigned_issues: 0 });
    await ask('/todos/mark_as_done', { as: 'alice', method: 'POST' });
    expect((await ask('/user_counts', { as: 'alice' })).json).toMatchObject({ todos: 0 });
  });
});

describe('users (§20)', () => {
  test('the list is short for users and complete for administrators', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const [short] = (await ask('/users?username=BOB', { as: 'alice' })).json as object[];
    const [complete] = (await ask('/users?username=bob', { as: 'root' })).json as object[];

    expect(Object.keys(short ?? {})).toEqual([
      'id',
      'username',
      'public_email',
      'name',
      'state',
      'locked',
      'avatar_url',
      'web_url',
    ]);
    expect(complete).toMatchObject({ username: 'bob', email: 'bob@example.com', is_admin: false });
  });

  test('anonymous callers may look for one username and nothing else', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask('/users?username=bob')).json).toMatchObject([{ username: 'bob' }]);
    expect((await ask('/users')).json).toEqual({ message: '403 Forbidden - Not authorized to access /api/v4/users' });
  });

  test('a private address is found by administrators only', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask('/users?search=bob@example.com', { as: 'alice' })).json).toEqual([]);
    expect((await ask('/users?search=bob@example.com', { as: 'root' })).json).toMatchObject([{ username: 'bob' }]);
    expect((await ask('/users?search=developer', { as: 'alice' })).json).toHaveLength(2);
  });

  test('nobody is 404, a word is no id', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask('/users/9999', { as: 'alice' })).json).toEqual({ message: '404 User Not Found' });
    expect((await ask('/users/bob', { as: 'alice' })).json).toEqual({ error: 'id is invalid' });
  });

  test('administrators make, block and unblock accounts; others may not', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const body = { username: 'frank', name: 'Frank', email: 'frank@example.com', skip_confirmation: true };

    const made = await ask('/users', { as: 'root', method: 'POST', body });
    const { id } = made.json as { id: number };

    expect(made.status).toBe(201);
    expect(await ask('/users', { as: 'root', method: 'POST', body })).toMatchObject({
      status: 400,
      json: { message: { email: ['has already been taken'], username: ['has already been taken'] } },
    });
    expect((await ask('/users', { as: 'alice', method: 'POST', body })).json).toEqual({ message: '403 Forbidden' });
    expect((await ask(`/users/${id}/block`, { as: 'root', method: 'POST' })).json).toBe(true);
    expect((await ask(`/users/${id}`, { as: 'root' })).json).toMatchObject({ state: 'blocked' });
    expect((await ask(`/users/${id}/unban`, { as: 'root', method: 'POST' })).status).toBe(403);
  });
});

describe('keys and e-mail addresses', () => {
  test('an SSH key is added once, shown and removed', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const body = { title: 'laptop', key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIexample laptop' };

    const added = await ask('/user/keys', { as: 'alice', method: 'POST', body });
    const { id } = added.json as { id: number };

    expect(added.json).toMatchObject({ title: 'laptop', usage_type: 'auth_and_signing', expires_at: null });
    expect((await ask('/user/keys', { as: 'bob', method: 'POST', body })).json).toEqual({
      message: { fingerprint_sha256: ['has already been taken'] },
    });
    expect((await ask('/users/alice/keys')).json).toHaveLength(1);
    expect((await ask(`/user/keys/${id}`, { as: 'alice', method: 'DELETE' })).status).toBe(204);
    expect((await ask(`/user/keys/${id}`, { as: 'alice' })).json).toEqual({ message: '404 Key Not Found' });
  });
});
