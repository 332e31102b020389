import type { Action } from '../catalog/action.ts';
import type { ResourceKind } from '../catalog/resource-uris.ts';
import { type Activity, ciActivity, ciListActivity, issuableActivity } from './activity.ts';
import { type BodyOf, listOf } from './body.ts';
import * as bodies from './bodies.ts';
import { readCountedLabel } from './counted-label.ts';
import { readWholeFile } from './whole-file.ts';

/** The drawing beside a resource, by the area it is from. */
export type ResourceIcon =
  | 'board'
  | 'branch'
  | 'commit'
  | 'config'
  | 'deploy'
  | 'environment'
  | 'file'
  | 'group'
  | 'issue'
  | 'job'
  | 'key'
  | 'label'
  | 'milestone'
  | 'mr'
  | 'pipeline'
  | 'project'
  | 'release'
  | 'server'
  | 'snippet'
  | 'tag'
  | 'user'
  | 'wiki';

/** How one kind of resource is shown and read. Its URI and its actions stand in `catalog/resource-uris.ts`. */
export interface KindFacts {
  readonly name: string;
  readonly title: string;
  /** Printable ASCII without the characters that gateways refuse (trap T-42). */
  readonly description: string;
  readonly icon: ResourceIcon;
  /** A list is one page of 100, and says how complete it is (SUB-15). */
  readonly shape: 'one' | 'list';
  /** Given to the action beside the variables of the URI. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** In place of what the action does by itself. */
  readonly run?: NonNullable<Action['run']>;
  readonly body: BodyOf;
  /** Fields of the body, or of each element of a list, that change with every read and mean nothing to a watcher. */
  readonly restless?: readonly string[];
  /** For kinds that have a state; the others have none to read. */
  readonly activity?: (body: unknown) => Activity;
  /** Code: what hides in it is spelled out instead of dropped (trap T-75). */
  readonly isVerbatim?: true;
}

/** Lists are read one page at a time, and resources have no cursor: this page is all there is. */
const onePage = { per_page: 100 } as const;

/** GitLab works them out anew with every read while a job runs. */
const durations = ['duration', 'queued_duration'] as const;

