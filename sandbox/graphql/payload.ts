import type { FieldDefinition, ObjectDefinition } from './schema.ts';

/** What a mutation answers: the thing itself, and what went wrong with it. */
export function payload(fields: Readonly<Record<string, FieldDefinition>> = {}): ObjectDefinition {
  return {
    grant: 'open',
    fields: { ...fields, errors: { type: '[String!]!' }, clientMutationId: { type: 'String' } },
  };
}
