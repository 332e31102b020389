import { defineAction } from '../../action.ts';
import { id, line, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';
import { sendUpload, uploadFields } from '../../upload.ts';

const ofFile = {
  project_id: projectId,
  file_id: required(id('ID of the secure file.', { aliases: ['id', 'secure_file_id'] })),
} as const;

const list = defineAction({
  id: 'admin.secure_file_list',
  tool: 'gitlab_list_secure_files',
  title: 'List secure files',
  summary: 'List the files that the jobs of a project may use and the repository must not hold.',
  effect: 'read',
  route: 'GET /projects/:project_id/secure_files',
  params: { project_id: projectId, ...page },
  result: listOf('secure_file'),
  words: [
    'signing certificates',
    'keystores',
    'provisioning profiles',
    'secret files for CI',
    'certificates for mobile builds',
  ],
  related: ['admin.secure_file_create', 'admin.secure_file_get'],
});

const get = defineAction({
  id: 'admin.secure_file_get',
  tool: 'gitlab_show_secure_file',
  title: 'Get a secure file',
  summary: 'Get name, checksum and expiry of one secure file of a project, without its content.',
  effect: 'read',
  route: 'GET /projects/:project_id/secure_files/:file_id',
  params: ofFile,
  result: one('secure_file'),
  words: [
    'when does the certificate expire',
    'details of a certificate',
    'show a secure file',
    'details of a keystore',
  ],
  related: ['admin.secure_file_list'],
});

const create = defineAction({
  id: 'admin.secure_file_create',
  tool: 'gitlab_create_secure_file',
  title: 'Upload a secure file',
  summary: 'Store a file that the jobs of a project may use, of at most 5 MB, and get it with its checksum.',
  effect: 'write',
  route: 'POST /projects/:project_id/secure_files',
  params: {
    project_id: projectId,
    name: required(
      line('Name of the file, unique in the project.', {
        place: 'none',
        minLength: 1,
        maxLength: 255,
        aliases: ['filename', 'file_name'],
      }),
    ),
    content_base64: uploadFields.content_base64,
    file_path: uploadFields.file_path,
  },
  rules: [{ rule: 'exactly-one', of: ['content_base64', 'file_path'] }],
  run: (call) => sendUpload(call, buildRequest(call.action, call.input), 'file', { name: call.input.name }),
  result: one('secure_file'),
  words: [
    'add a keystore',
    'upload a signing certificate',
    'upload a keystore',
    'add a certificate for signing',
    'upload a provisioning profile',
  ],
  related: ['admin.secure_file_list', 'admin.secure_file_delete'],
});

const remove = defineAction({
  id: 'admin.secure_file_delete',
  tool: 'gitlab_remove_secure_file',
  title: 'Delete a secure file',
  summary: 'Delete a secure file of a project for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/secure_files/:file_id',
  params: ofFile,
  result: nothing('secure_file'),
  words: ['remove a keystore', 'remove a signing certificate', 'delete a certificate', 'remove a provisioning profile'],
  related: ['admin.secure_file_list'],
});

export const secureFiles = [list, get, create, remove];
