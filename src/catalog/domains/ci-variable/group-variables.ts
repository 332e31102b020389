import { defineAction } from '../../action.ts';
import { required } from '../../field.ts';
import { groupId, page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import {
  changedScope,
  maskedAndHidden,
  newScope,
  variableKey,
  variableSettings,
  variableValue,
  whichScope,
} from './variable-fields.ts';

/** Groups tell variables apart by environment only from Premium on. */
const groupScope = { ...whichScope, tier: 'premium' } as const;

const list = defineAction({
  id: 'ci_variable.group_list',
  tool: 'gitlab_group_variable_list',
  title: 'List group variables',
  summary: 'List the CI variables of a group with values, scopes and protection.',
  effect: 'read',
  route: 'GET /groups/:group_id/variables',
  params: { group_id: groupId, ...page },
  result: listOf('variable'),
  words: [
    'shared CI variables',
    'secrets of a group',
    'variables of a group',
    'which variables does a group have',
    'list group CI variables',
  ],
  related: ['ci_variable.group_get', 'ci_variable.list'],
});

const get = defineAction({
  id: 'ci_variable.group_get',
  tool: 'gitlab_group_variable_get',
  title: 'Get a group variable',
  summary: 'Get one CI variable of a group. The value of a hidden one is null.',
  effect: 'read',
  route: 'GET /groups/:group_id/variables/:key',
  params: { group_id: groupId, key: variableKey, environment_scope: groupScope },
  result: one('variable'),
  words: ['value of a shared CI variable', 'is the group variable masked', 'value of a group variable'],
  related: ['ci_variable.group_list', 'ci_variable.group_update'],
});

const create = defineAction({
  id: 'ci_variable.group_create',
  tool: 'gitlab_group_variable_create',
  title: 'Create a group variable',
  summary: 'Create a CI variable for the pipelines of all projects of a group and get it.',
  effect: 'write',
  route: 'POST /groups/:group_id/variables',
  params: {
    group_id: groupId,
    key: variableKey,
    value: required(variableValue),
    environment_scope: { ...newScope, tier: 'premium' },
    masked_and_hidden: maskedAndHidden,
    ...variableSettings,
  },
  result: one('variable'),
  words: [
    'shared secret',
    'CI variable for all projects',
    'add a secret to a group',
    'new variable for a group',
    'masked variable for all projects in a group',
  ],
  related: ['ci_variable.group_update', 'ci_variable.group_list'],
});

const update = defineAction({
  id: 'ci_variable.group_update',
  tool: 'gitlab_group_variable_update',
  title: 'Update a group variable',
  summary: 'Change the value, scope or protection of a CI variable of a group and get it.',
  effect: 'write',
  route: 'PUT /groups/:group_id/variables/:key',
  params: {
    group_id: groupId,
    key: variableKey,
    environment_scope: groupScope,
    value: variableValue,
    new_environment_scope: { ...changedScope, tier: 'premium' },
    ...variableSettings,
  },
  rules: [{ rule: 'at-least-one', of: ['value', 'new_environment_scope', ...Object.keys(variableSettings)] }],
  result: one('variable'),
  usage: 'environment_scope says which variable is meant, new_environment_scope changes it.',
  words: [
    'change a shared secret',
    'change the value of a group variable',
    'rotate a secret of a group',
    'mask a group variable',
  ],
  related: ['ci_variable.group_get', 'ci_variable.group_delete'],
});

const remove = defineAction({
  id: 'ci_variable.group_delete',
  tool: 'gitlab_group_variable_delete',
  title: 'Delete a group variable',
  summary: 'Delete a CI variable of a group.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/variables/:key',
  params: { group_id: groupId, key: variableKey, environment_scope: groupScope },
  result: nothing('variable'),
  words: [
    'remove a shared CI variable',
    'delete a secret of a group',
    'remove a variable from a group',
    'unset a group variable',
  ],
  related: ['ci_variable.group_list'],
});

export const groupVariables = [list, get, create, update, remove];
