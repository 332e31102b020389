import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const ground = '/projects/orbital%2Fground-station';
const site = '/projects/acme%2Fsite';

interface WithId {
  readonly id: number;
}

describe('CI variables (§20)', () => {
  test('two of the same key need the environment to be told apart', async () => {
    await using client = await startWithClient();
    const path = `${ground}/variables/API_URL`;

    const ambiguous = await client.ask(path, { as: 'alice' });
    const staging = await client.ask(`${path}?filter[environment_scope]=staging`, { as: 'alice' });
    const changed = await client.ask(path, {
      method: 'PUT',
      as: 'alice',
      body: { value: 'https://new.example.com', filter: { environment_scope: 'production' } },
    });

    expect([ambiguous.status, ambiguous.json]).toEqual([
      409,
      { message: "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'" },
    ]);
    expect(staging.json).toMatchObject({ value: 'https://staging.ground.example/api', environment_scope: 'staging' });
    expect(changed.json).toMatchObject({ value: 'https://new.example.com', environment_scope: 'production' });
  });

  test('a hidden value is never shown again', async () => {
    await using client = await startWithClient();
    const body = { key: 'SECRET', value: 'long-enough', masked_and_hidden: true };

    const made = await client.ask(`${site}/variables`, { method: 'POST', as: 'alice', body });

    expect([made.status, made.json]).toMatchObject([201, { value: null, hidden: true, masked: true }]);
    expect((await client.ask(`${site}/variables/SECRET`, { as: 'alice' })).json).toMatchObject({ value: null });
  });

  test.each([
    [{ key: 'A', value: 'short', masked: true }, { value: ['is invalid'] }],
    [{ key: 'A B', value: 'x' }, { key: ["can contain only letters, digits and '_'."] }],
    [{ key: 'TAKEN', value: 'x' }, { key: ['(TAKEN) has already been taken'] }],
  ])('%j is refused: %j', async (body, message) => {
    await using client = await startWithClient();
    await client.ask(`${site}/variables`, { method: 'POST', as: 'alice', body: { key: 'TAKEN', value: '1' } });

    const answer = await client.ask(`${site}/variables`, { method: 'POST', as: 'alice', body });

    expect([answer.status, answer.json]).toEqual([400, { message }]);
  });

  test('developers do not see them; groups and the instance have their own', async () => {
    await using client = await startWithClient();

    expect((await client.ask(`${ground}/variables`, { as: 'bob' })).status).toBe(403);
    expect((await client.ask(`${ground}/variables/NOTHING`, { as: 'alice' })).json).toEqual({
      message: '404 Variable Not Found',
    });
    const group = await client.ask('/groups/orbital/variables', { as: 'alice' });
    expect(group.json).toMatchObject([{ key: 'SENTRY_ENVIRONMENT', environment_scope: '*' }]);
    expect((await client.ask('/admin/ci/variables', { as: 'alice' })).status).toBe(403);
    const [instance] = (await client.ask('/admin/ci/variables', { as: 'root' })).json as object[];
    expect(instance).toMatchObject({ key: 'HTTP_PROXY' });
    expect(instance).not.toHaveProperty('environment_scope');
    expect((await client.ask('/admin/ci/variables/HTTP_PROXY', { method: 'DELETE', as: 'root' })).status).toBe(204);
  });
});

