import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

/** A secret that starts pipelines without anybody signing in. */
export interface Trigger {
  readonly id: number;
  readonly token: string;
  description: string;
  readonly createdAt: string;
  updatedAt: string;
  lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly ownerId: number;
}

const triggersState = defineState(() => new Map<number, Trigger[]>());

export function triggersOf(world: World, project: Project): Trigger[] {
  const state = world.state(triggersState);
  const list = state.get(project.id) ?? [];
  state.set(project.id, list);
  return list;
}

export function addTrigger(
  world: World,
  project: Project,
  given: Pick<Trigger, 'description' | 'ownerId'> & Partial<Trigger>,
): Trigger {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const trigger: Trigger = {
    updatedAt: createdAt,
    lastUsedAt: null,
    expiresAt: null,
    token: world.secret('glptt-'),
    ...given,
    id: world.nextId('trigger'),
    createdAt,
  };
  triggersOf(world, project).push(trigger);
  return trigger;
}
