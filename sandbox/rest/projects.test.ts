import { describe, expect, test } from 'vitest';
import { type Answer, startWithClient } from '../testing.ts';

const site = '/projects/acme%2Fsite';
const station = '/projects/orbital%2Fground-station';

describe('who sees what (§5, 404; shapes §15)', () => {
  test.each([
    [undefined, 404],
    ['stranger', 404],
    ['dave', 200],
    ['alice', 200],
    ['root', 200],
  ] as const)('a private project, to %s: %i', async (as, status) => {
    await using context = await startWithClient();

    const answer = await context.ask(site, as === undefined ? {} : { as });

    expect(answer.status).toBe(status);
    if (status === 404) expect(answer.json).toEqual({ message: '404 Project Not Found' });
  });

  test('anonymous, guest, maintainer and administrator get four different objects', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const keys = async (path: string, as?: string) =>
      Object.keys((await ask(path, as === undefined ? {} : { as })).json as object);

    const anonymous = await keys(station);
    const guest = await keys(site, 'dave');
    const maintainer = await keys(site, 'alice');
    const admin = await keys(site, 'root');

    expect(anonymous).not.toContain('permissions');
    expect(guest).toContain('permissions');
    expect(guest).not.toEqual(
      expect.arrayContaining(['default_branch', 'readme_url', 'forks_count', 'ci_config_path']),
    );
    expect(guest).not.toContain('runners_token');
    expect(maintainer).toEqual(
      expect.arrayContaining(['default_branch', 'runners_token', 'build_timeout', 'import_url']),
    );
    expect(admin).toContain('repository_storage');
  });

  test('permissions are one’s own; an administrator without membership has none', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask(site, { as: 'erin' })).json).toMatchObject({
      permissions: { project_access: { access_level: 40, notification_level: 3 }, group_access: null },
    });
    expect((await ask(site, { as: 'root' })).json).toMatchObject({
      permissions: { project_access: null, group_access: null },
    });
  });

  test('lists are short for anonymous callers and with simple=true', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const [anonymous] = (await ask('/projects')).json as object[];
    const [simple] = (await ask('/projects?simple=true', { as: 'alice' })).json as object[];
    const [complete] = (await ask('/projects', { as: 'alice' })).json as object[];

    expect(anonymous).not.toHaveProperty('merge_method');
    expect(simple).not.toHaveProperty('permissions');
    expect(complete).toHaveProperty('permissions');
  });

  test('EE fields are absent, not null, in a Community build (§11)', async () => {
    await using context = await startWithClient({ edition: 'ce' });

    const { json } = await context.ask(site, { as: 'alice' });

    for (const key of ['approvals_before_merge', 'mirror', 'compliance_frameworks'])
      expect(json).not.toHaveProperty(key);
    expect(json).toHaveProperty('marked_for_deletion_on', null);
  });

  test('licence and statistics are there on demand', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask(station, { as: 'alice' })).json).not.toHaveProperty('license');
    expect((await ask(`${station}?license=true&statistics=true`, { as: 'alice' })).json).toMatchObject({
      license: { key: 'mit' },
      statistics: { commit_count: expect.any(Number), storage_size: expect.any(Number) },
    });
  });
});

