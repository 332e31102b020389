import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { groupActions } from './group-actions.ts';
import { pathFromName } from './group-path.ts';

const byId = new Map(groupActions.map((action) => [action.id, action]));

function run(id: string, input: unknown, answers: readonly unknown[] = [{}]) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers });
}

const group = { group_id: 'acme/team' };
const at = '/groups/acme%2Fteam';
const board = { ...group, board_id: 2 };

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['group.list', { owned: true, skip_groups: [1, 2] }, 'GET /groups?owned=true&skip_groups[]=1&skip_groups[]=2'],
  ['group.search', { query: 'acme' }, 'GET /groups?search=acme'],
  ['group.get', group, `GET ${at}?with_projects=false`],
  [
    'group.create',
    { name: 'Team', path: 't', parent_id: 3 },
    ['POST /groups', { name: 'Team', path: 't', parent_id: '3' }],
  ],
  ['group.update', { ...group, description: 'x' }, [`PUT ${at}`, { description: 'x' }]],
  ['group.delete', group, `DELETE ${at}`],
  ['group.restore', group, `POST ${at}/restore`],
  ['group.archive', group, `POST ${at}/archive`],
  ['group.unarchive', group, `POST ${at}/unarchive`],
  [
    'group.subgroups',
    { ...group, custom_attributes: { team: 'a' } },
    `GET ${at}/descendant_groups?custom_attributes[team]=a`,
  ],
  ['group.transfer_locations', { ...group, search: 'x' }, `GET ${at}/transfer_locations?search=x`],
  [
    'group.projects',
    { ...group, recursive: true, archived: false },
    `GET ${at}/projects?include_subgroups=true&archived=false`,
  ],
  ['group.shared_projects', { ...group, simple: true }, `GET ${at}/projects/shared?simple=true`],
  ['group.issues', { ...group, state: 'open' }, `GET ${at}/issues?state=opened`],
  ['group.shared_with', group, `GET ${at}/groups/shared`],
  ['group.invited_groups', { ...group, relation: 'direct' }, `GET ${at}/invited_groups?relation[]=direct`],
  ['group.release_list', { ...group, simple: true }, `GET ${at}/releases?simple=true`],
  ['group.transfer_project', { ...group, project_id: 'acme/site' }, `POST ${at}/projects/acme%2Fsite`],
  ['group.members', { ...group, query: 'al', sort: 'asc' }, `GET ${at}/members/all?query=al&sort=asc`],
  ['group.group_member_get', { ...group, user_id: 5 }, `GET ${at}/members/5`],
  ['group.group_member_get_inherited', { ...group, user_id: 5 }, `GET ${at}/members/all/5`],
  [
    'group.group_member_add',
    { ...group, user_id: 5, role: 'owner' },
    [`POST ${at}/members`, { user_id: 5, access_level: 50 }],
  ],
  [
    'group.group_member_edit',
    { ...group, user_id: 5, expires_at: '2026-12-31' },
    [`PUT ${at}/members/5`, { expires_at: '2026-12-31' }],
  ],
  [
    'group.group_member_remove',
    { ...group, user_id: 5, skip_subresources: true },
    `DELETE ${at}/members/5?skip_subresources=true`,
  ],
  [
    'group.share_with_group',
    { ...group, shared_group_id: 9, group_access: 'developer' },
    [`POST ${at}/share`, { group_id: '9', group_access: 30 }],
  ],
  ['group.unshare_from_group', { ...group, shared_group_id: 9 }, `DELETE ${at}/share/9`],
  [
    'group.group_member_share',
    { ...group, share_group_id: 9, group_access: 30 },
    [`POST ${at}/share`, { group_id: '9', group_access: 30 }],
  ],
  ['group.group_member_unshare', { ...group, share_group_id: 9 }, `DELETE ${at}/share/9`],
  ['group.group_billable_members_list', { ...group, sort: 'name_asc' }, `GET ${at}/billable_members?sort=name_asc`],
  [
    'group.group_billable_member_memberships_list',
    { ...group, user_id: 5 },
    `GET ${at}/billable_members/5/memberships`,
  ],
  ['group.group_billable_member_remove', { ...group, user_id: 5 }, `DELETE ${at}/billable_members/5`],
  ['group.group_label_list', { ...group, only_group_labels: false }, `GET ${at}/labels?only_group_labels=false`],
  ['group.group_label_get', { ...group, label_id: 'a/b' }, `GET ${at}/labels/a%2Fb`],
  [
    'group.group_label_create',
    { ...group, name: 'bug', color: 'red' },
    [`POST ${at}/labels`, { name: 'bug', color: 'red' }],
  ],
  [
    'group.group_label_update',
    { ...group, label_id: 'bug', new_name: 'x' },
    [`PUT ${at}/labels/bug`, { new_name: 'x' }],
  ],
  ['group.group_label_delete', { ...group, label_id: 'bug' }, `DELETE ${at}/labels/bug`],
  ['group.group_label_subscribe', { ...group, label_id: 'bug' }, `POST ${at}/labels/bug/subscribe`],
  ['group.group_label_unsubscribe', { ...group, label_id: 'bug' }, `POST ${at}/labels/bug/unsubscribe`],
  [
    'group.group_milestone_list',
    { ...group, containing_date: '2026-05-01' },
    `GET ${at}/milestones?containing_date=2026-05-01`,
  ],
  ['group.group_milestone_create', { ...group, title: 'v1' }, [`POST ${at}/milestones`, { title: 'v1' }]],
  ['group.group_board_list', group, `GET ${at}/boards`],
  ['group.group_board_get', board, `GET ${at}/boards/2`],
  ['group.group_board_create', { ...group, name: 'Team' }, [`POST ${at}/boards`, { name: 'Team' }]],
  [
    'group.group_board_update',
    { ...board, hide_backlog_list: true },
    [`PUT ${at}/boards/2`, { hide_backlog_list: true }],
  ],
  ['group.group_board_delete', board, `DELETE ${at}/boards/2`],
  ['group.group_board_list_lists', board, `GET ${at}/boards/2/lists`],
  ['group.group_board_get_list', { ...board, list_id: 6 }, `GET ${at}/boards/2/lists/6`],
  ['group.group_board_create_list', { ...board, label_id: 12 }, [`POST ${at}/boards/2/lists`, { label_id: 12 }]],
  [
    'group.group_board_update_list',
    { ...board, list_id: 6, position: 1 },
    [`PUT ${at}/boards/2/lists/6`, { position: 1 }],
  ],
  ['group.group_board_delete_list', { ...board, list_id: 6 }, `DELETE ${at}/boards/2/lists/6`],
];

