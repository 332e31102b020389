import { exactNumber } from '../../gitlab/json.ts';
import { inline } from './markdown.ts';

/** A JSON object of GitLab's. Nothing about it is certain: every key may be missing, null or of another type (trap T-21). */
export type Thing = Readonly<Record<string, unknown>>;

export function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && exactNumber(value) === undefined;
}

/** Reads one key by its REST name or, as GraphQL spells it, in camel case. */
export function read(thing: unknown, key: string): unknown {
  if (!isThing(thing)) return undefined;
  if (Object.hasOwn(thing, key)) return thing[key];
  if (!key.includes('_')) return undefined;
  const camel = toCamelCase(key);
  return Object.hasOwn(thing, camel) ? thing[camel] : undefined;
}

/** Reads a path of keys joined by dots. */
export function at(thing: unknown, path: string): unknown {
  if (!path.includes('.')) return read(thing, path);
  let value = thing;
  for (const key of path.split('.')) value = read(value, key);
  return value;
}

/** The elements of a list, or of a GraphQL connection; empty for anything else. */
export function elements(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const nodes = read(value, 'nodes');
  if (Array.isArray(nodes)) return nodes;
  const edges = read(value, 'edges');
  return Array.isArray(edges) ? edges.map((edge) => read(edge, 'node')) : [];
}

/** The value as one line of Markdown; `''` for null, missing and everything that is not a scalar. */
export function scalar(value: unknown, limit?: number): string {
  if (typeof value === 'string') return inline(value, limit);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '✅' : '❌';
  return exactNumber(value) ?? '';
}

/** The value as plain text, for where it is escaped or encoded later. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : (exactNumber(value) ?? '');
}

const camelCases = new Map<string, string>();

/** Keys come from our own tables, so the memory of them is bounded. */
function toCamelCase(key: string): string {
  let camel = camelCases.get(key);
  if (camel === undefined) {
    camel = key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    camelCases.set(key, camel);
  }
  return camel;
}
