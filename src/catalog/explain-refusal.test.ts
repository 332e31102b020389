import { describe, expect, test } from 'vitest';
import { replyJson, startStandIn } from '../../test/support/run-action.ts';
import { AppError } from '../errors/app-error.ts';
import { type Action, defineAction } from './action.ts';
import { execute } from './execute.ts';
import { explainRefusal } from './explain-refusal.ts';
import { groupId, issueIid, projectId } from './fields.ts';
import { id, namespace, required } from './field.ts';
import { listOf, one } from './result.ts';
import type { Policy } from './view.ts';

const listLabels = action('project.label_list', 'GET /projects/:project_id/labels', { project_id: projectId });
const listGroupLabels = action('group.group_label_list', 'GET /groups/:group_id/labels', { group_id: groupId });
const deleteGroupLabels = action(
  'group.group_label_delete_all',
  'DELETE /groups/:group_id/labels',
  { group_id: groupId },
  { effect: 'destroy' },
);
const getIssue = action('issue.get', 'GET /projects/:project_id/issues/:issue_iid', {
  project_id: projectId,
  issue_iid: issueIid,
});
const listIssues = action('issue.list_group', 'GET /groups/:group_id/issues', { group_id: groupId });
const getEpic = action(
  'epic.get',
  'GET /groups/:group_id/epics/:epic_iid',
  { group_id: groupId, epic_iid: required(id('Epic.')) },
  { tier: 'premium', related: ['epic.create', 'epic.list', 'issue.list_group'] },
);
const createEpic = action(
  'epic.create',
  'POST /groups/:group_id/epics',
  { group_id: groupId },
  { effect: 'write', tier: 'premium' },
);
const search = action('search.code', 'GET /projects/:project_id/search', {
  project_id: projectId,
  group_id: namespace('Group.', { names: 'group' }),
});
const updateSettings = action('admin.settings_update', 'PUT /application/settings', {}, { effect: 'write' });
const listBranchRules = defineAction({
  id: 'branch.rule_list',
  tool: 'gitlab_branch_rule_list',
  title: 'List rules',
  summary: 'List rules.',
  effect: 'read',
  tier: 'premium',
  graphql: { document: 'query($fullPath: ID!) { project(fullPath: $fullPath) { id } }', pick: 'project' },
  params: { project_id: { ...projectId, wire: 'fullPath' } },
  related: ['search.code'],
  result: listOf('rule'),
});
const served = [listLabels, listGroupLabels, deleteGroupLabels, getIssue, listIssues, getEpic, createEpic, search];

const notFound = [404, { message: '404 Not found' }] as const;
const noRoute = [404, { error: '404 Not Found' }] as const;
const forbidden = [403, { message: '403 Forbidden' }] as const;
const group = [200, { id: 9, full_path: 'acme' }] as const;
const project = [200, { id: 8, path_with_namespace: 'acme/site' }] as const;

