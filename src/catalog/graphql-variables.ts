import type { Action, GraphqlSpec } from './action.ts';
import type { Field, IntegerField, ObjectField, StringField } from './field.ts';
import { toGlobalId } from './global-id.ts';

type Input = Readonly<Record<string, unknown>>;

/** Items of a list that nobody gave a size for. */
const defaultFirst = 20;

/** The variables that a normalised input stands for: names in camel case, numbers as global IDs or texts where GraphQL wants them. */
export function toVariables(action: Action, spec: GraphqlSpec, input: Input): Input {
  const variables: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const field = action.params[name];
    if (value === undefined || field === undefined || field.place === 'none') continue;
    variables[spec.variables?.[name] ?? field.wire ?? toCamelCase(name)] = toVariable(field, value);
  }
  Object.assign(variables, action.fixed);
  if (Object.hasOwn(action.params, 'first') && variables['first'] === undefined && variables['last'] === undefined) {
    variables['first'] = defaultFirst;
  }
  return spec.into === undefined ? variables : { [spec.into]: variables };
}

/** One value as its field goes into a variable. */
export function toVariable(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'integer':
    case 'string':
      return typeof value === 'number' || typeof value === 'string' ? toScalar(field, value) : value;
    case 'array':
      return Array.isArray(value) ? value.map((element) => toVariable(field.items, element)) : value;
    case 'object':
      return toInputObject(field, value);
    case 'boolean':
    case 'number':
      return value;
  }
}

function toScalar(field: IntegerField | StringField, value: number | string): number | string {
  if (field.globalId !== undefined) {
    // A text of this kind is whole since it was normalised. The number of a place is not, and its path was looked up.
    return String(value).startsWith('gid://') ? value : toGlobalId(field.globalId.type, value);
  }
  return field.type === 'integer' && field.asText === true ? String(value) : value;
}

function toInputObject(field: ObjectField, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const known = Object.hasOwn(field.fields, name) ? field.fields[name] : undefined;
      return known === undefined ? [name, inner] : [known.wire ?? toCamelCase(name), toVariable(known, inner)];
    }),
  );
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
