import { describe, expect, test } from 'vitest';
import { replyJson, type Reply, type SeenRequest, startStandIn } from '../../test/support/run-action.ts';
import { Catalog } from '../catalog/catalog.ts';
import { domains } from '../catalog/domains.ts';
import { CatalogView, type Policy } from '../catalog/view.ts';
import { Resources, type ResourcesOptions } from './resources.ts';
import type { ToolManifest } from './manifest.ts';

const everything: Policy = {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
};

const catalog = new Catalog(domains.flat());

const manifest: ToolManifest = {
  surface: 'dynamic',
  visibleTools: () => [{ name: 'find' }],
  entries: (grant) => (grant === undefined ? [{ id: 'a' }, { id: 'b' }] : [{ id: 'a' }]),
  detail: (id) => (id === 'a' ? { id, call: { tool: 'run' } } : undefined),
};

describe('what is read', () => {
  test('an object is one entry of JSON under the URI as it was asked for', async () => {
    await using at = await startReading({
      '/projects/a%2Fb': { id: 1, name: 'B', path_with_namespace: 'a/b', ssh_url: 'x' },
    });

    const { contents, meta, lifetime } = await at.read('gitlab://project/a/b');

    expect(contents).toEqual([
      {
        uri: 'gitlab://project/a/b',
        mimeType: 'application/json',
        text: '{"id":1,"name":"B","path_with_namespace":"a/b"}',
      },
    ]);
    expect({ meta, lifetime }).toEqual({ meta: undefined, lifetime: 'live' });
    expect(at.seen()).toEqual(['GET /projects/a%2Fb']);
  });

  test('times are UTC to the second, people are usernames, and what is empty is left out', async () => {
    await using at = await startReading({
      '/projects/1/issues/2': {
        id: 20,
        iid: 2,
        title: 'T',
        state: 'opened',
        labels: ['x'],
        assignees: [{ username: 'ann' }, { username: 'bo' }],
        author: { username: 'ann', name: 'Ann' },
        web_url: 'https://gitlab.example/a/b/-/issues/2',
        created_at: '2026-03-04T05:06:07.890+02:00',
      },
    });

    expect(await at.body('gitlab://project/1/issue/2')).toEqual({
      id: 20,
      iid: 2,
      title: 'T',
      state: 'opened',
      labels: ['x'],
      assignees: ['ann', 'bo'],
      author: 'ann',
      web_url: 'https://gitlab.example/a/b/-/issues/2',
      created_at: '2026-03-04T03:06:07Z',
    });
  });

  test('SUB-15: a list is its first page of 100 and says whether that is all', async () => {
    const jobs = [
      { id: 5, name: 'build', status: 'failed', failure_reason: 'script_failure', duration: 1.5, queued_duration: 0.2 },
    ];
    await using at = await startReading({
      '/projects/1/pipelines/9/jobs': [
        jobs,
        { 'x-page': '1', 'x-per-page': '100', 'x-next-page': '2', 'x-total': '130' },
      ],
    });

    const { contents, meta } = await at.read('gitlab://project/1/pipeline/9/jobs');

    expect(JSON.parse(contents[0].text)).toEqual([
      { id: 5, name: 'build', status: 'failed', duration: 1.5, queued_duration: 0.2, failure_reason: 'script_failure' },
    ]);
    expect(meta).toEqual({ 'io.github.jmrplens/pageInfo': { returned: 1, total: 130, complete: false } });
    expect(at.seen()).toEqual(['GET /projects/1/pipelines/9/jobs?per_page=100']);
  });

  test('SUB-15: without a total none is claimed, and without a next page the list is complete', async () => {
    await using at = await startReading({
      '/projects/1/merge_requests/7/discussions': [
        [
          {
            id: 'd',
            individual_note: false,
            notes: [{ id: 1, system: true, body: 'merged', author: { username: 'ann' } }],
          },
        ],
        { 'x-page': '1', 'x-per-page': '100', 'x-next-page': '' },
      ],
    });

    const { contents, meta } = await at.read('gitlab://project/1/mr/7/discussions');

    expect(JSON.parse(contents[0].text)).toEqual([
      {
        id: 'd',
        individual_note: false,
        notes: [{ id: 1, author: 'ann', body: 'merged', system: true, resolved: false, resolvable: false }],
      },
    ]);
    expect(meta).toEqual({ 'io.github.jmrplens/pageInfo': { returned: 1, complete: true } });
  });

  test('T-21: an answer of nulls or of something else entirely is still a body', async () => {
    await using at = await startReading({ '/projects/1': { id: null, extra: {} }, '/projects/1/pipelines/3': [] });

    expect(await at.body('gitlab://project/1')).toEqual({ id: null });
    expect(await at.body('gitlab://project/1/pipeline/3')).toEqual([]);
  });

  test('T-27: a number too large for JavaScript keeps its digits', async () => {
    await using at = await startReading({ '/projects/1/pipelines/3': new Raw('{"id":12345678901234567890}') });

    expect((await at.read('gitlab://project/1/pipeline/3')).contents[0].text).toBe('{"id":12345678901234567890}');
  });

  test('T-75: what hides in text is dropped, and spelled out in a file', async () => {
    const content = Buffer.from('a\u200bb').toString('base64');
    await using at = await startReading({
      '/projects/1': { name: 'pa\u200bss' },
      '/projects/1/repository/files/x.ts': { file_name: 'x.ts', encoding: 'base64', content },
    });

    expect(await at.body('gitlab://project/1')).toEqual({ name: 'pass' });
    expect(await at.body('gitlab://project/1/file/main/x.ts')).toMatchObject({ content: 'a[U+200B]b' });
  });
});

