import { defineAction } from '../../action.ts';
import { groupId, projectId } from '../../fields.ts';
import { one } from '../../result.ts';
import { sendWithScope } from './effective-scope.ts';
import { filterRules, filters, scope } from './issue-fields.ts';

const counted = { ...filters, scope } as const;

const everywhere = defineAction({
  id: 'issue.statistics_get',
  tool: 'gitlab_get_issue_statistics',
  title: 'Count issues everywhere',
  summary: 'Count open and closed issues of every project the token may see, with the usual filters.',
  effect: 'read',
  route: 'GET /issues_statistics',
  params: counted,
  rules: filterRules,
  run: sendWithScope,
  result: one('issue_statistics'),
  words: [
    'how many issues',
    'number of open tickets',
    'total bugs',
    'how many issues are there',
    'number of open issues in all my projects',
  ],
  related: ['issue.list_all', 'issue.statistics_get_project', 'issue.statistics_get_group'],
});

const ofGroup = defineAction({
  id: 'issue.statistics_get_group',
  tool: 'gitlab_get_group_issue_statistics',
  title: 'Count issues of a group',
  summary: 'Count open and closed issues of a group, with the usual filters.',
  effect: 'read',
  route: 'GET /groups/:group_id/issues_statistics',
  params: { group_id: groupId, ...counted },
  rules: filterRules,
  run: sendWithScope,
  result: one('issue_statistics'),
  words: ['how many issues in a group', 'ticket totals', 'issue counts of a group', 'number of open issues in a group'],
  related: ['issue.list_group', 'issue.statistics_get_project'],
});

const ofProject = defineAction({
  id: 'issue.statistics_get_project',
  tool: 'gitlab_get_project_issue_statistics',
  title: 'Count issues of a project',
  summary: 'Count open and closed issues of a project, with the usual filters.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues_statistics',
  params: { project_id: projectId, ...counted },
  rules: filterRules,
  run: sendWithScope,
  result: one('issue_statistics'),
  words: [
    'how many open issues',
    'number of bugs',
    'ticket count',
    'how many issues are open',
    'issue counts',
    'number of issues in a project',
  ],
  aliases: ['issue.count', 'issue.statistics'],
  related: ['issue.list', 'issue.statistics_get_group'],
});

export const issueStatistics = [everywhere, ofGroup, ofProject];
