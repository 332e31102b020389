import { canReadIssue, canReadMergeRequests } from '../access/planning.ts';
import { failure, forbidden, invalidRecord, noRecord } from '../http/refusal.ts';
import type { Group } from '../world/groups.ts';
import { issuesOf } from '../world/issues.ts';
import { levels } from '../world/members.ts';
import { mergeRequestsOf } from '../world/merge-requests.ts';
import {
  type Milestone,
  createMilestone,
  milestonesOfGroup,
  milestonesOfProject,
  removeMilestone,
} from '../world/milestones.ts';
import type { Project } from '../world/projects.ts';
import type { Call } from './call.ts';
import { presentIssue } from './issues-presenter.ts';
import { presentMergeRequestBasic } from './merge-requests-presenter.ts';
import { presentMilestone } from './milestones-presenter.ts';
import { compare } from './pagination.ts';
import { optional, requires, type Values } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { isBetween } from './users.ts';

type Kind = 'project' | 'group';

/** Milestones of projects and of groups, addressed by id. */
export const milestones: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      const path = `/${kind}s/:id/milestones`;
      read(routes, kind, path);
      change(routes, kind, path);
    }
    promote(routes);
  },
};

function ownerOf(call: Call<unknown>, kind: Kind): Project | Group {
  return kind === 'project' ? call.project() : call.group();
}

function isGroup(owner: Project | Group): owner is Group {
  return 'kind' in owner;
}

function known(call: Call<unknown>, owner: Project | Group, ancestors = false): Milestone[] {
  return isGroup(owner)
    ? milestonesOfGroup(call.world, owner, { ancestors })
    : milestonesOfProject(call.world, owner, { ancestors });
}

function requireAdmin(call: Call<unknown>, owner: Project | Group): void {
  const level = isGroup(owner) ? call.levelInGroup(owner) : call.levelIn(owner);
  if (level < levels.planner || (!isGroup(owner) && owner.archived)) throw forbidden();
}

const filters = {
  state: optional.string({ values: ['active', 'closed', 'all'], default: 'all' }),
  iids: optional.integers(),
  title: optional.string(),
  search: optional.string(),
  search_title: optional.string(),
  include_parent_milestones: optional.boolean(),
  include_ancestors: optional.boolean(),
  include_descendants: optional.boolean(),
  updated_before: optional.timestamp(),
  updated_after: optional.timestamp(),
  containing_date: optional.date(),
};

function read(routes: Routes, kind: Kind, path: string): void {
  routes.get(path, { permission: 'read_milestone', params: filters }, (call) => {
    const owner = ownerOf(call, kind);
    const ancestors = (call.params.include_ancestors ?? call.params.include_parent_milestones) === true;
    let found = known(call, owner, ancestors);
    if (isGroup(owner) && call.params.include_descendants === true) {
      const below = call.world.groups.descendants(owner);
      found = [
        ...found,
        ...below.flatMap((group) => milestonesOfGroup(call.world, group, { ancestors: false })),
        ...[owner, ...below].flatMap((group) =>
          call.world.projects
            .inNamespace(group.id)
            .filter((project) => canReadMergeRequests(call, project))
            .flatMap((project) => milestonesOfProject(call.world, project, { ancestors: false })),
        ),
      ];
    }
    const sorted = found.filter((milestone) => fits(milestone, call.params)).sort(byDueDate);
    return call.page(sorted, (milestone) => presentMilestone(call.world, milestone));
  });

  const params = { milestone_id: requires.integer() };
  const find = (call: Call<{ readonly milestone_id: number }>) => findIn(call, ownerOf(call, kind));
  routes.get(`${path}/:milestone_id`, { permission: 'read_milestone', params }, (call) =>
    presentMilestone(call.world, find(call)),
  );
  routes.get(`${path}/:milestone_id/issues`, { permission: 'read_milestone', params }, (call) => {
    const milestone = find(call);
    const found = projectsIn(call, kind).flatMap((project) =>
      issuesOf(call.world, project).filter(
        (issue) => issue.milestoneId === milestone.id && canReadIssue(call, project, issue),
      ),
    );
    return call.page(
      found.sort((a, b) => b.id - a.id),
      (issue) => presentIssue(call, issue),
    );
  });
  routes.get(`${path}/:milestone_id/merge_requests`, { permission: 'read_milestone', params }, (call) => {
    const milestone = find(call);
    const found = projectsIn(call, kind)
      .filter((project) => canReadMergeRequests(call, project))
      .flatMap((project) => mergeRequestsOf(call.world, project).filter((each) => each.milestoneId === milestone.id));
    return call.page(
      found.sort((a, b) => b.id - a.id),
      (each) => presentMergeRequestBasic(call, each),
    );
  });
  routes.get(
    `${path}/:milestone_id/burndown_events`,
    { permission: 'read_milestone', params, tier: 'premium', unlicensed: 404 },
    (call) => {
      const milestone = find(call);
      return projectsIn(call, kind)
        .flatMap((project) => issuesOf(call.world, project))
        .filter(({ milestoneId }) => milestoneId === milestone.id)
        .flatMap(({ createdAt, closedAt, weight }) => [
          { created_at: createdAt, weight, action: 'created' },
          ...(closedAt === null ? [] : [{ created_at: closedAt, weight, action: 'closed' }]),
        ])
        .sort((a, b) => compare(a.created_at, b.created_at));
    },
  );
}

