import { namedType, type TypeRef } from './document.ts';
import type { Area, Field, Schema } from './schema.ts';

/** What `__schema` and `__type` answer: the schema about itself. */
export function introspection(schemaOf: () => Schema): Area {
  const named = (name: string) => ({ kind: 'named', name, required: false }) as const;
  const hidden = (name: string) => name.startsWith('__');
  const scalarNames = (schema: Schema) => {
    const names = new Set(['String', 'Boolean', 'Int', 'Float', 'ID']);
    const note = (type: TypeRef) => {
      const name = namedType(type);
      if (kindOf(schema, name) === 'SCALAR') names.add(name);
    };
    for (const { fields } of [...schema.objects.values(), ...schema.abstracts.values()]) {
      for (const { type, args } of fields.values()) [type, ...args.values()].forEach(note);
    }
    for (const fields of schema.inputs.values()) [...fields.values()].forEach(note);
    return [...names];
  };
  const shown = (fields: ReadonlyMap<string, Field>) => [...fields.values()].filter(({ name }) => !hidden(name));
  const inputs = (types: ReadonlyMap<string, TypeRef>) =>
    [...types].map(([name, type]) => ({ name, type, description: null, defaultValue: null }));

  const typeFields = {
    kind: {
      type: '__TypeKind!',
      resolve: (type: TypeRef) =>
        type.required ? 'NON_NULL' : type.kind === 'list' ? 'LIST' : kindOf(schemaOf(), type.name),
    },
    name: { type: 'String', resolve: (type: TypeRef) => (type.required || type.kind === 'list' ? null : type.name) },
    description: { type: 'String', resolve: () => null },
    ofType: {
      type: '__Type',
      resolve: (type: TypeRef) =>
        type.required ? { ...type, required: false } : type.kind === 'list' ? type.of : null,
    },
    fields: {
      type: '[__Field!]',
      args: { includeDeprecated: 'Boolean' },
      resolve: (type: TypeRef) => {
        if (type.required || type.kind === 'list') return null;
        const schema = schemaOf();
        const fields = schema.objects.get(type.name)?.fields ?? schema.abstracts.get(type.name)?.fields;
        return fields === undefined || kindOf(schema, type.name) === 'UNION' ? null : shown(fields);
      },
    },
    interfaces: {
      type: '[__Type!]',
      resolve: (type: TypeRef) => {
        const object = type.kind === 'named' && !type.required ? schemaOf().objects.get(type.name) : undefined;
        return object === undefined ? null : [...object.interfaces].map(named);
      },
    },
    possibleTypes: {
      type: '[__Type!]',
      resolve: (type: TypeRef) =>
        type.kind === 'named' && !type.required ? schemaOf().abstracts.get(type.name)?.possible.map(named) : null,
    },
    enumValues: {
      type: '[__EnumValue!]',
      args: { includeDeprecated: 'Boolean' },
      resolve: (type: TypeRef) =>
        type.kind === 'named' && !type.required
          ? schemaOf()
              .enums.get(type.name)
              ?.map((name) => ({ name }))
          : null,
    },
    inputFields: {
      type: '[__InputValue!]',
      args: { includeDeprecated: 'Boolean' },
      resolve: (type: TypeRef) => {
        const fields = type.kind === 'named' && !type.required ? schemaOf().inputs.get(type.name) : undefined;
        return fields === undefined ? null : inputs(fields);
      },
    },
    specifiedByURL: { type: 'String', resolve: () => null },
    isOneOf: { type: 'Boolean', resolve: () => null },
  };
  const deprecation = {
    isDeprecated: { type: 'Boolean!', resolve: () => false },
    deprecationReason: { type: 'String', resolve: () => null },
  };

  return {
    enums: { __TypeKind: ['SCALAR', 'OBJECT', 'INTERFACE', 'UNION', 'ENUM', 'INPUT_OBJECT', 'LIST', 'NON_NULL'] },
    objects: {
      Query: {
        fields: {
          __schema: { type: '__Schema!', resolve: () => ({}) },
          __type: {
            type: '__Type',
            args: { name: 'String!' },
            resolve: (_source: unknown, { name }: { name: string }) => (isKnown(schemaOf(), name) ? named(name) : null),
          },
        },
      },
      __Schema: {
        grant: 'open',
        fields: {
          description: { type: 'String', resolve: () => null },
          queryType: { type: '__Type!', resolve: () => named('Query') },
          mutationType: {
            type: '__Type',
            resolve: () => (schemaOf().objects.has('Mutation') ? named('Mutation') : null),
          },
          subscriptionType: { type: '__Type', resolve: () => null },
          types: {
            type: '[__Type!]!',
            resolve: () => {
              const schema = schemaOf();
              const names = [schema.objects, schema.abstracts, schema.enums, schema.inputs].flatMap((map) => [
                ...map.keys(),
              ]);
              return [...names, ...scalarNames(schema)].map(named);
            },
          },
          directives: {
            type: '[__Directive!]!',
            resolve: () =>
              ['include', 'skip'].map((name) => ({
                name,
                args: inputs(new Map([['if', { kind: 'named', name: 'Boolean', required: true }]])),
              })),
          },
        },
      },
      __Type: { grant: 'open', fields: typeFields },
      __Field: {
        grant: 'open',
        fields: {
          name: { type: 'String!' },
          description: { type: 'String', resolve: () => null },
          args: {
            type: '[__InputValue!]!',
            args: { includeDeprecated: 'Boolean' },
            resolve: (field: Field) => inputs(field.args),
          },
          type: { type: '__Type!' },
          ...deprecation,
        },
      },
      __InputValue: {
        grant: 'open',
        fields: {
          name: { type: 'String!' },
          description: { type: 'String' },
          type: { type: '__Type!' },
          defaultValue: { type: 'String' },
          ...deprecation,
        },
      },
      __EnumValue: {
        grant: 'open',
        fields: { name: { type: 'String!' }, description: { type: 'String', resolve: () => null }, ...deprecation },
      },
      __Directive: {
        grant: 'open',
        fields: {
          name: { type: 'String!' },
          description: { type: 'String', resolve: () => null },
          isRepeatable: { type: 'Boolean', resolve: () => false },
          locations: { type: '[String!]!', resolve: () => ['FIELD', 'FRAGMENT_SPREAD', 'INLINE_FRAGMENT'] },
          args: { type: '[__InputValue!]!', args: { includeDeprecated: 'Boolean' } },
        },
      },
    },
  };
}

function kindOf(schema: Schema, name: string): string {
  if (schema.objects.has(name)) return 'OBJECT';
  const abstract = schema.abstracts.get(name);
  if (abstract !== undefined) return abstract.fields.size === 0 ? 'UNION' : 'INTERFACE';
  if (schema.enums.has(name)) return 'ENUM';
  return schema.inputs.has(name) ? 'INPUT_OBJECT' : 'SCALAR';
}

function isKnown(schema: Schema, name: string): boolean {
  return kindOf(schema, name) !== 'SCALAR' || ['String', 'Boolean', 'Int', 'Float', 'ID', 'Time'].includes(name);
}
