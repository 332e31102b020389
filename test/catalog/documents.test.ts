import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/catalog/action.ts';
import { domains } from '../../src/catalog/domains.ts';
import { trimDocument } from '../../src/catalog/fit-document.ts';
import { toVariables } from '../../src/catalog/graphql-variables.ts';
import { normalise } from '../../src/catalog/normalise.ts';
import { faultsOf, loadGitlabSchema, operationOf } from '../support/gitlab-schema.ts';
import { fullInput, leastInput } from './example-input.ts';

const schema = loadGitlabSchema();
const actions: readonly Action[] = domains.flat();
const source = join(import.meta.dirname, '../../src/catalog/domains');
const files = globSync('*/*-documents.ts', { cwd: source }).sort();

/** Every document of the catalog, by file and name. */
const documents = (
  await Promise.all(
    files.map(async (file) => {
      const exported: Record<string, unknown> = await import(join(source, file));
      return Object.entries(exported).flatMap(([name, value]) =>
        name.endsWith('Document') && typeof value === 'string' ? [{ name: `${file} ${name}`, document: value }] : [],
      );
    }),
  )
).flat();

describe('T-67: every document', () => {
  test.each(documents)('$name fits the schema of GitLab', ({ document }) => {
    expect(faultsOf(schema, document)).toEqual([]);
  });

  test('lies in a file of documents, so that none is missed here', () => {
    const others = globSync('**/*.ts', { cwd: join(source, '../..') }).filter(
      (file) => !/(-documents|\.test)\.ts$/.test(file),
    );
    const holding = others.filter((file) =>
      /[`'"]\s*(query|mutation|subscription)(\s+\w+)?\s*(\(\s*\$|\{)/.test(
        readFileSync(join(source, '../..', file), 'utf8'),
      ),
    );

    // Looks up the number of a path for the client; it belongs to no action.
    expect(holding).toEqual(['gitlab/resolve-path.ts']);
    expect(documents.length).toBeGreaterThan(40);
  });
});

const graphqlActions = actions.flatMap((action) =>
  action.graphql === undefined ? [] : [{ id: action.id, action, spec: action.graphql }],
);

describe.each(graphqlActions)('$id', ({ action, spec }) => {
  test('T-58: is a query exactly where it reads', () => {
    expect(operationOf(spec.document).operation).toBe(action.effect === 'read' ? 'query' : 'mutation');
  });

  test.each([
    ['the least', leastInput],
    ['everything', fullInput],
  ])('T-67: %s it takes becomes variables that GitLab accepts', (_, exampleOf) => {
    expect(faultsWith(exampleOf(action))).toEqual([]);
  });

  test('T-67: GitLab knows every value of every enum', () => {
    const least = leastInput(action);
    const faults = Object.entries(action.params).flatMap(([name, field]) => {
      const item = field.type === 'array' ? field.items : field;
      if (item.type !== 'string') return [];
      return (item.enum ?? []).flatMap((value) =>
        faultsWith({ ...least, [name]: field.type === 'array' ? [value] : value }),
      );
    });

    expect(faults).toEqual([]);
  });

  function faultsWith(given: object): readonly string[] {
    const { input } = normalise({ ...action, rules: [] }, given);
    const variables = toVariables(action, spec, withNumbers(input));
    return faultsOf(schema, trimDocument(spec.document, variables), variables);
  }

  /** As after the look-ups of what GitLab takes by number only. */
  function withNumbers(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => {
        const field = action.params[name];
        return [name, field?.type === 'string' && field.numericOnly === true ? 7 : value];
      }),
    );
  }
});
