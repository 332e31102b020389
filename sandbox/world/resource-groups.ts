import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export type ProcessMode = 'unordered' | 'oldest_first' | 'newest_first' | 'newest_ready_first';
export const processModes: readonly ProcessMode[] = ['unordered', 'oldest_first', 'newest_first', 'newest_ready_first'];

/** Lets one job at a time through. */
export interface ResourceGroup {
  readonly id: number;
  readonly key: string;
  processMode: ProcessMode;
  readonly createdAt: string;
  updatedAt: string;
}

const resourceGroupsState = defineState(() => new Map<number, ResourceGroup[]>());

export function resourceGroupsOf(world: World, project: Project): ResourceGroup[] {
  const state = world.state(resourceGroupsState);
  const list = state.get(project.id) ?? [];
  state.set(project.id, list);
  return list;
}

export function ensureResourceGroup(world: World, project: Project, key: string): ResourceGroup {
  const list = resourceGroupsOf(world, project);
  const known = list.find((group) => group.key === key);
  if (known !== undefined) return known;
  const now = world.clock.timestamp();
  const made: ResourceGroup = {
    id: world.nextId('resource_group'),
    key,
    processMode: 'unordered',
    createdAt: now,
    updatedAt: now,
  };
  list.push(made);
  return made;
}
