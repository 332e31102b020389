import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type DocumentError, fitDocument, keysOf, trimDocument } from './fit-document.ts';

const document = `
query WorkItem($path: ID!, $first: Int) {
  namespace(fullPath: $path) {
    workItem(iid: "7") {
      id
      title
      due: dueOn(zone: "UTC") { day }
      color
      widgets {
        type
        ... on WidgetWeight { weight }
        ... on WidgetLabels { labels(first: $first) { nodes { title } } }
        ... on WidgetColor {
          color
          text
        }
      }
    }
  }
}`;

describe('a document is fitted to a schema', () => {
  test('that lacks fields: they go with alias, arguments and selections', () => {
    const fitted = fitDocument(document, [field('due: dueOn'), field('color\n')]) ?? '';

    expect(fitted).not.toMatch(/due|zone|day/);
    expect(faultsOf(fitted)).toEqual([]);
    expect(fitted).toContain('title');
  });

  test('that lacks types: their fragments go whole', () => {
    const fitted = fitDocument(document, [fragment('WidgetWeight'), fragment('WidgetColor')]) ?? '';

    expect(fitted).not.toMatch(/WidgetWeight|WidgetColor|text/);
    expect(fitted).toContain('... on WidgetLabels { labels(first: $first) { nodes { title } } }');
  });

  test('that lacks all of a part, which then asks for nothing but the type', () => {
    expect(fitDocument(document, [field('weight }')])).toContain('... on WidgetWeight { __typename }');
  });

  test('that lacks a part and what is in it', () => {
    const fitted = fitDocument(document, [fragment('WidgetColor'), field('text\n')]) ?? '';

    expect(fitted).not.toMatch(/WidgetColor|text/);
    expect(() => parse(fitted)).not.toThrow();
  });

  test('whatever else is wrong, which will be said again', () => {
    const fitted = fitDocument(document, [field('title'), { message: 'too complex' }]);

    expect(fitted).not.toContain('title\n');
    expect(fitted).toContain('due: dueOn');
  });

  test.each<[string, readonly DocumentError[]]>([
    ['nothing', []],
    [
      'an argument',
      [{ message: 'x', extensions: { code: 'argumentNotAccepted' }, locations: [{ line: 3, column: 3 }] }],
    ],
    ['a variable type', [{ message: 'x', path: ['query'], extensions: { code: 'undefinedType' } }]],
    ['a field that is nowhere', [{ ...field('title'), locations: [{ line: 99, column: 1 }] }]],
    ['a field without a place', [{ message: 'x', extensions: { code: 'undefinedField' } }]],
  ])('but not when GitLab says %s is wrong', (_, errors) => {
    expect(fitDocument(document, errors)).toBeUndefined();
  });
});

describe('a document is trimmed', () => {
  const whole = `
query Widgets($path: ID!, $state: [State!], $first: Int, $firstOfAll: Int) {
  group(path: $path) { widgets(state: $state, size: { first: $first }, after: $firstOfAll) { id labels(first: $first) } }
}`;

  test('to the variables that have a value, with the arguments of the others', () => {
    const trimmed = trimDocument(whole, { path: 'a', firstOfAll: null, state: undefined });

    expect(trimmed.replaceAll(/[\s,]+/g, ' ')).toBe(
      ' query Widgets($path: ID! $firstOfAll: Int) { group(path: $path) { widgets( size: { } after: $firstOfAll) { id labels } } }',
    );
    expect(() => parse(trimmed)).not.toThrow();
  });

  test('not at all when every variable has one', () => {
    expect(trimDocument(whole, { path: 'a', state: [], first: 1, firstOfAll: 2 })).toBe(whole);
  });
});

test('the path of an error is told in keys', () => {
  const path = ['query WorkItem', 'namespace', 'workItem', 'widgets', '... on WidgetColor', 'color'];

  expect(keysOf({ message: 'x', path })).toBe('namespace.workItem.widgets.color');
  expect(keysOf({ message: 'x' })).toBe('');
});

/** As GitLab reports it. */
function field(text: string): DocumentError {
  return {
    message: `no ${text}`,
    path: ['query', text],
    extensions: { code: 'undefinedField' },
    locations: [at(text)],
  };
}

function fragment(type: string): DocumentError {
  const text = `... on ${type}`;
  return { message: `no ${type}`, path: ['query', text], extensions: { code: 'undefinedType' }, locations: [at(text)] };
}

function at(text: string): { line: number; column: number } {
  const before = document.slice(0, document.indexOf(text)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function faultsOf(fitted: string): readonly string[] {
  const schema = buildSchema(`
    type Query { namespace(fullPath: ID!): Namespace }
    type Namespace { workItem(iid: String!): WorkItem }
    type WorkItem { id: ID title: String widgets: [Widget] }
    interface Widget { type: String }
    type WidgetWeight implements Widget { type: String weight: Int }
    type WidgetColor implements Widget { type: String color: String text: String }
    type WidgetLabels implements Widget { type: String labels(first: Int): Labels }
    type Labels { nodes: [Label] }
    type Label { title: String }`);
  return validate(schema, parse(fitted)).map(({ message }) => message);
}
