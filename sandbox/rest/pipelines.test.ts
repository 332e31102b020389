import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const ground = '/projects/orbital%2Fground-station';
const site = '/projects/acme%2Fsite';

type Client = Awaited<ReturnType<typeof startWithClient>>;

interface Pipeline {
  readonly id: number;
  readonly iid: number;
  readonly status: string;
  readonly ref: string;
  readonly duration: number | null;
  readonly finished_at: string | null;
}

interface Job {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly duration: number | null;
  readonly queued_duration: number | null;
}

/** Commits a configuration to a new branch of the site; the push starts a pipeline. */
async function push({ ask }: Client, config: string, branch = 'work'): Promise<Pipeline> {
  await ask(`${site}/repository/commits`, {
    method: 'POST',
    as: 'bob',
    body: {
      branch,
      start_branch: 'main',
      commit_message: 'Change the pipeline',
      actions: [{ action: 'update', file_path: '.gitlab-ci.yml', content: config }],
    },
  });
  const [pipeline] = (await ask(`${site}/pipelines?ref=${branch}`, { as: 'bob' })).json as Pipeline[];
  if (pipeline === undefined) throw new Error('the push started no pipeline');
  return pipeline;
}

async function statuses({ ask }: Client, id: number, query = ''): Promise<Record<string, string>> {
  const jobs = (await ask(`${site}/pipelines/${id}/jobs?per_page=100&${query}`, { as: 'bob' })).json as Job[];
  return Object.fromEntries(jobs.map(({ name, status }) => [name, status]));
}

async function jobNamed({ ask }: Client, id: number, name: string): Promise<Job> {
  const jobs = (await ask(`${site}/pipelines/${id}/jobs`, { as: 'bob' })).json as Job[];
  const job = jobs.find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  return job;
}

async function pipelineStatus({ ask }: Client, id: number): Promise<string> {
  return ((await ask(`${site}/pipelines/${id}`, { as: 'bob' })).json as Pipeline).status;
}

const twoStages = `stages: [test, deploy]
unit:
  stage: test
  script: [npm test]
ship:
  stage: deploy
  script: [./ship]
`;