describe('T-15: a group where a project is expected, and the reverse', () => {
  test('names the kind, and the action on the same route of the other kind', async () => {
    const { error, sent } = await run(listLabels, { project_id: 'acme/web' }, { 'GET /groups/acme%2Fweb': group });

    expect(error).toBe(
      'project_id "acme/web" is a group, not a project (404 Not found). Suggestion: call group.group_label_list with it as group_id, or give the full path of a project in it',
    );
    expect(sent).toEqual(['GET /projects/acme%2Fweb/labels', 'GET /groups/acme%2Fweb?with_projects=false']);
  });

  test('a path of one part may be a group as well', async () => {
    const { error } = await run(listLabels, { project_id: 'acme' }, { 'GET /groups/acme': group });

    expect(error).toContain('project_id "acme" is a group, not a project');
  });

  test('a project where a group is expected', async () => {
    const { error, sent } = await run(
      listGroupLabels,
      { group_id: 'acme/site' },
      { 'GET /projects/acme%2Fsite': project },
    );

    expect(error).toContain('group_id "acme/site" is a project, not a group');
    expect(error).toContain('call project.label_list with it as project_id');
    expect(sent).toHaveLength(2);
  });

  test('an action that takes both is called again with the other param', async () => {
    const { error } = await run(search, { project_id: 'acme' }, { 'GET /groups/acme': group });

    expect(error).toContain('Suggestion: give it as group_id, or give the full path of a project in it');
  });

  test('without a counterpart, or without knowing what is served, the kind is named alone', async () => {
    const answers = { 'GET /groups/acme': group };

    expect((await run(getIssue, { project_id: 'acme', issue_iid: 1 }, answers)).error).toMatch(
      /is a group, not a project \(404 Not found\)\. Suggestion: give the full path of a project in it$/,
    );
    expect((await run(listLabels, { project_id: 'acme' }, answers, { served: undefined })).error).not.toContain('call');
  });

  test('without such a route a related action of the same effect that demands the other kind is named', async () => {
    const related = ['group.group_label_delete_all', 'search.code', 'issue.list_group'];
    const tried = { ...getIssue, related };

    const { error } = await run(tried, { project_id: 'acme', issue_iid: 1 }, { 'GET /groups/acme': group });

    expect(error).toContain('call issue.list_group with it as group_id');
  });

  test('a number says nothing, so nothing is asked', async () => {
    const { error, sent } = await run(listLabels, { project_id: 7 }, {});

    expect(error).toContain('not found, or not visible to this credential');
    expect(sent).toEqual(['GET /projects/7/labels']);
  });

  test('what is neither is plainly not found, and keeps the facts of the refusal', async () => {
    const { thrown, sent } = await run(getIssue, { project_id: 'acme/site', issue_iid: 99 }, {});

    expect(thrown).toMatchObject({ name: 'GitLabError', status: 404, code: 'gitlab.refused' });
    expect(sent).toEqual(['GET /projects/acme%2Fsite/issues/99', 'GET /groups/acme%2Fsite?with_projects=false']);
  });

  test('a null of GraphQL is a 404 as well', async () => {
    const { error } = await run(listBranchRules, { project_id: 'acme' }, { 'GET /groups/acme': group });

    expect(error).toBe(
      'project_id "acme" is a group, not a project. Suggestion: give the full path of a project in it',
    );
  });
});

describe('T-68: an instance of another release', () => {
  const unknown = { 'GET /projects/8/labels': noRoute };

  test.each([
    ['18.11.0-pre', 'it runs GitLab 18.11.0-pre, which is older than 19.4'],
    ['19.2.1-ee', 'it runs GitLab 19.2.1-ee, which is older than 19.4'],
    ['19.4.0-pre', 'it runs GitLab 19.4.0-pre, which is older than 19.4'],
    ['19.4.0', 'it runs GitLab 19.4.0, so the feature is switched off there, is gone or belongs to another edition'],
    ['19.11.2-ee', 'it runs GitLab 19.11.2-ee, so the feature is switched off there'],
  ])('%s is told where it has no such route', async (version, said) => {
    const { error, sent } = await run(
      listLabels,
      { project_id: 8 },
      { ...unknown, 'GET /version': [200, { version, revision: 'abc' }] },
    );

    expect(error).toContain(`this GitLab has no such route: ${said}`);
    expect(sent).toEqual(['GET /projects/8/labels', 'GET /version']);
  });

  test.each([
    ['may not be read', forbidden],
    ['is none', [200, { version: '<b>19</b>' }] as const],
  ])('whose release %s runs the action all the same, and the refusal stands as it came', async (_, version) => {
    const { thrown, sent } = await run(listLabels, { project_id: 8 }, { ...unknown, 'GET /version': version });

    expect(thrown).toMatchObject({ name: 'GitLabError', refusal: { kind: 'tier' } });
    expect(sent[0]).toBe('GET /projects/8/labels');
  });

  test('is asked again within minutes when it did not answer, and after an update', async () => {
    const clock = { now: 0 };
    const answers: (readonly [number, unknown])[] = [
      [502, { message: 'busy' }],
      [200, { version: '18.9.0' }],
      [200, { version: '19.5.1' }],
    ];
    await using gitlab = await startStandIn(({ url }, reply) => {
      const [status, body] = url.endsWith('/version') ? (answers.shift() ?? notFound) : noRoute;
      replyJson(reply, body, {}, status);
    });
    const refusal = async (): Promise<string> =>
      gitlab.run(listLabels, { project_id: 8 }, { now: () => clock.now }).then(
        () => 'was done',
        (error: unknown) => String(error),
      );

    expect(await refusal()).not.toContain('it runs');
    clock.now = 59_999;
    expect(await refusal()).not.toContain('it runs');
    clock.now = 60_000;
    expect(await refusal()).toContain('it runs GitLab 18.9.0,');
    clock.now += 299_999;
    expect(await refusal()).toContain('it runs GitLab 18.9.0,');
    clock.now += 1;
    expect(await refusal()).toContain('it runs GitLab 19.5.1,');
  });

  test('is told where GraphQL does not know a part that cannot be left out', async () => {
    const error = { message: "Field 'rules' doesn't exist", extensions: { code: 'undefinedField' } };
    const invalid = {
      message: 'Variable $fullPath was provided invalid value for depth (Field is not defined on RuleInput)',
      extensions: { problems: [{ path: ['depth'], explanation: 'Field is not defined on RuleInput' }] },
    };
    for (const errors of [[error], [invalid]]) {
      await using gitlab = await startStandIn(({ url }, reply) =>
        replyJson(reply, url.endsWith('/version') ? { version: '17.0.0' } : { errors }),
      );

      const refused = gitlab.run(listBranchRules, { project_id: 'acme/site' });

      await expect(refused).rejects.toMatchObject({
        code: 'gitlab.refused',
        message: expect.stringMatching(/^branch\.rule_list: this GitLab is older .*: it runs GitLab 17\.0\.0, which/),
      });
    }
  });
});

