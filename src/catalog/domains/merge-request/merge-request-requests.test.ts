import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { Reply, runAgainst } from '../../../../test/support/run-against.ts';
import { mergeRequestActions } from './merge-request-actions.ts';

const byId = new Map(mergeRequestActions.map((action) => [action.id, action]));

function find(id: string) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return action;
}

const mr = { project_id: 'acme/site', merge_request_iid: 7 };
const at = '/projects/acme%2Fsite/merge_requests/7';
const list = 'GET /projects/acme%2Fsite/merge_requests';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['merge_request.list', { project_id: 'acme/site', state: 'open' }, `${list}?state=opened`],
  [
    'merge_request.list',
    {
      project_id: 'acme/site',
      labels: ['bug', 'a b'],
      not_labels: 'wontfix',
      iids: '!3, 4',
      reviewer: 'alice',
      draft: true,
      page: 2,
    },
    `${list}?labels=bug,a b&not[labels]=wontfix&iids[]=3&iids[]=4&reviewer_username=alice&draft=true&page=2&wip=yes`,
  ],
  ['merge_request.list', { project_id: 'acme/site', draft: 'false' }, `${list}?draft=false&wip=no`],
  ['merge_request.list', { project_id: 'acme/site', assignee_id: 'none' }, `${list}?assignee_id=None`],
  [
    'merge_request.list_global',
    { scope: 'reviews_for_me', state: 'opened' },
    'GET /merge_requests?scope=reviews_for_me&state=opened',
  ],
  [
    'merge_request.list_group',
    { group_id: 'acme', target_branch: 'main', approved_by_ids: [1, 2] },
    'GET /groups/acme/merge_requests?target_branch=main&approved_by_ids[]=1&approved_by_ids[]=2',
  ],
  ['merge_request.get', { ...mr, include_rebase_in_progress: true }, `GET ${at}?include_rebase_in_progress=true`],
  [
    'merge_request.create',
    { project_id: 1, source_branch: 'fix', into: 'main', title: 'Fix', labels: 'bug,ui', reviewer_ids: '3,4' },
    [
      'POST /projects/1/merge_requests',
      { source_branch: 'fix', target_branch: 'main', title: 'Fix', labels: 'bug,ui', reviewer_ids: [3, 4] },
    ],
  ],
  [
    'merge_request.create',
    { project_id: 1, source_branch: 'fix', target_branch: 'main', title: 'Fix', draft: true },
    ['POST /projects/1/merge_requests', { source_branch: 'fix', target_branch: 'main', title: 'Draft: Fix' }],
  ],
  ['merge_request.update', { ...mr, state: 'closed' }, [`PUT ${at}`, { state_event: 'close' }]],
  [
    'merge_request.update',
    { ...mr, add_labels: ['a'], remove_labels: 'b,c' },
    [`PUT ${at}`, { add_labels: 'a', remove_labels: 'b,c' }],
  ],
  [
    'merge_request.update',
    { ...mr, assignee_ids: [], labels: [], milestone_id: 0 },
    [`PUT ${at}`, { assignee_ids: [], labels: '', milestone_id: 0 }],
  ],
  ['merge_request.update', { ...mr, title: 'Draft: x', draft: false }, [`PUT ${at}`, { title: 'x' }]],
  ['merge_request.delete', mr, `DELETE ${at}`],
  ['merge_request.commits', { ...mr, per_page: 500 }, `GET ${at}/commits?per_page=100`],
  ['merge_request.participants', mr, `GET ${at}/participants`],
  ['merge_request.reviewers', mr, `GET ${at}/reviewers`],
  ['merge_request.pipelines', { ...mr, page: 2 }, `GET ${at}/pipelines?page=2`],
  ['merge_request.create_pipeline', { ...mr, async: true }, [`POST ${at}/pipelines`, { async: true }]],
  ['merge_request.issues_closed', mr, `GET ${at}/closes_issues`],
  ['merge_request.related_issues', mr, `GET ${at}/related_issues`],
  [
    'merge_request.merge',
    { ...mr, merge_when_pipeline_succeeds: true, sha: 'abc', delete_branch: 'true' },
    [`PUT ${at}/merge`, { auto_merge: true, sha: 'abc', should_remove_source_branch: true }],
  ],
  ['merge_request.merge', mr, `PUT ${at}/merge`],
  ['merge_request.rebase', { ...mr, skip_ci: true }, [`PUT ${at}/rebase`, { skip_ci: true }]],
  ['merge_request.approval_config', mr, `GET ${at}/approvals`],
  ['merge_request.approve', { ...mr, sha: 'abc' }, [`POST ${at}/approve`, { sha: 'abc' }]],
  ['merge_request.unapprove', mr, `POST ${at}/unapprove`],
  ['merge_request.approval_reset', mr, `PUT ${at}/reset_approvals`],
  ['merge_request.approval_rules', { ...mr, page: 2 }, `GET ${at}/approval_rules?page=2`],
  [
    'merge_request.approval_rule_create',
    { ...mr, name: 'QA', approvals_required: '2', users: [3], group_ids: '4' },
    [`POST ${at}/approval_rules`, { name: 'QA', approvals_required: 2, user_ids: [3], group_ids: [4] }],
  ],
  [
    'merge_request.approval_rule_update',
    { ...mr, rule_id: 9, approvals_required: 0 },
    [`PUT ${at}/approval_rules/9`, { approvals_required: 0 }],
  ],
  ['merge_request.approval_rule_delete', { ...mr, approval_rule_id: 9 }, `DELETE ${at}/approval_rules/9`],
  [
    'merge_request.approval_settings_group_get',
    { group_id: 'acme/web' },
    'GET /groups/acme%2Fweb/merge_request_approval_setting',
  ],
  [
    'merge_request.approval_settings_group_update',
    { group_id: 5, allow_author_approval: false },
    ['PUT /groups/5/merge_request_approval_setting', { allow_author_approval: false }],
  ],
  ['merge_request.approval_settings_project_get', { project_id: 1 }, 'GET /projects/1/merge_request_approval_setting'],
  [
    'merge_request.approval_settings_project_update',
    { project_id: 1, allow_overrides_approver_list_per_mr: true, selective_code_owner_removals: true },
    [
      'PUT /projects/1/merge_request_approval_setting',
      { allow_overrides_to_approver_list_per_merge_request: true, selective_code_owner_removals: true },
    ],
  ],
  ['merge_request.context_commits_list', mr, `GET ${at}/context_commits`],
  [
    'merge_request.context_commits_create',
    { ...mr, commits: 'aa,bb' },
    [`POST ${at}/context_commits`, { commits: ['aa', 'bb'] }],
  ],
  [
    'merge_request.context_commits_delete',
    { ...mr, commits: ['aa', 'bb'] },
    `DELETE ${at}/context_commits?commits[]=aa&commits[]=bb`,
  ],
  ['merge_request.dependencies_list', mr, `GET ${at}/blocks`],
  [
    'merge_request.dependency_create',
    { ...mr, blocking_merge_request_id: 99 },
    [`POST ${at}/blocks`, { blocking_merge_request_id: 99 }],
  ],
  ['merge_request.dependency_delete', { ...mr, block_id: 3 }, `DELETE ${at}/blocks/3`],
  ['merge_request.emoji_mr_list', mr, `GET ${at}/award_emoji`],
  ['merge_request.emoji_mr_get', { ...mr, award_id: 3 }, `GET ${at}/award_emoji/3`],
  ['merge_request.emoji_mr_create', { ...mr, name: 'tada' }, [`POST ${at}/award_emoji`, { name: 'tada' }]],
  ['merge_request.emoji_mr_delete', { ...mr, award_id: 3 }, `DELETE ${at}/award_emoji/3`],
  ['merge_request.emoji_mr_note_list', { ...mr, note_id: 5 }, `GET ${at}/notes/5/award_emoji`],
  ['merge_request.emoji_mr_note_get', { ...mr, note_id: 5, award_id: 3 }, `GET ${at}/notes/5/award_emoji/3`],
  [
    'merge_request.emoji_mr_note_create',
    { ...mr, note_id: 5, name: 'tada' },
    [`POST ${at}/notes/5/award_emoji`, { name: 'tada' }],
  ],
  ['merge_request.emoji_mr_note_delete', { ...mr, note_id: 5, award_id: 3 }, `DELETE ${at}/notes/5/award_emoji/3`],
  ['merge_request.event_mr_label_list', mr, `GET ${at}/resource_label_events`],
  ['merge_request.event_mr_label_get', { ...mr, label_event_id: 2 }, `GET ${at}/resource_label_events/2`],
  ['merge_request.event_mr_milestone_list', mr, `GET ${at}/resource_milestone_events`],
  ['merge_request.event_mr_milestone_get', { ...mr, milestone_event_id: 2 }, `GET ${at}/resource_milestone_events/2`],
  ['merge_request.event_mr_state_list', mr, `GET ${at}/resource_state_events`],
  ['merge_request.event_mr_state_get', { ...mr, state_event_id: 2 }, `GET ${at}/resource_state_events/2`],
  ['merge_request.time_stats', mr, `GET ${at}/time_stats`],
  ['merge_request.time_estimate_set', { ...mr, duration: '3h' }, [`POST ${at}/time_estimate`, { duration: '3h' }]],
  ['merge_request.time_estimate_reset', mr, `POST ${at}/reset_time_estimate`],
  [
    'merge_request.spent_time_add',
    { ...mr, duration: '-1h', summary: 'typo' },
    [`POST ${at}/add_spent_time`, { duration: '-1h', summary: 'typo' }],
  ],
  ['merge_request.spent_time_reset', mr, `POST ${at}/reset_spent_time`],
  ['merge_request.subscribe', mr, `POST ${at}/subscribe`],
  ['merge_request.unsubscribe', mr, `POST ${at}/unsubscribe`],
  ['merge_request.create_todo', mr, `POST ${at}/todo`],
];

