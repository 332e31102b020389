import { describe, expect, test } from 'vitest';
import { formText, recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { ResponseHeaders } from '../../../gitlab/response-headers.ts';
import { groupActions } from './group-actions.ts';

const byId = new Map(groupActions.map((action) => [action.id, action]));

function run(id: string, input: unknown, answers: readonly unknown[] = [{}]) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers });
}

const group = { group_id: 'acme/team' };
const at = '/groups/acme%2Fteam';
const hook = { ...group, hook_id: 3 };
const account = { ...group, service_account_id: 8 };
const accounts = `${at}/service_accounts`;
const epic = { ...group, epic_iid: 6 };

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['group.hook_list', group, `GET ${at}/hooks`],
  ['group.hook_get', hook, `GET ${at}/hooks/3`],
  [
    'group.hook_add',
    { ...group, url: 'https://x.example', member_events: true },
    [`POST ${at}/hooks`, { url: 'https://x.example', member_events: true }],
  ],
  ['group.hook_edit', { ...hook, push_events: false }, [`PUT ${at}/hooks/3`, { push_events: false }]],
  ['group.hook_delete', hook, `DELETE ${at}/hooks/3`],
  ['group.hook_test', { ...hook, event: 'merge_request' }, `POST ${at}/hooks/3/test/merge_requests_events`],
  ['group.hook_resend_event', { ...hook, hook_event_id: 9 }, `POST ${at}/hooks/3/events/9/resend`],
  [
    'group.hook_set_custom_header',
    { ...hook, key: 'X-Key', value: 'v' },
    [`PUT ${at}/hooks/3/custom_headers/X-Key`, { value: 'v' }],
  ],
  ['group.hook_delete_custom_header', { ...hook, key: 'X-Key' }, `DELETE ${at}/hooks/3/custom_headers/X-Key`],
  [
    'group.hook_set_url_variable',
    { ...hook, key: 'token', value: 'v' },
    [`PUT ${at}/hooks/3/url_variables/token`, { value: 'v' }],
  ],
  ['group.hook_delete_url_variable', { ...hook, key: 'token' }, `DELETE ${at}/hooks/3/url_variables/token`],
  ['group.badge_list', group, `GET ${at}/badges`],
  ['group.badge_get', { ...group, badge_id: 4 }, `GET ${at}/badges/4`],
  [
    'group.badge_add',
    { ...group, link_url: 'https://a', image_url: 'https://b' },
    [`POST ${at}/badges`, { link_url: 'https://a', image_url: 'https://b' }],
  ],
  ['group.badge_edit', { ...group, badge_id: 4, name: 'x' }, [`PUT ${at}/badges/4`, { name: 'x' }]],
  ['group.badge_delete', { ...group, badge_id: 4 }, `DELETE ${at}/badges/4`],
  [
    'group.badge_preview',
    { ...group, link_url: 'https://a', image_url: 'https://b' },
    `GET ${at}/badges/render?link_url=https://a&image_url=https://b`,
  ],
  ['group.push_rule_get', group, `GET ${at}/push_rule`],
  ['group.push_rule_add', { ...group, max_file_size: 5 }, [`POST ${at}/push_rule`, { max_file_size: 5 }]],
  ['group.push_rule_edit', { ...group, member_check: true }, [`PUT ${at}/push_rule`, { member_check: true }]],
  ['group.push_rule_delete', group, `DELETE ${at}/push_rule`],
  ['group.group_upload_list', group, `GET ${at}/uploads`],
  ['group.group_upload_delete_by_id', { ...group, upload_id: 8 }, `DELETE ${at}/uploads/8`],
  [
    'group.group_upload_delete_by_secret',
    { ...group, secret: 'ab12', filename: 'a.png' },
    `DELETE ${at}/uploads/ab12/a.png`,
  ],
  ['group.group_export_schedule', group, `POST ${at}/export`],
  ['group.group_relations_schedule', { ...group, batched: true }, [`POST ${at}/export_relations`, { batched: true }]],
  [
    'group.group_relations_list_status',
    { ...group, relation: 'labels' },
    `GET ${at}/export_relations/status?relation=labels`,
  ],
  ['group.service_account_list', { ...group, order_by: 'username' }, `GET ${accounts}?order_by=username`],
  ['group.service_account_get', account, `GET ${accounts}/8`],
  ['group.service_account_create', { ...group, name: 'Bot' }, [`POST ${accounts}`, { name: 'Bot' }]],
  ['group.service_account_update', { ...account, name: 'Bot' }, [`PATCH ${accounts}/8`, { name: 'Bot' }]],
  ['group.service_account_delete', account, `DELETE ${accounts}/8`],
  ['group.service_account_pat_list', account, `GET ${accounts}/8/personal_access_tokens`],
  [
    'group.service_account_pat_create',
    { ...account, name: 'ci', scopes: ['api'] },
    [`POST ${accounts}/8/personal_access_tokens`, { name: 'ci', scopes: ['api'] }],
  ],
  ['group.service_account_pat_revoke', { ...account, token_id: 2 }, `DELETE ${accounts}/8/personal_access_tokens/2`],
  [
    'group.service_account_pat_rotate',
    { ...account, token_id: 2 },
    `POST ${accounts}/8/personal_access_tokens/2/rotate`,
  ],
  ['group.wiki_list', { ...group, with_content: true }, `GET ${at}/wikis?with_content=true`],
  ['group.wiki_get', { ...group, slug: 'docs/a b' }, `GET ${at}/wikis/docs%2Fa%20b`],
  ['group.wiki_create', { ...group, title: 'A', content: 'x' }, [`POST ${at}/wikis`, { title: 'A', content: 'x' }]],
  ['group.wiki_edit', { ...group, slug: 'a', content: 'x' }, [`PUT ${at}/wikis/a`, { content: 'x' }]],
  ['group.wiki_delete', { ...group, slug: 'a' }, `DELETE ${at}/wikis/a`],
  ['group.protected_branch_list', { ...group, search: 'm' }, `GET ${at}/protected_branches?search=m`],
  ['group.protected_branch_get', { ...group, branch: 'release/*' }, `GET ${at}/protected_branches/release%2F*`],
  [
    'group.protected_branch_protect',
    { ...group, name: 'main', push_access_level: 'maintainer', allowed_to_merge: [{ role: 'developer' }] },
    [
      `POST ${at}/protected_branches`,
      { name: 'main', push_access_level: 40, allowed_to_merge: [{ access_level: 30 }] },
    ],
  ],
  [
    'group.protected_branch_update',
    { ...group, branch: 'main', allow_force_push: true },
    [`PATCH ${at}/protected_branches/main`, { allow_force_push: true }],
  ],
  ['group.protected_branch_unprotect', { ...group, branch: 'main' }, `DELETE ${at}/protected_branches/main`],
  ['group.protected_env_list', group, `GET ${at}/protected_environments`],
  ['group.protected_env_get', { ...group, environment: 'production' }, `GET ${at}/protected_environments/production`],
  [
    'group.protected_env_protect',
    { ...group, name: 'prod', deploy_access_levels: [{ access_level: 40 }] },
    [`POST ${at}/protected_environments`, { name: 'production', deploy_access_levels: [{ access_level: 40 }] }],
  ],
  [
    'group.protected_env_update',
    { ...group, environment: 'staging', approval_rules: [{ id: 3, _destroy: true }] },
    [`PUT ${at}/protected_environments/staging`, { approval_rules: [{ id: 3, _destroy: true }] }],
  ],
  ['group.protected_env_unprotect', { ...group, environment: 'other' }, `DELETE ${at}/protected_environments/other`],
  ['group.ldap_link_list', group, `GET ${at}/ldap_group_links`],
  [
    'group.ldap_link_add',
    { ...group, provider: 'ldapmain', role: 'developer', cn: 'devs' },
    [`POST ${at}/ldap_group_links`, { provider: 'ldapmain', group_access: 30, cn: 'devs' }],
  ],
  [
    'group.ldap_link_delete',
    { ...group, cn: 'devs', provider: 'ldapmain' },
    `DELETE ${at}/ldap_group_links?cn=devs&provider=ldapmain`,
  ],
  [
    'group.ldap_link_delete_for_provider',
    { ...group, cn: 'devs', provider: 'ldapmain' },
    `DELETE ${at}/ldap_group_links/ldapmain/devs`,
  ],
  ['group.ldap_sync', group, `POST ${at}/ldap_sync`],
  ['group.saml_link_list', group, `GET ${at}/saml_group_links`],
  ['group.saml_link_get', { ...group, saml_group_name: 'a b' }, `GET ${at}/saml_group_links/a%20b`],
  [
    'group.saml_link_add',
    { ...group, saml_group_name: 'devs', access_level: 30 },
    [`POST ${at}/saml_group_links`, { saml_group_name: 'devs', access_level: 30 }],
  ],
  ['group.saml_link_delete', { ...group, saml_group_name: 'devs' }, `DELETE ${at}/saml_group_links/devs`],
  ['group.saml_users_list', { ...group, active: true }, `GET ${at}/saml_users?active=true`],
  ['group.list_provisioned_users', { ...group, username: 'a' }, `GET ${at}/provisioned_users?username=a`],
  ['group.ssh_cert_list', group, `GET ${at}/ssh_certificates`],
  [
    'group.ssh_cert_create',
    { ...group, title: 'CA', key: 'ssh-rsa A' },
    [`POST ${at}/ssh_certificates`, { title: 'CA', key: 'ssh-rsa A' }],
  ],
  ['group.ssh_cert_delete', { ...group, certificate_id: 4 }, `DELETE ${at}/ssh_certificates/4`],
  ['group.credential_list_pats', { ...group, state: 'active' }, `GET ${at}/manage/personal_access_tokens?state=active`],
  ['group.credential_revoke_pat', { ...group, token_id: 4 }, `DELETE ${at}/manage/personal_access_tokens/4`],
  ['group.credential_list_ssh_keys', group, `GET ${at}/manage/ssh_keys`],
  ['group.credential_delete_ssh_key', { ...group, key_id: 4 }, `DELETE ${at}/manage/ssh_keys/4`],
  [
    'group.security_settings_update',
    { ...group, enabled: true, projects_to_exclude: '1,2' },
    [`PUT ${at}/security_settings`, { secret_push_protection_enabled: true, projects_to_exclude: [1, 2] }],
  ],
  [
    'group.analytics_issues_count',
    { group_path: 'acme/team' },
    'GET /analytics/group_activity/issues_count?group_path=acme/team',
  ],
  [
    'group.analytics_mr_count',
    { group_path: 'acme' },
    'GET /analytics/group_activity/merge_requests_count?group_path=acme',
  ],
  [
    'group.analytics_members_count',
    { group_path: 'acme' },
    'GET /analytics/group_activity/new_members_count?group_path=acme',
  ],
  ['group.epic_board_list', group, `GET ${at}/epic_boards`],
  ['group.epic_board_get', { ...group, board_id: 2 }, `GET ${at}/epic_boards/2`],
  ['group.epic_get_links', { full_path: 'acme/team', epic_iid: '&6' }, `GET ${at}/epics/6/epics`],
  ['group.event_epic_label_list', epic, `GET ${at}/epics/6/resource_label_events`],
  ['group.event_epic_label_get', { ...epic, label_event_id: 2 }, `GET ${at}/epics/6/resource_label_events/2`],
];

