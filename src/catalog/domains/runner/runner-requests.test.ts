import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { runnerActions } from './runner-actions.ts';

const byId = new Map(runnerActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';
const runner = { runner_id: 9 };
const controller = { controller_id: 2 };
const inController = '/runner_controllers/2';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'runner.list',
    { type: 'shared', status: 'online', tags: 'docker, linux', paused: false },
    'GET /runners?type=instance_type&status=online&tag_list=docker,linux&paused=false',
  ],
  ['runner.list_all', { version_prefix: '18.' }, 'GET /runners/all?version_prefix=18.'],
  ['runner.list_project', { ...project, status: 'stale' }, `GET ${at}/runners?status=stale`],
  ['runner.list_group', { group_id: 'acme', page: 2 }, 'GET /groups/acme/runners?page=2'],
  ['runner.get', { id: '#9' }, 'GET /runners/9'],
  [
    'runner.update',
    { ...runner, paused: true, tag_list: 'docker, linux', maximum_timeout: 3600 },
    ['PUT /runners/9', { paused: true, tag_list: ['docker', 'linux'], maximum_timeout: 3600 }],
  ],
  ['runner.remove', runner, 'DELETE /runners/9'],
  ['runner.delete_registered', runner, 'DELETE /runners/9'],
  ['runner.jobs', { ...runner, status: 'cancelled', sort: 'asc' }, 'GET /runners/9/jobs?status=canceled&sort=asc'],
  ['runner.list_managers', runner, 'GET /runners/9/managers'],
  ['runner.enable_project', { ...project, ...runner }, [`POST ${at}/runners`, { runner_id: 9 }]],
  ['runner.disable_project', { ...project, ...runner }, `DELETE ${at}/runners/9`],
  [
    'runner.register',
    { token: 'GR1348', description: 'mac', run_untagged: true, access_level: 'ref-protected' },
    ['POST /runners', { token: 'GR1348', description: 'mac', run_untagged: true, access_level: 'ref_protected' }],
  ],
  ['runner.verify', { token: 'glrt-x' }, ['POST /runners/verify', { token: 'glrt-x' }]],
  ['runner.delete_by_token', { token: 'glrt-x' }, ['DELETE /runners', { token: 'glrt-x' }]],
  ['runner.reset_token', runner, 'POST /runners/9/reset_authentication_token'],
  ['runner.reset_instance_reg_token', {}, 'POST /runners/reset_registration_token'],
  ['runner.reset_group_reg_token', { group_id: 'acme' }, 'POST /groups/acme/runners/reset_registration_token'],
  ['runner.reset_project_reg_token', project, `POST ${at}/runners/reset_registration_token`],
  ['runner.controller_list', { pagination: 'keyset' }, 'GET /runner_controllers?pagination=keyset'],
  ['runner.controller_get', controller, `GET ${inController}`],
  [
    'runner.controller_create',
    { description: 'admission', state: 'dry run' },
    ['POST /runner_controllers', { description: 'admission', state: 'dry_run' }],
  ],
  ['runner.controller_update', { ...controller, state: 'enabled' }, [`PUT ${inController}`, { state: 'enabled' }]],
  ['runner.controller_delete', controller, `DELETE ${inController}`],
  ['runner.controller_scope_list', controller, `GET ${inController}/scopes`],
  ['runner.controller_scope_add_instance', controller, `POST ${inController}/scopes/instance`],
  ['runner.controller_scope_remove_instance', controller, `DELETE ${inController}/scopes/instance`],
  ['runner.controller_scope_add_runner', { ...controller, ...runner }, `POST ${inController}/scopes/runners/9`],
  ['runner.controller_scope_remove_runner', { ...controller, ...runner }, `DELETE ${inController}/scopes/runners/9`],
  ['runner.controller_token_list', controller, `GET ${inController}/tokens`],
  ['runner.controller_token_get', { ...controller, token_id: 4 }, `GET ${inController}/tokens/4`],
  [
    'runner.controller_token_create',
    { ...controller, description: 'east' },
    [`POST ${inController}/tokens`, { description: 'east' }],
  ],
  ['runner.controller_token_rotate', { ...controller, token_id: 4 }, `POST ${inController}/tokens/4/rotate`],
  ['runner.controller_token_revoke', { ...controller, token_id: 4 }, `DELETE ${inController}/tokens/4`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every runner action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

test('a runner token never travels in an address', async () => {
  for (const id of ['runner.verify', 'runner.delete_by_token', 'runner.register']) {
    const { requests } = await run(id, { token: 'glrt-secret' });

    expect(requests.map(({ path, query }) => `${path}${query ?? ''}`).join()).not.toContain('glrt-secret');
  }
});

test('T-04: a tag with a comma is refused where GitLab would read two', async () => {
  const { error, sent } = await run('runner.list', { tag_list: ['docker,linux'] });

  expect(error).toMatchObject({ code: 'input.invalid' });
  expect(sent).toEqual([]);
});

test('an update without a change is refused before anything is sent', async () => {
  const { error, sent } = await run('runner.update', runner);

  expect(error?.message).toContain('maintenance_note');
  expect(sent).toEqual([]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{}] });
}
