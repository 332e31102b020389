import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const ground = '/projects/orbital%2Fground-station';
const site = '/projects/acme%2Fsite';

type Client = Awaited<ReturnType<typeof startWithClient>>;

const names = (json: unknown) => (json as { name: string }[]).map(({ name }) => name);
const titles = (json: unknown) => (json as { title: string }[]).map(({ title }) => title);

describe('labels (§20)', () => {
  test('a project shows its own and those of its groups, with counts on demand', async () => {
    await using client = await startWithClient();
    const { ask } = client;

    const all = await ask(`${ground}/labels?with_counts=true&per_page=100`, { as: 'alice' });
    const own = await ask(`${ground}/labels?include_ancestor_groups=false`, { as: 'alice' });

    expect(names(own.json)).toEqual(['antenna', 'decoder', 'scheduling']);
    expect(names(all.json)).toContain('priority::high');
    const bug = (all.json as { name: string }[]).find(({ name }) => name === 'bug');
    expect(Object.keys(bug ?? {}).join(' ')).toBe(
      'id name description description_html text_color color archived open_issues_count closed_issues_count ' +
        'open_merge_requests_count subscribed priority is_project_label',
    );
    expect(bug).toMatchObject({
      open_issues_count: 2,
      closed_issues_count: 3,
      open_merge_requests_count: 1,
      is_project_label: false,
    });
    expect((await ask('/groups/orbital/labels/bug', { as: 'alice' })).json).not.toHaveProperty('priority');
  });

  test('are named by id or title, changed, subscribed to and deleted', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const post = (body: object, as = 'bob') => ask(`${site}/labels`, { as, method: 'POST', body });

    const made = await post({ name: 'needs review', color: 'tomato', priority: 2 });
    const { id } = made.json as { id: number };

    expect(made).toMatchObject({
      status: 201,
      json: { color: '#FF6347', priority: 2, is_project_label: true, text_color: '#FFFFFF' },
    });
    expect(await post({ name: 'needs review', color: '#fff' })).toMatchObject({
      status: 409,
      json: { message: 'Label already exists' },
    });
    expect((await post({ name: 'a,b', color: '#ffffff' })).json).toEqual({ message: { title: ['is invalid'] } });
    expect((await post({ name: 'c', color: 'nope' })).json).toEqual({
      message: { color: ['must be a valid color code'] },
    });
    expect((await post({ name: 'c' })).json).toEqual({ error: 'color is missing' });
    expect((await post({ name: 'c', color: '#ffffff' }, 'dave')).status).toBe(403);
    expect((await ask(`${site}/labels/needs%20review`, { as: 'dave' })).json).toMatchObject({ id });
    expect(
      (await ask(`${site}/labels/${id}`, { as: 'bob', method: 'PUT', body: { new_name: 'reviewed', priority: null } }))
        .json,
    ).toMatchObject({
      name: 'reviewed',
      priority: null,
    });
    expect((await ask(`${site}/labels/${id}`, { as: 'bob', method: 'PUT', body: {} })).text).toContain(
      'at least one parameter must be provided',
    );
    expect((await ask(`${site}/labels/${id}/subscribe`, { as: 'bob', method: 'POST' })).json).toMatchObject({
      subscribed: true,
    });
    expect((await ask(`${site}/labels/${id}/subscribe`, { as: 'bob', method: 'POST' })).status).toBe(304);
    expect((await ask(`${site}/labels/reviewed`, { as: 'bob', method: 'DELETE' })).status).toBe(204);
    expect((await ask(`${site}/labels/${id}`, { as: 'bob' })).json).toEqual({ message: '404 Label Not Found' });
  });

  test('promotion gives a label to the group, with everything that has it', async () => {
    await using client = await startWithClient();
    const { ask } = client;

    expect((await ask(`${ground}/labels/antenna/promote`, { as: 'alice', method: 'PUT' })).status).toBe(200);
    expect((await ask('/groups/orbital/labels/antenna', { as: 'alice' })).status).toBe(200);
    expect((await ask(`${ground}/issues/14`, { as: 'alice' })).json).toMatchObject({ labels: ['antenna', 'bug'] });
  });
});

