import { canSeeGroup, groupLevel } from '../access/levels.ts';
import { notFound } from '../http/refusal.ts';
import { levels } from '../world/members.ts';
import type { Call } from './call.ts';
import { lookUpGroup } from './look-up.ts';
import { presentNamespace, presentNamespaceBasic } from './namespaces-presenter.ts';
import { optional } from './params.ts';
import type { Resource } from './routes.ts';

/** Groups and personal namespaces alike: where projects can live. */
export const namespaces: Resource = {
  routes(routes) {
    routes.get(
      '/namespaces',
      {
        permission: 'read_namespace',
        params: {
          search: optional.string(),
          owned_only: optional.boolean({ default: false }),
          top_level_only: optional.boolean({ default: false }),
          full_path_search: optional.boolean({ default: false }),
        },
      },
      (call) => {
        const { params, world } = call;
        const search = params.search?.toLowerCase();
        const found = namespaceIds(call, params.owned_only)
          .map((id) => presentNamespaceBasic(world, id))
          .filter(
            (namespace) =>
              (!params.top_level_only || namespace.parent_id === null) &&
              (search === undefined ||
                namespace.name.toLowerCase().includes(search) ||
                (params.full_path_search ? namespace.full_path : namespace.path).toLowerCase().includes(search)),
          );
        return call.page(found, ({ id }) => presentNamespace(call, id));
      },
    );

    routes.get('/namespaces/:id', { permission: 'read_namespace' }, (call) => {
      const id = visibleNamespace(call);
      if (id === undefined) throw notFound('Namespace');
      return presentNamespace(call, id);
    });

    routes.get(
      '/namespaces/:id/exists',
      { permission: 'read_namespace', params: { parent_id: optional.integer() } },
      (call) => {
        const path = call.path('id');
        const { world } = call;
        const parent = call.params.parent_id;
        const full = parent === undefined || parent === null ? path : `${world.groups.find(parent)?.fullPath}/${path}`;
        const isTaken = (candidate: string) =>
          world.groups.findByPath(candidate) !== undefined || world.users.findByUsername(candidate) !== undefined;
        if (!isTaken(full)) return { exists: false, suggests: [] };
        let number = 1;
        while (isTaken(`${full}${number}`)) number += 1;
        return { exists: true, suggests: [`${path}${number}`] };
      },
    );
  },
};

/** One's own namespace and the groups one belongs to; administrators see all. */
function namespaceIds(call: Call<unknown>, ownedOnly: boolean): number[] {
  const { world, me } = call;
  if (call.admin && !ownedOnly) {
    return [...world.personalNamespaces.keys(), ...world.groups.all().map(({ id }) => id)].sort((a, b) => a - b);
  }
  const minimum = ownedOnly ? levels.owner : levels.minimal;
  const groups = world.groups.all().filter((group) => groupLevel(world, me, group) >= minimum);
  return [me.namespaceId, ...groups.map(({ id }) => id)];
}

function visibleNamespace(call: Call<unknown>): number | undefined {
  const { world } = call;
  const value = call.path('id');
  const group = lookUpGroup(world, value);
  if (group !== undefined) return canSeeGroup(call, group) ? group.id : undefined;
  const personal = /^\d+$/.test(value)
    ? world.personalNamespaces.get(Number(value))?.id
    : world.users.findByUsername(value)?.namespaceId;
  return personal !== undefined && (call.admin || call.user?.namespaceId === personal) ? personal : undefined;
}