describe('T-65: a tier that is too low', () => {
  test.each([
    ['404', notFound, 'so what was asked for does not exist in it, or its tier is too low'],
    ['403', forbidden, 'so the role of this user in it is too low, or its tier is'],
    ['404 without a route', noRoute, 'so its tier is lower, or this GitLab is older than that'],
    ['402', [402, { message: '402 Payment Required' }] as const, 'so its tier is lower'],
  ])(
    'T-66: a %s inside a group that can be read names the tier and what a lower tier has',
    async (_, refusal, cause) => {
      const { error, sent } = await run(
        getEpic,
        { group_id: 'acme', epic_iid: 1 },
        { 'GET /groups/acme/epics/1': refusal, 'GET /groups/acme': group },
      );

      expect(error).toContain('epic.get needs GitLab Premium or higher');
      expect(error).toContain('the group "acme" itself can be read');
      expect(error).toContain(cause);
      expect(error).toMatch(/Suggestion: .*use issue\.list_group instead/);
      expect(sent).toHaveLength(2);
    },
  );

  test.each([
    ['404', notFound],
    ['403', forbidden],
  ])('a %s on an instance whose licence has the tier has no word about tiers', async (_, refusal) => {
    const { error, sent } = await run(
      getEpic,
      { group_id: 9, epic_iid: 1 },
      { 'GET /groups/9/epics/1': refusal, 'GET /groups/9': group },
      { served, licensed: true },
    );

    expect(error).not.toMatch(/tier|plan|premium/i);
    expect(sent).toEqual(['GET /groups/9/epics/1']);
  });

  test('the answer names the cause as every refusal does', async () => {
    const { error } = await run(
      getEpic,
      { group_id: 9, epic_iid: 1 },
      { 'GET /groups/9/epics/1': forbidden, 'GET /groups/9': group },
    );

    expect(error).toMatch(
      /\(403 Forbidden\)\. Suggestion: .*: GET http:\/\/127\.0\.0\.1:\d+\/api\/v4\/groups\/9\/epics\/1: 403$/,
    );
  });

  test.each([
    ['404', notFound],
    ['404 without a route', noRoute],
    ['403', forbidden],
  ])('a %s inside a group that cannot be read has no word about tiers', async (_, refusal) => {
    const { error } = await run(
      getEpic,
      { group_id: 9, epic_iid: 1 },
      { 'GET /groups/9/epics/1': refusal, 'GET /groups/9': notFound },
    );

    expect(error).toMatch(/not found|lacks the permission/);
    expect(error).not.toMatch(/tier|plan|premium|edition|licen/i);
  });

  test('when the group cannot be asked about, the refusal stands as it came', async () => {
    const { thrown } = await run(
      getEpic,
      { group_id: 9, epic_iid: 1 },
      { 'GET /groups/9/epics/1': noRoute, 'GET /groups/9': [500, { message: '500 Internal Server Error' }] },
    );

    expect(thrown).toMatchObject({ name: 'GitLabError', status: 404, refusal: { kind: 'tier' } });
  });

  test('a project instead of the group is told before anything about tiers', async () => {
    const { error } = await run(
      getEpic,
      { group_id: 'acme/site', epic_iid: 1 },
      { 'GET /groups/acme%2Fsite/epics/1': noRoute, 'GET /projects/acme%2Fsite': project },
    );

    expect(error).toContain('group_id "acme/site" is a project, not a group');
  });

  test('without a related action of a lower tier no alternative is made up', async () => {
    const { error } = await run(
      createEpic,
      { group_id: 9 },
      { 'POST /groups/9/epics': forbidden, 'GET /groups/9': group },
    );

    expect(error).toContain('use a project or group whose plan includes it');
  });

  test('an action of every tier gets no word about tiers', async () => {
    const { error, sent } = await run(
      getIssue,
      { project_id: 8, issue_iid: 1 },
      { 'GET /projects/8/issues/1': forbidden, 'GET /projects/8': project },
    );

    expect(error).not.toMatch(/tier|premium/i);
    expect(sent).toHaveLength(1);
  });

  test('a null of GraphQL inside a project that can be read', async () => {
    const { error } = await run(listBranchRules, { project_id: 'acme/site' }, { 'GET /projects/acme%2Fsite': project });

    expect(error).toContain('branch.rule_list needs GitLab Premium or higher');
    expect(error).toContain('use search.code instead');
  });
});

