import { describe, expect, test } from 'vitest';
import { defineAction } from '../../catalog/action.ts';
import { Catalog } from '../../catalog/catalog.ts';
import { domains } from '../../catalog/domains.ts';
import { flag, line, namespace, required } from '../../catalog/field.ts';
import { listOf, nothing, one } from '../../catalog/result.ts';
import { CatalogView, type Policy } from '../../catalog/view.ts';
import type { ToolContext } from '../surface.ts';
import { createMetaSurface, type MetaSurfaceOptions } from './meta-surface.ts';

describe('a tool per group', () => {
  test('lists its actions, with the params they cannot do without', () => {
    const [tool] = surface().tools;

    expect(tool?.name).toBe('gitlab_thing');
    expect(tool?.description).toContain('create(name): Create a thing, delete(project_id): Delete a thing, list(): ');
    expect(tool?.inputSchema).toMatchObject({
      properties: {
        action: { enum: ['create', 'delete', 'list'] },
        params: { type: 'object', additionalProperties: true },
      },
      required: ['action'],
      additionalProperties: false,
    });
  });

  test('has the hints of its most dangerous action', () => {
    expect(surface().tools[0]?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
    });
    expect(surface({ safeMode: true }).tools[0]?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
    });
    expect(surface({ readOnly: true }).tools[0]?.annotations).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
    });
  });

  test('T-37: names the params of each action below params when it is asked to', () => {
    const compact = surface({}, { paramMode: 'compact' }).tools[0]?.inputSchema;
    const full = surface({}, { paramMode: 'full' }).tools[0]?.inputSchema;

    expect(compact).toMatchObject({
      properties: {
        params: {
          anyOf: [
            { title: 'create', properties: { name: { type: 'string' } }, required: ['name'] },
            { title: 'delete', properties: { project_id: { type: 'string' }, confirm: { type: 'boolean' } } },
            { title: 'list', properties: { deep: { type: 'boolean' } } },
          ],
        },
      },
    });
    expect(JSON.stringify(compact)).not.toContain('Its name.');
    expect(JSON.stringify(full)).toContain('Its name.');
    expect(full).toMatchObject({ properties: { params: { anyOf: [{ additionalProperties: false }, {}, {}] } } });
  });

  test('shows a grant the actions it lists, and nothing where it lists none', () => {
    const whole = surface();
    const some = whole.toolsFor({ lists: ({ effect }) => effect === 'read', refusal: () => undefined });

    expect(some[0]?.inputSchema).toMatchObject({ properties: { action: { enum: ['list'] } } });
    expect(some[0]?.annotations.readOnlyHint).toBe(true);
    expect(whole.toolsFor({ lists: () => true, refusal: () => undefined })).toBe(whole.tools);
    expect(whole.toolsFor({ lists: () => false, refusal: () => undefined })).toEqual([]);
  });

  test.each([
    [{}, 'gitlab_thing: action is missing. Suggestion: give one of create, delete, list'],
    [{ action: 'lost' }, 'gitlab_thing: there is no action "lost". Suggestion: give one of create, delete, list'],
    [{ action: '__proto__' }, 'there is no action "__proto__"'],
    ['list', 'arguments must be an object with action and params'],
    [{ action: 'list', wide: 1 }, 'put the parameters of gitlab_thing.list inside params'],
    [{ action: 'delete', params: { project_id: 'a/b' } }, 'confirm set to true inside params'],
    [{ action: 'delete', params: { project_id: 'a/b' }, confirm: true }, 'give it inside params'],
    [{ action: 'delete', params: { project_id: 'a/b', confirm: 'true' } }, 'give the boolean true, without quotes'],
    [{ action: 'create', params: {} }, 'build params from the schema in gitlab://tools/gitlab_thing.create'],
  ])('answers %j with what to do next', async (args, text) => {
    const refused = await surface().call('gitlab_thing', args, context);

    expect(refused?.isError).toBe(true);
    expect(refused?.content[0].text).toContain(text);
  });

  test.each(['list', 'thing.list', 'gitlab_thing.list', ' list '])('takes %j for the action list', async (action) => {
    const ran = await surface().call('gitlab_thing', { action, params: { wide: true } }, context);

    expect(ran?.content[0].text).toContain('gitlab_thing.list: unknown parameter "wide"');
  });

  test('takes the path of a project under its other name unless its schema says everything', async () => {
    const args = { action: 'delete', params: { project_path: 'a/b' } };

    const opaque = await surface().call('gitlab_thing', args, context);
    const full = await surface({}, { paramMode: 'full' }).call('gitlab_thing', args, context);

    expect(opaque?.content[0].text).toContain('cannot be undone');
    expect(full?.content[0].text).toContain('unknown parameter "project_path"');
  });

  test('is gone with its last action, and an action that is withheld says so', async () => {
    const withoutReads = { readOnly: true, excluded: new Set(['thing.list']) };

    expect(surface(withoutReads).tools).toEqual([]);
    expect(surface(withoutReads).call('gitlab_thing', { action: 'list' }, context)).toBeUndefined();
    const refused = await surface(withoutReads).call('gitlab_thing', { action: 'delete' }, context);
    expect(refused?.content[0].text).toContain('action "thing.delete" exists but is not offered here');
  });

  test('has an entry per action in the manifest', () => {
    const { manifest } = surface();

    expect(manifest.entries(undefined).map(({ id }) => id)).toEqual([
      'gitlab_thing.create',
      'gitlab_thing.delete',
      'gitlab_thing.list',
    ]);
    expect(manifest.detail('gitlab_thing.delete', undefined)).toMatchObject({
      kind: 'meta_action',
      call: { tool: 'gitlab_thing', action: 'delete', params_location: 'params', confirm_location: 'params.confirm' },
    });
    expect(manifest.detail('thing.list', undefined)).toMatchObject({ alias_of: 'gitlab_thing.list' });
    expect(manifest.detail('gitlab_thing', undefined)).toMatchObject({ kind: 'visible_tool' });
    expect(manifest.detail('lost', undefined)).toBeUndefined();
  });
});

