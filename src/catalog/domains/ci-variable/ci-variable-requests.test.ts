import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { ciVariableActions } from './ci-variable-actions.ts';

const byId = new Map(ciVariableActions.map((action) => [action.id, action]));

const key = 'DB_PASSWORD';
const inProject = { project_id: 'acme/site', key };
const project = '/projects/acme%2Fsite/variables';
const inGroup = { group_id: 'acme', key };
const group = '/groups/acme/variables';
const instance = '/admin/ci/variables';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['ci_variable.list', { project_id: 'acme/site', page: '2' }, `GET ${project}?page=2`],
  ['ci_variable.get', inProject, `GET ${project}/${key}`],
  [
    'ci_variable.create',
    { ...inProject, value: 'secret', environment_scope: 'review/*', masked: 1, hidden: false, type: 'file' },
    [
      `POST ${project}`,
      {
        key,
        value: 'secret',
        environment_scope: 'review/*',
        masked: true,
        masked_and_hidden: false,
        variable_type: 'file',
      },
    ],
  ],
  [
    'ci_variable.update',
    { ...inProject, environment_scope: 'production', value: 'x', new_environment_scope: '*' },
    [`PUT ${project}/${key}?filter[environment_scope]=production`, { value: 'x', environment_scope: '*' }],
  ],
  ['ci_variable.delete', { ...inProject, scope: '*' }, `DELETE ${project}/${key}?filter[environment_scope]=*`],
  ['ci_variable.group_list', { group_id: 'acme' }, `GET ${group}`],
  ['ci_variable.group_get', inGroup, `GET ${group}/${key}`],
  ['ci_variable.group_create', { ...inGroup, value: 'x' }, [`POST ${group}`, { key, value: 'x' }]],
  ['ci_variable.group_update', { ...inGroup, protected: true }, [`PUT ${group}/${key}`, { protected: true }]],
  ['ci_variable.group_delete', inGroup, `DELETE ${group}/${key}`],
  ['ci_variable.instance_list', {}, `GET ${instance}`],
  ['ci_variable.instance_get', { key }, `GET ${instance}/${key}`],
  ['ci_variable.instance_create', { key, value: 'x' }, [`POST ${instance}`, { key, value: 'x' }]],
  ['ci_variable.instance_update', { key, raw: true }, [`PUT ${instance}/${key}`, { raw: true }]],
  ['ci_variable.instance_delete', { key }, `DELETE ${instance}/${key}`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);

  const recording = await recordRequests(action, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every variable action has a row', () => {
  expect([...byId.keys()].filter((id) => !rows.some(([known]) => known === id))).toEqual([]);
});

describe('T-17: of two variables with one key', () => {
  test.each(['ci_variable.get', 'ci_variable.delete'])('%s means the one of its environment', async (id) => {
    const action = byId.get(id);
    if (action === undefined) throw new Error('no action');

    const { requests } = await recordRequests(action, { ...inProject, environment_scope: 'review/a&b' });

    expect(requests[0]?.query).toBe('filter[environment_scope]=review%2Fa%26b');
  });

  test('an update never moves a variable to the environment that only names it', async () => {
    const action = byId.get('ci_variable.update');
    if (action === undefined) throw new Error('no action');

    const { requests } = await recordRequests(action, { ...inProject, environment_scope: 'production', value: 'x' });

    expect(requests[0]?.body).toEqual({ value: 'x' });
  });
});
