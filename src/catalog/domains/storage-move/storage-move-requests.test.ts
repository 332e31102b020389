import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { storageMoveActions } from './storage-move-actions.ts';

const byId = new Map(storageMoveActions.map((action) => [action.id, action]));

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['storage_move.retrieve_all_project', { page: 2 }, 'GET /project_repository_storage_moves?page=2'],
  ['storage_move.retrieve_project', { project_id: 7 }, 'GET /projects/7/repository_storage_moves'],
  ['storage_move.get_project', { id: 3 }, 'GET /project_repository_storage_moves/3'],
  ['storage_move.get_project_for_project', { project_id: 7, move_id: 3 }, 'GET /projects/7/repository_storage_moves/3'],
  [
    'storage_move.schedule_project',
    { project_id: 7, destination: 'storage2' },
    ['POST /projects/7/repository_storage_moves', { destination_storage_name: 'storage2' }],
  ],
  [
    'storage_move.schedule_all_project',
    { source: 'default' },
    ['POST /project_repository_storage_moves', { source_storage_name: 'default' }],
  ],
  [
    'storage_move.retrieve_all_group',
    { page: 2, pagination: 'keyset' },
    'GET /group_repository_storage_moves?page=2&pagination=keyset',
  ],
  ['storage_move.retrieve_group', { group_id: 7 }, 'GET /groups/7/repository_storage_moves'],
  ['storage_move.get_group', { id: 3 }, 'GET /group_repository_storage_moves/3'],
  ['storage_move.get_group_for_group', { group_id: 7, move_id: 3 }, 'GET /groups/7/repository_storage_moves/3'],
  [
    'storage_move.schedule_group',
    { group_id: 7, destination: 'storage2' },
    ['POST /groups/7/repository_storage_moves', { destination_storage_name: 'storage2' }],
  ],
  [
    'storage_move.schedule_all_group',
    { source: 'default' },
    ['POST /group_repository_storage_moves', { source_storage_name: 'default' }],
  ],
  ['storage_move.retrieve_all_snippet', { page: 2 }, 'GET /snippet_repository_storage_moves?page=2'],
  ['storage_move.retrieve_snippet', { snippet_id: 7 }, 'GET /snippets/7/repository_storage_moves'],
  ['storage_move.get_snippet', { id: 3 }, 'GET /snippet_repository_storage_moves/3'],
  ['storage_move.get_snippet_for_snippet', { snippet_id: 7, move_id: 3 }, 'GET /snippets/7/repository_storage_moves/3'],
  [
    'storage_move.schedule_snippet',
    { snippet_id: 7, destination: 'storage2' },
    ['POST /snippets/7/repository_storage_moves', { destination_storage_name: 'storage2' }],
  ],
  [
    'storage_move.schedule_all_snippet',
    { source: 'default' },
    ['POST /snippet_repository_storage_moves', { source_storage_name: 'default' }],
  ],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every storage move action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

test.each([
  ['project', 'acme/site', 'GET /projects/acme%2Fsite'],
  ['group', 'acme', 'GET /groups/acme?with_projects=false'],
])('T-14: a %s given by path is looked up, because GitLab takes only the number', async (kind, path, lookUp) => {
  const { sent } = await run(`storage_move.retrieve_${kind}`, { [`${kind}_id`]: path });

  expect(sent).toEqual([lookUp, `GET /${kind}s/5/repository_storage_moves`]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
