import { describe, expect, test } from 'vitest';
import { type Action, defineAction } from '../catalog/action.ts';
import { Catalog } from '../catalog/catalog.ts';
import type { Outcome } from '../catalog/execute.ts';
import { page, projectId } from '../catalog/fields.ts';
import { fileOf, listOf, nothing, one, type ResultSpec, textOf as textResult } from '../catalog/result.ts';
import { CatalogView } from '../catalog/view.ts';
import type { PageInfo } from '../gitlab/page.ts';
import { NextSteps } from './next-steps.ts';
import type { ToolResult } from './surface.ts';
import { type ResultSettings, toToolResult } from './tool-result.ts';

describe('lists', () => {
  test('T-24, T-26: both forms hold IDs, states, links and where the list goes on', () => {
    const result = resultOf(listOf('issue'), [issue], {
      page: { page: 2, perPage: 20, totalItems: 45, totalPages: 3, nextPage: 3, prevPage: 1, hasMore: true },
    });

    expect(result.structuredContent).toEqual({
      items: [issue],
      page: { page: 2, per_page: 20, total_items: 45, total_pages: 3, next_page: 3, prev_page: 1, has_more: true },
    });
    expect(textOf(result)).toMatch(/\[#7\]\(https:\/\/gitlab\.example\/i\/7\) \| 4711 \| Broken \| 🟢 opened/);
    expect(textOf(result)).toContain(
      'Showing 1 of 45 results (page 2 of 3)\nPage 2 of 3 | 45 items total | 20 per page',
    );
    expect(textOf(result)).toContain('- Next page: the same call with page set to 3');
    expect(result.content[0].annotations).toEqual({ audience: ['assistant'], priority: 0.4 });
  });

  test.each([
    ['an empty list', []],
    ['no body at all', undefined],
    ['null', null],
  ])('T-24: %s is an object without items', (_what, value) => {
    const result = resultOf(listOf('issue'), value);

    expect(result.structuredContent).toMatchObject({ items: [], page: { has_more: false } });
    expect(textOf(result)).toContain('No issues found.');
  });

  test('T-26: the cursor of a keyset list is in both forms, with the name of its parameter', () => {
    const result = resultOf(listOf('issue'), [issue], {
      page: { page: 0, perPage: 20, hasMore: true, nextCursor: 'eyJ|x', cursorParameter: 'cursor' },
    });

    expect(result.structuredContent).toMatchObject({ page: { next_cursor: 'eyJ|x', cursor_parameter: 'cursor' } });
    expect(textOf(result)).toContain('Showing 1 item | next page cursor: `eyJ\\|x` (send it as `cursor`)');
  });

  test.each<[string, PageInfo, string]>([
    [
      'without totals',
      { page: 1, perPage: 20, nextPage: 2, hasMore: true },
      'Page 1 | 20 per page | more pages available',
    ],
    ['without totals, at the end', { page: 4, perPage: 20, hasMore: false }, 'Page 4 | 20 per page | no more pages'],
    [
      'of one page',
      { page: 1, perPage: 20, totalItems: 1, totalPages: 1, hasMore: false },
      '|\n\nPage 1 of 1 | 1 item total | 20 per page',
    ],
  ])('the page line of a list %s', (_what, page, expected) => {
    expect(textOf(resultOf(listOf('issue'), [issue], { page }))).toContain(expected);
  });

  test.each<[string, PageInfo, string, string]>([
    [
      'with totals',
      { page: 99, perPage: 20, totalItems: 36, totalPages: 2, prevPage: 98, hasMore: false },
      '## Issues (0 of 36)\n\nPage 99 is past the end: there are 36 items on 2 pages of 20.',
      '- Last page: the same call with page set to 2',
    ],
    [
      'of one element',
      { page: 2, perPage: 20, totalItems: 1, totalPages: 1, hasMore: false },
      '## Issues (0 of 1)\n\nPage 2 is past the end: there is 1 item on 1 page of 20.',
      '- Last page: the same call with page set to 1',
    ],
    [
      'without totals',
      { page: 9, perPage: 20, hasMore: false },
      '## Issues (0)\n\nPage 9 is past the end of the list.',
      '- First page: the same call with page set to 1',
    ],
  ])('a page past the end of a list %s says so and how to get back', (_what, page, expected, hint) => {
    const text = textOf(resultOf(listOf('issue'), [], { page }));

    expect(text).toContain(expected);
    expect(text).toContain(hint);
    expect(text).not.toContain('No issues found');
  });

  test.each<[string, PageInfo]>([
    ['the first page of none', { page: 1, perPage: 20, totalItems: 0, totalPages: 1, hasMore: false }],
    ['a last page that was filtered', { page: 2, perPage: 20, totalItems: 36, totalPages: 2, hasMore: false }],
  ])('%s is not past the end', (_what, page) => {
    const text = textOf(resultOf(listOf('issue'), [], { page }));

    expect(text).toContain('No issues found.');
    expect(text).not.toMatch(/past the end|Last page|First page/);
  });

  test.each<[string, Options]>([
    ['GitLab does not page', {}],
    ['takes no page', { isWhole: true, page: { page: 1, perPage: 20, totalItems: 2, totalPages: 1, hasMore: false } }],
  ])('a list that %s has no page size', (_what, options) => {
    const result = resultOf(listOf('label'), [{ name: 'bug' }, { name: 'ux' }], options);

    expect(result.structuredContent).toMatchObject({ page: { per_page: 0, total_items: 2 } });
    expect(textOf(result)).toMatch(/\n\nPage 1 of 1 \| 2 items total$/);
  });

  test('a list that takes no page and is cut all the same says so', () => {
    const cut = { page: 1, perPage: 20, nextPage: 2, hasMore: true };

    expect(textOf(resultOf(listOf('label'), [{ name: 'bug' }], { isWhole: true, page: cut }))).toContain(
      'more available',
    );
  });

  test.each([
    ['nothing says which project was asked', {}, 'acme/site#7'],
    ['it is in another project than the one asked by path', { project_id: 'acme/api' }, 'acme/site#7'],
    ['it is in another project than the one asked by number', { project_id: '6' }, 'acme/site#7'],
    ['it is in the project asked by path', { project_id: 'Acme/Site' }, '#7'],
    ['it is in the project asked by number', { project_id: '5' }, '#7'],
  ])('an issue in a list, when %s, is shown as it has to be called', (_when, input, shown) => {
    const found = { ...issue, project_id: 5, references: { short: '#7', full: 'acme/site#7' } };

    expect(textOf(resultOf(listOf('issue'), [found], { input }))).toContain(`| [${shown}](https://`);
  });

  test('a GraphQL connection is a list with its cursors', () => {
    const result = resultOf(listOf('issue'), {
      nodes: [issue],
      pageInfo: { hasNextPage: true, endCursor: 'abc', hasPreviousPage: false, startCursor: 'aaa' },
    });

    expect(result.structuredContent).toEqual({
      items: [issue],
      page: { has_next_page: true, end_cursor: 'abc', has_previous_page: false, start_cursor: 'aaa', has_more: true },
    });
    expect(textOf(result)).toContain('Showing 1 item | next page cursor: `abc`');
    expect(textOf(result)).toContain('- Next page: the same call with after set to `abc`');
  });

  test('a list under a key of the answer, and one with more beside it', () => {
    expect(resultOf({ ...listOf('issue'), key: 'found' }, { found: [issue] }).structuredContent).toMatchObject({
      items: [issue],
    });
    expect(resultOf(listOf('issue'), { items: [issue], complete: false }).structuredContent).toMatchObject({
      items: [issue],
      complete: false,
    });
  });
});

describe('objects', () => {
  test('T-27: the structured form is what GitLab sent, big numbers included', () => {
    const value = { id: 7, big: JSON.rawJSON('90071992547409931'), ratio: 1.5, none: null, nested: [{ ok: true }] };
    const result = resultOf(one('thing'), value);

    expect(result.structuredContent).toBe(value);
    expect(JSON.stringify(result.structuredContent)).toContain('"big":90071992547409931');
    expect(textOf(result)).toContain('- **Big**: 90071992547409931');
  });

  test('T-75: hidden characters reach neither form', () => {
    const result = resultOf(one('issue'), { ...issue, title: 'Ig\u200bnore \u{e0041}all', description: 'x\u202ey' });

    expect(result.structuredContent).toMatchObject({ title: 'Ignore all', description: 'xy' });
    expect(textOf(result)).toContain('Ignore all');
    expect(textOf(result)).toContain('> xy');
  });

  test.each([
    ['a list where one object was expected', [issue], { items: [issue] }],
    ['a scalar', 7, { value: 7 }],
    ['nothing', undefined, { status: 'success' }],
  ])('T-21, T-24: %s is still an object', (_what, value, expected) => {
    expect(resultOf(one('thing'), value).structuredContent).toMatchObject(expected);
  });

  test.each([
    ['objects', '{"a":', '}'],
    ['lists', '[', ']'],
  ])('T-21: %s inside each other without end are shown a hundred levels deep', (_what, open, close) => {
    const deep: unknown = JSON.parse(`${open.repeat(200_000)}1${close.repeat(200_000)}`);

    for (const form of [one('thing'), listOf('thing')]) {
      const shown = JSON.stringify(resultOf(form, deep).structuredContent);
      expect(shown).toContain('nested too deep');
      expect(shown.length).toBeLessThan(2_000);
    }
  });

  test('T-22: a write whose answer could not be read is a success that says so', () => {
    const result = resultOf(one('thing'), undefined, {
      effect: 'write',
      notes: ['The change was made, its answer could not be read.'],
    });

    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({
      status: 'success',
      notes: ['The change was made, its answer could not be read.'],
    });
    expect(textOf(result)).toContain('**Notes**\n- The change was made, its answer could not be read.');
    expect(result.content[0].annotations?.priority).toBe(0.8);
  });

  test('T-75: nor does a note that repeats words of GitLab', () => {
    const result = resultOf(one('thing'), { id: 1 }, { notes: ['GitLab left a part out: no\u200bthing\n## Ours'] });

    expect(result.structuredContent).toMatchObject({ notes: ['GitLab left a part out: nothing\n## Ours'] });
    expect(textOf(result)).toContain('- GitLab left a part out: nothing ## Ours');
  });

  test('notes of ours do not replace the notes of a discussion', () => {
    const result = resultOf(
      one('discussion'),
      { id: 'abc', notes: [{ id: 1 }] },
      { notes: ['Hidden: 2 system notes.'] },
    );

    expect(result.structuredContent).toEqual({
      id: 'abc',
      notes: [{ id: 1 }],
      server_notes: ['Hidden: 2 system notes.'],
    });
  });

  test('a token that is shown once is to be stored now', () => {
    const value = { id: 1, name: 'ci', token: 'glpat-abc' };

    expect(textOf(resultOf(one('access_token'), value, { effect: 'write' }))).toContain('Store the token now');
    expect(textOf(resultOf(one('access_token'), value))).not.toContain('Store the token now');
  });
});

describe('no body, texts and files', () => {
  test('T-29: an action without an answer repeats what was done to what', () => {
    const result = resultOf(nothing('thing'), undefined, {
      effect: 'destroy',
      input: { project_id: 'a/b', reason: 'secret words' },
    });

    expect(result.structuredContent).toEqual({
      status: 'success',
      message: 'Action completed successfully.',
      action: 'thing.do',
      target: { project_id: 'a/b' },
    });
    expect(textOf(result)).toMatch(
      /^✅ Action completed successfully\.\n\n- \*\*Action\*\*: `thing\.do` \(Do a thing\)\n- \*\*project_id\*\*: a\/b/,
    );
  });

  test('T-75: a text is fenced, with hidden characters spelled out', () => {
    const result = resultOf(textResult('log'), 'a\u202eb\n```\n');

    expect(result.structuredContent).toEqual({
      text: 'a[U+202E]b\n```\n',
      notes: [expect.stringContaining('spelled out')],
    });
    expect(textOf(result)).toMatch(/^````\na\[U\+202E\]b\n```\n````/);
  });

  test('a text beyond the budget is cut and says so', () => {
    const result = resultOf(textResult('log'), 'x'.repeat(400_001));

    expect(result.structuredContent).toMatchObject({ complete: false, total_characters: 400_001 });
    expect(textOf(result)).toContain('Cut after 400000 characters, 1 more are left out.');
  });

  test('T-76: a download tells type, size and digest, and shows what is text', () => {
    const facts = { file_name: 'a.txt', content_type: 'text/plain', size: 6, sha256: 'abc123' };
    const result = resultOf(fileOf('raw_file'), { ...facts, encoding: 'text', content: 'hello\r\n' });

    expect(result.structuredContent).toEqual({ ...facts, encoding: 'text', content: 'hello\r\n' });
    expect(textOf(result)).toContain('- **Type**: text/plain\n- **Size**: 6 bytes\n- **SHA-256**: `abc123`');
    expect(textOf(result)).toContain('```txt\nhello\n```');
  });

  test('T-76: plain bytes are described the same way', () => {
    expect(resultOf(fileOf('file'), Buffer.from('hello\n')).structuredContent).toEqual({
      size: 6,
      sha256: '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03',
      encoding: 'text',
      content: 'hello\n',
    });
  });

  test('T-76: binary content travels as base64 in the structured form only', () => {
    const result = resultOf(fileOf('raw_file'), Buffer.from([0, 255, 1]));

    expect(result.structuredContent).toMatchObject({ size: 3, content: 'AP8B' });
    expect(textOf(result)).toContain('Binary content, 3 bytes');
    expect(textOf(result)).not.toContain('AP8B');
  });

  test('T-76: above the inline limit there are facts instead of a flood', () => {
    const result = resultOf(fileOf('raw_file'), Buffer.alloc(64 * 1024 + 1));

    expect(result.structuredContent).toEqual({ size: 65_537, sha256: expect.any(String), complete: false });
    expect(textOf(result)).toMatch(/SHA-256\*\*: `[0-9a-f]{64}`/);
  });

  test('T-75: hidden characters in code are spelled out with a note, so that they are not lost when it is written back', () => {
    const result = resultOf(one('file'), { file_path: 'a.ts', encoding: 'text', content: 'if (\u202e) {}\r\n' });

    expect(result.structuredContent).toMatchObject({
      content: 'if ([U+202E]) {}\r\n',
      notes: [expect.stringContaining('spelled out')],
    });
    expect(textOf(result)).toContain('```ts\nif ([U+202E]) {}\n```');
  });

  test('T-31: a text without end in a field is cut, and the result says by how much', () => {
    const result = resultOf(one('issue'), { ...issue, description: 'x'.repeat(400_005) });

    expect(result.structuredContent).toMatchObject({ description: `${'x'.repeat(400_000)} …` });
    expect(textOf(result)).toContain('Texts of more than 400000 characters are cut: 5 characters are left out.');
  });

  test('T-31: whether a diff is whole is said in both forms', () => {
    const result = resultOf(listOf('diff'), {
      items: [{ new_path: 'a.ts', old_path: 'a.ts', diff: '+a' }],
      complete: false,
      files_changed: 7,
      without_patch: [{ path: 'b.ts', reason: 'too_large' }],
    });

    expect(result.structuredContent).toMatchObject({ complete: false, files_changed: 7 });
    expect(textOf(result)).toContain('- **Complete**: ❌');
    expect(textOf(result)).toContain('- **Without patch**: Path b.ts, Reason too_large');
  });

  test('a file that was written elsewhere is an object like any other', () => {
    expect(resultOf(fileOf('file'), { path: '/tmp/a', bytes: 7 }).structuredContent).toEqual({
      path: '/tmp/a',
      bytes: 7,
    });
  });
});

describe('embedded resources', () => {
  test('a read of one object carries it once more under its URI', () => {
    const result = resultOf(one('issue'), issue, {
      id: 'issue.get',
      input: { project_id: 'group/project', issue_iid: 7 },
      embeddedResources: true,
    });

    expect(result.content[1]).toEqual({
      type: 'resource',
      resource: {
        uri: 'gitlab://project/group%2Fproject/issue/7',
        mimeType: 'application/json',
        text: JSON.stringify(issue),
      },
      annotations: { audience: ['assistant'], priority: 0.6 },
    });
  });

  test.each([
    [
      'the action returns no resource',
      { id: 'issue.list_all', input: { project_id: 1, issue_iid: 7 }, embeddedResources: true },
    ],
    ['a variable is not known', { id: 'issue.get', input: { project_id: 1 }, embeddedResources: true }],
    ['they are switched off', { id: 'issue.get', input: { project_id: 1, issue_iid: 7 }, embeddedResources: false }],
  ])('there is none when %s', (_why, options) => {
    expect(resultOf(one('issue'), issue, options).content).toHaveLength(1);
  });
});

const issue = { id: 4711, iid: 7, title: 'Broken', state: 'opened', web_url: 'https://gitlab.example/i/7' };

describe('on a surface with names of its own', () => {
  const names = {
    nameOf: ({ tool }: Action) => tool,
    rename: (text: string) => text.replaceAll('thing.do', 'gitlab_thing_do'),
  };

  test('a result without a body says what was done under that name', () => {
    const result = resultOf(nothing('thing'), undefined, { names });

    // The data is the same on every surface.
    expect(result.structuredContent).toMatchObject({ action: 'thing.do' });
    expect(textOf(result)).toContain('- **Action**: `gitlab_thing_do` (Do a thing)');
  });

  test('notes speak of actions under that name', () => {
    const result = resultOf(one('thing'), { id: 1 }, { names, notes: ['Look again with thing.do.'] });

    expect(result.structuredContent).toMatchObject({ notes: ['Look again with gitlab_thing_do.'] });
    expect(textOf(result)).toContain('- Look again with gitlab_thing_do.');
  });

  test('so does a flow that could not ask, but not what the caller gave', () => {
    const form = { message: 'Call thing.do.', action: 'thing.do', given: { title: 'About thing.do' } };
    const result = resultOf(one('plain_form'), form, { names });

    expect(result.structuredContent).toEqual({
      message: 'Call gitlab_thing_do.',
      action: 'gitlab_thing_do',
      given: { title: 'About thing.do' },
    });
  });

  test('what GitLab answered stays as it is', () => {
    const result = resultOf(one('thing'), { title: 'About thing.do' }, { names });

    expect(result.structuredContent).toEqual({ title: 'About thing.do' });
  });
});

interface Options {
  readonly id?: string;
  readonly effect?: Action['effect'];
  readonly input?: Outcome['input'];
  readonly page?: PageInfo;
  /** The action takes no page. */
  readonly isWhole?: boolean;
  readonly notes?: readonly string[];
  readonly embeddedResources?: boolean;
  readonly names?: Pick<ResultSettings, 'nameOf' | 'rename'>;
}

function resultOf(result: ResultSpec, value: unknown, options: Options = {}): ToolResult {
  const action = defineAction({
    id: options.id ?? 'thing.do',
    tool: 'gitlab_thing_do',
    title: 'Do a thing',
    summary: 'Do one thing and say what came of it.',
    effect: options.effect ?? 'read',
    route: 'GET /projects/:project_id/things',
    params: { project_id: projectId, ...(options.isWhole === true ? {} : page) },
    result,
  });
  const view = new CatalogView(new Catalog([action]), {
    tier: 'free',
    gitlabCom: false,
    readOnly: false,
    safeMode: false,
    yolo: false,
    excluded: new Set(),
    adminMode: true,
  });
  const names = options.names ?? { nameOf: ({ id }: Action) => id };
  const outcome: Outcome = {
    action,
    input: options.input ?? {},
    kind: 'done',
    value,
    page: options.page,
    notes: options.notes ?? [],
  };
  return toToolResult(outcome, {
    nextSteps: new NextSteps(view, names.nameOf),
    ...names,
    embeddedResources: options.embeddedResources ?? false,
  });
}

function textOf(result: ToolResult): string {
  return result.content[0].text;
}
