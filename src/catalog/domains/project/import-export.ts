import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { download, outputPath } from '../../download.ts';
import { flag, line, namespace, object, oneOf, required, text } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { fileOf, nothing, one } from '../../result.ts';
import { sendUpload, uploadFields, type UploadInput, uploadRules } from '../../upload.ts';

const exportStatus = defineAction({
  id: 'project.export_status',
  tool: 'gitlab_get_project_export_status',
  title: 'Get the export status of a project',
  summary: 'Get how far the export of a project is, and its download links once it is finished.',
  effect: 'read',
  route: 'GET /projects/:project_id/export',
  params: { project_id: projectId },
  result: one('export_status'),
  words: [
    'is the backup ready',
    'has the export finished',
    'is the export done',
    'has the project export finished',
    'export progress',
    'state of the export',
  ],
  related: ['project.export_schedule', 'project.export_download'],
});

const httpMethod = oneOf('How the archive is sent. Default PUT.', ['PUT', 'POST']);

const exportSchedule = defineAction({
  id: 'project.export_schedule',
  tool: 'gitlab_schedule_project_export',
  title: 'Export a project',
  summary: 'Start the export of a project into an archive, in the background.',
  effect: 'write',
  route: 'POST /projects/:project_id/export',
  params: {
    project_id: projectId,
    description: text('Text that replaces the description of the project in the archive.'),
    upload_url: line('URL to send the finished archive to.', { place: 'none' }),
    upload_http_method: { ...httpMethod, place: 'none' },
    upload: object('The same two as one object.', {
      url: required(line('URL to send the finished archive to.')),
      http_method: httpMethod,
    }),
  },
  rules: [
    { rule: 'at-most-one', of: ['upload', 'upload_url'] },
    { rule: 'needs', param: 'upload_http_method', with: 'upload_url' },
  ],
  run: scheduleExport,
  result: nothing('export_status'),
  usage: 'Look at project.export_status until it is finished, then use project.export_download.',
  words: [
    'back up a project',
    'archive of a project',
    'backup a project',
    'start an export',
    'save a copy of the project',
  ],
  related: ['project.export_status', 'project.export_download', 'project.import_from_file'],
});

const exportDownload = defineAction({
  id: 'project.export_download',
  tool: 'gitlab_download_project_export',
  title: 'Download a project export',
  summary: 'Download the finished export archive of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/export/download',
  params: { project_id: projectId, output_path: outputPath },
  run: (call) =>
    download(call, {
      path: buildRequest(call.action, call.input).path,
      fallbackName: 'project-export.tar.gz',
      outputPath: call.input.output_path,
      whenTooLarge:
        'Give output_path where the server runs on your machine, or use the links of project.export_status.',
    }),
  result: fileOf('export'),
  words: ['get the backup', 'fetch the project archive', 'download an exported project'],
  related: ['project.export_status'],
});

const importStatus = defineAction({
  id: 'project.import_status',
  tool: 'gitlab_get_project_import_status',
  title: 'Get the import status of a project',
  summary: 'Get how far the import of a project is, and what failed.',
  effect: 'read',
  route: 'GET /projects/:project_id/import',
  params: { project_id: projectId },
  result: one('import_status'),
  words: ['is the import done', 'why did the import fail', 'did the import finish'],
  related: ['project.import_from_file', 'project.get'],
});

const importFromFile = defineAction({
  id: 'project.import_from_file',
  tool: 'gitlab_import_project_from_file',
  title: 'Import a project from an archive',
  summary: 'Create a project from an export archive, in the background.',
  effect: 'write',
  route: 'POST /projects/import',
  params: {
    ...uploadFields,
    path: line('Path of the new project. Default: derived from name or file name.', { place: 'none', minLength: 1 }),
    name: line('Name of the new project. Default: its path.', { place: 'none', minLength: 1 }),
    namespace: namespace('Group to create it in: numeric ID or full path. Default: the own namespace.', {
      names: 'namespace',
      place: 'none',
      aliases: ['namespace_id', 'group', 'group_id'],
    }),
    overwrite: flag('Whether a project with this path is replaced. Default false.', { place: 'none' }),
    override_params: object(
      'Settings of the project that replace those in the archive, by their API names.',
      {},
      {
        open: true,
        place: 'none',
      },
    ),
  },
  rules: uploadRules,
  run: importProject,
  result: one('import_status'),
  usage: 'Look at project.import_status until it is finished.',
  words: ['restore a backup', 'load an archive', 'restore a project from a backup'],
  related: ['project.import_status', 'project.export_schedule'],
});

async function scheduleExport(
  call: ActionCall<{
    readonly upload?: Readonly<Record<string, unknown>>;
    readonly upload_url?: string;
    readonly upload_http_method?: string;
  }>,
): Promise<unknown> {
  const { upload_url: url, upload_http_method: method } = call.input;
  const upload = url === undefined ? call.input.upload : { url, http_method: method };
  const { body } = await call.send(buildRequest(call.action, { ...call.input, upload }));
  return body;
}

interface ImportInput extends UploadInput {
  readonly path?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly overwrite?: boolean;
  readonly override_params?: Readonly<Record<string, unknown>>;
}

async function importProject(call: ActionCall<ImportInput>): Promise<unknown> {
  const { name, namespace: target, overwrite, override_params: overrides, filename, file_path: file } = call.input;
  const fields: Record<string, string | undefined> = {
    path: call.input.path ?? pathOfImport(name ?? filename ?? file ?? 'project'),
    name,
    namespace: target,
    overwrite: overwrite === undefined ? undefined : String(overwrite),
  };
  for (const [key, value] of Object.entries(overrides ?? {})) fields[`override_params[${key}]`] = String(value);
  return sendUpload(call, buildRequest(call.action, {}), 'file', fields);
}

/** `My site`, `my-site.tar.gz` and `/backups/my-site.tar.gz` all give `my-site`. */
function pathOfImport(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return base
    .replace(/\.(?:tar\.gz|tgz|gz)$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '-')
    .replace(/^[-_.]+|[-_.]+$/g, '');
}

export const importExport = [exportStatus, exportSchedule, exportDownload, importStatus, importFromFile];