/** Proven below, because they are more than one request. */
const elsewhere = ['merge_request.approval_state', 'merge_request.cancel_auto_merge'];

describe('requests of the merge request actions', () => {
  test.each(rows)('%s sends what GitLab documents', async (id, input, sent) => {
    const recording = await recordRequests(find(id), input, { answers: [{}] });

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([sent]);
  });

  test('every action is in the table or has a test of its own', () => {
    const covered = new Set([...rows.map(([id]) => id), ...elsewhere]);

    expect([...byId.keys()].filter((id) => !covered.has(id))).toEqual([]);
  });

  test('T-14: a path of the target project becomes its number first', async () => {
    const input = { project_id: 1, source_branch: 'a', target_branch: 'b', title: 'x', target_project_id: 'acme/api' };

    const { sent } = await recordRequests(find('merge_request.create'), input, { answers: [{ id: 42 }, {}] });

    expect(sent[0]).toBe('GET /projects/acme%2Fapi');
    expect(sent[1]).toMatchObject(['POST /projects/1/merge_requests', { target_project_id: 42 }]);
  });
});

describe('input of the merge request actions', () => {
  const creation = { project_id: 1, source_branch: 'a', target_branch: 'b', title: 'x' };

  test.each([
    ['T-04: a label with a comma', 'merge_request.create', { ...creation, labels: ['a, b'] }, 'labels'],
    ['T-04: a label with a comma to add', 'merge_request.update', { ...mr, add_labels: ['a,b'] }, 'add_labels'],
    ['T-04: a label with a comma to leave out', 'merge_request.list_global', { not_labels: ['a,b'] }, 'not_labels'],
    [
      'T-07: two ways to name the author',
      'merge_request.list',
      { project_id: 1, author_id: 1, author_username: 'a' },
      'author_id and author_username',
    ],
    [
      'T-07: two ways to name the reviewer',
      'merge_request.list_group',
      { group_id: 1, reviewer_id: 1, reviewer_username: 'a' },
      'reviewer_id and reviewer_username',
    ],
    [
      'T-07: two ways to name the assignee',
      'merge_request.update',
      { ...mr, assignee_id: 1, assignee_ids: [2] },
      'assignee_id and assignee_ids',
    ],
    ['T-01: a user ID gone wrong', 'merge_request.list', { project_id: 1, assignee_id: '7abc' }, 'assignee_id'],
    ['T-01: a negative user ID', 'merge_request.list', { project_id: 1, reviewer_id: -3 }, 'reviewer_id'],
    ['an update of nothing', 'merge_request.update', mr, 'at least one of title'],
    [
      'a change of no setting',
      'merge_request.approval_settings_project_update',
      { project_id: 1 },
      'at least one of allow_author_approval',
    ],
  ])('%s is refused before anything is sent', async (_title, id, input, named) => {
    const { sent, error } = await recordRequests(find(id), input);

    expect(sent).toEqual([]);
    expect(error?.message).toContain(named);
  });

  test('T-02: null never clears a milestone', async () => {
    const { sent } = await recordRequests(find('merge_request.update'), { ...mr, title: 'x', milestone_id: null });

    expect(sent).toEqual([[`PUT ${at}`, { title: 'x' }]]);
  });
});

