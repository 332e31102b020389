import { invalidParameters } from './refusal.ts';

/** Parameters by name. Without a prototype, so that no name from outside can mean anything else. */
export type RawParams = Record<string, unknown>;

const maxDepth = 32;

export function newParams(): RawParams {
  // A null prototype is typed `any`.
  return Object.create(null) as RawParams;
}

/**
 * Reads `a=1&b[]=2&c[d]=3&e[][f]=4`, percent-encoded or not, the way Rack does: `[]` appends, `[name]` nests, and a
 * name that comes twice keeps its last value.
 */
export function parseForm(form: string, into: RawParams = newParams()): RawParams {
  if (form === '') return into;
  for (const pair of form.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? null : decode(pair.slice(equals + 1));
    assign(into, name, value);
  }
  return into;
}

/** Stores one value under a name that may be nested. */
export function assign(into: RawParams, name: string, value: unknown): void {
  if (!name.includes('[')) {
    into[name] = value;
    return;
  }
  const match = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name);
  if (match === null) {
    into[name] = value;
    return;
  }
  const keys = (match[2] ?? '').slice(1, -1).split('][');
  if (keys.length > maxDepth) throw invalidParameters('Bad Request');
  store(into, match[1] ?? '', keys, value);
}

function store(into: RawParams, key: string, rest: readonly string[], value: unknown): void {
  const [next, ...deeper] = rest;
  if (next === undefined) {
    into[key] = value;
    return;
  }
  if (next === '') {
    const list = asList(into, key);
    if (deeper.length === 0) list.push(value);
    else storeInList(list, deeper, value);
    return;
  }
  store(asHash(into, key), next, deeper, value);
}

/** `v[][key]=A&v[][value]=b`: a key that the last element already has begins the next element. */
function storeInList(list: unknown[], keys: readonly string[], value: unknown): void {
  const [key = '', ...deeper] = keys;
  const last = list.at(-1);
  if (isHash(last) && !(deeper.length === 0 && key in last)) {
    store(last, key, deeper, value);
    return;
  }
  const element = newParams();
  store(element, key, deeper, value);
  list.push(element);
}

function asList(into: RawParams, key: string): unknown[] {
  const present = into[key];
  if (Array.isArray(present)) return present;
  const list: unknown[] = [];
  into[key] = list;
  return list;
}

function asHash(into: RawParams, key: string): RawParams {
  const present = into[key];
  if (isHash(present)) return present;
  const created = newParams();
  into[key] = created;
  return created;
}

export function isHash(value: unknown): value is RawParams {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw invalidParameters('Bad Request');
  }
}

/** A parameter that is text; undefined for anything else. */
export function textOf(params: RawParams, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
}

/** Writes parameters back as a query string, nested names as Rack reads them, in order of their names. */
export function toQuery(params: Readonly<RawParams>): string {
  const pairs: string[] = [];
  for (const name of Object.keys(params).sort()) append(pairs, encodeURIComponent(name), params[name]);
  return pairs.join('&');
}

function append(pairs: string[], name: string, value: unknown): void {
  if (Array.isArray(value)) for (const element of value) append(pairs, `${name}%5B%5D`, element);
  else if (isHash(value)) {
    for (const key of Object.keys(value)) append(pairs, `${name}%5B${encodeURIComponent(key)}%5D`, value[key]);
  } else pairs.push(`${name}=${encodeURIComponent(scalar(value))}`);
}

function scalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
