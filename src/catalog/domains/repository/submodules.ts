import { AppError } from '../../../errors/app-error.ts';
import { GitLabError } from '../../../gitlab/gitlab-error.ts';
import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { asText } from '../../download.ts';
import { filePath, line, required } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { pathOf, queryOf } from '../../request.ts';
import { listOf, one } from '../../result.ts';
import { decodeFile } from './decode-file.ts';
import { lineRange } from './files.ts';
import { type DeclaredSubmodule, parseGitmodules, submoduleProject } from './gitmodules.ts';
import { commitMessage, filePathField, fileRef } from './repository-fields.ts';

const submodulePath = required(
  filePath('Path of the submodule in its parent.', { aliases: ['submodule', 'submodule_name'] }),
);

const list = defineAction({
  id: 'repository.list_submodules',
  tool: 'gitlab_list_repository_submodules',
  title: 'List submodules',
  summary: 'List the Git submodules of a repository with address, project and pinned commit.',
  effect: 'read',
  params: { project_id: projectId, ref: fileRef },
  result: listOf('submodule'),
  words: ['gitmodules', 'nested repositories', 'which submodules'],
  related: ['repository.read_submodule_file', 'repository.update_submodule'],
  async run(call) {
    const { project_id, ref = 'HEAD' } = call.input;
    const declared = await readGitmodules(call, project_id, ref);
    if (declared === undefined) {
      call.note('The repository has no .gitmodules file, so it has no submodules.');
      return [];
    }
    const parent = await fullPathOf(call, project_id, declared);
    const folders = new Map<string, Promise<ReadonlyMap<string, string>>>();
    const base = call.gitlab.instance.webBase;
    return Promise.all(
      declared.map(async (submodule) => {
        const folder = folderOf(submodule.path);
        const pins = folders.get(folder) ?? pinsInFolder(call, project_id, ref, folder);
        folders.set(folder, pins);
        return {
          ...submodule,
          project_path: submoduleProject(submodule.url, parent, base) ?? null,
          commit_sha: (await pins).get(submodule.path) ?? null,
        };
      }),
    );
  },
});

const readFile = defineAction({
  id: 'repository.read_submodule_file',
  tool: 'gitlab_read_repository_submodule_file',
  title: 'Read a file of a submodule',
  summary: 'Read a file of a submodule at the commit its parent pins, when both are on this GitLab.',
  effect: 'read',
  params: {
    project_id: projectId,
    submodule_path: submodulePath,
    file_path: { ...filePathField, description: 'Path of the file from the root of the submodule.' },
    ref: fileRef,
    ...lineRange,
  },
  result: one('file'),
  words: ['source of a nested repository', 'file in a submodule', 'show a file inside a submodule'],
  related: ['repository.list_submodules', 'repository.file_get'],
  async run(call) {
    const { project_id, submodule_path, file_path, ref = 'HEAD' } = call.input;
    const declared = (await readGitmodules(call, project_id, ref)) ?? [];
    const submodule = declared.find(({ path, name }) => path === submodule_path || name === submodule_path);
    if (submodule === undefined) {
      const known = declared.map(({ path }) => path).join(', ');
      throw new AppError(
        'input.invalid',
        `${call.action.id}: no submodule is at ${JSON.stringify(submodule_path)}, ${known === '' ? 'the repository has none' : `there are ${known}`}.`,
      );
    }
    const parent = await fullPathOf(call, project_id, [submodule]);
    const project = submoduleProject(submodule.url, parent, call.gitlab.instance.webBase);
    if (project === undefined) {
      throw new AppError(
        'input.invalid',
        `${call.action.id}: this submodule lives outside this GitLab, at ${submodule.url}`,
      );
    }
    const pins = await pinsInFolder(call, project_id, ref, folderOf(submodule.path));
    const commit = pins.get(submodule.path);
    if (commit === undefined) {
      throw new AppError('gitlab.refused', `${call.action.id}: the tree has no submodule at ${submodule.path}`);
    }
    const { body } = await call.send({
      method: 'GET',
      path: pathOf`/projects/${project}/repository/files/${file_path}`,
      query: queryOf({ ref: commit }),
    });
    const file = decodeFile(body, call.input, (text) => call.note(text));
    return typeof file === 'object' && file !== null
      ? { ...file, submodule: { path: submodule.path, project_path: project, commit_sha: commit } }
      : file;
  },
});

