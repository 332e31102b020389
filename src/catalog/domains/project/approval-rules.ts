import { defineAction } from '../../action.ts';
import { flag, id, integer, line, list as listField, oneOf, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const ruleId = required(id('ID of the approval rule.', { aliases: ['approval_rule_id', 'id'] }));
const ofRule = { project_id: projectId, rule_id: ruleId } as const;
const approvalsRequired = integer('Approvals the rule asks for, 0 for optional.', {
  minimum: 0,
  maximum: 100,
  aliases: ['required_approvals', 'approvals'],
});
const approvers = {
  user_ids: listField('IDs of users who may approve.', id('User ID.'), { split: true, aliases: ['users'] }),
  usernames: listField('Usernames of users who may approve.', line('Username.'), { split: true }),
  group_ids: listField('IDs of groups whose members may approve.', id('Group ID.'), {
    split: true,
    aliases: ['groups'],
  }),
  protected_branch_ids: listField('IDs of the protected branches the rule is for.', id('Protected branch ID.'), {
    split: true,
    aliases: ['branches'],
  }),
  applies_to_all_protected_branches: flag('Whether the rule is for every protected branch.'),
} as const;

const list = defineAction({
  id: 'project.approval_rule_list',
  tool: 'gitlab_project_approval_rule_list',
  title: 'List approval rules of a project',
  summary: 'List the approval rules that merge requests of a project start with.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/approval_rules',
  params: { project_id: projectId, ...page },
  result: listOf('approval_rule'),
  words: [
    'who has to approve',
    'required reviewers',
    'who must approve',
    'required approvers of a project',
    'which rule demands approvals',
    'approvals the project needs',
  ],
  related: ['project.approval_rule_create', 'merge_request.approval_rules'],
});

const get = defineAction({
  id: 'project.approval_rule_get',
  tool: 'gitlab_project_approval_rule_get',
  title: 'Get an approval rule of a project',
  summary: 'Get one approval rule of a project with who may approve.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/approval_rules/:rule_id',
  params: ofRule,
  result: one('approval_rule'),
  words: ['eligible approvers', 'show an approval rule', 'who can approve under a rule'],
  related: ['project.approval_rule_list'],
});

const create = defineAction({
  id: 'project.approval_rule_create',
  tool: 'gitlab_project_approval_rule_create',
  title: 'Create an approval rule in a project',
  summary: 'Demand approvals from users or groups for merge requests of a project.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /projects/:project_id/approval_rules',
  params: {
    project_id: projectId,
    name: required(line('Name of the rule.', { minLength: 1, maxLength: 1024 })),
    approvals_required: required(approvalsRequired),
    rule_type: oneOf('Kind of rule: any_approver lets everybody approve. Default regular.', [
      'regular',
      'any_approver',
      'code_owner',
      'report_approver',
    ]),
    ...approvers,
  },
  result: one('approval_rule'),
  words: [
    'require review',
    'four eyes',
    'require approvals from a team',
    'make a team approve every merge request',
    'add required approvers to a project',
  ],
  related: ['project.approval_rule_list', 'project.approval_config_change'],
});

const update = defineAction({
  id: 'project.approval_rule_update',
  tool: 'gitlab_project_approval_rule_update',
  title: 'Update an approval rule of a project',
  summary: 'Change name, number of approvals or approvers of an approval rule of a project.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /projects/:project_id/approval_rules/:rule_id',
  params: {
    ...ofRule,
    name: line('New name.', { minLength: 1, maxLength: 1024 }),
    approvals_required: approvalsRequired,
    ...approvers,
    remove_hidden_groups: flag('Take off groups the current user cannot see. Default false.'),
  },
  result: one('approval_rule'),
  usage: 'A list of approvers replaces the one the rule has.',
  words: [
    'change approvers',
    'edit an approval rule',
    'change required approvals of a rule',
    'add an approver to a rule',
  ],
  related: ['project.approval_rule_get', 'project.approval_rule_delete'],
});

const remove = defineAction({
  id: 'project.approval_rule_delete',
  tool: 'gitlab_project_approval_rule_delete',
  title: 'Delete an approval rule of a project',
  summary: 'Delete an approval rule of a project.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /projects/:project_id/approval_rules/:rule_id',
  params: ofRule,
  result: nothing('approval_rule'),
  words: ['no longer require review', 'remove an approval rule', 'delete the approval rule of the repo'],
  related: ['project.approval_rule_list'],
});

const configGet = defineAction({
  id: 'project.approval_config_get',
  tool: 'gitlab_project_approval_config_get',
  title: 'Get approval settings of a project',
  summary: 'Get how approvals work in a project: whether authors may approve, what a push resets.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/approvals',
  params: { project_id: projectId },
  result: one('approval_settings'),
  words: [
    'may authors approve',
    'approval policy',
    'how many approvals does the project demand',
    'default approvals needed for merge requests',
    'can authors approve their own merge requests',
    'required approvals setting',
  ],
  related: ['project.approval_config_change', 'project.approval_rule_list'],
});

const configChange = defineAction({
  id: 'project.approval_config_change',
  tool: 'gitlab_project_approval_config_change',
  title: 'Update approval settings of a project',
  summary: 'Change how approvals work in a project and get the settings.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /projects/:project_id/approvals',
  params: {
    project_id: projectId,
    approvals_before_merge: integer('Approvals a merge needs. Use approval rules instead.', { minimum: 0 }),
    reset_approvals_on_push: flag('Whether a push takes approvals back.'),
    selective_code_owner_removals: flag('Whether a push takes back only approvals of owners of the changed files.'),
    disable_overriding_approvers_per_merge_request: flag('Whether merge requests cannot change the rules.'),
    merge_requests_author_approval: flag('Whether authors may approve their own merge requests.'),
    merge_requests_disable_committers_approval: flag('Whether those who added commits cannot approve.'),
    require_reauthentication_to_approve: flag('Whether approving asks for a login.'),
    require_password_to_approve: flag('Older form of require_reauthentication_to_approve.'),
  },
  idempotent: true,
  result: one('approval_settings'),
  words: [
    'forbid self approval',
    'reset approvals',
    'set the number of required approvals',
    'how many approvals are required',
    'keep authors from approving their own merge requests',
  ],
  related: ['project.approval_config_get', 'project.approval_rule_create'],
});

export const approvalRules = [list, get, create, update, remove, configGet, configChange];
