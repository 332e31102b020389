import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

/** When nothing is to be deployed. */
export interface FreezePeriod {
  readonly id: number;
  freezeStart: string;
  freezeEnd: string;
  cronTimezone: string;
  readonly createdAt: string;
  updatedAt: string;
}

const freezePeriodsState = defineState(() => new Map<number, FreezePeriod[]>());

export function freezePeriodsOf(world: World, project: Project): FreezePeriod[] {
  const state = world.state(freezePeriodsState);
  const list = state.get(project.id) ?? [];
  state.set(project.id, list);
  return list;
}
