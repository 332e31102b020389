import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { decodeOnce, encodeSegment, unfitForSegment } from './path-segment.ts';

describe('encodeSegment', () => {
  test.each([
    ['grp/sub.group/pro.j', 'grp%2Fsub.group%2Fpro.j'],
    ['.gitlab-ci.yml', '.gitlab-ci.yml'],
    ['v1.2.x', 'v1.2.x'],
    ['a..b/c...', 'a..b%2Fc...'],
  ])('T-11: the dots of %j stay dots', (text, segment) => {
    expect(encodeSegment('tag_name', text)).toBe(segment);
  });

  test.each([
    ['a%2Fb', 'a%252Fb'],
    ['100%', '100%25'],
    ['fix/#12?', 'fix%2F%2312%3F'],
    ['größe & maß', 'gr%C3%B6%C3%9Fe%20%26%20ma%C3%9F'],
  ])('T-10: %j is taken literally and encoded exactly once', (text, segment) => {
    expect(encodeSegment('branch_name', text)).toBe(segment);
    expect(decodeURIComponent(segment)).toBe(text);
  });

  test('numbers are written as they are', () => {
    expect(encodeSegment('job_id', 9007199254740991)).toBe('9007199254740991');
  });

  test.each([[undefined], [null], [Number.NaN], [Number.POSITIVE_INFINITY], [7.5], [true], [{}], [['7']]])(
    'T-01: %j never gets into a URL',
    (value) => {
      expect(() => encodeSegment('issue_iid', value)).toThrow('issue_iid must not be empty');
    },
  );

  test('T-09: no text becomes anything but one segment that means itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('a.%2eEfF/\\?#&;:@\0\r\n\ud800 é')) }), (text) => {
        let segment: string;
        try {
          segment = encodeSegment('name', text);
        } catch (error) {
          expect(error).toMatchObject({ code: 'input.invalid' });
          expect(error).toBeInstanceOf(AppError);
          return;
        }
        const { pathname, search, hash } = new URL(`/a/${segment}/b`, 'https://gitlab.example');
        expect(pathname).toBe(`/a/${segment}/b`);
        expect(search + hash).toBe('');
        expect(decodeURIComponent(segment)).toBe(text);
      }),
      { numRuns: 2000, examples: [['..'], ['%2e%2e'], ['a/%2E./b'], ['..%2f'], ['.']] },
    );
  });
});

describe('unfitForSegment', () => {
  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['..', '..'],
    ['.', '..'],
    ['a/../b', '..'],
    ['%2e%2E', '..'],
    ['a%2f..%2fb', '..'],
    ['..%5cb', '..'],
    ['a\\b', 'backslash'],
    ['a\0', 'control characters'],
    ['a\r\nHost: evil', 'control characters'],
    ['\ud800', 'Unicode'],
  ])('T-09: %j is refused with the reason', (text, reason) => {
    expect(unfitForSegment(text)).toContain(reason);
  });

  test.each([['a..b'], ['...'], ['a%2Fb'], ['50%'], ['wiki/Ünï côde']])('%j is a name', (text) => {
    expect(unfitForSegment(text)).toBeUndefined();
  });
});

test('percent-encoding is taken away once, and what is none stays', () => {
  expect(decodeOnce('a%252Fb')).toBe('a%2Fb');
  expect(decodeOnce('50% off')).toBe('50% off');
});