describe('a file', () => {
  test('has its whole text, however many lines it has', async () => {
    const text = 'line\n'.repeat(40_000);
    await using at = await startReading({
      '/projects/1/repository/files/src%2Fa.ts': {
        file_name: 'a.ts',
        file_path: 'src/a.ts',
        size: text.length,
        encoding: 'base64',
        content: Buffer.from(text).toString('base64'),
        ref: 'main',
        blob_id: 'b',
        execute_filemode: false,
      },
    });

    expect(await at.body('gitlab://project/1/file/main/src/a.ts')).toEqual({
      file_name: 'a.ts',
      file_path: 'src/a.ts',
      size: 200_000,
      encoding: 'text',
      ref: 'main',
      blob_id: 'b',
      content: text,
      content_category: 'text',
    });
    expect(at.seen()).toEqual(['GET /projects/1/repository/files/src%2Fa.ts?ref=main']);
  });

  test('that is no text has no content', async () => {
    await using at = await startReading({
      '/projects/1/repository/files/a.png': {
        size: 2,
        encoding: 'base64',
        content: Buffer.from([0xff, 0]).toString('base64'),
      },
    });

    expect(await at.body('gitlab://project/1/file/main/a.png')).toEqual({ size: 2, content_category: 'binary' });
  });

  test('just above 1 MiB has no content', async () => {
    const content = Buffer.alloc(1024 * 1024 + 1, 'a').toString('base64');
    await using at = await startReading({
      '/projects/1/repository/files/big': { size: 1_048_577, encoding: 'base64', content },
    });

    expect(await at.body('gitlab://project/1/file/main/big')).toEqual({
      size: 1_048_577,
      content_category: 'truncated',
      truncated: true,
    });
  });

  test('of many megabytes is not transferred: GitLab is asked what it knows of it', async () => {
    await using at = await startReading((request, reply) => {
      if (request.method === 'HEAD') {
        reply
          .writeHead(200, { 'x-gitlab-size': '50000000', 'x-gitlab-file-name': 'big', 'x-gitlab-encoding': 'base64' })
          .end();
      } else replyJson(reply, { content: 'a'.repeat(3_000_000), encoding: 'base64' });
    });

    expect(await at.body('gitlab://project/1/file/main/big')).toEqual({
      file_name: 'big',
      size: 50_000_000,
      content_category: 'truncated',
      truncated: true,
    });
    expect(at.seen()).toEqual([
      'GET /projects/1/repository/files/big?ref=main',
      'HEAD /projects/1/repository/files/big?ref=main',
    ]);
  });
});

