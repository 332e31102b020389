import { defineAction } from '../../action.ts';
import { awardId, emojiName, noteId, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { snippetId } from './snippet-fields.ts';

const ofSnippet = { project_id: projectId, snippet_id: snippetId } as const;
const ofNote = { ...ofSnippet, note_id: noteId } as const;

const list = defineAction({
  id: 'snippet.emoji_snippet_list',
  tool: 'gitlab_snippet_emoji_list',
  title: 'List reactions to a snippet',
  summary: 'List the emoji reactions to a snippet of a project and who gave them.',
  effect: 'read',
  route: 'GET /projects/:project_id/snippets/:snippet_id/award_emoji',
  params: { ...ofSnippet, ...page },
  result: listOf('award_emoji'),
  words: ['votes on a snippet', 'likes of a gist'],
  related: ['snippet.emoji_snippet_create', 'snippet.emoji_snippet_delete'],
});

const get = defineAction({
  id: 'snippet.emoji_snippet_get',
  tool: 'gitlab_snippet_emoji_get',
  title: 'Get a reaction to a snippet',
  summary: 'Get one emoji reaction to a snippet of a project by its ID.',
  effect: 'read',
  route: 'GET /projects/:project_id/snippets/:snippet_id/award_emoji/:award_id',
  params: { ...ofSnippet, award_id: awardId },
  result: one('award_emoji'),
  words: ['who reacted to a snippet'],
  related: ['snippet.emoji_snippet_list'],
});

const create = defineAction({
  id: 'snippet.emoji_snippet_create',
  tool: 'gitlab_snippet_emoji_create',
  title: 'React to a snippet',
  summary: 'Add an emoji reaction of the current user to a snippet of a project.',
  effect: 'write',
  route: 'POST /projects/:project_id/snippets/:snippet_id/award_emoji',
  params: { ...ofSnippet, name: emojiName },
  result: one('award_emoji'),
  words: ['upvote a snippet', 'thumbs up', 'like a snippet'],
  related: ['snippet.emoji_snippet_list', 'snippet.emoji_snippet_delete'],
});

const remove = defineAction({
  id: 'snippet.emoji_snippet_delete',
  tool: 'gitlab_snippet_emoji_delete',
  title: 'Remove a reaction to a snippet',
  summary: 'Remove an emoji reaction from a snippet of a project.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/snippets/:snippet_id/award_emoji/:award_id',
  params: { ...ofSnippet, award_id: awardId },
  result: nothing('award_emoji'),
  words: ['take back a vote on a snippet'],
  related: ['snippet.emoji_snippet_list'],
});

const noteList = defineAction({
  id: 'snippet.emoji_snippet_note_list',
  tool: 'gitlab_snippet_note_emoji_list',
  title: 'List reactions to a snippet comment',
  summary: 'List the emoji reactions to a comment on a snippet of a project and who gave them.',
  effect: 'read',
  route: 'GET /projects/:project_id/snippets/:snippet_id/notes/:note_id/award_emoji',
  params: { ...ofNote, ...page },
  result: listOf('award_emoji'),
  words: ['votes on a snippet comment'],
  related: ['snippet.emoji_snippet_note_create', 'snippet.note_get'],
});

const noteGet = defineAction({
  id: 'snippet.emoji_snippet_note_get',
  tool: 'gitlab_snippet_note_emoji_get',
  title: 'Get a reaction to a snippet comment',
  summary: 'Get one emoji reaction to a comment on a snippet of a project by its ID.',
  effect: 'read',
  route: 'GET /projects/:project_id/snippets/:snippet_id/notes/:note_id/award_emoji/:award_id',
  params: { ...ofNote, award_id: awardId },
  result: one('award_emoji'),
  words: ['who reacted to a snippet comment'],
  related: ['snippet.emoji_snippet_note_list'],
});

const noteCreate = defineAction({
  id: 'snippet.emoji_snippet_note_create',
  tool: 'gitlab_snippet_note_emoji_create',
  title: 'React to a snippet comment',
  summary: 'Add an emoji reaction of the current user to a comment on a snippet of a project.',
  effect: 'write',
  route: 'POST /projects/:project_id/snippets/:snippet_id/notes/:note_id/award_emoji',
  params: { ...ofNote, name: emojiName },
  result: one('award_emoji'),
  words: ['upvote a snippet comment'],
  related: ['snippet.emoji_snippet_note_list', 'snippet.note_list'],
});

const noteRemove = defineAction({
  id: 'snippet.emoji_snippet_note_delete',
  tool: 'gitlab_snippet_note_emoji_delete',
  title: 'Remove a reaction to a snippet comment',
  summary: 'Remove an emoji reaction from a comment on a snippet of a project.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/snippets/:snippet_id/notes/:note_id/award_emoji/:award_id',
  params: { ...ofNote, award_id: awardId },
  result: nothing('award_emoji'),
  words: ['take back a reaction to a snippet comment'],
  related: ['snippet.emoji_snippet_note_list'],
});

export const snippetEmoji = [list, get, create, remove, noteList, noteGet, noteCreate, noteRemove];
