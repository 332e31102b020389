import { describe, expect, test } from 'vitest';
import { replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { jobWaits } from '../job/job-waits.ts';
import { pipelineWaits } from './pipeline-waits.ts';

const [pipelineWait] = pipelineWaits;
const [jobWait] = jobWaits;

describe('waiting for CI', () => {
  test.each(['success', 'skipped', 'manual', 'blocked'])('T-74: %s ends the wait', async (status) => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { id: 12, status }));

    const { value, notes } = await gitlab.run(pipelineWait, { project_id: 'acme/site', pipeline_id: 12 });

    expect(value).toEqual({
      pipeline: { id: 12, status },
      waited_for: 0,
      poll_count: 1,
      final_status: status,
      timed_out: false,
    });
    expect(notes).toEqual([]);
    expect(gitlab.seen()).toEqual(['GET /projects/acme%2Fsite/pipelines/12']);
  });

  test.each(['failed', 'canceled'])('%s is an error that says where to look', async (status) => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { id: 12, status }));

    const wait = gitlab.run(pipelineWait, { project_id: 1, pipeline_id: 12 });

    await expect(wait).rejects.toThrow(new RegExp(`pipeline 12 ended as ${status}.*job\\.list`));
  });

  test('a failed job is returned when the caller prefers that', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { id: 7, status: 'failed' }));

    const { value } = await gitlab.run(jobWait, { project_id: 1, job_id: 7, fail_on_error: false });

    expect(value).toMatchObject({ job: { id: 7 }, final_status: 'failed', timed_out: false });
  });

  test('T-74: out of time it returns the state and how to go on', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { id: 12, status: 'running' }));

    const { value, notes } = await gitlab.run(pipelineWait, { project_id: 1, pipeline_id: 12, timeout_seconds: 1 });

    expect(value).toMatchObject({ pipeline: { status: 'running' }, final_status: 'running', timed_out: true });
    expect(notes.join()).toMatch(/still running.*Call pipeline\.wait again/);
  });

  test('a cancelled wait ends', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { id: 12, status: 'running' }));
    const controller = new AbortController();
    const seen = Promise.withResolvers<void>();

    const wait = gitlab.run(
      pipelineWait,
      { project_id: 1, pipeline_id: 12 },
      { signal: controller.signal, progress: () => seen.resolve() },
    );
    await seen.promise;
    controller.abort(new Error('the user left'));

    await expect(wait).rejects.toMatchObject({ code: 'action.cancelled' });
  });
});
