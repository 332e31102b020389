import { defineAction } from '../../action.ts';
import { namespace, required } from '../../field.ts';
import { one } from '../../result.ts';

const groupPath = required(
  namespace('Full path of the group.', { names: 'group', aliases: ['group', 'group_id', 'path', 'full_path'] }),
);

const issuesCount = defineAction({
  id: 'group.analytics_issues_count',
  tool: 'gitlab_get_recently_created_issues_count',
  title: 'Count new issues of a group',
  summary: 'Count the issues created in a group in the last 90 days.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /analytics/group_activity/issues_count',
  params: { group_path: groupPath },
  result: one('activity_count'),
  words: ['group activity', 'how many tickets lately', 'how many issues were opened in the group lately'],
  related: ['group.analytics_mr_count', 'group.analytics_members_count'],
});

const mergeRequestsCount = defineAction({
  id: 'group.analytics_mr_count',
  tool: 'gitlab_get_recently_created_mr_count',
  title: 'Count new merge requests of a group',
  summary: 'Count the merge requests created in a group in the last 90 days.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /analytics/group_activity/merge_requests_count',
  params: { group_path: groupPath },
  result: one('activity_count'),
  words: [
    'group activity',
    'how many PRs lately',
    'how many merge requests were opened in the group lately',
    'merge requests created recently',
  ],
  related: ['group.analytics_issues_count', 'group.analytics_members_count'],
});

const membersCount = defineAction({
  id: 'group.analytics_members_count',
  tool: 'gitlab_get_recently_added_members_count',
  title: 'Count new members of a group',
  summary: 'Count the members added to a group in the last 90 days.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /analytics/group_activity/new_members_count',
  params: { group_path: groupPath },
  result: one('activity_count'),
  words: ['group activity', 'how many joined lately', 'how many people joined the group'],
  related: ['group.analytics_issues_count', 'group.members'],
});

export const analytics = [issuesCount, mergeRequestsCount, membersCount];
