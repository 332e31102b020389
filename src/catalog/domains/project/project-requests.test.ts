import { describe, expect, test } from 'vitest';
import { formText, recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { projectActions } from './project-actions.ts';

const byId = new Map(projectActions.map((action) => [action.id, action]));

function run(id: string, input: unknown, answers: readonly unknown[] = [{}]) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers });
}

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';
const board = { ...project, board_id: 2 };

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'project.list',
    { membership: true, search: 'site', language: 'Go', per_page: 50 },
    'GET /projects?membership=true&search=site&with_programming_language=Go&per_page=50',
  ],
  ['project.get', { ...project, statistics: true }, `GET ${at}?statistics=true`],
  [
    'project.create',
    { name: 'Site', namespace_id: 4, visibility: 'private', topics: 'a,b', readme: true },
    [
      'POST /projects',
      { name: 'Site', namespace_id: '4', visibility: 'private', topics: ['a', 'b'], initialize_with_readme: true },
    ],
  ],
  ['project.create_for_user', { user_id: 5, name: 'Site' }, ['POST /projects/user/5', { name: 'Site' }]],
  [
    'project.update',
    { ...project, merge_method: 'fast-forward', squash_option: 'always' },
    [`PUT ${at}`, { merge_method: 'ff', squash_option: 'always' }],
  ],
  ['project.delete', project, `DELETE ${at}`],
  [
    'project.delete',
    { ...project, permanently_remove: true, full_path: 'acme/site' },
    `DELETE ${at}?permanently_remove=true&full_path=acme/site`,
  ],
  ['project.restore', project, `POST ${at}/restore`],
  ['project.archive', project, `POST ${at}/archive`],
  ['project.unarchive', project, `POST ${at}/unarchive`],
  ['project.star', project, `POST ${at}/star`],
  ['project.unstar', project, `POST ${at}/unstar`],
  ['project.languages', project, `GET ${at}/languages`],
  ['project.statistics_get', project, `GET ${at}/statistics`],
  ['project.start_housekeeping', project, `POST ${at}/housekeeping`],
  ['project.repository_storage_get', project, `GET ${at}/storage`],
  ['project.fork', { ...project, into: 'acme/forks' }, [`POST ${at}/fork`, { namespace_path: 'acme/forks' }]],
  ['project.list_forks', { ...project, owned: true }, `GET ${at}/forks?owned=true`],
  ['project.create_fork_relation', { ...project, forked_from_id: 9 }, `POST ${at}/fork/9`],
  ['project.delete_fork_relation', project, `DELETE ${at}/fork`],
  ['project.list_user_projects', { user_id: 'alice', simple: true }, 'GET /users/alice/projects?simple=true'],
  ['project.list_user_starred', { user_id: 5 }, 'GET /users/5/starred_projects'],
  ['project.list_user_contributed', { user_id: '@alice' }, 'GET /users/alice/contributed_projects'],
  ['project.list_starrers', { ...project, search: 'al' }, `GET ${at}/starrers?search=al`],
  ['project.list_users', { ...project, skip_users: [1, 2] }, `GET ${at}/users?skip_users[]=1&skip_users[]=2`],
  ['project.list_groups', { ...project, with_shared: true }, `GET ${at}/groups?with_shared=true`],
  [
    'project.list_invited_groups',
    { ...project, min_access_level: 'developer' },
    `GET ${at}/invited_groups?min_access_level=30`,
  ],
  ['project.members', { ...project, query: 'al' }, `GET ${at}/members/all?query=al`],
  ['project.member_get', { ...project, user_id: 5 }, `GET ${at}/members/5`],
  ['project.member_inherited', { ...project, user_id: 5 }, `GET ${at}/members/all/5`],
  [
    'project.member_add',
    { ...project, username: 'alice', role: 'maintainer' },
    [`POST ${at}/members`, { username: 'alice', access_level: 40 }],
  ],
  [
    'project.member_edit',
    { ...project, user_id: 5, access_level: 30, expires_at: null },
    [`PUT ${at}/members/5`, { access_level: 30, expires_at: null }],
  ],
  [
    'project.member_delete',
    { ...project, user_id: 5, unassign: true },
    `DELETE ${at}/members/5?unassign_issuables=true`,
  ],
  [
    'project.share_with_group',
    { ...project, group_id: 7, group_access: 'reporter', expires_at: '2026-12-31' },
    [`POST ${at}/share`, { group_id: '7', group_access: 20, expires_at: '2026-12-31' }],
  ],
  ['project.delete_shared_group', { ...project, group_id: 7 }, `DELETE ${at}/share/7`],
  ['project.label_list', { ...project, with_counts: true }, `GET ${at}/labels?with_counts=true`],
  ['project.label_get', { ...project, label: 'a/b c' }, `GET ${at}/labels/a%2Fb%20c`],
  [
    'project.label_create',
    { ...project, name: 'bug, severe', color: '#ff0000', priority: 0 },
    [`POST ${at}/labels`, { name: 'bug, severe', color: '#ff0000', priority: 0 }],
  ],
  [
    'project.label_update',
    { ...project, label_id: 'bug', new_name: 'defect', priority: null },
    [`PUT ${at}/labels/bug`, { new_name: 'defect', priority: null }],
  ],
  ['project.label_delete', { ...project, label_id: 12 }, `DELETE ${at}/labels/12`],
  ['project.label_promote', { ...project, label_id: 'bug' }, `PUT ${at}/labels/bug/promote`],
  ['project.label_subscribe', { ...project, label_id: 'bug' }, `POST ${at}/labels/bug/subscribe`],
  ['project.label_unsubscribe', { ...project, label_id: 'bug' }, `POST ${at}/labels/bug/unsubscribe`],
  ['project.milestone_list', { ...project, state: 'open', iids: [3] }, `GET ${at}/milestones?state=active&iids[]=3`],
  [
    'project.milestone_create',
    { ...project, title: 'v1', due_date: '2026-06-30' },
    [`POST ${at}/milestones`, { title: 'v1', due_date: '2026-06-30' }],
  ],
  ['project.board_list', project, `GET ${at}/boards`],
  ['project.board_get', board, `GET ${at}/boards/2`],
  ['project.board_create', { ...project, name: 'Team' }, [`POST ${at}/boards`, { name: 'Team' }]],
  [
    'project.board_update',
    { ...board, name: 'Team', labels: ['a', 'b'] },
    [`PUT ${at}/boards/2`, { name: 'Team', labels: 'a,b' }],
  ],
  ['project.board_delete', board, `DELETE ${at}/boards/2`],
  ['project.board_list_list', board, `GET ${at}/boards/2/lists`],
  ['project.board_list_get', { ...board, list_id: 6 }, `GET ${at}/boards/2/lists/6`],
  ['project.board_list_create', { ...board, label_id: 12 }, [`POST ${at}/boards/2/lists`, { label_id: 12 }]],
  ['project.board_list_update', { ...board, list_id: 6, position: 0 }, [`PUT ${at}/boards/2/lists/6`, { position: 0 }]],
  ['project.board_list_delete', { ...board, list_id: 6 }, `DELETE ${at}/boards/2/lists/6`],
  ['project.upload_list', project, `GET ${at}/uploads`],
  ['project.upload_delete', { ...project, upload_id: 8 }, `DELETE ${at}/uploads/8`],
  [
    'project.upload_delete_by_secret',
    { ...project, secret: 'ab12', filename: 'a b.png' },
    `DELETE ${at}/uploads/ab12/a%20b.png`,
  ],
];

