import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

describe('groups', () => {
  test('a private group is hidden from strangers and shown to whoever belongs to something inside', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask('/groups/acme', { as: 'stranger' })).json).toEqual({ message: '404 Group Not Found' });
    expect((await ask('/groups/acme')).status).toBe(404);
    for (const as of ['dave', 'carol', 'erin']) expect((await ask('/groups/acme', { as })).status, as).toBe(200);
  });

  test('one group has its projects and shares, a list does not (shapes §15)', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const one = await ask('/groups/acme', { as: 'alice' });
    const without = await ask('/groups/acme?with_projects=false', { as: 'alice' });
    const [listed] = (await ask('/groups?search=acme', { as: 'alice' })).json as object[];

    expect(one.json).toMatchObject({
      projects: expect.arrayContaining([expect.objectContaining({ path: 'site' })]),
      shared_with_groups: [],
      runners_token: expect.any(String),
    });
    expect(without.json).not.toHaveProperty('projects');
    expect(listed).not.toHaveProperty('shared_with_groups');
    expect((await ask('/groups/acme', { as: 'dave' })).json).not.toHaveProperty('runners_token');
  });

  test('subgroups are direct, descendants are all', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    await ask('/groups', {
      as: 'alice',
      method: 'POST',
      body: { name: 'Deep', path: 'deep', parent_id: context.gitlab.world.groups.at('acme/platform').id },
    });
    const paths = async (path: string) =>
      ((await ask(path, { as: 'alice' })).json as { full_path: string }[]).map((group) => group.full_path);

    expect(await paths('/groups/acme/subgroups')).toEqual(['acme/platform']);
    expect(await paths('/groups/acme/descendant_groups')).toEqual(['acme/platform/deep', 'acme/platform']);
    expect(await paths('/groups?top_level_only=true&owned=true')).toEqual(['acme', 'orbital']);
  });

  test('making one takes a name, a path that is free, and the right to', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const make = (as: string, body: object) => ask('/groups', { as, method: 'POST', body });
    const acme = gitlab.world.groups.at('acme').id;

    expect((await make('alice', {})).json).toEqual({ error: 'name is missing, path is missing' });
    expect(await make('alice', { name: 'Team', path: 'team' })).toMatchObject({
      status: 201,
      json: { full_path: 'team', parent_id: null, visibility: 'private' },
    });
    expect((await make('alice', { name: 'Team', path: 'team' })).status).toBe(400);
    expect((await make('bob', { name: 'Sub', path: 'sub', parent_id: acme })).status).toBe(403);
  });

  test('a renamed group moves everything in it, and redirects', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const { id } = gitlab.world.groups.at('acme');

    await ask('/groups/acme', { as: 'alice', method: 'PUT', body: { path: 'acme-corp', description: 'Renamed' } });

    expect((await ask('/projects/acme-corp%2Fplatform%2Fdeploy-tools', { as: 'alice' })).status).toBe(200);
    expect((await ask('/groups/acme', { as: 'alice' })).headers.get('location')).toBe(
      `${gitlab.url}/api/v4/groups/${id}`,
    );
  });

  test('deletion marks, and is for owners', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask('/groups/acme', { as: 'bob', method: 'DELETE' })).status).toBe(403);
    expect((await ask('/groups/acme', { as: 'alice', method: 'DELETE' })).status).toBe(202);
    expect((await ask('/groups/acme', { as: 'bob' })).status).toBe(404);
    expect((await ask('/groups/acme/restore', { as: 'alice', method: 'POST' })).status).toBe(201);
    expect((await ask('/groups/acme', { as: 'bob' })).status).toBe(200);
  });

  test('a group can be moved below another, but not below itself', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const transfer = (path: string, to: string) =>
      ask(`/groups/${path}/transfer`, {
        as: 'alice',
        method: 'POST',
        body: { group_id: gitlab.world.groups.at(to).id },
      });

    expect((await transfer('acme', 'acme/platform')).status).toBe(400);
    expect((await transfer('acme', 'orbital')).json).toMatchObject({ full_path: 'orbital/acme' });
    expect((await ask('/projects/orbital%2Facme%2Fsite', { as: 'alice' })).status).toBe(200);
  });
});

