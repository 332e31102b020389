import { expect, test } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../sandbox/start.ts';
import { describeClient, interpreters } from './real-clients.ts';
import { scenariosOf } from './scenarios.ts';
import { expectDocumentedFields } from './shapes.ts';

const describeRuby = describeClient([interpreters.ruby, '-e', "require 'gitlab'"]);

const { runScenario, see } = scenariosOf(interpreters.ruby, 'ruby_gitlab.rb');

const notFound = ['NotFound', 404, '404 Not found'];
const unauthorized = ['Unauthorized', 401, '401 Unauthorized'];

describeRuby('the gitlab gem', () => {
  test('signs in with a bearer header and finds people', async () => {
    await using gitlab = await startSandbox({ clock: 'manual' });

    const seen = await runScenario(gitlab, 'people');

    expect(seen).toEqual({
      me: 'alice',
      bob: [3],
      title: 'Flight software developer',
      found: ['carol'],
      version: '19.4.1-ee',
      oauth: 'alice',
      sudo: 'bob',
    });
    expect(gitlab.requests[0]).toMatchObject({
      token: 'alice',
      // It says so on every request, with a body or without.
      headers: { authorization: expect.stringMatching(/^Bearer /), 'content-type': expect.stringContaining('form') },
    });
  });

  test('makes, changes, forks and deletes a project with form bodies', async () => {
    expect(await see('projects')).toEqual({
      created: ['acme/mast-camera', ['camera'], 'main'],
      read: ['Looks at the mast.', 'ff', 1, true],
      fork: ['alice/my-camera', 'acme/mast-camera'],
      found: ['acme/mast-camera', 'alice/my-camera'],
      deleted: { message: '202 Accepted' },
      marked: true,
      taken: [
        'BadRequest',
        400,
        "'name' has already been taken, 'path' has already been taken, 'project_namespace.name' has already been taken",
      ],
    });
  });

  test('pages by the links in the header, back and forth', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

    expect(await see('pages')).toEqual({
      first: [3, true, false, true],
      second: [4, 5, 6],
      last: [10],
      all,
      five: [1, 2, 3, 4, 5],
      keyset: all,
      jobs: [true, true],
      uncounted: false,
      labelled: [true, true],
      beyond: 0,
    });
  });

  test.each<SandboxOptions>([{ relativeUrl: '/gitlab' }, { settings: { externalUrl: 'https://gitlab.example' } }])(
    'finds its pages wherever the instance is: %o',
    async (options) => {
      expect(await see('pages', options)).toMatchObject({ second: [4, 5, 6], last: [10] });
    },
  );

  test('makes groups and says who belongs to them', async () => {
    expect(await see('groups_and_members')).toEqual({
      subgroups: ['weather/wind'],
      projects: ['weather/wind/gusts'],
      members: [
        ['alice', 50],
        ['erin', 40],
      ],
      direct: ['bob'],
      all: ['alice', 'bob', 'erin'],
      removed: [{}, {}],
      left: notFound,
      already: ['Conflict', 409, 'Member already exists'],
      taken: ['BadRequest', 400, 'Failed to save group {:path=>["has already been taken"]}'],
      wrong_level: ['BadRequest', 400, "'access_level' is not included in the list"],
    });
  });

  test('writes issues, notes, links and time', async () => {
    expect(await see('issues')).toEqual({
      read: ['The map is mirrored', ['urgent'], 'closed', 'alice', '2026-12-24'],
      times: ['3h', '45m'],
      written: 'Seen on the ferry: 2 + 2 = "4" & more.',
      notes: ['Seen on both ferries.'],
      links: ['Print it again'],
      mine: true,
      reopened: 'opened',
      blank: ['BadRequest', 400, "'title' can't be blank"],
      wrong_date: ['BadRequest', 400, 'due_date is invalid'],
      missing: notFound,
      deleted: {},
    });
  });

  test('reviews a merge request on its lines, approves and merges', async () => {
    expect(await see('merge_requests')).toEqual({
      created: [1, true, ['optics', 'survey']],
      draft: ['MethodNotAllowed', 405, '405 Method Not Allowed'],
      changes: ['@@ -0,0 +1,2 @@\n+one\n+two\n'],
      commits: ['Mask the horizon'],
      versions: 1,
      twice: ['Conflict', 409, 'Another open merge request already exists for this source branch: !1'],
      thread: [
        ['DiffNote', 'Why two?', true],
        ['DiffNote', 'One each way.', true],
      ],
      line: [null, 2],
      approved_by: ['bob'],
      approved_twice: unauthorized,
      may_not: unauthorized,
      stale: ['Conflict', 409],
      merged: ['merged', false],
      branch: ['NotFound', 404, '404 Branch Not Found'],
    });
  });

  test('runs pipelines, reads logs and artifacts', async () => {
    expect(await see('pipelines')).toEqual({
      created: ['main', 'api', 'created'],
      later: ['canceled', 'pending', true],
      deleted: {},
      gone: notFound,
      trace: [true, true],
      archive: 'PK',
      again: [true, false],
      // An empty log is no text at all to this client.
      erased: [false, null],
      unplayable: ['BadRequest', 400, '400 Bad request - Unplayable Job'],
      unknown_ref: ['BadRequest', 400, "'base' Reference not found"],
    });
  });

  test('carries its token to the object storage, which refuses it', async () => {
    await using gitlab = await startSandbox({ clock: 'manual', settings: { objectStorage: true } });

    expect(await runScenario(gitlab, 'stored_artifacts')).toEqual(['BadRequest', 400]);
    expect(gitlab.storageRequests).toMatchObject([
      { status: 400, headers: { authorization: expect.stringMatching(/^Bearer /) } },
    ]);
  });

  test('writes files and commits, and compares them', async () => {
    expect(await see('repository')).toEqual({
      made: { file_path: 'notes/first draft (été).md', branch: 'main' },
      content: 'tea\ncake\n',
      raw: 'tea\ncake\n',
      blame: [
        ['Alice Maintainer', ['tea']],
        ['Ada', ['cake']],
      ],
      commit: ['Two files', { additions: 1, deletions: 0, total: 1 }],
      diff: ['a.txt', 'b.md'],
      comments: [['Neat.', 1]],
      statuses: ['spelling'],
      log: ['Add cake', 'Add tea', 'Initial commit'],
      tree: ['README.md', 'a.txt', 'b.md'],
      compare: ['Two files'],
      branch: [true, {}],
      tag: ['Nearly', 'v1.0/rc'],
      archive: 'PK',
      dropped: {},
      missing: ['NotFound', 404, '404 File Not Found'],
      unknown_ref: ['NotFound', 404, '404 Commit Not Found'],
      exists: ['BadRequest', 400, 'Branch already exists'],
    });
  });

  test('plans, writes and releases', async () => {
    expect(await see('writing')).toEqual({
      label: ['#AABBCC', 2, true],
      milestone: ['closed', '2026-05-31'],
      page: ['# Good maps', true],
      snippet: 'print(1)',
      release: ['First map', 4],
      variable: 'four',
      deleted: [{}, {}, {}, {}, {}],
      release_deleted: 'First map',
      label_gone: ['NotFound', 404, '404 Label Not Found'],
      wrong_colour: ['BadRequest', 400, "'color' must be a valid color code"],
      short_secret: ['BadRequest', 400, "'value' is invalid"],
    });
  });

  test('searches, works through to-dos and uploads', async () => {
    expect(await see('search_todos_and_uploads')).toEqual({
      issues: ['Kingfisher on the pier'],
      users: ['erin'],
      group: true,
      wrong_scope: ['BadRequest', 400, 'scope does not have a valid value'],
      done: 'done',
      upload: ['two_words.txt', true],
    });
  });

  test('tells what was refused, in the words of the description where there is one', async () => {
    expect(await see('refusals')).toEqual({
      unknown: unauthorized,
      short: unauthorized,
      expired: ['Unauthorized', 401, 'Token is expired. You can either do re-authorization or token refresh.'],
      revoked: ['Unauthorized', 401, 'Token was revoked. You have to re-authorize from the user.'],
      scope: ['Forbidden', 403, 'The request requires higher privileges than provided by the access token.'],
      fine_grained: [
        'Forbidden',
        403,
        'Access denied: This operation requires a fine-grained personal access token with the following user permissions: [User: Read].',
      ],
      blocked: ['Forbidden', 403, '403 Forbidden - Your account has been blocked.'],
      hidden: ['NotFound', 404, '404 Project Not Found'],
      guest: ['Forbidden', 403, '403 Forbidden'],
      route: ['NotFound', 404, '404 Not Found'],
      parameter: ['BadRequest', 400, 'branch is missing, commit_message is missing'],
    });
  });

  test('reads the plain text of a throttle and the JSON of a limit, and does not try again', async () => {
    await using gitlab = await startSandbox({ clock: 'manual' });
    gitlab.fail({ path: '/version' }, { kind: 'throttle', retryAfterSeconds: 1 });
    const limit = 'This endpoint has been requested too many times. Try again later.';
    gitlab.fail({ path: '/namespaces' }, { kind: 'status', status: 429, body: { message: { error: limit } } });
    gitlab.fail({ path: '/events' }, { kind: 'html' });
    gitlab.fail({ path: '/todos' }, { kind: 'status', status: 503 });

    expect(await runScenario(gitlab, 'outages')).toEqual({
      throttled: ['TooManyRequests', 429, expect.stringContaining('Retry later')],
      limited: ['TooManyRequests', 429, `'error' ${limit}`],
      down: ['BadGateway', 502],
      unavailable: ['ServiceUnavailable', 503],
    });
    expect(gitlab.requests.map(({ status }) => status)).toEqual([429, 429, 502, 503]);
  });
});

describeRuby.each(['ce', 'ee'] as const)('objects as the gitlab gem gets them from the %s edition', (edition) => {
  test('have the documented fields, all of them and no others', async () => {
    const found = (await see('shapes', { edition })) as Record<string, string[][]>;

    expectDocumentedFields(found, edition);
  });
});
