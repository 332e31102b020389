import { canPlan, canReadIssue, canReadIssues, canUpdateIssue } from '../access/planning.ts';
import { failure, forbidden, invalidRecord, noRecord, unauthorized } from '../http/refusal.ts';
import { applyIssueChanges, changeState, recordActivity, recordMentions } from '../world/issuable-changes.ts';
import {
  type Issue,
  createIssue,
  findIssue,
  findIssueByIid,
  issueLinks,
  issuesOf,
  removeIssue,
} from '../world/issues.ts';
import type { Viewer } from '../world/links.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import { hasTier } from '../world/settings.ts';
import type { Call } from './call.ts';
import { issuableInput, assigneeIdsFrom, canBeAssigned, labelIdsFrom, milestoneIdFrom } from './issuable-input.ts';
import { issueOf, requireActive, requireIssues } from './issuable-lookup.ts';
import {
  issueFilters,
  issueSelection,
  countIssues,
  issueTypes,
  listIssues,
  projectsBelow,
  scopeOfAll,
  scopeOfMine,
} from './issue-list.ts';
import { issueMoves } from './issue-moves.ts';
import { closingMergeRequests, presentIssue, readableBy } from './issues-presenter.ts';
import { presentMergeRequestBasic } from './merge-requests-presenter.ts';
import { runInDescription } from './quick-actions.ts';
import { mergeRequestsMentioning } from './related.ts';
import { optional, requires, type Values } from './params.ts';
import { resolveThreadsOf } from './resolve-threads.ts';
import type { Resource, Routes } from './routes.ts';

/** Issues: finding, opening, changing, moving and deleting them. */
export const issues: Resource = {
  routes(routes) {
    lists(routes);
    single(routes);
    create(routes);
    update(routes);
    destroy(routes);
    issueMoves(routes);
    reorder(routes);
    related(routes);
  },
  links: {
    openIssuesCount: (viewer, project) =>
      issuesOf(viewer.world, project).filter(
        (issue) => issue.state === 'opened' && canReadIssue(viewer, project, issue),
      ).length,
  },
};

function lists(routes: Routes): void {
  const options = { permission: 'read_work_item' } as const;
  const visible = (viewer: Viewer) => viewer.world.projects.all().filter((project) => canReadIssues(viewer, project));
  const checkScope = (call: Call<{ readonly scope: string }>) => {
    if (call.user === undefined && call.params.scope !== 'all') throw unauthorized();
  };
  routes.get(
    '/issues',
    { ...options, access: 'public', boundary: 'user', params: { ...issueFilters, scope: scopeOfMine } },
    (call) => {
      checkScope(call);
      return listIssues(call, visible(call));
    },
  );
  routes.get('/groups/:id/issues', { ...options, params: { ...issueFilters, scope: scopeOfAll } }, (call) => {
    const group = call.group();
    const archived = call.params.non_archived !== false;
    const projects = projectsBelow(call.world, group).filter(
      (project) => canReadIssues(call, project) && !(archived && project.archived),
    );
    return listIssues(call, projects, { group });
  });
  routes.get('/projects/:id/issues', { ...options, params: { ...issueFilters, scope: scopeOfAll } }, (call) => {
    const project = call.project();
    requireIssues(call, project);
    return listIssues(call, [project], { keyset: true });
  });

  routes.get(
    '/issues_statistics',
    { ...options, boundary: 'user', access: 'public', params: { ...issueSelection, scope: scopeOfMine } },
    (call) => {
      checkScope(call);
      return countIssues(call, visible(call), call.params);
    },
  );
  routes.get(
    '/groups/:id/issues_statistics',
    { ...options, params: { ...issueSelection, scope: scopeOfAll } },
    (call) => countIssues(call, projectsBelow(call.world, call.group()), call.params),
  );
  routes.get(
    '/projects/:id/issues_statistics',
    { ...options, params: { ...issueSelection, scope: scopeOfAll } },
    (call) => {
      const project = call.project();
      requireIssues(call, project);
      return countIssues(call, [project], call.params);
    },
  );
}

const issueIid = { issue_iid: requires.integer() };

