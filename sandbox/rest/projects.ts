import { groupLevel } from '../access/levels.ts';
import { failure, invalidRecord, notFound } from '../http/refusal.ts';
import { accepted } from '../http/reply.ts';
import { createProject, namespacePath } from '../world/create.ts';
import type { Visibility } from '../world/groups.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { lookUpGroup } from './look-up.ts';
import { optional, requires } from './params.ts';
import { listProjects, projectFilters } from './project-list.ts';
import { applySettings, projectSettings } from './project-settings.ts';
import { presentProject, presentProjectWithAccess } from './projects-presenter.ts';
import type { Resource, Routes } from './routes.ts';
import { findUser, userOf } from './users.ts';

const visibility = optional.string({ values: ['private', 'internal', 'public'] });
const retentionDays = 30;

/** Projects themselves: finding, making, changing, moving and deleting them. */
export const projects: Resource = {
  routes(routes) {
    readProjects(routes);
    createProjects(routes);
    changeProjects(routes);
    deleteProjects(routes);
  },
};

function readProjects(routes: Routes): void {
  const list = { permission: 'read_project', boundary: 'user', params: projectFilters } as const;
  routes.get('/projects', { ...list, access: 'public' }, (call) => listProjects(call, call.world.projects.all()));

  routes.get('/users/:user_id/projects', { ...list, access: 'public', scopes: ['read_user'] }, (call) => {
    const { namespaceId } = userOf(call);
    return listProjects(call, call.world.projects.inNamespace(namespaceId));
  });
  routes.get('/users/:user_id/starred_projects', { ...list, access: 'public' }, (call) => {
    const { id } = userOf(call);
    return listProjects(
      call,
      call.world.projects.all().filter((project) => project.starrers.has(id)),
    );
  });
  routes.get('/users/:user_id/contributed_projects', { ...list, access: 'public' }, (call) => {
    const { id } = userOf(call);
    const contributed = new Set(
      call.world.events.filter((event) => event.authorId === id).map((event) => event.projectId),
    );
    return listProjects(
      call,
      call.world.projects.all().filter((project) => contributed.has(project.id)),
    );
  });

  routes.get(
    '/projects/:id',
    {
      permission: 'read_project',
      params: {
        statistics: optional.boolean(),
        license: optional.boolean(),
        with_custom_attributes: optional.boolean(),
      },
    },
    (call) => {
      const { statistics, license } = call.params;
      return presentProjectWithAccess(call, call.project(), {
        statistics: statistics === true,
        license: license === true,
      });
    },
  );
}

const creation = {
  name: optional.string(),
  path: optional.string(),
  namespace_id: optional.integer(),
  visibility,
  default_branch: optional.string(),
  initialize_with_readme: optional.boolean({ default: false }),
  import_url: optional.string(),
};

function createProjects(routes: Routes): void {
  const options = { permission: 'create_project', boundary: 'user', atLeastOneOf: ['name', 'path'] } as const;
  routes.post('/projects', { ...options, params: { ...projectSettings, ...creation } }, (call) => {
    const project = create(call, call.me);
    return presentProjectWithAccess(call, project);
  });
  routes.post(
    '/projects/user/:user_id',
    { ...options, access: 'admin', params: { ...projectSettings, ...creation, user_id: requires.integer() } },
    (call) => {
      const project = create(call, findUser(call.world, call.params.user_id));
      return presentProject(call, project);
    },
  );
}

interface Creation {
  readonly name: string | null | undefined;
  readonly path: string | null | undefined;
  readonly namespace_id: number | null | undefined;
  readonly visibility: Visibility | null | undefined;
  readonly default_branch: string | null | undefined;
  readonly initialize_with_readme: boolean;
  readonly import_url: string | null | undefined;
}