describe('a label', () => {
  const bug = { id: 5, name: 'bug', color: '#f00', description: 'Wrong' };
  const counted = { ...bug, open_issues_count: 3, open_merge_requests_count: 1 };

  test('known by its name is found with its counts in one request', async () => {
    await using at = await startReading({
      '/groups/1/labels': [{ id: 4, name: 'bugs' }, counted, { id: 6, name: 'Bug' }],
    });

    expect(await at.body('gitlab://group/1/label/bug')).toEqual(counted);
    expect(at.seen()).toEqual(['GET /groups/1/labels?search=bug&with_counts=true&per_page=100']);
  });

  test('known by its number is found by the name it has', async () => {
    await using at = await startReading({
      '/projects/1/labels/5': bug,
      '/projects/1/labels': [counted, { id: 6, name: 'bugs' }, { id: 7, name: 'x' }],
    });

    expect(await at.body('gitlab://project/1/label/5')).toEqual(counted);
    expect(at.seen()).toHaveLength(2);
  });

  test('that a hundred others hide goes without counts', async () => {
    await using at = await startReading({ '/projects/1/labels': [], '/projects/1/labels/bug': bug });

    expect(await at.body('gitlab://project/1/label/bug')).toEqual(bug);
  });

  test('that does not exist is not found', async () => {
    await using at = await startReading({ '/projects/1/labels': [] });

    await expect(at.read('gitlab://project/1/label/none')).rejects.toMatchObject({ code: 'resource.unknown' });
  });
});

describe('what cannot be read', () => {
  test.each([
    'gitlab://project/1/nothing',
    'gitlab://project/1/issue/x',
    'gitlab://guides/nothing',
    'gitlab://tools/x',
    'ftp://x',
  ])('%s names nothing, and GitLab is not asked', async (uri) => {
    await using at = await startReading({});

    await expect(at.read(uri)).rejects.toMatchObject({ code: 'resource.unknown', uri });
    expect(at.seen()).toEqual([]);
  });

  test("GitLab's 404 is not found, with its words", async () => {
    await using at = await startReading({});

    await expect(at.read('gitlab://project/1/issue/9')).rejects.toMatchObject({
      code: 'resource.unknown',
      uri: 'gitlab://project/1/issue/9',
      message: expect.stringMatching(/^"gitlab:\/\/project\/1\/issue\/9" names nothing: .*404/) as string,
    });
  });

  test('a milestone that GitLab does not list is not found', async () => {
    await using at = await startReading({ '/projects/1/milestones': [] });

    await expect(at.read('gitlab://project/1/milestone/4')).rejects.toMatchObject({ code: 'resource.unknown' });
  });

  test('a value that GitLab could not mean is not found, without a request', async () => {
    await using at = await startReading({});

    await expect(at.read('gitlab://project/0')).rejects.toMatchObject({ code: 'resource.unknown' });
    expect(at.seen()).toEqual([]);
  });

  test('a refusal of GitLab says which status it had, and keeps it as its cause', async () => {
    await using at = await startReading((_, reply) => replyJson(reply, { message: '403 Forbidden' }, {}, 403));

    await expect(at.read('gitlab://project/1/issue/9')).rejects.toMatchObject({
      code: 'gitlab.refused',
      message: expect.stringMatching(/^"gitlab:\/\/project\/1\/issue\/9": .*: 403$/) as string,
      cause: { status: 403 },
    });
  });

  test('FG-04: what a grant does not reach is refused in its words, and GitLab is not asked', async () => {
    await using at = await startReading({});
    const grant = { lists: () => false, refusal: () => 'this token lacks [Issue: Read]' };

    await expect(at.read('gitlab://project/1/issue/9', grant)).rejects.toMatchObject({
      code: 'action.withheld',
      message: '"gitlab://project/1/issue/9": this token lacks [Issue: Read]',
    });
    expect(at.seen()).toEqual([]);
  });
});

