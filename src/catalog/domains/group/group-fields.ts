import { date, described, flag, id, integer, line, list, object, oneOf, text } from '../../field.ts';
import { keyset, minAccessLevel, page, search, sort, visibility } from '../../fields.ts';

/** What narrows down a list of groups, wherever the list comes from. */
export const groupFilters = {
  search: described(search, 'Text to look for in name and path.'),
  visibility: described(visibility, 'Only groups with this visibility.'),
  owned: flag('Only groups the current user owns.'),
  min_access_level: minAccessLevel,
  all_available: flag('Include groups the current user is no member of. Default true for administrators.'),
  top_level_only: flag('Only groups at the top. Default false.'),
  active: flag('Only groups that are neither archived nor about to be deleted.'),
  archived: flag('Only archived groups, or only those that are not.'),
  skip_groups: list('IDs of groups to leave out.', id('Group ID.'), { split: true }),
  statistics: flag('Include sizes, for administrators. Default false.'),
  with_custom_attributes: flag('Include custom attributes, for administrators. Default false.'),
  marked_for_deletion_on: date('Only groups marked for deletion on this day, YYYY-MM-DD.'),
  custom_attributes: object(
    'Only groups with these custom attributes, by name, for administrators.',
    {},
    { open: true },
  ),
  repository_storage: line('Only groups on this storage, for administrators.'),
} as const;

export const groupOrder = {
  order_by: oneOf('What the list is ordered by. Default name.', ['name', 'path', 'id', 'similarity']),
  sort,
} as const;

export const paging = { ...page, ...keyset } as const;

/** What create and update of a group share. */
export const groupSettings = {
  description: text('Short text about the group.'),
  visibility,
  default_branch: line('Default branch of new projects.'),
  lfs_enabled: flag('Whether projects may use Git LFS.'),
  request_access_enabled: flag('Whether users may ask for access.'),
  emails_enabled: flag('Whether the group sends e-mail.'),
  mentions_disabled: flag('Whether the group cannot be mentioned.'),
  auto_devops_enabled: flag('Whether Auto DevOps is on for its projects.'),
  share_with_group_lock: flag('Whether its projects cannot be shared with other groups.'),
  project_creation_level: oneOf(
    'Who may create projects in it.',
    ['noone', 'administrator', 'owner', 'maintainer', 'developer'],
    { synonyms: { no_one: 'noone', nobody: 'noone' } },
  ),
  subgroup_creation_level: oneOf('Who may create subgroups in it.', ['owner', 'maintainer']),
  require_two_factor_authentication: flag('Whether members need two-factor login.'),
  two_factor_grace_period: integer('Hours before two-factor login is enforced.', { minimum: 0 }),
  shared_runners_setting: oneOf('Whether instance runners are on for it, and whether projects may differ.', [
    'enabled',
    'disabled_and_overridable',
    'disabled_and_unoverridable',
  ]),
  membership_lock: flag('Whether projects cannot add members of their own.', { tier: 'premium' }),
  prevent_forking_outside_group: flag('Whether projects cannot be forked out of the group.', { tier: 'premium' }),
  wiki_access_level: oneOf('Who may use the wiki of the group.', ['disabled', 'private', 'enabled'], {
    tier: 'premium',
  }),
} as const;
