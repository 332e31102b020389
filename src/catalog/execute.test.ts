import { describe, expect, test } from 'vitest';
import { startStandIn } from '../../test/support/run-action.ts';
import { type Action, defineAction, isIdempotent, scopeOf } from './action.ts';
import { execute, type ExecuteOptions } from './execute.ts';
import { issueIid, page, projectId } from './fields.ts';
import { line, namespace, required } from './field.ts';
import { fileOf, listOf, nothing, one, textOf } from './result.ts';
import type { Policy } from './view.ts';

const listIssues = defineAction({
  id: 'issue.list',
  tool: 'gitlab_issue_list',
  title: 'List issues',
  summary: 'List the issues of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues',
  params: { project_id: projectId, ...page },
  result: listOf('issue'),
});
const updateIssue = defineAction({
  id: 'issue.update',
  tool: 'gitlab_issue_update',
  title: 'Update issue',
  summary: 'Change an issue.',
  effect: 'write',
  route: 'PUT /projects/:project_id/issues/:issue_iid',
  params: { project_id: projectId, issue_iid: issueIid, title: line('Title.') },
  result: one('issue'),
});
const deleteIssue = defineAction({
  id: 'issue.delete',
  tool: 'gitlab_issue_delete',
  title: 'Delete issue',
  summary: 'Delete an issue with everything in it.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/issues/:issue_iid',
  params: { project_id: projectId, issue_iid: issueIid },
  result: nothing('issue'),
});
const readSettings = defineAction({
  id: 'admin.settings_get',
  tool: 'gitlab_admin_settings_get',
  title: 'Get settings',
  summary: 'Get the settings of the instance.',
  effect: 'read',
  route: 'GET /application/settings',
  params: {},
  result: one('settings'),
});
const issue = { project_id: 'acme/site', issue_iid: '#7' };

describe('before anything is sent', () => {
  test.each<[string, Partial<Policy>, Action, object, string]>([
    ['a write on a read-only deployment', { readOnly: true }, updateIssue, issue, 'action.withheld'],
    [
      'a write by a token that only reads',
      { readOnly: true, readOnlyBecause: 'token' },
      updateIssue,
      issue,
      'action.withheld',
    ],
    ['an administrator’s read without admin_mode', { adminMode: false }, readSettings, {}, 'action.withheld'],
    ['a wrong input', {}, updateIssue, { ...issue, issue_iid: 'x' }, 'input.invalid'],
    ['T-09: a path that leads elsewhere', {}, updateIssue, { ...issue, project_id: '..%2f..' }, 'input.invalid'],
    ['a destruction nobody confirmed', {}, deleteIssue, issue, 'action.unconfirmed'],
    ['a wrong input of a destruction, first', {}, deleteIssue, {}, 'input.invalid'],
    ['a wrong input in safe mode', { safeMode: true }, updateIssue, {}, 'input.invalid'],
  ])('%s is refused', async (_, policy, action, input, code) => {
    const { error, sent } = await run(action, input, policy, { confirmed: false });

    expect(error).toMatchObject({ code });
    expect(sent).toEqual([]);
  });

  test('START-15: without confirmation in yolo mode, and with it otherwise, a destruction runs', async () => {
    const yolo = await run(deleteIssue, issue, { yolo: true }, { confirmed: false });
    const confirmed = await run(deleteIssue, issue, {}, { confirmed: true });

    expect(yolo.sent).toEqual(['DELETE /projects/acme%2Fsite/issues/7']);
    expect(confirmed.outcome).toMatchObject({ kind: 'done', value: undefined });
  });

  test('safe mode previews a write with the input as it would be sent, and asks for no confirmation', async () => {
    const { outcome, sent } = await run(deleteIssue, issue, { safeMode: true }, { confirmed: false });

    expect(outcome).toMatchObject({
      kind: 'preview',
      input: { project_id: 'acme/site', issue_iid: 7 },
      value: undefined,
    });
    expect(sent).toEqual([]);
  });

  test('safe mode lets reads run, and does not look up a path for a preview', async () => {
    const move = defineAction({
      ...updateIssue,
      route: 'PUT /projects/:project_id/issues/:issue_iid',
      params: {
        project_id: projectId,
        issue_iid: issueIid,
        to_project_id: required(namespace('Target.', { names: 'project', numericOnly: true })),
      },
    });

    expect((await run(listIssues, { project_id: 1 }, { safeMode: true })).sent).toEqual(['GET /projects/1/issues']);
    expect((await run(move, { ...issue, to_project_id: 'acme/other' }, { safeMode: true })).sent).toEqual([]);
  });
});

