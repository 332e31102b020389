import { canPlan, canTriageMergeRequest, canUpdateIssue, canUpdateMergeRequest } from '../access/planning.ts';
import { addAward, isEmoji } from '../world/award-emoji.ts';
import { parseDuration } from '../world/durations.ts';
import {
  applyIssueChanges,
  applyMergeRequestChanges,
  changeState,
  finishTodos,
  noteableOf,
  notify,
  spendTime,
} from '../world/issuable-changes.ts';
import type { Issue } from '../world/issues.ts';
import { findLabel, labelsOfProject } from '../world/labels.ts';
import { type MergeRequest, isDraft, withoutDraft } from '../world/merge-requests.ts';
import { milestonesOfProject } from '../world/milestones.ts';
import type { Project } from '../world/projects.ts';
import { approve, unapprove } from './approvals.ts';
import { canApprove } from './approvals-presenter.ts';
import type { Call } from './call.ts';
import type { Place } from './noteables.ts';

export interface QuickActions {
  /** What is left of the text. */
  readonly body: string;
  /** What was done, in GitLab's sentences. */
  readonly summary: readonly string[];
  readonly changes: Readonly<Record<string, unknown>>;
}

type Target = Issue | MergeRequest;

interface Context {
  readonly call: Call<unknown>;
  readonly at: Place;
  readonly target: Target;
  readonly argument: string;
  readonly changes: Record<string, unknown>;
}

/** Does one thing; says what, or nothing when it could not. */
type Command = (context: Context) => string | undefined;

/** Carries out lines such as `/close` or `/label ~bug` and takes them out of the text. Code blocks are left alone. */
export function runQuickActions(call: Call<unknown>, at: Place, text: string): QuickActions {
  const { issuable } = at;
  if (issuable === undefined || !/^\//m.test(text)) return { body: text, summary: [], changes: {} };
  const target = issuable as Target; // every issuable is one of the two
  const kept: string[] = [];
  const summary: string[] = [];
  const changes: Record<string, unknown> = {};
  let isCode = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const match = isCode ? null : /^\/([a-z_]+)(?:[ \t]+(.*))?$/.exec(line.trimEnd());
    const command = match === null ? undefined : commands[match[1] ?? ''];
    if (command === undefined) {
      kept.push(line);
      continue;
    }
    const done = command({ call, at, target, argument: (match?.[2] ?? '').trim(), changes });
    if (done !== undefined) summary.push(done);
  }
  return { body: kept.join('\n').trim(), summary, changes };
}

/** Does so in the description of an issue or merge request that was just written. */
export function runInDescription(call: Call<unknown>, project: Project, issuable: Target): void {
  const { description, title } = issuable;
  if (description === null) return;
  const at = { project, noteable: noteableOf(issuable), issuable, title };
  issuable.description = runQuickActions(call, at, description).body;
}

function mayPlan({ call, at, target }: Context): boolean {
  return target.kind === 'Issue' ? canPlan(call, at.project) : canTriageMergeRequest(call, at.project);
}

function mayUpdate({ call, at, target }: Context): boolean {
  return target.kind === 'Issue'
    ? canUpdateIssue(call, at.project, target)
    : canUpdateMergeRequest(call, at.project, target);
}

function nounOf({ target }: Context): string {
  return target.kind === 'Issue' ? 'issue' : 'merge request';
}

type Changes = Parameters<typeof applyIssueChanges>[2] & Parameters<typeof applyMergeRequestChanges>[2];

function change({ call, target }: Context, changes: Changes): void {
  const deed = { userId: call.me.id };
  if (target.kind === 'Issue') applyIssueChanges(call.world, target, changes, deed);
  else applyMergeRequestChanges(call.world, target, changes, deed);
}

function setState(context: Context, event: 'close' | 'reopen'): string | undefined {
  const isPossible = event === 'close' ? context.target.state === 'opened' : context.target.state === 'closed';
  if (!mayUpdate(context) || !isPossible) return undefined;
  changeState(context.call.world, context.target, event, { userId: context.call.me.id });
  context.changes['state_event'] = event;
  return `${event === 'close' ? 'Closed' : 'Reopened'} this ${nounOf(context)}.`;
}

function usersNamed({ call, argument }: Context): number[] {
  return (argument.match(/@?[\w.-]+/g) ?? []).flatMap((name) => {
    if (name === 'me') return [call.me.id];
    const user = call.world.users.findByUsername(name.replace(/^@/, ''));
    return user === undefined ? [] : [user.id];
  });
}

