import { projectLevel } from '../access/levels.ts';
import { canReadIssue, canReadIssues, canReadMergeRequests, canReadNote } from '../access/planning.ts';
import { countUserNotes } from '../rest/issuables-presenter.ts';
import { countAwards } from '../world/award-emoji.ts';
import { type Issuable, fullReference, labelsOf, projectOf, shortReference, webUrl } from '../world/issuables.ts';
import { type Issue, findIssue, findIssueByIid, issuesOf } from '../world/issues.ts';
import { type Label, labelsOfProject, labelsWithIds, textColor } from '../world/labels.ts';
import { type MergeRequest, findMergeRequest, isDraft, latestVersion } from '../world/merge-requests.ts';
import { refresh, refreshAll } from '../world/merge-request-pushes.ts';
import { findMergeRequestByIid } from '../world/merge-requests.ts';
import { mergeStatus } from '../world/mergeability.ts';
import { type Milestone, findMilestone, milestonesOfProject } from '../world/milestones.ts';
import {
  type Discussion,
  type Note,
  discussionsOf,
  isResolvable,
  isThreadResolvable,
  isThreadResolved,
  notesOf,
} from '../world/notes.ts';
import { noteableOf } from '../world/issuable-changes.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import { fromGlobalId, toGlobalId } from './ids.ts';
import { noteUrl } from './note-places.ts';
import { type Area, type Context, type FieldDefinition, connection } from './schema.ts';
import { visibleIssue } from './work-item.ts';

const inProject = (permission: string) => ({
  permission,
  boundary: (target: Issuable, { world }: Context) => ({ kind: 'project', project: projectOf(world, target) }) as const,
});

