import { defineAction } from '../../action.ts';
import { download, outputPath } from '../../download.ts';
import { filePath, line, required } from '../../field.ts';
import { buildRequest } from '../../request.ts';
import { fileOf, listOf, nothing, one } from '../../result.ts';
import {
  newSnippet,
  newSnippetRules,
  snippetChangeRules,
  snippetChanges,
  snippetFilters,
  snippetId,
  whenTooLarge,
} from './snippet-fields.ts';

const list = defineAction({
  id: 'snippet.list',
  tool: 'gitlab_snippet_list',
  title: 'List my snippets',
  summary: 'List the snippets of the current user with title, files and visibility.',
  effect: 'read',
  route: 'GET /snippets',
  params: snippetFilters,
  result: listOf('snippet'),
  words: ['my gists', 'my code snippets', 'pastes'],
  related: ['snippet.get', 'snippet.list_all', 'snippet.project_list'],
});

const listAll = defineAction({
  id: 'snippet.list_all',
  tool: 'gitlab_snippet_list_all',
  title: 'List all snippets',
  summary: 'List every snippet the current user may see, which is all of the instance for administrators.',
  effect: 'read',
  route: 'GET /snippets/all',
  params: {
    ...snippetFilters,
    repository_storage: line('Only snippets on this storage, for administrators.'),
  },
  result: listOf('snippet'),
  words: ['gists of everyone', 'snippets of all users', 'every snippet on the instance'],
  related: ['snippet.list', 'snippet.explore'],
});

const explore = defineAction({
  id: 'snippet.explore',
  tool: 'gitlab_snippet_explore',
  title: 'List public snippets',
  summary: 'List the public snippets of the instance with title, author and files.',
  effect: 'read',
  route: 'GET /snippets/public',
  params: snippetFilters,
  result: listOf('snippet'),
  words: ['public gists', 'browse snippets', 'snippets everyone can see'],
  related: ['snippet.list', 'search.snippets'],
});

const get = defineAction({
  id: 'snippet.get',
  tool: 'gitlab_snippet_get',
  title: 'Get a snippet',
  summary: 'Get one snippet with title, author, visibility and the names of its files.',
  effect: 'read',
  route: 'GET /snippets/:snippet_id',
  params: { snippet_id: snippetId },
  result: one('snippet'),
  usage: 'The text of the file is read with snippet.content.',
  words: ['show gist', 'snippet details', 'show my snippet', 'details of a snippet'],
  related: ['snippet.content', 'snippet.file_content', 'snippet.update'],
});

const content = defineAction({
  id: 'snippet.content',
  tool: 'gitlab_snippet_content',
  title: 'Read a snippet',
  summary: 'Read the text of the first file of a snippet, with size and checksum.',
  effect: 'read',
  route: 'GET /snippets/:snippet_id/raw',
  params: { snippet_id: snippetId, output_path: outputPath },
  run: (call) =>
    download(call, {
      path: buildRequest(call.action, call.input).path,
      fallbackName: `snippet-${call.input.snippet_id}.txt`,
      outputPath: call.input.output_path,
      whenTooLarge,
    }),
  result: fileOf('raw_file'),
  words: ['raw snippet', 'code of a gist', 'what is in the snippet'],
  aliases: ['snippet.raw'],
  related: ['snippet.get', 'snippet.file_content'],
});

const fileContent = defineAction({
  id: 'snippet.file_content',
  tool: 'gitlab_snippet_file_content',
  title: 'Read a file of a snippet',
  summary: 'Read the text of one file of a snippet with several, with size and checksum.',
  effect: 'read',
  route: 'GET /snippets/:snippet_id/files/:ref/:file_name/raw',
  params: {
    snippet_id: snippetId,
    ref: required(line('Branch or commit of the snippet, usually main.', { minLength: 1, aliases: ['branch', 'sha'] })),
    file_name: required(filePath('Path of the file in the snippet.', { aliases: ['file_path', 'path', 'filename'] })),
    output_path: outputPath,
  },
  run: (call) =>
    download(call, {
      path: buildRequest(call.action, call.input).path,
      fallbackName: call.input.file_name.slice(call.input.file_name.lastIndexOf('/') + 1),
      outputPath: call.input.output_path,
      whenTooLarge,
    }),
  result: fileOf('raw_file'),
  words: ['one file of a gist', 'raw file of a snippet', 'content of a file in a snippet'],
  related: ['snippet.get', 'snippet.content'],
});

const create = defineAction({
  id: 'snippet.create',
  tool: 'gitlab_snippet_create',
  title: 'Create a snippet',
  summary: 'Create a personal snippet of one or several files and get it with its address.',
  effect: 'write',
  route: 'POST /snippets',
  params: newSnippet,
  rules: newSnippetRules,
  result: one('snippet'),
  words: [
    'new gist',
    'share code',
    'paste text',
    'share a piece of code',
    'save a piece of code',
    'make a gist',
    'create a private snippet',
    'share some code',
    'save a piece of code as a snippet',
  ],
  related: ['snippet.update', 'snippet.project_create', 'snippet.list'],
});

const update = defineAction({
  id: 'snippet.update',
  tool: 'gitlab_snippet_update',
  title: 'Update a snippet',
  summary: 'Change title, text, files or visibility of a personal snippet and get it.',
  effect: 'write',
  route: 'PUT /snippets/:snippet_id',
  params: { snippet_id: snippetId, ...snippetChanges },
  rules: snippetChangeRules,
  result: one('snippet'),
  words: ['edit gist', 'add a file to a snippet', 'make a snippet public', 'edit my snippet', 'rename a snippet'],
  related: ['snippet.get', 'snippet.content', 'snippet.delete'],
});

const remove = defineAction({
  id: 'snippet.delete',
  tool: 'gitlab_snippet_delete',
  title: 'Delete a snippet',
  summary: 'Delete a personal snippet with its files and comments for good.',
  effect: 'destroy',
  route: 'DELETE /snippets/:snippet_id',
  params: { snippet_id: snippetId },
  result: nothing('snippet'),
  words: ['remove gist', 'delete paste', 'delete my snippet'],
  related: ['snippet.list'],
});

export const snippets = [list, listAll, explore, get, content, fileContent, create, update, remove];
