import { describe, expect, test } from 'vitest';
import { type ResourceUri, resourceKinds, resourceUris } from '../../src/catalog/resource-uris.ts';
import {
  defineGuides,
  defineManifest,
  defineObject,
  defineTemplate,
  defineTool,
  isTemplate,
  subscribableTemplates,
} from '../../src/resources/definitions.ts';

const options = { subscriptions: true };
const resources = [
  ...resourceKinds.filter((kind) => !isTemplate(kind)).map((kind) => defineObject(kind, options)),
  defineManifest(options),
  ...defineGuides(options),
];
const templates = [
  ...resourceKinds.filter(isTemplate).map((kind) => defineTemplate(kind, options)),
  defineTool(options),
];

/** URIs that clients keep and configurations name. A change here breaks them: decide, then update. */
describe('the resources', () => {
  test('there are eight, under these URIs and names', () => {
    expect(resources.map(({ uri, name }) => `${uri} ${name}`)).toEqual([
      'gitlab://user/current current_user',
      'gitlab://groups groups',
      'gitlab://tools tool_manifest',
      'gitlab://guides/git-workflow git_workflow',
      'gitlab://guides/merge-request-hygiene merge_request_hygiene',
      'gitlab://guides/conventional-commits conventional_commits',
      'gitlab://guides/code-review code_review',
      'gitlab://guides/pipeline-troubleshooting pipeline_troubleshooting',
    ]);
  });

  test('there are 37 templates, under these names', () => {
    expect(templates.map(({ uriTemplate, name }) => `${uriTemplate} ${name}`)).toEqual([
      'gitlab://project/{project_id} project',
      'gitlab://project/{project_id}/members project_members',
      'gitlab://project/{project_id}/labels project_labels',
      'gitlab://project/{project_id}/milestones project_milestones',
      'gitlab://project/{project_id}/branches project_branches',
      'gitlab://project/{project_id}/issues project_issues',
      'gitlab://project/{project_id}/releases project_releases',
      'gitlab://project/{project_id}/tags project_tags',
      'gitlab://project/{project_id}/commit/{sha} commit',
      'gitlab://project/{project_id}/file/{ref}/{+path} file_blob',
      'gitlab://project/{project_id}/wiki/{slug} wiki_page',
      'gitlab://project/{project_id}/branch/{branch} branch',
      'gitlab://project/{project_id}/tag/{tag_name} tag',
      'gitlab://project/{project_id}/release/{tag_name} release',
      'gitlab://project/{project_id}/label/{label_id} label',
      'gitlab://project/{project_id}/milestone/{milestone_iid} milestone',
      'gitlab://project/{project_id}/board/{board_id} board',
      'gitlab://project/{project_id}/deployment/{deployment_id} deployment',
      'gitlab://project/{project_id}/environment/{environment_id} environment',
      'gitlab://project/{project_id}/job/{job_id} job',
      'gitlab://project/{project_id}/feature_flag/{name} feature_flag',
      'gitlab://project/{project_id}/deploy_key/{deploy_key_id} deploy_key',
      'gitlab://project/{project_id}/snippet/{snippet_id} project_snippet',
      'gitlab://project/{project_id}/issue/{issue_iid} issue',
      'gitlab://project/{project_id}/mr/{merge_request_iid} merge_request',
      'gitlab://project/{project_id}/mr/{merge_request_iid}/notes merge_request_notes',
      'gitlab://project/{project_id}/mr/{merge_request_iid}/discussions merge_request_discussions',
      'gitlab://project/{project_id}/pipelines/latest latest_pipeline',
      'gitlab://project/{project_id}/pipeline/{pipeline_id} pipeline',
      'gitlab://project/{project_id}/pipeline/{pipeline_id}/jobs pipeline_jobs',
      'gitlab://group/{group_id} group',
      'gitlab://group/{group_id}/members group_members',
      'gitlab://group/{group_id}/projects group_projects',
      'gitlab://group/{group_id}/label/{label_id} group_label',
      'gitlab://group/{group_id}/milestone/{milestone_iid} group_milestone',
      'gitlab://snippet/{snippet_id} snippet',
      'gitlab://tools/{id} tool_detail',
    ]);
  });

  test('SUB-02, SUB-04: these 26 kinds can be watched and no others', () => {
    const watched = resourceKinds.filter((kind) => resourceUris[kind].subscribable);

    expect(watched.toSorted()).toEqual([
      'board',
      'branch',
      'deploy_key',
      'deployment',
      'environment',
      'feature_flag',
      'file',
      'group',
      'group_label',
      'group_milestone',
      'issue',
      'job',
      'label',
      'merge_request',
      'merge_request_discussions',
      'merge_request_notes',
      'milestone',
      'pipeline',
      'pipeline_jobs',
      'pipeline_latest',
      'project',
      'project_snippet',
      'release',
      'snippet',
      'tag',
      'wiki',
    ]);
    expect(subscribableTemplates(new Set(resourceKinds))).toHaveLength(26);
    expect(subscribableTemplates(new Set(resourceKinds))[0]).toBe('gitlab://group/{group_id}');
  });

  test('22 actions repeat their object under its URI', () => {
    expect(resourceKinds.filter((kind) => resourceUris[kind].embedded)).toHaveLength(22);
  });

  test('they go with these actions', () => {
    const actions = resourceKinds.flatMap((kind): readonly string[] => (resourceUris[kind] as ResourceUri).actions);

    expect(actions.toSorted()).toEqual([
      'access.deploy_key_get',
      'branch.get',
      'branch.list',
      'environment.deployment_get',
      'environment.get',
      'feature_flags.feature_flag_get',
      'group.get',
      'group.group_label_get',
      'group.group_milestone_get',
      'group.list',
      'group.members',
      'group.projects',
      'issue.get',
      'issue.list',
      'job.get',
      'job.list',
      'merge_request.get',
      'mr_review.discussion_list',
      'mr_review.note_list',
      'pipeline.get',
      'pipeline.latest',
      'project.board_get',
      'project.get',
      'project.label_get',
      'project.label_list',
      'project.members',
      'project.milestone_get',
      'project.milestone_list',
      'release.get',
      'release.list',
      'repository.commit_get',
      'repository.file_get',
      'repository.file_raw',
      'snippet.get',
      'snippet.project_get',
      'tag.get',
      'tag.list',
      'user.current',
      'wiki.get',
    ]);
  });

  test('T-42: no name, title or description has a character that gateways refuse', () => {
    const texts = [...resources, ...templates].flatMap(({ name, title, description }) => [name, title, description]);

    expect(texts.filter((text) => !/^[\x20-\x7e]+$/.test(text) || /[;`<>|]|\$\(/.test(text))).toEqual([]);
  });

  test('a description is one or two sentences, and every name is its own', () => {
    const all = [...resources, ...templates];

    expect(all.filter(({ description }) => !/^[A-Z].{15,280}\.$/.test(description)).map(({ name }) => name)).toEqual(
      [],
    );
    expect(new Set(all.map(({ name }) => name)).size).toBe(45);
  });

  test('both lists together weigh this much', () => {
    expect(Buffer.byteLength(JSON.stringify(resources))).toBe(2314);
    expect(Buffer.byteLength(JSON.stringify(templates))).toBe(15_086);
  });
});
