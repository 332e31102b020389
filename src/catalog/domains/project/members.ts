import { defineAction } from '../../action.ts';
import { date, described, flag, id, line, list as listField, namespace, required } from '../../field.ts';
import { accessLevel, expiresAt, numericUserId, page, projectId, search } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

/** Fields that members of projects and of groups share. */
export const memberSearch = described(
  { ...search, aliases: ['search', 'q', 'name'] },
  'Text to look for in name and username.',
);
export const memberIds = listField('Only these users, by ID.', id('User ID.'), { split: true });
export const memberRole = id('ID of a custom role, beside the role it builds on.', { tier: 'ultimate' });
export const newMember = {
  user_id: id('Numeric ID of the user.', { aliases: ['id'] }),
  username: line('Username, instead of user_id.', { aliases: ['user', 'name'] }),
} as const;
export const newMemberRule = { rule: 'exactly-one', of: ['user_id', 'username'] } as const;
export const membershipEnd = date('Day on which the membership ends, YYYY-MM-DD. Null: never.', { nullable: true });
export const unassign = flag('Also unassign the user from issues and merge requests. Default false.', {
  aliases: ['unassign'],
});

const list = defineAction({
  id: 'project.members',
  tool: 'gitlab_project_members_list',
  title: 'List members of a project',
  summary: 'List the members of a project with their roles, including those inherited from groups.',
  effect: 'read',
  route: 'GET /projects/:project_id/members/all',
  params: {
    project_id: projectId,
    query: memberSearch,
    user_ids: memberIds,
    show_seat_info: flag('Include whether each one takes a seat.', { tier: 'premium' }),
    ...page,
  },
  result: listOf('member'),
  words: [
    'who has access',
    'team',
    'maintainers of a project',
    'roles',
    'project team',
    'collaborators',
    'who works on the project',
    'permissions of users',
    'members of a repo',
    'who can push to the project',
    'who owns the project',
    'who are the developers',
    'all members of a project including inherited',
  ],
  aliases: ['project.member_list', 'project.list_members'],
  related: ['project.member_add', 'project.member_get', 'project.list_users'],
});

const get = defineAction({
  id: 'project.member_get',
  tool: 'gitlab_project_member_get',
  title: 'Get a member of a project',
  summary: 'Get a direct member of a project with role and expiry.',
  effect: 'read',
  route: 'GET /projects/:project_id/members/:user_id',
  params: { project_id: projectId, user_id: numericUserId },
  result: one('member'),
  usage: 'Members through a group are found with project.member_inherited.',
  words: [
    'role of a user in a project',
    'is someone in the project',
    'which role has someone',
    'access level of a member',
    'when does a membership expire',
  ],
  related: ['project.member_inherited', 'project.members'],
});

const getInherited = defineAction({
  id: 'project.member_inherited',
  tool: 'gitlab_project_member_get_inherited',
  title: 'Get a direct or inherited project member',
  summary: 'Get a member of a project with role, also when the membership comes from a group.',
  effect: 'read',
  route: 'GET /projects/:project_id/members/all/:user_id',
  params: { project_id: projectId, user_id: numericUserId },
  result: one('member'),
  words: ['effective role', 'what may someone do here', 'access someone gets through a group'],
  related: ['project.member_get', 'project.members'],
});

const add = defineAction({
  id: 'project.member_add',
  tool: 'gitlab_project_member_add',
  title: 'Add a member to a project',
  summary: 'Give a user a role in a project and get the membership.',
  effect: 'write',
  route: 'POST /projects/:project_id/members',
  params: {
    project_id: projectId,
    ...newMember,
    access_level: accessLevel,
    expires_at: expiresAt,
    member_role_id: memberRole,
  },
  rules: [newMemberRule],
  result: one('member'),
  words: [
    'invite someone',
    'give access',
    'make someone developer',
    'grant permission',
    'grant access to the project',
    'add user to project',
    'give developer role',
    'add collaborator',
    'let someone push to the project',
    'make someone a maintainer',
    'give someone reporter access',
    'onboard someone to the project',
  ],
  related: ['project.members', 'project.member_edit', 'access.invite_project'],
});

const edit = defineAction({
  id: 'project.member_edit',
  tool: 'gitlab_project_member_edit',
  title: 'Update a member of a project',
  summary: 'Change role or expiry of a direct member of a project.',
  effect: 'write',
  route: 'PUT /projects/:project_id/members/:user_id',
  params: {
    project_id: projectId,
    user_id: numericUserId,
    access_level: accessLevel,
    expires_at: membershipEnd,
    member_role_id: memberRole,
  },
  result: one('member'),
  words: [
    'promote to maintainer',
    'change role',
    'extend access',
    'change permissions of a member',
    'make maintainer',
    'change access level',
    'demote a member',
    'downgrade to guest',
    'upgrade to owner',
    "raise someone's role",
    'make a developer a maintainer',
    'set the expiry of a membership',
  ],
  aliases: ['project.member_update'],
  related: ['project.member_get', 'project.member_delete'],
});

const remove = defineAction({
  id: 'project.member_delete',
  tool: 'gitlab_project_member_delete',
  title: 'Remove a member from a project',
  summary: 'Take away the direct membership of a user in a project.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/members/:user_id',
  params: {
    project_id: projectId,
    user_id: numericUserId,
    skip_subresources: flag('Leave other memberships below alone. Default false.'),
    unassign_issuables: unassign,
  },
  result: nothing('member'),
  words: [
    'revoke access',
    'kick out',
    'kick user',
    'remove user from project',
    'remove collaborator',
    'take access away',
    'take someone off the project',
    'kick someone out',
    'remove a colleague from the repo',
  ],
  aliases: ['project.member_remove'],
  related: ['project.members', 'project.member_edit'],
});

const share = defineAction({
  id: 'project.share_with_group',
  tool: 'gitlab_project_share_with_group',
  title: 'Share a project with a group',
  summary: 'Invite a group to a project: its members get at most the given role.',
  effect: 'write',
  route: 'POST /projects/:project_id/share',
  params: {
    project_id: projectId,
    group_id: required(
      namespace('Group to invite: numeric ID or full path.', {
        names: 'group',
        numericOnly: true,
        aliases: ['group', 'group_path', 'shared_group_id', 'share_group_id'],
      }),
    ),
    group_access: { ...accessLevel, aliases: ['access_level', 'role', 'access'] },
    expires_at: expiresAt,
  },
  result: one('group_share'),
  words: [
    'give a team access',
    'invite a group',
    'give a group access to a project',
    'let a group work on the project',
  ],
  related: ['project.delete_shared_group', 'project.list_invited_groups'],
});

const unshare = defineAction({
  id: 'project.delete_shared_group',
  tool: 'gitlab_project_delete_shared_group',
  title: 'Stop sharing a project',
  summary: 'Take back the invitation of a group to a project.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/share/:group_id',
  params: {
    project_id: projectId,
    group_id: required(
      namespace('Invited group: numeric ID or full path.', {
        names: 'group',
        numericOnly: true,
        aliases: ['group', 'group_path', 'shared_group_id'],
      }),
    ),
  },
  result: nothing('group_share'),
  words: ['revoke access of a group', 'unshare', 'remove a group from a project'],
  related: ['project.share_with_group', 'project.list_invited_groups'],
});

export const members = [list, get, getInherited, add, edit, remove, share, unshare];