function single(routes: Routes): void {
  routes.get(
    '/issues/:id',
    { permission: 'read_work_item', access: 'admin', boundary: 'instance', params: { id: requires.integer() } },
    (call) => {
      const issue = findIssue(call.world, call.params.id);
      if (issue === undefined) throw noRecord();
      return presentIssue(call, issue, { subscribed: true });
    },
  );
  routes.get('/projects/:id/issues/:issue_iid', { permission: 'read_work_item', params: issueIid }, (call) => {
    const { issue } = issueOf(call);
    return presentIssue(call, issue, { subscribed: true });
  });
}

const input = {
  ...issuableInput,
  due_date: optional.date(),
  start_date: optional.date(),
  confidential: optional.boolean(),
  issue_type: optional.string({ values: issueTypes }),
  weight: optional.integer(),
  epic_id: optional.integer(),
  epic_iid: optional.integer(),
};

type Input = Values<typeof input>;

/** The details a caller may set: those without the right to plan have them left out, not refused. */
function changesFrom(call: Call<Input>, project: Project, current?: Issue) {
  const { params } = call;
  const isPlanner = canPlan(call, project);
  const labelIds = isPlanner ? labelIdsFrom(call, project, params, current) : undefined;
  const assigneeIds = isPlanner ? assigneeIdsFrom(call, params, canBeAssigned(call, project)) : undefined;
  const milestoneId = isPlanner ? milestoneIdFrom(call, project, params) : undefined;
  const weight = isPlanner && hasTier(call.world.settings, 'premium') ? params.weight : undefined;
  if (weight !== undefined && weight !== null && weight < 0) {
    throw invalidRecord({ weight: ['must be greater than or equal to 0'] });
  }
  return {
    ...(labelIds === undefined ? {} : { labelIds }),
    ...(assigneeIds === undefined ? {} : { assigneeIds }),
    ...(milestoneId === undefined ? {} : { milestoneId }),
    ...(weight === undefined ? {} : { weight }),
    ...(params.description === undefined ? {} : { description: params.description }),
    ...(!isPlanner || params.due_date === undefined ? {} : { dueDate: params.due_date }),
    ...(!isPlanner || params.start_date === undefined ? {} : { startDate: params.start_date }),
    ...(params.issue_type === undefined || params.issue_type === null ? {} : { type: params.issue_type }),
  };
}

function checkTitle(title: string): void {
  if (title.trim() === '') throw invalidRecord({ title: ["can't be blank"] });
  if (title.length > 255) throw invalidRecord({ title: ['is too long (maximum is 255 characters)'] });
}

function create(routes: Routes): void {
  const params = {
    ...input,
    title: requires.string(),
    iid: optional.integer(),
    created_at: optional.timestamp(),
    merge_request_to_resolve_discussions_of: optional.integer(),
    discussion_to_resolve: optional.string(),
  };
  routes.post('/projects/:id/issues', { permission: 'create_work_item', params }, (call) => {
    const project = call.project();
    requireIssues(call, project);
    requireActive(project);
    const { world, me } = call;
    checkTitle(call.params.title);
    const isOwner = call.levelIn(project) >= levels.owner;
    const { iid } = call.params;
    if (isOwner && iid !== undefined && iid !== null && findIssueByIid(world, project, iid) !== undefined) {
      throw failure(409, 'Duplicated issue');
    }
    const createdAt = isOwner ? call.params.created_at : undefined;
    const { labelIds, assigneeIds, milestoneId, ...details } = changesFrom(call, project);
    const issue = createIssue(world, project, {
      ...details,
      title: call.params.title,
      authorId: me.id,
      confidential: call.params.confidential ?? false,
      ...(isOwner && iid !== undefined && iid !== null ? { iid } : {}),
      ...(createdAt === undefined || createdAt === null ? {} : { createdAt }),
    });
    const deed = { userId: me.id, at: issue.createdAt };
    applyIssueChanges(
      world,
      issue,
      {
        ...(labelIds === undefined ? {} : { labelIds }),
        ...(assigneeIds === undefined ? {} : { assigneeIds }),
        ...(milestoneId === undefined ? {} : { milestoneId }),
      },
      deed,
    );
    recordActivity(world, issue, 'opened', deed);
    recordMentions(world, issue, issue.description ?? '', deed);
    resolveThreadsOf(call, project, issue, call.params);
    runInDescription(call, project, issue);
    return presentIssue(call, issue, { subscribed: true });
  });
}

const changeable = ['title', ...Object.keys(input), 'state_event', 'updated_at', 'created_at'] as const;

