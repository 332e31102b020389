import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../start.ts';
import { startWithClient } from '../testing.ts';

const ground = '/projects/orbital%2Fground-station';
const site = '/projects/acme%2Fsite';

type Client = Awaited<ReturnType<typeof startWithClient>>;

/** A branch with one new file, and a merge request for it. */
async function propose({ ask }: Client, name: string, more: object = {}) {
  const file = { branch: name, start_branch: 'main', content: `${name}\n`, commit_message: `Add ${name}` };
  await ask(`${site}/repository/files/${name}.txt`, { as: 'bob', method: 'POST', body: file });
  const body = { source_branch: name, target_branch: 'main', title: name, ...more };
  return ask(`${site}/merge_requests`, { as: 'bob', method: 'POST', body });
}

async function push({ ask }: Client, branch: string, content: string): Promise<void> {
  const body = { branch, content, commit_message: 'More' };
  await ask(`${site}/repository/files/${branch}.txt`, { as: 'bob', method: 'PUT', body });
}

describe('lists of merge requests (§15)', () => {
  test.each([
    ['state=opened', [4, 5, 6, 7, 8]],
    ['state=merged', [1, 2]],
    ['state=closed', [3]],
    ['wip=yes', [8]],
    ['wip=no&state=opened', [4, 5, 6, 7]],
    ['source_branch=feature/doppler', [5]],
    ['source_branch=fix/*', [2, 7]],
    ['target_branch=main&state=merged', [1, 2]],
    ['reviewer_username=alice', [1, 5, 7]],
    ['reviewer_id=None&state=opened', [6, 8]],
    ['approved_by_usernames=alice', [1, 7]],
    ['approved=yes&state=opened', [7]],
    ['merge_user_username=erin', [2]],
    ['author_username=erin', [3, 7, 8]],
    ['labels=bug', [2, 7]],
    ['milestone=v2.0', [5]],
    ['search=doppler', [5]],
    ['not[source_branch]=feature/doppler&state=opened', [4, 6, 7, 8]],
    ['not[author_username]=bob&state=opened', [7, 8]],
    ['scope=created_by_me', [2]],
    ['scope=reviews_for_me&state=opened', [5, 7]],
    ['merged_after=2025-11-01', [2]],
    ['iids[]=1&iids[]=2', [1, 2]],
  ])('%s', async (filter, expected) => {
    await using client = await startWithClient();

    const { json } = await client.ask(`${ground}/merge_requests?${filter}`, { as: 'alice' });

    expect((json as { iid: number }[]).map(({ iid }) => iid).toSorted((a, b) => a - b)).toEqual(expected);
  });

  test('the instance lists what the caller made, unless asked for all', async () => {
    await using client = await startWithClient();
    const authors = async (query: string) =>
      (
        (await client.ask(`/merge_requests?per_page=100${query}`, { as: 'erin' })).json as {
          author: { username: string };
        }[]
      ).map(({ author }) => author.username);

    expect(new Set(await authors(''))).toEqual(new Set(['erin']));
    expect(new Set(await authors('&scope=all')).size).toBeGreaterThan(1);
    expect((await client.ask('/merge_requests')).status).toBe(401);
  });

  test('a simple view stops after the basics', async () => {
    await using client = await startWithClient();

    const [first] = (await client.ask(`${ground}/merge_requests?view=simple`, { as: 'alice' })).json as object[];

    expect(Object.keys(first ?? {})).toEqual([
      'id',
      'iid',
      'project_id',
      'title',
      'description',
      'state',
      'created_at',
      'updated_at',
      'web_url',
    ]);
  });
});

