import { describe, expect, test } from 'vitest';
import type { Rule } from './action.ts';
import { brokenRules } from './rules.ts';

const rows: readonly (readonly [rule: Rule, input: object, sentence: string | undefined])[] = [
  [{ rule: 'exactly-one', of: ['a', 'b'] }, { a: 1 }, undefined],
  [{ rule: 'exactly-one', of: ['a', 'b'] }, {}, 'give exactly one of a, b'],
  [
    { rule: 'exactly-one', of: ['a', 'b', 'c'] },
    { a: 1, c: 0 },
    'a and c exclude each other, give only one of a, b, c',
  ],
  [{ rule: 'at-least-one', of: ['a', 'b'] }, { a: 1, b: 2 }, undefined],
  [{ rule: 'at-least-one', of: ['a', 'b'] }, { a: undefined }, 'give at least one of a, b'],
  [{ rule: 'at-most-one', of: ['a', 'b'] }, {}, undefined],
  [{ rule: 'at-most-one', of: ['a', 'b'] }, { a: false, b: null }, 'a and b exclude each other, give only one of a, b'],
  [{ rule: 'needs', param: 'a', with: 'b' }, { a: 1 }, 'a needs b beside it'],
  [{ rule: 'needs', param: 'a', with: 'b' }, { a: 1, b: '' }, undefined],
  [{ rule: 'needs', param: 'a', with: 'b' }, { b: 1 }, undefined],
];

describe('T-07: a rule over several params', () => {
  test.each(rows)('%j over %j says %j', (rule, input, sentence) => {
    expect(brokenRules([rule], { ...input })).toEqual(sentence === undefined ? [] : [sentence]);
  });

  test('every broken rule is told', () => {
    const rules: readonly Rule[] = [
      { rule: 'exactly-one', of: ['a', 'b'] },
      { rule: 'needs', param: 'c', with: 'd' },
    ];

    expect(brokenRules(rules, { c: 1 })).toEqual(['give exactly one of a, b', 'c needs d beside it']);
  });
});
