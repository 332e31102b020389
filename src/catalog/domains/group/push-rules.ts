import { defineAction } from '../../action.ts';
import { groupId } from '../../fields.ts';
import { nothing, one } from '../../result.ts';
import { pushRule, pushRuleChanges } from '../project/push-rules.ts';

const get = defineAction({
  id: 'group.push_rule_get',
  tool: 'gitlab_group_get_push_rules',
  title: 'Get push rules of a group',
  summary: 'Get what pushes to new projects of a group must comply with.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/push_rule',
  params: { group_id: groupId },
  result: one('push_rule'),
  words: ['commit rules of a group', 'push rules of a team'],
  related: ['group.push_rule_add', 'group.push_rule_edit', 'project.push_rule_get'],
});

const add = defineAction({
  id: 'group.push_rule_add',
  tool: 'gitlab_group_add_push_rule',
  title: 'Add push rules to a group',
  summary: 'Set what pushes to new projects of a group must comply with, where nothing is set yet.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/push_rule',
  params: { group_id: groupId, ...pushRule },
  rules: [pushRuleChanges],
  result: one('push_rule'),
  words: ['enforce commit messages in a group', 'require signed commits in a group'],
  related: ['group.push_rule_get', 'group.push_rule_edit'],
});

const edit = defineAction({
  id: 'group.push_rule_edit',
  tool: 'gitlab_group_edit_push_rule',
  title: 'Update push rules of a group',
  summary: 'Change what pushes to new projects of a group must comply with.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /groups/:group_id/push_rule',
  params: { group_id: groupId, ...pushRule },
  rules: [pushRuleChanges],
  result: one('push_rule'),
  words: ['relax commit rules of a group', 'change the push rules of a group'],
  related: ['group.push_rule_get', 'group.push_rule_delete'],
});

const remove = defineAction({
  id: 'group.push_rule_delete',
  tool: 'gitlab_group_delete_push_rule',
  title: 'Delete push rules of a group',
  summary: 'Remove what pushes to new projects of a group must comply with.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/push_rule',
  params: { group_id: groupId },
  result: nothing('push_rule'),
  words: ['no more commit rules in a group', 'remove the push rules of a group'],
  related: ['group.push_rule_get', 'group.push_rule_add'],
});

export const pushRules = [get, add, edit, remove];
