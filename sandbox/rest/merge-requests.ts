import { canUseFeature } from '../access/levels.ts';
import { canReadMergeRequests, canTriageMergeRequest, canUpdateMergeRequest } from '../access/planning.ts';
import { failure, forbidden, invalidRecord, notFound } from '../http/refusal.ts';
import { applyMergeRequestChanges, changeState, recordActivity, recordMentions } from '../world/issuable-changes.ts';
import { issuesOf } from '../world/issues.ts';
import { levels } from '../world/members.ts';
import {
  type MergeRequest,
  addMergeRequest,
  addVersion,
  allMergeRequests,
  mergeRequestsOf,
  removeMergeRequest,
} from '../world/merge-requests.ts';
import { invalidateCheck, startCheck } from '../world/mergeability.ts';
import type { Project } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import type { User } from '../world/users.ts';
import type { Call } from './call.ts';
import {
  issuableInput,
  assigneeIdsFrom,
  canBeAssignedMergeRequest,
  firstAllowed,
  labelIdsFrom,
  milestoneIdFrom,
} from './issuable-input.ts';
import { mergeRequestOf, requireActive } from './issuable-lookup.ts';
import { checkUnmodified } from './issues.ts';
import { mergeRequestLists } from './merge-request-list.ts';
import { mergeRequestRelations } from './merge-request-relations.ts';
import { presentMergeRequest } from './merge-requests-presenter.ts';
import { optional, requires, type Values } from './params.ts';
import { runInDescription } from './quick-actions.ts';
import type { Resource, Routes } from './routes.ts';
import { forkNetworkRoot } from './fork-network.ts';

/** Merge requests: finding, opening, changing and deleting them. Merging has a file of its own. */
export const mergeRequests: Resource = {
  routes(routes) {
    mergeRequestLists(routes);
    single(routes);
    create(routes);
    update(routes);
    destroy(routes);
    mergeRequestRelations(routes);
  },
  links: {
    assignments(viewer, user) {
      const { world } = viewer;
      const isOpen = ({ state }: { readonly state: string }) => state === 'opened';
      const open = allMergeRequests(world).filter(isOpen);
      return {
        assignedIssues: world.projects
          .all()
          .flatMap((project) => issuesOf(world, project))
          .filter((issue) => isOpen(issue) && issue.assigneeIds.includes(user.id)).length,
        assignedMergeRequests: open.filter(({ assigneeIds }) => assigneeIds.includes(user.id)).length,
        reviewRequestedMergeRequests: open.filter(({ reviewers }) => reviewers.some(({ userId }) => userId === user.id))
          .length,
      };
    },
  },
};

const iid = { merge_request_iid: requires.integer() };

function single(routes: Routes): void {
  const params = {
    ...iid,
    render_html: optional.boolean(),
    include_diverged_commits_count: optional.boolean(),
    include_rebase_in_progress: optional.boolean(),
  };
  routes.get(
    '/projects/:id/merge_requests/:merge_request_iid',
    { permission: 'read_merge_request', params },
    (call) => {
      const { mergeRequest } = mergeRequestOf(call);
      startCheck(call.world, mergeRequest);
      return presentMergeRequest(call, mergeRequest, {
        renderHtml: call.params.render_html === true,
        divergedCommits: call.params.include_diverged_commits_count === true,
        rebaseInProgress: call.params.include_rebase_in_progress === true,
        firstContribution: true,
      });
    },
  );
}

const input = {
  ...issuableInput,
  reviewer_ids: optional.integers(),
  remove_source_branch: optional.boolean(),
  allow_collaboration: optional.boolean(),
  allow_maintainer_to_push: optional.boolean(),
  squash: optional.boolean(),
  merge_after: optional.timestamp(),
  approvals_before_merge: optional.integer(),
};

type Input = Values<typeof input>;

/** Labels, milestone and people need the right to triage; without it they are left out, not refused. */
function changesFrom(call: Call<Input>, project: Project, current?: MergeRequest) {
  const { params } = call;
  const canRead: (user: User) => boolean = canBeAssignedMergeRequest(call, project);
  const mayTriage = canTriageMergeRequest(call, project);
  const labelIds = mayTriage ? labelIdsFrom(call, project, params, current) : undefined;
  const assigneeIds = mayTriage ? assigneeIdsFrom(call, params, canRead) : undefined;
  const milestoneId = mayTriage ? milestoneIdFrom(call, project, params) : undefined;
  const reviewerIds =
    mayTriage && params.reviewer_ids !== undefined ? firstAllowed(call, params.reviewer_ids ?? [], canRead) : undefined;
  return {
    ...(labelIds === undefined ? {} : { labelIds }),
    ...(assigneeIds === undefined ? {} : { assigneeIds }),
    ...(milestoneId === undefined ? {} : { milestoneId }),
    ...(reviewerIds === undefined ? {} : { reviewerIds }),
  };
}

