import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { projectAliasActions } from './project-alias-actions.ts';

const byId = new Map(projectAliasActions.map((action) => [action.id, action]));

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['project_alias.list', {}, 'GET /project_aliases'],
  ['project_alias.get', { name: 'gitlab' }, 'GET /project_aliases/gitlab'],
  [
    'project_alias.create',
    { project_id: 'acme/site', alias: 'site' },
    ['POST /project_aliases', { project_id: 'acme/site', name: 'site' }],
  ],
  ['project_alias.delete', { name: 'my alias' }, 'DELETE /project_aliases/my%20alias'],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every project alias action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