describe('requests of the project actions', () => {
  test.each(rows)('%s sends what GitLab documents', async (id, input, sent) => {
    const recording = await run(id, input);

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([sent]);
  });
});

describe('milestones by their number', () => {
  const milestone = { ...project, milestone_iid: 3 };
  const lookUp = `GET ${at}/milestones?iids[]=3`;

  test.each([
    ['project.milestone_get', {}, `GET ${at}/milestones/77`],
    ['project.milestone_update', { state: 'closed' }, [`PUT ${at}/milestones/77`, { state_event: 'close' }]],
    ['project.milestone_delete', {}, `DELETE ${at}/milestones/77`],
    ['project.milestone_issues', { page: 2 }, `GET ${at}/milestones/77/issues?page=2`],
    ['project.milestone_merge_requests', {}, `GET ${at}/milestones/77/merge_requests`],
  ] as const)('%s looks the ID up first', async (id, more, sent) => {
    const recording = await run(id, { ...milestone, ...more }, [[{ id: 77, iid: 3 }], {}]);

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([lookUp, sent]);
  });

  test('a number nobody has ends after the look-up', async () => {
    const { sent, error } = await run('project.milestone_delete', milestone, [[]]);

    expect(sent).toEqual([lookUp]);
    expect(error?.message).toContain('no milestone with the number 3');
  });

  test('a list that holds others does not decide which one is deleted', async () => {
    const { sent } = await run('project.milestone_delete', milestone, [
      [
        { id: 76, iid: 2 },
        { id: 77, iid: 3 },
      ],
      undefined,
    ]);

    expect(sent).toEqual([lookUp, `DELETE ${at}/milestones/77`]);
  });
});

