import { groupLevel, projectLevel } from '../access/levels.ts';
import { forbidden, invalidParameters, noRecord, notFound } from '../http/refusal.ts';
import { levels } from '../world/members.ts';
import { allJobs } from '../world/pipelines.ts';
import { type Runner, addRunner, contactedAt, runnerStatus, runnersFor, runnersState } from '../world/runners.ts';
import type { Call } from './call.ts';
import { presentJob } from './jobs-presenter.ts';
import { type Values, optional, requires } from './params.ts';
import { presentBasicProject } from './projects-presenter.ts';
import type { Resource, Routes } from './routes.ts';
import { presentManagers, presentRunner } from './runners-presenter.ts';

/** Runners: who has which, what they do, making and removing them. */
export const runners: Resource = {
  routes(routes) {
    lists(routes);
    single(routes);
    projectRunners(routes);
    registration(routes);
  },
};

const types = ['instance_type', 'group_type', 'project_type'] as const;
const filters = {
  type: optional.string({ values: types }),
  status: optional.string({ values: ['online', 'offline', 'stale', 'never_contacted', 'active', 'paused'] }),
  scope: optional.string(),
  paused: optional.boolean(),
  tag_list: optional.strings(),
  version_prefix: optional.string(),
};

function lists(routes: Routes): void {
  const options = { permission: 'read_runner', params: filters } as const;
  routes.get('/runners', options, (call) =>
    list(
      call,
      allRunners(call).filter((runner) => isOwn(call, runner)),
    ),
  );
  routes.get('/runners/all', { ...options, access: 'admin' }, (call) => list(call, allRunners(call)));
  routes.get('/projects/:id/runners', { ...options, access: 'user' }, (call) =>
    list(call, runnersFor(call.world, call.project('maintainer'))),
  );
  routes.get('/groups/:id/runners', { ...options, access: 'user' }, (call) => {
    const group = call.group('maintainer');
    const ids = call.world.groups.selfAndAncestors(group).map(({ id }) => id);
    const isShown = (runner: Runner) =>
      runner.runnerType === 'instance_type' || ids.some((id) => runner.groupIds.has(id));
    return list(call, allRunners(call).filter(isShown));
  });
}

function allRunners(call: Call<unknown>): readonly Runner[] {
  return call.world.state(runnersState);
}

function list(call: Call<Values<typeof filters>>, all: readonly Runner[]): unknown[] {
  const { type, status, paused, tag_list: tags } = call.params;
  const fitsStatus = (runner: Runner) =>
    !status ||
    (status === 'paused' || status === 'active'
      ? runner.paused === (status === 'paused')
      : runnerStatus(call.world, runner) === status);
  const found = all.filter(
    (runner) =>
      (!type || runner.runnerType === type) &&
      fitsStatus(runner) &&
      (paused === undefined || paused === null || runner.paused === paused) &&
      (tags ?? []).every((tag) => runner.tagList.includes(tag)),
  );
  return call.page(
    found.toSorted((a, b) => b.id - a.id),
    (runner) => presentRunner(call.world, runner),
  );
}

/** Runners one administers: of own projects and groups. */
function isOwn(call: Call<unknown>, runner: Runner): boolean {
  const { world, user } = call;
  return (
    [...runner.projectIds].some((id) => {
      const project = world.projects.find(id);
      return project !== undefined && projectLevel(world, user, project) >= levels.maintainer;
    }) ||
    [...runner.groupIds].some((id) => {
      const group = world.groups.find(id);
      return group !== undefined && groupLevel(world, user, group) >= levels.owner;
    })
  );
}

function find(call: Call<unknown>): Runner {
  const runner = allRunners(call).find(({ id }) => String(id) === (call.path('runner_id') || call.path('id')));
  if (runner === undefined) throw notFound('Runner');
  return runner;
}

/** A runner the caller administers; shared ones may be looked at by everybody. */
function findFor(call: Call<unknown>, purpose: 'look' | 'change'): Runner {
  const runner = find(call);
  const isShared = runner.runnerType === 'instance_type' && purpose === 'look';
  if (!call.admin && !isShared && !isOwn(call, runner)) throw forbidden('No access granted');
  return runner;
}

