import { defineAction } from '../../action.ts';
import { download, outputPath } from '../../download.ts';
import { filePath, line, required } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { pathOf } from '../../request.ts';
import { fileOf } from '../../result.ts';

const get = defineAction({
  id: 'model_registry.download',
  tool: 'gitlab_download_ml_model_package',
  title: 'Download a model file',
  summary: 'Download one file of a version of a machine learning model, with type, size and checksum.',
  effect: 'read',
  route: 'GET /projects/:project_id/packages/ml_models/:model_version_id/files/:filename',
  params: {
    project_id: projectId,
    model_version_id: required(
      line('ID of the model version, or candidate: and the ID of a candidate.', {
        slug: true,
        aliases: ['version_id', 'id'],
      }),
    ),
    path: filePath('Folder of the file. Default: the top.', { place: 'none', aliases: ['folder', 'directory'] }),
    filename: required(line('Name of the file.', { minLength: 1, aliases: ['file_name', 'file', 'name'] })),
    output_path: outputPath,
  },
  run(call) {
    const { project_id, model_version_id, path = '', filename, output_path } = call.input;
    // The folder is the rest of the address, so its slashes stay slashes.
    const folder = path
      .split('/')
      .filter((part) => part !== '')
      .map((part) => pathOf`/${part}`)
      .join('');
    return download(call, {
      path: `${pathOf`/projects/${project_id}/packages/ml_models/${model_version_id}/files`}${folder}${pathOf`/${filename}`}`,
      fallbackName: filename,
      outputPath: output_path,
      whenTooLarge: 'Give output_path where the server runs on your machine.',
    });
  },
  result: fileOf('model_file'),
  words: [
    'ML model artifact',
    'model weights',
    'MLflow artifact',
    'get a trained model',
    'download weights of a model',
    'download a machine learning model',
  ],
  related: ['package.list', 'package.download'],
});

export const modelRegistryActions = [get];