/** `~bug ~"needs review"`, or the same without the tilde. */
function labelIdsNamed({ call, at, argument }: Context): number[] {
  const names = [...argument.matchAll(/~?"([^"]+)"|~?([^\s~"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  return labelsOfProject(call.world, at.project).flatMap(({ name, id }) => (names.includes(name) ? [id] : []));
}

function handlesOf({ call }: Context, ids: readonly number[]): string {
  return ids.map((id) => `@${call.world.users.get(id).username}`).join(' ');
}

function labelList({ call }: Context, ids: readonly number[]): string {
  return ids.map((id) => `~${findLabel(call.world, id)?.name ?? id}`).join(' ');
}

function relabel(context: Context, ids: readonly number[], how: 'add' | 'remove'): string | undefined {
  const { target } = context;
  if (!mayPlan(context) || ids.length === 0) return undefined;
  const labelIds =
    how === 'add' ? [...new Set([...target.labelIds, ...ids])] : target.labelIds.filter((id) => !ids.includes(id));
  change(context, { labelIds });
  context.changes[`${how}_label_ids`] = ids;
  return `${how === 'add' ? 'Added' : 'Removed'} ${labelList(context, ids)} label${ids.length === 1 ? '' : 's'}.`;
}

function assign(context: Context): string | undefined {
  const ids = usersNamed(context);
  if (!mayPlan(context) || ids.length === 0) return undefined;
  change(context, { assigneeIds: ids });
  context.changes['assignee_ids'] = ids;
  return `Assigned ${handlesOf(context, ids)}.`;
}

function unassign(context: Context): string | undefined {
  if (!mayPlan(context) || context.target.assigneeIds.length === 0) return undefined;
  const named = usersNamed(context);
  const gone = named.length === 0 ? context.target.assigneeIds : named;
  change(context, { assigneeIds: context.target.assigneeIds.filter((id) => !gone.includes(id)) });
  context.changes['assignee_ids'] = context.target.assigneeIds;
  return `Removed assignee ${handlesOf(context, gone)}.`;
}

function review(context: Context): string | undefined {
  const ids = usersNamed(context);
  const { target } = context;
  if (target.kind !== 'MergeRequest' || !mayPlan(context) || ids.length === 0) return undefined;
  change(context, { reviewerIds: [...new Set([...target.reviewers.map(({ userId }) => userId), ...ids])] });
  context.changes['reviewer_ids'] = ids;
  return `Assigned ${handlesOf(context, ids)} as reviewer${ids.length === 1 ? '' : 's'}.`;
}

function setMilestone(context: Context): string | undefined {
  const { call, at, argument } = context;
  const title = argument.replace(/^%/, '').replaceAll('"', '');
  const milestone = milestonesOfProject(call.world, at.project, { ancestors: true }).find(
    (each) => each.title === title,
  );
  if (!mayPlan(context) || milestone === undefined) return undefined;
  change(context, { milestoneId: milestone.id });
  context.changes['milestone_id'] = milestone.id;
  return `Set the milestone to %"${milestone.title}".`;
}

function setDraft(context: Context, wanted: boolean): string | undefined {
  const { target } = context;
  if (target.kind !== 'MergeRequest' || !mayUpdate(context) || isDraft(target) === wanted) return undefined;
  change(context, { title: wanted ? `Draft: ${target.title}` : withoutDraft(target.title) });
  context.changes['wip_event'] = wanted ? 'draft' : 'ready';
  return wanted ? 'Marked this merge request as a draft.' : 'Marked this merge request as ready.';
}

function setDue(context: Context, dueDate: string | null): string | undefined {
  if (context.target.kind !== 'Issue' || !mayPlan(context)) return undefined;
  if (dueDate !== null && Number.isNaN(Date.parse(dueDate))) return undefined;
  change(context, { dueDate });
  context.changes['due_date'] = dueDate;
  return dueDate === null ? 'Removed the due date.' : `Set the due date to ${dueDate}.`;
}

function lock(context: Context, discussionLocked: boolean): string | undefined {
  if (!mayPlan(context)) return undefined;
  change(context, { discussionLocked });
  context.changes['discussion_locked'] = discussionLocked;
  return `${discussionLocked ? 'Locked' : 'Unlocked'} the discussion.`;
}

