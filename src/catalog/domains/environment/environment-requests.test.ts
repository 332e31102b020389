import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { environmentActions } from './environment-actions.ts';

const byId = new Map(environmentActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';
const environment = { ...project, environment_id: 3 };
const deployment = { ...project, deployment_id: 9 };
const freeze = { ...project, freeze_period_id: 2 };
const guarded = { ...project, environment: 'review/a b' };
const guardedPath = `${at}/protected_environments/review%2Fa%20b`;

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'environment.list',
    { ...project, search: 'prod', state: 'active' },
    `GET ${at}/environments?search=prod&states=available`,
  ],
  ['environment.get', environment, `GET ${at}/environments/3`],
  [
    'environment.create',
    { ...project, name: 'production', tier: 'prod', url: 'https://x.example' },
    [`POST ${at}/environments`, { name: 'production', tier: 'production', external_url: 'https://x.example' }],
  ],
  [
    'environment.update',
    { ...environment, cluster_agent_id: null, description: 'x' },
    [`PUT ${at}/environments/3`, { cluster_agent_id: null, description: 'x' }],
  ],
  ['environment.stop', { ...environment, force: true }, [`POST ${at}/environments/3/stop`, { force: true }]],
  ['environment.delete', environment, `DELETE ${at}/environments/3`],
  [
    'environment.deployment_list',
    { ...project, environment: 'production', status: 'deployed', sort: 'desc' },
    `GET ${at}/deployments?environment=production&status=success&sort=desc`,
  ],
  ['environment.deployment_get', deployment, `GET ${at}/deployments/9`],
  [
    'environment.deployment_merge_requests',
    { ...deployment, state: 'merged' },
    `GET ${at}/deployments/9/merge_requests?state=merged`,
  ],
  [
    'environment.deployment_create',
    { ...project, environment: 'production', ref: 'v1', sha: 'abc', tag: true, status: 'success' },
    [`POST ${at}/deployments`, { environment: 'production', ref: 'v1', sha: 'abc', tag: true, status: 'success' }],
  ],
  [
    'environment.deployment_update',
    { ...deployment, status: 'failure' },
    [`PUT ${at}/deployments/9`, { status: 'failed' }],
  ],
  [
    'environment.deployment_approve_or_reject',
    { ...deployment, decision: 'approve', comment: 'ok' },
    [`POST ${at}/deployments/9/approval`, { status: 'approved', comment: 'ok' }],
  ],
  ['environment.deployment_delete', deployment, `DELETE ${at}/deployments/9`],
  ['environment.freeze_list', project, `GET ${at}/freeze_periods`],
  ['environment.freeze_get', freeze, `GET ${at}/freeze_periods/2`],
  [
    'environment.freeze_create',
    { ...project, freeze_start: '0 23 * * 5', freeze_end: '0 8 * * 1', timezone: 'UTC' },
    [`POST ${at}/freeze_periods`, { freeze_start: '0 23 * * 5', freeze_end: '0 8 * * 1', cron_timezone: 'UTC' }],
  ],
  [
    'environment.freeze_update',
    { ...freeze, end: '0 9 * * 1' },
    [`PUT ${at}/freeze_periods/2`, { freeze_end: '0 9 * * 1' }],
  ],
  ['environment.freeze_delete', freeze, `DELETE ${at}/freeze_periods/2`],
  ['environment.protected_list', project, `GET ${at}/protected_environments`],
  ['environment.protected_get', guarded, `GET ${guardedPath}`],
  [
    'environment.protected_protect',
    { ...project, environment: 'production', deploy_access_levels: [{ access_level: 'maintainer' }] },
    [`POST ${at}/protected_environments`, { name: 'production', deploy_access_levels: [{ access_level: 40 }] }],
  ],
  [
    'environment.protected_update',
    { ...guarded, approval_rules: [{ id: 4, _destroy: true }] },
    [`PUT ${guardedPath}`, { approval_rules: [{ id: 4, _destroy: true }] }],
  ],
  ['environment.protected_unprotect', guarded, `DELETE ${guardedPath}`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);

  const recording = await recordRequests(action, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every environment action has a row', () => {
  expect([...byId.keys()].filter((id) => !rows.some(([known]) => known === id))).toEqual([]);
});

test('T-07: an exact name and a part of a name exclude each other, and the refusal names both', async () => {
  const action = byId.get('environment.list');
  if (action === undefined) throw new Error('no action');

  const { error, sent } = await recordRequests(action, { ...project, name: 'production', search: 'prod' });

  expect(error?.message).toContain('name and search');
  expect(sent).toEqual([]);
});
