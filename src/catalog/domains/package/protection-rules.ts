import { defineAction } from '../../action.ts';
import { line, oneOf, required } from '../../field.ts';
import { keyset, keysetOrder, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { minimumForDelete, minimumForPush, ruleId } from './protection-fields.ts';

const ofRule = { project_id: projectId, rule_id: ruleId } as const;
const namePattern = line('Name of the packages, * stands for any text: @acme/my-package-*.', {
  minLength: 1,
  aliases: ['pattern', 'name'],
});
const packageType = oneOf(
  'Kind of package.',
  ['conan', 'generic', 'helm', 'maven', 'npm', 'nuget', 'pypi', 'terraform_module'],
  { aliases: ['type'] },
);

const list = defineAction({
  id: 'package.protection_rule_list',
  tool: 'gitlab_list_package_protection_rules',
  title: 'List package protection rules',
  summary: 'List which packages of a project only some roles may push or delete.',
  effect: 'read',
  route: 'GET /projects/:project_id/packages/protection/rules',
  params: { project_id: projectId, ...page, ...keyset, ...keysetOrder },
  result: listOf('package_protection_rule'),
  words: ['protected packages', 'who may publish packages'],
  related: ['package.protection_rule_create', 'package.registry_rule_list'],
});

const create = defineAction({
  id: 'package.protection_rule_create',
  tool: 'gitlab_create_package_protection_rule',
  title: 'Create a package protection rule',
  summary: 'Let only some roles push or delete the packages of a project whose name fits a pattern.',
  effect: 'write',
  route: 'POST /projects/:project_id/packages/protection/rules',
  params: {
    project_id: projectId,
    package_name_pattern: required(namePattern),
    package_type: required(packageType),
    minimum_access_level_for_push: minimumForPush,
    minimum_access_level_for_delete: minimumForDelete,
  },
  rules: [{ rule: 'at-least-one', of: ['minimum_access_level_for_push', 'minimum_access_level_for_delete'] }],
  result: one('package_protection_rule'),
  words: [
    'protect a package',
    'prevent overwriting a package',
    'lock a package',
    'nobody but maintainers may publish a package',
  ],
  related: ['package.protection_rule_list', 'package.protection_rule_update'],
});

const update = defineAction({
  id: 'package.protection_rule_update',
  tool: 'gitlab_update_package_protection_rule',
  title: 'Update a package protection rule',
  summary: 'Change pattern, kind or roles of a package protection rule of a project.',
  effect: 'write',
  route: 'PATCH /projects/:project_id/packages/protection/rules/:rule_id',
  params: {
    ...ofRule,
    package_name_pattern: namePattern,
    package_type: packageType,
    minimum_access_level_for_push: minimumForPush,
    minimum_access_level_for_delete: minimumForDelete,
  },
  rules: [
    {
      rule: 'at-least-one',
      of: ['package_name_pattern', 'package_type', 'minimum_access_level_for_push', 'minimum_access_level_for_delete'],
    },
  ],
  result: one('package_protection_rule'),
  words: ['edit package protection'],
  related: ['package.protection_rule_list', 'package.protection_rule_delete'],
});

const remove = defineAction({
  id: 'package.protection_rule_delete',
  tool: 'gitlab_delete_package_protection_rule',
  title: 'Delete a package protection rule',
  summary: 'Delete a package protection rule of a project. The packages stay.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/packages/protection/rules/:rule_id',
  params: ofRule,
  result: nothing('package_protection_rule'),
  words: ['unprotect packages', 'remove a package protection rule'],
  related: ['package.protection_rule_list'],
});

export const protectionRules = [list, create, update, remove];
