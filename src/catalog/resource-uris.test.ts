import { describe, expect, test } from 'vitest';
import type { Action } from './action.ts';
import { domains } from './domains.ts';
import { embeddedUri, expandUri, type ResourceUri, resourceKinds, resourceUris } from './resource-uris.ts';

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

describe('the list of URIs', () => {
  test('every variable is a param of the action, and every param the action needs is a variable', () => {
    const odd = resourceKinds.flatMap((kind) => {
      const { template, actions: ids, params }: ResourceUri = resourceUris[kind];
      const action = actions.find(({ id }) => id === ids[0]);
      if (action === undefined) return [];
      const given = [...template.matchAll(/\{\+?(\w+)\}/g)].map(([, name = '']) => params?.[name] ?? name);
      const needed = Object.entries(action.params).flatMap(([name, field]) => (field.required ? [name] : []));
      const isRight =
        given.every((name) => Object.hasOwn(action.params, name)) && needed.every((name) => given.includes(name));
      return isRight ? [] : [kind];
    });

    expect(odd).toEqual([]);
  });

  test('its actions only read', () => {
    const ids = new Set(resourceKinds.flatMap((kind): readonly string[] => resourceUris[kind].actions));

    expect(actions.filter(({ id, effect }) => ids.has(id) && effect !== 'read')).toEqual([]);
  });
});

describe('expandUri', () => {
  test('keeps the slashes of a path and encodes those of everything else', () => {
    const values: Readonly<Record<string, string>> = { project_id: 'a/b', ref: 'c/d', path: 'e f/g%2Fh.ts' };

    expect(expandUri(resourceUris.file, (name) => values[name])).toBe(
      'gitlab://project/a%2Fb/file/c%2Fd/e%20f/g%252Fh.ts',
    );
  });

  test('is nothing while a variable is missing or empty', () => {
    expect(expandUri(resourceUris.project, () => undefined)).toBeUndefined();
    expect(expandUri(resourceUris.project, () => '')).toBeUndefined();
  });
});