/** Settings of the merge that say nothing to anybody when they change. */
function setQuietly(mergeRequest: MergeRequest, params: Input): void {
  const { squash, remove_source_branch: remove, merge_after: mergeAfter } = params;
  const collaboration = params.allow_collaboration ?? params.allow_maintainer_to_push;
  if (squash !== undefined && squash !== null) mergeRequest.squash = squash;
  if (remove !== undefined && remove !== null) mergeRequest.forceRemoveSourceBranch = remove;
  if (mergeAfter !== undefined) mergeRequest.mergeAfter = mergeAfter;
  if (
    collaboration !== undefined &&
    collaboration !== null &&
    mergeRequest.sourceProjectId !== mergeRequest.projectId
  ) {
    mergeRequest.allowCollaboration = collaboration;
  }
}

function create(routes: Routes): void {
  const params = {
    ...input,
    title: requires.string(),
    source_branch: requires.string(),
    target_branch: requires.string(),
    target_project_id: optional.integer(),
  };
  routes.post('/projects/:id/merge_requests', { permission: 'create_merge_request', params }, (call) => {
    const { world, me } = call;
    const source = call.project();
    requireActive(source);
    if (call.levelIn(source) < levels.developer) throw forbidden();
    const target = targetOf(call, source, call.params.target_project_id);
    const { title, source_branch: sourceBranch, target_branch: targetBranch, description = null } = call.params;
    checkTitle(title);
    checkBranches(call, { source, target, sourceBranch, targetBranch });

    const mergeRequest = addMergeRequest(world, target, {
      title,
      description,
      authorId: me.id,
      sourceProjectId: source.id,
      sourceBranch,
      targetBranch,
      ...(world.settings.mergeabilityDelayMs > 0
        ? { check: { phase: 'preparing', untilMs: world.clock.now() + world.settings.mergeabilityDelayMs } as const }
        : {}),
    });
    setQuietly(mergeRequest, call.params);
    if (
      call.params.remove_source_branch === undefined &&
      target.settings['remove_source_branch_after_merge'] === true
    ) {
      mergeRequest.forceRemoveSourceBranch = true;
    }
    if (call.params.squash === undefined)
      mergeRequest.squash = ['always', 'default_on'].includes(String(target.settings['squash_option']));
    addVersion(world, mergeRequest, mergeRequest.createdAt);
    const deed = { userId: me.id };
    applyMergeRequestChanges(world, mergeRequest, changesFrom(call, target), deed);
    recordActivity(world, mergeRequest, 'opened', deed);
    recordMentions(world, mergeRequest, `${title}\n${description ?? ''}`, deed);
    runInDescription(call, target, mergeRequest);
    return presentMergeRequest(call, mergeRequest);
  });
}

function targetOf(call: Call<unknown>, source: Project, id: number | null | undefined): Project {
  if (id === undefined || id === null || id === source.id) {
    if (!canUseFeature(call, source, 'merge_requests')) throw forbidden();
    return source;
  }
  const target = call.world.projects.find(id);
  if (target === undefined || !canReadMergeRequests(call, target)) throw notFound('Project');
  if (forkNetworkRoot(call.world, source) !== forkNetworkRoot(call.world, target)) {
    throw failure(422, ['Source project is not a fork of the target project']);
  }
  return target;
}

interface Branches {
  readonly source: Project;
  readonly target: Project;
  readonly sourceBranch: string;
  readonly targetBranch: string;
}

