import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLines } from './diff-position.ts';

/** Old lines 10 to 14, new lines 10 to 15; then old 40 to 41, new 41 to 42. */
const patch = [
  '@@ -10,5 +10,6 @@',
  ' ten',
  '-eleven',
  '-twelve',
  '+11 new',
  '+12 new',
  '+13 new',
  ' thirteen',
  ' fourteen',
  '@@ -40,2 +41,2 @@',
  ' forty',
  ' forty-one',
  '',
].join('\n');
const sha = createHash('sha1').update('a.ts').digest('hex');

describe('one line', () => {
  test.each([
    ['an added line has its new number only', 12, 'new', { new_line: 12 }],
    ['a removed line has its old number only', 11, 'old', { old_line: 11 }],
    ['an unchanged line has both numbers', 14, 'new', { new_line: 14, old_line: 13 }],
    ['an unchanged line named by its old number has both', 13, 'old', { new_line: 14, old_line: 13 }],
    ['a line after the shift of a second hunk', 41, 'new', { new_line: 41, old_line: 40 }],
  ] as const)('T-71: %s', (_title, line, side, position) => {
    expect(findLines('a.ts', patch, { line, side })).toMatchObject({ kind: 'found', position });
    expect(Object.keys(position).length).toBe(
      Object.keys((findLines('a.ts', patch, { line, side }) as { position: object }).position).length,
    );
  });

  test('T-71: a line outside the diff is answered with the nearest ranges of that side', () => {
    expect(findLines('a.ts', patch, { line: 38, side: 'new' })).toEqual({
      kind: 'outside',
      line: 38,
      side: 'new',
      ranges: [
        { first: 41, last: 42 },
        { first: 10, last: 15 },
      ],
    });
    expect(findLines('a.ts', patch, { line: 15, side: 'old' })).toMatchObject({
      ranges: [
        { first: 10, last: 14 },
        { first: 40, last: 41 },
      ],
    });
  });

  test('T-71: a file without lines has no ranges', () => {
    expect(findLines('a.ts', '', { line: 1, side: 'new' })).toMatchObject({ kind: 'outside', ranges: [] });
  });
});

describe('several lines', () => {
  test('T-71: start and end carry the line codes GitLab computes', () => {
    const found = findLines('a.ts', patch, { startLine: 11, startSide: 'old', line: 14, side: 'new' });

    expect(found).toEqual({
      kind: 'found',
      newLines: 4,
      position: {
        new_line: 14,
        old_line: 13,
        line_range: {
          start: { line_code: `${sha}_11_11`, type: 'old', new_line: null, old_line: 11 },
          end: { line_code: `${sha}_13_14`, type: null, new_line: 14, old_line: 13 },
        },
      },
    });
  });

  test('T-71: the line code of an added line names the old line before which it stands', () => {
    const found = findLines('a.ts', patch, { startLine: 11, line: 12, side: 'new' });

    expect(found).toMatchObject({
      newLines: 2,
      position: {
        new_line: 12,
        line_range: { start: { line_code: `${sha}_13_11` }, end: { line_code: `${sha}_13_12` } },
      },
    });
  });

  test('a start equal to the end is one line', () => {
    expect(findLines('a.ts', patch, { startLine: 12, line: 12, side: 'new' })).toMatchObject({
      newLines: 1,
      position: expect.not.objectContaining({ line_range: expect.anything() }),
    });
  });

  test('a start after the end is refused', () => {
    expect(findLines('a.ts', patch, { startLine: 13, line: 12, side: 'new' })).toEqual({ kind: 'reversed' });
  });

  test('a start outside the diff is the line that is reported', () => {
    expect(findLines('a.ts', patch, { startLine: 5, line: 12, side: 'new' })).toMatchObject({
      kind: 'outside',
      line: 5,
    });
  });

  test('T-71: a range that ends on a removed line covers no line of the new side', () => {
    expect(findLines('a.ts', patch, { startLine: 11, line: 12, side: 'old' })).toMatchObject({ newLines: 0 });
  });
});

test('T-71: in any patch every line is found by each side it is on, and by no other', () => {
  const kinds = fc.array(fc.constantFrom('+', '-', ' '), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      kinds,
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 500 }),
      (marks, oldStart, newStart) => {
        const olds = marks.filter((mark) => mark !== '+').length;
        const news = marks.filter((mark) => mark !== '-').length;
        const text = [`@@ -${oldStart},${olds} +${newStart},${news} @@`, ...marks.map((mark) => `${mark}x`), ''].join(
          '\n',
        );
        let old = oldStart;
        let fresh = newStart;
        for (const mark of marks) {
          const expected = {
            ...(mark === '-' ? {} : { new_line: fresh }),
            ...(mark === '+' ? {} : { old_line: old }),
          };
          if (mark !== '-')
            expect(findLines('f', text, { line: fresh, side: 'new' })).toMatchObject({ position: expected });
          if (mark !== '+')
            expect(findLines('f', text, { line: old, side: 'old' })).toMatchObject({ position: expected });
          old += mark === '+' ? 0 : 1;
          fresh += mark === '-' ? 0 : 1;
        }
        expect(findLines('f', text, { line: fresh, side: 'new' }).kind).toBe('outside');
        expect(findLines('f', text, { line: old, side: 'old' }).kind).toBe('outside');
      },
    ),
  );
});
