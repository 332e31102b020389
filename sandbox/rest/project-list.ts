import { canSeeProject, canUseFeature, projectLevel } from '../access/levels.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import type { Call } from './call.ts';
import { byColumn } from './order.ts';
import { optional, type Values } from './params.ts';
import { nameWithNamespace, presentBasicProject, presentProjectWithAccess } from './projects-presenter.ts';
import { isBetween } from './users.ts';

/** What every list of projects can be narrowed down by. */
export const projectFilters = {
  order_by: optional.string({
    values: ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at', 'similarity', 'star_count'],
    default: 'created_at',
  }),
  sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
  archived: optional.boolean(),
  visibility: optional.string({ values: ['private', 'internal', 'public'] }),
  search: optional.string(),
  search_namespaces: optional.boolean({ default: false }),
  owned: optional.boolean({ default: false }),
  starred: optional.boolean({ default: false }),
  membership: optional.boolean({ default: false }),
  imported: optional.boolean({ default: false }),
  with_issues_enabled: optional.boolean({ default: false }),
  with_merge_requests_enabled: optional.boolean({ default: false }),
  with_programming_language: optional.string(),
  min_access_level: optional.integer({ values: [10, 15, 20, 30, 40, 50] }),
  id_after: optional.integer(),
  id_before: optional.integer(),
  last_activity_after: optional.timestamp(),
  last_activity_before: optional.timestamp(),
  updated_after: optional.timestamp(),
  updated_before: optional.timestamp(),
  topic: optional.strings(),
  marked_for_deletion_on: optional.date(),
  include_pending_delete: optional.boolean({ default: false }),
  active: optional.boolean(),
  simple: optional.boolean({ default: false }),
  statistics: optional.boolean({ default: false }),
};

type Maybe<T> = T | null | undefined;

export type ProjectFilters = Values<typeof projectFilters>;

const columns = {
  id: (project: Project) => project.id,
  name: (project: Project) => project.name.toLowerCase(),
  path: (project: Project) => project.path,
  created_at: (project: Project) => project.createdAt,
  updated_at: (project: Project) => project.updatedAt,
  last_activity_at: (project: Project) => project.lastActivityAt,
  star_count: (project: Project) => project.starrers.size,
};

/** Answers a list of projects: what the caller may see of `candidates`, filtered, sorted, one page of it. */
export function listProjects(call: Call<ProjectFilters>, candidates: readonly Project[]): unknown[] {
  const { params } = call;
  const column = params.order_by === 'similarity' ? columns.name : columns[params.order_by];
  const found = candidates
    .filter((project) => canSeeProject(call, project) && fits(call, project))
    .sort(byColumn(column, params.sort, columns.id));
  const isShort = call.user === undefined || params.simple;
  return call.pageOrKeyset(
    found,
    (project) =>
      isShort
        ? presentBasicProject(call, project)
        : presentProjectWithAccess(call, project, { statistics: params.statistics }),
    {
      maxOffset: { rows: 50_000, type: 'Project' },
      keyset: { columns: { id: columns.id }, idOf: columns.id, link: 'id', direction: 'desc' },
    },
  );
}

function fits(call: Call<ProjectFilters>, project: Project): boolean {
  const { params, user, world } = call;
  return (
    equals(params.archived, project.archived) &&
    equals(params.visibility, project.visibility) &&
    equals(params.active, !project.archived && project.markedForDeletionOn === null) &&
    equals(params.marked_for_deletion_on, project.markedForDeletionOn) &&
    (!params.owned || (user !== undefined && projectLevel(world, user, project) >= levels.owner)) &&
    (!params.membership || (user !== undefined && projectLevel(world, user, project) > 0)) &&
    (!isSet(params.min_access_level) ||
      (user !== undefined && projectLevel(world, user, project) >= params.min_access_level)) &&
    (!params.starred || (user !== undefined && project.starrers.has(user.id))) &&
    (!params.imported || project.importUrl !== null) &&
    (!params.with_issues_enabled || canUseFeature(call, project, 'issues')) &&
    (!params.with_merge_requests_enabled || canUseFeature(call, project, 'merge_requests')) &&
    (!isSet(params.with_programming_language) || hasLanguage(project, params.with_programming_language)) &&
    (!isSet(params.id_after) || project.id > params.id_after) &&
    (!isSet(params.id_before) || project.id < params.id_before) &&
    isBetween(project.lastActivityAt, params.last_activity_after, params.last_activity_before) &&
    isBetween(project.updatedAt, params.updated_after, params.updated_before) &&
    (params.topic ?? []).every((topic) => project.topics.includes(topic)) &&
    (!isSet(params.search) || matches(call, project, params.search))
  );
}

function isSet<T>(value: Maybe<T>): value is T {
  return value !== undefined && value !== null;
}

function equals<T>(wanted: Maybe<T>, actual: T): boolean {
  return !isSet(wanted) || wanted === actual;
}

function hasLanguage(project: Project, language: string): boolean {
  return Object.keys(project.languages).some((name) => name.toLowerCase() === language.toLowerCase());
}

function matches(call: Call<ProjectFilters>, project: Project, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const texts = [project.name, project.path, project.description ?? ''];
  if (call.params.search_namespaces || search.includes('/')) {
    texts.push(project.fullPath, nameWithNamespace(call.world, project));
  }
  const all = texts.join('\n').toLowerCase();
  return words.every((word) => all.includes(word));
}
