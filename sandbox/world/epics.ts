import type { Group } from './groups.ts';
import type { Issue } from './issues.ts';
import { type World, defineState } from './world.ts';

/** A work item of a group: what several issues add up to. */
export interface Epic {
  readonly kind: 'Epic';
  readonly type: 'epic';
  /** Of the same sequence as issues: both are work items. */
  readonly id: number;
  readonly iid: number;
  readonly groupId: number;
  title: string;
  description: string | null;
  state: 'opened' | 'closed';
  confidential: boolean;
  readonly authorId: number;
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  assigneeIds: readonly number[];
  labelIds: readonly number[];
  milestoneId: number | null;
  /** `YYYY-MM-DD` */
  startDate: string | null;
  dueDate: string | null;
  weight: number | null;
  healthStatus: Issue['healthStatus'];
  /** `#rrggbb` */
  color: string;
}

interface Epics {
  readonly byId: Map<number, Epic>;
  /** Work items below each epic, in their order. */
  readonly children: Map<number, number[]>;
}

const epicsState = defineState((): Epics => ({ byId: new Map(), children: new Map() }));

export function createEpic(world: World, group: Group, given: Partial<Epic> & Pick<Epic, 'title' | 'authorId'>): Epic {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const epic: Epic = {
    description: null,
    state: 'opened',
    confidential: false,
    updatedAt: createdAt,
    closedAt: null,
    assigneeIds: [],
    labelIds: [],
    milestoneId: null,
    startDate: null,
    dueDate: null,
    weight: null,
    healthStatus: null,
    color: '#1068bf',
    ...given,
    kind: 'Epic',
    type: 'epic',
    id: world.nextId('issue'),
    iid: world.nextId(`epic_iid/${group.id}`),
    groupId: group.id,
    createdAt,
  };
  world.state(epicsState).byId.set(epic.id, epic);
  return epic;
}

/** What was below it stays, without a parent. */
export function removeEpic(world: World, epic: Epic): void {
  const { byId, children } = world.state(epicsState);
  setParent(world, epic.id, undefined);
  children.delete(epic.id);
  byId.delete(epic.id);
}

export function findEpic(world: World, id: number): Epic | undefined {
  return world.state(epicsState).byId.get(id);
}

/** In order of creation. */
export function epicsOf(world: World, group: Group): Epic[] {
  return [...world.state(epicsState).byId.values()].filter(({ groupId }) => groupId === group.id);
}

/** Numbers of the work items below an epic, in their order. */
export function childrenOf(world: World, epicId: number): readonly number[] {
  return world.state(epicsState).children.get(epicId) ?? [];
}

export function parentOf(world: World, workItemId: number): Epic | undefined {
  const { byId, children } = world.state(epicsState);
  for (const [epicId, below] of children) if (below.includes(workItemId)) return byId.get(epicId);
  return undefined;
}

/** A work item is below one epic at most: whoever gets it takes it from the other. Without `at` it comes last. */
export function setParent(world: World, workItemId: number, epic: Epic | undefined, at?: number): void {
  const { children } = world.state(epicsState);
  for (const below of children.values()) {
    const index = below.indexOf(workItemId);
    if (index !== -1) below.splice(index, 1);
  }
  if (epic === undefined) return;
  const below = children.get(epic.id) ?? [];
  children.set(epic.id, below);
  below.splice(at ?? below.length, 0, workItemId);
}
