import { applyEnvironmentAction, createDeployment, followDeployment } from './job-deployments.ts';
import { createDownstream } from './downstream-pipelines.ts';
import {
  type CiStatus,
  type Job,
  type Pipeline,
  addJob,
  allJobs,
  isActive,
  isComplete,
  latestJobsOf,
  pipelineOf,
} from './pipelines.ts';
import { compositeStatus } from './pipeline-status.ts';
import { ensureResourceGroup } from './resource-groups.ts';
import { pickRunner } from './runners.ts';
import type { World } from './world.ts';

/** How long GitLab takes before it looks at a pipeline, and a runner before it notices that a job was canceled. */
const processingMs = 1000;
const cancelingMs = 2000;

/** Sets a new pipeline in motion; from here it moves with the clock. */
export function schedulePipeline(world: World, pipeline: Pipeline): void {
  world.clock.at(world.clock.now() + processingMs, () => processPipeline(world, pipeline));
}

/** Decides about every job that waits for others, then about the pipeline. */
export function processPipeline(world: World, pipeline: Pipeline): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const job of latestJobsOf(world, pipeline)) {
      const decision = job.status === 'created' ? decide(world, pipeline, job) : 'wait';
      if (decision === 'wait') continue;
      carryOut(world, job, decision);
      changed = true;
    }
  }
  updatePipeline(world, pipeline);
}

type Decision = 'wait' | 'run' | 'manual' | 'delay' | 'skip';

function decide(world: World, pipeline: Pipeline, job: Job): Decision {
  const jobs = latestJobsOf(world, pipeline).filter((other) => other.kind !== 'external');
  const { needs } = job;
  const before =
    needs === undefined
      ? jobs.filter((other) => other.stageIndex < job.stageIndex)
      : jobs.filter((other) => needs.includes(other.name) || needs.includes(baseName(other.name)));
  const isWaiting = before.some(
    (other) =>
      isActive(other.status) ||
      other.status === 'scheduled' ||
      (other.status === 'manual' && (needs !== undefined || !other.allowFailure)),
  );
  if (isWaiting) return 'wait';
  const hasFailed = before.some(
    ({ status, allowFailure }) => (status === 'failed' && !allowFailure) || status === 'canceled',
  );
  const isSkipped = needs !== undefined && before.some(({ status }) => status === 'skipped');
  if (job.when === 'always') return 'run';
  if (job.when === 'on_failure') return hasFailed ? 'run' : 'skip';
  if (hasFailed || isSkipped) return 'skip';
  return job.when === 'manual' ? 'manual' : job.when === 'delayed' ? 'delay' : 'run';
}

/** `unit 1/3` and `unit: [a, b]` belong to `unit`. */
function baseName(name: string): string {
  return name.replace(/(?: \d+\/\d+|: \[.*\])$/, '');
}

function carryOut(world: World, job: Job, decision: Exclude<Decision, 'wait'>): void {
  switch (decision) {
    case 'run':
      enqueue(world, job);
      break;
    case 'manual':
      setStatus(world, job, 'manual');
      break;
    case 'skip':
      setStatus(world, job, 'skipped');
      break;
    case 'delay': {
      setStatus(world, job, 'scheduled');
      const atMs = world.clock.now() + (job.startInMs ?? 0);
      job.scheduledAt = world.clock.timestamp(atMs);
      later(world, job, atMs, () => play(world, job, job.userId));
      break;
    }
    default:
      decision satisfies never;
  }
}

/** Runs `task` at a time, unless something else happened to the job before. */
function later(world: World, job: Job, atMs: number, task: () => void): void {
  const { turn } = job;
  world.clock.at(atMs, () => {
    if (job.turn === turn) task();
  });
}

