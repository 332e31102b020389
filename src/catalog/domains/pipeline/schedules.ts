import { defineAction } from '../../action.ts';
import { described, flag, line, oneOf, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { buildRequest, pathOf } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';
import { pipelineInputs, pipelineRef } from './pipeline-fields.ts';
import { scheduleId } from './schedule-id.ts';

const about = line('What the schedule is for.', { aliases: ['title', 'name'] });
const cron = line('When it runs, as five cron fields such as 0 4 * * 1.', { aliases: ['schedule', 'interval'] });
const cronTimezone = line('Time zone of cron, such as UTC or Europe/Madrid. Default UTC.', {
  aliases: ['timezone', 'time_zone'],
});

const list = defineAction({
  id: 'pipeline.schedule_list',
  tool: 'gitlab_pipeline_schedule_list',
  title: 'List pipeline schedules',
  summary: 'List the pipeline schedules of a project with cron, ref, owner and next run.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipeline_schedules',
  params: {
    project_id: projectId,
    scope: oneOf('Only active or only inactive schedules.', ['active', 'inactive'], {
      synonyms: { enabled: 'active', disabled: 'inactive' },
    }),
    ...page,
  },
  result: listOf('schedule'),
  words: [
    'cron jobs',
    'nightly builds',
    'scheduled pipelines',
    'when do scheduled pipelines run',
    'list cron schedules',
    'what runs at night',
    'cron pipelines',
    'which pipelines run on a schedule',
  ],
  related: ['pipeline.schedule_get', 'pipeline.schedule_create'],
});

const get = defineAction({
  id: 'pipeline.schedule_get',
  tool: 'gitlab_pipeline_schedule_get',
  title: 'Get a pipeline schedule',
  summary: 'Get one pipeline schedule with its variables and its last pipeline.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipeline_schedules/:schedule_id',
  params: { project_id: projectId, schedule_id: scheduleId },
  result: one('schedule'),
  words: [
    'when does the nightly build run',
    'cron of a schedule',
    'next run of a schedule',
    'details of a scheduled pipeline',
    'who owns the schedule',
    'who created the schedule',
    'next time the schedule runs',
  ],
  related: ['pipeline.schedule_list', 'pipeline.schedule_list_triggered_pipelines'],
});

const listTriggered = defineAction({
  id: 'pipeline.schedule_list_triggered_pipelines',
  tool: 'gitlab_pipeline_schedule_list_triggered_pipelines',
  title: 'List pipelines of a schedule',
  summary: 'List the pipelines that a schedule has started.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipeline_schedules/:schedule_id/pipelines',
  params: { project_id: projectId, schedule_id: scheduleId, ...page },
  result: listOf('pipeline'),
  words: ['runs of a nightly build', 'schedule history', 'pipelines a schedule started', 'past runs of a schedule'],
  related: ['pipeline.schedule_get', 'pipeline.get'],
});

const create = defineAction({
  id: 'pipeline.schedule_create',
  tool: 'gitlab_pipeline_schedule_create',
  title: 'Create a pipeline schedule',
  summary: 'Create a schedule that starts a pipeline on a branch or tag by cron.',
  effect: 'write',
  route: 'POST /projects/:project_id/pipeline_schedules',
  params: {
    project_id: projectId,
    description: required(about),
    ref: required(described(pipelineRef, 'Branch or tag to run on.')),
    cron: required(cron),
    cron_timezone: cronTimezone,
    active: flag('Whether it runs. Default true.', { aliases: ['enabled'] }),
    inputs: pipelineInputs,
  },
  result: one('schedule'),
  usage: 'Variables are added afterwards with pipeline.schedule_create_variable.',
  words: [
    'nightly build',
    'cron pipeline',
    'run CI every day',
    'schedule CI every night',
    'add a cron job',
    'run a pipeline every monday',
    'build every night',
    'run CI weekly',
  ],
  related: ['pipeline.schedule_create_variable', 'pipeline.schedule_run'],
});

const update = defineAction({
  id: 'pipeline.schedule_update',
  tool: 'gitlab_pipeline_schedule_update',
  title: 'Update a pipeline schedule',
  summary: 'Change the cron, ref, description or activity of a pipeline schedule.',
  effect: 'write',
  route: 'PUT /projects/:project_id/pipeline_schedules/:schedule_id',
  params: {
    project_id: projectId,
    schedule_id: scheduleId,
    description: about,
    ref: described(pipelineRef, 'Branch or tag to run on.'),
    cron,
    cron_timezone: cronTimezone,
    active: flag('Whether it runs.', { aliases: ['enabled'] }),
    inputs: pipelineInputs,
  },
  rules: [{ rule: 'at-least-one', of: ['description', 'ref', 'cron', 'cron_timezone', 'active', 'inputs'] }],
  result: one('schedule'),
  words: [
    'pause a schedule',
    'deactivate nightly build',
    'change cron',
    'disable a schedule',
    'turn off nightly build',
    'stop the nightly build for a while',
    'change the time of the nightly build',
    'disable a scheduled pipeline',
    'pause the nightly build',
    'change the cron of a schedule',
  ],
  presets: {
    'pipeline.schedule_enable': { active: true },
    'pipeline.schedule_disable': { active: false },
    'pipeline.schedule_activate': { active: true },
    'pipeline.schedule_deactivate': { active: false },
  },
  related: ['pipeline.schedule_get', 'pipeline.schedule_edit_variable'],
});

const takeOwnership = defineAction({
  id: 'pipeline.schedule_take_ownership',
  tool: 'gitlab_pipeline_schedule_take_ownership',
  title: 'Take over a pipeline schedule',
  summary: 'Make the current user the owner of a pipeline schedule, whose pipelines then run with their permissions.',
  effect: 'write',
  route: 'POST /projects/:project_id/pipeline_schedules/:schedule_id/take_ownership',
  params: { project_id: projectId, schedule_id: scheduleId },
  result: one('schedule'),
  words: ['own a schedule', 'schedule owner left', 'become owner of a schedule', 'make me the owner of a schedule'],
  related: ['pipeline.schedule_get', 'pipeline.schedule_update'],
});

const run = defineAction({
  id: 'pipeline.schedule_run',
  tool: 'gitlab_pipeline_schedule_run',
  title: 'Run a pipeline schedule now',
  summary: 'Start the pipeline of a schedule at once and get the schedule.',
  effect: 'write',
  route: 'POST /projects/:project_id/pipeline_schedules/:schedule_id/play',
  params: { project_id: projectId, schedule_id: scheduleId },
  result: one('schedule'),
  words: [
    'trigger nightly build',
    'play a schedule',
    'fire a schedule right now',
    'start the nightly build now',
    'run the scheduled pipeline now',
  ],
  aliases: ['pipeline.schedule_play'],
  related: ['pipeline.schedule_list_triggered_pipelines', 'pipeline.wait'],
  async run(call) {
    const { project_id, schedule_id } = call.input;
    await call.send(buildRequest(call.action, call.input));
    call.note('GitLab starts the pipeline in the background, so last_pipeline may still be the one before.');
    const { body } = await call.send({
      method: 'GET',
      path: pathOf`/projects/${project_id}/pipeline_schedules/${schedule_id}`,
    });
    return body;
  },
});

const remove = defineAction({
  id: 'pipeline.schedule_delete',
  tool: 'gitlab_pipeline_schedule_delete',
  title: 'Delete a pipeline schedule',
  summary: 'Delete a pipeline schedule with its variables. Its pipelines stay.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/pipeline_schedules/:schedule_id',
  params: { project_id: projectId, schedule_id: scheduleId },
  result: nothing('schedule'),
  words: [
    'remove nightly build',
    'remove cron pipeline',
    'delete a scheduled pipeline',
    'stop the nightly build for good',
  ],
  related: ['pipeline.schedule_list', 'pipeline.schedule_update'],
});

export const schedules = [list, get, listTriggered, create, update, takeOwnership, run, remove];
