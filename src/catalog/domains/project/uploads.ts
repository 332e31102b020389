import { defineAction } from '../../action.ts';
import { id, line, required } from '../../field.ts';
import { keyset, keysetOrder, page, projectId } from '../../fields.ts';
import { download, outputPath } from '../../download.ts';
import { buildRequest } from '../../request.ts';
import { fileOf, listOf, nothing, one } from '../../result.ts';
import { sendUpload, uploadFields, uploadRules } from '../../upload.ts';

/** Fields that uploads of projects and of groups share. */
export const uploadId = required(id('ID of the upload.', { aliases: ['id'] }));
export const uploadSecret = required(line('Secret of the upload: the 32 characters in its URL.', { minLength: 1 }));
export const uploadName = required(line('File name of the upload.', { minLength: 1, aliases: ['file_name', 'name'] }));

const upload = defineAction({
  id: 'project.upload',
  tool: 'gitlab_project_upload',
  title: 'Upload a file to a project',
  summary: 'Upload a file for use in comments and descriptions and get the Markdown that links to it.',
  effect: 'write',
  route: 'POST /projects/:project_id/uploads',
  params: { project_id: projectId, ...uploadFields },
  rules: uploadRules,
  run: (call) => sendUpload(call, buildRequest(call.action, call.input), 'file'),
  result: one('upload'),
  usage: 'Put markdown of the answer into a comment or description.',
  words: [
    'attach a screenshot',
    'image for an issue',
    'attachment',
    'upload a screenshot',
    'file to paste into a comment',
  ],
  related: ['issue.note_create', 'project.upload_list', 'wiki.upload_attachment'],
});

const list = defineAction({
  id: 'project.upload_list',
  tool: 'gitlab_project_upload_list',
  title: 'List uploads of a project',
  summary: 'List the files uploaded to a project, newest first, for maintainers.',
  effect: 'read',
  route: 'GET /projects/:project_id/uploads',
  params: { project_id: projectId, ...page, ...keyset, ...keysetOrder },
  result: listOf('upload'),
  words: [
    'attachments of a project',
    'files people uploaded to the project',
    'uploaded files of the project',
    'list attachments',
  ],
  related: ['project.upload', 'project.upload_delete'],
});

const remove = defineAction({
  id: 'project.upload_delete',
  tool: 'gitlab_project_upload_delete',
  title: 'Delete an upload of a project',
  summary: 'Delete a file uploaded to a project. Links to it break.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/uploads/:upload_id',
  params: { project_id: projectId, upload_id: uploadId },
  result: nothing('upload'),
  words: ['remove attachment', 'remove an uploaded file', 'delete an uploaded file', 'delete an attachment'],
  related: ['project.upload_list', 'project.upload_delete_by_secret'],
});

const removeBySecret = defineAction({
  id: 'project.upload_delete_by_secret',
  tool: 'gitlab_project_upload_delete_by_secret',
  title: 'Delete a project upload by its URL',
  summary: 'Delete a file uploaded to a project by the secret and the name in its URL.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/uploads/:secret/:filename',
  params: { project_id: projectId, secret: uploadSecret, filename: uploadName },
  result: nothing('upload'),
  words: ['remove attachment from a comment'],
  related: ['project.upload_list', 'project.upload_delete'],
});

const avatar = defineAction({
  id: 'project.upload_avatar',
  tool: 'gitlab_project_upload_avatar',
  title: 'Upload the avatar of a project',
  summary: 'Set the avatar of a project from an image and get the project.',
  effect: 'write',
  route: 'PUT /projects/:project_id',
  params: { project_id: projectId, ...uploadFields },
  rules: uploadRules,
  run: (call) => sendUpload(call, buildRequest(call.action, call.input), 'avatar'),
  result: one('project'),
  words: ['project logo', 'project icon', 'change project logo', 'set project picture', 'change avatar'],
  related: ['project.download_avatar', 'project.update'],
});

const avatarDownload = defineAction({
  id: 'project.download_avatar',
  tool: 'gitlab_project_download_avatar',
  title: 'Download the avatar of a project',
  summary: 'Get the avatar image of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/avatar',
  params: { project_id: projectId, output_path: outputPath },
  run: (call) =>
    download(call, {
      path: buildRequest(call.action, call.input).path,
      fallbackName: 'avatar.png',
      outputPath: call.input.output_path,
      whenTooLarge: 'Give output_path where the server runs on your machine.',
    }),
  result: fileOf('avatar'),
  words: ['project logo image', 'download the project logo'],
  related: ['project.upload_avatar', 'project.get'],
});

export const uploads = [upload, list, remove, removeBySecret, avatar, avatarDownload];