function presentDetail(call: Call<unknown>, runner: Runner) {
  const { world } = call;
  return {
    ...presentRunner(world, runner),
    tag_list: runner.tagList,
    run_untagged: runner.runUntagged,
    locked: runner.locked,
    maximum_timeout: runner.maximumTimeout,
    access_level: runner.accessLevel,
    version: runner.version,
    revision: runner.revision,
    platform: runner.platform,
    architecture: runner.architecture,
    contacted_at: contactedAt(world, runner),
    maintenance_note: runner.maintenanceNote,
    projects: [...runner.projectIds]
      .flatMap((id) => world.projects.find(id) ?? [])
      .filter((project) => call.canSee(project))
      .map((project) => presentBasicProject(call, project)),
    groups: [...runner.groupIds]
      .flatMap((id) => world.groups.find(id) ?? [])
      .map(({ id, name, fullPath }) => ({ id, web_url: world.url(`/groups/${fullPath}`), name })),
  };
}

const settings = {
  description: optional.string(),
  active: optional.boolean(),
  paused: optional.boolean(),
  tag_list: optional.strings(),
  run_untagged: optional.boolean(),
  locked: optional.boolean(),
  access_level: optional.string({ values: ['not_protected', 'ref_protected'] }),
  maximum_timeout: optional.integer(),
  maintenance_note: optional.string(),
};

function single(routes: Routes): void {
  const id = { id: requires.integer() };
  routes.get('/runners/:id', { permission: 'read_runner', params: id }, (call) =>
    presentDetail(call, findFor(call, 'look')),
  );
  routes.put('/runners/:id', { permission: 'update_runner', params: { ...id, ...settings } }, (call) => {
    const runner = findFor(call, 'change');
    apply(runner, call.params);
    return presentDetail(call, runner);
  });
  routes.delete('/runners/:id', { permission: 'delete_runner', params: id }, (call) => {
    const runner = findFor(call, 'change');
    if (runner.projectIds.size > 1) throw forbidden('Runner associated with more than one project');
    const all = call.world.state(runnersState);
    all.splice(all.indexOf(runner), 1);
  });
  const jobFilters = {
    ...id,
    status: optional.string({ values: ['running', 'success', 'failed', 'canceled'] }),
    order_by: optional.string({ values: ['id'] }),
    sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
    system_id: optional.string(),
  };
  routes.get('/runners/:id/jobs', { permission: 'read_runner', params: jobFilters }, (call) => {
    const runner = findFor(call, 'change');
    const { status, sort } = call.params;
    const sign = sort === 'asc' ? 1 : -1;
    const found = [...allJobs(call.world)]
      .filter((job) => job.runnerId === runner.id && (!status || job.status === status))
      .sort((a, b) => sign * (a.id - b.id));
    return call.page(found, (job) => presentJob(call, job), { countless: true });
  });
  routes.get('/runners/:id/managers', { permission: 'read_runner', params: id }, (call) =>
    presentManagers(call.world, findFor(call, 'look')),
  );
  routes.post('/runners/:id/reset_authentication_token', { permission: 'reset_runner', params: id }, (call) => {
    const runner = findFor(call, 'change');
    runner.token = call.world.secret('glrt-');
    return { token: runner.token, token_expires_at: runner.tokenExpiresAt };
  });
}

function apply(runner: Runner, params: Values<typeof settings>): void {
  runner.description = params.description ?? runner.description;
  runner.paused =
    params.paused ?? (params.active === undefined || params.active === null ? runner.paused : !params.active);
  runner.tagList = params.tag_list ?? runner.tagList;
  runner.runUntagged = params.run_untagged ?? runner.runUntagged;
  runner.locked = params.locked ?? runner.locked;
  runner.accessLevel = params.access_level ?? runner.accessLevel;
  runner.maximumTimeout = params.maximum_timeout ?? runner.maximumTimeout;
  runner.maintenanceNote = params.maintenance_note ?? runner.maintenanceNote;
}

