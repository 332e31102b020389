import { describe, expect, test } from 'vitest';
import { memoryFiles, replyJson, startStandIn } from '../../../test/support/run-action.ts';
import { type Action, defineAction } from '../../catalog/action.ts';
import { Catalog } from '../../catalog/catalog.ts';
import { id, integer, line, list, namespace, oneOf, required } from '../../catalog/field.ts';
import { page, projectId } from '../../catalog/fields.ts';
import { listOf, nothing, one } from '../../catalog/result.ts';
import { CatalogView, type Policy } from '../../catalog/view.ts';
import type { ActionSearch, SearchOptions } from '../search/action-search.ts';
import type { Grant, ToolContext, ToolResult } from '../surface.ts';
import { createDynamicSurface } from './dynamic-surface.ts';

type StandIn = Awaited<ReturnType<typeof startStandIn>>;

describe('gitlab_execute_action', () => {
  test('runs the action that is named and answers in both forms', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, thing));
    const { execute } = setup({ gitlab });

    const result = await execute({ action: 'thing.get', params: { project_id: 'a/b', thing_id: 7 } });

    expect(gitlab.seen()).toEqual(['GET /projects/a%2Fb/things/7']);
    expect(result.structuredContent).toEqual(thing);
    expect(textOf(result)).toBe(
      [
        '## Thing Lamp',
        '',
        '- **ID**: 7',
        '- **Title**: Lamp',
        '- **State**: 🟢 opened',
        '- **Web URL**: https://gitlab.example/a/b/-/things/7',
        '',
        '---',
        '',
        '💡 **Next steps:**',
        '- `thing.list`: List things',
        '- `thing.delete`: Delete a thing',
      ].join('\n'),
    );
  });

  test.each([
    ['an alias', 'things.show'],
    ['the name of the tool of its own', 'gitlab_thing_get'],
    ['other letters, blanks and separators', ' Thing/Get '],
    ['the name of a grouped tool before the dot', 'gitlab_thing.get'],
  ])('knows an action by %s', async (_what, action) => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, thing));
    const { execute } = setup({ gitlab });

    expect((await execute({ action, params: { project_id: 1, thing_id: 7 } })).isError).toBeUndefined();
  });

  test.each([
    ['as JSON text', { action: 'thing.get', params: '{"project_id":1,"thing_id":7}' }],
    ['beside action, when every one is a parameter of it', { action: 'thing.get', project_id: 1, thing_id: 7 }],
    ['under other names', { action: 'thing.get', params: { project: 1, thing: '#7' } }],
  ])('takes params %s', async (_how, args) => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, thing));
    const { execute } = setup({ gitlab });

    await execute(args);

    expect(gitlab.seen()).toEqual(['GET /projects/1/things/7']);
  });

  test('an action without required params needs none', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, []));
    const { execute } = setup({ gitlab });

    const result = await execute({ action: 'thing.list' });

    expect(result.structuredContent).toMatchObject({ items: [] });
  });

  test.each([
    ['T-05: no arguments', undefined, /action is missing.*found with gitlab_find_action/],
    ['T-05: null for arguments', null, /action is missing/],
    [
      'an unknown action',
      { action: 'thing.gett', params: {} },
      /no action "thing.gett".*thing\.get.*gitlab_find_action/,
    ],
    ['an alias of several actions', { action: 'things', params: {} }, /several actions.*thing\.list, thing\.search/],
    ['an unknown param', { action: 'thing.list', params: { stat: 'on' } }, /"stat", did you mean state.*input_schema/],
    [
      'a missing param',
      { action: 'thing.get', params: { project_id: 1 } },
      /missing required parameter thing_id.*input_schema/,
    ],
    [
      'a param beside params',
      { action: 'thing.get', params: { project_id: 1 }, thing_id: 7 },
      /"thing_id".*inside params/,
    ],
    ['an unknown key without params', { action: 'thing.get', project_id: 1, colour: 'red' }, /"colour".*inside params/],
    ['params that are a list', { action: 'thing.get', params: [1] }, /params must be an object/],
    [
      'confirm as a text',
      { action: 'thing.delete', params: { project_id: 1 }, confirm: 'true' },
      /confirm is "true".*boolean true/,
    ],
    [
      'confirm inside params',
      { action: 'thing.delete', params: { project_id: 1, confirm: true } },
      /beside action and params/,
    ],
    [
      'a destructive action without confirm',
      { action: 'thing.delete', params: { project_id: 1 } },
      /thing\.delete cannot be undone.*ask the user.*confirm set to true/,
    ],
    ['confirm set to false', { action: 'thing.delete', params: { project_id: 1 }, confirm: false }, /ask the user/],
  ])('%s is an error that says what to do, and nothing is sent', async (_what, args, expected) => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { execute } = setup({ gitlab });

    const result = await execute(args);

    expect(textOf(result)).toMatch(expected);
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(gitlab.seen()).toEqual([]);
  });

  test('T-29: a confirmed deletion reports what was deleted', async () => {
    await using gitlab = await startStandIn((_, reply) => reply.writeHead(204).end());
    const { execute } = setup({ gitlab });

    const result = await execute({ action: 'thing.delete', params: { project_id: 'a/b' }, confirm: true });

    expect(result.structuredContent).toEqual({
      status: 'success',
      message: 'Action completed successfully.',
      action: 'thing.delete',
      target: { project_id: 'a/b' },
    });
    expect(textOf(result)).toContain(
      '✅ Action completed successfully.\n\n- **Action**: `thing.delete` (Delete a thing)\n- **project_id**: a/b',
    );
  });

  test('without the confirmation of destructive actions it runs at once', async () => {
    await using gitlab = await startStandIn((_, reply) => reply.writeHead(204).end());
    const { execute } = setup({ gitlab, policy: { yolo: true } });

    expect((await execute({ action: 'thing.delete', params: { project_id: 1 } })).isError).toBeUndefined();
  });

  test('T-25: safe mode shows what would be sent, as an error, and asks for no confirmation first', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { execute } = setup({ gitlab, policy: { safeMode: true } });

    const result = await execute({ action: 'thing.delete', params: { project_id: 'a/b' } });

    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({
      status: 'blocked',
      mode: 'safe',
      tool: 'thing.delete',
      params: { project_id: 'a/b' },
    });
    expect(textOf(result)).toContain('## 🛑 Safe mode blocked thing.delete');
    expect(textOf(result)).toContain('"project_id": "a/b"');
    expect(textOf(result)).toContain('GITLAB_MCP_SAFE_MODE=false');
    expect(gitlab.seen()).toEqual([]);
  });

  test('a withheld action is said to exist, with the reason', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { execute } = setup({ gitlab, policy: { readOnly: true, readOnlyBecause: 'token' } });

    const result = await execute({ action: 'thing.delete', params: {} });

    expect(textOf(result)).toMatch(
      /^gitlab_execute_action: action "thing.delete" exists but is not offered here: this token can only read/,
    );
    expect(textOf(result)).toMatch(/Do not report the capability as missing\.$/);
  });

  test('an excluded action reads as unknown', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { execute } = setup({ gitlab, policy: { excluded: new Set(['thing.delete']) } });

    const result = await execute({ action: 'thing.delete', params: {} });

    expect(textOf(result)).toMatch(/^gitlab_execute_action: there is no action "thing.delete"/);
  });

  test('a fine-grained token is refused after the params are checked and before it is asked to confirm', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const grant: Grant = {
      lists: () => false,
      refusal: ({ id }) => `action "${id}" exists but was not granted. Do not report the capability as missing.`,
    };
    const { execute } = setup({ gitlab, grant });

    expect(textOf(await execute({ action: 'thing.delete', params: {} }))).toMatch(/missing required parameter/);
    expect(textOf(await execute({ action: 'thing.delete', params: { project_id: 1 } }))).toBe(
      'gitlab_execute_action: action "thing.delete" exists but was not granted. Do not report the capability as missing.',
    );
    expect(gitlab.seen()).toEqual([]);
  });

  test('what GitLab refuses is told in one line, with where to look for the right ID', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { message: '403 Forbidden' }, {}, 403));
    const { execute, failures } = setup({ gitlab });

    const result = await execute({ action: 'thing.list', params: {} });

    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(textOf(result)).toMatch(/^thing\.list: .+\(403 Forbidden\)\. Suggestion: .+: GET http:.+\/things: 403$/);
    expect(failures).toHaveLength(1);
  });

  test('a thing that is not there gets a card that names the list', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, { message: '404 Thing Not Found' }, {}, 404),
    );
    const { execute } = setup({ gitlab });

    const result = await execute({ action: 'thing.get', params: { project_id: 1, thing_id: 7 } });

    expect(result.isError).toBe(true);
    expect(result.content[0].annotations?.priority).toBe(0.6);
    expect(textOf(result)).toMatch(/^## ❓ Thing Not Found\n\nthing\.get: .*404 Thing Not Found/);
    expect(textOf(result)).toContain('Look for the right `thing_id` with `thing.list`');
  });

  test('a mistake of ours says nothing of what happened inside, and is logged', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { execute, logged } = setup({ gitlab });

    const result = await execute({ action: 'thing.explode', params: {} });

    expect(textOf(result)).toBe(
      'thing.explode: this server made a mistake and has logged it. Suggestion: try once more, then tell its operator',
    );
    expect(logged).toEqual(['tool call failed']);
  });

  test('tells the observer which action a name stands for', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, thing));
    const { execute, resolved } = setup({ gitlab });

    await execute({ action: 'things.show', params: { project_id: 1, thing_id: 7 } });

    expect(resolved).toEqual(['thing.get']);
  });
});

