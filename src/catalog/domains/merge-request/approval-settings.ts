import { defineAction } from '../../action.ts';
import { flag } from '../../field.ts';
import { groupId, projectId } from '../../fields.ts';
import { one } from '../../result.ts';

const settings = {
  allow_author_approval: flag('Authors may approve their own merge requests.'),
  allow_committer_approval: flag('Users who added commits may approve.'),
  allow_overrides_approver_list_per_mr: flag('Approval rules may be changed in each merge request.', {
    wire: 'allow_overrides_to_approver_list_per_merge_request',
    aliases: ['allow_overrides_to_approver_list_per_merge_request'],
  }),
  retain_approvals_on_push: flag('Approvals stay when new commits are pushed.'),
  require_reauthentication_to_approve: flag('Approvers must authenticate again.', {
    aliases: ['require_password_to_approve'],
  }),
} as const;

const projectSettings = {
  ...settings,
  selective_code_owner_removals: flag('A push removes only the approvals of code owners whose files changed.'),
} as const;

const groupGet = defineAction({
  id: 'merge_request.approval_settings_group_get',
  tool: 'gitlab_get_group_mr_approval_settings',
  title: 'Get approval settings of a group',
  summary: 'Get the approval settings a group sets for the merge requests of its projects, and where each comes from.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/merge_request_approval_setting',
  params: { group_id: groupId },
  result: one('approval_settings'),
  words: [
    'group PR approval policy',
    'may authors approve',
    'may authors approve their own merge requests in the group',
  ],
  related: ['merge_request.approval_settings_group_update', 'merge_request.approval_settings_project_get'],
});

const groupUpdate = defineAction({
  id: 'merge_request.approval_settings_group_update',
  tool: 'gitlab_update_group_mr_approval_settings',
  title: 'Update approval settings of a group',
  summary: 'Change the approval settings a group sets for the merge requests of its projects and get them.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /groups/:group_id/merge_request_approval_setting',
  params: { group_id: groupId, ...settings },
  rules: [{ rule: 'at-least-one', of: Object.keys(settings) }],
  result: one('approval_settings'),
  words: ['change group PR approval policy', 'prevent self approval in a group'],
  related: ['merge_request.approval_settings_group_get', 'merge_request.approval_settings_project_update'],
});

const projectGet = defineAction({
  id: 'merge_request.approval_settings_project_get',
  tool: 'gitlab_get_project_mr_approval_settings',
  title: 'Get approval settings of a project',
  summary: 'Get the approval settings for the merge requests of a project, and where each comes from.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/merge_request_approval_setting',
  params: { project_id: projectId },
  result: one('approval_settings'),
  words: ['project PR approval policy', 'are approvals kept on push', 'may authors approve their own MRs'],
  related: ['merge_request.approval_settings_project_update', 'merge_request.approval_settings_group_get'],
});

const projectUpdate = defineAction({
  id: 'merge_request.approval_settings_project_update',
  tool: 'gitlab_update_project_mr_approval_settings',
  title: 'Update approval settings of a project',
  summary: 'Change the approval settings for the merge requests of a project and get them.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /projects/:project_id/merge_request_approval_setting',
  params: { project_id: projectId, ...projectSettings },
  rules: [{ rule: 'at-least-one', of: Object.keys(projectSettings) }],
  result: one('approval_settings'),
  usage: 'A setting that the group or the instance locks cannot be changed here.',
  words: [
    'change project PR approval policy',
    'prevent self approval',
    'reset approvals on push',
    'authors must not approve their own merge requests',
  ],
  related: ['merge_request.approval_settings_project_get', 'merge_request.approval_settings_group_update'],
});

export const approvalSettings = [groupGet, groupUpdate, projectGet, projectUpdate];