function fits(milestone: Milestone, params: Values<typeof filters>): boolean {
  const { state, iids, title, containing_date: day } = params;
  const search = (params.search ?? '').toLowerCase();
  const inTitle = (params.search_title ?? '').toLowerCase();
  return (
    (state === 'all' || milestone.state === state) &&
    (iids === undefined || iids === null || iids.length === 0 || iids.includes(milestone.iid)) &&
    (title === undefined || title === null || milestone.title === title) &&
    `${milestone.title}\n${milestone.description ?? ''}`.toLowerCase().includes(search) &&
    milestone.title.toLowerCase().includes(inTitle) &&
    isBetween(milestone.updatedAt, params.updated_after, params.updated_before) &&
    (day === undefined || day === null || ((milestone.startDate ?? day) <= day && (milestone.dueDate ?? day) >= day))
  );
}

/** What is due first comes first; what is never due, last. */
function byDueDate(a: Milestone, b: Milestone): number {
  return compare(a.dueDate ?? '9999', b.dueDate ?? '9999') || compare(a.title, b.title) || a.id - b.id;
}

function findIn(call: Call<{ readonly milestone_id: number }>, owner: Project | Group): Milestone {
  const milestone = known(call, owner).find(({ id }) => id === call.params.milestone_id);
  if (milestone === undefined) throw noRecord();
  return milestone;
}

/** Where something can be on a milestone: the project, or everything the caller sees below the group. */
function projectsIn(call: Call<unknown>, kind: Kind): Project[] {
  const owner = ownerOf(call, kind);
  if (!isGroup(owner)) return [owner];
  return [owner, ...call.world.groups.descendants(owner)].flatMap(({ id }) => call.world.projects.inNamespace(id));
}

const details = {
  description: optional.string(),
  due_date: optional.date(),
  start_date: optional.date(),
};

function change(routes: Routes, kind: Kind, path: string): void {
  routes.post(path, { permission: 'create_milestone', params: { title: requires.string(), ...details } }, (call) => {
    const owner = ownerOf(call, kind);
    requireAdmin(call, owner);
    const { title, description = '', due_date: dueDate = null, start_date: startDate = null } = call.params;
    check(call, owner, { title, dueDate, startDate });
    const milestone = createMilestone(call.world, owner, { title, description, dueDate, startDate });
    record(call, milestone, 'opened');
    return presentMilestone(call.world, milestone);
  });

  const id = { milestone_id: requires.integer() };
  const params = {
    ...id,
    title: optional.string(),
    ...details,
    state_event: optional.string({ values: ['close', 'activate'] }),
  };
  const atLeastOneOf = ['title', 'description', 'start_date', 'due_date', 'state_event'];
  routes.put(`${path}/:milestone_id`, { permission: 'update_milestone', params, atLeastOneOf }, (call) => {
    const owner = ownerOf(call, kind);
    requireAdmin(call, owner);
    const milestone = findIn(call, owner);
    const { title, description, due_date, start_date, state_event } = call.params;
    const wanted = {
      title: title ?? milestone.title,
      dueDate: due_date === undefined ? milestone.dueDate : due_date,
      startDate: start_date === undefined ? milestone.startDate : start_date,
    };
    check(call, owner, wanted, milestone);
    Object.assign(milestone, wanted);
    if (description !== undefined) milestone.description = description;
    if (state_event === 'close' && milestone.state === 'active') {
      milestone.state = 'closed';
      record(call, milestone, 'closed');
    } else if (state_event === 'activate' && milestone.state === 'closed') {
      milestone.state = 'active';
      record(call, milestone, 'reopened');
    }
    milestone.updatedAt = call.now();
    return presentMilestone(call.world, milestone);
  });

  routes.delete(`${path}/:milestone_id`, { permission: 'delete_milestone', params: id }, (call) => {
    const owner = ownerOf(call, kind);
    requireAdmin(call, owner);
    const milestone = findIn(call, owner);
    for (const project of call.world.projects.all()) {
      for (const target of [...issuesOf(call.world, project), ...mergeRequestsOf(call.world, project)]) {
        if (target.milestoneId === milestone.id) target.milestoneId = null;
      }
    }
    removeMilestone(call.world, milestone);
  });
}

function check(
  call: Call<unknown>,
  owner: Project | Group,
  wanted: { readonly title: string; readonly dueDate: string | null; readonly startDate: string | null },
  except?: Milestone,
): void {
  const problems: Record<string, string[]> = {};
  if (wanted.title.trim() === '') problems['title'] = ["can't be blank"];
  else if (known(call, owner, true).some(({ title, id }) => title === wanted.title && id !== except?.id)) {
    problems['title'] = ['has already been taken'];
  }
  if (wanted.dueDate !== null && wanted.startDate !== null && wanted.dueDate < wanted.startDate) {
    problems['due_date'] = ['must be greater than start date'];
  }
  if (Object.keys(problems).length > 0) throw invalidRecord(problems);
}

function record(call: Call<unknown>, milestone: Milestone, actionName: string): void {
  if (milestone.projectId === null) return;
  call.world.recordEvent({
    projectId: milestone.projectId,
    actionName,
    targetType: 'Milestone',
    targetId: milestone.id,
    targetIid: milestone.iid,
    targetTitle: milestone.title,
    authorId: call.me.id,
  });
}

function promote(routes: Routes): void {
  const params = { milestone_id: requires.integer() };
  routes.post(
    '/projects/:id/milestones/:milestone_id/promote',
    { permission: 'promote_milestone', params, status: 200 },
    (call) => {
      const project = call.project();
      const milestone = findIn(call, project);
      const group = call.world.groups.find(project.namespaceId);
      if (group === undefined) throw failure(400, 'Milestone could not be promoted');
      requireAdmin(call, group);
      milestone.projectId = null;
      milestone.groupId = group.id;
      return presentMilestone(call.world, milestone);
    },
  );
}
