/**
 * Shows which requirements the titles of tests cite, by section, and fails when a title cites one that does not exist.
 * Reads the tests as syntax; nothing is run.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vite';
import { exceptions, requirements } from '../test/requirements.ts';

/** One requirement named by the title of one test. */
export interface Citation {
  readonly id: string;
  /** From the root of the repository. */
  readonly file: string;
}

export interface Section {
  readonly name: string;
  readonly cited: readonly string[];
  readonly uncited: readonly string[];
  /** What does not apply to this product. */
  readonly excepted: readonly string[];
}

const testFiles = '{src,sandbox,test,scripts}/**/*.test.ts';
const callers: ReadonlySet<string> = new Set(['test', 'describe', 'it', 'suite']);

/** An ID as titles cite it. Its section need not exist, or a mistyped section would go unnoticed. */
const idPattern = /(?<![\w-])[A-Z][A-Z0-9]*-\d{1,2}(?!\d|-\d)/g;

/** Other names that look like an ID: standards, protocols and hash functions. */
const otherNames: ReadonlySet<string> = new Set(['RFC', 'SEP', 'SHA', 'UTF', 'ISO', 'SSH']);

/** Every citation in the tests under `root`. */
export function collectCitations(root: string): readonly Citation[] {
  return globSync(testFiles, { cwd: root }).flatMap((path) =>
    findCitedIds(readFileSync(join(root, path), 'utf8')).map((id) => ({ id, file: path.split(sep).join('/') })),
  );
}

/** IDs in the titles of one test file, each once. Rows of a table count when the title quotes them. */
export function findCitedIds(source: string): readonly string[] {
  const titles: string[] = [];
  walk(parseAst(source, { lang: 'ts' }), (node) => titles.push(...titlesOf(node)));
  const ids = titles.flatMap((title) => title.match(idPattern) ?? []);
  return [...new Set(ids)].filter((id) => !otherNames.has(sectionOf(id)));
}

/** Citations of requirements that do not exist. */
export function findUnknown(citations: readonly Citation[]): readonly Citation[] {
  return citations.filter(({ id }) => !Object.hasOwn(requirements, id));
}

/** The requirements by section, in their order, with what of each is cited. */
export function buildSections(citations: readonly Citation[]): readonly Section[] {
  const cited = new Set(citations.map(({ id }) => id));
  const ids = Object.keys(requirements);
  return [...new Set(ids.map(sectionOf))].map((name) => {
    const all = ids.filter((id) => sectionOf(id) === name);
    const own = all.filter((id) => !Object.hasOwn(exceptions, id));
    return {
      name,
      cited: own.filter((id) => cited.has(id)),
      uncited: own.filter((id) => !cited.has(id)),
      excepted: all.filter((id) => Object.hasOwn(exceptions, id)),
    };
  });
}

function sectionOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'));
}

type Node = Readonly<Record<string, unknown>>;

/** The texts that become the title of a test when this node is a call of `test`, `describe` or their variants. */
function titlesOf(node: Node): readonly string[] {
  if (node['type'] !== 'CallExpression' || !callers.has(callerOf(node))) return [];
  const callee = asNode(node['callee']);
  if (takesRows(callee)) return [];
  const [first] = asList(node['arguments']);
  const title = stringsIn(first);
  // `test.each(rows)(title)` fills the title from its rows.
  const hasPlaceholder = title.some((text) => /%[sdifjop]|\$[a-z]/i.test(text));
  return callee?.['type'] === 'CallExpression' && hasPlaceholder
    ? [...title, ...asList(callee['arguments']).flatMap(stringsIn)]
    : title;
}

/** Whether the arguments are rows for a title that follows: `test.each(rows)`. */
function takesRows(callee: Node | undefined): boolean {
  const name = asNode(callee?.['property'])?.['name'];
  return callee?.['type'] === 'MemberExpression' && (name === 'each' || name === 'for');
}

/** `test` for `test(…)`, `test.skip(…)` and `test.each(…)(…)`. */
function callerOf(node: Node | undefined): string {
  switch (node?.['type']) {
    case 'CallExpression':
      return callerOf(asNode(node['callee']));
    case 'MemberExpression':
      return callerOf(asNode(node['object']));
    case 'Identifier':
      return String(node['name']);
    default:
      return '';
  }
}

function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  walk(value, (node) => {
    if (node['type'] === 'Literal' && typeof node['value'] === 'string') found.push(node['value']);
    if (node['type'] === 'TemplateElement') found.push(String(asNode(node['value'])?.['raw']));
  });
  return found;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, visit);
    return;
  }
  const node = asNode(value);
  if (node === undefined) return;
  visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}

function asNode(value: unknown): Node | undefined {
  // A non-null object can be read as a record of unknowns; every field is checked where it is used.
  return typeof value === 'object' && value !== null ? (value as Node) : undefined;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function main(): void {
  const citations = collectCitations(resolve(import.meta.dirname, '..'));
  const sections = buildSections(citations);
  for (const { name, cited, uncited, excepted } of sections) {
    const rest = uncited.length === 0 ? '' : `  not cited: ${uncited.join(', ')}`;
    const beside = excepted.length === 0 ? '' : `  does not apply: ${excepted.join(', ')}`;
    const counts = `${String(cited.length).padStart(2)} of ${cited.length + uncited.length}`;
    console.log(`${name.padEnd(10)} ${counts}${rest}${beside}`);
  }
  const total = sections.reduce((sum, { cited }) => sum + cited.length, 0);
  const applicable = Object.keys(requirements).length - Object.keys(exceptions).length;
  console.log(`\n${total} of ${applicable} requirements are cited by a test.`);
  for (const [id, reason] of Object.entries(exceptions)) console.log(`${id} does not apply: ${reason}.`);
  for (const { id, file } of findUnknown(citations)) {
    console.error(`${file} cites ${id}, which is not in test/requirements.ts`);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
