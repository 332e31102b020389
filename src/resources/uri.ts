import { decodeOnce, unfitForSegment } from '../catalog/path-segment.ts';
import { expandUri, type ResourceKind, resourceKinds, resourceUris } from '../catalog/resource-uris.ts';

/** What a URI names. Whether it exists in GitLab, and whether this caller sees it, is not known yet. */
export type ResourceAddress =
  | {
      readonly type: 'object';
      readonly kind: ResourceKind;
      /** Decoded once; numbers without leading zeros. */
      readonly variables: Readonly<Record<string, string>>;
      /** The one spelling of this URI: two that mean the same have the same. */
      readonly canonical: string;
    }
  | { readonly type: 'guide'; readonly name: string }
  | { readonly type: 'manifest' }
  | { readonly type: 'tool'; readonly id: string };

/** Why a URI names nothing. `reason` continues a sentence that starts with the URI. */
export interface UriRefusal {
  readonly type: 'refused';
  readonly problem: 'too-long' | 'scheme' | 'malformed' | 'unknown';
  readonly reason: string;
}

/** Longer than any path GitLab takes, encoded. */
export const maxUriCharacters = 4096;

const scheme = 'gitlab://';

/** Reads a URI as clients send it. A project or group is its number or its path, encoded or plain (trap T-10). */
export function parseResourceUri(uri: string): ResourceAddress | UriRefusal {
  if (uri.length > maxUriCharacters) return refuse('too-long', `is longer than ${maxUriCharacters} characters`);
  if (!uri.startsWith(scheme)) return refuse('scheme', `is not of this server, its URIs start with ${scheme}`);
  const segments = readSegments(uri.slice(scheme.length));
  if (segments === undefined) {
    return refuse('malformed', 'is not well-formed, percent-encode each part and leave out ?, # and empty parts');
  }
  const [head = '', ...rest] = segments;
  if (head === 'tools') return parseTool(rest);
  if (head === 'guides') return rest.length === 1 ? { type: 'guide', name: rest[0] ?? '' } : unknown;
  return parseObject(segments);
}

