import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ResourceKind, type ResourceUri, resourceKinds, resourceUris } from '../catalog/resource-uris.ts';
import { Catalog } from '../catalog/catalog.ts';
import { domains } from '../catalog/domains.ts';
import { normalise } from '../catalog/normalise.ts';
import { buildRequest } from '../catalog/request.ts';
import { AppError } from '../errors/app-error.ts';
import { maxUriCharacters, parseResourceUri } from './uri.ts';

describe('what a URI names', () => {
  test.each<[string, ResourceKind, Readonly<Record<string, string>>]>([
    ['gitlab://user/current', 'current_user', {}],
    ['gitlab://groups', 'groups', {}],
    ['gitlab://project/42', 'project', { project_id: '42' }],
    ['gitlab://project/0042/issue/007', 'issue', { project_id: '42', issue_iid: '7' }],
    ['gitlab://project/42/mr/7/notes', 'merge_request_notes', { project_id: '42', merge_request_iid: '7' }],
    ['gitlab://project/42/pipelines/latest', 'pipeline_latest', { project_id: '42' }],
    ['gitlab://project/42/pipeline/9/jobs', 'pipeline_jobs', { project_id: '42', pipeline_id: '9' }],
    ['gitlab://project/42/branch/fix%2Flogin', 'branch', { project_id: '42', branch: 'fix/login' }],
    ['gitlab://project/42/label/priority%3A%3Ahigh', 'label', { project_id: '42', label_id: 'priority::high' }],
    ['gitlab://project/42/wiki/docs%2FSet-up', 'wiki', { project_id: '42', slug: 'docs/Set-up' }],
    ['gitlab://project/42/file/main/src/a.ts', 'file', { project_id: '42', ref: 'main', path: 'src/a.ts' }],
    ['gitlab://project/42/file/a%2Fb/x.md', 'file', { project_id: '42', ref: 'a/b', path: 'x.md' }],
    ['gitlab://group/acme/members', 'group_members', { group_id: 'acme' }],
    ['gitlab://snippet/3', 'snippet', { snippet_id: '3' }],
  ])('%s is a %s', (uri, kind, variables) => {
    expect(parseResourceUri(uri)).toMatchObject({ type: 'object', kind, variables });
  });

  test.each<[string, ResourceKind, string]>([
    ['gitlab://project/a%2Fb', 'project', 'a/b'],
    ['gitlab://project/a%252Fb', 'project', 'a/b'],
    ['gitlab://project/a/b', 'project', 'a/b'],
    ['gitlab://project/a/b.c/issues', 'project_issues', 'a/b.c'],
    ['gitlab://project/a/b/c/mr/7/notes', 'merge_request_notes', 'a/b/c'],
    ['gitlab://project/a/labels', 'project', 'a/labels'],
    ['gitlab://project/a/b/file/main/mr/7', 'file', 'a/b'],
    ['gitlab://project/a/sub/members/issue/5', 'issue', 'a/sub/members'],
    ['gitlab://group/a/b', 'group', 'a/b'],
    ['gitlab://group/a/b/projects', 'group_projects', 'a/b'],
    ['gitlab://group/a%2Fb/projects', 'group_projects', 'a/b'],
    ['gitlab://group/projects', 'group', 'projects'],
  ])('T-10: the path in %s is raw or encoded, and one and the same (%s of %s)', (uri, kind, path) => {
    const found = parseResourceUri(uri);

    expect(found).toMatchObject({ type: 'object', kind });
    expect(found.type === 'object' && (found.variables['project_id'] ?? found.variables['group_id'])).toBe(path);
  });

  test('T-10: a file whose name looks encoded stays reachable', () => {
    expect(parseResourceUri('gitlab://project/1/file/main/a%252Fb')).toMatchObject({ variables: { path: 'a%2Fb' } });
  });

  test('spellings of one object have one canonical URI', () => {
    const spellings = [
      'gitlab://project/a/b/issue/07',
      'gitlab://project/a%2Fb/issue/7',
      'gitlab://project/a%2fb/issue/7',
    ];

    expect(spellings.map((uri) => canonical(uri))).toEqual(Array(3).fill('gitlab://project/a%2Fb/issue/7'));
  });

  test.each([
    ['gitlab://tools', { type: 'manifest' }],
    ['gitlab://tools/project.get', { type: 'tool', id: 'project.get' }],
    ['gitlab://guides/code-review', { type: 'guide', name: 'code-review' }],
  ])('%s is %j', (uri, address) => {
    expect(parseResourceUri(uri)).toEqual(address);
  });
});

