import type { ArtifactsUse, EnvironmentUse, TriggerUse } from './ci-keywords.ts';
import type { LogEntry } from './job-log.ts';
import type { Project } from './projects.ts';
import type { TestSuite } from './test-reports.ts';
import { type World, defineState } from './world.ts';

export type CiStatus =
  | 'created'
  | 'waiting_for_resource'
  | 'preparing'
  | 'waiting_for_callback'
  | 'pending'
  | 'running'
  | 'success'
  | 'failed'
  | 'canceling'
  | 'canceled'
  | 'skipped'
  | 'manual'
  | 'scheduled';

export const ciStatuses: readonly CiStatus[] = [
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
];

export interface PipelineVariable {
  readonly key: string;
  readonly value: string;
  readonly variableType: 'env_var' | 'file';
}

export interface Pipeline {
  readonly id: number;
  readonly iid: number;
  readonly projectId: number;
  readonly sha: string;
  readonly beforeSha: string;
  /** A branch, a tag, or `refs/merge-requests/1/head`. */
  readonly ref: string;
  readonly isTag: boolean;
  readonly source: string;
  readonly userId: number | null;
  readonly mergeRequestId: number | undefined;
  readonly scheduleId: number | undefined;
  readonly variables: readonly PipelineVariable[];
  readonly yamlErrors: string | null;
  name: string | null;
  status: CiStatus;
  readonly createdAt: string;
  updatedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  readonly committedAt: string | null;
}

/** What a job will do once a runner has it. */
export interface JobPlan {
  readonly pendingMs: number;
  readonly durationMs: number;
  readonly outcome: 'success' | 'failed';
  readonly failureReason: string | undefined;
  readonly coverage: number | null;
  /** The runner puts a time in front of every line of the log. */
  readonly timestamps: boolean;
  /** Produces the log; called when it is read, so that quiet jobs cost nothing. */
  readonly log: (job: Job) => readonly LogEntry[];
  readonly files: (job: Job) => ReadonlyMap<string, Buffer>;
  readonly suite: ((job: Job) => TestSuite) | undefined;
}

export interface Job {
  readonly id: number;
  readonly pipelineId: number;
  readonly projectId: number;
  /** `external`: a commit status somebody else reported; it is in no list of jobs. */
  readonly kind: 'build' | 'bridge' | 'external';
  readonly name: string;
  readonly stage: string;
  readonly stageIndex: number;
  readonly ref: string;
  readonly isTag: boolean;
  readonly when: string;
  readonly startInMs: number | undefined;
  readonly needs: readonly string[] | undefined;
  readonly tags: readonly string[];
  readonly environment: EnvironmentUse | undefined;
  readonly resourceGroup: string | undefined;
  readonly trigger: TriggerUse | undefined;
  readonly artifactsUse: ArtifactsUse | undefined;
  plan: JobPlan;
  allowFailure: boolean;
  status: CiStatus;
  userId: number | null;
  readonly createdAt: string;
  queuedAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  erasedAt: string | null;
  scheduledAt: string | null;
  failureReason: string | undefined;
  coverage: number | null;
  runnerId: number | null;
  /** A newer job took its place. */
  isRetried: boolean;
  /** Counts changes of status: what was planned before the last one no longer happens. */
  turn: number;
  artifacts: JobArtifacts | undefined;
  downstreamPipelineId: number | null;
  /** External statuses only. */
  targetUrl: string | null;
  description: string | null;
}