describe('milestones (§20)', () => {
  test('list by due date, with those above on demand, and expire', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const list = async (query = '') => titles((await ask(`${ground}/milestones${query}`, { as: 'alice' })).json);

    expect(await list()).toEqual(['v1.2', 'v2.0']);
    expect(await list('?include_ancestors=true&state=active')).toEqual(['v2.0', 'Spring campaign']);
    expect(await list('?iids[]=2')).toEqual(['v2.0']);
    expect(await list('?search=antennas')).toEqual(['v1.2']);
    const [first] = (await ask(`${ground}/milestones`, { as: 'alice' })).json as object[];
    expect(first).toMatchObject({ expired: true, project_id: 1, state: 'closed' });
    const [spring] = (await ask('/groups/orbital/milestones', { as: 'alice' })).json as object[];
    expect(spring).toMatchObject({ title: 'Spring campaign', group_id: expect.any(Number) });
    expect(spring).not.toHaveProperty('project_id');
  });

  test('are addressed by id, hold issues and merge requests, and close', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const [found] = (await ask(`${ground}/milestones?title=v2.0`, { as: 'alice' })).json as { id: number }[];
    const path = `${ground}/milestones/${found?.id}`;

    expect(titles((await ask(`${path}/issues`, { as: 'alice' })).json)).toHaveLength(4);
    expect(titles((await ask(`${path}/merge_requests`, { as: 'alice' })).json)).toEqual([
      'Correct the receive frequency for Doppler shift',
    ]);
    expect((await ask(path, { as: 'carol', method: 'PUT', body: { state_event: 'close' } })).json).toMatchObject({
      state: 'closed',
    });
    expect((await ask(path, { as: 'stranger', method: 'DELETE' })).status).toBe(403);
    expect((await ask(path, { as: 'alice', method: 'DELETE' })).status).toBe(204);
    expect((await ask(path, { as: 'alice' })).json).toEqual({ message: '404 Not found' });
    expect((await ask(`${ground}/issues/8`, { as: 'alice' })).json).toMatchObject({ milestone: null });
  });

  test('have a title of their own and end after they begin', async () => {
    await using client = await startWithClient();
    const post = (body: object) => client.ask(`${site}/milestones`, { as: 'bob', method: 'POST', body });

    expect((await post({})).json).toEqual({ error: 'title is missing' });
    expect((await post({ title: 'Relaunch' })).json).toEqual({ message: { title: ['has already been taken'] } });
    expect((await post({ title: 'Q3', start_date: '2026-07-01', due_date: '2026-06-01' })).json).toEqual({
      message: { due_date: ['must be greater than start date'] },
    });
    expect((await post({ title: 'Q3', start_date: 'soon' })).json).toEqual({ error: 'start_date is invalid' });
    expect(await post({ title: 'Q3', due_date: '2026-09-30' })).toMatchObject({
      status: 201,
      json: { iid: 2, expired: false },
    });
  });
});

describe('boards (§20)', () => {
  test('lists carry labels; the open and the closed column are not among them', async () => {
    await using client = await startWithClient({ edition: 'ce' });
    const { ask } = client;
    const [board] = (await ask(`${ground}/boards`, { as: 'alice' })).json as { id: number; lists: { id: number }[] }[];
    const path = `${ground}/boards/${board?.id}/lists`;
    const label = (await ask(`${ground}/labels/decoder`, { as: 'alice' })).json as { id: number };

    expect(board).toMatchObject({
      name: 'Development',
      lists: [{ position: 0, label: { name: 'workflow::doing' } }, { position: 1 }],
    });
    expect(board).not.toHaveProperty('weight');
    const added = await ask(path, { as: 'alice', method: 'POST', body: { label_id: label.id } });
    expect(added).toMatchObject({ status: 201, json: { position: 2, label: { name: 'decoder' } } });
    const { id } = added.json as { id: number };
    expect((await ask(`${path}/${id}`, { as: 'alice', method: 'PUT', body: { position: 0 } })).json).toMatchObject({
      position: 0,
    });
    expect((await ask(path, { as: 'alice' })).json).toMatchObject([{ id }, { position: 1 }, { position: 2 }]);
    expect((await ask(path, { as: 'alice', method: 'POST', body: { label_id: 9999 } })).json).toEqual({
      message: { error: 'Label not found!' },
    });
    expect((await ask(path, { as: 'stranger', method: 'POST', body: { label_id: label.id } })).status).toBe(403);
    expect((await ask(`${path}/${id}`, { as: 'alice', method: 'DELETE' })).status).toBe(204);
  });

  test('a group has more than one with a licence only (§11)', async () => {
    await using client = await startWithClient();
    const { ask, gitlab } = client;
    const make = () => ask('/groups/orbital/boards', { as: 'alice', method: 'POST', body: { name: 'Second' } });

    expect((await make()).status).toBe(403);
    gitlab.configure({ tier: 'premium' });
    expect((await make()).status).toBe(201);
  });
});

