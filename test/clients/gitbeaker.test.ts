import { AccessLevel, Gitlab, GitbeakerRequestError, GitbeakerRetryError } from '@gitbeaker/rest';
import { describe, expect, test } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../sandbox/start.ts';
import { expectDocumentedFields, type ShapeName } from './shapes.ts';

/** A sandbox, and clients of it by the label of their token. */
async function start(options: SandboxOptions = {}) {
  const gitlab = await startSandbox({ clock: 'manual', ...options });
  return {
    gitlab,
    api: (label = 'alice') => new Gitlab({ host: gitlab.url, token: gitlab.tokens[label] ?? '' }),
    async [Symbol.asyncDispose]() {
      await gitlab.close();
      expect(gitlab.failures).toEqual([]);
    },
  };
}

/** A project with a readme in `acme`, where alice is owner, bob developer and dave guest. */
async function createProject(api: InstanceType<typeof Gitlab>, name: string): Promise<number> {
  const { id: namespaceId } = await api.Groups.show('acme');
  const { id } = await api.Projects.create({ name, namespaceId, initializeWithReadme: true });
  return id;
}

/** Status and description of a refusal, as the client found them; the answer where there was none. */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof GitbeakerRequestError)) throw error;
    return [error.cause?.response.status, error.cause?.description];
  }
}

const station = 'orbital/ground-station';

