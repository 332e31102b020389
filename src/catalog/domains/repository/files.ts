import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { download, outputPath } from '../../download.ts';
import { flag, integer, line, required, text } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { buildRequest, pathOf, queryOf } from '../../request.ts';
import { fileOf, listOf, nothing, one } from '../../result.ts';
import { decodeFile } from './decode-file.ts';
import { fileMetadata } from './file-metadata.ts';
import {
  authorEmail,
  authorName,
  commitMessage,
  executable,
  fileEncoding,
  filePathField,
  fileRef,
  startBranch,
} from './repository-fields.ts';

const fileBranch = required(line('Branch to commit to.', { aliases: ['branch_name', 'ref', 'target_branch'] }));
const newContent = required(
  text('Whole content of the file.', { aliases: ['contents', 'text', 'body', 'file_content'] }),
);
const lastCommit = line('Refuse the change if the file has a newer commit than this.');

/** Lines of a long file, counted from 1. */
export const lineRange = {
  start_line: integer('First line to return, from 1. Default 1.', {
    place: 'none',
    minimum: 1,
    aliases: ['from_line', 'next_start_line'],
  }),
  end_line: integer('Last line to return. Default: the last that fits.', {
    place: 'none',
    minimum: 1,
    aliases: ['to_line'],
  }),
} as const;

/** GitLab demands a ref where people expect the default branch. */
function withHead<Input extends { readonly ref?: string }>(call: ActionCall<Input>): Input & { readonly ref: string } {
  return { ...call.input, ref: call.input.ref ?? 'HEAD' };
}

const get = defineAction({
  id: 'repository.file_get',
  tool: 'gitlab_file_get',
  title: 'Read a file',
  summary: 'Read a file of a repository at a branch, tag or commit: its text, size, mode and last commit.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/files/:file_path',
  params: { project_id: projectId, file_path: filePathField, ref: fileRef, ...lineRange },
  result: one('file'),
  usage: 'A long file comes in parts. Go on with start_line set to next_start_line.',
  words: [
    'show file',
    'cat',
    'file content',
    'source code',
    'view README',
    'open a file',
    'contents of a file',
    'what is in the file',
    'read source code',
    'look at code',
    'print a file',
    'show the readme',
    'CI configuration file',
    'look at a config file',
    'what does a file contain',
    'open the source of a file',
    'read the CI config',
  ],
  aliases: ['file.get', 'repository.get_file', 'repository.file_read'],
  related: ['repository.tree', 'repository.file_update', 'repository.file_blame'],
  async run(call) {
    const { body } = await call.send(buildRequest(call.action, withHead(call)));
    return decodeFile(body, call.input, (text) => call.note(text));
  },
});

const metadata = defineAction({
  id: 'repository.file_metadata',
  tool: 'gitlab_file_metadata',
  title: 'Get file metadata',
  summary: 'Get size, checksum, mode and last commit of a file without its content.',
  effect: 'read',
  route: 'HEAD /projects/:project_id/repository/files/:file_path',
  params: { project_id: projectId, file_path: filePathField, ref: fileRef },
  result: one('file'),
  words: ['does the file exist', 'file size', 'last commit of a file', 'is there a file', 'who changed the file last'],
  related: ['repository.file_get', 'repository.file_raw_metadata'],
  async run(call) {
    const { headers } = await call.send(buildRequest(call.action, withHead(call)));
    return fileMetadata(headers);
  },
});

const raw = defineAction({
  id: 'repository.file_raw',
  tool: 'gitlab_file_raw',
  title: 'Download a file',
  summary: 'Download the bytes of a file of a repository, as text when they are text.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/files/:file_path/raw',
  params: {
    project_id: projectId,
    file_path: filePathField,
    ref: fileRef,
    lfs: flag('Whether to follow a pointer of Git LFS to its content. Default false.'),
    output_path: outputPath,
  },
  result: fileOf('raw_file'),
  words: ['raw file', 'save file', 'download image'],
  related: ['repository.file_get', 'repository.raw_blob'],
  run(call) {
    const { project_id, file_path, ref, lfs, output_path } = call.input;
    return download(call, {
      path: pathOf`/projects/${project_id}/repository/files/${file_path}/raw`,
      query: queryOf({ ref, lfs }),
      fallbackName: file_path.slice(file_path.lastIndexOf('/') + 1),
      outputPath: output_path,
      whenTooLarge:
        'Read it in parts with repository.file_get, or give output_path where the server runs on your machine.',
    });
  },
});

