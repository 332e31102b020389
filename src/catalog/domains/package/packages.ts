import { defineAction } from '../../action.ts';
import { flag, id, line, oneOf, required } from '../../field.ts';
import { groupId, keyset, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const packageId = required(id('ID of the package.', { aliases: ['id', 'package'] }));
const fileId = required(id('ID of the file, as package.file_list shows it.', { aliases: ['file_id', 'id'] }));
const ofPackage = { project_id: projectId, package_id: packageId } as const;

const filters = {
  package_name: line('Only packages whose name contains this text.', { aliases: ['name', 'search', 'query'] }),
  package_version: line('Only packages of exactly this version.', { aliases: ['version'] }),
  package_type: oneOf(
    'Only packages of this kind.',
    [
      'composer',
      'conan',
      'debian',
      'generic',
      'golang',
      'helm',
      'maven',
      'ml_model',
      'npm',
      'nuget',
      'pypi',
      'rubygems',
      'terraform_module',
    ],
    {
      aliases: ['type', 'package_manager'],
      synonyms: {
        go: 'golang',
        python: 'pypi',
        pip: 'pypi',
        gem: 'rubygems',
        node: 'npm',
        terraform: 'terraform_module',
      },
    },
  ),
  status: oneOf('Only packages in this state. Default: default and deprecated.', [
    'default',
    'hidden',
    'processing',
    'error',
    'pending_destruction',
    'deprecated',
  ]),
  include_versionless: flag('Include packages without a version. Default false.'),
  sort: oneOf('Direction of the order. Default asc.', ['asc', 'desc']),
  ...page,
  ...keyset,
} as const;

const list = defineAction({
  id: 'package.list',
  tool: 'gitlab_package_list',
  title: 'List packages of a project',
  summary: 'List the packages in the registry of a project with version, kind and state.',
  effect: 'read',
  route: 'GET /projects/:project_id/packages',
  params: {
    project_id: projectId,
    ...filters,
    order_by: oneOf('What the list is ordered by. Default created_at.', ['created_at', 'name', 'version', 'type']),
  },
  result: listOf('package'),
  words: [
    'package registry',
    'npm packages',
    'Maven artifacts',
    'which versions are published',
    'published packages',
    'which packages have we published',
    'artifacts in the registry',
    'versions of a package',
    'which versions of a package exist',
  ],
  related: ['package.get', 'package.file_list', 'package.group_list', 'package.publish'],
});

const groupList = defineAction({
  id: 'package.group_list',
  tool: 'gitlab_package_group_list',
  title: 'List packages of a group',
  summary: 'List the packages of all projects of a group with version, kind, state and project.',
  effect: 'read',
  route: 'GET /groups/:group_id/packages',
  params: {
    group_id: groupId,
    exclude_subgroups: flag('Leave out the projects of groups below it. Default false.'),
    ...filters,
    order_by: oneOf('What the list is ordered by. Default created_at.', [
      'created_at',
      'name',
      'version',
      'type',
      'project_path',
    ]),
  },
  result: listOf('package'),
  words: ['package registry of a group', 'packages of a team', 'packages of all projects in a group'],
  aliases: ['package.list_group'],
  related: ['package.list', 'package.get'],
});

const get = defineAction({
  id: 'package.get',
  tool: 'gitlab_package_get',
  title: 'Get a package',
  summary: 'Get one package with version, kind, state, pipeline and its other versions.',
  effect: 'read',
  route: 'GET /projects/:project_id/packages/:package_id',
  params: ofPackage,
  result: one('package'),
  words: ['show package details', 'other versions of a package', 'details of a package version'],
  related: ['package.list', 'package.file_list', 'package.delete'],
});

const remove = defineAction({
  id: 'package.delete',
  tool: 'gitlab_package_delete',
  title: 'Delete a package',
  summary: 'Delete one version of a package with all its files for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/packages/:package_id',
  params: ofPackage,
  result: nothing('package'),
  words: ['remove package', 'unpublish a version', 'yank a package version', 'remove a published version'],
  related: ['package.list', 'package.file_delete'],
});

const fileList = defineAction({
  id: 'package.file_list',
  tool: 'gitlab_package_file_list',
  title: 'List files of a package',
  summary: 'List the files of a package with size and checksums.',
  effect: 'read',
  route: 'GET /projects/:project_id/packages/:package_id/package_files',
  params: {
    ...ofPackage,
    order_by: oneOf('What the list is ordered by. Default id.', ['id', 'created_at', 'file_name']),
    sort: filters.sort,
    ...page,
  },
  result: listOf('package_file'),
  words: [
    'what is in the package',
    'checksum of a package file',
    'contents of a package',
    'which files has a package version',
  ],
  related: ['package.download', 'package.file_delete', 'package.get'],
});

const fileDelete = defineAction({
  id: 'package.file_delete',
  tool: 'gitlab_package_file_delete',
  title: 'Delete a file of a package',
  summary: 'Delete one file of a package for good, which may break the package.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/packages/:package_id/package_files/:package_file_id',
  params: { ...ofPackage, package_file_id: fileId },
  result: nothing('package_file'),
  words: ['remove a package file', 'delete one file of a package'],
  related: ['package.file_list', 'package.delete'],
});

export const packages = [list, groupList, get, remove, fileList, fileDelete];