function subscription(context: Context, wanted: boolean): string {
  context.target.subscriptions.set(context.call.me.id, wanted);
  context.changes['subscription_event'] = wanted ? 'subscribe' : 'unsubscribe';
  return `${wanted ? 'Subscribed to' : 'Unsubscribed from'} this ${nounOf(context)}.`;
}

function estimate(context: Context): string | undefined {
  const seconds = parseDuration(context.argument);
  if (!mayPlan(context) || seconds === undefined || seconds < 0) return undefined;
  change(context, { timeEstimate: seconds });
  context.changes['time_estimate'] = seconds;
  return `Set time estimate to ${context.argument}.`;
}

function spend(context: Context): string | undefined {
  const seconds = parseDuration(context.argument.replace(/\s+\d{4}-\d\d-\d\d$/, ''));
  if (!mayPlan(context) || seconds === undefined) return undefined;
  spendTime(context.call.world, context.target, { seconds, summary: null }, { userId: context.call.me.id });
  context.changes['spend_time'] = { duration: seconds, user_id: context.call.me.id };
  return `${seconds < 0 ? 'Subtracted' : 'Added'} ${context.argument.replace(/^-/, '')} ${seconds < 0 ? 'spent time' : 'of spent time'}.`;
}

function award(context: Context): string | undefined {
  const name = context.argument.replaceAll(':', '');
  if (!isEmoji(name)) return undefined;
  const { target, call } = context;
  addAward(call.world, { type: target.kind, id: target.id }, { name, userId: call.me.id });
  context.changes['emoji_award'] = name;
  return `Toggled :${name}: emoji award.`;
}

const commands: Readonly<Record<string, Command>> = {
  close: (context) => setState(context, 'close'),
  reopen: (context) => setState(context, 'reopen'),
  open: (context) => setState(context, 'reopen'),
  label: (context) => relabel(context, labelIdsNamed(context), 'add'),
  labels: (context) => relabel(context, labelIdsNamed(context), 'add'),
  unlabel: (context) =>
    relabel(context, context.argument === '' ? context.target.labelIds : labelIdsNamed(context), 'remove'),
  assign: assign,
  unassign: unassign,
  reviewer: review,
  assign_reviewer: review,
  request_review: review,
  milestone: setMilestone,
  remove_milestone(context) {
    if (!mayPlan(context) || context.target.milestoneId === null) return undefined;
    change(context, { milestoneId: null });
    context.changes['milestone_id'] = null;
    return 'Removed the milestone.';
  },
  title(context) {
    if (!mayUpdate(context) || context.argument === '') return undefined;
    change(context, { title: context.argument });
    context.changes['title'] = context.argument;
    return `Changed the title to "${context.argument}".`;
  },
  draft: (context) => setDraft(context, true),
  ready: (context) => setDraft(context, false),
  due: (context) => setDue(context, context.argument),
  remove_due_date: (context) => setDue(context, null),
  confidential(context) {
    if (context.target.kind !== 'Issue' || !mayPlan(context)) return undefined;
    change(context, { confidential: true });
    context.changes['confidential'] = true;
    return 'Made this issue confidential.';
  },
  lock: (context) => lock(context, true),
  unlock: (context) => lock(context, false),
  subscribe: (context) => subscription(context, true),
  unsubscribe: (context) => subscription(context, false),
  estimate: estimate,
  spend: spend,
  spent: spend,
  award: award,
  react: award,
  todo(context) {
    notify(context.call.world, context.target, {
      userId: context.call.me.id,
      action: 'marked',
      deed: { userId: context.call.me.id },
    });
    context.changes['todo_event'] = 'add';
    return 'Added a to-do item.';
  },
  done(context) {
    finishTodos(context.call.world, context.target, context.call.me.id);
    context.changes['todo_event'] = 'done';
    return 'Marked to-do item as done.';
  },
  approve(context) {
    const { call, target } = context;
    if (target.kind !== 'MergeRequest' || !canApprove(call, target)) return undefined;
    approve(call.world, target, call.me);
    return 'Approved the current merge request.';
  },
  unapprove(context) {
    const { call, target } = context;
    if (target.kind !== 'MergeRequest' || !unapprove(call.world, target, call.me)) return undefined;
    return 'Unapproved the current merge request.';
  },
};
