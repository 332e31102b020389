import { canPlan, canReadNote, canUpdateMergeRequest } from '../access/planning.ts';
import { badRequest, forbidden, invalidRecord } from '../http/refusal.ts';
import { empty } from '../http/reply.ts';
import type { Todo } from '../world/activity.ts';
import { parseDuration } from '../world/durations.ts';
import { applyChanges, noteableOf, notify, spendTime } from '../world/issuable-changes.ts';
import { type Issuable, spentSeconds, webUrl } from '../world/issuables.ts';
import { findIssue } from '../world/issues.ts';
import type { Viewer } from '../world/links.ts';
import { findMergeRequest } from '../world/merge-requests.ts';
import { notesOf } from '../world/notes.ts';
import { usersIn } from '../world/references.ts';
import type { Project } from '../world/projects.ts';
import type { Call } from './call.ts';
import { issueOf, mergeRequestOf } from './issuable-lookup.ts';
import { presentTimeStats } from './issuables-presenter.ts';
import { isSubscribed, presentIssue } from './issues-presenter.ts';
import { presentMergeRequest } from './merge-requests-presenter.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { presentTodo } from './todos.ts';
import { presentUserBasic } from './users-presenter.ts';

interface Area {
  readonly path: string;
  readonly parameter: string;
  readonly noun: string;
  readonly find: (call: Call<unknown>, parameter?: string) => { readonly project: Project; readonly target: Issuable };
  readonly present: (call: Call<unknown>, target: Issuable) => unknown;
}

const areas: readonly Area[] = [
  {
    path: 'issues',
    parameter: 'issue_iid',
    noun: 'work_item',
    find(call, parameter) {
      const { project, issue } = issueOf(call, parameter);
      return { project, target: issue };
    },
    present(call, target) {
      const issue = findIssue(call.world, target.id);
      return issue === undefined ? undefined : presentIssue(call, issue, { subscribed: true });
    },
  },
  {
    path: 'merge_requests',
    parameter: 'merge_request_iid',
    noun: 'merge_request',
    find(call, parameter) {
      const { project, mergeRequest } = mergeRequestOf(call, parameter);
      return { project, target: mergeRequest };
    },
    present(call, target) {
      const mergeRequest = findMergeRequest(call.world, target.id);
      return mergeRequest === undefined ? undefined : presentMergeRequest(call, mergeRequest);
    },
  },
];

/** What issues and merge requests can do alike: working time, notifications, to-dos, who takes part. */
export const issuableExtras: Resource = {
  routes(routes) {
    for (const area of areas) {
      timeTracking(routes, area);
      subscriptions(routes, area);
      todo(routes, area);
      participants(routes, area);
    }
  },
  links: { todoTarget },
};

/** To-dos show the whole object they are about. */
function todoTarget(viewer: Viewer, { targetType, targetId }: Todo) {
  if (targetType === 'Issue') {
    const issue = findIssue(viewer.world, targetId);
    return issue === undefined
      ? undefined
      : { target: presentIssue(viewer, issue, { subscribed: true }), url: webUrl(viewer.world, issue) };
  }
  if (targetType !== 'MergeRequest') return undefined;
  const mergeRequest = findMergeRequest(viewer.world, targetId);
  return mergeRequest === undefined
    ? undefined
    : { target: presentMergeRequest(viewer, mergeRequest), url: webUrl(viewer.world, mergeRequest) };
}

function requireTimeTracking(call: Call<unknown>, project: Project, target: Issuable): void {
  const mergeRequest = findMergeRequest(call.world, target.kind === 'MergeRequest' ? target.id : null);
  const isAllowed =
    mergeRequest === undefined ? canPlan(call, project) : canUpdateMergeRequest(call, project, mergeRequest);
  if (!isAllowed || project.archived) throw forbidden();
}

