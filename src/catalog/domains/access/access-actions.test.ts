import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { accessActions } from './access-actions.ts';

const byId = new Map(accessActions.map((action) => [action.id, action]));

function run(id: string, input: unknown, answers: readonly unknown[] = [{}]) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers });
}

const project = { project_id: 'acme/site' };
const inProject = '/projects/acme%2Fsite';
const group = { group_id: 'acme' };
const inGroup = '/groups/acme';
const key = { title: 'ci', key: 'ssh-ed25519 AAAA' };
const newDeployToken = { name: 'pull', scopes: 'read_repository, read_registry', expires_at: '2027-01-31T00:00:00Z' };
const deployToken = { ...newDeployToken, scopes: ['read_repository', 'read_registry'] };
const newToken = { name: 'bot', scopes: ['api'], access_level: 'developer', expires_at: '2026-12-31' };
const token = { ...newToken, access_level: 30 };
const invitation = { email: ['a@b.example', 'c@d.example'], access_level: 'reporter', expires_at: '2026-12-31' };
const invited = { email: 'a@b.example,c@d.example', access_level: 20, expires_at: '2026-12-31' };

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['access.deploy_key_list_all', { public: true, page: 2 }, 'GET /deploy_keys?public=true&page=2'],
  ['access.deploy_key_list_project', project, `GET ${inProject}/deploy_keys`],
  ['access.deploy_key_list_user_project', { user: '@ada' }, 'GET /users/ada/project_deploy_keys'],
  ['access.deploy_key_get', { ...project, key_id: 3 }, `GET ${inProject}/deploy_keys/3`],
  [
    'access.deploy_key_add',
    { ...project, ...key, can_push: true },
    [`POST ${inProject}/deploy_keys`, { ...key, can_push: true }],
  ],
  ['access.deploy_key_add_instance', key, ['POST /deploy_keys', key]],
  ['access.deploy_key_enable', { ...project, deploy_key_id: 3 }, `POST ${inProject}/deploy_keys/3/enable`],
  [
    'access.deploy_key_update',
    { ...project, deploy_key_id: 3, can_push: false },
    [`PUT ${inProject}/deploy_keys/3`, { can_push: false }],
  ],
  ['access.deploy_key_delete', { ...project, deploy_key_id: 3 }, `DELETE ${inProject}/deploy_keys/3`],
  ['access.deploy_token_list_all', { active: true }, 'GET /deploy_tokens?active=true'],
  ['access.deploy_token_list_project', project, `GET ${inProject}/deploy_tokens`],
  ['access.deploy_token_get_project', { ...project, token_id: 4 }, `GET ${inProject}/deploy_tokens/4`],
  [
    'access.deploy_token_create_project',
    { ...project, ...newDeployToken },
    [`POST ${inProject}/deploy_tokens`, deployToken],
  ],
  ['access.deploy_token_delete_project', { ...project, deploy_token_id: 4 }, `DELETE ${inProject}/deploy_tokens/4`],
  ['access.deploy_token_list_group', { ...group, per_page: 5 }, `GET ${inGroup}/deploy_tokens?per_page=5`],
  ['access.deploy_token_get_group', { ...group, deploy_token_id: 4 }, `GET ${inGroup}/deploy_tokens/4`],
  ['access.deploy_token_create_group', { ...group, ...newDeployToken }, [`POST ${inGroup}/deploy_tokens`, deployToken]],
  ['access.deploy_token_delete_group', { ...group, deploy_token_id: 4 }, `DELETE ${inGroup}/deploy_tokens/4`],
  [
    'access.token_project_list',
    { ...project, state: 'active', sort: 'expires_asc' },
    `GET ${inProject}/access_tokens?state=active&sort=expires_asc`,
  ],
  ['access.token_project_get', { ...project, token_id: 5 }, `GET ${inProject}/access_tokens/5`],
  ['access.token_project_create', { ...project, ...newToken }, [`POST ${inProject}/access_tokens`, token]],
  [
    'access.token_project_rotate',
    { ...project, token_id: 5, expires_at: '2026-12-31' },
    [`POST ${inProject}/access_tokens/5/rotate`, { expires_at: '2026-12-31' }],
  ],
  ['access.token_project_rotate_self', project, `POST ${inProject}/access_tokens/self/rotate`],
  ['access.token_project_revoke', { ...project, token_id: 5 }, `DELETE ${inProject}/access_tokens/5`],
  [
    'access.token_group_list',
    { ...group, revoked: false, expires_before: '2026-12-31' },
    `GET ${inGroup}/access_tokens?revoked=false&expires_before=2026-12-31`,
  ],
  ['access.token_group_get', { ...group, token_id: 5 }, `GET ${inGroup}/access_tokens/5`],
  ['access.token_group_create', { ...group, ...newToken }, [`POST ${inGroup}/access_tokens`, token]],
  ['access.token_group_rotate', { ...group, token_id: 5 }, `POST ${inGroup}/access_tokens/5/rotate`],
  ['access.token_group_rotate_self', group, `POST ${inGroup}/access_tokens/self/rotate`],
  ['access.token_group_revoke', { ...group, token_id: 5 }, `DELETE ${inGroup}/access_tokens/5`],
  ['access.token_personal_list', { user_id: 7, search: 'ci' }, 'GET /personal_access_tokens?user_id=7&search=ci'],
  ['access.token_personal_get', { token_id: '#5' }, 'GET /personal_access_tokens/5'],
  [
    'access.token_personal_rotate',
    { token_id: 5, expires_at: '2026-12-31' },
    ['POST /personal_access_tokens/5/rotate', { expires_at: '2026-12-31' }],
  ],
  ['access.token_personal_rotate_self', {}, 'POST /personal_access_tokens/self/rotate'],
  ['access.token_personal_revoke', { token_id: 5 }, 'DELETE /personal_access_tokens/5'],
  ['access.token_personal_revoke_self', {}, 'DELETE /personal_access_tokens/self'],
  ['access.request_list_project', project, `GET ${inProject}/access_requests`],
  ['access.request_list_group', group, `GET ${inGroup}/access_requests`],
  ['access.request_project', project, `POST ${inProject}/access_requests`],
  ['access.request_group', group, `POST ${inGroup}/access_requests`],
  [
    'access.approve_project',
    { ...project, user_id: 7, role: 'Maintainer' },
    [`PUT ${inProject}/access_requests/7/approve`, { access_level: 40 }],
  ],
  ['access.approve_group', { ...group, user_id: 7 }, `PUT ${inGroup}/access_requests/7/approve`],
  ['access.deny_project', { ...project, user_id: 7 }, `DELETE ${inProject}/access_requests/7`],
  ['access.deny_group', { ...group, user_id: 7 }, `DELETE ${inGroup}/access_requests/7`],
  ['access.invite_project', { ...project, ...invitation }, [`POST ${inProject}/invitations`, invited]],
  ['access.invite_group', { ...group, ...invitation }, [`POST ${inGroup}/invitations`, invited]],
  ['access.invite_list_project', { ...project, search: 'b.example' }, `GET ${inProject}/invitations?query=b.example`],
  ['access.invite_list_group', group, `GET ${inGroup}/invitations`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every access action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

test('the token in use is asked for by the word self', async () => {
  const { sent } = await run('access.token_personal_get', { token_id: 'self' });

  expect(sent).toEqual(['GET /personal_access_tokens/self']);
});

test.each([
  ['access.token_personal_rotate_self', {}],
  ['access.token_project_rotate_self', project],
  ['access.token_group_rotate_self', group],
])('%s says that it ends the session of its caller', async (id, input) => {
  const { outcome } = await run(id, input, [{ id: 7, token: 'glpat-new' }]);

  expect(outcome?.value).toMatchObject({ token: 'glpat-new' });
  expect(outcome?.notes).toEqual([expect.stringContaining('no longer works')]);
  expect(byId.get(id)?.summary).toContain('This session ends');
});

test('T-14: a username is looked up where GitLab takes only the number', async () => {
  const { sent } = await run('access.approve_project', { ...project, username: 'ada' }, [[{ id: 7 }], {}]);

  expect(sent).toEqual(['GET /users?username=ada', `PUT ${inProject}/access_requests/7/approve`]);
});

test('a deploy token with a scope of another kind of token is refused, with the scopes there are', async () => {
  const { error, sent } = await run('access.deploy_token_create_project', { ...project, name: 'x', scopes: ['api'] });

  expect(error?.message).toContain('write_package_registry');
  expect(sent).toEqual([]);
});

describe('an invitation', () => {
  const input = { ...project, email: 'a@b.example, c@d.example', access_level: 30 };

  test('is not sent without anyone to invite', async () => {
    const { error, sent } = await run('access.invite_project', { ...project, access_level: 30 });

    expect(error?.message).toContain('at least one of email, user_id');
    expect(sent).toEqual([]);
  });

  test('that reached everybody has no note', async () => {
    const { outcome } = await run('access.invite_project', input, [{ status: 'success' }]);

    expect(outcome).toMatchObject({ value: { status: 'success' }, notes: [] });
  });

  test('that reached only some says who was left out and why', async () => {
    const answer = { status: 'error', message: { 'a@b.example': 'Already invited' } };

    const { outcome } = await run('access.invite_project', input, [answer]);

    expect(outcome?.value).toEqual(answer);
    expect(outcome?.notes).toEqual(['1 of 2 were not invited, GitLab answered: a@b.example: Already invited']);
  });

  test.each<unknown>([{ 'a@b.example': 'Already invited', 'c@d.example': 'Invalid' }, 'Too many', null])(
    'that reached nobody is an error, although GitLab answered 201: %j',
    async (message) => {
      const { error } = await run('access.invite_project', input, [{ status: 'error', message }]);

      expect(error).toMatchObject({ code: 'gitlab.refused', message: expect.stringContaining('nobody was invited') });
    },
  );
});
