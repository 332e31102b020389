import { hash } from 'node:crypto';
import { canUpdateMergeRequest } from '../access/planning.ts';
import { badRequest, forbidden, noRecord, notFound } from '../http/refusal.ts';
import { text } from '../http/reply.ts';
import { projectOf } from '../world/issuables.ts';
import { type DiffVersion, type MergeRequest, latestVersion } from '../world/merge-requests.ts';
import { type Repository, repositoryOf } from '../world/repository.ts';
import type { FileDiff } from '../world/tree-diff.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { presentCommit } from './commits-presenter.ts';
import { presentDiffs } from './diffs-presenter.ts';
import { mergeRequestOf } from './issuable-lookup.ts';
import { presentMergeRequest } from './merge-requests-presenter.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid';
const iid = { merge_request_iid: requires.integer() };
const read = { permission: 'read_merge_request' } as const;

/** What a merge request changes: commits, diffs and the versions they had. */
export const mergeRequestDiffs: Resource = {
  routes(routes) {
    const unidiff = optional.boolean({ default: false });
    routes.get(`${path}/diffs`, { ...read, params: { ...iid, unidiff } }, (call) => {
      const files = filesOf(call.world, mergeRequestOf(call).mergeRequest);
      return call.page(presentDiffs(files, { unidiff: call.params.unidiff }), (file) => file);
    });
    routes.get(
      `${path}/changes`,
      { ...read, params: { ...iid, unidiff, access_raw_diffs: optional.boolean() } },
      (call) => {
        const { mergeRequest } = mergeRequestOf(call);
        const changes = presentDiffs(filesOf(call.world, mergeRequest), { unidiff: call.params.unidiff });
        return {
          ...presentMergeRequest(call, mergeRequest),
          changes,
          overflow: changes.some(({ collapsed, too_large: isTooLarge }) => collapsed || isTooLarge),
        };
      },
    );
    routes.get(`${path}/raw_diffs`, { ...read, params: iid }, (call) =>
      text(filesOf(call.world, mergeRequestOf(call).mergeRequest).map(rawDiff).join('')),
    );
    routes.get(`${path}/commits`, { ...read, params: iid }, (call) => {
      const { project, mergeRequest } = mergeRequestOf(call);
      return call.page(commitsOf(call.world, mergeRequest), (commit) => presentCommit(call.world, project, commit));
    });
    versions(routes);
    contextCommits(routes);
  },
};

function repositoryFor(world: World, mergeRequest: MergeRequest): Repository {
  return repositoryOf(world, projectOf(world, mergeRequest));
}

/** Changed files of a version, by default the latest. */
export function filesOf(
  world: World,
  mergeRequest: MergeRequest,
  version = latestVersion(mergeRequest),
): readonly FileDiff[] {
  return version === undefined ? [] : repositoryFor(world, mergeRequest).diff(version.baseSha, version.headSha);
}

/** Newest first. */
export function commitsOf(world: World, mergeRequest: MergeRequest, version = latestVersion(mergeRequest)) {
  if (version === undefined) return [];
  return repositoryFor(world, mergeRequest).log(version.headSha, { except: [version.startSha, version.baseSha] });
}

/** One file as `git diff` prints it. */
export function rawDiff(file: FileDiff): string {
  const { oldPath, newPath, isNew, isDeleted, isRenamed } = file;
  const short = (sha: string | undefined) => sha?.slice(0, 40) ?? '0'.repeat(40);
  const lines = [`diff --git a/${oldPath} b/${newPath}`];
  if (isNew) lines.push(`new file mode ${file.newMode}`);
  if (isDeleted) lines.push(`deleted file mode ${file.oldMode}`);
  if (!isNew && !isDeleted && file.oldMode !== file.newMode)
    lines.push(`old mode ${file.oldMode}`, `new mode ${file.newMode}`);
  if (isRenamed) lines.push(`rename from ${oldPath}`, `rename to ${newPath}`);
  if (file.oldBlob !== file.newBlob) {
    const mode = isNew || isDeleted || file.oldMode !== file.newMode ? '' : ` ${file.newMode}`;
    lines.push(`index ${short(file.oldBlob)}..${short(file.newBlob)}${mode}`);
  }
  if (file.patch !== '' && !file.isBinary) {
    lines.push(`--- ${isNew ? '/dev/null' : `a/${oldPath}`}`, `+++ ${isDeleted ? '/dev/null' : `b/${newPath}`}`);
  }
  return `${lines.join('\n')}\n${file.patch}`;
}

