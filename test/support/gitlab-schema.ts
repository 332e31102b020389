import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  getVariableValues,
  type GraphQLSchema,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';

/** Scalars of IDs that take the IDs of subclasses too, or are not called after a class. */
const families: Readonly<Record<string, RegExp>> = {
  LabelID: /^(Project|Group)?Label$/,
  NamespaceID: /^(Namespace|Group|Namespaces::\w+)$/,
  NoteID: /^\w*Note$/,
  DiscussionID: /^\w*Discussion$/,
  WorkItemsTypeID: /^WorkItems::(Type|TypesFramework::\w+::Type)$/,
  WorkItemsStatusesStatusID: /^WorkItems::Statuses::\w+::Status$/,
  NoteableID: /^(WorkItem|Issue|MergeRequest|Epic)$/,
};

/** The part of GitLab's GraphQL schema that the catalog uses, as GitLab documents it. IDs are checked for their type. */
export function loadGitlabSchema(): GraphQLSchema {
  const schema = buildSchema(readFileSync(join(import.meta.dirname, '../catalog/gitlab-schema.graphql'), 'utf8'));
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isScalarType(type) || !/.ID$/.test(type.name)) continue;
    type.coerceInputValue = (value) => checkGlobalId(type.name, value);
  }
  return schema;
}

function checkGlobalId(scalar: string, value: unknown): unknown {
  const type = /^gid:\/\/gitlab\/([\w:]+)\/\w+$/.exec(typeof value === 'string' ? value : '')?.[1];
  const isOfFamily =
    type !== undefined && (families[scalar]?.test(type) ?? `${type.replaceAll('::', '')}ID` === scalar);
  if (!isOfFamily) throw new Error(`${JSON.stringify(value)} is no ${scalar}`);
  return value;
}

/** What GitLab would say of a document before it runs it, and of its variables. */
export function faultsOf(
  schema: GraphQLSchema,
  source: string,
  variables?: Readonly<Record<string, unknown>>,
): readonly string[] {
  const document = parse(source);
  const faults = validate(schema, document).map(({ message }) => message);
  if (variables === undefined || faults.length > 0) return faults;
  const operation = operationOf(source);
  const declared = new Set(operation.variableDefinitions?.map(({ variable }) => variable.name.value));
  const foreign = Object.keys(variables).filter((name) => !declared.has(name));
  const { errors = [] } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...variables });
  return [...foreign.map((name) => `$${name} is not declared`), ...errors.map(({ message }) => message)];
}

/** The one operation of a document. */
export function operationOf(source: string): OperationDefinitionNode {
  const operations = parse(source).definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operation === undefined || operations.length > 1) throw new Error('a document has one operation');
  return operation;
}

/** `query namespace`, `mutation createNote`. */
export function describeOperation(source: string): string {
  const { operation, selectionSet } = operationOf(source);
  const fields = selectionSet.selections.map((selection) =>
    selection.kind === Kind.FIELD ? selection.name.value : '?',
  );
  return `${operation} ${[...new Set(fields)].join(' ')}`;
}
