import { defineAction } from '../../action.ts';
import { connection, connectionRule, projectPath } from '../../fields.ts';
import { listOf } from '../../result.ts';
import { branchRulesDocument } from './branch-rules-documents.ts';

const list = defineAction({
  id: 'branch.rule_list',
  tool: 'gitlab_list_branch_rules',
  title: 'List branch rules',
  summary: 'List the branch rules of a project: protection, approvals and status checks of each pattern.',
  effect: 'read',
  graphql: { document: branchRulesDocument, pick: 'project.branchRules' },
  params: { project_path: projectPath, ...connection },
  rules: [connectionRule],
  result: listOf('branch_rule'),
  words: [
    'branch protection overview',
    'rules for branches',
    'who may merge where',
    'all rules that apply to branches',
    'branch rules of a project',
    'approvals and checks of each branch',
    'rules that apply to main',
  ],
  aliases: ['branch.list_rules', 'branch_rule.list'],
  related: ['branch.list_protected', 'branch.get_protected'],
});

export const branchRules = [list];
