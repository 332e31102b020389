import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const ground = '/projects/orbital%2Fground-station';
const stall = `${ground}/issues/10`;
const doppler = `${ground}/merge_requests/5`;

type Client = Awaited<ReturnType<typeof startWithClient>>;

interface Shown {
  readonly id: number;
  readonly body: string;
  readonly internal: boolean;
  readonly system: boolean;
  readonly resolved?: boolean;
}

interface Thread {
  readonly id: string;
  readonly individual_note: boolean;
  readonly notes: readonly Shown[];
}

async function refs({ ask }: Client): Promise<object> {
  return ((await ask(doppler, { as: 'bob' })).json as { diff_refs: object }).diff_refs;
}

async function threads({ ask }: Client, path: string, as = 'alice'): Promise<Thread[]> {
  return (await ask(`${path}/discussions?per_page=100`, { as })).json as Thread[];
}

describe('notes (§17)', () => {
  test('internal ones are seen by planners and up; a page gets shorter, the total does not (§8.1)', async () => {
    await using client = await startWithClient();

    const forAlice = await client.ask(`${stall}/notes?activity_filter=only_comments`, { as: 'alice' });
    const forStranger = await client.ask(`${stall}/notes?activity_filter=only_comments`, { as: 'stranger' });

    expect((forAlice.json as Shown[]).filter(({ internal }) => internal)).toHaveLength(1);
    expect(forStranger.json).toHaveLength(3);
    expect(forStranger.headers.get('x-total')).toBe('4');
  });

  test('T-73: who may not see internal notes does not make one', async () => {
    await using client = await startWithClient();
    const post = (as: string) =>
      client.ask(`${stall}/notes`, { as, method: 'POST', body: { body: 'psst', internal: true } });

    expect((await post('stranger')).json).toMatchObject({ internal: false, confidential: false });
    expect((await post('carol')).json).toMatchObject({ internal: true, confidential: true });
  });

  test('are sorted newest first, oldest first, and by kind', async () => {
    await using client = await startWithClient();
    const list = async (query: string) =>
      (await client.ask(`${stall}/notes?${query}`, { as: 'alice' })).json as Shown[];

    const newest = await list('');
    expect(newest.map(({ id }) => id)).toEqual((await list('sort=asc')).map(({ id }) => id).toReversed());
    expect((await list('activity_filter=only_activity')).every(({ system }) => system)).toBe(true);
  });

  test('what GitLab wrote cannot be changed; the rest by its author and maintainers', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const [system] = (await ask(`${stall}/notes?activity_filter=only_activity`, { as: 'alice' })).json as Shown[];
    const made = (await ask(`${stall}/notes`, { as: 'bob', method: 'POST', body: { body: 'one' } })).json as Shown;
    const change = (as: string, id: number | undefined) =>
      ask(`${stall}/notes/${id}`, { as, method: 'PUT', body: { body: 'two' } });

    expect((await change('alice', system?.id)).status).toBe(403);
    expect((await change('carol', made.id)).status).toBe(403);
    expect((await change('bob', made.id)).json).toMatchObject({ body: 'two' });
    expect((await ask(`${stall}/notes/${made.id}`, { as: 'erin', method: 'DELETE' })).status).toBe(204);
    expect((await ask(`${stall}/notes/${made.id}`, { as: 'bob' })).json).toEqual({ message: '404 Note Not Found' });
  });

  test('quick actions are carried out and taken out; alone they answer 202', async () => {
    await using client = await startWithClient();
    const { ask } = client;

    const mixed = await ask(`${stall}/notes`, {
      as: 'alice',
      method: 'POST',
      body: { body: 'Done.\n/label ~documentation\n/close' },
    });
    const only = await ask(`${stall}/notes`, { as: 'alice', method: 'POST', body: { body: '/reopen' } });

    expect(mixed).toMatchObject({ status: 201, json: { body: 'Done.', commands_changes: { state_event: 'close' } } });
    expect(only).toMatchObject({
      status: 202,
      json: { commands_changes: { state_event: 'reopen' }, summary: ['Reopened this issue.'] },
    });
    expect((await ask(stall, { as: 'alice' })).json).toMatchObject({
      state: 'opened',
      labels: expect.arrayContaining(['documentation']),
    });
  });

  test('quick actions run in threads and descriptions as well; a thread of nothing else is none', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const post = (path: string, body: object) => ask(path, { as: 'alice', method: 'POST', body });

    const thread = await post(`${stall}/discussions`, { body: 'Done.\n/close' });
    const only = await post(`${stall}/discussions`, { body: '/reopen' });
    const issue = await post(`${ground}/issues`, { title: 'Wind', description: '/close\nGusts.' });

    expect(thread).toMatchObject({ status: 201, json: { notes: [{ body: 'Done.' }] } });
    expect(only).toMatchObject({ status: 400, json: { message: expect.stringContaining('commands_only') } });
    expect(issue).toMatchObject({ status: 201, json: { state: 'closed', description: 'Gusts.' } });
  });

  test('mentions reach people and other issues', async () => {
    await using client = await startWithClient();
    const { ask } = client;

    await ask(`${stall}/notes`, { as: 'alice', method: 'POST', body: { body: '@carol see #14, not `#13`' } });

    const todos = (await ask('/todos', { as: 'carol' })).json as { action_name: string; target: { iid: number } }[];
    expect(todos).toContainEqual(
      expect.objectContaining({ action_name: 'directly_addressed', target: expect.objectContaining({ iid: 10 }) }),
    );
    const notes = async (iid: number) =>
      ((await ask(`${ground}/issues/${iid}/notes`, { as: 'alice' })).json as Shown[]).map(({ body }) => body);
    expect(await notes(14)).toContain('mentioned in issue #10');
    expect(await notes(13)).not.toContain('mentioned in issue #10');
  });

  test('an empty text is refused in the words of a note', async () => {
    await using client = await startWithClient();

    const answer = await client.ask(`${stall}/notes`, { as: 'alice', method: 'POST', body: { body: '  ' } });

    expect(answer).toMatchObject({
      status: 400,
      json: { message: `400 Bad request - Note {:note=>["can't be blank"]}` },
    });
  });
});

