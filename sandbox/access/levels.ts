import type { Group } from '../world/groups.ts';
import type { Viewer } from '../world/links.ts';
import { type GroupShare, type Member, type Members, levels } from '../world/members.ts';
import type { FeatureAccess, Project, ProjectFeature } from '../world/projects.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';

/** The level a user has in a group: their own, or one inherited from above, or through an invited group. */
export function groupLevel(world: World, user: User | undefined, group: Group): number {
  if (user === undefined) return levels.none;
  let best = 0;
  for (const current of world.groups.selfAndAncestors(group)) {
    best = Math.max(best, directLevel(world, current.members, user.id), sharedLevel(world, current.sharedWith, user));
  }
  return best;
}

/** The level a user has in a project: direct, from the groups above it, through invited groups, or as its owner. */
export function projectLevel(world: World, user: User | undefined, project: Project): number {
  if (user === undefined) return levels.none;
  if (user.namespaceId === project.namespaceId) return levels.owner;
  const group = world.groups.find(project.namespaceId);
  return Math.max(
    directLevel(world, project.members, user.id),
    sharedLevel(world, project.sharedWith, user),
    group === undefined ? 0 : groupLevel(world, user, group),
  );
}

function directLevel(world: World, members: Members, userId: number): number {
  const member = members.get(userId);
  return member !== undefined && isCurrent(world, member) ? member.accessLevel : 0;
}

export function isCurrent(world: World, membership: Member | GroupShare): boolean {
  return membership.expiresAt === null || membership.expiresAt > world.clock.today();
}

/** An invited group brings its members, at most at the level it was invited with. */
function sharedLevel(world: World, shares: ReadonlyMap<number, GroupShare>, user: User): number {
  let best = 0;
  for (const share of shares.values()) {
    const group = world.groups.find(share.groupId);
    if (group === undefined || !isCurrent(world, share)) continue;
    const inGroup = world.groups
      .selfAndAncestors(group)
      .reduce((level, current) => Math.max(level, directLevel(world, current.members, user.id)), 0);
    best = Math.max(best, Math.min(share.groupAccess, inGroup));
  }
  return best;
}

/** What the viewer may do: administrators act as owners everywhere. */
export function viewerProjectLevel(viewer: Viewer, project: Project): number {
  return viewer.admin ? levels.owner : projectLevel(viewer.world, viewer.user, project);
}

export function viewerGroupLevel(viewer: Viewer, group: Group): number {
  return viewer.admin ? levels.owner : groupLevel(viewer.world, viewer.user, group);
}

/** What waits for its deletion is seen by owners only. */
export function canSeeProject(viewer: Viewer, project: Project): boolean {
  if (project.markedForDeletionOn !== null && viewerProjectLevel(viewer, project) < levels.owner) return false;
  if (project.visibility === 'public' || viewer.admin) return true;
  if (viewer.user === undefined) return false;
  if (project.visibility === 'internal' && !viewer.user.external) return true;
  return projectLevel(viewer.world, viewer.user, project) > 0;
}

/** A private group is also seen by members of anything inside it. */
export function canSeeGroup(viewer: Viewer, group: Group): boolean {
  if (group.markedForDeletionOn !== null && viewerGroupLevel(viewer, group) < levels.owner) return false;
  if (group.visibility === 'public' || viewer.admin) return true;
  if (viewer.user === undefined) return false;
  if (group.visibility === 'internal' && !viewer.user.external) return true;
  const { world, user } = viewer;
  if (groupLevel(world, user, group) > 0) return true;
  const below = [group, ...world.groups.descendants(group)];
  return below.some(
    (current) =>
      current.members.has(user.id) ||
      world.projects.inNamespace(current.id).some((project) => project.members.has(user.id)),
  );
}

/** Whether one feature of a project is open to the viewer: off, for members only, or for everyone who sees it. */
export function canUseFeature(viewer: Viewer, project: Project, feature: ProjectFeature): boolean {
  const access: FeatureAccess = project.settings[`${feature}_access_level`];
  if (access === 'disabled') return false;
  return access !== 'private' || viewerProjectLevel(viewer, project) > 0;
}

/** Guests of a private or internal-for-others project see its issues, not its code. */
export function canReadCode(viewer: Viewer, project: Project): boolean {
  if (!canUseFeature(viewer, project, 'repository')) return false;
  return project.visibility !== 'private' || viewerProjectLevel(viewer, project) >= levels.reporter;
}
