import { canSeeGroup } from '../access/levels.ts';
import { Refusal, conflict, forbidden, notFound } from '../http/refusal.ts';
import { empty } from '../http/reply.ts';
import { createProject } from '../world/create.ts';
import { assignableLevels, levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import { avatarReply } from './avatars.ts';
import type { Call } from './call.ts';
import { presentPublicGroup } from './groups-presenter.ts';
import { lookUpProject } from './look-up.ts';
import { allMembers, sourceOf } from './memberships.ts';
import { optional, requires } from './params.ts';
import { listProjects, projectFilters } from './project-list.ts';
import { checkNames, findNamespaceId, requireNamespace } from './projects.ts';
import { presentProject, presentProjectWithAccess } from './projects-presenter.ts';
import type { Resource, Routes } from './routes.ts';
import { presentUserBasic } from './users-presenter.ts';

/** What stands around a project: forks, stars, invited groups, people, languages. */
export const projectRelations: Resource = {
  routes(routes) {
    forks(routes);
    stars(routes);
    sharing(routes);
    surroundings(routes);
  },
};

function forks(routes: Routes): void {
  routes.get('/projects/:id/forks', { permission: 'read_project', params: projectFilters }, (call) =>
    listProjects(call, call.world.projects.forksOf(call.project())),
  );

  routes.post(
    '/projects/:id/fork',
    {
      permission: 'fork_project',
      params: {
        namespace: optional.string(),
        namespace_id: optional.integer(),
        namespace_path: optional.string(),
        path: optional.string(),
        name: optional.string(),
        description: optional.string(),
        visibility: optional.string({ values: ['private', 'internal', 'public'] }),
        branches: optional.string(),
        mr_default_target_self: optional.boolean(),
      },
    },
    (call) => presentProject(call, fork(call)),
  );

  routes.post('/projects/:id/fork/:forked_from_id', { permission: 'fork_project' }, (call) => {
    const project = call.project('owner');
    const origin = lookUpProject(call.world, call.path('forked_from_id'));
    if (origin === undefined) throw notFound('Source Project');
    if (project.forkedFromId !== undefined) throw conflict('Project already forked');
    project.forkedFromId = origin.id;
    return presentProject(call, project);
  });
  routes.delete('/projects/:id/fork', { permission: 'fork_project' }, (call) => {
    const project = call.project('owner');
    if (project.forkedFromId === undefined) return empty(304);
    project.forkedFromId = undefined;
    return undefined;
  });
}

interface ForkParams {
  readonly namespace: string | null | undefined;
  readonly namespace_id: number | null | undefined;
  readonly namespace_path: string | null | undefined;
  readonly path: string | null | undefined;
  readonly name: string | null | undefined;
  readonly description: string | null | undefined;
  readonly visibility: 'private' | 'internal' | 'public' | null | undefined;
  readonly mr_default_target_self: boolean | null | undefined;
}

function fork(call: Call<ForkParams>): Project {
  const { params, world } = call;
  const origin = call.project();
  if (origin.settings['forking_access_level'] === 'disabled') throw forbidden();
  const namespace = params.namespace ?? params.namespace_path;
  const namespaceId =
    params.namespace_id ??
    (namespace === undefined || namespace === null ? call.me.namespaceId : findNamespaceId(world, namespace));
  if (namespaceId === undefined) throw notFound('Target Namespace');
  requireNamespace(call, namespaceId);
  const name = params.name ?? origin.name;
  const path = params.path ?? origin.path;
  try {
    checkNames(world, { name, path, namespaceId });
  } catch (error) {
    // A fork that is already there conflicts; the texts are those of a project that does not validate.
    if (error instanceof Refusal) throw new Refusal(409, error.body);
    throw error;
  }
  return createProject(
    world,
    {
      name,
      path,
      namespaceId,
      visibility: params.visibility ?? origin.visibility,
      description: params.description ?? origin.description,
      defaultBranch: origin.defaultBranch,
      readmePath: origin.readmePath,
      license: origin.license,
      languages: { ...origin.languages },
      settings: { mr_default_target_self: params.mr_default_target_self ?? false },
    },
    call.me,
    { forkedFrom: origin },
  );
}

function stars(routes: Routes): void {
  routes.post('/projects/:id/star', { permission: 'update_project' }, (call) => {
    const project = call.project();
    if (project.starrers.has(call.me.id)) return empty(304);
    project.starrers.set(call.me.id, call.now());
    return presentProject(call, project);
  });
  routes.post('/projects/:id/unstar', { permission: 'update_project' }, (call) => {
    const project = call.project();
    if (!project.starrers.delete(call.me.id)) return empty(304);
    return presentProject(call, project);
  });
  routes.get(
    '/projects/:id/starrers',
    { permission: 'read_project', params: { search: optional.string() } },
    (call) => {
      const search = call.params.search?.toLowerCase() ?? '';
      const { users } = call.world;
      const starrers = [...call.project().starrers]
        .map(([id, since]) => ({ user: users.get(id), since }))
        .filter(({ user }) => `${user.name}\n${user.username}`.toLowerCase().includes(search));
      return call.page(starrers, ({ user, since }) => ({
        starred_since: since,
        user: presentUserBasic(call.world, user),
      }));
    },
  );
}

function sharing(routes: Routes): void {
  routes.post(
    '/projects/:id/share',
    {
      permission: 'share_project',
      params: {
        group_id: requires.integer(),
        group_access: requires.integer({ values: assignableLevels }),
        expires_at: optional.date(),
      },
    },
    (call) => {
      const project = call.project();
      call.requireProjectLevel(project, 'maintainer');
      const { group_id: groupId, group_access: groupAccess } = call.params;
      const group = call.world.groups.find(groupId);
      if (group === undefined || !canSeeGroup(call, group)) throw notFound('Group');
      if (project.sharedWith.has(groupId)) throw conflict('Shared group already exists.');
      if (groupAccess > call.levelIn(project)) throw forbidden();
      const expiresAt = call.params.expires_at ?? null;
      project.sharedWith.set(groupId, { groupId, groupAccess, expiresAt });
      return {
        id: call.world.nextId('project_group_link'),
        project_id: project.id,
        group_id: groupId,
        group_access: groupAccess,
        expires_at: expiresAt,
      };
    },
  );
  routes.delete(
    '/projects/:id/share/:group_id',
    { permission: 'share_project', params: { group_id: requires.integer() } },
    (call) => {
      const project = call.project();
      call.requireProjectLevel(project, 'maintainer');
      if (!project.sharedWith.delete(call.params.group_id)) throw notFound('Group Link');
    },
  );
}

function surroundings(routes: Routes): void {
  routes.get('/projects/:id/languages', { permission: 'read_project' }, (call) => call.project().languages);

  routes.get(
    '/projects/:id/users',
    { permission: 'read_project', params: { search: optional.string(), skip_users: optional.integers() } },
    (call) => {
      const search = call.params.search?.toLowerCase() ?? '';
      const people = allMembers(call.world, sourceOf(call, 'project'))
        .map(({ userId }) => call.world.users.get(userId))
        .filter(
          (user) =>
            !call.params.skip_users?.includes(user.id) &&
            `${user.name}\n${user.username}`.toLowerCase().includes(search),
        );
      return call.page(people, (user) => presentUserBasic(call.world, user));
    },
  );

  routes.get(
    '/projects/:id/groups',
    {
      permission: 'read_project',
      params: {
        search: optional.string(),
        skip_groups: optional.integers(),
        with_shared: optional.boolean({ default: false }),
        shared_min_access_level: optional.integer({ values: assignableLevels }),
        shared_visible_only: optional.boolean({ default: false }),
      },
    },
    (call) => {
      const { params, world } = call;
      const project = call.project();
      const parent = world.groups.find(project.namespaceId);
      const ancestors = parent === undefined ? [] : world.groups.selfAndAncestors(parent);
      const shared = params.with_shared
        ? [...project.sharedWith.values()]
            .filter(({ groupAccess }) => groupAccess >= (params.shared_min_access_level ?? 0))
            .flatMap(({ groupId }) => world.groups.find(groupId) ?? [])
            .filter((group) => !params.shared_visible_only || canSeeGroup(call, group))
        : [];
      const search = params.search?.toLowerCase() ?? '';
      const found = [...ancestors, ...shared].filter(
        (group) =>
          !params.skip_groups?.includes(group.id) && `${group.name}\n${group.fullPath}`.toLowerCase().includes(search),
      );
      return call.page(found, (group) => presentPublicGroup(world, group));
    },
  );
  routes.get(
    '/projects/:id/invited_groups',
    {
      permission: 'read_project',
      params: { search: optional.string(), min_access_level: optional.integer(), relation: optional.strings() },
    },
    (call) => {
      const { params, world } = call;
      const search = params.search?.toLowerCase() ?? '';
      const invited = [...call.project().sharedWith.values()]
        .filter(({ groupAccess }) => groupAccess >= (params.min_access_level ?? 0))
        .flatMap(({ groupId }) => world.groups.find(groupId) ?? [])
        .filter((group) => canSeeGroup(call, group) && group.name.toLowerCase().includes(search));
      return call.page(invited, (group) => presentPublicGroup(world, group));
    },
  );

  routes.get('/projects/:id/statistics', { permission: 'read_statistic' }, (call) => {
    const project = call.project('reporter');
    return {
      fetches: { total: 0, days: [] },
      repository_size: project.statistics.repositorySize,
    };
  });
  routes.get('/projects/:id/storage', { permission: 'read_project', access: 'admin' }, (call) => {
    const project = call.project();
    return {
      project_id: project.id,
      disk_path: `@hashed/${project.id}`,
      created_at: project.createdAt,
      repository_storage: 'default',
    };
  });
  routes.post(
    '/projects/:id/housekeeping',
    { permission: 'update_project', params: { task: optional.string() } },
    (call) => {
      call.project('owner');
      return null;
    },
  );
  routes.get('/projects/:id/import', { permission: 'read_import' }, (call) => {
    const project = call.project();
    if (call.levelIn(project) < levels.maintainer) throw forbidden();
    const { id, description, name, path, path_with_namespace, created_at } = presentProjectWithAccess(call, project);
    return {
      id,
      description,
      name,
      path,
      path_with_namespace,
      created_at,
      import_status: project.importStatus,
      import_type: null,
      correlation_id: null,
      failed_relations: [],
      import_error: null,
      stats: null,
    };
  });
  routes.get('/projects/:id/avatar', { permission: 'read_avatar' }, (call) =>
    avatarReply(call.world, 'project', call.project().id),
  );
}
