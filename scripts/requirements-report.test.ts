import { describe, expect, test } from 'vitest';
import { buildSections, findCitedIds, findUnknown } from './requirements-report.ts';

// Not in the calls below: IDs in rows that a title quotes would count as cited.
const cited: readonly (readonly [string, string, readonly string[]])[] = [
  ['a plain title', "test('T-01: says so', () => {});", ['T-01']],
  ['several in one title', "describe('AUTH-02, REJ-01: no token', () => {});", ['AUTH-02', 'REJ-01']],
  ['a variant', "test.skip('R401-02: a bare 401', () => {});", ['R401-02']],
  ['a template', 'test(`HOST-01: ${name} is served`, () => {});', ['HOST-01']],
  ['a title over rows', "test.each([['x', 1]] as const)('T-50: %s', () => {});", ['T-50']],
  ['rows that the title quotes', "test.each([['FG-01: one'], ['FG-02: two']])('%s', () => {});", ['FG-01', 'FG-02']],
  ['rows that it quotes by name', "test.each([{ id: 'SUB-03' }])('$id holds', () => {});", ['SUB-03']],
  ['an ID cited twice', "test('T-01: a', () => {}); test('T-01: b', () => {});", ['T-01']],
  ['an ID that does not exist', "test('ADMIT-1: a', () => {});", ['ADMIT-1']],
];
const notCited = [
  ['a comment', '// T-01: not proven here\ntest("x", () => {});'],
  ['the body of a test', "test('x', () => expect(say('T-01')).toBe('T-01'));"],
  ['rows that the title does not quote', "test.each([['T-01']])('x', () => {});"],
  ['another function', "check('T-01: a', () => {});"],
  ['a standard or a date', "test('UTF-8, SHA-256, RFC-9728 and 2025-11-25', () => {});"],
] as const;

describe('findCitedIds', () => {
  test.each(cited)('reads %s', (_name, source, ids) => {
    expect(findCitedIds(source)).toEqual(ids);
  });

  test.each(notCited)('is not misled by %s', (_name, source) => {
    expect(findCitedIds(source)).toEqual([]);
  });
});

test('a citation of nothing is found, and a citation moves its requirement to the proven side', () => {
  const citations = [
    { id: 'BUDGET-03', file: 'a.test.ts' },
    { id: 'BUDGET-33', file: 'b.test.ts' },
  ];

  const section = buildSections(citations).find(({ name }) => name === 'BUDGET');

  expect(findUnknown(citations)).toEqual([{ id: 'BUDGET-33', file: 'b.test.ts' }]);
  expect(section).toEqual({
    name: 'BUDGET',
    cited: ['BUDGET-03'],
    uncited: ['BUDGET-01', 'BUDGET-02', 'BUDGET-04'],
    excepted: [],
  });
});

test('what does not apply is neither proven nor missing', () => {
  const section = buildSections([]).find(({ name }) => name === 'T');

  expect(section?.excepted).toEqual(['T-57']);
  expect(section?.uncited).not.toContain('T-57');
});
