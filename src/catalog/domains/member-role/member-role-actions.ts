import { defineAction } from '../../action.ts';
import { flag, id, integer, line, required, text } from '../../field.ts';
import { groupId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const memberRoleId = required(id('ID of the custom role.', { aliases: ['id', 'role_id'] }));

/** A custom role: the role it builds on and what it may do beyond. */
const role = {
  name: required(line('Name of the role.', { minLength: 1, aliases: ['title'] })),
  base_access_level: required(
    integer('Role it builds on: 5 minimal, 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer.', {
      aliases: ['access_level', 'base_role'],
      words: { minimal: 5, minimal_access: 5, guest: 10, planner: 15, reporter: 20, developer: 30, maintainer: 40 },
    }),
  ),
  description: text('What the role is for.'),
  admin_cicd_variables: flag('May change CI variables.'),
  admin_compliance_framework: flag('May change compliance frameworks.'),
  admin_group_member: flag('May add and remove members of groups.'),
  admin_integrations: flag('May change integrations.'),
  admin_merge_request: flag('May approve merge requests.'),
  admin_protected_branch: flag('May change protected branches.'),
  admin_protected_environments: flag('May change protected environments.'),
  admin_push_rules: flag('May change push rules.'),
  admin_runners: flag('May change runners.'),
  admin_security_testing: flag('May change security testing.'),
  admin_terraform_state: flag('May change Terraform states.'),
  admin_vulnerability: flag('May change vulnerabilities. Needs read_vulnerability.'),
  admin_web_hook: flag('May change webhooks.'),
  archive_project: flag('May archive projects.'),
  manage_deploy_tokens: flag('May manage deploy tokens.'),
  manage_group_access_tokens: flag('May manage access tokens of groups.'),
  manage_merge_request_settings: flag('May change merge request settings.'),
  manage_project_access_tokens: flag('May manage access tokens of projects.'),
  manage_security_policy_link: flag('May link security policy projects.'),
  read_code: flag('May read code.'),
  read_crm_contact: flag('May read CRM contacts.'),
  read_dependency: flag('May read dependencies.'),
  read_runners: flag('May see runners.'),
  read_vulnerability: flag('May read vulnerabilities.'),
  remove_group: flag('May delete groups.'),
  remove_project: flag('May delete projects.'),
} as const;

const listInstance = defineAction({
  id: 'member_role.list_instance',
  tool: 'gitlab_list_instance_member_roles',
  title: 'List custom roles of the instance',
  summary: 'List the custom roles of the instance with what each may do, for administrators.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /member_roles',
  params: {},
  result: listOf('member_role'),
  words: ['custom permissions', 'which custom roles exist'],
  related: ['member_role.create_instance', 'member_role.list_group'],
});

const listGroup = defineAction({
  id: 'member_role.list_group',
  tool: 'gitlab_list_group_member_roles',
  title: 'List custom roles of a group',
  summary: 'List the custom roles of a top-level group with what each may do.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /groups/:group_id/member_roles',
  params: { group_id: groupId },
  result: listOf('member_role'),
  words: [
    'custom permissions of a group',
    'which custom roles exist',
    'roles we defined ourselves',
    'custom roles in a group',
  ],
  related: ['member_role.create_group', 'member_role.list_instance', 'group.members'],
});

const createInstance = defineAction({
  id: 'member_role.create_instance',
  tool: 'gitlab_create_instance_member_role',
  title: 'Create a custom role on the instance',
  summary: 'Create a custom role on a self-managed instance and get it with its ID, for administrators.',
  effect: 'write',
  tier: 'ultimate',
  route: 'POST /member_roles',
  params: role,
  result: one('member_role'),
  words: ['new custom role', 'role with extra permissions'],
  related: ['member_role.list_instance', 'member_role.delete_instance'],
});

const createGroup = defineAction({
  id: 'member_role.create_group',
  tool: 'gitlab_create_group_member_role',
  title: 'Create a custom role in a group',
  summary: 'Create a custom role in a top-level group and get it with its ID.',
  effect: 'write',
  tier: 'ultimate',
  route: 'POST /groups/:group_id/member_roles',
  params: { group_id: groupId, ...role },
  result: one('member_role'),
  words: ['new custom role', 'role with extra permissions', 'define a role with extra rights', 'create a custom role'],
  related: ['member_role.list_group', 'member_role.delete_group'],
});

const deleteInstance = defineAction({
  id: 'member_role.delete_instance',
  tool: 'gitlab_delete_instance_member_role',
  title: 'Delete a custom role of the instance',
  summary: 'Delete a custom role of the instance that nobody has, for administrators.',
  effect: 'destroy',
  tier: 'ultimate',
  route: 'DELETE /member_roles/:member_role_id',
  params: { member_role_id: memberRoleId },
  result: nothing('member_role'),
  words: ['remove custom role'],
  related: ['member_role.list_instance'],
});

const deleteGroup = defineAction({
  id: 'member_role.delete_group',
  tool: 'gitlab_delete_group_member_role',
  title: 'Delete a custom role of a group',
  summary: 'Delete a custom role of a top-level group that nobody has.',
  effect: 'destroy',
  tier: 'ultimate',
  route: 'DELETE /groups/:group_id/member_roles/:member_role_id',
  params: { group_id: groupId, member_role_id: memberRoleId },
  result: nothing('member_role'),
  words: ['remove custom role from a group', 'delete a custom role'],
  related: ['member_role.list_group'],
});

export const memberRoleActions = [listInstance, listGroup, createInstance, createGroup, deleteInstance, deleteGroup];
