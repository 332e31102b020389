import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const ground = '/projects/orbital%2Fground-station';
const site = '/projects/acme%2Fsite';

interface Named {
  readonly name: string;
}

describe('branches (§18)', () => {
  test.each([
    [
      '',
      ['docs/duty-handover', 'feature/doppler', 'feature/serial-timeout', 'fix/rotator-stall', 'main', 'release/1.2'],
    ],
    ['search=^fe', ['feature/doppler', 'feature/serial-timeout']],
    ['search=stall$', ['fix/rotator-stall']],
    ['search=DUTY', ['docs/duty-handover']],
    ['regex=^(docs|fix)/', ['docs/duty-handover', 'fix/rotator-stall']],
  ])('a search for %s finds %j', async (query, names) => {
    await using client = await startWithClient();

    const { json } = await client.ask(`${ground}/repository/branches?${query}`);

    expect((json as Named[]).map(({ name }) => name)).toEqual(names);
  });

  test('what the caller may do with a branch depends on protection and role', async () => {
    await using client = await startWithClient();
    const main = async (as: string) => (await client.ask(`${ground}/repository/branches/main`, { as })).json;

    expect(await main('alice')).toMatchObject({ protected: true, can_push: true, default: true, merged: false });
    expect(await main('bob')).toMatchObject({ protected: true, can_push: false, developers_can_push: false });
    const release = await client.ask(`${ground}/repository/branches/release%2F1.2`, { as: 'alice' });
    expect(release.json).toMatchObject({ protected: true, can_push: false, developers_can_merge: true });
  });

  test('a branch is made from any ref, once, with a valid name', async () => {
    await using client = await startWithClient();
    const create = (branch: string, ref: string) =>
      client.ask(`${ground}/repository/branches`, { method: 'POST', as: 'bob', body: { branch, ref } });

    expect(await create('topic', 'v1.0.0')).toMatchObject({ status: 201, json: { name: 'topic', merged: true } });
    expect((await create('topic', 'main')).json).toEqual({ message: 'Branch already exists' });
    expect((await create('a..b', 'main')).json).toEqual({ message: 'Branch name is invalid' });
    expect((await create('other', 'nothing')).json).toEqual({
      message: "Failed to create branch 'other': invalid reference name 'nothing'",
    });
    expect((await client.ask(`${ground}/repository/branches`, { method: 'POST', as: 'carol', body: {} })).json).toEqual(
      {
        error: 'branch is missing, ref is missing',
      },
    );
  });

  test('the default branch and protected branches stay; merged ones can be cleared away', async () => {
    await using client = await startWithClient();
    const remove = (name: string) =>
      client.ask(`${ground}/repository/branches/${encodeURIComponent(name)}`, { method: 'DELETE', as: 'alice' });
    await client.ask(`${ground}/repository/branches`, {
      method: 'POST',
      as: 'bob',
      body: { branch: 'old', ref: 'v1.0.0' },
    });

    expect((await remove('main')).status).toBe(403);
    expect((await remove('release/1.2')).status).toBe(403);
    expect((await remove('nothing')).json).toEqual({ message: '404 Branch Not Found' });
    const cleared = await client.ask(`${ground}/repository/merged_branches`, { method: 'DELETE', as: 'alice' });
    expect([cleared.status, cleared.json]).toEqual([202, { message: '202 Accepted' }]);
    expect((await client.ask(`${ground}/repository/branches/old`)).status).toBe(404);
    expect((await client.ask(`${ground}/repository/branches/feature%2Fdoppler`)).status).toBe(200);
    expect((await remove('feature/doppler')).status).toBe(204);
  });

  test('§8.2 keyset pages go on after a name', async () => {
    await using client = await startWithClient();

    const first = await client.ask(`${ground}/repository/branches?pagination=keyset&per_page=4`);
    const link = /<[^>]*\/api\/v4([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await client.ask(link);

    expect((first.json as Named[]).at(-1)).toMatchObject({ name: 'fix/rotator-stall' });
    expect((second.json as Named[]).map(({ name }) => name)).toEqual(['main', 'release/1.2']);
    expect(second.headers.get('link')).toBeNull();
  });
});

describe('protected branches (§20)', () => {
  test('a wildcard protects what it matches, and level 0 is no one', async () => {
    await using client = await startWithClient();
    const body = { name: 'stable-*', push_access_level: 0, merge_access_level: 30, allow_force_push: true };

    const made = await client.ask(`${site}/protected_branches`, { method: 'POST', as: 'alice', body });
    const again = await client.ask(`${site}/protected_branches`, { method: 'POST', as: 'alice', body });
    await client.ask(`${site}/repository/branches`, {
      method: 'POST',
      as: 'alice',
      body: { branch: 'stable-1', ref: 'main' },
    });
    const branch = await client.ask(`${site}/repository/branches/stable-1`, { as: 'alice' });

    expect(made.json).toMatchObject({
      name: 'stable-*',
      push_access_levels: [{ access_level: 0, access_level_description: 'No one' }],
      merge_access_levels: [{ access_level: 30, access_level_description: 'Developers + Maintainers' }],
      allow_force_push: true,
    });
    expect([again.status, again.json]).toEqual([409, { message: "Protected branch 'stable-*' already exists" }]);
    expect(branch.json).toMatchObject({ protected: true, can_push: false, developers_can_merge: true });
    const gone = await client.ask(`${site}/protected_branches/stable-*`, { method: 'DELETE', as: 'alice' });
    expect(gone.status).toBe(204);
    expect((await client.ask(`${site}/protected_branches/stable-*`, { as: 'alice' })).status).toBe(404);
  });

  test('developers may look but not change', async () => {
    await using client = await startWithClient();

    expect((await client.ask(`${site}/protected_branches`, { as: 'bob' })).status).toBe(200);
    const post = { method: 'POST', as: 'bob', body: { name: 'x' } };
    expect((await client.ask(`${site}/protected_branches`, post)).status).toBe(403);
  });

  test('§11 Enterprise fields are absent from a Community build; single users need a licence', async () => {
    await using community = await startWithClient({ edition: 'ce' });
    await using premium = await startWithClient({ tier: 'premium' });

    const [main] = (await community.ask(`${ground}/protected_branches`, { as: 'alice' })).json as object[];
    expect(main).not.toHaveProperty('code_owner_approval_required');
    const changed = await premium.ask(`${site}/protected_branches/main`, {
      method: 'PATCH',
      as: 'alice',
      body: { allowed_to_push: [{ user_id: 3 }], code_owner_approval_required: true },
    });
    expect(changed.json).toMatchObject({ code_owner_approval_required: true });
    expect((await premium.ask(`${site}/repository/branches/main`, { as: 'bob' })).json).toMatchObject({
      can_push: true,
    });
  });
});

describe('protected branches of a group', () => {
  test('from Premium on they hold in every project below, where they cannot be changed', async () => {
    await using free = await startWithClient();
    await using premium = await startWithClient({ tier: 'premium' });
    const body = { name: 'lts/*', push_access_level: 40 };
    const protect = (client: typeof free) =>
      client.ask('/groups/acme/protected_branches', { method: 'POST', as: 'alice', body });

    expect((await protect(free)).json).toEqual({ message: '404 Not Found' });
    expect((await protect(premium)).status).toBe(201);
    const list = (await premium.ask(`${site}/protected_branches`, { as: 'alice' })).json;
    expect(list).toMatchObject([
      { name: 'main', inherited: false },
      { name: 'lts/*', inherited: true },
    ]);
    const path = `${site}/protected_branches/lts%2F*`;
    expect((await premium.ask(path, { method: 'DELETE', as: 'alice' })).status).toBe(404);
    const write = { branch: 'lts/1', start_branch: 'main', commit_message: 'x', content: 'x' };
    const file = await premium.ask(`${site}/repository/files/x`, { method: 'POST', as: 'bob', body: write });
    expect(file.json).toEqual({ message: 'You are not allowed to push into this branch' });
  });
});

describe('tags and releases (§18, §20)', () => {
  test('annotated tags carry their message, lightweight ones none', async () => {
    await using client = await startWithClient();
    const tag = async (name: string) => (await client.ask(`${ground}/repository/tags/${name}`)).json;

    expect(await tag('v1.2.0')).toMatchObject({
      message: 'Two antennas',
      release: { tag_name: 'v1.2.0' },
      protected: true,
      created_at: expect.any(String) as string,
    });
    expect(await tag('v2.0.0-rc.1')).toMatchObject({ message: '', created_at: null });
    const version = (await client.ask(`${ground}/repository/tags?order_by=version&sort=asc`)).json as Named[];
    expect(version.map(({ name }) => name)).toEqual(['v1.0.0', 'v1.1.0', 'v1.2.0', 'v2.0.0-rc.1']);
  });

  test('a protected pattern keeps developers from making such tags', async () => {
    await using client = await startWithClient();
    const create = (as: string, tag_name: string) =>
      client.ask(`${ground}/repository/tags`, { method: 'POST', as, body: { tag_name, ref: 'main', message: 'x' } });

    expect((await create('bob', 'v3')).status).toBe(403);
    expect((await create('bob', 'nightly')).status).toBe(201);
    expect((await create('bob', 'nightly')).json).toEqual({ message: 'Tag nightly already exists' });
    expect((await create('alice', 'v3')).status).toBe(201);
    expect((await create('alice', 'v4 beta')).json).toEqual({ message: 'Tag name invalid' });
  });

  test('a release makes its tag, once, and needs a ref for that', async () => {
    await using client = await startWithClient();
    const create = (body: object) => client.ask(`${site}/releases`, { method: 'POST', as: 'alice', body });

    const noRef = await create({ tag_name: 'v2.0' });
    expect([noRef.status, noRef.json]).toEqual([422, { message: 'Ref is not specified' }]);
    const made = await create({ tag_name: 'v2.0', ref: 'main', description: 'New', milestones: ['Relaunch'] });
    expect([made.status, made.json]).toMatchObject([
      201,
      { name: 'v2.0', milestones: [{ title: 'Relaunch', issue_stats: { total: 1, closed: 0 } }], assets: { count: 4 } },
    ]);
    const again = await create({ tag_name: 'v2.0' });
    expect([again.status, again.json]).toEqual([409, { message: 'Release already exists' }]);
    expect((await client.ask(`${site}/repository/tags/v2.0`, { as: 'alice' })).json).toMatchObject({
      release: { description: 'New' },
    });
    const gone = await client.ask(`${site}/releases/v2.0`, { method: 'DELETE', as: 'alice' });
    expect([gone.status, gone.json]).toMatchObject([200, { tag_name: 'v2.0' }]);
    expect((await client.ask(`${site}/releases/v2.0`, { as: 'alice' })).json).toEqual({ message: '404 Not Found' });
  });

  test('the latest release is a redirect past those still to come, keeping what follows', async () => {
    await using client = await startWithClient();

    const { status, headers } = await client.ask(`${ground}/releases/permalink/latest/assets/links`);
    const list = (await client.ask(`${ground}/releases`)).json;

    expect(status).toBe(302);
    expect(headers.get('location')).toBe('/api/v4/projects/1/releases/v1.2.0/assets/links');
    expect(list).toMatchObject([
      { tag_name: 'v2.0.0-rc.1', upcoming_release: true },
      { upcoming_release: false },
      {},
      {},
    ]);
  });

  test('links are unique in name and address, and downloads lead to them', async () => {
    await using client = await startWithClient();
    const links = `${ground}/releases/v1.2.0/assets/links`;
    const add = (body: object) => client.ask(links, { method: 'POST', as: 'alice', body });

    expect((await add({ name: 'Runbook', url: 'https://x.example.com' })).json).toEqual({
      message: { name: ['has already been taken'] },
    });
    expect((await add({ name: 'bad', url: 'javascript:alert(1)' })).status).toBe(400);
    const made = await add({ name: 'arm', url: 'https://x.example.com/arm', direct_asset_path: '/bin/arm' });
    expect(made.json).toMatchObject({
      direct_asset_url: `${client.gitlab.url}/orbital/ground-station/-/releases/v1.2.0/downloads/bin/arm`,
      link_type: 'other',
    });
    const redirect = await client.ask(`${ground}/releases/v1.2.0/downloads/bin/arm`);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'https://x.example.com/arm']);
    const { id } = made.json as { id: number };
    expect((await client.ask(`${links}/${id}`, { method: 'PUT', as: 'alice', body: {} })).json).toEqual({
      error: 'name, url are missing, at least one parameter must be provided',
    });
    expect((await client.ask(`${links}/${id}`, { method: 'DELETE', as: 'alice' })).status).toBe(200);
  });
});
