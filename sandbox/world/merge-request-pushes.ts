import { losesApprovalsOnPush } from './approvals.ts';
import { followPosition } from './diff-positions.ts';
import { projectOf } from './issuables.ts';
import { noteableOf, touch } from './issuable-changes.ts';
import {
  type DiffVersion,
  type MergeRequest,
  addVersion,
  latestVersion,
  mergeRequestsOf,
  sourceHead,
} from './merge-requests.ts';
import { invalidateCheck } from './mergeability.ts';
import { mergeWhenReady } from './merging.ts';
import { addNote, addSystemNote, discussionsOf } from './notes.ts';
import type { Project } from './projects.ts';
import { repositoryOf } from './repository.ts';
import type { World } from './world.ts';

/** Brings a merge request up to date with its branches, as GitLab does after a push. Cheap when nothing happened. */
export function refresh(world: World, mergeRequest: MergeRequest): void {
  if (mergeRequest.state !== 'opened') return;
  const before = latestVersion(mergeRequest);
  const head = sourceHead(world, mergeRequest);
  if (head !== undefined && head !== before?.headSha) {
    const version = addVersion(world, mergeRequest);
    if (version !== undefined && before !== undefined) recordPush(world, mergeRequest, before, version);
  }
  mergeWhenReady(world, mergeRequest);
}

export function refreshAll(world: World, project: Project): readonly MergeRequest[] {
  const all = mergeRequestsOf(world, project);
  for (const mergeRequest of all) refresh(world, mergeRequest);
  return all;
}

function recordPush(world: World, mergeRequest: MergeRequest, before: DiffVersion, after: DiffVersion): void {
  const project = projectOf(world, mergeRequest);
  const repository = repositoryOf(world, project);
  const commits = repository.log(after.headSha, { except: [before.headSha, after.startSha] }).toReversed();
  const newest = repository.resolve(after.headSha);
  const pusher = newest === undefined ? undefined : world.users.findByEmail(newest.committer.email);
  const deed = { userId: pusher?.id ?? mergeRequest.authorId, at: after.createdAt };
  const items = commits
    .map(({ sha, message }) => `<li>${sha.slice(0, 8)} - ${message.split('\n', 1)[0]}</li>`)
    .join('');
  const compare = `/${project.fullPath}/-/merge_requests/${mergeRequest.iid}/diffs?diff_id=${after.id}&start_sha=${before.headSha}`;
  addSystemNote(world, noteableOf(mergeRequest), {
    body: `added ${commits.length} commit${commits.length === 1 ? '' : 's'}\n\n<ul>${items}</ul>\n\n[Compare with previous version](${compare})`,
    authorId: deed.userId,
    createdAt: deed.at,
  });
  if (mergeRequest.approvals.length > 0 && losesApprovalsOnPush(world, mergeRequest)) {
    mergeRequest.approvals = [];
    for (const reviewer of mergeRequest.reviewers) if (reviewer.state === 'approved') reviewer.state = 'unapproved';
  }
  if (mergeRequest.autoMerge !== undefined && mergeRequest.autoMerge.sha !== after.headSha) {
    mergeRequest.autoMerge = undefined;
    addSystemNote(world, noteableOf(mergeRequest), {
      body: 'aborted the automatic merge because source branch was updated',
      authorId: deed.userId,
      createdAt: deed.at,
    });
  }
  moveComments(world, mergeRequest, { before, after, userId: deed.userId });
  invalidateCheck(world, mergeRequest);
  touch(world, mergeRequest, deed);
}

interface Push {
  readonly before: DiffVersion;
  readonly after: DiffVersion;
  readonly userId: number;
}

/** Comments go along with their lines; those whose line was changed stay where they are, and their thread says so. */
function moveComments(world: World, mergeRequest: MergeRequest, { before, after, userId }: Push): void {
  const { fullPath } = projectOf(world, mergeRequest);
  for (const thread of discussionsOf(world, noteableOf(mergeRequest))) {
    const comments = thread.notes.filter(({ position, system }) => !system && position?.head_sha === before.headSha);
    const [first] = comments;
    if (first?.position === undefined || first.position === null) continue;
    const position = followPosition(world, mergeRequest, first.position);
    if (position !== undefined) {
      for (const note of comments) note.position = position;
      continue;
    }
    const diff = `/${fullPath}/-/merge_requests/${mergeRequest.iid}/diffs?diff_id=${after.id}&start_sha=${before.headSha}`;
    addNote(world, noteableOf(mergeRequest), {
      body: `changed this line in [version ${mergeRequest.versions.length} of the diff](${diff})`,
      authorId: userId,
      createdAt: after.createdAt,
      system: true,
      type: 'DiffNote',
      discussionId: thread.id,
      position: first.position,
      lineCode: first.lineCode,
    });
  }
}
