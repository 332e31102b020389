import { defineAction } from '../../action.ts';
import { flag } from '../../field.ts';
import { groupId, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { repositoryId } from './registry-fields.ts';

const tags = flag('Include the tags of each repository. Default false.');
const tagsCount = flag('Include how many tags each repository has. Default false.');

const listProject = defineAction({
  id: 'package.registry_list_project',
  tool: 'gitlab_registry_list_project',
  title: 'List container repositories',
  summary: 'List the container image repositories of a project with path and location.',
  effect: 'read',
  route: 'GET /projects/:project_id/registry/repositories',
  params: { project_id: projectId, tags, tags_count: tagsCount, ...page },
  result: listOf('registry_repository'),
  words: [
    'container registry',
    'docker images',
    'images of a project',
    'OCI images',
    'which images does the project publish',
    'docker images in the registry',
    'list container images',
    'which images are in the registry',
  ],
  related: ['package.registry_tag_list', 'package.registry_get', 'package.registry_list_group'],
});

const listGroup = defineAction({
  id: 'package.registry_list_group',
  tool: 'gitlab_registry_list_group',
  title: 'List container repositories of a group',
  summary: 'List the container image repositories of all projects of a group with path and location.',
  effect: 'read',
  route: 'GET /groups/:group_id/registry/repositories',
  params: { group_id: groupId, ...page },
  result: listOf('registry_repository'),
  words: ['container registry of a group', 'docker images of a team'],
  related: ['package.registry_list_project', 'package.registry_get'],
});

const get = defineAction({
  id: 'package.registry_get',
  tool: 'gitlab_registry_get_repository',
  title: 'Get a container repository',
  summary: 'Get one container image repository with path and location, and its tags or size if asked for.',
  effect: 'read',
  route: 'GET /registry/repositories/:repository_id',
  params: {
    repository_id: repositoryId,
    tags,
    tags_count: tagsCount,
    size: flag('Include the size of all images in bytes. Default false.'),
  },
  result: one('registry_repository'),
  words: [
    'show docker repository',
    'size of a container repository',
    'how many tags has an image repository',
    'details of a container repository',
  ],
  related: ['package.registry_tag_list', 'package.registry_delete'],
});

const remove = defineAction({
  id: 'package.registry_delete',
  tool: 'gitlab_registry_delete_repository',
  title: 'Delete a container repository',
  summary: 'Delete a container image repository of a project with all its tags, in the background.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/registry/repositories/:repository_id',
  params: { project_id: projectId, repository_id: repositoryId },
  result: nothing('registry_repository'),
  words: [
    'remove docker repository',
    'delete all images',
    'remove an image with all its tags',
    'delete a docker repository',
  ],
  related: ['package.registry_list_project', 'package.registry_tag_delete_bulk'],
});

export const registryRepositories = [listProject, listGroup, get, remove];