function timeTracking(routes: Routes, { path, parameter, noun, find }: Area): void {
  const base = `/projects/:id/${path}/:${parameter}`;
  const permission = `update_${noun}`;
  const iid = { [parameter]: requires.integer() };

  routes.get(`${base}/time_stats`, { permission: `read_${noun}`, params: iid }, (call) =>
    presentTimeStats(find(call).target),
  );
  routes.post(
    `${base}/time_estimate`,
    { permission, params: { ...iid, duration: requires.string() }, status: 200 },
    (call) => {
      const { project, target } = find(call);
      requireTimeTracking(call, project, target);
      const seconds = parseDuration(call.params['duration']);
      if (seconds === undefined || seconds < 0) {
        throw invalidRecord({ time_estimate: ['must have a valid format and be greater than or equal to zero.'] });
      }
      applyChanges(call.world, target, { timeEstimate: seconds }, { userId: call.me.id });
      return presentTimeStats(target);
    },
  );
  routes.post(`${base}/reset_time_estimate`, { permission, params: iid, status: 200 }, (call) => {
    const { project, target } = find(call);
    requireTimeTracking(call, project, target);
    applyChanges(call.world, target, { timeEstimate: 0 }, { userId: call.me.id });
    return presentTimeStats(target);
  });
  const spending = { ...iid, duration: requires.string(), summary: optional.string() };
  routes.post(`${base}/add_spent_time`, { permission, params: spending }, (call) => {
    const { project, target } = find(call);
    requireTimeTracking(call, project, target);
    const seconds = parseDuration(call.params['duration']);
    if (seconds === undefined || seconds === 0) throw badRequest('duration is invalid');
    if (spentSeconds(target) + seconds < 0) {
      throw invalidRecord({ base: ['Time to subtract exceeds the total time spent'] });
    }
    const { summary } = call.params;
    spendTime(
      call.world,
      target,
      { seconds, summary: typeof summary === 'string' ? summary : null },
      { userId: call.me.id },
    );
    return presentTimeStats(target);
  });
  routes.post(`${base}/reset_spent_time`, { permission, params: iid, status: 200 }, (call) => {
    const { project, target } = find(call);
    requireTimeTracking(call, project, target);
    spendTime(call.world, target, null, { userId: call.me.id });
    return presentTimeStats(target);
  });
}

function subscriptions(routes: Routes, { path, noun, find, present }: Area): void {
  for (const action of ['subscribe', 'unsubscribe'] as const) {
    routes.post(`/projects/:id/${path}/:subscribable_id/${action}`, { permission: `${action}_${noun}` }, (call) => {
      const { target } = find(call, 'subscribable_id');
      const wanted = action === 'subscribe';
      const known =
        target.kind === 'Issue' ? findIssue(call.world, target.id) : findMergeRequest(call.world, target.id);
      if (known !== undefined && isSubscribed(call, known) === wanted) return empty(304);
      target.subscriptions.set(call.me.id, wanted);
      return present(call, target);
    });
  }
}

function todo(routes: Routes, { path, parameter, noun, find }: Area): void {
  const iid = { [parameter]: requires.integer() };
  routes.post(
    `/projects/:id/${path}/:${parameter}/todo`,
    { permission: `create_${noun}_todo`, params: iid },
    (call) => {
      const { target } = find(call);
      const { world, me } = call;
      const isWaiting = world.todos.some(
        (each) =>
          each.state === 'pending' &&
          each.userId === me.id &&
          each.targetId === target.id &&
          each.targetType === target.kind,
      );
      if (isWaiting) return empty(304);
      notify(world, target, { userId: me.id, action: 'marked', deed: { userId: me.id } });
      const added = world.todos.at(-1);
      return added === undefined ? undefined : presentTodo(call, added);
    },
  );
}

function participants(routes: Routes, { path, parameter, noun, find }: Area): void {
  const iid = { [parameter]: requires.integer() };
  routes.get(
    `/projects/:id/${path}/:${parameter}/participants`,
    { permission: `read_${noun}`, params: iid },
    (call) => {
      const { project, target } = find(call);
      const notes = notesOf(call.world, noteableOf(target)).filter(
        (note) => !note.system && canReadNote(call, project, note),
      );
      const ids = new Set([
        target.authorId,
        ...target.assigneeIds,
        ...notes.map(({ authorId }) => authorId),
        ...[target.description ?? '', ...notes.map(({ body }) => body)]
          .flatMap((text) => usersIn(call.world, text))
          .map(({ id }) => id),
      ]);
      const users = [...ids].flatMap((id) => call.world.users.find(id) ?? []);
      return call.page(users, (user) => presentUserBasic(call.world, user));
    },
  );
}
