import { describe, expect, test } from 'vitest';
import { writeYaml } from './yaml-writer.ts';
import { parseYaml } from './yaml.ts';

describe('YAML', () => {
  test.each([
    ["a: 1\nb: [x, \"y z\", 'it''s']\n", { a: 1, b: ['x', 'y z', "it's"] }],
    ['a:\n- 1\n- b: 2\n  c: yes\n', { a: [1, { b: 2, c: true }] }],
    ['a: |\n  one\n    two\n\n  three\nb: >-\n  folded\n  text\n', { a: 'one\n  two\n\nthree\n', b: 'folded text' }],
    ['base: &b {x: 1, y: 2}\nmine:\n  <<: *b\n  y: 3\n', { base: { x: 1, y: 2 }, mine: { y: 3, x: 1 } }],
    [
      'if: $A == "x" &&\n  $B\n# comment\nurl: https://x.example/#top\n',
      { if: '$A == "x" && $B', url: 'https://x.example/#top' },
    ],
    ['a:\nb: ~\nc: "007"\nd: 007\ne: 1.5\n', { a: null, b: null, c: '007', d: '007', e: 1.5 }],
    ['- - 1\n  - 2\n-\n  k: v\n', [[1, 2], { k: 'v' }]],
  ])('%j is read', (text, value) => {
    expect(JSON.parse(JSON.stringify(parseYaml(text)))).toEqual(value);
  });

  test.each([
    ['a:\n  - b\n c: d', 'did not find expected key while parsing a block mapping at line 3 column 2'],
    ['a: b: c', 'mapping values are not allowed in this context at line 1 column 1'],
    ['a: [1, 2', 'did not find expected node content while parsing a flow node at line 1 column 1'],
    ['a: *nothing', 'Unknown alias: nothing'],
  ])('%j is refused', (text, problem) => {
    expect(() => parseYaml(text)).toThrow(problem);
  });

  test('a key from outside is only a key', () => {
    const value = parseYaml('__proto__: {polluted: true}\nconstructor: 1\n');

    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
  });

  test('what is written is read back', () => {
    const value = parseYaml('a: "yes"\nb: ["- x", "a: b", "#", ""]\nc:\n  d: |\n    one\n    two\n  e: {}\n  f: []\n');

    expect(parseYaml(writeYaml(value))).toEqual(value);
  });
});