describe('scope of the list of every merge request', () => {
  test('T-08: without a scope all are asked for, and the answer says so', async () => {
    const { sent, outcome } = await recordRequests(
      find('merge_request.list_global'),
      { state: 'opened' },
      { answers: [[]] },
    );

    expect(sent).toEqual(['GET /merge_requests?state=opened&scope=all']);
    expect(outcome?.notes).toEqual(['Scope: all, merge requests of everyone in every project this token may see.']);
  });

  test('T-08: a narrower scope is sent as given, and its meaning told', async () => {
    const { sent, outcome } = await recordRequests(
      find('merge_request.list_global'),
      { scope: 'mine' },
      { answers: [[]] },
    );

    expect(sent).toEqual(['GET /merge_requests?scope=created_by_me']);
    expect(outcome?.notes).toEqual(['Scope: created_by_me, only those you created.']);
  });
});

describe('marking drafts', () => {
  test('the current title is read when none is given', async () => {
    const { sent } = await recordRequests(
      find('merge_request.update'),
      { ...mr, draft: false },
      { answers: [{ title: 'Draft: Fix' }, {}] },
    );

    expect(sent).toEqual([`GET ${at}`, [`PUT ${at}`, { title: 'Fix' }]]);
  });

  test('without a title to mark nothing is written', async () => {
    const { sent, error } = await recordRequests(
      find('merge_request.update'),
      { ...mr, draft: true },
      { answers: [{}] },
    );

    expect(sent).toEqual([`GET ${at}`]);
    expect(error?.message).toContain('give title beside draft');
  });
});