describe('a pipeline moves with the clock (§14.1)', () => {
  test('created, pending, running, success, stage after stage', async () => {
    await using client = await startWithClient();
    const { id } = await push(client, twoStages);
    const seen = [await pipelineStatus(client, id)];

    for (let second = 0; second < 200; second++) {
      client.gitlab.advance(1000);
      const status = await pipelineStatus(client, id);
      if (status !== seen.at(-1)) seen.push(status);
      const { unit, ship } = await statuses(client, id);
      if (unit !== 'success') expect(ship).toBe('created');
    }

    expect(seen).toEqual(['created', 'pending', 'running', 'success']);
    expect(await statuses(client, id)).toEqual({ unit: 'success', ship: 'success' });
  });

  test('§14.2 durations grow while a job runs, and freeze when it ends', async () => {
    await using client = await startWithClient();
    const { id } = await push(client, twoStages);
    client.gitlab.advance(10_000);

    const before = await jobNamed(client, id, 'unit');
    client.gitlab.advance(1500);
    const later = await jobNamed(client, id, 'unit');
    client.gitlab.advance(300_000);
    const done = await jobNamed(client, id, 'unit');
    client.gitlab.advance(300_000);

    expect(before).toMatchObject({ status: 'running', queued_duration: expect.any(Number) as number });
    expect(later.duration).toBe((before.duration ?? 0) + 1.5);
    expect(later.queued_duration).toBe(before.queued_duration);
    expect((await jobNamed(client, id, 'unit')).duration).toBe(done.duration);
    const pipeline = (await client.ask(`${site}/pipelines/${id}`, { as: 'bob' })).json as Pipeline;
    expect(Number.isInteger(pipeline.duration)).toBe(true);
  });

  test('a failing command fails its job, skips what follows, and reddens the pipeline', async () => {
    await using client = await startWithClient();
    const { id } = await push(client, twoStages.replace('[npm test]', "[npm ci, 'exit 3', echo never]"));
    client.gitlab.advance(200_000);

    expect(await pipelineStatus(client, id)).toBe('failed');
    expect(await statuses(client, id)).toEqual({ unit: 'failed', ship: 'skipped' });
    const { id: jobId } = await jobNamed(client, id, 'unit');
    const job = await client.ask(`${site}/jobs/${jobId}`, { as: 'bob' });
    expect(job.json).toMatchObject({ failure_reason: 'script_failure' });
    const log = (await client.ask(`${site}/jobs/${jobId}/trace`, { as: 'bob' })).text;
    expect(log).toContain('ERROR: Job failed: exit code 3');
    expect(log).not.toContain('echo never');
  });

  test.each([
    ['a job that may fail leaves a warning', 'allow_failure: true', 'success', { unit: 'failed', ship: 'success' }],
    ['any other failure is red', 'allow_failure: false', 'failed', { unit: 'failed', ship: 'skipped' }],
  ])('%s', async (_, keyword, status, jobs) => {
    await using client = await startWithClient();
    const { id } = await push(client, twoStages.replace('  script: [npm test]', `  script: [exit 1]\n  ${keyword}`));
    client.gitlab.advance(200_000);

    expect(await pipelineStatus(client, id)).toBe(status);
    expect(await statuses(client, id)).toEqual(jobs);
  });

  test('needs let a job start before its stage, and a blocking manual job stops the pipeline', async () => {
    await using client = await startWithClient();
    const { id } = await push(
      client,
      `stages: [build, test, deploy]
fast: {stage: build, script: [make]}
slow: {stage: build, script: [sleep 300]}
early: {stage: test, needs: [fast], script: [true]}
gate:
  stage: deploy
  script: [./ship]
  rules: [{when: manual}]
`,
    );
    client.gitlab.advance(120_000);
    expect(await statuses(client, id)).toMatchObject({
      fast: 'success',
      slow: 'running',
      early: 'success',
      gate: 'created',
    });

    client.gitlab.advance(400_000);
    expect(await pipelineStatus(client, id)).toBe('manual');
    const gate = await jobNamed(client, id, 'gate');
    const played = await client.ask(`${site}/jobs/${gate.id}/play`, { method: 'POST', as: 'bob' });
    expect([played.status, played.json]).toMatchObject([200, { id: gate.id, status: 'pending' }]);
    client.gitlab.advance(200_000);
    expect(await pipelineStatus(client, id)).toBe('success');
    const again = await client.ask(`${site}/jobs/${gate.id}/play`, { method: 'POST', as: 'bob' });
    expect([again.status, again.json]).toEqual([400, { message: '400 Bad request - Unplayable Job' }]);
  });

  test('jobs of a resource group run one at a time, across pipelines', async () => {
    await using client = await startWithClient();
    const config = 'ship: {script: [sleep 60], resource_group: harbour}\n';
    const first = await push(client, config, 'one');
    const second = await push(client, config, 'two');
    client.gitlab.advance(10_000);

    expect([await statuses(client, first.id), await statuses(client, second.id)]).toEqual([
      { ship: 'running' },
      { ship: 'waiting_for_resource' },
    ]);
    const waiting = (await client.ask(`${site}/resource_groups/harbour/upcoming_jobs`, { as: 'bob' })).json;
    expect(waiting).toMatchObject([{ name: 'ship', status: 'waiting_for_resource' }]);
    client.gitlab.advance(400_000);
    expect(await pipelineStatus(client, second.id)).toBe('success');
  });

  test('a deployment follows its job, and the environment gets its address', async () => {
    await using client = await startWithClient();
    await push(
      client,
      'ship: {script: [./ship], environment: {name: "review/$CI_COMMIT_REF_SLUG", url: "https://$CI_COMMIT_REF_SLUG.example.com"}}\n',
    );
    client.gitlab.advance(6000);
    const deployments = async () =>
      ((await client.ask(`${site}/deployments?sort=desc`, { as: 'bob' })).json as { status: string }[])[0];

    expect(await deployments()).toMatchObject({ status: 'running', environment: { name: 'review/work' } });
    client.gitlab.advance(200_000);
    expect(await deployments()).toMatchObject({ status: 'success', deployable: { name: 'ship' } });
    const [environment] = (await client.ask(`${site}/environments?search=review`, { as: 'bob' })).json as object[];
    expect(environment).toMatchObject({ external_url: 'https://work.example.com', tier: 'development' });
  });
});

