import { AppError } from '../../../errors/app-error.ts';
import { defineAction } from '../../action.ts';
import { filePath, flag, id, integer, required } from '../../field.ts';
import { page } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { mergeRequestRef } from '../merge-request/merge-request-ref.ts';
import { readChanges, readVersion } from './changes.ts';
import { mostPatchText } from './diff-window.ts';
import { readRawDiff } from './raw-diff.ts';

const unidiff = flag('Return patches with file headers, ready for patch tools. Default false.');

const changesGet = defineAction({
  id: 'mr_review.changes_get',
  tool: 'gitlab_mr_changes_get',
  title: 'Get merge request changes',
  summary: 'Get the changed files of a merge request with their patches, and which files or parts are missing.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/diffs',
  params: {
    ...mergeRequestRef,
    path: filePath('Only this changed file, also when it is too large for the list.', {
      place: 'none',
      aliases: ['file', 'file_path', 'filename'],
    }),
    start_line: integer('Line of its patch to start from, from 1. Default 1.', {
      place: 'none',
      minimum: 1,
      aliases: ['offset', 'from_line'],
    }),
    unidiff,
    ...page,
  },
  rules: [{ rule: 'needs', param: 'start_line', with: 'path' }],
  run: readChanges,
  result: listOf('diff'),
  usage: 'complete says whether this is the whole diff. Large patches come by pieces with path and start_line.',
  words: [
    'PR diff',
    'what changed',
    'show the code changes',
    'files changed',
    'review the diff',
    'changed files',
    'diff of the MR',
    'review the code',
    'what changed in the merge request',
    'see the changes',
    'code of the MR',
    'lines added by the MR',
    'files modified by a PR',
    'what does the MR change',
    'which files does the MR touch',
    'show the diff of a PR',
    'look at the code of the PR',
    'files of a pull request',
    'merge request files',
    'files in the MR',
  ],
  aliases: [
    'merge_request.changes',
    'merge_request.diff',
    'merge_request.diffs',
    'merge_request.changes_get',
    'mr_review.diff',
  ],
  related: [
    'mr_review.raw_diffs',
    'mr_review.discussion_create',
    'merge_request.commits',
    'mr_review.diff_versions_list',
  ],
});

const versionsList = defineAction({
  id: 'mr_review.diff_versions_list',
  tool: 'gitlab_mr_diff_versions_list',
  title: 'List diff versions',
  summary: 'List the versions of the diff of a merge request, one for each push, newest first.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/versions',
  params: { ...mergeRequestRef, ...page },
  result: listOf('diff_version'),
  words: [
    'pushes to the PR',
    'base and head SHA of the diff',
    'previous revisions of the MR',
    'what changed since the last push',
    'earlier versions of the diff',
  ],
  aliases: ['merge_request.versions', 'merge_request.diff_versions'],
  related: ['mr_review.diff_version_get', 'mr_review.changes_get'],
});

const versionGet = defineAction({
  id: 'mr_review.diff_version_get',
  tool: 'gitlab_mr_diff_version_get',
  title: 'Get a diff version',
  summary:
    'Get one version of the diff of a merge request with its commits and patches, and which patches are missing.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/versions/:version_id',
  params: {
    ...mergeRequestRef,
    version_id: required(id('ID of the version.', { aliases: ['diff_version_id', 'id'] })),
    path: filePath('Only the patch of this file.', { place: 'none', aliases: ['file', 'file_path'] }),
    unidiff,
  },
  run: readVersion,
  result: one('diff_version'),
  words: ['diff of an earlier push', 'old revision of the MR', 'one version of the diff'],
  related: ['mr_review.diff_versions_list', 'mr_review.changes_get'],
});

const rawDiffs = defineAction({
  id: 'mr_review.raw_diffs',
  tool: 'gitlab_mr_raw_diffs',
  title: 'Get the raw diff',
  summary: 'Get the diff of a merge request as Git writes it, in parts of about 40,000 characters.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/raw_diffs',
  params: {
    ...mergeRequestRef,
    path: filePath('Only this changed file.', { place: 'none', aliases: ['file', 'file_path'] }),
    start_line: integer('Line of the diff to start from, from 1. Default 1.', {
      place: 'none',
      minimum: 1,
      aliases: ['offset', 'from_line'],
    }),
  },
  async run(call) {
    const { path, start_line: start = 1 } = call.input;
    const excerpt = await readRawDiff(call, { path, start, budget: mostPatchText });
    if (excerpt !== undefined) return excerpt;
    throw new AppError('input.invalid', `${call.action.id}: path ${JSON.stringify(path)} is not in this diff`);
  },
  result: one('raw_diff'),
  words: [
    'patch file of the PR',
    'unified diff',
    'full diff',
    'git diff of a merge request',
    'patch of a merge request',
  ],
  aliases: ['merge_request.raw_diffs', 'merge_request.raw_diff', 'mr_review.raw_diff'],
  related: ['mr_review.changes_get'],
});

export const reviewDiffs = [changesGet, versionsList, versionGet, rawDiffs];
