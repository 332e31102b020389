import { canUseFeature, viewerProjectLevel } from '../access/levels.ts';
import { forbidden, invalidParameters, invalidRecord, noRecord } from '../http/refusal.ts';
import {
  type Environment,
  addEnvironment,
  environmentTiers,
  environmentsOf,
  removeEnvironment,
} from '../world/environments.ts';
import { levels } from '../world/members.ts';
import { play } from '../world/pipeline-runs.ts';
import { jobsOf } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { presentEnvironment } from './environments-presenter.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

/** Where code is deployed to. */
export const environments: Resource = {
  routes(routes) {
    reads(routes);
    changes(routes);
    stopping(routes);
  },
};

const path = '/projects/:id/environments';

/** The project of `:id`, for those who may see its environments and what was deployed to them. */
export function projectWithEnvironments(call: Call<unknown>): Project {
  const project = call.project();
  if (!canUseFeature(call, project, 'environments')) throw forbidden();
  if (project.visibility === 'private' && viewerProjectLevel(call, project) < levels.reporter) throw forbidden();
  return project;
}

function reads(routes: Routes): void {
  const params = {
    name: optional.string(),
    search: optional.string(),
    states: optional.string({ values: ['available', 'stopping', 'stopped'] }),
  };
  routes.get(path, { permission: 'read_environment', params, exclusive: [['name', 'search']] }, (call) => {
    const project = projectWithEnvironments(call);
    const { name, search, states } = call.params;
    if (search && search.length < 3) throw invalidParameters('Search query is less than 3 characters');
    const found = environmentsOf(call.world, project).filter(
      (environment) =>
        (!name || environment.name === name) &&
        (!search || environment.name.includes(search)) &&
        (!states || environment.state === states),
    );
    return call.page(found, (environment) => presentEnvironment(call, project, environment, 'list'));
  });
  const id = { environment_id: requires.integer() };
  routes.get(`${path}/:environment_id`, { permission: 'read_environment', params: id }, (call) => {
    const project = projectWithEnvironments(call);
    return presentEnvironment(call, project, find(call, project), 'single');
  });
}

function find(call: Call<unknown>, project: Project): Environment {
  const id = Number(call.path('environment_id'));
  const environment = environmentsOf(call.world, project).find((candidate) => candidate.id === id);
  if (environment === undefined) throw noRecord();
  return environment;
}

const settings = {
  external_url: optional.string(),
  tier: optional.string({ values: environmentTiers }),
  description: optional.string(),
  auto_stop_setting: optional.string({ values: ['always', 'with_action'] }),
  cluster_agent_id: optional.integer(),
  kubernetes_namespace: optional.string(),
  flux_resource_path: optional.string(),
};

function changes(routes: Routes): void {
  routes.post(
    path,
    { permission: 'create_environment', params: { name: requires.string({ blank: false }), ...settings } },
    (call) => {
      const project = call.project('developer');
      call.requireFeature(project, 'environments');
      const { params, world } = call;
      check(world, project, { name: params.name, externalUrl: params.external_url ?? null });
      const environment = addEnvironment(world, project, {
        name: params.name,
        externalUrl: params.external_url ?? null,
        ...(params.tier ? { tier: params.tier } : {}),
        description: params.description ?? null,
        autoStopSetting: params.auto_stop_setting ?? 'always',
        kubernetesNamespace: params.kubernetes_namespace ?? null,
        fluxResourcePath: params.flux_resource_path ?? null,
      });
      return presentEnvironment(call, project, environment, 'list');
    },
  );

  // The name is accepted for old clients; it cannot be changed.
  const edits = { environment_id: requires.integer(), name: optional.string(), ...settings };
  routes.put(`${path}/:environment_id`, { permission: 'update_environment', params: edits }, (call) => {
    const project = call.project('developer');
    const environment = find(call, project);
    const { params } = call;
    const externalUrl = params.external_url === undefined ? environment.externalUrl : params.external_url || null;
    check(call.world, project, { name: environment.name, externalUrl }, environment);
    environment.externalUrl = externalUrl;
    environment.tier = params.tier ?? environment.tier;
    environment.description = params.description === undefined ? environment.description : params.description;
    environment.autoStopSetting = params.auto_stop_setting ?? environment.autoStopSetting;
    environment.kubernetesNamespace = params.kubernetes_namespace ?? environment.kubernetesNamespace;
    environment.fluxResourcePath = params.flux_resource_path ?? environment.fluxResourcePath;
    environment.updatedAt = call.now();
    return presentEnvironment(call, project, environment, 'list');
  });

  routes.delete(
    `${path}/:environment_id`,
    { permission: 'delete_environment', params: { environment_id: requires.integer() } },
    (call) => {
      const project = call.project('developer');
      const environment = find(call, project);
      if (environment.state !== 'stopped') throw forbidden();
      removeEnvironment(call.world, environment);
    },
  );
}

function check(
  world: World,
  project: Project,
  { name, externalUrl }: { readonly name: string; readonly externalUrl: string | null },
  except?: Environment,
): void {
  const isTaken = environmentsOf(world, project).some((other) => other !== except && other.name === name);
  const problems = {
    ...(isTaken ? { name: ['has already been taken'] } : {}),
    ...(/^[\w/.${} -]+$/.test(name)
      ? {}
      : {
          name: [
            "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'",
          ],
        }),
    ...(externalUrl === null || /^[a-z][\w+.-]*:\/\//i.test(externalUrl)
      ? {}
      : { external_url: ['is blocked: URI is invalid'] }),
  };
  if (Object.keys(problems).length > 0) throw invalidRecord(problems);
}

function stopping(routes: Routes): void {
  const id = { environment_id: requires.integer() };
  routes.post(
    `${path}/:environment_id/stop`,
    {
      permission: 'stop_environment',
      status: 200,
      params: { ...id, force: optional.boolean({ default: false }) },
    },
    (call) => {
      const project = call.project('developer');
      const environment = find(call, project);
      stop(call, project, environment, { isForced: call.params.force });
      return presentEnvironment(call, project, environment, 'list');
    },
  );
  routes.post(
    `${path}/stop_stale`,
    { permission: 'stop_environment', status: 200, params: { before: requires.timestamp() } },
    (call) => {
      const project = call.project('maintainer');
      for (const environment of environmentsOf(call.world, project)) {
        const isStale = environment.updatedAt < call.params.before && environment.tier !== 'production';
        if (environment.state === 'available' && isStale) stop(call, project, environment, { isForced: false });
      }
      return { message: 'Successfully requested stop for all stale environments' };
    },
  );
}

/** An environment with a job that takes it down stops when that job has run; otherwise, or forced, at once. */
function stop(
  call: Call<unknown>,
  project: Project,
  environment: Environment,
  { isForced }: { readonly isForced: boolean },
): void {
  const { world } = call;
  environment.updatedAt = call.now();
  const job = isForced
    ? undefined
    : jobsOf(world, project).findLast(
        ({ name, status, environment: use }) =>
          name === environment.onStop && use?.name === environment.name && status === 'manual',
      );
  environment.state = job === undefined ? 'stopped' : 'stopping';
  if (job !== undefined) play(world, job, call.me.id);
}
