import { canUseFeature } from '../access/levels.ts';
import { failure, forbidden, invalidRecord, notFound } from '../http/refusal.ts';
import type { World } from '../world/world.ts';
import { setStatus, updatePipeline } from '../world/pipeline-runs.ts';
import {
  type Job,
  type Pipeline,
  addJob,
  addPipeline,
  allJobsOf,
  findPipeline,
  isComplete,
  pipelineOf,
  pipelinesOf,
} from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import { type Repository, repositoryOf } from '../world/repository.ts';
import type { Call } from './call.ts';
import { commitAt } from './code.ts';
import { ciProject } from './ci-access.ts';
import { compare } from './pagination.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { presentUserById } from './users-presenter.ts';

/** Statuses of a commit: what its jobs say, and what others report from outside. */
export const commitStatuses: Resource = {
  routes(routes) {
    list(routes);
    report(routes);
  },
};

function list(routes: Routes): void {
  const params = {
    ref: optional.string(),
    stage: optional.string(),
    name: optional.string(),
    pipeline_id: optional.integer(),
    all: optional.boolean({ default: false }),
    order_by: optional.string({ values: ['id', 'pipeline_id'], default: 'id' }),
    sort: optional.string({ values: ['asc', 'desc'], default: 'asc' }),
  };
  routes.get('/projects/:id/repository/commits/:sha/statuses', { permission: 'read_commit_status', params }, (call) => {
    const { world, params } = call;
    const project = ciProject(call);
    const commit = commitAt(repositoryOf(world, project), call.path('sha'));
    const pipelines = pipelinesOf(world, project).filter(
      ({ sha, ref, id }) =>
        sha === commit.sha && (!params.ref || ref === params.ref) && (!params.pipeline_id || id === params.pipeline_id),
    );
    const sign = params.sort === 'asc' ? 1 : -1;
    const found = pipelines
      .flatMap((pipeline) => allJobsOf(world, pipeline))
      .filter(
        (job) =>
          (params.all || !job.isRetried) &&
          (!params.stage || job.stage === params.stage) &&
          (!params.name || job.name === params.name),
      )
      .sort((a, b) => sign * (compare(a[columns[params.order_by]], b[columns[params.order_by]]) || a.id - b.id));
    return call.page(found, (job) => present(world, job));
  });
}

const columns = { id: 'id', pipeline_id: 'pipelineId' } as const;

function present(world: World, job: Job) {
  const { sha } = pipelineOf(world, job);
  const project = world.projects.get(job.projectId);
  return {
    id: job.id,
    sha,
    ref: job.ref,
    status: job.status,
    name: job.name,
    target_url: job.kind === 'external' ? job.targetUrl : world.url(`/${project.fullPath}/-/jobs/${job.id}`),
    description: job.description,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    allow_failure: job.allowFailure,
    coverage: job.coverage,
    pipeline_id: job.pipelineId,
    author: presentUserById(world, job.userId),
  };
}

const states = ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] as const;

function report(routes: Routes): void {
  const params = {
    state: requires.string({ values: states }),
    ref: optional.string(),
    target_url: optional.string(),
    description: optional.string(),
    name: optional.string(),
    context: optional.string(),
    coverage: optional.number(),
    pipeline_id: optional.integer(),
  };
  routes.post('/projects/:id/statuses/:sha', { permission: 'create_commit_status', params }, (call) => {
    const { world, params } = call;
    const project = call.project('developer');
    if (!canUseFeature(call, project, 'builds')) throw forbidden();
    const repository = repositoryOf(world, project);
    const sha = repository.resolve(call.path('sha'))?.sha;
    if (sha === undefined) throw notFound('Commit');
    if (params.target_url && !/^https?:\/\//.test(params.target_url)) {
      throw invalidRecord({ target_url: ['is blocked: Only allowed schemes are http, https'] });
    }
    const name = params.name ?? params.context ?? 'default';
    const pipeline = pipelineFor(call, project, { sha, ref: params.ref, id: params.pipeline_id });
    const job = findExternal(world, pipeline, name) ?? addExternal(world, pipeline, name, call.me.id);
    if (params.state === job.status) {
      throw failure(400, `Cannot transition status via :${eventNames[params.state]} from :${job.status}`);
    }
    job.targetUrl = params.target_url ?? job.targetUrl;
    job.description = params.description ?? job.description;
    job.coverage = params.coverage ?? job.coverage;
    job.userId = call.me.id;
    setStatus(world, job, params.state);
    if (job.startedAt === null && job.status !== 'pending') job.startedAt = call.now();
    updatePipeline(world, pipeline);
    return present(world, job);
  });
}

const eventNames: Readonly<Record<(typeof states)[number], string>> = {
  pending: 'enqueue',
  running: 'run',
  success: 'success',
  failed: 'drop',
  canceled: 'cancel',
  skipped: 'skip',
};

interface Wanted {
  readonly sha: string;
  readonly ref: string | null | undefined;
  readonly id: number | null | undefined;
}

/** The pipeline a status belongs to; when the commit has none, one of the source `external`. */
function pipelineFor(call: Call<unknown>, project: Project, { sha, ref, id }: Wanted): Pipeline {
  const { world } = call;
  if (id !== undefined && id !== null) {
    const named = findPipeline(world, project, id);
    if (named === undefined || named.sha !== sha) throw notFound('Pipeline');
    return named;
  }
  const name = ref?.replace(/^refs\/heads\//, '') || branchWith(repositoryOf(world, project), project, sha);
  if (name === undefined) throw notFound('References for commit');
  const known = pipelinesOf(world, project).findLast((pipeline) => pipeline.sha === sha && pipeline.ref === name);
  return known ?? addPipeline(world, project, { sha, ref: name, source: 'external', userId: call.me.id });
}

function branchWith(repository: Repository, project: Project, sha: string): string | undefined {
  const exact = [...repository.branches].filter(([, head]) => head === sha).map(([name]) => name);
  if (exact.length > 0) return exact.find((name) => name === project.defaultBranch) ?? exact[0];
  return [...repository.branches].find(([, head]) => repository.isAncestor(sha, head))?.[0];
}

/** A status that ended is followed by a new one of the same name. */
function findExternal(world: World, pipeline: Pipeline, name: string): Job | undefined {
  const job = allJobsOf(world, pipeline).findLast(
    (candidate) => candidate.kind === 'external' && candidate.name === name && !candidate.isRetried,
  );
  if (job === undefined || !isComplete(job.status)) return job;
  job.isRetried = true;
  return undefined;
}

function addExternal(world: World, pipeline: Pipeline, name: string, userId: number): Job {
  return addJob(world, pipeline, {
    kind: 'external',
    name,
    stage: 'external',
    stageIndex: 999,
    status: 'created',
    userId,
    plan: {
      pendingMs: 0,
      durationMs: 0,
      outcome: 'success',
      failureReason: undefined,
      coverage: null,
      timestamps: false,
      log: () => [],
      files: () => new Map(),
      suite: undefined,
    },
  });
}
