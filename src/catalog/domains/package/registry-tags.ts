import { defineAction } from '../../action.ts';
import { integer, line, required } from '../../field.ts';
import { keyset, keysetOrder, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { repositoryId } from './registry-fields.ts';

const ofRepository = { project_id: projectId, repository_id: repositoryId } as const;
const imageTag = required(
  line('Name of the image tag, such as latest.', { minLength: 1, aliases: ['tag', 'name', 'image_tag'] }),
);

const list = defineAction({
  id: 'package.registry_tag_list',
  tool: 'gitlab_registry_list_tags',
  title: 'List container image tags',
  summary: 'List the tags of a container image repository with path and location.',
  effect: 'read',
  route: 'GET /projects/:project_id/registry/repositories/:repository_id/tags',
  params: { ...ofRepository, ...page, ...keyset, ...keysetOrder },
  result: listOf('registry_tag'),
  words: ['docker tags', 'versions of an image', 'image tags', 'which docker images do we have', 'tags of an image'],
  related: ['package.registry_tag_get', 'package.registry_tag_delete_bulk', 'package.registry_list_project'],
});

const get = defineAction({
  id: 'package.registry_tag_get',
  tool: 'gitlab_registry_get_tag',
  title: 'Get a container image tag',
  summary: 'Get one tag of a container image repository with digest, creation time and size.',
  effect: 'read',
  route: 'GET /projects/:project_id/registry/repositories/:repository_id/tags/:tag_name',
  params: { ...ofRepository, tag_name: imageTag },
  result: one('registry_tag'),
  words: [
    'digest of an image',
    'how big is the image',
    'show docker tag',
    'size of an image',
    'when was the image pushed',
  ],
  related: ['package.registry_tag_list', 'package.registry_tag_delete'],
});

const remove = defineAction({
  id: 'package.registry_tag_delete',
  tool: 'gitlab_registry_delete_tag',
  title: 'Delete a container image tag',
  summary: 'Delete one tag of a container image repository for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/registry/repositories/:repository_id/tags/:tag_name',
  params: { ...ofRepository, tag_name: imageTag },
  result: nothing('registry_tag'),
  words: ['remove docker tag', 'delete an image', 'delete the image with a tag'],
  related: ['package.registry_tag_list', 'package.registry_tag_delete_bulk'],
});

const removeMany = defineAction({
  id: 'package.registry_tag_delete_bulk',
  tool: 'gitlab_registry_delete_tags_bulk',
  title: 'Delete many container image tags',
  summary: 'Delete the tags of a container image repository that fit a pattern or age, in the background.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/registry/repositories/:repository_id/tags',
  params: {
    ...ofRepository,
    name_regex_delete: line('Tags to delete, as an RE2 expression (all of them: .*).', { minLength: 1 }),
    name_regex: line('Older name of name_regex_delete.', { minLength: 1 }),
    name_regex_keep: line('Tags to keep whatever the other says, as an RE2 expression.', { minLength: 1 }),
    keep_n: integer('Newest tags to keep of each name pattern.', { minimum: 0, aliases: ['keep'] }),
    older_than: line('Only tags older than this, such as 1h, 7d or 1month.', { minLength: 1, aliases: ['age'] }),
  },
  rules: [{ rule: 'exactly-one', of: ['name_regex_delete', 'name_regex'] }],
  result: nothing('registry_tag'),
  usage: 'GitLab accepts this once an hour for each repository. It never deletes latest.',
  words: [
    'clean up old docker images',
    'prune image tags',
    'free registry storage',
    'remove old image tags',
    'free space in the container registry',
    'clean up old container tags',
    'delete old docker tags',
    'registry cleanup',
  ],
  related: ['package.registry_tag_list', 'package.registry_tag_delete'],
});

export const registryTags = [list, get, remove, removeMany];
