import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kind } from './kind.ts';
import {
  byteSize,
  decimal,
  duration,
  durationVariable,
  goBoolean,
  integer,
  octalMode,
  plainBoolean,
  showDuration,
  yesWord,
} from './quantities.ts';

/** The value, or which fault it is. */
function read<Value>(kind: Kind<Value>, text: string): Value | 'syntax' | 'range' {
  const parsed = kind.parse(text);
  return parsed.ok ? parsed.value : parsed.fault;
}

describe('switches', () => {
  test.each(['true', 'TRUE', 'True', 't', 'T', '1'])('%s is on', (text) => {
    expect(read(goBoolean, text)).toBe(true);
  });

  test.each(['false', 'FALSE', 'False', 'f', 'F', '0'])('%s is off', (text) => {
    expect(read(goBoolean, text)).toBe(false);
  });

  test.each(['', 'yes', 'on', 'tRUE', ' true', '2'])('"%s" is neither', (text) => {
    expect(read(goBoolean, text)).toBe('syntax');
  });

  test('nothing outside the twelve spellings is a switch', () => {
    const spellings = ['1', 't', 'T', 'true', 'TRUE', 'True', '0', 'f', 'F', 'false', 'FALSE', 'False'];

    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), (text) => {
        expect(goBoolean.parse(text).ok).toBe(spellings.includes(text));
      }),
    );
  });

  test('the yes of yolo mode is 1, true or yes in any case, and anything else is no', () => {
    expect(['1', 'TRUE', 'Yes'].map((text) => read(yesWord, text))).toEqual([true, true, true]);
    expect(['0', 't', 'on', 'nonsense'].map((text) => read(yesWord, text))).toEqual([false, false, false, false]);
  });

  test('the switch of the OpenTelemetry specification is only true or false', () => {
    expect(['true', 'False', '1'].map((text) => read(plainBoolean, text))).toEqual([true, false, 'syntax']);
  });
});

describe('durations', () => {
  test.each([
    ['0', 0],
    ['+0', 0],
    ['0s', 0],
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['.5s', 500],
    ['1.s', 1_000],
    ['1h1m1s1ms', 3_661_001],
    ['+2s', 2_000],
  ])('%s is %i ms', (text, milliseconds) => {
    expect(read(duration(), text)).toBe(milliseconds);
  });

  test.each(['1ns', '1us', '1µs', '1μs', '999us'])('%s is short, but not zero', (text) => {
    expect(read(duration(), text)).toBe(1);
  });

  test.each(['', '5', '-', '.s', 's', '1 s', '1H', '1d', '1h-30m', '1e3s', '9999999h', '٣s'])(
    '"%s" is no duration',
    (text) => {
      expect(read(duration(), text)).toBe('syntax');
    },
  );

  test('a negative duration is one, but out of bounds', () => {
    expect(read(duration(), '-1s')).toBe('range');
  });

  test('a variable means zero by the bare digit only', () => {
    const kind = durationVariable({ max: 60_000 });

    expect(['0', '0s', '+0', '0h0m', '1s'].map((text) => read(kind, text))).toEqual([
      0,
      'range',
      'range',
      'range',
      1_000,
    ]);
  });

  test('a duration without a maximum stays below what a timer can wait', () => {
    expect(read(duration(), '10000h')).toBe(2 ** 31 - 1);
    expect(read(duration({ max: 720 * 3_600_000 }), '720h')).toBe(2_592_000_000);
  });

  test('what is shown reads back as the same duration', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (milliseconds) => {
        expect(read(duration(), showDuration(milliseconds))).toBe(milliseconds);
      }),
    );
  });

  test('any text gives whole milliseconds or a sentence', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+]?[0-9.hmsnuµ]{0,12}$/u), (text) => {
        const value = read(duration(), text);
        expect(value === 'syntax' || value === 'range' || (Number.isSafeInteger(value) && value >= 0)).toBe(true);
      }),
    );
  });
});

describe('numbers and sizes', () => {
  test.each([
    ['7', 7],
    ['+7', 7],
    ['0', 'range'],
    ['-3', 'range'],
    ['11', 'range'],
    ['99999999999999999999', 'range'],
    ['7.5', 'syntax'],
    ['1e1', 'syntax'],
    ['0x7', 'syntax'],
    [' 7', 'syntax'],
    ['', 'syntax'],
  ])('of 1 to 10, "%s" gives %s', (text, value) => {
    expect(read(integer({ min: 1, max: 10 }), text)).toBe(value);
  });

  test.each([
    ['0.5', 0.5],
    ['1e1', 10],
    ['.25', 0.25],
    ['1001', 'range'],
    ['1e999', 'range'],
    ['Infinity', 'syntax'],
    ['NaN', 'syntax'],
    ['', 'syntax'],
  ])('of 0 to 1000, "%s" gives %s', (text, value) => {
    expect(read(decimal({ min: 0, max: 1000 }), text)).toBe(value);
  });

  test.each([
    ['10', 10],
    ['10kb', 10_240],
    ['2GB', 2_147_483_648],
    ['3 Mb', 3_145_728],
    ['1024GB', 2 ** 40],
    ['1025GB', 'range'],
    ['0', 'range'],
    ['1.5GB', 'syntax'],
    ['1TB', 'syntax'],
    ['-1', 'syntax'],
    ['', 'syntax'],
  ])('the size "%s" gives %s', (text, value) => {
    expect(read(byteSize(2 ** 40), text)).toBe(value);
  });

  test('a size that is too large says which one to use instead', () => {
    expect(byteSize(2 ** 40).parse('2000GB')).toMatchObject({ ok: false, instead: 2 ** 40 });
  });

  test.each([
    ['0660', 0o660],
    ['0o600', 0o600],
    ['777', 0o777],
    ['1', 1],
    ['0', 'range'],
    ['1777', 'range'],
    ['0888', 'syntax'],
    ['rw', 'syntax'],
  ])('the mode "%s" gives %s', (text, value) => {
    expect(read(octalMode, text)).toBe(value);
  });
});