describe('requests of the group actions', () => {
  test.each(rows)('%s sends what GitLab documents', async (id, input, sent) => {
    const recording = await run(id, input);

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([sent]);
  });

  test('T-14: a path of the other group becomes its number', async () => {
    const { sent } = await run('group.share_with_group', { ...group, shared_group_id: 'x/y', role: 30 }, [
      { id: 9 },
      {},
    ]);

    expect(sent).toEqual([
      'GET /groups/x%2Fy?with_projects=false',
      [`POST ${at}/share`, { group_id: 9, group_access: 30 }],
    ]);
  });
});

describe('group milestones by their number', () => {
  test.each([
    ['group.group_milestone_get', {}, `GET ${at}/milestones/77`],
    ['group.group_milestone_update', { title: 'v2' }, [`PUT ${at}/milestones/77`, { title: 'v2' }]],
    ['group.group_milestone_delete', {}, `DELETE ${at}/milestones/77`],
    ['group.group_milestone_issues', {}, `GET ${at}/milestones/77/issues`],
    ['group.group_milestone_merge_requests', {}, `GET ${at}/milestones/77/merge_requests`],
    ['group.group_milestone_burndown', {}, `GET ${at}/milestones/77/burndown_events`],
  ] as const)('%s looks the ID up first', async (id, more, sent) => {
    const recording = await run(id, { ...group, milestone_iid: 3, ...more }, [[{ id: 77, iid: 3 }], {}]);

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([`GET ${at}/milestones?iids[]=3`, sent]);
  });
});

describe('path of a new group', () => {
  test('comes from the name when it is not given', async () => {
    const { sent } = await run('group.create', { name: 'Größe & Co.' });

    expect(sent).toEqual([['POST /groups', { name: 'Größe & Co.', path: 'gro-e-co' }]]);
  });

  test('is asked for when the name has nothing to derive it from', async () => {
    const { sent, error } = await run('group.create', { name: '日本' });

    expect(sent).toEqual([]);
    expect(error?.message).toContain('give path');
  });

  test.each([
    ['My Team', 'my-team'],
    ['Équipe', 'equipe'],
    ['a.b_c', 'a.b_c'],
    ['--x--', 'x'],
  ])('%s gives %s', (name, path) => {
    expect(pathFromName(name)).toBe(path);
  });
});

describe('transfer of a group', () => {
  test('to the top: no parent is sent, and the group is there when it has none', async () => {
    const { sent, outcome } = await run('group.transfer', group, [{ id: 1, parent_id: null }]);

    expect(sent).toEqual([`POST ${at}/transfer`]);
    expect(outcome?.value).toEqual({ id: 1, parent_id: null });
  });

  test('in the background: the group is read until it is below its new parent', async () => {
    const { sent, outcome } = await run('group.transfer', { ...group, parent_id: 4 }, [
      { id: 1, parent_id: 3 },
      { id: 1, parent_id: 4 },
    ]);

    expect(sent).toEqual([[`POST ${at}/transfer`, { group_id: '4' }], 'GET /groups/1']);
    expect(outcome?.value).toEqual({ id: 1, parent_id: 4 });
  });
});
