import { canSeeProject } from '../access/levels.ts';
import { canPlan } from '../access/planning.ts';
import { badRequest, notFound } from '../http/refusal.ts';
import { changeState, noteableOf, recordActivity } from '../world/issuable-changes.ts';
import { fullReference } from '../world/issuables.ts';
import { type Issue, createIssue } from '../world/issues.ts';
import { addSystemNote } from '../world/notes.ts';
import type { Project } from '../world/projects.ts';
import type { Call } from './call.ts';
import { labelIdsFrom } from './issuable-input.ts';
import { issueOf } from './issuable-lookup.ts';
import { presentIssue } from './issues-presenter.ts';
import { optional, requires } from './params.ts';
import type { Routes } from './routes.ts';

const issueIid = { issue_iid: requires.integer() };

/** Taking an issue to another project, or making another one like it. */
export function issueMoves(routes: Routes): void {
  const params = { ...issueIid, to_project_id: requires.integer() };
  routes.post('/projects/:id/issues/:issue_iid/move', { permission: 'update_work_item', params }, (call) => {
    const { project, issue } = issueOf(call);
    const target = call.world.projects.find(call.params.to_project_id);
    if (target === undefined || !canSeeProject(call, target)) throw notFound('Project');
    if (target.id === project.id) throw badRequest('Cannot move issue to project it originates from!');
    if (!canPlan(call, project) || !canPlan(call, target)) {
      throw badRequest('Cannot move issue due to insufficient permissions!');
    }
    if (issue.state === 'closed' && issue.movedToId !== null) {
      throw badRequest('Cannot move issue due to insufficient permissions!');
    }
    const { world, me } = call;
    const deed = { userId: me.id };
    const moved = copyTo(call, issue, target);
    issue.movedToId = moved.id;
    addSystemNote(world, noteableOf(moved), { body: `moved from ${fullReference(world, issue)}`, authorId: me.id });
    addSystemNote(world, noteableOf(issue), { body: `moved to ${fullReference(world, moved)}`, authorId: me.id });
    changeState(world, issue, 'close', deed);
    return presentIssue(call, moved, { subscribed: true });
  });

  const cloning = { ...params, with_notes: optional.boolean({ default: false }) };
  routes.post('/projects/:id/issues/:issue_iid/clone', { permission: 'clone_work_item', params: cloning }, (call) => {
    const { project, issue } = issueOf(call);
    const target = call.world.projects.find(call.params.to_project_id);
    if (target === undefined || !canSeeProject(call, target)) throw notFound('Project');
    if (!canPlan(call, project) || !canPlan(call, target)) {
      throw badRequest('Cannot clone issue due to insufficient permissions!');
    }
    const clone = copyTo(call, issue, target);
    const { world, me } = call;
    addSystemNote(world, noteableOf(clone), { body: `cloned from ${fullReference(world, issue)}`, authorId: me.id });
    addSystemNote(world, noteableOf(issue), { body: `cloned to ${fullReference(world, clone)}`, authorId: me.id });
    return presentIssue(call, clone, { subscribed: true });
  });
}

/** The same issue in another project, with the labels and the milestone that exist there by name. */
function copyTo(call: Call<unknown>, issue: Issue, target: Project): Issue {
  const { world } = call;
  const { title, description, confidential, type, dueDate, weight, timeEstimate, spent } = issue;
  const labels = labelIdsFrom(call, target, { labels: presentIssue(call, issue).labels.map(String) }) ?? [];
  const copy = createIssue(world, target, {
    title,
    description,
    confidential,
    type,
    dueDate,
    weight,
    timeEstimate,
    spent: [...spent],
    assigneeIds: issue.assigneeIds,
    labelIds: labels,
    authorId: issue.authorId,
    createdAt: issue.createdAt,
  });
  copy.updatedAt = call.now();
  recordActivity(world, copy, 'opened', { userId: call.me.id });
  return copy;
}
