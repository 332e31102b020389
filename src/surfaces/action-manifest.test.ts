import { describe, expect, test } from 'vitest';
import { defineAction } from '../catalog/action.ts';
import { Catalog } from '../catalog/catalog.ts';
import { domains } from '../catalog/domains.ts';
import { flag, line, required } from '../catalog/field.ts';
import { one } from '../catalog/result.ts';
import { CatalogView, type Policy } from '../catalog/view.ts';
import { createDynamicSurface } from './dynamic/dynamic-surface.ts';

const thingId = required(line('Name.'));
const get = defineAction({
  id: 'thing.get',
  tool: 'gitlab_thing_get',
  title: 'Get a thing',
  summary: 'Get one thing.',
  effect: 'read',
  route: 'GET /things/:thing_id',
  params: { thing_id: thingId, deep: flag('Deep.') },
  aliases: ['thing.show'],
  result: one('thing'),
});
const remove = defineAction({
  id: 'thing.delete',
  tool: 'gitlab_thing_delete',
  title: 'Delete a thing',
  summary: 'Delete one thing.',
  effect: 'destroy',
  route: 'DELETE /things/:thing_id',
  params: {
    thing_id: thingId,
    why: line('Why.'),
    because: line('Because.'),
    who: line('Who.', { tier: 'premium' }),
  },
  rules: [
    { rule: 'exactly-one', of: ['why', 'because'] },
    { rule: 'at-most-one', of: ['why', 'who'] },
  ],
  result: one('thing'),
});

const everything: Policy = {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
};

function manifest(policy: Partial<Policy> = {}, actions = [get, remove]) {
  const view = new CatalogView(new Catalog(actions), { ...everything, ...policy });
  return createDynamicSurface(view, { search: { find: () => ({ results: [], suggestions: [] }) } }).manifest;
}

const onlyReads = { lists: ({ effect }: { effect: string }) => effect === 'read', refusal: () => undefined };

describe('the manifest of the dynamic surface', () => {
  test('lists actions and tools by ID, each with what a call of it needs', () => {
    const { surface, entries } = manifest();

    expect(surface).toBe('dynamic');
    expect(entries(undefined).map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'gitlab_execute_action visible_tool',
      'gitlab_find_action visible_tool',
      'thing.delete dynamic_action',
      'thing.get dynamic_action',
    ]);
    expect(entries(undefined)[2]).toEqual({
      id: 'thing.delete',
      kind: 'dynamic_action',
      tool: 'gitlab_execute_action',
      action: 'thing.delete',
      domain: 'thing',
      title: 'Delete a thing',
      description: 'Delete one thing. Give exactly one of why, because.',
      detail_uri: 'gitlab://tools/thing.delete',
      destructive: true,
      read_only: false,
      required_params: [{ name: 'thing_id', type: 'string' }],
      required_params_any_of: [[{ name: 'why', type: 'string' }], [{ name: 'because', type: 'string' }]],
    });
  });

  test('names the tools of tools/list', () => {
    expect(manifest().visibleTools(undefined)).toEqual([
      {
        name: 'gitlab_find_action',
        title: 'GitLab Find Action',
        detail_uri: 'gitlab://tools/gitlab_find_action',
        read_only: true,
        destructive: false,
      },
      {
        name: 'gitlab_execute_action',
        title: 'GitLab Execute Action',
        detail_uri: 'gitlab://tools/gitlab_execute_action',
        read_only: false,
        destructive: true,
      },
    ]);
  });

  test('a detail says how to call an action, with its schema', () => {
    expect(manifest().detail('thing.delete', undefined)).toMatchObject({
      id: 'thing.delete',
      call: {
        tool: 'gitlab_execute_action',
        action: 'thing.delete',
        action_location: 'action',
        params_location: 'params',
        confirm_location: 'confirm',
      },
      input_schema: { type: 'object', required: ['thing_id'] },
    });
    expect(manifest().detail('thing.get', undefined)?.call).not.toHaveProperty('confirm_location');
    expect(manifest().detail('thing.show', undefined)).toMatchObject({ id: 'thing.show', alias_of: 'thing.get' });
    expect(manifest().detail('thing.nothing', undefined)).toBeUndefined();
    expect(manifest({ yolo: true }).detail('thing.delete', undefined)?.call).not.toHaveProperty('confirm_location');
  });

  test('a tool has a detail of its own', () => {
    expect(manifest().detail('gitlab_find_action', undefined)).toMatchObject({
      kind: 'visible_tool',
      call: { tool: 'gitlab_find_action', params_location: 'arguments' },
      input_schema: { required: ['query'] },
    });
  });

  test('FG-04: a grant trims entries, tools and details', () => {
    const { entries, visibleTools, detail } = manifest();

    expect(entries(onlyReads).map(({ id }) => id)).toEqual([
      'gitlab_execute_action',
      'gitlab_find_action',
      'thing.get',
    ]);
    expect(visibleTools(onlyReads)[1]).toMatchObject({ name: 'gitlab_execute_action', read_only: true });
    expect(detail('thing.delete', onlyReads)).toBeUndefined();
    expect(detail('thing.get', onlyReads)?.id).toBe('thing.get');
  });

  test('in safe mode nothing is destructive and nothing asks for confirmation', () => {
    const detail = manifest({ safeMode: true }).detail('thing.delete', undefined);

    expect(detail).toMatchObject({ destructive: false, read_only: false });
    expect(detail?.call).not.toHaveProperty('confirm_location');
  });

  test('every action of the catalog has an entry and a detail', () => {
    const all = domains.flat();
    const { entries, detail } = manifest({}, all);

    expect(entries(undefined)).toHaveLength(all.length + 2);
    expect(all.filter(({ id }) => detail(id, undefined)?.id !== id)).toEqual([]);
  });
});
