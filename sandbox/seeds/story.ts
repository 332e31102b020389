import {
  applyIssueChanges,
  changeState,
  finishTodos,
  noteableOf,
  recordActivity,
  recordMentions,
  spendTime,
} from '../world/issuable-changes.ts';
import type { Issuable } from '../world/issuables.ts';
import { type Issue, type IssueType, createIssue } from '../world/issues.ts';
import { labelsNamed } from '../world/labels.ts';
import { milestonesOfProject } from '../world/milestones.ts';
import { type Discussion, type Note, type Noteable, addNote, discussionsOf } from '../world/notes.ts';
import type { Project } from '../world/projects.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';
import { dateDaysAgo, daysAgo } from './seed.ts';

export interface IssueStory {
  /** Days before the world begins. */
  readonly days: number;
  readonly by: string;
  readonly title: string;
  readonly description?: string;
  readonly labels?: readonly string[];
  /** Title of a milestone of the project or of a group above it. */
  readonly milestone?: string;
  readonly assignee?: string;
  readonly type?: IssueType;
  readonly severity?: Issue['severity'];
  readonly confidential?: boolean;
  readonly weight?: number;
  /** Days before the world begins; negative for the future. */
  readonly due?: number;
  /** Seconds. */
  readonly estimate?: number;
  readonly closed?: { readonly days: number; readonly by: string };
}

export interface Comment {
  readonly days: number;
  readonly by: string;
  readonly body: string;
  readonly internal?: boolean;
}

/** Tells what happened in one project: who opened, said and did what, and when. */
export class Story {
  readonly world: World;
  readonly project: Project;

  constructor(world: World, project: Project) {
    this.world = world;
    this.project = project;
  }

  user(username: string): User {
    return this.world.users.named(username);
  }

  at(days: number): string {
    return daysAgo(this.world, days);
  }

  issue(told: IssueStory): Issue {
    const { world, project } = this;
    const author = this.user(told.by);
    const deed = { userId: author.id, at: this.at(told.days) };
    const issue = createIssue(world, project, {
      title: told.title,
      description: told.description ?? null,
      authorId: author.id,
      createdAt: deed.at,
      type: told.type ?? 'issue',
      severity: told.severity ?? 'UNKNOWN',
      confidential: told.confidential ?? false,
      weight: told.weight ?? null,
      timeEstimate: told.estimate ?? 0,
      dueDate: told.due === undefined ? null : dateDaysAgo(world, told.due),
    });
    recordActivity(world, issue, 'opened', deed);
    applyIssueChanges(world, issue, this.triage(told), deed);
    recordMentions(world, issue, told.description ?? '', deed);
    if (told.closed !== undefined) {
      this.close(issue, { userId: this.user(told.closed.by).id, at: this.at(told.closed.days) });
    }
    return issue;
  }

  /** Closes, and nobody has anything left to do about it. */
  close(
    target: Issuable,
    deed: { readonly userId: number; readonly at: string; readonly mergeRequestId?: number },
  ): void {
    changeState(this.world, target, 'close', deed);
    this.settle(target, deed.at);
  }

  settle(target: Issuable, at: string): void {
    for (const { id } of this.world.users.all()) finishTodos(this.world, target, id, at);
  }

  /** Labels, milestone and assignee by name. */
  triage({ labels, milestone, assignee }: Pick<IssueStory, 'labels' | 'milestone' | 'assignee'>) {
    const { world, project } = this;
    const known = milestonesOfProject(world, project, { ancestors: true });
    const milestoneId = known.find(({ title }) => title === milestone)?.id;
    return {
      ...(labels === undefined ? {} : { labelIds: labelsNamed(world, project, labels).map(({ id }) => id) }),
      ...(milestoneId === undefined ? {} : { milestoneId }),
      ...(assignee === undefined ? {} : { assigneeIds: [this.user(assignee).id] }),
    };
  }

  /** Comments one after the other, on their own. */
  comments(on: Issuable, ...comments: readonly Comment[]): void {
    for (const comment of comments) this.#say(on, comment, {});
  }

  /** A thread: the first comment and the replies to it. */
  thread(on: Issuable, ...comments: readonly Comment[]): Discussion | undefined {
    let discussionId: string | undefined;
    for (const comment of comments) {
      discussionId = this.#say(on, comment, { discussionId, type: 'DiscussionNote' }).discussionId;
    }
    return discussionsOf(this.world, noteableOf(on)).find(({ id }) => id === discussionId);
  }

  spend(
    on: Issuable,
    told: { readonly days: number; readonly by: string; readonly seconds: number; readonly summary: string },
  ): void {
    const { seconds, summary } = told;
    spendTime(this.world, on, { seconds, summary }, { userId: this.user(told.by).id, at: this.at(told.days) });
  }

  #say(
    on: Issuable,
    comment: Comment,
    where: { readonly discussionId?: string | undefined; readonly type?: Note['type'] },
  ): Note {
    const noteable: Noteable = noteableOf(on);
    const author = this.user(comment.by);
    const note = addNote(this.world, noteable, {
      body: comment.body,
      authorId: author.id,
      createdAt: this.at(comment.days),
      internal: comment.internal ?? false,
      ...where,
    });
    this.followUp(on, note);
    return note;
  }

  /** What a comment leaves behind: activity, mentions, a newer date. */
  followUp(on: Issuable, note: Note): void {
    this.world.recordEvent({
      projectId: on.projectId,
      actionName: 'commented on',
      targetType: note.type ?? 'Note',
      targetId: note.id,
      targetIid: note.id,
      targetTitle: on.title,
      authorId: note.authorId,
      createdAt: note.createdAt,
    });
    recordMentions(this.world, on, note.body, { userId: note.authorId, at: note.createdAt });
    finishTodos(this.world, on, note.authorId, note.createdAt);
    if (note.createdAt > on.updatedAt) on.updatedAt = note.createdAt;
  }
}
