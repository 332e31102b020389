import { defineAction } from '../../action.ts';
import { flag, id, integer, line, list as listField, required } from '../../field.ts';
import { page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { mergeRequestRef } from './merge-request-ref.ts';

const ruleId = required(id('ID of the rule.', { aliases: ['rule_id', 'id'] }));

const approvers = {
  user_ids: listField('Numeric IDs of users who may approve.', id('User ID.', { names: 'user' }), {
    split: true,
    aliases: ['users'],
  }),
  usernames: listField('Usernames of users who may approve, beside user_ids.', line('Username.'), { split: true }),
  group_ids: listField('Numeric IDs of groups whose members may approve.', id('Group ID.'), {
    split: true,
    aliases: ['groups'],
  }),
} as const;

const approvalsRequired = integer('Approvals the rule asks for, 0 for optional.', {
  minimum: 0,
  maximum: 100,
  aliases: ['required_approvals', 'approvals'],
});

const list = defineAction({
  id: 'merge_request.approval_rules',
  tool: 'gitlab_mr_approval_rules',
  title: 'List approval rules of a merge request',
  summary: 'List the approval rules of a merge request with who may approve and how many must.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/approval_rules',
  params: { ...mergeRequestRef, ...page },
  result: listOf('approval_rule'),
  words: [
    'who has to approve the PR',
    'required approvers',
    'code owner rules',
    'approvals an MR needs',
    'who must approve this',
  ],
  aliases: ['merge_request.approval_rule_list'],
  related: ['merge_request.approval_state', 'merge_request.approval_rule_create'],
});

const create = defineAction({
  id: 'merge_request.approval_rule_create',
  tool: 'gitlab_mr_approval_rule_create',
  title: 'Create a merge request approval rule',
  summary: 'Add an approval rule to one merge request and get it.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/approval_rules',
  params: {
    ...mergeRequestRef,
    name: required(line('Name of the rule.', { minLength: 1, maxLength: 1024 })),
    approvals_required: required(approvalsRequired),
    ...approvers,
    approval_project_rule_id: id('ID of a rule of the project that this one overrides.'),
  },
  result: one('approval_rule'),
  words: ['require approval from', 'add approvers to the PR', 'require two approvals on an MR'],
  related: ['merge_request.approval_rules', 'merge_request.approval_rule_update', 'user.list'],
});

const update = defineAction({
  id: 'merge_request.approval_rule_update',
  tool: 'gitlab_mr_approval_rule_update',
  title: 'Update a merge request approval rule',
  summary: 'Change name, number of approvals or approvers of a rule of one merge request and get it.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /projects/:project_id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id',
  params: {
    ...mergeRequestRef,
    approval_rule_id: ruleId,
    name: line('New name.', { minLength: 1, maxLength: 1024 }),
    approvals_required: approvalsRequired,
    ...approvers,
    remove_hidden_groups: flag('Also remove groups the current user may not see.'),
  },
  rules: [
    {
      rule: 'at-least-one',
      of: ['name', 'approvals_required', 'user_ids', 'usernames', 'group_ids', 'remove_hidden_groups'],
    },
  ],
  result: one('approval_rule'),
  usage: 'Users and groups that are not named again are removed from the rule.',
  words: [
    'change required approvers of the PR',
    'add a group to a rule',
    'change the approval rule of an MR',
    'raise the approvals required on an MR',
  ],
  related: ['merge_request.approval_rules', 'merge_request.approval_rule_delete'],
});

const remove = defineAction({
  id: 'merge_request.approval_rule_delete',
  tool: 'gitlab_mr_approval_rule_delete',
  title: 'Delete a merge request approval rule',
  summary: 'Delete an approval rule of one merge request. Rules of the project cannot be deleted here.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /projects/:project_id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id',
  params: { ...mergeRequestRef, approval_rule_id: ruleId },
  result: nothing('approval_rule'),
  words: ['remove required approvers from the PR', 'drop approval requirement', 'remove an approval rule from an MR'],
  related: ['merge_request.approval_rules', 'merge_request.approval_rule_update'],
});

export const approvalRules = [list, create, update, remove];
