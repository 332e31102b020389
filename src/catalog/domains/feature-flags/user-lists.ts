import { defineAction } from '../../action.ts';
import { id, line, list as listField, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const listIid = required(
  id('Number of the user list within its project.', { aliases: ['iid', 'list_iid', 'user_list_id', 'id'] }),
);
const listName = line('Name of the list.', { aliases: ['title'] });
const userXids = listField('IDs of users as the application knows them.', line('ID of a user.'), {
  comma: true,
  split: true,
  aliases: ['users', 'user_ids', 'xids'],
});

const list = defineAction({
  id: 'feature_flags.ff_user_list_list',
  tool: 'gitlab_ff_user_list_list',
  title: 'List feature flag user lists',
  summary: 'List the user lists that feature flags of a project can be limited to.',
  effect: 'read',
  route: 'GET /projects/:project_id/feature_flags_user_lists',
  params: { project_id: projectId, search: line('Part of the name.', { aliases: ['query', 'name'] }), ...page },
  result: listOf('user_list'),
  words: ['beta testers', 'feature audience', 'user lists for feature flags', 'lists of beta testers'],
  related: ['feature_flags.ff_user_list_get', 'feature_flags.feature_flag_list'],
});

const get = defineAction({
  id: 'feature_flags.ff_user_list_get',
  tool: 'gitlab_ff_user_list_get',
  title: 'Get a feature flag user list',
  summary: 'Get one user list of feature flags with the users in it.',
  effect: 'read',
  route: 'GET /projects/:project_id/feature_flags_user_lists/:user_list_iid',
  params: { project_id: projectId, user_list_iid: listIid },
  result: one('user_list'),
  words: [
    'who gets the beta',
    'users in a list for feature flags',
    'users in a feature flag list',
    'show a user list for a flag',
  ],
  related: ['feature_flags.ff_user_list_list', 'feature_flags.ff_user_list_update'],
});

const create = defineAction({
  id: 'feature_flags.ff_user_list_create',
  tool: 'gitlab_ff_user_list_create',
  title: 'Create a feature flag user list',
  summary: 'Create a user list that feature flags can be limited to, and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/feature_flags_user_lists',
  params: { project_id: projectId, name: required(listName), user_xids: required(userXids) },
  result: one('user_list'),
  words: ['new beta group', 'audience for a feature', 'new list of beta testers', 'create a user list for a flag'],
  related: ['feature_flags.feature_flag_create', 'feature_flags.ff_user_list_list'],
});

const update = defineAction({
  id: 'feature_flags.ff_user_list_update',
  tool: 'gitlab_ff_user_list_update',
  title: 'Update a feature flag user list',
  summary: 'Change the name of a user list or replace the users in it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/feature_flags_user_lists/:user_list_iid',
  params: { project_id: projectId, user_list_iid: listIid, name: listName, user_xids: userXids },
  rules: [{ rule: 'at-least-one', of: ['name', 'user_xids'] }],
  result: one('user_list'),
  words: ['add a beta tester', 'change the beta testers', 'add a user to a feature flag list', 'rename a user list'],
  related: ['feature_flags.ff_user_list_get'],
});

const remove = defineAction({
  id: 'feature_flags.ff_user_list_delete',
  tool: 'gitlab_ff_user_list_delete',
  title: 'Delete a feature flag user list',
  summary: 'Delete a user list that no feature flag uses.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/feature_flags_user_lists/:user_list_iid',
  params: { project_id: projectId, user_list_iid: listIid },
  result: nothing('user_list'),
  words: ['remove a beta group', 'delete a user list of feature flags'],
  related: ['feature_flags.ff_user_list_list'],
});

export const userLists = [list, get, create, update, remove];
