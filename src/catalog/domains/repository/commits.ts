import { defineAction } from '../../action.ts';
import {
  datetime,
  described,
  filePath,
  flag,
  line,
  list as listField,
  namespace,
  object,
  oneOf,
  required,
  text,
} from '../../field.ts';
import { commitSha, page, projectId, refName } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { authorEmail, authorName, commitMessage, executable, fileEncoding, startBranch } from './repository-fields.ts';

const withStats = flag('Whether to count added and deleted lines. Default false.');
const targetBranch = required(line('Branch to commit to.', { aliases: ['branch_name', 'target_branch', 'ref'] }));

const listParams = {
  project_id: projectId,
  ref_name: line('Branch, tag or range such as v1..v2. Default: the default branch.', {
    aliases: ['ref', 'branch', 'tag'],
  }),
  path: filePath('Only commits that change this file or folder.', { aliases: ['file_path', 'file'] }),
  author: line('Only commits of this author, by name or e-mail address.'),
  since: datetime('Only commits at or after this time, ISO 8601.', { aliases: ['created_after', 'after'] }),
  until: datetime('Only commits at or before this time, ISO 8601.', { aliases: ['created_before', 'before'] }),
  all: flag('Whether to list the commits of all branches. ref_name is then ignored.'),
  with_stats: withStats,
  first_parent: flag('Whether to follow only the first parent of merge commits.'),
  order: oneOf('Order. Default: by time.', ['default', 'topo']),
  trailers: flag('Whether to add the Git trailers of each message.'),
  ...page,
} as const;

const list = defineAction({
  id: 'repository.commit_list',
  tool: 'gitlab_commit_list',
  title: 'List commits',
  summary: 'List the commits of a branch, tag or file, newest first.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/commits',
  params: listParams,
  result: listOf('commit'),
  words: [
    'git log',
    'recent changes',
    'who changed what',
    'commit history',
    'recent commits',
    'history of a branch',
    'commits by author',
    'what was committed',
    'latest changes',
    'show history',
    'what was committed lately',
    'commits of the last week',
    'who committed to main',
    'what did someone commit',
    'how many commits',
    'commits of a branch',
    'commits on a branch',
    'last commits on a branch',
    'latest commits',
    'who committed recently',
    'commits since a date',
  ],
  aliases: ['commit.list'],
  related: ['repository.commit_get', 'repository.compare', 'repository.file_history'],
});

const fileHistory = defineAction({
  id: 'repository.file_history',
  tool: 'gitlab_commit_list',
  title: 'List the history of a file',
  summary: 'List the commits that changed a file or folder, newest first.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/commits',
  params: listParams,
  result: listOf('commit'),
  words: [
    'git log of a file',
    'who changed this file',
    'when was the file changed',
    'who changed this file last',
    'when was the file last changed',
    'commits that touch a file',
    'when did a file change',
    'log of one file',
  ],
  related: ['repository.commit_list', 'repository.file_blame'],
});

const get = defineAction({
  id: 'repository.commit_get',
  tool: 'gitlab_commit_get',
  title: 'Get a commit',
  summary: 'Get one commit with message, author, parents, line counts and pipeline.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/commits/:sha',
  params: { project_id: projectId, sha: commitSha, stats: flag('Whether to count lines. Default true.') },
  result: one('commit'),
  words: [
    'git show',
    'commit message',
    'who committed',
    'commit details',
    'show a commit by SHA',
    'who made the commit',
    'who made this commit',
    'what is commit',
    'message of a commit',
  ],
  aliases: ['commit.get'],
  related: ['repository.commit_diff', 'repository.commit_refs', 'repository.commit_merge_requests'],
});

const create = defineAction({
  id: 'repository.commit_create',
  tool: 'gitlab_commit_create',
  title: 'Commit several files',
  summary: 'Make one commit that creates, updates, moves or deletes files, and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/repository/commits',
  params: {
    project_id: projectId,
    branch: targetBranch,
    commit_message: required(commitMessage),
    actions: required(
      listField(
        'Changes to files, applied all or none.',
        object('One change.', {
          action: required(
            oneOf('What to do.', ['create', 'update', 'delete', 'move', 'chmod'], {
              synonyms: { add: 'create', modify: 'update', edit: 'update', remove: 'delete', rename: 'move' },
            }),
          ),
          file_path: required(filePath('Path of the file from the root.', { aliases: ['path', 'file'] })),
          previous_path: filePath('Path before a move.', { aliases: ['old_path'] }),
          content: text('Whole new content. Required for create and update.'),
          encoding: fileEncoding,
          last_commit_id: line('Refuse the change if the file has a newer commit than this.'),
          execute_filemode: executable,
        }),
        { minItems: 1, aliases: ['files', 'changes'] },
      ),
    ),
    start_branch: startBranch,
    start_sha: line('Commit to start from when the branch does not exist yet.'),
    start_project: namespace('Project to start from, for a fork: numeric ID or full path.', { names: 'project' }),
    force: flag('Whether to overwrite the branch with start_branch or start_sha and this commit. Default false.'),
    author_name: authorName,
    author_email: authorEmail,
    stats: flag('Whether to count lines. Default true.'),
  },
  rules: [{ rule: 'at-most-one', of: ['start_branch', 'start_sha'] }],
  result: one('commit'),
  usage: 'For a new branch give start_branch too.',
  words: [
    'git commit',
    'push changes',
    'edit files',
    'change several files at once',
    'rename a file',
    'move a file',
    'commit multiple files',
    'push files',
    'add several files in one commit',
    'upload many files',
    'commit changes to several files',
    'commit my changes',
    'edits and deletions in one commit',
    'push several files',
  ],
  aliases: ['commit.create', 'repository.push_files'],
  related: ['repository.file_update', 'branch.create', 'merge_request.create'],
});

