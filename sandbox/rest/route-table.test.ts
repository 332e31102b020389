import { describe, expect, test } from 'vitest';
import { RouteTable } from './route-table.ts';

describe('RouteTable', () => {
  test.each([
    ['/projects/:id/issues/:issue_iid', '/projects/a%2Fb/issues/3', { id: 'a/b', issue_iid: '3' }],
    ['/projects/:id/(-/)search', '/projects/1/-/search', { id: '1' }],
    ['/projects/:id/(-/)search', '/projects/1/search', { id: '1' }],
    ['/projects/:id/(ref/:ref/)trigger/pipeline', '/projects/1/ref/a%2Fb/trigger/pipeline', { id: '1', ref: 'a/b' }],
    ['/projects/:id/archive(.:format)', '/projects/1/archive.tar.gz', { id: '1', format: 'tar.gz' }],
    ['/projects/:id/artifacts/*path', '/projects/1/artifacts/a/b.txt', { id: '1', path: 'a/b.txt' }],
    [
      '/projects/:id/artifacts/*ref/raw/*path',
      '/projects/1/artifacts/feature/x/raw/a/b',
      { id: '1', ref: 'feature/x', path: 'a/b' },
    ],
  ])('%s takes %s', (pattern, path, params) => {
    const table = new RouteTable<string>();
    table.add('GET', pattern, 'here');

    expect(table.match('GET', path)).toEqual({ kind: 'found', route: 'here', path: params });
  });

  test('a literal wins over a parameter, and a dead end goes back to the parameter', () => {
    const table = new RouteTable<string>();
    table.add('GET', '/tokens/self', 'self');
    table.add('GET', '/tokens/:id/rotate', 'rotate');

    expect(table.match('GET', '/tokens/self')).toMatchObject({ route: 'self' });
    expect(table.match('GET', '/tokens/self/rotate')).toMatchObject({ route: 'rotate', path: { id: 'self' } });
  });

  test('a segment must not be empty, and must be valid percent-encoding', () => {
    const table = new RouteTable<string>();
    table.add('GET', '/projects/:id/issues', 'issues');

    expect(table.match('GET', '/projects//issues').kind).toBe('none');
    expect(table.match('GET', '/projects/%FF/issues').kind).toBe('none');
  });

  test('the same route twice is a mistake', () => {
    const table = new RouteTable<string>();
    table.add('GET', '/user', 'one');

    expect(() => table.add('GET', '/user', 'two')).toThrow('two routes for GET /user');
  });
});
