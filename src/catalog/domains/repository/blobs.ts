import { defineAction } from '../../action.ts';
import { download, outputPath } from '../../download.ts';
import { line, required } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { buildRequest, pathOf } from '../../request.ts';
import { fileOf, one } from '../../result.ts';
import { decodeFile } from './decode-file.ts';
import { lineRange } from './files.ts';

const blobSha = required(line('SHA of the blob, as in a tree.', { aliases: ['blob_id', 'blob_sha', 'id'] }));

const get = defineAction({
  id: 'repository.blob',
  tool: 'gitlab_repository_blob',
  title: 'Read a blob',
  summary: 'Read a Git blob by its SHA: its size and its text.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/blobs/:sha',
  params: { project_id: projectId, sha: blobSha, ...lineRange },
  result: one('blob'),
  words: ['git cat-file', 'object by hash', 'git object by SHA'],
  related: ['repository.raw_blob', 'repository.tree'],
  async run(call) {
    const { body } = await call.send(buildRequest(call.action, call.input));
    return decodeFile(body, call.input, (text) => call.note(text));
  },
});

const raw = defineAction({
  id: 'repository.raw_blob',
  tool: 'gitlab_repository_raw_blob',
  title: 'Download a blob',
  summary: 'Download the bytes of a Git blob by its SHA, as text when they are text.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/blobs/:sha/raw',
  params: { project_id: projectId, sha: blobSha, output_path: outputPath },
  result: fileOf('raw_file'),
  words: ['raw object', 'save blob'],
  related: ['repository.blob', 'repository.file_raw'],
  run(call) {
    const { project_id, sha, output_path } = call.input;
    return download(call, {
      path: pathOf`/projects/${project_id}/repository/blobs/${sha}/raw`,
      fallbackName: sha,
      outputPath: output_path,
      whenTooLarge: 'Read it in parts with repository.blob, or give output_path where the server runs on your machine.',
    });
  },
});

export const blobs = [get, raw];
