import { addTrigger } from '../world/triggers.ts';
import { addSchedule } from '../world/pipeline-schedules.ts';
import { mergeRequestsOf } from '../world/merge-requests.ts';
import type { Project } from '../world/projects.ts';
import { addRunner } from '../world/runners.ts';
import type { World } from '../world/world.ts';
import { Runs } from './runs.ts';
import { daysAgo } from './seed.ts';
import { windTestFails } from './wind-test.ts';

/** Pipelines of the demo: green ones, a red one on the main branch, one that runs, canceled and scheduled ones. */
export function pipelines(world: World): void {
  // Ids of a busy instance: those of jobs do not fit 32 bits.
  world.reserveIds('pipeline', 1040);
  world.reserveIds('job', 10_400_000_000);
  machines(world);
  const ground = world.projects.at('orbital/ground-station');
  ground.settings['ci_pipeline_variables_minimum_override_role'] = 'developer';
  groundStation(world, ground);
  others(world);
}

function machines(world: World): void {
  const orbital = world.groups.at('orbital');
  const rack = addRunner(world, {
    runnerType: 'group_type',
    description: 'orbital-rack-1',
    tagList: ['docker', 'arm64', 'orbital'],
    isAlwaysOnline: true,
    createdById: world.users.named('erin').id,
    createdAt: daysAgo(world, 200),
    maintenanceNote: 'Second shelf, next to the clock.',
  });
  rack.groupIds.add(orbital.id);
  const mast = addRunner(world, {
    runnerType: 'project_type',
    description: 'antenna-mast',
    tagList: ['hardware', 'serial'],
    runUntagged: false,
    contactedAt: daysAgo(world, 3),
    createdById: world.users.named('alice').id,
    createdAt: daysAgo(world, 150),
    accessLevel: 'ref_protected',
  });
  mast.projectIds.add(world.projects.at('orbital/ground-station').id);
  const spare = addRunner(world, {
    runnerType: 'project_type',
    description: 'spare',
    paused: true,
    createdById: world.users.named('alice').id,
    createdAt: daysAgo(world, 4),
  });
  spare.projectIds.add(world.projects.at('acme/site').id);
}

function groundStation(world: World, project: Project): void {
  const runs = new Runs(world, project);
  const minute = 1 / (24 * 60);
  const nightly = addSchedule(world, project, {
    description: 'Nightly tests',
    ref: 'refs/heads/main',
    cron: '30 1 * * *',
    ownerId: world.users.named('erin').id,
    createdAt: daysAgo(world, 140),
    variables: [{ key: 'SOAK_MINUTES', value: '5', variableType: 'env_var' }],
  });
  addSchedule(world, project, {
    description: 'Weekly dependency check',
    ref: 'refs/heads/main',
    cron: '0 6 * * 1',
    ownerId: world.users.named('alice').id,
    active: false,
    createdAt: daysAgo(world, 70),
  });
  addTrigger(world, project, {
    description: 'Telemetry API deploys',
    ownerId: world.users.named('alice').id,
    createdAt: daysAgo(world, 100),
    lastUsedAt: daysAgo(world, 9),
  });

  runs.run({ by: 'erin', ref: 'main', at: 'main~6', plays: ['production'] });
  runs.run({ by: 'erin', ref: 'main', at: 'main~4' });
  runs.run({ days: 90, by: 'alice', ref: 'v1.2.0', isTag: true });
  runs.run({ by: 'erin', ref: 'main', at: 'main~3', plans: { lint: { outcome: 'failed' } } });
  runs.run({ by: 'erin', ref: 'main', at: 'main~2', plays: ['production'] });
  runs.run({ by: 'bob', ref: 'main', at: 'main~1', plays: ['production'] });
  const [doppler, stall] = ['feature/doppler', 'fix/rotator-stall'].map((branch) =>
    mergeRequestsOf(world, project).find(({ sourceBranch }) => sourceBranch === branch),
  );
  runs.run({ by: 'bob', ref: 'feature/doppler', at: 'feature/doppler~1' });
  runs.run({ by: 'bob', ref: 'feature/doppler', plans: { lint: { outcome: 'failed' } } });
  if (doppler === undefined || stall === undefined) throw new Error('merge requests come first');

  const red = { unit: windTestFails(world) };
  runs.run({ by: 'erin', ref: 'main', plans: red });
  runs.run({ days: 1.3, by: 'erin', ref: 'main', source: 'schedule', scheduleId: nightly.id, plans: red });
  runs.run({ by: 'carol', ref: 'docs/duty-handover', cancels: ['unit'] });
  runs.run({ days: 0.31, by: 'erin', ref: 'main', source: 'schedule', scheduleId: nightly.id, plans: red });
  // Long enough to be watched: it ends some minutes after the world begins.
  runs.run({
    days: 3 * minute,
    by: 'erin',
    ref: 'fix/rotator-stall',
    source: 'web',
    plans: { build: { durationMs: 41_000 }, unit: { durationMs: 9 * 60_000 } },
  });
}

function others(world: World): void {
  const telemetry = new Runs(world, world.projects.at('orbital/telemetry-api'));
  telemetry.run({ days: 120, by: 'bob', ref: 'v0.9.0', isTag: true });
  telemetry.run({ by: 'bob', ref: 'main' });
  telemetry.run({ days: 40, by: 'bob', ref: 'v1.0.0', isTag: true });
  telemetry.run({ by: 'bob', ref: 'feature/streaming', plans: { test: { outcome: 'failed' } } });

  const attitude = new Runs(world, world.projects.at('orbital/flight/attitude-control'));
  attitude.run({ by: 'bob', ref: 'main' });

  const site = world.projects.at('acme/site');
  site.settings['ci_pipeline_variables_minimum_override_role'] = 'developer';
  const runs = new Runs(world, site);
  runs.run({ by: 'alice', ref: 'main', at: 'v1.0', plays: ['deploy'] });
  runs.run({ by: 'alice', ref: 'main' });
}