/** Decoded segments; `undefined` when one is empty, is no valid encoding or would change the path it becomes part of (T-09). */
function readSegments(path: string): readonly string[] | undefined {
  if (/[?#]/.test(path)) return undefined;
  const segments: string[] = [];
  for (const raw of path.split('/')) {
    const segment = decode(raw);
    if (segment === undefined || unfitForSegment(segment) !== undefined) return undefined;
    segments.push(segment);
  }
  return segments;
}

function decode(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    // Not percent-encoding: no template expands to it.
    return undefined;
  }
}

function parseTool(rest: readonly string[]): ResourceAddress | UriRefusal {
  const [id] = rest;
  if (id === undefined) return { type: 'manifest' };
  return rest.length === 1 ? { type: 'tool', id } : unknown;
}

function parseObject(segments: readonly string[]): ResourceAddress | UriRefusal {
  const found = isPlace(segments[0]) ? matchInPlace(segments) : matchWhole(segments);
  if (found === undefined) return placeProblem(segments) ?? unknown;
  const { kind, variables } = found;
  for (const [name, value] of Object.entries(variables)) {
    if (!isNumeric(name)) continue;
    const digits = /^0*([1-9]\d{0,15})$/.exec(value)?.[1];
    if (digits === undefined || !Number.isSafeInteger(Number(digits))) {
      return refuse('malformed', `has no valid ${name}, give a positive whole number`);
    }
    variables[name] = digits;
  }
  const canonical = expandUri(resourceUris[kind], (name) => variables[name]);
  return canonical === undefined ? unknown : { type: 'object', kind, variables, canonical };
}

/** Numbers in every template; labels go by number or name, and a project or group by number or path. */
function isNumeric(variable: string): boolean {
  return /_i?id$/.test(variable) && !['project_id', 'group_id', 'label_id'].includes(variable);
}

type Place = 'project' | 'group';

function isPlace(head: string | undefined): head is Place {
  return head === 'project' || head === 'group';
}

interface Found {
  readonly kind: ResourceKind;
  readonly variables: Record<string, string>;
}

function matchWhole(segments: readonly string[]): Found | undefined {
  for (const { kind, parts } of templates.rest) {
    const variables = match(parts, segments);
    if (variables !== undefined) return { kind, variables };
  }
  return undefined;
}

/**
 * An encoded path or a number is one segment. A plain path takes as many as it must: the shortest that leaves a known
 * rest. A project's path has at least two parts.
 */
function matchInPlace([head, first, ...others]: readonly string[]): Found | undefined {
  if (!isPlace(head) || first === undefined) return undefined;
  const isWhole = isNumber(first) || decodeOnce(first).includes('/');
  const shortest = isWhole || head === 'group' ? 0 : 1;
  const longest = isWhole ? 0 : others.length;
  for (let count = shortest; count <= longest; count += 1) {
    const rest = others.slice(count);
    for (const { kind, parts } of templates[head]) {
      const variables = match(parts, rest);
      if (variables === undefined) continue;
      return { kind, variables: { [`${head}_id`]: readPlace([first, ...others.slice(0, count)]), ...variables } };
    }
  }
  return undefined;
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Encoded twice is the same path, as in the input of an action; a number has no leading zeros. */
function readPlace(parts: readonly string[]): string {
  const path = decodeOnce(parts.join('/')).replace(/^\/+|\/+$/g, '');
  return isNumber(path) ? path.replace(/^0+(?=\d)/, '') : path;
}

function placeProblem([head, first]: readonly string[]): UriRefusal | undefined {
  if (!isPlace(head)) return undefined;
  if (first === undefined) return refuse('malformed', `names no ${head}, put its number or full path after ${head}/`);
  if (head === 'project' && !isNumber(first) && !decodeOnce(first).includes('/')) {
    return refuse(
      'malformed',
      'names no project, give its number or its full path encoded as one part, group%2Fproject',
    );
  }
  return undefined;
}

/** A segment of a template: a word that stands for itself, a variable, or one that takes all the rest. */
type Part = { readonly word: string } | { readonly variable: string } | { readonly rest: string };

interface ParsedTemplate {
  readonly kind: ResourceKind;
  /** Without the place, for kinds that are in one. */
  readonly parts: readonly Part[];
}

const templates: Readonly<Record<Place | 'rest', readonly ParsedTemplate[]>> = {
  project: templatesBelow('gitlab://project/{project_id}'),
  group: templatesBelow('gitlab://group/{group_id}'),
  rest: resourceKinds
    .filter((kind) => !/^gitlab:\/\/(project|group)\//.test(resourceUris[kind].template))
    .map((kind) => ({ kind, parts: parseTemplate(resourceUris[kind].template.slice(scheme.length)) })),
};

function templatesBelow(prefix: string): readonly ParsedTemplate[] {
  return resourceKinds
    .filter((kind) => resourceUris[kind].template.startsWith(prefix))
    .map((kind) => ({ kind, parts: parseTemplate(resourceUris[kind].template.slice(prefix.length + 1)) }));
}

function parseTemplate(template: string): readonly Part[] {
  if (template === '') return [];
  return template.split('/').map((part) => {
    const [, plus, variable] = /^\{(\+?)(\w+)\}$/.exec(part) ?? [];
    if (variable === undefined) return { word: part };
    return plus === '' ? { variable } : { rest: variable };
  });
}

function match(parts: readonly Part[], segments: readonly string[]): Record<string, string> | undefined {
  const variables: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index];
    if (segment === undefined) return undefined;
    if ('rest' in part) {
      variables[part.rest] = segments.slice(index).join('/');
      return variables;
    }
    if ('variable' in part) variables[part.variable] = segment;
    else if (part.word !== segment) return undefined;
  }
  return segments.length === parts.length ? variables : undefined;
}

const unknown: UriRefusal = refuse(
  'unknown',
  'names no resource of this server, see resources/list and resources/templates/list',
);

function refuse(problem: UriRefusal['problem'], reason: string): UriRefusal {
  return { type: 'refused', problem, reason };
}
