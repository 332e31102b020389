import { defineAction } from '../../action.ts';
import { line, list as listField, required } from '../../field.ts';
import { listOf, nothing } from '../../result.ts';
import { mergeRequestRef } from './merge-request-ref.ts';

const commitShas = required(
  listField('Commit SHAs.', line('Commit SHA.', { minLength: 1 }), {
    split: true,
    minItems: 1,
    aliases: ['shas', 'sha'],
  }),
);

const list = defineAction({
  id: 'merge_request.context_commits_list',
  tool: 'gitlab_list_mr_context_commits',
  title: 'List context commits of a merge request',
  summary: 'List the earlier commits that were added to a merge request to help its reviewers.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/context_commits',
  params: mergeRequestRef,
  result: listOf('commit'),
  words: ['previously merged commits shown in the PR', 'background commits', 'commits shown for context'],
  related: ['merge_request.context_commits_create', 'merge_request.commits'],
});

const create = defineAction({
  id: 'merge_request.context_commits_create',
  tool: 'gitlab_create_mr_context_commits',
  title: 'Add context commits to a merge request',
  summary: 'Add already merged commits to a merge request as context for its reviewers and get them.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/context_commits',
  params: { ...mergeRequestRef, commits: commitShas },
  result: listOf('commit'),
  words: ['attach earlier commits to the PR', 'give reviewers background'],
  related: ['merge_request.context_commits_list', 'repository.commit_list'],
});

const remove = defineAction({
  id: 'merge_request.context_commits_delete',
  tool: 'gitlab_delete_mr_context_commits',
  title: 'Remove context commits of a merge request',
  summary: 'Take context commits off a merge request. The commits themselves stay in the repository.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/merge_requests/:merge_request_iid/context_commits',
  params: { ...mergeRequestRef, commits: commitShas },
  result: nothing('commit'),
  words: ['detach earlier commits from the PR', 'drop background commits'],
  related: ['merge_request.context_commits_list', 'merge_request.context_commits_create'],
});

export const contextCommits = [list, create, remove];
