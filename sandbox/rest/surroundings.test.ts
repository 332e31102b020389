import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const site = '/projects/acme%2Fsite';

describe('webhooks (§20)', () => {
  test('secrets are written and never read', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const made = await ask(`${site}/hooks`, {
      as: 'erin',
      method: 'POST',
      body: {
        url: 'https://hook.example/x',
        token: 's3cret',
        issues_events: true,
        custom_headers: [{ key: 'X-Key', value: 'v4lue' }],
      },
    });
    const { id } = made.json as { id: number };
    await ask(`${site}/hooks/${id}/url_variables/token`, { as: 'erin', method: 'PUT', body: { value: 'v4lue' } });
    const read = await ask(`${site}/hooks/${id}`, { as: 'erin' });

    expect(made).toMatchObject({
      status: 201,
      json: { push_events: true, issues_events: true, enable_ssl_verification: true },
    });
    expect(read.json).toMatchObject({
      url_variables: [{ key: 'token' }],
      custom_headers: [{ key: 'X-Key' }],
      alert_status: 'executable',
    });
    expect(read.text).not.toMatch(/s3cret|v4lue/);
  });

  test('they are for maintainers, need a real address, and can be tried and removed', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const make = (as: string, url: string) => ask(`${site}/hooks`, { as, method: 'POST', body: { url } });

    expect((await make('bob', 'https://hook.example')).status).toBe(403);
    expect(await make('erin', 'not a url')).toMatchObject({ status: 422, json: { message: 'Invalid url given' } });
    const { id } = (await make('erin', 'https://hook.example')).json as { id: number };
    expect((await ask(`${site}/hooks/${id}/test/push_events`, { as: 'erin', method: 'POST' })).json).toEqual({
      message: '201 Created',
    });
    expect((await ask(`${site}/hooks/${id}`, { as: 'erin', method: 'DELETE' })).status).toBe(204);
    expect((await ask(`${site}/hooks/${id}`, { as: 'erin' })).json).toEqual({ message: '404 Not found' });
  });

  test('group hooks are Premium: 403 without, no such route in a Community build (§11)', async () => {
    await using free = await startWithClient();
    await using premium = await startWithClient({ tier: 'premium' });
    await using community = await startWithClient({ edition: 'ce' });

    expect((await free.ask('/groups/acme/hooks', { as: 'alice' })).json).toEqual({ message: '403 Forbidden' });
    expect((await premium.ask('/groups/acme/hooks', { as: 'alice' })).json).toEqual([]);
    expect((await community.ask('/groups/acme/hooks', { as: 'alice' })).json).toEqual({ error: '404 Not Found' });
  });
});

describe('badges, topics, notifications', () => {
  test('a badge fills in its placeholders', async () => {
    await using context = await startWithClient();

    const { json } = await context.ask(`${site}/badges`, {
      as: 'erin',
      method: 'POST',
      body: {
        link_url: 'https://ci.example/%{project_path}/%{default_branch}',
        image_url: 'https://ci.example/%{unknown}.svg',
      },
    });

    expect(json).toMatchObject({
      kind: 'project',
      rendered_link_url: 'https://ci.example/acme/site/main',
      rendered_image_url: 'https://ci.example/%{unknown}.svg',
    });
  });

  test('topics come from projects and from administrators, most used first', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    await ask(site, { as: 'alice', method: 'PUT', body: { topics: ['rust'] } });

    const [first] = (await ask('/topics')).json as { id: number; name: string; total_projects_count: number }[];
    const made = await ask('/topics', { as: 'root', method: 'POST', body: { name: 'new', title: 'New' } });

    expect(first).toMatchObject({ name: 'rust', total_projects_count: 2 });
    expect(made).toMatchObject({ status: 201, json: { total_projects_count: 0, title: 'New' } });
    expect((await ask('/topics', { as: 'alice', method: 'POST', body: { name: 'x' } })).status).toBe(403);
    await ask(`/topics/${first?.id}`, { as: 'root', method: 'DELETE' });
    expect((await ask(site, { as: 'alice' })).json).toMatchObject({ topics: [] });
  });

  test('events are listed for the custom level only', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const path = `${site}/notification_settings`;

    expect((await ask(path, { as: 'alice' })).json).toEqual({ level: 'global' });
    expect(
      (await ask(path, { as: 'alice', method: 'PUT', body: { level: 'custom', new_note: true } })).json,
    ).toMatchObject({
      level: 'custom',
      events: { new_note: true, new_issue: false },
    });
    expect((await ask('/notification_settings', { as: 'alice' })).json).toEqual({
      level: 'participating',
      notification_email: 'alice@example.com',
    });
  });
});