function checkBranches(call: Call<unknown>, { source, target, sourceBranch, targetBranch }: Branches): void {
  const { world } = call;
  if (source === target && sourceBranch === targetBranch) {
    throw failure(422, ["You can't use same project/branch for source and target"]);
  }
  const missing = {
    ...(repositoryOf(world, source).branches.has(sourceBranch) ? {} : { source_branch: ['does not exist'] }),
    ...(repositoryOf(world, target).branches.has(targetBranch) ? {} : { target_branch: ['does not exist'] }),
  };
  if (Object.keys(missing).length > 0) throw invalidRecord(missing);
  const twin = mergeRequestsOf(world, target).find(
    (each) =>
      each.state === 'opened' &&
      each.sourceProjectId === source.id &&
      each.sourceBranch === sourceBranch &&
      each.targetBranch === targetBranch,
  );
  if (twin !== undefined) {
    throw failure(409, [`Another open merge request already exists for this source branch: !${twin.iid}`]);
  }
}

function checkTitle(title: string): void {
  if (title.trim() === '') throw invalidRecord({ title: ["can't be blank"] });
  if (title.length > 255) throw invalidRecord({ title: ['is too long (maximum is 255 characters)'] });
}

function update(routes: Routes): void {
  const params = {
    ...iid,
    ...input,
    title: optional.string({ blank: false }),
    target_branch: optional.string({ blank: false }),
    state_event: optional.string({ values: ['close', 'reopen'] }),
  };
  const atLeastOneOf = ['title', 'target_branch', 'state_event', ...Object.keys(input)];
  routes.put(
    '/projects/:id/merge_requests/:merge_request_iid',
    { permission: 'update_merge_request', params, atLeastOneOf },
    (call) => {
      const { project, mergeRequest } = mergeRequestOf(call);
      if (!canUpdateMergeRequest(call, project, mergeRequest)) throw forbidden();
      requireActive(project);
      const { world, me } = call;
      const {
        title,
        description,
        target_branch: targetBranch,
        state_event: stateEvent,
        discussion_locked: locked,
      } = call.params;
      if (title !== undefined && title !== null) checkTitle(title);
      if (
        targetBranch !== undefined &&
        targetBranch !== null &&
        !repositoryOf(world, project).branches.has(targetBranch)
      ) {
        throw invalidRecord({ target_branch: ['does not exist'] });
      }
      if (stateEvent === 'reopen' && mergeRequest.state === 'closed') checkReopen(call, project, mergeRequest);
      const deed = { userId: me.id };
      applyMergeRequestChanges(
        world,
        mergeRequest,
        {
          ...changesFrom(call, project, mergeRequest),
          ...(title === undefined || title === null ? {} : { title }),
          ...(description === undefined ? {} : { description }),
          ...(targetBranch === undefined || targetBranch === null ? {} : { targetBranch }),
          ...(locked === undefined || !canTriageMergeRequest(call, project) ? {} : { discussionLocked: locked }),
        },
        deed,
      );
      setQuietly(mergeRequest, call.params);
      if (description !== undefined) runInDescription(call, project, mergeRequest);
      if (targetBranch !== undefined && targetBranch !== null) retarget(call, mergeRequest);
      if (stateEvent !== undefined && stateEvent !== null) changeState(world, mergeRequest, stateEvent, deed);
      invalidateCheck(world, mergeRequest);
      return presentMergeRequest(call, mergeRequest);
    },
  );
}

function checkReopen(call: Call<unknown>, project: Project, mergeRequest: MergeRequest): void {
  const twin = mergeRequestsOf(call.world, project).find(
    (each) =>
      each.state === 'opened' &&
      each.sourceProjectId === mergeRequest.sourceProjectId &&
      each.sourceBranch === mergeRequest.sourceBranch &&
      each.targetBranch === mergeRequest.targetBranch,
  );
  if (twin !== undefined) {
    throw failure(409, [`Another open merge request already exists for this source branch: !${twin.iid}`]);
  }
}

/** Another target means another diff. */
function retarget(call: Call<unknown>, mergeRequest: MergeRequest): void {
  const before = mergeRequest.versions.pop();
  const version = addVersion(call.world, mergeRequest);
  if (before === undefined) return;
  if (version === undefined) mergeRequest.versions.push(before);
  else mergeRequest.versions.splice(-1, 0, before);
}

function destroy(routes: Routes): void {
  routes.delete(
    '/projects/:id/merge_requests/:merge_request_iid',
    { permission: 'delete_merge_request', params: iid },
    (call) => {
      const { project, mergeRequest } = mergeRequestOf(call);
      if (call.levelIn(project) < levels.owner) throw forbidden();
      requireActive(project);
      checkUnmodified(call, mergeRequest.updatedAt);
      removeMergeRequest(call.world, mergeRequest);
    },
  );
}
