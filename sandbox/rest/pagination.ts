import { type RawParams, isHash, toQuery } from '../http/query.ts';
import { Refusal, invalidParameters } from '../http/refusal.ts';

export const defaultPerPage = 20;
export const maxPerPage = 100;
const countLimit = 10_000;

export interface PageOptions {
  /** Repository-backed lists and project jobs never count: no totals, no last page. */
  readonly countless?: boolean;
  /** Rows an offset may skip, and the name of the type in the sentence that refuses more. */
  readonly maxOffset?: { readonly rows: number; readonly type: string };
}

export interface PageRequest {
  /** Absolute address of the list, without query. */
  readonly address: string;
  readonly raw: RawParams;
  /** Parameters with the defaults the route declares, as the links carry them. */
  readonly effective: RawParams;
  readonly headers: Record<string, string>;
}

/** Cuts one page out of a list and writes the headers about the others. */
export function paginate<T>(request: PageRequest, items: readonly T[], options: PageOptions = {}): readonly T[] {
  const { page, perPage } = readPage(request.raw);
  const offset = (page - 1) * perPage;
  if (options.maxOffset !== undefined && offset > options.maxOffset.rows) {
    throw invalidParameters(
      `Offset pagination has a maximum allowed offset of ${options.maxOffset.rows} for requests that return objects of type ${options.maxOffset.type}. Remaining records can be retrieved using keyset pagination.`,
      405,
    );
  }
  const counted = options.countless !== true && items.length <= countLimit;
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const next = page < pages ? page + 1 : undefined;
  const previous = page > 1 ? page - 1 : undefined;

  const { headers } = request;
  headers['X-Next-Page'] = next === undefined ? '' : String(next);
  headers['X-Page'] = String(page);
  headers['X-Per-Page'] = String(perPage);
  headers['X-Prev-Page'] = previous === undefined ? '' : String(previous);
  if (counted) {
    headers['X-Total'] = String(items.length);
    headers['X-Total-Pages'] = String(pages);
  }

  const linkTo = (target: number, relation: string) => {
    const query = toQuery({ ...request.effective, page: target, per_page: perPage });
    return `<${request.address}?${query}>; rel="${relation}"`;
  };
  const links: string[] = [];
  if (previous !== undefined) links.push(linkTo(previous, 'prev'));
  if (next !== undefined) links.push(linkTo(next, 'next'));
  links.push(linkTo(1, 'first'));
  if (counted) links.push(linkTo(pages, 'last'));
  headers['Link'] = links.join(', ');

  return items.slice(offset, offset + perPage);
}

function readPage(raw: RawParams): { page: number; perPage: number } {
  const page = readCount(raw, 'page', 1);
  const perPage = readCount(raw, 'per_page', defaultPerPage);
  return { page, perPage: Math.min(perPage, maxPerPage) };
}

function readCount(raw: RawParams, name: string, fallback: number): number {
  const value = raw[name];
  if (value === undefined || value === null || value === '') return fallback;
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number)) throw invalidParameters(`${name} is invalid`);
  if (number === 0 && name === 'per_page') throw invalidParameters('per_page has a value not allowed');
  return number < 1 ? fallback : number;
}

export interface KeysetOptions<T> {
  /** Columns that may be ordered by; the first is the default. */
  readonly columns: Readonly<Record<string, (item: T) => string | number>>;
  readonly idOf: (item: T) => number;
  /** `id`: the link carries `id_after` or `id_before`. `cursor`: an opaque value. */
  readonly link: 'id' | 'cursor';
  readonly direction: 'asc' | 'desc';
}

export function wantsKeyset(raw: RawParams): boolean {
  return raw['pagination'] === 'keyset';
}

/** The next rows after the ones already seen. Sends only a link to those that follow, and none at the end. */
export function keyset<T>(request: PageRequest, items: readonly T[], options: KeysetOptions<T>): readonly T[] {
  const { perPage } = readPage(request.raw);
  const { raw } = request;
  const orderBy = typeof raw['order_by'] === 'string' ? raw['order_by'] : (Object.keys(options.columns)[0] ?? 'id');
  const column = options.columns[orderBy];
  if (column === undefined) {
    throw new Refusal(405, { error: 'Keyset pagination is not yet available for this type of request' });
  }
  const direction = raw['sort'] === 'asc' || raw['sort'] === 'desc' ? raw['sort'] : options.direction;
  const sign = direction === 'asc' ? 1 : -1;
  const sorted = items.toSorted((a, b) => sign * (compare(column(a), column(b)) || options.idOf(a) - options.idOf(b)));

  const cursor = options.link === 'cursor' ? readCursor(raw['cursor']) : undefined;
  const rest =
    cursor === undefined
      ? sorted
      : sorted.filter((item) => sign * (compare(column(item), cursor.value) || options.idOf(item) - cursor.id) > 0);
  const rows = rest.slice(0, perPage);
  const last = rows.at(-1);
  if (last !== undefined && rest.length > rows.length) {
    const place =
      options.link === 'id'
        ? { [direction === 'asc' ? 'id_after' : 'id_before']: options.idOf(last) }
        : { cursor: writeCursor({ value: column(last), id: options.idOf(last) }) };
    const query = toQuery({ ...request.effective, ...place, pagination: 'keyset', per_page: perPage });
    request.headers['Link'] = `<${request.address}?${query}>; rel="next"`;
  }
  return rows;
}

interface Cursor {
  readonly value: string | number;
  readonly id: number;
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: unknown): Cursor | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (isHash(cursor) && typeof cursor['id'] === 'number') {
      const value = cursor['value'];
      if (typeof value === 'string' || typeof value === 'number') return { value, id: cursor['id'] };
    }
  } catch {
    // Falls through to the refusal below.
  }
  throw invalidParameters('cursor is invalid');
}

/** Order of two values of one column; texts by code unit, as a C collation has it. */
export function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
