import { AppError } from '../errors/app-error.ts';
import type { Action } from './action.ts';
import { closest } from './closest.ts';
import { coerce, Refused } from './coerce.ts';
import type { Field, Params } from './field.ts';
import { brokenRules } from './rules.ts';

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
export function normalise(action: Action, raw: unknown): Normalised {
  const given = toRecord(action, raw);
  const problems: string[] = [];
  const notes: string[] = [];
  const input = normaliseParams(action.params, given, { problems, notes, prefix: '', open: false });
  problems.push(...brokenRules(action.rules ?? [], input));
  if (problems.length > 0) throw new AppError('input.invalid', `${action.id}: ${problems.join('. ')}.`);
  return { input, notes };
}

interface Report {
  readonly problems: string[];
  readonly notes: string[];
  readonly prefix: string;
  readonly open: boolean;
}

/** Used for the params themselves and, through `coerce`, for objects inside them. */
function normaliseParams(params: Params, given: ReadonlyMap<string, unknown>, report: Report): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [key, value] of given) {
    const name = resolveName(params, key, given);
    if (name === undefined) {
      if (report.open) define(input, key, value);
      else report.problems.push(unknownParam(params, key, report.prefix));
      continue;
    }
    const field = params[name];
    if (field === undefined) continue;
    if (value === undefined || (value === null && field.nullable !== true)) continue;
    if (Object.hasOwn(input, name)) {
      report.problems.push(`${report.prefix}${name} was given twice, also as ${key}`);
      continue;
    }
    normaliseValue(name, field, value, input, report);
  }
  for (const [name, field] of Object.entries(params)) {
    if (field.required && !Object.hasOwn(input, name) && !given.has(name)) {
      report.problems.push(`missing required parameter ${report.prefix}${name} (${formOf(field)})`);
    } else if (field.required && given.get(name) === null && field.nullable !== true) {
      report.problems.push(`${report.prefix}${name} is required and must not be null (${formOf(field)})`);
    }
  }
  return input;
}

function normaliseValue(
  name: string,
  field: Field,
  value: unknown,
  input: Record<string, unknown>,
  report: Report,
): void {
  const label = `${report.prefix}${name}`;
  if (value === null) {
    input[name] = null;
    return;
  }
  if (field.type === 'object' || (field.type === 'array' && field.items.type === 'object')) {
    input[name] = normaliseNested(label, field, value, report);
    return;
  }
  const result = coerce(field, value);
  if (result instanceof Refused) {
    report.problems.push(`${label} ${result.reason}`);
    return;
  }
  if (result.note !== undefined) report.notes.push(`${label} ${result.note}`);
  input[name] = result.value;
}

function normaliseNested(label: string, field: Field, value: unknown, report: Report): unknown {
  const parsed = parseJsonText(value);
  if (field.type === 'array') {
    const elements = Array.isArray(parsed) ? parsed : [parsed];
    return elements.map((element, index) => normaliseNested(`${label}[${index}]`, field.items, element, report));
  }
  if (field.type !== 'object') return parsed;
  if (!isRecord(parsed)) {
    report.problems.push(`${label} must be an object with ${listNames(field.fields)}`);
    return undefined;
  }
  const params = nullableInside(field.fields);
  const nested = { ...report, prefix: `${label}.`, open: field.open === true };
  return normaliseParams(params, new Map(Object.entries(parsed)), nested);
}

/** Inside a nested object null has the meaning GitLab gives it, so it is forwarded (trap T-02). */
function nullableInside(params: Params): Params {
  const known = withNulls.get(params);
  if (known !== undefined) return known;
  const built = Object.fromEntries(Object.entries(params).map(([name, field]) => [name, { ...field, nullable: true }]));
  withNulls.set(params, built);
  return built;
}

const withNulls = new WeakMap<Params, Params>();

function toRecord(action: Action, raw: unknown): ReadonlyMap<string, unknown> {
  const parsed = parseJsonText(raw ?? {});
  if (!isRecord(parsed)) {
    throw new AppError('input.invalid', `${action.id}: params must be an object with ${listNames(action.params)}.`);
  }
  return new Map(Object.entries(parsed));
}

/** Some clients send objects and lists as their JSON text. */
function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON after all: the caller reports the value as it came.
    return value;
  }
}

/** Spellings that models carry over from sibling actions, tried where the action itself does not know the key. */
const commonAliases: Readonly<Record<string, readonly string[]>> = {
  search: ['query'],
  query: ['search'],
  q: ['search', 'query'],
  project_path: ['project_id'],
  project: ['project_id'],
  group_path: ['group_id'],
  group: ['group_id'],
  mr_iid: ['merge_request_iid'],
  branch: ['ref', 'branch_name'],
  ref: ['branch', 'ref_name'],
  assignee: ['assignee_username'],
  author: ['author_username'],
  body: ['description', 'note'],
  comment: ['body', 'note'],
  content: ['body', 'description'],
  text: ['body'],
  message: ['commit_message', 'body'],
  status: ['scope', 'state'],
  state: ['state_event', 'status'],
  name: ['title'],
  title: ['name'],
};

function resolveName(params: Params, key: string, given: ReadonlyMap<string, unknown>): string | undefined {
  if (Object.hasOwn(params, key)) return key;
  const spelled = toSnakeCase(key);
  if (Object.hasOwn(params, spelled)) return spelled;
  for (const [name, field] of Object.entries(params)) {
    if (field.aliases?.includes(spelled) === true && !given.has(name)) return name;
  }
  const common = Object.hasOwn(commonAliases, spelled) ? commonAliases[spelled] : undefined;
  return common?.find((name) => Object.hasOwn(params, name) && !given.has(name));
}

function toSnakeCase(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

function unknownParam(params: Params, key: string, prefix: string): string {
  const shown = key.length > 60 ? `${key.slice(0, 60)}…` : key;
  const [near] = closest(toSnakeCase(key.slice(0, 80)), Object.keys(params));
  const advice = near === undefined ? `it takes ${listNames(params)}` : `did you mean ${prefix}${near}?`;
  return `unknown parameter ${JSON.stringify(prefix + shown)}, ${advice}`.replace(/\?$/, '');
}

function listNames(params: Params): string {
  const names = Object.keys(params);
  if (names.length === 0) return 'no parameters';
  return names.length > 30 ? `${names.slice(0, 30).join(', ')} and ${names.length - 30} more` : names.join(', ');
}

function formOf(field: Field): string {
  return field.description.replace(/\.$/, '');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `__proto__` as a key is just a key. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
