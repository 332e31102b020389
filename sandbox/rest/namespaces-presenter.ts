import { groupLevel } from '../access/levels.ts';
import type { Viewer } from '../world/links.ts';
import { levels } from '../world/members.ts';
import { effectiveTier, isEnterprise } from '../world/settings.ts';
import type { World } from '../world/world.ts';

/** The namespace of a project, in short. */
export function presentNamespaceBasic(world: World, namespaceId: number) {
  const group = world.groups.find(namespaceId);
  if (group !== undefined) {
    return {
      id: group.id,
      name: group.name,
      path: group.path,
      kind: 'group',
      full_path: group.fullPath,
      parent_id: group.parentId,
      avatar_url: group.avatarUrl,
      web_url: world.url(`/groups/${group.fullPath}`),
    };
  }
  const personal = world.personalNamespaces.get(namespaceId);
  if (personal === undefined) throw new Error(`no namespace ${namespaceId}`);
  const user = world.users.get(personal.userId);
  return {
    id: namespaceId,
    name: user.name,
    path: user.username,
    kind: 'user',
    full_path: user.username,
    parent_id: null,
    avatar_url: user.avatarUrl,
    web_url: world.url(`/${user.username}`),
  };
}

/** A namespace with what its owners may know: counts, and in Enterprise builds its plan. */
export function presentNamespace(viewer: Viewer, namespaceId: number) {
  const { world } = viewer;
  const basic = presentNamespaceBasic(world, namespaceId);
  const group = world.groups.find(namespaceId);
  const level = viewer.admin
    ? levels.owner
    : group === undefined
      ? viewer.user?.namespaceId === namespaceId
        ? levels.owner
        : levels.none
      : groupLevel(world, viewer.user, group);
  const isOwner = level >= levels.owner;
  const isTop = basic.parent_id === null;
  return {
    ...basic,
    ...(group !== undefined && level >= levels.maintainer
      ? { members_count_with_descendants: membersBelow(world, namespaceId) }
      : {}),
    ...(isOwner && isTop ? { root_repository_size: 0, projects_count: projectsBelow(world, namespaceId) } : {}),
    ...(isOwner && isEnterprise(world.settings) ? presentPlan(world, namespaceId) : {}),
  };
}

/** Self-managed instances have one licence for all and call every plan `default`; GitLab.com has plans per group. */
function presentPlan(world: World, namespaceId: number) {
  const { settings } = world;
  const isPersonal = world.groups.find(namespaceId) === undefined;
  const plan = settings.edition === 'com' ? (isPersonal ? 'free' : effectiveTier(settings)) : 'default';
  return {
    billable_members_count: isPersonal ? 1 : membersBelow(world, namespaceId),
    seats_in_use: isPersonal ? 0 : membersBelow(world, namespaceId),
    max_seats_used: 0,
    max_seats_used_changed_at: null,
    plan,
    end_date: null,
    trial_ends_on: null,
    trial: false,
  };
}

function membersBelow(world: World, groupId: number): number {
  const group = world.groups.find(groupId);
  if (group === undefined) return 0;
  const people = new Set<number>();
  for (const current of [group, ...world.groups.descendants(group)]) {
    for (const userId of current.members.keys()) people.add(userId);
    for (const project of world.projects.inNamespace(current.id)) {
      for (const userId of project.members.keys()) people.add(userId);
    }
  }
  return people.size;
}

function projectsBelow(world: World, namespaceId: number): number {
  const group = world.groups.find(namespaceId);
  const below = group === undefined ? [] : world.groups.descendants(group);
  return [namespaceId, ...below.map(({ id }) => id)].reduce(
    (sum, id) => sum + world.projects.inNamespace(id).length,
    0,
  );
}
