import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePage } from './page.ts';
import { ResponseHeaders } from './response-headers.ts';

const page = (headers: Record<string, string>) => parsePage(new ResponseHeaders(headers));

describe('parsePage', () => {
  test('an offset page has its numbers', () => {
    const info = page({
      'x-page': '2',
      'x-per-page': '20',
      'x-next-page': '3',
      'x-prev-page': '1',
      'x-total': '41',
      'x-total-pages': '3',
      link: '<https://gl.test/api/v4/projects?page=1&per_page=20>; rel="prev", <https://gl.test/api/v4/projects?page=3&per_page=20>; rel="next"',
    });

    expect(info).toEqual({
      page: 2,
      perPage: 20,
      totalItems: 41,
      totalPages: 3,
      nextPage: 3,
      prevPage: 1,
      hasMore: true,
      nextQuery: 'page=3&per_page=20',
    });
  });

  test('the last page has no next one', () => {
    expect(page({ 'x-page': '3', 'x-per-page': '20', 'x-next-page': '', 'x-prev-page': '2' })).toEqual({
      page: 3,
      perPage: 20,
      prevPage: 2,
      hasMore: false,
    });
  });

  test('a list that is never counted has no totals', () => {
    const info = page({ 'x-page': '1', 'x-per-page': '20', 'x-next-page': '2' });

    expect(info).toEqual({ page: 1, perPage: 20, nextPage: 2, hasMore: true });
  });

  test.each([
    ['cursor=eyJpZCI6MX0%3D&pagination=keyset', 'cursor', 'eyJpZCI6MX0='],
    ['pagination=keyset&page_token=main%2Fx&per_page=50', 'page_token', 'main/x'],
    ['id_after=42&order_by=id&pagination=keyset', 'id_after', '42'],
    ['pagination=keyset&id_before=7', 'id_before', '7'],
  ])('a keyset page continues by %s', (query, parameter, cursor) => {
    const info = page({ link: `<https://gl.test/api/v4/projects?${query}>; rel="next"` });

    expect(info).toMatchObject({
      page: 0,
      hasMore: true,
      nextCursor: cursor,
      cursorParameter: parameter,
      nextQuery: query,
    });
    expect(info?.nextPage).toBeUndefined();
  });

  test('T-34: a link to another scheme, host, port or path gives its query and nothing else', () => {
    const info = page({ link: '<http://internal.corp:8080/other/api/v4/projects?page=2&per_page=5#top>; rel="next"' });

    expect(info).toEqual({ page: 0, perPage: 5, nextPage: 2, hasMore: true, nextQuery: 'page=2&per_page=5' });
  });

  test.each([
    '<https://gl.test/?page=1>; rel="first", <https://gl.test/?page=9>; rel="last"',
    '<https://gl.test/?page=2>; rel="prev"',
    '<https://gl.test/?page=2>; title="next"',
    '<https://gl.test/?page=2>; rel="nextish"',
    '<https://gl.test/no-query>; rel="next"',
    '<https://gl.test/?a=b c>; rel="next"',
    'garbage',
    '<',
  ])('%j names no next page', (link) => {
    expect(page({ link })?.hasMore).toBe(false);
  });

  test('an unpaged list has no page', () => {
    expect(page({ 'content-type': 'application/json' })).toBeUndefined();
  });

  test('T-34: no Link header puts anything but query characters on the wire', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '; rel="next"',
      ',',
      '?',
      '&',
      '=',
      '\r\n',
      ' ',
      'https://evil',
      'page=2',
      '#',
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (link) => {
          expect(page({ link })?.nextQuery ?? 'x').toMatch(/^[\x21-\x7e]+$/);
        },
      ),
    );
  });
});