describe('gitlab_find_action', () => {
  test('gives the ID, the exact schema and an example of each hit', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { find } = setup({ gitlab });

    const result = await find({ query: 'delete a thing', limit: 1 });

    expect(result.structuredContent).toEqual({
      query: 'delete a thing',
      count: 1,
      results: [
        {
          id: 'thing.delete',
          summary: 'Delete the things of a project for good.',
          tool: 'gitlab_thing',
          domain: 'thing',
          action: 'delete',
          schema_uri: 'gitlab://tools/thing.delete',
          destructive: true,
          required_params: ['project_id'],
          input_schema: expect.objectContaining({
            type: 'object',
            required: ['project_id'],
            x_confirmation: expect.any(String),
          }),
          example: {
            tool: 'gitlab_execute_action',
            arguments: { action: 'thing.delete', params: { project_id: 'group/project' } },
          },
          score: 100,
        },
      ],
    });
    expect(gitlab.seen()).toEqual([]);
  });

  test('T-26: the text alone is enough to make the call', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { find } = setup({ gitlab });

    const text = textOf(await find({ query: 'list things', limit: 3 }));

    expect(text).toContain('| `thing.delete` | Delete the things of a project for good. | ⚠️ yes | `project_id` |');
    expect(text).toContain('Params (* required): `project_id`* ID or path, `thing_id`* integer');
    expect(text).toContain('{"action":"thing.delete","params":{"project_id":"group/project"}}');
    expect(text).toContain('inside one params object');
  });

  test('shows what a fine-grained token reaches, the next best instead of what it does not', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const grant: Grant = { lists: (action) => action.effect === 'read', refusal: () => undefined };
    const { find } = setup({ gitlab, grant });

    const result = await find({ query: 'things', limit: 2 });

    expect(idsOf(result)).toEqual(['thing.explode', 'thing.get']);
    expect(result.structuredContent).not.toMatchObject({
      results: [{}, { related_actions: expect.arrayContaining(['thing.delete']) }],
    });
  });

  test.each([
    ['limit as a text', { query: 'x', limit: '2' }, { limit: 2, explain: false }],
    ['a limit over 50', { query: 'x', limit: 500 }, { limit: 50, explain: false }],
    ['no limit', { query: 'x' }, { limit: 20, explain: false }],
    ['null for what is optional', { query: 'x', limit: null, explain: null }, { limit: 20, explain: false }],
    ['explain', { query: 'x', explain: true }, { limit: 20, explain: true }],
  ])('takes %s', async (_what, args, expected) => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { find, searches } = setup({ gitlab });

    await find(args);

    expect(searches).toEqual([expected]);
  });

  test.each([
    ['T-05: no arguments', undefined, /query is empty.*"list open merge requests"/],
    ['a blank query', { query: '  \n' }, /query is empty/],
    ['a query of hidden characters', { query: '\u200b\u2060' }, /query is empty/],
    [
      'a query that is too long',
      { query: `${'x'.repeat(255)}😀 ` },
      /query has 257 characters, at most 256.*one thing at a time/,
    ],
    ['a query that is no text', { query: ['a'] }, /query must be a text/],
    ['a limit below 1', { query: 'x', limit: 0 }, /limit is 0/],
    ['an unknown argument', { query: 'x', limits: 3 }, /unknown argument "limits", did you mean limit/],
  ])('%s is an error that says what to do', async (_what, args, expected) => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { find, searches } = setup({ gitlab });

    const result = await find(args);

    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(expected);
    expect(searches).toEqual([]);
  });

  test('a query of exactly 256 characters is searched, pairs of surrogates counting as one', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { find } = setup({ gitlab });

    expect((await find({ query: '😀'.repeat(256) })).isError).toBeUndefined();
  });

  test('finding nothing names words to try', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const search: ActionSearch = { find: () => ({ results: [], suggestions: ['label', 'table'] }) };
    const { find } = setup({ gitlab, policy: { tier: 'ultimate' }, search });

    const result = await find({ query: 'xyzzy' });

    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual({
      query: 'xyzzy',
      count: 0,
      results: [],
      suggestions: ['label', 'table'],
      next_step: expect.stringContaining('Search again'),
    });
    expect(textOf(result)).toContain('Common areas: project, issue, merge request, pipeline, branch, user');
  });

  test('T-26: the text says which rows it shows in full, and how to see the others', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { find } = setup({ gitlab });

    const whole = textOf(await find({ query: 'things' }));
    const few = textOf(await find({ query: 'things', limit: 3 }));

    expect(whole).toContain(
      'Params and examples are shown for `thing.delete`, `thing.explode`, `thing.get`, the first 3 of 5.',
    );
    expect(whole).toContain('search for its exact ID, such as query `thing.list` with limit 1');
    expect(few).not.toContain('Params and examples are shown for');
  });

  test('T-26: in the text choices are whole and numbers have their words', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { find } = setup({ gitlab, search: finding('thing.search') });

    const text = textOf(await find({ query: 'x' }));

    expect(text).toContain('`letter` (a, b, c, d, e, f, g, h, i, j, k, l, m)');
    expect(text).toContain('`fields` list of (a, "a,b")');
    expect(text).toContain('`role` integer or word (10 guest, 30 developer)');
    expect(text).toContain('`owner` ID or username');
    expect(text).toContain('Give exactly one of text, letter.');
  });

  test('what a tier does not take is neither in the text nor in the example', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { find } = setup({ gitlab, search: finding('thing.search') });

    const result = await find({ query: 'x' });

    expect(textOf(result)).not.toContain('weight');
    expect(JSON.stringify(result.structuredContent)).not.toContain('weight');
  });

  test.each([
    ['the five nearest without a limit', { query: 'thing.get' }, 5],
    ['as many as asked for with one', { query: 'thing.get', limit: 7 }, 7],
  ])('the name of an action finds it and %s', async (_how, args, count) => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const others = Array.from({ length: 9 }, (_, index) => ({ action: actions[0] as Action, score: 90 - index }));
    const { find } = setup({
      gitlab,
      search: {
        find: (_query, { limit }) => ({
          results: [{ action: actions[0] as Action, score: 300, isNamed: true as const }, ...others].slice(0, limit),
          suggestions: [],
        }),
      },
    });

    expect(idsOf(await find(args))).toHaveLength(count);
  });

  test.each([
    ['the first five, and those near the best', { query: 'x' }, [100, 90, 80, 70, 61, 60]],
    ['at least five', { query: 'x' }, [100, 40, 30, 20, 10]],
    ['all within a limit of the caller', { query: 'x', limit: 6 }, [100, 40, 30, 20, 10, 9]],
  ])('shows %s', async (_what, args, expected) => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const scores = [...expected, 9, 8];
    const { find } = setup({
      gitlab,
      search: {
        find: (_query, { limit }) => ({
          results: scores.slice(0, limit).map((score) => ({ action: actions[0] as Action, score })),
          suggestions: [],
        }),
      },
    });

    const results = (await find(args)).structuredContent?.['results'] as readonly { readonly score: number }[];
    expect(results.map(({ score }) => score)).toEqual(expected);
  });

  test('hits that are close to each other are no reason to say that none fits', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const hit = { action: actions[0] as Action, score: 110, ambiguousWith: ['thing.list'] };
    const { find } = setup({ gitlab, search: { find: () => ({ results: [hit], suggestions: [] }) } });

    const text = textOf(await find({ query: 'things' }));

    expect(text).toContain('These are close to each other: `thing.get`, `thing.list`.');
    expect(text).not.toContain('None of these fits well');
  });

  test('says when no hit fits well, what competes and why', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const explanation = [{ field: 'id', term: 'thing', points: 12 }];
    const { find } = setup({
      gitlab,
      search: {
        find: () => ({
          results: catalog.actions
            .slice(0, 1)
            .map((action) => ({ action, score: 40, lowConfidence: true, ambiguousWith: ['thing.get'], explanation })),
          suggestions: [],
        }),
      },
    });

    const result = await find({ query: 'thing', explain: true });

    expect(result.structuredContent).toMatchObject({
      results: [{ low_confidence: true, ambiguous_with: ['thing.get'], explanation }],
    });
    expect(textOf(result)).toContain('None of these fits well');
  });

  test.each<[string, Partial<Policy>, Grant | undefined, readonly RegExp[]]>([
    ['everything', { tier: 'ultimate' }, undefined, []],
    ['the free set', {}, undefined, [/need GitLab Premium or Ultimate are not shown.*counts as Free\. If it is more/]],
    [
      'a licence',
      { tier: 'premium', licensed: true },
      undefined,
      [/need GitLab Ultimate are not shown.*as Premium\.$/],
    ],
    [
      'reads, as the operator wants',
      { tier: 'ultimate', readOnly: true, readOnlyBecause: 'operator' },
      undefined,
      [
        /^Actions that change something exist but are not offered here: the operator's configuration serves reads only\.$/,
      ],
    ],
    [
      'reads, with such a token',
      { tier: 'ultimate', readOnly: true, readOnlyBecause: 'token' },
      undefined,
      [/needs a token with the scope api\.$/],
    ],
    [
      'a fine-grained token',
      { tier: 'ultimate' },
      { lists: () => true, refusal: () => undefined },
      [/fine-grained token was not granted are not shown/],
    ],
  ])('a search in vain in a view of %s says what it could not find', async (_view, policy, grant, expected) => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const at = { gitlab, policy, ...(grant === undefined ? {} : { grant }) };
    const poor = { action: actions[0] as Action, score: 40, lowConfidence: true };
    const surfaces = [[poor], []].map((results) =>
      setup({ ...at, search: { find: () => ({ results, suggestions: [] }) } }),
    );
    const good = setup({
      ...at,
      search: { find: () => ({ results: [{ action: actions[0] as Action, score: 110 }], suggestions: [] }) },
    });

    for (const { find } of surfaces) {
      const result = await find({ query: 'create a thing' });

      const notes = (result.structuredContent?.['notes'] ?? []) as readonly string[];
      expect(notes).toHaveLength(expected.length);
      for (const [at, pattern] of expected.entries()) expect(notes[at]).toMatch(pattern);
      for (const note of notes) expect(textOf(result)).toContain(note);
    }
    expect((await good.find({ query: 'get a thing' })).structuredContent).not.toHaveProperty('notes');
  });
});

