import { defineAction } from '../../action.ts';
import { flag, id, integer, line, list as listField, object, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const environmentName = required(line('Name of the environment.', { aliases: ['name', 'environment_name'] }));
const roles = { developer: 30, developers: 30, maintainer: 40, maintainers: 40, admin: 60 } as const;

const grant = {
  access_level: integer('Role as a number: 30 developer, 40 maintainer, 60 admin.', { words: roles }),
  user_id: id('Numeric ID of a user.'),
  group_id: id('Numeric ID of a group.'),
  group_inheritance_type: integer('0 for direct members of the group, 1 for inherited ones too.', {
    minimum: 0,
    maximum: 1,
  }),
} as const;
const approval = {
  ...grant,
  required_approvals: integer('Approvals needed from them.', { minimum: 0 }),
} as const;
const change = {
  id: id('ID of an existing entry to change or remove.'),
  _destroy: flag('True removes the entry with this ID.'),
} as const;

const approvalCount = integer('Approvals needed in all, where no approval rules are set.', { minimum: 0 });

const list = defineAction({
  id: 'environment.protected_list',
  tool: 'gitlab_protected_environment_list',
  title: 'List protected environments',
  summary: 'List the protected environments of a project with who may deploy and approve.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/protected_environments',
  params: { project_id: projectId, ...page },
  result: listOf('protected_environment'),
  words: [
    'who may deploy',
    'deployment protection',
    'who can deploy',
    'which environments are locked',
    'environments that are protected',
    'which environments need approval',
  ],
  related: ['environment.protected_get', 'environment.protected_protect'],
});

const get = defineAction({
  id: 'environment.protected_get',
  tool: 'gitlab_protected_environment_get',
  title: 'Get a protected environment',
  summary: 'Get the protection of one environment: who may deploy and who must approve.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/protected_environments/:environment',
  params: { project_id: projectId, environment: environmentName },
  result: one('protected_environment'),
  words: [
    'who may deploy to production',
    'approvals needed to deploy to production',
    'deployment approval rules of production',
    'who is allowed to deploy to production',
    'show protection of an environment',
  ],
  related: ['environment.protected_list', 'environment.protected_update'],
});

const protect = defineAction({
  id: 'environment.protected_protect',
  tool: 'gitlab_protected_environment_protect',
  title: 'Protect an environment',
  summary: 'Protect an environment, so that only those named may deploy, after approval if wanted.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /projects/:project_id/protected_environments',
  params: {
    project_id: projectId,
    name: required(line('Name of the environment.', { aliases: ['environment', 'environment_name'] })),
    deploy_access_levels: listField('Who may deploy.', object('One role, user or group.', grant)),
    approval_rules: listField('Who must approve.', object('One role, user or group.', approval)),
    required_approval_count: approvalCount,
  },
  result: one('protected_environment'),
  usage: 'GitLab demands deploy_access_levels.',
  words: ['restrict deployments', 'require deployment approval', 'lock production', 'only maintainers may deploy'],
  related: ['environment.protected_update', 'environment.protected_list'],
});

const update = defineAction({
  id: 'environment.protected_update',
  tool: 'gitlab_protected_environment_update',
  title: 'Update a protected environment',
  summary: 'Change who may deploy to a protected environment and who must approve.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /projects/:project_id/protected_environments/:environment',
  params: {
    project_id: projectId,
    environment: { ...environmentName, aliases: ['environment_name'] },
    name: line('New name of the protected environment.', { aliases: ['new_name'] }),
    deploy_access_levels: listField('Entries to add, change or remove.', object('One entry.', { ...grant, ...change })),
    approval_rules: listField('Entries to add, change or remove.', object('One entry.', { ...approval, ...change })),
    required_approval_count: approvalCount,
  },
  rules: [{ rule: 'at-least-one', of: ['name', 'deploy_access_levels', 'approval_rules', 'required_approval_count'] }],
  result: one('protected_environment'),
  words: [
    'change deploy permissions',
    'change deployment approvals',
    'change who may deploy',
    'change the approvals a deployment needs',
    'edit a protected environment',
  ],
  related: ['environment.protected_get', 'environment.protected_unprotect'],
});

const unprotect = defineAction({
  id: 'environment.protected_unprotect',
  tool: 'gitlab_protected_environment_unprotect',
  title: 'Unprotect an environment',
  summary: 'Remove the protection of an environment. The environment itself stays.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /projects/:project_id/protected_environments/:environment',
  params: { project_id: projectId, environment: environmentName },
  result: nothing('protected_environment'),
  words: ['allow everybody to deploy', 'unlock production', 'remove environment protection'],
  related: ['environment.protected_list'],
});

export const protectedEnvironments = [list, get, protect, update, unprotect];
