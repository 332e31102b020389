import { expect, test } from 'vitest';
import { startStandIn } from '../../../../test/support/run-action.ts';
import { modelRegistryActions } from './model-registry-actions.ts';

const [action] = modelRegistryActions;

test.each<[string, object, string]>([
  ['a file at the top', { filename: 'a b.bin' }, '/files/a%20b.bin'],
  ['a file in a folder', { path: 'out/v1/', file: 'model.pkl' }, '/files/out/v1/model.pkl'],
])('%s is downloaded from its place', async (_, file, at) => {
  await using gitlab = await startStandIn((_request, reply) =>
    reply.writeHead(200, { 'content-type': 'application/octet-stream' }).end('weights'),
  );

  const { value } = await gitlab.run(action, { project_id: 'a/b', model_version_id: 'candidate:5', ...file });

  expect(gitlab.seen()).toEqual([`GET /projects/a%2Fb/packages/ml_models/candidate%3A5${at}`]);
  expect(value).toMatchObject({ size: 7, content: 'weights' });
});

test.each([{ path: '../..' }, { path: 'a/%2e%2e/b' }, { filename: '..' }, { model_version_id: '5/../6' }])(
  'T-09: %j leads nowhere else',
  async (hostile) => {
    await using gitlab = await startStandIn((_, reply) => reply.end());

    const run = gitlab.run(action, { project_id: 'a/b', model_version_id: '5', filename: 'x', ...hostile });

    await expect(run).rejects.toMatchObject({ code: 'input.invalid' });
    expect(gitlab.requests).toEqual([]);
  },
);
