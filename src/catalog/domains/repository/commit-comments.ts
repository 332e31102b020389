import { defineAction } from '../../action.ts';
import { filePath, integer, oneOf, required, text } from '../../field.ts';
import { commitSha, discussionId, noteId, page, projectId, quickActions } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { diffPosition, discussedCommit } from './repository-fields.ts';

const noteText = required(
  text('Text in Markdown.', { aliases: ['note', 'comment', 'text', 'content'], minLength: 1, quickActions: true }),
);

const comments = defineAction({
  id: 'repository.commit_comments',
  tool: 'gitlab_commit_comments',
  title: 'List comments on a commit',
  summary: 'List the comments on a commit with author, file and line.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/commits/:sha/comments',
  params: { project_id: projectId, sha: commitSha, ...page },
  result: listOf('commit_comment'),
  words: ['commit feedback', 'notes on a commit', 'comments of a commit', 'read comments on a commit'],
  related: ['repository.commit_discussion_list', 'repository.commit_comment_create'],
});

const createComment = defineAction({
  id: 'repository.commit_comment_create',
  tool: 'gitlab_commit_comment_create',
  title: 'Comment on a commit',
  summary: 'Add a comment to a commit, or to a line of a file in it, and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/repository/commits/:sha/comments',
  params: {
    project_id: projectId,
    sha: commitSha,
    note: required(
      text('Text in Markdown.', { aliases: ['body', 'comment', 'text', 'content'], minLength: 1, quickActions: true }),
    ),
    ...quickActions,
    path: filePath('Path of the file to comment on.', { aliases: ['file_path', 'file'] }),
    line: integer('Line to comment on.', { minimum: 1, aliases: ['line_number'] }),
    line_type: oneOf('Whether line counts in the new or the old file.', ['new', 'old']),
  },
  rules: [
    { rule: 'needs', param: 'path', with: 'line' },
    { rule: 'needs', param: 'line', with: 'path' },
    { rule: 'needs', param: 'line', with: 'line_type' },
    { rule: 'needs', param: 'line_type', with: 'line' },
  ],
  result: one('commit_comment'),
  usage: 'A comment on a line needs path, line and line_type together.',
  words: ['leave feedback on a commit', 'annotate a commit', 'write something under a commit'],
  related: ['repository.commit_comments', 'repository.commit_discussion_create'],
});

const listDiscussions = defineAction({
  id: 'repository.commit_discussion_list',
  tool: 'gitlab_list_commit_discussions',
  title: 'List threads on a commit',
  summary: 'List the discussion threads on a commit with all their notes.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/commits/:commit_sha/discussions',
  params: { project_id: projectId, commit_sha: discussedCommit, ...page },
  result: listOf('discussion'),
  words: ['commit discussions', 'commit review comments', 'discussions on a commit'],
  related: ['repository.commit_discussion_get', 'repository.commit_comments'],
});

const getDiscussion = defineAction({
  id: 'repository.commit_discussion_get',
  tool: 'gitlab_get_commit_discussion',
  title: 'Get a thread on a commit',
  summary: 'Get one discussion thread on a commit with all its notes.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/commits/:commit_sha/discussions/:discussion_id',
  params: { project_id: projectId, commit_sha: discussedCommit, discussion_id: discussionId },
  result: one('discussion'),
  words: ['commit discussion'],
  related: ['repository.commit_discussion_list', 'repository.commit_discussion_add_note'],
});

const createDiscussion = defineAction({
  id: 'repository.commit_discussion_create',
  tool: 'gitlab_create_commit_discussion',
  title: 'Start a thread on a commit',
  summary: 'Start a discussion thread on a commit, or on a line of its diff, and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/repository/commits/:commit_sha/discussions',
  params: {
    project_id: projectId,
    commit_sha: discussedCommit,
    body: noteText,
    ...quickActions,
    position: diffPosition,
  },
  result: one('discussion'),
  words: ['discuss a commit', 'review a commit', 'comment on a commit line'],
  related: ['repository.commit_discussion_list', 'repository.commit_comment_create'],
});

const addNote = defineAction({
  id: 'repository.commit_discussion_add_note',
  tool: 'gitlab_add_commit_discussion_note',
  title: 'Reply to a commit thread',
  summary: 'Add a note to a discussion thread on a commit and get the note.',
  effect: 'write',
  route: 'POST /projects/:project_id/repository/commits/:commit_sha/discussions/:discussion_id/notes',
  params: {
    project_id: projectId,
    commit_sha: discussedCommit,
    discussion_id: discussionId,
    body: noteText,
    ...quickActions,
  },
  result: one('note'),
  words: ['answer a commit comment', 'reply to a commit comment', 'reply in a commit discussion'],
  related: ['repository.commit_discussion_get'],
});

const updateNote = defineAction({
  id: 'repository.commit_discussion_update_note',
  tool: 'gitlab_update_commit_discussion_note',
  title: 'Edit a note on a commit',
  summary: 'Change the text of a note in a discussion thread on a commit.',
  effect: 'write',
  route: 'PUT /projects/:project_id/repository/commits/:commit_sha/discussions/:discussion_id/notes/:note_id',
  params: {
    project_id: projectId,
    commit_sha: discussedCommit,
    discussion_id: discussionId,
    note_id: noteId,
    body: noteText,
    ...quickActions,
  },
  result: one('note'),
  words: ['change a commit comment', 'edit my comment on a commit'],
  related: ['repository.commit_discussion_get'],
});

const deleteNote = defineAction({
  id: 'repository.commit_discussion_delete_note',
  tool: 'gitlab_delete_commit_discussion_note',
  title: 'Delete a note on a commit',
  summary: 'Delete a note of a discussion thread on a commit.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/repository/commits/:commit_sha/discussions/:discussion_id/notes/:note_id',
  params: { project_id: projectId, commit_sha: discussedCommit, discussion_id: discussionId, note_id: noteId },
  result: nothing('note'),
  words: ['remove a commit comment', 'delete my comment on a commit'],
  related: ['repository.commit_discussion_get'],
});

export const commitComments = [
  comments,
  createComment,
  listDiscussions,
  getDiscussion,
  createDiscussion,
  addNote,
  updateNote,
  deleteNote,
];
