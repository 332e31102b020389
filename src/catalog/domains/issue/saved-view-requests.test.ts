import { expect, test } from 'vitest';
import { recordGraphql } from '../../../../test/support/record-graphql.ts';
import { savedViews } from './saved-views.ts';

const byId = new Map(savedViews.map((action) => [action.id, action]));
const id = 'gid://gitlab/WorkItems::SavedViews::SavedView/4';
const view = {
  id,
  name: 'Mine',
  description: null,
  private: true,
  subscribed: true,
  sort: 'CREATED_DESC',
  filters: { state: 'opened' },
  displaySettings: {},
};
const page = { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null };
const views = { namespace: { savedViews: { nodes: [view], pageInfo: page } } };
const payload = { errors: [], savedView: view };

type Row = readonly [id: string, input: object, root: object, operation: string, variables: object];
const rows: readonly Row[] = [
  [
    'issue.work_item_saved_view_list',
    { namespace_path: 'acme', subscribed_only: true, search: 'mine' },
    views,
    'query namespace',
    { fullPath: 'acme', subscribedOnly: true, search: 'mine', first: 20 },
  ],
  [
    'issue.work_item_saved_view_get',
    { namespace_path: 'acme', saved_view_id: 4 },
    views,
    'query namespace',
    { fullPath: 'acme', id },
  ],
  [
    'issue.work_item_saved_view_create',
    { namespace_path: 'acme', name: 'Mine', sort: 'created desc', filters: { state: 'opened', labelName: ['ui'] } },
    { workItemSavedViewCreate: payload },
    'mutation workItemSavedViewCreate',
    {
      input: {
        namespacePath: 'acme',
        name: 'Mine',
        sort: 'CREATED_DESC',
        filters: { state: 'opened', labelName: ['ui'] },
        displaySettings: {},
      },
    },
  ],
  [
    'issue.work_item_saved_view_update',
    { saved_view_id: id, is_private: false, display_settings: { hiddenMetadataKeys: ['dates'] } },
    { workItemSavedViewUpdate: payload },
    'mutation workItemSavedViewUpdate',
    { input: { id, private: false, displaySettings: { hiddenMetadataKeys: ['dates'] } } },
  ],
  [
    'issue.work_item_saved_view_delete',
    { saved_view_id: 4 },
    { workItemSavedViewDelete: { errors: [] } },
    'mutation workItemSavedViewDelete',
    { input: { id } },
  ],
  [
    'issue.work_item_saved_view_subscribe',
    { view_id: 4 },
    { workItemSavedViewSubscribe: payload },
    'mutation workItemSavedViewSubscribe',
    { input: { id } },
  ],
  [
    'issue.work_item_saved_view_unsubscribe',
    { saved_view_id: '#4' },
    { workItemSavedViewUnsubscribe: payload },
    'mutation workItemSavedViewUnsubscribe',
    { input: { id } },
  ],
];

test.each(rows)('%s sends its document', async (name, input, root, operation, variables) => {
  const { error, sent, notes, value } = await recordGraphql(byId.get(name), input, { root: { ...root } });

  expect(error).toBeUndefined();
  expect(notes).toEqual([]);
  expect(sent).toEqual([[operation, variables]]);
  if (!/_(list|delete)$/.test(name)) expect(value).toEqual(view);
});

test('every action has a row', () => {
  expect(rows.map(([name]) => name).sort()).toEqual([...byId.keys()].sort());
});

test('a view that is not there, a change of nothing and a refusal are errors', async () => {
  const absent = await recordGraphql(
    byId.get('issue.work_item_saved_view_get'),
    { namespace_path: 'acme', saved_view_id: 4 },
    { root: { namespace: { savedViews: { nodes: [] } } } },
  );
  const empty = await recordGraphql(byId.get('issue.work_item_saved_view_update'), { saved_view_id: 4 });
  const refused = await recordGraphql(
    byId.get('issue.work_item_saved_view_subscribe'),
    { saved_view_id: 4 },
    { root: { workItemSavedViewSubscribe: { errors: ['Subscription limit reached'], savedView: null } } },
  );

  expect(absent.error).toMatchObject({ code: 'gitlab.refused', message: expect.stringContaining('not found') });
  expect(empty.error?.message).toContain('give at least one of name');
  expect(refused.error?.message).toContain('GitLab refused this (Subscription limit reached)');
});
