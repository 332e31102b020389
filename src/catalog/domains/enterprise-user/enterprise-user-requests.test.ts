import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { enterpriseUserActions } from './enterprise-user-actions.ts';

const byId = new Map(enterpriseUserActions.map((action) => [action.id, action]));

const group = { group_id: 'acme' };
const user = { ...group, user_id: 7 };
const at = '/groups/acme/enterprise_users';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'enterprise_user.list',
    { ...group, search: 'ada', blocked: false, two_factor: 'disabled', pagination: 'keyset', order_by: 'id' },
    `GET ${at}?search=ada&blocked=false&two_factor=disabled&pagination=keyset&order_by=id`,
  ],
  ['enterprise_user.get', user, `GET ${at}/7`],
  ['enterprise_user.disable_2fa', user, `PATCH ${at}/7/disable_two_factor`],
  ['enterprise_user.delete', { ...user, hard_delete: true }, `DELETE ${at}/7?hard_delete=true`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every enterprise user action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
