import { defineAction } from '../../action.ts';
import { described, flag, integer, line, oneOf, required, text } from '../../field.ts';
import { createdAfter, createdBefore, keyset, numericUserId, page, search, sort } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const list = defineAction({
  id: 'user.list',
  tool: 'gitlab_list_users',
  title: 'List users',
  summary: 'List the users of the instance, or find one by name, username or e-mail.',
  effect: 'read',
  route: 'GET /users',
  params: {
    search: described(search, 'Text to look for in name and username, or a full e-mail address.'),
    username: line('Only the user with exactly this username.', { aliases: ['user', 'login'] }),
    active: flag('Only active users.'),
    blocked: flag('Only blocked users.'),
    external: flag('Only external users.'),
    humans: flag('Only people, no bots.'),
    exclude_internal: flag('Leave out bots and users that GitLab itself made.'),
    without_project_bots: flag('Leave out bots of project and group tokens.'),
    admins: flag('Only administrators, for administrators.'),
    two_factor: oneOf('Only users with or without two-factor login, for administrators.', ['enabled', 'disabled']),
    created_after: createdAfter,
    created_before: createdBefore,
    order_by: oneOf('What the list is ordered by, for administrators. Default id.', [
      'id',
      'name',
      'username',
      'created_at',
      'updated_at',
    ]),
    sort,
    ...page,
    ...keyset,
  },
  result: listOf('user'),
  usage: 'Give username to turn a username into an ID.',
  words: [
    'find a person',
    'look up someone by name',
    'all accounts',
    'search people',
    'find user by name',
    'find user by email',
    'active users',
    'lookup user',
    'look up a person',
    'user called',
    'ID of a user',
    'users waiting for approval',
    'pending users',
    'blocked users',
    'list of administrators',
  ],
  aliases: ['user.search', 'user.find', 'users.list'],
  related: ['user.get', 'search.users', 'project.members'],
});

const get = defineAction({
  id: 'user.get',
  tool: 'gitlab_get_user',
  title: 'Get a user',
  summary: 'Get the profile of a user: name, state, organization, time zone and counts of followers.',
  effect: 'read',
  route: 'GET /users/:user_id',
  params: { user_id: numericUserId },
  result: one('user'),
  words: [
    'who is this',
    'profile of a colleague',
    'details of an account',
    'user details by ID',
    'profile of a user',
    'user behind an ID',
    'who is user',
  ],
  aliases: ['user.show'],
  related: ['user.list', 'user.get_status', 'user.contribution_events'],
});

const associations = defineAction({
  id: 'user.associations_count',
  tool: 'gitlab_get_user_associations_count',
  title: 'Count what a user owns',
  summary: 'Count the groups, projects, issues and merge requests of a user.',
  effect: 'read',
  route: 'GET /users/:user_id/associations_count',
  params: { user_id: numericUserId },
  result: one('associations_count'),
  words: [
    'how many projects does someone have',
    'before deleting a user',
    'what would be lost with a user',
    'what belongs to a user',
  ],
  related: ['user.memberships', 'user.get'],
});

const memberships = defineAction({
  id: 'user.memberships',
  tool: 'gitlab_get_user_memberships',
  title: 'List memberships of a user',
  summary: 'List the projects and groups a user is a direct member of, with the role, for administrators.',
  effect: 'read',
  route: 'GET /users/:user_id/memberships',
  params: {
    user_id: numericUserId,
    type: oneOf('Only projects, or only groups, which GitLab calls namespaces.', ['Project', 'Namespace'], {
      synonyms: { projects: 'Project', groups: 'Namespace', group: 'Namespace', namespaces: 'Namespace' },
    }),
    ...page,
  },
  result: listOf('membership'),
  words: [
    'what can someone access',
    'roles of a user',
    'groups of a user',
    'which groups is a user member of',
    'groups and projects of a user',
    'which groups is someone a member of',
    'what has someone access to',
    'projects someone has access to',
  ],
  related: ['project.members', 'group.members', 'user.associations_count'],
});