describe('one merge request (§15)', () => {
  test('alone it has its diff, its pipeline and what the caller may do (shapes §7)', async () => {
    await using client = await startWithClient({ edition: 'ce' });
    const path = `${ground}/merge_requests/5`;

    const { json } = await client.ask(`${path}?include_diverged_commits_count=true&include_rebase_in_progress=true`, {
      as: 'bob',
    });

    expect(Object.keys(json as object).join(' ')).toBe(
      'id iid project_id title description state created_at updated_at merged_by merge_user merged_at closed_by closed_at ' +
        'target_branch source_branch user_notes_count upvotes downvotes author assignees assignee reviewers source_project_id ' +
        'target_project_id labels draft imported imported_from work_in_progress milestone merge_when_pipeline_succeeds ' +
        'merge_status detailed_merge_status merge_after sha merge_commit_sha squash_commit_sha discussion_locked ' +
        'should_remove_source_branch force_remove_source_branch prepared_at reference references web_url time_stats squash ' +
        'squash_on_merge task_completion_status has_conflicts blocking_discussions_resolved subscribed changes_count ' +
        'latest_build_started_at latest_build_finished_at first_deployed_to_production_at pipeline head_pipeline diff_refs ' +
        'merge_error rebase_in_progress diverged_commits_count first_contribution user',
    );
    expect(json).toMatchObject({ changes_count: '2', diverged_commits_count: 0, user: { can_merge: false } });
    expect((await client.ask(path, { as: 'erin' })).json).toMatchObject({ user: { can_merge: true } });
  });

  test('a merge request from a fork says whether maintainers may push', async () => {
    await using client = await startWithClient();

    expect((await client.ask(`${ground}/merge_requests/6`, { as: 'alice' })).json).toMatchObject({
      allow_collaboration: true,
      allow_maintainer_to_push: true,
    });
    expect((await client.ask(`${ground}/merge_requests/5`, { as: 'alice' })).json).not.toHaveProperty(
      'allow_collaboration',
    );
  });

  test('GitLab takes its time to find out whether it can be merged; reading one makes it look', async () => {
    await using client = await startWithClient({ settings: { mergeabilityDelayMs: 2000 } });
    const { gitlab, ask } = client;
    const status = async (path = '/merge_requests/2') =>
      ((await ask(site + path, { as: 'bob' })).json as { detailed_merge_status: string }).detailed_merge_status;

    const created = await propose(client, 'slow');

    expect(created.json).toMatchObject({
      detailed_merge_status: 'preparing',
      prepared_at: null,
      diff_refs: null,
      changes_count: null,
    });
    gitlab.advance(2000);
    expect(await status()).toBe('mergeable');
    await push(client, 'slow', 'again\n');
    const [listed] = (await ask(`${site}/merge_requests?iids=2`, { as: 'bob' })).json as object[];
    expect(listed).toMatchObject({ detailed_merge_status: 'unchecked' });
    expect(await status()).toBe('checking');
    gitlab.advance(1999);
    expect(await status()).toBe('checking');
    gitlab.advance(1);
    expect(await status()).toBe('mergeable');
  });

  test('diffs, commits, raw diff and versions agree', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const path = `${ground}/merge_requests/5`;

    const diffs = (await ask(`${path}/diffs`, { as: 'bob' })).json as { new_path: string; diff: string }[];
    const changes = (await ask(`${path}/changes`, { as: 'bob' })).json as { changes: object[]; overflow: boolean };
    const raw = await ask(`${path}/raw_diffs`, { as: 'bob' });
    const versions = (await ask(`${path}/versions`, { as: 'bob' })).json as {
      id: number;
      real_size: string;
      head_commit_sha: string;
    }[];
    const first = (await ask(`${path}/versions/${versions[1]?.id}`, { as: 'bob' })).json;

    expect(diffs.map((file) => file.new_path)).toEqual(['src/decoder/doppler.ts', 'test/doppler.test.ts']);
    expect(changes.changes).toEqual(diffs);
    expect(changes.overflow).toBe(false);
    expect(raw.headers.get('content-type')).toBe('text/plain');
    expect(raw.text).toContain(
      `diff --git a/src/decoder/doppler.ts b/src/decoder/doppler.ts\nnew file mode 100644\nindex ${'0'.repeat(40)}..`,
    );
    expect(raw.text).toContain(`--- /dev/null\n+++ b/src/decoder/doppler.ts\n${diffs[0]?.diff}`);
    expect(versions.map(({ real_size: size }) => size)).toEqual(['2', '1']);
    expect(first).toMatchObject({ commits: [{ id: versions[1]?.head_commit_sha }], diffs: [{ new_file: true }] });
    const commits = (await ask(`${path}/commits`, { as: 'bob' })).json as object[];
    expect(commits).toHaveLength(2);
  });

  test('needs branches that exist, and no twin', async () => {
    await using client = await startWithClient();
    const post = (body: object, as = 'bob') => client.ask(`${site}/merge_requests`, { as, method: 'POST', body });
    const good = { source_branch: 'lighter-headline', target_branch: 'main', title: 'Again' };

    expect((await post({})).json).toEqual({
      error: 'title is missing, source_branch is missing, target_branch is missing',
    });
    expect(await post(good)).toMatchObject({
      status: 409,
      json: { message: ['Another open merge request already exists for this source branch: !1'] },
    });
    expect(await post({ ...good, source_branch: 'main' })).toMatchObject({
      status: 422,
      json: { message: ["You can't use same project/branch for source and target"] },
    });
    expect((await post({ ...good, source_branch: 'nothing' })).status).toBe(400);
    expect((await post(good, 'dave')).status).toBe(403);
  });

  test('a push makes a version, says so, and takes licensed approvals away', async () => {
    await using client = await startWithClient({ tier: 'premium' });
    const { ask } = client;
    await propose(client, 'growing');
    const path = `${site}/merge_requests/2`;
    expect((await ask(`${path}/approve`, { as: 'alice', method: 'POST' })).status).toBe(201);

    await push(client, 'growing', 'taller\n');

    expect((await ask(`${path}/versions`, { as: 'bob' })).json).toHaveLength(2);
    expect((await ask(`${path}/approvals`, { as: 'bob' })).json).toMatchObject({ approved_by: [] });
    const [note] = (await ask(`${path}/notes`, { as: 'bob' })).json as { body: string; author: object }[];
    expect(note).toMatchObject({
      body: expect.stringMatching(/^added 1 commit\n\n<ul><li>[0-9a-f]{8} - More<\/li><\/ul>/),
      author: { username: 'bob' },
    });
  });

  test('a comment whose line was changed since stays with its version', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const { diff_refs: refs } = (await propose(client, 'shifting')).json as { diff_refs: { head_sha: string } };
    const path = `${site}/merge_requests/2`;
    const position = {
      position_type: 'text',
      ...refs,
      new_path: 'shifting.txt',
      old_path: 'shifting.txt',
      new_line: 1,
    };
    await ask(`${path}/discussions`, { as: 'alice', method: 'POST', body: { body: 'first line', position } });
    const place = async () => {
      const { json } = await ask(`${path}/discussions`, { as: 'alice' });
      const notes = (
        json as { notes: { type: string | null; position: { new_line: number; head_sha: string } }[] }[]
      ).flatMap((each) => each.notes);
      return notes.find(({ type }) => type === 'DiffNote')?.position;
    };

    await push(client, 'shifting', 'above\nshifting\n');
    const moved = await place();
    await push(client, 'shifting', 'above\nsomething else\n');
    const outdated = await place();

    expect(moved).toMatchObject({ new_line: 2 });
    expect(moved?.head_sha).not.toBe(refs.head_sha);
    expect(outdated).toEqual(moved);
  });
});

