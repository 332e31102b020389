import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export type EnvironmentTier = 'production' | 'staging' | 'testing' | 'development' | 'other';
export const environmentTiers: readonly EnvironmentTier[] = [
  'production',
  'staging',
  'testing',
  'development',
  'other',
];

export interface Environment {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  readonly slug: string;
  externalUrl: string | null;
  readonly createdAt: string;
  updatedAt: string;
  tier: EnvironmentTier;
  state: 'available' | 'stopping' | 'stopped';
  autoStopAt: string | null;
  description: string | null;
  autoStopSetting: 'always' | 'with_action';
  kubernetesNamespace: string | null;
  fluxResourcePath: string | null;
  /** Name of the job that takes it down. */
  onStop: string | undefined;
}

export type DeploymentStatus = 'created' | 'running' | 'success' | 'failed' | 'canceled' | 'skipped' | 'blocked';

export interface DeploymentApproval {
  readonly userId: number;
  readonly status: 'approved' | 'rejected';
  readonly comment: string;
  readonly createdAt: string;
}

export interface Deployment {
  readonly id: number;
  readonly iid: number;
  readonly projectId: number;
  readonly environmentId: number;
  readonly ref: string;
  readonly isTag: boolean;
  readonly sha: string;
  readonly userId: number;
  readonly createdAt: string;
  updatedAt: string;
  finishedAt: string | null;
  status: DeploymentStatus;
  readonly jobId: number | null;
  readonly approvals: DeploymentApproval[];
}

interface Environments {
  readonly byProject: Map<number, Environment[]>;
  readonly deployments: Map<number, Deployment[]>;
}

const environmentsState = defineState((): Environments => ({ byProject: new Map(), deployments: new Map() }));

/** In order of creation. */
export function environmentsOf(world: World, project: Project): readonly Environment[] {
  return world.state(environmentsState).byProject.get(project.id) ?? [];
}

/** In order of creation. */
export function deploymentsOf(world: World, project: Project): readonly Deployment[] {
  return world.state(environmentsState).deployments.get(project.id) ?? [];
}

export function addEnvironment(
  world: World,
  project: Project,
  given: Partial<Environment> & { readonly name: string },
): Environment {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const environment: Environment = {
    externalUrl: null,
    updatedAt: createdAt,
    tier: guessTier(given.name),
    state: 'available',
    autoStopAt: null,
    description: null,
    autoStopSetting: 'always',
    kubernetesNamespace: null,
    fluxResourcePath: null,
    onStop: undefined,
    ...given,
    id: world.nextId('environment'),
    projectId: project.id,
    slug: toSlug(given.name),
    createdAt,
  };
  push(world.state(environmentsState).byProject, project.id, environment);
  return environment;
}

export function removeEnvironment(world: World, environment: Environment): void {
  const list = world.state(environmentsState).byProject.get(environment.projectId) ?? [];
  list.splice(list.indexOf(environment), 1);
  const deployments = world.state(environmentsState).deployments.get(environment.projectId) ?? [];
  const kept = deployments.filter(({ environmentId }) => environmentId !== environment.id);
  world.state(environmentsState).deployments.set(environment.projectId, kept);
}

/** The environment of that name, made when a job or a deployment first names it. */
export function ensureEnvironment(
  world: World,
  project: Project,
  given: Partial<Environment> & { readonly name: string },
): Environment {
  const known = environmentsOf(world, project).find(({ name }) => name === given.name);
  return known ?? addEnvironment(world, project, given);
}

export function addDeployment(
  world: World,
  environment: Environment,
  given: Pick<Deployment, 'ref' | 'sha' | 'userId' | 'status'> & Partial<Deployment>,
): Deployment {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const deployment: Deployment = {
    isTag: false,
    updatedAt: createdAt,
    finishedAt: null,
    jobId: null,
    ...given,
    id: world.nextId('deployment'),
    iid: world.nextId(`deployment_iid/${environment.projectId}`),
    projectId: environment.projectId,
    environmentId: environment.id,
    createdAt,
    approvals: [],
  };
  push(world.state(environmentsState).deployments, environment.projectId, deployment);
  return deployment;
}

export function removeDeployment(world: World, deployment: Deployment): void {
  const list = world.state(environmentsState).deployments.get(deployment.projectId) ?? [];
  list.splice(list.indexOf(deployment), 1);
}

export function setDeploymentStatus(world: World, deployment: Deployment, status: DeploymentStatus): void {
  const now = world.clock.timestamp();
  deployment.status = status;
  deployment.updatedAt = now;
  if (status === 'success' || status === 'failed' || status === 'canceled') deployment.finishedAt = now;
}

function push<T>(lists: Map<number, T[]>, key: number, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** What GitLab takes an environment for, by its name. */
export function guessTier(name: string): EnvironmentTier {
  if (/(?:dev|review|trunk)/i.test(name)) return 'development';
  if (/(?:test|tst|int|ac(?:ce)?pt|qa|qc|control|quality)/i.test(name)) return 'testing';
  if (/(?:st(?:a?g)|mod(?:e|e?l)|pre|demo|non)/i.test(name)) return 'staging';
  if (/(?:pr(?:o?d)|live)/i.test(name)) return 'production';
  return 'other';
}

/** At most 24 characters that may stand in a host name. */
export function toSlug(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return plain.slice(0, 24).replace(/-+$/, '');
}
