import { describe, expect, test } from 'vitest';
import { formText, recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { adminActions } from './admin-actions.ts';

const byId = new Map(adminActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';
const image = { ...project, alert_iid: 4 };
const images = `${at}/alert_management_alerts/4/metric_images`;
const agent = { ...project, agent_id: 6 };
const agents = `${at}/cluster_agents`;
const attribute = { resource_type: 'user', resource_id: 7, key: 'team lead' };
const state = { ...project, name: 'prod/eu' };
const states = `${at}/terraform/state/prod%2Feu`;
const file = { ...project, file_id: 3 };
const hook = { id: 3 };
const entity = { bulk_import_id: 2, entity_id: 9 };
const event = { event: 'opened', project_id: 7, additional_properties: { label: 'web', value: 3 } };
const imported = { personal_access_token: 'ghp', repo_id: 12, target_namespace: 'acme' };
const bitbucket = {
  bitbucket_username: 'ada',
  bitbucket_app_password: 'x',
  repo_path: 'team/site',
  target_namespace: 'acme',
};
const bitbucketServer = {
  bitbucket_server_url: 'https://bb.example',
  bitbucket_server_username: 'ada',
  personal_access_token: 'x',
  bitbucket_server_project: 'KEY',
  bitbucket_server_repo: 'site',
};
const moved = {
  source_type: 'group_entity',
  source_full_path: 'old',
  destination_namespace: '',
  destination_slug: 'new',
};

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['admin.metadata_get', {}, 'GET /metadata'],
  ['admin.app_statistics_get', {}, 'GET /application/statistics'],
  ['admin.settings_get', {}, 'GET /application/settings'],
  [
    'admin.settings_update',
    { settings: { signup_enabled: false, after_sign_up_text: null } },
    ['PUT /application/settings', { signup_enabled: false, after_sign_up_text: null }],
  ],
  ['admin.license_get', {}, 'GET /license'],
  ['admin.license_add', { license: 'eyJ\nkYX' }, ['POST /license', { license: 'eyJ\nkYX' }]],
  ['admin.license_delete', { id: 2 }, 'DELETE /license/2'],
  [
    'admin.db_migration_mark',
    { version: '20260101120000', database: 'ci' },
    ['POST /admin/migrations/20260101120000/mark', { database: 'ci' }],
  ],
  ['admin.dependency_proxy_delete', { group_id: 'acme' }, 'DELETE /groups/acme/dependency_proxy/cache'],
  ['admin.plan_limits_get', { plan: 'default' }, 'GET /application/plan_limits?plan_name=default'],
  [
    'admin.plan_limits_change',
    { plan_name: 'default', npm_max_file_size: 1000, ci_pipeline_size: 0 },
    ['PUT /application/plan_limits', { plan_name: 'default', npm_max_file_size: 1000, ci_pipeline_size: 0 }],
  ],
  ['admin.appearance_get', {}, 'GET /application/appearance'],
  ['admin.appearance_update', { title: 'Acme' }, ['PUT /application/appearance', { title: 'Acme' }]],
  ['admin.broadcast_message_list', { pagination: 'keyset' }, 'GET /broadcast_messages?pagination=keyset'],
  ['admin.broadcast_message_get', { message_id: 5 }, 'GET /broadcast_messages/5'],
  [
    'admin.broadcast_message_create',
    { message: 'Soon', ends_at: '2026-12-01T08:00:00Z', target_access_levels: ['developer', 40], theme: 'light red' },
    [
      'POST /broadcast_messages',
      { message: 'Soon', ends_at: '2026-12-01T08:00:00Z', target_access_levels: [30, 40], theme: 'light-red' },
    ],
  ],
  [
    'admin.broadcast_message_update',
    { id: 5, dismissable: true },
    ['PUT /broadcast_messages/5', { dismissable: true }],
  ],
  ['admin.broadcast_message_delete', { id: 5 }, 'DELETE /broadcast_messages/5'],
  ['admin.application_list', { page: 2 }, 'GET /applications?page=2'],
  [
    'admin.application_create',
    { name: 'App', callback_url: 'https://a.example/cb\nhttps://b.example/cb', scopes: 'api, read_user' },
    [
      'POST /applications',
      { name: 'App', redirect_uri: 'https://a.example/cb\nhttps://b.example/cb', scopes: 'api read_user' },
    ],
  ],
  ['admin.application_renew_secret', { id: 3 }, 'POST /applications/3/renew-secret'],
  ['admin.application_delete', { id: 3 }, 'DELETE /applications/3'],
  ['admin.feature_list', {}, 'GET /features'],
  ['admin.feature_list_definitions', {}, 'GET /features/definitions'],
  [
    'admin.feature_set',
    { name: 'new_ui', value: 'true', project: 'acme/site' },
    ['POST /features/new_ui', { value: true, project: 'acme/site' }],
  ],
  ['admin.feature_delete', { name: 'new_ui' }, 'DELETE /features/new_ui'],
  ['admin.system_hook_list', { page: 2 }, 'GET /hooks?page=2'],
  ['admin.system_hook_get', hook, 'GET /hooks/3'],
  [
    'admin.system_hook_add',
    { url: 'https://a.example', secret: 'x', repository_update_events: true },
    ['POST /hooks', { url: 'https://a.example', token: 'x', repository_update_events: true }],
  ],
  ['admin.system_hook_edit', { ...hook, push_events: false }, ['PUT /hooks/3', { push_events: false }]],
  ['admin.system_hook_test', hook, 'POST /hooks/3'],
  ['admin.system_hook_delete', hook, 'DELETE /hooks/3'],
  [
    'admin.system_hook_set_url_variable',
    { ...hook, key: 'host', value: 'x' },
    ['PUT /hooks/3/url_variables/host', { value: 'x' }],
  ],
  ['admin.system_hook_delete_url_variable', { ...hook, key: 'host' }, 'DELETE /hooks/3/url_variables/host'],
  ['admin.sidekiq_queue_metrics', {}, 'GET /sidekiq/queue_metrics'],
  ['admin.sidekiq_process_metrics', {}, 'GET /sidekiq/process_metrics'],
  ['admin.sidekiq_job_stats', {}, 'GET /sidekiq/job_stats'],
  ['admin.sidekiq_compound_metrics', {}, 'GET /sidekiq/compound_metrics'],
  ['admin.usage_data_service_ping', {}, 'GET /usage_data/service_ping'],
  ['admin.usage_data_queries', {}, 'GET /usage_data/queries'],
  ['admin.usage_data_non_sql_metrics', {}, 'GET /usage_data/non_sql_metrics'],
  ['admin.usage_data_track_event', event, ['POST /usage_data/track_event', event]],
  ['admin.usage_data_track_events', { events: [event] }, ['POST /usage_data/track_events', { events: [event] }]],
  ['admin.topic_list', { query: 'ml', without_projects: true }, 'GET /topics?search=ml&without_projects=true'],
  ['admin.topic_get', { topic_id: 3 }, 'GET /topics/3'],
  ['admin.topic_create', { name: 'ml', title: 'Learning' }, ['POST /topics', { name: 'ml', title: 'Learning' }]],
  ['admin.topic_update', { id: 3, description: 'New' }, ['PUT /topics/3', { description: 'New' }]],
  ['admin.topic_delete', { topic_id: 3 }, 'DELETE /topics/3'],
  ['admin.custom_attr_list', { type: 'Projects', resource_id: 9 }, 'GET /projects/9/custom_attributes'],
  ['admin.custom_attr_get', { ...attribute, resource_type: 'group' }, 'GET /groups/7/custom_attributes/team%20lead'],
  [
    'admin.custom_attr_set',
    { ...attribute, value: 'yes' },
    ['PUT /users/7/custom_attributes/team%20lead', { value: 'yes' }],
  ],
  ['admin.custom_attr_delete', attribute, 'DELETE /users/7/custom_attributes/team%20lead'],
  [
    'admin.import_github',
    { ...imported, optional_stages: { attachments_import: true } },
    ['POST /import/github', { ...imported, optional_stages: { attachments_import: true } }],
  ],
  ['admin.import_cancel_github', { project_id: 7 }, ['POST /import/github/cancel', { project_id: '7' }]],
  ['admin.import_gists', { token: 'ghp' }, ['POST /import/github/gists', { personal_access_token: 'ghp' }]],
  ['admin.import_bitbucket', bitbucket, ['POST /import/bitbucket', bitbucket]],
  [
    'admin.import_bitbucket_server',
    { ...bitbucketServer, timeout_strategy: 'optimistic' },
    ['POST /import/bitbucket_server', { ...bitbucketServer, timeout_strategy: 'optimistic' }],
  ],
  ['admin.bulk_import_list', { status: 'running' }, 'GET /bulk_imports?status=started'],
  ['admin.bulk_import_get', { bulk_import_id: 2 }, 'GET /bulk_imports/2'],
  [
    'admin.bulk_import_start',
    {
      url: 'https://old.example',
      token: 'x',
      entities: [{ ...moved, source_type: 'group', migrate_projects: 'false' }],
    },
    [
      'POST /bulk_imports',
      {
        configuration: { url: 'https://old.example', access_token: 'x' },
        entities: [{ ...moved, migrate_projects: false }],
      },
    ],
  ],
  ['admin.bulk_import_cancel', { id: 2 }, 'POST /bulk_imports/2/cancel'],
  ['admin.bulk_import_entity_list', { status: 'failed' }, 'GET /bulk_imports/entities?status=failed'],
  ['admin.bulk_import_entity_get', entity, 'GET /bulk_imports/2/entities/9'],
  ['admin.bulk_import_entity_failures', entity, 'GET /bulk_imports/2/entities/9/failures'],
  ['admin.cluster_agent_list', project, `GET ${agents}`],
  ['admin.cluster_agent_get', agent, `GET ${agents}/6`],
  ['admin.cluster_agent_register', { ...project, name: 'east' }, [`POST ${agents}`, { name: 'east' }]],
  ['admin.cluster_agent_delete', agent, `DELETE ${agents}/6`],
  ['admin.cluster_agent_token_list', { ...agent, page: 2 }, `GET ${agents}/6/tokens?page=2`],
  ['admin.cluster_agent_token_get', { ...agent, token_id: 3 }, `GET ${agents}/6/tokens/3`],
  ['admin.cluster_agent_token_create', { ...agent, name: 'one' }, [`POST ${agents}/6/tokens`, { name: 'one' }]],
  ['admin.cluster_agent_token_revoke', { ...agent, token_id: 3 }, `DELETE ${agents}/6/tokens/3`],
  ['admin.terraform_state_unlock', { ...state, lock_id: 'a b' }, `DELETE ${states}/lock?ID=a b`],
  ['admin.terraform_state_delete', state, `DELETE ${states}`],
  ['admin.terraform_version_delete', { ...state, serial: 0 }, `DELETE ${states}/versions/0`],
  ['admin.secure_file_list', project, `GET ${at}/secure_files`],
  ['admin.secure_file_get', file, `GET ${at}/secure_files/3`],
  ['admin.secure_file_delete', file, `DELETE ${at}/secure_files/3`],
  ['admin.error_tracking_get_settings', project, `GET ${at}/error_tracking/settings`],
  [
    'admin.error_tracking_update_settings',
    { ...project, enabled: true },
    [`PATCH ${at}/error_tracking/settings`, { active: true }],
  ],
  ['admin.error_tracking_list', project, `GET ${at}/error_tracking/client_keys`],
  ['admin.error_tracking_create', project, `POST ${at}/error_tracking/client_keys`],
  ['admin.error_tracking_delete', { ...project, key_id: 3 }, `DELETE ${at}/error_tracking/client_keys/3`],
  ['admin.alert_metric_image_list', image, `GET ${images}`],
  [
    'admin.alert_metric_image_update',
    { ...image, image_id: 8, url_text: 'CPU' },
    [`PUT ${images}/8`, { url_text: 'CPU' }],
  ],
  ['admin.alert_metric_image_delete', { ...image, image_id: 8 }, `DELETE ${images}/8`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every admin action has a row or a test of its own', () => {
  const others = [
    'admin.secure_file_create',
    'admin.alert_metric_image_upload',
    'admin.usage_data_metric_definitions',
    'admin.terraform_state_list',
    'admin.terraform_state_get',
    'admin.terraform_state_lock',
  ];
  const tested = new Set([...rows.map(([id]) => id), ...others]);
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

describe('what an action decides by its input', () => {
  test('a flag of GitLab takes a percentage in the place of a value', async () => {
    const { sent } = await run('admin.feature_set', { name: 'f', percentage: 25, key: 'percentage_of_actors' });

    expect(sent).toEqual([['POST /features/f', { value: 25, key: 'percentage_of_actors' }]]);
  });

  test('a topic without a title is called by its name', async () => {
    const { sent } = await run('admin.topic_create', { name: 'ml' });

    expect(sent).toEqual([['POST /topics', { name: 'ml', title: 'ml' }]]);
  });

  test('what a migration copies is listed of one migration when it is named', async () => {
    const { sent } = await run('admin.bulk_import_entity_list', { bulk_import_id: 2, page: 3 });

    expect(sent).toEqual(['GET /bulk_imports/2/entities?page=3']);
  });

  test('T-14: the project of an import is looked up by its path', async () => {
    const { sent } = await run('admin.import_cancel_github', project, [{ id: 7 }, {}]);

    expect(sent).toEqual([`GET ${at}`, ['POST /import/github/cancel', { project_id: 7 }]]);
  });

  test.each<[string, string, object, string]>([
    ['settings that name nothing', 'admin.settings_update', { settings: {} }, 'names nothing to change'],
    ['a flag without a value', 'admin.feature_set', { name: 'f' }, 'exactly one of value, percentage'],
    ['a flag with two values', 'admin.feature_set', { name: 'f', value: true, percentage: 5 }, 'exclude each other'],
    ['a limit without a limit', 'admin.plan_limits_change', { plan_name: 'default' }, 'at least one of'],
    ['a kind that has no attributes', 'admin.custom_attr_list', { resource_type: 'issue', resource_id: 1 }, 'project'],
    ['a migration of nothing', 'admin.bulk_import_start', { url: 'x', access_token: 'x', entities: [] }, 'entities'],
  ])('T-07: %s is refused before anything is sent', async (_, id, input, reason) => {
    const { error, sent } = await run(id, input);

    expect(error?.message).toContain(reason);
    expect(sent).toEqual([]);
  });
});

describe('files', () => {
  test('T-77: a secure file is sent as a form with its name', async () => {
    const { requests } = await run('admin.secure_file_create', {
      ...project,
      filename: 'app.keystore',
      content: Buffer.from('bytes').toString('base64'),
    });

    expect(requests[0]).toMatchObject({ method: 'POST', path: `${at}/secure_files` });
    expect(requests[0]?.body).toBeUndefined();
    const form = formText(requests[0]);
    expect(form).toContain('name="name"\r\n\r\napp.keystore');
    expect(form).toContain('name="file"');
    expect(form).toContain('\r\n\r\nbytes\r\n');
  });

  test('T-77: an image of an alert is sent as a form with its link', async () => {
    const { requests } = await run('admin.alert_metric_image_upload', {
      ...image,
      filename: 'cpu.png',
      content_base64: 'QQ==',
      url: 'https://graphs.example/cpu',
      url_text: 'CPU',
    });

    expect(requests[0]).toMatchObject({ method: 'POST', path: images });
    const form = formText(requests[0]);
    expect(form).toContain('name="url"\r\n\r\nhttps://graphs.example/cpu');
    expect(form).toContain('name="url_text"\r\n\r\nCPU');
    expect(form).toContain('filename="cpu.png"');
  });

  test('T-77: a local path is refused where there are no local files', async () => {
    const { error, sent } = await run('admin.secure_file_create', { ...project, name: 'a', file_path: 'a' });

    expect(error?.message).toContain('give content_base64');
    expect(sent).toEqual([]);
  });

  test('T-76: the definitions of metrics are a download', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      reply.writeHead(200, { 'content-type': 'application/yaml' }).end('- key_path: a\n'),
    );

    const { value } = await gitlab.run(byId.get('admin.usage_data_metric_definitions'), { include_paths: true });

    expect(gitlab.seen()).toEqual(['GET /usage_data/metric_definitions?include_paths=true']);
    expect(value).toMatchObject({ file_name: 'metric-definitions.yml', size: 14, content: '- key_path: a\n' });
  });
});

describe('Terraform states', () => {
  test('are listed by the path of a project', async () => {
    const terraformStates = { nodes: [{ name: 'prod' }], pageInfo: { hasNextPage: false } };
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { data: { project: { terraformStates } } }));

    const { value } = await gitlab.run(byId.get('admin.terraform_state_list'), { project_path: 'acme/site', first: 5 });

    expect(value).toEqual(terraformStates);
    expect(variablesOf(gitlab.requests[0])).toEqual({ fullPath: 'acme/site', first: 5 });
  });

  test('a project given by number costs one look-up', async () => {
    const terraformState = { name: 'prod' };
    await using gitlab = await startStandIn((request, reply) =>
      request.method === 'GET'
        ? replyJson(reply, { id: 7, path_with_namespace: 'acme/site' })
        : replyJson(reply, { data: { project: { terraformState } } }),
    );

    const { value } = await gitlab.run(byId.get('admin.terraform_state_get'), { project_id: 7, name: 'prod' });

    expect(value).toEqual(terraformState);
    expect(gitlab.seen()[0]).toBe('GET /projects/7');
    expect(variablesOf(gitlab.requests[1])).toEqual({ fullPath: 'acme/site', name: 'prod' });
  });

  test('one that is not there is an error', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, { data: { project: { terraformState: null } } }),
    );

    await expect(
      gitlab.run(byId.get('admin.terraform_state_get'), { project_path: 'a/b', name: 'x' }),
    ).rejects.toMatchObject({ code: 'gitlab.refused' });
  });

  test('a lock says who holds it, since when and why, and its ID is told', async () => {
    const action = byId.get('admin.terraform_state_lock');
    if (action === undefined) throw new Error('no action');
    const now = () => Date.UTC(2026, 1, 3, 4, 5, 6);

    const { outcome, sent } = await recordRequests(action, { ...state, reason: 'audit' }, { now });

    const [request] = sent;
    expect(request).toEqual([
      `POST ${states}/lock`,
      {
        ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
        Operation: 'manual',
        Info: 'audit',
        Who: 'gitlab-mcp-server',
        Version: '',
        Created: '2026-02-03T04:05:06.000Z',
        Path: '',
      },
    ]);
    expect(outcome?.value).toMatchObject({ name: 'prod/eu', locked_at: '2026-02-03T04:05:06.000Z' });
  });

  test('the ID of a lock may be the caller’s', async () => {
    const { outcome, sent } = await run('admin.terraform_state_lock', { ...state, lock_id: 'mine' });

    expect(sent).toMatchObject([[`POST ${states}/lock`, { ID: 'mine' }]]);
    expect(outcome?.value).toMatchObject({ lock_id: 'mine' });
  });
});

function run(id: string, input: object, answers: readonly unknown[] = [{}]) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers });
}

function variablesOf(request: { readonly body: Buffer } | undefined): unknown {
  // The body is the GraphQL request this very program sent.
  return (JSON.parse(request?.body.toString() ?? '{}') as { readonly variables: unknown }).variables;
}
