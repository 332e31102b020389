import { defineAction } from '../../action.ts';
import { described, filePath, flag, line, list as listField, required } from '../../field.ts';
import { keyset, page, projectId } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { fileRef } from './repository-fields.ts';

const tree = defineAction({
  id: 'repository.tree',
  tool: 'gitlab_repository_tree',
  title: 'List files and folders',
  summary: 'List the files, folders and submodules of a folder of a repository.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/tree',
  params: {
    project_id: projectId,
    path: filePath('Folder to list. Default: the root.', { aliases: ['file_path', 'directory', 'folder', 'dir'] }),
    ref: fileRef,
    recursive: flag('Whether to list everything below too. Default false.'),
    ...page,
    ...keyset,
    cursor: { ...described(keyset.cursor, 'Cursor from the previous answer.'), wire: 'page_token' },
  },
  result: listOf('tree_entry'),
  words: [
    'ls',
    'browse code',
    'directory contents',
    'which files are there',
    'project structure',
    'list files',
    'folder structure',
    'list a directory',
    'what files are in the folder',
    'project file structure',
    'browse the repository',
    'list files of a branch',
    'what is in the repo',
    'which files are in the repository',
  ],
  aliases: ['repository.list_files', 'repository.list_tree'],
  related: ['repository.file_get', 'search.code', 'repository.list_submodules'],
});

const mergeBase = defineAction({
  id: 'repository.merge_base',
  tool: 'gitlab_repository_merge_base',
  title: 'Find the common ancestor',
  summary: 'Find the newest commit that all the given branches, tags or commits share.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/merge_base',
  params: {
    project_id: projectId,
    refs: required(
      listField('Two or more branches, tags or commits.', line('Branch, tag or commit.'), {
        minItems: 2,
        split: true,
        aliases: ['branches', 'commits'],
      }),
    ),
  },
  result: one('commit'),
  words: ['git merge-base', 'where did the branch start', 'fork point', 'last commit two branches share'],
  related: ['repository.compare', 'repository.commit_get'],
});

export const trees = [tree, mergeBase];
