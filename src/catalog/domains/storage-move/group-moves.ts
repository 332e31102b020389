import { defineAction } from '../../action.ts';
import { keyset, keysetOrder, page } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { destination, movedGroup, moveId, source } from './storage-fields.ts';

const list = defineAction({
  id: 'storage_move.retrieve_all_group',
  tool: 'gitlab_retrieve_all_group_storage_moves',
  title: 'List all group storage moves',
  summary: 'List the moves of group wikis between storages with their state, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /group_repository_storage_moves',
  params: { ...page, ...keyset, ...keysetOrder },
  result: listOf('storage_move'),
  words: ['group moves between Gitaly storages', 'shard migrations of groups'],
  related: ['storage_move.retrieve_group', 'storage_move.schedule_all_group'],
});

const listOfOne = defineAction({
  id: 'storage_move.retrieve_group',
  tool: 'gitlab_retrieve_group_storage_moves',
  title: 'List storage moves of a group',
  summary: 'List the storage moves of one group with their state, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/repository_storage_moves',
  params: { group_id: movedGroup, ...page },
  result: listOf('storage_move'),
  words: ['history of group storage', 'which storages was a group on'],
  related: ['storage_move.schedule_group', 'storage_move.get_group_for_group'],
});

const get = defineAction({
  id: 'storage_move.get_group',
  tool: 'gitlab_get_group_storage_move',
  title: 'Get a group storage move',
  summary: 'Get one storage move of a group with its state, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /group_repository_storage_moves/:id',
  params: { id: moveId },
  result: one('storage_move'),
  words: ['is the group move finished'],
  related: ['storage_move.retrieve_all_group'],
});

const getOfOne = defineAction({
  id: 'storage_move.get_group_for_group',
  tool: 'gitlab_get_group_storage_move_for_group',
  title: 'Get a storage move of one group',
  summary: 'Get one storage move of the given group with its state, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/repository_storage_moves/:id',
  params: { group_id: movedGroup, id: moveId },
  result: one('storage_move'),
  words: ['state of the move of this group'],
  related: ['storage_move.retrieve_group'],
});

const schedule = defineAction({
  id: 'storage_move.schedule_group',
  tool: 'gitlab_schedule_group_storage_move',
  title: 'Move a group to another storage',
  summary: 'Start moving the wiki of a group to another storage in the background, for administrators.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/repository_storage_moves',
  params: { group_id: movedGroup, destination_storage_name: destination },
  result: one('storage_move'),
  words: ['move group to another shard', 'migrate a group to another Gitaly node'],
  related: ['storage_move.get_group_for_group', 'storage_move.schedule_all_group', 'group.get'],
});

const scheduleAll = defineAction({
  id: 'storage_move.schedule_all_group',
  tool: 'gitlab_schedule_all_group_storage_moves',
  title: 'Move all groups off a storage',
  summary: 'Start moving everything that groups have on one storage to others in the background, for administrators.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /group_repository_storage_moves',
  params: { source_storage_name: source, destination_storage_name: destination },
  result: one('storage_move'),
  words: ['empty a storage', 'drain a Gitaly node of groups', 'move all groups to another storage'],
  related: ['storage_move.retrieve_all_group', 'storage_move.schedule_group'],
});

export const groupMoves = [list, listOfOne, get, getOfOne, schedule, scheduleAll];