describe('threads (§17)', () => {
  test('plain and system notes are threads of one; a reply makes a real one', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const plain = (await threads(client, `${ground}/issues/12`)).find(
      ({ individual_note: alone, notes }) => alone && notes[0]?.system === false,
    );

    const reply = await ask(`${ground}/issues/12/discussions/${plain?.id}/notes`, {
      as: 'alice',
      method: 'POST',
      body: { body: 'Yes' },
    });

    expect(reply).toMatchObject({ status: 201, json: { type: 'DiscussionNote' } });
    const after = (await threads(client, `${ground}/issues/12`)).find(({ id }) => id === plain?.id);
    expect(after).toMatchObject({ individual_note: false, notes: [{ type: 'DiscussionNote' }, { body: 'Yes' }] });
  });

  test('a thread of a merge request is resolved as a whole, by those who may', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const open = (await threads(client, doppler)).filter(({ notes }) =>
      notes.some(({ resolved }) => resolved === false),
    );
    const resolve = (as: string, id: string, resolved: boolean) =>
      ask(`${doppler}/discussions/${id}`, { as, method: 'PUT', body: { resolved } });
    const [first, second] = open.map(({ id }) => id);

    expect(open).toHaveLength(2);
    expect((await ask(doppler, { as: 'bob' })).json).toMatchObject({ blocking_discussions_resolved: false });
    expect((await resolve('carol', first ?? '', true)).status).toBe(403);
    expect((await resolve('bob', first ?? '', true)).json).toMatchObject({
      notes: expect.arrayContaining([
        expect.objectContaining({ resolved: true, resolved_by: expect.objectContaining({ username: 'bob' }) }),
      ]),
    });
    await resolve('bob', second ?? '', true);
    expect((await ask(doppler, { as: 'bob' })).json).toMatchObject({ blocking_discussions_resolved: true });
    expect((await threads(client, doppler)).at(-1)?.notes[0]?.body).toBe('resolved all threads');
    expect((await resolve('bob', first ?? '', false)).json).toMatchObject({
      notes: [{ resolved: false, resolved_at: null }, {}],
    });
    expect((await resolve('bob', 'f'.repeat(40), true)).json).toEqual({ message: '404 Discussion Not Found' });
  });

  test('T-20: a note takes a text or a resolution, not both', async () => {
    await using client = await startWithClient();
    const [thread] = (await threads(client, doppler)).filter(({ notes }) =>
      notes.some(({ resolved }) => resolved === false),
    );
    const path = `${doppler}/discussions/${thread?.id}/notes/${thread?.notes[0]?.id}`;

    const both = await client.ask(path, { as: 'alice', method: 'PUT', body: { body: 'x', resolved: true } });
    const neither = await client.ask(path, { as: 'alice', method: 'PUT', body: {} });

    expect(both).toMatchObject({ status: 400, json: { error: 'body, resolved are mutually exclusive' } });
    expect(neither.json).toEqual({ error: 'body, resolved are missing, exactly one parameter must be provided' });
  });
});

