import { defineAction } from '../../action.ts';
import { described, flag, line, namespace, required } from '../../field.ts';
import { groupId, keysetOrder, search } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { createGroup } from './group-path.ts';
import { groupFilters, groupOrder, groupSettings, paging } from './group-fields.ts';
import { transferGroup } from './group-transfer.ts';

const list = defineAction({
  id: 'group.list',
  tool: 'gitlab_group_list',
  title: 'List groups',
  summary: 'List the groups the token may see, filtered by name, role or visibility.',
  effect: 'read',
  route: 'GET /groups',
  params: { ...groupFilters, ...groupOrder, ...paging },
  result: listOf('group'),
  usage: 'For my groups set min_access_level to 10, or owned to true.',
  words: [
    'my teams',
    'organizations',
    'which groups exist',
    'my groups',
    'all organizations',
    'top-level groups',
    'groups I belong to',
    'groups I am in',
  ],
  aliases: ['groups.list'],
  related: ['group.get', 'group.search', 'group.subgroups', 'group.projects'],
});

const findByText = defineAction({
  id: 'group.search',
  tool: 'gitlab_group_search',
  title: 'Search groups',
  summary: 'Find groups by name or path.',
  effect: 'read',
  route: 'GET /groups',
  params: {
    query: required(line('Text to look for.', { wire: 'search', minLength: 1, aliases: ['search', 'q', 'name'] })),
    ...groupOrder,
    ...paging,
  },
  result: listOf('group'),
  words: ['find a team', 'group called', 'groups whose name contains', 'groups that start with'],
  aliases: ['search.groups'],
  related: ['group.list', 'group.get', 'user.namespace_search'],
});

const get = defineAction({
  id: 'group.get',
  tool: 'gitlab_group_get',
  title: 'Get a group',
  summary: 'Get one group: path, description, visibility and settings, without its projects.',
  effect: 'read',
  route: 'GET /groups/:group_id',
  // GitLab would add up to 100 projects, which group.projects gives page by page.
  fixed: { with_projects: false },
  params: {
    group_id: groupId,
    with_custom_attributes: flag('Include custom attributes, for administrators. Default false.'),
  },
  result: one('group'),
  words: ['show team', 'group details', 'group ID', 'info about a group'],
  aliases: ['group.show'],
  related: ['group.projects', 'group.subgroups', 'group.members', 'group.update'],
});

const create = defineAction({
  id: 'group.create',
  tool: 'gitlab_group_create',
  title: 'Create a group',
  summary: 'Create a group, or a subgroup of another one.',
  effect: 'write',
  route: 'POST /groups',
  params: {
    name: required(line('Name of the group.', { minLength: 1, maxLength: 255, aliases: ['title'] })),
    path: line('Path of the group. Default: derived from the name.', { minLength: 1, aliases: ['slug'] }),
    parent_id: namespace('Group above it: numeric ID or full path. Default: none.', {
      names: 'group',
      numericOnly: true,
      aliases: ['parent', 'parent_group', 'group_id'],
    }),
    ...groupSettings,
  },
  run: createGroup,
  result: one('group'),
  words: ['new team', 'new subgroup', 'create organization', 'make a subgroup', 'start a new group'],
  aliases: ['group.new', 'group.create_subgroup'],
  related: ['group.get', 'project.create', 'group.group_member_add'],
});

const update = defineAction({
  id: 'group.update',
  tool: 'gitlab_group_update',
  title: 'Update a group',
  summary: 'Change name, path, description, visibility or settings of a group.',
  effect: 'write',
  route: 'PUT /groups/:group_id',
  params: {
    group_id: groupId,
    name: line('New name.', { minLength: 1, maxLength: 255, aliases: ['title'] }),
    path: line('New path. Old URLs redirect.', { minLength: 1 }),
    ...groupSettings,
  },
  rules: [{ rule: 'at-least-one', of: ['name', 'path', ...Object.keys(groupSettings)] }],
  result: one('group'),
  words: [
    'rename group',
    'group settings',
    'make a group private',
    'change group visibility',
    'edit group description',
    'change the description of a group',
    'hide a group',
  ],
  aliases: ['group.edit'],
  related: ['group.get', 'group.transfer'],
});

