import { UploadedFile } from '../http/multipart.ts';
import { type RawParams, isHash } from '../http/query.ts';
import { invalidParameters } from '../http/refusal.ts';

/** Reads one parameter; says what is wrong with it by adding to `problems`. */
export interface Param<T> {
  readonly required: boolean;
  readonly fallback: unknown;
  read(value: unknown, name: string, problems: string[]): T;
}

export type Schema = Readonly<Record<string, Param<unknown>>>;

/** What a handler gets: `undefined` when a parameter was not sent, `null` when it was sent without a value. */
export type Values<S extends Schema> = { readonly [Name in keyof S]: S[Name] extends Param<infer T> ? T : never };

export interface Rules {
  readonly atLeastOneOf?: readonly string[] | undefined;
  readonly exactlyOneOf?: readonly string[] | undefined;
  /** Lists of names of which only one may be sent. */
  readonly exclusive?: readonly (readonly string[])[] | undefined;
}

/** Validates as Grape does: every problem is found, and all are reported in one sentence. */
export function readParams(schema: Schema, raw: RawParams, rules: Rules = {}): Record<string, unknown> {
  const problems: string[] = [];
  const values = readHash(schema, raw, '', problems);
  checkRules(raw, rules, problems);
  if (problems.length > 0) throw invalidParameters(problems.join(', '));
  return values;
}

function readHash(schema: Schema, raw: RawParams, prefix: string, problems: string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name in schema) {
    const param = schema[name];
    if (param === undefined) continue;
    const value = raw[name];
    const shown = prefix === '' ? name : `${prefix}[${name}]`;
    if (value === undefined) {
      if (param.required) problems.push(`${shown} is missing`);
      values[name] = param.fallback;
    } else {
      values[name] = param.read(value, shown, problems);
    }
  }
  return values;
}

function checkRules(raw: RawParams, rules: Rules, problems: string[]): void {
  const sent = (names: readonly string[]) => names.filter((name) => raw[name] !== undefined);
  for (const names of rules.exclusive ?? []) {
    const present = sent(names);
    if (present.length > 1) problems.push(`${present.join(', ')} are mutually exclusive`);
  }
  if (rules.atLeastOneOf !== undefined && sent(rules.atLeastOneOf).length === 0) {
    problems.push(`${rules.atLeastOneOf.join(', ')} are missing, at least one parameter must be provided`);
  }
  if (rules.exactlyOneOf !== undefined) {
    const present = sent(rules.exactlyOneOf);
    if (present.length === 0) {
      problems.push(`${rules.exactlyOneOf.join(', ')} are missing, exactly one parameter must be provided`);
    } else if (present.length > 1) problems.push(`${present.join(', ')} are mutually exclusive`);
  }
}

interface Options<V> {
  /** Allowed values; anything else "does not have a valid value". */
  readonly values?: readonly V[];
  /** `false`: an empty value "is empty". */
  readonly blank?: boolean;
}

interface OptionsWithDefault<V> extends Options<V> {
  readonly default: NoInfer<V>;
}

interface Style {
  /** An empty value is a value. */
  readonly text?: boolean;
  /** An empty value is an empty list. */
  readonly list?: boolean;
  /** What a required parameter sent as `null` is read as: records find it blank, handlers need not ask. */
  readonly nothing?: unknown;
  /** `null` is of the wrong type. */
  readonly solid?: boolean;
  readonly problem?: string;
}

/** A reader of one type: undefined means the value is not of that type. */
type Coerce<T> = (value: unknown) => T | undefined;

const asString: Coerce<string> = (value) =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;

const asInteger: Coerce<number> = (value) => {
  const number = typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined; // isSafeInteger is true of numbers only
};

