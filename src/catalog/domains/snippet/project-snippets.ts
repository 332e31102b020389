import { defineAction } from '../../action.ts';
import { download, outputPath } from '../../download.ts';
import { described } from '../../field.ts';
import { page, projectId, visibility } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { fileOf, listOf, nothing, one } from '../../result.ts';
import {
  newSnippet,
  newSnippetRules,
  snippetChangeRules,
  snippetChanges,
  snippetId,
  whenTooLarge,
} from './snippet-fields.ts';

const ofSnippet = { project_id: projectId, snippet_id: snippetId } as const;

const list = defineAction({
  id: 'snippet.project_list',
  tool: 'gitlab_project_snippet_list',
  title: 'List snippets of a project',
  summary: 'List the snippets of a project with title, author and files.',
  effect: 'read',
  route: 'GET /projects/:project_id/snippets',
  params: { project_id: projectId, ...page },
  result: listOf('snippet'),
  words: ['project snippets', 'gists of a project', 'snippets in the repo', 'list project snippets'],
  related: ['snippet.project_get', 'snippet.project_create', 'snippet.list'],
});

const get = defineAction({
  id: 'snippet.project_get',
  tool: 'gitlab_project_snippet_get',
  title: 'Get a snippet of a project',
  summary: 'Get one snippet of a project with title, author, visibility and the names of its files.',
  effect: 'read',
  route: 'GET /projects/:project_id/snippets/:snippet_id',
  params: ofSnippet,
  result: one('snippet'),
  usage: 'The text of the file is read with snippet.project_content.',
  words: ['show project snippet', 'details of a project snippet'],
  related: ['snippet.project_content', 'snippet.project_update', 'snippet.note_list'],
});

const content = defineAction({
  id: 'snippet.project_content',
  tool: 'gitlab_project_snippet_content',
  title: 'Read a snippet of a project',
  summary: 'Read the text of the first file of a snippet of a project, with size and checksum.',
  effect: 'read',
  route: 'GET /projects/:project_id/snippets/:snippet_id/raw',
  params: { ...ofSnippet, output_path: outputPath },
  run: (call) =>
    download(call, {
      path: buildRequest(call.action, call.input).path,
      fallbackName: `snippet-${call.input.snippet_id}.txt`,
      outputPath: call.input.output_path,
      whenTooLarge,
    }),
  result: fileOf('raw_file'),
  words: ['raw project snippet', 'code of a project snippet', 'content of a project snippet'],
  related: ['snippet.project_get'],
});

const create = defineAction({
  id: 'snippet.project_create',
  tool: 'gitlab_project_snippet_create',
  title: 'Create a snippet in a project',
  summary: 'Create a snippet of one or several files in a project and get it with its address.',
  effect: 'write',
  route: 'POST /projects/:project_id/snippets',
  params: {
    project_id: projectId,
    ...newSnippet,
    visibility: described(visibility, 'Who may see it. Default private.'),
  },
  rules: newSnippetRules,
  // GitLab demands it here, though not of a personal snippet.
  async run(call) {
    const { body } = await call.send(buildRequest(call.action, { visibility: 'private', ...call.input }));
    return body;
  },
  result: one('snippet'),
  words: [
    'new project snippet',
    'share code in a project',
    'save code in the project',
    'share a script as a project snippet',
    'snippet in a project',
  ],
  related: ['snippet.project_update', 'snippet.project_list', 'snippet.create'],
});

const update = defineAction({
  id: 'snippet.project_update',
  tool: 'gitlab_project_snippet_update',
  title: 'Update a snippet of a project',
  summary: 'Change title, text, files or visibility of a snippet of a project and get it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/snippets/:snippet_id',
  params: { ...ofSnippet, ...snippetChanges },
  rules: snippetChangeRules,
  result: one('snippet'),
  words: ['edit project snippet', 'add a file to a project snippet'],
  related: ['snippet.project_get', 'snippet.project_delete'],
});

const remove = defineAction({
  id: 'snippet.project_delete',
  tool: 'gitlab_project_snippet_delete',
  title: 'Delete a snippet of a project',
  summary: 'Delete a snippet of a project with its files and comments for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/snippets/:snippet_id',
  params: ofSnippet,
  result: nothing('snippet'),
  words: ['remove project snippet', 'delete a snippet from a project'],
  related: ['snippet.project_list'],
});

export const projectSnippets = [list, get, content, create, update, remove];
