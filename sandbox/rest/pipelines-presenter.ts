import { pipelineCoverage, pipelineDuration, pipelineQueuedDuration } from '../world/pipeline-status.ts';
import { type CiStatus, type Pipeline, latestJobsOf } from '../world/pipelines.ts';
import type { World } from '../world/world.ts';
import { presentUserById } from './users-presenter.ts';

/** What stands for a pipeline in jobs, commits, merge requests and bridges. */
export function presentPipelineBasic(world: World, pipeline: Pipeline) {
  return {
    id: pipeline.id,
    iid: pipeline.iid,
    project_id: pipeline.projectId,
    sha: pipeline.sha,
    ref: pipeline.ref,
    status: pipeline.status,
    source: pipeline.source,
    created_at: pipeline.createdAt,
    updated_at: pipeline.updatedAt,
    web_url: world.url(pipelinePath(world, pipeline)),
  };
}

/** An item of the list of pipelines. */
export function presentPipelineItem(world: World, pipeline: Pipeline) {
  return { ...presentPipelineBasic(world, pipeline), name: pipeline.name };
}

/** A pipeline in answers to what was done with it, and as the head pipeline of a merge request. */
export function presentPipeline(world: World, pipeline: Pipeline) {
  return {
    ...presentPipelineBasic(world, pipeline),
    before_sha: pipeline.beforeSha,
    tag: pipeline.isTag,
    yaml_errors: pipeline.yamlErrors,
    user: presentUserById(world, pipeline.userId),
    started_at: pipeline.startedAt,
    finished_at: pipeline.finishedAt,
    committed_at: pipeline.committedAt,
    duration: pipelineDuration(world, pipeline),
    queued_duration: pipelineQueuedDuration(pipeline),
    coverage: pipelineCoverage(world, pipeline),
    detailed_status: presentStatus(world, pipeline),
    archived: false,
  };
}

/** A pipeline that was asked for by id, or as the latest. */
export function presentPipelineDetail(world: World, pipeline: Pipeline) {
  return { ...presentPipeline(world, pipeline), name: pipeline.name };
}

export function pipelinePath(world: World, pipeline: Pipeline): string {
  return `/${world.projects.get(pipeline.projectId).fullPath}/-/pipelines/${pipeline.id}`;
}

const labels: Readonly<Record<CiStatus, string>> = {
  created: 'created',
  waiting_for_resource: 'waiting for resource',
  preparing: 'preparing',
  waiting_for_callback: 'waiting for callback',
  pending: 'pending',
  running: 'running',
  success: 'passed',
  failed: 'failed',
  canceling: 'canceling',
  canceled: 'canceled',
  skipped: 'skipped',
  manual: 'manual action',
  scheduled: 'delayed',
};

function presentStatus(world: World, pipeline: Pipeline) {
  const { status } = pipeline;
  const hasWarnings =
    status === 'success' && latestJobsOf(world, pipeline).some((job) => job.status === 'failed' && job.allowFailure);
  const text = status === 'manual' ? 'Blocked' : status === 'success' ? 'Passed' : capitalise(labels[status]);
  const path = new URL(world.url(pipelinePath(world, pipeline))).pathname;
  return {
    icon: hasWarnings ? 'status_warning' : `status_${iconOf(status)}`,
    text: hasWarnings ? 'Warning' : text,
    label: hasWarnings ? 'passed with warnings' : labels[status],
    group: hasWarnings ? 'success-with-warnings' : status.replaceAll('_', '-'),
    tooltip: labels[status],
    has_details: true,
    details_path: path,
    illustration: null,
    favicon: `/assets/ci_favicons/favicon_status_${iconOf(status)}.png`,
  };
}

function iconOf(status: CiStatus): string {
  return status === 'waiting_for_resource' || status === 'waiting_for_callback' ? 'pending' : status;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
