import { AppError } from '../errors/app-error.ts';
import type { RestRequest } from '../gitlab/client.ts';
import type { Action } from './action.ts';
import type { Field } from './field.ts';
import { encodeSegment } from './path-segment.ts';

type Input = Readonly<Record<string, unknown>>;

/** Turns a normalised input into the GitLab request it stands for. With `pathOf`, the only place that builds a path. */
export function buildRequest(action: Action, input: Input): RestRequest {
  const { method, segments, names, declared } = parseRoute(action);
  let path = '';
  for (const segment of segments) {
    const name = segment.slice(1);
    path += segment.startsWith(':') ? `/${encodeSegment(`${action.id}: ${name}`, input[name])}` : `/${segment}`;
  }

  const sendsBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
  let query = '';
  let body: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(input)) {
    const field = action.params[name];
    if (field === undefined || names.has(name) || value === undefined || field.place === 'none') continue;
    const place = field.place ?? (sendsBody ? 'body' : 'query');
    const wire = field.wire ?? name;
    if (place === 'query') query += encodeQuery(wire, toWire(field, value));
    else (body ??= {})[wire] = toWire(field, value);
  }
  for (const [name, value] of Object.entries(action.fixed ?? {})) {
    if (sendsBody) (body ??= {})[name] = value;
    else query += encodeQuery(name, value);
  }
  return {
    method,
    path,
    route: declared,
    ...(query === '' ? {} : { query: query.slice(1) }),
    ...(body === undefined ? {} : { body }),
  };
}

/**
 * A path for actions that send more than one request: `pathOf`/projects/${id}/milestones``. Every value becomes
 * exactly one segment.
 */
export function pathOf(template: TemplateStringsArray, ...values: readonly unknown[]): string {
  return template.reduce((path, text, index) => `${path}${encodeSegment('the ID', values[index - 1])}${text}`);
}

/** Query text of simple values, for actions that send more than one request. `undefined` is left out. */
export function queryOf(values: Readonly<Record<string, unknown>>): string {
  let query = '';
  for (const [name, value] of Object.entries(values)) query += encodeQuery(name, value);
  return query.slice(1);
}

/** Names of the params that travel in the path of an action's route; none when it has no route. */
export function pathParamsOf(action: Action): ReadonlySet<string> {
  return action.route === undefined ? noNames : parseRoute(action).names;
}

const noNames: ReadonlySet<string> = new Set();

interface ParsedRoute {
  readonly method: RestRequest['method'];
  readonly segments: readonly string[];
  /** Of the placeholders among the segments. */
  readonly names: ReadonlySet<string>;
  /** The route as GitLab declares it. */
  readonly declared: string;
}

const routes = new WeakMap<Action, ParsedRoute>();

function parseRoute(action: Action): ParsedRoute {
  const known = routes.get(action);
  if (known !== undefined) return known;
  if (action.route === undefined) throw new AppError('internal', `${action.id} has no route`);
  const space = action.route.indexOf(' ');
  const segments = action.route.slice(space + 2).split('/');
  const parsed: ParsedRoute = {
    // The type of a route says that it starts with a method.
    method: action.route.slice(0, space) as RestRequest['method'],
    segments,
    declared: declare(segments),
    names: new Set(segments.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1))),
  };
  routes.set(action, parsed);
  return parsed;
}

/** GitLab calls the project or group that a route starts with `:id`, whatever an action calls it. */
function declare(segments: readonly string[]): string {
  const [first, second = '', ...rest] = segments;
  const isOwner = second === ':project_id' || second === ':group_id';
  return `/${[first, ...(segments.length > 1 ? [isOwner ? ':id' : second] : []), ...rest].join('/')}`;
}

function toWire(field: Field, value: unknown): unknown {
  if (field.type === 'array' && field.comma === true && Array.isArray(value)) return value.join(',');
  return value;
}

/** `&key=value`, `&key[]=` once per element, `&key[sub]=` for objects (trap T-17). */
function encodeQuery(name: string, value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((element) => encodeQuery(`${name}[]`, element)).join('');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([key, element]) => encodeQuery(`${name}[${key}]`, element))
      .join('');
  }
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
  return `&${encodeQueryText(name)}=${encodeQueryText(text)}`;
}

/** Brackets are part of GitLab's parameter names and every server reads them bare. */
function encodeQueryText(value: string): string {
  if (!value.isWellFormed()) throw new AppError('input.invalid', 'a value is not valid Unicode text');
  return encodeURIComponent(value).replaceAll('%5B', '[').replaceAll('%5D', ']');
}
