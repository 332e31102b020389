import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { auditEventActions } from './audit-event-actions.ts';

const byId = new Map(auditEventActions.map((action) => [action.id, action]));

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'audit_event.list_instance',
    { entity_type: 'project', entity_id: 4, created_after: '2026-01-01' },
    'GET /audit_events?entity_type=Project&entity_id=4&created_after=2026-01-01',
  ],
  [
    'audit_event.list_group',
    { group_id: 'acme', created_before: '2026-01-01T08:00:00Z', pagination: 'keyset' },
    'GET /groups/acme/audit_events?created_before=2026-01-01T08:00:00Z&pagination=keyset',
  ],
  ['audit_event.list_project', { project_id: 'a/b', page: 2 }, 'GET /projects/a%2Fb/audit_events?page=2'],
  ['audit_event.get_instance', { id: 3 }, 'GET /audit_events/3'],
  ['audit_event.get_group', { group_id: 'acme', event_id: 3 }, 'GET /groups/acme/audit_events/3'],
  ['audit_event.get_project', { project_id: 'a/b', audit_event_id: 3 }, 'GET /projects/a%2Fb/audit_events/3'],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every audit event action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

test('an entity without its kind is refused before anything is sent', async () => {
  const { error, sent } = await run('audit_event.list_instance', { entity_id: 4 });

  expect(error?.message).toContain('entity_id needs entity_type');
  expect(sent).toEqual([]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
