import { defineAction } from '../../action.ts';
import { described, flag, id, integer, line, required } from '../../field.ts';
import { boardId, labels, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

/** Fields that boards of projects and of groups share. */
export const listId = required(id('ID of the list on the board.', { aliases: ['board_list_id', 'id'] }));
export const boardName = line('Name of the board.', { minLength: 1, aliases: ['title'] });
export const listPosition = required(integer('New position of the list, 0 is first.', { minimum: 0 }));
export const boardScope = {
  hide_backlog_list: flag('Whether the list of open issues is hidden.'),
  hide_closed_list: flag('Whether the list of closed issues is hidden.'),
  labels: { ...described(labels, 'Labels that issues on the board carry.'), tier: 'premium' },
  assignee_id: id('ID of the user whose issues the board shows, 0 for all.', { minimum: 0, tier: 'premium' }),
  milestone_id: id('ID of the milestone whose issues the board shows, from project.milestone_list. 0 for all.', {
    minimum: 0,
    tier: 'premium',
  }),
  weight: integer('Weight of the issues the board shows.', { minimum: 0, tier: 'premium' }),
} as const;
export const boardChanges = { rule: 'at-least-one', of: ['name', ...Object.keys(boardScope)] } as const;

const ofBoard = { project_id: projectId, board_id: boardId } as const;
const ofList = { ...ofBoard, list_id: listId } as const;

const list = defineAction({
  id: 'project.board_list',
  tool: 'gitlab_board_list',
  title: 'List boards of a project',
  summary: 'List the issue boards of a project with their lists.',
  effect: 'read',
  route: 'GET /projects/:project_id/boards',
  params: { project_id: projectId, ...page },
  result: listOf('board'),
  words: ['kanban', 'scrum board', 'boards'],
  aliases: ['board.list'],
  related: ['project.board_get', 'project.board_list_list', 'issue.list'],
});

const get = defineAction({
  id: 'project.board_get',
  tool: 'gitlab_board_get',
  title: 'Get a board of a project',
  summary: 'Get one issue board of a project with its lists.',
  effect: 'read',
  route: 'GET /projects/:project_id/boards/:board_id',
  params: ofBoard,
  result: one('board'),
  words: ['columns of the board', 'show an issue board'],
  aliases: ['board.get'],
  related: ['project.board_list', 'project.board_list_list'],
});

const create = defineAction({
  id: 'project.board_create',
  tool: 'gitlab_board_create',
  title: 'Create a board in a project',
  summary: 'Create an issue board in a project. The Free tier has one per project.',
  effect: 'write',
  route: 'POST /projects/:project_id/boards',
  params: { project_id: projectId, name: required(boardName) },
  result: one('board'),
  words: ['new kanban board', 'start a kanban board', 'add a new board', 'create an issue board'],
  aliases: ['board.create'],
  related: ['project.board_list_create', 'project.board_list'],
});

const update = defineAction({
  id: 'project.board_update',
  tool: 'gitlab_board_update',
  title: 'Update a board of a project',
  summary: 'Change name or scope of an issue board of a project.',
  effect: 'write',
  route: 'PUT /projects/:project_id/boards/:board_id',
  params: { ...ofBoard, name: boardName, ...boardScope },
  rules: [boardChanges],
  result: one('board'),
  words: ['rename board', 'board for one milestone', 'rename an issue board', 'change the scope of a board'],
  aliases: ['board.update'],
  related: ['project.board_get'],
});

const remove = defineAction({
  id: 'project.board_delete',
  tool: 'gitlab_board_delete',
  title: 'Delete a board of a project',
  summary: 'Delete an issue board of a project. Its issues stay.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/boards/:board_id',
  params: ofBoard,
  result: nothing('board'),
  words: ['remove kanban board', 'delete an issue board'],
  aliases: ['board.delete'],
  related: ['project.board_list'],
});

const listLists = defineAction({
  id: 'project.board_list_list',
  tool: 'gitlab_board_list_lists',
  title: 'List the lists of a project board',
  summary: 'List the lists of an issue board of a project, without backlog and closed.',
  effect: 'read',
  route: 'GET /projects/:project_id/boards/:board_id/lists',
  params: { ...ofBoard, ...page },
  result: listOf('board_list'),
  words: ['columns of a board', 'swimlanes', 'columns of the issue board', 'lists of a board'],
  related: ['project.board_list_create', 'project.board_get'],
});

const getList = defineAction({
  id: 'project.board_list_get',
  tool: 'gitlab_board_list_get',
  title: 'Get a list of a project board',
  summary: 'Get one list of an issue board of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/boards/:board_id/lists/:list_id',
  params: ofList,
  result: one('board_list'),
  words: ['column of a board'],
  related: ['project.board_list_list'],
});

const createList = defineAction({
  id: 'project.board_list_create',
  tool: 'gitlab_board_list_create',
  title: 'Add a list to a project board',
  summary: 'Add a list to an issue board of a project, for a label, user, milestone or iteration.',
  effect: 'write',
  route: 'POST /projects/:project_id/boards/:board_id/lists',
  params: {
    ...ofBoard,
    label_id: id('ID of the label of the list.'),
    assignee_id: id('ID of the user of the list.', { tier: 'premium' }),
    milestone_id: id('ID of the milestone of the list, from project.milestone_list.', { tier: 'premium' }),
    iteration_id: id('ID of the iteration of the list.', { tier: 'premium' }),
  },
  rules: [{ rule: 'exactly-one', of: ['label_id', 'assignee_id', 'milestone_id', 'iteration_id'] }],
  result: one('board_list'),
  words: ['new column', 'add a column to a board', 'add a list to the issue board', 'new column for a label'],
  related: ['project.board_list_list', 'project.label_list'],
});

const updateList = defineAction({
  id: 'project.board_list_update',
  tool: 'gitlab_board_list_update',
  title: 'Move a list of a project board',
  summary: 'Move a list of an issue board of a project to another position.',
  effect: 'write',
  route: 'PUT /projects/:project_id/boards/:board_id/lists/:list_id',
  params: { ...ofList, position: listPosition },
  result: one('board_list'),
  words: ['reorder columns', 'change the order of columns', 'move a column of the board'],
  related: ['project.board_list_list'],
});

const removeList = defineAction({
  id: 'project.board_list_delete',
  tool: 'gitlab_board_list_delete',
  title: 'Delete a list of a project board',
  summary: 'Delete a list of an issue board of a project. Its issues and label stay.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/boards/:board_id/lists/:list_id',
  params: ofList,
  result: nothing('board_list'),
  words: ['remove column', 'remove a column from the board', 'delete a board list'],
  related: ['project.board_list_list'],
});

export const boards = [list, get, create, update, remove, listLists, getList, createList, updateList, removeList];
