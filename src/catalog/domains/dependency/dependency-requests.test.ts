import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { startStandIn } from '../../../../test/support/run-action.ts';
import { dependencyActions } from './dependency-actions.ts';

const byId = new Map(dependencyActions.map((action) => [action.id, action]));

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'dependency.list',
    { project_id: 'a/b', package_manager: 'npm, go', pagination: 'keyset' },
    'GET /projects/a%2Fb/dependencies?package_manager=npm,go&pagination=keyset',
  ],
  [
    'dependency.export_create',
    { pipeline_id: 12, export_type: 'CycloneDX' },
    ['POST /pipelines/12/dependency_list_exports', { export_type: 'sbom' }],
  ],
  ['dependency.export_get', { export_id: 3 }, 'GET /dependency_list_exports/3'],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every dependency action has a row or a test of its own', () => {
  const tested = new Set([...rows.map(([id]) => id), 'dependency.export_download']);
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

test('the kind of an export need not be said', async () => {
  const { sent } = await run('dependency.export_create', { pipeline_id: 12 });

  expect(sent).toEqual([['POST /pipelines/12/dependency_list_exports', { export_type: 'sbom' }]]);
});

test('T-76: the export is downloaded with size and checksum', async () => {
  await using gitlab = await startStandIn((_, reply) =>
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"bomFormat":"CycloneDX"}'),
  );

  const { value } = await gitlab.run(byId.get('dependency.export_download'), { id: 3 });

  expect(gitlab.seen()).toEqual(['GET /dependency_list_exports/3/download']);
  expect(value).toMatchObject({ file_name: 'dependencies-3.json', content: '{"bomFormat":"CycloneDX"}' });
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
