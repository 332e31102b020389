import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { externalStatusCheckActions } from './external-status-check-actions.ts';

const byId = new Map(externalStatusCheckActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const mergeRequest = { ...project, merge_request_iid: 12 };
const checks = '/projects/acme%2Fsite/external_status_checks';
const ofMergeRequest = '/projects/acme%2Fsite/merge_requests/12';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['external_status_check.list_project', { ...project, page: 2 }, `GET ${checks}?page=2`],
  ['external_status_check.list_project_checks', project, `GET ${checks}`],
  ['external_status_check.list_project_mr_checks', mergeRequest, `GET ${ofMergeRequest}/status_checks`],
  [
    'external_status_check.create_project',
    { ...project, name: 'Scan', url: 'https://scan.example', protected_branch_ids: '1,2' },
    [`POST ${checks}`, { name: 'Scan', external_url: 'https://scan.example', protected_branch_ids: [1, 2] }],
  ],
  [
    'external_status_check.update_project',
    { ...project, check_id: 3, shared_secret: 'x' },
    [`PUT ${checks}/3`, { shared_secret: 'x' }],
  ],
  ['external_status_check.delete_project', { ...project, id: 3 }, `DELETE ${checks}/3`],
  [
    'external_status_check.set_project_mr_status',
    { ...mergeRequest, external_status_check_id: 3, sha: 'abc', status: 'success' },
    [`POST ${ofMergeRequest}/status_check_responses`, { external_status_check_id: 3, sha: 'abc', status: 'passed' }],
  ],
  [
    'external_status_check.retry_project',
    { ...mergeRequest, check_id: 3 },
    `POST ${ofMergeRequest}/status_checks/3/retry`,
  ],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every external status check action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