describe('approvals (§15)', () => {
  test('without a licence: kept, no rules, once each', async () => {
    await using client = await startWithClient();
    const post = (action: string, as: string, body: object = {}) =>
      client.ask(`${site}/merge_requests/1/${action}`, { as, method: 'POST', body });

    expect(await post('approve', 'alice', { sha: 'f'.repeat(40) })).toMatchObject({
      status: 409,
      json: { message: expect.stringMatching(/^SHA does not match HEAD of source branch: [0-9a-f]{40}$/) },
    });
    expect(await post('approve', 'alice')).toMatchObject({
      status: 201,
      json: { approved: true, user_has_approved: true },
    });
    expect(await post('approve', 'alice')).toMatchObject({ status: 401, json: { message: '401 Unauthorized' } });
    expect((await client.ask(`${ground}/merge_requests/7/approve`, { as: 'carol', method: 'POST' })).status).toBe(401);
    expect(await post('approve', 'bob')).toMatchObject({ status: 201, json: { approved_by: [{}, {}] } });
    expect((await post('unapprove', 'alice')).status).toBe(201);
    expect(await post('unapprove', 'alice')).toMatchObject({ status: 404, json: { message: '404 Not Found' } });
  });

  test('T-23: the state has no rules without a licence; a Community build has no such route', async () => {
    const state = async (options: SandboxOptions) => {
      await using client = await startWithClient(options);
      return await client.ask(`${ground}/merge_requests/7/approval_state`, { as: 'alice' });
    };

    expect((await state({})).json).toEqual({ approval_rules_overwritten: false, rules: [] });
    expect((await state({ edition: 'ce' })).json).toEqual({ error: '404 Not Found' });
  });

  test('with a licence: rules decide, authors do not approve, the check comes last', async () => {
    await using client = await startWithClient({ tier: 'premium' });
    const { ask, gitlab } = client;
    const alice = gitlab.world.users.named('alice').id;
    const rule = { name: 'Maintainers', approvals_required: 1, user_ids: [alice] };
    const path = `${site}/merge_requests/1`;

    expect((await ask(`${site}/approval_rules`, { as: 'bob', method: 'POST', body: rule })).status).toBe(403);
    expect((await ask(`${site}/approval_rules`, { as: 'alice', method: 'POST', body: rule })).status).toBe(201);
    expect((await ask(path, { as: 'bob' })).json).toMatchObject({ detailed_merge_status: 'not_approved' });
    expect((await ask(`${path}/approve`, { as: 'bob', method: 'POST' })).status).toBe(401);
    expect((await ask(`${path}/merge`, { as: 'alice', method: 'PUT' })).status).toBe(405);
    expect((await ask(`${path}/approve`, { as: 'alice', method: 'POST' })).json).toMatchObject({
      approvals_required: 1,
      approvals_left: 0,
    });
    expect((await ask(`${path}/approval_state`, { as: 'bob' })).json).toMatchObject({
      rules: [{ name: 'Maintainers', approved: true, approved_by: [{ username: 'alice' }] }],
    });
    expect((await ask(path, { as: 'bob' })).json).toMatchObject({ detailed_merge_status: 'mergeable' });
    const own = await ask(`${path}/approval_rules`, {
      as: 'bob',
      method: 'POST',
      body: { name: 'Security', approvals_required: 2 },
    });
    expect(own.status).toBe(201);
    expect((await ask(`${path}/approval_state`, { as: 'bob' })).json).toMatchObject({
      approval_rules_overwritten: true,
      rules: [{}, {}],
    });
  });
});

