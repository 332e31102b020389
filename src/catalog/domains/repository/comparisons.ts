import { defineAction } from '../../action.ts';
import { filePath, flag, integer, line, namespace, required } from '../../field.ts';
import { commitSha, page, projectId } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { readCommitDiff, readComparison } from './commit-diffs.ts';

const onlyFile = filePath('Only this changed file, by pieces when its patch is long.', {
  place: 'none',
  aliases: ['file', 'file_path', 'filename'],
});
const patchStart = integer('Line of its patch to start from, from 1. Default 1.', {
  place: 'none',
  minimum: 1,
  aliases: ['offset', 'from_line'],
});
const unidiff = flag('Return patches with file headers, ready for patch tools. Default false.');

const commitDiff = defineAction({
  id: 'repository.commit_diff',
  tool: 'gitlab_commit_diff',
  title: 'Get the diff of a commit',
  summary: 'Get the files a commit changes with their patches, and which files or parts are missing.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/commits/:sha/diff',
  params: { project_id: projectId, sha: commitSha, path: onlyFile, start_line: patchStart, unidiff, ...page },
  rules: [{ rule: 'needs', param: 'start_line', with: 'path' }],
  result: listOf('diff'),
  usage: 'complete says whether this is the whole diff. Long patches come by pieces with path and start_line.',
  words: [
    'what did the commit change',
    'git show',
    'patch of a commit',
    'what changed in a commit',
    'changes of a commit',
    'files changed by a commit',
    'files in a commit',
    'what did a commit change',
  ],
  aliases: ['commit.diff'],
  related: ['repository.commit_get', 'repository.compare', 'repository.file_get'],
  run: readCommitDiff,
});

const compare = defineAction({
  id: 'repository.compare',
  tool: 'gitlab_repository_compare',
  title: 'Compare branches or commits',
  summary: 'Compare two branches, tags or commits: the commits between them and the changed files with patches.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/compare',
  params: {
    project_id: projectId,
    from: required(line('Branch, tag or commit to start from.', { aliases: ['base', 'source', 'old', 'from_ref'] })),
    to: required(line('Branch, tag or commit to compare with it.', { aliases: ['head', 'target', 'new', 'to_ref'] })),
    from_project_id: namespace('Project from is in, for a fork: numeric ID or full path.', {
      names: 'project',
      numericOnly: true,
    }),
    straight: flag('Compare directly instead of from the common ancestor. Default false.'),
    unidiff,
    path: onlyFile,
    start_line: patchStart,
    page: { ...page.page, description: 'Page of changed files, from 1. Default 1.', place: 'none' },
    per_page: { ...page.per_page, description: 'Changed files per page, 1 to 100. Default 20.', place: 'none' },
  },
  rules: [{ rule: 'needs', param: 'start_line', with: 'path' }],
  result: one('comparison'),
  usage: 'complete says whether this is the whole diff. Long patches come by pieces with path and start_line.',
  words: [
    'git diff',
    'difference between branches',
    'what changed between versions',
    'is the branch behind',
    'compare two tags',
    'commits between two versions',
    'difference between two branches',
    'what is new on develop',
    'diff two refs',
    'ahead and behind',
    'how far is my branch behind',
    'what is different between two branches',
    'commits that are not in main',
    'branch diff',
    'diff of a branch',
    'diffs between branches',
  ],
  related: ['repository.merge_base', 'repository.commit_list', 'merge_request.create'],
  run: readComparison,
});

export const comparisons = [commitDiff, compare];
