import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { memberRoleActions } from './member-role-actions.ts';

const byId = new Map(memberRoleActions.map((action) => [action.id, action]));

const role = { name: 'Auditor', base_access_level: 'Reporter', read_code: true, admin_runners: 'false' };
const roleBody = { name: 'Auditor', base_access_level: 20, read_code: true, admin_runners: false };

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['member_role.list_instance', {}, 'GET /member_roles'],
  ['member_role.list_group', { group_id: 'acme' }, 'GET /groups/acme/member_roles'],
  ['member_role.create_instance', role, ['POST /member_roles', roleBody]],
  ['member_role.create_group', { group_id: 'acme', ...role }, ['POST /groups/acme/member_roles', roleBody]],
  ['member_role.delete_instance', { id: 3 }, 'DELETE /member_roles/3'],
  ['member_role.delete_group', { group_id: 'acme', member_role_id: 3 }, 'DELETE /groups/acme/member_roles/3'],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every member role action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
