import { datetime, described, flag, id, line, list, oneOf } from '../../field.ts';
import { keyset, minAccessLevel, page, search, sort, visibility } from '../../fields.ts';

/** What narrows down a list of projects, wherever the list comes from. */
export const projectFilters = {
  search: described(search, 'Text to look for in name, path and description.'),
  archived: flag('Only archived projects, or only those that are not.'),
  visibility: described(visibility, 'Only projects with this visibility.'),
  owned: flag('Only projects the current user owns.'),
  starred: flag('Only projects the current user starred.'),
  membership: flag('Only projects the current user is a member of.', { aliases: ['mine', 'member'] }),
  min_access_level: minAccessLevel,
  simple: flag('Only the main fields of each project. Default false.'),
  statistics: flag('Include sizes and commit counts. Default false.'),
  with_issues_enabled: flag('Only projects with issues turned on.'),
  with_merge_requests_enabled: flag('Only projects with merge requests turned on.'),
  with_programming_language: line('Only projects that use this programming language.', { aliases: ['language'] }),
  with_custom_attributes: flag('Include custom attributes, for administrators.'),
  updated_after: datetime('Only projects updated at or after this time, ISO 8601.'),
  updated_before: datetime('Only projects updated at or before this time, ISO 8601.'),
} as const;

export const projectOrder = {
  order_by: oneOf(
    'What the list is ordered by. Default created_at.',
    ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at', 'star_count', 'similarity'],
    { synonyms: { stars: 'star_count', last_activity: 'last_activity_at', activity: 'last_activity_at' } },
  ),
  sort,
} as const;

/** Only for the list of all projects. */
export const everywhere = {
  topic: line('Only projects with these topics, separated by commas.', { aliases: ['topics'] }),
  search_namespaces: flag('Search also the path of the group. Default false.'),
  last_activity_after: datetime('Only projects active at or after this time, ISO 8601.'),
  last_activity_before: datetime('Only projects active at or before this time, ISO 8601.'),
  id_after: id('Only projects with an ID above this one.'),
  id_before: id('Only projects with an ID below this one.'),
  active: flag('Only projects that are neither archived nor about to be deleted.'),
  include_hidden: flag('Include hidden projects, for administrators.'),
  include_pending_delete: flag('Include projects about to be deleted, for administrators.'),
} as const;

export const skipGroups = list('IDs of groups to leave out.', id('Group ID.'), { split: true });

export const paging = { ...page, ...keyset } as const;