describe('gitbeaker', () => {
  test('signs in with each kind of token and finds people', async () => {
    await using context = await start();
    const { gitlab } = context;
    const api = context.api();
    const withOauth = new Gitlab({ host: gitlab.url, oauthToken: gitlab.tokens.oauth });
    const asBob = new Gitlab({ host: gitlab.url, token: gitlab.tokens.root, sudo: 'bob' });

    expect(await api.Users.showCurrentUser()).toMatchObject({ username: 'alice', two_factor_enabled: true });
    expect(await withOauth.Users.showCurrentUser()).toMatchObject({ username: 'alice' });
    expect(await asBob.Users.showCurrentUser()).toMatchObject({ username: 'bob' });
    expect(await api.Users.all({ username: 'erin' })).toMatchObject([{ name: 'Erin Developer', state: 'active' }]);
    expect(await api.Metadata.show()).toMatchObject({ version: '19.4.1-ee', enterprise: true });
    expect(await api.PersonalAccessTokens.show()).toMatchObject({ name: 'alice', scopes: ['api'], active: true });
  });

  test('pages by offset and by keyset, with and without totals', async () => {
    await using context = await start();
    const api = context.api();

    const all = await api.Projects.all({ pagination: 'offset', perPage: 3, showExpanded: true });
    const second = await api.Projects.all({ pagination: 'offset', perPage: 3, page: 2, showExpanded: true });
    const keyset = await api.Projects.all({ pagination: 'keyset', orderBy: 'id', sort: 'asc', perPage: 3 });
    const jobs = await api.Jobs.all(station, { perPage: 20, showExpanded: true });
    const tree = await api.Repositories.allRepositoryTrees(station, { recursive: true, perPage: 100 });
    const byKeyset = await api.Repositories.allRepositoryTrees(station, {
      recursive: true,
      pagination: 'keyset',
      perPage: 7,
    });

    expect(all.data).toHaveLength(10);
    expect(second.paginationInfo).toEqual({
      total: 10,
      totalPages: 4,
      perPage: 3,
      current: 2,
      previous: 1,
      next: 3,
    });
    expect(keyset.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(jobs.paginationInfo).toMatchObject({ total: Number.NaN, perPage: 20, next: null });
    expect(jobs.data.length).toBeGreaterThan(40);
    expect(byKeyset.map(({ path }) => path).sort()).toEqual(tree.map(({ path }) => path).sort());
  });

  test('follows keyset links of an instance that calls itself differently', async () => {
    await using context = await start({ settings: { externalUrl: 'https://gitlab.example' } });

    const found = await context.api().Projects.all({ pagination: 'keyset', orderBy: 'id', sort: 'asc', perPage: 4 });

    expect(found.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('makes, changes, forks and deletes a project', async () => {
    await using context = await start();
    const api = context.api();
    const id = await createProject(api, 'Kite');

    await api.Projects.edit(id, { description: 'Flies.', topics: ['wind', 'string'], mergeMethod: 'ff' });
    await api.Projects.star(id);
    await api.Projects.archive(id);
    const read = await api.Projects.show('acme/kite', { statistics: true, license: true });
    await api.Projects.unarchive(id);
    const fork = await api.Projects.fork(id, { namespacePath: 'alice', path: 'own-kite', name: 'Own kite' });
    const removed = await api.Projects.remove(id);

    expect(read).toMatchObject({
      description: 'Flies.',
      topics: ['wind', 'string'],
      merge_method: 'ff',
      star_count: 1,
      archived: true,
      statistics: { commit_count: 1 },
      license: null,
    });
    expect(fork).toMatchObject({
      path_with_namespace: 'alice/own-kite',
      forked_from_project: { path_with_namespace: 'acme/kite' },
    });
    expect(removed).toEqual({ message: '202 Accepted' });
    expect(await api.Projects.show(id)).toMatchObject({ marked_for_deletion_on: expect.any(String) });
  });

  test('makes groups and says who belongs to them', async () => {
    await using context = await start();
    const api = context.api();
    const erin = context.gitlab.world.users.named('erin').id;
    const { id } = await api.Groups.create('Weather', 'weather', { visibility: 'private' });
    const child = await api.Groups.create('Wind', 'wind', { parentId: id });

    await api.GroupMembers.add(id, AccessLevel.DEVELOPER, { userId: erin, expiresAt: '2027-01-31' });
    await api.GroupMembers.edit(id, erin, AccessLevel.MAINTAINER);
    const inherited = await api.GroupMembers.all(child.id, { includeInherited: true });
    await api.GroupMembers.remove(id, erin);

    expect(await api.Groups.allSubgroups('weather')).toMatchObject([{ full_path: 'weather/wind' }]);
    expect(inherited.map(({ username, access_level }) => [username, access_level])).toEqual([
      ['alice', 50],
      ['erin', 40],
    ]);
    expect((await api.GroupMembers.all(id)).map(({ username }) => username)).toEqual(['alice']);
    expect(await refusal(api.Groups.create('Weather', 'weather'))).toEqual([
      400,
      'Failed to save group {:path=>["has already been taken"]}',
    ]);
  });

  test('writes issues, notes, threads, links and time', async () => {
    await using context = await start();
    const api = context.api();
    const id = await createProject(api, 'Log');
    const { iid } = await api.Issues.create(id, 'No wind', { labels: 'calm,sea', dueDate: '2026-12-01' });
    const other = await api.Issues.create(id, 'Too much wind');

    await api.Issues.edit(id, iid, { addLabels: 'north', removeLabels: 'calm', stateEvent: 'close' });
    const note = await api.IssueNotes.create(id, iid, 'Still none.');
    await api.IssueNotes.edit(id, iid, note.id, { body: 'Some now.' });
    const thread = await api.IssueDiscussions.create(id, iid, 'How much?');
    await api.IssueDiscussions.addNote(id, iid, thread.id, 'Three knots.');
    await api.IssueAwardEmojis.award(id, iid, 'rocket');
    await api.Issues.addSpentTime(id, iid, '1h 30m');
    await api.IssueLinks.create(id, iid, id, other.iid);

    const read = await api.Issues.show(iid, { projectId: id });
    expect(read).toMatchObject({
      state: 'closed',
      labels: ['north', 'sea'],
      due_date: '2026-12-01',
      user_notes_count: 3,
      time_stats: { total_time_spent: 5400, human_total_time_spent: '1h 30m' },
    });
    const discussions = await api.IssueDiscussions.all(id, iid);
    expect(discussions.find((each) => each.id === thread.id)?.notes?.map(({ body }) => body)).toEqual([
      'How much?',
      'Three knots.',
    ]);
    expect(await api.IssueNotes.show(id, iid, note.id)).toMatchObject({ body: 'Some now.' });
    expect(await api.IssueLinks.all(id, iid)).toMatchObject([{ title: 'Too much wind', link_type: 'relates_to' }]);
    expect(await api.Issues.all({ projectId: id, labels: 'north,sea', state: 'closed' })).toMatchObject([{ iid }]);
    expect(await api.Issues.all({ projectId: id, not: { labels: 'north' } })).toMatchObject([{ iid: other.iid }]);
    expect(await refusal(api.Issues.create(id, ''))).toEqual([400, '{"title":["can\'t be blank"]}']);
    expect(await refusal(api.Issues.subscribe(id, iid))).toEqual([304, '']);
  });

  test('reviews a merge request on its lines, drafts, approves and merges', async () => {
    await using context = await start();
    const [api, bob] = [context.api(), context.api('bob')];
    const id = await createProject(api, 'Review');
    await api.Commits.create(
      id,
      'feature/mask',
      'Mask the horizon',
      [{ action: 'create', filePath: 'src/mask.txt', content: 'one\ntwo\n' }],
      { startBranch: 'main' },
    );
    const { iid } = await api.MergeRequests.create(id, 'feature/mask', 'main', 'Draft: Mask', {
      labels: 'optics',
      reviewerIds: [context.gitlab.world.users.named('bob').id],
      removeSourceBranch: true,
    });

    expect(await refusal(api.MergeRequests.merge(id, iid))).toEqual([405, '405 Method Not Allowed']);
    await api.MergeRequests.edit(id, iid, { title: 'Mask' });
    const { diff_refs: refs, sha } = await api.MergeRequests.show(id, iid);
    const thread = await bob.MergeRequestDiscussions.create(id, iid, 'Why two?', {
      position: {
        baseSha: refs.base_sha,
        startSha: refs.start_sha,
        headSha: refs.head_sha,
        positionType: 'text',
        oldPath: 'src/mask.txt',
        newPath: 'src/mask.txt',
        newLine: '2',
      },
    });
    await api.MergeRequestDiscussions.addNote(id, iid, thread.id, 'One each way.');
    await api.MergeRequestDiscussions.resolve(id, iid, thread.id, true);
    await bob.MergeRequestDraftNotes.create(id, iid, 'Looks good.');
    const hidden = await api.MergeRequestDraftNotes.all(id, iid);
    await bob.MergeRequestDraftNotes.publishBulk(id, iid);
    await bob.MergeRequestApprovals.approve(id, iid, { sha });
    const { approved_by: approvals } = await api.MergeRequestApprovals.showConfiguration(id, { mergerequestIId: iid });
    const stale = await refusal(api.MergeRequests.merge(id, iid, { sha: '0'.repeat(40) }));
    const merged = await api.MergeRequests.merge(id, iid, { squash: true, sha });

    expect(await api.MergeRequests.allDiffs(id, iid)).toMatchObject([
      { new_path: 'src/mask.txt', new_file: true, diff: '@@ -0,0 +1,2 @@\n+one\n+two\n' },
    ]);
    expect(thread).toMatchObject({
      individual_note: false,
      notes: [{ type: 'DiffNote', position: { new_line: 2, old_line: null } }],
    });
    const discussions = await api.MergeRequestDiscussions.all(id, iid);
    expect(discussions.find((each) => each.id === thread.id)?.notes?.map(({ resolved }) => resolved)).toEqual([
      true,
      true,
    ]);
    expect(hidden).toEqual([]);
    expect((await api.MergeRequestNotes.all(id, iid)).map(({ body }) => body)).toContain('Looks good.');
    expect(approvals).toMatchObject([{ user: { username: 'bob' } }]);
    expect(stale).toEqual([409, `SHA does not match HEAD of source branch: ${sha}`]);
    expect(merged).toMatchObject({ state: 'merged', merge_user: { username: 'alice' } });
    expect(await refusal(api.Branches.show(id, 'feature/mask'))).toEqual([404, '404 Branch Not Found']);
  });

  test.each([false, true])('runs pipelines, reads logs and artifacts (object storage: %s)', async (objectStorage) => {
    await using context = await start({ settings: { objectStorage } });
    const api = context.api();

    const pipeline = await api.Pipelines.create(station, 'main', { variables: [{ key: 'DEPTH', value: '3' }] });
    const variables = await api.Pipelines.allVariables(station, pipeline.id);
    const canceled = await api.Pipelines.cancel(station, pipeline.id);
    const retried = await api.Pipelines.retry(station, pipeline.id);
    const jobs = await api.Jobs.all(station, { scope: 'success' });
    const job = jobs.find((each) => each.artifacts_file !== undefined);
    if (job === undefined) throw new Error('the demo has a job with artifacts');
    const log = await api.Jobs.showLog(station, job.id);
    const archive = await api.JobArtifacts.downloadArchive(station, { jobId: job.id });
    const byRef = await api.JobArtifacts.downloadArchive(station, { ref: 'main', job: job.name });
    const again = await api.Jobs.retry(station, job.id);
    await api.Jobs.erase(station, job.id);

    expect(pipeline).toMatchObject({ ref: 'main', source: 'api', status: 'created' });
    expect(variables).toMatchObject([{ key: 'DEPTH', value: '3' }]);
    expect([canceled, retried].map(({ status }) => status)).toEqual(['canceled', 'pending']);
    expect(log).toContain('section_start:');
    expect(archive).toMatchObject({ size: job.artifacts_file?.size });
    expect(byRef).toBeInstanceOf(Blob);
    expect(again).toMatchObject({ name: job.name, status: 'pending' });
    expect(await api.Jobs.showLog(station, job.id)).toBe('');
    expect(await refusal(api.JobArtifacts.downloadArchive(station, { jobId: job.id }))).toEqual([404, '404 Not Found']);
    expect(await refusal(api.Jobs.play(station, job.id))).toEqual([400, '400 Bad request - Unplayable Job']);
    expect(context.gitlab.storageRequests.map(({ status }) => status)).toEqual(objectStorage ? [200, 200] : []);
  });

  test('writes files and commits, and compares them', async () => {
    await using context = await start();
    const api = context.api();
    const id = await createProject(api, 'Notebook');
    const path = 'notes/first draft (été).md';

    const made = await api.RepositoryFiles.create(id, path, 'main', 'tea\n', 'Add tea');
    await api.RepositoryFiles.edit(id, path, 'main', Buffer.from('tea\ncake\n').toString('base64'), 'Add cake', {
      encoding: 'base64',
    });
    const file = await api.RepositoryFiles.show(id, path, 'main');
    const commit = await api.Commits.create(
      id,
      'wip/two-files',
      'Two files\n\nAnd why.',
      [
        { action: 'create', filePath: 'a.txt', content: 'a\n' },
        { action: 'move', filePath: 'b.md', previousPath: path },
      ],
      { startBranch: 'main' },
    );
    const tag = await api.Tags.create(id, 'v1.0/rc', 'main', { message: 'Nearly' });
    const compared = await api.Repositories.compare(id, 'main', 'wip/two-files');
    const branch = await api.Branches.create(id, 'été/100%', 'wip/two-files');
    await api.Branches.remove(id, 'été/100%');

    expect(made).toEqual({ file_path: path, branch: 'main' });
    expect(Buffer.from(file.content, 'base64').toString()).toBe('tea\ncake\n');
    expect(await api.RepositoryFiles.showRaw(id, path, 'main')).toBe('tea\ncake\n');
    expect(await api.RepositoryFiles.allFileBlames(id, path, 'main')).toMatchObject([
      { lines: ['tea'] },
      { lines: ['cake'] },
    ]);
    expect((await api.Commits.all(id, { path })).map(({ title }) => title)).toEqual(['Add cake', 'Add tea']);
    expect(commit).toMatchObject({ title: 'Two files', stats: { additions: 1, deletions: 0, total: 1 } });
    expect((await api.Commits.showDiff(id, commit.id)).map(({ new_path }) => new_path)).toEqual(['a.txt', 'b.md']);
    expect(compared).toMatchObject({ commits: [{ id: commit.id }], compare_same_ref: false, compare_timeout: false });
    expect(tag).toMatchObject({ name: 'v1.0/rc', message: 'Nearly' });
    expect(branch).toMatchObject({ name: 'été/100%', commit: { id: commit.id } });
    expect(await api.Repositories.showArchive(id, { fileType: 'zip', sha: 'main' })).toBeInstanceOf(Blob);
    expect(await refusal(api.RepositoryFiles.show(id, 'nowhere', 'main'))).toEqual([404, '404 File Not Found']);
    expect(await refusal(api.Branches.create(id, 'main', 'main'))).toEqual([400, 'Branch already exists']);
  });

  test('plans, writes and releases', async () => {
    await using context = await start();
    const api = context.api();
    const id = await createProject(api, 'Plan');

    const label = await api.ProjectLabels.create(id, 'Wind & rain', '#AABBCC', { priority: 2 });
    await api.ProjectLabels.edit(id, 'Wind & rain', { newName: 'Weather / any' });
    const labels = await api.ProjectLabels.all(id, { withCounts: true, includeAncestorGroups: false });
    const milestone = await api.ProjectMilestones.create(id, 'Spring', { dueDate: '2026-05-31' });
    await api.ProjectMilestones.edit(id, milestone.id, { stateEvent: 'close' });
    const page = await api.ProjectWikis.create(id, '# Maps', 'How to/Draw maps');
    const pages = await api.ProjectWikis.all(id);
    await api.ProjectWikis.remove(id, page.slug);
    const snippet = await api.ProjectSnippets.create(id, 'Scale', {
      visibility: 'private',
      files: [{ filePath: 'scale.py', content: 'print(1)\n' }],
    });
    await api.Tags.create(id, 'map-1', 'main');
    await api.ProjectReleases.create(id, {
      tagName: 'map-1',
      description: 'All of it.',
      assets: { links: [{ name: 'PDF', url: 'https://maps.example/1.pdf' }] },
    });
    const release = await api.ProjectReleases.show(id, 'map-1');

    expect(label).toMatchObject({ name: 'Wind & rain', color: '#AABBCC', priority: 2, is_project_label: true });
    expect(labels).toMatchObject([{ name: 'Weather / any', open_issues_count: 0, priority: 2 }]);
    expect(await api.ProjectMilestones.all(id, { state: 'closed' })).toMatchObject([{ title: 'Spring' }]);
    expect(page).toMatchObject({ slug: 'How-to/Draw-maps', title: 'Draw maps', content: '# Maps' });
    expect(pages.map((each) => 'content' in each)).toEqual([false]);
    expect(await api.ProjectSnippets.showContent(id, snippet.id)).toBe('print(1)\n');
    expect(release).toMatchObject({ name: 'map-1', assets: { count: 5, links: [{ name: 'PDF' }] } });
    expect(await refusal(api.ProjectReleases.create(id, { tagName: 'map-2', description: 'x' }))).toEqual([
      422,
      'Ref is not specified',
    ]);
    expect(await refusal(api.ProjectWikis.show(id, page.slug))).toEqual([404, '404 Wiki Page Not Found']);
  });

  test('keeps variables by scope, searches, works through to-dos and uploads', async () => {
    await using context = await start();
    const [api, bob] = [context.api(), context.api('bob')];
    const id = await createProject(api, 'Kit');
    const inStaging = { filter: { environment_scope: 'staging' } };

    await api.ProjectVariables.create(id, 'DEPTH', 'three');
    await api.ProjectVariables.create(id, 'DEPTH', 'five', { environmentScope: 'staging' });
    const ambiguous = await refusal(api.ProjectVariables.show(id, 'DEPTH'));
    await api.ProjectVariables.edit(id, 'DEPTH', 'six', inStaging);
    const staging = await api.ProjectVariables.show(id, 'DEPTH', inStaging);
    await api.ProjectVariables.remove(id, 'DEPTH', inStaging);
    const issue = await api.Issues.create(id, 'Kingfisher on the pier', { description: '@bob look' });
    const mention = (await bob.TodoLists.all({ state: 'pending' })).find(({ target }) => target['id'] === issue.id);
    const done = await bob.TodoLists.done({ todoId: mention?.id ?? 0 });
    const upload = await api.ProjectMarkdownUploads.create(id, {
      content: new Blob(['kingfisher\n']),
      filename: 'two words.txt',
    });

    expect(ambiguous).toEqual([409, expect.stringContaining("'filter[environment_scope]'")]);
    expect(staging).toMatchObject({ value: 'six', environment_scope: 'staging' });
    expect(await api.ProjectVariables.all(id)).toMatchObject([{ key: 'DEPTH', value: 'three' }]);
    expect(await api.Search.all('issues', 'kingfisher', { projectId: id })).toMatchObject([{ iid: issue.iid }]);
    expect(await api.Search.all('users', 'erin')).toMatchObject([{ username: 'erin' }]);
    expect(done).toMatchObject({ state: 'done', action_name: 'directly_addressed' });
    expect(upload).toMatchObject({ alt: 'two_words.txt', url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\//) });
  });

  test('reports what was refused', async () => {
    await using context = await start();
    const { gitlab } = context;
    const call = (label: string) => refusal(context.api(label).Users.showCurrentUser());
    const unknown = new Gitlab({ host: gitlab.url, token: 'glpat-0000000000000000000a' });

    expect(await refusal(unknown.Users.showCurrentUser())).toEqual([401, '401 Unauthorized']);
    expect(await call('expired')).toEqual([401, 'invalid_token']);
    expect(await call('revoked')).toEqual([401, 'invalid_token']);
    expect(await call('blocked')).toEqual([403, '403 Forbidden - Your account has been blocked.']);
    expect(await call('granularWithoutUser')).toEqual([403, 'insufficient_granular_scope']);
    expect(await refusal(context.api('readUser').Projects.all())).toEqual([403, 'insufficient_scope']);
    expect(await refusal(context.api('stranger').Projects.show('acme/site'))).toEqual([404, '404 Project Not Found']);
    expect(await refusal(context.api('dave').ProjectLabels.create('acme/site', 'x', 'red'))).toEqual([
      403,
      '403 Forbidden',
    ]);
    expect(await refusal(context.api().Issues.show(999, { projectId: 'acme/site' }))).toEqual([404, '404 Not found']);
  });

  test('tries again when throttled or when a proxy has nobody to ask, ten times', async () => {
    await using context = await start();
    const { gitlab } = context;
    const api = context.api();
    gitlab.fail({ path: '/version' }, { kind: 'throttle', retryAfterSeconds: 1 }, 2);
    gitlab.fail({ path: '/metadata' }, { kind: 'html', status: 502 }, 1);
    gitlab.fail({ path: '/user' }, { kind: 'throttle', retryAfterSeconds: 1 });
    gitlab.fail({ path: '/namespaces' }, { kind: 'html', status: 503, body: '<h1>Down</h1>' });
    const statuses = (path: string) =>
      gitlab.requests.filter((each) => each.path === `/api/v4${path}`).map(({ status }) => status);

    await api.Metadata.show();
    await expect(api.Users.showCurrentUser()).rejects.toBeInstanceOf(GitbeakerRetryError);

    expect(await refusal(api.Namespaces.all())).toEqual([503, '<h1>Down</h1>']);
    expect(statuses('/metadata')).toEqual([502, 200]);
    expect(statuses('/user')).toEqual(Array.from({ length: 10 }, () => 429));
    expect(statuses('/namespaces')).toEqual([503]);
  });
});

describe.each(['ce', 'ee'] as const)('objects as gitbeaker gets them from the %s edition', (edition) => {
  test('have the documented fields, all of them and no others', async () => {
    await using context = await start({ edition });
    const api = context.api();
    const mergeRequests = await api.MergeRequests.all({ projectId: station });
    const issues = await api.Issues.all({ projectId: station });
    const pipelines = await api.Pipelines.all(station);
    const commits = await api.Commits.all(station);
    const bob = context.gitlab.world.users.named('bob').id;

    const objects: Record<ShapeName, readonly object[]> = {
      currentUser: [await api.Users.showCurrentUser()],
      user: [await api.Users.show(bob)],
      userBasic: await api.Users.all(),
      projectOfMaintainer: [await api.Projects.show(station), ...(await api.Groups.allProjects('orbital'))],
      projectOfDeveloper: [await context.api('bob').Projects.show(station)],
      listedIssue: issues,
      issue: await Promise.all(issues.map(({ iid }) => api.Issues.show(iid, { projectId: station }))),
      listedMergeRequest: mergeRequests,
      mergeRequest: await Promise.all(mergeRequests.map(({ iid }) => api.MergeRequests.show(station, iid))),
      note: (await Promise.all(mergeRequests.map(({ iid }) => api.MergeRequestNotes.all(station, iid)))).flat(),
      listedPipeline: pipelines,
      pipeline: await Promise.all(pipelines.map(({ id }) => api.Pipelines.show(station, id))),
      job: await api.Jobs.all(station),
      listedCommit: commits,
      commit: await Promise.all(commits.map(({ id }) => api.Commits.show(station, id))),
    };

    const found = Object.entries(objects).map(([name, each]) => [name, each.map((object) => Object.keys(object))]);
    expectDocumentedFields(Object.fromEntries(found) as Record<string, string[][]>, edition);
  });
});