const remove = defineAction({
  id: 'group.delete',
  tool: 'gitlab_group_delete',
  title: 'Delete a group',
  summary: 'Mark a group with all its projects for deletion, or remove it for good.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id',
  params: {
    group_id: groupId,
    permanently_remove: flag('Remove at once a subgroup that is already marked. Needs full_path. Default false.'),
    full_path: line('Full path of the group, as a confirmation beside permanently_remove.'),
  },
  rules: [{ rule: 'needs', param: 'permanently_remove', with: 'full_path' }],
  result: nothing('group'),
  usage: 'GitLab works it off in the background. group.restore takes it back.',
  words: ['remove team', 'drop a group', 'delete a group with everything in it', 'remove a group'],
  related: ['group.archive', 'group.restore', 'group.projects'],
});

const restore = defineAction({
  id: 'group.restore',
  tool: 'gitlab_group_restore',
  title: 'Restore a group',
  summary: 'Take back the deletion of a group that is marked for it.',
  effect: 'write',
  route: 'POST /groups/:group_id/restore',
  params: { group_id: groupId },
  idempotent: true,
  result: one('group'),
  words: ['undelete group', 'cancel deletion of a group', 'bring back a deleted group'],
  related: ['group.delete', 'group.get'],
});

const archive = defineAction({
  id: 'group.archive',
  tool: 'gitlab_group_archive',
  title: 'Archive a group',
  summary: 'Make a group with its subgroups and projects read-only.',
  effect: 'write',
  route: 'POST /groups/:group_id/archive',
  params: { group_id: groupId },
  idempotent: true,
  result: one('group'),
  words: ['freeze group', 'retire a team', 'make a group read-only'],
  related: ['group.unarchive', 'group.delete'],
});

const unarchive = defineAction({
  id: 'group.unarchive',
  tool: 'gitlab_group_unarchive',
  title: 'Unarchive a group',
  summary: 'Make an archived group writable again.',
  effect: 'write',
  route: 'POST /groups/:group_id/unarchive',
  params: { group_id: groupId },
  idempotent: true,
  result: one('group'),
  words: ['reactivate group', 'bring a group back from the archive'],
  related: ['group.archive', 'group.get'],
});

const subgroups = defineAction({
  id: 'group.subgroups',
  tool: 'gitlab_subgroups_list',
  title: 'List subgroups',
  summary: 'List all groups below a group, at any depth.',
  effect: 'read',
  route: 'GET /groups/:group_id/descendant_groups',
  params: { group_id: groupId, ...groupFilters, ...groupOrder, ...paging },
  result: listOf('group'),
  words: [
    'teams below a group',
    'child groups',
    'descendants',
    'nested groups',
    'groups below a group',
    'which groups are inside a group',
  ],
  aliases: ['group.list_subgroups', 'group.descendants'],
  related: ['group.get', 'group.projects', 'group.list'],
});

const transfer = defineAction({
  id: 'group.transfer',
  tool: 'gitlab_group_transfer',
  title: 'Transfer a group',
  summary: 'Move a group below another one, or to the top, and wait until it is there.',
  effect: 'write',
  route: 'POST /groups/:group_id/transfer',
  params: {
    group_id: groupId,
    parent_id: namespace('Group to move it below: numeric ID or full path. Without it the group moves to the top.', {
      wire: 'group_id',
      names: 'group',
      numericOnly: true,
      aliases: ['new_parent_id', 'parent', 'target_group_id', 'to_group'],
    }),
  },
  run: transferGroup,
  result: one('group'),
  words: ['move a group', 'change parent group', 'make it a subgroup', 'move a group below another group'],
  aliases: ['group.move'],
  related: ['group.transfer_locations', 'group.get', 'project.transfer'],
});

const transferLocations = defineAction({
  id: 'group.transfer_locations',
  tool: 'gitlab_group_transfer_locations',
  title: 'List where a group can move',
  summary: 'List the groups that a group may be moved below.',
  effect: 'read',
  route: 'GET /groups/:group_id/transfer_locations',
  params: {
    group_id: groupId,
    search: described(search, 'Text to look for in the group name.'),
    ...paging,
    ...keysetOrder,
  },
  result: listOf('group'),
  words: ['possible parents', 'transfer targets', 'where can this group be moved'],
  related: ['group.transfer', 'group.list'],
});

export const groups = [
  list,
  findByText,
  get,
  create,
  update,
  remove,
  restore,
  archive,
  unarchive,
  subgroups,
  transfer,
  transferLocations,
];
