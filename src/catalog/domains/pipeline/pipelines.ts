import { GitLabError } from '../../../gitlab/gitlab-error.ts';
import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { flag, line, oneOf, required } from '../../field.ts';
import {
  createdAfter,
  createdBefore,
  page,
  pipelineId,
  projectId,
  sort,
  updatedAfter,
  updatedBefore,
} from '../../fields.ts';
import { buildRequest, pathOf, queryOf } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';
import { pipelineInputs, pipelineRef, pipelineStatus, pipelineVariables } from './pipeline-fields.ts';

const list = defineAction({
  id: 'pipeline.list',
  tool: 'gitlab_pipeline_list',
  title: 'List pipelines',
  summary: 'List the CI pipelines of a project with status, ref and commit, newest first.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipelines',
  params: {
    project_id: projectId,
    status: pipelineStatus,
    scope: oneOf('Only those in this phase, or the latest one of each branch or tag.', [
      'running',
      'pending',
      'finished',
      'branches',
      'tags',
    ]),
    ref: line('Only those of this branch or tag.', { aliases: ['branch', 'tag', 'ref_name'] }),
    sha: line('Only those of this commit, by full SHA.', { aliases: ['commit', 'commit_sha'] }),
    source: oneOf('Only those started this way.', [
      'api',
      'chat',
      'external',
      'external_pull_request_event',
      'merge_request_event',
      'ondemand_dast_scan',
      'ondemand_dast_validation',
      'parent_pipeline',
      'pipeline',
      'push',
      'schedule',
      'security_orchestration_policy',
      'trigger',
      'web',
      'webide',
    ]),
    username: line('Only those started by this user.', { aliases: ['author', 'user', 'triggered_by'] }),
    name: line('Only those with this name.'),
    yaml_errors: flag('Only those whose configuration is invalid.'),
    created_after: createdAfter,
    created_before: createdBefore,
    updated_after: updatedAfter,
    updated_before: updatedBefore,
    order_by: oneOf('Order by. Default id.', ['id', 'status', 'ref', 'updated_at', 'user_id']),
    sort,
    ...page,
  },
  result: listOf('pipeline'),
  words: [
    'CI runs',
    'builds',
    'failed pipelines',
    'what ran on a branch',
    'CI history',
    'running pipelines',
    'pipeline runs',
    'workflow runs',
    'builds of a branch',
    'pipelines with a status',
    'who broke the build',
    'broken builds',
    'what is running in CI',
    'recent builds',
    'latest pipelines',
  ],
  related: ['pipeline.latest', 'pipeline.get', 'job.list'],
});

const get = defineAction({
  id: 'pipeline.get',
  tool: 'gitlab_pipeline_get',
  title: 'Get a pipeline',
  summary: 'Get one pipeline with status, durations, coverage and who started it.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipelines/:pipeline_id',
  params: { project_id: projectId, pipeline_id: pipelineId },
  result: one('pipeline'),
  words: [
    'CI status',
    'did the build pass',
    'build result',
    'pipeline status',
    'how long did the pipeline take',
    'details of a build',
    'why did the pipeline fail',
    'what triggered the pipeline',
    'who started the pipeline',
    'is it green',
  ],
  related: ['job.list', 'pipeline.test_report_summary', 'pipeline.wait'],
});

const latest = defineAction({
  id: 'pipeline.latest',
  tool: 'gitlab_pipeline_latest',
  title: 'Get the latest pipeline',
  summary: 'Get the newest pipeline of a branch or tag, by default of the default branch.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipelines/latest',
  params: { project_id: projectId, ref: pipelineRef },
  result: one('pipeline'),
  words: [
    'is main green',
    'last CI run',
    'current build status',
    'most recent pipeline',
    'last build',
    'newest run on a branch',
    'did the last pipeline pass',
    'what is CI doing',
    'was the last pipeline successful',
    'is the build passing',
    'pipeline status for main',
    'is main broken',
    'did CI pass on a branch',
    'is CI green',
    'status of the last run',
    'why is CI red',
  ],
  aliases: ['pipeline.get_latest'],
  related: ['pipeline.get', 'job.list', 'pipeline.list'],
  async run(call) {
    try {
      const { body } = await call.send(buildRequest(call.action, call.input));
      return body;
    } catch (error) {
      if (!isMissing(error)) throw error;
      const older = await newestOfRef(call);
      if (older === undefined) throw error;
      call.note('The newest commit of the ref has no pipeline. This is the newest pipeline of an earlier commit.');
      return older;
    }
  },
});

/** GitLab looks only at the head commit, which may have skipped CI; the pipeline before it is what was meant. */
async function newestOfRef(call: ActionCall<{ readonly project_id: string; readonly ref?: string }>): Promise<unknown> {
  const { project_id } = call.input;
  const ref = call.input.ref ?? (await defaultBranch(call, project_id));
  if (ref === undefined) return undefined;
  const { body } = await call.gitlab.send(
    { method: 'GET', path: pathOf`/projects/${project_id}/pipelines`, query: queryOf({ ref, per_page: 1 }) },
    { signal: call.signal },
  );
  const id = property(Array.isArray(body) ? body[0] : undefined, 'id');
  if (typeof id !== 'number') return undefined;
  return (await call.send({ method: 'GET', path: pathOf`/projects/${project_id}/pipelines/${id}` })).body;
}

