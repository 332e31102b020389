import type { ResourceContent } from './surface.ts';

/** Reads whose object is also a resource: a client may keep it, and watch it, under this URI. */
const templates: Readonly<Record<string, string>> = {
  'project.get': 'gitlab://project/{project_id}',
  'project.board_get': 'gitlab://project/{project_id}/board/{board_id}',
  'project.label_get': 'gitlab://project/{project_id}/label/{label_id}',
  'project.milestone_get': 'gitlab://project/{project_id}/milestone/{milestone_iid}',
  'group.get': 'gitlab://group/{group_id}',
  'group.group_label_get': 'gitlab://group/{group_id}/label/{label_id}',
  'group.group_milestone_get': 'gitlab://group/{group_id}/milestone/{milestone_iid}',
  'issue.get': 'gitlab://project/{project_id}/issue/{issue_iid}',
  'merge_request.get': 'gitlab://project/{project_id}/mr/{merge_request_iid}',
  'pipeline.get': 'gitlab://project/{project_id}/pipeline/{pipeline_id}',
  'job.get': 'gitlab://project/{project_id}/job/{job_id}',
  'tag.get': 'gitlab://project/{project_id}/tag/{tag_name}',
  'release.get': 'gitlab://project/{project_id}/release/{tag_name}',
  'repository.commit_get': 'gitlab://project/{project_id}/commit/{sha}',
  'environment.get': 'gitlab://project/{project_id}/environment/{environment_id}',
  'environment.deployment_get': 'gitlab://project/{project_id}/deployment/{deployment_id}',
  'feature_flags.feature_flag_get': 'gitlab://project/{project_id}/feature_flag/{name}',
  'access.deploy_key_get': 'gitlab://project/{project_id}/deploy_key/{deploy_key_id}',
  'wiki.get': 'gitlab://project/{project_id}/wiki/{slug}',
  'snippet.get': 'gitlab://snippet/{snippet_id}',
  'snippet.project_get': 'gitlab://project/{project_id}/snippet/{snippet_id}',
  'branch.get': 'gitlab://project/{project_id}/branch/{branch}',
};

/** Names of variables, where the input of the action is called otherwise. */
const otherNames: Readonly<Record<string, string>> = {
  branch: 'branch_name',
  name: 'feature_flag_name',
  slug: 'page_slug',
};

/** The URI of what an action returned; `undefined` when it is no resource or a variable is not known. */
export function resourceUri(actionId: string, input: Readonly<Record<string, unknown>>): string | undefined {
  const template = Object.hasOwn(templates, actionId) ? templates[actionId] : undefined;
  if (template === undefined) return undefined;
  let isComplete = true;
  const uri = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name] ?? input[otherNames[name] ?? ''];
    if (typeof value !== 'string' && typeof value !== 'number') isComplete = false;
    return expand(String(value));
  });
  return isComplete ? uri : undefined;
}

export function resourceBlock(uri: string, value: unknown): ResourceContent {
  return {
    type: 'resource',
    resource: { uri, mimeType: 'application/json', text: JSON.stringify(value) },
    annotations: { audience: ['assistant'], priority: 0.6 },
  };
}

/** RFC 6570, simple expansion: everything but the unreserved characters is percent-encoded. */
function expand(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
