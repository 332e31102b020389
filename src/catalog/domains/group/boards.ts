import { defineAction } from '../../action.ts';
import { described, id, required } from '../../field.ts';
import { boardId, groupId, page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { boardChanges, boardName, boardScope, listId, listPosition } from '../project/boards.ts';

const ofBoard = { group_id: groupId, board_id: boardId } as const;
const ofList = { ...ofBoard, list_id: listId } as const;

const list = defineAction({
  id: 'group.group_board_list',
  tool: 'gitlab_group_board_list',
  title: 'List boards of a group',
  summary: 'List the issue boards of a group with their lists.',
  effect: 'read',
  route: 'GET /groups/:group_id/boards',
  params: { group_id: groupId, ...page },
  result: listOf('board'),
  words: ['kanban of a team', 'team boards', 'issue boards of a group'],
  aliases: ['group.board_list', 'group.boards'],
  related: ['group.group_board_get', 'project.board_list'],
});

const get = defineAction({
  id: 'group.group_board_get',
  tool: 'gitlab_group_board_get',
  title: 'Get a board of a group',
  summary: 'Get one issue board of a group with its lists.',
  effect: 'read',
  route: 'GET /groups/:group_id/boards/:board_id',
  params: ofBoard,
  result: one('board'),
  words: ['columns of a team board', 'show a group board'],
  aliases: ['group.board_get'],
  related: ['group.group_board_list', 'group.group_board_list_lists'],
});

const create = defineAction({
  id: 'group.group_board_create',
  tool: 'gitlab_group_board_create',
  title: 'Create a board in a group',
  summary: 'Create an issue board in a group.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/boards',
  params: { group_id: groupId, name: required(boardName) },
  result: one('board'),
  words: ['new team board', 'new board for a group', 'create a group issue board'],
  related: ['group.group_board_create_list', 'group.group_board_list'],
});

const update = defineAction({
  id: 'group.group_board_update',
  tool: 'gitlab_group_board_update',
  title: 'Update a board of a group',
  summary: 'Change name or scope of an issue board of a group.',
  effect: 'write',
  route: 'PUT /groups/:group_id/boards/:board_id',
  params: {
    ...ofBoard,
    name: boardName,
    ...boardScope,
    milestone_id: described(
      boardScope.milestone_id,
      'ID of the milestone whose issues the board shows, from group.group_milestone_list. 0 for all.',
    ),
  },
  rules: [boardChanges],
  result: one('board'),
  words: ['rename team board', 'rename a group board'],
  related: ['group.group_board_get'],
});

const remove = defineAction({
  id: 'group.group_board_delete',
  tool: 'gitlab_group_board_delete',
  title: 'Delete a board of a group',
  summary: 'Delete an issue board of a group. Its issues stay.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/boards/:board_id',
  params: ofBoard,
  result: nothing('board'),
  words: ['remove team board', 'delete a group issue board'],
  related: ['group.group_board_list'],
});

const listLists = defineAction({
  id: 'group.group_board_list_lists',
  tool: 'gitlab_group_board_list_lists',
  title: 'List the lists of a group board',
  summary: 'List the lists of an issue board of a group, without backlog and closed.',
  effect: 'read',
  route: 'GET /groups/:group_id/boards/:board_id/lists',
  params: { ...ofBoard, ...page },
  result: listOf('board_list'),
  words: ['columns of a group board', 'columns on the group board'],
  related: ['group.group_board_get', 'group.group_board_create_list'],
});

const getList = defineAction({
  id: 'group.group_board_get_list',
  tool: 'gitlab_group_board_list_get',
  title: 'Get a list of a group board',
  summary: 'Get one list of an issue board of a group.',
  effect: 'read',
  route: 'GET /groups/:group_id/boards/:board_id/lists/:list_id',
  params: ofList,
  result: one('board_list'),
  words: ['column of a group board'],
  related: ['group.group_board_list_lists'],
});

const createList = defineAction({
  id: 'group.group_board_create_list',
  tool: 'gitlab_group_board_list_create',
  title: 'Add a list to a group board',
  summary: 'Add a list for a label to an issue board of a group.',
  effect: 'write',
  route: 'POST /groups/:group_id/boards/:board_id/lists',
  params: { ...ofBoard, label_id: required(id('ID of the label of the list.', { aliases: ['label'] })) },
  result: one('board_list'),
  words: ['new column on a team board', 'add a column to a group board'],
  related: ['group.group_board_list_lists', 'group.group_label_list'],
});

const updateList = defineAction({
  id: 'group.group_board_update_list',
  tool: 'gitlab_group_board_list_update',
  title: 'Move a list of a group board',
  summary: 'Move a list of an issue board of a group to another position.',
  effect: 'write',
  route: 'PUT /groups/:group_id/boards/:board_id/lists/:list_id',
  params: { ...ofList, position: listPosition },
  result: one('board_list'),
  words: ['reorder columns of a team board'],
  related: ['group.group_board_list_lists'],
});

const removeList = defineAction({
  id: 'group.group_board_delete_list',
  tool: 'gitlab_group_board_list_delete',
  title: 'Delete a list of a group board',
  summary: 'Delete a list of an issue board of a group. Its issues and label stay.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/boards/:board_id/lists/:list_id',
  params: ofList,
  result: nothing('board_list'),
  words: ['remove column from a team board', 'delete a column of a group board'],
  related: ['group.group_board_list_lists'],
});

export const boards = [list, get, create, update, remove, listLists, getList, createList, updateList, removeList];
