import { defineAction } from '../../action.ts';
import { described, line, required } from '../../field.ts';
import { branchName, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const list = defineAction({
  id: 'branch.list',
  tool: 'gitlab_branch_list',
  title: 'List branches',
  summary: 'List the branches of a project with their latest commit and protection, filtered by name.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/branches',
  params: {
    project_id: projectId,
    search: line('Part of the name, ^feature for a start or main$ for an end.', {
      aliases: ['query', 'name', 'filter'],
    }),
    ...page,
  },
  result: listOf('branch'),
  words: [
    'show branches',
    'which branches exist',
    'find branch',
    'remote branches',
    'branches of a repository',
    'search branches by name',
    'stale branches',
    'inactive branches',
    'all branches of a repo',
    'branches that start with',
  ],
  related: ['branch.get', 'branch.create', 'repository.compare'],
});

const get = defineAction({
  id: 'branch.get',
  tool: 'gitlab_branch_get',
  title: 'Get a branch',
  summary: 'Get one branch with its latest commit and whether it is protected or merged.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/branches/:branch_name',
  params: { project_id: projectId, branch_name: branchName },
  result: one('branch'),
  words: [
    'head of a branch',
    'latest commit of a branch',
    'does the branch exist',
    'branch details',
    'last commit on a branch',
    'is there a branch called',
    'which commit is a branch at',
    'does a branch exist',
    'tip of a branch',
    'show the branch',
  ],
  related: ['branch.list', 'repository.commit_list'],
});

const create = defineAction({
  id: 'branch.create',
  tool: 'gitlab_branch_create',
  title: 'Create a branch',
  summary: 'Create a branch from another branch, a tag or a commit.',
  effect: 'write',
  route: 'POST /projects/:project_id/repository/branches',
  params: {
    project_id: projectId,
    branch_name: described({ ...branchName, wire: 'branch' }, 'Name of the new branch.'),
    ref: required(
      line('Branch, tag or commit to start from.', { aliases: ['source', 'from', 'source_branch', 'start_branch'] }),
    ),
  },
  result: one('branch'),
  words: [
    'new branch',
    'branch off',
    'start a feature branch',
    'fork a branch',
    'make a branch from main',
    'cut a release branch',
    'branch from a tag',
    'new feature branch',
    'branch out from main',
    'make a new branch',
    'create a hotfix branch',
  ],
  related: ['branch.list', 'merge_request.create', 'repository.commit_create'],
});

const remove = defineAction({
  id: 'branch.delete',
  tool: 'gitlab_branch_delete',
  title: 'Delete a branch',
  summary: 'Delete a branch, with every commit that is reachable from nowhere else.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/repository/branches/:branch_name',
  params: { project_id: projectId, branch_name: branchName },
  result: nothing('branch'),
  words: ['remove branch', 'drop branch', 'delete the source branch', 'drop a branch'],
  related: ['branch.get', 'branch.delete_merged'],
});

const removeMerged = defineAction({
  id: 'branch.delete_merged',
  tool: 'gitlab_branch_delete_merged',
  title: 'Delete merged branches',
  summary: 'Delete every branch that is merged into the default branch, except protected ones.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/repository/merged_branches',
  params: { project_id: projectId },
  result: nothing('branch'),
  usage: 'GitLab works it off in the background.',
  words: [
    'clean up branches',
    'prune stale branches',
    'remove old merged branches',
    'delete branches that are already merged',
    'remove stale branches',
    'kill merged branches',
  ],
  related: ['branch.list', 'branch.delete'],
});

export const branches = [list, get, create, remove, removeMerged];
