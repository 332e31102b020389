import type { Viewer } from '../world/links.ts';
import { levels } from '../world/members.ts';
import type { Snippet } from '../world/snippets.ts';
import { canSeeProject, canUseFeature, viewerProjectLevel } from './levels.ts';

/** Private snippets are for their author, or for members of their project; internal ones for everybody signed in. */
export function canReadSnippet(viewer: Viewer, snippet: Snippet): boolean {
  const { user, admin, world } = viewer;
  if (snippet.projectId !== null) {
    const project = world.projects.find(snippet.projectId);
    if (project === undefined || !canSeeProject(viewer, project) || !canUseFeature(viewer, project, 'snippets'))
      return false;
    if (admin || snippet.authorId === user?.id || viewerProjectLevel(viewer, project) > 0) return true;
  }
  if (admin || snippet.authorId === user?.id || snippet.visibility === 'public') return true;
  return snippet.visibility === 'internal' && user !== undefined && !user.external;
}

export function canUpdateSnippet(viewer: Viewer, snippet: Snippet): boolean {
  if (viewer.user === undefined) return false;
  if (viewer.admin || snippet.authorId === viewer.user.id) return true;
  const project = snippet.projectId === null ? undefined : viewer.world.projects.find(snippet.projectId);
  return project !== undefined && viewerProjectLevel(viewer, project) >= levels.maintainer;
}
