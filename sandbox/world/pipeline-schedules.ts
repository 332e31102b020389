import { nextRun, parseCron } from './cron.ts';
import { createPipeline } from './pipeline-creation.ts';
import { schedulePipeline } from './pipeline-runs.ts';
import type { Pipeline, PipelineVariable } from './pipelines.ts';
import type { Project } from './projects.ts';
import { repositoryOf } from './repository.ts';
import { type World, defineState } from './world.ts';

export interface ScheduleVariable extends Omit<PipelineVariable, 'value' | 'variableType'> {
  value: string;
  variableType: 'env_var' | 'file';
}

export interface PipelineSchedule {
  readonly id: number;
  readonly projectId: number;
  description: string;
  ref: string;
  cron: string;
  cronTimezone: string;
  active: boolean;
  nextRunAt: string | null;
  readonly createdAt: string;
  updatedAt: string;
  ownerId: number;
  readonly variables: ScheduleVariable[];
}

const schedulesState = defineState(() => new Map<number, PipelineSchedule[]>());

export function schedulesOf(world: World, project: Project): PipelineSchedule[] {
  const state = world.state(schedulesState);
  const list = state.get(project.id) ?? [];
  state.set(project.id, list);
  return list;
}

export function addSchedule(
  world: World,
  project: Project,
  given: Pick<PipelineSchedule, 'description' | 'ref' | 'cron' | 'ownerId'> & Partial<PipelineSchedule>,
): PipelineSchedule {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const schedule: PipelineSchedule = {
    cronTimezone: 'UTC',
    active: true,
    nextRunAt: null,
    updatedAt: createdAt,
    ...given,
    id: world.nextId('pipeline_schedule'),
    projectId: project.id,
    createdAt,
    variables: [...(given.variables ?? [])],
  };
  schedulesOf(world, project).push(schedule);
  plan(world, project, schedule);
  return schedule;
}

/** Works out when a schedule runs next, and runs it then. */
export function plan(world: World, project: Project, schedule: PipelineSchedule): void {
  const cron = parseCron(schedule.cron);
  const atMs = cron === undefined ? undefined : nextRun(cron, schedule.cronTimezone, world.clock.now());
  const nextRunAt = atMs === undefined ? null : world.clock.timestamp(atMs);
  schedule.nextRunAt = nextRunAt;
  if (atMs === undefined) return;
  world.clock.at(atMs, () => {
    // Changed or deleted since.
    if (schedule.nextRunAt !== nextRunAt || !schedulesOf(world, project).includes(schedule)) return;
    if (schedule.active) runSchedule(world, project, schedule);
    plan(world, project, schedule);
  });
}

/** Starts the pipeline of a schedule, as its owner; undefined when there is nothing to run. */
export function runSchedule(world: World, project: Project, schedule: PipelineSchedule): Pipeline | undefined {
  const repository = repositoryOf(world, project);
  const ref = schedule.ref.replace(/^refs\/(?:heads|tags)\//, '');
  const isTag = !repository.branches.has(ref);
  const sha = repository.resolve(ref)?.sha;
  if (sha === undefined) return undefined;
  const { ownerId: userId, variables, id: scheduleId } = schedule;
  const wanted = { sha, ref, isTag, source: 'schedule', userId, variables, scheduleId };
  const result = createPipeline(world, project, wanted);
  if (result.kind === 'refused') return undefined;
  schedulePipeline(world, result.pipeline);
  return result.pipeline;
}
