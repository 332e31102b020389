import { GitLabError } from '../../../gitlab/gitlab-error.ts';
import { AppError } from '../../../errors/app-error.ts';
import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { flag, line, text } from '../../field.ts';
import { buildRequest } from '../../request.ts';
import { one } from '../../result.ts';
import { type MergeRequestRef, mergeRequestPath, mergeRequestRef } from './merge-request-ref.ts';
import { readIfAllowed } from './optional-read.ts';

const merge = defineAction({
  id: 'merge_request.merge',
  tool: 'gitlab_mr_merge',
  title: 'Merge a merge request',
  summary: 'Merge a merge request now, or once its pipeline succeeds, and get it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/merge_requests/:merge_request_iid/merge',
  params: {
    ...mergeRequestRef,
    auto_merge: flag('Merge when the pipeline succeeds instead of now.', {
      aliases: ['merge_when_pipeline_succeeds', 'auto'],
    }),
    sha: line('Merge only if this is still the head of the source branch.', { aliases: ['head_sha', 'commit_sha'] }),
    squash: flag('Squash all commits into one.'),
    should_remove_source_branch: flag('Delete the source branch afterwards.', {
      aliases: ['remove_source_branch', 'delete_source_branch', 'delete_branch'],
    }),
    merge_commit_message: text('Message of the merge commit.', { aliases: ['commit_message', 'message'] }),
    squash_commit_message: text('Message of the squashed commit.'),
    skip_merge_train: flag('Merge at once, past the merge train.', { tier: 'premium' }),
  },
  async run(call) {
    try {
      return (await call.send(buildRequest(call.action, call.input))).body;
    } catch (error) {
      throw (await whyNotMerged(call, error)) ?? error;
    }
  },
  result: one('merge_request'),
  words: [
    'accept PR',
    'land the changes',
    'merge into main',
    'auto-merge',
    'set to merge when CI passes',
    'merge when pipeline succeeds',
    'merge the pull request',
    'squash and merge',
    'complete pull request',
    'merge and delete branch',
    'merge after CI',
    'merge it',
    'land the PR',
    'merge this branch',
  ],
  aliases: ['mr.merge', 'merge_request.accept', 'pull_request.merge'],
  related: ['merge_request.get', 'merge_request.cancel_auto_merge', 'merge_request.rebase', 'merge_request.approve'],
});

/** The statuses that are about the state of the merge request, not about the caller. */
const stateStatuses: ReadonlySet<number> = new Set([405, 409, 422]);

/** GitLab says only that it did not merge; the merge request says why. `undefined` when there is nothing to add. */
async function whyNotMerged(call: ActionCall<MergeRequestRef>, error: unknown): Promise<AppError | undefined> {
  if (!(error instanceof GitLabError) || !stateStatuses.has(error.status)) return undefined;
  const found = await readIfAllowed(call, { path: mergeRequestPath(call.input) });
  if (typeof found !== 'object' || found === null) return undefined;
  const state = 'state' in found ? found.state : undefined;
  const status = 'detailed_merge_status' in found ? found.detailed_merge_status : undefined;
  const head = 'sha' in found ? found.sha : undefined;
  const facts = [
    ...(typeof state === 'string' ? [`its state is ${state}`] : []),
    ...(typeof status === 'string' ? [`its merge status is ${status}${advice(status)}`] : []),
    ...(error.status === 409 && typeof head === 'string' ? [`its head is ${head}`] : []),
  ];
  if (facts.length === 0) return undefined;
  return new AppError('gitlab.refused', `${call.action.id}: not merged, ${facts.join(', ')} (HTTP ${error.status})`, {
    cause: error,
  });
}

function advice(status: string): string {
  const next = Object.hasOwn(nextSteps, status) ? nextSteps[status] : undefined;
  return next === undefined ? '' : ` (${next})`;
}

const nextSteps: Readonly<Record<string, string>> = {
  checking: 'GitLab is still checking, try again in a few seconds',
  unchecked: 'GitLab is still checking, try again in a few seconds',
  preparing: 'GitLab is still preparing it, try again in a few seconds',
  approvals_syncing: 'GitLab is still counting approvals, try again in a few seconds',
  ci_must_pass: 'its pipeline must succeed first, see merge_request.pipelines',
  ci_still_running: 'its pipeline is still running, auto_merge merges when it succeeds',
  conflict: 'the conflicts must be resolved in the source branch',
  discussions_not_resolved: 'open threads must be resolved, see mr_review.discussion_list',
  draft_status: 'it is a draft, merge_request.update with draft false makes it ready',
  need_rebase: 'merge_request.rebase first',
  not_approved: 'approvals are missing, see merge_request.approval_config',
  requested_changes: 'a reviewer requested changes, see merge_request.reviewers',
  merge_request_blocked: 'another merge request must be merged first, see merge_request.dependencies_list',
};

const rebase = defineAction({
  id: 'merge_request.rebase',
  tool: 'gitlab_mr_rebase',
  title: 'Rebase a merge request',
  summary: 'Start to rebase the source branch of a merge request onto its target branch.',
  effect: 'write',
  route: 'PUT /projects/:project_id/merge_requests/:merge_request_iid/rebase',
  params: { ...mergeRequestRef, skip_ci: flag('Do not run a pipeline for the rebased commits.') },
  result: one('rebase'),
  usage:
    'It runs in the background: read merge_request.get with include_rebase_in_progress until it is false, merge_error says what failed.',
  words: [
    'update the PR with main',
    'bring branch up to date',
    'rebase onto target',
    'update branch of the MR',
    'rebase the branch',
    'bring MR up to date with main',
    'get the MR up to date',
    'update an MR with the latest main',
  ],
  aliases: ['mr.rebase'],
  related: ['merge_request.get', 'merge_request.merge'],
});

const cancelAutoMerge = defineAction({
  id: 'merge_request.cancel_auto_merge',
  tool: 'gitlab_mr_cancel_auto_merge',
  title: 'Cancel auto-merge of a merge request',
  summary: 'Cancel the merge that waits for the pipeline to succeed and get the merge request.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds',
  params: mergeRequestRef,
  async run(call) {
    // The answer says no more than that it was done.
    const { body } = await call.send(buildRequest(call.action, call.input));
    return (await readIfAllowed(call, { path: mergeRequestPath(call.input) })) ?? body;
  },
  result: one('merge_request'),
  words: [
    'stop merge when pipeline succeeds',
    'do not merge automatically',
    'abort auto-merge',
    'stop merging automatically',
    'do not merge when CI passes',
  ],
  aliases: ['merge_request.cancel_merge_when_pipeline_succeeds'],
  related: ['merge_request.merge', 'merge_request.get'],
});

export const merging = [merge, rebase, cancelAutoMerge];
