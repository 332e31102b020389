import { noRecord } from '../http/refusal.ts';
import { defineState } from '../world/world.ts';
import type { Call } from './call.ts';
import { requires } from './params.ts';
import type { Resource } from './routes.ts';
import { findUser } from './users.ts';

/** `users/2` to its attributes. */
const attributesState = defineState(() => new Map<string, Map<string, string>>());

/** Notes of administrators on users, groups and projects. */
export const customAttributes: Resource = {
  routes(routes) {
    for (const kind of ['users', 'groups', 'projects'] as const) {
      const path = `/${kind}/:id/custom_attributes`;
      const boundary = kind === 'users' ? 'instance' : kind === 'groups' ? 'group' : 'project';
      const admin = { access: 'admin', boundary } as const;
      routes.get(path, { ...admin, permission: 'read_custom_attribute' }, (call) =>
        [...attributesOf(call, kind)].map(([key, value]) => ({ key, value })),
      );
      routes.get(`${path}/:key`, { ...admin, permission: 'read_custom_attribute' }, (call) => {
        const key = call.path('key');
        const value = attributesOf(call, kind).get(key);
        if (value === undefined) throw noRecord();
        return { key, value };
      });
      routes.put(
        `${path}/:key`,
        { ...admin, permission: 'update_custom_attribute', params: { value: requires.string() } },
        (call) => {
          const key = call.path('key');
          attributesOf(call, kind).set(key, call.params.value);
          return { key, value: call.params.value };
        },
      );
      routes.delete(`${path}/:key`, { ...admin, permission: 'delete_custom_attribute' }, (call) => {
        if (!attributesOf(call, kind).delete(call.path('key'))) throw noRecord();
      });
    }
  },
};

function attributesOf(call: Call<unknown>, kind: 'users' | 'groups' | 'projects'): Map<string, string> {
  const id =
    kind === 'users'
      ? findUser(call.world, Number(call.path('id'))).id
      : kind === 'groups'
        ? call.group().id
        : call.project().id;
  const all = call.world.state(attributesState);
  const key = `${kind}/${id}`;
  const attributes = all.get(key) ?? new Map<string, string>();
  all.set(key, attributes);
  return attributes;
}
