import { defineAction } from '../../action.ts';
import { line, text } from '../../field.ts';
import { one } from '../../result.ts';
import { readApprovalState } from './approval-state.ts';
import { mergeRequestRef } from './merge-request-ref.ts';

const config = defineAction({
  id: 'merge_request.approval_config',
  tool: 'gitlab_mr_approval_config',
  title: 'Get approvals of a merge request',
  summary: 'Get who approved a merge request, whether it is approved and whether the current user may approve it.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/approvals',
  params: mergeRequestRef,
  result: one('approvals'),
  words: [
    'who approved the PR',
    'is it approved',
    'approvals left',
    'approvals of a merge request',
    'how many approvals are missing',
    'who approved',
    'who signed off',
    'how many approvals does an MR need',
    'get approvals of an MR',
    'show the approvals of a merge request',
  ],
  aliases: ['merge_request.approvals', 'merge_request.approvals_get'],
  related: ['merge_request.approve', 'merge_request.approval_state', 'merge_request.reviewers'],
});

const state = defineAction({
  id: 'merge_request.approval_state',
  tool: 'gitlab_mr_approval_state',
  title: 'Get the approval state of a merge request',
  summary: 'Get each approval rule of a merge request with who approved and whether the rule is met.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/approval_state',
  params: mergeRequestRef,
  run: readApprovalState,
  result: one('approval_state'),
  words: [
    'which approvals are missing',
    'approval rules met',
    'code owner approval',
    'who still has to approve',
    'is the MR approved',
    'approval status of a PR',
    'approvals left by rule',
  ],
  related: ['merge_request.approval_config', 'merge_request.approval_rules', 'merge_request.approve'],
});

const approve = defineAction({
  id: 'merge_request.approve',
  tool: 'gitlab_mr_approve',
  title: 'Approve a merge request',
  summary: 'Approve a merge request as the current user and get its approvals.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/approve',
  params: {
    ...mergeRequestRef,
    sha: line('Approve only if this is still the head of the source branch.', { aliases: ['head_sha', 'commit_sha'] }),
    approval_password: text('Password, where the project asks approvers to authenticate again.', { tier: 'premium' }),
  },
  result: one('approvals'),
  words: [
    'sign off the PR',
    'LGTM',
    'accept the changes',
    'give approval',
    'approve PR',
    'approve the changes',
    'looks good to me',
    'ship it',
    'thumbs up for merging',
    'sign off on an MR',
  ],
  aliases: ['mr.approve', 'mr_review.approve'],
  related: ['merge_request.unapprove', 'merge_request.approval_config', 'merge_request.merge'],
});

const unapprove = defineAction({
  id: 'merge_request.unapprove',
  tool: 'gitlab_mr_unapprove',
  title: 'Withdraw approval of a merge request',
  summary: 'Withdraw the approval that the current user gave a merge request, and get what is left.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/unapprove',
  params: mergeRequestRef,
  idempotent: true,
  result: one('approvals'),
  words: [
    'revoke approval',
    'take back my LGTM',
    'remove my approval',
    'withdraw approval',
    'unapprove the merge request',
  ],
  aliases: ['merge_request.revoke_approval'],
  related: ['merge_request.approve', 'merge_request.approval_config'],
});

const reset = defineAction({
  id: 'merge_request.approval_reset',
  tool: 'gitlab_mr_approval_reset',
  title: 'Reset approvals of a merge request',
  summary: 'Remove every approval of a merge request.',
  effect: 'write',
  route: 'PUT /projects/:project_id/merge_requests/:merge_request_iid/reset_approvals',
  params: mergeRequestRef,
  result: one('approvals'),
  usage: 'Only tokens of project or group bots may do this.',
  words: ['clear approvals of the PR', 'start the review again', 'everybody has to approve again'],
  aliases: ['merge_request.reset_approvals'],
  related: ['merge_request.approval_config', 'merge_request.unapprove'],
});

export const approvals = [config, state, approve, unapprove, reset];
