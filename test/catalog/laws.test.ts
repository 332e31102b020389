import { describe, expect, test } from 'vitest';
import { type Action, otherIds } from '../../src/catalog/action.ts';
import { Catalog } from '../../src/catalog/catalog.ts';
import { domains } from '../../src/catalog/domains.ts';
import type { Field } from '../../src/catalog/field.ts';
import { normalise } from '../../src/catalog/normalise.ts';
import { leastInput } from './example-input.ts';
import { readFacts } from './facts.ts';

const actions: readonly Action[] = domains.flat();
const catalog = new Catalog(actions);
const facts = readFacts();

/** Where the IDs of milestones and epics are to be had: their numbers are what people see. */
const idSource = /\b(project\.milestone_list|group\.group_milestone_list|group\.epic_\w+)\b/;

/** POST requests that change nothing, and why we may say so. */
const readsByPost: ReadonlyMap<string, string> = new Map([
  ['repository.markdown_render', 'turns text into HTML and stores nothing'],
  ['template.lint', 'says what is wrong with a text and stores nothing'],
  ['runner.verify', 'asks whether a token is valid'],
  ['orbit.query', 'a query that is a JSON object'],
  ['project.dependency_firewall_evaluate', 'asks what the rules say about a package'],
]);

/** Longer than most clients accept beside a prefix of their own (trap T-39). They are names that people know already. */
const longToolNames: ReadonlySet<string> = new Set([
  'gitlab_achievement_user_achievement_delete',
  'gitlab_achievement_user_achievement_reorder',
  'gitlab_achievement_user_achievement_update',
  'gitlab_create_project_external_status_check',
  'gitlab_delete_group_markdown_upload_by_id',
  'gitlab_delete_group_markdown_upload_by_secret',
  'gitlab_delete_project_external_status_check',
  'gitlab_get_project_storage_move_for_project',
  'gitlab_get_snippet_storage_move_for_snippet',
  'gitlab_group_ldap_link_delete_for_provider',
  'gitlab_group_protected_environment_protect',
  'gitlab_group_protected_environment_unprotect',
  'gitlab_group_protected_environment_update',
  'gitlab_job_download_single_artifact_by_ref',
  'gitlab_list_group_relations_export_status',
  'gitlab_list_project_external_status_checks',
  'gitlab_list_project_mr_external_status_checks',
  'gitlab_list_project_scan_profile_statuses',
  'gitlab_pipeline_schedule_list_triggered_pipelines',
  'gitlab_project_dependency_firewall_evaluate',
  'gitlab_project_service_account_pat_create',
  'gitlab_project_service_account_pat_revoke',
  'gitlab_project_service_account_pat_rotate',
  'gitlab_remove_project_job_token_allowlist',
  'gitlab_retrieve_all_project_storage_moves',
  'gitlab_retrieve_all_snippet_storage_moves',
  'gitlab_retry_failed_external_status_check_for_project_mr',
  'gitlab_revoke_group_personal_access_token',
  'gitlab_runner_controller_scope_add_instance',
  'gitlab_runner_controller_scope_add_runner',
  'gitlab_runner_controller_scope_remove_instance',
  'gitlab_runner_controller_scope_remove_runner',
  'gitlab_schedule_all_project_storage_moves',
  'gitlab_schedule_all_snippet_storage_moves',
  'gitlab_set_project_mr_external_status_check_status',
  'gitlab_update_group_secret_push_protection',
  'gitlab_update_project_external_status_check',
  'gitlab_update_project_mr_approval_settings',
  'gitlab_update_project_secret_push_protection',
  'gitlab_update_project_security_attributes',
]);

