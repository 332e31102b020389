import { defineAction } from '../../action.ts';
import { described, line, oneOf, required, text } from '../../field.ts';
import { keyset, page, projectId, sort, tagName } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const list = defineAction({
  id: 'tag.list',
  tool: 'gitlab_tag_list',
  title: 'List tags',
  summary: 'List the Git tags of a project with their commits and releases, newest first.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/tags',
  params: {
    project_id: projectId,
    search: line('Part of the name, ^v1 for a start or rc$ for an end.', { aliases: ['query', 'name', 'filter'] }),
    order_by: oneOf('Order by. Default updated.', ['name', 'updated', 'version'], { synonyms: { semver: 'version' } }),
    sort,
    ...page,
    cursor: { ...described(keyset.cursor, 'Name of the tag to start from.'), wire: 'page_token' },
  },
  result: listOf('tag'),
  words: ['which versions exist', 'show tags', 'latest tag', 'find tag', 'newest tag', 'versions that are tagged'],
  related: ['tag.get', 'tag.create', 'release.list'],
});

const get = defineAction({
  id: 'tag.get',
  tool: 'gitlab_tag_get',
  title: 'Get a tag',
  summary: 'Get one Git tag with its message, its commit and its release.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/tags/:tag_name',
  params: { project_id: projectId, tag_name: tagName },
  result: one('tag'),
  words: ['which commit is tagged', 'does the tag exist', 'info about a tag'],
  related: ['tag.list', 'release.get', 'tag.get_signature'],
});

const create = defineAction({
  id: 'tag.create',
  tool: 'gitlab_tag_create',
  title: 'Create a tag',
  summary: 'Create a Git tag on a branch, commit or other tag, annotated when a message is given.',
  effect: 'write',
  route: 'POST /projects/:project_id/repository/tags',
  params: {
    project_id: projectId,
    tag_name: described(tagName, 'Name of the new tag.'),
    ref: required(
      line('Branch, commit or tag to put it on.', { aliases: ['source', 'from', 'sha', 'target', 'branch'] }),
    ),
    message: text('Message of an annotated tag. Without it the tag is lightweight.', { aliases: ['annotation'] }),
  },
  result: one('tag'),
  words: [
    'tag a version',
    'new tag',
    'annotated tag',
    'tag a commit',
    'tag the release',
    'create git tag',
    'tag a release',
    'tag main',
    'put a tag on a commit',
    'mark a version',
  ],
  related: ['release.create', 'tag.list', 'tag.protect'],
});

const remove = defineAction({
  id: 'tag.delete',
  tool: 'gitlab_tag_delete',
  title: 'Delete a tag',
  summary: 'Delete a Git tag, and with it the release that belongs to it.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/repository/tags/:tag_name',
  params: { project_id: projectId, tag_name: tagName },
  result: nothing('tag'),
  words: ['remove tag', 'drop tag', 'delete a git tag', 'remove a version tag'],
  related: ['tag.get', 'release.delete'],
});

const getSignature = defineAction({
  id: 'tag.get_signature',
  tool: 'gitlab_tag_get_signature',
  title: 'Get the signature of a tag',
  summary: 'Get the X.509 signature of a signed tag and whether GitLab could verify it.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/tags/:tag_name/signature',
  params: { project_id: projectId, tag_name: tagName },
  result: one('signature'),
  words: ['is the tag signed', 'verify tag', 'x509'],
  related: ['tag.get', 'repository.commit_signature'],
});

export const tags = [list, get, create, remove, getSignature];