describe('requests that administer a group', () => {
  test.each(rows)('%s sends what GitLab documents', async (id, input, sent) => {
    const recording = await run(id, input);

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([sent]);
  });

  test.each([
    ['T-07: an LDAP group and a filter', 'group.ldap_link_add', { provider: 'a', role: 30, cn: 'a', filter: 'b' }],
    ['neither an LDAP group nor a filter', 'group.ldap_link_delete', { provider: 'a' }],
    ['an environment that is no tier', 'group.protected_env_unprotect', { environment: 'review' }],
    ['a protection that changes nothing', 'group.protected_branch_update', { branch: 'main' }],
  ])('%s is refused before anything is sent', async (_title, id, input) => {
    const { sent, error } = await run(id, { ...group, ...input });

    expect(sent).toEqual([]);
    expect(error).toMatchObject({ code: 'input.invalid' });
  });

  test('T-16: a title that would move a page of the group is left out, and said so', async () => {
    const { sent, outcome } = await run('group.wiki_edit', { ...group, slug: 'a', title: 'B', content: 'x' });

    expect(sent).toEqual([[`PUT ${at}/wikis/a`, { content: 'x' }]]);
    expect(outcome?.notes[0]).toContain('would move the page from a to B');
  });
});

describe('files of a group', () => {
  test('T-77: an avatar is sent as a file', async () => {
    const { requests } = await run('group.upload_avatar', { ...group, filename: 'a.png', content_base64: 'aGk=' });

    expect(requests[0]).toMatchObject({ method: 'PUT', path: at });
    expect(formText(requests[0])).toContain('name="avatar"; filename="a.png"');
  });

  test('T-77: an archive travels with the fields of the form, the parent as a number', async () => {
    const { requests } = await run(
      'group.group_import_file',
      { filename: 'g.tar.gz', content_base64: 'aGk=', name: 'Team', path: 'team', parent_id: 'acme' },
      [{ id: 4 }, {}],
    );

    expect(requests[1]).toMatchObject({ method: 'POST', path: '/groups/import' });
    const form = formText(requests[1]);
    expect(form).toContain('name="name"\r\n\r\nTeam\r\n');
    expect(form).toContain('name="parent_id"\r\n\r\n4\r\n');
    expect(form).toContain('name="file"; filename="g.tar.gz"');
  });

  test('T-77: the archive may be named as file', async () => {
    const action = byId.get('group.group_import_file')!;
    const files = {
      read: () => Promise.resolve({ name: 'g.tar.gz', content: new Uint8Array([1]) }),
      write: () => Promise.reject(new Error('not asked')),
      list: () => Promise.reject(new Error('not asked')),
    };

    const { requests } = await recordRequests(action, { file: '/b/g.tar.gz', name: 'T', path: 't' }, { files });

    expect(formText(requests[0])).toContain('filename="g.tar.gz"');
  });

  test('T-76: the export is downloaded with its type, size and digest', async () => {
    const asked: string[] = [];

    const { outcome } = await recordRequests(byId.get('group.group_export_download')!, group, {
      stream: async (request) => {
        asked.push(request.path);
        return {
          status: 200,
          headers: new ResponseHeaders({}),
          mediaType: 'application/gzip',
          length: 2,
          part: undefined,
          body: chunks(),
          close: () => undefined,
        };
      },
    });

    expect(asked).toEqual([`${at}/export/download`]);
    expect(outcome?.value).toMatchObject({ file_name: 'group-export.tar.gz', size: 2, content: 'hi' });
  });
});

async function* chunks() {
  yield Buffer.from('hi');
}