describe('environments and deployments (§14.7)', () => {
  test('a list has projects, one alone its last deployment (§15)', async () => {
    await using client = await startWithClient();

    const [first] = (await client.ask(`${ground}/environments?name=production`)).json as WithId[];
    const single = (await client.ask(`${ground}/environments/${first?.id}`)).json;

    expect(first).toMatchObject({ name: 'production', tier: 'production', project: { id: 1 } });
    expect(first).not.toHaveProperty('last_deployment');
    expect(single).toMatchObject({ last_deployment: { status: 'success', deployable: { name: 'production' } } });
    expect(single).not.toHaveProperty('project');
  });

  test('an environment is deleted only when it is stopped', async () => {
    await using client = await startWithClient();
    const made = await client.ask(`${site}/environments`, { method: 'POST', as: 'bob', body: { name: 'review/x y' } });
    const { id } = made.json as WithId;
    const path = `${site}/environments/${id}`;

    expect([made.status, made.json]).toMatchObject([
      201,
      { slug: 'review-x-y', tier: 'development', state: 'available' },
    ]);
    const again = await client.ask(`${site}/environments`, { method: 'POST', as: 'bob', body: { name: 'review/x y' } });
    expect(again.json).toEqual({ message: { name: ['has already been taken'] } });
    expect((await client.ask(path, { method: 'DELETE', as: 'bob' })).status).toBe(403);
    const stopped = await client.ask(`${path}/stop`, { method: 'POST', as: 'bob' });
    expect([stopped.status, stopped.json]).toMatchObject([200, { state: 'stopped' }]);
    expect((await client.ask(path, { method: 'DELETE', as: 'bob' })).status).toBe(204);
    expect((await client.ask(path, { as: 'bob' })).json).toEqual({ message: '404 Not found' });
  });

  test('deployments come oldest first, and are filtered by environment and status', async () => {
    await using client = await startWithClient();

    const all = (await client.ask(`${ground}/deployments?per_page=100`)).json as WithId[];
    const some = (await client.ask(`${ground}/deployments?environment=production&status=success`)).json as WithId[];

    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
    expect(some).toHaveLength(3);
    expect(some[0]).toMatchObject({ environment: { name: 'production' } });
  });

  test('one made from outside moves by hand, and the current one stays', async () => {
    await using client = await startWithClient();
    const { id: sha } = (await client.ask(`${site}/repository/commits/main`, { as: 'bob' })).json as { id: string };
    const body = { environment: 'lab', sha, ref: 'main', tag: false, status: 'running' };
    const made = await client.ask(`${site}/deployments`, { method: 'POST', as: 'bob', body });
    const path = `${site}/deployments/${(made.json as WithId).id}`;
    const set = (status: string) => client.ask(path, { method: 'PUT', as: 'bob', body: { status } });

    expect([made.status, made.json]).toMatchObject([201, { status: 'running', deployable: null }]);
    expect((await set('running')).status).toBe(400);
    expect(await set('success')).toMatchObject({ status: 200, json: { status: 'success' } });
    expect((await client.ask(path, { method: 'DELETE', as: 'bob' })).status).toBe(400);
    const missing = await client.ask(`${site}/deployments`, {
      method: 'POST',
      as: 'bob',
      body: { ...body, sha: 'f00' },
    });
    expect(missing.status).toBe(400);
  });

  test('§11 protected environments: no route on a Community build, 404 unlicensed, served from Premium on', async () => {
    await using community = await startWithClient({ edition: 'ce' });
    await using free = await startWithClient();
    await using premium = await startWithClient({ tier: 'premium' });
    const path = `${site}/protected_environments`;

    expect((await community.ask(path, { as: 'alice' })).json).toEqual({ error: '404 Not Found' });
    expect((await free.ask(path, { as: 'alice' })).json).toEqual({ message: '404 Not Found' });
    const body = { name: 'production', deploy_access_levels: [{ access_level: 40 }], required_approval_count: 1 };
    const made = await premium.ask(path, { method: 'POST', as: 'alice', body });
    expect([made.status, made.json]).toMatchObject([
      201,
      { name: 'production', deploy_access_levels: [{ access_level: 40, access_level_description: 'Maintainers' }] },
    ]);
    expect((await premium.ask(path, { method: 'POST', as: 'alice', body })).status).toBe(409);
    expect((await premium.ask(`${path}/production`, { method: 'DELETE', as: 'alice' })).status).toBe(204);
  });

  test('freeze periods are cron both ways', async () => {
    await using client = await startWithClient();
    const create = (body: object) => client.ask(`${site}/freeze_periods`, { method: 'POST', as: 'alice', body });

    const made = await create({ freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1' });
    expect([made.status, made.json]).toMatchObject([201, { cron_timezone: 'UTC' }]);
    expect((await create({ freeze_start: 'never', freeze_end: '0 7 * * 1' })).json).toEqual({
      message: { freeze_start: ['is invalid syntax'] },
    });
  });
});

describe('feature flags (§20)', () => {
  test('a flag is addressed by name, with strategies that have scopes', async () => {
    await using client = await startWithClient();
    const body = {
      name: 'new_menu',
      version: 'new_version_flag',
      strategies: [
        {
          name: 'gradualRolloutUserId',
          parameters: { groupId: 'default', percentage: '25' },
          scopes: [{ environment_scope: 'staging' }],
        },
      ],
    };

    const made = await client.ask(`${site}/feature_flags`, { method: 'POST', as: 'bob', body });
    const { strategies } = made.json as { strategies: { id: number; scopes: WithId[] }[] };
    const changed = await client.ask(`${site}/feature_flags/new_menu`, {
      method: 'PUT',
      as: 'bob',
      body: {
        active: false,
        strategies: [
          { id: strategies[0]?.id, _destroy: true },
          { name: 'default', parameters: {} },
        ],
      },
    });

    expect([made.status, made.json]).toMatchObject([
      201,
      { active: true, version: 'new_version_flag', strategies: [{ scopes: [{ environment_scope: 'staging' }] }] },
    ]);
    expect(made.json).not.toHaveProperty('id');
    expect(changed.json).toMatchObject({
      active: false,
      strategies: [{ name: 'default', scopes: [{ environment_scope: '*' }] }],
    });
    expect((await client.ask(`${site}/feature_flags?scope=disabled`, { as: 'bob' })).json).toHaveLength(1);
    expect((await client.ask(`${site}/feature_flags/nothing`, { as: 'bob' })).status).toBe(404);
    expect((await client.ask(`${site}/feature_flags`, { as: 'dave' })).status).toBe(403);
  });

  test('a list that a flag uses cannot be deleted', async () => {
    await using client = await startWithClient();
    const [list] = (await client.ask(`${ground}/feature_flags_user_lists`, { as: 'bob' })).json as { iid: number }[];
    const path = `${ground}/feature_flags_user_lists/${list?.iid}`;

    expect(list).toMatchObject({ iid: 1, name: 'Duty crew', user_xids: 'alice,erin,duty-1' });
    const used = await client.ask(path, { method: 'DELETE', as: 'bob' });
    expect([used.status, used.json]).toEqual([
      409,
      { message: '409 Conflict: User list is associated with a strategy' },
    ]);
    await client.ask(`${ground}/feature_flags/doppler_correction`, { method: 'DELETE', as: 'bob' });
    expect((await client.ask(path, { method: 'DELETE', as: 'bob' })).status).toBe(204);
  });
});

describe('deploy keys (§20)', () => {
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHRoaXMga2V5IGlzIG9ubHkgZm9yIHRlc3RzISE= test';

  test('a key that opens another project is used again; twice in one it is taken', async () => {
    await using client = await startWithClient();
    const add = (project: string, title: string) =>
      client.ask(`${project}/deploy_keys`, { method: 'POST', as: 'alice', body: { title, key, can_push: true } });

    const first = await add(site, 'One');
    const other = await add(ground, 'Two');
    const twice = await add(site, 'Three');

    expect([first.status, first.json]).toMatchObject([201, { title: 'One', can_push: true }]);
    expect(other.json).toMatchObject({ id: (first.json as WithId).id, title: 'One' });
    expect([twice.status, twice.json]).toEqual([
      400,
      { message: { 'deploy_key.fingerprint_sha256': ['has already been taken'] } },
    ]);
    const bad = await client.ask(`${site}/deploy_keys`, {
      method: 'POST',
      as: 'alice',
      body: { title: 'x', key: 'x' },
    });
    expect(bad.status).toBe(400);
  });

  test('each project decides whether a key may push; the instance list shows both kinds', async () => {
    await using client = await startWithClient();
    const [mast] = (await client.ask(`${ground}/deploy_keys`, { as: 'alice' })).json as WithId[];
    const path = `${ground}/deploy_keys/${mast?.id}`;

    expect(await client.ask(path, { method: 'PUT', as: 'alice', body: { can_push: true } })).toMatchObject({
      json: { can_push: true, title: 'Mast controller' },
    });
    const [listed] = (await client.ask('/deploy_keys', { as: 'root' })).json as object[];
    expect(listed).toMatchObject({
      projects_with_write_access: [{ path_with_namespace: 'orbital/ground-station' }],
      projects_with_readonly_access: [{ path_with_namespace: 'orbital/telemetry-api' }],
    });
    expect((await client.ask('/deploy_keys', { as: 'alice' })).status).toBe(403);
    expect((await client.ask(path, { method: 'DELETE', as: 'alice' })).status).toBe(204);
    const enabled = await client.ask(`${path}/enable`, { method: 'POST', as: 'alice' });
    expect([enabled.status, enabled.json]).toMatchObject([201, { can_push: false }]);
  });
});

describe('CI lint', () => {
  const lint = async (content: string, more: object = {}) => {
    await using client = await startWithClient();
    return await client.ask(`${site}/ci/lint`, { method: 'POST', as: 'bob', body: { content, ...more } });
  };

  test('a good configuration comes back merged, with its jobs when asked for', async () => {
    const { status, json } = await lint(
      '.base: {stage: build}\ncompile:\n  extends: .base\n  script: [make]\n  tags: [big]\n',
      { include_jobs: true },
    );

    expect(status).toBe(200);
    expect(json).toMatchObject({
      valid: true,
      errors: [],
      merged_yaml: expect.stringContaining('compile:\n  stage: build\n  script:\n  - make\n') as string,
      jobs: [{ name: 'compile', stage: 'build', script: ['make'], tag_list: ['big'], when: 'on_success' }],
    });
  });

  test.each([
    ['', 'Invalid configuration format'],
    ['stages: [a]\n', 'jobs config should contain at least one visible job'],
    ['a: {stage: test}\n', 'jobs:a config should implement the script:, run:, or trigger: keyword'],
    ['a: {script: x, stag: b}\n', 'jobs:a config contains unknown keys: stag'],
    ['a: {script: x, needs: [b]}\n', 'a job: undefined need: b'],
    ['a: [1\n', '(<unknown>): did not find expected node content while parsing a flow node at line 1 column 1'],
    ['a: {script: x, extends: .b}\n', 'a: unknown keys in `extends` (.b)'],
    ['include: /other.yml\na: {script: x}\n', 'Local file `other.yml` does not exist!'],
  ])('%j is wrong: %s', async (content, error) => {
    const { json } = await lint(content);

    expect(json).toMatchObject({ valid: false });
    expect((json as { errors: string[] }).errors).toContain(error);
  });

  test('the configuration of a project is read at any commit; a dry run needs a branch where it would run', async () => {
    await using client = await startWithClient();

    expect((await client.ask(`${ground}/ci/lint`)).json).toMatchObject({ valid: true });
    expect((await client.ask(`${ground}/ci/lint?content_ref=v1.0.0`)).json).toMatchObject({ valid: true });
    expect((await client.ask('/projects/orbital%2Fhandbook/ci/lint')).json).toMatchObject({
      valid: false,
      errors: ['Please provide content of .gitlab-ci.yml'],
    });
    const dry = await client.ask(`${ground}/ci/lint`, {
      method: 'POST',
      as: 'bob',
      body: { content: 'a: {script: x, rules: [{if: $CI_COMMIT_TAG}]}\n', dry_run: true },
    });
    expect(dry.json).toMatchObject({ valid: false, errors: [expect.stringContaining('prevented any jobs') as string] });
  });
});

describe('packages and images', () => {
  test('a generic package takes any bytes and gives them back', async () => {
    await using client = await startWithClient();
    const url = `${client.gitlab.url}/api/v4${site}/packages/generic/tool/1.0.0/bin/tool.json`;
    const headers = { 'PRIVATE-TOKEN': client.gitlab.tokens.bob, 'Content-Type': 'application/json' };
    const bytes = Buffer.from([0x7b, 0x00, 0xff, 0x22]);

    const put = await fetch(`${url}?select=package_file`, { method: 'PUT', headers, body: bytes });
    const get = await fetch(url, { headers });
    const list = await client.ask(`${site}/packages?package_type=generic`, { as: 'bob' });

    expect(put.status).toBe(201);
    expect(await put.json()).toMatchObject({ file_name: 'bin/tool.json', size: 4 });
    expect(Buffer.from(await get.arrayBuffer())).toEqual(bytes);
    expect(list.json).toMatchObject([
      { name: 'tool', version: '1.0.0', last_downloaded_at: '2026-03-02T09:00:00.000Z' },
    ]);
    const { id } = (list.json as WithId[])[0]!;
    expect((await client.ask(`${site}/packages/${id}`, { method: 'DELETE', as: 'bob' })).status).toBe(403);
    expect((await client.ask(`${site}/packages/${id}`, { method: 'DELETE', as: 'alice' })).status).toBe(204);
    expect((await client.ask(`${site}/packages/${id}`, { as: 'alice' })).status).toBe(404);
  });

  test('a protected name is for maintainers', async () => {
    await using client = await startWithClient();
    const rule = {
      package_name_pattern: 'core-*',
      package_type: 'generic',
      minimum_access_level_for_push: 'maintainer',
    };
    await client.ask(`${site}/packages/protection/rules`, { method: 'POST', as: 'alice', body: rule });
    const put = (name: string) =>
      fetch(`${client.gitlab.url}/api/v4${site}/packages/generic/${name}/1/x`, {
        method: 'PUT',
        headers: { 'PRIVATE-TOKEN': client.gitlab.tokens.bob },
        body: 'x',
      });

    expect((await put('core-lib')).status).toBe(403);
    expect((await put('other')).status).toBe(201);
    expect((await put('bad%20name')).status).toBe(400);
  });

  test('images have tags, one by one and in bulk', async () => {
    await using client = await startWithClient();
    const list = (await client.ask(`${ground}/registry/repositories?tags_count=true`)).json as WithId[];
    const at = `${ground}/registry/repositories/${list[0]?.id}/tags`;

    expect(list).toMatchObject([{ path: 'orbital/ground-station', tags_count: 4 }, { name: 'build-cache' }]);
    expect((await client.ask(`${at}/v1.2.0`)).json).toMatchObject({
      digest: expect.stringMatching(/^sha256:/) as string,
    });
    const bulk = await client.ask(at, { method: 'DELETE', as: 'alice', body: { name_regex_delete: 'v.*', keep_n: 1 } });
    expect(bulk.status).toBe(202);
    expect((await client.ask(at)).json).toMatchObject([{ name: 'latest' }, { name: 'v1.2.0' }]);
  });
});

describe('runners', () => {
  test('everybody sees their own, administrators all, one alone has tags', async () => {
    await using client = await startWithClient();

    const mine = (await client.ask('/runners', { as: 'alice' })).json as WithId[];
    const all = (await client.ask('/runners/all', { as: 'root' })).json as WithId[];
    const shown = await client.ask(`/runners/${mine.at(-1)?.id}`, { as: 'alice' });

    expect(mine).toHaveLength(3);
    expect(all).toHaveLength(4);
    expect((await client.ask('/runners/all', { as: 'alice' })).status).toBe(403);
    expect(mine[0]).not.toHaveProperty('tag_list');
    expect(shown.json).toMatchObject({ tag_list: ['docker', 'arm64', 'orbital'], ip_address: null });
    expect((await client.ask(`/runners/${mine[0]?.id}`, { as: 'bob' })).status).toBe(403);
  });

  test('a new one has never called; its token is its credential', async () => {
    await using client = await startWithClient();
    const body = { runner_type: 'project_type', project_id: 5, description: 'mine', tag_list: ['a'] };

    const made = await client.ask('/user/runners', { method: 'POST', as: 'alice', body });
    const { id, token } = made.json as { id: number; token: string };
    const verified = await client.ask('/runners/verify', { method: 'POST', body: { token } });

    expect([made.status, token.startsWith('glrt-')]).toEqual([201, true]);
    expect([verified.status, verified.json]).toMatchObject([200, { id }]);
    expect((await client.ask(`/runners/${id}`, { as: 'alice' })).json).toMatchObject({ status: 'never_contacted' });
    expect((await client.ask('/runners/verify', { method: 'POST', body: { token: 'x' } })).status).toBe(403);
    expect((await client.ask('/runners', { method: 'DELETE', body: { token } })).status).toBe(204);
  });
});
