import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CredentialSource, extractCredential } from './extract-credential.ts';

const token = 'glpat-0123456789abcdefghij';

describe('extractCredential', () => {
  test.each([
    ['PRIVATE-TOKEN', token, 'private-token'],
    ['private-token', ` \t${token} `, 'private-token'],
    ['Authorization', `Bearer ${token}`, 'bearer'],
    ['AUTHORIZATION', `bEARER   ${token}\t`, 'bearer'],
  ])('AUTH-01, T-56: %s: %s is a credential', (name, value, kind) => {
    expect(extract([name, value])).toEqual({ kind: 'found', credential: { kind, secret: token } });
  });

  test('AUTH-01: with both headers PRIVATE-TOKEN wins, in any order', () => {
    const headers = [
      ['PRIVATE-TOKEN', 'own'],
      ['Authorization', 'Bearer other'],
    ];

    for (const order of [headers, headers.toReversed()]) {
      expect(extract(order.flat())).toMatchObject({ credential: { kind: 'private-token', secret: 'own' } });
    }
  });

  test('AUTH-01: OAuth mode reads only Bearer, whatever stands in PRIVATE-TOKEN', () => {
    const found = extract(['PRIVATE-TOKEN', 'own', 'Authorization', 'Bearer other'], 'oauth');

    expect(found).toEqual({ kind: 'found', credential: { kind: 'bearer', secret: 'other' } });
  });

  test('OAUTH-10: in OAuth mode PRIVATE-TOKEN alone is no credential', () => {
    expect(extract(['PRIVATE-TOKEN', token], 'oauth')).toEqual({ kind: 'missing' });
  });

  test.each([
    [[]],
    [['Authorization', 'Basic b2F1dGgyOnNlY3JldA==']],
    [['Authorization', token]],
    [['Authorization', '']],
  ])('AUTH-02: %j holds none', (rawHeaders) => {
    expect(extract(rawHeaders)).toEqual({ kind: 'missing' });
  });

  test.each(['x', '{"quoted":true}', '~'.repeat(5000)])(
    'AUTH-04: the form of a token is never judged: %.20s',
    (secret) => {
      expect(extract(['PRIVATE-TOKEN', secret])).toMatchObject({ kind: 'found', credential: { secret } });
    },
  );

  test.each([
    { header: 'PRIVATE-TOKEN', value: 'glpat-abc\r\nX-Evil: 1' },
    { header: 'PRIVATE-TOKEN', value: 'glpat-abc\n' },
    { header: 'PRIVATE-TOKEN', value: '\u00a0glpat-abc' },
    { header: 'PRIVATE-TOKEN', value: 'glpat-\u00e9' },
    { header: 'PRIVATE-TOKEN', value: 'glpat-abc\u007f' },
    { header: 'PRIVATE-TOKEN', value: 'glpat-\tabc' },
    { header: 'PRIVATE-TOKEN', value: 'glpat- abc' },
    { header: 'Authorization', value: 'Bearer glpat-abc glpat-def' },
    { header: 'Authorization', value: 'Bearer glpat-abc\r\nX-Evil: 1' },
    { header: 'Authorization', value: 'Bearer \u201cglpat-abc\u201d' },
  ])(
    'T-56: a token with a blank, a line break or a character outside ASCII is refused by name: $header $value',
    ({ header, value }) => {
      const extraction = extract([header, value]);

      expect(extraction).toMatchObject({
        kind: 'unusable',
        reason: 'characters',
        message: expect.stringContaining(header),
      });
      expect(JSON.stringify(extraction)).not.toContain('glpat');
    },
  );

  test('T-56: a token that is all blanks within is refused at once: a look at each is enough', () => {
    const blanks = `a${' \t'.repeat(150_000)}b`;

    // With time that grows with the square, each of these takes longer than a test may.
    for (const headers of [
      ['PRIVATE-TOKEN', blanks],
      ['Authorization', `Bearer ${blanks}`],
    ]) {
      expect(extract(headers)).toMatchObject({ kind: 'unusable', reason: 'characters' });
    }
  });

  test.each([
    ['PRIVATE-TOKEN', ''],
    ['PRIVATE-TOKEN', ' \t'],
    ['Authorization', 'Bearer'],
    ['Authorization', 'Bearer  '],
  ])('T-56: %s: %j holds no token, and the refusal says so', (header, value) => {
    expect(extract([header, value])).toEqual({
      kind: 'unusable',
      reason: 'empty',
      message: `The ${header} header holds no token.`,
    });
  });

  test('AUTH-01: an empty PRIVATE-TOKEN leaves the word to Bearer, an unusable one does not', () => {
    const empty = extract(['PRIVATE-TOKEN', '', 'Authorization', `Bearer ${token}`]);
    const broken = extract(['PRIVATE-TOKEN', 'caf\u00e9', 'Authorization', `Bearer ${token}`]);

    expect(empty).toMatchObject({ credential: { kind: 'bearer', secret: token } });
    expect(broken).toMatchObject({ kind: 'unusable', reason: 'characters' });
  });

  test.each([
    ['PRIVATE-TOKEN', 'a', 'PRIVATE-TOKEN', 'b'],
    ['PRIVATE-TOKEN', 'a', 'Accept', '*/*', 'private-token', 'a'],
    ['Authorization', 'Bearer a', 'authorization', 'Bearer b'],
    ['Authorization', 'Basic YTpi', 'Authorization', 'Bearer a'],
  ])('T-56: a repeated header is refused instead of guessed at: %s, %s', (...rawHeaders) => {
    expect(extract(rawHeaders)).toMatchObject({ kind: 'unusable', reason: 'repeated' });
  });

  test('T-56: whatever the headers hold, a secret that is found may travel on in one header, and no message quotes one', () => {
    const name = fc.constantFrom('PRIVATE-TOKEN', 'Authorization', 'private-token', 'X-Other');
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `Bearer ${text}`),
    );
    const headers = fc.array(fc.tuple(name, value), { maxLength: 4 });

    fc.assert(
      fc.property(headers, fc.constantFrom('legacy', 'oauth'), (pairs, source) => {
        const extraction = extract(pairs.flat(), source);

        if (extraction.kind === 'found') expect(extraction.credential.secret).toMatch(/^[!-~]+$/);
        if (extraction.kind === 'unusable') expect(messages).toContain(extraction.message);
      }),
    );
  });
});

/** All there are: none of them leaves room for what a request holds. */
const messages = ['PRIVATE-TOKEN', 'Authorization'].flatMap((header) => [
  `The request has more than one ${header} header. Send one credential.`,
  `The ${header} header holds no token.`,
  `The token in the ${header} header holds a blank, a line break, a control character or a character that is not ASCII. Copy the token again, without quotes or line breaks.`,
]);

function extract(rawHeaders: readonly string[], source: CredentialSource = 'legacy') {
  return extractCredential(rawHeaders, source);
}
