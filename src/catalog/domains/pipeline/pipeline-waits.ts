import { defineAction } from '../../action.ts';
import { pipelineId, projectId } from '../../fields.ts';
import { pathOf } from '../../request.ts';
import { one } from '../../result.ts';
import { ciWaitFields, waitForCi } from './ci-wait.ts';

const wait = defineAction({
  id: 'pipeline.wait',
  tool: 'gitlab_pipeline_wait',
  title: 'Wait for a pipeline',
  summary: 'Wait until a pipeline ends or needs a person, and get it. Running out of time is no error.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipelines/:pipeline_id',
  params: { project_id: projectId, pipeline_id: pipelineId, ...ciWaitFields },
  result: one('wait'),
  usage: 'When timed_out is true, call it again to go on waiting.',
  words: [
    'watch CI',
    'poll the build',
    'until the pipeline is done',
    'wait until CI is done',
    'watch pipeline until it finishes',
  ],
  related: ['pipeline.get', 'job.wait', 'job.list'],
  run(call) {
    const { project_id, pipeline_id } = call.input;
    return waitForCi(call, {
      kind: 'pipeline',
      id: pipeline_id,
      path: pathOf`/projects/${project_id}/pipelines/${pipeline_id}`,
      afterFailure: 'see its jobs with job.list and scope failed',
    });
  },
});

export const pipelineWaits = [wait];
