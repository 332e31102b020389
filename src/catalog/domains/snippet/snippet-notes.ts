import { defineAction } from '../../action.ts';
import { oneOf } from '../../field.ts';
import { noteId, page, projectId, sort } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { snippetComment, snippetId } from './snippet-fields.ts';

const ofSnippet = { project_id: projectId, snippet_id: snippetId } as const;

const list = defineAction({
  id: 'snippet.note_list',
  tool: 'gitlab_snippet_note_list',
  title: 'List comments on a snippet',
  summary: 'List the comments on a snippet of a project, newest first.',
  effect: 'read',
  route: 'GET /projects/:project_id/snippets/:snippet_id/notes',
  params: {
    ...ofSnippet,
    order_by: oneOf('What the list is ordered by. Default created_at.', ['created_at', 'updated_at']),
    sort,
    ...page,
  },
  result: listOf('note'),
  words: ['read snippet comments', 'notes of a gist', 'what do people say about a snippet'],
  aliases: ['snippet.comments', 'snippet.comment_list'],
  related: ['snippet.note_create', 'snippet.discussion_list'],
});

const get = defineAction({
  id: 'snippet.note_get',
  tool: 'gitlab_snippet_note_get',
  title: 'Get a comment on a snippet',
  summary: 'Get one comment on a snippet of a project with its author and text.',
  effect: 'read',
  route: 'GET /projects/:project_id/snippets/:snippet_id/notes/:note_id',
  params: { ...ofSnippet, note_id: noteId },
  result: one('note'),
  words: ['show snippet comment'],
  related: ['snippet.note_list', 'snippet.note_update'],
});

const create = defineAction({
  id: 'snippet.note_create',
  tool: 'gitlab_snippet_note_create',
  title: 'Comment on a snippet',
  summary: 'Add a comment to a snippet of a project.',
  effect: 'write',
  route: 'POST /projects/:project_id/snippets/:snippet_id/notes',
  params: { ...ofSnippet, body: snippetComment },
  result: one('note'),
  words: ['write a snippet comment', 'comment on a gist', 'add a comment to a snippet'],
  aliases: ['snippet.comment', 'snippet.comment_create'],
  related: ['snippet.note_list', 'snippet.discussion_create'],
});

const update = defineAction({
  id: 'snippet.note_update',
  tool: 'gitlab_snippet_note_update',
  title: 'Edit a comment on a snippet',
  summary: 'Replace the text of a comment on a snippet of a project.',
  effect: 'write',
  route: 'PUT /projects/:project_id/snippets/:snippet_id/notes/:note_id',
  params: { ...ofSnippet, note_id: noteId, body: snippetComment },
  result: one('note'),
  words: ['correct a snippet comment'],
  related: ['snippet.note_get', 'snippet.note_delete'],
});

const remove = defineAction({
  id: 'snippet.note_delete',
  tool: 'gitlab_snippet_note_delete',
  title: 'Delete a comment on a snippet',
  summary: 'Delete a comment on a snippet of a project for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/snippets/:snippet_id/notes/:note_id',
  params: { ...ofSnippet, note_id: noteId },
  result: nothing('note'),
  words: ['remove snippet comment', 'delete a comment on a snippet'],
  related: ['snippet.note_list'],
});

export const snippetNotes = [list, get, create, update, remove];
