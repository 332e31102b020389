import { describe, expect, test } from 'vitest';
import { nextHop } from './redirect.ts';

const url = 'https://gl.test/api/v4/projects/1';
const hop = (location: string | undefined, status = 302, method = 'GET', hops = 0) =>
  nextHop({ method, status, location, url, hops });

describe('nextHop', () => {
  test.each([301, 302, 303, 307, 308])('a read follows %i', (status) => {
    expect(hop('https://store.test/x?sig=1', status)).toEqual({
      kind: 'follow',
      origin: 'https://store.test',
      path: '/x?sig=1',
    });
  });

  test('a relative location is read against the URL that answered', () => {
    expect(hop('/users/sign_in')).toEqual({ kind: 'follow', origin: 'https://gl.test', path: '/users/sign_in' });
    expect(hop('//store.test/x')).toEqual({ kind: 'follow', origin: 'https://store.test', path: '/x' });
  });

  test.each([200, 300, 304, 305, 404])('%i is no redirect', (status) => {
    expect(hop('https://store.test/', status)).toEqual({ kind: 'none' });
  });

  test('a redirect without a location is an answer', () => {
    expect(hop(undefined)).toEqual({ kind: 'none' });
  });

  test.each([
    'file:///etc/passwd',
    'gopher://x/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'http://[::1',
    'https://',
  ])('T-59: a redirect to %s is refused', (location) => {
    expect(hop(location).kind).toBe('refused');
  });

  test('T-59: the sixth redirect of a request is refused', () => {
    expect(hop('https://gl.test/a', 302, 'GET', 4).kind).toBe('follow');
    expect(hop('https://gl.test/a', 302, 'GET', 5).kind).toBe('refused');
  });

  test.each([301, 302, 303])('a write does not follow %i, which could lose its body or do it twice', (status) => {
    expect(hop('https://gl.test/elsewhere', status, 'POST').kind).toBe('refused');
  });

  test('a write follows 307 and 308 within its origin only', () => {
    expect(hop('/moved', 307, 'PUT').kind).toBe('follow');
    expect(hop('/moved', 308, 'DELETE').kind).toBe('follow');
    expect(hop('https://other.test/moved', 308, 'POST').kind).toBe('refused');
  });
});
