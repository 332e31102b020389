import { defineAction } from '../../action.ts';
import { filePath, flag, line, list, oneOf } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { pathOf, queryOf } from '../../request.ts';
import { one } from '../../result.ts';

/** Endings that GitLab's route knows. */
const formats = ['tar.gz', 'zip', 'tar', 'tar.bz2', 'tbz', 'tbz2', 'tb2', 'bz2'] as const;

const archive = defineAction({
  id: 'repository.archive',
  tool: 'gitlab_repository_archive',
  title: 'Get the address of an archive',
  summary: 'Build the address of an archive of the repository. Nothing is downloaded, and opening it needs the token.',
  effect: 'read',
  scope: 'no-request',
  params: {
    project_id: projectId,
    sha: line('Branch, tag or commit. Default: the default branch.', { aliases: ['ref', 'branch', 'tag', 'commit'] }),
    format: oneOf('Kind of archive. Default tar.gz.', formats, { synonyms: { tgz: 'tar.gz', gz: 'tar.gz' } }),
    path: filePath('Only this folder.', { aliases: ['folder', 'directory'] }),
    include_lfs_blobs: flag('Whether objects of Git LFS are in it. Default true.'),
    exclude_paths: list('Folders to leave out.', filePath('Path of the folder.'), { comma: true, split: true }),
  },
  result: one('archive'),
  words: [
    'download the repository',
    'zip of the code',
    'tarball',
    'source archive',
    'download source code as zip',
    'download repo',
    'download all the code',
    'source as zip',
    'get the code as tar.gz',
  ],
  related: ['repository.tree', 'release.get'],
  run(call) {
    const { project_id, sha, format = 'tar.gz', path, include_lfs_blobs, exclude_paths } = call.input;
    const query = queryOf({ sha, path, include_lfs_blobs, exclude_paths: exclude_paths?.join(',') });
    const address = `${call.gitlab.instance.restBase}${pathOf`/projects/${project_id}/repository`}/archive.${format}`;
    return Promise.resolve({ url: query === '' ? address : `${address}?${query}`, format });
  },
});

export const archives = [archive];
