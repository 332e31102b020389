import { viewerProjectLevel } from '../access/levels.ts';
import { canReadMergeRequests } from '../access/planning.ts';
import { unauthorized } from '../http/refusal.ts';
import type { Group } from '../world/groups.ts';
import type { Viewer } from '../world/links.ts';
import { levels } from '../world/members.ts';
import { refreshAll } from '../world/merge-request-pushes.ts';
import { type MergeRequest, isDraft } from '../world/merge-requests.ts';
import { startCheck } from '../world/mergeability.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { issuableFilters, issuableOrder, issuableTests, mergeRequestNegations, scopes } from './issuable-filters.ts';
import { projectsBelow } from './issue-list.ts';
import { presentMergeRequestBasic, presentMergeRequestSimple } from './merge-requests-presenter.ts';
import { requireMergeRequests } from './issuable-lookup.ts';
import { optional, type Values } from './params.ts';
import type { Routes } from './routes.ts';
import { isBetween } from './users.ts';

const allScopes = [...scopes, 'reviews_for_me'] as const;

const filters = {
  ...issuableFilters,
  state: optional.string({ values: ['opened', 'closed', 'locked', 'merged', 'all'], default: 'all' }),
  order_by: optional.string({
    values: [
      'created_at',
      'label_priority',
      'milestone_due',
      'popularity',
      'priority',
      'title',
      'updated_at',
      'merged_at',
    ],
    default: 'created_at',
  }),
  view: optional.string({ values: ['simple'] }),
  assignee_username: optional.strings(),
  reviewer_id: optional.idOrWord(),
  reviewer_username: optional.string(),
  approver_ids: optional.strings(),
  approved_by_ids: optional.strings(),
  approved_by_usernames: optional.strings(),
  approved: optional.string({ values: ['yes', 'no'] }),
  merge_user_id: optional.integer(),
  merge_user_username: optional.string(),
  source_branch: optional.string(),
  target_branch: optional.string(),
  source_project_id: optional.integer(),
  wip: optional.string({ values: ['yes', 'no'] }),
  draft: optional.boolean(),
  merged_after: optional.timestamp(),
  merged_before: optional.timestamp(),
  with_merge_status_recheck: optional.boolean({ default: false }),
  render_html: optional.boolean({ default: false }),
  not: mergeRequestNegations,
};

type Filters = Values<typeof filters> & { readonly scope: (typeof allScopes)[number] };

const scopeOfMine = optional.string({ values: allScopes, default: 'created_by_me' });
const scopeOfAll = optional.string({ values: allScopes, default: 'all' });

/** Merge requests of the instance, of a group and of a project. */
export function mergeRequestLists(routes: Routes): void {
  const options = { permission: 'read_merge_request' } as const;
  routes.get(
    '/merge_requests',
    { ...options, access: 'public', boundary: 'user', params: { ...filters, scope: scopeOfMine } },
    (call) => {
      if (call.user === undefined && call.params.scope !== 'all') throw unauthorized();
      return list(call, call.world.projects.all());
    },
  );
  routes.get('/groups/:id/merge_requests', { ...options, params: { ...filters, scope: scopeOfAll } }, (call) => {
    const group = call.group();
    const projects = projectsBelow(call.world, group);
    return list(
      call,
      call.params.non_archived === false ? projects : projects.filter(({ archived }) => !archived),
      group,
    );
  });
  routes.get('/projects/:id/merge_requests', { ...options, params: { ...filters, scope: scopeOfAll } }, (call) => {
    const project = call.project();
    requireMergeRequests(call, project);
    return list(call, [project]);
  });
}

function list(call: Call<Filters>, projects: readonly Project[], group?: Group): unknown[] {
  const { params, world } = call;
  const readable = projects.filter((project) => canReadMergeRequests(call, project));
  const all = readable.flatMap((project) => refreshAll(world, project));
  const tests = [...issuableTests(call, params), ...mergeRequestTests(call, params)];
  const order = issuableOrder<MergeRequest>(world, params, { merged_at: ({ mergedAt }) => mergedAt });
  const found = all.filter((mergeRequest) => tests.every((test) => test(mergeRequest))).sort(order);
  if (params.with_merge_status_recheck) {
    for (const mergeRequest of found) {
      if (viewerProjectLevel(call, world.projects.get(mergeRequest.projectId)) >= levels.developer)
        startCheck(world, mergeRequest);
    }
  }
  const { with_labels_details: labelDetails, render_html: renderHtml } = params;
  return call.page(found, (mergeRequest) =>
    params.view === 'simple'
      ? presentMergeRequestSimple(call, mergeRequest)
      : presentMergeRequestBasic(call, mergeRequest, { labelDetails, renderHtml, group }),
  );
}

