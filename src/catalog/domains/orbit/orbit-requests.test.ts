import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { orbitActions } from './orbit-actions.ts';

const byId = new Map(orbitActions.map((action) => [action.id, action]));

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['orbit.status', {}, 'GET /orbit/status'],
  ['orbit.schema', { expand: 'Project,User' }, 'GET /orbit/schema?expand[]=Project&expand[]=User'],
  ['orbit.dsl', { response_format: 'raw' }, 'GET /orbit/schema/dsl?response_format=raw'],
  ['orbit.tools', {}, 'GET /orbit/tools'],
  [
    'orbit.query',
    { query: { query_type: 'search', node: { id: 'p' } }, response_format: 'llm' },
    ['POST /orbit/query', { query: { query_type: 'search', node: { id: 'p' } }, response_format: 'llm' }],
  ],
  ['orbit.graph_status', { full_path: 'acme/site' }, 'GET /orbit/graph_status?full_path=acme/site'],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);

  const recording = await recordRequests(action, input, { answers: [{}] });

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every action has a row', () => {
  expect(rows.map(([id]) => id).sort()).toEqual([...byId.keys()].sort());
});

test('JSON comes back as it is, and a text where one was asked for', async () => {
  await using gitlab = await startStandIn((request, reply) => {
    if (request.url.includes('llm')) reply.writeHead(200, { 'content-type': 'text/plain' }).end('nodes: 3');
    else replyJson(reply, { nodes: 3 });
  });

  const raw = await gitlab.run(byId.get('orbit.schema'), {});
  const llm = await gitlab.run(byId.get('orbit.schema'), { response_format: 'llm' });

  expect(raw.value).toEqual({ nodes: 3 });
  expect(llm.value).toEqual({ text: 'nodes: 3' });
});

test('T-28: a page instead of a text is an error', async () => {
  await using gitlab = await startStandIn((_, reply) =>
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'),
  );

  await expect(gitlab.run(byId.get('orbit.status'), { response_format: 'llm' })).rejects.toMatchObject({
    code: 'gitlab.answer',
  });
});

test('T-07: orbit.graph_status takes one place, and names all ways to say it', async () => {
  const action = byId.get('orbit.graph_status');
  if (action === undefined) throw new Error('no action');
  for (const input of [{}, { project_id: 7, namespace_id: 8 }]) {
    const { error, sent } = await recordRequests(action, input);

    expect(error?.message).toContain('namespace_id, project_id, full_path');
    expect(sent).toEqual([]);
  }
});
