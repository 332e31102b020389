import type { ResponseHeaders } from './response-headers.ts';

/** Where a list stands. Numbers GitLab did not tell are 0 or absent; none of them is promised. */
export interface PageInfo {
  /** 0 on keyset pages, which have no number. */
  readonly page: number;
  readonly perPage: number;
  /** Absent above 10,000 rows, and on lists GitLab never counts. */
  readonly totalItems?: number;
  readonly totalPages?: number;
  readonly nextPage?: number;
  readonly prevPage?: number;
  readonly hasMore: boolean;
  /** Keyset paging: value of the parameter that continues the list. */
  readonly nextCursor?: string;
  /** Keyset paging: name of that parameter (`cursor`, `page_token`, `id_after`, …). */
  readonly cursorParameter?: string;
  /** Encoded query of the next page without `?`. Sent to our own instance only, whatever host the link named (T-34). */
  readonly nextQuery?: string;
}

/** Parameters that continue a keyset list, the unmistakable ones first. */
const cursorParameters = ['cursor', 'page_token', 'id_after', 'id_before', 'after'] as const;

/** Reads the paging headers; `undefined` when the answer has none, that is when it is not a page. */
export function parsePage(headers: ResponseHeaders): PageInfo | undefined {
  const link = headers.get('link');
  const page = toCount(headers.get('x-page'));
  const perPage = toCount(headers.get('x-per-page'));
  if (link === undefined && page === undefined && perPage === undefined) return undefined;

  const nextQuery = link === undefined ? undefined : nextLinkQuery(link);
  const next = nextQuery === undefined ? undefined : new URLSearchParams(nextQuery);
  const cursorParameter = next && cursorParameters.find((name) => next.has(name));
  const nextCursor = cursorParameter && next?.get(cursorParameter);
  const nextPage =
    toCount(headers.get('x-next-page')) ?? (cursorParameter ? undefined : toCount(next?.get('page') ?? undefined));

  return {
    page: page ?? 0,
    perPage: perPage ?? toCount(next?.get('per_page') ?? undefined) ?? 0,
    ...optional('totalItems', toCount(headers.get('x-total'))),
    ...optional('totalPages', toCount(headers.get('x-total-pages'))),
    ...optional('nextPage', nextPage),
    ...optional('prevPage', toCount(headers.get('x-prev-page'))),
    hasMore: nextPage !== undefined || nextQuery !== undefined,
    ...optional('nextCursor', nextCursor ?? undefined),
    ...optional('cursorParameter', nextCursor === null ? undefined : cursorParameter),
    ...optional('nextQuery', nextQuery),
  };
}

/** Query of the `rel="next"` target. Scheme, host, port and path of the target are not read at all. */
function nextLinkQuery(link: string): string | undefined {
  for (const [, target = '', parameters = ''] of link.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel\s*=\s*"?(?:[^"]*\s)?next(?:\s[^"]*)?"?\s*(?:[;,]|$)/i.test(parameters)) continue;
    const start = target.indexOf('?');
    if (start === -1) return undefined;
    const end = target.indexOf('#', start);
    const query = target.slice(start + 1, end === -1 ? undefined : end);
    // It goes on the wire as it is, so it must be what a URL may hold.
    return /^[\x21-\x7e]+$/.test(query) ? query : undefined;
  }
  return undefined;
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  // One key of a known name: TypeScript widens computed keys to `string`.
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}