describe('retry, cancel, delete (§14.3)', () => {
  test('retrying makes a new job of the same name; the old one hides but stays addressable', async () => {
    await using client = await startWithClient();
    const { id } = await push(client, twoStages.replace('npm test', 'exit 1'));
    client.gitlab.advance(200_000);
    const old = await jobNamed(client, id, 'unit');

    const retried = await client.ask(`${site}/jobs/${old.id}/retry`, { method: 'POST', as: 'bob' });
    const fresh = retried.json as Job;

    expect([retried.status, fresh.name, fresh.status]).toEqual([201, 'unit', 'pending']);
    expect(fresh.id).toBeGreaterThan(old.id);
    expect((await jobNamed(client, id, 'unit')).id).toBe(fresh.id);
    const all = (await client.ask(`${site}/pipelines/${id}/jobs?include_retried=true`, { as: 'bob' })).json as Job[];
    expect(all.map((job) => job.id)).toContain(old.id);
    expect((await client.ask(`${site}/jobs/${old.id}`, { as: 'bob' })).status).toBe(200);
    expect((await statuses(client, id))['ship']).toBe('created');
    const twice = await client.ask(`${site}/jobs/${old.id}/retry`, { method: 'POST', as: 'bob' });
    expect([twice.status, twice.json]).toEqual([403, { message: '403 Forbidden - Job is not retryable' }]);
  });

  test('a running job is canceled by way of canceling, at once when forced', async () => {
    await using client = await startWithClient();
    const { id } = await push(client, 'a: {script: [sleep 60]}\nb: {script: [sleep 60]}\n');
    client.gitlab.advance(10_000);
    const [a, b] = [await jobNamed(client, id, 'a'), await jobNamed(client, id, 'b')];
    const cancel = (job: Job, as: string, query = '') =>
      client.ask(`${site}/jobs/${job.id}/cancel${query}`, { method: 'POST', as });

    expect(await cancel(a, 'bob')).toMatchObject({ status: 201, json: { status: 'canceling' } });
    expect((await cancel(b, 'bob', '?force=true')).status).toBe(403);
    expect(await cancel(b, 'alice', '?force=true')).toMatchObject({ status: 201, json: { status: 'canceled' } });
    client.gitlab.advance(5000);
    expect(await statuses(client, id)).toEqual({ a: 'canceled', b: 'canceled' });
    expect(await pipelineStatus(client, id)).toBe('canceled');
  });

  test('a pipeline is canceled (200) and retried (201) under the same id', async () => {
    await using client = await startWithClient();
    const { id } = await push(client, twoStages);
    client.gitlab.advance(8000);

    const canceled = await client.ask(`${site}/pipelines/${id}/cancel`, { method: 'POST', as: 'bob' });
    client.gitlab.advance(5000);
    expect([canceled.status, await pipelineStatus(client, id)]).toEqual([200, 'canceled']);
    const retried = await client.ask(`${site}/pipelines/${id}/retry`, { method: 'POST', as: 'bob' });
    expect([retried.status, (retried.json as Pipeline).id]).toEqual([201, id]);
    client.gitlab.advance(300_000);
    expect(await pipelineStatus(client, id)).toBe('success');
    expect((await client.ask(`${site}/pipelines/${id}`, { method: 'DELETE', as: 'bob' })).status).toBe(403);
    expect((await client.ask(`${site}/pipelines/${id}`, { method: 'DELETE', as: 'alice' })).status).toBe(204);
    expect((await client.ask(`${site}/pipelines/${id}`, { as: 'bob' })).json).toEqual({ message: '404 Not found' });
  });
});

