import { type Runner, contactedAt, runnerStatus } from '../world/runners.ts';
import { allJobs } from '../world/pipelines.ts';
import type { World } from '../world/world.ts';
import { presentUserById } from './users-presenter.ts';

/** A runner in lists and in jobs. */
export function presentRunner(world: World, runner: Runner) {
  const status = runnerStatus(world, runner);
  return {
    id: runner.id,
    description: runner.description,
    ip_address: null,
    active: !runner.paused,
    paused: runner.paused,
    is_shared: runner.runnerType === 'instance_type',
    runner_type: runner.runnerType,
    name: runner.version === null ? null : 'gitlab-runner',
    online: contactedAt(world, runner) === null ? null : status === 'online',
    created_by: presentUserById(world, runner.createdById),
    created_at: runner.createdAt,
    status,
    job_execution_status: isBusy(world, runner) ? 'active' : 'idle',
  };
}

function isBusy(world: World, runner: Runner): boolean {
  for (const job of allJobs(world)) if (job.runnerId === runner.id && job.status === 'running') return true;
  return false;
}

/** The processes behind a runner. */
export function presentManagers(world: World, runner: Runner) {
  return runner.managers.map((manager) => ({
    id: manager.id,
    system_id: manager.systemId,
    version: runner.version,
    revision: runner.revision,
    platform: runner.platform,
    architecture: runner.architecture,
    created_at: runner.createdAt,
    contacted_at: contactedAt(world, runner),
    ip_address: manager.ipAddress,
    status: runnerStatus(world, runner),
    job_execution_status: isBusy(world, runner) ? 'active' : 'idle',
  }));
}
