import type { Group } from '../world/groups.ts';
import type { LevelName, Member, Members } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';

/** A project or a group, as far as its members are concerned. */
export interface Source {
  readonly kind: 'project' | 'group';
  readonly of: Project | Group;
  readonly members: Members;
  /** The viewer's level in it. */
  readonly level: number;
}

/** What managing members takes: maintainers do in projects, owners in groups. */
export const managers = { project: 'maintainer', group: 'owner' } as const satisfies Record<Source['kind'], LevelName>;

/** The project or group of `:id`. */
export function sourceOf(call: Call<unknown>, kind: Source['kind']): Source {
  if (kind === 'project') {
    const project = call.project();
    return { kind, of: project, members: project.members, level: call.levelIn(project) };
  }
  const group = call.group();
  return { kind, of: group, members: group.members, level: call.levelInGroup(group) };
}

/** As `sourceOf`, for those who manage its members. */
export function managedSource(call: Call<unknown>, kind: Source['kind']): Source {
  const source = sourceOf(call, kind);
  if (source.kind === 'project') call.requireProjectLevel(call.project(), managers.project);
  else call.requireGroupLevel(call.group(), managers.group);
  return source;
}

/** Direct and inherited members, each once and at their highest level. */
export function allMembers(world: World, source: Source): Member[] {
  const parentId = source.kind === 'project' ? (source.of as Project).namespaceId : source.of.id; // by its kind
  const group = world.groups.find(parentId);
  const lists = [
    source.members,
    ...(group === undefined ? [] : world.groups.selfAndAncestors(group).map(({ members }) => members)),
  ];
  const best = new Map<number, Member>();
  for (const members of lists) {
    for (const member of members.values()) {
      const known = best.get(member.userId);
      if (known === undefined || known.accessLevel < member.accessLevel) best.set(member.userId, member);
    }
  }
  return [...best.values()].sort((a, b) => a.userId - b.userId);
}

/** The level a user has in a source without their direct membership. */
export function inheritedLevel(world: World, source: Source, userId: number): { level: number; from: string } {
  const start = source.kind === 'project' ? (source.of as Project).namespaceId : (source.of as Group).parentId; // by its kind
  const group = start === null ? undefined : world.groups.find(start);
  let found = { level: 0, from: '' };
  for (const current of group === undefined ? [] : world.groups.selfAndAncestors(group)) {
    const level = current.members.get(userId)?.accessLevel ?? 0;
    if (level > found.level) found = { level, from: current.name };
  }
  return found;
}
