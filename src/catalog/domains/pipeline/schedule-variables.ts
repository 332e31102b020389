import { defineAction } from '../../action.ts';
import { required } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { one } from '../../result.ts';
import { variableKey, variableType, variableValue } from './pipeline-fields.ts';
import { scheduleId } from './schedule-id.ts';

const create = defineAction({
  id: 'pipeline.schedule_create_variable',
  tool: 'gitlab_pipeline_schedule_create_variable',
  title: 'Create a schedule variable',
  summary: 'Add a variable to a pipeline schedule and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/pipeline_schedules/:schedule_id/variables',
  params: {
    project_id: projectId,
    schedule_id: scheduleId,
    key: variableKey,
    value: required(variableValue),
    variable_type: variableType,
  },
  result: one('variable'),
  words: ['parameter of a nightly build', 'set schedule variable', 'add a variable to a schedule'],
  related: ['pipeline.schedule_get', 'pipeline.schedule_edit_variable'],
});

const edit = defineAction({
  id: 'pipeline.schedule_edit_variable',
  tool: 'gitlab_pipeline_schedule_edit_variable',
  title: 'Update a schedule variable',
  summary: 'Change the value or type of a variable of a pipeline schedule and get it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/pipeline_schedules/:schedule_id/variables/:key',
  params: {
    project_id: projectId,
    schedule_id: scheduleId,
    key: variableKey,
    value: required(variableValue),
    variable_type: variableType,
  },
  result: one('variable'),
  words: ['change schedule variable', 'change the variable of a nightly build'],
  aliases: ['pipeline.schedule_update_variable'],
  related: ['pipeline.schedule_get', 'pipeline.schedule_create_variable'],
});

const remove = defineAction({
  id: 'pipeline.schedule_delete_variable',
  tool: 'gitlab_pipeline_schedule_delete_variable',
  title: 'Delete a schedule variable',
  summary: 'Delete a variable of a pipeline schedule and get what it was.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/pipeline_schedules/:schedule_id/variables/:key',
  params: { project_id: projectId, schedule_id: scheduleId, key: variableKey },
  result: one('variable'),
  words: ['remove schedule variable', 'remove a variable from a schedule'],
  related: ['pipeline.schedule_get'],
});

export const scheduleVariables = [create, edit, remove];
