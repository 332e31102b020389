import { defineAction } from '../../action.ts';
import { id, line, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const periodId = required(id('ID of the freeze period.', { aliases: ['id', 'freeze_id'] }));
const freezeStart = line('When it begins, as five cron fields such as 0 23 * * 5.', { aliases: ['start'] });
const freezeEnd = line('When it ends, as five cron fields such as 0 8 * * 1.', { aliases: ['end'] });
const timezone = line('Time zone of both, such as UTC or Europe/Madrid. Default UTC.', {
  aliases: ['timezone', 'time_zone'],
});

const list = defineAction({
  id: 'environment.freeze_list',
  tool: 'gitlab_list_freeze_periods',
  title: 'List freeze periods',
  summary: 'List the deploy freeze periods of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/freeze_periods',
  params: { project_id: projectId, ...page },
  result: listOf('freeze_period'),
  words: [
    'deploy freeze',
    'when may we not deploy',
    'when are deploys frozen',
    'is there a deploy freeze now',
    'freeze windows',
    'when is the freeze over',
    'is there a freeze',
    'list freeze periods',
  ],
  related: ['environment.freeze_get', 'environment.freeze_create'],
});

const get = defineAction({
  id: 'environment.freeze_get',
  tool: 'gitlab_get_freeze_period',
  title: 'Get a freeze period',
  summary: 'Get one deploy freeze period of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/freeze_periods/:freeze_period_id',
  params: { project_id: projectId, freeze_period_id: periodId },
  result: one('freeze_period'),
  words: ['deploy freeze', 'details of a freeze period', 'when does the freeze end'],
  related: ['environment.freeze_list'],
});

const create = defineAction({
  id: 'environment.freeze_create',
  tool: 'gitlab_create_freeze_period',
  title: 'Create a freeze period',
  summary: 'Create a recurring period in which pipelines know not to deploy, and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/freeze_periods',
  params: {
    project_id: projectId,
    freeze_start: required(freezeStart),
    freeze_end: required(freezeEnd),
    cron_timezone: timezone,
  },
  result: one('freeze_period'),
  words: [
    'no deploys at the weekend',
    'code freeze',
    'freeze deployments',
    'stop deploys for a period',
    'add a freeze period',
    'block deployments for some time',
    'freeze deployments over christmas',
    'prevent deploys on a date',
    'deployment blackout',
    'change freeze',
    'forbid deployments during holidays',
    'plan a deploy freeze',
    'no releases between two dates',
  ],
  related: ['environment.freeze_list', 'environment.freeze_update'],
});

const update = defineAction({
  id: 'environment.freeze_update',
  tool: 'gitlab_update_freeze_period',
  title: 'Update a freeze period',
  summary: 'Change the begin, end or time zone of a deploy freeze period.',
  effect: 'write',
  route: 'PUT /projects/:project_id/freeze_periods/:freeze_period_id',
  params: {
    project_id: projectId,
    freeze_period_id: periodId,
    freeze_start: freezeStart,
    freeze_end: freezeEnd,
    cron_timezone: timezone,
  },
  rules: [{ rule: 'at-least-one', of: ['freeze_start', 'freeze_end', 'cron_timezone'] }],
  result: one('freeze_period'),
  words: [
    'extend the deploy freeze',
    'move a freeze window',
    'change the dates of a freeze period',
    'shorten the freeze',
  ],
  related: ['environment.freeze_get'],
});

const remove = defineAction({
  id: 'environment.freeze_delete',
  tool: 'gitlab_delete_freeze_period',
  title: 'Delete a freeze period',
  summary: 'Delete a deploy freeze period of a project.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/freeze_periods/:freeze_period_id',
  params: { project_id: projectId, freeze_period_id: periodId },
  result: nothing('freeze_period'),
  words: ['end the deploy freeze', 'lift the deploy freeze', 'allow deployments again', 'cancel a freeze period'],
  related: ['environment.freeze_list'],
});

export const freezePeriods = [list, get, create, update, remove];