/** Issues, merge requests and what is said about them, found through their project or by id. */
export const planning: Area = {
  enums: {
    IssueState: ['opened', 'closed', 'locked', 'all'],
    MergeRequestState: ['opened', 'closed', 'merged', 'locked', 'all'],
    MergeStatus: [
      'UNCHECKED',
      'CHECKING',
      'PREPARING',
      'CAN_BE_MERGED',
      'CANNOT_BE_MERGED',
      'CANNOT_BE_MERGED_RECHECK',
    ],
    IssueType: ['ISSUE', 'INCIDENT', 'TEST_CASE', 'TASK', 'EPIC'],
    MilestoneStateEnum: ['active', 'closed'],
  },
  objects: {
    Query: {
      fields: {
        issue: {
          type: 'Issue',
          args: { id: 'IssueID!' },
          resolve: (_source: unknown, { id }: { id: string }, context: Context) =>
            visibleIssue(context, findIssue(context.world, fromGlobalId(id, 'Issue', 'WorkItem'))),
        },
        mergeRequest: {
          type: 'MergeRequest',
          args: { id: 'MergeRequestID!' },
          resolve: (_source: unknown, { id }: { id: string }, context: Context) =>
            visibleMergeRequest(context, findMergeRequest(context.world, fromGlobalId(id, 'MergeRequest'))),
        },
      },
    },
    Project: {
      fields: {
        issue: {
          type: 'Issue',
          args: { iid: 'String' },
          resolve: (project: Project, { iid }: { iid?: string }, context: Context) =>
            visibleIssue(context, findIssueByIid(context.world, project, Number(iid))),
        },
        issues: connection('Issue', listArgs('IssueState'), (project: Project, args: ListArgs, context) =>
          canReadIssues(context, project)
            ? selected(
                issuesOf(context.world, project).filter((issue) => canReadIssue(context, project, issue)),
                args,
                context,
              )
            : [],
        ),
        mergeRequest: {
          type: 'MergeRequest',
          args: { iid: 'String!' },
          resolve: (project: Project, { iid }: { iid: string }, context: Context) =>
            visibleMergeRequest(context, findMergeRequestByIid(context.world, project, Number(iid))),
        },
        mergeRequests: connection(
          'MergeRequest',
          {
            ...listArgs('MergeRequestState'),
            sourceBranches: '[String!]',
            targetBranches: '[String!]',
            draft: 'Boolean',
          },
          (project: Project, args: MergeRequestArgs, context) =>
            canReadMergeRequests(context, project)
              ? selected(refreshAll(context.world, project), args, context).filter(
                  (each) =>
                    (args.sourceBranches === undefined || args.sourceBranches.includes(each.sourceBranch)) &&
                    (args.targetBranches === undefined || args.targetBranches.includes(each.targetBranch)) &&
                    (args.draft === undefined || isDraft(each) === args.draft),
                )
              : [],
        ),
        labels: connection(
          'Label',
          { searchTerm: 'String' },
          (project: Project, args: { searchTerm?: string }, { world }) =>
            labelsOfProject(world, project).filter(({ name }) =>
              name.toLowerCase().includes((args.searchTerm ?? '').toLowerCase()),
            ),
        ),
        milestones: connection(
          'Milestone',
          { includeAncestors: 'Boolean' },
          (project: Project, args: { includeAncestors?: boolean }, { world }) =>
            milestonesOfProject(world, project, { ancestors: args.includeAncestors === true }),
        ),
      },
    },
    Issue: {
      grant: inProject('read_work_item'),
      fields: {
        ...issuableFields('Issue'),
        state: { type: 'IssueState!' },
        type: { type: 'IssueType', resolve: ({ type }: Issue) => type.toUpperCase() },
        confidential: { type: 'Boolean!' },
        dueDate: { type: 'Time' },
        closedAt: { type: 'Time' },
        weight: { type: 'Int' },
        severity: { type: 'String' },
        discussionLocked: { type: 'Boolean!', resolve: (issue: Issue) => issue.discussionLocked === true },
      },
    },
    MergeRequest: {
      grant: inProject('read_merge_request'),
      fields: { ...issuableFields('MergeRequest'), ...mergeRequestFields() },
    },
    DiffRefs: {
      grant: 'open',
      fields: { baseSha: { type: 'String' }, headSha: { type: 'String!' }, startSha: { type: 'String!' } },
    },
    DiffStatsSummary: {
      grant: 'open',
      fields: {
        additions: { type: 'Int!' },
        deletions: { type: 'Int!' },
        changes: { type: 'Int!' },
        fileCount: { type: 'Int!' },
      },
    },
    Label: {
      grant: 'open',
      fields: {
        id: {
          type: 'ID!',
          resolve: ({ id, groupId }: Label) => toGlobalId(groupId === null ? 'ProjectLabel' : 'GroupLabel', id),
        },
        title: { type: 'String!', resolve: ({ name }: Label) => name },
        description: { type: 'String' },
        color: { type: 'String!' },
        textColor: { type: 'String!', resolve: ({ color }: Label) => textColor(color) },
      },
    },
    Milestone: {
      grant: 'open',
      fields: {
        id: { type: 'ID!', resolve: ({ id }: Milestone) => toGlobalId('Milestone', id) },
        iid: { type: 'ID!', resolve: ({ iid }: Milestone) => String(iid) },
        title: { type: 'String!' },
        description: { type: 'String' },
        state: { type: 'MilestoneStateEnum!' },
        dueDate: { type: 'Time' },
        startDate: { type: 'Time' },
      },
    },
    Note: {
      grant: 'open',
      fields: {
        id: { type: 'NoteID!', resolve: ({ id, type }: Note) => toGlobalId(type ?? 'Note', id) },
        body: { type: 'String!' },
        author: author(),
        system: { type: 'Boolean!' },
        internal: { type: 'Boolean' },
        maxAccessLevelOfAuthor: { type: 'String', resolve: roleOfAuthor },
        resolvable: { type: 'Boolean!', resolve: isResolvable },
        resolved: { type: 'Boolean!', resolve: ({ resolvedAt }: Note) => resolvedAt !== null },
        resolvedAt: { type: 'Time' },
        createdAt: { type: 'Time!' },
        updatedAt: { type: 'Time!' },
        url: { type: 'String', resolve: (note: Note, _args: unknown, { world }: Context) => noteUrl(world, note) },
        discussion: {
          type: 'Discussion',
          resolve: ({ discussionId, noteable }: Note, _args: unknown, { world }: Context) =>
            discussionsOf(world, noteable).find(({ id }) => id === discussionId),
        },
      },
    },
    Discussion: {
      grant: 'open',
      fields: {
        id: { type: 'DiscussionID!', resolve: ({ id }: Discussion) => `gid://gitlab/Discussion/${id}` },
        replyId: { type: 'DiscussionID!', resolve: ({ id }: Discussion) => `gid://gitlab/Discussion/${id}` },
        createdAt: { type: 'Time!', resolve: ({ notes }: Discussion) => notes[0]?.createdAt },
        resolvable: { type: 'Boolean!', resolve: isThreadResolvable },
        resolved: { type: 'Boolean!', resolve: isThreadResolved },
        notes: connection('Note', {}, (thread: Discussion) => thread.notes),
      },
    },
  },
};

