import { defineAction } from '../../action.ts';
import { page } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { destination, movedSnippet, moveId, source } from './storage-fields.ts';

const list = defineAction({
  id: 'storage_move.retrieve_all_snippet',
  tool: 'gitlab_retrieve_all_snippet_storage_moves',
  title: 'List all snippet storage moves',
  summary: 'List the moves of snippet repositories between storages with their state, for administrators.',
  effect: 'read',
  route: 'GET /snippet_repository_storage_moves',
  params: { ...page },
  result: listOf('storage_move'),
  words: ['snippet moves between Gitaly storages', 'shard migrations of snippets'],
  related: ['storage_move.retrieve_snippet', 'storage_move.schedule_all_snippet'],
});

const listOfOne = defineAction({
  id: 'storage_move.retrieve_snippet',
  tool: 'gitlab_retrieve_snippet_storage_moves',
  title: 'List storage moves of a snippet',
  summary: 'List the storage moves of one snippet with their state, for administrators.',
  effect: 'read',
  route: 'GET /snippets/:snippet_id/repository_storage_moves',
  params: { snippet_id: movedSnippet, ...page },
  result: listOf('storage_move'),
  words: ['history of snippet storage', 'which storages was a snippet on'],
  related: ['storage_move.schedule_snippet', 'storage_move.get_snippet_for_snippet'],
});

const get = defineAction({
  id: 'storage_move.get_snippet',
  tool: 'gitlab_get_snippet_storage_move',
  title: 'Get a snippet storage move',
  summary: 'Get one storage move of a snippet with its state, for administrators.',
  effect: 'read',
  route: 'GET /snippet_repository_storage_moves/:id',
  params: { id: moveId },
  result: one('storage_move'),
  words: ['is the snippet move finished'],
  related: ['storage_move.retrieve_all_snippet'],
});

const getOfOne = defineAction({
  id: 'storage_move.get_snippet_for_snippet',
  tool: 'gitlab_get_snippet_storage_move_for_snippet',
  title: 'Get a storage move of one snippet',
  summary: 'Get one storage move of the given snippet with its state, for administrators.',
  effect: 'read',
  route: 'GET /snippets/:snippet_id/repository_storage_moves/:id',
  params: { snippet_id: movedSnippet, id: moveId },
  result: one('storage_move'),
  words: ['state of the move of this snippet'],
  related: ['storage_move.retrieve_snippet'],
});

const schedule = defineAction({
  id: 'storage_move.schedule_snippet',
  tool: 'gitlab_schedule_snippet_storage_move',
  title: 'Move a snippet to another storage',
  summary: 'Start moving the repository of a snippet to another storage in the background, for administrators.',
  effect: 'write',
  route: 'POST /snippets/:snippet_id/repository_storage_moves',
  params: { snippet_id: movedSnippet, destination_storage_name: destination },
  result: one('storage_move'),
  words: ['move snippet to another shard', 'migrate a snippet to another Gitaly node'],
  related: ['storage_move.get_snippet_for_snippet', 'storage_move.schedule_all_snippet', 'snippet.get'],
});

const scheduleAll = defineAction({
  id: 'storage_move.schedule_all_snippet',
  tool: 'gitlab_schedule_all_snippet_storage_moves',
  title: 'Move all snippets off a storage',
  summary: 'Start moving everything that snippets have on one storage to others in the background, for administrators.',
  effect: 'write',
  route: 'POST /snippet_repository_storage_moves',
  params: { source_storage_name: source, destination_storage_name: destination },
  result: one('storage_move'),
  words: [
    'empty a storage',
    'drain a Gitaly node of snippets',
    'move all snippets to another storage',
    'move every snippet to another shard',
  ],
  related: ['storage_move.retrieve_all_snippet', 'storage_move.schedule_snippet'],
});

export const snippetMoves = [list, listOfOne, get, getOfOne, schedule, scheduleAll];
