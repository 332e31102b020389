import { describe, expect, test } from 'vitest';
import { formText, recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { ResponseHeaders } from '../../../gitlab/response-headers.ts';
import type { GitLabApi } from '../../call.ts';
import { projectActions } from './project-actions.ts';

const byId = new Map(projectActions.map((action) => [action.id, action]));

function run(id: string, input: unknown, answers: readonly unknown[] = [{}]) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers });
}

const project = { project_id: 'acme/site' };
const group = { group_id: 'acme' };
const at = '/projects/acme%2Fsite';
const hook = { ...project, hook_id: 3 };
const account = { ...project, service_account_id: 8 };
const accounts = `${at}/service_accounts`;

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['project.hook_list', project, `GET ${at}/hooks`],
  ['project.hook_get', hook, `GET ${at}/hooks/3`],
  [
    'project.hook_add',
    { ...project, url: 'https://x.example', issues_events: true, custom_headers: [{ key: 'A', value: 'b' }] },
    [`POST ${at}/hooks`, { url: 'https://x.example', issues_events: true, custom_headers: [{ key: 'A', value: 'b' }] }],
  ],
  ['project.hook_edit', { ...hook, push_events: false }, [`PUT ${at}/hooks/3`, { push_events: false }]],
  ['project.hook_delete', hook, `DELETE ${at}/hooks/3`],
  ['project.hook_test', { ...hook, event: 'push' }, `POST ${at}/hooks/3/test/push_events`],
  [
    'project.hook_set_custom_header',
    { ...hook, key: 'X-Key', value: 'v' },
    [`PUT ${at}/hooks/3/custom_headers/X-Key`, { value: 'v' }],
  ],
  ['project.hook_delete_custom_header', { ...hook, key: 'X-Key' }, `DELETE ${at}/hooks/3/custom_headers/X-Key`],
  [
    'project.hook_set_url_variable',
    { ...hook, key: 'token', value: 'v' },
    [`PUT ${at}/hooks/3/url_variables/token`, { value: 'v' }],
  ],
  ['project.hook_delete_url_variable', { ...hook, key: 'token' }, `DELETE ${at}/hooks/3/url_variables/token`],
  ['project.badge_list', { ...project, name: 'ci' }, `GET ${at}/badges?name=ci`],
  ['project.badge_get', { ...project, badge_id: 4 }, `GET ${at}/badges/4`],
  [
    'project.badge_add',
    { ...project, link_url: 'https://a', image_url: 'https://b' },
    [`POST ${at}/badges`, { link_url: 'https://a', image_url: 'https://b' }],
  ],
  ['project.badge_edit', { ...project, badge_id: 4, name: 'x' }, [`PUT ${at}/badges/4`, { name: 'x' }]],
  ['project.badge_delete', { ...project, badge_id: 4 }, `DELETE ${at}/badges/4`],
  [
    'project.badge_preview',
    { ...project, link_url: 'https://a', image_url: 'https://b' },
    `GET ${at}/badges/render?link_url=https://a&image_url=https://b`,
  ],
  ['project.approval_rule_list', project, `GET ${at}/approval_rules`],
  ['project.approval_rule_get', { ...project, rule_id: 5 }, `GET ${at}/approval_rules/5`],
  [
    'project.approval_rule_create',
    { ...project, name: 'Security', approvals_required: 2, user_ids: '1,2' },
    [`POST ${at}/approval_rules`, { name: 'Security', approvals_required: 2, user_ids: [1, 2] }],
  ],
  [
    'project.approval_rule_update',
    { ...project, rule_id: 5, approvals_required: 0 },
    [`PUT ${at}/approval_rules/5`, { approvals_required: 0 }],
  ],
  ['project.approval_rule_delete', { ...project, rule_id: 5 }, `DELETE ${at}/approval_rules/5`],
  ['project.approval_config_get', project, `GET ${at}/approvals`],
  [
    'project.approval_config_change',
    { ...project, reset_approvals_on_push: true },
    [`POST ${at}/approvals`, { reset_approvals_on_push: true }],
  ],
  ['project.push_rule_get', project, `GET ${at}/push_rule`],
  ['project.push_rule_add', { ...project, max_file_size: 5 }, [`POST ${at}/push_rule`, { max_file_size: 5 }]],
  ['project.push_rule_edit', { ...project, member_check: true }, [`PUT ${at}/push_rule`, { member_check: true }]],
  ['project.push_rule_delete', project, `DELETE ${at}/push_rule`],
  ['project.mirror_list', project, `GET ${at}/remote_mirrors`],
  ['project.mirror_get', { ...project, mirror_id: 6 }, `GET ${at}/remote_mirrors/6`],
  ['project.mirror_get_public_key', { ...project, mirror_id: 6 }, `GET ${at}/remote_mirrors/6/public_key`],
  [
    'project.mirror_add',
    { ...project, url: 'https://x.example/a.git', enabled: true },
    [`POST ${at}/remote_mirrors`, { url: 'https://x.example/a.git', enabled: true }],
  ],
  [
    'project.mirror_edit',
    { ...project, mirror_id: 6, enabled: false },
    [`PUT ${at}/remote_mirrors/6`, { enabled: false }],
  ],
  ['project.mirror_delete', { ...project, mirror_id: 6 }, `DELETE ${at}/remote_mirrors/6`],
  ['project.mirror_force_push', { ...project, mirror_id: 6 }, `POST ${at}/remote_mirrors/6/sync`],
  ['project.pull_mirror_get', project, `GET ${at}/mirror/pull`],
  ['project.pull_mirror_configure', { ...project, enabled: true }, [`PUT ${at}/mirror/pull`, { enabled: true }]],
  ['project.start_mirroring', project, `POST ${at}/mirror/pull`],
  ['project.pages_get', project, `GET ${at}/pages`],
  ['project.pages_update', { ...project, pages_https_only: true }, [`PATCH ${at}/pages`, { pages_https_only: true }]],
  ['project.pages_unpublish', project, `DELETE ${at}/pages`],
  ['project.pages_domain_list', project, `GET ${at}/pages/domains`],
  ['project.pages_domain_list_all', {}, 'GET /pages/domains'],
  ['project.pages_domain_get', { ...project, domain: 'docs.example' }, `GET ${at}/pages/domains/docs.example`],
  [
    'project.pages_domain_create',
    { ...project, domain: 'docs.example', auto_ssl_enabled: true },
    [`POST ${at}/pages/domains`, { domain: 'docs.example', auto_ssl_enabled: true }],
  ],
  [
    'project.pages_domain_update',
    { ...project, domain: 'docs.example', certificate: 'A\nB' },
    [`PUT ${at}/pages/domains/docs.example`, { certificate: 'A\nB' }],
  ],
  ['project.pages_domain_delete', { ...project, domain: 'docs.example' }, `DELETE ${at}/pages/domains/docs.example`],
  ['project.integration_list', project, `GET ${at}/services`],
  ['project.integration_get', { ...project, slug: 'slack' }, `GET ${at}/integrations/slack`],
  [
    'project.integration_set',
    { ...project, slug: 'slack', config: { webhook: 'https://x', push_events: true } },
    [`PUT ${at}/integrations/slack`, { webhook: 'https://x', push_events: true }],
  ],
  [
    'project.integration_set_jira',
    { ...project, url: 'https://jira.example', project_keys: 'A,B' },
    [`PUT ${at}/integrations/jira`, { url: 'https://jira.example', project_keys: ['A', 'B'] }],
  ],
  ['project.integration_delete', { ...project, slug: 'slack' }, `DELETE ${at}/integrations/slack`],
  ['project.integration_list_group', group, 'GET /groups/acme/integrations'],
  ['project.integration_get_group', { ...group, slug: 'slack' }, 'GET /groups/acme/integrations/slack'],
  [
    'project.integration_set_group',
    { ...group, slug: 'slack', config: { webhook: 'https://x' } },
    ['PUT /groups/acme/integrations/slack', { webhook: 'https://x' }],
  ],
  ['project.integration_delete_group', { ...group, slug: 'slack' }, 'DELETE /groups/acme/integrations/slack'],
  ['project.integration_get_group_datadog', group, 'GET /groups/acme/integrations/datadog'],
  [
    'project.integration_set_group_datadog',
    { ...group, api_key: 'k', env: 'prod' },
    ['PUT /groups/acme/integrations/datadog', { api_key: 'k', datadog_env: 'prod' }],
  ],
  ['project.integration_delete_group_datadog', group, 'DELETE /groups/acme/integrations/datadog'],
  ['project.export_status', project, `GET ${at}/export`],
  ['project.export_schedule', { ...project, description: 'x' }, [`POST ${at}/export`, { description: 'x' }]],
  [
    'project.export_schedule',
    { ...project, upload_url: 'https://x', upload_http_method: 'put' },
    [`POST ${at}/export`, { upload: { url: 'https://x', http_method: 'PUT' } }],
  ],
  ['project.import_status', project, `GET ${at}/import`],
  ['project.service_account_list', project, `GET ${accounts}`],
  ['project.service_account_get', account, `GET ${accounts}/8`],
  ['project.service_account_create', { ...project, name: 'Bot' }, [`POST ${accounts}`, { name: 'Bot' }]],
  ['project.service_account_update', { ...account, name: 'Bot' }, [`PATCH ${accounts}/8`, { name: 'Bot' }]],
  ['project.service_account_delete', { ...account, hard_delete: true }, `DELETE ${accounts}/8?hard_delete=true`],
  [
    'project.service_account_pat_list',
    { ...account, state: 'active' },
    `GET ${accounts}/8/personal_access_tokens?state=active`,
  ],
  [
    'project.service_account_pat_create',
    { ...account, name: 'ci', scopes: 'api' },
    [`POST ${accounts}/8/personal_access_tokens`, { name: 'ci', scopes: ['api'] }],
  ],
  ['project.service_account_pat_revoke', { ...account, token_id: 2 }, `DELETE ${accounts}/8/personal_access_tokens/2`],
  [
    'project.service_account_pat_rotate',
    { ...account, token_id: 2, expires_at: '2026-12-31' },
    [`POST ${accounts}/8/personal_access_tokens/2/rotate`, { expires_at: '2026-12-31' }],
  ],
  ['project.security_settings_get', project, `GET ${at}/security_settings`],
  [
    'project.security_settings_update',
    { ...project, enabled: true },
    [`PUT ${at}/security_settings`, { secret_push_protection_enabled: true }],
  ],
  [
    'project.dependency_firewall_evaluate',
    { ...project, ecosystem: 'go', name: 'x/y', version: '1.0.0' },
    [`POST ${at}/dependency_firewall/evaluate`, { ecosystem: 'golang', name: 'x/y', version: '1.0.0' }],
  ],
];