type Test = (mergeRequest: MergeRequest) => boolean;

function mergeRequestTests(viewer: Viewer, params: Filters): Test[] {
  const { world, user } = viewer;
  const tests: Test[] = [];
  const when = <T>(value: T | null | undefined, make: (value: T) => Test) => {
    if (value !== undefined && value !== null) tests.push(make(value));
  };
  if (params.state !== 'all') tests.push(({ state }) => state === params.state);
  if (params.scope === 'reviews_for_me') tests.push((each) => isReviewer(each, user?.id));
  when(params.reviewer_id, byReviewer);
  when(params.reviewer_username, (name) => (each) => isReviewer(each, world.users.findByUsername(name)?.id));
  when(params.approved_by_ids, (ids) => byApprovers(ids, (id) => Number(id)));
  when(params.approved_by_usernames, (names) => byApprovers(names, (name) => world.users.findByUsername(name)?.id));
  when(
    params.approved,
    (word) =>
      ({ approvals }) =>
        approvals.length > 0 === (word === 'yes'),
  );
  when(
    params.merge_user_id,
    (id) =>
      ({ mergeUserId }) =>
        mergeUserId === id,
  );
  when(
    params.merge_user_username,
    (name) =>
      ({ mergeUserId }) =>
        mergeUserId === world.users.findByUsername(name)?.id,
  );
  when(
    params.source_branch,
    (branch) =>
      ({ sourceBranch }) =>
        fits(branch, sourceBranch),
  );
  when(
    params.target_branch,
    (branch) =>
      ({ targetBranch }) =>
        fits(branch, targetBranch),
  );
  when(
    params.source_project_id,
    (id) =>
      ({ sourceProjectId }) =>
        sourceProjectId === id,
  );
  when(params.wip, (word) => (each) => isDraft(each) === (word === 'yes'));
  when(params.draft, (wanted) => (each) => isDraft(each) === wanted);
  if (isGiven(params.merged_after) || isGiven(params.merged_before)) {
    tests.push(({ mergedAt }) => mergedAt !== null && isBetween(mergedAt, params.merged_after, params.merged_before));
  }
  if (params.non_archived === true) tests.push(({ projectId }) => !world.projects.get(projectId).archived);
  when(params.not, (not) => negated(world, not));
  return tests;
}

function negated(world: World, not: NonNullable<Filters['not']>): Test {
  return (each) =>
    !(isGiven(not.reviewer_id) && isReviewer(each, not.reviewer_id)) &&
    !(isGiven(not.reviewer_username) && isReviewer(each, world.users.findByUsername(not.reviewer_username)?.id)) &&
    !(isGiven(not.source_branch) && fits(not.source_branch, each.sourceBranch)) &&
    !(isGiven(not.target_branch) && fits(not.target_branch, each.targetBranch));
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

/** Branch filters take `*` as a wildcard. */
function fits(wanted: string, branch: string): boolean {
  if (!wanted.includes('*')) return wanted === branch;
  const pattern = wanted.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(branch);
}

function isReviewer({ reviewers }: MergeRequest, userId: number | undefined): boolean {
  return reviewers.some((reviewer) => reviewer.userId === userId);
}

function byReviewer(id: number | 'none' | 'any'): Test {
  if (id === 'none') return ({ reviewers }) => reviewers.length === 0;
  if (id === 'any') return ({ reviewers }) => reviewers.length > 0;
  return (each) => isReviewer(each, id);
}

function byApprovers(values: readonly string[], toId: (value: string) => number | undefined): Test {
  const word = values[0]?.toLowerCase();
  if (word === 'none') return ({ approvals }) => approvals.length === 0;
  if (word === 'any') return ({ approvals }) => approvals.length > 0;
  const ids = values.map(toId);
  return ({ approvals }) => ids.every((id) => approvals.some(({ userId }) => userId === id));
}
