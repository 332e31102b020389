import { isHash } from '../http/query.ts';
import { type Argument, type Location, type Operation, printType, type TypeRef, type Value } from './document.ts';
import { DocumentError } from './errors.ts';
import type { Field, Schema } from './schema.ts';

export type Variables = ReadonlyMap<string, unknown>;

const builtIns: Readonly<Record<string, (value: unknown) => boolean>> = {
  Int: (value) => Number.isSafeInteger(value),
  Float: (value) => typeof value === 'number',
  Boolean: (value) => typeof value === 'boolean',
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string' || Number.isSafeInteger(value),
};

/** The variables of an operation: what was sent, checked against what is declared. */
export function readVariables(
  schema: Schema,
  operation: Operation,
  sent: Readonly<Record<string, unknown>>,
): Variables {
  const variables = new Map<string, unknown>();
  for (const { name, type, fallback } of operation.variables) {
    const given = sent[name];
    if (given === undefined && fallback !== undefined) variables.set(name, fromLiteral(fallback, new Map()));
    else if (given !== undefined) variables.set(name, given);
    const problem = problemOf(schema, type, variables.get(name));
    if (problem !== undefined) {
      throw new DocumentError([
        {
          message: `Variable $${name} of type ${printType(type)} was provided invalid value${problem === '' ? '' : ` ${problem}`}`,
          extensions: {
            value: given ?? null,
            problems: [{ path: [], explanation: problem === '' ? 'Expected value to not be null' : problem }],
          },
        },
      ]);
    }
  }
  return variables;
}

/** The arguments of one field, complete and of the declared types. */
export function readArguments(
  schema: Schema,
  field: Field,
  given: readonly Argument[],
  variables: Variables,
  at: Location,
): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const { name, value } of given) {
    if (value.kind === 'variable' && !variables.has(value.name)) continue;
    args[name] = fromLiteral(value, variables);
  }
  for (const [name, type] of field.args) {
    const problem = problemOf(schema, type, args[name]);
    if (problem === undefined) continue;
    throw new DocumentError([
      {
        message: `Argument '${name}' on Field '${field.name}' has an invalid value (${JSON.stringify(args[name])}). Expected type '${printType(type)}'.`,
        locations: [at],
        extensions: { code: 'argumentLiteralsIncompatible', typeName: 'Field', argumentName: name },
      },
    ]);
  }
  return args;
}

function fromLiteral(value: Value, variables: Variables): unknown {
  switch (value.kind) {
    case 'variable':
      return variables.get(value.name);
    case 'literal':
      return value.value;
    case 'enum':
      return value.name;
    case 'list':
      return value.values.map((element) => fromLiteral(element, variables));
    case 'object':
      return Object.fromEntries(
        value.fields
          .filter((field) => field.value.kind !== 'variable' || variables.has(field.value.name))
          .map((field) => [field.name, fromLiteral(field.value, variables)]),
      );
    default:
      return value satisfies never;
  }
}

/** What is wrong with a value of that type: undefined when nothing, empty when it is missing. */
function problemOf(schema: Schema, type: TypeRef, value: unknown): string | undefined {
  if (value === undefined || value === null) return type.required ? '' : undefined;
  if (type.kind === 'list') {
    // One value stands for a list of one.
    const elements: unknown[] = Array.isArray(value) ? value : [value];
    return elements.map((element) => problemOf(schema, type.of, element)).find((problem) => problem !== undefined);
  }
  const values = schema.enums.get(type.name);
  if (values !== undefined) {
    return typeof value === 'string' && values.includes(value)
      ? undefined
      : `Expected ${JSON.stringify(value)} to be one of: ${values.join(', ')}`;
  }
  const fields = schema.inputs.get(type.name);
  if (fields !== undefined) return problemOfInput(schema, type.name, fields, value);
  const isValid = builtIns[type.name];
  return isValid === undefined || isValid(value)
    ? undefined
    : `Could not coerce value ${JSON.stringify(value)} to ${type.name}`;
}

function problemOfInput(
  schema: Schema,
  name: string,
  fields: ReadonlyMap<string, TypeRef>,
  value: unknown,
): string | undefined {
  if (!isHash(value)) return `Expected ${JSON.stringify(value)} to be an object of type ${name}`;
  const unknown = Object.keys(value).find((key) => !fields.has(key));
  if (unknown !== undefined) return `for ${unknown} (Field is not defined on ${name})`;
  for (const [key, type] of fields) {
    const problem = problemOf(schema, type, value[key]);
    if (problem !== undefined) return `for ${key} (${problem === '' ? 'Expected value to not be null' : problem})`;
  }
  return undefined;
}
