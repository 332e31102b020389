import { canSeeGroup, groupLevel } from '../access/levels.ts';
import type { Group } from '../world/groups.ts';
import { levels } from '../world/members.ts';
import type { Call } from './call.ts';
import { fullName, presentGroup } from './groups-presenter.ts';
import { byColumn } from './order.ts';
import { optional, type Values } from './params.ts';

/** What every list of groups can be narrowed down by. */
export const groupFilters = {
  search: optional.string(),
  owned: optional.boolean({ default: false }),
  all_available: optional.boolean(),
  top_level_only: optional.boolean({ default: false }),
  skip_groups: optional.integers(),
  min_access_level: optional.integer({ values: [10, 15, 20, 30, 40, 50] }),
  visibility: optional.string({ values: ['private', 'internal', 'public'] }),
  active: optional.boolean(),
  archived: optional.boolean(),
  marked_for_deletion_on: optional.date(),
  order_by: optional.string({ values: ['name', 'path', 'id', 'similarity'], default: 'name' }),
  sort: optional.string({ values: ['asc', 'desc'], default: 'asc' }),
  statistics: optional.boolean({ default: false }),
  with_custom_attributes: optional.boolean({ default: false }),
};

type GroupFilters = Values<typeof groupFilters>;

const columns = {
  name: (group: Group) => group.name.toLowerCase(),
  path: (group: Group) => group.path,
  id: (group: Group) => group.id,
  similarity: (group: Group) => group.name.toLowerCase(),
};

/** Answers a list of groups: what the caller may see of `candidates`, filtered, sorted, one page of it. */
export function listGroups(call: Call<GroupFilters>, candidates: readonly Group[]): unknown[] {
  const { params } = call;
  const found = candidates
    .filter((group) => canSeeGroup(call, group) && fits(call, group))
    .sort(byColumn(columns[params.order_by], params.sort, columns.id));
  return call.pageOrKeyset(found, (group) => presentGroup(call, group, { statistics: params.statistics }), {
    keyset: { columns: { name: columns.name }, idOf: columns.id, link: 'cursor', direction: 'asc' },
  });
}

function fits(call: Call<GroupFilters>, group: Group): boolean {
  const { params, user, world } = call;
  const level = groupLevel(world, user, group);
  const search = params.search?.toLowerCase();
  const isActive = !group.archived && group.markedForDeletionOn === null;
  return (
    (search === undefined ||
      `${group.name}\n${group.path}\n${fullName(world, group)}`.toLowerCase().includes(search)) &&
    (!params.owned || level >= levels.owner) &&
    // Administrators see all by default; everybody else sees what is public as well as their own, unless told not to.
    (params.all_available !== false || level > 0) &&
    (!params.top_level_only || group.parentId === null) &&
    !params.skip_groups?.includes(group.id) &&
    (params.min_access_level === undefined || params.min_access_level === null || level >= params.min_access_level) &&
    (params.visibility === undefined || params.visibility === null || group.visibility === params.visibility) &&
    (params.active === undefined || params.active === null || isActive === params.active) &&
    (params.archived === undefined || params.archived === null || group.archived === params.archived) &&
    (params.marked_for_deletion_on === undefined ||
      params.marked_for_deletion_on === null ||
      group.markedForDeletionOn === params.marked_for_deletion_on)
  );
}
