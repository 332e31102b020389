import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { download, outputPath } from '../../download.ts';
import { flag, line, namespace, required } from '../../field.ts';
import { groupId, page } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { fileOf, listOf, nothing, one } from '../../result.ts';
import { sendUpload, uploadFields, type UploadInput, uploadRules } from '../../upload.ts';
import { uploadId, uploadName, uploadSecret } from '../project/uploads.ts';

const list = defineAction({
  id: 'group.group_upload_list',
  tool: 'gitlab_list_group_markdown_uploads',
  title: 'List uploads of a group',
  summary: 'List the files uploaded to a group, newest first, for maintainers.',
  effect: 'read',
  route: 'GET /groups/:group_id/uploads',
  params: { group_id: groupId, ...page },
  result: listOf('upload'),
  words: ['attachments of a group', 'files people uploaded to the group', 'uploaded files of a group'],
  related: ['group.group_upload_delete_by_id', 'project.upload_list'],
});

const removeById = defineAction({
  id: 'group.group_upload_delete_by_id',
  tool: 'gitlab_delete_group_markdown_upload_by_id',
  title: 'Delete an upload of a group',
  summary: 'Delete a file uploaded to a group. Links to it break.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/uploads/:upload_id',
  params: { group_id: groupId, upload_id: uploadId },
  result: nothing('upload'),
  words: ['remove attachment of a group'],
  related: ['group.group_upload_list'],
});

const removeBySecret = defineAction({
  id: 'group.group_upload_delete_by_secret',
  tool: 'gitlab_delete_group_markdown_upload_by_secret',
  title: 'Delete a group upload by its URL',
  summary: 'Delete a file uploaded to a group by the secret and the name in its URL.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/uploads/:secret/:filename',
  params: { group_id: groupId, secret: uploadSecret, filename: uploadName },
  result: nothing('upload'),
  words: ['remove attachment from an epic'],
  related: ['group.group_upload_list'],
});

const avatar = defineAction({
  id: 'group.upload_avatar',
  tool: 'gitlab_group_upload_avatar',
  title: 'Upload the avatar of a group',
  summary: 'Set the avatar of a group from an image and get the group.',
  effect: 'write',
  route: 'PUT /groups/:group_id',
  params: { group_id: groupId, ...uploadFields },
  rules: uploadRules,
  run: (call) => sendUpload(call, buildRequest(call.action, call.input), 'avatar'),
  result: one('group'),
  words: ['group logo', 'team picture', 'change group avatar', 'new picture for the group'],
  related: ['group.update', 'group.get'],
});

const exportSchedule = defineAction({
  id: 'group.group_export_schedule',
  tool: 'gitlab_schedule_group_export',
  title: 'Export a group',
  summary: 'Start the export of a group without its projects into an archive, in the background.',
  effect: 'write',
  route: 'POST /groups/:group_id/export',
  params: { group_id: groupId },
  result: nothing('export_status'),
  usage: 'GitLab sends an e-mail when it is finished. Then use group.group_export_download.',
  words: ['back up a group', 'save a copy of the group', 'export a group with its projects', 'start a group export'],
  related: ['group.group_export_download', 'group.group_import_file'],
});

const exportDownload = defineAction({
  id: 'group.group_export_download',
  tool: 'gitlab_download_group_export',
  title: 'Download a group export',
  summary: 'Download the finished export archive of a group.',
  effect: 'read',
  route: 'GET /groups/:group_id/export/download',
  params: { group_id: groupId, output_path: outputPath },
  run: (call) =>
    download(call, {
      path: buildRequest(call.action, call.input).path,
      fallbackName: 'group-export.tar.gz',
      outputPath: call.input.output_path,
      whenTooLarge: 'Give output_path where the server runs on your machine.',
    }),
  result: fileOf('export'),
  words: ['get the group backup', 'fetch the group archive', 'download an exported group'],
  related: ['group.group_export_schedule'],
});

const importFile = defineAction({
  id: 'group.group_import_file',
  tool: 'gitlab_import_group_from_file',
  title: 'Import a group from an archive',
  summary: 'Create a group from an export archive, in the background.',
  effect: 'write',
  route: 'POST /groups/import',
  params: {
    ...uploadFields,
    file_path: { ...uploadFields.file_path, aliases: ['file', 'archive', 'local_path'] },
    name: required(line('Name of the new group.', { place: 'none', minLength: 1 })),
    path: required(line('Path of the new group.', { place: 'none', minLength: 1, aliases: ['slug'] })),
    parent_id: namespace('Group above it: numeric ID or full path. Default: none.', {
      names: 'group',
      numericOnly: true,
      place: 'none',
      aliases: ['parent', 'parent_group'],
    }),
  },
  rules: uploadRules,
  run: importGroup,
  result: nothing('group'),
  words: ['restore a group backup', 'load a group from a file', 'import a group from an export file'],
  related: ['group.group_export_schedule', 'group.get'],
});

const relationsSchedule = defineAction({
  id: 'group.group_relations_schedule',
  tool: 'gitlab_schedule_group_relations_export',
  title: 'Export the relations of a group',
  summary: 'Start the export of what belongs to a group, one file per relation, for a direct transfer.',
  effect: 'write',
  route: 'POST /groups/:group_id/export_relations',
  params: { group_id: groupId, batched: flag('Whether large relations are split into batches. Default false.') },
  result: nothing('export_status'),
  words: ['migrate a group', 'direct transfer'],
  related: ['group.group_relations_list_status'],
});

const relationsStatus = defineAction({
  id: 'group.group_relations_list_status',
  tool: 'gitlab_list_group_relations_export_status',
  title: 'List relation exports of a group',
  summary: 'List how far the export of each relation of a group is.',
  effect: 'read',
  route: 'GET /groups/:group_id/export_relations/status',
  params: { group_id: groupId, relation: line('Only this relation, such as labels or milestones.'), ...page },
  result: listOf('export_status'),
  words: ['migration progress'],
  related: ['group.group_relations_schedule'],
});

interface GroupImport extends UploadInput {
  readonly name: string;
  readonly path: string;
  /** A path that was looked up is a number by the time the action runs. */
  readonly parent_id?: string | number;
}

async function importGroup(call: ActionCall<GroupImport>): Promise<unknown> {
  const { name, path, parent_id: parent } = call.input;
  const fields = { name, path, parent_id: parent === undefined ? undefined : String(parent) };
  return sendUpload(call, buildRequest(call.action, {}), 'file', fields);
}

export const uploads = [
  list,
  removeById,
  removeBySecret,
  avatar,
  exportSchedule,
  exportDownload,
  importFile,
  relationsSchedule,
  relationsStatus,
];
