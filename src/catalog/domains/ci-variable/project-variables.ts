import { defineAction } from '../../action.ts';
import { required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
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

const list = defineAction({
  id: 'ci_variable.list',
  tool: 'gitlab_ci_variable_list',
  title: 'List project variables',
  summary: 'List the CI variables of a project with values, scopes and protection.',
  effect: 'read',
  route: 'GET /projects/:project_id/variables',
  params: { project_id: projectId, ...page },
  result: listOf('variable'),
  words: [
    'CI/CD variables',
    'secrets of a project',
    'environment variables',
    'project secrets',
    'environment variables of a project',
    'which secrets exist',
    'CI settings variables',
    'what secrets does the pipeline have',
    'CI secrets',
  ],
  related: ['ci_variable.get', 'ci_variable.group_list', 'pipeline.variables'],
});

const get = defineAction({
  id: 'ci_variable.get',
  tool: 'gitlab_ci_variable_get',
  title: 'Get a project variable',
  summary: 'Get one CI variable of a project. The value of a hidden one is null.',
  effect: 'read',
  route: 'GET /projects/:project_id/variables/:key',
  params: { project_id: projectId, key: variableKey, environment_scope: whichScope },
  result: one('variable'),
  words: ['value of a CI variable', 'secret value', 'what is a variable set to', 'is the variable masked'],
  related: ['ci_variable.list', 'ci_variable.update'],
});

const create = defineAction({
  id: 'ci_variable.create',
  tool: 'gitlab_ci_variable_create',
  title: 'Create a project variable',
  summary: 'Create a CI variable for the pipelines of a project and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/variables',
  params: {
    project_id: projectId,
    key: variableKey,
    value: required(variableValue),
    environment_scope: newScope,
    masked_and_hidden: maskedAndHidden,
    ...variableSettings,
  },
  result: one('variable'),
  words: [
    'set CI variable',
    'add a secret',
    'new environment variable',
    'store a token for CI',
    'set environment variable',
    'add env var',
    'save an API key for CI',
    'add a masked variable',
  ],
  related: ['ci_variable.update', 'ci_variable.list'],
});

const update = defineAction({
  id: 'ci_variable.update',
  tool: 'gitlab_ci_variable_update',
  title: 'Update a project variable',
  summary: 'Change the value, scope or protection of a CI variable of a project and get it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/variables/:key',
  params: {
    project_id: projectId,
    key: variableKey,
    environment_scope: whichScope,
    value: variableValue,
    new_environment_scope: changedScope,
    ...variableSettings,
  },
  rules: [{ rule: 'at-least-one', of: ['value', 'new_environment_scope', ...Object.keys(variableSettings)] }],
  result: one('variable'),
  usage: 'environment_scope says which variable is meant, new_environment_scope changes it.',
  words: [
    'change a secret',
    'rotate CI variable',
    'rotate a secret',
    'mask a variable',
    'change the value of a CI variable',
    'hide a variable in the logs',
    'protect a variable',
  ],
  related: ['ci_variable.get', 'ci_variable.delete'],
});

const remove = defineAction({
  id: 'ci_variable.delete',
  tool: 'gitlab_ci_variable_delete',
  title: 'Delete a project variable',
  summary: 'Delete a CI variable of a project.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/variables/:key',
  params: { project_id: projectId, key: variableKey, environment_scope: whichScope },
  result: nothing('variable'),
  words: ['remove CI variable', 'remove a secret', 'unset variable'],
  related: ['ci_variable.list'],
});

export const projectVariables = [list, get, create, update, remove];