describe('T-70: an administrator without Admin Mode', () => {
  test('the reason is Admin Mode, not a tier and not a role', async () => {
    const { error, sent } = await run(
      updateSettings,
      {},
      { 'PUT /application/settings': forbidden, 'GET /user': [200, { id: 1, is_admin: true }] },
    );

    expect(error).toContain('the user of this token is an administrator, but Admin Mode is on here');
    expect(error).toContain('scope admin_mode');
    expect(error).not.toMatch(/tier|role|member/i);
    expect(sent).toEqual(['PUT /application/settings', 'GET /user']);
  });

  test.each([
    ['is no administrator', [200, { id: 1, is_admin: false }] as const],
    ['is not told', [200, { id: 1 }] as const],
    ['cannot be asked', [503, { message: 'down' }] as const],
  ])('when the user %s the refusal stands as it came', async (_, user) => {
    const { thrown } = await run(updateSettings, {}, { 'PUT /application/settings': forbidden, 'GET /user': user });

    expect(thrown).toMatchObject({ name: 'GitLabError', status: 403 });
  });

  test('a token without the scope is told so by GitLab, and nobody is asked', async () => {
    const { thrown, sent } = await run(
      updateSettings,
      {},
      {
        'PUT /application/settings': [403, { error: 'insufficient_scope', error_description: 'x', scope: 'api' }],
        'GET /user': [200, { id: 1, is_admin: true }],
      },
    );

    expect(thrown).toMatchObject({ refusal: { kind: 'scope', needed: ['api'] } });
    expect(sent).toEqual(['PUT /application/settings']);
  });
});

