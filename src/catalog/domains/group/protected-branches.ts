import { defineAction } from '../../action.ts';
import { flag, id, line, list as listField, object, optional, required } from '../../field.ts';
import { accessLevel, groupId, page, search } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const branch = required(
  line('Name or wildcard of the protected branch, such as release/*.', {
    minLength: 1,
    aliases: ['name', 'branch_name'],
  }),
);
const grant = object('One who may. Give exactly one of the IDs or a role.', {
  access_level: {
    ...optional(accessLevel),
    description: 'Role as a number: 0 nobody, 30 developer, 40 maintainer, 60 administrator.',
  },
  user_id: id('User ID.'),
  group_id: id('Group ID.'),
  deploy_key_id: id('Deploy key ID.'),
  id: id('ID of a grant to change or take away.'),
  _destroy: flag('Take the grant with this ID away.'),
});
const grants = {
  allowed_to_push: listField('Who may push.', grant),
  allowed_to_merge: listField('Who may merge.', grant),
  allowed_to_unprotect: listField('Who may lift the protection.', grant),
  allow_force_push: flag('Whether force pushes are allowed. Default false.'),
  code_owner_approval_required: flag('Whether code owners must approve. Default false.'),
} as const;
const level = (what: string) => ({
  ...optional(accessLevel),
  description: `Least role that may ${what}: 0 nobody, 30 developer, 40 maintainer. Default 40.`,
  aliases: [],
});

const list = defineAction({
  id: 'group.protected_branch_list',
  tool: 'gitlab_group_protected_branch_list',
  title: 'List protected branches of a group',
  summary: 'List the branch protections that all projects of a group inherit.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/protected_branches',
  params: { group_id: groupId, search, ...page },
  result: listOf('protected_branch'),
  words: ['branch protection of a group', 'branches protected in a whole group'],
  related: ['group.protected_branch_get', 'group.protected_branch_protect'],
});

const get = defineAction({
  id: 'group.protected_branch_get',
  tool: 'gitlab_group_protected_branch_get',
  title: 'Get a protected branch of a group',
  summary: 'Get one branch protection of a group with who may push and merge.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/protected_branches/:branch',
  params: { group_id: groupId, branch },
  result: one('protected_branch'),
  words: ['who may push in the group'],
  related: ['group.protected_branch_list', 'group.protected_branch_update'],
});

const protect = defineAction({
  id: 'group.protected_branch_protect',
  tool: 'gitlab_group_protected_branch_protect',
  title: 'Protect a branch in a group',
  summary: 'Protect a branch, or all that match a wildcard, in every project of a group.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/protected_branches',
  params: {
    group_id: groupId,
    name: required(line('Name or wildcard of the branch.', { minLength: 1, aliases: ['branch', 'branch_name'] })),
    push_access_level: level('push'),
    merge_access_level: level('merge'),
    unprotect_access_level: level('lift the protection'),
    ...grants,
  },
  result: one('protected_branch'),
  words: ['lock a branch in all projects'],
  related: ['group.protected_branch_list', 'group.protected_branch_unprotect'],
});

const update = defineAction({
  id: 'group.protected_branch_update',
  tool: 'gitlab_group_protected_branch_update',
  title: 'Update a protected branch of a group',
  summary: 'Change who may push to or merge into a protected branch of a group.',
  effect: 'write',
  tier: 'premium',
  route: 'PATCH /groups/:group_id/protected_branches/:branch',
  params: {
    group_id: groupId,
    // No alias may shadow the new name.
    branch: { ...branch, aliases: ['branch_name'] },
    name: line('New name or wildcard.', { minLength: 1 }),
    ...grants,
  },
  rules: [{ rule: 'at-least-one', of: ['name', ...Object.keys(grants)] }],
  result: one('protected_branch'),
  words: ['change branch protection of a group'],
  related: ['group.protected_branch_get', 'group.protected_branch_unprotect'],
});

const unprotect = defineAction({
  id: 'group.protected_branch_unprotect',
  tool: 'gitlab_group_protected_branch_unprotect',
  title: 'Unprotect a branch of a group',
  summary: 'Lift the protection of a branch in every project of a group.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/protected_branches/:branch',
  params: { group_id: groupId, branch },
  result: nothing('protected_branch'),
  words: ['unlock a branch in all projects', 'remove the branch protection of a group'],
  related: ['group.protected_branch_list'],
});

export const protectedBranches = [list, get, protect, update, unprotect];
