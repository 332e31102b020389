import type { Group } from './groups.ts';
import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export interface Milestone {
  readonly id: number;
  readonly iid: number;
  projectId: number | null;
  groupId: number | null;
  title: string;
  description: string | null;
  state: 'active' | 'closed';
  readonly createdAt: string;
  updatedAt: string;
  /** `YYYY-MM-DD` */
  dueDate: string | null;
  startDate: string | null;
}

const milestonesState = defineState(() => new Map<number, Milestone>());

export function createMilestone(
  world: World,
  owner: Project | Group,
  given: { readonly title: string } & Partial<
    Pick<Milestone, 'description' | 'dueDate' | 'startDate' | 'state' | 'createdAt'>
  >,
): Milestone {
  const isGroup = 'kind' in owner;
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const milestone: Milestone = {
    id: world.nextId('milestone'),
    iid: world.nextId(`milestone_iid/${isGroup ? 'group' : 'project'}/${owner.id}`),
    projectId: isGroup ? null : owner.id,
    groupId: isGroup ? owner.id : null,
    title: given.title,
    description: given.description ?? '',
    state: given.state ?? 'active',
    createdAt,
    updatedAt: createdAt,
    dueDate: given.dueDate ?? null,
    startDate: given.startDate ?? null,
  };
  world.state(milestonesState).set(milestone.id, milestone);
  return milestone;
}

export function removeMilestone(world: World, milestone: Milestone): void {
  world.state(milestonesState).delete(milestone.id);
}

export function findMilestone(world: World, id: number | null): Milestone | undefined {
  return id === null ? undefined : world.state(milestonesState).get(id);
}

export function allMilestones(world: World): Milestone[] {
  return [...world.state(milestonesState).values()];
}

export function milestonesOfGroup(world: World, group: Group, options: { readonly ancestors: boolean }): Milestone[] {
  const groups = options.ancestors ? world.groups.selfAndAncestors(group) : [group];
  const ids = new Set(groups.map(({ id }) => id));
  return allMilestones(world).filter(({ groupId }) => groupId !== null && ids.has(groupId));
}

export function milestonesOfProject(
  world: World,
  project: Project,
  options: { readonly ancestors: boolean },
): Milestone[] {
  const group = options.ancestors ? world.groups.find(project.namespaceId) : undefined;
  const above = group === undefined ? [] : milestonesOfGroup(world, group, { ancestors: true });
  return [...allMilestones(world).filter(({ projectId }) => projectId === project.id), ...above];
}

export function isExpired(world: World, milestone: Milestone): boolean {
  return milestone.dueDate !== null && milestone.dueDate < world.clock.today();
}

/** Open, and begun but not over; what the filter word `Started` means. */
export function isStarted(world: World, { state, startDate, dueDate }: Milestone): boolean {
  const today = world.clock.today();
  return state === 'active' && startDate !== null && startDate <= today && (dueDate === null || dueDate >= today);
}

/** Open and due in the future; what the filter word `Upcoming` means. */
export function isUpcoming(world: World, { state, dueDate }: Milestone): boolean {
  return state === 'active' && dueDate !== null && dueDate > world.clock.today();
}