describe('what is offered', () => {
  test('everything whose actions are served, with guides and manifest', () => {
    const { resources, templates } = build();

    expect(resources.map(({ uri }) => uri)).toEqual([
      'gitlab://user/current',
      'gitlab://groups',
      'gitlab://tools',
      'gitlab://guides/git-workflow',
      'gitlab://guides/merge-request-hygiene',
      'gitlab://guides/conventional-commits',
      'gitlab://guides/code-review',
      'gitlab://guides/pipeline-troubleshooting',
    ]);
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toContain(
      'gitlab://project/{project_id}/file/{ref}/{+path}',
    );
    expect(templates.at(-1)?.uriTemplate).toBe('gitlab://tools/{id}');
  });

  test('minimal keeps the manifest and nothing else', async () => {
    const offered = build({ capabilities: 'minimal', subscriptions: true });

    expect(offered.resources.map(({ uri }) => uri)).toEqual(['gitlab://tools']);
    expect(offered.templates.map(({ uriTemplate }) => uriTemplate)).toEqual(['gitlab://tools/{id}']);
    expect(offered.subscribableTemplates).toBeUndefined();
    expect(() => offered.find('gitlab://guides/code-review')).toThrow('names no resource that this server offers here');
    expect(() => offered.find('gitlab://project/1')).toThrow('names no resource that this server offers here');
  });

  test.each([
    [['repository.file_raw'], 'gitlab://project/{project_id}/file/{ref}/{+path}', 'gitlab://project/1/file/main/x'],
    [['gitlab_project'], 'gitlab://project/{project_id}', 'gitlab://project/1'],
    [
      ['mr_review.note_list'],
      'gitlab://project/{project_id}/mr/{merge_request_iid}/notes',
      'gitlab://project/1/mr/1/notes',
    ],
  ])('without %j there is no %s', (excluded, template, uri) => {
    const offered = build({ subscriptions: true }, { excluded: new Set(excluded) });

    expect(offered.templates.map(({ uriTemplate }) => uriTemplate)).not.toContain(template);
    expect(offered.subscribableTemplates).not.toContain(template);
    expect(() => offered.find(uri)).toThrow('names no resource that this server offers here');
    expect(offered.kindOf(uri)).toBeUndefined();
  });

  test('SUB-04: what can be watched is marked in its template and listed in the manifest, from one list', async () => {
    const offered = build({ subscriptions: true });
    const marked = offered.templates.filter(({ _meta }) => _meta?.['io.github.jmrplens/subscribable'] === true);
    const sentence =
      ' Subscribable: subscriptions/listen (protocol 2026-07-28). Resources/subscribe on stateful sessions.';

    expect(marked.map(({ uriTemplate }) => uriTemplate).sort()).toEqual(offered.subscribableTemplates);
    expect(offered.templates.filter(({ description }) => description.endsWith(sentence))).toEqual(marked);
    await using at = await startReading({}, { subscriptions: true });
    expect(await at.body('gitlab://tools')).toMatchObject({
      subscriptions: { supported: true, subscribable_uri_templates: offered.subscribableTemplates },
    });
  });

  test('T-41: where nothing is watched, nothing says that it can be', async () => {
    const offered = build({ subscriptions: false });

    expect(offered.subscribableTemplates).toBeUndefined();
    expect(JSON.stringify(offered.templates)).not.toMatch(/subscri/i);
    await using at = await startReading({});
    expect(await at.body('gitlab://tools')).not.toHaveProperty('subscriptions');
  });

  test('icons come in when there are drawings', () => {
    const icons = (name: string) => [{ src: `data:${name}` }];

    expect(build({ icons }).templates[0]?.icons).toEqual([{ src: 'data:project' }]);
    expect(build().templates[0]).not.toHaveProperty('icons');
  });
});

