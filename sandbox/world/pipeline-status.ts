import { type CiStatus, type Job, type Pipeline, latestJobsOf } from './pipelines.ts';
import type { World } from './world.ts';

/** The status of a pipeline, from those of its latest jobs. The first rule that fits decides. */
export function compositeStatus(jobs: readonly Job[]): CiStatus {
  const statuses = new Set<CiStatus | 'warning'>();
  for (const job of jobs) {
    if (job.status === 'failed' && job.allowFailure) statuses.add('warning');
    // A manual job nobody has to play says nothing.
    else if (!(job.status === 'manual' && job.allowFailure)) statuses.add(job.status);
  }
  const only = (...allowed: readonly (CiStatus | 'warning')[]) =>
    [...statuses].every((status) => allowed.includes(status));
  const any = (...wanted: readonly CiStatus[]) => wanted.some((status) => statuses.has(status));
  if (statuses.size === 0) return jobs.length === 0 ? 'created' : 'skipped';
  if (only('skipped')) return 'skipped';
  if (only('success', 'skipped', 'warning')) return 'success';
  if (only('created')) return 'created';
  if (only('preparing')) return 'preparing';
  if (any('canceling')) return 'canceling';
  if (only('canceled', 'success', 'skipped', 'warning')) return 'canceled';
  if (only('pending', 'created', 'skipped', 'warning')) return 'pending';
  if (any('running', 'pending')) return 'running';
  if (any('waiting_for_resource')) return 'waiting_for_resource';
  if (any('manual')) return 'manual';
  if (any('scheduled')) return 'scheduled';
  if (any('preparing')) return 'preparing';
  if (any('created')) return 'running';
  return 'failed';
}

/** Seconds in which at least one job ran; null until one has finished. */
export function pipelineDuration(world: World, pipeline: Pipeline): number | null {
  const jobs = latestJobsOf(world, pipeline).filter((job) => job.startedAt !== null && job.finishedAt !== null);
  if (jobs.length === 0) return null;
  const spans = jobs
    .map((job) => ({ from: Date.parse(job.startedAt ?? ''), to: Date.parse(job.finishedAt ?? '') }))
    .sort((a, b) => a.from - b.from);
  let total = 0;
  let end = 0;
  for (const { from, to } of spans) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return Math.round(total / 1000);
}

/** Whole seconds between creation and start; zero is shown as null. */
export function pipelineQueuedDuration({ createdAt, startedAt }: Pipeline): number | null {
  if (startedAt === null) return null;
  const seconds = Math.round((Date.parse(startedAt) - Date.parse(createdAt)) / 1000);
  return seconds === 0 ? null : seconds;
}

/** The mean of what the jobs measured, with two digits, as text. */
export function pipelineCoverage(world: World, pipeline: Pipeline): string | null {
  const measured = latestJobsOf(world, pipeline).flatMap(({ coverage }) => (coverage === null ? [] : [coverage]));
  if (measured.length === 0) return null;
  return (measured.reduce((sum, value) => sum + value, 0) / measured.length).toFixed(2);
}

/** Seconds a job has run so far, or ran in all. */
export function jobDuration(world: World, { startedAt, finishedAt }: Job): number | null {
  return seconds(world, startedAt, finishedAt);
}

/** Seconds a job has waited for a runner so far, or waited in all. */
export function jobQueuedDuration(world: World, { queuedAt, startedAt, finishedAt }: Job): number | null {
  return seconds(world, queuedAt, startedAt ?? finishedAt);
}

function seconds(world: World, from: string | null, to: string | null): number | null {
  if (from === null) return null;
  return ((to === null ? world.clock.now() : Date.parse(to)) - Date.parse(from)) / 1000;
}
