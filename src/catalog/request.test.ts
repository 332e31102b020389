import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { type Action, defineAction } from './action.ts';
import { branchName, issueIid, labels, projectId, repositoryPath } from './fields.ts';
import { date, flag, integer, line, list, object, text } from './field.ts';
import { normalise } from './normalise.ts';
import { buildRequest, pathOf, pathParamsOf, queryOf } from './request.ts';
import { listOf, one } from './result.ts';

const listIssues = defineAction({
  id: 'issue.list',
  tool: 'gitlab_issue_list',
  title: 'List issues',
  summary: 'List the issues of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues',
  fixed: { with_labels_details: true },
  params: {
    project_id: projectId,
    labels,
    iids: list('Numbers.', issueIid),
    not: object('Excluded.', { labels: list('Labels.', line('Label.')), author: line('Author.') }),
    due_before: date('Due before.'),
    confidential: flag('Whether few may see it.'),
    search_term: line('Text.', { wire: 'search' }),
    tail: integer('Only for us.', { place: 'none' }),
  },
  result: listOf('issue'),
});

const updateFile = defineAction({
  id: 'repository.file_update',
  tool: 'gitlab_file_update',
  title: 'Update file',
  summary: 'Change a file.',
  effect: 'write',
  route: 'PUT /projects/:project_id/repository/files/:file_path',
  fixed: { encoding: 'text' },
  params: {
    project_id: projectId,
    file_path: repositoryPath,
    branch: line('Branch.', { place: 'query' }),
    content: text('Content.'),
    labels,
    actions: list('Changes.', object('Change.', { path: line('Path.') })),
    position: object('Position.', { new_line: integer('Line.'), old_line: integer('Line.') }),
  },
  result: one('file'),
});

const getBranch = defineAction({
  id: 'branch.get',
  tool: 'gitlab_branch_get',
  title: 'Get branch',
  summary: 'Get a branch.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/branches/:branch_name',
  params: { project_id: projectId, branch_name: branchName },
  result: one('branch'),
});

describe('the path', () => {
  test('T-10: a project given raw or encoded has one URL', () => {
    expect(requestFor(getBranch, { project_id: 'grp/sub.group/pro.j', branch_name: 'v1.2.x' }).path).toBe(
      '/projects/grp%2Fsub.group%2Fpro.j/repository/branches/v1.2.x',
    );
    expect(requestFor(getBranch, { project_id: 'grp%2Fsub.group%2Fpro.j', branch_name: 'v1.2.x' })).toEqual(
      requestFor(getBranch, { project_id: 'grp/sub.group/pro.j', branch_name: 'v1.2.x' }),
    );
  });

  test('T-10: names of branches and files are literal', () => {
    expect(requestFor(getBranch, { project_id: 1, branch_name: 'feature/a%2Fb' }).path).toMatch(/feature%2Fa%252Fb$/);
    expect(requestFor(updateFile, { project_id: 1, file_path: 'docs/a%2Fb.md' }).path).toMatch(/docs%2Fa%252Fb\.md$/);
  });

  test('its params are known by name, and nothing of them is sent again', () => {
    expect([...pathParamsOf(getBranch)]).toEqual(['project_id', 'branch_name']);
    expect(requestFor(getBranch, { project_id: 1, branch_name: 'main' })).toEqual({
      method: 'GET',
      path: '/projects/1/repository/branches/main',
      route: '/projects/:id/repository/branches/:branch_name',
    });
  });

  test('T-01: a param that is missing never becomes text', () => {
    expect(() => buildRequest(getBranch, { project_id: 1 })).toThrow('branch.get: branch_name must not be empty');
    expect(() => buildRequest(getBranch, { project_id: Number.NaN, branch_name: 'x' })).toThrow('project_id');
  });

  test('an action without a route has no request', () => {
    const { route: _, ...routeless } = getBranch;

    expect(() => buildRequest(routeless, {})).toThrow('branch.get has no route');
    expect(pathParamsOf(routeless).size).toBe(0);
  });

  test('T-09: no value can move a request to another endpoint', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...Array.from('.%2fFeE/\\?#a\0\r\n')) }),
      fc.webPath(),
    );

    fc.assert(
      fc.property(hostile, hostile, (project_id, branch_name) => {
        let request: ReturnType<typeof buildRequest>;
        try {
          request = requestFor(getBranch, { project_id, branch_name });
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect(error).toMatchObject({ code: 'input.invalid' });
          return;
        }
        const { pathname, search, hash } = new URL(request.path, 'https://gitlab.example');
        expect(pathname).toMatch(/^\/projects\/[^/]+\/repository\/branches\/[^/]+$/);
        expect(pathname).toBe(request.path);
        expect(search + hash).toBe('');
        expect(request.path).not.toMatch(/undefined|NaN|null(?=\/)/);
      }),
      {
        numRuns: 2_000,
        examples: [
          ['..', '1'],
          ['1', '../../admin'],
          ['1', '%2e%2e%2f%2e%2e%2fadmin'],
          ['1/merge_requests', 'x'],
          ['1?private_token=x', '#'],
          ['\ud800', '.'],
        ],
      },
    );
  });
});

