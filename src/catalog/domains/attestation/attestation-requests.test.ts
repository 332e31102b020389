import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { startStandIn } from '../../../../test/support/run-action.ts';
import { attestationActions } from './attestation-actions.ts';

const byId = new Map(attestationActions.map((action) => [action.id, action]));

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'attestation.list',
    { project_id: 'a/b', sha256: '5db1fee4b5703808c48078a76768b155b421b210c0761cd6a5d223f4d99f1eaa', page: 2 },
    'GET /projects/a%2Fb/attestations/5db1fee4b5703808c48078a76768b155b421b210c0761cd6a5d223f4d99f1eaa?page=2',
  ],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every attestation action has a row or a test of its own', () => {
  const tested = new Set([...rows.map(([id]) => id), 'attestation.download']);
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

test('T-76: the bundle is a download of its own, with size and checksum', async () => {
  await using gitlab = await startStandIn((_, reply) =>
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"mediaType":"x"}'),
  );

  const { value } = await gitlab.run(byId.get('attestation.download'), { project_id: 'a/b', iid: 4 });

  expect(gitlab.seen()).toEqual(['GET /projects/a%2Fb/attestations/4/download']);
  expect(value).toMatchObject({ file_name: 'attestation-4.json', size: 17, content: '{"mediaType":"x"}' });
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
