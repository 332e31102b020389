import { describe, expect, test } from 'vitest';
import { createUser } from '../world/create.ts';
import { type Answer, startWithClient } from '../testing.ts';

describe('offset pages (§8.1)', () => {
  test('headers describe the page in the middle, links come in GitLab order and keep the query', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;

    const answer = await ask('/personal_access_tokens?per_page=3&page=2&state=active', { as: 'alice' });

    const total = Number(answer.headers.get('x-total'));
    const pages = Math.ceil(total / 3);
    expect(ids(answer)).toHaveLength(3);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-page': '2',
      'x-per-page': '3',
      'x-next-page': '3',
      'x-prev-page': '1',
      'x-total-pages': String(pages),
    });
    const link = (page: number, relation: string) =>
      `<${gitlab.url}/api/v4/personal_access_tokens?page=${page}&per_page=3&state=active>; rel="${relation}"`;
    expect(answer.headers.get('link')).toBe(
      [link(1, 'prev'), link(3, 'next'), link(1, 'first'), link(pages, 'last')].join(', '),
    );
  });

  test('the first page has no previous, the last no next, and beyond the end is empty', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const first = await ask('/groups?per_page=100', { as: 'alice' });
    const beyond = await ask('/groups?page=99', { as: 'alice' });

    expect([first.headers.get('x-prev-page'), first.headers.get('x-next-page')]).toEqual(['', '']);
    expect(first.headers.get('link')).not.toContain('rel="next"');
    expect([beyond.status, beyond.json]).toEqual([200, []]);
  });

  test('an empty list still has one page', async () => {
    await using context = await startWithClient();

    const { headers } = await context.ask('/todos', { as: 'stranger' });

    expect([headers.get('x-total'), headers.get('x-total-pages')]).toEqual(['0', '1']);
  });

  test('per_page is capped at 100, and must be a number', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask('/groups?per_page=500', { as: 'alice' })).headers.get('x-per-page')).toBe('100');
    expect(await ask('/groups?per_page=many', { as: 'alice' })).toMatchObject({
      status: 400,
      json: { error: 'per_page is invalid' },
    });
  });

  test('beyond 10,000 rows totals and the last page are left out', async () => {
    await using context = await startWithClient({ seed: 'empty' });
    const { ask, gitlab } = context;
    for (let index = 0; index < 10_001; index++) createUser(gitlab.world, { username: `crowd-${index}` });

    const { headers } = await ask('/users', { as: 'root' });

    expect([headers.get('x-total'), headers.get('x-total-pages')]).toEqual([null, null]);
    expect(headers.get('x-next-page')).toBe('2');
    expect(headers.get('link')).toMatch(/rel="next".*rel="first"$/);
  });

  test('an offset beyond 50,000 projects is refused with the way out (§5, 405)', async () => {
    await using context = await startWithClient();

    expect(await context.ask('/projects?page=502&per_page=100', { as: 'alice' })).toMatchObject({
      status: 405,
      json: {
        error:
          'Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type Project. Remaining records can be retrieved using keyset pagination.',
      },
    });
  });

  test('links are built from the configured address, and carry no credential', async () => {
    await using context = await startWithClient({ settings: { externalUrl: 'https://gitlab.example/git' } });
    const { ask, gitlab } = context;

    const { headers } = await ask(`/groups?private_token=${gitlab.tokens.alice}`);

    expect(headers.get('link')).toContain('<https://gitlab.example/git/api/v4/groups?');
    expect(headers.get('link')).not.toContain(gitlab.tokens.alice);
  });
});

describe('keyset pages (§8.2)', () => {
  test.each([
    ['/projects?pagination=keyset&order_by=id&sort=asc&per_page=4', 'id_after='],
    ['/projects?pagination=keyset&order_by=id&per_page=4', 'id_before='],
    ['/users?pagination=keyset&order_by=username&sort=asc&per_page=4', 'cursor='],
    ['/groups?pagination=keyset&order_by=name&sort=asc&per_page=2', 'cursor='],
  ])('%s visits everything once by following the links', async (path, mark) => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const everything = ids(
      await ask(path.replace('pagination=keyset', '').replace(/per_page=\d/, 'per_page=100'), { as: 'root' }),
    );

    const seen: number[] = [];
    let next: string | undefined = path;
    while (next !== undefined) {
      const answer: Answer = await ask(next, { as: 'root' });
      seen.push(...ids(answer));
      expect(answer.headers.get('x-page')).toBeNull();
      const link: string | undefined = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
      if (link !== undefined) expect(link).toContain(mark);
      next = link?.slice(`${gitlab.url}/api/v4`.length);
    }

    expect(seen).toEqual(everything);
  });

  test('a column it does not support is 405', async () => {
    await using context = await startWithClient();

    expect((await context.ask('/projects?pagination=keyset&order_by=name', { as: 'alice' })).status).toBe(405);
  });
});

function ids(answer: Answer): number[] {
  return (answer.json as { id: number }[]).map(({ id }) => id);
}
