import { type Kind, type Parsed, mapped, notA, ok, outOfRange, textKind } from './kind.ts';

// The spellings of Go's strconv.ParseBool, which operators of the flags we share already use.
const goBooleans: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((word) => [word, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((word) => [word, false] as const),
]);

/** A switch as Go spells it: `true false 1 0 t f`, in lower, upper or title case. */
export const goBoolean: Kind<boolean> = {
  flagType: 'bool',
  placeholder: '',
  accepts: 'true or false (also 1, 0, t, f)',
  parse(text) {
    const value = goBooleans.get(text);
    return value === undefined ? notA('must be true or false (also 1, 0, t, f)') : ok(value);
  },
};

/** The same spellings for a setting whose flag takes a word after it, as `--yolo-mode true`. */
export const goBooleanText: Kind<boolean> = { ...goBoolean, flagType: 'string', placeholder: 'true|false' };

/** Only `true` and `false`, in any case: how the OpenTelemetry specification reads a switch. */
export const plainBoolean: Kind<boolean> = textKind('true|false', 'true or false', (text) => {
  const word = text.toLowerCase();
  return word === 'true' || word === 'false' ? ok(word === 'true') : notA('must be true or false');
});

/** `1`, `true` and `yes`, in any case, mean yes; every other text means no, so it is never wrong. */
export const yesWord: Kind<boolean> = textKind(
  'true|false',
  '1, true or yes, in any case; anything else is no',
  (text) => ok(['1', 'true', 'yes'].includes(text.toLowerCase())),
);

/** The opposite of a switch, so that the program holds `verifyTls` where the flag says `--skip-tls-verify`. */
export function inverted(kind: Kind<boolean>): Kind<boolean> {
  return mapped(kind, (value) => !value);
}

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** A whole number in decimal. */
export function integer(bounds: Bounds): Kind<number> {
  return {
    flagType: 'int',
    placeholder: 'n',
    accepts: `a whole number, ${describeBounds(bounds, String)}`,
    parse(text) {
      if (!/^[+-]?\d+$/.test(text)) return notA(`must be a whole number, ${describeBounds(bounds, String)}`);
      const value = Number(text);
      if (!Number.isSafeInteger(value)) return outOfRange(`must be ${describeBounds(bounds, String)}`);
      return within(value, bounds, String);
    },
  };
}

/** A decimal number; neither infinity nor NaN. */
export function decimal(bounds: Bounds): Kind<number> {
  return {
    flagType: 'float',
    placeholder: 'number',
    accepts: `a number, ${describeBounds(bounds, String)}`,
    parse(text) {
      if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) {
        return notA(`must be a number, ${describeBounds(bounds, String)}`);
      }
      return within(Number(text), bounds, String);
    },
  };
}

const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;

/**
 * The longest wait a Node timer keeps; a longer one fires at once. Durations without a maximum of
 * their own are held to it: nobody can tell 24 days of idling from more.
 */
const longestTimerMs = 2 ** 31 - 1;

export interface DurationOptions extends Bounds {
  /** Variables that may be 0 take the bare digit only: `0s` is refused there, and taken by the flag. */
  readonly zero?: 'any' | 'digit';
}

/** A duration as Go writes it (`90s`, `30m`, `1h30m`), as whole milliseconds, rounded up so that only 0 is 0. */
export function duration(options: DurationOptions = {}): Kind<number> {
  const bounds: Bounds = { min: 0, ...options };
  return {
    flagType: 'duration',
    placeholder: 'duration',
    accepts: `a duration such as 90s, 30m or 1h30m, ${describeBounds(bounds, showDuration)}`,
    parse(text) {
      const milliseconds = parseGoDuration(text);
      if (milliseconds === undefined) return notA('must be a duration with its unit, such as 90s, 30m or 1h30m');
      if (options.zero === 'digit' && milliseconds === 0 && text !== '0') {
        return outOfRange('must be written as the bare digit 0 to mean zero here');
      }
      const parsed = within(milliseconds, bounds, showDuration);
      return parsed.ok && options.max === undefined ? ok(Math.min(parsed.value, longestTimerMs)) : parsed;
    },
  };
}