const refs = defineAction({
  id: 'repository.commit_refs',
  tool: 'gitlab_commit_refs',
  title: 'List refs of a commit',
  summary: 'List the branches and tags that contain a commit.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/commits/:sha/refs',
  params: {
    project_id: projectId,
    sha: commitSha,
    type: oneOf('Which refs. Default all.', ['branch', 'tag', 'all'], {
      synonyms: { branches: 'branch', tags: 'tag' },
    }),
    ...page,
  },
  result: listOf('ref'),
  words: [
    'which release has this commit',
    'git branch contains',
    'is the fix in main',
    'which branches contain the commit',
    'which tags include the commit',
    'is the commit in main',
    'which branch has the commit',
  ],
  related: ['repository.commit_get', 'repository.commit_merge_requests'],
});

const mergeRequests = defineAction({
  id: 'repository.commit_merge_requests',
  tool: 'gitlab_commit_merge_requests',
  title: 'List merge requests of a commit',
  summary: 'List the merge requests that brought a commit in.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/commits/:sha/merge_requests',
  params: {
    project_id: projectId,
    sha: commitSha,
    state: oneOf('Only those in this state.', ['opened', 'closed', 'locked', 'merged'], {
      synonyms: { open: 'opened' },
    }),
    ...page,
  },
  result: listOf('merge_request'),
  words: [
    'which MR introduced this',
    'PR of a commit',
    'which PR brought in this commit',
    'merge requests that contain a commit',
  ],
  related: ['merge_request.get', 'repository.commit_get'],
});

const cherryPick = defineAction({
  id: 'repository.commit_cherry_pick',
  tool: 'gitlab_commit_cherry_pick',
  title: 'Cherry-pick a commit',
  summary: 'Apply a commit to another branch and get the new commit.',
  effect: 'write',
  route: 'POST /projects/:project_id/repository/commits/:sha/cherry_pick',
  params: {
    project_id: projectId,
    sha: commitSha,
    branch: described(targetBranch, 'Branch to apply it to.'),
    dry_run: flag('Whether only to try, without committing. Default false.'),
    message: text('Commit message. Default: that of the commit.', { aliases: ['commit_message'] }),
  },
  result: one('commit'),
  words: ['backport a fix', 'git cherry-pick', 'apply commit to another branch', 'port a commit'],
  related: ['repository.commit_revert', 'repository.commit_get'],
});

const revert = defineAction({
  id: 'repository.commit_revert',
  tool: 'gitlab_commit_revert',
  title: 'Revert a commit',
  summary: 'Undo a commit with a new commit on a branch and get that commit.',
  effect: 'write',
  route: 'POST /projects/:project_id/repository/commits/:sha/revert',
  params: {
    project_id: projectId,
    sha: commitSha,
    branch: described(targetBranch, 'Branch to commit the reverse to.'),
    dry_run: flag('Whether only to try, without committing. Default false.'),
  },
  result: one('commit'),
  words: ['roll back a change', 'git revert', 'undo commit', 'undo a commit', 'undo last change', 'back out a commit'],
  related: ['repository.commit_cherry_pick', 'repository.commit_get'],
});

const signature = defineAction({
  id: 'repository.commit_signature',
  tool: 'gitlab_commit_signature',
  title: 'Get the signature of a commit',
  summary: 'Get the GPG, SSH or X.509 signature of a commit and whether GitLab could verify it.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/commits/:sha/signature',
  params: { project_id: projectId, sha: commitSha },
  result: one('signature'),
  words: ['is the commit signed', 'verified commit', 'who signed a commit'],
  related: ['repository.commit_get', 'tag.get_signature'],
});

const contributors = defineAction({
  id: 'repository.contributors',
  tool: 'gitlab_repository_contributors',
  title: 'List contributors',
  summary: 'List the people who committed to a repository with their number of commits.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/contributors',
  params: {
    project_id: projectId,
    ref: refName,
    order_by: oneOf('Order by. Default commits.', ['name', 'email', 'commits']),
    sort: oneOf('Direction of the order. Default asc.', ['asc', 'desc'], {
      synonyms: { ascending: 'asc', descending: 'desc' },
    }),
    ...page,
  },
  result: listOf('contributor'),
  words: [
    'who wrote this',
    'top committers',
    'authors',
    'who contributes',
    'who works on the code',
    'who has committed most',
    'number of commits by person',
  ],
  related: ['repository.commit_list', 'repository.file_blame'],
});

export const commits = [
  list,
  fileHistory,
  get,
  create,
  refs,
  mergeRequests,
  cherryPick,
  revert,
  signature,
  contributors,
];
