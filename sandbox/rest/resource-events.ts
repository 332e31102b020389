import { noRecord } from '../http/refusal.ts';
import type { Issuable } from '../world/issuables.ts';
import { findLabel } from '../world/labels.ts';
import type { Viewer } from '../world/links.ts';
import { findMilestone } from '../world/milestones.ts';
import {
  type LabelEvent,
  type MilestoneEvent,
  type StateEvent,
  type WeightEvent,
  resourceEvents,
} from '../world/resource-events.ts';
import type { Call } from './call.ts';
import { issueOf, mergeRequestOf } from './issuable-lookup.ts';
import { presentLabelBasic } from './labels-presenter.ts';
import { presentMilestone } from './milestones-presenter.ts';
import { requires } from './params.ts';
import type { Resource, RouteOptions, Routes } from './routes.ts';
import { presentUserById } from './users-presenter.ts';

type AnyEvent = LabelEvent | StateEvent | MilestoneEvent | WeightEvent;
type Kind = 'label' | 'state' | 'milestone' | 'weight' | 'iteration';

/** The history of labels, states and milestones, which GitLab does not tell in notes. */
export const resourceEventRoutes: Resource = {
  routes(routes) {
    for (const area of ['issues', 'merge_requests'] as const) {
      for (const kind of ['label', 'state', 'milestone'] as const) eventRoutes(routes, area, kind);
    }
    eventRoutes(routes, 'issues', 'weight', { tier: 'premium', unlicensed: 404 });
    eventRoutes(routes, 'issues', 'iteration', { tier: 'premium', unlicensed: 404 });
  },
};

function eventRoutes(
  routes: Routes,
  area: 'issues' | 'merge_requests',
  kind: Kind,
  tier: Pick<RouteOptions<Record<string, never>>, 'tier' | 'unlicensed'> = {},
): void {
  const path = `/projects/:id/${area}/:eventable_id/resource_${kind}_events`;
  const permission = `read_${area === 'issues' ? 'work_item' : 'merge_request'}_event`;
  routes.get(path, { permission, ...tier }, (call) =>
    call.page(eventsOf(call, area, kind), (event) => presentEvent(call, event)),
  );
  routes.get(`${path}/:event_id`, { permission, ...tier, params: { event_id: requires.integer() } }, (call) => {
    const event = eventsOf(call, area, kind).find(({ id }) => id === call.params.event_id);
    if (event === undefined) throw noRecord();
    return presentEvent(call, event);
  });
}

/** Oldest first. */
function eventsOf(call: Call<unknown>, area: 'issues' | 'merge_requests', kind: Kind): AnyEvent[] {
  const target: Issuable =
    area === 'issues' ? issueOf(call, 'eventable_id').issue : mergeRequestOf(call, 'eventable_id').mergeRequest;
  if (kind === 'iteration') return [];
  const all: readonly AnyEvent[] = resourceEvents(call.world)[kind];
  return all.filter(({ resourceType, resourceId }) => resourceType === target.kind && resourceId === target.id);
}

function presentEvent({ world }: Viewer, event: AnyEvent) {
  const common = {
    id: event.id,
    user: presentUserById(world, event.userId),
    created_at: event.createdAt,
    resource_type: event.resourceType,
    resource_id: event.resourceId,
  };
  if ('labelId' in event) {
    const label = findLabel(world, event.labelId);
    return { ...common, label: label === undefined ? null : presentLabelBasic(label), action: event.action };
  }
  if ('milestoneId' in event) {
    const milestone = findMilestone(world, event.milestoneId);
    return {
      ...common,
      milestone: milestone === undefined ? null : presentMilestone(world, milestone),
      action: event.action,
      state: event.state,
    };
  }
  if ('weight' in event) {
    return {
      id: event.id,
      user: common.user,
      created_at: common.created_at,
      issue_id: event.resourceId,
      weight: event.weight,
    };
  }
  return {
    ...common,
    state: event.state,
    source_commit: event.sourceCommit,
    source_merge_request: event.sourceMergeRequestId === null ? null : { id: event.sourceMergeRequestId },
  };
}
