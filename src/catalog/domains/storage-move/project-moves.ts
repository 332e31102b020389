import { defineAction } from '../../action.ts';
import { page } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { destination, movedProject, moveId, source } from './storage-fields.ts';

const list = defineAction({
  id: 'storage_move.retrieve_all_project',
  tool: 'gitlab_retrieve_all_project_storage_moves',
  title: 'List all project storage moves',
  summary: 'List the moves of project repositories between storages with their state, for administrators.',
  effect: 'read',
  route: 'GET /project_repository_storage_moves',
  params: { ...page },
  result: listOf('storage_move'),
  words: ['project moves between Gitaly storages', 'shard migrations of projects', 'progress of all storage moves'],
  related: ['storage_move.retrieve_project', 'storage_move.schedule_all_project'],
});

const listOfOne = defineAction({
  id: 'storage_move.retrieve_project',
  tool: 'gitlab_retrieve_project_storage_moves',
  title: 'List storage moves of a project',
  summary: 'List the storage moves of one project with their state, for administrators.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository_storage_moves',
  params: { project_id: movedProject, ...page },
  result: listOf('storage_move'),
  words: ['history of project storage', 'which storages was a project on', 'where was the repository stored before'],
  related: ['storage_move.schedule_project', 'storage_move.get_project_for_project'],
});

const get = defineAction({
  id: 'storage_move.get_project',
  tool: 'gitlab_get_project_storage_move',
  title: 'Get a project storage move',
  summary: 'Get one storage move of a project with its state, for administrators.',
  effect: 'read',
  route: 'GET /project_repository_storage_moves/:id',
  params: { id: moveId },
  result: one('storage_move'),
  words: ['is the project move finished', 'did the storage move finish', 'state of a storage move'],
  related: ['storage_move.retrieve_all_project'],
});

const getOfOne = defineAction({
  id: 'storage_move.get_project_for_project',
  tool: 'gitlab_get_project_storage_move_for_project',
  title: 'Get a storage move of one project',
  summary: 'Get one storage move of the given project with its state, for administrators.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository_storage_moves/:id',
  params: { project_id: movedProject, id: moveId },
  result: one('storage_move'),
  words: ['state of the move of this project'],
  related: ['storage_move.retrieve_project'],
});

const schedule = defineAction({
  id: 'storage_move.schedule_project',
  tool: 'gitlab_schedule_project_storage_move',
  title: 'Move a project to another storage',
  summary: 'Start moving the repositories of a project to another storage in the background, for administrators.',
  effect: 'write',
  route: 'POST /projects/:project_id/repository_storage_moves',
  params: { project_id: movedProject, destination_storage_name: destination },
  result: one('storage_move'),
  words: [
    'move project to another shard',
    'migrate a project to another Gitaly node',
    'move the repository to another storage',
    'change the storage of a project',
  ],
  related: ['storage_move.get_project_for_project', 'storage_move.schedule_all_project', 'project.get'],
});

const scheduleAll = defineAction({
  id: 'storage_move.schedule_all_project',
  tool: 'gitlab_schedule_all_project_storage_moves',
  title: 'Move all projects off a storage',
  summary: 'Start moving everything that projects have on one storage to others in the background, for administrators.',
  effect: 'write',
  route: 'POST /project_repository_storage_moves',
  params: { source_storage_name: source, destination_storage_name: destination },
  result: one('storage_move'),
  words: [
    'empty a storage',
    'drain a Gitaly node of projects',
    'clear a storage node',
    'empty a Gitaly node',
    'move all projects to another storage',
    'move every repository to another shard',
  ],
  related: ['storage_move.retrieve_all_project', 'storage_move.schedule_project'],
});

export const projectMoves = [list, listOfOne, get, getOfOne, schedule, scheduleAll];
