import { defineAction } from '../../action.ts';
import { line, required } from '../../field.ts';
import { groupId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const ofIdentity = {
  group_id: groupId,
  uid: required(
    line('External ID of the user, as group_scim.list shows it.', { minLength: 1, aliases: ['external_id', 'id'] }),
  ),
} as const;

const list = defineAction({
  id: 'group_scim.list',
  tool: 'gitlab_list_group_scim_identities',
  title: 'List SCIM identities',
  summary: 'List which users the identity provider of a group provisions, by external ID.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/scim/identities',
  params: { group_id: groupId },
  result: listOf('scim_identity'),
  words: [
    'provisioned users',
    'Okta or Entra accounts',
    'user provisioning',
    'SCIM users of a group',
    'who is provisioned by SCIM',
  ],
  related: ['group_scim.get', 'group_scim.update', 'group.members'],
});

const get = defineAction({
  id: 'group_scim.get',
  tool: 'gitlab_get_group_scim_identity',
  title: 'Get a SCIM identity',
  summary: 'Get one SCIM identity of a group with its user and whether it is active.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/scim/:uid',
  params: ofIdentity,
  result: one('scim_identity'),
  words: ['is the user provisioned'],
  related: ['group_scim.list'],
});

const update = defineAction({
  id: 'group_scim.update',
  tool: 'gitlab_update_group_scim_identity',
  title: 'Update a SCIM identity',
  summary: 'Give a SCIM identity of a group another external ID.',
  effect: 'write',
  tier: 'premium',
  route: 'PATCH /groups/:group_id/scim/:uid',
  params: {
    ...ofIdentity,
    extern_uid: required(
      line('New external ID of the user.', { minLength: 1, aliases: ['new_uid', 'new_external_id'] }),
    ),
  },
  result: nothing('scim_identity'),
  words: [
    'fix a provisioned user',
    'relink an account',
    'change the external ID of a user',
    'change the SCIM id of a user',
  ],
  related: ['group_scim.get', 'group_scim.delete'],
});

const remove = defineAction({
  id: 'group_scim.delete',
  tool: 'gitlab_delete_group_scim_identity',
  title: 'Delete a SCIM identity',
  summary: 'Delete a SCIM identity of a group, so that the identity provider no longer manages the user.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/scim/:uid',
  params: ofIdentity,
  result: nothing('scim_identity'),
  words: ['unlink a provisioned user', 'remove a SCIM identity'],
  related: ['group_scim.list'],
});

export const groupScimActions = [list, get, update, remove];
