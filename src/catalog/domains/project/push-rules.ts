import { defineAction } from '../../action.ts';
import { flag, integer, line } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { nothing, one } from '../../result.ts';

/** What push rules of projects and of groups hold. */
export const pushRule = {
  commit_message_regex: line('Pattern that commit messages must match.'),
  commit_message_negative_regex: line('Pattern that commit messages must not match.'),
  branch_name_regex: line('Pattern that branch names must match.'),
  author_email_regex: line('Pattern that e-mail addresses of authors must match.'),
  file_name_regex: line('Pattern that file names must not match.'),
  max_file_size: integer('Largest file in MB, 0 for no limit.', { minimum: 0 }),
  deny_delete_tag: flag('Whether tags cannot be deleted by a push.'),
  member_check: flag('Whether authors must be users of GitLab.'),
  prevent_secrets: flag('Whether files that look like secrets are refused.'),
  commit_committer_check: flag('Whether committers must be the user who pushes.'),
  commit_committer_name_check: flag('Whether the name of the committer must fit the account.'),
  reject_unsigned_commits: flag('Whether commits must be signed.'),
  reject_non_dco_commits: flag('Whether commits must have a Signed-off-by line.'),
} as const;
export const pushRuleChanges = { rule: 'at-least-one', of: Object.keys(pushRule) } as const;

const get = defineAction({
  id: 'project.push_rule_get',
  tool: 'gitlab_project_get_push_rules',
  title: 'Get push rules of a project',
  summary: 'Get what pushes to a project must comply with.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/push_rule',
  params: { project_id: projectId },
  result: one('push_rule'),
  words: [
    'why was my push rejected',
    'commit message rules',
    'commit message pattern',
    'are unsigned commits rejected',
    'rules for pushes',
  ],
  related: ['project.push_rule_add', 'project.push_rule_edit'],
});

const add = defineAction({
  id: 'project.push_rule_add',
  tool: 'gitlab_project_add_push_rule',
  title: 'Add push rules to a project',
  summary: 'Set what pushes to a project must comply with, where nothing is set yet.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /projects/:project_id/push_rule',
  params: { project_id: projectId, ...pushRule },
  rules: [pushRuleChanges],
  result: one('push_rule'),
  words: [
    'enforce commit messages',
    'require signed commits',
    'reject unsigned commits',
    'reject commits without an issue key',
    'forbid secrets in commits',
    'enforce branch names',
  ],
  related: ['project.push_rule_get', 'project.push_rule_edit'],
});

const edit = defineAction({
  id: 'project.push_rule_edit',
  tool: 'gitlab_project_edit_push_rule',
  title: 'Update push rules of a project',
  summary: 'Change what pushes to a project must comply with.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /projects/:project_id/push_rule',
  params: { project_id: projectId, ...pushRule },
  rules: [pushRuleChanges],
  result: one('push_rule'),
  words: [
    'relax commit rules',
    'change the rule for commit messages',
    'change the push rules',
    'require a ticket number in commit messages',
    'disallow commits without an issue number',
  ],
  related: ['project.push_rule_get', 'project.push_rule_delete'],
});

const remove = defineAction({
  id: 'project.push_rule_delete',
  tool: 'gitlab_project_delete_push_rule',
  title: 'Delete push rules of a project',
  summary: 'Remove what pushes to a project must comply with.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /projects/:project_id/push_rule',
  params: { project_id: projectId },
  result: nothing('push_rule'),
  words: ['no more commit rules', 'remove the push rules'],
  related: ['project.push_rule_get', 'project.push_rule_add'],
});

export const pushRules = [get, add, edit, remove];
