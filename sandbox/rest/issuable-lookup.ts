import { canReadIssue, canReadIssues, canReadMergeRequests } from '../access/planning.ts';
import { forbidden, noRecord } from '../http/refusal.ts';
import { type Issue, findIssueByIid } from '../world/issues.ts';
import { type MergeRequest, findMergeRequestByIid } from '../world/merge-requests.ts';
import { refresh } from '../world/merge-request-pushes.ts';
import type { Project } from '../world/projects.ts';
import type { Call } from './call.ts';

export interface FoundIssue {
  readonly project: Project;
  readonly issue: Issue;
}

export interface FoundMergeRequest {
  readonly project: Project;
  readonly mergeRequest: MergeRequest;
}

/** The issue of the path; 404 for those who may not see it. */
export function issueOf(call: Call<unknown>, parameter = 'issue_iid'): FoundIssue {
  const project = call.project();
  const issue = findIssueByIid(call.world, project, iidIn(call, parameter));
  if (issue === undefined || !canReadIssue(call, project, issue)) throw noRecord();
  return { project, issue };
}

/** The merge request of the path, as it is after the latest push. */
export function mergeRequestOf(call: Call<unknown>, parameter = 'merge_request_iid'): FoundMergeRequest {
  const project = call.project();
  if (!canReadMergeRequests(call, project)) throw forbidden();
  const mergeRequest = findMergeRequestByIid(call.world, project, iidIn(call, parameter));
  if (mergeRequest === undefined) throw noRecord();
  refresh(call.world, mergeRequest);
  return { project, mergeRequest };
}

/** Declared as an integer by the route, or part of a path that is taken as it comes. */
function iidIn(call: Call<unknown>, parameter: string): number {
  const text = call.path(parameter);
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

export function requireIssues(call: Call<unknown>, project: Project): void {
  if (!canReadIssues(call, project)) throw forbidden();
}

export function requireMergeRequests(call: Call<unknown>, project: Project): void {
  if (!canReadMergeRequests(call, project)) throw forbidden();
}

/** Nothing about an archived project changes. */
export function requireActive(project: Project): void {
  if (project.archived) throw forbidden();
}
