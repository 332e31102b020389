import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/catalog/action.ts';
import { domains } from '../../src/catalog/domains.ts';
import type { Tier } from '../../src/catalog/field.ts';
import { type JsonSchema, paramsSchema } from '../../src/catalog/json-schema.ts';

const actions: readonly Action[] = domains.flat();
const tiers: readonly Tier[] = ['free', 'premium', 'ultimate'];

/** What the strictest clients and gateways accept; one schema that breaks it costs the whole tool list. */
describe.each(actions.map((action) => ({ id: action.id, action })))('$id', ({ action }) => {
  const schema = paramsSchema(action, { tier: 'ultimate', yolo: false });

  test('T-37: its params are one closed object without unions, references or conditions anywhere', () => {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(keywordsOf(schema).filter((keyword) => !allowedKeywords.has(keyword))).toEqual([]);
  });

  test('T-37: every value has exactly one type, every list says what it holds, every enum has distinct texts', () => {
    expect(faults(schema, 'params')).toEqual([]);
  });

  test('T-38: no number is bounded below what GitLab counts to', () => {
    const bounds = numbersOf(schema, 'maximum').filter((maximum) => maximum >= 2 ** 31 - 1 && maximum < 2 ** 53 - 1);

    expect(bounds).toEqual([]);
  });

  test('T-42: its texts hold nothing a gateway refuses', () => {
    const texts = [action.title, action.summary, action.usage ?? '', ...textsOf(schema)];

    expect(texts.filter((text) => /[;`<>|\p{Cc}]|\$\(/u.test(text))).toEqual([]);
  });

  test('what it requires is what it describes, in every tier', () => {
    for (const tier of tiers) {
      const { properties, required = [] } = paramsSchema(action, { tier, yolo: true }) as ObjectSchema;

      expect(required.filter((name) => !Object.hasOwn(properties, name))).toEqual([]);
    }
  });
});

interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

const allowedKeywords: ReadonlySet<string> = new Set([
  'type',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'x_confirmation',
]);

/** The schema and every schema inside it. */
function schemasIn(schema: JsonSchema): JsonSchema[] {
  const inner = [
    ...Object.values((schema as ObjectSchema).properties ?? {}),
    ...(schema['items'] === undefined ? [] : [schema['items'] as JsonSchema]),
  ];
  return [schema, ...inner.flatMap(schemasIn)];
}

function keywordsOf(schema: JsonSchema): string[] {
  return schemasIn(schema).flatMap((inner) => Object.keys(inner));
}

function numbersOf(schema: JsonSchema, keyword: string): number[] {
  return schemasIn(schema).flatMap((inner) => (typeof inner[keyword] === 'number' ? [inner[keyword]] : []));
}

function textsOf(schema: JsonSchema): string[] {
  return schemasIn(schema).flatMap((inner) =>
    [inner['description'], inner['x_confirmation']].filter((text) => typeof text === 'string'),
  );
}

function faults(schema: JsonSchema, path: string): string[] {
  const own: string[] = [];
  const { type, items, properties } = schema as ObjectSchema;
  if (typeof type !== 'string') own.push(`${path} has no single type`);
  if (type === 'array' && typeof items !== 'object') own.push(`${path} does not say what it holds`);
  if (type === 'object' && typeof schema['additionalProperties'] !== 'boolean')
    own.push(`${path} does not say whether it is closed`);
  if (path !== 'params' && typeof schema['description'] !== 'string') own.push(`${path} has no description`);
  const values = schema['enum'];
  if (values !== undefined) {
    const isGood =
      Array.isArray(values) &&
      values.length > 0 &&
      new Set(values).size === values.length &&
      values.every((value) => typeof value === 'string' && value !== '');
    if (!isGood) own.push(`${path} has a bad enum`);
  }
  for (const [name, inner] of Object.entries(properties ?? {})) {
    if (!/^[A-Za-z0-9_.-]{1,64}$/.test(name)) own.push(`${path}.${name} is a bad name`);
    own.push(...faults(inner, `${path}.${name}`));
  }
  if (typeof items === 'object' && items !== null) own.push(...faults(items as JsonSchema, `${path}[]`));
  return own;
}
