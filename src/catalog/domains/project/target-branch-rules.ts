import { defineAction } from '../../action.ts';
import { id, line, required } from '../../field.ts';
import { connection, connectionRule, projectId, projectPath } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { createDocument, deleteDocument, listDocument } from './target-branch-rules-documents.ts';

const list = defineAction({
  id: 'project.target_branch_rule_list',
  tool: 'gitlab_project_list_target_branch_rules',
  title: 'List target branch rules',
  summary: 'List the rules that say which branch a new merge request targets, by the name of its source branch.',
  effect: 'read',
  tier: 'premium',
  graphql: { document: listDocument, pick: 'project.targetBranchRules' },
  params: { project_id: projectPath, ...connection },
  rules: [connectionRule],
  result: listOf('target_branch_rule'),
  words: [
    'default target of merge requests',
    'where do feature branches merge',
    'branch targets',
    'which branch do merge requests go to by default',
  ],
  related: ['project.target_branch_rule_create', 'project.target_branch_rule_delete', 'branch.rule_list'],
});

const create = defineAction({
  id: 'project.target_branch_rule_create',
  tool: 'gitlab_project_create_target_branch_rule',
  title: 'Create a target branch rule',
  summary: 'Create a rule: merge requests from branches with this name or pattern target the given branch.',
  effect: 'write',
  tier: 'premium',
  graphql: { document: createDocument, pick: 'projectTargetBranchRuleCreate.targetBranchRule', into: 'input' },
  params: {
    project_id: { ...projectId, numericOnly: true, globalId: { type: 'Project' } },
    name: required(
      line('Name or pattern of source branches, such as feature/*.', {
        minLength: 1,
        aliases: ['pattern', 'source_branch', 'branch_name'],
      }),
    ),
    target_branch: required(line('Branch that those merge requests target.', { minLength: 1, aliases: ['target'] })),
  },
  result: one('target_branch_rule'),
  words: [
    'set default target branch',
    'send feature branches to develop',
    'default target branch for feature branches',
  ],
  related: ['project.target_branch_rule_list', 'project.target_branch_rule_delete'],
});

const remove = defineAction({
  id: 'project.target_branch_rule_delete',
  tool: 'gitlab_project_delete_target_branch_rule',
  title: 'Delete a target branch rule',
  summary: 'Delete a target branch rule. Open merge requests keep their target.',
  effect: 'destroy',
  tier: 'premium',
  graphql: { document: deleteDocument, pick: 'projectTargetBranchRuleDestroy', into: 'input' },
  params: {
    rule_id: required(
      id('ID of the rule, the number at the end of its global ID.', {
        globalId: { type: 'Projects::TargetBranchRule' },
        wire: 'id',
        aliases: ['id', 'target_branch_rule_id'],
      }),
    ),
  },
  idempotent: true,
  result: nothing('target_branch_rule'),
  words: ['remove default target branch'],
  related: ['project.target_branch_rule_list'],
});

export const targetBranchRules = [list, create, remove];
