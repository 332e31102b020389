import { canSeeGroup, groupLevel } from '../access/levels.ts';
import { conflict, failure, forbidden, invalidRecord, notFound } from '../http/refusal.ts';
import { accepted } from '../http/reply.ts';
import { createGroup } from '../world/create.ts';
import type { Group } from '../world/groups.ts';
import { assignableLevels, levels } from '../world/members.ts';
import type { World } from '../world/world.ts';
import { storeAvatar } from './avatars.ts';
import type { Call } from './call.ts';
import { groupFilters, listGroups } from './group-list.ts';
import { presentGroup, presentGroupDetail } from './groups-presenter.ts';
import { lookUpProject } from './look-up.ts';
import { optional, requires, type Schema } from './params.ts';
import { listProjects, projectFilters } from './project-list.ts';
import { presentProject } from './projects-presenter.ts';
import { transfer } from './projects.ts';
import type { Resource, Routes } from './routes.ts';

const retentionDays = 30;
const maxProjectsInDetail = 100;

/** Groups and what is in them. */
export const groups: Resource = {
  routes(routes) {
    readGroups(routes);
    groupProjects(routes);
    changeGroups(routes);
    deleteGroups(routes);
    shareGroups(routes);
  },
};

function readGroups(routes: Routes): void {
  routes.get(
    '/groups',
    { permission: 'read_group', boundary: 'user', access: 'public', params: groupFilters },
    (call) => listGroups(call, call.world.groups.all()),
  );
  routes.get('/groups/:id/subgroups', { permission: 'read_group', params: groupFilters }, (call) =>
    listGroups(call, call.world.groups.children(call.group().id)),
  );
  routes.get('/groups/:id/descendant_groups', { permission: 'read_group', params: groupFilters }, (call) =>
    listGroups(call, call.world.groups.descendants(call.group())),
  );
  routes.get(
    '/groups/:id',
    {
      permission: 'read_group',
      params: { with_projects: optional.boolean({ default: true }), with_custom_attributes: optional.boolean() },
    },
    (call) => presentWithProjects(call, call.group(), { withProjects: call.params.with_projects }),
  );
}

function presentWithProjects(call: Call<unknown>, group: Group, { withProjects }: { withProjects: boolean }) {
  const detail = presentGroupDetail(call, group, { statistics: true });
  if (!withProjects) return detail;
  const { projects } = call.world;
  const own = projects.inNamespace(group.id);
  const shared = projects.all().filter((project) => project.sharedWith.has(group.id));
  const present = (list: typeof own) =>
    list
      .filter((project) => call.canSee(project))
      .toReversed()
      .slice(0, maxProjectsInDetail)
      .map((project) => presentProject(call, project));
  return { ...detail, projects: present(own), shared_projects: present(shared) };
}

function groupProjects(routes: Routes): void {
  routes.get(
    '/groups/:id/projects',
    {
      permission: 'read_project',
      params: {
        ...projectFilters,
        include_subgroups: optional.boolean({ default: false }),
        with_shared: optional.boolean({ default: true }),
        with_security_reports: optional.boolean(),
      },
    },
    (call) => {
      const { world, params } = call;
      const group = call.group();
      const within = new Set([
        group.id,
        ...(params.include_subgroups ? world.groups.descendants(group).map(({ id }) => id) : []),
      ]);
      return listProjects(
        call,
        world.projects
          .all()
          .filter(
            (project) => within.has(project.namespaceId) || (params.with_shared && project.sharedWith.has(group.id)),
          ),
      );
    },
  );
  routes.get('/groups/:id/projects/shared', { permission: 'read_group', params: projectFilters }, (call) => {
    const group = call.group();
    return listProjects(
      call,
      call.world.projects.all().filter((project) => project.sharedWith.has(group.id)),
    );
  });
  routes.post(
    '/groups/:id/projects/:project_id',
    { permission: 'transfer_project', boundary: 'instance', access: 'admin' },
    (call) => {
      const group = call.group();
      const project = lookUpProject(call.world, call.path('project_id'));
      if (project === undefined) throw notFound('Project');
      transfer(call, project, String(group.id));
      return presentGroupDetail(call, group);
    },
  );
}