describe('where else to look', () => {
  const all = new Catalog(domains.flat());
  const complete = { tier: 'ultimate', gitlabCom: true } as const;

  test('stands at the end of a description, under names of tools that are listed', () => {
    const { tools } = createMetaSurface(viewOf(complete, all));
    const names = new Set(tools.map(({ name }) => name));
    const clauses = tools.flatMap(({ name, description }) => {
      const named = /\. See also ([^.]+(?:\.\w+)?)\.$/.exec(description)?.[1]?.split(', ') ?? [];
      return named.map((other) => [name, other] as const);
    });

    expect(clauses).toContainEqual(['gitlab_pipeline', 'gitlab_job']);
    expect(clauses).toContainEqual(['gitlab_interactive_issue_create', 'gitlab_issue.create']);
    expect(clauses.filter(([name, other]) => name === other || !names.has(other.split('.')[0] ?? ''))).toEqual([]);
    expect(new Set(clauses.map(([name]) => name)).size).toBeGreaterThan(40);
  });

  test('leaves out what is excluded, or out of reach of a grant', () => {
    const withoutJobs = createMetaSurface(viewOf({ ...complete, excluded: new Set(['job']) }, all));
    const granted = createMetaSurface(viewOf(complete, all)).toolsFor({
      lists: (action) => !action.id.startsWith('job.'),
      refusal: () => undefined,
    });

    for (const tools of [withoutJobs.tools, granted]) {
      expect(tools.find(({ name }) => name === 'gitlab_pipeline')?.description).toMatch(
        /See also gitlab_ci_variable\.$/,
      );
    }
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

function surface(policy: Partial<Policy> = {}, options: MetaSurfaceOptions = {}) {
  return createMetaSurface(viewOf(policy), options);
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