describe('creating a pipeline (§5)', () => {
  test.each([
    [{ ref: 'nothing' }, { base: ['Reference not found'] }],
    [{ ref: 'v0' }, { base: ['Reference not found'] }],
  ])('%j is refused with %j', async (body, message) => {
    await using client = await startWithClient();

    const answer = await client.ask(`${site}/pipeline`, { method: 'POST', as: 'alice', body });

    expect([answer.status, answer.json]).toEqual([400, { message }]);
  });

  test('without a configuration, on a protected branch, or with variables nobody may set', async () => {
    await using client = await startWithClient();
    const create = (project: string, as: string, body: object) =>
      client.ask(`${project}/pipeline`, { method: 'POST', as, body });

    expect((await create('/projects/orbital%2Fhandbook', 'alice', { ref: 'main' })).json).toEqual({
      message: { base: ['Missing CI config file'] },
    });
    expect((await create(site, 'bob', { ref: 'main' })).json).toEqual({
      message: {
        base: [
          "You do not have sufficient permission to run a pipeline on 'main'. Please select a different branch or contact your administrator for assistance.",
        ],
      },
    });
    const variables = [{ key: 'A', value: '1' }];
    expect((await create('/projects/orbital%2Ftelemetry-api', 'alice', { ref: 'main', variables })).json).toEqual({
      message: { base: ['Insufficient permissions to set pipeline variables'] },
    });
    expect((await create(site, 'carol', { ref: 'main' })).status).toBe(404);
    expect((await create(site, 'alice', {})).json).toEqual({ error: 'ref is missing' });
  });

  test('variables decide rules, and are shown to those who may see them', async () => {
    await using client = await startWithClient();
    await push(client, 'never: {script: [x], rules: [{if: $FULL == "yes"}]}\nalways: {script: [x]}\n');

    const answer = await client.ask(`${site}/pipeline`, {
      method: 'POST',
      as: 'alice',
      body: { ref: 'work', variables: [{ key: 'FULL', value: 'yes' }] },
    });

    expect([answer.status, answer.json]).toMatchObject([201, { status: 'created', source: 'api', ref: 'work' }]);
    const { id } = answer.json as Pipeline;
    expect(Object.keys(await statuses(client, id)).sort()).toEqual(['always', 'never']);
    const shown = await client.ask(`${site}/pipelines/${id}/variables`, { as: 'alice' });
    expect(shown.json).toEqual([{ variable_type: 'env_var', key: 'FULL', value: 'yes', raw: false }]);
    expect(shown.headers.get('x-total')).toBeNull();
  });

  test('a push with a broken configuration leaves a failed pipeline that says why', async () => {
    await using client = await startWithClient();

    const { id } = await push(client, 'job: {script: [x], stage: nowhere}\n');

    expect((await client.ask(`${site}/pipelines/${id}`, { as: 'bob' })).json).toMatchObject({
      status: 'failed',
      yaml_errors:
        'job job: chosen stage nowhere does not exist; available stages are .pre, build, test, deploy, .post',
    });
  });

  test('a trigger token is enough to start one, and is shown whole to its owner only', async () => {
    await using client = await startWithClient();
    const made = await client.ask(`${site}/triggers`, { method: 'POST', as: 'alice', body: { description: 'x' } });
    const { id, token } = made.json as { id: number; token: string };
    const trigger = (path: string, body: object) => client.ask(`${site}/${path}`, { method: 'POST', body });

    const started = await trigger('trigger/pipeline', { token, ref: 'main', variables: { A: '1' } });
    const byRef = await trigger('ref/main/trigger/pipeline', { token });
    const wrong = await trigger('trigger/pipeline', { token: 'glptt-wrong', ref: 'main' });

    expect([started.status, started.json]).toMatchObject([201, { source: 'trigger', user: { username: 'alice' } }]);
    expect(byRef.status).toBe(201);
    expect([wrong.status, wrong.json]).toEqual([404, { message: '404 Not Found' }]);
    const seen = await client.ask(`${site}/triggers/${id}`, { as: 'erin' });
    expect((seen.json as { token: string }).token).toHaveLength(4);
  });

  test('bridges start pipelines elsewhere, and mirror them when asked to', async () => {
    await using client = await startWithClient();
    const { id } = await push(client, 'down: {trigger: {project: acme/site, branch: main, strategy: depend}}\n');
    client.gitlab.advance(8000);
    const bridges = async () => (await client.ask(`${site}/pipelines/${id}/bridges`, { as: 'bob' })).json;

    expect(await bridges()).toMatchObject([{ name: 'down', status: 'running', downstream_pipeline: { ref: 'main' } }]);
    client.gitlab.advance(300_000);
    expect(await bridges()).toMatchObject([{ status: 'success', downstream_pipeline: { status: 'success' } }]);
    expect(await pipelineStatus(client, id)).toBe('success');
  });
});

