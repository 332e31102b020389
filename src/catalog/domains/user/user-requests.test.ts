import { describe, expect, test } from 'vitest';
import { formText, recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { userActions } from './user-actions.ts';

const byId = new Map(userActions.map((action) => [action.id, action]));

function run(id: string, input: unknown, answers: readonly unknown[] = [{}]) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers });
}

const user = { user_id: 5 };
const token = { name: 'ci', scopes: 'api, read_user', expires_at: '2026-12-31' };
const tokenBody = { name: 'ci', scopes: ['api', 'read_user'], expires_at: '2026-12-31' };

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['user.current', {}, 'GET /user'],
  ['user.me', {}, 'GET /user'],
  ['user.current_user_status', {}, 'GET /user/status'],
  ['user.get_status', user, 'GET /users/5/status'],
  [
    'user.set_status',
    { availability: 'busy', message: 'Lunch', clear_status_after: '30_minutes' },
    ['PUT /user/status', { availability: 'busy', message: 'Lunch', clear_status_after: '30_minutes' }],
  ],
  ['user.activities', { from: '2026-01-01' }, 'GET /user/activities?from=2026-01-01'],
  ['user.list', { search: 'ali', active: true, per_page: 5 }, 'GET /users?search=ali&active=true&per_page=5'],
  ['user.get', user, 'GET /users/5'],
  ['user.associations_count', user, 'GET /users/5/associations_count'],
  ['user.memberships', { ...user, type: 'projects' }, 'GET /users/5/memberships?type=Project'],
  [
    'user.create',
    { email: 'a@b.example', username: 'a', name: 'A', reset_password: true },
    ['POST /users', { email: 'a@b.example', username: 'a', name: 'A', reset_password: true }],
  ],
  ['user.modify', { ...user, username: 'b' }, ['PUT /users/5', { username: 'b' }]],
  ['user.delete', { ...user, hard_delete: true }, 'DELETE /users/5?hard_delete=true'],
  ['user.avatar_get', { email: 'a@b.example', size: 32 }, 'GET /avatar?email=a@b.example&size=32'],
  ['user.activate', user, 'POST /users/5/activate'],
  ['user.deactivate', user, 'POST /users/5/deactivate'],
  ['user.block', user, 'POST /users/5/block'],
  ['user.unblock', user, 'POST /users/5/unblock'],
  ['user.ban', user, 'POST /users/5/ban'],
  ['user.unban', user, 'POST /users/5/unban'],
  ['user.approve', user, 'POST /users/5/approve'],
  ['user.reject', user, 'POST /users/5/reject'],
  ['user.disable_two_factor', user, 'PATCH /users/5/disable_two_factor'],
  ['user.delete_identity', { ...user, provider: 'ldap/main' }, 'DELETE /users/5/identities/ldap%2Fmain'],
  ['user.ssh_keys', {}, 'GET /user/keys'],
  ['user.ssh_keys_for_user', user, 'GET /users/5/keys'],
  ['user.get_ssh_key', { key_id: 3 }, 'GET /user/keys/3'],
  ['user.get_ssh_key_for_user', { ...user, key_id: 3 }, 'GET /users/5/keys/3'],
  [
    'user.add_ssh_key',
    { title: 'laptop', key: 'ssh-ed25519 AAAA', expires_at: '2026-12-31' },
    ['POST /user/keys', { title: 'laptop', key: 'ssh-ed25519 AAAA', expires_at: '2026-12-31' }],
  ],
  [
    'user.add_ssh_key_for_user',
    { ...user, title: 'laptop', key: 'ssh-ed25519 AAAA' },
    ['POST /users/5/keys', { title: 'laptop', key: 'ssh-ed25519 AAAA' }],
  ],
  ['user.delete_ssh_key', { key_id: 3 }, 'DELETE /user/keys/3'],
  ['user.delete_ssh_key_for_user', { ...user, key_id: 3 }, 'DELETE /users/5/keys/3'],
  ['user.gpg_keys', {}, 'GET /user/gpg_keys'],
  ['user.gpg_keys_for_user', user, 'GET /users/5/gpg_keys'],
  ['user.get_gpg_key', { key_id: 3 }, 'GET /user/gpg_keys/3'],
  ['user.get_gpg_key_for_user', { ...user, key_id: 3 }, 'GET /users/5/gpg_keys/3'],
  ['user.add_gpg_key', { key: 'KEY\nEND' }, ['POST /user/gpg_keys', { key: 'KEY\nEND' }]],
  ['user.add_gpg_key_for_user', { ...user, key: 'KEY' }, ['POST /users/5/gpg_keys', { key: 'KEY' }]],
  ['user.delete_gpg_key', { key_id: 3 }, 'DELETE /user/gpg_keys/3'],
  ['user.delete_gpg_key_for_user', { ...user, key_id: 3 }, 'DELETE /users/5/gpg_keys/3'],
  ['user.key_get_by_fingerprint', { fingerprint: 'SHA256:ab' }, 'GET /keys?fingerprint=SHA256:ab'],
  ['user.key_get_with_user', { key_id: 3 }, 'GET /keys/3'],
  ['user.emails', {}, 'GET /user/emails'],
  ['user.emails_for_user', user, 'GET /users/5/emails'],
  ['user.get_email', { email_id: 3 }, 'GET /user/emails/3'],
  ['user.add_email', { email: 'a@b.example' }, ['POST /user/emails', { email: 'a@b.example' }]],
  [
    'user.add_email_for_user',
    { ...user, email: 'a@b.example', skip_confirmation: true },
    ['POST /users/5/emails', { email: 'a@b.example', skip_confirmation: true }],
  ],
  ['user.delete_email', { email_id: 3 }, 'DELETE /user/emails/3'],
  ['user.delete_email_for_user', { ...user, email_id: 3 }, 'DELETE /users/5/emails/3'],
  ['user.create_current_user_pat', token, ['POST /user/personal_access_tokens', tokenBody]],
  ['user.create_personal_access_token', { ...user, ...token }, ['POST /users/5/personal_access_tokens', tokenBody]],
  ['user.list_impersonation_tokens', { ...user, state: 'active' }, 'GET /users/5/impersonation_tokens?state=active'],
  ['user.get_impersonation_token', { ...user, token_id: 3 }, 'GET /users/5/impersonation_tokens/3'],
  ['user.create_impersonation_token', { ...user, ...token }, ['POST /users/5/impersonation_tokens', tokenBody]],
  ['user.revoke_impersonation_token', { ...user, token_id: 3 }, 'DELETE /users/5/impersonation_tokens/3'],
  [
    'user.todo_list',
    { state: 'open', type: 'merge_request', project_id: 9 },
    'GET /todos?state=pending&type=MergeRequest&project_id=9',
  ],
  ['user.todo_mark_done', { todo_id: 3 }, 'POST /todos/3/mark_as_done'],
  ['user.todo_mark_all_done', {}, 'POST /todos/mark_as_done'],
  [
    'user.event_list_contributions',
    { action: 'push', since: '2026-01-31', scope: 'all' },
    'GET /events?action=pushed&after=2026-01-31&scope=all',
  ],
  ['user.contribution_events', { ...user, before: '2026-02-01' }, 'GET /users/5/events?before=2026-02-01'],
  ['user.event_list_project', { project_id: 'a/b', sort: 'asc' }, 'GET /projects/a%2Fb/events?sort=asc'],
  ['user.namespace_list', { owned_only: true }, 'GET /namespaces?owned_only=true'],
  ['user.namespace_search', { query: 'acme' }, 'GET /namespaces?search=acme'],
  ['user.namespace_get', { id: 'acme/team' }, 'GET /namespaces/acme%2Fteam'],
  ['user.namespace_exists', { path: 'acme', parent_id: 4 }, 'GET /namespaces/acme/exists?parent_id=4'],
  ['user.notification_global_get', {}, 'GET /notification_settings'],
  ['user.notification_global_update', { level: 'watch' }, ['PUT /notification_settings', { level: 'watch' }]],
  ['user.notification_group_get', { group_id: 'acme' }, 'GET /groups/acme/notification_settings'],
  [
    'user.notification_group_update',
    { group_id: 'acme', level: 'custom', new_note: 'true' },
    ['PUT /groups/acme/notification_settings', { level: 'custom', new_note: true }],
  ],
  ['user.notification_project_get', { project_id: 1 }, 'GET /projects/1/notification_settings'],
  [
    'user.notification_project_update',
    { project_id: 1, level: 'mention' },
    ['PUT /projects/1/notification_settings', { level: 'mention' }],
  ],
  ['user.list_service_accounts', { order_by: 'username' }, 'GET /service_accounts?order_by=username'],
  ['user.create_service_account', { name: 'Bot' }, ['POST /service_accounts', { name: 'Bot' }]],
  [
    'user.update_service_account',
    { service_account_id: 8, name: 'Bot' },
    ['PATCH /service_accounts/8', { name: 'Bot' }],
  ],
  [
    'user.create_runner',
    { runner_type: 'project', project_id: 9, tags: 'docker,linux' },
    ['POST /user/runners', { runner_type: 'project_type', project_id: '9', tag_list: ['docker', 'linux'] }],
  ],
];