function versions(routes: Routes): void {
  routes.get(`${path}/versions`, { ...read, params: iid }, (call) => {
    const { mergeRequest } = mergeRequestOf(call);
    return call.page(mergeRequest.versions.toReversed(), (version) => presentVersion(call, mergeRequest, version));
  });
  const params = { ...iid, version_id: requires.integer(), unidiff: optional.boolean({ default: false }) };
  routes.get(`${path}/versions/:version_id`, { ...read, params }, (call) => {
    const { project, mergeRequest } = mergeRequestOf(call);
    const version = mergeRequest.versions.find(({ id }) => id === call.params.version_id);
    if (version === undefined) throw noRecord();
    return {
      ...presentVersion(call, mergeRequest, version),
      commits: commitsOf(call.world, mergeRequest, version).map((commit) => presentCommit(call.world, project, commit)),
      diffs: presentDiffs(filesOf(call.world, mergeRequest, version), { unidiff: call.params.unidiff }),
    };
  });
}

function presentVersion({ world }: Call<unknown>, mergeRequest: MergeRequest, version: DiffVersion) {
  const files = filesOf(world, mergeRequest, version);
  return {
    id: version.id,
    head_commit_sha: version.headSha,
    base_commit_sha: version.baseSha,
    start_commit_sha: version.startSha,
    created_at: version.createdAt,
    merge_request_id: mergeRequest.id,
    state: files.length === 0 ? 'empty' : 'collected',
    real_size: String(files.length),
    // Names the change itself: the same after a rebase that altered nothing.
    patch_id_sha: files.length === 0 ? null : patchId(files),
  };
}

function patchId(files: readonly FileDiff[]): string {
  const changes = files.flatMap(({ newPath, hunks }) => [
    newPath,
    ...hunks.flatMap(({ lines }) =>
      lines.filter(({ kind }) => kind !== ' ').map(({ kind, text: line }) => kind + line.trim()),
    ),
  ]);
  return hash('sha1', changes.join('\n'));
}

function contextCommits(routes: Routes): void {
  const list = { commits: requires.strings() };
  routes.get(`${path}/context_commits`, { ...read, params: iid }, (call) => {
    const { project, mergeRequest } = mergeRequestOf(call);
    const repository = repositoryFor(call.world, mergeRequest);
    const commits = mergeRequest.contextCommits.flatMap((sha) => repository.resolve(sha) ?? []);
    return call.page(commits, (commit) => presentCommit(call.world, project, commit));
  });
  routes.post(
    `${path}/context_commits`,
    { permission: 'create_merge_request_context_commit', params: { ...iid, ...list } },
    (call) => {
      const { project, mergeRequest } = mergeRequestOf(call);
      if (!canUpdateMergeRequest(call, project, mergeRequest)) throw forbidden();
      const repository = repositoryFor(call.world, mergeRequest);
      const found = call.params.commits.map((sha) => repository.resolve(sha));
      if (found.includes(undefined)) throw notFound('Commit');
      const commits = found.filter((commit) => commit !== undefined);
      const twice = commits.filter(({ sha }) => mergeRequest.contextCommits.includes(sha));
      if (twice.length > 0) {
        throw badRequest(`Context commits: ["${twice.map(({ sha }) => sha).join('", "')}"] are already created`);
      }
      mergeRequest.contextCommits.push(...commits.map(({ sha }) => sha));
      return commits.map((commit) => presentCommit(call.world, project, commit));
    },
  );
  routes.delete(
    `${path}/context_commits`,
    { permission: 'delete_merge_request_context_commit', params: { ...iid, ...list } },
    (call) => {
      const { project, mergeRequest } = mergeRequestOf(call);
      if (!canUpdateMergeRequest(call, project, mergeRequest)) throw forbidden();
      const repository = repositoryFor(call.world, mergeRequest);
      const shas = call.params.commits.map((sha) => repository.resolve(sha)?.sha ?? sha);
      if (!shas.every((sha) => mergeRequest.contextCommits.includes(sha)))
        throw badRequest('Context commits are not in this merge request');
      for (const sha of shas) mergeRequest.contextCommits.splice(mergeRequest.contextCommits.indexOf(sha), 1);
    },
  );
}