describe('a request', () => {
  test('T-05: no params at all are none', async () => {
    expect((await run(readSettings, undefined)).sent).toEqual(['GET /application/settings']);
    expect((await run(readSettings, null)).sent).toEqual(['GET /application/settings']);
  });

  test('T-27: what GitLab answers comes back with its types', async () => {
    const { outcome } = await run(
      updateIssue,
      { ...issue, title: 'x' },
      {},
      {},
      '{"id":7,"weight":null,"new":{"a":[1.5]}}',
    );

    expect(outcome?.value).toEqual({ id: 7, weight: null, new: { a: [1.5] } });
  });

  test('T-35: one page is read, and its place is told with what was lowered', async () => {
    const { outcome, sent } = await run(listIssues, { project_id: 1, per_page: 500 }, {}, {}, '[]', {
      'x-page': '1',
      'x-next-page': '2',
      'x-total': '120',
    });

    expect(sent).toEqual(['GET /projects/1/issues?per_page=100']);
    expect(outcome?.page).toMatchObject({ page: 1, nextPage: 2, totalItems: 120 });
    expect(outcome?.notes).toEqual(['per_page was lowered from 500 to 100, the most GitLab gives at once']);
  });

  test('T-22: a write whose answer cannot be read was done, with a warning', async () => {
    const { outcome } = await run(updateIssue, issue, {}, {}, '<html>');

    expect(outcome).toMatchObject({ kind: 'done', value: undefined });
    expect(outcome?.notes).toHaveLength(1);
  });

  test('texts and files are what they are, not JSON', async () => {
    const log = await run({ ...readSettings, result: textOf('log') }, {}, {}, {}, '[1');
    const file = await run({ ...readSettings, result: fileOf('file') }, {}, {}, {}, '[1');

    expect(log.outcome?.value).toBe('[1');
    expect(file.outcome?.value).toEqual(Buffer.from('[1'));
  });

  test('an action with code of its own gets its input, the clock and a way to say something', async () => {
    const wait: Action = {
      ...listIssues,
      run: (call) => {
        call.progress(1, 2);
        call.note('waited');
        return Promise.resolve({ at: call.now(), input: call.input, files: call.files });
      },
    };
    const seen: number[] = [];

    const { outcome } = await run(wait, { project: '#1' }, {}, { now: () => 42, progress: (step) => seen.push(step) });

    expect(outcome).toMatchObject({
      value: { at: 42, input: { project_id: '1' }, files: undefined },
      notes: ['waited'],
    });
    expect(seen).toEqual([1]);
  });
});