describe('requests of the user actions', () => {
  test.each(rows)('%s sends what GitLab documents', async (id, input, sent) => {
    const recording = await run(id, input);

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([sent]);
  });

  test('every action but the upload has a row', () => {
    const tested = new Set(rows.map(([id]) => id));

    expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual(['user.upload_avatar']);
  });

  test('T-77: an avatar is sent as a file', async () => {
    const { requests } = await run('user.upload_avatar', { filename: 'me.png', content_base64: 'aGk=' });

    expect(requests[0]).toMatchObject({ method: 'PUT', path: '/user/avatar' });
    expect(formText(requests[0])).toContain('name="avatar"; filename="me.png"');
  });
});

describe('who is meant', () => {
  test('T-14: a username becomes the number GitLab wants', async () => {
    const { sent } = await run('user.get', { user: '@alice' }, [[{ id: 5 }], {}]);

    expect(sent).toEqual(['GET /users?username=alice', 'GET /users/5']);
  });

  test('T-14: the path of a project becomes its number', async () => {
    const { sent } = await run('user.todo_list', { project_id: 'acme/site' }, [{ id: 9 }, []]);

    expect(sent).toEqual(['GET /projects/acme%2Fsite', 'GET /todos?project_id=9']);
  });

  test.each(['7.5', '7abc', '-3', true])('T-01: %s is refused before anything is sent', async (value) => {
    const { sent, error } = await run('user.get', { user_id: value });

    expect(sent).toEqual([]);
    expect(error?.message).toContain('user_id');
  });

  test('T-01: a number and its text are the same request', async () => {
    const asNumber = await run('user.get', { user_id: 5 });
    const asText = await run('user.get', { user_id: ' 5 ' });

    expect(asText.sent).toEqual(asNumber.sent);
  });
});
