import { defineAction } from '../../action.ts';
import { flag, line, namespace, oneOf, optional, required } from '../../field.ts';
import { accessLevel, expiresAt, groupId, numericUserId, search, sort } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import {
  memberIds,
  memberRole,
  memberSearch,
  membershipEnd,
  newMember,
  newMemberRule,
  unassign,
} from '../project/members.ts';
import { paging } from './group-fields.ts';

const list = defineAction({
  id: 'group.members',
  tool: 'gitlab_group_members_list',
  title: 'List members of a group',
  summary: 'List the members of a group with their roles, including those inherited from groups above.',
  effect: 'read',
  route: 'GET /groups/:group_id/members/all',
  params: {
    group_id: groupId,
    query: memberSearch,
    user_ids: memberIds,
    show_seat_info: flag('Include whether each one takes a seat.', { tier: 'premium' }),
    order_by: oneOf('What the list is ordered by. Default id.', [
      'id',
      'name',
      'username',
      'access_level',
      'last_activity_on',
    ]),
    sort,
    ...paging,
  },
  result: listOf('member'),
  words: [
    'who is in the team',
    'owners of a group',
    'roles in a group',
    'people in a group',
    'who is in the group',
    'team members',
    'who has access to the group',
    'maintainers of a group',
    'everyone in a group',
    'all members including inherited',
  ],
  aliases: ['group.member_list', 'group.list_members', 'group.group_members_list'],
  related: ['group.group_member_add', 'group.group_member_get', 'project.members'],
});

const get = defineAction({
  id: 'group.group_member_get',
  tool: 'gitlab_group_member_get',
  title: 'Get a member of a group',
  summary: 'Get a direct member of a group with role and expiry.',
  effect: 'read',
  route: 'GET /groups/:group_id/members/:user_id',
  params: { group_id: groupId, user_id: numericUserId },
  result: one('member'),
  usage: 'Members through a group above are found with group.group_member_get_inherited.',
  words: ['role of a user in a group', 'is someone in the group', 'which role has someone in the group'],
  aliases: ['group.member_get'],
  related: ['group.group_member_get_inherited', 'group.members'],
});

const getInherited = defineAction({
  id: 'group.group_member_get_inherited',
  tool: 'gitlab_group_member_get_inherited',
  title: 'Get a direct or inherited group member',
  summary: 'Get a member of a group with role, also when the membership comes from a group above.',
  effect: 'read',
  route: 'GET /groups/:group_id/members/all/:user_id',
  params: { group_id: groupId, user_id: numericUserId },
  result: one('member'),
  words: ['effective role in a group'],
  related: ['group.group_member_get', 'group.members'],
});

const add = defineAction({
  id: 'group.group_member_add',
  tool: 'gitlab_group_member_add',
  title: 'Add a member to a group',
  summary: 'Give a user a role in a group and get the membership.',
  effect: 'write',
  route: 'POST /groups/:group_id/members',
  params: {
    group_id: groupId,
    ...newMember,
    access_level: accessLevel,
    expires_at: expiresAt,
    member_role_id: memberRole,
  },
  rules: [newMemberRule],
  result: one('member'),
  words: [
    'invite to the team',
    'make someone owner of a group',
    'give access to a group',
    'add user to group',
    'add someone to a group',
    'grant access to a group',
    'invite someone to the group',
    'invite a user to a group by username',
    'make someone developer in the group',
  ],
  aliases: ['group.member_add'],
  related: ['group.members', 'group.group_member_edit', 'access.invite_group'],
});

const edit = defineAction({
  id: 'group.group_member_edit',
  tool: 'gitlab_group_member_edit',
  title: 'Update a member of a group',
  summary: 'Change role or expiry of a direct member of a group.',
  effect: 'write',
  route: 'PUT /groups/:group_id/members/:user_id',
  params: {
    group_id: groupId,
    user_id: numericUserId,
    access_level: optional(accessLevel),
    expires_at: membershipEnd,
    member_role_id: memberRole,
  },
  rules: [{ rule: 'at-least-one', of: ['access_level', 'expires_at', 'member_role_id'] }],
  result: one('member'),
  words: [
    'promote in the group',
    'change group role',
    'change role in a group',
    'make group owner',
    'promote someone to maintainer of a group',
    'change the role of a group member',
    'make someone a guest of the group',
  ],
  aliases: ['group.member_edit'],
  related: ['group.group_member_get', 'group.group_member_remove'],
});

const remove = defineAction({
  id: 'group.group_member_remove',
  tool: 'gitlab_group_member_remove',
  title: 'Remove a member from a group',
  summary: 'Take away the membership of a user in a group, and below it unless told otherwise.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/members/:user_id',
  params: {
    group_id: groupId,
    user_id: numericUserId,
    skip_subresources: flag('Leave memberships in subgroups and projects alone. Default false.'),
    unassign_issuables: unassign,
  },
  result: nothing('member'),
  words: [
    'kick out of the team',
    'revoke group access',
    'kick from group',
    'remove user from group',
    'kick someone out of the group',
    'remove someone from the group',
  ],
  aliases: ['group.member_remove', 'group.member_delete'],
  related: ['group.members', 'group.group_member_edit'],
});

