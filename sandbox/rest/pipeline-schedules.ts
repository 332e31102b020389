import { invalidRecord, notFound } from '../http/refusal.ts';
import { Reply } from '../http/reply.ts';
import { isTimeZone, parseCron } from '../world/cron.ts';
import { levels } from '../world/members.ts';
import {
  type PipelineSchedule,
  type ScheduleVariable,
  addSchedule,
  plan,
  runSchedule,
  schedulesOf,
} from '../world/pipeline-schedules.ts';
import { pipelinesOf } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { ciProject, ciProjectOfDevelopers, requireRef } from './ci-access.ts';
import { optional, requires } from './params.ts';
import { presentPipelineBasic } from './pipelines-presenter.ts';
import type { Resource, Routes } from './routes.ts';
import { presentUserById } from './users-presenter.ts';

/** Pipelines that start by themselves at certain times, and the variables they get. */
export const pipelineSchedules: Resource = {
  routes(routes) {
    reads(routes);
    changes(routes);
    variables(routes);
  },
};

const path = '/projects/:id/pipeline_schedules';
const one = `${path}/:pipeline_schedule_id`;

function reads(routes: Routes): void {
  const params = { scope: optional.string({ values: ['active', 'inactive'] }) };
  routes.get(path, { permission: 'read_pipeline_schedule', params }, (call) => {
    const project = ciProject(call);
    const { scope } = call.params;
    const found = schedulesOf(call.world, project).filter(({ active }) => !scope || active === (scope === 'active'));
    return call.page(found.toReversed(), (schedule) => present(call.world, schedule));
  });
  routes.get(one, { permission: 'read_pipeline_schedule' }, (call) => {
    const project = ciProject(call);
    return presentDetail(call, project, find(call, project));
  });
  routes.get(`${one}/pipelines`, { permission: 'read_pipeline_schedule' }, (call) => {
    const project = ciProject(call);
    const { id } = find(call, project);
    const started = pipelinesOf(call.world, project).filter(({ scheduleId }) => scheduleId === id);
    return call.page(started, (pipeline) => presentPipelineBasic(call.world, pipeline));
  });
}

function find(call: Call<unknown>, project: Project): PipelineSchedule {
  const id = call.path('pipeline_schedule_id');
  const schedule = schedulesOf(call.world, project).find((candidate) => String(candidate.id) === id);
  if (schedule === undefined) throw notFound('Pipeline Schedule');
  return schedule;
}

/** Its owner and maintainers change a schedule. */
function editable(call: Call<unknown>): { project: Project; schedule: PipelineSchedule } {
  const project = ciProjectOfDevelopers(call);
  const schedule = find(call, project);
  if (schedule.ownerId !== call.me.id) call.requireProjectLevel(project, 'maintainer');
  return { project, schedule };
}

function present(world: World, schedule: PipelineSchedule) {
  return {
    id: schedule.id,
    description: schedule.description,
    ref: schedule.ref,
    cron: schedule.cron,
    cron_timezone: schedule.cronTimezone,
    next_run_at: schedule.nextRunAt,
    active: schedule.active,
    created_at: schedule.createdAt,
    updated_at: schedule.updatedAt,
    owner: presentUserById(world, schedule.ownerId),
  };
}

function presentDetail(call: Call<unknown>, project: Project, schedule: PipelineSchedule) {
  const { world } = call;
  const last = pipelinesOf(world, project).findLast(({ scheduleId }) => scheduleId === schedule.id);
  const isEditor = schedule.ownerId === call.user?.id || call.levelIn(project) >= levels.maintainer;
  return {
    ...present(world, schedule),
    last_pipeline: last === undefined ? null : presentPipelineBasic(world, last),
    ...(isEditor ? { variables: schedule.variables.map(presentVariable), inputs: [] } : {}),
  };
}

function presentVariable({ key, value, variableType }: ScheduleVariable) {
  return { variable_type: variableType, key, value, raw: false };
}

