import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const ground = '/projects/orbital%2Fground-station';

type Client = Awaited<ReturnType<typeof startWithClient>>;

interface Job {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly ref: string;
  readonly artifacts_file?: { readonly size: number };
}

/** The newest job of the demo that fits. */
async function findJob({ ask }: Client, fits: (job: Job) => boolean): Promise<Job> {
  const jobs = (await ask(`${ground}/jobs?per_page=100`)).json as Job[];
  const job = jobs.find(fits);
  if (job === undefined) throw new Error('no such job in the demo');
  return job;
}

const isRedTest = ({ name, status }: Job) => name === 'unit' && status === 'failed';
const isBuild = ({ name, status, ref }: Job) => name === 'build' && status === 'success' && ref === 'main';

describe('jobs (§14.4)', () => {
  test('the list of a project has no totals and pages by keyset', async () => {
    await using client = await startWithClient();

    const offset = await client.ask(`${ground}/jobs?per_page=5`);
    const keyset = await client.ask(`${ground}/jobs?per_page=5&pagination=keyset`);
    const link = /<[^>]*\/api\/v4([^>]+)>; rel="next"/.exec(keyset.headers.get('link') ?? '')?.[1] ?? '';
    const next = (await client.ask(link)).json as Job[];

    expect(offset.headers.get('x-total')).toBeNull();
    expect(offset.headers.get('x-next-page')).toBe('2');
    expect(keyset.text).toBe(offset.text);
    expect(next[0]?.id).toBe((keyset.json as Job[]).map(({ id }) => id).at(-1)! - 1);
  });

  test('T-38: ids of jobs go beyond 32 bits', async () => {
    await using client = await startWithClient();

    expect((await findJob(client, isRedTest)).id).toBeGreaterThan(2 ** 32);
  });

  test('scopes are statuses; anything else is refused', async () => {
    await using client = await startWithClient();

    const several = (await client.ask(`${ground}/jobs?scope[]=failed&scope[]=running&per_page=100`)).json as Job[];
    expect(new Set(several.map(({ status }) => status))).toEqual(new Set(['failed', 'running']));
    expect((await client.ask(`${ground}/jobs?scope=done`)).json).toEqual({
      error: 'scope does not have a valid value',
    });
    expect((await client.ask(`${ground}/jobs/1`)).json).toEqual({ message: '404 Not found' });
    expect((await client.ask(`${ground}/jobs/x`)).json).toEqual({ error: 'job_id is invalid' });
  });

  test('a job tells of its commit, its pipeline, its runner and its failure', async () => {
    await using client = await startWithClient();
    const { id } = await findJob(client, isRedTest);

    const { json } = await client.ask(`${ground}/jobs/${id}`);

    expect(json).toMatchObject({
      failure_reason: 'script_failure',
      commit: { title: 'Check the azimuth in a simulated wind' },
      pipeline: { status: 'failed', ref: 'main' },
      runner: { description: 'shared-1', is_shared: true, status: 'online' },
      user: { username: 'erin', bot: false },
      artifacts: [{ file_type: 'junit' }, { file_type: 'trace' }],
    });
  });
});

describe('logs (§14.5)', () => {
  test('a log has colours, named sections, times, progress bars and letters beyond ASCII', async () => {
    await using client = await startWithClient();
    const { id } = await findJob(client, isRedTest);

    const answer = await client.ask(`${ground}/jobs/${id}/trace`);

    expect(answer.headers.get('content-type')).toBe('text/plain');
    expect(answer.text).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z 00O /);
    expect(answer.text).toContain('AssertionError: expected 14 to be less than 12');
    expect(answer.text).toContain('\u001b[31;1m');
    expect(answer.text).toContain('⎯⎯⎯');
    const begun = [...answer.text.matchAll(/section_start:\d+:(\w+)/g)].map(([, name]) => name);
    const ended = [...answer.text.matchAll(/section_end:\d+:(\w+)/g)].map(([, name]) => name);
    expect(ended).toEqual(begun);
  });

  test('the log of a running job grows', async () => {
    await using client = await startWithClient();
    const { id } = await findJob(client, ({ status }) => status === 'running');

    const before = (await client.ask(`${ground}/jobs/${id}/trace`)).text;
    client.gitlab.advance(240_000);
    const after = (await client.ask(`${ground}/jobs/${id}/trace`)).text;

    expect(before.length).toBeGreaterThan(0);
    expect(after.startsWith(before)).toBe(true);
    expect(after.length).toBeGreaterThan(before.length);
  });

  test('Range is ignored, unless the instance is told to honour it', async () => {
    await using client = await startWithClient();
    const { id } = await findJob(client, isRedTest);
    const read = () => client.ask(`${ground}/jobs/${id}/trace`, { headers: { Range: 'bytes=0-9' } });

    const whole = await read();
    client.gitlab.configure({ traceRanges: true });
    const part = await read();

    expect(whole.status).toBe(200);
    expect([part.status, part.text]).toEqual([206, whole.text.slice(0, 10)]);
    expect(part.headers.get('content-range')).toBe(`bytes 0-9/${Buffer.byteLength(whole.text)}`);
  });

  test('an erased job keeps its status and nothing else', async () => {
    await using client = await startWithClient();
    const { id } = await findJob(client, isBuild);

    expect((await client.ask(`${ground}/jobs/${id}/erase`, { method: 'POST', as: 'bob' })).status).toBe(403);
    const erased = await client.ask(`${ground}/jobs/${id}/erase`, { method: 'POST', as: 'alice' });

    expect([erased.status, erased.json]).toMatchObject([
      201,
      { status: 'success', erased_at: '2026-03-02T09:00:00.000Z', artifacts: [] },
    ]);
    expect(await client.ask(`${ground}/jobs/${id}/trace`)).toMatchObject({ status: 200, text: '' });
    expect((await client.ask(`${ground}/jobs/${id}/artifacts`)).status).toBe(404);
  });
});

