import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ErrorFamily } from './gitlab-error.ts';
import { describeGraphqlErrors, readGitLabMessage } from './gitlab-message.ts';

describe('readGitLabMessage', () => {
  test.each<[unknown, ErrorFamily, string | undefined]>([
    [{ message: '404 Project Not Found' }, 'application', '404 Project Not Found'],
    [{ message: { title: ["can't be blank"] } }, 'validation', "title can't be blank"],
    [
      { message: { name: ['has already been taken'], path: ['has already been taken', 'is too short'] } },
      'validation',
      'name has already been taken; path has already been taken; is too short',
    ],
    [{ message: { base: ['Reference not found'] } }, 'validation', 'Reference not found'],
    [{ message: { error: 'Too many requests' } }, 'validation', 'Too many requests'],
    // Cherry-picks and reverts carry a code beside the reason.
    [{ message: 'Sorry, it is empty.', error_code: 'empty' }, 'application', 'Sorry, it is empty.'],
    [{ message: ['one', 'two'] }, 'application', 'one; two'],
    [{ error: 'title is missing' }, 'parameter', 'title is missing'],
    [{ error: 'invalid_token', error_description: 'Token is expired.' }, 'oauth', 'Token is expired.'],
    [{ error: 'insufficient_scope', error_description: 'More.', scope: 'api' }, 'oauth', 'More.'],
    [{ message: 'a', error: 'b' }, 'parameter', 'b'],
    [{ message: 'x', html: '<b>' }, 'foreign', undefined],
    [{ code: 1, detail: 'from a gateway' }, 'foreign', undefined],
    [['message'], 'foreign', undefined],
    [undefined, 'foreign', undefined],
    ['text', 'foreign', undefined],
    [{}, 'none', undefined],
    [{ message: '' }, 'application', undefined],
    [{ message: null }, 'application', undefined],
  ])('%j is of the family %s and says %s', (body, family, text) => {
    expect(readGitLabMessage(body, false)).toEqual({ family, text });
  });

  test('GraphQL errors are read from their list', () => {
    const body = { errors: [{ message: "Field 'x' doesn't exist", path: ['a'] }, { message: 'Second' }], data: null };

    expect(readGitLabMessage(body, true)).toEqual({ family: 'graphql', text: "Field 'x' doesn't exist; Second" });
    expect(describeGraphqlErrors(body.errors)).toBe("Field 'x' doesn't exist; Second");
  });

  test('whatever GitLab is made to say, it is one clean line of bounded length', () => {
    const nasty = fc.stringMatching(/^[a-z\u0000-\u001f\u007f\u200b\u202e\u2028\ufeff\u{e0041}]*$/u);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 3_000 }), nasty), (message) => {
        const { text = '' } = readGitLabMessage({ message }, false);

        expect(Array.from(text).length).toBeLessThanOrEqual(512);
        expect(text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  test('a message of great depth or breadth is not unfolded for ever', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 1_000; level += 1) deep = { a: [deep] };
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, ['bad']]));

    expect(readGitLabMessage({ message: deep }, false).text).toBeUndefined();
    expect(readGitLabMessage({ message: wide }, false).text?.length).toBeLessThanOrEqual(512);
  });
});
