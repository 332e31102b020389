import { defineAction } from '../../action.ts';
import { flag, id, integer, line, list as listField, object, oneOf, optional, required } from '../../field.ts';
import { accessLevel, groupId, page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

/** Groups protect environments by their tier, not by their name. */
const tiers = ['production', 'staging', 'testing', 'development', 'other'] as const;
const tierSynonyms = { prod: 'production', stage: 'staging', test: 'testing', dev: 'development' } as const;
const environment = required(
  oneOf('Tier of the environments.', tiers, { aliases: ['name', 'tier'], synonyms: tierSynonyms }),
);
const who = {
  access_level: {
    ...optional(accessLevel),
    description: 'Role as a number: 30 developer, 40 maintainer, 60 administrator.',
  },
  user_id: id('User ID.'),
  group_id: id('Group ID.'),
  group_inheritance_type: integer('0 for direct members of the group, 1 for inherited ones as well. Default 0.', {
    minimum: 0,
    maximum: 1,
  }),
  id: id('ID of an entry to change or take away.'),
  _destroy: flag('Take the entry with this ID away.'),
} as const;
const deployers = listField('Who may deploy.', object('One who may deploy.', who));
const approvers = listField(
  'Who must approve a deployment.',
  object('One approval rule.', {
    ...who,
    required_approvals: integer('Approvals that are needed from them. Default 1.', { minimum: 0 }),
  }),
);
const approvals = integer('Approvals a deployment needs. Use approval_rules instead.', { minimum: 0 });

const list = defineAction({
  id: 'group.protected_env_list',
  tool: 'gitlab_group_protected_environment_list',
  title: 'List protected environments of a group',
  summary: 'List the tiers of environments that are protected in a group, and who may deploy there.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/protected_environments',
  params: { group_id: groupId, ...page },
  result: listOf('protected_environment'),
  words: ['who may deploy to production', 'protected environments of a group', 'which tiers are locked'],
  related: ['group.protected_env_get', 'group.protected_env_protect'],
});

const get = defineAction({
  id: 'group.protected_env_get',
  tool: 'gitlab_group_protected_environment_get',
  title: 'Get a protected environment of a group',
  summary: 'Get who may deploy to the environments of a tier in a group, and who must approve.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/protected_environments/:environment',
  params: {
    group_id: groupId,
    environment: required(line('Tier of the environments, such as production.', { aliases: ['name', 'tier'] })),
  },
  result: one('protected_environment'),
  words: ['deployment approval of a group'],
  related: ['group.protected_env_list', 'group.protected_env_update'],
});

const protect = defineAction({
  id: 'group.protected_env_protect',
  tool: 'gitlab_group_protected_environment_protect',
  title: 'Protect environments of a group',
  summary: 'Restrict who may deploy to the environments of a tier in every project of a group.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/protected_environments',
  params: {
    group_id: groupId,
    name: required(
      oneOf('Tier of the environments.', tiers, { aliases: ['environment', 'tier'], synonyms: tierSynonyms }),
    ),
    deploy_access_levels: required(deployers),
    approval_rules: approvers,
    required_approval_count: approvals,
  },
  result: one('protected_environment'),
  words: ['lock production', 'deployment gate for a group', 'protect an environment for a whole group'],
  related: ['group.protected_env_list', 'group.protected_env_unprotect'],
});

const update = defineAction({
  id: 'group.protected_env_update',
  tool: 'gitlab_group_protected_environment_update',
  title: 'Update protected environments of a group',
  summary: 'Change who may deploy to the environments of a tier in a group, or who must approve.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /groups/:group_id/protected_environments/:environment',
  params: {
    group_id: groupId,
    // No alias may shadow the new tier.
    environment: { ...environment, aliases: ['tier'] },
    name: oneOf('New tier.', tiers, { synonyms: tierSynonyms }),
    deploy_access_levels: deployers,
    approval_rules: approvers,
    required_approval_count: approvals,
  },
  rules: [{ rule: 'at-least-one', of: ['name', 'deploy_access_levels', 'approval_rules', 'required_approval_count'] }],
  result: one('protected_environment'),
  words: ['change the deployment gate of a group'],
  related: ['group.protected_env_get', 'group.protected_env_unprotect'],
});

const unprotect = defineAction({
  id: 'group.protected_env_unprotect',
  tool: 'gitlab_group_protected_environment_unprotect',
  title: 'Unprotect environments of a group',
  summary: 'Lift the restriction on who may deploy to the environments of a tier in a group.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/protected_environments/:environment',
  params: { group_id: groupId, environment },
  result: nothing('protected_environment'),
  words: ['unlock production in a group', 'remove the environment protection of a group'],
  related: ['group.protected_env_list'],
});

export const protectedEnvironments = [list, get, protect, update, unprotect];