const update = defineAction({
  id: 'repository.update_submodule',
  tool: 'gitlab_update_repository_submodule',
  title: 'Update a submodule',
  summary: 'Pin a submodule to another commit with a commit on a branch, and get that commit.',
  effect: 'write',
  route: 'PUT /projects/:project_id/repository/submodules/:submodule',
  params: {
    project_id: projectId,
    submodule: required(filePath('Path of the submodule in its parent.', { aliases: ['submodule_path', 'path'] })),
    branch: required(line('Branch to commit to.', { aliases: ['branch_name', 'ref'] })),
    commit_sha: required(line('Full SHA of the commit to pin.', { aliases: ['sha', 'commit', 'commit_id'] })),
    commit_message: commitMessage,
  },
  result: one('commit'),
  words: ['bump a submodule', 'move submodule to a newer commit', 'point a submodule to another commit'],
  related: ['repository.list_submodules', 'repository.commit_create'],
});

/** The declared submodules, or `undefined` when the repository declares none. */
async function readGitmodules(
  call: ActionCall<unknown>,
  project: string,
  ref: string,
): Promise<readonly DeclaredSubmodule[] | undefined> {
  try {
    const { body } = await call.gitlab.send(
      {
        method: 'GET',
        path: pathOf`/projects/${project}/repository/files/${'.gitmodules'}`,
        query: queryOf({ ref }),
      },
      { signal: call.signal },
    );
    const content = property(body, 'content');
    return parseGitmodules(typeof content === 'string' ? (asText(Buffer.from(content, 'base64')) ?? '') : '');
  } catch (error) {
    const isMissingFile =
      error instanceof GitLabError && error.status === 404 && /\bfile\b/i.test(error.gitlabMessage ?? '');
    if (isMissingFile) return undefined;
    throw error;
  }
}

/** Submodules of one folder: pinned commit by path. */
async function pinsInFolder(
  call: ActionCall<unknown>,
  project: string,
  ref: string,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const pins = new Map<string, string>();
  for (let page = 1; page <= maxPages; page += 1) {
    const { body, page: info } = await call.gitlab.send(
      {
        method: 'GET',
        path: pathOf`/projects/${project}/repository/tree`,
        query: queryOf({ path: folder === '' ? undefined : folder, ref, per_page: 100, page }),
      },
      { signal: call.signal },
    );
    for (const entry of Array.isArray(body) ? body : []) {
      const path = property(entry, 'path');
      const commit = property(entry, 'id');
      if (property(entry, 'type') === 'commit' && typeof path === 'string' && typeof commit === 'string') {
        pins.set(path, commit);
      }
    }
    if (info?.hasMore !== true) break;
  }
  return pins;
}

/** A folder of more than 2,000 entries is read no further. */
const maxPages = 20;

/** Only an address relative to the parent needs the parent's path, which a number does not tell. */
async function fullPathOf(
  call: ActionCall<unknown>,
  project: string,
  submodules: readonly DeclaredSubmodule[],
): Promise<string> {
  if (!/^\d+$/.test(project) || !submodules.some(({ url }) => url.startsWith('.'))) return project;
  const { body } = await call.gitlab.send(
    { method: 'GET', path: pathOf`/projects/${project}` },
    { signal: call.signal },
  );
  const path = property(body, 'path_with_namespace');
  return typeof path === 'string' ? path : project;
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

function property(value: unknown, key: string): unknown {
  // Any object may be asked for any key.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

export const submodules = [list, readFile, update];