/** The variable's way to write a duration for which the flag also takes `0s`. */
export function durationVariable(bounds: Bounds): Kind<number> {
  return duration({ ...bounds, zero: 'digit' });
}

const nanosecondsPer: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3, // U+00B5, the micro sign
  μs: 1e3, // U+03BC, the Greek letter, which Go takes too
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};

/** Milliseconds, or undefined when the text is not what Go's time.ParseDuration takes. */
function parseGoDuration(text: string): number | undefined {
  const [, sign, rest = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (rest === '0') return 0;
  if (!/^((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+$/u.test(rest)) return undefined;

  let nanoseconds = 0;
  for (const [, amount, unit = ''] of rest.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h)/gu)) {
    nanoseconds += Number(amount) * (nanosecondsPer[unit] ?? 0);
  }
  // Go keeps nanoseconds in 64 bits and calls what does not fit invalid.
  if (nanoseconds >= 2 ** 63) return undefined;
  const milliseconds = Math.ceil(nanoseconds / 1e6);
  return sign === '-' && milliseconds !== 0 ? -milliseconds : milliseconds;
}

/** `5400000` as `1h30m`. */
export function showDuration(milliseconds: number): string {
  if (milliseconds === 0) return '0';
  const units = [
    ['h', hour],
    ['m', minute],
    ['s', second],
    ['ms', 1],
  ] as const;
  let rest = milliseconds;
  let shown = '';
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    if (count > 0) shown += `${count}${unit}`;
    rest -= count * size;
  }
  return shown;
}

const bytesPer: Readonly<Record<string, number>> = { '': 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 };

/** A size in bytes, or a number with KB, MB or GB (powers of 1024, any case). */
export function byteSize(max: number): Kind<number> {
  const allowed = `1 byte to ${showBytes(max)}`;
  return textKind('size', `bytes, or a number with KB, MB or GB (powers of 1024); ${allowed}`, (text) => {
    const [, amount, unit = ''] = /^(\d+)\s*([kmg]b)?$/i.exec(text) ?? [];
    if (amount === undefined) return notA('must be a number of bytes, or a number with KB, MB or GB');
    const bytes = Number(amount) * (bytesPer[unit.toUpperCase()] ?? 1);
    if (bytes > max) return outOfRange(`must be ${allowed}`, max);
    return bytes > 0 ? ok(bytes) : outOfRange(`must be ${allowed}`);
  });
}

function showBytes(bytes: number): string {
  const terabyte = 2 ** 40;
  return bytes % terabyte === 0 ? `${bytes / terabyte} TB` : `${bytes} bytes`;
}

/** Permission bits in octal, with or without `0o`. */
export const octalMode: Kind<number> = textKind('octal', 'octal, 0001 to 0777, with or without 0o', (text) => {
  const [, digits] = /^(?:0o)?([0-7]+)$/i.exec(text) ?? [];
  if (digits === undefined) return notA('must be octal, 0001 to 0777');
  const mode = Number.parseInt(digits, 8);
  return mode >= 1 && mode <= 0o777 ? ok(mode) : outOfRange('must be octal, 0001 to 0777');
});

function within(value: number, bounds: Bounds, show: (value: number) => string): Parsed<number> {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds;
  return value >= min && value <= max ? ok(value) : outOfRange(`must be ${describeBounds(bounds, show)}`);
}

function describeBounds({ min, max }: Bounds, show: (value: number) => string): string {
  if (min !== undefined && max !== undefined) return `${show(min)} to ${show(max)}`;
  if (min !== undefined) return `${show(min)} or more`;
  return max === undefined ? 'any' : `at most ${show(max)}`;
}