export const kinds: Readonly<Record<ResourceKind, KindFacts>> = {
  current_user: {
    name: 'current_user',
    title: 'Current User Profile',
    description: 'Whose token this is: ID, username, name, state and whether the user is an administrator.',
    icon: 'user',
    shape: 'one',
    body: bodies.user,
  },
  groups: {
    name: 'groups',
    title: 'All Groups',
    description: 'The groups this token can see, first page of 100, each with path, visibility and link.',
    icon: 'group',
    shape: 'list',
    input: onePage,
    body: listOf(bodies.group),
  },

  project: {
    name: 'project',
    title: 'Project Metadata',
    description: 'One project: path, visibility, default branch, description and link.',
    icon: 'project',
    shape: 'one',
    body: bodies.project,
  },
  project_members: {
    name: 'project_members',
    title: 'Project Members',
    description: 'Who belongs to a project, inherited members included, each with access level. First page of 100.',
    icon: 'user',
    shape: 'list',
    input: onePage,
    body: listOf(bodies.member),
  },
  project_labels: {
    name: 'project_labels',
    title: 'Project Labels',
    description:
      'The labels of a project with color and the number of open issues and merge requests. First page of 100.',
    icon: 'label',
    shape: 'list',
    input: { ...onePage, with_counts: true },
    body: listOf(bodies.label),
  },
  project_milestones: {
    name: 'project_milestones',
    title: 'Project Milestones',
    description: 'The milestones of a project with state and due date. First page of 100.',
    icon: 'milestone',
    shape: 'list',
    input: onePage,
    body: listOf(bodies.milestone),
  },
  project_branches: {
    name: 'project_branches',
    title: 'Project Branches',
    description: 'The branches of a project, each with whether it is default, protected or merged. First page of 100.',
    icon: 'branch',
    shape: 'list',
    input: onePage,
    body: listOf(bodies.branch),
  },
  project_issues: {
    name: 'project_issues',
    title: 'Project Issues',
    description: 'The open issues of a project, newest first, with labels, assignees and author. First page of 100.',
    icon: 'issue',
    shape: 'list',
    input: { ...onePage, state: 'opened' },
    body: listOf(bodies.issue),
  },
  project_releases: {
    name: 'project_releases',
    title: 'Project Releases',
    description: 'The releases of a project, newest first, with tag, notes and author. First page of 100.',
    icon: 'release',
    shape: 'list',
    input: onePage,
    body: listOf(bodies.release),
  },
  project_tags: {
    name: 'project_tags',
    title: 'Project Tags',
    description: 'The tags of a repository with message and the commit they point to. First page of 100.',
    icon: 'tag',
    shape: 'list',
    input: onePage,
    body: listOf(bodies.tag),
  },
  commit: {
    name: 'commit',
    title: 'Commit Details',
    description:
      'One commit by its SHA, or the head of a branch or tag: message, author, parents and size of the change.',
    icon: 'commit',
    shape: 'one',
    body: bodies.commit,
  },
  file: {
    name: 'file_blob',
    title: 'Repository File',
    description:
      'One file of a repository at a branch, tag or commit, with its text up to 1 MiB. Encode a slash in the ref. Binary files come without content.',
    icon: 'file',
    shape: 'one',
    run: readWholeFile,
    body: bodies.file,
    isVerbatim: true,
  },
  wiki: {
    name: 'wiki_page',
    title: 'Wiki Page',
    description: 'One wiki page of a project with its text. Encode the slashes of a slug in folders.',
    icon: 'wiki',
    shape: 'one',
    body: bodies.wikiPage,
  },
  branch: {
    name: 'branch',
    title: 'Branch Details',
    description: 'One branch: whether it is default, protected or merged, and its link. Encode a slash in the name.',
    icon: 'branch',
    shape: 'one',
    body: bodies.branch,
  },
  tag: {
    name: 'tag',
    title: 'Tag Details',
    description: 'One tag of a repository: message, commit and whether it is protected.',
    icon: 'tag',
    shape: 'one',
    body: bodies.tag,
  },
  release: {
    name: 'release',
    title: 'Release Details',
    description: 'One release by its tag: name, notes, author and dates.',
    icon: 'release',
    shape: 'one',
    body: bodies.release,
  },
  label: {
    name: 'label',
    title: 'Label Details',
    description: 'One label of a project, by number or name: color, description and open issues and merge requests.',
    icon: 'label',
    shape: 'one',
    run: readCountedLabel,
    body: bodies.label,
  },
  milestone: {
    name: 'milestone',
    title: 'Milestone Details',
    description: 'One milestone of a project by its number within it: title, state and due date.',
    icon: 'milestone',
    shape: 'one',
    body: bodies.milestone,
  },
  board: {
    name: 'board',
    title: 'Board Details',
    description: 'One issue board of a project: its ID and name.',
    icon: 'board',
    shape: 'one',
    body: bodies.board,
  },
  deployment: {
    name: 'deployment',
    title: 'Deployment Details',
    description: 'One deployment: status, ref, commit and the environment it went to.',
    icon: 'deploy',
    shape: 'one',
    body: bodies.deployment,
  },
  environment: {
    name: 'environment',
    title: 'Environment Details',
    description: 'One environment of a project: name, state and tier.',
    icon: 'environment',
    shape: 'one',
    body: bodies.environment,
  },
  job: {
    name: 'job',
    title: 'Job Details',
    description: 'One CI job: stage, status, failure reason and how long it waited and ran.',
    icon: 'job',
    shape: 'one',
    body: bodies.job,
    restless: durations,
    activity: ciActivity,
  },
  feature_flag: {
    name: 'feature_flag',
    title: 'Feature Flag Details',
    description: 'One feature flag of a project: description and whether it is active.',
    icon: 'config',
    shape: 'one',
    body: bodies.featureFlag,
  },
  deploy_key: {
    name: 'deploy_key',
    title: 'Deploy Key Details',
    description: 'One deploy key of a project: title, public key and fingerprint.',
    icon: 'key',
    shape: 'one',
    body: bodies.deployKey,
  },
  project_snippet: {
    name: 'project_snippet',
    title: 'Project Snippet Details',
    description: 'One snippet of a project: title, file name, visibility and link. Not its text.',
    icon: 'snippet',
    shape: 'one',
    body: bodies.snippet,
  },
  issue: {
    name: 'issue',
    title: 'Issue Details',
    description: 'One issue by its number within the project: state, labels, assignees and author.',
    icon: 'issue',
    shape: 'one',
    body: bodies.issue,
    activity: issuableActivity,
  },
  merge_request: {
    name: 'merge_request',
    title: 'Merge Request Details',
    description:
      'One merge request by its number within the project: state, branches, author and whether it can be merged.',
    icon: 'mr',
    shape: 'one',
    body: bodies.mergeRequest,
    activity: issuableActivity,
  },
  merge_request_notes: {
    name: 'merge_request_notes',
    title: 'Merge Request Notes',
    description:
      'The comments on a merge request, newest first, with those GitLab writes about changes. First page of 100.',
    icon: 'mr',
    shape: 'list',
    input: onePage,
    body: listOf(bodies.note),
  },
  merge_request_discussions: {
    name: 'merge_request_discussions',
    title: 'Merge Request Discussions',
    description: 'The threads of a merge request with their comments and whether they are resolved. First page of 100.',
    icon: 'mr',
    shape: 'list',
    input: { ...onePage, exclude_system: false },
    body: listOf(bodies.discussion),
  },
  pipeline_latest: {
    name: 'latest_pipeline',
    title: 'Latest Pipeline',
    description: 'The newest pipeline of the default branch: status, commit and what started it.',
    icon: 'pipeline',
    shape: 'one',
    body: bodies.pipeline,
    activity: ciActivity,
  },
  pipeline: {
    name: 'pipeline',
    title: 'Pipeline Details',
    description: 'One pipeline: status, ref, commit and what started it.',
    icon: 'pipeline',
    shape: 'one',
    body: bodies.pipeline,
    activity: ciActivity,
  },
  pipeline_jobs: {
    name: 'pipeline_jobs',
    title: 'Pipeline Jobs',
    description: 'The jobs of a pipeline with stage, status, failure reason and durations. First page of 100.',
    icon: 'job',
    shape: 'list',
    input: onePage,
    body: listOf(bodies.job),
    restless: durations,
    activity: ciListActivity,
  },

  group: {
    name: 'group',
    title: 'Group Details',
    description: 'One group: full path, visibility, description and link.',
    icon: 'group',
    shape: 'one',
    body: bodies.group,
  },
  group_members: {
    name: 'group_members',
    title: 'Group Members',
    description: 'Who belongs to a group, inherited members included, each with access level. First page of 100.',
    icon: 'user',
    shape: 'list',
    input: onePage,
    body: listOf(bodies.member),
  },
  group_projects: {
    name: 'group_projects',
    title: 'Group Projects',
    description: 'The projects of a group with path, visibility and default branch. First page of 100.',
    icon: 'project',
    shape: 'list',
    input: onePage,
    body: listOf(bodies.project),
  },
  group_label: {
    name: 'group_label',
    title: 'Group Label Details',
    description: 'One label of a group, by number or name: color, description and open issues and merge requests.',
    icon: 'label',
    shape: 'one',
    run: readCountedLabel,
    body: bodies.label,
  },
  group_milestone: {
    name: 'group_milestone',
    title: 'Group Milestone Details',
    description: 'One milestone of a group by its number within it: title, state and due date.',
    icon: 'milestone',
    shape: 'one',
    body: bodies.milestone,
  },
  snippet: {
    name: 'snippet',
    title: 'Snippet Details',
    description: 'One personal snippet: title, file name, visibility and link. Not its text.',
    icon: 'snippet',
    shape: 'one',
    body: bodies.snippet,
  },
};
