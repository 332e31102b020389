import { expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const ground = '/projects/orbital%2Fground-station';

test('push rules of a project: null, then made once, changed and deleted; Premium only', async () => {
  await using client = await startWithClient({ tier: 'premium' });
  const path = `${ground}/push_rule`;
  const body = { commit_message_regex: '^[A-Z]', prevent_secrets: true };

  expect((await client.ask(path, { as: 'alice' })).json).toBeNull();
  const made = await client.ask(path, { as: 'alice', method: 'POST', body });
  expect(made).toMatchObject({ status: 201, json: { project_id: 1, ...body, max_file_size: 0, member_check: false } });
  expect((await client.ask(path, { as: 'alice', method: 'POST', body })).status).toBe(422);
  expect((await client.ask(path, { as: 'bob', method: 'PUT', body })).status).toBe(403);
  const changed = await client.ask(path, { as: 'alice', method: 'PUT', body: { max_file_size: 5 } });
  expect(changed.json).toMatchObject({ ...body, max_file_size: 5 });
  expect((await client.ask(path, { as: 'alice', method: 'DELETE' })).status).toBe(204);
  client.gitlab.configure({ tier: 'free' });
  expect((await client.ask(path, { as: 'alice' })).status).toBe(404);
});

test('a push mirror hides the password in its address, and remembers when it was updated', async () => {
  await using client = await startWithClient();
  const path = `${ground}/remote_mirrors`;
  const post = (body: object) => client.ask(path, { as: 'alice', method: 'POST', body });

  const made = await post({ url: 'https://dish:secret@example.com/a.git', enabled: true });
  const { id } = made.json as { id: number };

  expect(made).toMatchObject({
    status: 201,
    json: { url: 'https://*****:*****@example.com/a.git', update_status: 'none' },
  });
  expect((await post({ url: 'file:///etc/passwd' })).status).toBe(400);
  expect((await client.ask(`${path}/${id}/sync`, { as: 'alice', method: 'POST' })).status).toBe(204);
  expect((await client.ask(`${path}/${id}`, { as: 'alice' })).json).toMatchObject({
    update_status: 'finished',
    last_update_at: '2026-03-02T09:00:00.000Z',
  });
  expect((await client.ask(path, { as: 'bob' })).status).toBe(403);
});