describe('lists', () => {
  test.each([
    [
      'owned=true',
      'alice',
      [
        'acme/empty',
        'alice/dotfiles',
        'orbital/flight/attitude-control',
        'acme/platform/deploy-tools',
        'acme/site',
        'acme/legacy',
        'orbital/telemetry-api',
        'orbital/handbook',
        'orbital/ground-station',
      ],
    ],
    ['membership=true&search=station', 'alice', ['orbital/ground-station']],
    ['visibility=internal', 'alice', ['orbital/telemetry-api']],
    ['archived=true', 'alice', ['acme/legacy']],
    ['starred=true', 'carol', ['orbital/handbook', 'orbital/ground-station']],
    ['topic=api,go', 'alice', ['orbital/telemetry-api']],
    ['with_programming_language=rust', 'alice', ['orbital/flight/attitude-control']],
    [
      'min_access_level=40',
      'erin',
      [
        'acme/site',
        'orbital/telemetry-api',
        'orbital/flight/attitude-control',
        'orbital/ground-station',
        'orbital/handbook',
      ],
    ],
    ['search=acme/site&search_namespaces=true', 'alice', ['acme/site']],
    [
      'order_by=name&sort=asc&visibility=public',
      'alice',
      ['alice/dotfiles', 'orbital/ground-station', 'bob/ground-station', 'orbital/handbook'],
    ],
  ])('GET /projects?%s as %s', async (query, as, expected) => {
    await using context = await startWithClient();

    const found = paths(await context.ask(`/projects?${query}`, { as }));

    expect(query.includes('order_by') ? found : found.toSorted()).toEqual(
      query.includes('order_by') ? expected : expected.toSorted(),
    );
  });

  test('a wrong value is named', async () => {
    await using context = await startWithClient();

    expect((await context.ask('/projects?visibility=secret&owned=maybe', { as: 'alice' })).json).toEqual({
      error: 'visibility does not have a valid value, owned is invalid',
    });
  });

  test('a user’s, a group’s and the starred projects', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect(paths(await ask('/users/bob/projects'))).toEqual(['bob/ground-station']);
    expect(paths(await ask('/users/carol/starred_projects'))).toContain('orbital/handbook');
    expect(paths(await ask('/groups/acme/projects?with_shared=false', { as: 'dave' }))).not.toContain(
      'acme/platform/deploy-tools',
    );
    expect(paths(await ask('/groups/acme/projects?include_subgroups=true', { as: 'alice' }))).toContain(
      'acme/platform/deploy-tools',
    );
    expect(paths(await ask('/groups/acme/projects/shared', { as: 'alice' }))).toEqual(['orbital/telemetry-api']);
  });
});

