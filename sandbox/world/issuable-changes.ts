import { formatDuration } from './durations.ts';
import { type Issuable, projectOf, referenceFrom, spentSeconds } from './issuables.ts';
import type { Issue, IssueType } from './issues.ts';
import { type MergeRequest, isDraft } from './merge-requests.ts';
import { mentionedIn, usersIn } from './references.ts';
import { type Noteable, addSystemNote, notesOf } from './notes.ts';
import { type Deed, recordLabels, recordMilestone, recordState, recordWeight } from './resource-events.ts';
import type { World } from './world.ts';

/** What may be changed about an issue or a merge request. Absent: stays as it is. */
export interface Changes {
  readonly title?: string;
  readonly description?: string | null;
  readonly assigneeIds?: readonly number[];
  readonly labelIds?: readonly number[];
  readonly milestoneId?: number | null;
  readonly discussionLocked?: boolean | null;
  readonly timeEstimate?: number;
}

export interface IssueChanges extends Changes {
  readonly confidential?: boolean;
  readonly dueDate?: string | null;
  readonly startDate?: string | null;
  readonly weight?: number | null;
  readonly type?: IssueType;
  readonly healthStatus?: Issue['healthStatus'];
}

export interface MergeRequestChanges extends Changes {
  readonly targetBranch?: string;
  readonly reviewerIds?: readonly number[];
}

export function noteableOf({ kind, id, iid, projectId }: Issuable): Noteable {
  return { type: kind, id, iid, projectId };
}

/** Changes any editor can make, with the notes, events and to-dos that tell others about them. */
export function applyChanges(world: World, target: Issuable, changes: Changes, deed: Deed): void {
  const say = (body: string) =>
    addSystemNote(world, noteableOf(target), { body, authorId: deed.userId, createdAt: deed.at });
  let isChanged = false;
  if (changes.title !== undefined && changes.title !== target.title) {
    isChanged = true;
    retitle(target, changes.title, say);
  }
  if (changes.description !== undefined && changes.description !== target.description) {
    isChanged = true;
    target.description = changes.description;
    say('changed the description');
    recordMentions(world, target, changes.description ?? '', deed);
  }
  if (changes.assigneeIds !== undefined) isChanged = assign(world, target, changes.assigneeIds, deed) || isChanged;
  if (changes.labelIds !== undefined) isChanged = relabel(world, target, changes.labelIds, deed) || isChanged;
  if (changes.milestoneId !== undefined && changes.milestoneId !== target.milestoneId) {
    isChanged = true;
    recordMilestone(world, target, { from: target.milestoneId, to: changes.milestoneId }, deed);
    target.milestoneId = changes.milestoneId;
  }
  if (
    changes.discussionLocked !== undefined &&
    (changes.discussionLocked ?? false) !== (target.discussionLocked ?? false)
  ) {
    isChanged = true;
    target.discussionLocked = changes.discussionLocked;
    say(`${changes.discussionLocked === true ? 'locked' : 'unlocked'} the discussion in this ${nounOf(target)}`);
  }
  if (changes.timeEstimate !== undefined && changes.timeEstimate !== target.timeEstimate) {
    isChanged = true;
    target.timeEstimate = changes.timeEstimate;
    say(
      changes.timeEstimate === 0
        ? 'removed time estimate'
        : `changed time estimate to ${formatDuration(changes.timeEstimate)}`,
    );
  }
  if (isChanged) touch(world, target, deed);
}

export function applyIssueChanges(world: World, issue: Issue, changes: IssueChanges, deed: Deed): void {
  const say = (body: string) => {
    addSystemNote(world, noteableOf(issue), { body, authorId: deed.userId, createdAt: deed.at });
    touch(world, issue, deed);
  };
  applyChanges(world, issue, changes, deed);
  if (changes.confidential !== undefined && changes.confidential !== issue.confidential) {
    issue.confidential = changes.confidential;
    say(issue.confidential ? 'made the issue confidential' : 'made the issue visible to everyone');
  }
  if (changes.dueDate !== undefined && changes.dueDate !== issue.dueDate) {
    issue.dueDate = changes.dueDate;
    say(issue.dueDate === null ? 'removed due date' : `changed due date to ${longDate(issue.dueDate)}`);
  }
  if (changes.startDate !== undefined && changes.startDate !== issue.startDate) {
    issue.startDate = changes.startDate;
    say(issue.startDate === null ? 'removed start date' : `changed start date to ${longDate(issue.startDate)}`);
  }
  if (changes.type !== undefined && changes.type !== issue.type) {
    say(`changed type from ${issue.type.replace('_', ' ')} to ${changes.type.replace('_', ' ')}`);
    issue.type = changes.type;
  }
  if (changes.weight !== undefined && changes.weight !== issue.weight) {
    issue.weight = changes.weight;
    recordWeight(world, issue, issue.weight, deed);
    touch(world, issue, deed);
  }
  if (changes.healthStatus !== undefined && changes.healthStatus !== issue.healthStatus) {
    issue.healthStatus = changes.healthStatus;
    say(
      issue.healthStatus === null
        ? 'removed health status'
        : `changed health status to **${issue.healthStatus.replaceAll('_', ' ')}**`,
    );
  }
}

