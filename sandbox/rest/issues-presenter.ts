import { canReadMergeRequests } from '../access/planning.ts';
import { countAwards } from '../world/award-emoji.ts';
import { tasksIn, webUrl } from '../world/issuables.ts';
import { type Issue, blockingCount, findIssue } from '../world/issues.ts';
import type { Viewer } from '../world/links.ts';
import { type MergeRequest, allMergeRequests } from '../world/merge-requests.ts';
import { issuesClosedBy } from '../world/references.ts';
import { hasTier, isEnterprise } from '../world/settings.ts';
import { defineState, type World } from '../world/world.ts';
import {
  type IssuableOptions,
  countUserNotes,
  presentIssuableEntity,
  presentLabelsOf,
  presentMilestoneOf,
  presentReferences,
  presentTasks,
  presentTimeStats,
  presentUsers,
} from './issuables-presenter.ts';
import { presentUserById } from './users-presenter.ts';

/** An issue where it is not the subject: closed by a merge request, linked, found. */
export function presentIssueBasic({ world }: Viewer, issue: Issue, options: IssuableOptions = {}) {
  const assignees = presentUsers(world, issue.assigneeIds);
  return {
    ...presentIssuableEntity(issue),
    closed_at: issue.closedAt,
    closed_by: presentUserById(world, issue.closedById),
    labels: presentLabelsOf(world, issue, options),
    milestone: presentMilestoneOf(world, issue),
    assignees,
    author: presentUserById(world, issue.authorId),
    type: issue.type.toUpperCase(),
    assignee: assignees[0] ?? null,
    user_notes_count: countUserNotes(world, issue),
    merge_requests_count: closingMergeRequests(world, issue).length,
    upvotes: countAwards(world, 'Issue', issue.id, 'thumbsup'),
    downvotes: countAwards(world, 'Issue', issue.id, 'thumbsdown'),
    start_date: issue.startDate,
    due_date: issue.dueDate,
    confidential: issue.confidential,
    discussion_locked: issue.discussionLocked,
    issue_type: issue.type,
    web_url: webUrl(world, issue),
    time_stats: presentTimeStats(issue),
    task_completion_status: presentTasks(issue),
  };
}

export interface IssueOptions extends IssuableOptions {
  /** Says whether the viewer gets notifications: for one issue, not for lists. */
  readonly subscribed?: boolean;
}

export function presentIssue(viewer: Viewer, issue: Issue, options: IssueOptions = {}) {
  const { world } = viewer;
  const { count, completed } = tasksIn(issue.description);
  const self = world.url(`/api/v4/projects/${issue.projectId}/issues/${issue.iid}`);
  const duplicate = findIssue(world, issue.duplicatedToId);
  return {
    ...presentIssueBasic(viewer, issue, options),
    has_tasks: count > 0,
    ...(count === 0
      ? {}
      : { task_status: `${completed} of ${count} checklist item${count === 1 ? '' : 's'} completed` }),
    _links: {
      self,
      notes: `${self}/notes`,
      award_emoji: `${self}/award_emoji`,
      project: world.url(`/api/v4/projects/${issue.projectId}`),
      closed_as_duplicate_of:
        duplicate === undefined ? null : world.url(`/api/v4/projects/${duplicate.projectId}/issues/${duplicate.iid}`),
    },
    references: presentReferences(world, issue, options),
    severity: issue.severity,
    ...(options.subscribed === true ? { subscribed: isSubscribed(viewer, issue) } : {}),
    moved_to_id: issue.movedToId,
    imported: false,
    imported_from: 'none',
    service_desk_reply_to: null,
    ...enterpriseFields(world, issue),
  };
}

/** Licensed features show; an Enterprise build without a licence only counts what an issue blocks. */
function enterpriseFields(world: World, issue: Issue) {
  if (!isEnterprise(world.settings)) return {};
  const isPremium = hasTier(world.settings, 'premium');
  return {
    ...(isPremium ? { weight: issue.weight } : {}),
    blocking_issues_count: blockingCount(world, issue),
    ...(isPremium ? { epic_iid: null, epic: null, iteration: null } : {}),
    ...(hasTier(world.settings, 'ultimate') ? { health_status: issue.healthStatus } : {}),
  };
}

/** Authors and assignees get notifications without asking. */
export function isSubscribed({ user }: Viewer, target: Issue | MergeRequest): boolean {
  if (user === undefined) return false;
  return target.subscriptions.get(user.id) ?? (target.authorId === user.id || target.assigneeIds.includes(user.id));
}

interface ClosedIssues {
  readonly text: string;
  readonly ids: readonly number[];
}

/** What each merge request closes, read again only when its description changed. */
const closesState = defineState(() => new WeakMap<MergeRequest, ClosedIssues>());

/** Merge requests that close an issue when they are merged. */
export function closingMergeRequests(world: World, issue: Issue): MergeRequest[] {
  const cache = world.state(closesState);
  return allMergeRequests(world).filter((mergeRequest) => {
    const text = mergeRequest.description ?? '';
    let known = cache.get(mergeRequest);
    if (known === undefined || known.text !== text) {
      known = { text, ids: issuesClosedBy(world, mergeRequest).map(({ id }) => id) };
      cache.set(mergeRequest, known);
    }
    return known.ids.includes(issue.id);
  });
}

export function readableBy(viewer: Viewer, mergeRequests: readonly MergeRequest[]): MergeRequest[] {
  return mergeRequests.filter((mergeRequest) => {
    const project = viewer.world.projects.find(mergeRequest.projectId);
    return project !== undefined && canReadMergeRequests(viewer, project);
  });
}