describe('places in a diff (§17)', () => {
  const at = (position: object) => ({ body: 'here', position: { position_type: 'text', ...position } });
  const file = { new_path: 'src/decoder/doppler.ts', old_path: 'src/decoder/doppler.ts' };
  const blank = { message: `400 Bad request - Note {:line_code=>["can't be blank", "must be a valid line code"]}` };

  test('an added line is named by its new number only', async () => {
    await using client = await startWithClient();
    const shas = await refs(client);
    const post = (position: object) =>
      client.ask(`${doppler}/discussions`, { as: 'alice', method: 'POST', body: at(position) });

    const good = await post({ ...shas, ...file, new_line: 3 });

    expect(good).toMatchObject({
      status: 201,
      json: {
        notes: [{ type: 'DiffNote', resolvable: true, position: { ...shas, ...file, old_line: null, new_line: 3 } }],
      },
    });
    expect((await post({ ...shas, ...file, new_line: 3, old_line: 3 })).json).toEqual(blank);
    expect((await post({ ...shas, ...file, new_line: 99 })).json).toEqual(blank);
    expect(
      (await post({ ...shas, ...file, new_path: 'nothing.ts', old_path: 'nothing.ts', new_line: 1 })).json,
    ).toEqual(blank);
    expect((await post({ ...shas, head_sha: 'f'.repeat(40), ...file, new_line: 3 })).json).toEqual(blank);
    expect((await post({ ...shas, ...file })).json).toEqual(blank);
  });

  test('an unchanged line needs both numbers, a removed one the old', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const path = `${ground}/merge_requests/7`;
    const { diff_refs: shas } = (await ask(path, { as: 'erin' })).json as { diff_refs: object };
    const runbook = { new_path: 'docs/runbook/antenna-stall.md', old_path: 'docs/runbook/antenna-stall.md' };
    const status = async (position: object) =>
      (await ask(`${path}/discussions`, { as: 'erin', method: 'POST', body: at({ ...shas, ...runbook, ...position }) }))
        .status;

    expect(await status({ old_line: 3, new_line: 3 })).toBe(201);
    expect(await status({ new_line: 3 })).toBe(400);
    expect(await status({ old_line: 4 })).toBe(201);
    expect(await status({ new_line: 4 })).toBe(201);
    expect(await status({ old_line: 4, new_line: 4 })).toBe(400);
  });

  test('a line outside the hunks can be unfolded, when both numbers agree', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const path = `${ground}/merge_requests/7`;
    const { diff_refs: shas } = (await ask(path, { as: 'erin' })).json as { diff_refs: object };
    const rotator = { new_path: 'src/antenna/rotator.ts', old_path: 'src/antenna/rotator.ts' };
    const status = async (old: number, fresh: number) =>
      (
        await ask(`${path}/discussions`, {
          as: 'erin',
          method: 'POST',
          body: at({ ...shas, ...rotator, old_line: old, new_line: fresh }),
        })
      ).status;

    expect(await status(1, 1)).toBe(201);
    expect(await status(1, 2)).toBe(400);
    // Six lines were added above this one.
    expect(await status(25, 31)).toBe(201);
    expect(await status(25, 25)).toBe(400);
  });

  test('an incomplete position is a parameter error', async () => {
    await using client = await startWithClient();

    const { json } = await client.ask(`${doppler}/discussions`, {
      as: 'alice',
      method: 'POST',
      body: at({ new_line: 1 }),
    });

    expect(json).toEqual({
      error: 'position[base_sha] is missing, position[start_sha] is missing, position[head_sha] is missing',
    });
  });

  test('suggestions are read from the text, and applying one commits it and settles the thread', async () => {
    await using client = await startWithClient();
    const { ask, gitlab } = client;
    gitlab.advance(1000);
    const apply = (as: string) => ask('/suggestions/1/apply', { as, method: 'PUT', body: {} });

    expect((await apply('dave')).status).toBe(403);
    expect(await apply('bob')).toMatchObject({ status: 200, json: { id: 1, applied: true, appliable: false } });
    expect((await apply('bob')).json).toEqual({ message: "Can't apply this suggestion." });
    const versions = (await ask(`${doppler}/versions`, { as: 'bob' })).json as object[];
    expect(versions).toHaveLength(3);
    const { text } = await ask(`${ground}/repository/files/src%2Fdecoder%2Fdoppler.ts/raw?ref=feature/doppler`, {
      as: 'bob',
    });
    expect(text).toMatch(/^\/\*\* Metres per second\. \*\/\nconst speedOfLight = 299_792_458;\n\n/);
  });
});

