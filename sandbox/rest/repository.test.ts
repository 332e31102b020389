import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const ground = '/projects/orbital%2Fground-station';
const site = '/projects/acme%2Fsite';

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly path: string;
  readonly mode: string;
}

interface Commit {
  readonly id: string;
  readonly title: string;
  readonly parent_ids: readonly string[];
}

describe('trees (§18)', () => {
  test('directories come first, then files, then submodules, with their modes', async () => {
    await using client = await startWithClient();

    const root = (await client.ask(`${ground}/repository/tree?per_page=100`)).json as Entry[];
    const scripts = (await client.ask(`${ground}/repository/tree?path=scripts`)).json as Entry[];
    const vendor = (await client.ask(`${ground}/repository/tree?path=vendor`)).json as Entry[];

    const types = root.map(({ type }) => type);
    expect(types).toEqual(types.toSorted((a, b) => (a === b ? 0 : a === 'tree' ? -1 : 1)));
    expect(root.map(({ path }) => path).slice(0, 3)).toEqual(['assets', 'docs', 'scripts']);
    expect(scripts).toMatchObject([{ path: 'scripts/deploy.sh', mode: '100755', type: 'blob' }]);
    expect(vendor).toMatchObject([{ path: 'vendor/frame-spec', mode: '160000', type: 'commit' }]);
  });

  test('§8.2 keyset pages are linked by the id of their last entry, and together are the whole tree', async () => {
    await using client = await startWithClient();
    const all = (await client.ask(`${ground}/repository/tree?recursive=true&per_page=100`)).json as Entry[];

    const seen: string[] = [];
    let path: string | undefined = `${ground}/repository/tree?recursive=true&pagination=keyset&per_page=7`;
    while (path !== undefined) {
      const answer = await client.ask(path);
      expect(answer.headers.get('x-total')).toBeNull();
      seen.push(...(answer.json as Entry[]).map((entry) => entry.path));
      path = /<[^>]*\/api\/v4([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }

    expect(seen).toEqual(all.map((entry) => entry.path));
    expect(seen.length).toBeGreaterThan(20);
  });

  test('an empty repository and an unknown ref have no tree', async () => {
    await using client = await startWithClient();

    for (const path of ['/projects/acme%2Fempty/repository/tree', `${ground}/repository/tree?ref=nothing`]) {
      const answer = await client.ask(path, { as: 'alice' });
      expect([answer.status, answer.json]).toEqual([404, { message: '404 Tree Not Found' }]);
    }
  });

  test('a private repository is not there for strangers, and forbidden to guests', async () => {
    await using client = await startWithClient();

    expect((await client.ask(`${site}/repository/tree`)).json).toEqual({ message: '404 Project Not Found' });
    expect((await client.ask(`${site}/repository/tree`, { as: 'dave' })).status).toBe(403);
    expect((await client.ask(`${site}/repository/tree`, { as: 'bob' })).status).toBe(200);
  });
});

describe('files (§18)', () => {
  const awkward = 'docs%2FPass%20planning%20100%25.md';

  test('a name with a space and a percent sign is one encoded segment', async () => {
    await using client = await startWithClient();

    const { json } = await client.ask(`${ground}/repository/files/${awkward}?ref=main`);
    const raw = await client.ask(`${ground}/repository/files/${awkward}/raw`);

    expect(json).toMatchObject({ file_name: 'Pass planning 100%.md', encoding: 'base64', ref: 'main' });
    expect(Buffer.from((json as { content: string }).content, 'base64').toString()).toBe(raw.text);
    expect(raw.headers.get('content-type')).toBe('text/plain');
    expect(raw.headers.get('content-disposition')).toBe(
      `inline; filename="Pass planning 100%25.md"; filename*=UTF-8''Pass%20planning%20100%25.md`,
    );
  });

  test('HEAD gives in headers what GET gives in the body, and no body', async () => {
    await using client = await startWithClient();

    const get = (await client.ask(`${ground}/repository/files/scripts%2Fdeploy.sh?ref=main`)).json as Record<
      string,
      string
    >;
    const head = await client.ask(`${ground}/repository/files/scripts%2Fdeploy.sh?ref=main`, { method: 'HEAD' });

    expect(head.text).toBe('');
    expect(head.headers.get('x-gitlab-blob-id')).toBe(get['blob_id']);
    expect(head.headers.get('x-gitlab-last-commit-id')).toBe(get['last_commit_id']);
    expect(head.headers.get('x-gitlab-content-sha256')).toBe(get['content_sha256']);
    expect(head.headers.get('x-gitlab-size')).toBe(String(get['size']));
    expect(head.headers.get('x-gitlab-execute-filemode')).toBe('true');
  });

  test('binary files keep every byte', async () => {
    await using client = await startWithClient();

    const response = await fetch(
      `${client.gitlab.url}/api/v4${ground}/repository/files/assets%2Fpatch.png/raw?ref=main`,
    );

    expect(response.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 8)
        .toString('hex'),
    ).toBe('89504e470d0a1a0a');
  });

  test('what is missing is named: the ref parameter, the commit, the file', async () => {
    await using client = await startWithClient();
    const at = (path: string) => client.ask(`${ground}/repository/files/${path}`);

    expect((await at('README.md')).json).toEqual({ error: 'ref is missing' });
    expect((await at('README.md?ref=nothing')).json).toEqual({ message: '404 Commit Not Found' });
    expect((await at('nothing.md?ref=main')).json).toEqual({ message: '404 File Not Found' });
    expect((await at('..%2Fsecrets?ref=main')).json).toEqual({ error: 'file_path should be a valid file path' });
  });

  test('blame names the commit of every line, and a range keeps to it', async () => {
    await using client = await startWithClient();
    const path = `${ground}/repository/files/src%2Fdecoder%2Fframe.ts`;

    const whole = (await client.ask(`${path}/blame?ref=main`)).json as { commit: Commit; lines: string[] }[];
    const part = (await client.ask(`${path}/blame?ref=main&range[start]=1&range[end]=3`)).json as typeof whole;
    const raw = await client.ask(`${path}/raw?ref=main`);

    expect(whole.flatMap(({ lines }) => lines).join('\n')).toBe(raw.text.trimEnd());
    expect(new Set(whole.map(({ commit }) => commit.id)).size).toBe(2);
    expect(part.flatMap(({ lines }) => lines)).toEqual(raw.text.split('\n').slice(0, 3));
  });

  test('a file is created, changed and deleted, and each change is a commit and an event', async () => {
    await using client = await startWithClient();
    const path = `${site}/repository/files/notes%2Fa%20b.txt`;
    const body = { branch: 'main', commit_message: 'Write' };

    const created = await client.ask(path, { method: 'POST', as: 'alice', body: { ...body, content: 'one\n' } });
    const again = await client.ask(path, { method: 'POST', as: 'alice', body: { ...body, content: 'two\n' } });
    const updated = await client.ask(path, {
      method: 'PUT',
      as: 'alice',
      body: { ...body, content: Buffer.from('zwei\n').toString('base64'), encoding: 'base64' },
    });
    const text = (await client.ask(`${path}/raw?ref=main`, { as: 'alice' })).text;
    const deleted = await client.ask(path, { method: 'DELETE', as: 'alice', body });
    const events = (await client.ask(`${site}/events?per_page=1`, { as: 'alice' })).json;

    expect([created.status, created.json]).toEqual([201, { file_path: 'notes/a b.txt', branch: 'main' }]);
    expect([again.status, again.json]).toEqual([400, { message: 'A file with this name already exists' }]);
    expect([updated.status, text]).toEqual([200, 'zwei\n']);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await client.ask(`${path}?ref=main`, { as: 'alice' })).status).toBe(404);
    expect(events).toMatchObject([{ action_name: 'pushed to', push_data: { commit_count: 1, ref: 'main' } }]);
  });

  test('a change that was made against an older state of the file is refused', async () => {
    await using client = await startWithClient();
    const path = `${site}/repository/files/README.md`;
    const { last_commit_id } = (await client.ask(`${path}?ref=main`, { as: 'alice' })).json as Record<string, string>;
    const edit = (content: string) =>
      client.ask(path, {
        method: 'PUT',
        as: 'alice',
        body: { branch: 'main', commit_message: 'Edit', content, last_commit_id },
      });

    expect((await edit('first\n')).status).toBe(200);
    const stale = await edit('second\n');

    expect([stale.status, stale.json]).toEqual([
      400,
      { message: 'You are attempting to update a file that has changed since you started editing it.' },
    ]);
  });

  test('a developer may not push to the protected default branch, but to a new one', async () => {
    await using client = await startWithClient();
    const body = { commit_message: 'Try', content: 'x\n' };
    const write = (branch: object) =>
      client.ask(`${site}/repository/files/x.txt`, { method: 'POST', as: 'bob', body: { ...body, ...branch } });

    expect((await write({ branch: 'main' })).json).toEqual({ message: 'You are not allowed to push into this branch' });
    expect((await write({ branch: 'topic' })).json).toEqual({
      message: 'You can only create or edit files when you are on a branch',
    });
    expect((await write({ branch: 'topic', start_branch: 'main' })).status).toBe(201);
  });
});