function enqueue(world: World, job: Job): void {
  const project = world.projects.get(job.projectId);
  if (job.resourceGroup !== undefined) {
    ensureResourceGroup(world, project, job.resourceGroup);
    if (isTaken(world, job)) {
      setStatus(world, job, 'waiting_for_resource');
      return;
    }
  }
  setStatus(world, job, 'pending');
  if (job.kind === 'bridge') {
    later(world, job, world.clock.now() + job.plan.pendingMs, () => runBridge(world, job));
    return;
  }
  createDeployment(world, job);
  later(world, job, world.clock.now() + job.plan.pendingMs, () => start(world, job));
}

function isTaken(world: World, job: Job): boolean {
  for (const other of allJobs(world)) {
    const isHolder = other.projectId === job.projectId && other.resourceGroup === job.resourceGroup && other !== job;
    if (isHolder && ['pending', 'running', 'canceling'].includes(other.status)) return true;
  }
  return false;
}

/** A runner takes the job; without one that fits, it stays pending. */
function start(world: World, job: Job): void {
  const runner = pickRunner(world, world.projects.get(job.projectId), job.tags);
  if (runner === undefined) {
    later(world, job, world.clock.now() + 60_000, () => start(world, job));
    return;
  }
  job.runnerId = runner.id;
  setStatus(world, job, 'running');
  updatePipeline(world, pipelineOf(world, job));
  later(world, job, world.clock.now() + job.plan.durationMs, () => finish(world, job));
}

/** Lets a job that is running already, because a seed says so, come to its end. */
export function resume(world: World, job: Job): void {
  later(world, job, Date.parse(job.startedAt ?? job.createdAt) + job.plan.durationMs, () => finish(world, job));
}

function finish(world: World, job: Job): void {
  const { outcome, failureReason, coverage } = job.plan;
  job.failureReason = outcome === 'failed' ? (failureReason ?? 'script_failure') : undefined;
  job.coverage = coverage;
  leaveArtifacts(world, job);
  setStatus(world, job, outcome);
  if (outcome === 'success') applyEnvironmentAction(world, job);
  settle(world, job);
}

/** What a job leaves behind when it ends; `nowMs` is when that is. */
export function leaveArtifacts(world: World, job: Job, nowMs: number = world.clock.now()): void {
  const use = job.artifactsUse;
  if (use === undefined) return;
  const isFailed = job.plan.outcome === 'failed';
  const isKept = use.when === 'always' || (isFailed ? use.when === 'on_failure' : use.when === 'on_success');
  const suite = job.plan.suite?.(job);
  if (!isKept && suite === undefined) return;
  const expireMs = use.expireInMs === undefined ? undefined : nowMs + use.expireInMs;
  job.artifacts = {
    files: isKept ? job.plan.files(job) : new Map(),
    suite,
    expireAt: expireMs === undefined ? null : world.clock.timestamp(expireMs),
  };
}

/** After a job has ended: the next one of its resource group, and what waited for it in the pipeline. */
function settle(world: World, job: Job): void {
  if (job.resourceGroup !== undefined) {
    const waiting = [...allJobs(world)].filter(
      (other) =>
        other.projectId === job.projectId &&
        other.resourceGroup === job.resourceGroup &&
        other.status === 'waiting_for_resource',
    );
    const group = ensureResourceGroup(world, world.projects.get(job.projectId), job.resourceGroup);
    const next = group.processMode.startsWith('newest') ? waiting.at(-1) : waiting[0];
    if (next !== undefined) {
      enqueue(world, next);
      updatePipeline(world, pipelineOf(world, next));
    }
  }
  processPipeline(world, pipelineOf(world, job));
}

export function setStatus(world: World, job: Job, status: CiStatus): void {
  const now = world.clock.timestamp();
  job.status = status;
  job.turn += 1;
  if (status === 'pending') job.queuedAt = now;
  if (status === 'running') job.startedAt = now;
  if (isComplete(status) && status !== 'skipped') job.finishedAt = now;
  followDeployment(world, job);
}