describe('what is left alone', () => {
  test('T-61: a 401 says by itself whether it means the permission, once the credential has been judged', async () => {
    const { thrown, sent } = await run(
      getIssue,
      { project_id: 8, issue_iid: 1 },
      { 'GET /projects/8/issues/1': [401, { message: '401 Unauthorized' }] },
    );

    expect(thrown).toMatchObject({ status: 401, credential: 'unknown' });
    expect(thrown).toMatchObject({
      message: expect.stringContaining('either GitLab no longer accepts the credential'),
    });
    expect(sent).toHaveLength(1);
  });

  test.each([400, 409, 422, 500])('a %i is not a refusal of this kind', async (status) => {
    const { sent } = await run(
      createEpic,
      { group_id: 'acme' },
      { 'POST /groups/acme/epics': [status, { message: 'no' }] },
    );

    expect(sent).toEqual(['POST /groups/acme/epics']);
  });

  test('a page of a proxy is none of GitLab’s refusals', async () => {
    const { thrown, sent } = await run(
      listLabels,
      { project_id: 'acme' },
      { 'GET /projects/acme/labels': [404, '<html>'] },
    );

    expect(thrown).toMatchObject({ code: 'gitlab.answer' });
    expect(sent).toEqual(['GET /projects/acme/labels']);
  });

  test('an explanation has the refusal as its cause, with its code and its detail', async () => {
    const { thrown } = await run(listLabels, { project_id: 'acme' }, { 'GET /groups/acme': group });

    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject({
      code: 'gitlab.refused',
      cause: { name: 'GitLabError', status: 404, path: '/projects/acme/labels' },
      detail: { status: 404, method: 'GET' },
    });
  });

  test('who has gone away is asked nothing more', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { message: '404 Not found' }, {}, 404));
    const refusal = await gitlab.run(listLabels, { project_id: 7 }).catch((error: unknown) => error);
    const before = gitlab.seen().length;

    const call = { gitlab: gitlab.client, signal: AbortSignal.abort(), now: Date.now };
    expect(await explainRefusal(refusal, getEpic, { group_id: 'acme' }, call, { served, licensed: false })).toBe(
      refusal,
    );
    expect(gitlab.seen()).toHaveLength(before);
  });

  test('an error that is not ours is returned as it is', async () => {
    const error = new TypeError('bug');
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));

    expect(
      await explainRefusal(
        error,
        listLabels,
        {},
        { gitlab: gitlab.client, signal: new AbortController().signal, now: Date.now },
      ),
    ).toBe(error);
  });

  test('what a look-up wanted to know is explained as well', async () => {
    const fork = action('project.fork', 'POST /projects/:project_id/fork', {
      project_id: projectId,
      target_id: namespace('Target.', { names: 'project', numericOnly: true }),
    });

    const { error } = await run(fork, { project_id: 8, target_id: 'acme' }, { 'GET /groups/acme': group });

    expect(error).toContain('target_id "acme" is a group, not a project');
  });
});

type Reply = readonly [status: number, body: unknown];

const policy: Policy = {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
};

/** Runs an action against a GitLab that answers by `METHOD /path`; what has no answer is its 404, GraphQL answers null. */
async function run(
  tried: Action,
  input: unknown,
  answers: Readonly<Record<string, Reply>>,
  options: { readonly served: readonly Action[] | undefined; readonly licensed?: boolean } = { served },
) {
  const recommended = options.served;
  await using gitlab = await startStandIn(({ method, url }, reply) => {
    if (url.startsWith('/api/graphql')) return replyJson(reply, { data: { project: null } });
    const [status, body] = answers[`${method} ${url.replace('/api/v4', '').replace(/\?.*/, '')}`] ?? notFound;
    if (typeof body === 'string') reply.writeHead(status, { 'content-type': 'text/html' }).end(body);
    else replyJson(reply, body, {}, status);
  });
  const thrown: unknown = await execute(
    tried,
    input,
    { gitlab: gitlab.client, policy: { ...policy, licensed: options.licensed === true } },
    {
      signal: new AbortController().signal,
      confirmed: true,
      ...(recommended === undefined ? {} : { served: () => recommended }),
    },
  ).then(
    () => 'was done',
    (error: unknown) => error,
  );
  return { thrown, error: thrown instanceof Error ? thrown.message : 'was done', sent: gitlab.seen() };
}

function action(
  name: string,
  route: Action['route'] & string,
  params: Readonly<Record<string, Action['params'][string]>>,
  facts: Partial<Action> = {},
): Action {
  return {
    id: name,
    tool: `gitlab_${name.replace('.', '_')}`,
    title: 'Some action',
    summary: 'Do something.',
    effect: 'read',
    route,
    params,
    result: one('thing'),
    ...facts,
  };
}
