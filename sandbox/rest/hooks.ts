import { failure, invalidRecord, noRecord } from '../http/refusal.ts';
import { defineState } from '../world/world.ts';
import type { Call } from './call.ts';
import { optional, requires, type Schema } from './params.ts';
import type { Resource, RouteOptions, Routes } from './routes.ts';

type Kind = 'project' | 'group' | 'system';

interface Hook {
  readonly id: number;
  /** `project/5`, `group/3`, or `system`. */
  readonly owner: string;
  readonly createdAt: string;
  /** Everything that can be set, by its name on the wire. */
  readonly settings: Record<string, unknown>;
  readonly urlVariables: Map<string, string>;
  readonly customHeaders: Map<string, string>;
}

const hooksState = defineState(() => [] as Hook[]);

const commonTriggers = ['push_events', 'tag_push_events', 'merge_requests_events', 'repository_update_events'];
const ownTriggers = [
  'issues_events',
  'confidential_issues_events',
  'note_events',
  'confidential_note_events',
  'pipeline_events',
  'wiki_page_events',
  'deployment_events',
  'feature_flag_events',
  'job_events',
  'releases_events',
  'milestone_events',
  'emoji_events',
  'resource_access_token_events',
  'resource_deploy_token_events',
];
const groupTriggers = ['member_events', 'subgroup_events', 'project_events'];

function triggersOf(kind: Kind): readonly string[] {
  if (kind === 'system') return commonTriggers;
  return kind === 'project'
    ? [...commonTriggers, ...ownTriggers]
    : [...commonTriggers, ...ownTriggers, ...groupTriggers];
}

/** Webhooks of projects and groups, and those of the instance. They are kept and shown, and call nobody. */
export const hooks: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group', 'system'] as const) {
      crud(routes, kind);
      parts(routes, kind);
    }
  },
};

function pathOf(kind: Kind): string {
  return kind === 'system' ? '/hooks' : `/${kind}s/:id/hooks`;
}

/** Group hooks are a Premium feature, hooks of the instance are for administrators. */
function optionsOf(kind: Kind, permission: string): Pick<RouteOptions<Schema>, 'permission' | 'access' | 'tier'> {
  return {
    permission,
    access: kind === 'system' ? 'admin' : 'user',
    ...(kind === 'group' ? { tier: 'premium' as const } : {}),
  };
}

function fieldsOf(kind: Kind): Schema {
  return {
    ...Object.fromEntries(triggersOf(kind).map((trigger) => [trigger, optional.boolean()])),
    name: optional.string(),
    description: optional.string(),
    enable_ssl_verification: optional.boolean(),
    token: optional.string(),
    signing_token: optional.string(),
    push_events_branch_filter: optional.string(),
    branch_filter_strategy: optional.string({ values: ['wildcard', 'regex', 'all_branches'] }),
    custom_webhook_template: optional.string(),
    custom_headers: optional.hashes({ key: requires.string(), value: optional.string() }),
    url_variables: optional.hashes({ key: requires.string(), value: requires.string() }),
  };
}

function crud(routes: Routes, kind: Kind): void {
  const path = pathOf(kind);
  const hookId = { hook_id: requires.integer() };
  routes.get(path, optionsOf(kind, 'read_webhook'), (call) => {
    const owner = ownerOf(call, kind);
    return call.page(
      call.world.state(hooksState).filter((hook) => hook.owner === owner),
      (hook) => present(kind, hook),
    );
  });
  routes.get(`${path}/:hook_id`, { ...optionsOf(kind, 'read_webhook'), params: hookId }, (call) =>
    present(kind, find(call, kind, call.params.hook_id)),
  );
  routes.post(
    path,
    { ...optionsOf(kind, 'create_webhook'), params: { ...fieldsOf(kind), url: requires.string() } },
    (call) => {
      const owner = ownerOf(call, kind);
      checkUrl(call.params.url);
      const hook: Hook = {
        id: call.world.nextId('hook'),
        owner,
        createdAt: call.now(),
        settings: { push_events: true, enable_ssl_verification: true, branch_filter_strategy: 'wildcard' },
        urlVariables: new Map(),
        customHeaders: new Map(),
      };
      apply(hook, call.params);
      call.world.state(hooksState).push(hook);
      return present(kind, hook);
    },
  );
  routes.put(
    `${path}/:hook_id`,
    { ...optionsOf(kind, 'update_webhook'), params: { ...fieldsOf(kind), ...hookId, url: optional.string() } },
    (call) => {
      const hook = find(call, kind, Number(call.path('hook_id')));
      if (typeof call.params.url === 'string') checkUrl(call.params.url);
      apply(hook, call.params);
      return present(kind, hook);
    },
  );
  routes.delete(`${path}/:hook_id`, { ...optionsOf(kind, 'delete_webhook'), params: hookId }, (call) => {
    const all = call.world.state(hooksState);
    all.splice(all.indexOf(find(call, kind, call.params.hook_id)), 1);
  });
}

