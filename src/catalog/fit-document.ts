/** A mistake that GitLab found in a document before it ran any of it. */
export interface DocumentError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  /** Where in the document, counted from 1. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * The document without the fields and fragments that the schema of this GitLab does not have: Community Edition lacks those
 * of paid features, an older release those that came later. `undefined` when no error is about such a part, or one does not
 * say where it is; errors about anything else will come again.
 */
export function fitDocument(document: string, errors: readonly DocumentError[]): string | undefined {
  const unknown = errors.filter(isUnknownPart);
  const offsets = unknown.flatMap(({ locations = [] }) =>
    locations.flatMap((place) => offsetOf(document, place) ?? []),
  );
  if (unknown.length === 0 || offsets.length < unknown.length) return undefined;
  let fitted = document;
  // From the end, so that the offsets before stay right. A part inside another one that goes has gone with it.
  for (const offset of [...new Set(offsets)].sort((a, b) => b - a)) fitted = withoutPartAt(fitted, offset);
  return fitted.replaceAll(/\{\s*\}/g, '{ __typename }');
}

/** GitLab's word for a field or a type that its schema does not have. */
export function isUnknownPart({ path, extensions }: DocumentError): boolean {
  const code = extensions?.['code'];
  if (code === 'undefinedField') return true;
  return code === 'undefinedType' && String(path?.at(-1) ?? '').startsWith('...');
}

/** Whether the schema of this GitLab is another one than that of the document: our documents are valid in ours. */
export function isOfAnotherSchema({ extensions }: DocumentError): boolean {
  const { code, problems } = extensions ?? {};
  if (typeof code === 'string' && schemaCodes.has(code)) return true;
  // A variable with a key that its input type lacks. GitLab has no code for it.
  return (
    Array.isArray(problems) &&
    problems.some((problem: unknown) => {
      const said = typeof problem === 'object' && problem !== null && 'explanation' in problem && problem.explanation;
      return typeof said === 'string' && said.startsWith('Field is not defined on ');
    })
  );
}

const schemaCodes: ReadonlySet<string> = new Set([
  'undefinedField',
  'undefinedType',
  'argumentNotAccepted',
  'variableRequiresValidType',
]);

/** The keys from `data` to the part, joined by dots: what GitLab calls a path, without the operation and the fragments. */
export function keysOf({ path = [] }: DocumentError): string {
  return path
    .slice(1)
    .filter((key) => typeof key === 'string' && !key.startsWith('...'))
    .join('.');
}

function offsetOf(document: string, { line, column }: { line: number; column: number }): number | undefined {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = document.indexOf('\n', start);
    if (end === -1) return undefined;
    start = end + 1;
  }
  const offset = start + column - 1;
  return /^(\w|\.\.\.)/.test(document.slice(offset, offset + 3)) ? offset : undefined;
}

/** Name and alias, or the condition of a fragment; then arguments and selections, if any. The documents hold no comments and no braces in texts. */
function withoutPartAt(document: string, start: number): string {
  const head = /^(?:\.\.\.\s*on\s+\w+|\w+(?:\s*:\s*\w+)?)/.exec(document.slice(start))?.[0] ?? '';
  let end = start + head.length;
  for (const [open, close] of [
    ['(', ')'],
    ['{', '}'],
  ] as const) {
    const next = end + (/^\s*/.exec(document.slice(end))?.[0].length ?? 0);
    if (document[next] === open) end = endOf(document, next, open, close);
  }
  return document.slice(0, start) + document.slice(end);
}

function endOf(document: string, start: number, open: string, close: string): number {
  let depth = 0;
  for (let index = start; index < document.length; index += 1) {
    if (document[index] === open) depth += 1;
    if (document[index] === close) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return document.length;
}

/**
 * The document without the variables nobody gave a value, and without the arguments they stand for. GitLab refuses a
 * document for an argument it does not know, given or not: what is not asked for cannot make an older release fail.
 */
export function trimDocument(document: string, variables: Readonly<Record<string, unknown>>): string {
  let trimmed = document;
  for (const [declaration, name = ''] of document.matchAll(/\$(\w+)\s*:\s*[\w![\]]+/g)) {
    if (variables[name] !== undefined) continue;
    trimmed = trimmed.replace(declaration, '').replaceAll(new RegExp(`\\w+\\s*:\\s*\\$${name}\\b`, 'g'), '');
  }
  // Commas are blanks in GraphQL, so those that are left over need no care.
  return trimmed === document ? document : trimmed.replaceAll(/\([\s,]*\)/g, '');
}