/** Brings a pipeline in line with its jobs. */
export function updatePipeline(world: World, pipeline: Pipeline): void {
  const status = compositeStatus(latestJobsOf(world, pipeline));
  if (status === pipeline.status) return;
  const now = world.clock.timestamp();
  pipeline.status = status;
  pipeline.updatedAt = now;
  if (status === 'running') pipeline.startedAt ??= now;
  if (isComplete(status)) {
    pipeline.finishedAt = now;
    world.links.pipelineFinished(world, pipeline);
    reportUpstream(world, pipeline);
  }
}

/** A manual or delayed job is started, or one that waits for its time is not kept waiting. */
export function play(world: World, job: Job, userId: number | null): void {
  job.userId = userId;
  enqueue(world, job);
  updatePipeline(world, pipelineOf(world, job));
}

/** A new job in place of one that has ended; what was skipped because of it gets another chance. */
export function retry(world: World, job: Job, userId: number | null): Job {
  const pipeline = pipelineOf(world, job);
  job.isRetried = true;
  const { id: _, pipelineId: __, projectId: ___, ...same } = job;
  const made = addJob(world, pipeline, {
    ...same,
    status: 'created',
    userId,
    createdAt: world.clock.timestamp(),
    queuedAt: null,
    startedAt: null,
    finishedAt: null,
    erasedAt: null,
    scheduledAt: null,
    failureReason: undefined,
    coverage: null,
    runnerId: null,
    isRetried: false,
    turn: 0,
    artifacts: undefined,
    downstreamPipelineId: null,
  });
  for (const other of latestJobsOf(world, pipeline)) {
    const isAfter = other.needs === undefined ? other.stageIndex > job.stageIndex : other !== made;
    if (other.status === 'skipped' && isAfter) setStatus(world, other, 'created');
  }
  enqueue(world, made);
  updatePipeline(world, pipeline);
  return made;
}

/** Runs again what failed or was canceled. */
export function retryPipeline(world: World, pipeline: Pipeline, userId: number | null): void {
  for (const job of latestJobsOf(world, pipeline)) {
    if (job.kind !== 'external' && (job.status === 'failed' || job.status === 'canceled')) retry(world, job, userId);
  }
  processPipeline(world, pipeline);
}

/** Ends a job early. A runner that has it is told and needs a moment, unless it is forced. */
export function cancel(world: World, job: Job, options: { readonly force?: boolean } = {}): void {
  const isHeld = job.status === 'running' && job.kind === 'build' && options.force !== true;
  if (isHeld) {
    setStatus(world, job, 'canceling');
    later(world, job, world.clock.now() + cancelingMs, () => {
      setStatus(world, job, 'canceled');
      settle(world, job);
    });
    updatePipeline(world, pipelineOf(world, job));
    return;
  }
  if (!isActive(job.status) && job.status !== 'scheduled' && job.status !== 'manual') return;
  setStatus(world, job, 'canceled');
  settle(world, job);
}

export function cancelPipeline(world: World, pipeline: Pipeline): void {
  for (const job of latestJobsOf(world, pipeline)) {
    if (isActive(job.status) || job.status === 'scheduled') cancel(world, job);
  }
  updatePipeline(world, pipeline);
}

/** Takes away what a job left behind and said; its status stays. */
export function erase(world: World, job: Job): void {
  job.erasedAt = world.clock.timestamp();
  job.artifacts = undefined;
}

function runBridge(world: World, job: Job): void {
  setStatus(world, job, 'running');
  const downstream = createDownstream(world, job);
  if (downstream === undefined) {
    job.failureReason = 'downstream_bridge_project_not_found';
    setStatus(world, job, 'failed');
  } else {
    job.downstreamPipelineId = downstream.id;
    schedulePipeline(world, downstream);
    if (job.trigger?.isMirrored !== true) setStatus(world, job, 'success');
  }
  settle(world, job);
}

/** A bridge that mirrors the pipeline it started ends with it. */
function reportUpstream(world: World, pipeline: Pipeline): void {
  for (const job of allJobs(world)) {
    if (job.downstreamPipelineId !== pipeline.id || job.status !== 'running') continue;
    setStatus(world, job, pipeline.status);
    settle(world, job);
    return;
  }
}