function parts(routes: Routes, kind: Kind): void {
  const path = `${pathOf(kind)}/:hook_id`;
  const hookId = { hook_id: requires.integer() };
  for (const [part, mapOf] of [
    ['url_variables', (hook: Hook) => hook.urlVariables],
    ['custom_headers', (hook: Hook) => hook.customHeaders],
  ] as const) {
    const options = optionsOf(kind, 'update_webhook');
    routes.put(
      `${path}/${part}/:key`,
      { ...options, status: 204, params: { ...hookId, value: requires.string() } },
      (call) => {
        mapOf(find(call, kind, call.params.hook_id)).set(call.path('key'), call.params.value);
      },
    );
    routes.delete(`${path}/${part}/:key`, { ...options, params: hookId }, (call) => {
      if (!mapOf(find(call, kind, call.params.hook_id)).delete(call.path('key'))) throw noRecord();
    });
  }
  const trigger = optionsOf(kind, 'trigger_webhook');
  if (kind === 'system') {
    routes.post(path, { ...trigger, params: hookId }, (call) => {
      find(call, kind, call.params.hook_id);
      return {
        project_id: 1,
        owner_email: 'example@gitlabhq.com',
        owner_name: 'Someone',
        name: 'Ruby',
        path: 'ruby',
        event_name: 'project_create',
      };
    });
    return;
  }
  routes.post(
    `${path}/test/:trigger`,
    { ...trigger, params: { ...hookId, trigger: requires.string({ values: triggersOf(kind) }) } },
    (call) => {
      find(call, kind, call.params.hook_id);
      return { message: '201 Created' };
    },
  );
  routes.get(`${path}/events`, { ...optionsOf(kind, 'read_webhook'), params: hookId }, (call) => {
    find(call, kind, call.params.hook_id);
    return call.page([], (event) => event);
  });
  routes.post(`${path}/events/:hook_log_id/resend`, { ...trigger, params: hookId }, (call) => {
    find(call, kind, call.params.hook_id);
    throw noRecord();
  });
}

function ownerOf(call: Call<unknown>, kind: Kind): string {
  if (kind === 'system') return 'system';
  return kind === 'project' ? `project/${call.project('maintainer').id}` : `group/${call.group('owner').id}`;
}

function find(call: Call<unknown>, kind: Kind, id: number): Hook {
  const owner = ownerOf(call, kind);
  const hook = call.world.state(hooksState).find((candidate) => candidate.id === id && candidate.owner === owner);
  if (hook === undefined) throw noRecord();
  return hook;
}

function checkUrl(url: string): void {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw failure(422, 'Invalid url given');
  if (url.length > 2048) throw invalidRecord({ url: ['is too long (maximum is 2048 characters)'] });
}

function apply(hook: Hook, params: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || name === 'hook_id') continue;
    if (name === 'custom_headers' || name === 'url_variables') {
      const map = name === 'custom_headers' ? hook.customHeaders : hook.urlVariables;
      map.clear();
      // The schema of both is a list of keys and values.
      for (const entry of value as { key: string; value?: string | null }[]) map.set(entry.key, entry.value ?? '');
    } else hook.settings[name] = value;
  }
}

/** Secrets are written, never read: neither tokens nor the values of variables and headers come back. */
function present(kind: Kind, hook: Hook) {
  const { settings } = hook;
  const ownerId = Number(hook.owner.split('/')[1]);
  const flags = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, settings[name] === true]));
  return {
    id: hook.id,
    url: settings['url'],
    name: settings['name'] ?? null,
    description: settings['description'] ?? null,
    created_at: hook.createdAt,
    ...flags(commonTriggers),
    enable_ssl_verification: settings['enable_ssl_verification'] === true,
    alert_status: 'executable',
    disabled_until: null,
    url_variables: [...hook.urlVariables.keys()].map((key) => ({ key })),
    push_events_branch_filter: settings['push_events_branch_filter'] ?? null,
    branch_filter_strategy: settings['branch_filter_strategy'],
    custom_webhook_template: settings['custom_webhook_template'] ?? null,
    custom_headers: [...hook.customHeaders.keys()].map((key) => ({ key })),
    ...(kind === 'system' ? {} : { [`${kind}_id`]: ownerId, ...flags(ownTriggers) }),
    ...(kind === 'group' ? flags(groupTriggers) : {}),
  };
}
