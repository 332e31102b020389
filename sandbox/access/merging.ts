import type { Viewer } from '../world/links.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import { viewerProjectLevel } from './levels.ts';

/** Whether the viewer may push to a branch. Where no protection says otherwise, only the default branch is protected. */
export function mayPush(viewer: Viewer, project: Project, branch: string): boolean {
  return mayChange(viewer, project, branch, 'push');
}

export function mayMergeInto(viewer: Viewer, project: Project, branch: string): boolean {
  return mayChange(viewer, project, branch, 'merge');
}

function mayChange(viewer: Viewer, project: Project, branch: string, how: 'push' | 'merge'): boolean {
  const level = viewerProjectLevel(viewer, project);
  if (level < levels.developer) return false;
  const decided = viewer.world.links.mayChangeBranch(viewer, project, branch, how);
  return decided ?? (branch !== project.defaultBranch || level >= levels.maintainer);
}
