import { describe, expect, test } from 'vitest';
import { Catalog } from '../../src/catalog/catalog.ts';
import { domains } from '../../src/catalog/domains.ts';
import { CatalogView, type Policy } from '../../src/catalog/view.ts';
import { iconsOf } from '../../src/mcp/icons.ts';
import { createDynamicSurface } from '../../src/surfaces/dynamic/dynamic-surface.ts';
import { createIndividualSurface } from '../../src/surfaces/individual/individual-surface.ts';
import { createMetaSurface } from '../../src/surfaces/meta/meta-surface.ts';
import type { Surface } from '../../src/surfaces/surface.ts';

const catalog = new Catalog(domains.flat());

function viewOf(policy: Partial<Policy> = {}): CatalogView {
  return new CatalogView(catalog, {
    tier: 'ultimate',
    gitlabCom: true,
    readOnly: false,
    safeMode: false,
    yolo: false,
    excluded: new Set(),
    adminMode: true,
    ...policy,
  });
}

const view = viewOf();
const surfaces: readonly (readonly [string, Surface, number])[] = [
  [
    'dynamic',
    createDynamicSurface(view, { search: { find: () => ({ results: [], suggestions: [] }) }, icons: iconsOf }),
    5_800,
  ],
  ['meta, opaque', createMetaSurface(view, { icons: iconsOf }), 200_000],
  ['meta, compact', createMetaSurface(view, { paramMode: 'compact', icons: iconsOf }), 470_000],
  ['meta, full', createMetaSurface(view, { paramMode: 'full', icons: iconsOf }), 950_000],
  ['individual', createIndividualSurface(view, { icons: iconsOf }), 2_600_000],
];

describe.each(surfaces)('the tools of the surface %s', (_name, { tools }, budget) => {
  test('T-30: stay below the weight they may have', () => {
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(budget);
  });

  test('T-37: no root has a union, a condition, a choice or a reference', () => {
    const roots = tools.flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema ?? { type: 'object' }]);

    expect(roots.filter((root) => root['type'] !== 'object')).toEqual([]);
    expect(
      roots.flatMap((root) => Object.keys(root)).filter((key) => /^(anyOf|oneOf|allOf|not|if|enum|\$ref)$/.test(key)),
    ).toEqual([]);
  });

  test('T-37, T-38: no schema has a reference, a format or a bound that cuts IDs, and every property one type', () => {
    const problems = tools.flatMap(({ name, inputSchema, outputSchema }) =>
      [inputSchema, outputSchema].flatMap((root) =>
        [...schemasIn(root)]
          .filter(
            (schema) =>
              Object.hasOwn(schema, '$ref') ||
              Object.hasOwn(schema, 'format') ||
              schema['maximum'] === 2_147_483_647 ||
              Array.isArray(schema['type']),
          )
          .map(() => name),
      ),
    );

    expect(problems).toEqual([]);
  });

  test('T-39: names are unique, short enough for a prefix and made of plain characters', () => {
    const names = tools.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][a-z0-9_]{0,63}$/.test(name))).toEqual([]);
  });

  test('T-42: texts are plain ASCII without what gateways refuse', () => {
    const texts = tools.flatMap((tool) => [
      tool.title,
      tool.annotations.title,
      tool.description,
      ...[...schemasIn(tool.inputSchema), ...schemasIn(tool.outputSchema)].flatMap(({ description }) =>
        typeof description === 'string' ? [description] : [],
      ),
    ]);

    expect(texts.filter((text) => !/^[\x20-\x7e]+$/.test(text) || /[;`<>|]|\$\(/.test(text))).toEqual([]);
  });

  test('every tool has its icons', () => {
    expect(tools.filter(({ icons }) => icons?.length !== 3)).toEqual([]);
  });

  test('every tool has a schema for its result and says that it may reach out', () => {
    expect(
      tools.filter(({ outputSchema, annotations }) => outputSchema === undefined || !annotations.openWorldHint),
    ).toEqual([]);
  });
});

describe('the surfaces that list actions', () => {
  test.each(surfaces.slice(1))('%s speaks of no tool it does not have', (_name, { tools }) => {
    expect(JSON.stringify(tools)).not.toMatch(/gitlab_(find|execute)_action/);
  });

  test('T-30: the meta surface has under sixty names', () => {
    expect(createMetaSurface(view).tools.length).toBeLessThan(60);
  });

  test('a description names tools where the catalog names actions', () => {
    const ids = new Set(view.actions.map(({ id }) => id));
    const texts = createIndividualSurface(view).tools.flatMap(({ description, inputSchema }) => [
      description,
      ...[...schemasIn(inputSchema)].map((schema) => String(schema['description'])),
    ]);

    expect(
      texts.flatMap((text) => text.match(/\b[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*\b/g) ?? []).filter((id) => ids.has(id)),
    ).toEqual([]);
  });

  test('standalone tools have the same name, schema and hints on both', () => {
    const individual = createIndividualSurface(view).tools;
    const standalone = createMetaSurface(view).tools.filter(({ name }) =>
      /^gitlab_(discover_project|interactive_\w+)$/.test(name),
    );

    expect(standalone).toHaveLength(5);
    expect(standalone.map(({ name, inputSchema, annotations }) => ({ name, inputSchema, annotations }))).toEqual(
      standalone.map(({ name }) => {
        const same = individual.find((tool) => tool.name === name);
        return { name, inputSchema: same?.inputSchema, annotations: same?.annotations };
      }),
    );
  });

  test('every served action can be called on both, once', () => {
    const byTool = new Set(view.actions.map(({ tool }) => tool));
    const named = createMetaSurface(view).manifest.entries(undefined);

    expect(new Set(createIndividualSurface(view).tools.map(({ name }) => name))).toEqual(byTool);
    expect(named).toHaveLength(view.actions.length);
    expect(new Set(named.map(({ id }) => id)).size).toBe(named.length);
  });
});

/** Every schema in a schema: itself, its properties, its elements and its alternatives. */
function* schemasIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const schema = value as Readonly<Record<string, unknown>>;
  yield schema;
  yield* schemasIn(schema['items']);
  for (const inner of Object.values(schema['properties'] ?? {})) yield* schemasIn(inner);
  for (const inner of (schema['anyOf'] as unknown[] | undefined) ?? []) yield* schemasIn(inner);
}
