import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export interface RunnerManager {
  readonly id: number;
  readonly systemId: string;
  readonly ipAddress: string;
}

export interface Runner {
  readonly id: number;
  readonly runnerType: 'instance_type' | 'group_type' | 'project_type';
  description: string | null;
  paused: boolean;
  locked: boolean;
  runUntagged: boolean;
  tagList: readonly string[];
  maximumTimeout: number | null;
  accessLevel: 'not_protected' | 'ref_protected';
  maintenanceNote: string | null;
  readonly createdById: number | null;
  readonly createdAt: string;
  /** Null: it never called. */
  contactedAt: string | null;
  /** It calls all the time, whatever `contactedAt` says. */
  readonly isAlwaysOnline: boolean;
  readonly version: string | null;
  readonly revision: string | null;
  readonly platform: string | null;
  readonly architecture: string | null;
  token: string;
  tokenExpiresAt: string | null;
  readonly projectIds: Set<number>;
  readonly groupIds: Set<number>;
  readonly managers: RunnerManager[];
}

/** Every world has one shared runner, so that jobs run. */
export const runnersState = defineState((world) => {
  const runners: Runner[] = [];
  runners.push(
    newRunner(world, {
      runnerType: 'instance_type',
      description: 'shared-1',
      tagList: ['docker', 'linux'],
      isAlwaysOnline: true,
    }),
  );
  return runners;
});

export function addRunner(world: World, given: Partial<Runner> & Pick<Runner, 'runnerType'>): Runner {
  const runner = newRunner(world, given);
  world.state(runnersState).push(runner);
  return runner;
}

function newRunner(world: World, given: Partial<Runner> & Pick<Runner, 'runnerType'>): Runner {
  const isKnown = given.isAlwaysOnline === true || (given.contactedAt ?? null) !== null;
  const id = world.nextId('runner');
  return {
    description: null,
    paused: false,
    locked: given.runnerType === 'project_type',
    runUntagged: true,
    tagList: [],
    maximumTimeout: null,
    accessLevel: 'not_protected',
    maintenanceNote: null,
    createdById: null,
    createdAt: world.clock.timestamp(),
    contactedAt: null,
    isAlwaysOnline: false,
    version: isKnown ? '19.4.0' : null,
    revision: isKnown ? '9ac4a6b2' : null,
    platform: isKnown ? 'linux' : null,
    architecture: isKnown ? 'amd64' : null,
    token: world.secret('glrt-'),
    tokenExpiresAt: null,
    projectIds: new Set(),
    groupIds: new Set(),
    managers: isKnown ? [{ id, systemId: `s_${world.hex(12)}`, ipAddress: '192.0.2.10' }] : [],
    ...given,
    id,
  };
}

export function findRunner(world: World, id: number | null): Runner | undefined {
  return world.state(runnersState).find((runner) => runner.id === id);
}

const onlineMs = 2 * 3_600_000;
const staleMs = 7 * 24 * 3_600_000;

export function runnerStatus(world: World, runner: Runner): 'online' | 'offline' | 'stale' | 'never_contacted' {
  if (runner.isAlwaysOnline) return 'online';
  const silentMs = world.clock.now() - Date.parse(runner.contactedAt ?? runner.createdAt);
  if (runner.contactedAt === null) return silentMs > staleMs ? 'stale' : 'never_contacted';
  return silentMs < onlineMs ? 'online' : silentMs > staleMs ? 'stale' : 'offline';
}

/** When it last called, at best a few minutes ago, so that two reads in a row are equal. */
export function contactedAt(world: World, runner: Runner): string | null {
  if (!runner.isAlwaysOnline) return runner.contactedAt;
  const periodMs = 5 * 60_000;
  return world.clock.timestamp(Math.floor(world.clock.now() / periodMs) * periodMs);
}

/** Runners that take jobs of a project: its own, those of the groups above it, the shared ones. */
export function runnersFor(world: World, project: Project): Runner[] {
  const group = world.groups.find(project.namespaceId);
  const groupIds = group === undefined ? [] : world.groups.selfAndAncestors(group).map(({ id }) => id);
  return world.state(runnersState).filter((runner) => {
    if (runner.runnerType === 'project_type') return runner.projectIds.has(project.id);
    if (runner.runnerType === 'group_type') return groupIds.some((id) => runner.groupIds.has(id));
    return project.settings['shared_runners_enabled'] === true;
  });
}

/** The runner that takes a job with these tags; undefined: the job waits. */
export function pickRunner(world: World, project: Project, tags: readonly string[]): Runner | undefined {
  return runnersFor(world, project).find(
    (runner) =>
      !runner.paused &&
      runnerStatus(world, runner) === 'online' &&
      (tags.length === 0 ? runner.runUntagged : tags.every((tag) => runner.tagList.includes(tag))),
  );
}
