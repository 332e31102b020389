import { placeInDiff } from '../world/diff-positions.ts';
import type { Commit } from '../world/git-objects.ts';
import {
  applyMergeRequestChanges,
  finishTodos,
  noteableOf,
  recordActivity,
  recordMentions,
} from '../world/issuable-changes.ts';
import { type MergeRequest, addMergeRequest, addVersion, latestVersion } from '../world/merge-requests.ts';
import { type Note, addNote, addSystemNote } from '../world/notes.ts';
import type { Project } from '../world/projects.ts';
import { issuesClosedBy } from '../world/references.ts';
import { type Repository, commitDate, repositoryOf } from '../world/repository.ts';
import { recordState } from '../world/resource-events.ts';
import { readSuggestions } from '../world/suggestions.ts';
import { Story, type Comment } from './story.ts';

export interface Told {
  readonly days: number;
  readonly by: string;
  readonly title: string;
  readonly branch: string;
  readonly description?: string;
  readonly labels?: readonly string[];
  readonly milestone?: string;
  readonly assignee?: string;
  readonly reviewers?: readonly string[];
  /** Where the branch is, when not in the project itself. */
  readonly source?: Project;
  readonly squash?: boolean;
}

export interface Place {
  readonly path: string;
  readonly oldPath?: string;
  readonly new?: number;
  readonly old?: number;
}

/** Tells the life of merge requests in one project. */
export class Review extends Story {
  get repository(): Repository {
    return repositoryOf(this.world, this.project);
  }

  open(told: Told): MergeRequest {
    const { world, project } = this;
    const deed = { userId: this.user(told.by).id, at: this.at(told.days) };
    const mergeRequest = addMergeRequest(world, project, {
      title: told.title,
      description: told.description ?? null,
      authorId: deed.userId,
      sourceProjectId: (told.source ?? project).id,
      sourceBranch: told.branch,
      targetBranch: project.defaultBranch ?? 'main',
      createdAt: deed.at,
      squash: told.squash ?? false,
      forceRemoveSourceBranch: true,
    });
    addVersion(world, mergeRequest, deed.at);
    recordActivity(world, mergeRequest, 'opened', deed);
    applyMergeRequestChanges(
      world,
      mergeRequest,
      {
        ...this.triage(told),
        ...(told.reviewers === undefined ? {} : { reviewerIds: told.reviewers.map((name) => this.user(name).id) }),
      },
      deed,
    );
    recordMentions(world, mergeRequest, told.description ?? '', deed);
    return mergeRequest;
  }

  /** A merge request whose merge commit the repository already has. */
  merged(told: Told & { readonly mergedBy: string; readonly mergedDays: number }): MergeRequest {
    const { world } = this;
    const mergeRequest = this.open(told);
    const commit = this.#mergeCommit(mergeRequest);
    const [start = '', head = ''] = commit.parents;
    const at = this.at(told.mergedDays);
    mergeRequest.versions.push({
      id: world.nextId('merge_request_diff'),
      baseSha: this.repository.mergeBase(start, head) ?? start,
      startSha: start,
      headSha: head,
      createdAt: mergeRequest.createdAt,
    });
    const deed = { userId: this.user(told.mergedBy).id, at };
    Object.assign(mergeRequest, {
      state: 'merged',
      mergedAt: at,
      updatedAt: at,
      mergeUserId: deed.userId,
      mergeCommitSha: commit.sha,
      shouldRemoveSourceBranch: true,
    });
    recordState(world, mergeRequest, 'merged', deed);
    recordActivity(world, mergeRequest, 'accepted', deed);
    this.settle(mergeRequest, at);
    for (const issue of issuesClosedBy(world, mergeRequest)) {
      this.close(issue, { ...deed, mergeRequestId: mergeRequest.id });
    }
    return mergeRequest;
  }

  #mergeCommit({ iid }: MergeRequest): Commit {
    const head = this.repository.resolve('HEAD')?.sha ?? '';
    const reference = `See merge request ${this.project.fullPath}!${iid}`;
    const found = this.repository.log(head).find(({ message }) => message.endsWith(reference));
    if (found === undefined) throw new Error(`no commit merges ${reference}`);
    return found;
  }

  /** A branch with one commit of its own. */
  branch(told: {
    readonly days: number;
    readonly by: string;
    readonly name: string;
    readonly from: string;
    readonly message: string;
    readonly path: string;
    readonly edit: (before: string) => string;
    readonly project?: Project;
  }): void {
    const { name, email } = this.user(told.by);
    const repository = told.project === undefined ? this.repository : repositoryOf(this.world, told.project);
    const before = repository.fileAt(told.from, told.path)?.bytes.toString('utf8');
    repository.commit({
      branch: told.name,
      startRef: told.from,
      message: told.message,
      author: { name, email, date: commitDate(this.at(told.days)) },
      actions: [
        { action: before === undefined ? 'create' : 'update', path: told.path, content: told.edit(before ?? '') },
      ],
    });
  }

  /** A thread at a line of the latest version. */
  diffThread(on: MergeRequest, place: Place, ...comments: readonly Comment[]): readonly Note[] {
    const version = latestVersion(on);
    const placed =
      version === undefined
        ? undefined
        : placeInDiff(this.world, on, {
            base_sha: version.baseSha,
            start_sha: version.startSha,
            head_sha: version.headSha,
            new_path: place.path,
            old_path: place.oldPath ?? place.path,
            position_type: 'text',
            new_line: place.new ?? null,
            old_line: place.old ?? null,
            line_range: null,
          });
    if (placed === undefined) throw new Error(`${place.path} has no such line in !${on.iid}`);
    const notes: Note[] = [];
    for (const { by, body, days } of comments) {
      const note = addNote(this.world, noteableOf(on), {
        body,
        authorId: this.user(by).id,
        createdAt: this.at(days),
        type: 'DiffNote',
        position: placed.position,
        lineCode: placed.lineCode,
        ...(notes[0] === undefined ? {} : { discussionId: notes[0].discussionId }),
      });
      readSuggestions(this.world, note);
      this.followUp(on, note);
      notes.push(note);
    }
    return notes;
  }

  resolve(notes: readonly Note[], by: string, days: number): void {
    for (const note of notes) {
      note.resolvedAt = this.at(days);
      note.resolvedById = this.user(by).id;
      note.updatedAt = this.at(days);
    }
  }

  approve(on: MergeRequest, by: string, days: number): void {
    const deed = { userId: this.user(by).id, at: this.at(days) };
    on.approvals.push(deed);
    for (const reviewer of on.reviewers) if (reviewer.userId === deed.userId) reviewer.state = 'approved';
    addSystemNote(this.world, noteableOf(on), {
      body: 'approved this merge request',
      authorId: deed.userId,
      createdAt: deed.at,
    });
    recordActivity(this.world, on, 'approved', deed);
    finishTodos(this.world, on, deed.userId, deed.at);
  }
}
