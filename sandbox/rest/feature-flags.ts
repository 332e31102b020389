import { conflict, invalidRecord, noRecord, notFound } from '../http/refusal.ts';
import { isHash } from '../http/query.ts';
import {
  type FeatureFlag,
  type Strategy,
  type UserList,
  addFlag,
  addUserList,
  flagsOf,
  strategy,
  strategyNames,
} from '../world/feature-flags.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { compare } from './pagination.ts';
import { type Values, optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

/** Feature flags with their strategies, and the lists of users some of them name. */
export const featureFlags: Resource = {
  routes(routes) {
    flags(routes);
    userLists(routes);
  },
};

/** Flags are for those who develop. */
function projectWithFlags(call: Call<unknown>): Project {
  const project = call.project('developer');
  call.requireFeature(project, 'feature_flags');
  return project;
}

const path = '/projects/:id/feature_flags';
const one = `${path}/:feature_flag_name`;

const strategyParams = {
  id: optional.integer(),
  name: optional.string({ values: strategyNames }),
  parameters: optional.any(),
  user_list_id: optional.integer(),
  _destroy: optional.boolean(),
  scopes: optional.hashes({
    id: optional.integer(),
    environment_scope: optional.string(),
    _destroy: optional.boolean(),
  }),
};

type StrategyRequest = Values<typeof strategyParams>;

function flags(routes: Routes): void {
  const listParams = { scope: optional.string({ values: ['enabled', 'disabled'] }) };
  routes.get(path, { permission: 'read_feature_flag', access: 'user', params: listParams }, (call) => {
    const project = projectWithFlags(call);
    const { scope } = call.params;
    const found = flagsOf(call.world, project)
      .flags.filter(({ active }) => !scope || active === (scope === 'enabled'))
      .sort((a, b) => compare(a.name, b.name));
    return call.page(found, (flag) => present(call.world, project, flag));
  });
  routes.get(one, { permission: 'read_feature_flag', access: 'user' }, (call) => {
    const project = projectWithFlags(call);
    return present(call.world, project, find(call, project));
  });

  const creation = {
    name: requires.string({ blank: false }),
    version: optional.string(),
    description: optional.string(),
    active: optional.boolean(),
    strategies: optional.hashes(strategyParams),
  };
  routes.post(path, { permission: 'create_feature_flag', params: creation }, (call) => {
    const project = projectWithFlags(call);
    const { world, params } = call;
    if (params.version && params.version !== 'new_version_flag') {
      throw invalidRecord({ version: ['Version is invalid'] });
    }
    checkName(world, project, params.name);
    const strategies = (params.strategies ?? []).map((given) => toStrategy(world, project, given));
    const flag = addFlag(world, project, {
      name: params.name,
      description: params.description ?? null,
      active: params.active ?? true,
      strategies,
    });
    return present(world, project, flag);
  });

  const edits = {
    name: optional.string(),
    description: optional.string(),
    active: optional.boolean(),
    strategies: optional.hashes(strategyParams),
  };
  routes.put(one, { permission: 'update_feature_flag', params: edits }, (call) => {
    const project = projectWithFlags(call);
    const { world, params } = call;
    const flag = find(call, project);
    if (params.name && params.name !== flag.name) checkName(world, project, params.name);
    for (const change of params.strategies ?? []) changeStrategy(world, project, flag, change);
    flag.name = params.name || flag.name;
    flag.description = params.description === undefined ? flag.description : params.description;
    flag.active = params.active ?? flag.active;
    flag.updatedAt = call.now();
    return present(world, project, flag);
  });

  routes.delete(one, { permission: 'delete_feature_flag', status: 200 }, (call) => {
    const project = projectWithFlags(call);
    const flag = find(call, project);
    const all = flagsOf(call.world, project).flags;
    all.splice(all.indexOf(flag), 1);
    return present(call.world, project, flag);
  });
}

function find(call: Call<unknown>, project: Project): FeatureFlag {
  const name = call.path('feature_flag_name');
  const flag = flagsOf(call.world, project).flags.find((candidate) => candidate.name === name);
  if (flag === undefined) throw notFound('Feature Flag');
  return flag;
}

function checkName(world: World, project: Project, name: string): void {
  if (!/^[a-z]([-_a-z0-9]*[a-z0-9])?$/.test(name) || name.length > 63) {
    throw invalidRecord({
      name: [
        "can contain only lowercase letters, digits, '_' and '-'. Must start with a letter, and cannot end with '-' or '_'",
      ],
    });
  }
  if (flagsOf(world, project).flags.some((flag) => flag.name === name)) {
    throw invalidRecord({ name: ['has already been taken'] });
  }
}

function toStrategy(world: World, project: Project, given: StrategyRequest): Strategy {
  const name = given.name ?? 'default';
  const parameters = toParameters(name, given.parameters);
  const userListId = given.user_list_id ?? null;
  if (name === 'gitlabUserList' && findListById(world, project, userListId) === undefined) {
    throw invalidRecord({ 'strategies.user_list': ["can't be blank"] });
  }
  const environments = given.scopes?.map(({ environment_scope }) => environment_scope ?? '*');
  return strategy(world, { name, parameters, userListId, ...(environments ? { environments } : {}) });
}

/** Each strategy has parameters of its own. */
function toParameters(name: Strategy['name'], given: unknown): Strategy['parameters'] {
  const parameters = readHash(given);
  const bad = (text: string) => invalidRecord({ 'strategies.parameters': [text] });
  const percentage = (key: string) => {
    const value = parameters[key];
    return typeof value === 'string' && /^(?:100|\d{1,2})$/.test(value);
  };
  if (name === 'gradualRolloutUserId' && !percentage('percentage')) {
    throw bad('percentage must be a string between 0 and 100 inclusive');
  }
  if (name === 'flexibleRollout' && !percentage('rollout')) {
    throw bad('rollout must be a string between 0 and 100 inclusive');
  }
  if (name === 'userWithId' && typeof parameters['userIds'] !== 'string') {
    throw bad('userIds must be a string of unique comma separated values each 256 characters or less');
  }
  return { ...parameters };
}

function readHash(given: unknown): Record<string, unknown> {
  if (typeof given === 'string' && given !== '') {
    try {
      const parsed: unknown = JSON.parse(given);
      if (isHash(parsed)) return parsed;
    } catch {
      // Falls through: not an object.
    }
    throw invalidRecord({ 'strategies.parameters': ['parameters are invalid'] });
  }
  return isHash(given) ? given : {};
}

function changeStrategy(world: World, project: Project, flag: FeatureFlag, change: StrategyRequest): void {
  const known = flag.strategies.find(({ id }) => id === change.id);
  if (known === undefined) {
    if (change.id !== undefined && change.id !== null) throw noRecord();
    flag.strategies.push(toStrategy(world, project, change));
    return;
  }
  if (change._destroy === true) {
    flag.strategies.splice(flag.strategies.indexOf(known), 1);
    return;
  }
  known.name = change.name ?? known.name;
  if (change.parameters !== undefined) known.parameters = toParameters(known.name, change.parameters);
  known.userListId = change.user_list_id ?? known.userListId;
  for (const scope of change.scopes ?? []) {
    const others = known.scopes.filter(({ id }) => id !== scope.id);
    const id = scope.id ?? world.nextId('strategy_scope');
    known.scopes =
      scope._destroy === true ? others : [...others, { id, environmentScope: scope.environment_scope ?? '*' }];
  }
}

function present(world: World, project: Project, flag: FeatureFlag) {
  return {
    name: flag.name,
    description: flag.description,
    active: flag.active,
    version: 'new_version_flag',
    created_at: flag.createdAt,
    updated_at: flag.updatedAt,
    scopes: [],
    strategies: flag.strategies.map((entry) => {
      const list = findListById(world, project, entry.userListId);
      return {
        id: entry.id,
        name: entry.name,
        parameters: entry.parameters,
        scopes: entry.scopes.map(({ id, environmentScope }) => ({ id, environment_scope: environmentScope })),
        user_list:
          list === undefined ? null : { id: list.id, iid: list.iid, name: list.name, user_xids: list.userXids },
      };
    }),
  };
}

function findListById(world: World, project: Project, id: number | null): UserList | undefined {
  return flagsOf(world, project).lists.find((list) => list.id === id);
}

const listsPath = '/projects/:id/feature_flags_user_lists';

function userLists(routes: Routes): void {
  const read = { permission: 'read_feature_flag_user_list', access: 'user' } as const;
  routes.get(listsPath, { ...read, params: { search: optional.string() } }, (call) => {
    const project = projectWithFlags(call);
    const wanted = call.params.search?.toLowerCase() ?? '';
    const found = flagsOf(call.world, project).lists.filter(({ name }) => name.toLowerCase().includes(wanted));
    return call.page(found, (list) => presentList(call.world, project, list));
  });
  routes.get(`${listsPath}/:iid`, read, (call) => {
    const project = projectWithFlags(call);
    return presentList(call.world, project, findList(call, project));
  });
  routes.post(
    listsPath,
    {
      permission: 'create_feature_flag_user_list',
      params: { name: requires.string({ blank: false }), user_xids: requires.string() },
    },
    (call) => {
      const project = projectWithFlags(call);
      const { name, user_xids } = call.params;
      checkListName(call.world, project, name);
      return presentList(call.world, project, addUserList(call.world, project, { name, userXids: user_xids }));
    },
  );
  routes.put(
    `${listsPath}/:iid`,
    {
      permission: 'update_feature_flag_user_list',
      params: { name: optional.string(), user_xids: optional.string() },
    },
    (call) => {
      const project = projectWithFlags(call);
      const list = findList(call, project);
      const { name, user_xids } = call.params;
      if (name && name !== list.name) checkListName(call.world, project, name);
      list.name = name || list.name;
      list.userXids = user_xids ?? list.userXids;
      list.updatedAt = call.now();
      return presentList(call.world, project, list);
    },
  );
  routes.delete(`${listsPath}/:iid`, { permission: 'delete_feature_flag_user_list' }, (call) => {
    const project = projectWithFlags(call);
    const list = findList(call, project);
    const { flags, lists } = flagsOf(call.world, project);
    if (flags.some(({ strategies }) => strategies.some(({ userListId }) => userListId === list.id))) {
      throw conflict('409 Conflict: User list is associated with a strategy');
    }
    lists.splice(lists.indexOf(list), 1);
  });
}

function findList(call: Call<unknown>, project: Project): UserList {
  const list = flagsOf(call.world, project).lists.find(({ iid }) => String(iid) === call.path('iid'));
  if (list === undefined) throw noRecord();
  return list;
}

function checkListName(world: World, project: Project, name: string): void {
  if (flagsOf(world, project).lists.some((list) => list.name === name)) {
    throw invalidRecord({ name: ['has already been taken'] });
  }
}

function presentList(world: World, project: Project, list: UserList) {
  const base = `/${project.fullPath}/-/feature_flags_user_lists/${list.iid}`;
  const root = new URL(world.settings.externalUrl).pathname.replace(/\/$/, '');
  return {
    name: list.name,
    user_xids: list.userXids,
    id: list.id,
    iid: list.iid,
    project_id: list.projectId,
    created_at: list.createdAt,
    updated_at: list.updatedAt,
    path: root + base,
    edit_path: `${root}${base}/edit`,
  };
}