const profile = {
  organization: line('Organization the user works for.'),
  job_title: line('Job title.'),
  location: line('Where the user is.'),
  bio: text('Short text about the user.'),
  note: text('Note that only administrators see.'),
  projects_limit: integer('How many personal projects the user may have.', { minimum: 0 }),
  external: flag('Whether the user is external and sees only what it is a member of.'),
  admin: flag('Whether the user is an administrator.', { aliases: ['is_admin'] }),
  can_create_group: flag('Whether the user may create top-level groups.'),
  private_profile: flag('Whether the profile is hidden from others.'),
} as const;

const create = defineAction({
  id: 'user.create',
  tool: 'gitlab_create_user',
  title: 'Create a user',
  summary: 'Create a user account, for administrators.',
  effect: 'write',
  route: 'POST /users',
  params: {
    email: required(line('E-mail address.', { minLength: 1 })),
    username: required(line('Username.', { minLength: 1 })),
    name: required(line('Full name.', { minLength: 1 })),
    password: line('Password. Otherwise set reset_password or force_random_password.'),
    reset_password: flag('Send the user a link to choose a password.'),
    force_random_password: flag('Give the user a random password nobody learns.'),
    skip_confirmation: flag('Take the e-mail address as confirmed. Default false.'),
    ...profile,
  },
  rules: [{ rule: 'at-least-one', of: ['password', 'reset_password', 'force_random_password'] }],
  result: one('user'),
  words: ['add an account', 'new user', 'onboard someone', 'create an account for a new employee'],
  related: ['user.list', 'user.modify', 'group.group_member_add'],
});

const modify = defineAction({
  id: 'user.modify',
  tool: 'gitlab_modify_user',
  title: 'Update a user',
  summary: 'Change the account of a user, for administrators.',
  effect: 'write',
  route: 'PUT /users/:user_id',
  params: {
    // No alias may shadow the new username.
    user_id: { ...numericUserId, aliases: ['user', 'id'] },
    email: line('New e-mail address.'),
    username: line('New username.'),
    name: line('New full name.'),
    password: line('New password.'),
    skip_reconfirmation: flag('Take a new e-mail address as confirmed. Default false.'),
    locked: flag('Whether the account is locked.'),
    ...profile,
  },
  result: one('user'),
  words: [
    'edit account',
    'make someone admin',
    'rename user',
    'give someone admin rights',
    'change the password of a user',
    'make someone an administrator',
    'reset a password',
    'change the name of a user',
  ],
  aliases: ['user.update', 'user.edit'],
  related: ['user.get', 'user.block'],
});

const remove = defineAction({
  id: 'user.delete',
  tool: 'gitlab_delete_user',
  title: 'Delete a user',
  summary: 'Delete a user for good, for administrators. What the user wrote passes to a ghost user.',
  effect: 'destroy',
  route: 'DELETE /users/:user_id',
  params: {
    user_id: numericUserId,
    hard_delete: flag('Delete also what the user wrote and the groups only the user owns. Default false.'),
  },
  result: nothing('user'),
  words: ['remove account', 'offboard someone', 'remove someone from the instance'],
  related: ['user.block', 'user.deactivate', 'user.associations_count', 'user.list'],
});

const avatarGet = defineAction({
  id: 'user.avatar_get',
  tool: 'gitlab_get_avatar',
  title: 'Get the avatar of an e-mail address',
  summary: 'Get the address of the avatar that belongs to an e-mail address.',
  effect: 'read',
  route: 'GET /avatar',
  params: {
    email: required(line('E-mail address.', { minLength: 1 })),
    size: integer('Edge of the image in pixels.', { minimum: 1 }),
  },
  result: one('avatar'),
  words: ['profile picture', 'gravatar', 'picture for a mail address'],
  related: ['user.get', 'user.upload_avatar'],
});

export const users = [list, get, associations, memberships, create, modify, remove, avatarGet];