describe('members (§20)', () => {
  const members = '/projects/acme%2Fsite/members';

  test('direct members only, or with inherited ones', async () => {
    await using context = await startWithClient();
    const names = async (path: string) =>
      ((await context.ask(path, { as: 'alice' })).json as { username: string; access_level: number }[]).map(
        ({ username, access_level: level }) => `${username} ${level}`,
      );

    expect(await names(members)).toEqual(['erin 40', expect.stringMatching(/^project_\d+_bot_\w+ 40$/)]);
    expect(await names(`${members}/all`)).toEqual(expect.arrayContaining(['alice 50', 'bob 30', 'dave 10', 'erin 40']));
    expect((await context.ask(`${members}/3`, { as: 'alice' })).json).toEqual({ message: '404 Not found' });
    expect((await context.ask(`${members}/all/3`, { as: 'alice' })).json).toMatchObject({
      username: 'bob',
      access_level: 30,
    });
  });

  test('somebody who belongs twice is listed once, at the higher level', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const carol = gitlab.world.users.named('carol').id;
    await ask('/groups/acme/members', { as: 'alice', method: 'POST', body: { user_id: carol, access_level: 40 } });

    const { json } = await ask('/groups/acme%2Fplatform/members/all', { as: 'alice' });

    const levels = (json as { id: number; access_level: number }[]).filter(({ id }) => id === carol);
    expect(levels.map((member) => member.access_level)).toEqual([40]);
  });

  test('adding takes a manager, a person, and a level that makes sense', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const carol = gitlab.world.users.named('carol').id;
    const add = (as: string, body: object) => ask(members, { as, method: 'POST', body });

    expect((await add('bob', { user_id: carol, access_level: 30 })).status).toBe(403);
    expect((await add('erin', { user_id: carol })).json).toEqual({ error: 'access_level is missing' });
    expect((await add('erin', { access_level: 30 })).json).toEqual({
      error: 'user_id, username are missing, exactly one parameter must be provided',
    });
    expect((await add('erin', { user_id: carol, access_level: 33 })).json).toEqual({
      message: { access_level: ['is not included in the list'] },
    });
    expect((await add('erin', { user_id: 9999, access_level: 30 })).json).toEqual({ message: '404 User Not Found' });
    expect(await add('erin', { user_id: carol, access_level: 30, expires_at: '2026-12-31' })).toMatchObject({
      status: 201,
      json: { username: 'carol', access_level: 30, expires_at: '2026-12-31', created_by: { username: 'erin' } },
    });
    expect((await add('erin', { user_id: carol, access_level: 30 })).json).toEqual({
      message: 'Member already exists',
    });
    expect((await add('erin', { username: 'bob', access_level: 20 })).json).toEqual({
      message: { access_level: ['should be greater than or equal to Developer inherited membership from group Acme'] },
    });
  });

  test('a membership ends on its day', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    expect((await ask('/projects/acme%2Fsite', { as: 'erin' })).status).toBe(200);

    gitlab.advance(91 * 24 * 3_600_000);

    expect((await ask('/projects/acme%2Fsite', { as: 'erin' })).status).toBe(404);
  });

  test('levels are changed and members removed; the last owner stays, others may leave', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const id = (username: string) => gitlab.world.users.named(username).id;

    expect(
      (await ask(`${members}/${id('erin')}`, { as: 'alice', method: 'PUT', body: { access_level: 30 } })).json,
    ).toMatchObject({ access_level: 30 });
    expect((await ask(`/groups/acme/members/${id('alice')}`, { as: 'alice', method: 'DELETE' })).status).toBe(403);
    expect((await ask(`/groups/acme/members/${id('dave')}`, { as: 'dave', method: 'DELETE' })).status).toBe(204);
    expect((await ask('/groups/acme', { as: 'dave' })).status).toBe(404);
  });
});

describe('namespaces, plans and licence (§11)', () => {
  const plan = async (options: Parameters<typeof startWithClient>[0], as = 'alice') => {
    await using context = await startWithClient(options);
    const namespaces = (await context.ask('/namespaces?per_page=100', { as })).json as {
      full_path: string;
      plan?: string;
    }[];
    return namespaces.find((namespace) => namespace.full_path === 'acme')?.plan;
  };

  test('self-managed Enterprise says default, whatever the licence; GitLab.com says the plan; CE says nothing', async () => {
    expect(await plan({ edition: 'ee', tier: 'ultimate' })).toBe('default');
    expect(await plan({ edition: 'com', tier: 'premium' })).toBe('premium');
    expect(await plan({ edition: 'ce' })).toBeUndefined();
    expect(await plan({ edition: 'com', tier: 'premium' }, 'bob')).toBeUndefined();
  });

  test('namespaces are one’s own and one’s groups; all of them for administrators', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const paths = async (as: string, query = '') =>
      ((await ask(`/namespaces?per_page=100${query}`, { as })).json as { full_path: string }[]).map(
        (namespace) => namespace.full_path,
      );

    expect(await paths('dave')).toEqual(['dave', 'acme', 'acme/platform']);
    expect(await paths('root')).toContain('stranger');
    expect(await paths('alice', '&search=plat')).toEqual(['acme/platform']);
    expect((await ask('/namespaces/acme%2Fplatform/exists', { as: 'dave' })).json).toEqual({
      exists: true,
      suggests: ['acme/platform1'],
    });
    expect((await ask('/namespaces/alice', { as: 'bob' })).json).toEqual({ message: '404 Namespace Not Found' });
  });

  test('the licence: for administrators of an Enterprise build, null without one', async () => {
    await using free = await startWithClient();
    await using premium = await startWithClient({ tier: 'premium' });

    expect(await free.ask('/license', { as: 'root' })).toMatchObject({ status: 200, json: null });
    expect((await free.ask('/license', { as: 'alice' })).json).toEqual({ message: '403 Forbidden' });
    expect((await premium.ask('/license', { as: 'root' })).json).toMatchObject({
      plan: 'premium',
      expired: false,
      active_users: expect.any(Number),
    });
  });

  test('version and metadata are the same object, and need a token', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask('/version')).status).toBe(401);
    expect((await ask('/version', { as: 'alice' })).text).toBe((await ask('/metadata', { as: 'alice' })).text);
    expect((await ask('/version', { as: 'alice' })).json).toMatchObject({ version: '19.4.1-ee', enterprise: true });
  });
});
