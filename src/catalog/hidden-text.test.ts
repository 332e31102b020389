import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clean, mapTexts, spelledOut, visible } from './hidden-text.ts';

describe('visible', () => {
  test.each([
    ['zero-width characters', 'pa\u200bss\u200c\u200d\u2060wo\ufeffrd', 'password'],
    ['bidirectional controls', 'a\u202eb\u2066c\u200f', 'abc'],
    ['tag characters', 'ok\u{e0069}\u{e0067}\u{e006e}', 'ok'],
    ['variation selectors', 'a\ufe00\ufe01b\u{e0100}', 'ab'],
    ['control characters', 'a\u0000\u001b[31mb\u0085', 'a[31mb\n'],
    ['entities of hidden characters', 'a&#8203;b&#x200B;c&ZeroWidthSpace;d&lrm;', 'abcd'],
    ['entities escaped twice', 'a&amp;#8203;b&amp;amp;zwj;c', 'abc'],
    ['entities put together from pieces', 'a&#82&zwj;03;b&#82\u200b03;c', 'abc'],
    ['half of a surrogate pair', 'a\ud800b', 'a\ufffdb'],
    ['line breaks of every kind', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ])('T-75: %s are removed or made plain', (_what, text, expected) => {
    expect(visible(text)).toBe(expected);
  });

  test.each([
    'plain',
    'Äußerst größer',
    '日本語 🇩🇪',
    '👨‍👩‍👧 family',
    '❤️',
    'a &amp; b &lt;c&gt; &#39;',
    'tab\tand\nline',
  ])('what people write stays as it is: %s', (text) => {
    expect(visible(text)).toBe(text);
  });

  test('T-75: no text keeps a hidden character, whatever surrounds it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\u200b',
        '\u200d',
        '\u202e',
        '\u{e0041}',
        '\u2066',
        '\u00ad',
        '&',
        '#',
        '8203',
        ';',
        'zwj',
        'amp;',
      ),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const shown = visible(pieces.join(''));

        expect(shown.replaceAll(/\p{Extended_Pictographic}\S{0,2}\u200d/gu, '')).not.toMatch(
          /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]|[\u{e0000}-\u{e0fff}]|&(amp;)*(#0*8203|#x0*200b|zwj);/u,
        );
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});

test('T-75: code and logs spell hidden characters out', () => {
  expect(spelledOut('if admin\u202e {\u200b}\r\n')).toBe('if admin[U+202E] {[U+200B]}\r\n');
});

test('T-75: of ASCII exactly the control characters but tab and line breaks are hidden', () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const hidden = ascii.filter((character) => spelledOut(`a${character}b`) !== `a${character}b`);

  expect(hidden).toEqual(ascii.filter((character) => /\p{Cc}/u.test(character) && !'\t\n\r'.includes(character)));
  expect(ascii.filter((character) => clean(`a${character}b`) !== `a${character}b`)).toEqual(hidden);
});

describe('mapTexts', () => {
  test('T-27: returns the very value when there is nothing hidden in it', () => {
    const value = { id: 7, big: JSON.rawJSON('90071992547409931'), names: ['a', null], nested: { ok: true } };

    expect(mapTexts(value, clean)).toBe(value);
  });

  test('an object keeps the order and the values of what was not changed, a key called __proto__ included', () => {
    const value: unknown = JSON.parse('{"z":1,"__proto__":{"a":"x\u200b"},"b":["y"],"a":"z"}');

    expect(JSON.stringify(mapTexts(value, clean))).toBe('{"z":1,"__proto__":{"a":"x"},"b":["y"],"a":"z"}');
  });

  test('T-75, T-27: cleans texts at every depth and keeps every other type', () => {
    const big = JSON.rawJSON('90071992547409931');
    const shown = mapTexts({ id: big, list: [{ title: 'a\u200bb\r\n' }, 7], ['k\u200b']: null }, clean);

    expect(JSON.stringify(shown)).toBe('{"id":90071992547409931,"list":[{"title":"ab\\r\\n"},7],"k":null}');
  });
});
