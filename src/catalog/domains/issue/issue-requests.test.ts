import { describe, expect, test } from 'vitest';
import { recordRequests, refusal, type Sent } from '../../../../test/support/record-requests.ts';
import { issueActions } from './issue-actions.ts';

const byId = new Map(issueActions.map((action) => [action.id, action]));

function run(id: string, input: unknown, answers: readonly unknown[] = []) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers });
}

const issue = { project_id: 'acme/site', issue_iid: 7 };
const at = '/projects/acme%2Fsite/issues/7';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['issue.list', { project_id: 'acme/site', state: 'open' }, 'GET /projects/acme%2Fsite/issues?state=opened'],
  [
    'issue.list',
    { project_id: 1, labels: ['bug', 'a b'], not_labels: 'wontfix', iids: '3, 4', assignee: 'alice', page: 2 },
    'GET /projects/1/issues?labels=bug,a b&not[labels]=wontfix&iids[]=3&iids[]=4&assignee_username=alice&page=2',
  ],
  ['issue.list_group', { group_id: 'acme', search: 'crash' }, 'GET /groups/acme/issues?search=crash'],
  ['issue.get', issue, `GET ${at}`],
  ['issue.get_by_id', { issue_id: 76 }, 'GET /issues/76'],
  [
    'issue.create',
    { project_id: 1, title: 'Crash', labels: 'bug,urgent', assignee_ids: [3], due_date: '2026-02-28' },
    ['POST /projects/1/issues', { title: 'Crash', labels: 'bug,urgent', assignee_ids: [3], due_date: '2026-02-28' }],
  ],
  ['issue.update', { ...issue, state: 'closed' }, [`PUT ${at}`, { state_event: 'close' }]],
  ['issue.update', { ...issue, add_labels: ['a', 'b'] }, [`PUT ${at}`, { add_labels: 'a,b' }]],
  ['issue.delete', issue, `DELETE ${at}`],
  ['issue.move', { ...issue, to_project_id: 9 }, [`POST ${at}/move`, { to_project_id: '9' }]],
  ['issue.reorder', { ...issue, move_after_id: 5 }, [`PUT ${at}/reorder`, { move_after_id: 5 }]],
  ['issue.participants', issue, `GET ${at}/participants`],
  ['issue.subscribe', issue, `POST ${at}/subscribe`],
  ['issue.unsubscribe', issue, `POST ${at}/unsubscribe`],
  ['issue.create_todo', issue, `POST ${at}/todo`],
  ['issue.mrs_closing', issue, `GET ${at}/closed_by`],
  ['issue.mrs_related', issue, `GET ${at}/related_merge_requests`],
  [
    'issue.note_list',
    { ...issue, activity_filter: 'only_comments', sort: 'asc' },
    `GET ${at}/notes?activity_filter=only_comments&sort=asc`,
  ],
  ['issue.note_get', { ...issue, note_id: 5 }, `GET ${at}/notes/5`],
  ['issue.note_create', { ...issue, comment: 'Thanks' }, [`POST ${at}/notes`, { body: 'Thanks' }]],
  ['issue.note_update', { ...issue, note_id: 5, body: 'x' }, [`PUT ${at}/notes/5`, { body: 'x' }]],
  ['issue.note_delete', { ...issue, note_id: 5 }, `DELETE ${at}/notes/5`],
  ['issue.discussion_list', { ...issue, unresolved_only: true, per_page: 50 }, `GET ${at}/discussions?per_page=50`],
  ['issue.discussion_get', { ...issue, discussion_id: 'ab12' }, `GET ${at}/discussions/ab12`],
  ['issue.discussion_create', { ...issue, body: 'x' }, [`POST ${at}/discussions`, { body: 'x' }]],
  [
    'issue.discussion_add_note',
    { ...issue, discussion_id: 'ab12', body: 'x' },
    [`POST ${at}/discussions/ab12/notes`, { body: 'x' }],
  ],
  [
    'issue.discussion_update_note',
    { ...issue, discussion_id: 'ab12', note_id: 5, resolved: true },
    [`PUT ${at}/discussions/ab12/notes/5`, { resolved: true }],
  ],
  [
    'issue.discussion_delete_note',
    { ...issue, discussion_id: 'ab12', note_id: 5 },
    `DELETE ${at}/discussions/ab12/notes/5`,
  ],
  ['issue.link_list', issue, `GET ${at}/links`],
  ['issue.link_get', { ...issue, issue_link_id: 3 }, `GET ${at}/links/3`],
  [
    'issue.link_create',
    { ...issue, target_project_id: 'acme/api', target_issue_iid: '#4', link_type: 'blocks' },
    [`POST ${at}/links`, { target_project_id: 'acme/api', target_issue_iid: 4, link_type: 'blocks' }],
  ],
  ['issue.link_delete', { ...issue, issue_link_id: 3 }, `DELETE ${at}/links/3`],
  ['issue.time_stats_get', issue, `GET ${at}/time_stats`],
  ['issue.time_estimate_set', { ...issue, duration: '3h' }, [`POST ${at}/time_estimate`, { duration: '3h' }]],
  ['issue.time_estimate_reset', issue, `POST ${at}/reset_time_estimate`],
  [
    'issue.spent_time_add',
    { ...issue, duration: '-1h', summary: 'typo' },
    [`POST ${at}/add_spent_time`, { duration: '-1h', summary: 'typo' }],
  ],
  ['issue.spent_time_reset', issue, `POST ${at}/reset_spent_time`],
  ['issue.emoji_issue_list', issue, `GET ${at}/award_emoji`],
  ['issue.emoji_issue_get', { ...issue, award_id: 3 }, `GET ${at}/award_emoji/3`],
  ['issue.emoji_issue_create', { ...issue, name: 'tada' }, [`POST ${at}/award_emoji`, { name: 'tada' }]],
  ['issue.emoji_issue_delete', { ...issue, award_id: 3 }, `DELETE ${at}/award_emoji/3`],
  ['issue.emoji_issue_note_list', { ...issue, note_id: 5 }, `GET ${at}/notes/5/award_emoji`],
  ['issue.emoji_issue_note_get', { ...issue, note_id: 5, award_id: 3 }, `GET ${at}/notes/5/award_emoji/3`],
  [
    'issue.emoji_issue_note_create',
    { ...issue, note_id: 5, name: 'tada' },
    [`POST ${at}/notes/5/award_emoji`, { name: 'tada' }],
  ],
  ['issue.emoji_issue_note_delete', { ...issue, note_id: 5, award_id: 3 }, `DELETE ${at}/notes/5/award_emoji/3`],
  ['issue.event_issue_label_list', issue, `GET ${at}/resource_label_events`],
  ['issue.event_issue_label_get', { ...issue, label_event_id: 2 }, `GET ${at}/resource_label_events/2`],
  ['issue.event_issue_milestone_list', issue, `GET ${at}/resource_milestone_events`],
  ['issue.event_issue_milestone_get', { ...issue, milestone_event_id: 2 }, `GET ${at}/resource_milestone_events/2`],
  ['issue.event_issue_state_list', issue, `GET ${at}/resource_state_events`],
  ['issue.event_issue_state_get', { ...issue, state_event_id: 2 }, `GET ${at}/resource_state_events/2`],
  ['issue.event_issue_iteration_list', issue, `GET ${at}/resource_iteration_events`],
  ['issue.event_issue_iteration_get', { ...issue, iteration_event_id: 2 }, `GET ${at}/resource_iteration_events/2`],
  ['issue.event_issue_weight_list', issue, `GET ${at}/resource_weight_events`],
  ['issue.iteration_list_project', { project_id: 1, state: 'current' }, 'GET /projects/1/iterations?state=current'],
  ['issue.iteration_list_group', { group_id: 'acme' }, 'GET /groups/acme/iterations'],
];