function update(routes: Routes): void {
  const params = {
    ...issueIid,
    ...input,
    title: optional.string(),
    state_event: optional.string({ values: ['reopen', 'close'] }),
    updated_at: optional.timestamp(),
  };
  routes.put(
    '/projects/:id/issues/:issue_iid',
    { permission: 'update_work_item', params, atLeastOneOf: changeable },
    (call) => {
      const { project, issue } = issueOf(call);
      if (!canUpdateIssue(call, project, issue)) throw forbidden();
      requireActive(project);
      const { world, me } = call;
      const {
        title,
        confidential,
        discussion_locked: locked,
        state_event: stateEvent,
        updated_at: updatedAt,
      } = call.params;
      if (title === null) throw invalidRecord({ title: ["can't be blank"] });
      if (title !== undefined) checkTitle(title);
      const deed = { userId: me.id };
      applyIssueChanges(
        world,
        issue,
        {
          ...changesFrom(call, project, issue),
          ...(title === undefined ? {} : { title }),
          ...(confidential === undefined || confidential === null || !canPlan(call, project) ? {} : { confidential }),
          ...(locked === undefined || !canPlan(call, project) ? {} : { discussionLocked: locked }),
        },
        deed,
      );
      if (stateEvent !== undefined && stateEvent !== null) changeState(world, issue, stateEvent, deed);
      if (call.params.description !== undefined) runInDescription(call, project, issue);
      if (updatedAt !== undefined && updatedAt !== null && call.levelIn(project) >= levels.owner)
        issue.updatedAt = updatedAt;
      return presentIssue(call, issue, { subscribed: true });
    },
  );
}

function destroy(routes: Routes): void {
  routes.delete('/projects/:id/issues/:issue_iid', { permission: 'delete_work_item', params: issueIid }, (call) => {
    const { project, issue } = issueOf(call);
    const level = call.levelIn(project);
    const isAllowed = level >= levels.owner || level === levels.planner;
    if (!isAllowed) throw forbidden();
    requireActive(project);
    checkUnmodified(call, issue.updatedAt);
    removeIssue(call.world, issue);
    const links = issueLinks(call.world);
    for (const link of links.filter(({ sourceId, targetId }) => sourceId === issue.id || targetId === issue.id)) {
      links.splice(links.indexOf(link), 1);
    }
  });
}

/** `If-Unmodified-Since` protects what was changed since the caller looked. */
export function checkUnmodified(call: Call<unknown>, updatedAt: string): void {
  const header = call.request.headers['if-unmodified-since'];
  if (header === undefined) return;
  const since = Date.parse(header);
  if (!Number.isNaN(since) && Date.parse(updatedAt) > since) throw failure(412, '412 Precondition Failed');
}

function reorder(routes: Routes): void {
  const params = { ...issueIid, move_after_id: optional.integer(), move_before_id: optional.integer() };
  routes.put('/projects/:id/issues/:issue_iid/reorder', { permission: 'update_work_item', params }, (call) => {
    const { project, issue } = issueOf(call);
    if (!canPlan(call, project)) throw forbidden();
    const { move_after_id: afterId, move_before_id: beforeId } = call.params;
    const after = findIssue(call.world, afterId ?? null);
    const before = findIssue(call.world, beforeId ?? null);
    if (after === undefined && before === undefined) throw failure(422, { error: 'Unprocessable Entity' });
    const low = after?.relativePosition ?? (before?.relativePosition ?? 0) - 513;
    const high = before?.relativePosition ?? low + 513;
    issue.relativePosition = (low + high) / 2;
    return presentIssue(call, issue, { subscribed: true });
  });
}

function related(routes: Routes): void {
  routes.get(
    '/projects/:id/issues/:issue_iid/closed_by',
    { permission: 'read_work_item', params: issueIid },
    (call) => {
      const { issue } = issueOf(call);
      const found = readableBy(call, closingMergeRequests(call.world, issue));
      return call.page(found, (each) => presentMergeRequestBasic(call, each));
    },
  );
  routes.get(
    '/projects/:id/issues/:issue_iid/related_merge_requests',
    { permission: 'read_work_item', params: issueIid },
    (call) => {
      const { issue } = issueOf(call);
      const found = readableBy(call, mergeRequestsMentioning(call.world, issue));
      return call.page(found, (each) => presentMergeRequestBasic(call, each));
    },
  );
}
