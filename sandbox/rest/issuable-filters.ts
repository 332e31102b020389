import { awardsOf } from '../world/award-emoji.ts';
import { type Issuable, labelsOf } from '../world/issuables.ts';
import type { Viewer } from '../world/links.ts';
import { findMilestone, isStarted, isUpcoming } from '../world/milestones.ts';
import type { World } from '../world/world.ts';
import { compare } from './pagination.ts';
import { optional, type Values } from './params.ts';
import { isBetween } from './users.ts';

const negatable = {
  labels: optional.strings(),
  milestone: optional.string(),
  milestone_id: optional.string(),
  author_id: optional.integer(),
  author_username: optional.string(),
  assignee_id: optional.integer(),
  assignee_username: optional.strings(),
  my_reaction_emoji: optional.string(),
};

/** What lists of issues and of merge requests can both be narrowed down by. */
export const issuableFilters = {
  labels: optional.strings(),
  milestone: optional.string(),
  milestone_id: optional.string(),
  author_id: optional.integer(),
  author_username: optional.string(),
  assignee_id: optional.idOrWord(),
  my_reaction_emoji: optional.string(),
  iids: optional.integers(),
  search: optional.string(),
  in: optional.string(),
  created_after: optional.timestamp(),
  created_before: optional.timestamp(),
  updated_after: optional.timestamp(),
  updated_before: optional.timestamp(),
  sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
  with_labels_details: optional.boolean({ default: false }),
  non_archived: optional.boolean(),
};

export const issueNegations = optional.hash({ ...negatable, iids: optional.integers() });

export const mergeRequestNegations = optional.hash({
  ...negatable,
  reviewer_id: optional.integer(),
  reviewer_username: optional.string(),
  source_branch: optional.string(),
  target_branch: optional.string(),
});

export const scopes = ['created-by-me', 'assigned-to-me', 'created_by_me', 'assigned_to_me', 'all'] as const;

type Filters = Values<typeof issuableFilters> & {
  readonly scope?: string | null | undefined;
  readonly assignee_username?: readonly string[] | null | undefined;
  readonly not?:
    | (Partial<Values<typeof negatable>> & { readonly iids?: readonly number[] | null | undefined })
    | null
    | undefined;
};

type Test = (issuable: Issuable) => boolean;

/** One test per filter that was given; `scope` falls back to `all` where the list says so. */
export function issuableTests(viewer: Viewer, params: Filters): Test[] {
  const tests: Test[] = [];
  const when = <T>(value: T | null | undefined, make: (value: T) => Test) => {
    if (value !== undefined && value !== null) tests.push(make(value));
  };
  when(params.scope, (scope) => byScope(viewer, scope));
  when(params.labels, (names) => byLabels(viewer.world, names));
  when(params.milestone, (title) => byMilestone(viewer.world, title));
  when(params.milestone_id, (word) => byMilestoneId(viewer.world, word));
  when(
    params.author_id,
    (id) =>
      ({ authorId }) =>
        authorId === id,
  );
  when(params.author_username, (name) => byAuthor(viewer.world, name));
  when(params.assignee_id, (id) => byAssignee(id));
  when(params.assignee_username, (names) => byAssignees(viewer.world, names));
  when(params.my_reaction_emoji, (name) => byReaction(viewer, name));
  when(
    params.iids,
    (iids) =>
      ({ iid }) =>
        iids.length === 0 || iids.includes(iid),
  );
  when(params.search, (text) => bySearch(text, params.in ?? 'title,description'));
  tests.push(
    ({ createdAt, updatedAt }) =>
      isBetween(createdAt, params.created_after, params.created_before) &&
      isBetween(updatedAt, params.updated_after, params.updated_before),
  );
  const not = <T>(value: T | null | undefined, make: (value: T) => Test) => {
    when(value, (given) => {
      const test = make(given);
      return (issuable) => !test(issuable);
    });
  };
  const { not: refused } = params;
  if (refused !== undefined && refused !== null) {
    for (const name of refused.labels ?? []) not([name], (names) => byLabels(viewer.world, names));
    not(refused.milestone, (title) => byMilestone(viewer.world, title));
    not(refused.milestone_id, (word) => byMilestoneId(viewer.world, word));
    not(
      refused.author_id,
      (id) =>
        ({ authorId }) =>
          authorId === id,
    );
    not(refused.author_username, (name) => byAuthor(viewer.world, name));
    not(refused.assignee_id, (id) => byAssignee(id));
    for (const name of refused.assignee_username ?? []) not([name], (names) => byAssignees(viewer.world, names));
    not(refused.my_reaction_emoji, (name) => byReaction(viewer, name));
    not(
      refused.iids,
      (iids) =>
        ({ iid }) =>
          iids.includes(iid),
    );
  }
  return tests;
}

function byScope({ user }: Viewer, scope: string): Test {
  switch (scope.replaceAll('-', '_')) {
    case 'created_by_me':
      return ({ authorId }) => authorId === user?.id;
    case 'assigned_to_me':
      return ({ assigneeIds }) => user !== undefined && assigneeIds.includes(user.id);
    default:
      return () => true;
  }
}

