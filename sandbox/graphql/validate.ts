import { type Document, namedType, type Operation, type Selection } from './document.ts';
import { DocumentError, type ErrorEntry } from './errors.ts';
import type { Field, Schema } from './schema.ts';

const typenameField = '__typename';

export interface Cost {
  readonly score: number;
  readonly depth: number;
}

/** Checks every selection against the schema, and adds up what the operation costs. All problems are reported at once. */
export function validate(schema: Schema, document: Document, operation: Operation): Cost {
  const problems: ErrorEntry[] = [];
  const root = operation.kind === 'mutation' ? 'Mutation' : 'Query';
  const cost = visit({ schema, document, problems, spreads: [] }, root, operation.selections, [
    `${operation.kind} ${operation.name ?? ''}`.trim(),
  ]);
  if (problems.length > 0) throw new DocumentError(problems);
  return cost;
}

interface Walk {
  readonly schema: Schema;
  readonly document: Document;
  readonly problems: ErrorEntry[];
  /** Fragments being visited, so that one that contains itself ends. */
  readonly spreads: readonly string[];
}

function visit(walk: Walk, type: string, selections: readonly Selection[], path: readonly string[]): Cost {
  let score = 0;
  let depth = 0;
  for (const selection of selections) {
    const cost = visitOne(walk, type, selection, path);
    score += cost.score;
    depth = Math.max(depth, cost.depth);
  }
  return { score, depth };
}

function visitOne(walk: Walk, type: string, selection: Selection, path: readonly string[]): Cost {
  const { schema, document, problems } = walk;
  const nothing = { score: 0, depth: 0 };
  switch (selection.kind) {
    case 'inline':
      return visit(walk, selection.on ?? type, selection.selections, path);
    case 'spread': {
      const fragment = document.fragments.get(selection.name);
      if (fragment === undefined) {
        problems.push({
          message: `Fragment ${selection.name} was used, but not defined`,
          locations: [selection.at],
          path: [...path, `... ${selection.name}`],
          extensions: { code: 'useAndDefineFragment', fragmentName: selection.name },
        });
        return nothing;
      }
      if (walk.spreads.includes(fragment.name)) {
        problems.push({ message: `Fragment ${fragment.name} contains an infinite loop`, locations: [fragment.at] });
        return nothing;
      }
      return visit({ ...walk, spreads: [...walk.spreads, fragment.name] }, fragment.on, fragment.selections, [
        `fragment ${fragment.name}`,
      ]);
    }
    case 'field': {
      if (selection.name === typenameField) return { score: 0, depth: 1 };
      const field = fieldOf(schema, type, selection.name);
      const place = { locations: [selection.at], path: [...path, selection.alias] };
      if (field === undefined) {
        problems.push({
          message: `Field '${selection.name}' doesn't exist on type '${type}'`,
          ...place,
          extensions: { code: 'undefinedField', typeName: type, fieldName: selection.name },
        });
        return nothing;
      }
      checkArguments(
        field,
        selection.args.map(({ name }) => name),
        place,
        problems,
      );
      const result = namedType(field.type);
      const isLeaf = !schema.objects.has(result) && !schema.abstracts.has(result);
      if (isLeaf !== (selection.selections === undefined)) {
        problems.push({
          message: isLeaf
            ? `Selections can't be made on scalars (field '${selection.name}' returns ${result} but has selections)`
            : `Field must have selections (field '${selection.name}' returns ${result} but has no selections. Did you mean '${selection.name} { ... }'?)`,
          ...place,
          extensions: { code: 'selectionMismatch', nodeName: `field '${selection.name}'`, typeName: result },
        });
        return nothing;
      }
      const below = visit(walk, result, selection.selections ?? [], [...path, selection.alias]);
      // Introspection is free, for everyone.
      if (selection.name.startsWith('__')) return nothing;
      return { score: below.score + 1, depth: below.depth + 1 };
    }
    default:
      return selection satisfies never;
  }
}

function checkArguments(
  field: Field,
  given: readonly string[],
  place: Pick<ErrorEntry, 'locations' | 'path'>,
  problems: ErrorEntry[],
): void {
  for (const name of given) {
    if (field.args.has(name)) continue;
    problems.push({
      message: `Field '${field.name}' doesn't accept argument '${name}'`,
      ...place,
      extensions: { code: 'argumentNotAccepted', name: field.name, typeName: 'Field', argumentName: name },
    });
  }
  const missing = [...field.args]
    .filter(([name, type]) => type.required && !given.includes(name))
    .map(([name]) => name);
  if (missing.length > 0) {
    problems.push({
      message: `Field '${field.name}' is missing required arguments: ${missing.join(', ')}`,
      ...place,
      extensions: {
        code: 'missingRequiredArguments',
        className: 'Field',
        name: field.name,
        arguments: missing.join(', '),
      },
    });
  }
}

export function fieldOf(schema: Schema, type: string, name: string): Field | undefined {
  return schema.objects.get(type)?.fields.get(name) ?? schema.abstracts.get(type)?.fields.get(name);
}
