import { artifactsOf, filesOf } from '../world/job-files.ts';
import type { Viewer } from '../world/links.ts';
import { jobDuration, jobQueuedDuration } from '../world/pipeline-status.ts';
import { type Job, pipelineById, pipelineOf } from '../world/pipelines.ts';
import { repositoryOf } from '../world/repository.ts';
import { findRunner } from '../world/runners.ts';
import { presentCommit } from './commits-presenter.ts';
import { presentPipelineBasic } from './pipelines-presenter.ts';
import { presentManagers, presentRunner } from './runners-presenter.ts';
import { presentUser } from './users-presenter.ts';

/** What a job and a bridge have in common. */
function presentCommon(viewer: Viewer, job: Job) {
  const { world } = viewer;
  const project = world.projects.get(job.projectId);
  const pipeline = pipelineOf(world, job);
  const commit = repositoryOf(world, project).resolve(pipeline.sha);
  const user = job.userId === null ? undefined : world.users.find(job.userId);
  return {
    id: job.id,
    status: job.status,
    stage: job.stage,
    name: job.name,
    ref: job.ref,
    tag: job.isTag,
    coverage: job.coverage,
    allow_failure: job.allowFailure,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    erased_at: job.erasedAt,
    duration: jobDuration(world, job),
    queued_duration: jobQueuedDuration(world, job),
    user: user === undefined ? null : presentUser(viewer, user),
    commit: commit === undefined ? null : presentCommit(world, project, commit),
    pipeline: presentPipelineBasic(world, pipeline),
    ...(job.status === 'failed' ? { failure_reason: job.failureReason ?? 'unknown_failure' } : {}),
    web_url: world.url(`/${project.fullPath}/-/jobs/${job.id}`),
    project: { ci_job_token_scope_enabled: project.settings['ci_job_token_scope_enabled'] },
  };
}

export function presentJob(viewer: Viewer, job: Job) {
  const { world } = viewer;
  const runner = findRunner(world, job.runnerId);
  const files = filesOf(world, job);
  const archive = files.find(({ type }) => type === 'archive');
  return {
    ...presentCommon(viewer, job),
    ...(archive === undefined ? {} : { artifacts_file: { filename: archive.filename, size: archive.size } }),
    artifacts: files.map((file) => ({
      file_type: file.type,
      size: file.size,
      filename: file.filename,
      file_format: file.format,
    })),
    runner: runner === undefined ? null : presentRunner(world, runner),
    runner_manager: runner === undefined ? null : (presentManagers(world, runner)[0] ?? null),
    artifacts_expire_at: artifactsOf(world, job)?.expireAt ?? null,
    archived: false,
    tag_list: job.tags,
  };
}

export function presentBridge(viewer: Viewer, job: Job) {
  const downstream =
    job.downstreamPipelineId === null ? undefined : pipelineById(viewer.world, job.downstreamPipelineId);
  return {
    ...presentCommon(viewer, job),
    downstream_pipeline: downstream === undefined ? null : presentPipelineBasic(viewer.world, downstream),
  };
}
