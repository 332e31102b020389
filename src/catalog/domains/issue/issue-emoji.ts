import { defineAction } from '../../action.ts';
import { awardId, emojiName, issueIid, noteId, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const ofIssue = { project_id: projectId, issue_iid: issueIid } as const;
const ofNote = { project_id: projectId, issue_iid: issueIid, note_id: noteId } as const;

const list = defineAction({
  id: 'issue.emoji_issue_list',
  tool: 'gitlab_issue_emoji_list',
  title: 'List reactions to an issue',
  summary: 'List the emoji reactions to an issue and who gave them.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/award_emoji',
  params: { ...ofIssue, ...page },
  result: listOf('award_emoji'),
  words: [
    'thumbs up on an issue',
    'votes',
    'upvotes',
    'how many upvotes',
    'reactions of an issue',
    'how many thumbs up does an issue have',
  ],
  related: ['issue.emoji_issue_create', 'issue.emoji_issue_delete'],
});

const get = defineAction({
  id: 'issue.emoji_issue_get',
  tool: 'gitlab_issue_emoji_get',
  title: 'Get a reaction to an issue',
  summary: 'Get one emoji reaction to an issue by its ID.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/award_emoji/:award_id',
  params: { ...ofIssue, award_id: awardId },
  result: one('award_emoji'),
  words: ['who reacted', 'one reaction to an issue'],
  related: ['issue.emoji_issue_list'],
});

const create = defineAction({
  id: 'issue.emoji_issue_create',
  tool: 'gitlab_issue_emoji_create',
  title: 'React to an issue',
  summary: 'Add an emoji reaction of the current user to an issue.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/award_emoji',
  params: { ...ofIssue, name: emojiName },
  result: one('award_emoji'),
  words: [
    'upvote an issue',
    'thumbs up',
    'like',
    'vote for an issue',
    'give a thumbs up',
    'add an emoji to an issue',
    'plus one an issue',
  ],
  related: ['issue.emoji_issue_list', 'issue.emoji_issue_delete'],
});

const remove = defineAction({
  id: 'issue.emoji_issue_delete',
  tool: 'gitlab_issue_emoji_delete',
  title: 'Remove a reaction to an issue',
  summary: 'Remove an emoji reaction from an issue.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/issues/:issue_iid/award_emoji/:award_id',
  params: { ...ofIssue, award_id: awardId },
  result: nothing('award_emoji'),
  words: ['take back a vote', 'unlike', 'remove my thumbs up from an issue', 'unlike an issue'],
  related: ['issue.emoji_issue_list'],
});

const noteList = defineAction({
  id: 'issue.emoji_issue_note_list',
  tool: 'gitlab_issue_note_emoji_list',
  title: 'List reactions to an issue comment',
  summary: 'List the emoji reactions to a comment on an issue and who gave them.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/notes/:note_id/award_emoji',
  params: { ...ofNote, ...page },
  result: listOf('award_emoji'),
  words: ['thumbs up on a note', 'votes on a comment'],
  related: ['issue.emoji_issue_note_create', 'issue.note_get'],
});

const noteGet = defineAction({
  id: 'issue.emoji_issue_note_get',
  tool: 'gitlab_issue_note_emoji_get',
  title: 'Get a reaction to an issue comment',
  summary: 'Get one emoji reaction to a comment on an issue by its ID.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/notes/:note_id/award_emoji/:award_id',
  params: { ...ofNote, award_id: awardId },
  result: one('award_emoji'),
  words: ['who reacted to a comment'],
  related: ['issue.emoji_issue_note_list'],
});

const noteCreate = defineAction({
  id: 'issue.emoji_issue_note_create',
  tool: 'gitlab_issue_note_emoji_create',
  title: 'React to an issue comment',
  summary: 'Add an emoji reaction of the current user to a comment on an issue.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/notes/:note_id/award_emoji',
  params: { ...ofNote, name: emojiName },
  result: one('award_emoji'),
  words: ['upvote a comment', 'like a note', 'thumbs up on an issue comment', 'react to a comment'],
  related: ['issue.emoji_issue_note_list', 'issue.note_list'],
});

const noteRemove = defineAction({
  id: 'issue.emoji_issue_note_delete',
  tool: 'gitlab_issue_note_emoji_delete',
  title: 'Remove a reaction to an issue comment',
  summary: 'Remove an emoji reaction from a comment on an issue.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/issues/:issue_iid/notes/:note_id/award_emoji/:award_id',
  params: { ...ofNote, award_id: awardId },
  result: nothing('award_emoji'),
  words: ['take back a reaction to a note'],
  related: ['issue.emoji_issue_note_list'],
});

export const issueEmoji = [list, get, create, remove, noteList, noteGet, noteCreate, noteRemove];
