import type { Viewer } from '../world/links.ts';
import type { Issue } from '../world/issues.ts';
import { levels } from '../world/members.ts';
import type { MergeRequest } from '../world/merge-requests.ts';
import type { Note } from '../world/notes.ts';
import type { Project } from '../world/projects.ts';
import { canSeeProject, canUseFeature, viewerProjectLevel } from './levels.ts';

/** Planners and up look after issues: they set labels, milestones and assignees, and see what is confidential. */
export function canPlan(viewer: Viewer, project: Project): boolean {
  return viewerProjectLevel(viewer, project) >= levels.planner;
}

export function canReadIssues(viewer: Viewer, project: Project): boolean {
  return canSeeProject(viewer, project) && canUseFeature(viewer, project, 'issues');
}

/** Confidential issues are for planners and up, their author and their assignees. */
export function canReadIssue(viewer: Viewer, project: Project, issue: Issue): boolean {
  if (!canReadIssues(viewer, project)) return false;
  return !issue.confidential || canPlan(viewer, project) || isInvolved(viewer, issue);
}

function isInvolved({ user }: Viewer, { authorId, assigneeIds }: Issue | MergeRequest): boolean {
  return user !== undefined && (authorId === user.id || assigneeIds.includes(user.id));
}

/** Authors and assignees may edit what they work on; the rest is for planners. */
export function canUpdateIssue(viewer: Viewer, project: Project, issue: Issue): boolean {
  return viewer.user !== undefined && (canPlan(viewer, project) || isInvolved(viewer, issue));
}

/** Guests of a private project see its issues, not its code, nor what wants to change it. */
export function canReadMergeRequests(viewer: Viewer, project: Project): boolean {
  if (!canSeeProject(viewer, project) || !canUseFeature(viewer, project, 'merge_requests')) return false;
  return project.visibility !== 'private' || viewerProjectLevel(viewer, project) >= levels.planner;
}

export function canUpdateMergeRequest(viewer: Viewer, project: Project, mergeRequest: MergeRequest): boolean {
  if (viewer.user === undefined) return false;
  return viewerProjectLevel(viewer, project) >= levels.developer || isInvolved(viewer, mergeRequest);
}

/** Labels, milestone, assignees and reviewers of a merge request. */
export function canTriageMergeRequest(viewer: Viewer, project: Project): boolean {
  return viewerProjectLevel(viewer, project) >= levels.reporter;
}

/** Internal notes stay among planners and up; whoever wrote one sees it too. */
export function canReadNote(viewer: Viewer, project: Project | undefined, note: Note): boolean {
  if (!note.internal || viewer.admin) return true;
  if (viewer.user === undefined) return false;
  return note.authorId === viewer.user.id || (project !== undefined && canPlan(viewer, project));
}
