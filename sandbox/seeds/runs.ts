import { addDeployment, environmentsOf } from '../world/environments.ts';
import type { Commit } from '../world/git-objects.ts';
import { leaveArtifacts, resume, schedulePipeline } from '../world/pipeline-runs.ts';
import { createPipeline } from '../world/pipeline-creation.ts';
import { compositeStatus } from '../world/pipeline-status.ts';
import { type CiStatus, type Job, type JobPlan, type Pipeline, latestJobsOf, pipelineOf } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import { ensureResourceGroup } from '../world/resource-groups.ts';
import { pickRunner } from '../world/runners.ts';
import type { World } from '../world/world.ts';
import { daysAgo } from './seed.ts';

export interface PastRun {
  /** Days before the world begins. Default: right after the commit was made. */
  readonly days?: number;
  readonly by: string;
  readonly ref: string;
  /** Any name of the commit; default: the ref. */
  readonly at?: string;
  readonly isTag?: boolean;
  readonly source?: string;
  readonly scheduleId?: number;
  readonly mergeRequest?: Parameters<typeof createPipeline>[2]['mergeRequest'];
  /** What jobs did other than usual, by name. */
  readonly plans?: Readonly<Record<string, Partial<JobPlan>>>;
  /** Manual jobs that were played, by name. */
  readonly plays?: readonly string[];
  /** Jobs that were canceled, by name. */
  readonly cancels?: readonly string[];
}

/** Tells how pipelines of one project went: what the engine would have done, with the times of the past. */
export class Runs {
  readonly #world: World;
  readonly #project: Project;

  constructor(world: World, project: Project) {
    this.#world = world;
    this.#project = project;
  }

  /** A pipeline that came to its end, or is still at it: jobs that would end after now are running. */
  run(told: PastRun): Pipeline {
    const world = this.#world;
    const project = this.#project;
    const commit = repositoryOf(world, project).resolve(told.at ?? told.ref);
    if (commit === undefined) throw new Error(`no commit ${told.at ?? told.ref} in ${project.fullPath}`);
    const result = createPipeline(world, project, {
      sha: commit.sha,
      ref: told.ref,
      isTag: told.isTag ?? false,
      source: told.source ?? 'push',
      userId: world.users.named(told.by).id,
      beforeSha: commit.parents[0],
      createdAt: told.days === undefined ? afterCommit(commit) : daysAgo(world, told.days),
      ...(told.scheduleId === undefined ? {} : { scheduleId: told.scheduleId }),
      ...(told.mergeRequest === undefined ? {} : { mergeRequest: told.mergeRequest }),
    });
    if (result.kind === 'refused')
      throw new Error(`no pipeline in ${project.fullPath}: ${result.problems['base']?.[0]}`);
    const { pipeline } = result;
    const jobs = latestJobsOf(world, pipeline);
    for (const job of jobs) Object.assign(job, { plan: { ...job.plan, ...told.plans?.[job.name] } });
    for (const job of jobs) this.#carryOut(pipeline, job, told);
    this.#conclude(pipeline, jobs);
    return pipeline;
  }

  #carryOut(pipeline: Pipeline, job: Job, told: PastRun): void {
    const jobs = latestJobsOf(this.#world, pipeline);
    const { needs } = job;
    const before = jobs.filter((other) =>
      needs === undefined ? other.stageIndex < job.stageIndex : needs.includes(other.name),
    );
    if (before.some(({ status, allowFailure }) => (status === 'manual' ? !allowFailure : isUnfinished(status)))) return;
    const hasFailed = before.some(
      ({ status, allowFailure }) => (status === 'failed' && !allowFailure) || status === 'canceled',
    );
    const isPlayed = told.plays?.includes(job.name) === true;
    if (hasFailed) job.status = 'skipped';
    else if (job.when === 'manual' && !isPlayed) job.status = 'manual';
    else {
      const ends = before.map(({ finishedAt }) => Date.parse(finishedAt ?? pipeline.createdAt));
      const readyMs = Math.max(Date.parse(pipeline.createdAt), ...ends) + (isPlayed ? 11 * 60_000 : 1000);
      this.#time(job, readyMs, told.cancels?.includes(job.name) === true);
    }
  }

  #time(job: Job, readyMs: number, isCanceled: boolean): void {
    const world = this.#world;
    const startMs = readyMs + job.plan.pendingMs;
    const durationMs = isCanceled ? Math.round(job.plan.durationMs / 3) : job.plan.durationMs;
    const endMs = startMs + durationMs;
    job.queuedAt = world.clock.timestamp(readyMs);
    job.startedAt = world.clock.timestamp(startMs);
    job.runnerId = pickRunner(world, this.#project, job.tags)?.id ?? null;
    if (job.resourceGroup !== undefined) ensureResourceGroup(world, this.#project, job.resourceGroup);
    if (endMs > world.clock.now()) {
      job.status = 'running';
      resume(world, job);
    } else {
      job.finishedAt = world.clock.timestamp(endMs);
      job.status = isCanceled ? 'canceled' : job.plan.outcome;
      if (!isCanceled) leaveArtifacts(world, job, endMs);
      if (job.status === 'failed') job.failureReason = job.plan.failureReason ?? 'script_failure';
      if (!isCanceled) job.coverage = job.plan.coverage;
    }
    this.#deploy(job);
  }

  #deploy(job: Job): void {
    const world = this.#world;
    const use = job.environment;
    const environment = environmentsOf(world, this.#project).find(({ name }) => name === use?.name);
    if (use === undefined || environment === undefined || use.action !== 'start') return;
    const { status, startedAt, finishedAt } = job;
    if (status !== 'running' && status !== 'success' && status !== 'failed' && status !== 'canceled') return;
    const at = finishedAt ?? startedAt ?? job.createdAt;
    addDeployment(world, environment, {
      ref: job.ref,
      isTag: job.isTag,
      sha: pipelineOf(world, job).sha,
      userId: job.userId ?? this.#project.creatorId,
      status,
      jobId: job.id,
      createdAt: job.queuedAt ?? job.createdAt,
      updatedAt: at,
      finishedAt,
    });
    environment.updatedAt = at;
  }

  #conclude(pipeline: Pipeline, jobs: readonly Job[]): void {
    const times = (pick: (job: Job) => string | null) => jobs.flatMap((job) => pick(job) ?? []).sort();
    const status = compositeStatus(jobs);
    pipeline.status = status;
    pipeline.startedAt = times(({ startedAt }) => startedAt)[0] ?? null;
    const last = times(({ finishedAt }) => finishedAt).at(-1) ?? null;
    pipeline.finishedAt = isUnfinished(status) ? null : last;
    pipeline.updatedAt = last ?? pipeline.startedAt ?? pipeline.createdAt;
    if (isUnfinished(status)) schedulePipeline(this.#world, pipeline);
  }
}

function afterCommit({ committer }: Commit): string {
  return new Date(Date.parse(committer.date) + 4000).toISOString();
}

function isUnfinished(status: CiStatus): boolean {
  return status === 'created' || status === 'pending' || status === 'running';
}