describe('draft notes (§17)', () => {
  test('T-72: only their author sees them; publishing keeps the thread and resolves it', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const [thread] = (await threads(client, doppler)).filter(({ notes }) =>
      notes.some(({ resolved }) => resolved === false),
    );
    const shas = await refs(client);
    const create = (body: object) => ask(`${doppler}/draft_notes`, { as: 'erin', method: 'POST', body });

    const reply = await create({ note: 'Settled', in_reply_to_discussion_id: thread?.id, resolve_discussion: true });
    await create({
      note: 'In the diff',
      position: {
        position_type: 'text',
        ...shas,
        new_path: 'test/doppler.test.ts',
        old_path: 'test/doppler.test.ts',
        new_line: 1,
      },
    });

    expect(reply).toMatchObject({
      status: 201,
      json: { discussion_id: thread?.id, resolve_discussion: true, position: { base_sha: null } },
    });
    expect((await create({ note: 'x', in_reply_to_discussion_id: 'nope' })).status).toBe(400);
    const { id } = reply.json as { id: number };
    expect((await ask(`${doppler}/draft_notes`, { as: 'alice' })).json).toEqual([]);
    expect((await ask(`${doppler}/draft_notes/${id}`, { as: 'alice' })).status).toBe(404);
    expect((await ask(`${doppler}/draft_notes/bulk_publish`, { as: 'erin', method: 'POST' })).status).toBe(204);
    const after = await threads(client, doppler);
    expect(after.find((each) => each.id === thread?.id)?.notes.at(-1)).toMatchObject({
      body: 'Settled',
      resolved: true,
    });
    expect(after.flatMap(({ notes }) => notes).find(({ body }) => body === 'In the diff')).toMatchObject({
      type: 'DiffNote',
    });
    expect((await ask(`${doppler}/draft_notes`, { as: 'erin' })).json).toEqual([]);
    expect((await ask(`${doppler}/draft_notes/bulk_publish`, { as: 'erin', method: 'POST' })).status).toBe(204);
  });
});

describe('award emoji', () => {
  test('one of each per person, taken back by who gave it', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const path = `${ground}/issues/12/award_emoji`;
    const give = (name: string) => ask(path, { as: 'carol', method: 'POST', body: { name } });

    const given = await give('thumbsup');

    expect(given).toMatchObject({
      status: 201,
      json: { name: 'thumbsup', awardable_type: 'Issue', user: { username: 'carol' } },
    });
    expect((await give('thumbsup')).status).toBe(404);
    expect((await give('no such thing')).status).toBe(400);
    expect((await ask(`${ground}/issues/12`)).json).toMatchObject({ upvotes: 4 });
    const one = `${path}/${(given.json as { id: number }).id}`;
    expect((await ask(one, { as: 'bob', method: 'DELETE' })).status).toBe(403);
    expect((await ask(one, { as: 'carol', method: 'DELETE' })).status).toBe(204);
  });
});