export function applyMergeRequestChanges(
  world: World,
  mergeRequest: MergeRequest,
  changes: MergeRequestChanges,
  deed: Deed,
): void {
  applyChanges(world, mergeRequest, changes, deed);
  if (changes.targetBranch !== undefined && changes.targetBranch !== mergeRequest.targetBranch) {
    const body = `changed target branch from \`${mergeRequest.targetBranch}\` to \`${changes.targetBranch}\``;
    addSystemNote(world, noteableOf(mergeRequest), { body, authorId: deed.userId, createdAt: deed.at });
    mergeRequest.targetBranch = changes.targetBranch;
    touch(world, mergeRequest, deed);
  }
  if (changes.reviewerIds !== undefined) requestReviews(world, mergeRequest, changes.reviewerIds, deed);
}

function retitle(target: Issuable, title: string, say: (body: string) => void): void {
  const before = target.title;
  target.title = title;
  if (target.kind === 'MergeRequest') {
    const [was, is] = [isDraft({ title: before }), isDraft({ title })];
    if (was !== is) {
      say(`marked this merge request as **${is ? 'draft' : 'ready'}**`);
      return;
    }
  }
  say(`changed title from **${highlight(before, title, '-')}** to **${highlight(title, before, '+')}**`);
}

/** The text with the part the other one lacks marked as GitLab marks it: `{+new+}`. */
function highlight(text: string, other: string, sign: '+' | '-'): string {
  let start = 0;
  while (start < text.length && start < other.length && text[start] === other[start]) start++;
  let tail = 0;
  while (
    tail < text.length - start &&
    tail < other.length - start &&
    text[text.length - 1 - tail] === other[other.length - 1 - tail]
  ) {
    tail++;
  }
  const middle = text.slice(start, text.length - tail);
  return text.slice(0, start) + (middle === '' ? '' : `{${sign}${middle}${sign}}`) + text.slice(text.length - tail);
}

function assign(world: World, target: Issuable, wanted: readonly number[], deed: Deed): boolean {
  const added = wanted.filter((id) => !target.assigneeIds.includes(id));
  const removed = target.assigneeIds.filter((id) => !wanted.includes(id));
  if (added.length === 0 && removed.length === 0) return false;
  target.assigneeIds = wanted;
  const parts: string[] = [];
  if (added.length > 0) parts.push(`assigned to ${handles(world, added)}`);
  if (removed.length > 0) parts.push(`unassigned ${handles(world, removed)}`);
  addSystemNote(world, noteableOf(target), { body: parts.join(' and '), authorId: deed.userId, createdAt: deed.at });
  for (const userId of added) notify(world, target, { userId, action: 'assigned', deed });
  return true;
}

function relabel(world: World, target: Issuable, wanted: readonly number[], deed: Deed): boolean {
  const added = wanted.filter((id) => !target.labelIds.includes(id));
  const removed = target.labelIds.filter((id) => !wanted.includes(id));
  if (added.length === 0 && removed.length === 0) return false;
  target.labelIds = wanted;
  recordLabels(world, target, { added, removed }, deed);
  return true;
}

function requestReviews(world: World, mergeRequest: MergeRequest, wanted: readonly number[], deed: Deed): void {
  const known = mergeRequest.reviewers;
  const added = wanted.filter((id) => !known.some(({ userId }) => userId === id));
  const removed = known.map(({ userId }) => userId).filter((id) => !wanted.includes(id));
  if (added.length === 0 && removed.length === 0) return;
  const createdAt = deed.at ?? world.clock.timestamp();
  mergeRequest.reviewers = wanted.map(
    (userId) => known.find((reviewer) => reviewer.userId === userId) ?? { userId, state: 'unreviewed', createdAt },
  );
  const parts: string[] = [];
  if (added.length > 0) parts.push(`requested review from ${handles(world, added)}`);
  if (removed.length > 0) parts.push(`removed review request for ${handles(world, removed)}`);
  addSystemNote(world, noteableOf(mergeRequest), { body: parts.join(' and '), authorId: deed.userId, createdAt });
  for (const userId of added) notify(world, mergeRequest, { userId, action: 'review_requested', deed });
  touch(world, mergeRequest, deed);
}

