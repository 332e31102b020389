import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { doraMetricsActions } from './dora-metrics-actions.ts';

const byId = new Map(doraMetricsActions.map((action) => [action.id, action]));

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'dora_metrics.project',
    { project_id: 'a/b', metric: 'MTTR', start_date: '2026-01-01', interval: 'monthly' },
    'GET /projects/a%2Fb/dora/metrics?metric=time_to_restore_service&start_date=2026-01-01&interval=monthly',
  ],
  [
    'dora_metrics.group',
    { group_id: 'acme', metric: 'deployment_frequency', environment_tiers: 'prod, staging' },
    'GET /groups/acme/dora/metrics?metric=deployment_frequency&environment_tiers[]=production&environment_tiers[]=staging',
  ],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every dora metrics action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
