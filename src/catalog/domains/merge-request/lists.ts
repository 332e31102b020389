import { defineAction } from '../../action.ts';
import { flag, id, list as listField } from '../../field.ts';
import { groupId, projectId } from '../../fields.ts';
import { listOf } from '../../result.ts';
import { filterRules, listFilters, listMergeRequests } from './list-filters.ts';

const list = defineAction({
  id: 'merge_request.list',
  tool: 'gitlab_mr_list',
  title: 'List merge requests of a project',
  summary: 'List the merge requests of one project, filtered by state, author, reviewer, labels, branches and more.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests',
  params: {
    project_id: projectId,
    ...listFilters,
    iids: listField('Only those with these numbers.', id('Number of a merge request.'), {
      split: true,
      aliases: ['merge_request_iids'],
    }),
  },
  rules: filterRules,
  run: (call) => listMergeRequests(call),
  result: listOf('merge_request'),
  words: [
    'open PRs',
    'pull requests',
    'show MRs',
    'find merge request by branch',
    'merged merge requests',
    'MRs that target a branch',
    'pull requests by an author',
    'draft MRs',
    'find PR by source branch',
    'stale merge requests',
    'MRs with a label',
    'what is open for review',
    'MRs waiting for approval',
    'PRs without reviewers',
    'who has open MRs',
  ],
  aliases: ['merge_request.search', 'merge_request.list_project', 'mr.list', 'merge_requests.list'],
  related: ['merge_request.get', 'merge_request.list_global', 'merge_request.list_group'],
});

const listGlobal = defineAction({
  id: 'merge_request.list_global',
  tool: 'gitlab_mr_list_global',
  title: 'List merge requests everywhere',
  summary:
    'List merge requests of every project the token may see, such as those assigned to the current user or waiting for their review.',
  effect: 'read',
  route: 'GET /merge_requests',
  params: {
    ...listFilters,
    non_archived: flag('Leave out archived projects. Default false.'),
  },
  rules: filterRules,
  async run(call) {
    // GitLab's own default is created_by_me, which hides nearly everything from whoever asks for "all open" (trap T-08).
    const scope = call.input.scope ?? 'all';
    const merged = await listMergeRequests(call, scope);
    call.note(`Scope: ${scopeWords[scope] ?? scope}.`);
    return merged;
  },
  result: listOf('merge_request'),
  usage: 'For work of your own set scope to created_by_me, assigned_to_me or reviews_for_me.',
  words: [
    'my merge requests',
    'my PRs',
    'MRs waiting for my review',
    'review requests',
    'across all projects',
    'merge requests I opened',
    'PRs assigned to me',
    'what do I have to review',
    'MRs where I am reviewer',
    'my reviews',
    'MRs awaiting my approval',
    'everything I need to review',
    'what is waiting for my review',
    'PRs I have to look at',
    'MRs I was asked to review',
    'my open pull requests',
  ],
  aliases: ['merge_request.list_all', 'merge_request.list_mine', 'mr.list_global'],
  related: ['merge_request.list', 'merge_request.list_group', 'merge_request.get'],
});

const scopeWords: Readonly<Record<string, string>> = {
  all: 'all, merge requests of everyone in every project this token may see',
  created_by_me: 'created_by_me, only those you created',
  assigned_to_me: 'assigned_to_me, only those assigned to you',
  reviews_for_me: 'reviews_for_me, only those where you are a reviewer',
};

const listGroup = defineAction({
  id: 'merge_request.list_group',
  tool: 'gitlab_mr_list_group',
  title: 'List merge requests of a group',
  summary:
    'List the merge requests of all projects of a group and its subgroups, with the same filters as merge_request.list.',
  effect: 'read',
  route: 'GET /groups/:group_id/merge_requests',
  params: {
    group_id: groupId,
    ...listFilters,
    non_archived: flag('Leave out archived projects. Default true.'),
  },
  rules: filterRules,
  run: (call) => listMergeRequests(call),
  result: listOf('merge_request'),
  words: [
    'team MRs',
    'PRs of a team',
    'open pull requests in a namespace',
    'open MRs in a group',
    'merge requests of the organization',
  ],
  aliases: ['group.merge_requests', 'mr.list_group'],
  related: ['merge_request.list', 'merge_request.list_global', 'merge_request.get'],
});

export const mergeRequestLists = [list, listGlobal, listGroup];
