import { defineAction } from '../../action.ts';
import { required } from '../../field.ts';
import { page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { variableKey, variableSettings, variableValue } from './variable-fields.ts';

const list = defineAction({
  id: 'ci_variable.instance_list',
  tool: 'gitlab_instance_variable_list',
  title: 'List instance variables',
  summary: 'List the CI variables of the whole instance, for administrators.',
  effect: 'read',
  route: 'GET /admin/ci/variables',
  params: { ...page },
  result: listOf('variable'),
  words: ['global CI variables', 'instance secrets', 'variables of the instance', 'CI variables every project gets'],
  related: ['ci_variable.instance_get', 'ci_variable.group_list'],
});

const get = defineAction({
  id: 'ci_variable.instance_get',
  tool: 'gitlab_instance_variable_get',
  title: 'Get an instance variable',
  summary: 'Get one CI variable of the whole instance, for administrators.',
  effect: 'read',
  route: 'GET /admin/ci/variables/:key',
  params: { key: variableKey },
  result: one('variable'),
  words: ['value of a global CI variable', 'show an instance variable'],
  related: ['ci_variable.instance_list', 'ci_variable.instance_update'],
});

const create = defineAction({
  id: 'ci_variable.instance_create',
  tool: 'gitlab_instance_variable_create',
  title: 'Create an instance variable',
  summary: 'Create a CI variable for the pipelines of the whole instance and get it, for administrators.',
  effect: 'write',
  route: 'POST /admin/ci/variables',
  params: { key: variableKey, value: required(variableValue), ...variableSettings },
  result: one('variable'),
  words: ['global secret', 'CI variable for everybody', 'variable for all projects of the server'],
  related: ['ci_variable.instance_update', 'ci_variable.instance_list'],
});

const update = defineAction({
  id: 'ci_variable.instance_update',
  tool: 'gitlab_instance_variable_update',
  title: 'Update an instance variable',
  summary: 'Change a CI variable of the whole instance and get it, for administrators.',
  effect: 'write',
  route: 'PUT /admin/ci/variables/:key',
  params: { key: variableKey, value: variableValue, ...variableSettings },
  rules: [{ rule: 'at-least-one', of: ['value', ...Object.keys(variableSettings)] }],
  result: one('variable'),
  words: ['change a global secret', 'change a server-wide variable', 'edit an instance-wide variable'],
  related: ['ci_variable.instance_get', 'ci_variable.instance_delete'],
});

const remove = defineAction({
  id: 'ci_variable.instance_delete',
  tool: 'gitlab_instance_variable_delete',
  title: 'Delete an instance variable',
  summary: 'Delete a CI variable of the whole instance, for administrators.',
  effect: 'destroy',
  route: 'DELETE /admin/ci/variables/:key',
  params: { key: variableKey },
  result: nothing('variable'),
  words: ['remove a global CI variable', 'remove an instance secret'],
  related: ['ci_variable.instance_list'],
});

export const instanceVariables = [list, get, create, update, remove];
