import { FieldError } from './errors.ts';

const maxPage = 100;

/** A page of a list, with what its connection shows of it. */
export interface Page {
  readonly nodes: readonly unknown[];
  readonly edges: readonly { readonly node: unknown; readonly cursor: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly count: number;
}

/** Cuts a page out of a list by `first`/`after` or `last`/`before`. Cursors are opaque; inside they are a place. */
export function toPage(items: readonly unknown[], args: Readonly<Record<string, unknown>>): Page {
  const { first, last, after, before } = args;
  if (typeof first === 'number' && typeof last === 'number') {
    throw new FieldError('Passing both `first` and `last` to paginate a connection is not supported.');
  }
  const from = after === undefined || after === null ? 0 : readCursor(after);
  const to = before === undefined || before === null ? items.length : readCursor(before) - 1;
  const size = Math.min(typeof last === 'number' ? last : typeof first === 'number' ? first : maxPage, maxPage);
  if (size < 0) throw new FieldError('first and last must not be negative');
  const start = typeof last === 'number' ? Math.max(from, to - size) : from;
  const end = typeof last === 'number' ? to : Math.min(to, from + size);
  const nodes = items.slice(start, end);
  return {
    nodes,
    edges: nodes.map((node, index) => ({ node, cursor: writeCursor(start + index + 1) })),
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: nodes.length === 0 ? null : writeCursor(start + 1),
      endCursor: nodes.length === 0 ? null : writeCursor(start + nodes.length),
    },
    count: items.length,
  };
}

function writeCursor(place: number): string {
  return Buffer.from(`{"place":${place}}`).toString('base64url');
}

function readCursor(cursor: unknown): number {
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString('utf8') : '';
  const place = /^\{"place":(\d+)\}$/.exec(text)?.[1];
  if (place === undefined) throw new FieldError('Please provide a valid cursor');
  return Number(place);
}
