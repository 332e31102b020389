import type { Viewer } from '../world/links.ts';
import { type Deployment, type Environment, deploymentsOf, environmentsOf } from '../world/environments.ts';
import { findJob } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import { isEnterprise } from '../world/settings.ts';
import { presentJob } from './jobs-presenter.ts';
import { presentBasicProject } from './projects-presenter.ts';
import { presentUserById } from './users-presenter.ts';

/** `list`: with its project. `single`: with what was last deployed to it. */
export function presentEnvironment(
  viewer: Viewer,
  project: Project,
  environment: Environment,
  form: 'list' | 'single',
) {
  return {
    ...presentEnvironmentBasic(environment),
    tier: environment.tier,
    ...(form === 'list' ? { project: presentBasicProject(viewer, project) } : {}),
    ...(form === 'single' ? { last_deployment: presentLastDeployment(viewer, project, environment) } : {}),
    state: environment.state,
    auto_stop_at: environment.autoStopAt,
    description: environment.description,
    auto_stop_setting: environment.autoStopSetting,
  };
}

function presentEnvironmentBasic(environment: Environment) {
  return {
    id: environment.id,
    name: environment.name,
    slug: environment.slug,
    external_url: environment.externalUrl,
    created_at: environment.createdAt,
    updated_at: environment.updatedAt,
  };
}

function presentLastDeployment(viewer: Viewer, project: Project, { id }: Environment) {
  const last = deploymentsOf(viewer.world, project).findLast(
    ({ environmentId, status }) => environmentId === id && status === 'success',
  );
  return last === undefined ? null : presentDeployment(viewer, project, last);
}

export function presentDeployment(viewer: Viewer, project: Project, deployment: Deployment) {
  const { world } = viewer;
  const environment = environmentsOf(world, project).find(({ id }) => id === deployment.environmentId);
  const job = deployment.jobId === null ? undefined : findJob(world, project, deployment.jobId);
  return {
    id: deployment.id,
    iid: deployment.iid,
    ref: deployment.ref,
    sha: deployment.sha,
    created_at: deployment.createdAt,
    updated_at: deployment.updatedAt,
    user: presentUserById(world, deployment.userId),
    environment: environment === undefined ? null : presentEnvironmentBasic(environment),
    deployable: job === undefined ? null : presentJob(viewer, job),
    status: deployment.status,
  };
}

/** A deployment alone: Enterprise builds add how its approval stands. */
export function presentDeploymentDetail(viewer: Viewer, project: Project, deployment: Deployment) {
  const { world } = viewer;
  return {
    ...presentDeployment(viewer, project, deployment),
    ...(isEnterprise(world.settings)
      ? {
          pending_approval_count: deployment.status === 'blocked' ? 1 : 0,
          approvals: deployment.approvals.map((approval) => ({
            user: presentUserById(world, approval.userId),
            status: approval.status,
            created_at: approval.createdAt,
            comment: approval.comment,
          })),
          approval_summary: { rules: [] },
        }
      : {}),
  };
}