describe('artifacts (§14.6)', () => {
  test('the archive is a ZIP of several files, served in byte ranges', async () => {
    await using client = await startWithClient();
    const job = await findJob(client, isBuild);
    const url = `${client.gitlab.url}/api/v4${ground}/jobs/${job.id}/artifacts`;

    const response = await fetch(url);
    const bytes = Buffer.from(await response.arrayBuffer());
    const part = await fetch(url, { headers: { Range: 'bytes=-22' } });

    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="artifacts.zip"; filename*=UTF-8''artifacts.zip`,
    );
    expect(bytes.length).toBe(job.artifacts_file?.size);
    expect(bytes.readUInt16LE(bytes.length - 22 + 10)).toBe(3);
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(-22));
  });

  test('with an object storage the archive is elsewhere, and a token that comes along is refused', async () => {
    await using client = await startWithClient({ settings: { objectStorage: true } });
    const { id } = await findJob(client, isBuild);

    const answer = await client.ask(`${ground}/jobs/${id}/artifacts`);
    const location = answer.headers.get('location') ?? '';
    const clean = await fetch(location);
    const dirty = await fetch(location, { headers: { Authorization: 'Bearer x' } });
    const head = await client.ask(`${ground}/jobs/${id}/artifacts`, { method: 'HEAD' });

    expect(answer.status).toBe(302);
    expect(new URL(location).origin).toBe(client.gitlab.storageUrl);
    expect([clean.status, clean.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(dirty.status).toBe(400);
    expect((await fetch(head.headers.get('location') ?? '', { method: 'HEAD' })).status).toBe(200);
    const file = await client.ask(`${ground}/jobs/${id}/artifacts/dist/main.js`);
    expect(file.status).toBe(200);
  });

  test('single files come out of the archive, whatever their name; paths upwards are refused (T-76)', async () => {
    await using client = await startWithClient();
    const { id } = await findJob(client, isBuild);
    const file = (path: string) => client.ask(`${ground}/jobs/${id}/artifacts/${path}`);

    expect((await file('dist/build%20info%20100%25.json')).text).toBe(`{"job":${id}}\n`);
    expect((await file('dist/nothing.js')).json).toEqual({ message: '404 Not Found' });
    expect((await file('dist/..%2F..%2Fetc')).status).toBe(400);
  });

  test('a ref with a slash finds the newest successful pipeline', async () => {
    await using client = await startWithClient();
    const get = (path: string) => client.ask(`${ground}/jobs/artifacts/${path}`);

    expect((await get('feature/doppler/download?job=build')).status).toBe(200);
    expect((await get('feature/doppler/raw/dist/main.js?job=build')).text).toContain('built by job');
    expect((await get('main/download')).json).toEqual({ error: 'job is missing' });
    expect((await get('main/download?job=nothing')).status).toBe(404);
  });

  test('artifacts expire, unless they are kept', async () => {
    await using client = await startWithClient();
    const { id } = await findJob(client, isBuild);
    const other = await findJob(client, (job) => isBuild(job) && job.id !== id);

    const kept = await client.ask(`${ground}/jobs/${id}/artifacts/keep`, { method: 'POST', as: 'alice' });
    client.gitlab.advance(31 * 24 * 3_600_000);

    expect([kept.status, kept.json]).toMatchObject([200, { artifacts_expire_at: null }]);
    expect((await client.ask(`${ground}/jobs/${id}/artifacts`)).status).toBe(200);
    expect((await client.ask(`${ground}/jobs/${other.id}/artifacts`)).status).toBe(404);
    expect((await client.ask(`${ground}/jobs/${id}/artifacts`, { method: 'DELETE', as: 'alice' })).status).toBe(204);
    const all = await client.ask(`${ground}/artifacts`, { method: 'DELETE', as: 'alice' });
    expect([all.status, all.json]).toEqual([202, { message: '202 Accepted' }]);
  });
});

describe('job token scope', () => {
  test('projects and groups are let in and taken out again', async () => {
    await using client = await startWithClient();
    const path = `${ground}/job_token_scope`;
    const post = (list: string, body: object) => client.ask(`${path}/${list}`, { method: 'POST', as: 'alice', body });

    expect((await client.ask(path, { as: 'alice' })).json).toEqual({ inbound_enabled: true, outbound_enabled: false });
    expect((await post('allowlist', { target_project_id: 2 })).json).toEqual({
      source_project_id: 1,
      target_project_id: 2,
    });
    expect((await post('allowlist', { target_project_id: 2 })).status).toBe(400);
    expect((await post('allowlist', { target_project_id: 999 })).json).toEqual({ message: '404 Project Not Found' });
    const list = (await client.ask(`${path}/allowlist`, { as: 'alice' })).json as { id: number }[];
    expect(list.map(({ id }) => id)).toEqual([1, 2]);
    expect((await client.ask(`${path}/allowlist/2`, { method: 'DELETE', as: 'alice' })).status).toBe(204);
    const off = await client.ask(path, { method: 'PATCH', as: 'alice', body: { enabled: false } });
    expect(off.status).toBe(204);
    expect((await client.ask(path, { as: 'bob' })).status).toBe(403);
  });
});