describe('the manifest', () => {
  test('counts and lists what the surface says, and is trimmed by a grant', async () => {
    await using at = await startReading({});
    const grant = { lists: () => true, refusal: () => undefined };

    expect(await at.body('gitlab://tools')).toEqual({
      surface: 'dynamic',
      uri_template: 'gitlab://tools/{id}',
      visible_tool_count: 1,
      entry_count: 2,
      visible_tools: [{ name: 'find' }],
      entries: [{ id: 'a' }, { id: 'b' }],
    });
    expect(await at.body('gitlab://tools', grant)).toMatchObject({ entry_count: 1, entries: [{ id: 'a' }] });
    expect(await at.body('gitlab://tools/a')).toEqual({ id: 'a', call: { tool: 'run' } });
    expect((await at.read('gitlab://tools')).lifetime).toBe('catalog');
  });

  test('guides are Markdown that may be kept', async () => {
    await using at = await startReading({});

    const { contents, lifetime } = await at.read('gitlab://guides/code-review');

    expect(contents[0]).toMatchObject({
      mimeType: 'text/markdown',
      text: expect.stringMatching(/^# Code review\n/) as string,
    });
    expect(lifetime).toBe('static');
  });
});

describe('what a watcher knows of a URI', () => {
  test.each([
    ['gitlab://project/1/pipeline/3', { status: 'running' }, 'active'],
    ['gitlab://project/1/pipeline/3', { status: 'manual' }, 'settled'],
    ['gitlab://project/1/pipelines/latest', { status: 'success' }, 'settled'],
    ['gitlab://project/1/job/3', { status: 'pending' }, 'active'],
    ['gitlab://project/1/pipeline/3/jobs', [{ status: 'success' }, { status: 'created' }], 'active'],
    ['gitlab://project/1/pipeline/3/jobs', [{ status: 'scheduled' }], 'settled'],
    ['gitlab://project/1/mr/3', { state: 'locked' }, 'active'],
    ['gitlab://project/1/issue/3', { state: 'closed' }, 'settled'],
    ['gitlab://project/1/issue/3', {}, 'stateless'],
    ['gitlab://project/1/wiki/home', { state: 'opened' }, 'stateless'],
  ])('%s with %j is %s', (uri, body, activity) => {
    expect(build().kindOf(uri)?.activity(body)).toBe(activity);
  });

  test('durations of jobs say nothing', () => {
    expect(build().kindOf('gitlab://project/1/job/3')?.omit).toEqual(['duration', 'queued_duration']);
    expect(build().kindOf('gitlab://project/1/pipeline/3/jobs')?.omit).toEqual(['duration', 'queued_duration']);
    expect(build().kindOf('gitlab://project/1/pipeline/3')?.omit).toEqual([]);
  });

  test('collections, commits, guides and manifest cannot be watched', () => {
    const offered = build();

    expect(offered.kindOf('gitlab://project/1/issues')?.subscribable).toBe(false);
    expect(offered.kindOf('gitlab://project/1/commit/abc')?.subscribable).toBe(false);
    expect(offered.kindOf('gitlab://guides/code-review')).toBeUndefined();
    expect(offered.kindOf('gitlab://tools')).toBeUndefined();
  });
});

function build(options: Partial<ResourcesOptions> = {}, policy: Partial<Policy> = {}): Resources {
  return new Resources(new CatalogView(catalog, { ...everything, ...policy }), {
    capabilities: 'full',
    subscriptions: false,
    manifest,
    ...options,
  });
}

/** JSON as GitLab writes it, digits and all. */
class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Answers by path: a body, or a list of body and headers. What has no answer is GitLab's 404. */
type Answers = Readonly<Record<string, unknown>>;
type Handler = (request: SeenRequest, reply: Reply) => void;

async function startReading(answers: Answers | Handler, options: Partial<ResourcesOptions> = {}) {
  const standIn = await startStandIn(typeof answers === 'function' ? answers : toHandler(answers));
  const resources = build(options);
  const caller = { gitlab: standIn.client, policy: everything };
  const read = (uri: string, grant?: Parameters<Resources['read']>[1]['grant']) =>
    resources.read(uri, { caller, signal: new AbortController().signal, grant });
  return {
    read,
    async body(uri: string, grant?: Parameters<typeof read>[1]): Promise<unknown> {
      return JSON.parse((await read(uri, grant)).contents[0].text);
    },
    seen: standIn.seen,
    [Symbol.asyncDispose]: standIn[Symbol.asyncDispose],
  };
}

function toHandler(answers: Answers): Handler {
  return ({ url }, reply) => {
    const answer = answers[url.replace('/api/v4', '').replace(/\?.*$/, '')];
    if (answer === undefined) replyJson(reply, { message: '404 Not found' }, {}, 404);
    else if (answer instanceof Raw) reply.writeHead(200, { 'content-type': 'application/json' }).end(answer.text);
    else if (Array.isArray(answer) && answer.length === 2)
      replyJson(reply, answer[0], answer[1] as Record<string, string>);
    else replyJson(reply, answer);
  };
}
