import {
  addDeployment,
  deploymentsOf,
  ensureEnvironment,
  environmentsOf,
  setDeploymentStatus,
} from './environments.ts';
import { type Job, pipelineOf } from './pipelines.ts';
import type { World } from './world.ts';

/** The deployment a job is about to make. */
export function createDeployment(world: World, job: Job): void {
  const use = job.environment;
  if (use === undefined || use.action !== 'start') return;
  const { sha } = pipelineOf(world, job);
  const environment = ensureEnvironment(world, world.projects.get(job.projectId), { name: use.name });
  const { ref, isTag } = job;
  const userId = job.userId ?? world.projects.get(job.projectId).creatorId;
  addDeployment(world, environment, { ref, isTag, sha, userId, status: 'created', jobId: job.id });
}

/** A deployment goes the way of its job. */
export function followDeployment(world: World, job: Job): void {
  if (job.environment === undefined) return;
  const project = world.projects.get(job.projectId);
  const deployment = deploymentsOf(world, project).findLast(({ jobId }) => jobId === job.id);
  const { status } = job;
  if (deployment === undefined) return;
  if (status === 'running' || status === 'success' || status === 'failed' || status === 'canceled') {
    setDeploymentStatus(world, deployment, status);
  }
}

/** What the success of a job does to its environment. */
export function applyEnvironmentAction(world: World, job: Job): void {
  const use = job.environment;
  const environment = environmentsOf(world, world.projects.get(job.projectId)).find(({ name }) => name === use?.name);
  if (use === undefined || environment === undefined) return;
  environment.updatedAt = world.clock.timestamp();
  if (use.action === 'stop') environment.state = 'stopped';
  if (use.action !== 'start') return;
  environment.state = 'available';
  environment.externalUrl = use.url ?? environment.externalUrl;
  environment.onStop = use.onStop;
}