describe('what a URI does not name', () => {
  test.each([
    ['', 'scheme'],
    ['https://gitlab.example/a/b', 'scheme'],
    ['gitlab:/project/1', 'scheme'],
    ['gitlab://', 'malformed'],
    ['gitlab://nothing', 'unknown'],
    ['gitlab://project', 'malformed'],
    ['gitlab://project/', 'malformed'],
    ['gitlab://project/single', 'malformed'],
    ['gitlab://project/1/', 'malformed'],
    ['gitlab://project//issues', 'malformed'],
    ['gitlab://project/1/nothing', 'unknown'],
    ['gitlab://project/1/issue', 'unknown'],
    ['gitlab://project/1/issue/x', 'malformed'],
    ['gitlab://project/1/issue/0', 'malformed'],
    ['gitlab://project/1/issue/-1', 'malformed'],
    ['gitlab://project/1/issue/1.5', 'malformed'],
    ['gitlab://project/1/issue/99999999999999999', 'malformed'],
    ['gitlab://project/1/issue/5?x=1', 'malformed'],
    ['gitlab://project/1/issue/5#note', 'malformed'],
    ['gitlab://project/1/branch/main?ref=x', 'malformed'],
    ['gitlab://project/1/branch/main#x', 'malformed'],
    ['gitlab://project/1/branch/fix/login', 'unknown'],
    ['gitlab://project/1/file/main', 'unknown'],
    ['gitlab://project/1/file/main/../secret', 'malformed'],
    ['gitlab://project/1/file/main/%2e%2e/secret', 'malformed'],
    ['gitlab://project/1/file/main/%252e%252e', 'malformed'],
    ['gitlab://project/..%2F..%2Fadmin', 'malformed'],
    ['gitlab://project/1/branch/a%00b', 'malformed'],
    ['gitlab://project/1/branch/%zz', 'malformed'],
    ['gitlab://project/1/branch/%ff', 'malformed'],
    ['gitlab://project/1/label/a%5Cb', 'malformed'],
    ['gitlab://group', 'malformed'],
    ['gitlab://tools/a/b', 'unknown'],
    ['gitlab://guides', 'unknown'],
    ['gitlab://user/other', 'unknown'],
    ['gitlab://__proto__/1', 'unknown'],
    [`gitlab://project/1/file/main/${'x'.repeat(maxUriCharacters)}`, 'too-long'],
  ])('T-09: %s is refused as %s', (uri, problem) => {
    expect(parseResourceUri(uri)).toMatchObject({ type: 'refused', problem });
  });

  test('a refusal finishes a sentence that starts with the URI', () => {
    const refusal = parseResourceUri('gitlab://project/single');

    expect(refusal.type === 'refused' && refusal.reason).toMatch(/^names no project, .*group%2Fproject$/);
  });
});

const catalog = new Catalog(domains.flat());

/** The kinds whose first action is a plain request: its route tells where a read goes. */
const routed = resourceKinds.flatMap((kind) => {
  const { actions, params }: ResourceUri = resourceUris[kind];
  const action = catalog.findById(actions[0]);
  return action?.route === undefined ? [] : [{ kind, action, params }];
});

/** What an attacker would try, and what people write. */
const piece = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2F..%2F',
    '/',
    '//',
    '\\',
    '?',
    '#',
    '%',
    '%00',
    '\ud800',
    '1',
    'a/b',
    '⁄',
    ';x=1',
  ),
);
const segment = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));

describe('T-09: where a read goes', () => {
  test('every URI of a kind goes to the route of its action, and nowhere else', () => {
    let reached = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...routed),
        fc.array(segment, { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        (target, values, encodes) => {
          let next = 0;
          const uri = resourceUris[target.kind].template.replace(/\{\+?\w+\}/g, () => {
            const value = values[next++] ?? '1';
            return encodes && value.isWellFormed() ? encodeURIComponent(value) : value;
          });
          const found = parseResourceUri(uri);
          if (found.type !== 'object') return;
          const path = requestPath(found.kind, found.variables);
          if (path === undefined) return;
          reached += 1;
          expect(path).toMatch(routeOf(found.kind));
        },
      ),
      { numRuns: 20_000 },
    );
    expect(reached).toBeGreaterThan(200);
  });

  test('whatever stands after the scheme, a read stays below the API of its kind', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(segment, fc.constantFrom('project', 'group', 'file', 'mr', 'issue', 'a%2Fb')), {
          maxLength: 8,
        }),
        (parts) => {
          const found = parseResourceUri(`gitlab://${parts.join('/')}`);
          if (found.type !== 'object') return;
          const path = requestPath(found.kind, found.variables);
          if (path !== undefined) expect(path).toMatch(routeOf(found.kind));
        },
      ),
      { numRuns: 20_000 },
    );
  });

  test('a canonical URI names the same object as the one it came from', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...resourceKinds),
        fc.array(segment, { minLength: 4, maxLength: 4 }),
        (kind, values) => {
          let next = 0;
          const uri = resourceUris[kind].template.replace(/\{\+?\w+\}/g, () => values[next++] ?? '1');
          const found = parseResourceUri(uri);
          if (found.type !== 'object') return;
          expect(parseResourceUri(found.canonical)).toEqual(found);
        },
      ),
      { numRuns: 5_000, examples: [['file', ['a/b', 'main', 'a%2Fb', '1']]] },
    );
  });
});

/** The path of the request behind an address, as a URL parser leaves it; `undefined` when the input is refused. */
function requestPath(kind: ResourceKind, variables: Readonly<Record<string, string>>): string | undefined {
  const target = routed.find((candidate) => candidate.kind === kind);
  if (target === undefined) return undefined;
  const given = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [target.params?.[name] ?? name, value]),
  );
  try {
    const { path } = buildRequest(target.action, normalise(target.action, given).input);
    return new URL(path, 'https://gitlab.example').pathname;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return undefined;
  }
}

function routeOf(kind: ResourceKind): RegExp {
  const route = routed.find((candidate) => candidate.kind === kind)?.action.route ?? '';
  return new RegExp(`^${route.replace(/^\w+ /, '').replace(/:\w+/g, '[^/]+')}$`);
}

function canonical(uri: string): string | undefined {
  const found = parseResourceUri(uri);
  return found.type === 'object' ? found.canonical : undefined;
}
