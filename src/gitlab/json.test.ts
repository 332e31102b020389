import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactNumber, parseJson } from './json.ts';

describe('parseJson', () => {
  test.each([
    '{"id":9007199254740993}',
    '[12345678901234567890,1]',
    '{"a":{"b":[-9007199254740993]}}',
    '9007199254740993',
    '{"huge":1e400}',
    '[-1.5E+400]',
    '{"a":0.1e999}',
    '{"id": 123456789012345678901234567890 }',
  ])('T-27: %s comes out as it went in', (text) => {
    expect(JSON.stringify(parseJson(text))).toBe(text.replaceAll(' ', ''));
  });

  test('T-27: the digits of a number that does not fit can be read', () => {
    const parsed = parseJson('{"id":9007199254740993}');

    expect(exactNumber(Reflect.get(Object(parsed), 'id'))).toBe('9007199254740993');
    expect(exactNumber(42)).toBeUndefined();
    expect(exactNumber({ rawJSON: '1' })).toBeUndefined();
  });

  test('T-27: ids that fit are plain numbers, also beside one that does not', () => {
    expect(parseJson('[10000000001,9007199254740991]')).toEqual([10_000_000_001, 9_007_199_254_740_991]);
    expect(parseJson('[42,9007199254740993]')).toEqual([42, JSON.rawJSON('9007199254740993')]);
  });

  test('digits inside a string stay a string', () => {
    expect(parseJson('{"sha":"12345678901234567890","t":": 12345678901234567890"}')).toEqual({
      sha: '12345678901234567890',
      t: ': 12345678901234567890',
    });
  });

  test('a byte order mark is not part of the JSON', () => {
    expect(parseJson('\ufeff[1]')).toEqual([1]);
  });

  test('T-27: integers of any length survive', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (id) => {
        const text = JSON.stringify({ id: JSON.rawJSON(id.toString()), list: [JSON.rawJSON(id.toString())] });

        expect(JSON.stringify(parseJson(text))).toBe(text);
      }),
    );
  });

  test('any other JSON reads as the built-in parser reads it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});
