import type { Action } from '../../src/catalog/action.ts';
import type { Field, Params } from '../../src/catalog/field.ts';

/** A value that a field accepts. */
export function exampleValue(field: Field): unknown {
  switch (field.type) {
    case 'string':
      return exampleText(field);
    case 'integer':
      return Math.max(field.minimum ?? 7, Math.min(7, field.maximum ?? 7));
    case 'number':
      return Math.max(field.minimum ?? 0.5, Math.min(0.5, field.maximum ?? 0.5));
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Math.max(1, field.minItems ?? 1) }, () => exampleValue(field.items));
    case 'object':
      return exampleObject(field.fields);
  }
}

/** What an action demands and nothing more. */
export function leastInput(action: Action): Record<string, unknown> {
  const { params, rules = [] } = action;
  const names = new Set(Object.keys(params).filter((name) => params[name]?.required === true));
  for (const rule of rules) {
    if (rule.rule !== 'exactly-one' && rule.rule !== 'at-least-one') continue;
    const [first] = rule.of;
    if (first !== undefined && !rule.of.some((name) => names.has(name))) names.add(first);
  }
  addNeeded(action, names);
  return exampleObject(params, names);
}

/** Everything an action takes, of params that exclude each other the first. */
export function fullInput(action: Action): Record<string, unknown> {
  const names = new Set(Object.keys(action.params));
  for (const rule of action.rules ?? []) {
    if (rule.rule !== 'exactly-one' && rule.rule !== 'at-most-one') continue;
    const [, ...others] = rule.of.filter((name) => names.has(name));
    for (const other of others) names.delete(other);
  }
  for (const rule of action.rules ?? []) {
    if (rule.rule === 'needs' && !names.has(rule.with)) names.delete(rule.param);
  }
  return exampleObject(action.params, names);
}

/** Adds what the chosen params make sense beside. */
function addNeeded({ rules = [] }: Action, names: Set<string>): void {
  for (const rule of rules) if (rule.rule === 'needs' && names.has(rule.param)) names.add(rule.with);
}

function exampleObject(params: Params, names: ReadonlySet<string> = new Set(Object.keys(params))) {
  const entries = Object.entries(params).filter(([name]) => names.has(name));
  return Object.fromEntries(entries.map(([name, field]) => [name, exampleValue(field)]));
}

function exampleText(field: Extract<Field, { type: 'string' }>): string {
  if (field.enum !== undefined) return field.enum[0] ?? '';
  if (field.idOr !== undefined) return field.idOr[0] ?? '';
  if (field.globalId !== undefined && field.form === 'line') return `gid://gitlab/${field.globalId.type}/7`;
  switch (field.form) {
    case 'namespace':
      return field.names === 'user' ? 'ada' : 'acme/site';
    case 'path':
      return 'docs/read me.md';
    case 'date':
      return '2026-02-28';
    case 'datetime':
      return '2026-02-28T08:00:00Z';
    case 'line':
    case 'text':
      return field.slug === true ? 'abc123' : 'release/1.0';
  }
}
