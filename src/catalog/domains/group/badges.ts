import { defineAction } from '../../action.ts';
import { required } from '../../field.ts';
import { groupId, page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { badgeChanges, badgeFilter, badgeId, badgeImage, badgeLink, badgeName } from '../project/badges.ts';

const ofBadge = { group_id: groupId, badge_id: badgeId } as const;

const list = defineAction({
  id: 'group.badge_list',
  tool: 'gitlab_list_group_badges',
  title: 'List badges of a group',
  summary: 'List the badges that all projects of a group show.',
  effect: 'read',
  route: 'GET /groups/:group_id/badges',
  params: { group_id: groupId, name: badgeFilter, ...page },
  result: listOf('badge'),
  words: ['shields of a group', 'which badges does the group show', 'badges on all projects of a group'],
  related: ['group.badge_add', 'project.badge_list'],
});

const get = defineAction({
  id: 'group.badge_get',
  tool: 'gitlab_get_group_badge',
  title: 'Get a badge of a group',
  summary: 'Get one badge of a group with its link and image.',
  effect: 'read',
  route: 'GET /groups/:group_id/badges/:badge_id',
  params: ofBadge,
  result: one('badge'),
  words: ['show group badge'],
  related: ['group.badge_list', 'group.badge_edit'],
});

const add = defineAction({
  id: 'group.badge_add',
  tool: 'gitlab_add_group_badge',
  title: 'Add a badge to a group',
  summary: 'Show a badge on the pages of all projects of a group.',
  effect: 'write',
  route: 'POST /groups/:group_id/badges',
  params: { group_id: groupId, link_url: required(badgeLink), image_url: required(badgeImage), name: badgeName },
  result: one('badge'),
  words: ['new shield for all projects', 'add a shield to all projects of a group'],
  related: ['group.badge_preview', 'group.badge_list'],
});

const edit = defineAction({
  id: 'group.badge_edit',
  tool: 'gitlab_edit_group_badge',
  title: 'Update a badge of a group',
  summary: 'Change link, image or name of a badge of a group.',
  effect: 'write',
  route: 'PUT /groups/:group_id/badges/:badge_id',
  params: { ...ofBadge, link_url: badgeLink, image_url: badgeImage, name: badgeName },
  rules: [badgeChanges],
  result: one('badge'),
  words: ['update group shield'],
  related: ['group.badge_get', 'group.badge_delete'],
});

const remove = defineAction({
  id: 'group.badge_delete',
  tool: 'gitlab_delete_group_badge',
  title: 'Delete a badge of a group',
  summary: 'Take a badge off the pages of all projects of a group.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/badges/:badge_id',
  params: ofBadge,
  result: nothing('badge'),
  words: ['remove group shield'],
  related: ['group.badge_list'],
});

const preview = defineAction({
  id: 'group.badge_preview',
  tool: 'gitlab_preview_group_badge',
  title: 'Preview a badge of a group',
  summary: 'Get the URLs of a badge of a group with their placeholders filled in.',
  effect: 'read',
  route: 'GET /groups/:group_id/badges/render',
  params: { group_id: groupId, link_url: required(badgeLink), image_url: required(badgeImage), name: badgeName },
  result: one('badge'),
  words: ['try a group badge'],
  related: ['group.badge_add'],
});

export const badges = [list, get, add, edit, remove, preview];
