import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { groupScimActions } from './group-scim-actions.ts';

const byId = new Map(groupScimActions.map((action) => [action.id, action]));

const identity = { group_id: 'acme', uid: 'ada@corp/1' };
const at = '/groups/acme/scim/ada%40corp%2F1';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['group_scim.list', { group_id: 'acme' }, 'GET /groups/acme/scim/identities'],
  ['group_scim.get', identity, `GET ${at}`],
  ['group_scim.update', { ...identity, extern_uid: 'new' }, [`PATCH ${at}`, { extern_uid: 'new' }]],
  ['group_scim.delete', identity, `DELETE ${at}`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every group scim action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