function changes(routes: Routes): void {
  const params = {
    description: requires.string(),
    ref: requires.string({ blank: false }),
    cron: requires.string(),
    cron_timezone: optional.string({ default: 'UTC' }),
    active: optional.boolean({ default: true }),
    inputs: optional.any(),
  };
  routes.post(path, { permission: 'create_pipeline_schedule', params }, (call) => {
    const project = ciProjectOfDevelopers(call);
    const { description, ref, cron, cron_timezone, active } = call.params;
    requireRef(call, project, ref.replace(/^refs\/heads\//, ''));
    check(call.world, project, { description, ref, cron, zone: cron_timezone });
    const given = { description, ref, cron, cronTimezone: cron_timezone, active, ownerId: call.me.id };
    return presentDetail(call, project, addSchedule(call.world, project, given));
  });

  const edits = {
    description: optional.string(),
    ref: optional.string(),
    cron: optional.string(),
    cron_timezone: optional.string(),
    active: optional.boolean(),
    inputs: optional.any(),
  };
  routes.put(one, { permission: 'update_pipeline_schedule', params: edits }, (call) => {
    const { project, schedule } = editable(call);
    const { params } = call;
    const changed = {
      description: params.description ?? schedule.description,
      ref: params.ref ?? schedule.ref,
      cron: params.cron ?? schedule.cron,
      cronTimezone: params.cron_timezone ?? schedule.cronTimezone,
      active: params.active ?? schedule.active,
    };
    check(call.world, project, { ...changed, zone: changed.cronTimezone });
    const isMoved = changed.cron !== schedule.cron || changed.cronTimezone !== schedule.cronTimezone;
    Object.assign(schedule, changed, { updatedAt: call.now() });
    if (isMoved) plan(call.world, project, schedule);
    return presentDetail(call, project, schedule);
  });

  routes.post(`${one}/take_ownership`, { permission: 'take_ownership_pipeline_schedule' }, (call) => {
    const project = call.project('maintainer');
    const schedule = find(call, project);
    schedule.ownerId = call.me.id;
    schedule.updatedAt = call.now();
    return presentDetail(call, project, schedule);
  });

  routes.post(`${one}/play`, { permission: 'play_pipeline_schedule' }, (call) => {
    const project = ciProjectOfDevelopers(call);
    const schedule = find(call, project);
    requireRef(call, project, schedule.ref);
    if (runSchedule(call.world, project, schedule) === undefined) {
      return new Reply(500, JSON.stringify({ message: 'Unable to schedule pipeline run immediately' }), {
        contentType: 'application/json',
      });
    }
    call.status = 201;
    return { message: '201 Created' };
  });

  routes.delete(one, { permission: 'delete_pipeline_schedule' }, (call) => {
    const { project, schedule } = editable(call);
    const all = schedulesOf(call.world, project);
    all.splice(all.indexOf(schedule), 1);
  });
}

interface Wanted {
  readonly description: string;
  readonly ref: string;
  readonly cron: string;
  readonly zone: string;
}

function check(world: World, project: Project, { description, ref, cron, zone }: Wanted): void {
  const problems: Record<string, string[]> = {};
  if (parseCron(cron) === undefined) problems['cron'] = ['is invalid syntax'];
  if (!isTimeZone(zone)) problems['cron_timezone'] = ['is invalid syntax'];
  if (repositoryOf(world, project).resolve(ref) === undefined) problems['ref'] = ['is ambiguous'];
  if (description === '') problems['description'] = ["can't be blank"];
  if (Object.keys(problems).length > 0) throw invalidRecord(problems);
}

function variables(routes: Routes): void {
  const at = `${one}/variables`;
  const variableType = optional.string({ values: ['env_var', 'file'] });
  const params = { key: requires.string(), value: requires.string(), variable_type: variableType };
  const lookUp = (call: Call<unknown>) => {
    const { schedule } = editable(call);
    const variable = schedule.variables.find(({ key }) => key === call.path('key'));
    if (variable === undefined) throw notFound('Variable');
    return { schedule, variable };
  };

  routes.post(at, { permission: 'create_pipeline_schedule_variable', params }, (call) => {
    const { schedule } = editable(call);
    const { key, value, variable_type } = call.params;
    if (!/^\w+$/.test(key)) throw invalidRecord({ key: ["can contain only letters, digits and '_'."] });
    if (schedule.variables.some((variable) => variable.key === key)) {
      throw invalidRecord({ key: ['has already been taken'] });
    }
    const variable: ScheduleVariable = { key, value, variableType: variable_type ?? 'env_var' };
    schedule.variables.push(variable);
    return presentVariable(variable);
  });
  routes.put(
    `${at}/:key`,
    {
      permission: 'update_pipeline_schedule_variable',
      params: { value: optional.string(), variable_type: variableType },
    },
    (call) => {
      const { variable } = lookUp(call);
      variable.value = call.params.value ?? variable.value;
      variable.variableType = call.params.variable_type ?? variable.variableType;
      return presentVariable(variable);
    },
  );
  routes.delete(`${at}/:key`, { permission: 'delete_pipeline_schedule_variable', status: 202 }, (call) => {
    const { schedule, variable } = lookUp(call);
    schedule.variables.splice(schedule.variables.indexOf(variable), 1);
    return presentVariable(variable);
  });
}