describe('the query', () => {
  test('T-17: a list is a key with brackets once per element, a hash is keys in brackets', () => {
    expect(
      requestFor(listIssues, { project_id: 1, iids: [3, '#5'], not: { labels: ['a', 'b'], author: 'x' } }).query,
    ).toBe('iids[]=3&iids[]=5&not[labels][]=a&not[labels][]=b&not[author]=x&with_labels_details=true');
  });

  test('T-17: only where GitLab documents commas is a list joined by them', () => {
    expect(requestFor(listIssues, { project_id: 1, labels: ['bug', 'needs work'] }).query).toMatch(
      /^labels=bug%2Cneeds%20work&/,
    );
  });

  test('an empty list that is joined clears, one that is repeated says nothing', () => {
    expect(requestFor(listIssues, { project_id: 1, labels: [], iids: [] }).query).toBe(
      'labels=&with_labels_details=true',
    );
  });

  test('T-18: a day is sent as it is', () => {
    expect(requestFor(listIssues, { project_id: 1, due_before: '2026-01-01' }).query).toMatch(
      /^due_before=2026-01-01&/,
    );
  });

  test('a param has the name GitLab gives it, and one that is ours is not sent', () => {
    expect(requestFor(listIssues, { project_id: 1, search_term: 'a&b=c', tail: 5, confidential: false }).query).toBe(
      'search=a%26b%3Dc&confidential=false&with_labels_details=true',
    );
  });

  test('a value cannot add a param', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('a&=?#%[]+; /')) }), (value) => {
        const query = queryOf({ search: value, after: 1 });
        expect([...new URLSearchParams(query)]).toEqual([
          ['search', value],
          ['after', '1'],
        ]);
      }),
      { numRuns: 500 },
    );
  });

  test('text that is no Unicode is refused, not sent and not a crash', () => {
    expect(() => queryOf({ search: '\ud800' })).toThrow(AppError);
  });

  test('what is undefined is left out, null is empty', () => {
    expect(queryOf({ a: undefined, b: null, c: ['x', 'y'] })).toBe('b=&c[]=x&c[]=y');
    expect(queryOf({})).toBe('');
  });
});

describe('the body', () => {
  test('T-19: nested values stay nested, joined lists are joined, a query param is none of it', () => {
    const request = requestFor(updateFile, {
      project_id: 1,
      file_path: 'a.ts',
      branch: 'main',
      content: 'x',
      labels: ['a', 'b'],
      actions: [{ path: 'b.ts' }],
      position: { new_line: 3, old_line: null },
    });

    expect(request).toEqual({
      method: 'PUT',
      path: '/projects/1/repository/files/a.ts',
      route: '/projects/:id/repository/files/:file_path',
      query: 'branch=main',
      body: {
        content: 'x',
        labels: 'a,b',
        actions: [{ path: 'b.ts' }],
        position: { new_line: 3, old_line: null },
        encoding: 'text',
      },
    });
  });

  test('what is fixed cannot be overwritten', () => {
    const input = { project_id: '1', file_path: 'a.ts', encoding: 'base64' };

    expect(buildRequest(updateFile, input).body).toEqual({ encoding: 'text' });
  });
});

test('T-09: paths of further requests are built by the same rule', () => {
  expect(pathOf`/projects/${'acme/site'}/labels/${7}`).toBe('/projects/acme%2Fsite/labels/7');
  expect(() => pathOf`/projects/${'..'}/labels`).toThrow(AppError);
  expect(() => pathOf`/projects/${undefined}/labels`).toThrow(AppError);
});

function requestFor(action: Action, raw: unknown): ReturnType<typeof buildRequest> {
  return buildRequest(action, normalise(action, raw).input);
}