describe('making and changing (§4, §5)', () => {
  test('a project is made from a name, in a namespace one may use', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const acme = gitlab.world.groups.at('acme').id;

    const made = await ask('/projects', {
      as: 'bob',
      method: 'POST',
      body: { name: 'Deep Space 9', namespace_id: acme, topics: ['a', 'b'], issues_enabled: false },
    });

    expect(made).toMatchObject({
      status: 201,
      json: {
        path_with_namespace: 'acme/deep-space-9',
        topics: ['a', 'b'],
        issues_access_level: 'disabled',
        issues_enabled: false,
        empty_repo: true,
        visibility: 'private',
      },
    });
    expect(made.json).not.toHaveProperty('_links.issues');
    expect(
      (await ask('/projects', { as: 'stranger', method: 'POST', body: { name: 'x', namespace_id: acme } })).json,
    ).toEqual({
      message: { namespace: ['is not valid'] },
    });
  });

  test.each([
    [{}, { error: 'name, path are missing, at least one parameter must be provided' }],
    [
      { name: 'dotfiles' },
      {
        message: {
          'project_namespace.name': ['has already been taken'],
          name: ['has already been taken'],
          path: ['has already been taken'],
        },
      },
    ],
    [{ name: 'x', path: '-x' }, { message: { path: [expect.stringContaining('can contain only letters')] } }],
    [{ name: 'x', visibility: 'secret' }, { error: 'visibility does not have a valid value' }],
  ])('%j is 400', async (body, json) => {
    await using context = await startWithClient();

    expect(await context.ask('/projects', { as: 'alice', method: 'POST', body })).toMatchObject({ status: 400, json });
  });

  test('a project cannot be more open than its group', async () => {
    await using context = await startWithClient();

    expect((await context.ask(site, { as: 'alice', method: 'PUT', body: { visibility: 'public' } })).json).toEqual({
      message: { visibility_level: ['public is not allowed in a private group.'] },
    });
  });

  test('changing takes a maintainer, and something to change', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask(site, { as: 'bob', method: 'PUT', body: { description: 'x' } })).json).toEqual({
      message: '403 Forbidden',
    });
    expect(
      (await ask(site, { as: 'erin', method: 'PUT', body: { merge_method: 'ff', squash_option: 'always' } })).json,
    ).toMatchObject({ merge_method: 'ff', squash_option: 'always' });
    expect((await ask(site, { as: 'erin', method: 'PUT', body: {} })).json).toMatchObject({
      error: expect.stringContaining('at least one parameter must be provided'),
    });
  });

  test('the clean-up policy for images keeps what was not sent', async () => {
    await using context = await startWithClient();
    const sent = { enabled: true, keep_n: 5, name_regex_delete: 'dev-.*' };

    const { json } = await context.ask(site, {
      as: 'alice',
      method: 'PUT',
      body: { container_expiration_policy_attributes: sent },
    });

    expect(json).toMatchObject({
      container_expiration_policy: { enabled: true, keep_n: 5, name_regex: 'dev-.*', cadence: '1d', older_than: '90d' },
    });
  });

  test('an archived project refuses changes by its members', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask(`${site}/archive`, { as: 'erin', method: 'POST' })).status).toBe(403);
    expect(await ask(`${site}/archive`, { as: 'alice', method: 'POST' })).toMatchObject({
      status: 201,
      json: { archived: true },
    });
    expect((await ask(`${site}/housekeeping`, { as: 'alice', method: 'POST' })).status).toBe(403);
    expect((await ask(`${site}/unarchive`, { as: 'alice', method: 'POST' })).json).toMatchObject({ archived: false });
  });

  test('a transferred project has a new path and redirects from the old one', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect(await ask(`${site}/transfer`, { as: 'alice', method: 'PUT', body: { namespace: 'orbital' } })).toMatchObject(
      {
        status: 200,
        json: { path_with_namespace: 'orbital/site' },
      },
    );
    expect((await ask(site, { as: 'alice' })).status).toBe(301);
  });

  test('an avatar is uploaded and comes back byte for byte (§19)', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const form = new FormData();
    form.set('avatar', new Blob([Buffer.from('picture')], { type: 'image/png' }), 'me.png');

    const { json } = await ask(site, { as: 'alice', method: 'PUT', form });

    expect((json as { avatar_url: string }).avatar_url).toMatch(new RegExp(`^${gitlab.url}/uploads/.*/me.png$`));
    expect((await ask(`${site}/avatar`, { as: 'alice' })).text).toBe('picture');
  });
});

describe('deletion (§4)', () => {
  test('is accepted, marks, and happens after the retention period', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;

    expect(await ask(site, { as: 'alice', method: 'DELETE' })).toMatchObject({
      status: 202,
      json: { message: '202 Accepted' },
    });
    expect((await ask(site, { as: 'alice' })).json).toMatchObject({ marked_for_deletion_on: '2026-03-02' });
    expect((await ask(site, { as: 'bob' })).status).toBe(404);
    expect(await ask(site, { as: 'alice', method: 'DELETE' })).toMatchObject({
      status: 400,
      json: { message: 'Project has been already marked for deletion' },
    });
    gitlab.advance(31 * 24 * 3_600_000);
    expect((await ask(site, { as: 'alice' })).status).toBe(404);
  });

  test('can be undone, and can be made immediate by naming the path', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const remove = (query: string) => ask(`${site}${query}`, { as: 'alice', method: 'DELETE' });

    expect((await remove('?permanently_remove=true')).json).toEqual({
      message: 'Project must be marked for deletion first.',
    });
    await remove('');
    expect((await ask(`${site}/restore`, { as: 'alice', method: 'POST' })).json).toMatchObject({
      marked_for_deletion_on: null,
    });
    await remove('');
    expect((await remove('?permanently_remove=true&full_path=acme/wrong')).status).toBe(400);
    expect((await remove('?permanently_remove=true&full_path=acme/site')).status).toBe(202);
    expect((await ask(site, { as: 'alice' })).status).toBe(404);
  });
});