function create(call: Call<Creation & Readonly<Record<string, unknown>>>, owner: User): Project {
  const { params, world } = call;
  const name = params.name ?? params.path ?? '';
  const path = params.path ?? toPath(name);
  const namespaceId = params.namespace_id ?? owner.namespaceId;
  requireNamespace(call, namespaceId);
  checkNames(world, { name, path, namespaceId });
  checkVisibility(world, namespaceId, params.visibility);

  const isInitialized = params.initialize_with_readme;
  const project = createProject(
    world,
    {
      name,
      path,
      namespaceId,
      visibility: params.visibility ?? 'private',
      importUrl: params.import_url ?? null,
      importStatus: params.import_url === undefined || params.import_url === null ? 'none' : 'scheduled',
      ...(isInitialized ? { defaultBranch: params.default_branch ?? 'main', readmePath: 'README.md' } : {}),
    },
    owner,
    { initializeWithReadme: isInitialized },
  );
  applySettings(world, project, params);
  world.recordEvent({
    projectId: project.id,
    actionName: 'created',
    targetType: null,
    targetId: null,
    targetIid: null,
    targetTitle: null,
    authorId: owner.id,
  });
  return project;
}

function changeProjects(routes: Routes): void {
  const names = { name: optional.string(), path: optional.string(), visibility, default_branch: optional.string() };
  const params = { ...projectSettings, ...names };
  routes.put('/projects/:id', { permission: 'update_project', params, atLeastOneOf: Object.keys(params) }, (call) => {
    const project = call.project();
    call.requireProjectLevel(project, 'maintainer');
    const { world } = call;
    const { name, path } = call.params;
    // Renaming is for owners: it breaks every clone.
    if (path !== undefined && path !== null && path !== project.path) call.requireProjectLevel(project, 'owner');
    checkNames(
      world,
      { name: name ?? project.name, path: path ?? project.path, namespaceId: project.namespaceId },
      project,
    );
    checkVisibility(world, project.namespaceId, call.params.visibility);
    if (call.params.visibility !== undefined && call.params.visibility !== null) {
      call.requireProjectLevel(project, 'owner');
      project.visibility = call.params.visibility;
    }
    project.name = name ?? project.name;
    if (path !== undefined && path !== null && path !== project.path) move(world, project, path, project.namespaceId);
    const branch = call.params.default_branch;
    if (branch !== undefined && branch !== null && project.defaultBranch !== null) project.defaultBranch = branch;
    applySettings(world, project, call.params);
    project.updatedAt = call.now();
    return presentProjectWithAccess(call, project);
  });

  for (const [action, archived] of [
    ['archive', true],
    ['unarchive', false],
  ] as const) {
    routes.post(`/projects/:id/${action}`, { permission: 'archive_project' }, (call) => {
      const project = call.project();
      call.requireProjectLevel(project, 'owner');
      project.archived = archived;
      project.updatedAt = call.now();
      return presentProjectWithAccess(call, project);
    });
  }

  routes.put(
    '/projects/:id/transfer',
    { permission: 'transfer_project', params: { namespace: requires.string() } },
    (call) => {
      const project = call.project();
      call.requireProjectLevel(project, 'owner');
      return presentProjectWithAccess(call, transfer(call, project, call.params.namespace));
    },
  );
}

/** Moves a project into another namespace, given by id or path. */
export function transfer(call: Call<unknown>, project: Project, namespace: string): Project {
  const { world } = call;
  const namespaceId = findNamespaceId(world, namespace);
  if (namespaceId === undefined) throw notFound('Namespace');
  if (namespaceId === project.namespaceId) {
    throw failure(400, 'Failed to transfer project Project is already in this namespace.');
  }
  requireNamespace(call, namespaceId);
  const taken = world.projects.inNamespace(namespaceId).some(({ path }) => path === project.path);
  if (taken) {
    throw failure(400, 'Failed to transfer project Project with same name or path in target namespace already exists');
  }
  move(world, project, project.path, namespaceId);
  project.updatedAt = call.now();
  return project;
}

function move(world: World, project: Project, path: string, namespaceId: number): void {
  project.path = path;
  project.namespaceId = namespaceId;
  world.projects.move(project, `${namespacePath(world, namespaceId)}/${path}`);
}

