import { defineAction } from '../../action.ts';
import { described, flag, id, integer, line, list, object } from '../../field.ts';
import { branchName, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const protectedName = {
  ...described(branchName, 'Name of the protected branch, or the wildcard it was protected with, such as release-*.'),
  wire: 'name',
};

/** Roles GitLab accepts in a branch protection. */
const roles = {
  none: 0,
  no_one: 0,
  no_access: 0,
  developer: 30,
  developers: 30,
  maintainer: 40,
  maintainers: 40,
  admin: 60,
} as const;

const allowForcePush = flag('Whether those who may push may also force push. Default false.');
const codeOwnerApproval = flag('Whether a push to files with code owners is refused without their approval.', {
  tier: 'premium',
});

const grant = {
  access_level: integer('Role as a number: 0 no one, 30 developer, 40 maintainer, 60 admin.', { words: roles }),
  user_id: id('Numeric ID of a user.'),
  group_id: id('Numeric ID of a group.'),
  deploy_key_id: id('ID of a deploy key, for pushing only.'),
} as const;

const newGrant = object('One role, user, group or deploy key.', grant);
const changedGrant = object('One grant to add, or an existing one by ID to change or remove.', {
  ...grant,
  id: id('ID of an existing grant.'),
  _destroy: flag('True removes the grant with this ID.'),
});

const listProtected = defineAction({
  id: 'branch.list_protected',
  tool: 'gitlab_protected_branches_list',
  title: 'List protected branches',
  summary: 'List the protected branches and wildcards of a project with who may push and merge.',
  effect: 'read',
  route: 'GET /projects/:project_id/protected_branches',
  params: { project_id: projectId, search: line('Part of the name.', { aliases: ['query', 'name'] }), ...page },
  result: listOf('protected_branch'),
  words: [
    'branch protection',
    'who may push',
    'who can merge to main',
    'which branches are protected',
    'who can push',
    'what rules protect the branches',
    'protected branch rules',
    'branch protection settings of the project',
    'list branch protection rules',
  ],
  related: ['branch.get_protected', 'branch.protect', 'branch.rule_list'],
});

const getProtected = defineAction({
  id: 'branch.get_protected',
  tool: 'gitlab_protected_branch_get',
  title: 'Get a protected branch',
  summary: 'Get the protection of one branch or wildcard: who may push, merge and force push.',
  effect: 'read',
  route: 'GET /projects/:project_id/protected_branches/:branch_name',
  params: { project_id: projectId, branch_name: protectedName },
  result: one('protected_branch'),
  words: [
    'is the branch protected',
    'protection settings of a branch',
    'who can push to main',
    'who may merge into a branch',
    'who is allowed to push to main',
    'branch protection of main',
    'who can merge to main',
    'push and merge access of a branch',
  ],
  related: ['branch.list_protected', 'branch.update_protected'],
});

const protect = defineAction({
  id: 'branch.protect',
  tool: 'gitlab_branch_protect',
  title: 'Protect a branch',
  summary: 'Protect a branch or a wildcard, so that only the named roles may push and merge.',
  effect: 'write',
  route: 'POST /projects/:project_id/protected_branches',
  params: {
    project_id: projectId,
    branch_name: described(protectedName, 'Name of the branch, or a wildcard such as release-*.'),
    push_access_level: integer('Who may push: 0 no one, 30 developer, 40 maintainer. Default 40.', { words: roles }),
    merge_access_level: integer('Who may merge: 0 no one, 30 developer, 40 maintainer. Default 40.', { words: roles }),
    unprotect_access_level: integer('Who may remove the protection: 30, 40 or 60 admin. Default 40.', {
      words: roles,
      tier: 'premium',
    }),
    allow_force_push: allowForcePush,
    code_owner_approval_required: codeOwnerApproval,
    allowed_to_push: list('Who may push, beyond roles.', newGrant, { tier: 'premium' }),
    allowed_to_merge: list('Who may merge, beyond roles.', newGrant, { tier: 'premium' }),
    allowed_to_unprotect: list('Who may remove the protection, beyond roles.', newGrant, { tier: 'premium' }),
  },
  result: one('protected_branch'),
  usage: 'An existing protection is changed with branch.update_protected.',
  words: [
    'lock a branch',
    'restrict push',
    'add branch protection',
    'only maintainers may push',
    'nobody can push to main',
    'make main protected',
    'make a branch read-only',
    'forbid direct pushes',
    'stop people from pushing to a branch',
    'disallow force push',
    'lock down a branch',
    'allow only developers to merge into a branch',
    'who may push and merge on a new protected branch',
    'set up branch protection',
    'protect all release branches',
    'protect branches with a wildcard',
  ],
  related: ['branch.update_protected', 'branch.list_protected', 'branch.unprotect'],
});

const updateProtected = defineAction({
  id: 'branch.update_protected',
  tool: 'gitlab_protected_branch_update',
  title: 'Update a protected branch',
  summary: 'Change the protection of a branch: force push, code owner approval and who may push or merge.',
  effect: 'write',
  route: 'PATCH /projects/:project_id/protected_branches/:branch_name',
  params: {
    project_id: projectId,
    branch_name: protectedName,
    allow_force_push: allowForcePush,
    code_owner_approval_required: codeOwnerApproval,
    allowed_to_push: list('Grants to push to add, change or remove.', changedGrant, { tier: 'premium' }),
    allowed_to_merge: list('Grants to merge to add, change or remove.', changedGrant, { tier: 'premium' }),
    allowed_to_unprotect: list('Grants to unprotect to add, change or remove.', changedGrant, { tier: 'premium' }),
  },
  rules: [
    {
      rule: 'at-least-one',
      of: [
        'allow_force_push',
        'code_owner_approval_required',
        'allowed_to_push',
        'allowed_to_merge',
        'allowed_to_unprotect',
      ],
    },
  ],
  result: one('protected_branch'),
  words: [
    'allow force push',
    'edit branch protection',
    'change who may push',
    'require code owner approval on a branch',
    'disallow force push on a protected branch',
    'allow developers to push to a protected branch',
    'change who may merge',
    'change the access levels of a protected branch',
    'turn off force push on main',
    'require code owners on a protected branch',
  ],
  related: ['branch.get_protected', 'branch.protect'],
});

const unprotect = defineAction({
  id: 'branch.unprotect',
  tool: 'gitlab_branch_unprotect',
  title: 'Unprotect a branch',
  summary: 'Remove the protection of a branch or wildcard. The branch itself stays.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/protected_branches/:branch_name',
  params: { project_id: projectId, branch_name: protectedName },
  result: nothing('protected_branch'),
  words: [
    'remove branch protection',
    'unlock a branch',
    'delete a protected branch rule',
    'remove the protection rule of a branch',
    'make the branch pushable again',
  ],
  related: ['branch.list_protected', 'branch.protect'],
});

export const protectedBranches = [listProtected, getProtected, protect, updateProtected, unprotect];