function projectRunners(routes: Routes): void {
  routes.post(
    '/projects/:id/runners',
    { permission: 'assign_runner', params: { runner_id: requires.integer() } },
    (call) => {
      const project = call.project('maintainer');
      const runner = allRunners(call).find(({ id }) => id === call.params.runner_id);
      if (runner === undefined) throw notFound('Runner');
      if (runner.runnerType !== 'project_type' || runner.locked) throw forbidden('Runner is locked');
      if (!call.admin && !isOwn(call, runner)) throw forbidden('No access granted');
      if (runner.projectIds.has(project.id)) {
        throw invalidParameters('Runner has already been taken');
      }
      runner.projectIds.add(project.id);
      return presentRunner(call.world, runner);
    },
  );
  routes.delete(
    '/projects/:id/runners/:runner_id',
    { permission: 'unassign_runner', params: { runner_id: requires.integer() } },
    (call) => {
      const project = call.project('maintainer');
      const runner = find(call);
      if (!runner.projectIds.has(project.id)) throw noRecord();
      const [owner] = runner.projectIds;
      if (owner === project.id)
        throw forbidden('You cannot unassign a runner from the owner project. Delete the runner instead');
      runner.projectIds.delete(project.id);
    },
  );
}

function registration(routes: Routes): void {
  const params = {
    runner_type: requires.string({ values: types }),
    group_id: optional.integer(),
    project_id: optional.integer(),
    ...settings,
  };
  routes.post('/user/runners', { permission: 'create_runner', scopes: ['create_runner'], params }, (call) => {
    const runner = addRunner(call.world, { runnerType: call.params.runner_type, createdById: call.me.id });
    const { runner_type, group_id, project_id } = call.params;
    if (runner_type === 'instance_type' && !call.admin) throw forbidden();
    if (runner_type === 'group_type') {
      const group = call.world.groups.find(group_id ?? 0);
      if (group === undefined) throw invalidParameters('group_id is missing');
      call.requireGroupLevel(group, 'owner');
      runner.groupIds.add(group.id);
    }
    if (runner_type === 'project_type') {
      const project = call.world.projects.find(project_id ?? 0);
      if (project === undefined) throw invalidParameters('project_id is missing');
      call.requireProjectLevel(project, 'maintainer');
      runner.projectIds.add(project.id);
    }
    apply(runner, call.params);
    return { id: runner.id, token: runner.token, token_expires_at: runner.tokenExpiresAt };
  });

  // The token in these requests is the credential.
  const token = { token: requires.string() };
  routes.post('/runners/verify', { access: 'public', params: token, status: 200 }, (call) => {
    const runner = byToken(call);
    return { id: runner.id, token: runner.token, token_expires_at: runner.tokenExpiresAt };
  });
  routes.delete('/runners', { access: 'public', params: token }, (call) => {
    const all = call.world.state(runnersState);
    all.splice(all.indexOf(byToken(call)), 1);
  });
  routes.post('/runners', { access: 'public', params: { ...token, ...settings } }, (call) => {
    const project = call.world.projects.all().find(({ runnersToken }) => runnersToken === call.params.token);
    if (project === undefined) throw forbidden();
    const runner = addRunner(call.world, { runnerType: 'project_type' });
    runner.projectIds.add(project.id);
    apply(runner, call.params);
    return { id: runner.id, token: runner.token, token_expires_at: runner.tokenExpiresAt };
  });
  resets(routes);
}

function byToken(call: Call<{ readonly token: string }>): Runner {
  const runner = allRunners(call).find((candidate) => candidate.token === call.params.token);
  if (runner === undefined) throw forbidden();
  return runner;
}

function resets(routes: Routes): void {
  const options = { permission: 'reset_runner_registration_token' } as const;
  routes.post('/runners/reset_registration_token', { ...options, access: 'admin' }, (call) => ({
    token: call.world.secret('GR1348941'),
  }));
  routes.post('/groups/:id/runners/reset_registration_token', options, (call) => {
    call.group('owner');
    return { token: call.world.secret('GR1348941') };
  });
  routes.post('/projects/:id/runners/reset_registration_token', options, (call) => {
    const project = call.project('maintainer');
    project.runnersToken = call.world.secret('GR1348941');
    return { token: project.runnersToken };
  });
}
