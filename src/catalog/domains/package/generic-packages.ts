import { byteProgress } from '../../byte-progress.ts';
import { AppError } from '../../../errors/app-error.ts';
import { defineAction } from '../../action.ts';
import { download, outputPath } from '../../download.ts';
import { flag, line, required } from '../../field.ts';
import { tagName } from '../../fields.ts';
import { pathOf } from '../../request.ts';
import { fileOf, one } from '../../result.ts';
import { readUpload, uploadFields } from '../../upload.ts';
import { assetPath, linkName, linkType } from '../release/link-fields.ts';
import { fileName, genericPath, ofVersion, packageStatus, publishFile } from './generic-file.ts';
import { publishDirectory } from './publish-directory.ts';

const newFile = {
  ...ofVersion,
  file_name: fileName,
  content_base64: uploadFields.content_base64,
  file_path: uploadFields.file_path,
  status: packageStatus,
} as const;
const oneSource = { rule: 'exactly-one', of: ['content_base64', 'file_path'] } as const;

const get = defineAction({
  id: 'package.download',
  tool: 'gitlab_package_download',
  title: 'Download a package file',
  summary: 'Download a file of a generic package with type, size and checksum, or write it to a local path.',
  effect: 'read',
  route: 'GET /projects/:project_id/packages/generic/:package_name/:package_version/:file_name',
  params: { ...ofVersion, file_name: fileName, output_path: outputPath },
  run: (call) =>
    download(call, {
      path: genericPath(call.input, call.input.file_name),
      fallbackName: call.input.file_name.slice(call.input.file_name.lastIndexOf('/') + 1),
      outputPath: call.input.output_path,
      whenTooLarge: 'Give output_path where the server runs on your machine.',
    }),
  result: fileOf('package_file'),
  words: ['fetch a file from the package registry', 'get a published binary', 'download a package'],
  related: ['package.list', 'package.file_list', 'package.publish'],
});

const publish = defineAction({
  id: 'package.publish',
  tool: 'gitlab_package_publish',
  title: 'Publish a package file',
  summary: 'Store a file in a version of a generic package, which is created if need be, and get it with checksums.',
  effect: 'write',
  route: 'PUT /projects/:project_id/packages/generic/:package_name/:package_version/:file_name',
  params: newFile,
  rules: [oneSource],
  idempotent: false,
  async run(call) {
    const { file_name: name, status } = call.input;
    const { content } = await readUpload(call);
    const report = byteProgress(call.progress, content.length, `Publishing ${name}`);
    return publishFile(call, call.input, { name, content, status }, report);
  },
  result: one('package_file'),
  words: ['upload to the package registry', 'publish a binary', 'new package version', 'upload an artifact'],
  related: ['package.publish_and_link', 'package.publish_directory', 'package.list'],
});

const publishAndLink = defineAction({
  id: 'package.publish_and_link',
  tool: 'gitlab_package_publish_and_link',
  title: 'Publish a file and link it',
  summary: 'Store a file in a generic package, add it as an asset link to a release, and get both.',
  effect: 'write',
  route: 'PUT /projects/:project_id/packages/generic/:package_name/:package_version/:file_name',
  params: {
    ...newFile,
    tag_name: { ...tagName, description: 'Git tag of the release, which must exist.', aliases: ['tag', 'release'] },
    link_name: { ...linkName, description: 'Name of the link. Default: the name of the file.' },
    link_type: { ...linkType, description: 'Kind of file. Default package.' },
    direct_asset_path: { ...assetPath, aliases: ['asset_path'] },
  },
  rules: [oneSource],
  idempotent: false,
  async run(call) {
    const { project_id, file_name: name, status, tag_name, link_name, link_type, direct_asset_path } = call.input;
    const { content } = await readUpload(call);
    call.progress(0, 2, 'publishing the file');
    const file = await publishFile(call, call.input, { name, content, status });
    const url = `${call.gitlab.instance.restBase}${genericPath(call.input, name)}`;
    call.progress(1, 2, 'adding the link');
    try {
      const { body } = await call.send({
        method: 'POST',
        path: pathOf`/projects/${project_id}/releases/${tag_name}/assets/links`,
        body: { name: link_name ?? name, url, link_type: link_type ?? 'package', direct_asset_path },
      });
      return { package_file: file, release_link: body, url };
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'action.cancelled') throw error;
      const message = `the file was published as ${url}, but was not linked to the release: ${error.message}`;
      throw new AppError(error.code, message, { cause: error });
    }
  },
  result: one('package_publication'),
  usage: 'If only the link failed, add it with release.link_create instead of publishing again.',
  words: [
    'attach a binary to a release',
    'release asset from a file',
    'upload binary to a release',
    'upload a zip as release asset',
  ],
  related: ['package.publish', 'release.link_create', 'release.create'],
});

const publishAll = defineAction({
  id: 'package.publish_directory',
  tool: 'gitlab_package_publish_directory',
  title: 'Publish a directory as a package',
  summary: 'Store the files of a local directory in a generic package one after another, and get which failed.',
  effect: 'write',
  route: 'PUT /projects/:project_id/packages/generic/:package_name/:package_version',
  params: {
    ...ofVersion,
    directory_path: required(
      line('Local directory. Only for a server that runs on your machine.', {
        place: 'none',
        minLength: 1,
        aliases: ['directory', 'dir', 'folder', 'path'],
      }),
    ),
    include_pattern: line('Only files whose name fits, such as *.tar.gz. Default: all.', {
      place: 'none',
      aliases: ['pattern', 'glob', 'include'],
    }),
    recursive: flag('Include the folders below it. Default false.', { place: 'none' }),
    status: packageStatus,
  },
  idempotent: false,
  run: publishDirectory,
  result: one('package_publication'),
  words: [
    'upload a folder',
    'publish all build files',
    'upload several files to a package',
    'upload a whole build folder',
  ],
  related: ['package.publish', 'package.file_list'],
});

export const genericPackages = [get, publish, publishAndLink, publishAll];
