import { forbidden, noRecord } from '../http/refusal.ts';
import { addMember } from '../world/create.ts';
import { assignableLevels, levels } from '../world/members.ts';
import type { World } from '../world/world.ts';
import { presentMember } from './members-presenter.ts';
import { managedSource, sourceOf } from './memberships.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';
import { presentUserBasic } from './users-presenter.ts';

/** People who ask to be let in. */
export const accessRequests: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      const path = `/${kind}s/:id/access_requests`;
      const userId = { user_id: requires.integer() };

      routes.get(path, { permission: 'read_access_request', access: 'user' }, (call) => {
        const { of } = managedSource(call, kind);
        return call.page([...of.accessRequests.values()], (request) => present(call.world, request));
      });
      routes.post(path, { permission: 'create_access_request', boundary: 'user' }, (call) => {
        const source = sourceOf(call, kind);
        if (!source.of.requestAccessEnabled || source.level > levels.none) throw forbidden();
        const request = { userId: call.me.id, requestedAt: call.now() };
        source.of.accessRequests.set(call.me.id, request);
        return present(call.world, request);
      });
      routes.put(
        `${path}/:user_id/approve`,
        {
          permission: 'approve_access_request',
          status: 201,
          params: {
            ...userId,
            access_level: optional.integer({ values: assignableLevels, default: levels.developer }),
          },
        },
        (call) => {
          const source = managedSource(call, kind);
          const { access_level: level, user_id: id } = call.params;
          if (!source.of.accessRequests.delete(id)) throw noRecord();
          addMember(call.world, source.members, call.world.users.get(id), level, { createdBy: call.me });
          const member = source.members.get(id);
          return member === undefined ? null : presentMember(call, member);
        },
      );
      routes.delete(`${path}/:user_id`, { permission: 'delete_access_request', params: userId }, (call) => {
        const isOwn = call.params.user_id === call.me.id;
        const { of } = isOwn ? sourceOf(call, kind) : managedSource(call, kind);
        if (!of.accessRequests.delete(call.params.user_id)) throw noRecord();
      });
    }
  },
};

function present(world: World, request: { readonly userId: number; readonly requestedAt: string }) {
  return { ...presentUserBasic(world, world.users.get(request.userId)), requested_at: request.requestedAt };
}
