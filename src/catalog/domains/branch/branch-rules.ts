import { AppError } from '../../../errors/app-error.ts';
import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { namespace, required } from '../../field.ts';
import { connection } from '../../fields.ts';
import { pathOf } from '../../request.ts';
import { listOf } from '../../result.ts';
import { branchRulesDocument, fullBranchRulesDocument } from './branch-rules-documents.ts';

const list = defineAction({
  id: 'branch.rule_list',
  tool: 'gitlab_list_branch_rules',
  title: 'List branch rules',
  summary: 'List the branch rules of a project: protection, approvals and status checks of each pattern.',
  effect: 'read',
  params: {
    project_path: required(
      namespace('Project: full path such as group/project, or numeric ID.', {
        names: 'project',
        aliases: ['project_id', 'project', 'full_path', 'id'],
      }),
    ),
    ...connection,
  },
  rules: [{ rule: 'at-most-one', of: ['first', 'last'] }],
  result: { ...listOf('branch_rule'), key: 'nodes' },
  words: ['branch protection overview', 'rules for branches', 'who may merge where'],
  aliases: ['branch.list_rules', 'branch_rule.list'],
  related: ['branch.list_protected', 'branch.get_protected'],
  async run(call) {
    const { project_path, ...paging } = call.input;
    const counts = paging.first === undefined && paging.last === undefined ? { first: 20 } : {};
    const variables = { path: await fullPathOf(call, project_path), ...counts, ...paging };
    const rules = await readBranchRules(call, variables);
    if (rules === undefined || rules === null) {
      throw new AppError(
        'gitlab.refused',
        `the project ${JSON.stringify(project_path)} was not found, or this token may not see its branch rules`,
      );
    }
    return rules;
  },
});

/** GraphQL knows projects by path only. */
async function fullPathOf(call: ActionCall<unknown>, project: string): Promise<string> {
  if (!/^\d+$/.test(project)) return project;
  const { body } = await call.gitlab.send(
    { method: 'GET', path: pathOf`/projects/${project}` },
    { signal: call.signal },
  );
  const path = property(body, 'path_with_namespace');
  return typeof path === 'string' ? path : project;
}

/** Clients of Community Edition instances, whose schema lacks the fields of the full document. */
const withoutFullSchema = new WeakSet<ActionCall['gitlab']>();

async function readBranchRules(
  call: ActionCall<unknown>,
  variables: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const isFull = !withoutFullSchema.has(call.gitlab);
  const document = isFull ? fullBranchRulesDocument : branchRulesDocument;
  const { data, errors = [] } = await call.gitlab.graphql(document, variables, { signal: call.signal, isRead: true });
  if (isFull && errors.some((error) => error.extensions?.['code'] === 'undefinedField')) {
    withoutFullSchema.add(call.gitlab);
    return readBranchRules(call, variables);
  }
  const rules = property(property(data, 'project'), 'branchRules');
  if (errors.length > 0 && (rules === undefined || rules === null)) {
    throw new AppError('gitlab.refused', `GitLab answered: ${errors.map((error) => error.message).join(', ')}`);
  }
  for (const { message } of errors) call.note(`GitLab answered only in part: ${message}`);
  return rules;
}

function property(value: unknown, key: string): unknown {
  // Any object may be asked for any key.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

export const branchRules = [list];
