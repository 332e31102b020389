import { defineAction } from '../../action.ts';
import { datetime, described, id, line, object, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { pipelineInputs, pipelineRef } from './pipeline-fields.ts';

const triggerId = required(id('ID of the trigger token.', { aliases: ['id', 'trigger'] }));
const about = line('What the trigger is for.', { aliases: ['title', 'name'] });

const list = defineAction({
  id: 'pipeline.trigger_list',
  tool: 'gitlab_pipeline_trigger_list',
  title: 'List pipeline triggers',
  summary: 'List the trigger tokens of a project with owner and last use.',
  effect: 'read',
  route: 'GET /projects/:project_id/triggers',
  params: { project_id: projectId, ...page },
  result: listOf('trigger'),
  words: [
    'pipeline trigger tokens',
    'who can start CI from outside',
    'trigger tokens of a project',
    'which trigger tokens exist',
  ],
  related: ['pipeline.trigger_get', 'pipeline.trigger_create'],
});

const get = defineAction({
  id: 'pipeline.trigger_get',
  tool: 'gitlab_pipeline_trigger_get',
  title: 'Get a pipeline trigger',
  summary: 'Get one trigger token of a project. The token itself is whole only for its owner.',
  effect: 'read',
  route: 'GET /projects/:project_id/triggers/:trigger_id',
  params: { project_id: projectId, trigger_id: triggerId },
  result: one('trigger'),
  words: ['trigger token details', 'show a trigger token', 'when was a trigger used'],
  related: ['pipeline.trigger_list', 'pipeline.trigger_run'],
});

const create = defineAction({
  id: 'pipeline.trigger_create',
  tool: 'gitlab_pipeline_trigger_create',
  title: 'Create a pipeline trigger',
  summary: 'Create a trigger token that can start pipelines of the project, and get it with the token.',
  effect: 'write',
  route: 'POST /projects/:project_id/triggers',
  params: {
    project_id: projectId,
    description: required(about),
    expires_at: datetime('When the token expires, ISO 8601. Default: never.'),
  },
  result: one('trigger'),
  words: ['new trigger token', 'start CI from a script', 'make a trigger token'],
  related: ['pipeline.trigger_run', 'pipeline.trigger_list'],
});

const update = defineAction({
  id: 'pipeline.trigger_update',
  tool: 'gitlab_pipeline_trigger_update',
  title: 'Update a pipeline trigger',
  summary: 'Change the description of a trigger token.',
  effect: 'write',
  route: 'PUT /projects/:project_id/triggers/:trigger_id',
  params: { project_id: projectId, trigger_id: triggerId, description: about },
  result: one('trigger'),
  words: ['rename trigger token', 'edit a pipeline trigger', 'change the description of a trigger'],
  related: ['pipeline.trigger_get'],
});

const remove = defineAction({
  id: 'pipeline.trigger_delete',
  tool: 'gitlab_pipeline_trigger_delete',
  title: 'Delete a pipeline trigger',
  summary: 'Delete a trigger token, which then starts no more pipelines.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/triggers/:trigger_id',
  params: { project_id: projectId, trigger_id: triggerId },
  result: nothing('trigger'),
  words: ['revoke trigger token', 'delete a trigger token', 'remove a pipeline trigger'],
  related: ['pipeline.trigger_list'],
});

const run = defineAction({
  id: 'pipeline.trigger_run',
  tool: 'gitlab_pipeline_trigger_run',
  title: 'Run a pipeline by trigger',
  summary: 'Start a pipeline with a trigger token and get the pipeline.',
  effect: 'write',
  scope: 'other-credential',
  route: 'POST /projects/:project_id/trigger/pipeline',
  params: {
    project_id: projectId,
    ref: required(described(pipelineRef, 'Branch or tag to run on.')),
    token: required(line('The trigger token.', { aliases: ['trigger_token'] })),
    variables: object('Variables for this run, values by name.', {}, { open: true }),
    inputs: pipelineInputs,
  },
  result: one('pipeline'),
  usage: 'Without a trigger token use pipeline.create.',
  words: ['start CI with a token', 'trigger build remotely', 'fire a pipeline trigger'],
  related: ['pipeline.create', 'pipeline.trigger_create', 'pipeline.wait'],
});

export const triggers = [list, get, create, update, remove, run];