const rawMetadata = defineAction({
  id: 'repository.file_raw_metadata',
  tool: 'gitlab_file_raw_metadata',
  title: 'Get raw file metadata',
  summary: 'Get size, type, checksum and last commit of a file as its download would have them.',
  effect: 'read',
  route: 'HEAD /projects/:project_id/repository/files/:file_path/raw',
  params: { project_id: projectId, file_path: filePathField, ref: fileRef },
  result: one('file'),
  words: ['download size of a file', 'media type of a file', 'size of a raw file'],
  related: ['repository.file_raw', 'repository.file_metadata'],
  async run(call) {
    const { headers } = await call.send(buildRequest(call.action, call.input));
    return fileMetadata(headers);
  },
});

const blame = defineAction({
  id: 'repository.file_blame',
  tool: 'gitlab_file_blame',
  title: 'Blame a file',
  summary: 'List the lines of a file in blocks, each with the commit that last changed it.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/files/:file_path/blame',
  params: {
    project_id: projectId,
    file_path: filePathField,
    ref: fileRef,
    range_start: integer('First line, from 1.', { minimum: 1, wire: 'range[start]', aliases: ['start_line', 'start'] }),
    range_end: integer('Last line.', { minimum: 1, wire: 'range[end]', aliases: ['end_line', 'end'] }),
  },
  rules: [
    { rule: 'needs', param: 'range_start', with: 'range_end' },
    { rule: 'needs', param: 'range_end', with: 'range_start' },
  ],
  result: listOf('blame'),
  words: [
    'who wrote this line',
    'git blame',
    'annotate',
    'who changed this line',
    'who last touched the code',
    'line authors',
    'when was this line introduced',
    'who is to blame for this code',
    'whose code is this',
  ],
  related: ['repository.file_history', 'repository.commit_get'],
  async run(call) {
    const { body } = await call.send(buildRequest(call.action, withHead(call)));
    return body;
  },
});

const create = defineAction({
  id: 'repository.file_create',
  tool: 'gitlab_file_create',
  title: 'Create a file',
  summary: 'Create one file with a commit and get its path and branch.',
  effect: 'write',
  route: 'POST /projects/:project_id/repository/files/:file_path',
  params: {
    project_id: projectId,
    file_path: filePathField,
    branch: fileBranch,
    commit_message: required(commitMessage),
    content: newContent,
    encoding: fileEncoding,
    start_branch: startBranch,
    execute_filemode: executable,
    author_name: authorName,
    author_email: authorEmail,
  },
  result: one('file'),
  usage: 'Several files at once are committed with repository.commit_create.',
  words: [
    'add a file',
    'new file',
    'upload a file to the repository',
    'write a new file',
    'save a new file',
    'put a file into the repository',
    'commit a new file',
  ],
  aliases: ['file.create'],
  related: ['repository.commit_create', 'repository.file_update', 'merge_request.create'],
});

const update = defineAction({
  id: 'repository.file_update',
  tool: 'gitlab_file_update',
  title: 'Update a file',
  summary: 'Replace the content of one file with a commit and get its path and branch.',
  effect: 'write',
  route: 'PUT /projects/:project_id/repository/files/:file_path',
  params: {
    project_id: projectId,
    file_path: filePathField,
    branch: fileBranch,
    commit_message: required(commitMessage),
    content: newContent,
    encoding: fileEncoding,
    last_commit_id: lastCommit,
    start_branch: startBranch,
    execute_filemode: executable,
    author_name: authorName,
    author_email: authorEmail,
  },
  result: one('file'),
  usage: 'The content replaces the whole file, so read it first.',
  words: [
    'edit a file',
    'change a file',
    'fix a typo',
    'change contents of a file',
    'modify file',
    'overwrite a file',
    'edit code',
    'write to a file',
    'put content into file',
    'append text to a file',
    'add a line to a file',
    'change a line in a file',
    'update the readme',
    'fix a file',
    'edit a config file',
    'remove a line from a file',
    'delete some lines',
  ],
  aliases: ['file.update'],
  related: ['repository.file_get', 'repository.commit_create'],
});

const remove = defineAction({
  id: 'repository.file_delete',
  tool: 'gitlab_file_delete',
  title: 'Delete a file',
  summary: 'Delete one file with a commit. Earlier commits still have it.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/repository/files/:file_path',
  params: {
    project_id: projectId,
    file_path: filePathField,
    branch: fileBranch,
    commit_message: required(commitMessage),
    last_commit_id: lastCommit,
    start_branch: startBranch,
    author_name: authorName,
    author_email: authorEmail,
  },
  result: nothing('file'),
  words: ['remove a file', 'git rm', 'remove file from repository', 'rm'],
  aliases: ['file.delete'],
  related: ['repository.commit_create', 'repository.file_history'],
});

export const files = [get, metadata, raw, rawMetadata, blame, create, update, remove];