test('there is no third tool', async () => {
  await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
  const { surface, context } = setup({ gitlab });

  expect(surface.call('gitlab_thing_get', {}, context)).toBeUndefined();
});

const thing = {
  id: 7,
  title: 'Lamp',
  state: 'opened',
  web_url: 'https://gitlab.example/a/b/-/things/7',
  description: null,
};

const facts = { title: 'List things', summary: 'List the things you may see.', effect: 'read' } as const;

const actions: readonly Action[] = [
  defineAction({
    id: 'thing.get',
    tool: 'gitlab_thing_get',
    title: 'Get a thing',
    summary: 'Get one thing of a project.',
    effect: 'read',
    route: 'GET /projects/:project_id/things/:thing_id',
    params: { project_id: projectId, thing_id: required(id('ID of the thing.', { aliases: ['thing'] })) },
    result: one('thing'),
    aliases: ['things.show'],
    related: ['thing.list', 'thing.delete', 'thing.unknown'],
  }),
  defineAction({
    ...facts,
    id: 'thing.list',
    tool: 'gitlab_thing_list',
    route: 'GET /things',
    params: { state: oneOf('State.', ['on', 'off']), ...page },
    result: listOf('thing'),
    aliases: ['things'],
  }),
  defineAction({
    ...facts,
    id: 'thing.search',
    tool: 'gitlab_thing_search',
    route: 'GET /search',
    params: {
      text: line('Text.'),
      letter: oneOf('Letter.', 'abcdefghijklm'.split('')),
      fields: list('Fields.', oneOf('Field.', ['a', 'a,b'])),
      role: integer('Role.', { words: { guest: 10, visitor: 10, developer: 30 } }),
      owner: namespace('Owner.', { names: 'user' }),
      weight: required(integer('Weight.', { tier: 'premium' })),
    },
    rules: [{ rule: 'exactly-one', of: ['text', 'letter'] }],
    result: listOf('thing'),
    aliases: ['things'],
  }),
  defineAction({
    id: 'thing.delete',
    tool: 'gitlab_thing_delete',
    title: 'Delete a thing',
    summary: 'Delete the things of a project for good.',
    effect: 'destroy',
    route: 'DELETE /projects/:project_id/things',
    params: { project_id: projectId },
    result: nothing('thing'),
  }),
  defineAction({
    ...facts,
    id: 'thing.explode',
    tool: 'gitlab_thing_explode',
    params: {},
    run: () => Promise.reject(new TypeError('secret of ours')),
    result: one('thing'),
  }),
];
const catalog = new Catalog(actions);