const settings: Schema = {
  share_with_group_lock: optional.boolean(),
  require_two_factor_authentication: optional.boolean(),
  two_factor_grace_period: optional.integer(),
  project_creation_level: optional.string({ values: ['noone', 'owner', 'maintainer', 'developer', 'administrator'] }),
  subgroup_creation_level: optional.string({ values: ['owner', 'maintainer'] }),
  auto_devops_enabled: optional.boolean(),
  emails_enabled: optional.boolean(),
  mentions_disabled: optional.boolean(),
  lfs_enabled: optional.boolean(),
  default_branch: optional.string(),
  default_branch_protection: optional.integer({ values: [0, 1, 2, 3, 4] }),
  shared_runners_setting: optional.string({
    values: ['enabled', 'disabled_and_overridable', 'disabled_and_unoverridable'],
  }),
  max_artifacts_size: optional.integer(),
  membership_lock: optional.boolean(),
  prevent_forking_outside_group: optional.boolean(),
  prevent_sharing_groups_outside_hierarchy: optional.boolean(),
  wiki_access_level: optional.string({ values: ['disabled', 'private', 'enabled'] }),
  math_rendering_limits_enabled: optional.boolean(),
  lock_math_rendering_limits_enabled: optional.boolean(),
};

const fields = {
  description: optional.string(),
  visibility: optional.string({ values: ['private', 'internal', 'public'] }),
  request_access_enabled: optional.boolean(),
  avatar: optional.any(),
};

function changeGroups(routes: Routes): void {
  routes.post(
    '/groups',
    {
      permission: 'create_group',
      boundary: 'user',
      params: {
        ...settings,
        ...fields,
        name: requires.string(),
        path: requires.string(),
        parent_id: optional.integer(),
      },
    },
    (call) => {
      const { params, world } = call;
      const parent = parentOf(call, params.parent_id);
      if (parent === undefined && !call.me.canCreateGroup && !call.admin) throw forbidden();
      checkPath(world, parent, params.path);
      const group = createGroup(
        world,
        {
          name: params.name,
          path: params.path,
          parentId: parent?.id ?? null,
          visibility: params.visibility ?? 'private',
        },
        call.me,
      );
      apply(world, group, params);
      return presentGroupDetail(call, group);
    },
  );

  const update = { ...settings, ...fields, name: optional.string(), path: optional.string() };
  routes.put('/groups/:id', { permission: 'update_group', params: update }, (call) => {
    const { params, world } = call;
    const group = call.group('owner');
    const { path } = params;
    if (path !== undefined && path !== null && path !== group.path) {
      checkPath(world, group.parentId === null ? undefined : world.groups.get(group.parentId), path, group);
      group.path = path;
      relocate(world, group);
    }
    group.name = params.name ?? group.name;
    group.visibility = params.visibility ?? group.visibility;
    apply(world, group, params);
    return presentWithProjects(call, group, { withProjects: true });
  });

  for (const [action, archived] of [
    ['archive', true],
    ['unarchive', false],
  ] as const) {
    routes.post(`/groups/:id/${action}`, { permission: 'archive_group' }, (call) => {
      const group = call.group('owner');
      if (group.archived === archived) throw failure(422, `Group is already ${archived ? 'archived' : 'unarchived'}!`);
      group.archived = archived;
      return presentGroup(call, group);
    });
  }

  routes.post(
    '/groups/:id/transfer',
    { permission: 'transfer_group', params: { group_id: optional.integer() } },
    (call) => {
      const { world } = call;
      const group = call.group('owner');
      const parent = parentOf(call, call.params.group_id);
      if ((parent?.id ?? null) === group.parentId) {
        throw failure(
          400,
          `Transfer failed: Group is already ${parent === undefined ? 'a root group' : 'associated to the parent group'}.`,
        );
      }
      if (parent !== undefined && world.groups.selfAndAncestors(parent).includes(group)) {
        throw failure(400, 'Transfer failed: The parent group cannot be the group itself or one of its subgroups.');
      }
      checkPath(world, parent, group.path);
      group.parentId = parent?.id ?? null;
      relocate(world, group);
      return presentGroupDetail(call, group);
    },
  );
  routes.get('/groups/:id/transfer_locations', { permission: 'read_group', params: groupFilters }, (call) => {
    const { world } = call;
    const group = call.group('owner');
    const inside = new Set([group, ...world.groups.descendants(group)]);
    return listGroups(
      call,
      world.groups
        .all()
        .filter(
          (candidate) =>
            !inside.has(candidate) && candidate.id !== group.parentId && call.levelInGroup(candidate) >= levels.owner,
        ),
    );
  });
}

/** The group a new or moved group goes into; undefined for the top level. */
function parentOf(call: Call<unknown>, id: number | null | undefined): Group | undefined {
  if (id === undefined || id === null) return undefined;
  const parent = call.world.groups.find(id);
  if (parent === undefined || !canSeeGroup(call, parent)) throw notFound('Group');
  const minimum = parent.settings['subgroup_creation_level'] === 'owner' ? levels.owner : levels.maintainer;
  if (!call.admin && groupLevel(call.world, call.me, parent) < minimum) throw forbidden();
  return parent;
}

