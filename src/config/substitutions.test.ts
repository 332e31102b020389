import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { substitutions } from './substitutions.ts';

describe('description substitutions', () => {
  test.each([
    ['', []],
    ['delete=remove', [{ from: 'delete', to: 'remove' }]],
    [
      'a=b,c=',
      [
        { from: 'a', to: 'b' },
        { from: 'c', to: '' },
      ],
    ],
    ['a\\,b=c\\=d\\\\', [{ from: 'a,b', to: 'c=d\\' }]],
    ['a=b=c', [{ from: 'a', to: 'b=c' }]],
    [' a = b ', [{ from: ' a ', to: ' b ' }]],
  ])('"%s"', (text, pairs) => {
    expect(substitutions.parse(text)).toEqual({ ok: true, value: pairs });
  });

  test.each(['a', '=b', 'a=b,', 'a=b,,c=d', 'a\\n=b', 'a=b\\'])('"%s" is refused', (text) => {
    expect(substitutions.parse(text).ok).toBe(false);
  });

  test('32 pairs of 256 bytes a side are the most', () => {
    const pairs = (count: number) => Array.from({ length: count }, () => 'a=b').join(',');

    expect(substitutions.parse(pairs(32)).ok).toBe(true);
    expect(substitutions.parse(pairs(33)).ok).toBe(false);
    expect(substitutions.parse(`${'é'.repeat(128)}=b`).ok).toBe(true);
    expect(substitutions.parse(`${'é'.repeat(129)}=b`).ok).toBe(false);
    expect(substitutions.parse(`a=${'b'.repeat(257)}`).ok).toBe(false);
  });

  test('what is escaped comes back as it was', () => {
    const half = fc.string({ minLength: 1, maxLength: 20 });
    const escape = (text: string) => text.replaceAll(/[,=\\]/g, '\\$&');

    fc.assert(
      fc.property(fc.array(fc.record({ from: half, to: half }), { minLength: 1, maxLength: 32 }), (pairs) => {
        const text = pairs.map(({ from, to }) => `${escape(from)}=${escape(to)}`).join(',');

        expect(substitutions.parse(text)).toEqual({ ok: true, value: pairs });
      }),
    );
  });
});
