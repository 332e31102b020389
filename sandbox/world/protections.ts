import { viewerGroupLevel, viewerProjectLevel } from '../access/levels.ts';
import type { Group } from './groups.ts';
import type { Viewer } from './links.ts';
import { levels } from './members.ts';
import type { Project } from './projects.ts';
import { hasTier } from './settings.ts';
import { type World, defineState } from './world.ts';

/** Who may do something to a protected name: everybody from a level on, or one user, group or deploy key. */
export interface AccessRule {
  readonly id: number;
  /** 0: no one. Null when the rule names a user, a group or a key. */
  readonly accessLevel: number | null;
  readonly userId: number | null;
  readonly groupId: number | null;
  readonly deployKeyId: number | null;
}

export interface ProtectedBranch {
  readonly id: number;
  /** A name, or a pattern with `*`. */
  readonly name: string;
  push: AccessRule[];
  merge: AccessRule[];
  unprotect: AccessRule[];
  allowForcePush: boolean;
  codeOwnerApprovalRequired: boolean;
}

export interface ProtectedTag {
  readonly name: string;
  readonly create: AccessRule[];
}

interface Protections {
  readonly branches: ProtectedBranch[];
  readonly tags: ProtectedTag[];
  /** The first branch of a project is protected once; who unprotects it means it. */
  isDefaultDone: boolean;
}

const protectionsState = defineState(() => new Map<number, Protections>());

/** Protections of a project; its default branch begins as maintainers' only. */
export function protectionsOf(world: World, project: Project): Protections {
  const state = world.state(protectionsState);
  let protections = state.get(project.id);
  if (protections === undefined) {
    protections = { branches: [], tags: [], isDefaultDone: false };
    state.set(project.id, protections);
  }
  if (!protections.isDefaultDone && project.defaultBranch !== null) {
    protections.isDefaultDone = true;
    protections.branches.push(protectBranch(world, project.defaultBranch));
  }
  return protections;
}

/** A protection for maintainers, not yet added to any project. */
export function protectBranch(world: World, name: string, given: Partial<ProtectedBranch> = {}): ProtectedBranch {
  return {
    push: [accessRule(world, { accessLevel: levels.maintainer })],
    merge: [accessRule(world, { accessLevel: levels.maintainer })],
    unprotect: [],
    allowForcePush: false,
    codeOwnerApprovalRequired: false,
    ...given,
    id: world.nextId('protected_branch'),
    name,
  };
}

export function accessRule(world: World, given: Partial<Omit<AccessRule, 'id'>>): AccessRule {
  return {
    id: world.nextId('access_level'),
    accessLevel: null,
    userId: null,
    groupId: null,
    deployKeyId: null,
    ...given,
  };
}

export function protectedBranchesFor(world: World, project: Project, branch: string): ProtectedBranch[] {
  const all = [...protectionsOf(world, project).branches, ...inheritedProtections(world, project)];
  return all.filter(({ name }) => matchesPattern(name, branch));
}

const groupProtectionsState = defineState(() => new Map<number, ProtectedBranch[]>());

/** What a group protects in all of its projects. */
export function groupProtectionsOf(world: World, group: Group): ProtectedBranch[] {
  const state = world.state(groupProtectionsState);
  const list = state.get(group.id) ?? [];
  state.set(group.id, list);
  return list;
}

/** Protections a project has from the groups above it; from Premium on. */
export function inheritedProtections(world: World, project: Project): ProtectedBranch[] {
  const group = world.groups.find(project.namespaceId);
  if (group === undefined || !hasTier(world.settings, 'premium')) return [];
  return world.groups.selfAndAncestors(group).flatMap((ancestor) => groupProtectionsOf(world, ancestor));
}

export function isProtectedBranch(world: World, project: Project, branch: string): boolean {
  return protectedBranchesFor(world, project, branch).length > 0;
}

export function isProtectedTag(world: World, project: Project, tag: string): boolean {
  return protectionsOf(world, project).tags.some(({ name }) => matchesPattern(name, tag));
}

/** Developers push where nothing is protected; elsewhere the rules say who. */
export function canPushTo(viewer: Viewer, project: Project, branch: string): boolean {
  return isAllowed(viewer, project, 'push', branch);
}

export function canMergeInto(viewer: Viewer, project: Project, branch: string): boolean {
  return isAllowed(viewer, project, 'merge', branch);
}

function isAllowed(viewer: Viewer, project: Project, kind: 'push' | 'merge', branch: string): boolean {
  if (viewerProjectLevel(viewer, project) < levels.developer) return false;
  const rules = protectedBranchesFor(viewer.world, project, branch);
  // Several patterns may fit: the most permissive one counts.
  return rules.length === 0 || rules.some((rule) => rule[kind].some((access) => grants(viewer, project, access)));
}

export function canCreateTag(viewer: Viewer, project: Project, tag: string): boolean {
  if (viewerProjectLevel(viewer, project) < levels.developer) return false;
  const rules = protectionsOf(viewer.world, project).tags.filter(({ name }) => matchesPattern(name, tag));
  return rules.length === 0 || rules.some(({ create }) => create.some((access) => grants(viewer, project, access)));
}

/** Whether one access rule lets the viewer through. */
export function grants(viewer: Viewer, project: Project, access: AccessRule): boolean {
  if (access.userId !== null) return access.userId === viewer.user?.id;
  if (access.groupId !== null) {
    const group = viewer.world.groups.find(access.groupId);
    return group !== undefined && viewerGroupLevel(viewer, group) >= levels.developer;
  }
  const { accessLevel } = access;
  return accessLevel !== null && accessLevel > 0 && viewerProjectLevel(viewer, project) >= accessLevel;
}

/** `release/*` covers everything below it, slashes included. */
export function matchesPattern(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern === name;
  const source = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`).test(name);
}

/** How GitLab words a level. */
export function describeAccess(world: World, { accessLevel, userId, groupId }: AccessRule): string {
  if (userId !== null) return world.users.find(userId)?.name ?? '';
  if (groupId !== null) return world.groups.find(groupId)?.name ?? '';
  return accessLevel === null ? '' : (accessNames[accessLevel] ?? '');
}

const accessNames: Readonly<Record<number, string>> = {
  0: 'No one',
  [levels.developer]: 'Developers + Maintainers',
  [levels.maintainer]: 'Maintainers',
  60: 'Instance admins',
};
