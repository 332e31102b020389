import { canReadIssue } from '../access/planning.ts';
import { issuesClosedBy } from '../world/references.ts';
import { mergeRequestOf } from './issuable-lookup.ts';
import { presentIssue, presentIssueBasic } from './issues-presenter.ts';
import { requires } from './params.ts';
import { issuesMentionedBy } from './related.ts';
import type { Routes } from './routes.ts';
import { presentUserById } from './users-presenter.ts';

const iid = { merge_request_iid: requires.integer() };

/** Issues a merge request closes or speaks of, and who reviews it. */
export function mergeRequestRelations(routes: Routes): void {
  const path = '/projects/:id/merge_requests/:merge_request_iid';
  routes.get(`${path}/closes_issues`, { permission: 'read_merge_request', params: iid }, (call) => {
    const { mergeRequest } = mergeRequestOf(call);
    const found = issuesClosedBy(call.world, mergeRequest).filter((issue) =>
      canReadIssue(call, call.world.projects.get(issue.projectId), issue),
    );
    return call.page(found, (issue) => presentIssueBasic(call, issue));
  });
  routes.get(`${path}/related_issues`, { permission: 'read_merge_request', params: iid }, (call) => {
    const { mergeRequest } = mergeRequestOf(call);
    const found = new Set([
      ...issuesClosedBy(call.world, mergeRequest),
      ...issuesMentionedBy(call.world, mergeRequest),
    ]);
    const readable = [...found].filter((issue) => canReadIssue(call, call.world.projects.get(issue.projectId), issue));
    return call.page(readable, (issue) => presentIssue(call, issue));
  });
  routes.get(`${path}/reviewers`, { permission: 'read_merge_request', params: iid }, (call) => {
    const { mergeRequest } = mergeRequestOf(call);
    return call.page(mergeRequest.reviewers, ({ userId, state, createdAt }) => ({
      user: presentUserById(call.world, userId),
      state,
      created_at: createdAt,
    }));
  });
}