describe('approval state', () => {
  const approvals = { approved: true, approved_by: [{ user: { id: 3 } }] };
  const state = find('merge_request.approval_state');

  test('T-23: where there are rules one request is enough', async () => {
    const rules = [{ id: 1, name: 'QA', approved: true, approved_by: [{ id: 3 }] }];

    const { sent, value } = await runAgainst(state, mr, {
      [`GET ${at}/approval_state`]: { approval_rules_overwritten: false, rules },
    });

    expect(sent).toEqual([`GET ${at}/approval_state`]);
    expect(value).toEqual({ approval_rules_overwritten: false, rules, source: 'approval_state' });
  });

  test.each([
    ['no rules', { approval_rules_overwritten: true, rules: [] }, true],
    ['402', new Reply(402, { message: '402 Payment Required' }), false],
    ['403', new Reply(403, { message: '403 Forbidden' }), false],
    ['404', new Reply(404, { message: '404 Not found' }), false],
  ])('T-23: with %s the approvals say who approved, and the source is named', async (_title, answer, overwritten) => {
    const { value, notes } = await runAgainst(state, mr, {
      [`GET ${at}/approval_state`]: answer,
      [`GET ${at}/approvals`]: approvals,
    });

    expect(value).toEqual({
      approval_rules_overwritten: overwritten,
      rules: [],
      ...approvals,
      source: 'approvals',
    });
    expect(notes[0]).toContain('no approval rules');
  });

  test('T-23: another refusal is reported as it is', async () => {
    const { sent, error } = await runAgainst(state, mr, {
      [`GET ${at}/approval_state`]: new Reply(400, { error: 'merge_request_iid is invalid' }),
    });

    expect(sent).toEqual([`GET ${at}/approval_state`]);
    expect(error).toMatchObject({ status: 400 });
  });
});

