import { describe, expect, test } from 'vitest';
import { Catalog } from '../../src/catalog/catalog.ts';
import { CatalogView, type Policy } from '../../src/catalog/view.ts';
import { defineAction } from '../../src/catalog/action.ts';
import { nothing, one } from '../../src/catalog/result.ts';
import { iconsOf } from '../../src/mcp/icons.ts';
import { createDynamicSurface } from '../../src/surfaces/dynamic/dynamic-surface.ts';
import type { JsonSchema, ToolDefinition } from '../../src/surfaces/surface.ts';

/** What a client pays for on every turn. A change here is a change for everyone: decide, then update. */
describe('the tools of the dynamic surface', () => {
  test('T-30: their definitions weigh this much, of 12,000 bytes they may have', () => {
    const bytes = Buffer.byteLength(JSON.stringify(surface().tools));

    expect(bytes).toBe(5766);
    expect(bytes).toBeLessThan(12_000);
  });

  test('two drawings are a third of that', () => {
    const bytes = Buffer.byteLength(JSON.stringify(surface().tools.map(({ icons }) => icons)));

    expect(bytes).toBe(1671);
  });

  test('T-39: there are two, with names no client has to shorten', () => {
    expect(surface().tools.map(({ name }) => name)).toEqual(['gitlab_find_action', 'gitlab_execute_action']);
  });

  test('they take these arguments', () => {
    expect(surface().tools.map(({ inputSchema }) => outline(inputSchema))).toEqual([
      { arguments: { query: 'string', limit: 'integer', explain: 'boolean' }, required: ['query'], open: false },
      {
        arguments: { action: 'string', params: 'object', confirm: 'boolean' },
        required: ['action', 'params'],
        open: false,
      },
    ]);
  });

  test('find accepts a query of 256 characters and params are free at their level', () => {
    const [find, execute] = surface().tools;

    expect(property(find, 'query')['maxLength']).toBe(256);
    expect(property(execute, 'params')['additionalProperties']).toBe(true);
  });

  test('HINT-02: a gateway can route by the action', () => {
    expect(property(surface().tools[1], 'action')['x-mcp-header']).toBe('Action');
  });

  test('they say what they may do', () => {
    expect(surface().tools.map(({ annotations }) => annotations)).toEqual([
      {
        title: 'GitLab Find Action',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      {
        title: 'GitLab Execute Action',
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
    ]);
  });

  test('with only reads in reach the execute tool is a read', () => {
    const served = surface({ readOnly: true });
    const trimmed = surface().toolsFor({ lists: (action) => action.effect === 'read', refusal: () => undefined });

    expect(served.tools[1]?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(trimmed[1]?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  });

  test('T-37: no root has a union, a condition or a reference', () => {
    for (const { inputSchema, outputSchema } of surface().tools) {
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema).toMatchObject({ type: 'object' });
        expect(Object.keys(schema ?? {}).filter((key) => /^(anyOf|oneOf|allOf|not|if|enum|\$ref)$/.test(key))).toEqual(
          [],
        );
      }
    }
  });

  test('T-42: their texts are plain ASCII without what gateways refuse', () => {
    const texts = surface().tools.flatMap((tool) => [
      tool.title,
      tool.description,
      ...descriptions(tool.inputSchema),
      ...descriptions(tool.outputSchema),
    ]);

    expect(texts.filter((text) => !/^[\x20-\x7e]+$/.test(text) || /[;`<>|]|\$\(/.test(text))).toEqual([]);
  });
});

const catalog = new Catalog([
  defineAction({
    id: 'thing.get',
    tool: 'gitlab_thing_get',
    title: 'Get a thing',
    summary: 'Get one thing.',
    effect: 'read',
    route: 'GET /things',
    params: {},
    result: one('thing'),
  }),
  defineAction({
    id: 'thing.delete',
    tool: 'gitlab_thing_delete',
    title: 'Delete a thing',
    summary: 'Delete one thing.',
    effect: 'destroy',
    route: 'DELETE /things',
    params: {},
    result: nothing('thing'),
  }),
]);

function surface(policy: Partial<Policy> = {}) {
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
  return createDynamicSurface(view, { search: { find: () => ({ results: [], suggestions: [] }) }, icons: iconsOf });
}

function outline(schema: JsonSchema): object {
  const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>);
  return {
    arguments: Object.fromEntries(properties.map(([name, { type }]) => [name, type])),
    required: schema['required'],
    open: schema['additionalProperties'],
  };
}

function property(tool: ToolDefinition | undefined, name: string): JsonSchema {
  return ((tool?.inputSchema['properties'] ?? {}) as Record<string, JsonSchema>)[name] ?? {};
}

function descriptions(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === 'description' && typeof inner === 'string' ? [inner] : descriptions(inner),
  );
}