describe('around a project', () => {
  test('a fork knows its origin, and the same fork twice conflicts', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const fork = await ask(`${station}/fork`, { as: 'carol', method: 'POST' });

    expect(fork).toMatchObject({
      status: 201,
      json: {
        path_with_namespace: 'carol/ground-station',
        forked_from_project: { path_with_namespace: 'orbital/ground-station' },
      },
    });
    expect((await ask(`${station}/fork`, { as: 'carol', method: 'POST' })).status).toBe(409);
    expect(paths(await ask(`${station}/forks`, { as: 'alice' }))).toEqual([
      'carol/ground-station',
      'bob/ground-station',
    ]);
  });

  test('a star is given once', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask(`${station}/star`, { as: 'dave', method: 'POST' })).json).toMatchObject({ star_count: 6 });
    expect(await ask(`${station}/star`, { as: 'dave', method: 'POST' })).toMatchObject({ status: 304, text: '' });
    expect((await ask(`${station}/starrers?search=dave`, { as: 'alice' })).json).toMatchObject([
      { user: { username: 'dave' } },
    ]);
    expect((await ask(`${station}/unstar`, { as: 'dave', method: 'POST' })).status).toBe(201);
  });

  test('an invited group opens the project to its members', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const groupId = gitlab.world.groups.at('orbital').id;
    expect((await ask(site, { as: 'carol' })).status).toBe(404);

    const share = await ask(`${site}/share`, {
      as: 'alice',
      method: 'POST',
      body: { group_id: groupId, group_access: 20 },
    });

    expect(share).toMatchObject({ status: 201, json: { group_id: groupId, group_access: 20, expires_at: null } });
    expect((await ask(site, { as: 'carol' })).status).toBe(200);
    expect((await ask(`${site}/share/${groupId}`, { as: 'alice', method: 'DELETE' })).status).toBe(204);
    expect((await ask(site, { as: 'carol' })).status).toBe(404);
  });

  test('an upload answers with its Markdown, and is managed by maintainers (§19)', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    const form = new FormData();
    form.set('file', new Blob(['log']), 'boot log.txt');

    const made = await ask(`${site}/uploads`, { as: 'bob', method: 'POST', form });
    const { id, url } = made.json as { id: number; url: string };

    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      alt: 'boot_log.txt',
      url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\/boot_log\.txt$/),
      markdown: `[boot_log.txt](${url})`,
    });
    expect((await ask(`${site}/uploads`, { as: 'bob', method: 'POST', body: {} })).json).toEqual({
      error: 'file is missing',
    });
    expect((await ask(`${site}/uploads`, { as: 'bob', method: 'POST', body: { file: 'x' } })).json).toEqual({
      error: 'file is invalid',
    });
    expect((await ask(`${site}/uploads`, { as: 'bob' })).status).toBe(403);
    expect((await ask(`${site}${url}`, { as: 'alice' })).text).toBe('log');
    expect((await ask(`${site}/uploads/${id}`, { as: 'alice', method: 'DELETE' })).status).toBe(204);
    expect((await ask(`${site}/uploads/${id}`, { as: 'alice' })).status).toBe(404);
  });

  test('events come newest first, and only from what one can see', async () => {
    await using context = await startWithClient();
    const { ask } = context;
    await ask('/projects', { as: 'alice', method: 'POST', body: { name: 'secret' } });

    const mine = (await ask('/events?per_page=100', { as: 'alice' })).json as {
      action_name: string;
      project_id: number;
    }[];
    const seen = (await ask('/users/alice/events?per_page=100', { as: 'stranger' })).json as unknown[];

    expect(mine[0]).toMatchObject({ action_name: 'created', author_username: 'alice' });
    expect(seen.length).toBeLessThan(mine.length);
    expect((await ask('/events?action=joined', { as: 'bob' })).json).toHaveLength(1);
  });
});

function paths(answer: Answer): string[] {
  return (answer.json as { path_with_namespace: string }[]).map(({ path_with_namespace: path }) => path);
}
