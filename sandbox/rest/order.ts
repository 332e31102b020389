import { compare } from './pagination.ts';

/** A comparison by one column, ties by id in the same direction. */
export function byColumn<T>(
  column: (item: T) => string | number,
  direction: 'asc' | 'desc',
  idOf: (item: T) => number,
): (a: T, b: T) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) => sign * (compare(column(a), column(b)) || idOf(a) - idOf(b));
}