function checkPath(world: World, parent: Group | undefined, path: string, except?: Group): void {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(path) || /\.(git|atom)$/.test(path)) {
    throw invalidRecord({
      path: [
        "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
      ],
    });
  }
  const full = parent === undefined ? path : `${parent.fullPath}/${path}`;
  const group = world.groups.findByPath(full);
  const isUser = parent === undefined && world.users.findByUsername(path) !== undefined;
  if ((group !== undefined && group !== except) || isUser) {
    throw failure(400, 'Failed to save group {:path=>["has already been taken"]}');
  }
}

function apply(world: World, group: Group, params: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(settings)) {
    if (params[name] !== undefined) group.settings[name] = params[name];
  }
  if (typeof params['description'] === 'string') group.description = params['description'];
  if (typeof params['request_access_enabled'] === 'boolean')
    group.requestAccessEnabled = params['request_access_enabled'];
  if (params['avatar'] !== undefined) group.avatarUrl = storeAvatar(world, 'group', group.id, params['avatar']);
}

/** Gives a group and everything in it the paths that follow from where it is now. */
function relocate(world: World, group: Group): void {
  const parent = group.parentId === null ? undefined : world.groups.get(group.parentId);
  world.groups.move(group, parent === undefined ? group.path : `${parent.fullPath}/${group.path}`);
  for (const project of world.projects.inNamespace(group.id)) {
    world.projects.move(project, `${group.fullPath}/${project.path}`);
  }
  for (const child of world.groups.children(group.id)) relocate(world, child);
}

function deleteGroups(routes: Routes): void {
  routes.delete(
    '/groups/:id',
    { permission: 'delete_group', params: { permanently_remove: optional.boolean(), full_path: optional.string() } },
    (call) => {
      const { world, params } = call;
      const group = call.group('owner');
      if (params.permanently_remove === true) {
        if (group.markedForDeletionOn === null) throw failure(400, 'Group must be marked for deletion first.');
        if (params.full_path !== group.fullPath) {
          throw failure(400, '`full_path` is incorrect. You must enter the complete path for the subgroup.');
        }
        remove(world, group);
        return accepted();
      }
      if (group.markedForDeletionOn !== null) throw failure(400, 'Group has been already marked for deletion');
      group.markedForDeletionOn = world.clock.today();
      world.clock.at(world.clock.now() + retentionDays * 24 * 3_600_000, () => {
        if (group.markedForDeletionOn !== null) remove(world, group);
      });
      return accepted();
    },
  );
  routes.post('/groups/:id/restore', { permission: 'update_group' }, (call) => {
    const group = call.group('owner');
    group.markedForDeletionOn = null;
    return presentGroupDetail(call, group);
  });
}

function remove(world: World, group: Group): void {
  for (const child of world.groups.children(group.id)) remove(world, child);
  for (const project of world.projects.inNamespace(group.id)) world.projects.remove(project);
  world.groups.remove(group);
}

function shareGroups(routes: Routes): void {
  routes.post(
    '/groups/:id/share',
    {
      permission: 'share_group',
      params: {
        group_id: requires.integer(),
        group_access: requires.integer({ values: assignableLevels }),
        expires_at: optional.date(),
        member_role_id: optional.integer(),
      },
    },
    (call) => {
      const group = call.group('owner');
      const { group_id: groupId, group_access: groupAccess } = call.params;
      const invited = call.world.groups.find(groupId);
      if (invited === undefined || !canSeeGroup(call, invited)) throw notFound('Group');
      if (group.sharedWith.has(groupId)) throw conflict('Shared group already exists.');
      group.sharedWith.set(groupId, { groupId, groupAccess, expiresAt: call.params.expires_at ?? null });
      return presentWithProjects(call, group, { withProjects: true });
    },
  );
  routes.delete(
    '/groups/:id/share/:group_id',
    { permission: 'share_group', params: { group_id: requires.integer() } },
    (call) => {
      if (!call.group('owner').sharedWith.delete(call.params.group_id)) throw notFound();
    },
  );

  routes.get('/groups/:id/groups/shared', { permission: 'read_group', params: groupFilters }, (call) => {
    const { id } = call.group();
    return listGroups(
      call,
      call.world.groups.all().filter((other) => other.sharedWith.has(id)),
    );
  });
  routes.get('/groups/:id/invited_groups', { permission: 'read_group', params: groupFilters }, (call) => {
    const invited = [...call.group().sharedWith.keys()].flatMap((id) => call.world.groups.find(id) ?? []);
    return listGroups(call, invited);
  });
}
