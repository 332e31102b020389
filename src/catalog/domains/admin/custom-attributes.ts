import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { id, line, oneOf, required } from '../../field.ts';
import { buildRequest } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';

const ofResource = {
  resource_type: required(
    oneOf('Kind of the thing.', ['user', 'group', 'project'], {
      place: 'none',
      synonyms: { users: 'user', groups: 'group', projects: 'project' },
      aliases: ['type'],
    }),
  ),
  resource_id: required(id('Numeric ID of the user, group or project.', { aliases: ['id'] })),
} as const;
const ofAttribute = {
  ...ofResource,
  key: required(line('Name of the attribute.', { minLength: 1, aliases: ['name', 'attribute'] })),
} as const;

const list = defineAction({
  id: 'admin.custom_attr_list',
  tool: 'gitlab_list_custom_attributes',
  title: 'List custom attributes',
  summary: 'List the custom attributes of a user, group or project, for administrators.',
  effect: 'read',
  route: 'GET /projects/:resource_id/custom_attributes',
  params: ofResource,
  run: sendTo,
  result: listOf('custom_attribute'),
  words: ['metadata of a user', 'extra fields of a project', 'key-value pairs'],
  related: ['admin.custom_attr_get', 'admin.custom_attr_set'],
});

const get = defineAction({
  id: 'admin.custom_attr_get',
  tool: 'gitlab_get_custom_attribute',
  title: 'Get a custom attribute',
  summary: 'Get one custom attribute of a user, group or project, for administrators.',
  effect: 'read',
  route: 'GET /projects/:resource_id/custom_attributes/:key',
  params: ofAttribute,
  run: sendTo,
  result: one('custom_attribute'),
  words: ['value of an extra field', 'read a custom attribute of a user', 'get a custom attribute of a project'],
  related: ['admin.custom_attr_list'],
});

const set = defineAction({
  id: 'admin.custom_attr_set',
  tool: 'gitlab_set_custom_attribute',
  title: 'Set a custom attribute',
  summary: 'Set a custom attribute of a user, group or project, for administrators.',
  effect: 'write',
  route: 'PUT /projects/:resource_id/custom_attributes/:key',
  params: { ...ofAttribute, value: required(line('Value of the attribute.')) },
  run: sendTo,
  result: one('custom_attribute'),
  words: [
    'add metadata to a user',
    'tag a project with a value',
    'attach a key and value to a user',
    'store metadata on a group',
  ],
  related: ['admin.custom_attr_list', 'admin.custom_attr_delete'],
});

const remove = defineAction({
  id: 'admin.custom_attr_delete',
  tool: 'gitlab_delete_custom_attribute',
  title: 'Delete a custom attribute',
  summary: 'Delete a custom attribute of a user, group or project, for administrators.',
  effect: 'destroy',
  route: 'DELETE /projects/:resource_id/custom_attributes/:key',
  params: ofAttribute,
  run: sendTo,
  result: nothing('custom_attribute'),
  words: ['remove metadata', 'remove a custom attribute from a user', 'delete an extra field'],
  related: ['admin.custom_attr_list'],
});

/** The same request on the route of the kind: the three differ in their first word alone. */
async function sendTo(call: ActionCall<{ readonly resource_type: string }>): Promise<unknown> {
  const request = buildRequest(call.action, call.input);
  const path = request.path.replace(/^\/projects/, `/${call.input.resource_type}s`);
  const { body } = await call.send({ ...request, path });
  return body;
}

export const customAttributes = [list, get, set, remove];