describe('merging (§15)', () => {
  const merge = ({ ask }: Client, path: string, as: string, body: object = {}) =>
    ask(`${path}/merge`, { as, method: 'PUT', body });

  test('is refused with 401 without the right, 405 in the wrong state, 409 for a stale sha, 422 for a conflict (§2.9, §5)', async () => {
    await using client = await startWithClient();

    expect(await merge(client, `${ground}/merge_requests/7`, 'bob')).toMatchObject({
      status: 401,
      json: { message: '401 Unauthorized' },
    });
    expect(await merge(client, `${ground}/merge_requests/8`, 'alice')).toMatchObject({
      status: 405,
      json: { message: '405 Method Not Allowed' },
    });
    expect((await merge(client, `${ground}/merge_requests/1`, 'alice')).status).toBe(405);
    expect(await merge(client, `${ground}/merge_requests/4`, 'alice')).toMatchObject({
      status: 422,
      json: { message: 'Branch cannot be merged' },
    });
    expect(await merge(client, `${ground}/merge_requests/7`, 'alice', { sha: 'f'.repeat(40) })).toMatchObject({
      status: 409,
    });
  });

  test('unresolved threads stop it where the project says so', async () => {
    await using client = await startWithClient();
    await client.ask(ground, {
      as: 'alice',
      method: 'PUT',
      body: { only_allow_merge_if_all_discussions_are_resolved: true },
    });

    expect((await client.ask(`${ground}/merge_requests/5`, { as: 'alice' })).json).toMatchObject({
      detailed_merge_status: 'discussions_not_resolved',
    });
    expect((await merge(client, `${ground}/merge_requests/5`, 'alice')).status).toBe(405);
  });

  test('makes a merge commit, closes what was promised and removes the branch', async () => {
    await using client = await startWithClient();
    const { ask } = client;

    const done = await merge(client, `${ground}/merge_requests/7`, 'erin');

    const { merge_commit_sha: sha } = done.json as { merge_commit_sha: string };
    expect(done).toMatchObject({
      status: 200,
      json: { state: 'merged', merged_by: { username: 'erin' }, detailed_merge_status: 'not_open' },
    });
    const commit = (await ask(`${ground}/repository/commits/main`, { as: 'erin' })).json;
    expect(commit).toMatchObject({
      id: sha,
      parent_ids: [expect.any(String), expect.any(String)],
      message:
        "Merge branch 'fix/rotator-stall' into 'main'\n\nReport a stalled rotator instead of waiting for ever\n\n" +
        'Closes #10\n\nSee merge request orbital/ground-station!7',
    });
    expect((await ask(`${ground}/issues/10`, { as: 'erin' })).json).toMatchObject({ state: 'closed' });
    expect((await ask(`${ground}/repository/branches/fix%2Frotator-stall`, { as: 'erin' })).status).toBe(404);
  });

  test('squashes when asked, and keeps history straight where the project wants it', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    await propose(client, 'two');
    await push(client, 'two', 'second\n');
    const squashed = (
      await merge(client, `${site}/merge_requests/2`, 'alice', { squash: true, squash_commit_message: 'Both at once' })
    ).json;
    await propose(client, 'three');
    await ask(site, { as: 'alice', method: 'PUT', body: { merge_method: 'ff' } });
    await propose(client, 'four');
    const straight = await merge(client, `${site}/merge_requests/3`, 'alice');

    expect(squashed).toMatchObject({
      squash: true,
      squash_commit_sha: expect.any(String),
      merge_commit_sha: expect.any(String),
    });
    expect(straight.json).toMatchObject({ state: 'merged', merge_commit_sha: null });
    expect((await ask(`${site}/merge_requests/4`, { as: 'alice' })).json).toMatchObject({
      detailed_merge_status: 'need_rebase',
    });
    expect((await merge(client, `${site}/merge_requests/4`, 'alice')).status).toBe(422);
  });

  test('a rebase puts the commits on top; where they do not fit, the error says so', async () => {
    await using client = await startWithClient();
    const { ask } = client;
    const rebase = (path: string, as: string) => ask(`${path}/rebase`, { as, method: 'PUT' });
    const timeout = `${ground}/merge_requests/4`;
    await propose(client, 'behind');
    await merge(client, `${site}/merge_requests/1`, 'alice');
    const behind = `${site}/merge_requests/2?include_diverged_commits_count=true&include_rebase_in_progress=true`;

    expect((await ask(behind, { as: 'bob' })).json).toMatchObject({ diverged_commits_count: 2 });
    expect(await rebase(`${site}/merge_requests/2`, 'bob')).toMatchObject({
      status: 202,
      json: { rebase_in_progress: true },
    });
    expect((await ask(behind, { as: 'bob' })).json).toMatchObject({
      diverged_commits_count: 0,
      rebase_in_progress: false,
      merge_error: null,
    });
    await rebase(timeout, 'bob');
    expect((await ask(timeout, { as: 'bob' })).json).toMatchObject({
      merge_error: expect.stringContaining('Rebase failed'),
    });
    expect((await rebase(timeout, 'carol')).json).toEqual({ message: '403 Forbidden - Cannot push to source branch' });
  });

  test('waits for the pipeline when asked to, and can be called off', async () => {
    await using client = await startWithClient();
    const { ask, gitlab } = client;
    await propose(client, 'patient');
    const path = `${site}/merge_requests/2`;

    const waiting = await merge(client, path, 'alice', { auto_merge: true });
    expect(waiting.json).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: true });
    const cancelled = await ask(`${path}/cancel_merge_when_pipeline_succeeds`, { as: 'alice', method: 'POST' });
    expect(cancelled.status).toBe(201);
    expect((await ask(`${path}/cancel_merge_when_pipeline_succeeds`, { as: 'alice', method: 'POST' })).status).toBe(
      406,
    );
    await merge(client, path, 'alice', { auto_merge: true });
    gitlab.advance(60 * 60_000);
    expect((await ask(path, { as: 'alice' })).json).toMatchObject({
      state: 'merged',
      merge_user: { username: 'alice' },
    });
  });

  test('waiting for another merge request needs a licence', async () => {
    await using client = await startWithClient({ tier: 'premium' });
    const { ask, gitlab } = client;
    const other = (await propose(client, 'first')).json as { id: number };
    const path = `${site}/merge_requests/1`;

    const block = await ask(`${path}/blocks?blocking_merge_request_id=${other.id}`, { as: 'bob', method: 'POST' });

    expect(block).toMatchObject({ status: 201, json: { blocking_merge_request: { iid: 2 } } });
    expect((await ask(path, { as: 'bob' })).json).toMatchObject({ detailed_merge_status: 'merge_request_blocked' });
    gitlab.configure({ tier: 'free' });
    expect((await ask(`${path}/blocks`, { as: 'bob' })).status).toBe(403);
  });
});