async function defaultBranch(call: ActionCall<unknown>, project: string): Promise<string | undefined> {
  const { body } = await call.gitlab.send(
    { method: 'GET', path: pathOf`/projects/${project}` },
    { signal: call.signal },
  );
  const branch = property(body, 'default_branch');
  return typeof branch === 'string' ? branch : undefined;
}

function property(value: unknown, key: string): unknown {
  // Any object may be asked for any key.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** GitLab answers 403 as well as 404 when the head commit has no pipeline. */
function isMissing(error: unknown): boolean {
  return error instanceof GitLabError && (error.status === 404 || error.status === 403);
}

const create = defineAction({
  id: 'pipeline.create',
  tool: 'gitlab_pipeline_create',
  title: 'Run a pipeline',
  summary: 'Start a new pipeline on a branch or tag, with variables and inputs, and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/pipeline',
  params: {
    project_id: projectId,
    ref: required(pipelineRef),
    variables: pipelineVariables,
    inputs: pipelineInputs,
  },
  result: one('pipeline'),
  words: [
    'start CI',
    'trigger build',
    'run pipeline',
    'kick off deployment',
    'run the tests',
    'run CI on a branch',
    'start a new pipeline',
    'run pipeline with variables',
    'start a build',
    'dispatch workflow',
    'build a branch',
    'trigger a deployment',
    'run the CI',
    'deploy a branch',
    'start a CI run for a tag',
  ],
  aliases: ['pipeline.run', 'pipeline.trigger'],
  related: ['pipeline.wait', 'job.list', 'pipeline.retry'],
});

const cancel = defineAction({
  id: 'pipeline.cancel',
  tool: 'gitlab_pipeline_cancel',
  title: 'Cancel a pipeline',
  summary: 'Cancel all unfinished jobs of a pipeline and get the pipeline.',
  effect: 'write',
  route: 'POST /projects/:project_id/pipelines/:pipeline_id/cancel',
  params: { project_id: projectId, pipeline_id: pipelineId },
  result: one('pipeline'),
  words: [
    'stop CI',
    'abort build',
    'stop pipeline',
    'stop the running pipeline',
    'kill the build',
    'abort the run',
    'stop the build',
  ],
  related: ['pipeline.get', 'pipeline.retry', 'job.cancel'],
});

const retry = defineAction({
  id: 'pipeline.retry',
  tool: 'gitlab_pipeline_retry',
  title: 'Retry a pipeline',
  summary: 'Run the failed and canceled jobs of a pipeline again and get the pipeline.',
  effect: 'write',
  route: 'POST /projects/:project_id/pipelines/:pipeline_id/retry',
  params: { project_id: projectId, pipeline_id: pipelineId },
  result: one('pipeline'),
  words: [
    'rerun CI',
    'restart build',
    'rerun failed jobs',
    'retry failed pipeline',
    'restart pipeline',
    'run pipeline again',
  ],
  related: ['job.retry', 'pipeline.wait', 'pipeline.create'],
});

const remove = defineAction({
  id: 'pipeline.delete',
  tool: 'gitlab_pipeline_delete',
  title: 'Delete a pipeline',
  summary: 'Delete a pipeline with its jobs, logs and artifacts.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/pipelines/:pipeline_id',
  params: { project_id: projectId, pipeline_id: pipelineId },
  result: nothing('pipeline'),
  words: ['remove pipeline', 'clean up builds', 'delete a pipeline with its jobs', 'remove an old pipeline'],
  related: ['pipeline.list', 'pipeline.cancel'],
});

const updateMetadata = defineAction({
  id: 'pipeline.update_metadata',
  tool: 'gitlab_pipeline_update_metadata',
  title: 'Rename a pipeline',
  summary: 'Change the name of a pipeline and get the pipeline.',
  effect: 'write',
  route: 'PUT /projects/:project_id/pipelines/:pipeline_id/metadata',
  params: {
    project_id: projectId,
    pipeline_id: pipelineId,
    name: required(line('New name.', { aliases: ['title'] })),
  },
  result: one('pipeline'),
  words: ['name a pipeline', 'set pipeline name', 'give the pipeline a name'],
  related: ['pipeline.get'],
});

const variables = defineAction({
  id: 'pipeline.variables',
  tool: 'gitlab_pipeline_variables',
  title: 'List pipeline variables',
  summary: 'List the variables a pipeline was started with. Their values may be secrets.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipelines/:pipeline_id/variables',
  params: { project_id: projectId, pipeline_id: pipelineId },
  result: listOf('variable'),
  words: ['CI variables of a run', 'pipeline parameters', 'with which variables was the pipeline started'],
  related: ['pipeline.get', 'ci_variable.list'],
});

export const pipelines = [list, get, latest, create, cancel, retry, remove, updateMetadata, variables];
