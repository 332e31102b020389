import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { packageActions } from './package-actions.ts';

const byId = new Map(packageActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';
const ofPackage = { ...project, package_id: 55 };
const repository = { ...project, repository_id: 8 };
const images = `${at}/registry/repositories/8`;
const rule = { ...project, rule_id: 3 };
const packageRules = `${at}/packages/protection/rules`;
const imageRules = `${at}/registry/protection/repository/rules`;
const tagRules = `${at}/registry/protection/tag/rules`;

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'package.list',
    { ...project, name: 'lib', package_type: 'python', status: 'default', pagination: 'keyset', order_by: 'version' },
    `GET ${at}/packages?package_name=lib&package_type=pypi&status=default&pagination=keyset&order_by=version`,
  ],
  [
    'package.group_list',
    { group_id: 'acme', exclude_subgroups: true, order_by: 'project_path', sort: 'desc' },
    'GET /groups/acme/packages?exclude_subgroups=true&order_by=project_path&sort=desc',
  ],
  ['package.get', ofPackage, `GET ${at}/packages/55`],
  ['package.delete', { ...ofPackage, package_id: '#55' }, `DELETE ${at}/packages/55`],
  ['package.file_list', { ...ofPackage, page: 2 }, `GET ${at}/packages/55/package_files?page=2`],
  ['package.file_delete', { ...ofPackage, file_id: 9 }, `DELETE ${at}/packages/55/package_files/9`],
  ['package.protection_rule_list', { ...project, pagination: 'keyset' }, `GET ${packageRules}?pagination=keyset`],
  [
    'package.protection_rule_create',
    { ...project, pattern: '@acme/*', package_type: 'npm', push_access_level: 'Maintainer' },
    [
      `POST ${packageRules}`,
      { package_name_pattern: '@acme/*', package_type: 'npm', minimum_access_level_for_push: 'maintainer' },
    ],
  ],
  [
    'package.protection_rule_update',
    { ...rule, minimum_access_level_for_delete: null },
    [`PATCH ${packageRules}/3`, { minimum_access_level_for_delete: null }],
  ],
  ['package.protection_rule_delete', rule, `DELETE ${packageRules}/3`],
  ['package.registry_list_project', { ...project, tags: true }, `GET ${at}/registry/repositories?tags=true`],
  ['package.registry_list_group', { group_id: 'acme' }, 'GET /groups/acme/registry/repositories'],
  [
    'package.registry_get',
    { id: 8, tags_count: true, size: true },
    'GET /registry/repositories/8?tags_count=true&size=true',
  ],
  ['package.registry_delete', repository, `DELETE ${images}`],
  ['package.registry_tag_list', { ...repository, order_by: 'name' }, `GET ${images}/tags?order_by=name`],
  ['package.registry_tag_get', { ...repository, tag: 'v1.2.x' }, `GET ${images}/tags/v1.2.x`],
  ['package.registry_tag_delete', { ...repository, tag_name: 'latest' }, `DELETE ${images}/tags/latest`],
  [
    'package.registry_tag_delete_bulk',
    { ...repository, name_regex_delete: 'dev-.+', keep_n: 5, older_than: '7d' },
    `DELETE ${images}/tags?name_regex_delete=dev-.+&keep_n=5&older_than=7d`,
  ],
  ['package.registry_rule_list', project, `GET ${imageRules}`],
  [
    'package.registry_rule_create',
    { ...project, repository_path_pattern: 'acme/site/*', minimum_access_level_for_delete: 'owner' },
    [`POST ${imageRules}`, { repository_path_pattern: 'acme/site/*', minimum_access_level_for_delete: 'owner' }],
  ],
  [
    'package.registry_rule_update',
    { ...rule, minimum_access_level_for_push: 'admin' },
    [`PATCH ${imageRules}/3`, { minimum_access_level_for_push: 'admin' }],
  ],
  ['package.registry_rule_delete', rule, `DELETE ${imageRules}/3`],
  ['package.registry_tag_rule_list', project, `GET ${tagRules}`],
  [
    'package.registry_tag_rule_create',
    { ...project, tag_name_pattern: 'v.+' },
    [`POST ${tagRules}`, { tag_name_pattern: 'v.+' }],
  ],
  [
    'package.registry_tag_rule_update',
    { ...rule, tag_name_pattern: 'v2.+' },
    [`PATCH ${tagRules}/3`, { tag_name_pattern: 'v2.+' }],
  ],
  ['package.registry_tag_rule_delete', rule, `DELETE ${tagRules}/3`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every package action has a row, or tests of its own beside generic packages', () => {
  const others = ['package.download', 'package.publish', 'package.publish_and_link', 'package.publish_directory'];
  const tested = new Set([...rows.map(([id]) => id), ...others]);
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

describe('before anything is sent', () => {
  test.each<[string, string, object, string]>([
    [
      'a rule without a limit',
      'package.registry_rule_create',
      { ...project, repository_path_pattern: 'a' },
      'at least one',
    ],
    [
      'a tag rule with one limit of two',
      'package.registry_tag_rule_create',
      { ...project, tag_name_pattern: 'v.+', minimum_access_level_for_push: 'owner' },
      'needs minimum_access_level_for_delete',
    ],
    ['a clean-up of everything by omission', 'package.registry_tag_delete_bulk', repository, 'exactly one of'],
    [
      'two patterns',
      'package.registry_tag_delete_bulk',
      { ...repository, name_regex: 'a', name_regex_delete: 'b' },
      'exclude each other',
    ],
    [
      'a role that GitLab does not take',
      'package.registry_rule_update',
      { ...rule, push_access_level: 'guest' },
      'maintainer',
    ],
  ])('T-07: %s is refused', async (_, id, input, reason) => {
    const { error, sent } = await run(id, input);

    expect(error?.message).toContain(reason);
    expect(sent).toEqual([]);
  });
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{}] });
}