/** Of comments in projects only, by the name of the role. */
function roleOfAuthor({ authorId, noteable }: Note, _args: unknown, { world }: Context): string | null {
  const project = noteable.projectId === null ? undefined : world.projects.find(noteable.projectId);
  if (project === undefined) return null;
  const level = projectLevel(world, world.users.find(authorId), project);
  const [name] = Object.entries(levels).find(([, number]) => number === level && number > 0) ?? [];
  return name === undefined ? null : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function listArgs(state: string): Record<string, string> {
  return {
    state,
    iids: '[String!]',
    search: 'String',
    labelName: '[String]',
    authorUsername: 'String',
    assigneeUsername: 'String',
  };
}

/** What every list of issues, epics or merge requests is narrowed down by. */
export interface ListArgs {
  readonly state?: string;
  readonly iids?: readonly string[];
  readonly search?: string;
  readonly labelName?: readonly (string | null)[];
  readonly authorUsername?: string;
  readonly assigneeUsername?: string;
  readonly assigneeUsernames?: readonly string[];
}

type Listed = Pick<
  Issuable,
  'id' | 'iid' | 'title' | 'description' | 'state' | 'authorId' | 'assigneeIds' | 'labelIds'
>;

interface MergeRequestArgs extends ListArgs {
  readonly sourceBranches?: readonly string[];
  readonly targetBranches?: readonly string[];
  readonly draft?: boolean;
}

/** Newest first, as connections list by default. */
export function selected<T extends Listed>(items: readonly T[], args: ListArgs, { world }: Context): T[] {
  const search = args.search?.toLowerCase();
  const author =
    args.authorUsername === undefined ? undefined : (world.users.findByUsername(args.authorUsername)?.id ?? 0);
  const assignees = [args.assigneeUsername ?? [], args.assigneeUsernames ?? []]
    .flat()
    .map((username) => world.users.findByUsername(username)?.id ?? 0);
  return items
    .filter((item) => {
      const names = labelsWithIds(world, item.labelIds).map(({ name }) => name);
      return (
        (args.state === undefined || args.state === 'all' || item.state === args.state) &&
        (args.iids === undefined || args.iids.includes(String(item.iid))) &&
        (search === undefined || `${item.title}\n${item.description ?? ''}`.toLowerCase().includes(search)) &&
        (author === undefined || item.authorId === author) &&
        assignees.every((id) => item.assigneeIds.includes(id)) &&
        (args.labelName ?? []).every((name) => name === null || names.includes(name))
      );
    })
    .toSorted((a, b) => b.id - a.id);
}

function visibleMergeRequest(context: Context, mergeRequest: MergeRequest | undefined): MergeRequest | undefined {
  const project = mergeRequest === undefined ? undefined : context.world.projects.find(mergeRequest.projectId);
  if (mergeRequest === undefined || project === undefined || !canReadMergeRequests(context, project)) return undefined;
  refresh(context.world, mergeRequest);
  return mergeRequest;
}

export function author(): FieldDefinition {
  return {
    type: 'UserCore',
    resolve: ({ authorId }: { authorId: number }, _args: unknown, { world }: Context) => world.users.find(authorId),
  };
}

function issuableFields(kind: 'Issue' | 'MergeRequest'): Record<string, FieldDefinition> {
  const visibleNotes = (target: Issuable, context: Context) =>
    notesOf(context.world, noteableOf(target)).filter((note) =>
      canReadNote(context, projectOf(context.world, target), note),
    );
  return {
    id: { type: 'ID!', resolve: ({ id }: Issuable) => toGlobalId(kind, id) },
    iid: { type: 'String!', resolve: ({ iid }: Issuable) => String(iid) },
    title: { type: 'String!' },
    description: { type: 'String' },
    webUrl: {
      type: 'String',
      resolve: (target: Issuable, _args: unknown, { world }: Context) => webUrl(world, target),
    },
    reference: {
      type: 'String!',
      args: { full: 'Boolean' },
      resolve: (target: Issuable, { full }: { full?: boolean }, { world }: Context) =>
        full === true ? fullReference(world, target) : shortReference(target),
    },
    createdAt: { type: 'Time!' },
    updatedAt: { type: 'Time!' },
    project: {
      type: 'Project',
      resolve: (target: Issuable, _args: unknown, { world }: Context) => projectOf(world, target),
    },
    author: author(),
    assignees: connection('UserCore', {}, ({ assigneeIds }: Issuable, _args: unknown, { world }) =>
      assigneeIds.flatMap((id) => world.users.find(id) ?? []),
    ),
    labels: connection('Label', {}, (target: Issuable, _args: unknown, { world }) => labelsOf(world, target)),
    milestone: {
      type: 'Milestone',
      resolve: ({ milestoneId }: Issuable, _args: unknown, { world }: Context) => findMilestone(world, milestoneId),
    },
    userNotesCount: {
      type: 'Int!',
      resolve: (target: Issuable, _args: unknown, { world }: Context) => countUserNotes(world, target),
    },
    upvotes: {
      type: 'Int!',
      resolve: ({ id }: Issuable, _args: unknown, { world }: Context) => countAwards(world, kind, id, 'thumbsup'),
    },
    downvotes: {
      type: 'Int!',
      resolve: ({ id }: Issuable, _args: unknown, { world }: Context) => countAwards(world, kind, id, 'thumbsdown'),
    },
    timeEstimate: { type: 'Int!' },
    notes: connection('Note', {}, (target: Issuable, _args: unknown, context) => visibleNotes(target, context)),
    discussions: connection('Discussion', {}, (target: Issuable, _args: unknown, context) =>
      discussionsOf(context.world, noteableOf(target)).filter(({ notes }) =>
        notes.every((note) => canReadNote(context, projectOf(context.world, target), note)),
      ),
    ),
  };
}

function mergeRequestFields(): Record<string, FieldDefinition> {
  const filesOf = ({ world }: Context, mergeRequest: MergeRequest) => {
    const version = latestVersion(mergeRequest);
    if (version === undefined) return [];
    return repositoryOf(world, projectOf(world, mergeRequest)).diff(version.baseSha, version.headSha);
  };
  return {
    state: { type: 'MergeRequestState!' },
    draft: { type: 'Boolean!', resolve: isDraft },
    sourceBranch: { type: 'String!' },
    targetBranch: { type: 'String!' },
    sourceProjectId: { type: 'Int' },
    targetProjectId: { type: 'Int!', resolve: ({ projectId }: MergeRequest) => projectId },
    mergedAt: { type: 'Time' },
    mergeCommitSha: { type: 'String' },
    mergeUser: {
      type: 'UserCore',
      resolve: ({ mergeUserId }: MergeRequest, _args: unknown, { world }: Context) =>
        mergeUserId === null ? undefined : world.users.find(mergeUserId),
    },
    autoMergeEnabled: { type: 'Boolean!', resolve: ({ autoMerge }: MergeRequest) => autoMerge !== undefined },
    mergeError: { type: 'String' },
    mergeStatusEnum: {
      type: 'MergeStatus',
      resolve: (each: MergeRequest, _args: unknown, { world }: Context) =>
        mergeStatus(world, each).simple.toUpperCase(),
    },
    detailedMergeStatus: {
      type: 'DetailedMergeStatus',
      resolve: (each: MergeRequest, _args: unknown, { world }: Context) =>
        mergeStatus(world, each).detailed.toUpperCase(),
    },
    conflicts: {
      type: 'Boolean!',
      resolve: (each: MergeRequest, _args: unknown, { world }: Context) => mergeStatus(world, each).hasConflicts,
    },
    diffHeadSha: { type: 'String', resolve: (each: MergeRequest) => latestVersion(each)?.headSha },
    diffRefs: { type: 'DiffRefs', resolve: (each: MergeRequest) => latestVersion(each) },
    diffStatsSummary: {
      type: 'DiffStatsSummary',
      resolve: (each: MergeRequest, _args: unknown, context: Context) => {
        const files = filesOf(context, each);
        const additions = files.reduce((sum, file) => sum + file.additions, 0);
        const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
        return { additions, deletions, changes: additions + deletions, fileCount: files.length };
      },
    },
    reviewers: connection('UserCore', {}, ({ reviewers }: MergeRequest, _args: unknown, { world }) =>
      reviewers.flatMap(({ userId }) => world.users.find(userId) ?? []),
    ),
    approved: { type: 'Boolean!', resolve: ({ approvals }: MergeRequest) => approvals.length > 0 },
    approvedBy: connection('UserCore', {}, ({ approvals }: MergeRequest, _args: unknown, { world }) =>
      approvals.flatMap(({ userId }) => world.users.find(userId) ?? []),
    ),
  };
}
