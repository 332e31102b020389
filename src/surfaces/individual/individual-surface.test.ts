import { describe, expect, test } from 'vitest';
import { defineAction } from '../../catalog/action.ts';
import { Catalog } from '../../catalog/catalog.ts';
import { domains } from '../../catalog/domains.ts';
import { flag, line, namespace, required } from '../../catalog/field.ts';
import { listOf, nothing, one } from '../../catalog/result.ts';
import { CatalogView, type Policy } from '../../catalog/view.ts';
import { NextSteps } from '../next-steps.ts';
import type { ToolContext } from '../surface.ts';
import { createIndividualSurface } from './individual-surface.ts';

describe('a tool per action', () => {
  test('takes the params as arguments, and confirm only where something is destroyed', () => {
    const properties = surface().tools.map(({ name, inputSchema }) => [
      name,
      Object.keys(inputSchema['properties'] as object),
    ]);

    expect(properties).toEqual([
      ['gitlab_thing_create', ['name']],
      ['gitlab_thing_delete', ['project_id', 'confirm']],
      ['gitlab_thing_list', ['deep']],
    ]);
    expect(surface().tools.every(({ inputSchema }) => inputSchema['additionalProperties'] === false)).toBe(true);
  });

  test.each([{ yolo: true }, { safeMode: true }])('asks for no confirm with %j', (policy) => {
    expect(JSON.stringify(surface(policy).tools)).not.toContain('"confirm"');
  });

  test('does not speak of confirmation in safe mode', () => {
    expect(JSON.stringify(surface({ safeMode: true }).tools)).not.toContain('x_confirmation');
    expect(JSON.stringify(surface({ yolo: true }).tools)).toContain('x_confirmation');
  });

  test('says by its hints what it does', () => {
    const hints = surface().tools.map(({ annotations: { readOnlyHint, destructiveHint, idempotentHint } }) => [
      readOnlyHint,
      destructiveHint,
      idempotentHint,
    ]);

    expect(hints).toEqual([
      [false, false, false],
      [false, true, true],
      [true, false, true],
    ]);
  });

  test('is named in the description of another', () => {
    expect(surface().tools[0]?.description).toBe('Create one, after gitlab_thing_list.');
  });

  test('is called by its name alone', () => {
    for (const name of ['thing.list', 'thing.all', 'gitlab_thing', 'gitlab_find_action', '__proto__']) {
      expect(surface().call(name, {}, context)).toBeUndefined();
    }
  });

  test('refuses the path of a project under another name than its schema has', async () => {
    const refused = await surface().call('gitlab_thing_delete', { project_path: 'a/b', confirm: true }, context);

    expect(refused?.content[0].text).toBe(
      'gitlab_thing_delete: unknown parameter "project_path", give the path as project_id',
    );
  });

  test.each(['true', 1, 'yes'])('takes %j for no agreement', async (confirm) => {
    const refused = await surface().call('gitlab_thing_delete', { project_id: 'a/b', confirm }, context);

    expect(refused?.isError).toBe(true);
    expect(refused?.content[0].text).toContain('give the boolean true, without quotes');
  });

  test('says that it is withheld when it exists', async () => {
    const refused = await surface({ readOnly: true }).call('gitlab_thing_delete', {}, context);

    expect(refused?.content[0].text).toContain('action "thing.delete" exists but is not offered here');
  });
});

