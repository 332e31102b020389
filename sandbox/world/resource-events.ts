import type { Issuable } from './issuables.ts';
import { type World, defineState } from './world.ts';

interface Common {
  readonly id: number;
  readonly userId: number;
  readonly createdAt: string;
  readonly resourceType: 'Issue' | 'MergeRequest';
  readonly resourceId: number;
}

export interface LabelEvent extends Common {
  readonly labelId: number;
  readonly action: 'add' | 'remove';
}

export interface StateEvent extends Common {
  readonly state: 'closed' | 'reopened' | 'merged';
  /** The merge request whose merge closed an issue. */
  readonly sourceMergeRequestId: number | null;
  readonly sourceCommit: string | null;
}

export interface MilestoneEvent extends Common {
  readonly milestoneId: number;
  readonly action: 'add' | 'remove';
  readonly state: string;
}

export interface WeightEvent extends Common {
  readonly weight: number | null;
}

interface Events {
  readonly label: LabelEvent[];
  readonly state: StateEvent[];
  readonly milestone: MilestoneEvent[];
  readonly weight: WeightEvent[];
}

const eventsState = defineState((): Events => ({ label: [], state: [], milestone: [], weight: [] }));

/** Everything recorded about labels, states, milestones and weights, oldest first. */
export function resourceEvents(world: World): Events {
  return world.state(eventsState);
}

/** Who did it, and when. */
export interface Deed {
  readonly userId: number;
  readonly at?: string | undefined;
}

function common(world: World, sequence: string, target: Issuable, deed: Deed): Common {
  return {
    id: world.nextId(sequence),
    userId: deed.userId,
    createdAt: deed.at ?? world.clock.timestamp(),
    resourceType: target.kind,
    resourceId: target.id,
  };
}

export function recordLabels(
  world: World,
  target: Issuable,
  change: { readonly added: readonly number[]; readonly removed: readonly number[] },
  deed: Deed,
): void {
  const { label } = resourceEvents(world);
  for (const labelId of change.added) {
    label.push({ ...common(world, 'label_event', target, deed), labelId, action: 'add' });
  }
  for (const labelId of change.removed) {
    label.push({ ...common(world, 'label_event', target, deed), labelId, action: 'remove' });
  }
}

export function recordState(
  world: World,
  target: Issuable,
  state: StateEvent['state'],
  deed: Deed & { readonly mergeRequestId?: number | undefined },
): void {
  resourceEvents(world).state.push({
    ...common(world, 'state_event', target, deed),
    state,
    sourceMergeRequestId: deed.mergeRequestId ?? null,
    sourceCommit: null,
  });
}

export function recordMilestone(
  world: World,
  target: Issuable,
  change: { readonly from: number | null; readonly to: number | null },
  deed: Deed,
): void {
  const [milestoneId, action] = change.to === null ? [change.from, 'remove' as const] : [change.to, 'add' as const];
  if (milestoneId === null) return;
  resourceEvents(world).milestone.push({
    ...common(world, 'milestone_event', target, deed),
    milestoneId,
    action,
    state: target.state,
  });
}

export function recordWeight(world: World, target: Issuable, weight: number | null, deed: Deed): void {
  resourceEvents(world).weight.push({ ...common(world, 'weight_event', target, deed), weight });
}
