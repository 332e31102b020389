import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { featureFlagsActions } from './feature-flags-actions.ts';

const byId = new Map(featureFlagsActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';
const named = { ...project, name: 'new_menu' };
const audience = { ...project, user_list_iid: 2 };

const rollout = {
  name: 'flexibleRollout',
  parameters: { groupId: 'default', rollout: '50', stickiness: 'default' },
  scopes: [{ environment_scope: 'production' }],
};

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['feature_flags.feature_flag_list', { ...project, scope: 'active' }, `GET ${at}/feature_flags?scope=enabled`],
  ['feature_flags.feature_flag_get', { ...project, flag: 'a/b' }, `GET ${at}/feature_flags/a%2Fb`],
  [
    'feature_flags.feature_flag_create',
    { ...named, version: 'new_version_flag', strategies: [rollout] },
    [`POST ${at}/feature_flags`, { name: 'new_menu', version: 'new_version_flag', strategies: [rollout] }],
  ],
  [
    'feature_flags.feature_flag_create',
    { ...named, strategies: JSON.stringify([rollout]) },
    [`POST ${at}/feature_flags`, { name: 'new_menu', strategies: [rollout] }],
  ],
  [
    'feature_flags.feature_flag_update',
    { ...named, new_name: 'menu', enabled: false, strategies: [{ id: 4, _destroy: true }] },
    [`PUT ${at}/feature_flags/new_menu`, { name: 'menu', active: false, strategies: [{ id: 4, _destroy: true }] }],
  ],
  ['feature_flags.feature_flag_delete', named, `DELETE ${at}/feature_flags/new_menu`],
  ['feature_flags.ff_user_list_list', { ...project, search: 'beta' }, `GET ${at}/feature_flags_user_lists?search=beta`],
  ['feature_flags.ff_user_list_get', audience, `GET ${at}/feature_flags_user_lists/2`],
  [
    'feature_flags.ff_user_list_create',
    { ...named, user_xids: 'u1, u2' },
    [`POST ${at}/feature_flags_user_lists`, { name: 'new_menu', user_xids: 'u1,u2' }],
  ],
  [
    'feature_flags.ff_user_list_update',
    { ...audience, users: ['u1', 'u3'] },
    [`PUT ${at}/feature_flags_user_lists/2`, { user_xids: 'u1,u3' }],
  ],
  ['feature_flags.ff_user_list_delete', audience, `DELETE ${at}/feature_flags_user_lists/2`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);

  const recording = await recordRequests(action, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every feature flag action has a row', () => {
  expect([...byId.keys()].filter((id) => !rows.some(([known]) => known === id))).toEqual([]);
});
