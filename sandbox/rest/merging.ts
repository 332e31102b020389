import { mayMergeInto, mayPush } from '../access/merging.ts';
import { failure, forbidden, unauthorized } from '../http/refusal.ts';
import { addSystemNote } from '../world/notes.ts';
import { noteableOf, touch } from '../world/issuable-changes.ts';
import { refresh } from '../world/merge-request-pushes.ts';
import { type MergeRequest, latestVersion, sourceProjectOf } from '../world/merge-requests.ts';
import { failingCheck, isActive } from '../world/mergeability.ts';
import { cancelAutoMerge, merge, rebase } from '../world/merging.ts';
import { checkSha } from './approvals.ts';
import type { Call } from './call.ts';
import { mergeRequestOf } from './issuable-lookup.ts';
import { presentMergeRequest, squashOnMerge } from './merge-requests-presenter.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid';
const iid = { merge_request_iid: requires.integer() };

/** Merging now or when everything passes, rebasing, and the pipelines of a merge request. */
export const merging: Resource = {
  routes(routes) {
    mergeNow(routes);
    cancel(routes);
    rebasing(routes);
    pipelines(routes);
  },
};

function mergeNow(routes: Routes): void {
  const params = {
    ...iid,
    merge_commit_message: optional.string(),
    squash_commit_message: optional.string(),
    should_remove_source_branch: optional.boolean(),
    merge_when_pipeline_succeeds: optional.boolean(),
    auto_merge: optional.boolean(),
    sha: optional.string(),
    squash: optional.boolean(),
    skip_merge_train: optional.boolean(),
  };
  routes.put(`${path}/merge`, { permission: 'merge_merge_request', params }, (call) => {
    const { world, me } = call;
    const { project, mergeRequest } = mergeRequestOf(call);
    if (!mayMergeInto(call, project, mergeRequest.targetBranch)) throw unauthorized();

    const wantsAuto = (call.params.auto_merge ?? call.params.merge_when_pipeline_succeeds) === true;
    const pipeline = world.links.headPipeline(call, mergeRequest);
    const isWaiting = wantsAuto && isActive(pipeline?.status) && mergeRequest.state === 'opened';
    const failing = failingCheck(world, mergeRequest, { branches: true, pipeline: isWaiting });
    if (failing !== undefined) throw failure(405, '405 Method Not Allowed');
    if (failingCheck(world, mergeRequest, { pipeline: isWaiting }) !== undefined)
      throw failure(422, 'Branch cannot be merged');
    checkSha(mergeRequest, call.params.sha);

    if (call.params.squash !== undefined && call.params.squash !== null) mergeRequest.squash = call.params.squash;
    const options = {
      squash: squashOnMerge(world, mergeRequest),
      removeSourceBranch: call.params.should_remove_source_branch ?? null,
      mergeCommitMessage: call.params.merge_commit_message ?? undefined,
      squashCommitMessage: call.params.squash_commit_message ?? undefined,
    };
    if (isWaiting) {
      const sha = latestVersion(mergeRequest)?.headSha ?? '';
      mergeRequest.autoMerge = { ...options, userId: me.id, sha };
      mergeRequest.shouldRemoveSourceBranch = options.removeSourceBranch;
      addSystemNote(world, noteableOf(mergeRequest), {
        body: `enabled an automatic merge when all merge checks for ${sha} pass`,
        authorId: me.id,
      });
      touch(world, mergeRequest);
    } else if (!merge(world, mergeRequest, me, options)) {
      mergeRequest.mergeError = 'Branch cannot be merged';
      throw failure(422, 'Branch cannot be merged');
    }
    return presentMergeRequest(call, mergeRequest);
  });

  routes.get(`${path}/merge_ref`, { permission: 'read_merge_request', params: iid }, (call) => {
    const { mergeRequest } = mergeRequestOf(call);
    const head = latestVersion(mergeRequest)?.headSha;
    if (head === undefined || failingCheck(call.world, mergeRequest) === 'conflict') {
      throw failure(400, 'Merge request is not mergeable');
    }
    return { commit_id: mergeRequest.mergeCommitSha ?? head };
  });
}

function cancel(routes: Routes): void {
  const options = { permission: 'cancel_merge_request_auto_merge', params: iid } as const;
  routes.post(`${path}/cancel_merge_when_pipeline_succeeds`, options, (call) => {
    const { project, mergeRequest } = mergeRequestOf(call);
    const isMine = mergeRequest.autoMerge?.userId === call.me.id || mergeRequest.authorId === call.me.id;
    if (!isMine && !mayMergeInto(call, project, mergeRequest.targetBranch)) throw unauthorized();
    if (mergeRequest.autoMerge === undefined) {
      throw failure(406, "Can't cancel the automatic merge");
    }
    cancelAutoMerge(call.world, mergeRequest, call.me.id);
    return { status: 'success' };
  });
}

function rebasing(routes: Routes): void {
  const params = { ...iid, skip_ci: optional.boolean() };
  routes.put(`${path}/rebase`, { permission: 'rebase_merge_request', params, status: 202 }, (call) => {
    const { mergeRequest } = mergeRequestOf(call);
    checkRebase(call, mergeRequest);
    const { world } = call;
    mergeRequest.mergeError = null;
    mergeRequest.rebaseInProgress = true;
    world.clock.at(world.clock.now() + world.settings.mergeabilityDelayMs, () => {
      mergeRequest.rebaseInProgress = false;
      if (!rebase(world, mergeRequest, call.me.id)) {
        mergeRequest.mergeError = 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.';
      } else refresh(world, mergeRequest);
    });
    return { rebase_in_progress: true };
  });
}

function checkRebase(call: Call<unknown>, mergeRequest: MergeRequest): void {
  const source = sourceProjectOf(call.world, mergeRequest);
  if (mergeRequest.state !== 'opened' || source === undefined) throw forbidden('Cannot push to source branch');
  if (!mayPush(call, source, mergeRequest.sourceBranch)) throw forbidden('Cannot push to source branch');
  if (latestVersion(mergeRequest) === undefined) throw forbidden('Source branch does not exist');
}

function pipelines(routes: Routes): void {
  routes.get(`${path}/pipelines`, { permission: 'read_pipeline', params: iid }, (call) => {
    const { mergeRequest } = mergeRequestOf(call);
    return call.page(call.world.links.mergeRequestPipelines(call, mergeRequest), (pipeline) => pipeline);
  });
  const params = { ...iid, async: optional.boolean({ default: false }) };
  routes.post(`${path}/pipelines`, { permission: 'create_pipeline', params, status: 200 }, (call) => {
    const { project, mergeRequest } = mergeRequestOf(call);
    call.requireProjectLevel(project, 'developer');
    const pipeline = call.world.links.createMergeRequestPipeline(call, mergeRequest);
    if (pipeline === undefined) throw failure(405, '405 Method Not Allowed');
    if (!call.params.async) return pipeline;
    call.status = 202;
    return undefined;
  });
}
