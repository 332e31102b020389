/**
 * GitLab objects that have a URI of their own. Reading, embedding in results, completing and watching all go by this one
 * list, so none of them can drift from the others (SUB-04).
 */
export interface ResourceUri {
  /** RFC 6570: `{name}` is one segment, `{+name}` may span slashes. */
  readonly template: string;
  /** What the body comes from. The resource is served only where all of them are. */
  readonly actions: readonly [string, ...string[]];
  /** The params of the first action by variable, where they are called otherwise. */
  readonly params?: Readonly<Record<string, string>>;
  /** A single object with a life worth following, or a list that one such object bounds. */
  readonly subscribable: boolean;
  /** The result of the first action repeats its object under this URI. */
  readonly embedded: boolean;
}

const project = 'gitlab://project/{project_id}';
const mergeRequest = `${project}/mr/{merge_request_iid}`;
const group = 'gitlab://group/{group_id}';

export const resourceUris = {
  current_user: list('gitlab://user/current', 'user.current'),
  groups: list('gitlab://groups', 'group.list'),

  project: object(project, 'project.get'),
  project_members: list(`${project}/members`, 'project.members'),
  project_labels: list(`${project}/labels`, 'project.label_list'),
  project_milestones: list(`${project}/milestones`, 'project.milestone_list'),
  project_branches: list(`${project}/branches`, 'branch.list'),
  project_issues: list(`${project}/issues`, 'issue.list'),
  project_releases: list(`${project}/releases`, 'release.list'),
  project_tags: list(`${project}/tags`, 'tag.list'),
  // A commit never changes, so there is nothing to watch.
  commit: { ...object(`${project}/commit/{sha}`, 'repository.commit_get'), subscribable: false },
  file: {
    template: `${project}/file/{ref}/{+path}`,
    actions: ['repository.file_get', 'repository.file_raw'],
    params: { path: 'file_path' },
    subscribable: true,
    // A result has the lines that were asked for, not the file.
    embedded: false,
  },
  wiki: object(`${project}/wiki/{slug}`, 'wiki.get'),
  branch: { ...object(`${project}/branch/{branch}`, 'branch.get'), params: { branch: 'branch_name' } },
  tag: object(`${project}/tag/{tag_name}`, 'tag.get'),
  release: object(`${project}/release/{tag_name}`, 'release.get'),
  label: object(`${project}/label/{label_id}`, 'project.label_get'),
  milestone: object(`${project}/milestone/{milestone_iid}`, 'project.milestone_get'),
  board: object(`${project}/board/{board_id}`, 'project.board_get'),
  deployment: object(`${project}/deployment/{deployment_id}`, 'environment.deployment_get'),
  environment: object(`${project}/environment/{environment_id}`, 'environment.get'),
  job: object(`${project}/job/{job_id}`, 'job.get'),
  feature_flag: object(`${project}/feature_flag/{name}`, 'feature_flags.feature_flag_get'),
  deploy_key: object(`${project}/deploy_key/{deploy_key_id}`, 'access.deploy_key_get'),
  project_snippet: object(`${project}/snippet/{snippet_id}`, 'snippet.project_get'),
  issue: object(`${project}/issue/{issue_iid}`, 'issue.get'),
  merge_request: object(mergeRequest, 'merge_request.get'),
  merge_request_notes: watchedList(`${mergeRequest}/notes`, 'mr_review.note_list'),
  merge_request_discussions: watchedList(`${mergeRequest}/discussions`, 'mr_review.discussion_list'),
  // Which pipeline this is changes, so a result of the action has the URI of that pipeline instead.
  pipeline_latest: { ...object(`${project}/pipelines/latest`, 'pipeline.latest'), embedded: false },
  pipeline: object(`${project}/pipeline/{pipeline_id}`, 'pipeline.get'),
  pipeline_jobs: watchedList(`${project}/pipeline/{pipeline_id}/jobs`, 'job.list'),

  group: object(group, 'group.get'),
  group_members: list(`${group}/members`, 'group.members'),
  group_projects: list(`${group}/projects`, 'group.projects'),
  group_label: object(`${group}/label/{label_id}`, 'group.group_label_get'),
  group_milestone: object(`${group}/milestone/{milestone_iid}`, 'group.group_milestone_get'),
  snippet: object('gitlab://snippet/{snippet_id}', 'snippet.get'),
} as const satisfies Readonly<Record<string, ResourceUri>>;

/** What a GitLab resource is, whichever object it names. */
export type ResourceKind = keyof typeof resourceUris;

/** Every kind, in the order of the list. */
export const resourceKinds = Object.keys(resourceUris) as readonly ResourceKind[];

function object(template: string, action: string) {
  return { template, actions: [action], subscribable: true, embedded: true } as const;
}

function list(template: string, action: string) {
  return { template, actions: [action], subscribable: false, embedded: false } as const;
}

function watchedList(template: string, action: string) {
  return { template, actions: [action], subscribable: true, embedded: false } as const;
}

/** The URI of what an action returned; `undefined` when it is no resource or a variable is not known. */
export function embeddedUri(actionId: string, input: Readonly<Record<string, unknown>>): string | undefined {
  const uri = embedded.get(actionId);
  return uri === undefined ? undefined : expandUri(uri, (variable) => input[uri.params?.[variable] ?? variable]);
}

const embedded: ReadonlyMap<string, ResourceUri> = new Map(
  resourceKinds
    .map((kind): ResourceUri => resourceUris[kind])
    .filter((uri) => uri.embedded)
    .map((uri) => [uri.actions[0], uri]),
);

/** The one spelling of a URI, whatever a client wrote: `undefined` when a variable has no value. */
export function expandUri(
  { template }: Pick<ResourceUri, 'template'>,
  valueOf: (variable: string) => unknown,
): string | undefined {
  let isComplete = true;
  const uri = template.replace(/\{(\+?)(\w+)\}/g, (_, plus: string, variable: string) => {
    const value = valueOf(variable);
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') isComplete = false;
    const text = String(value);
    return plus === '' ? encode(text) : text.split('/').map(encode).join('/');
  });
  return isComplete ? uri : undefined;
}

/** RFC 6570, simple expansion: everything but the unreserved characters is percent-encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
