import { canReadIssue } from '../access/planning.ts';
import type { Group } from '../world/groups.ts';
import { type Issue, issuesOf } from '../world/issues.ts';
import type { Viewer } from '../world/links.ts';
import type { Project } from '../world/projects.ts';
import { hasTier } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { issuableFilters, issuableOrder, issuableTests, issueNegations, scopes } from './issuable-filters.ts';
import { presentIssue } from './issues-presenter.ts';
import { optional, type Values } from './params.ts';

export const issueTypes = ['issue', 'incident', 'test_case', 'task'] as const;

/** Everything that says which issues are meant; the same for lists and for statistics. */
export const issueSelection = {
  ...issuableFilters,
  assignee_username: optional.strings(),
  confidential: optional.boolean(),
  due_date: optional.string(),
  issue_type: optional.string({ values: issueTypes }),
  weight: optional.idOrWord(),
  epic_id: optional.idOrWord(),
  iteration_id: optional.idOrWord(),
  iteration_title: optional.string(),
  health_status: optional.string({ values: ['on_track', 'needs_attention', 'at_risk', 'none', 'any'] }),
  not: issueNegations,
};

export const issueFilters = {
  ...issueSelection,
  state: optional.string({ values: ['opened', 'closed', 'all'], default: 'all' }),
  order_by: optional.string({
    values: [
      'created_at',
      'due_date',
      'label_priority',
      'milestone_due',
      'popularity',
      'priority',
      'relative_position',
      'title',
      'updated_at',
      'weight',
    ],
    default: 'created_at',
  }),
  cursor: optional.string(),
};

/** The default of instance-wide lists shows the caller what they made. */
export const scopeOfMine = optional.string({ values: scopes, default: 'created_by_me' });
export const scopeOfAll = optional.string({ values: scopes, default: 'all' });

export type IssueFilters = Values<typeof issueFilters> & { readonly scope: (typeof scopes)[number] };
type Selection = Values<typeof issueSelection> & { readonly scope?: string | null | undefined };

export function readableIssues(viewer: Viewer, projects: readonly Project[]): Issue[] {
  return projects.flatMap((project) =>
    issuesOf(viewer.world, project).filter((issue) => canReadIssue(viewer, project, issue)),
  );
}

/** Projects of a group and of everything below it. */
export function projectsBelow(world: World, group: Group): Project[] {
  return [group, ...world.groups.descendants(group)].flatMap(({ id }) => world.projects.inNamespace(id));
}

export function selectIssues(viewer: Viewer, issues: readonly Issue[], params: Selection): Issue[] {
  const tests = [...issuableTests(viewer, params), ...issueTests(viewer.world, params)];
  return issues.filter((issue) => tests.every((test) => test(issue)));
}

function issueTests(world: World, params: Selection): ((issue: Issue) => boolean)[] {
  const tests: ((issue: Issue) => boolean)[] = [];
  const { confidential, issue_type: type, due_date: due, weight, health_status: health } = params;
  if (confidential !== undefined && confidential !== null) tests.push((issue) => issue.confidential === confidential);
  if (type !== undefined && type !== null) tests.push((issue) => issue.type === type);
  if (due !== undefined && due !== null && due !== '') tests.push((issue) => isDue(world, issue, due));
  if (params.non_archived === true) tests.push(({ projectId }) => !world.projects.get(projectId).archived);
  if (hasTier(world.settings, 'premium')) {
    if (weight === 'none') tests.push((issue) => issue.weight === null);
    else if (weight === 'any') tests.push((issue) => issue.weight !== null);
    else if (weight !== undefined && weight !== null) tests.push((issue) => issue.weight === weight);
  }
  if (hasTier(world.settings, 'ultimate') && health !== undefined && health !== null) {
    if (health === 'none') tests.push(({ healthStatus }) => healthStatus === null);
    else if (health === 'any') tests.push(({ healthStatus }) => healthStatus !== null);
    else tests.push(({ healthStatus }) => healthStatus === health);
  }
  return tests;
}

const dayMs = 24 * 3_600_000;

function isDue(world: World, { dueDate, state }: Issue, when: string): boolean {
  const today = world.clock.today();
  const inDays = (days: number) => new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10);
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const within = (from: string, to: string) => dueDate !== null && dueDate >= from && dueDate <= to;
  switch (when) {
    case '0':
      return dueDate === null;
    case 'any':
      return dueDate !== null;
    case 'today':
      return dueDate === today;
    case 'tomorrow':
      return dueDate === inDays(1);
    case 'overdue':
      return dueDate !== null && dueDate < today && state === 'opened';
    case 'week':
      return within(inDays(-weekday), inDays(6 - weekday));
    case 'month':
      return dueDate?.slice(0, 7) === today.slice(0, 7);
    case 'next_month_and_previous_two_weeks':
      return within(inDays(-14), inDays(61));
    default:
      return true;
  }
}

/** A page of issues, narrowed down and ordered as the caller asked. */
export function listIssues(
  call: Call<IssueFilters>,
  projects: readonly Project[],
  options: { readonly group?: Group; readonly keyset?: boolean } = {},
): unknown[] {
  const { params, world } = call;
  const selected = selectIssues(call, readableIssues(call, projects), params).filter(
    ({ state }) => params.state === 'all' || state === params.state,
  );
  const present = (issue: Issue) =>
    presentIssue(call, issue, { labelDetails: params.with_labels_details, group: options.group });
  const order = issuableOrder<Issue>(world, params, {
    due_date: ({ dueDate }) => dueDate,
    relative_position: ({ relativePosition }) => relativePosition,
    weight: ({ weight }) => weight,
  });
  const sorted = selected.sort(order);
  if (options.keyset !== true) return call.page(sorted, present);
  return call.pageOrKeyset(sorted, present, {
    keyset: {
      columns: {
        created_at: ({ createdAt }) => createdAt,
        updated_at: ({ updatedAt }) => updatedAt,
        title: ({ title }) => title,
        id: ({ id }) => id,
      },
      idOf: ({ id }) => id,
      direction: 'desc',
      link: 'cursor',
    },
  });
}

/** How many issues there are in each state. */
export function countIssues(viewer: Viewer, projects: readonly Project[], params: Selection) {
  const issues = selectIssues(viewer, readableIssues(viewer, projects), params);
  const closed = issues.filter(({ state }) => state === 'closed').length;
  return { statistics: { counts: { all: issues.length, closed, opened: issues.length - closed } } };
}
