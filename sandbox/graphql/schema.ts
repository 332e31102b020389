import type { Caller } from '../access/authenticate.ts';
import type { Boundary } from '../access/grants.ts';
import type { TypeRef } from './document.ts';
import { toPage } from './connections.ts';
import { parseType } from './parser.ts';

/** Who asks, and what the document as a whole costs. */
export interface Context extends Caller {
  readonly complexity: { readonly score: number; readonly limit: number };
}

export type Arguments = Readonly<Record<string, unknown>>;

export interface FieldDefinition {
  readonly type: string;
  /** Arguments by name, with their types: `{ fullPath: 'ID!' }`. */
  readonly args?: Readonly<Record<string, string>>;
  /** Absent: the property of the same name. */
  readonly resolve?: (source: never, args: never, context: Context) => unknown;
  /** Mutations: what a fine-grained token needs, and where. */
  readonly grant?: { readonly permission: string; readonly boundary: (args: never, context: Context) => Boundary };
}

export interface ObjectDefinition {
  readonly fields: Readonly<Record<string, FieldDefinition>>;
  /**
   * What a fine-grained token needs to see such an object. Without it the object is null to those tokens; `open` where it
   * protects nothing.
   */
  readonly grant?:
    | { readonly permission: string; readonly boundary: (source: never, context: Context) => Boundary }
    | 'open';
  readonly interfaces?: readonly string[];
}

export interface AbstractDefinition {
  readonly possible: readonly string[];
  /** Fields every possible type has; none for a union. */
  readonly fields?: Readonly<Record<string, FieldDefinition>>;
  readonly typeOf: (value: never, context: Context) => string;
}

/** One area of the schema. Objects of the same name, `Query` and `Mutation` above all, are put together from all areas. */
export interface Area {
  /** Only Enterprise builds have it: elsewhere its fields do not exist. */
  readonly enterprise?: boolean;
  readonly objects?: Readonly<Record<string, ObjectDefinition>>;
  readonly abstracts?: Readonly<Record<string, AbstractDefinition>>;
  readonly enums?: Readonly<Record<string, readonly string[]>>;
  /** Input objects: their fields with their types. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface Field extends Omit<FieldDefinition, 'type' | 'args' | 'resolve' | 'grant'> {
  readonly name: string;
  readonly type: TypeRef;
  readonly args: ReadonlyMap<string, TypeRef>;
  readonly resolve: (source: unknown, args: Arguments, context: Context) => unknown;
  readonly grant:
    | { readonly permission: string; readonly boundary: (args: Arguments, context: Context) => Boundary }
    | undefined;
}

export interface ObjectType {
  readonly name: string;
  readonly fields: Map<string, Field>;
  grant:
    | { readonly permission: string; readonly boundary: (source: unknown, context: Context) => Boundary }
    | 'open'
    | undefined;
  readonly interfaces: Set<string>;
}

export interface AbstractType {
  readonly name: string;
  readonly possible: readonly string[];
  readonly fields: ReadonlyMap<string, Field>;
  readonly typeOf: (value: unknown, context: Context) => string;
}

/** All areas put together. A name that is no object, abstract, enum or input is a scalar. */
export interface Schema {
  readonly objects: Map<string, ObjectType>;
  readonly abstracts: Map<string, AbstractType>;
  readonly enums: Map<string, readonly string[]>;
  readonly inputs: Map<string, ReadonlyMap<string, TypeRef>>;
}

export function buildSchema(areas: readonly Area[]): Schema {
  const schema: Schema = { objects: new Map(), abstracts: new Map(), enums: new Map(), inputs: new Map() };
  for (const area of areas) {
    for (const [name, definition] of Object.entries(area.objects ?? {})) addObject(schema, name, definition);
    for (const [name, definition] of Object.entries(area.abstracts ?? {})) {
      // Each abstract type gets only the values its own fields yield.
      const typeOf = definition.typeOf as unknown as AbstractType['typeOf'];
      schema.abstracts.set(name, {
        name,
        possible: definition.possible,
        fields: toFields(definition.fields ?? {}),
        typeOf,
      });
    }
    for (const [name, values] of Object.entries(area.enums ?? {})) schema.enums.set(name, values);
    for (const [name, fields] of Object.entries(area.inputs ?? {})) schema.inputs.set(name, toTypes(fields));
  }
  addConnections(schema);
  return schema;
}

function addObject(schema: Schema, name: string, definition: ObjectDefinition): void {
  const object = schema.objects.get(name) ?? {
    name,
    fields: new Map(),
    grant: undefined,
    interfaces: new Set<string>(),
  };
  for (const [key, field] of toFields(definition.fields)) object.fields.set(key, field);
  for (const other of definition.interfaces ?? []) object.interfaces.add(other);
  // As above: boundaries are asked about objects of this type only.
  if (definition.grant !== undefined) object.grant = definition.grant as unknown as ObjectType['grant'];
  schema.objects.set(name, object);
}

function toFields(definitions: Readonly<Record<string, FieldDefinition>>): Map<string, Field> {
  return new Map(
    Object.entries(definitions).map(([name, { type, args, resolve, grant }]) => {
      const property = (source: unknown) => (source as Record<string, unknown>)[name]; // sources are objects
      return [
        name,
        {
          name,
          type: parseType(type),
          args: toTypes(args ?? {}),
          // Resolvers and boundaries get what the field and its parent declare.
          resolve: resolve === undefined ? property : (resolve as unknown as Field['resolve']),
          grant: grant as unknown as Field['grant'],
        },
      ];
    }),
  );
}

function toTypes(types: Readonly<Record<string, string>>): Map<string, TypeRef> {
  return new Map(Object.entries(types).map(([name, type]) => [name, parseType(type)]));
}

const pageArgs = { first: 'Int', last: 'Int', after: 'String', before: 'String' };

/** A field that is a Relay connection of `node`; `resolve` gives the whole list. */
export function connection(
  node: string,
  args: Readonly<Record<string, string>>,
  resolve: (source: never, args: never, context: Context) => readonly unknown[],
): FieldDefinition {
  return {
    type: `${node}Connection`,
    args: { ...pageArgs, ...args },
    resolve: (source: never, given: never, context: Context) => toPage(resolve(source, given, context), given),
  };
}

/** Every `XConnection` that some field mentions, with its edges. */
function addConnections(schema: Schema): void {
  addObject(schema, 'PageInfo', {
    grant: 'open',
    fields: {
      hasNextPage: { type: 'Boolean!' },
      hasPreviousPage: { type: 'Boolean!' },
      startCursor: { type: 'String' },
      endCursor: { type: 'String' },
    },
  });
  const mentioned = new Set<string>();
  for (const { fields } of [...schema.objects.values(), ...schema.abstracts.values()]) {
    for (const { type } of fields.values())
      if (type.kind === 'named' && type.name.endsWith('Connection')) mentioned.add(type.name);
  }
  for (const name of mentioned) {
    const node = name.slice(0, -'Connection'.length);
    addObject(schema, name, {
      grant: 'open',
      fields: {
        nodes: { type: `[${node}]` },
        edges: { type: `[${node}Edge]` },
        pageInfo: { type: 'PageInfo!' },
        count: { type: 'Int!' },
      },
    });
    addObject(schema, `${node}Edge`, { grant: 'open', fields: { node: { type: node }, cursor: { type: 'String!' } } });
  }
}