describe('the instance', () => {
  test.each([
    '/application/settings',
    '/application/appearance',
    '/application/plan_limits',
    '/features',
    '/applications',
    '/hooks',
  ])('%s is for administrators (§3)', async (path) => {
    await using context = await startWithClient();

    expect((await context.ask(path, { as: 'root' })).status).toBe(200);
    expect((await context.ask(path, { as: 'alice' })).json).toEqual({ message: '403 Forbidden' });
  });

  test('settings that are changed stay changed', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    await ask('/application/settings', { as: 'root', method: 'PUT', body: { signup_enabled: true } });

    expect((await ask('/application/settings', { as: 'root' })).json).toMatchObject({ id: 1, signup_enabled: true });
  });

  test('a broadcast is active between its times', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    await ask('/broadcast_messages', { as: 'root', method: 'POST', body: { message: 'Maintenance at noon' } });

    expect((await ask('/broadcast_messages')).json).toMatchObject([
      { message: 'Maintenance at noon', active: true, broadcast_type: 'banner' },
    ]);
    gitlab.advance(3_600_000);
    expect((await ask('/broadcast_messages/1')).json).toMatchObject({ active: false });
  });

  test('custom attributes are kept per object', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    await ask(`${site}/custom_attributes/cost%2Fcenter`, { as: 'root', method: 'PUT', body: { value: '42' } });

    expect((await ask(`${site}/custom_attributes`, { as: 'root' })).json).toEqual([
      { key: 'cost/center', value: '42' },
    ]);
    expect((await ask('/users/2/custom_attributes', { as: 'root' })).json).toEqual([]);
    expect((await ask(`${site}/custom_attributes`, { as: 'alice' })).status).toBe(403);
  });

  test('templates are for everyone, fine-grained tokens included', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask('/templates/gitignores')).json).toContainEqual({ key: 'Node', name: 'Node' });
    expect((await ask('/templates/licenses/MIT?fullname=Acme', { as: 'granular' })).json).toMatchObject({
      key: 'mit',
      content: expect.stringContaining('Copyright (c) 2026 Acme'),
    });
    expect((await ask(`${site}/templates/dockerfiles/node`, { as: 'alice' })).json).toMatchObject({ name: 'Node' });
  });

  test('Markdown becomes HTML, and only that', async () => {
    await using context = await startWithClient();

    const { json } = await context.ask('/markdown', {
      as: 'alice',
      method: 'POST',
      body: { text: '# Hi\n\n**a** `b` <script>' },
    });

    expect(json).toEqual({ html: '<h1>Hi</h1>\n<p><strong>a</strong> <code>b</code> &lt;script&gt;</p>' });
  });

  test('a key is found by its fingerprint', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    await ask('/user/keys', { as: 'bob', method: 'POST', body: { title: 'k', key: 'ssh-ed25519 AAAA bob' } });

    const missing = await ask('/keys?fingerprint=SHA256:nobody', { as: 'root' });

    expect(missing.json).toEqual({ message: '404 Key Not Found' });
    expect(
      (
        await ask(`/keys?fingerprint=${encodeURIComponent('69:3e:9a:f8:4d:3d:fc:c7:1e:64:0e:00:5b:dc:5e:2e')}`, {
          as: 'root',
        })
      ).json,
    ).toMatchObject({ user: { username: 'bob' } });
  });
});