describe('a GraphQL action', () => {
  const getRules = defineAction({
    id: 'branch.rule_list',
    tool: 'gitlab_branch_rule_list',
    title: 'List rules',
    summary: 'List the rules of a project.',
    effect: 'read',
    graphql: {
      document:
        'query($fullPath: ID!, $wanted: Int) { project(fullPath: $fullPath) { branchRules(first: $wanted) { nodes { name } } } }',
      pick: 'project.branchRules',
      variables: { per_page: 'wanted' },
    },
    fixed: { state: 'opened' },
    params: { project_id: { ...projectId, wire: 'fullPath' }, ...page },
    result: listOf('rule'),
  });
  const createRule = defineAction({
    id: 'branch.rule_create',
    tool: 'gitlab_branch_rule_create',
    title: 'Create rule',
    summary: 'Create a rule in a project.',
    effect: 'write',
    graphql: {
      document: 'mutation($name: String!) { branchRuleCreate(input: { name: $name }) { branchRule { name } errors } }',
      pick: 'branchRuleCreate.branchRule',
    },
    params: { name: required(line('Name.')) },
    result: one('rule'),
  });
  const rules = { nodes: [{ name: 'main' }] };

  test('its input becomes variables, under the names of the document', async () => {
    const { outcome, bodies } = await run(
      getRules,
      { project_id: 'a/b', per_page: 5 },
      {},
      {},
      data({ project: { branchRules: rules } }),
    );

    expect(outcome?.value).toEqual(rules);
    expect(bodies).toMatchObject([{ variables: { fullPath: 'a/b', wanted: 5, state: 'opened' } }]);
  });

  test('null is not found', async () => {
    const { error } = await run(getRules, { project_id: 7 }, {}, {}, data({ project: null }));

    expect(error).toMatchObject({
      code: 'gitlab.refused',
      message: expect.stringContaining('not found, or this token may not see it'),
    });
  });

  test('a part that GitLab left out of a read is noted, an error without an answer is one', async () => {
    const errors = [{ message: 'Timeout on validation of query' }];
    const partly = await run(getRules, { project_id: 7 }, {}, {}, data({ project: { branchRules: rules } }, errors));
    const empty = await run(getRules, { project_id: 7 }, {}, {}, data({ project: null }, errors));

    expect(partly.outcome?.notes).toEqual(['GitLab left a part out: Timeout on validation of query']);
    expect(empty.error?.message).toBe('branch.rule_list: GitLab refused this (Timeout on validation of query)');
  });

  test('what a mutation refuses in its payload is an error', async () => {
    const payload = { branchRule: null, errors: ['Name has already been taken'] };
    const { error } = await run(createRule, { name: 'x' }, {}, {}, data({ branchRuleCreate: payload }));

    expect(error?.message).toBe('branch.rule_create: GitLab refused this (Name has already been taken)');
  });

  test('T-22: a mutation without errors was done, whatever its payload lacks', async () => {
    const described = await run(
      createRule,
      { name: 'x' },
      {},
      {},
      data({ branchRuleCreate: { branchRule: { name: 'x' }, errors: [] } }),
    );
    const bare = await run(createRule, { name: 'x' }, {}, {}, data({ branchRuleCreate: { errors: [] } }));

    expect(described.outcome).toMatchObject({ value: { name: 'x' }, notes: [] });
    expect(bare.outcome).toMatchObject({
      value: undefined,
      notes: ['GitLab did this, but did not describe the result'],
    });
  });

  test('a mutation that GitLab does not answer at all was not found', async () => {
    const { error } = await run(createRule, { name: 'x' }, {}, {}, data({ branchRuleCreate: null }));

    expect(error).toMatchObject({ code: 'gitlab.refused' });
  });
});

describe('what follows from the facts of an action', () => {
  test('the scope, unless it is said', () => {
    expect([listIssues, updateIssue, deleteIssue].map(scopeOf)).toEqual(['read_api', 'api', 'api']);
    expect(scopeOf({ ...listIssues, scope: 'no-request' })).toBe('no-request');
  });

  test('whether it may be repeated, unless it is said', () => {
    const create = { ...updateIssue, route: 'POST /projects/:project_id/issues' } as const;

    expect([listIssues, updateIssue, deleteIssue, create].map(isIdempotent)).toEqual([true, true, true, false]);
    expect(isIdempotent({ ...create, idempotent: true })).toBe(true);
  });
});

const everything: Policy = {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
};

function data(value: object, errors?: readonly object[]): string {
  return JSON.stringify({ data: value, ...(errors === undefined ? {} : { errors }) });
}

async function run(
  action: Action,
  input: unknown,
  policy: Partial<Policy> = {},
  options: Partial<ExecuteOptions> = {},
  answer?: string,
  headers: Readonly<Record<string, string>> = {},
) {
  await using gitlab = await startStandIn((_, reply) => {
    if (answer === undefined) reply.writeHead(204).end();
    else
      reply
        .writeHead(200, { 'content-type': answer.startsWith('<') ? 'text/html' : 'application/json', ...headers })
        .end(answer);
  });
  const caller = { gitlab: gitlab.client, policy: { ...everything, ...policy } };
  const all = { signal: new AbortController().signal, confirmed: false, ...options };
  const [outcome, error] = await execute(action, input, caller, all).then(
    (done) => [done, undefined] as const,
    (failure: unknown) => [undefined, failure instanceof Error ? failure : undefined] as const,
  );
  const bodies: unknown[] = gitlab.requests.map(({ body }) =>
    body.length === 0 ? undefined : JSON.parse(String(body)),
  );
  return { outcome, error, sent: gitlab.seen(), bodies };
}