const otherGroup = namespace('Group to invite: numeric ID or full path.', {
  wire: 'group_id',
  names: 'group',
  numericOnly: true,
  aliases: ['other_group_id', 'invited_group_id', 'target_group_id'],
});
const groupAccess = { ...accessLevel, aliases: ['access_level', 'role', 'access'] } as const;
const invitedGroup = namespace('Invited group: numeric ID or full path.', {
  names: 'group',
  numericOnly: true,
  aliases: ['other_group_id', 'invited_group_id'],
});

const share = defineAction({
  id: 'group.share_with_group',
  tool: 'gitlab_group_share_with_group',
  title: 'Share a group with a group',
  summary: 'Invite a group to another one: its members get at most the given role.',
  effect: 'write',
  route: 'POST /groups/:group_id/share',
  params: {
    group_id: groupId,
    shared_group_id: required({ ...otherGroup, aliases: [...(otherGroup.aliases ?? []), 'share_group_id'] }),
    group_access: groupAccess,
    expires_at: expiresAt,
    member_role_id: memberRole,
  },
  result: one('group'),
  words: [
    'invite a team',
    'give a group access to a group',
    'give another team access to our group',
    'let another group in',
  ],
  related: ['group.unshare_from_group', 'group.invited_groups', 'project.share_with_group'],
});

const unshare = defineAction({
  id: 'group.unshare_from_group',
  tool: 'gitlab_group_unshare_from_group',
  title: 'Stop sharing a group',
  summary: 'Take back the invitation of a group to another one.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/share/:shared_group_id',
  params: { group_id: groupId, shared_group_id: required({ ...invitedGroup, aliases: ['share_group_id'] }) },
  result: nothing('group_share'),
  words: ['revoke access of a team', 'take away the access of another group', 'remove a shared group from our group'],
  related: ['group.share_with_group', 'group.invited_groups'],
});

const memberShare = defineAction({
  id: 'group.group_member_share',
  tool: 'gitlab_group_share',
  title: 'Invite a group as members',
  summary: 'Invite the members of a group to another one. The same as group.share_with_group.',
  effect: 'write',
  route: 'POST /groups/:group_id/share',
  params: {
    group_id: groupId,
    share_group_id: required({ ...otherGroup, aliases: ['shared_group_id'] }),
    group_access: groupAccess,
    expires_at: expiresAt,
  },
  result: one('group'),
  words: ['add a team as members'],
  related: ['group.share_with_group', 'group.group_member_unshare'],
});

const memberUnshare = defineAction({
  id: 'group.group_member_unshare',
  tool: 'gitlab_group_unshare',
  title: 'Remove a group from the members',
  summary: 'Take back the invitation of the members of a group. The same as group.unshare_from_group.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/share/:share_group_id',
  params: { group_id: groupId, share_group_id: required({ ...invitedGroup, aliases: ['shared_group_id'] }) },
  result: nothing('group_share'),
  words: ['remove a team from the members'],
  related: ['group.unshare_from_group', 'group.group_member_share'],
});

const billable = defineAction({
  id: 'group.group_billable_members_list',
  tool: 'gitlab_list_billable_group_members',
  title: 'List billable members',
  summary: 'List the members of a top-level group and everything below it that take a seat.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/billable_members',
  params: {
    group_id: groupId,
    search,
    order_by: line('Column that keyset pages are ordered by.'),
    sort: oneOf('Order of the list.', [
      'access_level_asc',
      'access_level_desc',
      'last_joined',
      'oldest_joined',
      'name_asc',
      'name_desc',
      'oldest_sign_in',
      'recent_sign_in',
      'last_activity_on_asc',
      'last_activity_on_desc',
    ]),
    ...paging,
  },
  result: listOf('billable_member'),
  words: [
    'seats in use',
    'who costs a license',
    'subscription seats',
    'how many seats do we use',
    'who takes a seat',
    'paid users',
  ],
  related: ['group.group_billable_member_memberships_list', 'group.group_billable_member_remove'],
});

const billableMemberships = defineAction({
  id: 'group.group_billable_member_memberships_list',
  tool: 'gitlab_list_billable_member_memberships',
  title: 'List memberships of a billable member',
  summary: 'List where below a top-level group a billable member has a role.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/billable_members/:user_id/memberships',
  params: {
    group_id: groupId,
    user_id: numericUserId,
    ...paging,
    order_by: line('Column that keyset pages are ordered by.'),
    sort,
  },
  result: listOf('membership'),
  words: ['why does someone take a seat', 'why is someone billable', 'why is a person taking a seat'],
  related: ['group.group_billable_members_list'],
});

const billableRemove = defineAction({
  id: 'group.group_billable_member_remove',
  tool: 'gitlab_remove_billable_group_member',
  title: 'Remove a billable member',
  summary: 'Remove a user from a top-level group and everything below it, which frees the seat.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/billable_members/:user_id',
  params: { group_id: groupId, user_id: numericUserId },
  result: nothing('billable_member'),
  words: ['free a seat', 'offboard from the subscription', 'stop paying for a user', 'give back a seat'],
  related: ['group.group_billable_members_list', 'group.group_member_remove'],
});

export const members = [
  list,
  get,
  getInherited,
  add,
  edit,
  remove,
  share,
  unshare,
  memberShare,
  memberUnshare,
  billable,
  billableMemberships,
  billableRemove,
];
