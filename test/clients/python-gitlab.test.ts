import { expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { describeClient, interpreters } from './real-clients.ts';
import { scenariosOf } from './scenarios.ts';
import { expectDocumentedFields } from './shapes.ts';

const describePython = describeClient([interpreters.python, '-c', 'import gitlab']);

const { runScenario, see } = scenariosOf(interpreters.python, 'python_gitlab.py');

const missing = { get: ['GitlabGetError', 404, '404 Not found'], capital: ['GitlabGetError', 404, '404 Not Found'] };
const unauthorized = ['GitlabAuthenticationError', 401, '401 Unauthorized'];

describePython("python-gitlab's objects", () => {
  test('sign in and find people', async () => {
    expect(await see('people')).toEqual({
      me: 'alice',
      version: '19.4.1-ee',
      bob: [3, 'Flight software developer'],
      found: ['carol'],
      status: 'On launch duty',
    });
  });

  test('make, change, star, archive, fork and delete a project', async () => {
    expect(await see('projects')).toEqual({
      created: ['acme/mast-camera', ['camera'], 'main'],
      read: ['Looks at the mast.', 1, true, 1],
      fork: ['alice/my-camera', 'acme/mast-camera'],
      taken: [
        'GitlabCreateError',
        400,
        {
          'project_namespace.name': ['has already been taken'],
          name: ['has already been taken'],
          path: ['has already been taken'],
        },
      ],
      'marked for deletion': true,
    });
  });

  test('iterate over pages by offset and by keyset, with and without totals', async () => {
    await using gitlab = await startSandbox({ clock: 'manual' });
    const projects = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

    const seen = await runScenario(gitlab, 'pages');

    expect(seen).toMatchObject({
      facts: [10, 4, 3, 1, null, 2],
      offset: projects,
      keyset: projects,
      uncounted: [null, null],
      jobs: [expect.any(Number), expect.any(Number), true],
      'same tree': true,
      beyond: [],
    });
    const { jobs, labelled } = seen as { jobs: number[]; labelled: number[] };
    expect(jobs[0]).toBeGreaterThan(50);
    expect(jobs[1]).toBe(jobs[0]);
    // Two labels in one filter: their comma may not break the header that names the next page.
    expect(labelled[0]).toBeGreaterThan(1);
    expect(labelled[1]).toBe(labelled[0]);
    const keyset = gitlab.requests.filter(({ query }) => query.includes('id_after='));
    expect(keyset.length).toBeGreaterThan(0);
  });

  test('see that pages are linked by the address the instance is configured with', async () => {
    expect(await see('pages_of_another_address', { settings: { externalUrl: 'https://gitlab.example' } })).toEqual({
      ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      link: 'https://gitlab.example/api/v4/projects',
    });
  });

  test('make groups below groups and say who belongs to them', async () => {
    expect(await see('groups_and_members')).toEqual({
      paths: ['weather/wind', true],
      description: 'What the sky does.',
      subgroups: ['weather/wind'],
      projects: ['weather/wind/gusts'],
      member: [40, '2027-01-31'],
      inherited: ['alice', 'erin'],
      direct: [],
      'shared with': ['orbital'],
      'wrong level': ['GitlabCreateError', 400, { access_level: ['is not included in the list'] }],
      already: ['GitlabCreateError', 409, 'Member already exists'],
      taken: ['GitlabCreateError', 400, 'Failed to save group {:path=>["has already been taken"]}'],
      left: missing.get,
    });
  });

  test('write an issue, discuss it, log time on it and close it', async () => {
    expect(await see('issues')).toMatchObject({
      created: [4, 'The map is mirrored', ['really', 'urgent'], 'alice', '2027-02-03'],
      tasks: [{ count: 2, completed_count: 1 }, 1, 3],
      times: ['3h', '45m'],
      notes: ['Seen on both ferries.', 'Which map?', 'The large one.'],
      thread: [false, ['Which map?', 'The large one.']],
      closed: ['closed', 'alice'],
      events: [['closed'], expect.arrayContaining([['cartography', 'remove']])],
      links: ['Print it again'],
      participants: ['alice'],
      mine: ['The map is mirrored'],
      statistics: 5,
      blank: ['GitlabCreateError', 400, { title: ["can't be blank"] }],
      'wrong date': ['GitlabCreateError', 400, 'due_date is invalid'],
      'wrong state': ['GitlabListError', 400, 'state does not have a valid value'],
      missing: missing.get,
      nothing: ['GitlabUpdateError', 400],
      'subscribed already': ['GitlabSubscribeError', 304, ''],
    });
  });

  test('review a merge request on its lines, approve it and merge it', async () => {
    expect(await see('merge_requests')).toEqual({
      created: [1, true, 'draft_status', '1'],
      draft: ['GitlabMRClosedError', 405, '405 Method Not Allowed'],
      changes: [['src/horizon.txt', '@@ -0,0 +1,2 @@\n+one\n+two\n']],
      versions: [1],
      commits: ['Mask the horizon'],
      twice: ['GitlabCreateError', 409, ['Another open merge request already exists for this source branch: !1']],
      thread: [
        ['DiffNote', false],
        ['DiffNote', false],
      ],
      resolved: [true, true],
      'off the diff': ['GitlabCreateError', 400],
      'approved by': ['bob'],
      'approved twice': unauthorized,
      'may not merge': unauthorized,
      stale: ['GitlabMRClosedError', 409],
      merged: ['merged', 'alice', true],
      again: ['GitlabMRClosedError', 405, '405 Method Not Allowed'],
      branch: ['GitlabGetError', 404, '404 Branch Not Found'],
      listed: ['Mask the horizon'],
    });
  });

  test.each([false, true])('run pipelines and read logs and artifacts (object storage: %s)', async (objectStorage) => {
    await using gitlab = await startSandbox({ clock: 'manual', settings: { objectStorage } });

    expect(await runScenario(gitlab, 'pipelines')).toEqual({
      created: ['api', 'main', 'created'],
      variables: [['DEPTH', '3']],
      'listed first': true,
      jobs: true,
      'unknown ref': ['GitlabCreateError', 400, { base: ['Reference not found'] }],
      canceled: 'canceled',
      retried: 'pending',
      deleted: missing.get,
      artifacts: [true, true, true, missing.capital],
      'by ref': 'PK',
      trace: [true, true],
      'not manual': ['GitlabJobPlayError', 400, '400 Bad request - Unplayable Job'],
      'retried job': [true, true],
      erased: [true, '', missing.capital],
    });
    expect(gitlab.storageRequests.map(({ status }) => status)).toEqual(objectStorage ? [200, 200, 200] : []);
  });

  test('plan pipelines, trigger them and keep environments', async () => {
    expect(await see('schedules_and_triggers')).toEqual({
      schedule: [false, 'Europe/Lisbon', [['SUN', 'low']]],
      'wrong cron': ['GitlabCreateError', 400, { cron: ['is invalid syntax'] }],
      fired: ['trigger', 'main'],
      environment: ['rooftop', 'available'],
      'still there': ['GitlabDeleteError', 403, '403 Forbidden'],
      gone: ['GitlabGetError', 404, '404 Pipeline Schedule Not Found'],
    });
  });

  test('write files and commits, and read them back by name, line and difference', async () => {
    expect(await see('repository')).toEqual({
      file: ['notes/first draft (été).md', 'tea\ncake\n'],
      raw: 'tea\ncake\n',
      blame: [
        ['Ada', ['tea']],
        ['Alice Maintainer', ['cake']],
      ],
      log: ['Add cake', 'Add tea'],
      commit: ['Two files', 'Two files\n\nAnd why.', { additions: 1, deletions: 0, total: 1 }, 1],
      diff: [
        ['a.txt', 'a.txt', false],
        ['notes/first draft (été).md', 'b.md', true],
      ],
      comments: [['Neat.', 1]],
      status: ['success', ['spelling']],
      refs: ['wip/two-files', 'été/100%'],
      tree: ['README.md', 'a.txt', 'b.md'],
      compare: [['Two files'], ['a.txt', 'b.md']],
      'merge base': true,
      branch: true,
      tag: ['Nearly', true],
      archive: true,
      'no such ref': ['GitlabGetError', 404, '404 Commit Not Found'],
      'no such file': ['GitlabGetError', 404, '404 File Not Found'],
      'no such commit': ['GitlabGetError', 404, '404 Commit Not Found'],
      exists: ['GitlabCreateError', 400, 'A file with this name already exists'],
      'branch exists': ['GitlabCreateError', 400, 'Branch already exists'],
      'no such source': ['GitlabCreateError', 400, "Failed to create branch 'x': invalid reference name 'nowhere'"],
      reverted: 'Revert "Two files"',
      protected: 40,
      after: ['main', 'wip/two-files'],
    });
  });

  test('plan with labels, milestones and boards', async () => {
    expect(await see('planning')).toEqual({
      label: ['Weather / any', 'From above.', '#AABBCC', 2, true, true],
      filtered: ['Umbrella'],
      milestone: ['closed', '2026-05-31', ['Umbrella'], 'Spring'],
      board: ['Weather / any', 1],
      'label exists': ['GitlabCreateError', 409, 'Label already exists'],
      'wrong colour': ['GitlabCreateError', 400],
      'wrong dates': ['GitlabCreateError', 400, { due_date: ['must be greater than start date'] }],
      gone: [['GitlabGetError', 404, '404 Label Not Found'], missing.get, null],
    });
  });

  test('write wiki pages, snippets and releases', async () => {
    expect(await see('writing')).toEqual({
      page: ['Draw good maps', 'How-to/Draw-good-maps', '# Good maps', 'markdown'],
      pages: [false],
      snippet: ['The scale', 'print(1)\n', 'scale.py'],
      'snippet notes': ['One to one?'],
      own: ['mine', true],
      release: ['First map', 'Most of it.', 6, 'alice'],
      links: ['PDF', 'Poster'],
      'released twice': ['GitlabCreateError', 409, 'Release already exists'],
      'no tag': ['GitlabCreateError', 422, 'Ref is not specified'],
      gone: [['GitlabGetError', 404, '404 Wiki Page Not Found'], missing.get, missing.capital, 'map-1'],
    });
  });

  test('keep variables, hooks and tokens of projects and groups', async () => {
    expect(await see('settings')).toEqual({
      variable: ['four', true, 'five'],
      variables: [
        ['DEPTH', '*'],
        ['DEPTH', 'staging'],
      ],
      'group variable': 'yes',
      ambiguous: [
        'GitlabGetError',
        409,
        "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'",
      ],
      'short secret': ['GitlabCreateError', 400, { value: ['is invalid'] }],
      'wrong key': ['GitlabCreateError', 400],
      hook: [true, false, false],
      'wrong hook': ['GitlabCreateError', 422, 'Invalid url given'],
      token: [true, ['read_api'], 'project'],
      'deploy token': true,
      'settings of the instance': ['GitlabGetError', 403, '403 Forbidden'],
      deleted: ['GitlabGetError', 404, '404 Variable Not Found'],
    });
  });

  test('search, work through to-dos and upload files', async () => {
    expect(await see('search_todos_and_uploads')).toEqual({
      projects: true,
      issues: ['Kingfisher on the pier'],
      group: true,
      users: ['erin'],
      blobs: true,
      'wrong scope': ['GitlabSearchError', 400, 'scope does not have a valid value'],
      todo: ['directly_addressed', 'alice', 'Issue'],
      done: ['done'],
      marked: 'marked',
      'all done': 0,
      upload: ['two_words.txt', true, true],
      avatar: true,
    });
  });

  test('follow a project that was renamed', async () => {
    expect(await see('moved_project')).toEqual({ read: 'acme/pages', below: true });
  });

  test('tell a dead token, a missing scope, a missing permission and a missing thing apart', async () => {
    expect(await see('refusals')).toEqual({
      'unknown token': unauthorized,
      'no token': unauthorized,
      // It prefers `error` to the description beside it.
      expired: ['GitlabAuthenticationError', 401, 'invalid_token'],
      revoked: ['GitlabAuthenticationError', 401, 'invalid_token'],
      scope: ['GitlabListError', 403, 'insufficient_scope'],
      'read only': ['GitlabCreateError', 403, 'insufficient_scope'],
      'fine-grained': ['GitlabGetError', 403],
      blocked: ['GitlabGetError', 403, '403 Forbidden - Your account has been blocked.'],
      'hidden project': ['GitlabGetError', 404, '404 Project Not Found'],
      guest: ['GitlabCreateError', 403, '403 Forbidden'],
      'unknown route': ['GitlabHttpError', 404, '404 Not Found'],
      'wrong method': ['GitlabHttpError', 405],
      missing: ['GitlabHttpError', 400, 'branch is missing, commit_message is missing'],
      anonymous: 'public',
      bearer: ['alice', ['GitlabGetError', 403]],
      sudo: ['bob', ['GitlabHttpError', 403, '403 Forbidden - Must be admin to use sudo']],
    });
  });

  test('wait as told when throttled, and try again after an outage', async () => {
    await using gitlab = await startSandbox({ clock: 'manual' });
    gitlab.fail({ path: '/version' }, { kind: 'throttle', retryAfterSeconds: 1 }, 1);
    gitlab.fail({ path: '/metadata' }, { kind: 'status', status: 503 }, 2);
    gitlab.fail({ path: '/user/status' }, { kind: 'reset' }, 1);
    gitlab.fail({ path: '/namespaces' }, { kind: 'throttle', retryAfterSeconds: 30 });
    gitlab.fail({ path: '/events' }, { kind: 'html' });

    const seen = await runScenario(gitlab, 'retries');

    expect(seen).toEqual({
      throttled: true,
      unavailable: true,
      'cut off': 'busy',
      'not obeyed': ['GitlabHttpError', 429, 'Retry later\n'],
      'not retried': ['GitlabHttpError', 502],
    });
    expect(gitlab.requests.map(({ path, status }) => [path.replace('/api/v4', ''), status])).toEqual([
      ['/version', 429],
      ['/version', 200],
      ['/metadata', 503],
      ['/metadata', 503],
      ['/metadata', 200],
      ['/user/status', undefined],
      ['/user/status', 200],
      ['/namespaces', 429],
      ['/events', 502],
    ]);
  });
});

describePython.each(['ce', 'ee'] as const)('objects as python-gitlab gets them from the %s edition', (edition) => {
  test('have the documented fields, all of them and no others', async () => {
    const found = (await see('shapes', { edition })) as Record<string, string[][]>;

    expectDocumentedFields(found, edition);
  });
});
