import { defineAction } from '../../action.ts';
import { jobId, projectId } from '../../fields.ts';
import { pathOf } from '../../request.ts';
import { one } from '../../result.ts';
import { ciWaitFields, waitForCi } from '../pipeline/ci-wait.ts';

const wait = defineAction({
  id: 'job.wait',
  tool: 'gitlab_job_wait',
  title: 'Wait for a job',
  summary: 'Wait until a CI job ends or needs a person, and get it. Running out of time is no error.',
  effect: 'read',
  route: 'GET /projects/:project_id/jobs/:job_id',
  params: { project_id: projectId, job_id: jobId, ...ciWaitFields },
  result: one('wait'),
  usage: 'When timed_out is true, call it again to go on waiting.',
  words: ['watch a build', 'poll the job', 'until the job is done', 'until the build is finished'],
  related: ['job.get', 'job.trace', 'pipeline.wait'],
  run(call) {
    const { project_id, job_id } = call.input;
    return waitForCi(call, {
      kind: 'job',
      id: job_id,
      path: pathOf`/projects/${project_id}/jobs/${job_id}`,
      afterFailure: 'see its log with job.trace',
    });
  },
});

export const jobWaits = [wait];