describe('commits (§18)', () => {
  test('a list narrows to a path, an author, a time and a range', async () => {
    await using client = await startWithClient();
    const titles = async (query: string) =>
      ((await client.ask(`${ground}/repository/commits?per_page=100&${query}`)).json as Commit[]).map(
        ({ title }) => title,
      );

    const all = await titles('');
    expect(all.length).toBeGreaterThan(18);
    expect(await titles('path=src/decoder/frame.ts')).toEqual([
      'Refuse frames with a wrong checksum',
      'Decode telemetry frames',
    ]);
    expect(await titles('author=carol@example.com')).toEqual([
      'Explain the project to newcomers',
      'Write down how passes are planned',
    ]);
    expect(await titles('ref_name=v1.2.0..main')).toEqual(all.slice(0, 4));
    expect(await titles('first_parent=true')).not.toContain('Test the pass filter');
    expect(await titles('ref_name=nothing')).toEqual([]);
  });

  test('lists have no totals (§8.1), a single commit has stats, status and pipeline (§15)', async () => {
    await using client = await startWithClient();

    const list = await client.ask(`${ground}/repository/commits?per_page=2`);
    const [first] = list.json as Commit[];
    const single = (await client.ask(`${ground}/repository/commits/main`)).json;

    expect(list.headers.get('x-total')).toBeNull();
    expect(list.headers.get('x-next-page')).toBe('2');
    expect(first).not.toHaveProperty('stats');
    expect(single).toMatchObject({
      id: first?.id,
      stats: { additions: 8, deletions: 0, total: 8 },
      status: 'failed',
      last_pipeline: { ref: 'main', status: 'failed' },
    });
  });

  test('actions are all carried out, or none', async () => {
    await using client = await startWithClient();
    const commit = (actions: object[]) =>
      client.ask(`${site}/repository/commits`, {
        method: 'POST',
        as: 'alice',
        body: { branch: 'work', start_branch: 'main', commit_message: 'Tidy\n\nChangelog: changed', actions },
      });

    const refused = await commit([
      { action: 'create', file_path: 'new.txt', content: 'x' },
      { action: 'update', file_path: 'missing.txt', content: 'x' },
    ]);
    expect([refused.status, refused.json]).toEqual([400, { message: "A file with this name doesn't exist" }]);
    expect((await client.ask(`${site}/repository/branches/work`, { as: 'alice' })).status).toBe(404);

    const made = await commit([
      { action: 'move', previous_path: 'index.html', file_path: 'public/index.html' },
      { action: 'chmod', file_path: 'src/menu.ts', execute_filemode: true },
      { action: 'delete', file_path: 'styles/main.css' },
    ]);
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ title: 'Tidy', trailers: { Changelog: 'changed' }, stats: { deletions: 3 } });
    const { id } = made.json as Commit;
    const diffs = (await client.ask(`${site}/repository/commits/${id}/diff`, { as: 'alice' })).json;
    expect(diffs).toMatchObject([
      { new_path: 'public/index.html', old_path: 'index.html', renamed_file: true, diff: '' },
      { new_path: 'src/menu.ts', a_mode: '100644', b_mode: '100755' },
      { new_path: 'styles/main.css', deleted_file: true, b_mode: '0' },
    ]);
  });

  test('a binary file has no lines, only the word that it differs', async () => {
    await using client = await startWithClient();
    const [drawn] = (await client.ask(`${ground}/repository/commits?path=assets`)).json as Commit[];

    const { json } = await client.ask(`${ground}/repository/commits/${drawn?.id}/diff`);

    expect(json).toMatchObject([{ diff: 'Binary files /dev/null and b/assets/patch.png differ\n', new_file: true }]);
  });

  test('a commit can be picked once; a second time there is nothing left to pick', async () => {
    await using client = await startWithClient();
    const pick = (body: object) =>
      client.ask(`${ground}/repository/commits/feature%2Fdoppler/cherry_pick`, { method: 'POST', as: 'alice', body });

    expect((await pick({ branch: 'main', dry_run: true })).json).toEqual({ dry_run: 'success' });
    const picked = await pick({ branch: 'main' });
    const again = await pick({ branch: 'main' });

    expect(picked.status).toBe(201);
    expect(picked.json).toMatchObject({
      author_name: 'Bob Developer',
      committer_name: 'Alice Maintainer',
      message: expect.stringContaining('(cherry picked from commit ') as string,
    });
    expect([again.status, again.json]).toMatchObject([400, { error_code: 'empty' }]);
  });

  test('a revert takes back what a commit changed', async () => {
    await using client = await startWithClient();

    const { status, json } = await client.ask(`${site}/repository/commits/main/revert`, {
      method: 'POST',
      as: 'alice',
      body: { branch: 'main' },
    });

    expect([status, json]).toMatchObject([201, { title: 'Revert "Sort the menu"' }]);
    const raw = await client.ask(`${site}/repository/files/src%2Fmenu.ts/raw?ref=main`, { as: 'alice' });
    expect(raw.text).toContain("['Home', 'Products', 'Contact']");
  });

  test('refs say where a commit is; signatures are there for what is signed', async () => {
    await using client = await startWithClient();
    const at = (path: string) => client.ask(`${ground}/repository/commits/${path}`);

    expect((await at('v1.2.0/refs?type=tag')).json).toEqual([
      { type: 'tag', name: 'v1.2.0' },
      { type: 'tag', name: 'v2.0.0-rc.1' },
    ]);
    expect((await at('v1.1.0/signature')).json).toMatchObject({
      signature_type: 'PGP',
      verification_status: 'verified',
    });
    expect((await at('main/signature')).json).toEqual({ message: '404 Signature Not Found' });
  });

  test('comments stand at lines of the diff', async () => {
    await using client = await startWithClient();
    const body = { note: 'Why 12?', path: 'test/wind.test.ts', line: 6, line_type: 'new' };

    const made = await client.ask(`${ground}/repository/commits/main/comments`, { method: 'POST', as: 'bob', body });
    const list = await client.ask(`${ground}/repository/commits/main/comments`);

    expect([made.status, made.json]).toMatchObject([201, { ...body, author: { username: 'bob' } }]);
    expect(list.json).toEqual([made.json]);
  });

  test('a status from outside is reported, follows its states, and shows in the pipeline', async () => {
    await using client = await startWithClient();
    const head = (await client.ask(`${site}/repository/commits/main`, { as: 'alice' })).json as Commit;
    const report = (state: string) =>
      client.ask(`${site}/statuses/${head.id}`, {
        method: 'POST',
        as: 'bob',
        body: { state, name: 'audit', target_url: 'https://audit.example.com/1' },
      });

    expect((await report('running')).json).toMatchObject({ status: 'running', name: 'audit', ref: 'main' });
    expect((await report('running')).json).toEqual({
      message: 'Cannot transition status via :run from :running',
    });
    expect((await report('failed')).status).toBe(201);
    const list = (await client.ask(`${site}/repository/commits/main/statuses`, { as: 'bob' })).json as {
      name: string;
    }[];
    expect(list.map(({ name }) => name)).toContain('audit');
    const single = (await client.ask(`${site}/repository/commits/main`, { as: 'alice' })).json;
    expect(single).toMatchObject({ status: 'failed' });
  });
});