describe('places given by path', () => {
  test('T-14: a path becomes the number GitLab wants', async () => {
    const created = await run('project.create', { name: 'Site', group: 'acme/team' }, [{ id: 4 }, {}]);
    const shared = await run('project.share_with_group', { ...project, group: 'acme', role: 20 }, [{ id: 7 }, {}]);
    const related = await run('project.create_fork_relation', { ...project, upstream: 'a/b' }, [{ id: 9 }, {}]);

    expect(created.sent).toEqual([
      'GET /namespaces/acme%2Fteam',
      ['POST /projects', { name: 'Site', namespace_id: 4 }],
    ]);
    expect(shared.sent[0]).toBe('GET /groups/acme?with_projects=false');
    expect(related.sent).toEqual(['GET /projects/a%2Fb', `POST ${at}/fork/9`]);
  });
});

describe('input of the project actions', () => {
  test.each([
    [
      'T-07: a member by ID and by name',
      'project.member_add',
      { user_id: 1, username: 'a', role: 30 },
      'user_id and username',
    ],
    [
      'a member by name where the ID belongs',
      'project.member_add',
      { user_id: 'bob', role: 30 },
      'user_id is "bob", give a positive whole number such as 7, or give username in its place',
    ],
    ['a member who is nobody', 'project.member_add', { role: 30 }, 'exactly one of user_id, username'],
    ['a role that is none', 'project.member_add', { user_id: 1, role: 'boss' }, 'access_level'],
    [
      'T-07: two namespaces for a fork',
      'project.fork',
      { namespace_id: 1, namespace_path: 'a' },
      'namespace_path and namespace_id',
    ],
    [
      'a list for two things',
      'project.board_list_create',
      { board_id: 2, label_id: 1, milestone_id: 2 },
      'exclude each other',
    ],
    ['permanent removal without the path', 'project.delete', { permanently_remove: true }, 'needs full_path'],
    ['an update of nothing', 'project.update', {}, 'at least one of name'],
    ['T-04: a board label with a comma', 'project.board_update', { board_id: 2, labels: ['a,b'] }, 'labels'],
  ])('%s is refused before anything is sent', async (_title, id, input, named) => {
    const { sent, error } = await run(id, { ...project, ...input });

    expect(sent).toEqual([]);
    expect(error?.message).toContain(named);
  });
});

describe('transfer of a project', () => {
  const transfer = [`PUT ${at}/transfer`, { namespace: 'acme/new' }] as const;
  const moved = { id: 1, namespace: { id: 8, full_path: 'Acme/New' } };

  test('a transfer that is done at once needs no second look', async () => {
    const { sent, outcome } = await run('project.transfer', { ...project, namespace: 'acme/new' }, [moved]);

    expect(sent).toEqual([transfer]);
    expect(outcome?.value).toEqual(moved);
  });

  test('a transfer in the background is waited for', async () => {
    const before = { id: 1, namespace: { id: 7, full_path: 'acme' } };

    const { sent, outcome } = await run('project.transfer', { ...project, group: 'acme/new' }, [before, moved]);

    expect(sent).toEqual([transfer, 'GET /projects/1']);
    expect(outcome?.value).toEqual(moved);
    expect(outcome?.notes).toEqual([]);
  });
});

describe('uploads', () => {
  test.each([
    ['project.upload', 'POST', `${at}/uploads`, 'file'],
    ['project.upload_avatar', 'PUT', at, 'avatar'],
  ])('T-77: %s sends a file', async (id, method, path, part) => {
    const { requests } = await run(id, { ...project, filename: 'a.png', content_base64: 'aGk=' });

    expect(requests[0]).toMatchObject({ method, path });
    expect(formText(requests[0])).toContain(`name="${part}"; filename="a.png"`);
  });
});