interface Setup {
  readonly gitlab: StandIn;
  readonly policy?: Partial<Policy>;
  readonly grant?: Grant;
  readonly search?: ActionSearch;
}

/** Finds everything there is, by ID, so that a test sees what the surface makes of hits. */
function setup({ gitlab, policy = {}, grant, search }: Setup) {
  const view = new CatalogView(catalog, {
    tier: 'free',
    gitlabCom: false,
    readOnly: false,
    safeMode: false,
    yolo: false,
    excluded: new Set(),
    adminMode: true,
    ...policy,
  });
  const searches: Pick<SearchOptions, 'limit' | 'explain'>[] = [];
  const everything: ActionSearch = {
    find(_query, { limit, explain, reaches = () => true }) {
      searches.push({ limit, explain });
      const reached = view.actions.filter(reaches).slice(0, limit);
      return { results: reached.map((action, index) => ({ action, score: 100 - index })), suggestions: [] };
    },
  };
  const logged: string[] = [];
  const failures: unknown[] = [];
  const resolved: string[] = [];
  const surface = createDynamicSurface(view, {
    search: search ?? everything,
    logger: { error: (message) => logged.push(message) },
  });
  const context: ToolContext = {
    caller: { gitlab: gitlab.client, policy: view.policy },
    signal: new AbortController().signal,
    progress: () => undefined,
    files: memoryFiles().files,
    grant,
    observer: {
      resolved: (action) => resolved.push(action.id),
      previewed: () => undefined,
      failed: (error) => failures.push(error),
    },
  };
  const call =
    (name: string) =>
    async (args: unknown): Promise<ToolResult> => {
      const result = await surface.call(name, args, context);
      if (result === undefined) throw new Error(`there is no tool ${name}`);
      return result;
    };
  return {
    surface,
    context,
    logged,
    failures,
    resolved,
    searches,
    find: call('gitlab_find_action'),
    execute: call('gitlab_execute_action'),
  };
}

/** Finds one action, whatever is asked. */
function finding(wanted: string): ActionSearch {
  const found = actions.filter(({ id: own }) => own === wanted);
  return { find: () => ({ results: found.map((action) => ({ action, score: 100 })), suggestions: [] }) };
}

function textOf(result: ToolResult): string {
  return result.content[0].text;
}

function idsOf(result: ToolResult): string[] {
  const results = result.structuredContent?.['results'] as readonly { readonly id: string }[];
  return results.map(({ id }) => id);
}