describe('comparisons and archives (§18)', () => {
  test('three dots count from the common ancestor, oldest commit first', async () => {
    await using client = await startWithClient();

    const { json } = await client.ask(`${ground}/repository/compare?from=main&to=feature/doppler`);

    expect(json).toMatchObject({
      commit: { title: 'Test the Doppler correction at both ends of a pass' },
      commits: [{ title: 'Correct the receive frequency for Doppler shift' }, {}],
      diffs: [{ new_path: 'src/decoder/doppler.ts', new_file: true }, { new_path: 'test/doppler.test.ts' }],
      compare_timeout: false,
      compare_same_ref: false,
    });
    const unknown = await client.ask(`${ground}/repository/compare?from=main&to=nothing`);
    expect([unknown.status, unknown.json]).toEqual([404, { message: '404 Ref Not Found' }]);
  });

  test('a common ancestor is found for any number of refs', async () => {
    await using client = await startWithClient();
    const of = (refs: string[]) =>
      client.ask(`${ground}/repository/merge_base?${refs.map((ref) => `refs[]=${ref}`).join('&')}`);

    expect((await of(['main', 'release/1.2'])).json).toMatchObject({ id: expect.any(String) as string });
    expect((await of(['main'])).json).toEqual({ message: '400 Bad request - Provide at least 2 refs' });
    expect((await of(['main', 'no'])).json).toEqual({ message: '400 Bad request - Could not find ref: no' });
  });

  test('archives come in the formats asked for, named after what is in them', async () => {
    await using client = await startWithClient();
    const get = (path: string) => fetch(`${client.gitlab.url}/api/v4${ground}/repository/archive${path}`);

    const gzip = await get('?sha=v1.2.0');
    const zip = await get('.zip?sha=v1.2.0&path=docs');

    expect(gzip.headers.get('content-disposition')).toMatch(
      /^attachment; filename="ground-station-v1\.2\.0-[0-9a-f]{40}\.tar\.gz"/,
    );
    expect(
      Buffer.from(await gzip.arrayBuffer())
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('1f8b');
    const bytes = Buffer.from(await zip.arrayBuffer());
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(bytes.includes('docs/Pass planning 100%.md')).toBe(true);
    expect(bytes.includes('README.md')).toBe(false);
  });

  test('a changelog is made of the trailers since the last version', async () => {
    await using client = await startWithClient();

    const { json } = await client.ask(`${ground}/repository/changelog?version=2.0.0`, { as: 'alice' });
    const written = await client.ask(`${ground}/repository/changelog`, {
      method: 'POST',
      as: 'alice',
      body: { version: '2.0.0' },
    });
    const file = await client.ask(`${ground}/repository/files/CHANGELOG.md/raw`);

    expect((json as { notes: string }).notes).toMatch(
      /^## 2\.0\.0 \(2026-03-02\)\n\n### changed \(1 change\)\n\n- \[Wait for the serial port[^\n]+ by @erin/,
    );
    expect([written.status, written.text]).toEqual([200, '']);
    expect(file.text).toBe((json as { notes: string }).notes);
  });

  test('a submodule moves to another commit', async () => {
    await using client = await startWithClient();
    const pinned = '1'.repeat(40);

    const moved = await client.ask(`${ground}/repository/submodules/vendor%2Fframe-spec`, {
      method: 'PUT',
      as: 'alice',
      body: { branch: 'main', commit_sha: pinned },
    });
    const vendor = (await client.ask(`${ground}/repository/tree?path=vendor`)).json;

    expect([moved.status, moved.json]).toMatchObject([
      200,
      { title: `Update submodule vendor/frame-spec with oid ${pinned}`.slice(0, 80) + '…' },
    ]);
    expect(vendor).toMatchObject([{ id: pinned, type: 'commit' }]);
  });
});