describe('merging', () => {
  const merge = find('merge_request.merge');

  test('a refusal names the merge status and the next step', async () => {
    const { error } = await runAgainst(merge, mr, {
      [`PUT ${at}/merge`]: new Reply(405, { message: '405 Method Not Allowed' }),
      [`GET ${at}`]: { state: 'opened', detailed_merge_status: 'draft_status' },
    });

    expect(error?.message).toBe(
      'merge_request.merge: not merged, its state is opened, its merge status is draft_status (it is a draft, merge_request.update with draft false makes it ready) (HTTP 405)',
    );
  });

  test('a stale commit is answered with the current one', async () => {
    const { error } = await runAgainst(
      merge,
      { ...mr, sha: 'old' },
      {
        [`PUT ${at}/merge`]: new Reply(409, { message: 'SHA does not match HEAD of source branch: new' }),
        [`GET ${at}`]: { state: 'opened', detailed_merge_status: 'mergeable', sha: 'new' },
      },
    );

    expect(error?.message).toContain('its head is new');
  });

  test('when the reason cannot be read the refusal itself is reported', async () => {
    const { error } = await runAgainst(merge, mr, {
      [`PUT ${at}/merge`]: new Reply(422, { message: 'Branch cannot be merged' }),
    });

    expect(error).toMatchObject({ status: 422 });
  });

  test('a missing permission stays what it is', async () => {
    const { sent, error } = await runAgainst(merge, mr, {
      [`PUT ${at}/merge`]: new Reply(401, { message: '401 Unauthorized' }),
    });

    expect(sent.filter((request) => request === `GET ${at}`)).toEqual([]);
    expect(error).toMatchObject({ status: 401 });
  });

  test('cancelling auto-merge gives back the merge request', async () => {
    const { value } = await runAgainst(find('merge_request.cancel_auto_merge'), mr, {
      [`POST ${at}/cancel_merge_when_pipeline_succeeds`]: new Reply(201, { status: 'success' }),
      [`GET ${at}`]: { iid: 7, merge_when_pipeline_succeeds: false },
    });

    expect(value).toEqual({ iid: 7, merge_when_pipeline_succeeds: false });
  });

  test('a token that may not read still cancels', async () => {
    const { value, error } = await runAgainst(find('merge_request.cancel_auto_merge'), mr, {
      [`POST ${at}/cancel_merge_when_pipeline_succeeds`]: new Reply(201, { status: 'success' }),
      [`GET ${at}`]: new Reply(403, { message: '403 Forbidden' }),
    });

    expect(error).toBeUndefined();
    expect(value).toEqual({ status: 'success' });
  });
});

describe('subscribing', () => {
  test('when nothing changes the merge request is read, and that is told', async () => {
    const { value, notes } = await runAgainst(find('merge_request.subscribe'), mr, {
      [`POST ${at}/subscribe`]: new Reply(304, undefined),
      [`GET ${at}`]: { iid: 7, subscribed: true },
    });

    expect(value).toEqual({ iid: 7, subscribed: true });
    expect(notes).toEqual(['You were subscribed already.']);
  });
});

describe('reactions', () => {
  const react = find('merge_request.emoji_mr_create');
  const taken = new Reply(404, { message: '404 Award Emoji Name has already been taken Not Found' });

  test('a reaction given before is found and returned', async () => {
    const own = { id: 2, name: 'tada', user: { id: 3 } };

    const { value, notes } = await runAgainst(
      react,
      { ...mr, name: 'tada' },
      {
        [`POST ${at}/award_emoji`]: taken,
        [`GET ${at}/award_emoji`]: [{ id: 1, name: 'tada', user: { id: 9 } }, own],
        'GET /user': { id: 3 },
      },
    );

    expect(value).toEqual(own);
    expect(notes).toEqual(['You had given this reaction already.']);
  });

  test('a missing merge request stays a refusal', async () => {
    const { error } = await runAgainst(react, { ...mr, name: 'tada' }, {});

    expect(error).toMatchObject({ status: 404 });
  });
});