/** Closes or reopens; says nothing when there is nothing to do. */
export function changeState(
  world: World,
  target: Issuable,
  event: 'close' | 'reopen',
  deed: Deed & { readonly mergeRequestId?: number | undefined },
): void {
  const wanted = event === 'close' ? 'closed' : 'opened';
  const isPossible =
    event === 'close' ? target.state === 'opened' || target.state === 'locked' : target.state === 'closed';
  if (!isPossible) return;
  const at = deed.at ?? world.clock.timestamp();
  target.state = wanted;
  target.closedAt = event === 'close' ? at : null;
  target.closedById = event === 'close' ? deed.userId : null;
  recordState(world, target, event === 'close' ? 'closed' : 'reopened', deed);
  recordActivity(world, target, event === 'close' ? 'closed' : 'reopened', deed);
  touch(world, target, deed);
  if (event === 'close') finishTodos(world, target, deed.userId, at);
}

/** A line in the activity feeds about an issue or a merge request. */
export function recordActivity(world: World, target: Issuable, actionName: string, deed: Deed): void {
  world.recordEvent({
    projectId: target.projectId,
    actionName,
    targetType: target.kind,
    targetId: target.id,
    targetIid: target.iid,
    targetTitle: target.title,
    authorId: deed.userId,
    ...(deed.at === undefined ? {} : { createdAt: deed.at }),
  });
}

/** A to-do for somebody else; one of a kind is enough while it waits. */
export function notify(
  world: World,
  target: Issuable,
  given: { readonly userId: number; readonly action: string; readonly deed: Deed; readonly body?: string },
): void {
  const { userId, action, deed } = given;
  if (userId === deed.userId && action !== 'marked') return;
  const isWaiting = world.todos.some(
    (todo) =>
      todo.state === 'pending' &&
      todo.userId === userId &&
      todo.actionName === action &&
      todo.targetType === target.kind &&
      todo.targetId === target.id,
  );
  if (isWaiting) return;
  const at = deed.at ?? world.clock.timestamp();
  world.addTodo({
    userId,
    projectId: target.projectId,
    groupId: null,
    authorId: deed.userId,
    actionName: action,
    targetType: target.kind,
    targetId: target.id,
    body: given.body ?? target.title,
    createdAt: at,
    updatedAt: at,
  });
}

/** Whoever acts on something has done their to-dos about it. */
export function finishTodos(world: World, target: Issuable, userId: number, at = world.clock.timestamp()): void {
  for (const todo of world.todos) {
    if (
      todo.userId === userId &&
      todo.targetId === target.id &&
      todo.targetType === target.kind &&
      todo.state === 'pending'
    ) {
      todo.state = 'done';
      todo.updatedAt = at;
    }
  }
}

/** Tells what a text mentions that it does: a note on every issue and merge request, a to-do for every user. */
export function recordMentions(world: World, source: Issuable, text: string, deed: Deed): void {
  for (const target of mentionedIn(world, projectOf(world, source), text)) {
    if (target.id === source.id && target.kind === source.kind) continue;
    const body = `mentioned in ${nounOf(source)} ${referenceFrom(world, source, target.projectId)}`;
    if (notesOf(world, noteableOf(target)).some((note) => note.system && note.body === body)) continue;
    addSystemNote(world, noteableOf(target), { body, authorId: deed.userId, createdAt: deed.at });
  }
  for (const user of usersIn(world, text)) {
    const action = text.trimStart().toLowerCase().startsWith(`@${user.username.toLowerCase()}`)
      ? 'directly_addressed'
      : 'mentioned';
    notify(world, source, { userId: user.id, action, deed, body: text });
  }
}

/** Books working time, or takes it back; null resets it. */
export function spendTime(
  world: World,
  target: Issuable,
  given: { readonly seconds: number; readonly summary: string | null } | null,
  deed: Deed,
): void {
  const say = (body: string) =>
    addSystemNote(world, noteableOf(target), { body, authorId: deed.userId, createdAt: deed.at });
  if (given === null) {
    if (spentSeconds(target) === 0) return;
    target.spent = [];
    say('removed time spent');
  } else {
    const spentAt = deed.at ?? world.clock.timestamp();
    target.spent.push({ userId: deed.userId, seconds: given.seconds, spentAt, summary: given.summary });
    const amount = formatDuration(Math.abs(given.seconds));
    say(`${given.seconds < 0 ? 'subtracted' : 'added'} ${amount} of time spent`);
  }
  touch(world, target, deed);
}

export function touch(world: World, target: Issuable, deed: Partial<Deed> = {}): void {
  const at = deed.at ?? world.clock.timestamp();
  if (at > target.updatedAt) target.updatedAt = at;
}

export function nounOf({ kind }: Pick<Issuable, 'kind'>): string {
  return kind === 'Issue' ? 'issue' : 'merge request';
}

function handles(world: World, ids: readonly number[]): string {
  const names = ids.map((id) => `@${world.users.get(id).username}`);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')}, and ${last}`.replace(/^(\S+), and /, '$1 and ');
}

function longDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
}
