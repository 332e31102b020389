import { failure, forbidden } from '../http/refusal.ts';
import { text } from '../http/reply.ts';
import { traceOf } from '../world/job-files.ts';
import { cancel, erase, play, retry } from '../world/pipeline-runs.ts';
import { type Job, allJobsOf, ciStatuses, isActive, isComplete, jobsOf, pipelineOf } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import type { Call } from './call.ts';
import { ciProject, ciProjectOfDevelopers, jobIn, pipelineIn, requireRef } from './ci-access.ts';
import { presentBridge, presentJob } from './jobs-presenter.ts';
import { optional, requires } from './params.ts';
import { ranged } from './ranges.ts';
import type { Resource, Routes } from './routes.ts';

/** Jobs: lists, one by one, their logs, and playing, repeating, stopping and erasing them. */
export const jobs: Resource = {
  routes(routes) {
    lists(routes);
    single(routes);
    changes(routes);
  },
};

const read = { permission: 'read_job' } as const;
const filters = {
  scope: optional.strings({ values: ciStatuses }),
  include_retried: optional.boolean({ default: false }),
};

interface Filters {
  readonly scope: readonly string[] | null | undefined;
  readonly include_retried: boolean;
}

function lists(routes: Routes): void {
  const present = (call: Call<unknown>) => (job: Job) => presentJob(call, job);

  routes.get('/projects/:id/jobs', { ...read, params: { ...filters, order_by: optional.string() } }, (call) => {
    const project = ciProject(call);
    // The list of a project shows replaced jobs too.
    const found = matching(jobsOf(call.world, project), { ...call.params, include_retried: true }, 'build');
    return call.pageOrKeyset(found, present(call), {
      countless: true,
      keyset: { columns: { id: ({ id }) => id }, idOf: ({ id }) => id, link: 'cursor', direction: 'desc' },
    });
  });
  routes.get('/projects/:id/pipelines/:pipeline_id/jobs', { ...read, params: filters }, (call) => {
    const pipeline = pipelineIn(call, ciProject(call));
    return call.page(matching(allJobsOf(call.world, pipeline), call.params, 'build'), present(call));
  });
  routes.get('/projects/:id/pipelines/:pipeline_id/bridges', { ...read, params: filters }, (call) => {
    const pipeline = pipelineIn(call, ciProject(call));
    const found = matching(allJobsOf(call.world, pipeline), call.params, 'bridge');
    return call.page(found, (job) => presentBridge(call, job));
  });
}

/** Newest first. */
function matching(all: readonly Job[], { scope, include_retried }: Filters, kind: Job['kind']): Job[] {
  return all
    .filter(
      (job) =>
        job.kind === kind &&
        (include_retried || !job.isRetried) &&
        (scope === undefined || scope === null || scope.length === 0 || scope.includes(job.status)),
    )
    .sort((a, b) => b.id - a.id);
}

const path = '/projects/:id/jobs/:job_id';
const id = { job_id: requires.integer() };

function single(routes: Routes): void {
  routes.get(path, { ...read, params: id }, (call) => {
    const job = jobIn(call, ciProject(call));
    return job.kind === 'bridge' ? presentBridge(call, job) : presentJob(call, job);
  });

  routes.get(`${path}/trace`, { permission: 'read_job', params: id }, (call) => {
    const project = ciProject(call);
    const job = jobIn(call, project);
    const isDebug = pipelineOf(call.world, job).variables.some(
      ({ key, value }) => key === 'CI_DEBUG_TRACE' && value === 'true',
    );
    if (isDebug) call.requireProjectLevel(project, 'developer');
    const reply = text(traceOf(call.world, job));
    return call.world.settings.traceRanges ? ranged(call, reply) : reply;
  });
}

function changes(routes: Routes): void {
  const find = (call: Call<unknown>): { project: Project; job: Job } => {
    const project = ciProjectOfDevelopers(call);
    const job = jobIn(call, project);
    requireRef(call, project, job.ref);
    return { project, job };
  };

  const variable = { key: requires.string(), value: requires.string() };
  routes.post(
    `${path}/play`,
    {
      permission: 'play_job',
      status: 200,
      params: { ...id, job_variables_attributes: optional.hashes(variable), job_inputs: optional.any() },
    },
    (call) => {
      const { job } = find(call);
      if (job.status !== 'manual' && job.status !== 'scheduled') {
        throw failure(400, '400 Bad request - Unplayable Job');
      }
      play(call.world, job, call.me.id);
      return present(call, job);
    },
  );

  routes.post(`${path}/retry`, { permission: 'retry_job', params: { ...id, job_inputs: optional.any() } }, (call) => {
    const { job } = find(call);
    const isRetryable = isComplete(job.status) && job.status !== 'skipped' && !job.isRetried && job.erasedAt === null;
    if (!isRetryable) throw forbidden('Job is not retryable');
    return present(call, retry(call.world, job, call.me.id));
  });

  routes.post(
    `${path}/cancel`,
    { permission: 'cancel_job', params: { ...id, force: optional.boolean({ default: false }) } },
    (call) => {
      const { project, job } = find(call);
      const { force } = call.params;
      if (force) call.requireProjectLevel(project, 'maintainer');
      if (isActive(job.status) || job.status === 'scheduled' || job.status === 'manual') {
        cancel(call.world, job, { force });
      }
      return present(call, job);
    },
  );

  routes.post(`${path}/erase`, { permission: 'erase_job', params: id }, (call) => {
    const { project, job } = find(call);
    if (job.userId !== call.me.id) call.requireProjectLevel(project, 'maintainer');
    if (!isComplete(job.status) || job.kind !== 'build' || job.erasedAt !== null)
      throw forbidden('Job is not erasable!');
    erase(call.world, job);
    return present(call, job);
  });
}

function present(call: Call<unknown>, job: Job) {
  return job.kind === 'bridge' ? presentBridge(call, job) : presentJob(call, job);
}
