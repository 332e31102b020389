import { defineAction } from '../../action.ts';
import { line, required } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const name = required(line('Alias, without slashes.', { minLength: 1, aliases: ['alias'] }));

const list = defineAction({
  id: 'project_alias.list',
  tool: 'gitlab_list_project_aliases',
  title: 'List project aliases',
  summary: 'List the short names by which Git over SSH finds projects, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /project_aliases',
  params: {},
  result: listOf('project_alias'),
  words: ['alternative names of repositories', 'short clone URLs', 'short names of projects'],
  related: ['project_alias.get', 'project_alias.create'],
});

const get = defineAction({
  id: 'project_alias.get',
  tool: 'gitlab_get_project_alias',
  title: 'Get a project alias',
  summary: 'Get which project an alias stands for, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /project_aliases/:name',
  params: { name },
  result: one('project_alias'),
  words: ['what does the alias point to'],
  related: ['project_alias.list'],
});

const create = defineAction({
  id: 'project_alias.create',
  tool: 'gitlab_create_project_alias',
  title: 'Create a project alias',
  summary: 'Give a project a short name that Git over SSH finds it by, for administrators.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /project_aliases',
  params: { project_id: projectId, name },
  result: one('project_alias'),
  words: ['alias for a project', 'short clone URL', 'short name for a project'],
  related: ['project_alias.list', 'project_alias.delete', 'project.get'],
});

const remove = defineAction({
  id: 'project_alias.delete',
  tool: 'gitlab_delete_project_alias',
  title: 'Delete a project alias',
  summary: 'Delete the short name of a project, for administrators. The project itself stays.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /project_aliases/:name',
  params: { name },
  result: nothing('project_alias'),
  words: ['remove a short clone URL', 'remove a short name of a project'],
  related: ['project_alias.list'],
});

export const projectAliasActions = [list, get, create, remove];
