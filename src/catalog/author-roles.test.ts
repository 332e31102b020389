import { describe, expect, test } from 'vitest';
import { type Reply, replyJson, type SeenRequest, startStandIn } from '../../test/support/run-action.ts';
import { AppError } from '../errors/app-error.ts';
import { withAuthorRoles } from './author-roles.ts';
import { domains } from './domains.ts';

const issue = { project_id: 'acme/site', issue_iid: 7 };
const members = '/projects/acme%2Fsite/members/all';
const note = (id: number, author: number) => ({
  id,
  body: `Note ${id}`,
  author: { id: author, username: `u${author}` },
});
const notes = [note(1, 10), note(2, 20), note(3, 10), note(4, 30)];
const people = [
  { id: 10, access_level: 50 },
  { id: 20, access_level: 30 },
];

describe('T-75: what people wrote says which role its author has', () => {
  test('in one read for all authors of a page', async () => {
    await using gitlab = await setup({ notes, people });

    const { value } = await gitlab.read('issue.note_list', issue);

    expect(rolesIn(value)).toEqual(['owner', 'developer', 'owner', 'none']);
    expect(gitlab.asked()).toEqual([`${members}?user_ids[]=10&user_ids[]=20&user_ids[]=30&per_page=100`]);
  });

  test('and none more while all authors are known, for some minutes', async () => {
    await using gitlab = await setup({ notes, people });
    await gitlab.read('issue.note_list', issue);

    await gitlab.read('issue.note_list', issue, { now: 299_999 });
    expect(gitlab.asked()).toHaveLength(1);

    await gitlab.read('issue.note_list', issue, { now: 300_000 });
    expect(gitlab.asked()).toHaveLength(2);
  });

  test('those who are new are asked for alone', async () => {
    await using gitlab = await setup({ notes: [note(1, 10)], people });
    await gitlab.read('issue.note_list', issue);
    gitlab.world.notes = notes;

    const { value } = await gitlab.read('issue.note_list', issue, { now: 1000 });

    expect(rolesIn(value)).toEqual(['owner', 'developer', 'owner', 'none']);
    expect(gitlab.asked().at(-1)).toBe(`${members}?user_ids[]=20&user_ids[]=30&per_page=100`);
  });

  test('another credential asks for itself', async () => {
    await using gitlab = await setup({ notes, people });
    await using other = await setup({ notes, people: [] });
    await gitlab.read('issue.note_list', issue);

    const { value } = await other.read('issue.note_list', issue);

    expect(rolesIn(value)).toEqual(['none', 'none', 'none', 'none']);
  });

  test('in threads, in one note and in comments on commits', async () => {
    await using gitlab = await setup({ notes, people });
    const sha = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c';

    const threads = await gitlab.read('issue.discussion_list', issue);
    const one = await gitlab.read('issue.note_get', { ...issue, note_id: 2 });
    const comments = await gitlab.read('repository.commit_comments', { project_id: 'acme/site', sha });

    expect(threads.value).toMatchObject([{ notes: [{ author_access_level: 'owner' }, {}, {}, {}] }]);
    expect(one.value).toMatchObject({ id: 2, author_access_level: 'developer' });
    expect(comments.value).toMatchObject([{ note: 'Nice', author_access_level: 'developer' }]);
  });

  test('T-21: notes inside notes without end are looked through as far as notes lie', async () => {
    const nested: unknown = JSON.parse(`${'{"notes":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
    await using gitlab = await setup({ notes: [note(1, 10)], people });
    const outcome = await gitlab.read('issue.note_list', issue);

    const { value } = await withAuthorRoles({ ...outcome, value: [nested] }, gitlab.client, AbortSignal.abort());

    expect(value).toMatchObject([{ notes: { notes: {} } }]);
  });

  test('on epics by what GraphQL says, and by the group where it says nothing', async () => {
    await using gitlab = await setup({ people });

    const { value } = await gitlab.read('group.epic_note_list', { full_path: 'acme', epic_iid: 6 });

    expect(value).toMatchObject({
      nodes: [{ author_access_level: 'maintainer' }, { author_access_level: 'developer' }],
    });
    expect(gitlab.asked()).toEqual(['/groups/acme/members/all?user_ids[]=20&per_page=100']);
  });

  test('with the highest level where GitLab names a member twice, and a number it has no name for as it is', async () => {
    const twice = [
      { id: 10, access_level: 10 },
      { id: 10, access_level: 40 },
      { id: 20, access_level: 33 },
    ];
    await using gitlab = await setup({ notes, people: twice });

    const { value } = await gitlab.read('issue.note_list', issue);

    expect(rolesIn(value)).toEqual(['maintainer', '33', 'maintainer', 'none']);
  });

  test('but nobody is called a stranger on half a list of members', async () => {
    await using gitlab = await setup({ notes, people, headers: { 'x-next-page': '2', 'x-page': '1' } });

    const { value } = await gitlab.read('issue.note_list', issue);

    expect(rolesIn(value)).toEqual(['owner', 'developer', 'owner', undefined]);
  });

  test('at most a hundred authors are asked for', async () => {
    const crowd = Array.from({ length: 130 }, (_, index) => note(index, index + 1));
    await using gitlab = await setup({ notes: crowd, people });

    const { value } = await gitlab.read('issue.note_list', issue);

    expect(rolesIn(value).filter((role) => role === undefined)).toHaveLength(30);
    expect(gitlab.asked()).toHaveLength(1);
  });

  test('where members cannot be read the notes come without, and it is not tried again at once', async () => {
    await using gitlab = await setup({ notes, people, status: 403 });

    const { value } = await gitlab.read('issue.note_list', issue);
    await gitlab.read('issue.note_list', issue, { now: 59_999 });
    expect(value).toEqual(notes);
    expect(gitlab.asked()).toHaveLength(1);

    await gitlab.read('issue.note_list', issue, { now: 60_000 });
    expect(gitlab.asked()).toHaveLength(2);
  });

  test('a 5xx is not asked for again: the notes matter more', async () => {
    await using gitlab = await setup({ notes, people, status: 503 });

    expect(await gitlab.read('issue.note_list', issue)).toMatchObject({ value: notes });
    expect(gitlab.asked()).toHaveLength(1);
  });

  test('cancelling stops the question and the call', async () => {
    const caller = new AbortController();
    await using gitlab = await setup({ notes, people, onMembers: () => caller.abort() });

    const reading = gitlab.read('issue.note_list', issue, { signal: caller.signal });

    await expect(reading).rejects.toBeInstanceOf(AppError);
  });

  test('writes and other things cost nothing', async () => {
    await using gitlab = await setup({ notes, people });

    const { value } = await gitlab.read('issue.note_create', { ...issue, body: 'Mine' });
    await gitlab.read('issue.get', issue);

    expect(value).not.toHaveProperty('author_access_level');
    expect(gitlab.asked()).toEqual([]);
  });
});

interface World {
  notes?: readonly object[];
  people: readonly object[];
  status?: number;
  headers?: Readonly<Record<string, string>>;
  group?: boolean;
  /** Called instead of an answer to who the members are. */
  onMembers?: () => void;
}

async function setup(world: World) {
  const gitlab = await startStandIn((request, reply) => answer(world, request, reply));
  const actions = new Map(domains.flat().map((action) => [action.id, action]));
  return {
    world,
    client: gitlab.client,
    asked: () =>
      gitlab
        .seen()
        .filter((line) => line.includes('/members/all'))
        .map((line) => decodeURIComponent(line.slice('GET '.length)).replace('acme/site', 'acme%2Fsite')),
    async read(
      id: string,
      input: object,
      { now = 0, signal = new AbortController().signal }: { now?: number; signal?: AbortSignal } = {},
    ) {
      const outcome = await gitlab.run(actions.get(id), input, { signal });
      return withAuthorRoles(outcome, gitlab.client, signal, now);
    },
    [Symbol.asyncDispose]: () => gitlab[Symbol.asyncDispose](),
  };
}

function answer(world: World, { method, url, body }: SeenRequest, reply: Reply): void {
  const path = url.replace(/\?.*$/, '');
  if (path.endsWith('/members/all')) {
    if (world.onMembers !== undefined) world.onMembers();
    else replyJson(reply, world.people, world.headers, world.status);
  } else if (path.endsWith('/graphql')) replyJson(reply, epicThreads(body.toString()));
  else if (method === 'POST') replyJson(reply, note(9, 10), {}, 201);
  else if (path.endsWith('/notes')) replyJson(reply, world.notes);
  else if (path.endsWith('/notes/2')) replyJson(reply, note(2, 20));
  else if (path.endsWith('/discussions')) replyJson(reply, [{ id: 'a', notes: world.notes }]);
  else if (path.endsWith('/comments')) replyJson(reply, [{ note: 'Nice', author: { id: 20 } }]);
  else replyJson(reply, { id: 7, author: { id: 10 } });
}

function epicThreads(asked: string): object {
  expect(asked).toContain('maxAccessLevelOfAuthor');
  const said = (id: number, author: number, role: string | null) => ({
    id: `gid://gitlab/Note/${id}`,
    body: 'Yes',
    maxAccessLevelOfAuthor: role,
    author: { id: `gid://gitlab/User/${author}`, username: `u${author}` },
  });
  const thread = { id: 'gid://gitlab/Discussion/a', notes: { nodes: [said(1, 10, 'Maintainer'), said(2, 20, null)] } };
  const discussions = { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [thread] };
  return { data: { namespace: { workItem: { id: 'gid://gitlab/WorkItem/6', widgets: [{ discussions }] } } } };
}

function rolesIn(value: unknown): readonly unknown[] {
  // What an action that lists notes gives.
  const list = value as readonly Readonly<Record<string, unknown>>[];
  return list.map(({ author_access_level: role }) => role);
}
