import type { Group } from '../world/groups.ts';
import { type Iteration, type IterationState, iterationState, iterationsOf } from '../world/iterations.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { optional, type Values } from './params.ts';
import type { Resource } from './routes.ts';

const filters = {
  state: optional.string({ values: ['opened', 'upcoming', 'current', 'closed', 'all'], default: 'all' }),
  search: optional.string(),
  in: optional.strings(),
  include_ancestors: optional.boolean({ default: true }),
  include_descendants: optional.boolean({ default: false }),
  updated_after: optional.timestamp(),
  updated_before: optional.timestamp(),
};

/** Iterations of a group, as the group and its projects list them. */
export const iterations: Resource = {
  routes(routes) {
    const options = { permission: 'read_iteration', tier: 'premium', params: filters } as const;
    routes.get('/groups/:id/iterations', options, (call) => list(call, call.group()));
    routes.get('/projects/:id/iterations', options, (call) =>
      list(call, call.world.groups.find(call.project().namespaceId)),
    );
  },
};

function list(call: Call<Values<typeof filters>>, group: Group | undefined): unknown[] {
  const { world, params } = call;
  if (group === undefined) return call.page([], () => undefined);
  const groups = [
    ...(params.include_ancestors ? world.groups.selfAndAncestors(group) : [group]),
    ...(params.include_descendants ? world.groups.descendants(group) : []),
  ];
  const search = (params.search ?? '').toLowerCase();
  const found = iterationsOf(world, groups).filter((iteration) => {
    const state = iterationState(world, iteration);
    const isWanted =
      params.state === 'all' || params.state === state || (params.state === 'opened' && state !== 'closed');
    return isWanted && (iteration.title ?? '').toLowerCase().includes(search);
  });
  return call.page(found, (iteration) => presentIteration(world, iteration));
}

const numbers: Readonly<Record<IterationState, number>> = { upcoming: 1, current: 2, closed: 3 };

function presentIteration(world: World, iteration: Iteration) {
  const group = world.groups.get(iteration.groupId);
  return {
    id: iteration.id,
    iid: iteration.iid,
    sequence: iteration.iid,
    group_id: iteration.groupId,
    title: iteration.title,
    description: iteration.description,
    state: numbers[iterationState(world, iteration)],
    created_at: iteration.createdAt,
    updated_at: iteration.createdAt,
    start_date: iteration.startDate,
    due_date: iteration.dueDate,
    web_url: world.url(`/groups/${group.fullPath}/-/iterations/${iteration.id}`),
  };
}
