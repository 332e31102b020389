import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitDocument, isOfAnotherSchema, keysOf } from '../catalog/fit-document.ts';
import { readGraphqlResponse } from './graphql-response.ts';

describe('readGraphqlResponse', () => {
  test('what GitLab writes stays as it is', () => {
    const error = {
      message: "Field 'x' doesn't exist on type 'Project'",
      locations: [{ line: 1, column: 3 }],
      path: ['query', 'project', 'x', 0],
      extensions: { code: 'undefinedField' },
    };

    expect(readGraphqlResponse({ data: null, errors: [error] })).toEqual({ data: null, errors: [error] });
    expect(readGraphqlResponse({ data: { project: 7 } })).toEqual({ data: { project: 7 } });
  });

  test.each([
    ['an object', { a: 1 }, ['no reason given']],
    ['a text', 'broken', ['broken']],
    [
      'a list of anything',
      [null, 7, 'x', {}, { message: 7 }],
      Array.from('  x  ', (x) => x.trim() || 'no reason given'),
    ],
    ['none', null, undefined],
  ])('T-21: errors that are %s are errors all the same', (_, errors, messages) => {
    expect(readGraphqlResponse({ data: {}, errors })?.errors?.map(({ message }) => message)).toEqual(messages);
  });

  test.each([null, 7, 'x', [], {}, { message: 'no' }])('%j is no answer to a document', (body) => {
    expect(readGraphqlResponse(body)).toBeUndefined();
  });

  test('T-21: whoever looks into the errors finds what the types promise', () => {
    const odd = fc.oneof(fc.anything(), fc.record({ line: fc.anything(), column: fc.integer({ min: -9, max: 9 }) }));
    const list = fc.oneof(odd, fc.array(odd, { maxLength: 4 }));
    const error = fc.record({ message: list, path: list, locations: list, extensions: odd });

    fc.assert(
      fc.property(fc.oneof(list, fc.array(error, { maxLength: 3 })), (errors) => {
        for (const each of readGraphqlResponse({ data: null, errors })?.errors ?? []) {
          expect(each.message.length).toBeGreaterThanOrEqual(0);
          expect(keysOf(each)).toEqual(expect.any(String));
          expect(isOfAnotherSchema(each)).toEqual(expect.any(Boolean));
          expect(() => fitDocument('query { a }', [{ ...each, extensions: { code: 'undefinedField' } }])).not.toThrow();
        }
      }),
    );
  });
});