function deleteProjects(routes: Routes): void {
  routes.delete(
    '/projects/:id',
    {
      permission: 'delete_project',
      params: { permanently_remove: optional.boolean(), full_path: optional.string() },
    },
    (call) => {
      const { world } = call;
      const project = call.project();
      call.requireProjectLevel(project, 'owner');
      if (call.params.permanently_remove === true) {
        if (project.markedForDeletionOn === null) throw failure(400, 'Project must be marked for deletion first.');
        if (call.params.full_path !== project.fullPath) {
          throw failure(400, '`full_path` is incorrect. You must enter the complete path for the project.');
        }
        world.projects.remove(project);
        return accepted();
      }
      if (project.markedForDeletionOn !== null) throw failure(400, 'Project has been already marked for deletion');
      project.markedForDeletionOn = world.clock.today();
      world.clock.at(world.clock.now() + retentionDays * 24 * 3_600_000, () => {
        if (project.markedForDeletionOn !== null) world.projects.remove(project);
      });
      return accepted();
    },
  );
  routes.post('/projects/:id/restore', { permission: 'update_project' }, (call) => {
    const project = call.project();
    call.requireProjectLevel(project, 'owner');
    project.markedForDeletionOn = null;
    return presentProjectWithAccess(call, project);
  });
}

/** The id of a namespace named by its id or full path. */
export function findNamespaceId(world: World, namespace: string): number | undefined {
  const group = lookUpGroup(world, namespace);
  if (group !== undefined) return group.id;
  if (/^\d+$/.test(namespace)) return world.personalNamespaces.get(Number(namespace))?.id;
  return world.users.findByUsername(namespace)?.namespaceId;
}

/** Whether the caller may put a project there: their own namespace, or a group they develop in. */
export function requireNamespace(call: Call<unknown>, namespaceId: number): void {
  const { world } = call;
  const group = world.groups.find(namespaceId);
  if (group === undefined && !world.personalNamespaces.has(namespaceId)) throw notFound('Namespace');
  const isAllowed =
    call.admin ||
    (group === undefined ? call.me.namespaceId === namespaceId : groupLevel(world, call.me, group) >= levels.developer);
  if (!isAllowed) throw invalidRecord({ namespace: ['is not valid'] });
}

const badPath =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'";

/** Names and paths are unique within their namespace. */
export function checkNames(
  world: World,
  wanted: { readonly name: string; readonly path: string; readonly namespaceId: number },
  except?: Project,
): void {
  if (wanted.name === '') throw invalidRecord({ name: ["can't be blank"] });
  if (!/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(wanted.path) || /\.(git|atom)$/.test(wanted.path)) {
    throw invalidRecord({ path: [badPath] });
  }
  const others = world.projects.inNamespace(wanted.namespaceId).filter((project) => project !== except);
  const taken = ['has already been taken'];
  const isNameTaken = others.some(({ name }) => name === wanted.name);
  const isPathTaken = others.some(({ path }) => path.toLowerCase() === wanted.path.toLowerCase());
  if (!isNameTaken && !isPathTaken) return;
  throw invalidRecord({
    ...(isNameTaken ? { 'project_namespace.name': taken, name: taken } : {}),
    ...(isPathTaken ? { path: taken } : {}),
  });
}

const openness: Readonly<Record<Visibility, number>> = { private: 0, internal: 10, public: 20 };

function checkVisibility(world: World, namespaceId: number, wanted: Visibility | null | undefined): void {
  const group = world.groups.find(namespaceId);
  if (group === undefined || wanted === undefined || wanted === null) return;
  if (openness[wanted] > openness[group.visibility]) {
    throw invalidRecord({ visibility_level: [`${wanted} is not allowed in a ${group.visibility} group.`] });
  }
}

/** The path GitLab makes of a name. */
export function toPath(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\w.\s-]/g, '')
    .trim()
    .replace(/[\s]+/g, '-')
    .toLowerCase();
}
