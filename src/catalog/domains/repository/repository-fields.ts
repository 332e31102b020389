import { described, flag, integer, line, object, oneOf, required, text } from '../../field.ts';
import { commitSha, repositoryPath } from '../../fields.ts';

/** Commits whose discussions and comments are addressed. */
export const discussedCommit = described(
  { ...commitSha, aliases: ['sha', 'commit', 'ref', 'commit_id'] },
  'SHA of the commit.',
);

export const filePathField = described(
  { ...repositoryPath, aliases: ['path', 'file', 'filename'] },
  'Path of the file from the root of the repository.',
);

/** Branch, tag or commit a file is read at. */
export const fileRef = line('Branch, tag or commit. Default: the head of the default branch.', {
  aliases: ['branch', 'ref_name', 'tag', 'sha', 'commit_sha'],
});

export const commitMessage = text('Commit message.', { aliases: ['message', 'commit_msg'], minLength: 1 });
export const authorName = line('Name of the author. Default: the current user.');
export const authorEmail = line('E-mail address of the author. Default: yours.');
export const startBranch = line('Branch to start from when the target branch does not exist yet.', {
  aliases: ['source_branch', 'from_branch'],
});
export const fileEncoding = oneOf('How content is given. Default text.', ['text', 'base64'], {
  synonyms: { plain: 'text', utf8: 'text', utf_8: 'text' },
});
export const executable = flag('Whether the file may be executed.', { aliases: ['executable'] });

/** Where a comment stands in a diff; GitLab wants the three SHAs of the diff. */
export const diffPosition = object('Where in the diff the thread stands. Without it the thread is about the commit.', {
  base_sha: required(line('SHA the diff starts from, for a commit its parent.')),
  start_sha: required(line('SHA of the start, for a commit its parent.')),
  head_sha: required(line('SHA of the commit.')),
  position_type: required(oneOf('What the position is in.', ['text', 'image', 'file'])),
  new_path: line('Path of the file after the change.'),
  old_path: line('Path of the file before the change.'),
  new_line: integer('Line after the change, for an added or unchanged line.'),
  old_line: integer('Line before the change, for a removed or unchanged line.'),
});
