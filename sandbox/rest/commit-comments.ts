import { mergeRequestsOf } from '../world/merge-requests.ts';
import { type Note, type Position, addNote, notesOf } from '../world/notes.ts';
import type { Commit } from '../world/git-objects.ts';
import type { Project } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import type { World } from '../world/world.ts';
import { badRequest } from '../http/refusal.ts';
import type { Call } from './call.ts';
import { code, commitAt } from './code.ts';
import { presentMergeRequestBasic } from './merge-requests-presenter.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';
import { presentUserById } from './users-presenter.ts';

const path = '/projects/:id/repository/commits/:sha';

/** What is said about a commit line by line, and the merge requests that brought it. */
export const commitComments: Resource = {
  routes(routes) {
    routes.get(`${path}/comments`, { permission: 'read_commit_comment' }, (call) => {
      const { repository } = code(call);
      const commit = commitAt(repository, call.path('sha'));
      const notes = notesOf(call.world, { type: 'Commit', id: commit.sha }).filter(({ system }) => !system);
      return call.page(notes, (note) => present(call.world, note));
    });

    const params = {
      note: requires.string({ blank: false }),
      path: optional.string(),
      line: optional.integer(),
      line_type: optional.string({ values: ['new', 'old'] }),
    };
    routes.post(`${path}/comments`, { permission: 'create_commit_comment', params }, (call) => {
      const { project, repository } = code(call);
      const commit = commitAt(repository, call.path('sha'));
      const position = readPosition(call, commit, project);
      const noteable = { type: 'Commit', id: commit.sha, iid: null, projectId: project.id } as const;
      const note = addNote(call.world, noteable, {
        body: call.params.note,
        authorId: call.me.id,
        type: position === null ? null : 'DiffNote',
        position,
        commitId: commit.sha,
      });
      return present(call.world, note);
    });

    routes.get(
      `${path}/merge_requests`,
      { permission: 'read_merge_request', params: { state: optional.string() } },
      (call) => {
        const { project, repository } = code(call);
        const commit = commitAt(repository, call.path('sha'));
        const { state } = call.params;
        const found = mergeRequestsOf(call.world, project)
          .filter((mergeRequest) => !state || state === 'all' || mergeRequest.state === state)
          .filter(
            ({ versions, mergeCommitSha, squashCommitSha }) =>
              mergeCommitSha === commit.sha ||
              squashCommitSha === commit.sha ||
              versions.some(({ headSha, baseSha }) =>
                repository.log(headSha, { except: [baseSha] }).some(({ sha }) => sha === commit.sha),
              ),
          );
        return call.page(found.toReversed(), (mergeRequest) => presentMergeRequestBasic(call, mergeRequest));
      },
    );
  },
};

interface Params {
  readonly path: string | null | undefined;
  readonly line: number | null | undefined;
  readonly line_type: 'new' | 'old' | null | undefined;
}

/** A line of the commit's diff; without a path the comment is about the whole commit. */
function readPosition(call: Call<Params>, commit: Commit, project: Project): Position | null {
  const { path: file, line, line_type: side = 'new' } = call.params;
  if (!file) return null;
  if (!line) throw badRequest('line is missing');
  const diff = repositoryOf(call.world, project)
    .diffOf(commit)
    .find(({ oldPath, newPath }) => newPath === file || oldPath === file);
  const isOld = side === 'old';
  const isInDiff = diff?.hunks.some(({ lines }) => lines.some((entry) => (isOld ? entry.old : entry.new) === line));
  if (diff === undefined || isInDiff !== true) return null;
  const base = commit.parents[0] ?? '0'.repeat(40);
  return {
    base_sha: base,
    start_sha: base,
    head_sha: commit.sha,
    old_path: diff.oldPath,
    new_path: diff.newPath,
    position_type: 'text',
    old_line: isOld ? line : null,
    new_line: isOld ? null : line,
    line_range: null,
  };
}

function present(world: World, { body, position, authorId, createdAt }: Note) {
  const line = position === null ? null : (position.new_line ?? position.old_line);
  return {
    note: body,
    path: position?.new_path ?? null,
    line,
    line_type: position === null ? null : position.new_line === null ? 'old' : 'new',
    author: presentUserById(world, authorId),
    created_at: createdAt,
  };
}