const asNumber: Coerce<number> = (value) => {
  const number = typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

const trueWords = new Set(['true', 't', '1', 'yes', 'y', 'on']);
const falseWords = new Set(['false', 'f', '0', 'no', 'n', 'off']);

const asBoolean: Coerce<boolean> = (value) => {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string' || !/^([a-z]+|[A-Z]+|[A-Z][a-z]+|\d)$/.test(value)) return undefined;
  const word = value.toLowerCase();
  return trueWords.has(word) ? true : falseWords.has(word) ? false : undefined;
};

/** A date or a date with a time; gives a UTC timestamp. The space a bare `+` turns into makes it invalid. */
const asTimestamp: Coerce<string> = (value) => {
  if (
    typeof value !== 'string' ||
    !/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i.test(value)
  ) {
    return undefined;
  }
  const iso = value.replace(' ', 'T').replace(',', '.');
  const zoned = iso.length === 10 || /(?:Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};

/** Gives `YYYY-MM-DD`. */
const asDate: Coerce<string> = (value) => asTimestamp(value)?.slice(0, 10);

const asFile: Coerce<UploadedFile> = (value) => (value instanceof UploadedFile ? value : undefined);

const asAny: Coerce<unknown> = (value) => value;

/** Both `a[]=1&a[]=2` and `a=1,2`, also as `a[]=1,2`; an empty value is an empty list. */
function asList<T>(element: Coerce<T>): Coerce<T[]> {
  return (value) => {
    const given: unknown[] = Array.isArray(value) ? value : [value];
    const parts = given.flatMap((part) =>
      typeof part === 'string' ? part.split(',').map((each) => each.trim()) : [part],
    );
    const list: T[] = [];
    for (const part of parts) {
      if (part === '' || part === null) continue;
      const read = element(part);
      if (read === undefined) return undefined;
      list.push(read);
    }
    return list;
  };
}

/** An id, or one of the words `None` and `Any` in any case; gives the word in lower case. */
const asIdOrWord: Coerce<number | 'none' | 'any'> = (value) => {
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  return word === 'none' || word === 'any' ? word : asInteger(value);
};

function param<T>(required: boolean, coerce: Coerce<T>, options: AnyOptions, style: Style): Param<unknown> {
  const { values, blank, default: fallback } = options;
  const problem = style.problem ?? 'is invalid';
  return {
    required,
    fallback,
    read(value, name, problems) {
      if (value === null || (value === '' && style.text !== true && style.list !== true)) {
        if (blank === false) problems.push(`${name} is empty`);
        else if (required && value === '') problems.push(`${name} is missing`);
        else if (style.solid === true) problems.push(`${name} is invalid`);
        return fallback ?? (required ? style.nothing : undefined) ?? null;
      }
      if (blank === false && typeof value === 'string' && value.trim() === '') problems.push(`${name} is empty`);
      const read = coerce(value);
      if (read === undefined) {
        problems.push(`${name} ${problem}`);
        return fallback;
      }
      if (values !== undefined && !allowed(values, read)) problems.push(`${name} does not have a valid value`);
      return read;
    },
  };
}

function allowed(values: readonly unknown[], read: unknown): boolean {
  return Array.isArray(read) ? read.every((element) => values.includes(element)) : values.includes(read);
}

function hashParam(required: boolean, schema: Schema): Param<unknown> {
  return {
    required,
    fallback: undefined,
    read(value, name, problems) {
      if (value === null || value === '') return null;
      if (isHash(value)) return readHash(schema, value, name, problems);
      problems.push(`${name} is invalid`);
      return undefined;
    },
  };
}

/** A list of hashes; an object with numeric keys (`v[0][key]=a`) counts as one. */
function hashesParam(required: boolean, schema: Schema): Param<unknown> {
  return {
    required,
    fallback: undefined,
    read(value, name, problems) {
      if (value === null || value === '') return [];
      const elements: unknown[] = Array.isArray(value) ? value : isHash(value) ? Object.values(value) : [value];
      return elements.map((element, index) => {
        if (isHash(element)) return readHash(schema, element, `${name}[${index}]`, problems);
        problems.push(`${name} is invalid`);
        return {};
      });
    },
  };
}

// The builders below promise in their signature what `param` does at run time; the casts only attach that promise.

type Given<T> = Param<T>;
type Maybe<T> = Param<T | null | undefined>;

interface Kind<T> {
  readonly requires: <const V extends T = T>(options?: Options<V>) => Given<V>;
  readonly optional: {
    <const V extends T = T>(options: OptionsWithDefault<V>): Given<V>;
    <const V extends T = T>(options?: Options<V>): Maybe<V>;
  };
}

interface ListKind<T> {
  readonly requires: <const V extends T = T>(options?: Options<V>) => Given<V[]>;
  readonly optional: <const V extends T = T>(options?: Options<V>) => Maybe<V[]>;
}

type AnyOptions = Options<unknown> & { readonly default?: unknown };

function kind<T>(coerce: Coerce<T>, style: Style = {}): Kind<T> {
  return {
    requires: (options: AnyOptions = {}) => param(true, coerce, options, style) as Given<never>,
    optional: (options?: AnyOptions) => param(false, coerce, options ?? {}, style) as Given<never>,
  };
}

function listKind<T>(element: Coerce<T>): ListKind<T> {
  const style = { list: true, nothing: [] };
  return {
    requires: (options: AnyOptions = {}) => param(true, asList(element), options, style) as Given<never>,
    optional: (options?: AnyOptions) => param(false, asList(element), options ?? {}, style) as Given<never>,
  };
}

const string = kind(asString, { text: true, nothing: '' });
const integer = kind(asInteger);
const number = kind(asNumber);
const boolean = kind(asBoolean);
const timestamp = kind(asTimestamp);
const date = kind(asDate);
const file = kind(asFile, { solid: true });
const any = kind(asAny, { text: true });
const idOrWord = kind(asIdOrWord, { problem: "should be an integer, 'None' or 'Any'" });
const strings = listKind(asString);
const integers = listKind(asInteger);

/** Parameters that must be sent: `requires.string({ blank: false })`. */
export const requires = {
  string: string.requires,
  integer: integer.requires,
  number: number.requires,
  boolean: boolean.requires,
  timestamp: timestamp.requires,
  date: date.requires,
  file: file.requires,
  any: any.requires,
  strings: strings.requires,
  integers: integers.requires,
  hash: <const S extends Schema>(schema: S) => hashParam(true, schema) as Given<Values<S>>,
  hashes: <const S extends Schema>(schema: S) => hashesParam(true, schema) as Given<Values<S>[]>,
};

/** Parameters that may be sent: `optional.string({ values: ['opened', 'closed', 'all'], default: 'all' })`. */
export const optional = {
  string: string.optional,
  integer: integer.optional,
  number: number.optional,
  boolean: boolean.optional,
  timestamp: timestamp.optional,
  date: date.optional,
  file: file.optional,
  any: any.optional,
  /** An id, `none` or `any`. */
  idOrWord: idOrWord.optional,
  strings: strings.optional,
  integers: integers.optional,
  hash: <const S extends Schema>(schema: S) => hashParam(false, schema) as Maybe<Values<S>>,
  hashes: <const S extends Schema>(schema: S) => hashesParam(false, schema) as Maybe<Values<S>[]>,
};
