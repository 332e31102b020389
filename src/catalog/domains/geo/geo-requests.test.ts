import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { geoActions } from './geo-actions.ts';

const byId = new Map(geoActions.map((action) => [action.id, action]));

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['geo.list', { per_page: 5 }, 'GET /geo_sites?per_page=5'],
  ['geo.get', { site_id: 2 }, 'GET /geo_sites/2'],
  ['geo.list_status', {}, 'GET /geo_sites/status'],
  ['geo.get_status', { id: 2 }, 'GET /geo_sites/2/status'],
  [
    'geo.create',
    { name: 'east', url: 'https://east.example', selective_sync_type: 'shards', selective_sync_shards: 'a, b' },
    [
      'POST /geo_sites',
      { name: 'east', url: 'https://east.example', selective_sync_type: 'shards', selective_sync_shards: ['a', 'b'] },
    ],
  ],
  [
    'geo.edit',
    { id: 2, enabled: false, selective_sync_namespace_ids: '4,5' },
    ['PUT /geo_sites/2', { enabled: false, selective_sync_namespace_ids: [4, 5] }],
  ],
  ['geo.repair', { id: 2 }, 'POST /geo_sites/2/repair'],
  ['geo.delete', { id: 2 }, 'DELETE /geo_sites/2'],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every geo action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

test('an edit without a change is refused before anything is sent', async () => {
  const { error, sent } = await run('geo.edit', { id: 2 });

  expect(error?.message).toContain('files_max_capacity');
  expect(sent).toEqual([]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