function byLabels(world: World, names: readonly string[]): Test {
  const wanted = names.map((name) => name.toLowerCase());
  if (wanted.includes('none')) return (issuable) => labelsOf(world, issuable).length === 0;
  if (wanted.includes('any')) return (issuable) => labelsOf(world, issuable).length > 0;
  return (issuable) => {
    const has = new Set(labelsOf(world, issuable).map(({ name }) => name.toLowerCase()));
    return wanted.every((name) => has.has(name));
  };
}

function byMilestone(world: World, title: string): Test {
  const find = ({ milestoneId }: Issuable) => findMilestone(world, milestoneId);
  switch (title.toLowerCase().replace(/^#/, '')) {
    case 'none':
    case 'no milestone':
      return ({ milestoneId }) => milestoneId === null;
    case 'any':
      return ({ milestoneId }) => milestoneId !== null;
    case 'started':
      return (issuable) => isStartedOn(world, issuable);
    case 'upcoming':
      return (issuable) => isUpcomingFor(world, issuable);
    default:
      return (issuable) => find(issuable)?.title.toLowerCase() === title.toLowerCase();
  }
}

function isStartedOn(world: World, { milestoneId }: Issuable): boolean {
  const milestone = findMilestone(world, milestoneId);
  return milestone !== undefined && isStarted(world, milestone);
}

function isUpcomingFor(world: World, { milestoneId }: Issuable): boolean {
  const milestone = findMilestone(world, milestoneId);
  return milestone !== undefined && isUpcoming(world, milestone);
}

function byMilestoneId(world: World, word: string): Test {
  const isNumber = /^\d+$/.test(word);
  return isNumber ? ({ milestoneId }) => milestoneId === Number(word) : byMilestone(world, word);
}

function byAuthor(world: World, username: string): Test {
  const id = world.users.findByUsername(username)?.id;
  return ({ authorId }) => authorId === id;
}

/** `none`, `any` or an id; 0 means nobody, as it did before the words. */
function byAssignee(id: number | 'none' | 'any'): Test {
  if (id === 'none' || id === 0) return ({ assigneeIds }) => assigneeIds.length === 0;
  if (id === 'any') return ({ assigneeIds }) => assigneeIds.length > 0;
  return ({ assigneeIds }) => assigneeIds.includes(id);
}

function byAssignees(world: World, names: readonly string[]): Test {
  const ids = names.map((name) => world.users.findByUsername(name)?.id ?? -1);
  return ({ assigneeIds }) => ids.every((id) => assigneeIds.includes(id));
}

function byReaction({ world, user }: Viewer, name: string): Test {
  const mine = ({ kind, id }: Issuable) => awardsOf(world, kind, id).filter(({ userId }) => userId === user?.id);
  const word = name.toLowerCase();
  if (word === 'none') return (issuable) => mine(issuable).length === 0;
  if (word === 'any') return (issuable) => mine(issuable).length > 0;
  return (issuable) => mine(issuable).some((award) => award.name === name);
}

/** Every word has to be there, as GitLab's basic search has it; quotes keep words together. */
export function bySearch(text: string, places: string): Test {
  const words = (text.toLowerCase().match(/"[^"]+"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  const inTitle = places.includes('title');
  const inDescription = places.includes('description');
  return ({ title, description }) => {
    const where = `${inTitle ? title : ''}\n${inDescription ? (description ?? '') : ''}`.toLowerCase();
    return words.every((word) => where.includes(word));
  };
}

/** Labels and priorities that decide the order of `priority` and `label_priority`; unlabelled comes last. */
function labelPriority(world: World, issuable: Issuable): number {
  return Math.min(
    ...labelsOf(world, issuable).map((label) => label.priorities.get(issuable.projectId) ?? Infinity),
    Infinity,
  );
}

/** Orders both lists know. Dates that are missing come last in either direction. */
export function issuableOrder<T extends Issuable>(
  world: World,
  params: { readonly order_by: string; readonly sort: 'asc' | 'desc' },
  columns: Readonly<Record<string, (item: T) => string | number | null>> = {},
): (a: T, b: T) => number {
  const column = columns[params.order_by] ?? commonColumn(world, params.order_by);
  const sign = params.sort === 'asc' ? 1 : -1;
  return (a, b) => {
    const left = column(a);
    const right = column(b);
    if (left === null || right === null) {
      if (left === right) return sign * (a.id - b.id);
      return left === null ? 1 : -1;
    }
    return sign * (compare(left, right) || a.id - b.id);
  };
}

function commonColumn(world: World, name: string): (item: Issuable) => string | number | null {
  const dueDate = ({ milestoneId }: Issuable) => findMilestone(world, milestoneId)?.dueDate ?? null;
  switch (name) {
    case 'updated_at':
      return ({ updatedAt }) => updatedAt;
    case 'title':
      return ({ title }) => title.toLowerCase();
    case 'milestone_due':
      return dueDate;
    case 'label_priority':
    case 'priority':
      return (item) => {
        const priority = labelPriority(world, item);
        return priority === Infinity ? null : priority;
      };
    case 'popularity':
      return ({ kind, id }) => awardsOf(world, kind, id).filter((award) => award.name === 'thumbsup').length;
    default:
      return ({ createdAt }) => createdAt;
  }
}
