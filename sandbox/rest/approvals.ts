import { conflict, forbidden, notFound, unauthorized } from '../http/refusal.ts';
import { empty } from '../http/reply.ts';
import { addSystemNote } from '../world/notes.ts';
import { finishTodos, noteableOf, recordActivity, touch } from '../world/issuable-changes.ts';
import { type MergeRequest, latestVersion } from '../world/merge-requests.ts';
import { invalidateCheck } from '../world/mergeability.ts';
import { levels } from '../world/members.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';
import { canApprove, presentApprovals, presentApprovalState } from './approvals-presenter.ts';
import { mergeRequestOf } from './issuable-lookup.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid';
const iid = { merge_request_iid: requires.integer() };

/** Approving merge requests, and who did. Rules are a matter of their own. */
export const approvals: Resource = {
  routes(routes) {
    routes.get(`${path}/approvals`, { permission: 'read_merge_request', params: iid }, (call) =>
      presentApprovals(call, mergeRequestOf(call).mergeRequest),
    );
    routes.get(
      `${path}/approval_state`,
      { permission: 'read_merge_request_approval_state', enterprise: true, params: iid },
      (call) => presentApprovalState(call, mergeRequestOf(call).mergeRequest),
    );

    const approving = { ...iid, sha: optional.string(), approval_password: optional.string() };
    routes.post(`${path}/approve`, { permission: 'approve_merge_request', params: approving }, (call) => {
      const { mergeRequest } = mergeRequestOf(call);
      checkSha(mergeRequest, call.params.sha);
      if (!canApprove(call, mergeRequest)) throw unauthorized();
      approve(call.world, mergeRequest, call.me);
      return presentApprovals(call, mergeRequest);
    });
    routes.post(`${path}/unapprove`, { permission: 'approve_merge_request', params: iid }, (call) => {
      const { mergeRequest } = mergeRequestOf(call);
      if (!unapprove(call.world, mergeRequest, call.me)) throw notFound();
      return presentApprovals(call, mergeRequest);
    });
    routes.put(`${path}/reset_approvals`, { permission: 'reset_merge_request_approval', params: iid }, (call) => {
      const { project, mergeRequest } = mergeRequestOf(call);
      // Made for the bots of projects and groups, which clear what they asked for.
      if (!call.me.bot || call.levelIn(project) < levels.developer) throw unauthorized();
      if (mergeRequest.state === 'merged') throw forbidden();
      resetApprovals(call.world, mergeRequest);
      return empty(202);
    });
  },
};

/** A caller who reviewed an older state is told so. */
export function checkSha(mergeRequest: MergeRequest, sha: string | null | undefined): void {
  const head = latestVersion(mergeRequest)?.headSha;
  if (sha !== undefined && sha !== null && sha !== '' && sha !== head) {
    throw conflict(`SHA does not match HEAD of source branch: ${head}`);
  }
}

export function approve(world: World, mergeRequest: MergeRequest, user: User, at = world.clock.timestamp()): void {
  mergeRequest.approvals.push({ userId: user.id, at });
  setReview(mergeRequest, user, 'approved');
  addSystemNote(world, noteableOf(mergeRequest), {
    body: 'approved this merge request',
    authorId: user.id,
    createdAt: at,
  });
  recordActivity(world, mergeRequest, 'approved', { userId: user.id, at });
  finishTodos(world, mergeRequest, user.id, at);
  touch(world, mergeRequest, { at });
  invalidateCheck(world, mergeRequest);
}

/** False when the user had not approved. */
export function unapprove(world: World, mergeRequest: MergeRequest, user: User): boolean {
  const index = mergeRequest.approvals.findIndex(({ userId }) => userId === user.id);
  if (index === -1) return false;
  mergeRequest.approvals.splice(index, 1);
  setReview(mergeRequest, user, 'unapproved');
  addSystemNote(world, noteableOf(mergeRequest), { body: 'unapproved this merge request', authorId: user.id });
  touch(world, mergeRequest);
  invalidateCheck(world, mergeRequest);
  return true;
}

function resetApprovals(world: World, mergeRequest: MergeRequest): void {
  mergeRequest.approvals = [];
  for (const reviewer of mergeRequest.reviewers) if (reviewer.state === 'approved') reviewer.state = 'unapproved';
  invalidateCheck(world, mergeRequest);
}

export function setReview(
  mergeRequest: MergeRequest,
  user: User,
  state: MergeRequest['reviewers'][number]['state'],
): void {
  const reviewer = mergeRequest.reviewers.find(({ userId }) => userId === user.id);
  if (reviewer !== undefined) reviewer.state = state;
}
