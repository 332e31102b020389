import { defineAction } from '../../action.ts';
import { line, required } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { minimumForDelete, minimumForPush, ruleId } from './protection-fields.ts';

const ofRule = { project_id: projectId, rule_id: ruleId } as const;
const minimums = {
  minimum_access_level_for_push: minimumForPush,
  minimum_access_level_for_delete: minimumForDelete,
} as const;
const pathPattern = line('Path of the repositories, * stands for any text: acme/site/*.', {
  minLength: 1,
  aliases: ['pattern', 'repository_path'],
});
const tagPattern = line('Names of the tags, as an RE2 expression (such as v.+).', {
  minLength: 1,
  aliases: ['pattern', 'tag_name'],
});

const list = defineAction({
  id: 'package.registry_rule_list',
  tool: 'gitlab_registry_protection_list',
  title: 'List container protection rules',
  summary: 'List which container repositories of a project only some roles may push or delete.',
  effect: 'read',
  route: 'GET /projects/:project_id/registry/protection/repository/rules',
  params: { project_id: projectId },
  result: listOf('registry_protection_rule'),
  words: ['protected container repositories', 'who may push docker images'],
  related: ['package.registry_rule_create', 'package.registry_tag_rule_list'],
});

const create = defineAction({
  id: 'package.registry_rule_create',
  tool: 'gitlab_registry_protection_create',
  title: 'Create a container protection rule',
  summary: 'Let only some roles push or delete the container repositories of a project whose path fits a pattern.',
  effect: 'write',
  route: 'POST /projects/:project_id/registry/protection/repository/rules',
  params: { project_id: projectId, repository_path_pattern: required(pathPattern), ...minimums },
  rules: [{ rule: 'at-least-one', of: Object.keys(minimums) }],
  result: one('registry_protection_rule'),
  words: ['protect a container repository', 'restrict who pushes docker images'],
  related: ['package.registry_rule_list', 'package.registry_rule_update'],
});

const update = defineAction({
  id: 'package.registry_rule_update',
  tool: 'gitlab_registry_protection_update',
  title: 'Update a container protection rule',
  summary: 'Change pattern or roles of a protection rule for container repositories of a project.',
  effect: 'write',
  route: 'PATCH /projects/:project_id/registry/protection/repository/rules/:rule_id',
  params: { ...ofRule, repository_path_pattern: pathPattern, ...minimums },
  rules: [{ rule: 'at-least-one', of: ['repository_path_pattern', ...Object.keys(minimums)] }],
  result: one('registry_protection_rule'),
  words: ['edit container protection'],
  related: ['package.registry_rule_list', 'package.registry_rule_delete'],
});

const remove = defineAction({
  id: 'package.registry_rule_delete',
  tool: 'gitlab_registry_protection_delete',
  title: 'Delete a container protection rule',
  summary: 'Delete a protection rule for container repositories of a project. The images stay.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/registry/protection/repository/rules/:rule_id',
  params: ofRule,
  result: nothing('registry_protection_rule'),
  words: ['unprotect a container repository', 'remove protection of a container repository'],
  related: ['package.registry_rule_list'],
});

const tagList = defineAction({
  id: 'package.registry_tag_rule_list',
  tool: 'gitlab_registry_tag_protection_list',
  title: 'List container tag protection rules',
  summary: 'List which container image tags of a project only some roles may push or delete, or nobody.',
  effect: 'read',
  route: 'GET /projects/:project_id/registry/protection/tag/rules',
  params: { project_id: projectId },
  result: listOf('registry_tag_protection_rule'),
  words: ['protected container tags', 'immutable image tags'],
  related: ['package.registry_tag_rule_create', 'package.registry_rule_list'],
});

const tagCreate = defineAction({
  id: 'package.registry_tag_rule_create',
  tool: 'gitlab_registry_tag_protection_create',
  title: 'Create a container tag protection rule',
  summary: 'Let only some roles push or delete the image tags of a project that fit a pattern, or make them immutable.',
  effect: 'write',
  route: 'POST /projects/:project_id/registry/protection/tag/rules',
  params: { project_id: projectId, tag_name_pattern: required(tagPattern), ...minimums },
  rules: [
    { rule: 'needs', param: 'minimum_access_level_for_push', with: 'minimum_access_level_for_delete' },
    { rule: 'needs', param: 'minimum_access_level_for_delete', with: 'minimum_access_level_for_push' },
  ],
  result: one('registry_tag_protection_rule'),
  usage: 'Give both roles, or none for tags that nobody may change.',
  words: ['protect image tags', 'make docker tags immutable', 'nobody may overwrite image tags'],
  related: ['package.registry_tag_rule_list', 'package.registry_tag_rule_update'],
});

const tagUpdate = defineAction({
  id: 'package.registry_tag_rule_update',
  tool: 'gitlab_registry_tag_protection_update',
  title: 'Update a container tag protection rule',
  summary: 'Change pattern or roles of a protection rule for container image tags of a project.',
  effect: 'write',
  route: 'PATCH /projects/:project_id/registry/protection/tag/rules/:rule_id',
  params: { ...ofRule, tag_name_pattern: tagPattern, ...minimums },
  rules: [{ rule: 'at-least-one', of: ['tag_name_pattern', ...Object.keys(minimums)] }],
  result: one('registry_tag_protection_rule'),
  words: ['edit tag protection of images'],
  related: ['package.registry_tag_rule_list', 'package.registry_tag_rule_delete'],
});

const tagRemove = defineAction({
  id: 'package.registry_tag_rule_delete',
  tool: 'gitlab_registry_tag_protection_delete',
  title: 'Delete a container tag protection rule',
  summary: 'Delete a protection rule for container image tags of a project. The tags stay.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/registry/protection/tag/rules/:rule_id',
  params: ofRule,
  result: nothing('registry_tag_protection_rule'),
  words: ['unprotect image tags', 'remove protection of image tags'],
  related: ['package.registry_tag_rule_list'],
});

export const registryProtection = [list, create, update, remove, tagList, tagCreate, tagUpdate, tagRemove];
