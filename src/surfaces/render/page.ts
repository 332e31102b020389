import type { PageInfo } from '../../gitlab/page.ts';
import { code } from './markdown.ts';
import { plain, read, type Thing } from './thing.ts';

/** Where a list stands, as a result carries it. Numbers nobody knows are 0. */
export interface Page {
  readonly page: number;
  readonly per_page: number;
  readonly total_items: number;
  readonly total_pages: number;
  readonly next_page: number;
  readonly prev_page: number;
  readonly has_more: boolean;
  /** Value of the parameter named by `cursor_parameter` that continues the list. */
  readonly next_cursor?: string;
  readonly cursor_parameter?: string;
}

/** A GraphQL page. `has_more` beside GitLab's own name, so that every list is asked the same question. */
export interface ConnectionPage {
  readonly has_next_page: boolean;
  readonly end_cursor: string | null;
  readonly has_previous_page?: boolean;
  readonly start_cursor?: string | null;
  readonly has_more: boolean;
}

/** From GitLab's headers; without any, the list is whole and has no page size. */
export function toPage(info: PageInfo | undefined, count: number): Page {
  if (info === undefined) {
    return {
      page: 1,
      per_page: 0,
      total_items: count,
      total_pages: 1,
      next_page: 0,
      prev_page: 0,
      has_more: false,
    };
  }
  return {
    page: info.page,
    per_page: info.perPage,
    total_items: info.totalItems ?? 0,
    total_pages: info.totalPages ?? 0,
    next_page: info.nextPage ?? 0,
    prev_page: info.prevPage ?? 0,
    has_more: info.hasMore,
    ...(info.nextCursor === undefined ? {} : { next_cursor: info.nextCursor }),
    ...(info.cursorParameter === undefined ? {} : { cursor_parameter: info.cursorParameter }),
  };
}

/** From the `pageInfo` of a connection; `undefined` when the value is none. */
export function toConnectionPage(connection: unknown): ConnectionPage | undefined {
  const info = read(connection, 'page_info');
  if (typeof info !== 'object' || info === null) return undefined;
  const hasNext = read(info, 'has_next_page') === true;
  const hasPrevious = read(info, 'has_previous_page');
  const start = read(info, 'start_cursor');
  return {
    has_next_page: hasNext,
    end_cursor: plain(read(info, 'end_cursor')) || null,
    ...(typeof hasPrevious === 'boolean' ? { has_previous_page: hasPrevious } : {}),
    ...(typeof start === 'string' ? { start_cursor: start } : {}),
    has_more: hasNext,
  };
}

/** The lines under a list: how much of it is shown, and what to send for the rest. */
export function pageLines(page: Page | ConnectionPage, count: number): string {
  if ('end_cursor' in page) {
    const previous =
      page.has_previous_page === true && page.start_cursor ? ` | previous page cursor: ${code(page.start_cursor)}` : '';
    const next = page.has_next_page && page.end_cursor ? `next page cursor: ${code(page.end_cursor)}` : 'no more pages';
    return `Showing ${counted(count)} | ${next}${previous}`;
  }
  if (page.next_cursor !== undefined) {
    const parameter = page.cursor_parameter === undefined ? '' : ` (send it as ${code(page.cursor_parameter)})`;
    return `Showing ${counted(count)} | next page cursor: ${code(page.next_cursor)}${parameter}`;
  }
  // A keyset page has no number.
  if (page.page === 0) return `Showing ${counted(count)} | ${page.has_more ? 'more pages available' : 'no more pages'}`;
  const size = page.per_page === 0 ? '' : ` | ${page.per_page} per page`;
  if (page.total_items === 0 || page.total_pages === 0) {
    return `Page ${page.page}${size} | ${page.has_more ? 'more pages available' : 'no more pages'}`;
  }
  const line = `Page ${page.page} of ${page.total_pages} | ${counted(page.total_items)} total${size}`;
  if (page.total_pages <= 1) return line;
  return `Showing ${count} of ${page.total_items} results (page ${page.page} of ${page.total_pages})\n${line}`;
}

/** What to say instead of `none found` when a page beyond the last one was asked for; `undefined` on every other page. */
export function pastTheEnd(page: Page | ConnectionPage, count: number): string | undefined {
  if ('end_cursor' in page || count > 0 || page.page <= 1 || page.has_more) return undefined;
  const { total_items: items, total_pages: pages } = page;
  // A page may also be empty because all of it was filtered out.
  if (page.page <= pages) return undefined;
  if (items === 0 || pages === 0) return `Page ${page.page} is past the end of the list.`;
  return `Page ${page.page} is past the end: there ${items === 1 ? 'is' : 'are'} ${counted(items)} on ${pages} ${pages === 1 ? 'page' : 'pages'} of ${page.per_page}.`;
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`;
}

/** What to change in the call to get the next page, or back to the list; `undefined` on the last one. */
export function nextPageHint(page: Page | ConnectionPage, count: number): string | undefined {
  if ('end_cursor' in page) {
    return page.has_next_page && page.end_cursor
      ? `Next page: the same call with after set to ${code(page.end_cursor)}`
      : undefined;
  }
  if (page.next_cursor !== undefined) {
    return `Next page: the same call with ${page.cursor_parameter ?? 'cursor'} set to ${code(page.next_cursor)}`;
  }
  if (pastTheEnd(page, count) !== undefined) {
    const last = page.total_pages;
    return `${last === 0 ? 'First' : 'Last'} page: the same call with page set to ${last === 0 ? 1 : last}`;
  }
  if (page.next_page > 0) return `Next page: the same call with page set to ${page.next_page}`;
  return page.has_more && page.page > 0 ? `Next page: the same call with page set to ${page.page + 1}` : undefined;
}

/** Whether the value is the object of a GraphQL connection. */
export function isConnection(value: Thing): boolean {
  return Array.isArray(read(value, 'nodes')) || Array.isArray(read(value, 'edges'));
}