describe('lists of pipelines (§14.4)', () => {
  test.each([
    ['status=failed', 3],
    ['scope=tags', 1],
    ['scope=branches', 4],
    ['scope=running', 1],
    ['ref=feature/doppler', 2],
    ['username=carol', 1],
    ['source=schedule', 2],
    ['updated_after=2026-03-01T00:00:00Z&status=failed', 2],
  ])('%s leaves %i', async (query, count) => {
    await using client = await startWithClient();

    const answer = await client.ask(`${ground}/pipelines?${query}&per_page=100`);

    expect(answer.headers.get('x-total')).toBe(String(count));
  });

  test('the newest comes first; the latest is that of the head commit', async () => {
    await using client = await startWithClient();

    const list = (await client.ask(`${ground}/pipelines`)).json as Pipeline[];
    const latest = await client.ask(`${ground}/pipelines/latest`);
    const none = await client.ask('/projects/orbital%2Fhandbook/pipelines/latest');

    expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(list[0]).not.toHaveProperty('detailed_status');
    expect(latest.json).toMatchObject({ ref: 'main', status: 'failed', detailed_status: { group: 'failed' } });
    expect(none.status).toBe(403);
  });

  test('a red test is named by the report, and counted by its summary', async () => {
    await using client = await startWithClient();
    const { id } = (await client.ask(`${ground}/pipelines/latest`)).json as Pipeline;

    const report = (await client.ask(`${ground}/pipelines/${id}/test_report`)).json;
    const summary = (await client.ask(`${ground}/pipelines/${id}/test_report_summary`)).json;

    expect(report).toMatchObject({ total_count: 3, failed_count: 1, test_suites: [{ name: 'unit' }] });
    const { test_suites } = report as { test_suites: { test_cases: { status: string; name: string }[] }[] };
    expect(test_suites[0]?.test_cases.find(({ status }) => status === 'failed')?.name).toBe(
      'gusts never turn the dish the long way',
    );
    expect(summary).toMatchObject({ total: { count: 3, failed: 1 }, test_suites: [{ name: 'unit', failed_count: 1 }] });
  });

  test('reads with nothing in between are the same, byte by byte (§13)', async () => {
    await using one = await startWithClient();
    await using two = await startWithClient();
    const bodies = async (client: Client) => {
      const answers = await Promise.all(
        ['pipelines', 'jobs?per_page=100', 'environments', 'deployments', 'releases'].map((path) =>
          client.ask(`${ground}/${path}`),
        ),
      );
      return answers.map(({ text }) => text.replaceAll(client.gitlab.url, ''));
    };

    expect(await bodies(one)).toEqual(await bodies(one));
    expect(await bodies(one)).toEqual(await bodies(two));
  });
});