describe('requests of the issue actions', () => {
  test.each(rows)('%s sends what GitLab documents', async (id, input, sent) => {
    const recording = await run(id, input, [{}]);

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([sent]);
  });

  test('T-14: a path of the target project becomes its number first', async () => {
    const { sent } = await run('issue.move', { ...issue, to_project_id: 'acme/api' }, [{ id: 42 }, {}]);

    expect(sent).toEqual(['GET /projects/acme%2Fapi', [`POST ${at}/move`, { to_project_id: 42 }]]);
  });
});

describe('scope of instance-wide reads', () => {
  test.each([
    ['issue.list_all', 'GET /issues', {}],
    ['issue.statistics_get', 'GET /issues_statistics', {}],
    ['issue.statistics_get_group', 'GET /groups/acme/issues_statistics', { group_id: 'acme' }],
    ['issue.statistics_get_project', 'GET /projects/1/issues_statistics', { project_id: 1 }],
  ])('T-08: %s asks for all and says so', async (id, target, input) => {
    const { sent, outcome } = await run(id, input, [[]]);

    expect(sent).toEqual([`${target}?scope=all`]);
    expect(outcome?.notes).toEqual(['Scope all: every issue this token may see.']);
  });

  test('T-08: a narrower scope is sent as given, and its meaning told', async () => {
    const { sent, outcome } = await run('issue.list_all', { scope: 'mine', state: 'opened' }, [[]]);

    expect(sent).toEqual(['GET /issues?scope=created_by_me&state=opened']);
    expect(outcome?.notes).toEqual(['Scope created_by_me: only issues the caller created.']);
  });
});