export interface JobArtifacts {
  /** Files of the archive by path; empty when the job only left reports. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly suite: TestSuite | undefined;
  expireAt: string | null;
}

interface Pipelines {
  readonly byId: Map<number, Pipeline>;
  readonly byProject: Map<number, Pipeline[]>;
  readonly jobsById: Map<number, Job>;
  readonly jobsByPipeline: Map<number, Job[]>;
}

const pipelinesState = defineState(
  (): Pipelines => ({ byId: new Map(), byProject: new Map(), jobsById: new Map(), jobsByPipeline: new Map() }),
);

export function addPipeline(
  world: World,
  project: Project,
  given: Pick<Pipeline, 'sha' | 'ref' | 'source' | 'userId'> & Partial<Pipeline>,
): Pipeline {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const pipeline: Pipeline = {
    beforeSha: '0'.repeat(40),
    isTag: false,
    mergeRequestId: undefined,
    scheduleId: undefined,
    variables: [],
    yamlErrors: null,
    name: null,
    status: 'created',
    updatedAt: createdAt,
    startedAt: null,
    finishedAt: null,
    committedAt: null,
    ...given,
    id: world.nextId('pipeline'),
    iid: world.nextId(`pipeline_iid/${project.id}`),
    projectId: project.id,
    createdAt,
  };
  const { byId, byProject, jobsByPipeline } = world.state(pipelinesState);
  byId.set(pipeline.id, pipeline);
  jobsByPipeline.set(pipeline.id, []);
  const list = byProject.get(project.id);
  if (list === undefined) byProject.set(project.id, [pipeline]);
  else list.push(pipeline);
  return pipeline;
}

export function addJob(
  world: World,
  pipeline: Pipeline,
  given: Pick<Job, 'name' | 'stage' | 'stageIndex' | 'plan'> & Partial<Job>,
): Job {
  const job: Job = {
    kind: 'build',
    ref: pipeline.ref,
    isTag: pipeline.isTag,
    when: 'on_success',
    startInMs: undefined,
    needs: undefined,
    tags: [],
    environment: undefined,
    resourceGroup: undefined,
    trigger: undefined,
    artifactsUse: undefined,
    allowFailure: false,
    status: 'created',
    userId: pipeline.userId,
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
    targetUrl: null,
    description: null,
    ...given,
    id: world.nextId('job'),
    pipelineId: pipeline.id,
    projectId: pipeline.projectId,
  };
  const { jobsById, jobsByPipeline } = world.state(pipelinesState);
  jobsById.set(job.id, job);
  jobsByPipeline.get(pipeline.id)?.push(job);
  return job;
}

export function removePipeline(world: World, pipeline: Pipeline): void {
  const { byId, byProject, jobsById, jobsByPipeline } = world.state(pipelinesState);
  byId.delete(pipeline.id);
  for (const job of jobsByPipeline.get(pipeline.id) ?? []) jobsById.delete(job.id);
  jobsByPipeline.delete(pipeline.id);
  const list = byProject.get(pipeline.projectId) ?? [];
  list.splice(list.indexOf(pipeline), 1);
}

/** In order of creation. */
export function pipelinesOf(world: World, project: Project): readonly Pipeline[] {
  return world.state(pipelinesState).byProject.get(project.id) ?? [];
}

export function findPipeline(world: World, project: Project, id: number): Pipeline | undefined {
  const pipeline = world.state(pipelinesState).byId.get(id);
  return pipeline?.projectId === project.id ? pipeline : undefined;
}

/** For references inside the world. */
export function pipelineById(world: World, id: number): Pipeline | undefined {
  return world.state(pipelinesState).byId.get(id);
}

export function pipelineOf(world: World, job: Job): Pipeline {
  const pipeline = world.state(pipelinesState).byId.get(job.pipelineId);
  if (pipeline === undefined) throw new Error(`no pipeline ${job.pipelineId}`);
  return pipeline;
}

/** Every job that ever ran in a pipeline, replaced ones included, in order of creation. */
export function allJobsOf(world: World, pipeline: Pipeline): readonly Job[] {
  return world.state(pipelinesState).jobsByPipeline.get(pipeline.id) ?? [];
}

/** The jobs a pipeline is judged by, in order of creation. */
export function latestJobsOf(world: World, pipeline: Pipeline): Job[] {
  return allJobsOf(world, pipeline).filter((job) => !job.isRetried);
}

export function findJob(world: World, project: Project, id: number): Job | undefined {
  const job = world.state(pipelinesState).jobsById.get(id);
  return job?.projectId === project.id ? job : undefined;
}

export function jobsOf(world: World, project: Project): Job[] {
  return pipelinesOf(world, project).flatMap((pipeline) => allJobsOf(world, pipeline));
}

export function allJobs(world: World): IterableIterator<Job> {
  return world.state(pipelinesState).jobsById.values();
}

/** The newest pipeline of a commit; merge request pipelines count only when asked for by their ref. */
export function latestPipelineFor(world: World, project: Project, sha: string, ref?: string): Pipeline | undefined {
  return pipelinesOf(world, project).findLast(
    (pipeline) => pipeline.sha === sha && (ref === undefined || pipeline.ref === ref),
  );
}

export function isActive(status: CiStatus): boolean {
  return ['created', 'waiting_for_resource', 'preparing', 'pending', 'running', 'canceling'].includes(status);
}

export function isComplete(status: CiStatus): boolean {
  return ['success', 'failed', 'canceled', 'skipped'].includes(status);
}