describe('two IDs that share a tool', () => {
  const all = new Catalog(domains.flat());
  const pairs = [...Map.groupBy(all.actions, ({ tool }) => tool)].flatMap(([tool, [first, second, ...more]]) =>
    first === undefined || second === undefined || more.length > 0
      ? []
      : [{ tool, first: first.id, second: second.id }],
  );

  test.each(pairs)('$tool: the details of $first and $second lead to it', ({ tool, first, second }) => {
    const { manifest } = createIndividualSurface(viewOf({}, all));
    const own = manifest.detail(tool, undefined);

    expect(own).toMatchObject({ id: tool, call: { tool, params_location: 'arguments' } });
    expect(own).not.toHaveProperty('alias_of');
    for (const id of [first, second]) expect(manifest.detail(id, undefined)).toEqual({ ...own, id, alias_of: tool });
  });

  test.each(
    pairs.flatMap(({ tool, first, second }) => [
      { tool, excluded: first, left: second },
      { tool, excluded: second, left: first },
    ]),
  )('without $excluded $tool is $left, on every surface', ({ tool, excluded, left }) => {
    const view = viewOf({ excluded: new Set([excluded]) }, all);
    const { tools, manifest } = createIndividualSurface(view);

    expect(tools.filter(({ name }) => name === tool)).toHaveLength(1);
    expect(tools.find(({ name }) => name === tool)?.title).toBe(all.findById(left)?.title);
    expect(view.resolve(tool)).toMatchObject({ kind: 'action', action: { id: left } });
    expect(manifest.detail(excluded, undefined)).toBeUndefined();
    expect(manifest.detail(left, undefined)?.alias_of).toBe(tool);
  });

  test.each(pairs)('without $tool there is neither $first nor $second', ({ tool, first, second }) => {
    const view = viewOf({ excluded: new Set([tool]) }, all);
    const { tools, manifest } = createIndividualSurface(view);

    expect(tools.filter(({ name }) => name === tool)).toEqual([]);
    for (const id of [first, second, tool]) expect(manifest.detail(id, undefined)).toBeUndefined();
  });

  test('there are four, all of them reads, so a read-only list has them too', () => {
    const { tools } = createIndividualSurface(viewOf({ readOnly: true }, all));

    expect(pairs).toHaveLength(4);
    expect(tools.filter(({ name }) => pairs.some(({ tool }) => tool === name))).toHaveLength(4);
  });

  test('a result does not name the tool it came from as its next step', () => {
    const steps = new NextSteps(viewOf({}, all), ({ tool }) => tool);
    const own = all.actions.filter((action) => steps.related(action).some((other) => other.tool === action.tool));

    expect(own).toEqual([]);
  });
});

const catalog = new Catalog([
  defineAction({
    id: 'thing.list',
    tool: 'gitlab_thing_list',
    title: 'List things',
    summary: 'List things.',
    effect: 'read',
    route: 'GET /things',
    params: { deep: flag('Also those below.') },
    aliases: ['thing.all'],
    result: listOf('thing'),
  }),
  defineAction({
    id: 'thing.create',
    tool: 'gitlab_thing_create',
    title: 'Create a thing',
    summary: 'Create one, after thing.list.',
    effect: 'write',
    route: 'POST /things',
    params: { name: required(line('Its name.')) },
    result: one('thing'),
  }),
  defineAction({
    id: 'thing.delete',
    tool: 'gitlab_thing_delete',
    title: 'Delete a thing',
    summary: 'Delete one thing.',
    effect: 'destroy',
    route: 'DELETE /projects/:project_id/thing',
    params: { project_id: required(namespace('ID or path of the project.', { aliases: ['project_path'] })) },
    result: nothing('thing'),
  }),
]);

function surface(policy: Partial<Policy> = {}) {
  return createIndividualSurface(viewOf(policy));
}

function viewOf(policy: Partial<Policy> = {}, of = catalog): CatalogView {
  return new CatalogView(of, {
    tier: 'free',
    gitlabCom: false,
    readOnly: false,
    safeMode: false,
    yolo: false,
    excluded: new Set(),
    adminMode: true,
    ...policy,
  });
}

/** Nothing here gets as far as GitLab. */
const context: ToolContext = {
  caller: {
    gitlab: {
      send: async () => Promise.reject(new Error('nothing is sent here')),
      graphql: async () => Promise.reject(new Error('nothing is sent here')),
    } as unknown as ToolContext['caller']['gitlab'],
    policy: viewOf().policy,
  },
  signal: new AbortController().signal,
  progress: () => undefined,
  files: undefined,
};
