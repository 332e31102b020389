import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const ground = '/projects/orbital%2Fground-station';
const site = '/projects/acme%2Fsite';

type Client = Awaited<ReturnType<typeof startWithClient>>;

interface Listed {
  readonly iid: number;
  readonly title: string;
}

async function iids({ ask }: Client, path: string, as?: string): Promise<number[]> {
  const { json } = await ask(path, as === undefined ? {} : { as });
  return (json as Listed[]).map(({ iid }) => iid).toSorted((a, b) => a - b);
}

describe('lists of issues (§16)', () => {
  test('a project lists every state, an instance only what the caller made (§15)', async () => {
    await using client = await startWithClient();

    expect(await iids(client, `${site}/issues`, 'alice')).toEqual([1, 2, 3]);
    const mine = (await client.ask('/issues?per_page=100', { as: 'bob' })).json as { author: { username: string } }[];
    expect(new Set(mine.map(({ author }) => author.username))).toEqual(new Set(['bob']));
    expect((await client.ask('/issues')).status).toBe(401);
    expect((await client.ask('/issues?scope=all')).status).toBe(200);
  });

  test('confidential issues are not there for those who may not see them', async () => {
    await using client = await startWithClient();

    expect(await iids(client, `${site}/issues`, 'dave')).toEqual([1, 2]);
    expect((await client.ask(`${site}/issues/3`, { as: 'dave' })).json).toEqual({ message: '404 Not found' });
    expect((await client.ask(`${site}/issues/3`, { as: 'bob' })).json).toMatchObject({ confidential: true });
  });

  test.each([
    ['state=opened', [2, 3]],
    ['state=closed', [1]],
    ['labels=bug', [1, 2]],
    ['labels=bug,performance', [2]],
    ['labels=None', [3]],
    ['labels=Any', [1, 2]],
    ['milestone=Relaunch', [2]],
    ['milestone=None', [1, 3]],
    ['milestone_id=Any', [2]],
    ['assignee_username=bob', [1, 2]],
    ['assignee_username[]=bob', [1, 2]],
    ['assignee_id=None', [3]],
    ['assignee_id=Any', [1, 2]],
    ['author_username=bob', [2]],
    ['iids[]=1&iids[]=3', [1, 3]],
    ['iids=1,3', [1, 3]],
    ['search=slow page', [2]],
    ['search=phone&in=title', []],
    ['search=phone&in=description', [2]],
    ['confidential=true', [3]],
    ['not[labels]=performance', [1, 3]],
    ['not[author_username]=bob', [1, 3]],
    ['created_after=2026-02-01', [3]],
    ['created_before=2026-01-25', [1]],
    ['issue_type=incident', []],
    ['scope=assigned_to_me', []],
    ['scope=created_by_me', [1, 3]],
    ['due_date=0', [1, 2, 3]],
  ])('%s', async (filter, expected) => {
    await using client = await startWithClient();

    expect(await iids(client, `${site}/issues?${filter}`, 'alice')).toEqual(expected);
    const { json } = await client.ask(`${site}/issues_statistics?${filter}`, { as: 'alice' });
    if (!filter.startsWith('state')) expect(json).toMatchObject({ statistics: { counts: { all: expected.length } } });
  });

  test('a group lists its whole hierarchy, with references as seen from there', async () => {
    await using client = await startWithClient();

    const { json } = await client.ask('/groups/orbital/issues?per_page=100&order_by=title&sort=asc', { as: 'alice' });

    const found = json as { title: string; references: object }[];
    expect(found.map(({ title }) => title.toLowerCase())).toEqual(
      found.map(({ title }) => title.toLowerCase()).toSorted(),
    );
    expect(found.find(({ title }) => title.startsWith('The wind'))?.references).toEqual({
      short: '#14',
      relative: 'ground-station#14',
      full: 'orbital/ground-station#14',
    });
  });

  test('project issues can be read by keyset, without totals (§8.2)', async () => {
    await using client = await startWithClient();
    const path = `${ground}/issues?pagination=keyset&order_by=created_at&sort=asc&per_page=6`;

    const first = await client.ask(path, { as: 'alice' });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await client.ask(next.slice(client.gitlab.url.length + '/api/v4'.length), { as: 'alice' });

    expect(first.headers.get('x-total')).toBeNull();
    expect((first.json as Listed[]).map(({ iid }) => iid)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((second.json as Listed[]).map(({ iid }) => iid)).toEqual([7, 8, 9, 10, 11, 12]);
  });
});

describe('one issue (§16)', () => {
  test('has every field in its order, and only alone says whether one is subscribed (shapes §6)', async () => {
    await using client = await startWithClient({ edition: 'ce' });

    const single = (await client.ask(`${ground}/issues/8`, { as: 'bob' })).json as object;
    const [listed] = (await client.ask(`${ground}/issues?iids=8`, { as: 'bob' })).json as object[];

    expect(Object.keys(single).join(' ')).toBe(
      'id iid project_id title description state created_at updated_at closed_at closed_by labels milestone assignees author ' +
        'type assignee user_notes_count merge_requests_count upvotes downvotes start_date due_date confidential ' +
        'discussion_locked issue_type web_url time_stats task_completion_status has_tasks task_status _links references ' +
        'severity subscribed moved_to_id imported imported_from service_desk_reply_to',
    );
    expect(single).toMatchObject({
      type: 'ISSUE',
      task_completion_status: { count: 3, completed_count: 1 },
      task_status: '1 of 3 checklist items completed',
      merge_requests_count: 1,
      time_stats: { human_time_estimate: '1d 4h', human_total_time_spent: '5h' },
    });
    expect(listed).not.toHaveProperty('subscribed');
    expect(listed).not.toHaveProperty('weight');
  });

  test('is made by anybody who sees the project, while triage is left out for guests', async () => {
    await using client = await startWithClient();
    const body = { title: 'Typo', labels: 'bug,new one', assignee_ids: [2], milestone_id: 4, confidential: true };

    const byGuest = await client.ask(`${site}/issues`, { as: 'dave', method: 'POST', body });
    const byPlanner = await client.ask(`${site}/issues`, { as: 'bob', method: 'POST', body });

    expect(byGuest).toMatchObject({
      status: 201,
      json: { labels: [], assignees: [], milestone: null, confidential: true },
    });
    expect(byPlanner).toMatchObject({
      status: 201,
      json: { iid: 5, labels: ['bug', 'new one'], assignee: { username: 'alice' }, milestone: { title: 'Relaunch' } },
    });
    expect((await client.ask(`${site}/labels/new%20one`, { as: 'bob' })).json).toMatchObject({ color: '#6699cc' });
  });

  test('mistakes are told as GitLab tells them (§5)', async () => {
    await using client = await startWithClient();
    const post = (body: object) => client.ask(`${site}/issues`, { as: 'alice', method: 'POST', body });
    const put = (body: object) => client.ask(`${site}/issues/1`, { as: 'alice', method: 'PUT', body });

    expect((await post({})).json).toEqual({ error: 'title is missing' });
    expect((await post({ title: ' ' })).json).toEqual({ message: { title: ["can't be blank"] } });
    expect((await post({ title: 'a'.repeat(256) })).json).toEqual({
      message: { title: ['is too long (maximum is 255 characters)'] },
    });
    expect((await put({})).text).toContain('are missing, at least one parameter must be provided');
    expect((await put({ state_event: 'merge' })).json).toEqual({ error: 'state_event does not have a valid value' });
    expect((await client.ask(`${site}/issues/x`, { as: 'alice' })).json).toEqual({ error: 'issue_iid is invalid' });
    expect((await client.ask(`${site}/issues/99`, { as: 'alice' })).json).toEqual({ message: '404 Not found' });
  });

  test('a change leaves notes and resource events behind, and moves updated_at (§13, §17)', async () => {
    await using client = await startWithClient();
    const { gitlab, ask } = client;
    gitlab.advance(60_000);
    const body = {
      title: 'The front page is fast',
      add_labels: 'seo',
      remove_labels: 'bug',
      milestone_id: null,
      assignee_ids: [2],
    };

    const changed = await ask(`${site}/issues/2`, { as: 'alice', method: 'PUT', body });
    const closed = await ask(`${site}/issues/2`, { as: 'alice', method: 'PUT', body: { state_event: 'close' } });

    expect(changed.json).toMatchObject({
      labels: ['performance', 'seo'],
      milestone: null,
      updated_at: '2026-03-02T09:01:00.000Z',
    });
    expect(closed.json).toMatchObject({
      state: 'closed',
      closed_by: { username: 'alice' },
      closed_at: '2026-03-02T09:01:00.000Z',
    });
    const bodies = ((await ask(`${site}/issues/2/notes?sort=asc`, { as: 'alice' })).json as { body: string }[]).map(
      (note) => note.body,
    );
    expect(bodies).toContain('changed title from **The front page is {-slow-}** to **The front page is {+fast+}**');
    expect(bodies).toContain('assigned to @alice and unassigned @bob');
    const events = async (kind: string) =>
      (
        (await ask(`${site}/issues/2/resource_${kind}_events`, { as: 'alice' })).json as {
          action?: string;
          state?: string;
        }[]
      ).map(({ action, state }) => action ?? state);
    expect(await events('label')).toEqual(['add', 'add', 'add', 'remove']);
    expect(await events('milestone')).toEqual(['add', 'remove']);
    expect(await events('state')).toEqual(['closed']);
  });

  test('only who may plan, its author and its assignee change it; only owners delete it', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const put = (as: string) => ask(`${ground}/issues/12`, { as, method: 'PUT', body: { title: 'New' } });

    expect((await put('dave')).status).toBe(403);
    expect((await put('stranger')).status).toBe(200);
    expect((await put('carol')).status).toBe(200);
    expect((await ask(`${ground}/issues/12`, { as: 'erin', method: 'DELETE' })).status).toBe(403);
    const stale = { 'If-Unmodified-Since': 'Mon, 01 Jan 2024 00:00:00 GMT' };
    expect((await ask(`${ground}/issues/12`, { as: 'alice', method: 'DELETE', headers: stale })).status).toBe(412);
    expect((await ask(`${ground}/issues/12`, { as: 'alice', method: 'DELETE' })).status).toBe(204);
    expect((await ask(`${ground}/issues/12`, { as: 'alice' })).status).toBe(404);
  });

  test('moving makes another one and closes the first, which points at it', async () => {
    await using client = await startWithClient();
    const { ask, gitlab } = client;
    const target = gitlab.world.projects.at('acme/platform/deploy-tools').id;

    const moved = await ask(`${site}/issues/2/move`, { as: 'alice', method: 'POST', body: { to_project_id: target } });

    const id = (moved.json as { id: number }).id;
    expect(moved).toMatchObject({ status: 201, json: { iid: 1, project_id: target, title: 'The front page is slow' } });
    expect((await ask(`${site}/issues/2`, { as: 'alice' })).json).toMatchObject({ state: 'closed', moved_to_id: id });
    const same = { to_project_id: gitlab.world.projects.at('acme/site').id };
    expect((await ask(`${site}/issues/1/move`, { as: 'alice', method: 'POST', body: same })).json).toEqual({
      message: '400 Bad request - Cannot move issue to project it originates from!',
    });
  });

  test('links name both ends; blocking needs a licence', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const link = (type: string) =>
      ask(`${site}/issues/1/links`, {
        as: 'alice',
        method: 'POST',
        body: { target_project_id: 'acme/site', target_issue_iid: 2, link_type: type },
      });

    expect((await link('blocks')).status).toBe(403);
    expect(await link('relates_to')).toMatchObject({
      status: 201,
      json: { link_type: 'relates_to', source_issue: { iid: 1 } },
    });
    expect((await link('relates_to')).json).toEqual({ message: 'Issue(s) already assigned' });
    const [listed] = (await ask(`${site}/issues/2/links`, { as: 'alice' })).json as { issue_link_id: number }[];
    expect(listed).toMatchObject({ iid: 1, link_type: 'relates_to' });
    expect(
      (await ask(`${site}/issues/2/links/${listed?.issue_link_id}`, { as: 'alice', method: 'DELETE' })).status,
    ).toBe(200);
    expect((await ask(`${site}/issues/2/links`, { as: 'alice' })).json).toEqual([]);
  });

  test('working time adds up, and cannot fall below nothing', async () => {
    await using client = await startWithClient();
    const post = (action: string, body: object = {}) =>
      client.ask(`${site}/issues/2/${action}`, { as: 'bob', method: 'POST', body });

    expect(await post('time_estimate', { duration: '1w 2d 3h30m' })).toMatchObject({
      status: 200,
      json: { time_estimate: 214_200, human_time_estimate: '1w 2d 3h 30m' },
    });
    expect(await post('add_spent_time', { duration: '90m' })).toMatchObject({
      status: 201,
      json: { total_time_spent: 5400 },
    });
    expect((await post('add_spent_time', { duration: '-2h' })).json).toEqual({
      message: { base: ['Time to subtract exceeds the total time spent'] },
    });
    expect((await post('time_estimate', { duration: 'soon' })).status).toBe(400);
    expect((await post('reset_spent_time')).json).toMatchObject({ total_time_spent: 0, human_total_time_spent: null });
    expect((await post('reset_time_estimate')).json).toMatchObject({ time_estimate: 0 });
  });

  test('subscribing twice changes nothing, a to-do waits once', async () => {
    await using client = await startWithClient();
    const post = (action: string) => client.ask(`${site}/issues/2/${action}`, { as: 'alice', method: 'POST' });

    expect(await post('subscribe')).toMatchObject({ status: 201, json: { subscribed: true } });
    expect((await post('subscribe')).status).toBe(304);
    expect(await post('unsubscribe')).toMatchObject({ status: 201, json: { subscribed: false } });
    expect(await post('todo')).toMatchObject({
      status: 201,
      json: { action_name: 'marked', target: { iid: 2 }, state: 'pending' },
    });
    expect((await post('todo')).status).toBe(304);
    const participants = (await client.ask(`${site}/issues/2/participants`, { as: 'alice' })).json as {
      username: string;
    }[];
    expect(participants.map(({ username }) => username)).toEqual(['bob', 'alice']);
  });

  test('merge requests that close it, and those that speak of it', async () => {
    await using client = await startWithClient();

    expect(await iids(client, `${ground}/issues/8/closed_by`, 'bob')).toEqual([5]);
    expect(await iids(client, `${ground}/issues/13/related_merge_requests`, 'bob')).toEqual([6]);
    expect(await iids(client, `${ground}/issues/13/closed_by`, 'bob')).toEqual([]);
  });
});