describe('requests that administer a project', () => {
  test.each(rows)('%s sends what GitLab documents', async (id, input, sent) => {
    const recording = await run(id, input);

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([sent]);
  });

  test.each([
    [
      'T-07: two ways to name the target of an export',
      'project.export_schedule',
      { upload: { url: 'a' }, upload_url: 'b' },
    ],
    ['a method without a target', 'project.export_schedule', { upload_http_method: 'PUT' }],
    ['a push rule without a rule', 'project.push_rule_edit', {}],
    ['a webhook header without a value', 'project.hook_add', { url: 'https://x', custom_headers: [{ key: 'A' }] }],
  ])('%s is refused before anything is sent', async (_title, id, input) => {
    const { sent, error } = await run(id, { ...project, ...input });

    expect(sent).toEqual([]);
    expect(error).toMatchObject({ code: 'input.invalid' });
  });
});

describe('import of a project', () => {
  test('T-77: the archive travels with the fields of the form', async () => {
    const { requests } = await run('project.import_from_file', {
      filename: 'My-Site.tar.gz',
      content_base64: 'aGk=',
      namespace: 'acme/team',
      overwrite: true,
      override_params: { visibility: 'private' },
    });

    expect(requests[0]).toMatchObject({ method: 'POST', path: '/projects/import' });
    const form = formText(requests[0]);
    expect(form).toContain('name="path"\r\n\r\nmy-site\r\n');
    expect(form).toContain('name="namespace"\r\n\r\nacme/team\r\n');
    expect(form).toContain('name="overwrite"\r\n\r\ntrue\r\n');
    expect(form).toContain('name="override_params[visibility]"\r\n\r\nprivate\r\n');
    expect(form).toContain('name="file"; filename="My-Site.tar.gz"');
  });
});

describe('downloads', () => {
  test.each([
    ['project.export_download', `${at}/export/download`, 'project-export.tar.gz'],
    ['project.download_avatar', `${at}/avatar`, 'avatar.png'],
  ])('T-76: %s gives the file with its type, size and digest', async (id, path, name) => {
    const action = byId.get(id);
    const asked: string[] = [];
    const stream: GitLabApi['stream'] = async (request) => {
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
    };

    const { outcome } = await recordRequests(action!, project, { stream });

    expect(asked).toEqual([path]);
    expect(outcome?.value).toMatchObject({ file_name: name, content_type: 'application/gzip', size: 2, content: 'hi' });
  });
});

async function* chunks() {
  yield Buffer.from('hi');
}
