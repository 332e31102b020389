import { describe, expect, test } from 'vitest';
import type { Action } from './action.ts';
import { domains } from './domains.ts';
import { embeddedUri } from './resource-uris.ts';

const actions: readonly Action[] = domains.flat();

describe('embeddedUri', () => {
  test.each([
    ['project.get', { project_id: 'group/project' }, 'gitlab://project/group%2Fproject'],
    ['group.group_label_get', { group_id: 7, label_id: 'priority::high' }, 'gitlab://group/7/label/priority%3A%3Ahigh'],
    ['branch.get', { project_id: 7, branch_name: "fix/(it's)" }, 'gitlab://project/7/branch/fix%2F%28it%27s%29'],
    ['snippet.get', { snippet_id: 3 }, 'gitlab://snippet/3'],
    ['issue.get', { project_id: 7 }, undefined],
    ['constructor', { project_id: 7 }, undefined],
  ])('%s with %j is %s', (id, input, uri) => {
    expect(embeddedUri(id, input)).toBe(uri);
  });

  test.each([
    'project.get',
    'project.board_get',
    'project.label_get',
    'project.milestone_get',
    'group.get',
    'group.group_label_get',
    'group.group_milestone_get',
    'issue.get',
    'merge_request.get',
    'pipeline.get',
    'job.get',
    'tag.get',
    'release.get',
    'repository.commit_get',
    'environment.get',
    'environment.deployment_get',
    'feature_flags.feature_flag_get',
    'access.deploy_key_get',
    'wiki.get',
    'snippet.get',
    'snippet.project_get',
    'branch.get',
  ])('the URI of %s is built from what the action takes', (id) => {
    const action = actions.find((candidate) => candidate.id === id);
    const names = Object.keys(action?.params ?? {});

    expect(action === undefined || embeddedUri(id, Object.fromEntries(names.map((name) => [name, 'x'])))).toBeTruthy();
  });
});