describe('wikis (§20)', () => {
  const wiki = `${ground}/wikis`;

  test('lists everything without pages or content; one page has both', async () => {
    await using client = await startWithClient();
    const { ask } = client;

    const list = await ask(wiki, { as: 'alice' });

    expect((list.json as { slug: string }[]).map(({ slug }) => slug)).toEqual([
      'antennas/first-mast',
      'home',
      'Überwachung-&-duty',
    ]);
    expect(list.headers.get('x-page')).toBeNull();
    expect((list.json as object[])[0]).not.toHaveProperty('content');
    expect(((await ask(`${wiki}?with_content=1`, { as: 'alice' })).json as object[])[0]).toHaveProperty('content');
    for (const slug of ['antennas%2Ffirst-mast', encodeURIComponent('Überwachung-&-duty')]) {
      expect((await ask(`${wiki}/${slug}`, { as: 'alice' })).json).toMatchObject({
        encoding: 'UTF-8',
        content: expect.any(String),
      });
    }
    expect((await ask(`${wiki}/antennas%2Ffirst-mast`)).json).toMatchObject({
      title: 'The first mast',
      front_matter: { title: 'The first mast' },
    });
    expect((await ask(`${wiki}/nothing`, { as: 'alice' })).json).toEqual({ message: '404 Wiki Page Not Found' });
  });

  test('T-16: a title moves a page within its directory, a path moves it anywhere', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const put = (slug: string, body: object) =>
      ask(`${wiki}/${encodeURIComponent(slug)}`, { as: 'bob', method: 'PUT', body });

    expect((await put('antennas/first-mast', { content: 'Same place' })).json).toMatchObject({
      slug: 'antennas/first-mast',
    });
    expect((await put('antennas/first-mast', { title: 'The old mast' })).json).toMatchObject({
      slug: 'antennas/The-old-mast',
    });
    expect((await put('antennas/The-old-mast', { title: '/attic/mast' })).json).toMatchObject({
      slug: 'attic/mast',
      content: 'Same place',
    });
    expect((await ask(`${wiki}/antennas%2Ffirst-mast`, { as: 'bob' })).status).toBe(404);
    expect((await put('attic/mast', { title: '/home' })).status).toBe(400);
    expect((await put('home', {})).text).toContain('at least one parameter must be provided');
  });

  test('developers write, maintainers delete, twice is once too often', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const post = (as: string, title: string) => ask(wiki, { as, method: 'POST', body: { title, content: 'Hello' } });

    expect((await post('carol', 'New page')).status).toBe(403);
    expect(await post('bob', 'New page')).toMatchObject({
      status: 201,
      json: { slug: 'New-page', title: 'New page', format: 'markdown' },
    });
    expect((await post('bob', 'New page')).status).toBe(400);
    expect((await ask(`${wiki}/New-page`, { as: 'bob', method: 'DELETE' })).status).toBe(403);
    expect((await ask(`${wiki}/New-page`, { as: 'erin', method: 'DELETE' })).status).toBe(204);
    expect((await ask('/groups/orbital/wikis', { as: 'alice' })).status).toBe(404);
  });

  test('attachments are files of the wiki (§19)', async () => {
    await using client = await startWithClient();
    const form = new FormData();
    form.append('file', new File(['png'], 'mast photo.png', { type: 'image/png' }));

    const { status, json } = await client.ask(`${wiki}/attachments`, { as: 'bob', method: 'POST', form });

    expect(status).toBe(201);
    expect(json).toMatchObject({
      file_name: 'mast_photo.png',
      file_path: expect.stringMatching(/^uploads\/[0-9a-f]{32}\/mast_photo\.png$/),
      branch: 'main',
      link: { markdown: expect.stringMatching(/^!\[mast_photo\]\(uploads\//) },
    });
  });
});

describe('snippets (§20)', () => {
  test('each is seen by whom its visibility says', async () => {
    await using client = await startWithClient();
    const list = async (path: string, as: string) => titles((await client.ask(path, { as })).json);

    expect(await list('/snippets', 'alice')).toEqual(['Shift notes', 'Passes over the next hour']);
    expect(await list(`${ground}/snippets`, 'stranger')).toEqual(['Convert an old recording']);
    expect(await list('/snippets/all', 'bob')).toEqual(['Passes over the next hour', 'Convert an old recording']);
    expect((await client.ask('/snippets/3', { as: 'bob' })).json).toEqual({ message: '404 Snippet Not Found' });
    expect((await client.ask('/snippets/2')).status).toBe(404);
  });

  test('have files, raw and by name', async () => {
    await using client = await startWithClient();
    const { ask } = client;

    const raw = await ask(`${ground}/snippets/1/raw`);

    expect(raw.headers.get('content-type')).toBe('text/plain');
    expect(raw.text).toMatch(/^import sys/);
    expect((await ask(`${ground}/snippets/1/files/main/README.md/raw`)).text).toBe('Run it on a copy.\n');
    expect((await ask(`${ground}/snippets/1/files/main/none/raw`)).json).toEqual({ message: '404 File Not Found' });
    expect((await ask(`${ground}/snippets/1`)).json).toMatchObject({
      file_name: 'convert.py',
      files: [{ path: 'convert.py' }, { path: 'README.md' }],
    });
  });

  test('are made with files or with content, and changed file by file', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const post = (body: object) => ask('/snippets', { as: 'bob', method: 'POST', body });

    expect((await post({ title: 'x' })).json).toEqual({
      error: 'files, content are missing, exactly one parameter must be provided',
    });
    const made = await post({
      title: 'x',
      visibility: 'private',
      files: [
        { file_path: 'a.txt', content: 'a' },
        { file_path: 'b.txt', content: 'b' },
      ],
    });
    const { id } = made.json as { id: number };
    const put = (body: object) => ask(`/snippets/${id}`, { as: 'bob', method: 'PUT', body });

    expect(made.status).toBe(201);
    expect((await put({ content: 'c' })).status).toBe(400);
    const files = [
      { action: 'move', file_path: 'c.txt', previous_path: 'a.txt' },
      { action: 'delete', file_path: 'b.txt' },
    ];
    expect((await put({ files })).json).toMatchObject({ files: [{ path: 'c.txt' }] });
    expect((await put({ files: [{ action: 'update', file_path: 'none', content: '' }] })).json).toEqual({
      message: "Error updating the snippet - A file with this name doesn't exist",
    });
    expect((await ask(`/snippets/${id}`, { as: 'bob', method: 'DELETE' })).status).toBe(204);
    expect(
      (
        await ask(`${ground}/snippets`, {
          as: 'stranger',
          method: 'POST',
          body: { title: 'x', content: 'y', visibility: 'public' },
        })
      ).status,
    ).toBe(403);
  });
});

