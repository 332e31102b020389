import { defineAction } from '../../action.ts';
import { download, outputPath } from '../../download.ts';
import { id, list as listField, oneOf, required } from '../../field.ts';
import { keyset, keysetOrder, page, pipelineId, projectId } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { fileOf, listOf, one } from '../../result.ts';

const exportId = required(id('ID of the export.', { aliases: ['id'] }));

const list = defineAction({
  id: 'dependency.list',
  tool: 'gitlab_list_project_dependencies',
  title: 'List dependencies of a project',
  summary: 'List the libraries a project uses with version, package manager, licenses and known vulnerabilities.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /projects/:project_id/dependencies',
  params: {
    project_id: projectId,
    package_manager: listField(
      'Only dependencies of these package managers.',
      oneOf('Package manager.', [
        'bundler',
        'composer',
        'conan',
        'go',
        'gradle',
        'maven',
        'npm',
        'nuget',
        'pip',
        'pipenv',
        'pnpm',
        'yarn',
        'sbt',
        'setuptools',
      ]),
      { comma: true, split: true, aliases: ['package_managers'] },
    ),
    ...page,
    ...keyset,
    ...keysetOrder,
  },
  result: listOf('dependency'),
  words: [
    'which libraries do we use',
    'open source components',
    'SBOM',
    'third-party packages',
    'which projects use a library',
    'vulnerable dependencies',
    'packages the project depends on',
    'outdated libraries',
  ],
  related: ['dependency.export_create', 'package.list'],
});

const exportCreate = defineAction({
  id: 'dependency.export_create',
  tool: 'gitlab_create_dependency_list_export',
  title: 'Create a dependency export',
  summary: 'Start the export of the dependencies a pipeline found, as a CycloneDX SBOM, in the background.',
  effect: 'write',
  tier: 'ultimate',
  route: 'POST /pipelines/:pipeline_id/dependency_list_exports',
  params: {
    pipeline_id: pipelineId,
    export_type: oneOf('Form of the export. Default sbom, the only one.', ['sbom'], {
      synonyms: { cyclonedx: 'sbom' },
    }),
  },
  fixed: { export_type: 'sbom' },
  result: one('dependency_export'),
  usage: 'Look at dependency.export_get until it is finished, then use dependency.export_download.',
  words: [
    'export SBOM',
    'generate a software bill of materials',
    'CycloneDX',
    'generate an SBOM',
    'create SBOM',
    'list of all components as a file',
  ],
  related: ['dependency.export_get', 'dependency.export_download', 'dependency.list'],
});

const exportGet = defineAction({
  id: 'dependency.export_get',
  tool: 'gitlab_get_dependency_list_export',
  title: 'Get a dependency export',
  summary: 'Get whether the export of a dependency list is finished, and where to download it.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /dependency_list_exports/:export_id',
  params: { export_id: exportId },
  result: one('dependency_export'),
  words: ['is the SBOM ready', 'status of an SBOM export', 'state of the dependency export'],
  related: ['dependency.export_create', 'dependency.export_download'],
});

const exportDownload = defineAction({
  id: 'dependency.export_download',
  tool: 'gitlab_download_dependency_list_export',
  title: 'Download a dependency export',
  summary: 'Download the finished export of a dependency list, with size and checksum.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /dependency_list_exports/:export_id/download',
  params: { export_id: exportId, output_path: outputPath },
  run: (call) =>
    download(call, {
      path: buildRequest(call.action, call.input).path,
      fallbackName: `dependencies-${call.input.export_id}.json`,
      outputPath: call.input.output_path,
      whenTooLarge: 'Give output_path where the server runs on your machine, or read dependency.list by pages.',
    }),
  result: fileOf('dependency_export'),
  words: ['download the SBOM', 'get the bill of materials', 'fetch the exported dependency list'],
  related: ['dependency.export_get', 'dependency.export_create'],
});

export const dependencyActions = [list, exportCreate, exportGet, exportDownload];
