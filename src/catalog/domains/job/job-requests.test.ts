import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { memoryFiles, replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { inlineLimitBytes } from '../../download.ts';
import { jobActions } from './job-actions.ts';

const byId = new Map(jobActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';
const job = { ...project, job_id: 77 };

const rows: readonly (readonly [id: string, input: object, ...sent: Sent[]])[] = [
  [
    'job.list',
    { ...project, pipeline_id: 12, status: 'failed, cancelled', include_retried: true },
    `GET ${at}/pipelines/12/jobs?scope[]=failed&scope[]=canceled&include_retried=true`,
  ],
  [
    'job.list_project',
    { ...project, pagination: 'keyset', cursor: 'abc' },
    `GET ${at}/jobs?pagination=keyset&cursor=abc`,
  ],
  [
    'job.list_bridges',
    { ...project, pipeline_id: 12, scope: ['manual'] },
    `GET ${at}/pipelines/12/bridges?scope[]=manual`,
  ],
  ['job.get', { ...project, job_id: '12345678901' }, `GET ${at}/jobs/12345678901`],
  [
    'job.play',
    { ...job, variables: [{ key: 'A', value: '1' }] },
    [`POST ${at}/jobs/77/play`, { job_variables_attributes: [{ key: 'A', value: '1' }] }],
  ],
  ['job.retry', job, `POST ${at}/jobs/77/retry`],
  ['job.cancel', { ...job, force: true }, [`POST ${at}/jobs/77/cancel`, { force: true }]],
  ['job.erase', job, `POST ${at}/jobs/77/erase`],
  ['job.keep_artifacts', job, `POST ${at}/jobs/77/artifacts/keep`],
  ['job.delete_artifacts', job, `DELETE ${at}/jobs/77/artifacts`],
  ['job.delete_project_artifacts', project, `DELETE ${at}/artifacts`],
  ['job.token_scope_get', project, `GET ${at}/job_token_scope`],
  ['job.token_scope_patch', { ...project, enabled: true }, [`PATCH ${at}/job_token_scope`, { enabled: true }]],
  ['job.token_scope_list_inbound', project, `GET ${at}/job_token_scope/allowlist`],
  ['job.token_scope_list_groups', project, `GET ${at}/job_token_scope/groups_allowlist`],
  [
    'job.token_scope_add_project',
    { ...project, target_project_id: 'acme/tools' },
    'GET /projects/acme%2Ftools',
    [`POST ${at}/job_token_scope/allowlist`, { target_project_id: 5 }],
  ],
  [
    'job.token_scope_add_group',
    { ...project, target_group_id: 'acme' },
    'GET /groups/acme?with_projects=false',
    [`POST ${at}/job_token_scope/groups_allowlist`, { target_group_id: 5 }],
  ],
  ['job.token_scope_remove_project', { ...project, target_project_id: 5 }, `DELETE ${at}/job_token_scope/allowlist/5`],
  [
    'job.token_scope_remove_group',
    { ...project, target_group_id: 5 },
    `DELETE ${at}/job_token_scope/groups_allowlist/5`,
  ],
];

test.each(rows.map(([id, input, ...sent]) => ({ id, input, sent })))(
  '$id sends its request',
  async ({ id, input, sent }) => {
    const action = byId.get(id);
    if (action === undefined) throw new Error(`no action ${id}`);

    const recording = await recordRequests(action, input, { answers: [{ id: 5 }] });

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual(sent);
  },
);

const downloads: readonly (readonly [id: string, input: object, sent: string])[] = [
  ['job.artifacts', job, `GET ${at}/jobs/77/artifacts`],
  [
    'job.download_artifacts',
    { ...project, ref_name: 'feature/a', job: 'build all' },
    `GET ${at}/jobs/artifacts/feature%2Fa/download?job=build%20all`,
  ],
  [
    'job.download_single_artifact',
    { ...job, artifact_path: 'out/dir/a b%2Fc.txt' },
    `GET ${at}/jobs/77/artifacts/out/dir/a%20b%252Fc.txt`,
  ],
  [
    'job.download_single_artifact_by_ref',
    { ...project, ref: 'v1.2', job: 'build', path: './out/report.xml' },
    `GET ${at}/jobs/artifacts/v1.2/raw/out/report.xml?job=build`,
  ],
];

test('every job action has a row or a test of its own', () => {
  const tested = new Set([...rows, ...downloads].map(([id]) => id).concat('job.wait', 'job.trace'));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

describe('artifacts', () => {
  test.each(downloads)('%s tells type, size and checksum of the content it returns', async (id, input, sent) => {
    await using gitlab = await startStandIn((_, reply) =>
      reply
        .writeHead(200, {
          'content-type': 'text/plain; charset=utf-8',
          'content-disposition': 'attachment; filename="a.txt"',
        })
        .end('héllo'),
    );

    const { value } = await gitlab.run(byId.get(id), input);

    expect(gitlab.seen()).toEqual([sent]);
    expect(value).toEqual({
      file_name: 'a.txt',
      content_type: 'text/plain',
      size: 6,
      sha256: '3c48591d8d098a4538f5e013dfcf406e948eac4d3277b10bf614e295d6068179',
      encoding: 'text',
      content: 'héllo',
    });
  });

  test('T-76: an archive comes as base64', async () => {
    const zip = Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff]);
    await using gitlab = await startStandIn((_, reply) =>
      reply.writeHead(200, { 'content-type': 'application/octet-stream' }).end(zip),
    );

    const { value } = await gitlab.run(byId.get('job.artifacts'), job);

    expect(value).toMatchObject({ file_name: 'artifacts.zip', encoding: 'base64', content: zip.toString('base64') });
  });

  test('T-76: a file above the limit is described and not fetched', async () => {
    await using gitlab = await startStandIn((_, reply) => {
      reply.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '5000000000' });
      reply.write('the first bytes');
    });

    const { value, notes } = await gitlab.run(byId.get('job.artifacts'), job);

    expect(value).toEqual({
      file_name: 'artifacts.zip',
      content_type: 'application/octet-stream',
      size: 5_000_000_000,
      sha256: null,
    });
    expect(notes.join()).toContain('job.download_single_artifact');
  });

  test('T-76: a file of unknown length is read up to the limit and no further', async () => {
    let isClosed = false;
    await using gitlab = await startStandIn((_, reply) => {
      reply.on('close', () => (isClosed = true));
      reply.writeHead(200, { 'content-type': 'application/octet-stream' });
      const fill = (): void => {
        while (!reply.destroyed && reply.write(Buffer.alloc(inlineLimitBytes)));
      };
      reply.on('drain', fill);
      fill();
    });

    const { value } = await gitlab.run(byId.get('job.artifacts'), job);

    expect(value).toMatchObject({ size: null, sha256: null });
    expect(value).not.toHaveProperty('content');
    await expect.poll(() => isClosed).toBe(true);
  });

  test('a local server writes any size to a file and tells its checksum', async () => {
    const { files, written } = memoryFiles();
    const content = Buffer.alloc(3 * inlineLimitBytes, 'x');
    await using gitlab = await startStandIn((_, reply) =>
      reply.writeHead(200, { 'content-type': 'application/zip' }).end(content),
    );

    const { value } = await gitlab.run(
      byId.get('job.artifacts'),
      { ...job, output_path: '/downloads/a.zip' },
      { files },
    );

    expect(value).toMatchObject({
      path: '/downloads/a.zip',
      size: content.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(written.get('/downloads/a.zip')).toEqual(content);
  });

  test('a server for others refuses a local path before anything is sent', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));

    const run = gitlab.run(byId.get('job.artifacts'), { ...job, output_path: '/etc/cron.d/x' });

    await expect(run).rejects.toMatchObject({ code: 'input.invalid' });
    expect(gitlab.requests).toEqual([]);
  });

  test.each(['../secret', 'a/../../b', 'a%2F..%2Fb', 'a\\b', 'a//b', 'a/./b', 'a\nb'])(
    'T-09, T-76: %j as the path inside an archive sends nothing',
    async (artifact_path) => {
      await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));

      const run = gitlab.run(byId.get('job.download_single_artifact'), { ...job, artifact_path });

      await expect(run).rejects.toMatchObject({ code: 'input.invalid' });
      expect(gitlab.requests).toEqual([]);
    },
  );

  test('missing artifacts are GitLab’s 404', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { message: '404 Not Found' }, {}, 404));

    await expect(gitlab.run(byId.get('job.artifacts'), job)).rejects.toMatchObject({ status: 404 });
  });
});
