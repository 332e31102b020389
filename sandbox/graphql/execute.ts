import { checkGrant } from '../access/grants.ts';
import { isHash } from '../http/query.ts';
import { Refusal } from '../http/refusal.ts';
import type { Directive, Document, FieldSelection, Operation, Selection, TypeRef } from './document.ts';
import { type ErrorEntry, FieldError, notAvailable } from './errors.ts';
import type { Context, Field, ObjectType, Schema } from './schema.ts';
import { readArguments, type Variables } from './values.ts';
import { fieldOf } from './validate.ts';

export interface Result {
  readonly data: unknown;
  readonly errors: readonly ErrorEntry[];
}

interface Run {
  readonly schema: Schema;
  readonly document: Document;
  readonly variables: Variables;
  readonly context: Context;
  readonly errors: ErrorEntry[];
}

type Path = readonly (string | number)[];

/** A null where the schema forbids one: it moves up to the nearest place that allows it. */
const forbiddenNull = Symbol('null of a required type');

/** Runs a validated operation. Fields fail one by one, and say so in `errors`. */
export async function execute(
  schema: Schema,
  document: Document,
  operation: Operation,
  variables: Variables,
  context: Context,
): Promise<Result> {
  const run: Run = { schema, document, variables, context, errors: [] };
  const name = operation.kind === 'mutation' ? 'Mutation' : 'Query';
  const root = schema.objects.get(name);
  if (root === undefined)
    return { data: null, errors: [{ message: `Schema is not configured for ${operation.kind}s` }] };
  const data = await completeSelections(run, root, {}, operation.selections, []);
  return { data: data === forbiddenNull ? null : data, errors: run.errors };
}

async function completeSelections(
  run: Run,
  type: ObjectType,
  source: unknown,
  selections: readonly Selection[],
  path: Path,
): Promise<Record<string, unknown> | typeof forbiddenNull> {
  const result: Record<string, unknown> = {};
  // In order, one after the other: mutations must be, and queries lose nothing by it.
  for (const [alias, fields] of collect(run, type, selections)) {
    const [first] = fields;
    if (first === undefined) continue;
    if (first.name === '__typename') {
      result[alias] = type.name;
      continue;
    }
    const value = await completeField(run, type, source, fields, [...path, alias]);
    if (value === forbiddenNull) return forbiddenNull;
    result[alias] = value;
  }
  return result;
}

/** The fields to answer, by alias, with fragments that apply written out. */
function collect(
  run: Run,
  type: ObjectType,
  selections: readonly Selection[],
  into: Map<string, FieldSelection[]> = new Map(),
): Map<string, FieldSelection[]> {
  for (const selection of selections) {
    if (!isIncluded(run, selection.directives)) continue;
    if (selection.kind === 'field') {
      const fields = into.get(selection.alias);
      if (fields === undefined) into.set(selection.alias, [selection]);
      else fields.push(selection);
      continue;
    }
    const fragment = selection.kind === 'spread' ? run.document.fragments.get(selection.name) : selection;
    if (fragment !== undefined && applies(run.schema, type, fragment.on)) collect(run, type, fragment.selections, into);
  }
  return into;
}

function isIncluded(run: Run, directives: readonly Directive[]): boolean {
  return directives.every(({ name, args }) => {
    const condition = args.find((arg) => arg.name === 'if')?.value;
    if (condition === undefined) return true;
    const value =
      condition.kind === 'variable'
        ? run.variables.get(condition.name)
        : condition.kind === 'literal' && condition.value;
    return name === 'include' ? value === true : name === 'skip' ? value !== true : true;
  });
}

function applies(schema: Schema, type: ObjectType, on: string | undefined): boolean {
  if (on === undefined || on === type.name || type.interfaces.has(on)) return true;
  return schema.abstracts.get(on)?.possible.includes(type.name) === true;
}

async function completeField(
  run: Run,
  type: ObjectType,
  source: unknown,
  selections: readonly FieldSelection[],
  path: Path,
): Promise<unknown> {
  const [selection] = selections;
  const field = selection === undefined ? undefined : fieldOf(run.schema, type.name, selection.name);
  if (selection === undefined || field === undefined) return null;
  try {
    const args = readArguments(run.schema, field, selection.args, run.variables, selection.at);
    if (type.name === 'Mutation') checkMutation(run.context, field, args);
    const value: unknown = await field.resolve(source, args, run.context);
    return await completeValue(run, field.type, value, selections, path);
  } catch (error) {
    run.errors.push(toEntry(error, selection, path));
    return field.type.required ? forbiddenNull : null;
  }
}

/** Tokens that only read may not mutate; fine-grained ones need the permission of the mutation. */
function checkMutation(context: Context, field: Field, args: Readonly<Record<string, unknown>>): void {
  const { token } = context;
  if (token === undefined) return;
  if (token.grants !== undefined) {
    const boundary = field.grant?.boundary(args, context) ?? { kind: 'instance' as const };
    checkGrant(context, field.grant === undefined ? [] : [field.grant.permission], boundary);
    return;
  }
  if (!token.scopes.includes('api')) throw notAvailable();
}

async function completeValue(
  run: Run,
  type: TypeRef,
  value: unknown,
  selections: readonly FieldSelection[],
  path: Path,
): Promise<unknown> {
  if (value === undefined || value === null) return type.required ? forbiddenNull : null;
  if (type.kind === 'list') {
    const list: unknown[] = [];
    for (const [index, element] of [...(value as Iterable<unknown>)].entries()) {
      // resolvers of lists give iterables
      const completed = await completeValue(run, type.of, element, selections, [...path, index]);
      if (completed === forbiddenNull) return type.required ? forbiddenNull : null;
      list.push(completed);
    }
    return list;
  }
  const abstract = run.schema.abstracts.get(type.name);
  const object = run.schema.objects.get(abstract === undefined ? type.name : abstract.typeOf(value, run.context));
  if (object === undefined) return value;
  if (!isGranted(run.context, object, value)) return type.required ? forbiddenNull : null;
  const below = selections.flatMap((selection) => selection.selections ?? []);
  const completed = await completeSelections(run, object, value, below, path);
  return completed === forbiddenNull && !type.required ? null : completed;
}

/** To a fine-grained token, what it may not see is null, without a word. */
function isGranted(context: Context, type: ObjectType, value: unknown): boolean {
  if (context.token?.grants === undefined || type.grant === 'open') return true;
  if (type.grant === undefined) return false;
  try {
    checkGrant(context, [type.grant.permission], type.grant.boundary(value, context));
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function toEntry(error: unknown, selection: FieldSelection, path: Path): ErrorEntry {
  const place = { locations: [selection.at], path };
  if (error instanceof FieldError) {
    return {
      message: error.message,
      ...place,
      ...(error.extensions === undefined ? {} : { extensions: error.extensions }),
    };
  }
  if (error instanceof Refusal) {
    const description = isHash(error.body) ? error.body['error_description'] : undefined;
    return { message: typeof description === 'string' ? description : notAvailable().message, ...place };
  }
  throw error;
}
