import type { Group } from './groups.ts';
import { type World, defineState } from './world.ts';

/** A stretch of time a group plans its work in. */
export interface Iteration {
  readonly id: number;
  readonly iid: number;
  readonly groupId: number;
  readonly title: string | null;
  readonly description: string | null;
  /** `YYYY-MM-DD` */
  readonly startDate: string;
  readonly dueDate: string;
  readonly createdAt: string;
}

const iterationsState = defineState((): Iteration[] => []);

export function addIteration(
  world: World,
  group: Group,
  given: Pick<Iteration, 'startDate' | 'dueDate' | 'createdAt'> & Partial<Iteration>,
): Iteration {
  const iteration = {
    title: null,
    description: null,
    ...given,
    id: world.nextId('iteration'),
    iid: world.nextId(`iteration_iid/${group.id}`),
    groupId: group.id,
  };
  world.state(iterationsState).push(iteration);
  return iteration;
}

/** Iterations of some groups, first things first. */
export function iterationsOf(world: World, groups: readonly Group[]): Iteration[] {
  const ids = new Set(groups.map(({ id }) => id));
  return world.state(iterationsState).filter(({ groupId }) => ids.has(groupId));
}

export type IterationState = 'upcoming' | 'current' | 'closed';

export function iterationState(world: World, { startDate, dueDate }: Iteration): IterationState {
  const today = world.clock.today();
  if (startDate > today) return 'upcoming';
  return dueDate < today ? 'closed' : 'current';
}