describe('pipelines of merge requests (§15)', () => {
  test('the author of a merge request is told when its pipeline fails', async () => {
    await using client = await startWithClient();
    await push(client, 'unit: {script: [exit 1]}\n', 'topic');
    const made = await client.ask(`${site}/merge_requests`, {
      method: 'POST',
      as: 'bob',
      body: { title: 'Try', source_branch: 'topic', target_branch: 'main' },
    });
    const { iid } = made.json as { iid: number };

    client.gitlab.advance(200_000);

    const todos = (await client.ask('/todos?action=build_failed', { as: 'bob' })).json;
    expect(todos).toMatchObject([{ target_type: 'MergeRequest', target: { iid }, body: 'Try' }]);
    const single = (await client.ask(`${site}/merge_requests/${iid}`, { as: 'bob' })).json;
    expect(single).toMatchObject({ head_pipeline: { status: 'failed', ref: 'topic' } });
  });

  test('one of its own runs for the jobs that say so, and none when no job would run', async () => {
    await using client = await startWithClient();
    const run = async (config: string, branch: string) => {
      await push(client, config, branch);
      const body = { title: branch, source_branch: branch, target_branch: 'main' };
      const made = await client.ask(`${site}/merge_requests`, { method: 'POST', as: 'bob', body });
      const { iid } = made.json as { iid: number };
      return client.ask(`${site}/merge_requests/${iid}/pipelines`, { method: 'POST', as: 'bob' });
    };

    const ran = await run('a: {script: x, rules: [{if: $CI_MERGE_REQUEST_IID}]}\nb: {script: x}\n', 'with');
    const none = await run('b: {script: x}\n', 'without');

    expect([ran.status, ran.json]).toMatchObject([200, { source: 'merge_request_event' }]);
    expect(Object.keys(await statuses(client, (ran.json as Pipeline).id))).toEqual(['a']);
    expect(none.status).toBe(405);
  });

  test('an automatic merge happens when the pipeline succeeds', async () => {
    await using client = await startWithClient();
    await push(client, 'unit: {script: [npm test]}\n', 'topic');
    const body = { title: 'Auto', source_branch: 'topic', target_branch: 'main' };
    const made = await client.ask(`${site}/merge_requests`, { method: 'POST', as: 'bob', body });
    const { iid } = made.json as { iid: number };
    const path = `${site}/merge_requests/${iid}`;

    const set = await client.ask(`${path}/merge`, { method: 'PUT', as: 'alice', body: { auto_merge: true } });
    expect([set.status, set.json]).toMatchObject([200, { state: 'opened', merge_when_pipeline_succeeds: true }]);
    client.gitlab.advance(200_000);

    expect((await client.ask(path, { as: 'alice' })).json).toMatchObject({ state: 'merged' });
    const [newest] = (await client.ask(`${site}/pipelines?ref=main`, { as: 'bob' })).json as object[];
    expect(newest).toMatchObject({ source: 'push', ref: 'main' });
  });
});

describe('schedules', () => {
  test('a schedule runs when its time comes, as its owner, with its variables', async () => {
    await using client = await startWithClient();
    const made = await client.ask(`${site}/pipeline_schedules`, {
      method: 'POST',
      as: 'alice',
      body: { description: 'Noon', ref: 'main', cron: '0 12 * * *', cron_timezone: 'UTC' },
    });
    const { id } = made.json as { id: number };
    await client.ask(`${site}/pipeline_schedules/${id}/variables`, {
      method: 'POST',
      as: 'alice',
      body: { key: 'NOON', value: '1' },
    });
    expect([made.status, made.json]).toMatchObject([201, { next_run_at: '2026-03-02T12:00:00.000Z', active: true }]);

    client.gitlab.advance(3 * 3_600_000 + 1000);

    const single = (await client.ask(`${site}/pipeline_schedules/${id}`, { as: 'alice' })).json;
    expect(single).toMatchObject({
      next_run_at: '2026-03-03T12:00:00.000Z',
      last_pipeline: { source: 'schedule', ref: 'main' },
      variables: [{ key: 'NOON', value: '1' }],
    });
    const started = (await client.ask(`${site}/pipeline_schedules/${id}/pipelines`, { as: 'alice' })).json;
    expect(started).toHaveLength(1);
  });

  test('what is not cron is refused; others take a schedule over before they change it', async () => {
    await using client = await startWithClient();
    const wrong = await client.ask(`${site}/pipeline_schedules`, {
      method: 'POST',
      as: 'alice',
      body: { description: 'x', ref: 'main', cron: '61 * * * *', cron_timezone: 'Nowhere' },
    });
    expect(wrong.json).toEqual({ message: { cron: ['is invalid syntax'], cron_timezone: ['is invalid syntax'] } });

    const [nightly] = (await client.ask(`${ground}/pipeline_schedules?scope=active`, { as: 'bob' })).json as {
      id: number;
    }[];
    const path = `${ground}/pipeline_schedules/${nightly?.id}`;
    expect((await client.ask(path, { as: 'bob' })).json).not.toHaveProperty('variables');
    expect((await client.ask(path, { method: 'PUT', as: 'bob', body: { active: false } })).status).toBe(403);
    const taken = await client.ask(`${path}/take_ownership`, { method: 'POST', as: 'alice' });
    expect([taken.status, taken.json]).toMatchObject([201, { owner: { username: 'alice' } }]);
  });
});
