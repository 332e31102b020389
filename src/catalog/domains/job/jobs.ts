import { defineAction } from '../../action.ts';
import { described, flag, list as listField, object, oneOf } from '../../field.ts';
import { jobId, keyset, page, pipelineId, projectId } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { pipelineInputs, variableKey, variableType, variableValue } from '../pipeline/pipeline-fields.ts';

const jobScope = listField(
  'Only jobs with these statuses.',
  oneOf(
    'Status.',
    [
      'created',
      'waiting_for_resource',
      'preparing',
      'waiting_for_callback',
      'pending',
      'running',
      'success',
      'failed',
      'canceling',
      'canceled',
      'skipped',
      'manual',
      'scheduled',
    ],
    {
      synonyms: {
        passed: 'success',
        succeeded: 'success',
        successful: 'success',
        failure: 'failed',
        error: 'failed',
        cancelled: 'canceled',
        blocked: 'manual',
        in_progress: 'running',
        queued: 'pending',
      },
    },
  ),
  { split: true, aliases: ['status', 'statuses', 'state'] },
);

const includeRetried = flag('Whether jobs that were retried are listed too. Default false.');

const list = defineAction({
  id: 'job.list',
  tool: 'gitlab_job_list',
  title: 'List jobs of a pipeline',
  summary: 'List the jobs of a pipeline with stage, status, duration and failure reason.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipelines/:pipeline_id/jobs',
  params: {
    project_id: projectId,
    pipeline_id: pipelineId,
    scope: jobScope,
    include_retried: includeRetried,
    ...page,
  },
  result: listOf('job'),
  words: [
    'CI jobs',
    'which jobs failed',
    'build steps',
    'why did the pipeline fail',
    'jobs that failed',
    'steps of a build',
    'stages of a pipeline',
    'manual jobs of a pipeline',
    'which step failed',
    'failing jobs of a pipeline',
  ],
  aliases: ['pipeline.jobs', 'pipeline.list_jobs'],
  related: ['job.trace', 'job.get', 'job.list_bridges'],
});

const listProject = defineAction({
  id: 'job.list_project',
  tool: 'gitlab_job_list_project',
  title: 'List jobs of a project',
  summary: 'List the jobs of all pipelines of a project, newest first.',
  effect: 'read',
  route: 'GET /projects/:project_id/jobs',
  params: { project_id: projectId, scope: jobScope, include_retried: includeRetried, ...page, ...keyset },
  result: listOf('job'),
  words: [
    'recent CI jobs',
    'running jobs',
    'recent failed builds',
    'CI jobs of the project',
    'failed jobs of the project',
    'jobs that failed recently',
    'what is running',
    'what jobs failed lately',
    'job queue of the project',
  ],
  related: ['job.list', 'job.get'],
});

const listBridges = defineAction({
  id: 'job.list_bridges',
  tool: 'gitlab_job_list_bridges',
  title: 'List trigger jobs',
  summary: 'List the jobs of a pipeline that start other pipelines, with those downstream pipelines.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipelines/:pipeline_id/bridges',
  params: { project_id: projectId, pipeline_id: pipelineId, scope: jobScope, ...page },
  result: listOf('bridge'),
  words: [
    'downstream pipelines',
    'child pipelines',
    'bridge jobs',
    'what did the pipeline trigger',
    'downstream pipelines that a pipeline started',
  ],
  aliases: ['pipeline.bridges'],
  related: ['job.list', 'pipeline.get'],
});

const get = defineAction({
  id: 'job.get',
  tool: 'gitlab_job_get',
  title: 'Get a job',
  summary: 'Get one CI job with status, timing, runner, artifacts and failure reason.',
  effect: 'read',
  route: 'GET /projects/:project_id/jobs/:job_id',
  params: { project_id: projectId, job_id: jobId },
  result: one('job'),
  words: [
    'build status',
    'why did a job fail',
    'CI job details',
    'did the job pass',
    'how long did the job run',
    'who started the job',
  ],
  related: ['job.trace', 'job.retry', 'job.artifacts'],
});

const play = defineAction({
  id: 'job.play',
  tool: 'gitlab_job_play',
  title: 'Start a manual job',
  summary: 'Start a manual or delayed job now and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/jobs/:job_id/play',
  params: {
    project_id: projectId,
    job_id: jobId,
    variables: listField(
      'Variables for this run.',
      object('One variable.', {
        key: variableKey,
        value: { ...variableValue, required: true },
        variable_type: variableType,
      }),
      { wire: 'job_variables_attributes', aliases: ['job_variables_attributes'] },
    ),
    inputs: {
      ...described(pipelineInputs, 'Values of the inputs that the job declares, by name.'),
      wire: 'job_inputs',
    },
  },
  result: one('job'),
  words: [
    'run manual job',
    'deploy now',
    'trigger job',
    'press play',
    'start deploy job',
    'trigger manual step',
    'unblock manual job',
    'roll out to production',
    'trigger a deployment job',
    'press the deploy button',
    'approve the manual step',
  ],
  aliases: ['job.run', 'job.start'],
  related: ['job.wait', 'job.get', 'job.retry'],
});

const retry = defineAction({
  id: 'job.retry',
  tool: 'gitlab_job_retry',
  title: 'Retry a job',
  summary: 'Run a finished job again as a new job, and get that job with its own ID.',
  effect: 'write',
  route: 'POST /projects/:project_id/jobs/:job_id/retry',
  params: { project_id: projectId, job_id: jobId },
  result: one('job'),
  words: ['rerun job', 'restart build', 'run the job again', 'rerun failed job', 'repeat a job'],
  related: ['job.wait', 'job.trace', 'pipeline.retry'],
});

const cancel = defineAction({
  id: 'job.cancel',
  tool: 'gitlab_job_cancel',
  title: 'Cancel a job',
  summary: 'Cancel one CI job and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/jobs/:job_id/cancel',
  params: {
    project_id: projectId,
    job_id: jobId,
    force: flag('Whether a job that is stuck in canceling is ended at once. Needs the maintainer role.'),
  },
  result: one('job'),
  words: ['stop job', 'abort build', 'kill a running job', 'stop a build job'],
  related: ['job.get', 'pipeline.cancel'],
});

const erase = defineAction({
  id: 'job.erase',
  tool: 'gitlab_job_erase',
  title: 'Erase a job',
  summary: 'Delete the log and the artifacts of a finished job, and get the job.',
  effect: 'destroy',
  route: 'POST /projects/:project_id/jobs/:job_id/erase',
  params: { project_id: projectId, job_id: jobId },
  result: one('job'),
  words: [
    'delete job log',
    'wipe build output',
    'secret leaked in log',
    'wipe the log of a job',
    'job log contains a password',
    'erase a job log and its artifacts',
    'remove the log of a build',
    'delete a build log',
  ],
  related: ['job.delete_artifacts', 'job.get'],
});

export const jobs = [list, listProject, listBridges, get, play, retry, cancel, erase];
