import { canReadIssues } from '../access/planning.ts';
import { projectsBelow, readableIssues } from '../rest/issue-list.ts';
import { awardsOf } from '../world/award-emoji.ts';
import { epicsOf } from '../world/epics.ts';
import type { Group } from '../world/groups.ts';
import { findMilestone } from '../world/milestones.ts';
import type { Namespace } from './places.ts';
import { type ListArgs as CommonArgs, selected } from './planning.ts';
import type { Context } from './schema.ts';
import { isEpic, isProject, visible, type WorkItem } from './work-item.ts';

/** What a list of work items is narrowed down by. */
export const listArgs = {
  state: 'IssuableState',
  iids: '[String!]',
  search: 'String',
  in: '[IssuableSearchableField!]',
  labelName: '[String!]',
  milestoneTitle: '[String!]',
  authorUsername: 'String',
  assigneeUsername: 'String',
  assigneeUsernames: '[String!]',
  myReactionEmoji: 'String',
  types: '[IssueType!]',
  confidential: 'Boolean',
  createdAfter: 'Time',
  createdBefore: 'Time',
  updatedAfter: 'Time',
  updatedBefore: 'Time',
  dueAfter: 'Time',
  dueBefore: 'Time',
  healthStatusFilter: 'HealthStatusFilter',
  includeAncestors: 'Boolean',
  includeDescendants: 'Boolean',
  sort: 'WorkItemSort',
};

export interface ListArgs extends CommonArgs {
  readonly in?: readonly string[];
  readonly types?: readonly string[];
  readonly confidential?: boolean;
  readonly milestoneTitle?: readonly string[];
  readonly myReactionEmoji?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  readonly updatedAfter?: string;
  readonly updatedBefore?: string;
  readonly dueAfter?: string;
  readonly dueBefore?: string;
  readonly healthStatusFilter?: string;
  readonly includeAncestors?: boolean;
  readonly includeDescendants?: boolean;
  readonly sort?: string;
}

/** Work items of a project, or of a group: its epics, and the issues below it. */
export function listWorkItems(context: Context, source: Namespace, args: ListArgs): WorkItem[] {
  const items = selected(readable(context, source, args), args, context).filter((item) => fits(context, item, args));
  return args.sort === undefined ? items : sorted(items, args.sort);
}

function readable(context: Context, source: Namespace, args: ListArgs): readonly WorkItem[] {
  if (isProject(source)) return canReadIssues(context, source) ? readableIssues(context, [source]) : [];
  if (!('parentId' in source)) return [];
  const epics = groupsOf(context, source, args).flatMap((group) => epicsOf(context.world, group));
  return [
    ...epics.flatMap((epic) => visible(context, epic) ?? []),
    ...readableIssues(context, projectsBelow(context.world, source)),
  ];
}

function groupsOf({ world }: Context, group: Group, { includeAncestors, includeDescendants }: ListArgs): Group[] {
  return [
    ...(includeAncestors === true ? world.groups.selfAndAncestors(group) : [group]),
    ...(includeDescendants === true ? world.groups.descendants(group) : []),
  ];
}

function fits(context: Context, item: WorkItem, args: ListArgs): boolean {
  const { world } = context;
  const search = args.search?.toLowerCase();
  const titleOnly = args.in?.length === 1 && args.in[0] === 'TITLE';
  const milestone = findMilestone(world, item.milestoneId)?.title;
  return (
    (args.types === undefined || args.types.includes(item.type.toUpperCase())) &&
    (args.confidential === undefined || item.confidential === args.confidential) &&
    (search === undefined || !titleOnly || item.title.toLowerCase().includes(search)) &&
    (args.milestoneTitle === undefined || (milestone !== undefined && args.milestoneTitle.includes(milestone))) &&
    (args.myReactionEmoji === undefined || hasMyReaction(context, item, args.myReactionEmoji)) &&
    within(item.createdAt, args.createdAfter, args.createdBefore) &&
    within(item.updatedAt, args.updatedAfter, args.updatedBefore) &&
    within(item.dueDate, args.dueAfter, args.dueBefore) &&
    hasHealth(item, args.healthStatusFilter)
  );
}

function within(at: string | null, after: string | undefined, before: string | undefined): boolean {
  if (after === undefined && before === undefined) return true;
  if (at === null) return false;
  const time = Date.parse(at);
  return (after === undefined || time >= Date.parse(after)) && (before === undefined || time <= Date.parse(before));
}

function hasMyReaction({ world, user }: Context, item: WorkItem, name: string): boolean {
  return awardsOf(world, item.kind, item.id).some((award) => award.userId === user?.id && award.name === name);
}

function hasHealth({ healthStatus }: WorkItem, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (wanted === 'NONE' || wanted === 'ANY') return (healthStatus === null) === (wanted === 'NONE');
  return healthStatus === wanted.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** By what the order names; what has no such value comes last. */
function sorted(items: readonly WorkItem[], order: string): WorkItem[] {
  const [, name = '', direction] = /^(\w+?)_(ASC|DESC)$/i.exec(order) ?? [];
  const key = keys[name.toUpperCase()];
  if (key === undefined) return [...items];
  const sign = direction?.toUpperCase() === 'DESC' ? -1 : 1;
  return items.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left < right ? -sign : left > right ? sign : 0;
  });
}

const keys: Readonly<Record<string, (item: WorkItem) => string | number | null>> = {
  CREATED: ({ createdAt }) => createdAt,
  UPDATED: ({ updatedAt }) => updatedAt,
  CLOSED_AT: ({ closedAt }) => closedAt,
  DUE_DATE: ({ dueDate }) => dueDate,
  START_DATE: ({ startDate }) => startDate,
  TITLE: ({ title }) => title.toLowerCase(),
  WEIGHT: (item) => (isEpic(item) ? null : item.weight),
};
