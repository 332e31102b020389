import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { branchActions } from './branch-actions.ts';

const byId = new Map(branchActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['branch.list', { ...project, name: '^feature' }, `GET ${at}/repository/branches?search=^feature`],
  ['branch.get', { ...project, branch: 'feature/a b' }, `GET ${at}/repository/branches/feature%2Fa%20b`],
  [
    'branch.create',
    { ...project, branch: 'x', source: 'main' },
    [`POST ${at}/repository/branches`, { branch: 'x', ref: 'main' }],
  ],
  ['branch.delete', { ...project, branch_name: 'x' }, `DELETE ${at}/repository/branches/x`],
  ['branch.delete_merged', project, `DELETE ${at}/repository/merged_branches`],
  ['branch.list_protected', { ...project, search: 'rel' }, `GET ${at}/protected_branches?search=rel`],
  ['branch.get_protected', { ...project, branch: 'release/*' }, `GET ${at}/protected_branches/release%2F*`],
  [
    'branch.protect',
    { ...project, branch_name: 'release-*', push_access_level: 'no one', merge_access_level: '30' },
    [`POST ${at}/protected_branches`, { name: 'release-*', push_access_level: 0, merge_access_level: 30 }],
  ],
  [
    'branch.update_protected',
    { ...project, branch_name: 'main', allow_force_push: 'true', allowed_to_push: [{ id: 3, _destroy: true }] },
    [`PATCH ${at}/protected_branches/main`, { allow_force_push: true, allowed_to_push: [{ id: 3, _destroy: true }] }],
  ],
  ['branch.unprotect', { ...project, branch_name: 'main' }, `DELETE ${at}/protected_branches/main`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);

  const recording = await recordRequests(action, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every branch action has a row or a test of its own', () => {
  const tested = new Set([...rows.map(([id]) => id), 'branch.rule_list']);
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

test('an update without a change is refused before anything is sent', async () => {
  const action = byId.get('branch.update_protected');
  if (action === undefined) throw new Error('no action');

  const { error, sent } = await recordRequests(action, { ...project, branch_name: 'main' });

  expect(error?.message).toContain('allow_force_push');
  expect(sent).toEqual([]);
});

describe('branch.rule_list', () => {
  const rules = { nodes: [{ name: 'main' }], pageInfo: { hasNextPage: false, endCursor: null } };
  const action = byId.get('branch.rule_list');

  test('asks for the first 20 rules of a project by its path', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, { data: { project: { branchRules: rules } } }),
    );

    const { value } = await gitlab.run(action, { project_id: 'acme/site' });

    expect(value).toEqual(rules);
    const [request] = gitlab.requests;
    expect(request?.url).toBe('/api/graphql');
    expect(bodyOf(request).variables).toEqual({ fullPath: 'acme/site', first: 20 });
  });

  test('finds the path of a project given by number', async () => {
    await using gitlab = await startStandIn((request, reply) =>
      request.method === 'GET'
        ? replyJson(reply, { id: 7, path_with_namespace: 'acme/site' })
        : replyJson(reply, { data: { project: { branchRules: rules } } }),
    );

    await gitlab.run(action, { project_path: 7, last: 5 });

    expect(gitlab.seen()).toEqual(['GET /projects/7', 'POST /api/graphql']);
    expect(bodyOf(gitlab.requests[1]).variables).toEqual({ fullPath: 'acme/site', last: 5 });
  });

  test('asks a Community Edition, whose schema is smaller, once more and remembers it', async () => {
    await using gitlab = await startStandIn((request, reply) => {
      const { query } = bodyOf(request);
      const at = query.indexOf('approvalRules');
      replyJson(
        reply,
        at === -1 ? { data: { project: { branchRules: rules } } } : { errors: [undefinedField(query, at)] },
      );
    });

    const first = await gitlab.run(action, { project_path: 'acme/site' });
    await gitlab.run(action, { project_path: 'acme/site' });

    expect(first.value).toEqual(rules);
    expect(gitlab.requests).toHaveLength(3);
  });

  test('a project that cannot be seen is an error, not an empty list', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { data: { project: null } }));

    await expect(gitlab.run(action, { project_path: 'acme/site' })).rejects.toMatchObject({ code: 'gitlab.refused' });
  });

  test('first and last together are refused before anything is sent', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));

    await expect(gitlab.run(action, { project_path: 'a/b', first: 1, last: 1 })).rejects.toThrow('first and last');
    expect(gitlab.requests).toEqual([]);
  });
});

/** As GitLab reports a field that its schema does not have. */
function undefinedField(query: string, offset: number): object {
  const before = query.slice(0, offset).split('\n');
  return {
    message: "Field 'approvalRules' doesn't exist on type 'BranchRule'",
    locations: [{ line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }],
    path: ['query BranchRules', 'project', 'branchRules', 'nodes', 'approvalRules'],
    extensions: { code: 'undefinedField' },
  };
}

function bodyOf(request: { readonly body: Buffer } | undefined): { query: string; variables: unknown } {
  // The body is the GraphQL request this very program sent.
  return JSON.parse(request?.body.toString() ?? '{}') as { query: string; variables: unknown };
}
