import type { Outcome } from '../catalog/execute.ts';

type Thing = Readonly<Record<string, unknown>>;
/** Values the client has already filled in. */
export type Filled = Readonly<Record<string, string>>;

/** One list that values come from. */
export interface ValueList {
  readonly action: string;
  /** Arguments that must be filled in first; they become params of the same name. */
  readonly needs: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether GitLab searches for what was typed; otherwise what it sends is filtered here. */
  readonly search: 'gitlab' | 'here';
  readonly valueOf: (thing: Thing) => string;
  /** Another spelling of the value that what was typed may begin. */
  readonly alsoMatches?: (thing: Thing) => string;
  /** When it last changed, for lists that GitLab does not order so. */
  readonly changedAt?: (thing: Thing) => string;
}

/** Where the values of an argument come from: one list, or several that are joined. */
export interface Completer {
  /** The first whose needs are met is asked; `all` asks every one. */
  readonly lists: readonly ValueList[];
  readonly all?: boolean;
}

function text(key: string): (thing: Thing) => string {
  return (thing) => {
    const value = thing[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
}

function commitDate({ commit }: Thing): string {
  const date = typeof commit === 'object' && commit !== null && 'committed_date' in commit ? commit.committed_date : '';
  return typeof date === 'string' ? date : '';
}

const recent = { order_by: 'updated_at', sort: 'desc' } as const;

const projects: ValueList = {
  action: 'project.list',
  needs: [],
  input: { membership: true, simple: true, search_namespaces: true, order_by: 'last_activity_at' },
  search: 'gitlab',
  valueOf: text('path_with_namespace'),
};
const groups: ValueList = {
  action: 'group.list',
  needs: [],
  input: {},
  search: 'gitlab',
  valueOf: text('full_path'),
};
const users: ValueList = {
  action: 'user.list',
  needs: [],
  input: { active: true },
  search: 'gitlab',
  valueOf: text('username'),
};
const mergeRequests: ValueList = {
  action: 'merge_request.list',
  needs: ['project_id'],
  input: { state: 'opened', ...recent },
  search: 'here',
  valueOf: text('iid'),
};
const issues: ValueList = { ...mergeRequests, action: 'issue.list' };
const branches: ValueList = {
  action: 'branch.list',
  needs: ['project_id'],
  input: {},
  search: 'gitlab',
  valueOf: text('name'),
  changedAt: commitDate,
};
const tags: ValueList = { ...branches, action: 'tag.list', input: { order_by: 'updated', sort: 'desc' } };
const labels: ValueList = {
  action: 'project.label_list',
  needs: ['project_id'],
  input: {},
  search: 'gitlab',
  valueOf: text('name'),
};
const milestones: ValueList = {
  action: 'project.milestone_list',
  needs: ['project_id'],
  input: { state: 'active' },
  search: 'gitlab',
  valueOf: text('title'),
};

/** Every argument and variable that can be completed; all others complete to nothing. */
export const completers: Readonly<Record<string, Completer>> = {
  project_id: { lists: [projects] },
  group_id: { lists: [groups] },
  username: { lists: [users] },
  merge_request_iid: { lists: [mergeRequests] },
  issue_iid: { lists: [issues] },
  from: { lists: [branches, tags], all: true },
  to: { lists: [branches, tags], all: true },
  ref: { lists: [branches, tags], all: true },
  branch: { lists: [branches] },
  source_branch: { lists: [branches] },
  target_branch: { lists: [branches] },
  tag: { lists: [tags] },
  pipeline_id: {
    lists: [
      {
        action: 'pipeline.list',
        needs: ['project_id'],
        input: { order_by: 'id', sort: 'desc' },
        search: 'here',
        valueOf: text('id'),
      },
    ],
  },
  sha: {
    lists: [
      {
        action: 'repository.commit_list',
        needs: ['project_id'],
        input: {},
        search: 'here',
        valueOf: text('short_id'),
        alsoMatches: text('id'),
      },
    ],
  },
  label: { lists: [labels] },
  milestone_id: { lists: [{ ...milestones, valueOf: text('id') }] },
  milestone: {
    lists: [milestones, { ...milestones, action: 'group.group_milestone_list', needs: ['group_id'] }],
  },
  job_id: {
    lists: [
      { action: 'job.list', needs: ['project_id', 'pipeline_id'], input: {}, search: 'here', valueOf: text('id') },
    ],
  },
};

/** Variables of resource templates that can be completed. */
export const completedVariables: ReadonlySet<string> = new Set([
  'project_id',
  'group_id',
  'merge_request_iid',
  'issue_iid',
]);

/** The elements of what an action answered. */
export function thingsOf({ value }: Outcome): readonly Thing[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is Thing => typeof each === 'object' && each !== null);
}
