import { expect, test } from 'vitest';
import { recordGraphql } from '../../../../test/support/record-graphql.ts';
import { projectActions } from './project-actions.ts';

const byId = new Map(projectActions.map((action) => [action.id, action]));
const rule = {
  id: 'gid://gitlab/Projects::TargetBranchRule/3',
  name: 'feature/*',
  targetBranch: 'develop',
  createdAt: '2026-01-01T00:00:00Z',
};

test('project.target_branch_rule_list asks by path, which a number is looked up for', async () => {
  const page = { hasNextPage: false, hasPreviousPage: false, endCursor: null, startCursor: null };
  const root = { project: { targetBranchRules: { nodes: [rule], pageInfo: page } } };

  const { value, sent } = await recordGraphql(
    byId.get('project.target_branch_rule_list'),
    { project_id: 7, last: 5 },
    { root, rest: { 'GET /projects/7': { id: 7, path_with_namespace: 'acme/site' } } },
  );

  expect(sent).toEqual(['GET /projects/7', ['query project', { fullPath: 'acme/site', last: 5 }]]);
  expect(value).toEqual({ nodes: [rule], pageInfo: page });
});

test('T-14: project.target_branch_rule_create names the project by number, which a path is looked up for', async () => {
  const { value, sent } = await recordGraphql(
    byId.get('project.target_branch_rule_create'),
    { project_id: 'acme/site', pattern: 'feature/*', target_branch: 'develop' },
    {
      root: { projectTargetBranchRuleCreate: { errors: [], targetBranchRule: rule } },
      rest: { 'GET /projects/acme%2Fsite': { id: 7 } },
    },
  );

  expect(sent).toEqual([
    'GET /projects/acme%2Fsite',
    [
      'mutation projectTargetBranchRuleCreate',
      { input: { projectId: 'gid://gitlab/Project/7', name: 'feature/*', targetBranch: 'develop' } },
    ],
  ]);
  expect(value).toEqual(rule);
});

test('project.target_branch_rule_delete takes the number or the global ID', async () => {
  const root = { projectTargetBranchRuleDestroy: { errors: [] } };
  for (const rule_id of [3, rule.id]) {
    const { error, notes, sent } = await recordGraphql(
      byId.get('project.target_branch_rule_delete'),
      { rule_id },
      { root },
    );

    expect(error).toBeUndefined();
    expect(notes).toEqual([]);
    expect(sent).toEqual([['mutation projectTargetBranchRuleDestroy', { input: { id: rule.id } }]]);
  }
});

test('what GitLab refuses is an error, in its words', async () => {
  const root = { projectTargetBranchRuleDestroy: { errors: ['You have insufficient permissions'] } };

  const { error } = await recordGraphql(byId.get('project.target_branch_rule_delete'), { rule_id: 3 }, { root });

  expect(error).toMatchObject({
    code: 'gitlab.refused',
    message: expect.stringContaining('insufficient permissions'),
  });
});
