import { isDeepStrictEqual } from 'node:util';
import type { Instance } from '../gitlab/instance.ts';
import type { Action, Preset } from './action.ts';
import { assignNames, toSnakeCase } from './assign-names.ts';
import { checkCount, coerce } from './coerce.ts';
import { closest } from './closest.ts';
import type { Field, ListField, ObjectField, Params } from './field.ts';
import { unfitForSegment } from './path-segment.ts';
import { takePlaceUrls } from './place-urls.ts';
import { pathParamsOf } from './request.ts';
import { Refused } from './refused.ts';
import { brokenRules } from './rules.ts';
import { UnfitParams } from './unfit-params.ts';
import { isRecord } from '../gitlab/json.ts';

export interface NormaliseOptions {
  /** What the name that was used for the action says already. */
  readonly preset?: Preset | undefined;
  /** The caller's GitLab, whose web addresses are accepted where a project or group is asked for. */
  readonly instance?: Instance | undefined;
}

export interface Normalised {
  readonly input: Readonly<Record<string, unknown>>;
  /** What was changed on the way and a reader must know, such as a page size lowered. */
  readonly notes: readonly string[];
}

/**
 * Validation and normalisation in one step. What is unambiguous is accepted in whatever form it came; the rest is
 * refused, all of it at once, with sentences that name the field and the accepted form, so that a model that errs
 * once succeeds on its second try. Nothing has been sent when it throws.
 */
export function normalise(action: Action, raw: unknown, { preset, instance }: NormaliseOptions = {}): Normalised {
  const report = new Report();
  const plain = toRecord(action, raw);
  const given = instance === undefined ? plain : takePlaceUrls(action.params, plain, instance);
  const insteadOf = (name: string): string | undefined => findTextInstead(action, name);
  const input = normaliseParams(action.params, given, { report, prefix: '', isOpen: false, preset, insteadOf });
  for (const name of pathParamsOf(action)) {
    const value = input[name];
    const reason = typeof value === 'string' ? unfitForSegment(value) : undefined;
    if (reason !== undefined) report.refuse(`${name} ${reason}`);
  }
  // Who misspelt a name did not leave it out.
  for (const sentence of brokenRules(action.rules ?? [], { ...report.misspelt, ...input })) report.refuse(sentence);
  if (report.hasProblems) throw new UnfitParams(action.id, report.describe());
  return { input, notes: report.notes };
}

/** The param that takes a text where this one takes a number: a username for a user ID. */
function findTextInstead({ params, rules = [] }: Action, name: string): string | undefined {
  const field = params[name];
  if (field?.type !== 'integer' || field.id !== true) return undefined;
  return rules
    .flatMap((rule) => ('of' in rule && rule.rule !== 'at-least-one' && rule.of.includes(name) ? rule.of : []))
    .find((other) => params[other]?.type === 'string');
}

/** Problems shown at most: the caller chooses how many there are. */
const maxProblems = 12;

/** What is wrong with an input, and what was changed in it. */
class Report {
  readonly #problems: string[] = [];
  #unsaid = 0;
  readonly notes: string[] = [];
  /** The params that unknown ones look like. */
  readonly misspelt: Record<string, unknown> = {};

  get hasProblems(): boolean {
    return this.#problems.length > 0;
  }

