import { conflict, notFound } from '../http/refusal.ts';
import { type ProtectedTag, protectionsOf } from '../world/protections.ts';
import type { World } from '../world/world.ts';
import { accessRuleParams, presentAccessRule, readAccessRules } from './access-rules.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

const path = '/projects/:id/protected_tags';

/** Which tags are protected, and who may create them. */
export const protectedTags: Resource = {
  routes(routes) {
    routes.get(path, { permission: 'read_protected_tag' }, (call) => {
      const { tags } = protectionsOf(call.world, call.project('guest'));
      return call.page(tags, (tag) => present(call.world, tag));
    });
    routes.get(`${path}/:name`, { permission: 'read_protected_tag' }, (call) =>
      present(call.world, find(call, 'guest')),
    );
    const params = {
      name: requires.string({ blank: false }),
      create_access_level: optional.integer({ values: [0, 30, 40, 60] }),
      allowed_to_create: optional.hashes(accessRuleParams),
    };
    routes.post(path, { permission: 'create_protected_tag', params }, (call) => {
      const { world, params } = call;
      const { tags } = protectionsOf(world, call.project('maintainer'));
      if (tags.some(({ name }) => name === params.name))
        throw conflict(`Protected tag '${params.name}' already exists`);
      const tag = {
        name: params.name,
        create: readAccessRules(world, params.create_access_level, params.allowed_to_create),
      };
      tags.push(tag);
      return present(world, tag);
    });
    routes.delete(`${path}/:name`, { permission: 'delete_protected_tag' }, (call) => {
      const tag = find(call, 'maintainer');
      const { tags } = protectionsOf(call.world, call.project());
      tags.splice(tags.indexOf(tag), 1);
    });
  },
};

function find(call: Call<unknown>, level: 'guest' | 'maintainer'): ProtectedTag {
  const { tags } = protectionsOf(call.world, call.project(level));
  const found = tags.find(({ name }) => name === call.path('name'));
  if (found === undefined) throw notFound();
  return found;
}

function present(world: World, tag: ProtectedTag) {
  return { name: tag.name, create_access_levels: tag.create.map((rule) => presentAccessRule(world, rule)) };
}
