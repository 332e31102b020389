import { defineAction } from '../../action.ts';
import { sendDiscussions, threadFilters } from '../../discussion-threads.ts';
import { discussionId, noteId, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { snippetComment, snippetId } from './snippet-fields.ts';

const ofSnippet = { project_id: projectId, snippet_id: snippetId } as const;

const list = defineAction({
  id: 'snippet.discussion_list',
  tool: 'gitlab_list_snippet_discussions',
  title: 'List discussions of a snippet',
  summary: 'List the threads of a snippet of a project with their comments, oldest first, without system notes.',
  effect: 'read',
  route: 'GET /projects/:project_id/snippets/:snippet_id/discussions',
  params: { ...ofSnippet, ...threadFilters, ...page },
  run: sendDiscussions,
  result: listOf('discussion'),
  words: ['threads of a snippet', 'conversation on a gist'],
  related: ['snippet.discussion_get', 'snippet.discussion_add_note', 'snippet.note_list'],
});

const get = defineAction({
  id: 'snippet.discussion_get',
  tool: 'gitlab_get_snippet_discussion',
  title: 'Get a discussion of a snippet',
  summary: 'Get one thread of a snippet of a project with all its comments.',
  effect: 'read',
  route: 'GET /projects/:project_id/snippets/:snippet_id/discussions/:discussion_id',
  params: { ...ofSnippet, discussion_id: discussionId },
  result: one('discussion'),
  words: ['read a snippet thread'],
  related: ['snippet.discussion_list', 'snippet.discussion_add_note'],
});

const create = defineAction({
  id: 'snippet.discussion_create',
  tool: 'gitlab_create_snippet_discussion',
  title: 'Start a discussion on a snippet',
  summary: 'Start a thread on a snippet of a project that others can reply to, and get it with its ID.',
  effect: 'write',
  route: 'POST /projects/:project_id/snippets/:snippet_id/discussions',
  params: { ...ofSnippet, body: snippetComment },
  result: one('discussion'),
  words: ['new thread on a snippet', 'ask a question on a snippet'],
  related: ['snippet.discussion_add_note', 'snippet.note_create'],
});

const addNote = defineAction({
  id: 'snippet.discussion_add_note',
  tool: 'gitlab_add_snippet_discussion_note',
  title: 'Reply to a discussion of a snippet',
  summary: 'Add a reply to a thread of a snippet of a project.',
  effect: 'write',
  route: 'POST /projects/:project_id/snippets/:snippet_id/discussions/:discussion_id/notes',
  params: { ...ofSnippet, discussion_id: discussionId, body: snippetComment },
  result: one('note'),
  words: ['answer in a snippet thread'],
  related: ['snippet.discussion_list', 'snippet.discussion_create'],
});

const updateNote = defineAction({
  id: 'snippet.discussion_update_note',
  tool: 'gitlab_update_snippet_discussion_note',
  title: 'Edit a comment in a snippet thread',
  summary: 'Replace the text of a comment in a thread of a snippet of a project.',
  effect: 'write',
  route: 'PUT /projects/:project_id/snippets/:snippet_id/discussions/:discussion_id/notes/:note_id',
  params: { ...ofSnippet, discussion_id: discussionId, note_id: noteId, body: snippetComment },
  result: one('note'),
  words: ['correct a reply on a snippet'],
  related: ['snippet.discussion_get', 'snippet.discussion_delete_note'],
});

const deleteNote = defineAction({
  id: 'snippet.discussion_delete_note',
  tool: 'gitlab_delete_snippet_discussion_note',
  title: 'Delete a comment in a snippet thread',
  summary: 'Delete a comment in a thread of a snippet of a project for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/snippets/:snippet_id/discussions/:discussion_id/notes/:note_id',
  params: { ...ofSnippet, discussion_id: discussionId, note_id: noteId },
  result: nothing('note'),
  words: ['remove a reply on a snippet'],
  related: ['snippet.discussion_get', 'snippet.discussion_update_note'],
});

export const snippetDiscussions = [list, get, create, addNote, updateNote, deleteNote];