  /** The sentence is made only when there is room for it. */
  refuse(problem: string | (() => string)): void {
    if (this.#problems.length >= maxProblems) this.#unsaid += 1;
    else this.#problems.push(typeof problem === 'string' ? problem : problem());
  }

  note(text: string): void {
    if (this.notes.length < maxProblems) this.notes.push(text);
  }

  describe(): string {
    return [...this.#problems, ...(this.#unsaid === 0 ? [] : [`and ${this.#unsaid} more`])].join('. ');
  }
}

/** Whoever calls `issue.close` and gives it a state of another kind means something else than one of the two. */
function addPreset(input: Record<string, unknown>, { name, params }: Preset, report: Report): void {
  for (const [param, value] of Object.entries(params)) {
    if (Object.hasOwn(input, param) && input[param] !== value) {
      report.refuse(`${name} means ${param} ${String(value)}, so leave ${param} out or use the ID above`);
    }
    input[param] = value;
  }
}

interface Place {
  readonly report: Report;
  /** Path to the object whose fields are read, with its dot: `position.`, or `''` for the params themselves. */
  readonly prefix: string;
  readonly isOpen: boolean;
  readonly preset?: Preset | undefined;
  /** The param to name when the value of this one is refused. */
  readonly insteadOf?: (name: string) => string | undefined;
}

function normaliseParams(params: Params, given: Given, place: Place): Record<string, unknown> {
  const { report, prefix } = place;
  const input: Record<string, unknown> = {};
  const names = assignNames(params, given.keys(), place);
  for (const [key, value] of given) {
    const name = names.get(key);
    const field = name === undefined ? undefined : params[name];
    if (name === undefined || field === undefined) {
      if (place.isOpen) define(input, key, value);
      else refuseUnknown(params, key, place);
      continue;
    }
    if (value === undefined || (value === null && field.nullable !== true)) continue;
    const result = normaliseValue(`${prefix}${name}`, field, value, report, place.insteadOf?.(name));
    if (Object.hasOwn(input, name) && !isDeepStrictEqual(input[name], result)) {
      const other = key === name ? [...given.keys()].find((each) => each !== key && names.get(each) === name) : key;
      report.refuse(`${prefix}${name} was given twice, also as ${shorten(other ?? key)}`);
    }
    input[name] = result;
  }
  if (place.preset !== undefined) addPreset(input, place.preset, report);
  for (const [name, field] of Object.entries(params)) {
    if (!field.required || Object.hasOwn(input, name)) continue;
    report.refuse(
      given.get(name) === null
        ? `${prefix}${name} is required and must not be null (${formOf(field)})`
        : `missing required parameter ${prefix}${name} (${formOf(field)})`,
    );
  }
  return input;
}

/** Takes the place of a value that was refused: given, so that no rule misses it, and never seen outside, because the report throws. */
const invalid = Symbol('invalid');

function normaliseValue(label: string, field: Field, value: unknown, report: Report, instead?: string): unknown {
  if (value === null) return null;
  if (field.type === 'object') return normaliseObject(label, field, value, report);
  if (field.type === 'array' && field.items.type === 'object') {
    return normaliseObjects(label, field, field.items, value, report);
  }
  const result = value instanceof Refused ? value : coerce(field, value);
  if (result instanceof Refused) {
    const other = instead === undefined ? '' : `, or give ${instead} in its place`;
    report.refuse(`${label}${result.at} ${result.reason}${other}`);
    return invalid;
  }
  if (result.note !== undefined) report.note(`${label} ${result.note}`);
  return result.value;
}

function normaliseObjects(label: string, list: ListField, items: ObjectField, value: unknown, report: Report): unknown {
  const parsed = parseJsonText(value);
  const elements: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const size = checkCount(list, elements.length);
  if (size !== undefined) {
    report.refuse(`${label} ${size.reason}`);
    return invalid;
  }
  return elements.map((element, index) => normaliseObject(`${label}[${index}]`, items, element, report));
}

function normaliseObject(label: string, field: ObjectField, value: unknown, report: Report): unknown {
  const parsed = parseJsonText(value);
  if (!isRecord(parsed)) {
    report.refuse(`${label} must be an object with ${listNames(field.fields)}`);
    return invalid;
  }
  const place = { report, prefix: `${label}.`, isOpen: field.open === true };
  return normaliseParams(nullableInside(field.fields), new Map(Object.entries(parsed)), place);
}

/** Inside a nested object null has the meaning GitLab gives it, so it is forwarded where a value may be missing (trap T-02). */
function nullableInside(params: Params): Params {
  const known = withNulls.get(params);
  if (known !== undefined) return known;
  const built = Object.fromEntries(
    Object.entries(params).map(([name, field]) => [name, field.required ? field : { ...field, nullable: true }]),
  );
  withNulls.set(params, built);
  return built;
}

const withNulls = new WeakMap<Params, Params>();

type Given = ReadonlyMap<string, unknown>;

function toRecord(action: Action, raw: unknown): Given {
  const parsed = parseJsonText(raw ?? {});
  if (!isRecord(parsed)) {
    throw new UnfitParams(action.id, `params must be an object with ${listNames(action.params)}`);
  }
  return new Map(Object.entries(parsed));
}

/** Some clients send objects and lists as their JSON text. */
function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || isNestedTooDeep(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON after all: the caller reports the value as it came.
    return value;
  }
}

function refuseUnknown(params: Params, key: string, { report, prefix }: Place): void {
  report.refuse(() => {
    const [near] = closest(toSnakeCase(key.slice(0, 80)), Object.keys(params));
    if (near !== undefined && prefix === '') report.misspelt[near] = invalid;
    const advice = near === undefined ? `it takes ${listNames(params)}` : `did you mean ${prefix}${near}`;
    return `unknown parameter ${JSON.stringify(prefix + shorten(key))}, ${advice}`;
  });
}

function shorten(key: string): string {
  return key.length > 60 ? `${key.slice(0, 60)}…` : key;
}

/** The bound on nesting that holds for a request does not see into its texts. */
function isNestedTooDeep(json: string): boolean {
  let depth = 0;
  for (const [bracket] of json.matchAll(/[[{\]}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > maxJsonDepth) return true;
  }
  return false;
}

const maxJsonDepth = 100;

function listNames(params: Params): string {
  const names = Object.keys(params);
  if (names.length === 0) return 'no parameters';
  return names.length > 30 ? `${names.slice(0, 30).join(', ')} and ${names.length - 30} more` : names.join(', ');
}

function formOf(field: Field): string {
  return field.description.replace(/\.$/, '');
}

/** `__proto__` as a key is just a key. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
