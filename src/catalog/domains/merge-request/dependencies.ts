import { defineAction } from '../../action.ts';
import { id, required } from '../../field.ts';
import { listOf, nothing, one } from '../../result.ts';
import { mergeRequestRef } from './merge-request-ref.ts';

const list = defineAction({
  id: 'merge_request.dependencies_list',
  tool: 'gitlab_mr_dependencies_list',
  title: 'List dependencies of a merge request',
  summary: 'List the merge requests that must be merged before this one.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/blocks',
  params: mergeRequestRef,
  result: listOf('merge_request_dependency'),
  words: [
    'what blocks the PR',
    'blocking merge requests',
    'merge order',
    'blocked merge requests',
    'what does the MR depend on',
    'MR dependencies',
    'which MRs have to be merged first',
  ],
  aliases: ['merge_request.dependency_list', 'merge_request.blocks'],
  related: ['merge_request.dependency_create', 'merge_request.dependency_delete'],
});

const create = defineAction({
  id: 'merge_request.dependency_create',
  tool: 'gitlab_mr_dependency_create',
  title: 'Add a dependency to a merge request',
  summary: 'Make another merge request block this one until it is merged, and get the dependency.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/blocks',
  params: {
    ...mergeRequestRef,
    blocking_merge_request_id: required(
      id('ID of the blocking merge request: its id, not its number in the project.', {
        aliases: ['blocking_id', 'blocked_by'],
      }),
    ),
  },
  result: one('merge_request_dependency'),
  usage: 'Read the id of the blocking one with merge_request.get.',
  words: [
    'block the PR',
    'must merge after',
    'depends on',
    'one MR has to wait for another',
    'merge this after another MR',
    'MR cannot be merged before another one',
    'make an MR depend on another',
    'add a blocking merge request',
  ],
  related: ['merge_request.dependencies_list', 'merge_request.get'],
});

const remove = defineAction({
  id: 'merge_request.dependency_delete',
  tool: 'gitlab_mr_dependency_delete',
  title: 'Remove a dependency of a merge request',
  summary: 'Remove a dependency, so that the other merge request no longer blocks this one.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /projects/:project_id/merge_requests/:merge_request_iid/blocks/:blocking_merge_request_id',
  params: {
    ...mergeRequestRef,
    blocking_merge_request_id: required(
      id('ID of the dependency: the id of an element of merge_request.dependencies_list.', {
        aliases: ['block_id', 'dependency_id'],
      }),
    ),
  },
  result: nothing('merge_request_dependency'),
  words: ['unblock the PR', 'drop blocking merge request', 'MR no longer depends on another'],
  related: ['merge_request.dependencies_list', 'merge_request.dependency_create'],
});

export const dependencies = [list, create, remove];
