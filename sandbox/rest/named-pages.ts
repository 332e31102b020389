import { toQuery } from '../http/query.ts';
import type { Call } from './call.ts';
import { defaultPerPage, maxPerPage, wantsKeyset } from './pagination.ts';

interface Options {
  readonly present: (name: string) => unknown;
}

/** A page of branches or tags: by number, or after the name in `page_token` with keyset pagination. */
export function pageByName(call: Call<unknown>, names: readonly string[], { present }: Options): unknown[] {
  const { raw } = call.request;
  if (!wantsKeyset(raw)) return call.page(names, present);
  const perPage = Math.min(Number(raw['per_page'] ?? defaultPerPage) || defaultPerPage, maxPerPage);
  const token = raw['page_token'];
  const start = typeof token === 'string' && token !== '' ? names.indexOf(token) + 1 : 0;
  const rows = names.slice(start, start + perPage);
  const last = rows.at(-1);
  if (last !== undefined && start + perPage < names.length) {
    const { search, order_by, sort } = raw;
    const given = Object.entries({ search, order_by, sort }).filter(([, value]) => value !== undefined);
    const query = toQuery({
      ...Object.fromEntries(given),
      pagination: 'keyset',
      per_page: perPage,
      page_token: last,
    });
    call.headers['Link'] = `<${call.world.url(`/api/v4${call.request.path}`)}?${query}>; rel="next"`;
  }
  return rows.map(present);
}
