import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { mergeTrainActions } from './merge-train-actions.ts';

const byId = new Map(mergeTrainActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite/merge_trains';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'merge_train.list_project',
    { ...project, scope: 'active', sort: 'asc', pagination: 'keyset' },
    `GET ${at}?scope=active&sort=asc&pagination=keyset`,
  ],
  ['merge_train.list_branch', { ...project, branch: 'release/1.0', page: 2 }, `GET ${at}/release%2F1.0?page=2`],
  ['merge_train.get', { ...project, mr_iid: '!12' }, `GET ${at}/merge_requests/12`],
  [
    'merge_train.add',
    { ...project, merge_request_iid: 12, when_pipeline_succeeds: true, sha: 'abc', squash: true },
    [`POST ${at}/merge_requests/12`, { auto_merge: true, sha: 'abc', squash: true }],
  ],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every merge train action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