describe('search (§20)', () => {
  const search = ({ ask }: Client, path: string, scope: string, text: string, as = 'alice') =>
    ask(`${path}/search?scope=${scope}&search=${encodeURIComponent(text)}`, { as });

  test.each([
    ['', 'projects', 'ground', 3],
    ['', 'issues', 'passes', 2],
    ['', 'merge_requests', 'rotator', 3],
    ['', 'milestones', 'antennas', 1],
    ['', 'snippet_titles', 'recording', 1],
    ['', 'users', 'carol', 1],
    ['/groups/orbital', 'issues', 'handover', 0],
    [ground, 'issues', '#8', 1],
    [ground, 'merge_requests', '!5', 1],
    [ground, 'notes', 'runbook', 2],
    [ground, 'wiki_blobs', 'azimuth', 1],
    [ground, 'commits', 'Doppler', 0],
    [ground, 'blobs', 'minElevation', 1],
    [ground, 'blobs', 'crc16 extension:ts', 3],
    [ground, 'users', 'erin', 1],
  ])('%s %s %s', async (path, scope, text, count) => {
    await using client = await startWithClient();

    const answer = await search(client, path, scope, text);

    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers.get('x-search-type')).toBe('basic');
    expect(answer.json, answer.text).toHaveLength(count);
  });

  test('a blob comes with its place and the lines around it', async () => {
    await using client = await startWithClient();

    const { json } = await search(client, ground, 'blobs', 'parseInclination');

    expect(json).toEqual([
      {
        basename: 'src/scheduling/orbit/elements',
        data: '/** Reads the second line of a two-line element set. */\nexport function parseInclination(line: string): number {\n  return Number(line.slice(8, 16));\n}\n',
        path: 'src/scheduling/orbit/elements.ts',
        filename: 'src/scheduling/orbit/elements.ts',
        id: null,
        ref: 'main',
        startline: 1,
        project_id: 1,
      },
    ]);
    const branch = await client.ask(`${ground}/search?scope=blobs&search=lightSpeed&ref=feature/doppler`, {
      as: 'alice',
    });
    expect(branch.json).toMatchObject([{ ref: 'feature/doppler' }]);
  });

  test('code beyond one project needs an index; a scope must be known, a text given', async () => {
    await using client = await startWithClient();

    expect((await search(client, '', 'blobs', 'x')).json).toEqual({
      message: { error: 'Scope supported only with advanced search or exact code search' },
    });
    expect((await search(client, ground, 'projects', 'x')).json).toEqual({
      error: 'scope does not have a valid value',
    });
    expect((await client.ask(`${ground}/search?scope=issues`, { as: 'alice' })).json).toEqual({
      error: 'search is missing',
    });
    client.gitlab.configure({ tier: 'premium' });
    const found = await search(client, '/groups/orbital', 'blobs', 'parseInclination');
    expect(found.headers.get('x-search-type')).toBe('advanced');
    expect(found.json).toHaveLength(1);
  });
});