describe('input of the issue actions', () => {
  test.each([
    ['T-04: a label with a comma', 'issue.create', { project_id: 1, title: 'x', labels: ['a, b'] }, 'labels'],
    ['T-04: a label with a comma to add', 'issue.update', { ...issue, add_labels: ['a,b'] }, 'add_labels'],
    ['T-04: a label filter with a comma', 'issue.list', { project_id: 1, labels: ['a,b'] }, 'labels'],
    [
      'T-07: two ways to name the author',
      'issue.list',
      { project_id: 1, author_id: 1, author_username: 'a' },
      'author_id and author_username',
    ],
    [
      'T-07: two ways to name the assignee',
      'issue.update',
      { ...issue, assignee_id: 1, assignee_ids: [2] },
      'assignee_id and assignee_ids',
    ],
    ['an update of nothing', 'issue.update', issue, 'at least one of title'],
    ['T-18: a due date that is none', 'issue.update', { ...issue, due_date: '2026-02-30' }, 'due_date'],
  ])('%s is refused before anything is sent', async (_title, id, input, named) => {
    const { sent, error } = await run(id, input);

    expect(sent).toEqual([]);
    expect(error?.message).toContain(named);
  });

  test('T-02: null is dropped, except where it clears a value', async () => {
    const { sent } = await run('issue.update', { ...issue, title: null, due_date: null, milestone_id: null }, [{}]);

    expect(sent).toEqual([[`PUT ${at}`, { due_date: null, milestone_id: null }]]);
  });

  test('T-18: a date travels as it was written', async () => {
    const { sent } = await run('issue.update', { ...issue, due_date: '2026-01-01' }, [{}]);

    expect(sent).toEqual([[`PUT ${at}`, { due_date: '2026-01-01' }]]);
  });

  test('an empty list of assignees or labels clears them', async () => {
    const { sent } = await run('issue.update', { ...issue, assignee_ids: [], labels: [] }, [{}]);

    expect(sent).toEqual([[`PUT ${at}`, { assignee_ids: [], labels: '' }]]);
  });
});

describe('internal comments', () => {
  const input = { ...issue, body: 'secret', internal: true };

  test('T-73: a comment that is internal is answered as it is', async () => {
    const { sent, outcome } = await run('issue.note_create', input, [{ id: 5, internal: true }]);

    expect(sent).toEqual([[`POST ${at}/notes`, { body: 'secret', internal: true }]]);
    expect(outcome?.value).toEqual({ id: 5, internal: true });
  });

  test('T-73: the older name of the flag counts', async () => {
    const { outcome } = await run('issue.note_create', input, [{ id: 5, confidential: true }]);

    expect(outcome?.value).toEqual({ id: 5, confidential: true });
  });

  test('T-73: a comment that came out public is removed and reported', async () => {
    const { sent, error } = await run('issue.note_create', input, [{ id: 5, internal: false }, undefined]);

    expect(sent[1]).toBe(`DELETE ${at}/notes/5`);
    expect(error?.message).toContain('so it was removed again');
  });

  test('T-73: a public comment that cannot be removed is named', async () => {
    const { error } = await run('issue.note_create', input, [{ id: 5, internal: false }, refusal('403 Forbidden')]);

    expect(error?.message).toContain('It is public: delete note 5');
  });

  test('T-73: an answer that says nothing leaves a warning', async () => {
    const { outcome } = await run('issue.note_create', input, [undefined]);

    expect(outcome?.notes).toEqual(['GitLab did not describe the comment it wrote: check that it is internal.']);
  });
});

describe('text and resolution of a note', () => {
  const input = { ...issue, discussion_id: 'ab12', note_id: 5, body: 'x', resolved: true };
  const note = `PUT ${at}/discussions/ab12/notes/5`;

  test('T-20: both together are two requests, the text first', async () => {
    const { sent, outcome } = await run('issue.discussion_update_note', input, [{ id: 5 }, { id: 5, resolved: true }]);

    expect(sent).toEqual([
      [note, { body: 'x' }],
      [note, { resolved: true }],
    ]);
    expect(outcome?.value).toEqual({ id: 5, resolved: true });
  });

  test('T-20: half done is told', async () => {
    const { error } = await run('issue.discussion_update_note', input, [{ id: 5 }, refusal('403 Forbidden')]);

    expect(error?.message).toBe('the text was changed, but the note was not resolved: 403 Forbidden');
  });
});

describe('discussions of an issue', () => {
  test('T-36: system notes are hidden by default, and their number told', async () => {
    const page = [
      { id: 'a', notes: [{ id: 1, system: true }] },
      { id: 'b', notes: [{ id: 2, system: false, resolvable: true, resolved: false }] },
    ];

    const { outcome } = await run('issue.discussion_list', issue, [page]);

    expect(outcome?.value).toEqual([
      {
        id: 'b',
        resolvable: true,
        resolved: false,
        notes: [{ id: 2, system: false, resolvable: true, resolved: false }],
      },
    ]);
    expect(outcome?.notes).toEqual(['Hidden on this page: 1 system note.']);
  });
});
