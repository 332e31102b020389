import { gzipSync } from 'node:zlib';
import { contentDisposition } from '../http/content-disposition.ts';
import { notFound, refused } from '../http/refusal.ts';
import { Reply } from '../http/reply.ts';
import type { Commit } from '../world/git-objects.ts';
import type { Repository } from '../world/repository.ts';
import { type TarFile, tar } from '../world/tar.ts';
import { zip } from '../world/zip.ts';
import type { Call } from './call.ts';
import { code } from './code.ts';
import { optional } from './params.ts';
import type { Resource } from './routes.ts';

const formats: Readonly<Record<string, 'tar' | 'tar.gz' | 'zip'>> = {
  tar: 'tar',
  'tar.gz': 'tar.gz',
  tgz: 'tar.gz',
  gz: 'tar.gz',
  zip: 'zip',
};

const contentTypes = {
  tar: 'application/x-tar',
  'tar.gz': 'application/octet-stream',
  zip: 'application/octet-stream',
};

/** A snapshot of a repository in one file. All of GitLab's formats except bzip2, which Node cannot write. */
export const repositoryArchive: Resource = {
  routes(routes) {
    const params = { sha: optional.string(), path: optional.string(), format: optional.string() };
    const options = { permission: 'download_repository_archive', params };
    routes.get('/projects/:id/repository/archive', options, (call) => archive(call));
    routes.get('/projects/:id/repository/archive.:format', options, (call) => archive(call));
  },
};

interface Params {
  readonly sha: string | null | undefined;
  readonly path: string | null | undefined;
  readonly format: string | null | undefined;
}

function archive(call: Call<Params>): Reply {
  const { project, repository } = code(call);
  const { sha, path, format: asked } = call.params;
  const commit = repository.resolve(sha ?? 'HEAD');
  if (commit === undefined) throw notFound('File');
  const format = formats[asked ?? 'tar.gz'];
  if (format === undefined) throw refused(406);
  const ref = sha ?? project.defaultBranch ?? '';
  const suffix = path === undefined || path === null || path === '' ? '' : `-${path.replaceAll('/', '-')}`;
  const name = `${project.path}-${ref.replaceAll('/', '-')}-${commit.sha}${suffix}`;
  const files = filesOf(repository, commit, { prefix: name, path: path ?? '' });
  if (files.length === 0) throw notFound('File');
  return new Reply(200, pack(files, commit, format), {
    contentType: contentTypes[format],
    headers: {
      'Content-Disposition': contentDisposition('attachment', `${name}.${format}`),
      'Content-Transfer-Encoding': 'binary',
    },
  });
}

function filesOf(
  repository: Repository,
  commit: Commit,
  { prefix, path }: { readonly prefix: string; readonly path: string },
): TarFile[] {
  const files: TarFile[] = [];
  for (const [name, { mode, blob }] of [...commit.tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (path !== '' && name !== path && !name.startsWith(`${path}/`)) continue;
    const bytes = repository.blob(blob);
    if (bytes === undefined) continue;
    files.push({ path: `${prefix}/${name}`, bytes, mode: mode === '100755' ? 0o775 : 0o664 });
  }
  return files;
}

function pack(files: readonly TarFile[], commit: Commit, format: 'tar' | 'tar.gz' | 'zip'): Buffer {
  if (format === 'zip') return zip(new Map(files.map(({ path, bytes }) => [path, bytes])));
  const packed = tar(files, Math.floor(Date.parse(commit.committer.date) / 1000));
  return format === 'tar' ? packed : gzipSync(packed);
}