describe.each(actions.map((action) => ({ id: action.id, action })))('$id', ({ action }) => {
  const fields = fieldsOf(action);

  test('is called by its domain and what it does', () => {
    expect(action.id).toMatch(/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/);
    expect(action.title).toMatch(/^[A-Z].{4,55}[^.]$/);
    expect(action.title.split(' ').length).toBeGreaterThanOrEqual(2);
  });

  test('T-39: is a tool with a name that clients accept', () => {
    expect(action.tool).toMatch(/^gitlab_[a-z0-9_]{1,57}$/);
    expect(action.tool.length > 40).toBe(longToolNames.has(action.tool));
  });

  test('says what it does in a sentence, and in a second one what a caller must know', () => {
    expect(action.summary).toMatch(/^[A-Z].{10,148}\.$/);
    expect(action.summary.match(/[.!?](?= |$)/g)?.length).toBeLessThanOrEqual(2);
  });

  test('T-42: holds nothing that a gateway refuses, in no text', () => {
    const texts = [action.title, action.summary, action.usage ?? '', ...fields.map(({ field }) => field.description)];

    expect(texts.filter((text) => /[;`<>|]|\$\(|[^\x20-\x7e]/.test(text))).toEqual([]);
  });

  test('describes every field in sentences', () => {
    expect(fields.filter(({ field }) => !/^\S.{2,240}[.)]$/.test(field.description)).map(({ name }) => name)).toEqual(
      [],
    );
  });

  test('has fields with names that clients accept', () => {
    const names = fields.map(({ name }) => name.split('.').at(-1)?.replace('[]', '') ?? '');

    expect(names.filter((name) => !/^[A-Za-z_]\w{0,63}$/.test(name))).toEqual([]);
  });

  test('has an effect that fits its method', () => {
    const method = action.route?.split(' ')[0];
    if (method === undefined) return;

    const isRead = action.effect === 'read';
    expect(isRead).toBe(method === 'GET' || method === 'HEAD' || readsByPost.has(action.id));
    if (method === 'DELETE') expect(action.effect).toBe(facts.get(action.id)?.kind === 'write' ? 'write' : 'destroy');
  });

  test('has a mutation where it changes something, and a query where it reads', () => {
    if (action.graphql === undefined) return;

    expect(/^\s*mutation\b/.test(action.graphql.document)).toBe(action.effect !== 'read');
  });

  test('is a request, a document or code', () => {
    expect(action.route ?? action.graphql ?? action.run).toBeDefined();
    if (action.route !== undefined) expect(action.route).toMatch(/^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/(:?[\w.-]+))+$/);
  });

  test('demands every placeholder of its route, as text or number', () => {
    const names = [...(action.route ?? '').matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
    const unfit = names.filter((name) => {
      const field = action.params[name];
      return (
        field?.required !== true || (field.type !== 'string' && field.type !== 'integer') || field.place !== undefined
      );
    });

    expect(unfit).toEqual([]);
  });

  test('looks up numbers only where it is done: in its own params', () => {
    const nested = fields.filter(
      ({ name, field }) => /[.[]/.test(name) && field.type === 'string' && field.numericOnly,
    );

    expect(nested.map(({ name }) => name)).toEqual([]);
  });

  test('has rules over params it takes and does not demand', () => {
    for (const rule of action.rules ?? []) {
      const names = rule.rule === 'needs' ? [rule.param, rule.with] : rule.of;
      expect(names.filter((name) => !Object.hasOwn(action.params, name))).toEqual([]);
      if (rule.rule !== 'needs') expect(names.filter((name) => action.params[name]?.required === true)).toEqual([]);
    }
  });

  test('is related to actions there are, or are to be', () => {
    const related = action.related ?? [];

    expect(related.filter((id) => catalog.findById(id) === undefined && !facts.has(id))).toEqual([]);
    expect(related).not.toContain(action.id);
    expect(new Set(related).size).toBe(related.length);
  });

  test('has aliases that are no ID and mean nothing else', () => {
    for (const alias of otherIds(action)) {
      expect(alias).toMatch(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/);
      expect(catalog.findById(alias)).toBeUndefined();
      expect(catalog.findByAlias(alias)).toEqual([action]);
    }
  });

  test('has presets of params that it takes, as GitLab takes them', () => {
    for (const [name, params] of Object.entries(action.presets ?? {})) {
      const { input } = normalise(action, { ...leastInput(action), ...params });

      expect(input, name).toMatchObject(params);
      expect(
        normalise(action, { ...leastInput(action), ...nulled(params) }, { preset: { name, params } }).input,
      ).toEqual(input);
    }
  });

  test('is of the tier that GitLab.com has for what is only there', () => {
    if (action.onlyOnGitlabCom === true) expect(action.tier).toBe('premium');
  });

  test('is small', () => {
    expect(JSON.stringify(action).length).toBeLessThan(12_000);
  });
});

describe('the catalog as a whole', () => {
  test('a tool is one action, or two IDs for one thing of which one owns the name', () => {
    const shared = [...Map.groupBy(actions, ({ tool }) => tool)].filter(([, sharers]) => sharers.length > 1);

    for (const [tool, sharers] of shared) {
      expect(sharers).toHaveLength(2);
      expect(catalog.findByAlias(tool)).toHaveLength(1);
    }
    expect(shared.map(([tool]) => tool).sort()).toEqual([
      'gitlab_commit_list',
      'gitlab_issue_list_group',
      'gitlab_server_status',
      'gitlab_user_current',
    ]);
  });

  test('what many actions take is one object, so that memory and wording are shared', () => {
    const distinct = Map.groupBy(
      actions.flatMap((action) => Object.entries(action.params)),
      ([name]) => name,
    );
    const objects = (name: string) => new Set(distinct.get(name)?.map(([, field]) => field)).size;
    const uses = [...distinct.values()].reduce((sum, entries) => sum + entries.length, 0);
    const all = new Set(actions.flatMap((action) => Object.values(action.params))).size;

    for (const name of ['issue_iid', 'merge_request_iid', 'note_id', 'job_id', 'pipeline_id', 'page', 'per_page']) {
      expect(objects(name)).toBeLessThanOrEqual(3);
    }
    for (const name of ['project_id', 'group_id', 'user_id']) expect(objects(name)).toBeLessThanOrEqual(12);
    expect(all / uses).toBeLessThan(0.4);
  });

  test('T-75: every read of what people wrote is in a project or a group, where its authors have roles', () => {
    const reads = actions.filter(
      ({ effect, result }) => effect === 'read' && ['note', 'discussion', 'commit_comment'].includes(result.kind),
    );

    expect(reads.length).toBeGreaterThan(15);
    expect(
      reads.filter(({ params }) => params['project_id']?.required !== true && params['full_path']?.required !== true),
    ).toEqual([]);
  });

  test('every list of exceptions is as short as it can be', () => {
    const tools = new Set([...facts.values()].map(({ tool }) => tool));

    expect([...readsByPost.keys()].filter((id) => catalog.findById(id)?.effect !== 'read')).toEqual([]);
    expect([...longToolNames].filter((tool) => !tools.has(tool))).toEqual([]);
  });
});

interface NamedField {
  /** `position.new_line`, `variables[].key` */
  readonly name: string;
  readonly field: Field;
}

function fieldsOf(action: Action): readonly NamedField[] {
  return Object.entries(action.params).flatMap(([name, field]) => inside(name, field));
}

function inside(name: string, field: Field): readonly NamedField[] {
  const own = { name, field };
  if (field.type === 'array') return [own, ...inside(`${name}[]`, field.items)];
  if (field.type !== 'object') return [own];
  return [own, ...Object.entries(field.fields).flatMap(([inner, of]) => inside(`${name}.${inner}`, of))];
}

/** As a caller may leave params out. */
function nulled(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.keys(params).map((name) => [name, null]));
}

test('T-14: whoever must give the ID of a milestone or epic is told which action has it', () => {
  const silent = actions.flatMap(({ id, params }) =>
    Object.entries(params)
      .filter(([name, { description }]) => /^(milestone|epic)_id$/.test(name) && !idSource.test(description))
      .map(([name]) => `${id} ${name}`),
  );

  expect(silent).toEqual([]);
});
