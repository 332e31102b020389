import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { defineAction } from './action.ts';
import {
  branchName,
  discussionId,
  dueDate,
  issueIid,
  labels,
  mergeRequestIid,
  noteId,
  page,
  projectId,
} from './fields.ts';
import { flag, id, integer, line, list, object, required, text } from './field.ts';
import { normalise } from './normalise.ts';
import { one } from './result.ts';

const updateIssue = defineAction({
  id: 'issue.update',
  tool: 'gitlab_issue_update',
  title: 'Update issue',
  summary: 'Change an issue.',
  effect: 'write',
  route: 'PUT /projects/:project_id/issues/:issue_iid',
  params: {
    project_id: projectId,
    issue_iid: issueIid,
    title: line('Title.', { minLength: 1 }),
    description: text('Text.'),
    labels,
    due_date: dueDate,
    confidential: flag('Whether few may see it.'),
    milestone_id: id('Milestone.'),
    epic_id: id('Epic.'),
  },
  rules: [{ rule: 'at-most-one', of: ['milestone_id', 'epic_id'] }],
  result: one('issue'),
});

const addNote = defineAction({
  id: 'mr_review.note_update',
  tool: 'gitlab_mr_note_update',
  title: 'Update note',
  summary: 'Change a note.',
  effect: 'write',
  route: 'PUT /projects/:project_id/merge_requests/:merge_request_iid/discussions/:discussion_id/notes/:note_id',
  params: {
    project_id: projectId,
    merge_request_iid: mergeRequestIid,
    discussion_id: discussionId,
    note_id: noteId,
    body: text('Text.'),
    position: object('Where on the diff.', {
      new_path: line('Path.'),
      old_line: integer('Line before.'),
      new_line: integer('Line after.'),
    }),
    variables: list('Variables.', object('Variable.', { key: required(line('Key.')), value: text('Value.') }), {
      maxItems: 2,
    }),
    filters: object('Filters.', { state: line('State.') }, { open: true }),
    per_page: page.per_page,
  },
  result: one('note'),
});

const at = { project_id: 'acme/site', issue_iid: 7 };
const atNote = { project_id: 1, merge_request_iid: 2, discussion_id: 'abc', note_id: 3 };

describe('what is missing, null or unknown', () => {
  test('T-05: no params, null and an empty object are the same', () => {
    const problem = problemOf(updateIssue, {});

    expect(problem).toContain('missing required parameter project_id (Project: numeric ID, full path');
    expect(problem).toContain('missing required parameter issue_iid');
    expect(problemOf(updateIssue, undefined)).toBe(problem);
    expect(problemOf(updateIssue, null)).toBe(problem);
  });

  test.each([[7], ['text'], [[1]], [true], ['[1]']])(
    'T-05: %j as params is refused with the names of the params',
    (raw) => {
      expect(problemOf(updateIssue, raw)).toContain('params must be an object with project_id, issue_iid, title');
    },
  );

  test('T-02: null for an optional param is as if it was not sent', () => {
    expect(inputOf(updateIssue, { ...at, title: null, labels: null, confidential: undefined })).toEqual(at);
  });

  test('T-02: null goes through where it clears the value', () => {
    expect(inputOf(updateIssue, { ...at, due_date: null })).toEqual({ ...at, due_date: null });
  });

  test('T-02: null goes through inside an object, as in a position', () => {
    const position = { new_path: 'a.ts', old_line: null, new_line: '12' };

    expect(inputOf(addNote, { ...atNote, position })).toMatchObject({
      position: { new_path: 'a.ts', old_line: null, new_line: 12 },
    });
  });

  test('null for a required param is refused by name, inside an object too', () => {
    expect(problemOf(addNote, { ...atNote, variables: [{ key: null }] })).toContain(
      'variables[0].key is required and must not be null',
    );
    expect(problemOf(updateIssue, { ...at, issue_iid: null })).toBe(
      'issue.update: issue_iid is required and must not be null (Number of the issue within its project, the one after #).',
    );
  });

  test('a required param that is wrong is not missing as well, also under an alias', () => {
    expect(problemOf(updateIssue, { project_id: 1, iid: '7abc' })).toBe(
      'issue.update: issue_iid is "7abc", give a positive whole number such as 7.',
    );
  });

  test('an unknown param is refused with the nearest name, or with all of them', () => {
    expect(problemOf(updateIssue, { ...at, tittle: 'x' })).toBe(
      'issue.update: unknown parameter "tittle", did you mean title.',
    );
    expect(problemOf(updateIssue, { ...at, assigned_reviewers: 1 })).toContain('it takes project_id, issue_iid, title');
  });

  test('a misspelt param is not missing as well', () => {
    const close = { ...updateIssue, rules: [{ rule: 'at-least-one', of: ['title', 'due_date'] }] } as const;

    expect(problemOf(close, { ...at, tittle: 'x' })).toBe(
      'issue.update: unknown parameter "tittle", did you mean title.',
    );
    expect(problemOf(close, { ...at, labls: 'x' })).toContain('give at least one of title, due_date');
  });

  test('an unknown param of an object is named with its place', () => {
    expect(problemOf(addNote, { ...atNote, position: { new_lin: 3 } })).toContain(
      'unknown parameter "position.new_lin", did you mean position.new_line',
    );
  });

  test('all problems are told at once', () => {
    const problem = problemOf(updateIssue, { project_id: 7.5, labels: ['a,b'], due_date: 'soon', colour: 1 });

    for (const part of ['project_id is 7.5', 'labels is "a,b"', 'due_date is "soon"', '"colour"', 'issue_iid']) {
      expect(problem).toContain(part);
    }
  });
});

describe('other names', () => {
  test.each([
    ['projectId', 'issueIid'],
    ['project-id', 'Issue_IID'],
    ['project', 'iid'],
    ['project_path', 'issue_number'],
    ['id', 'issue'],
    ['full_path', 'issue_id'],
  ])('%s and %s are understood', (project, issue) => {
    expect(inputOf(updateIssue, { [project]: 'acme/site', [issue]: '#7' })).toEqual(at);
  });

  test('T-01: an ID under an alias is one under its own name', () => {
    expect(normalise(updateIssue, { id: 12, iid: '!7' })).toEqual(
      normalise(updateIssue, { project_id: '12', issue_iid: 7 }),
    );
  });

  test('a spelling of sibling actions is understood where it can only mean one thing', () => {
    expect(inputOf(updateIssue, { ...at, name: 'New', body: 'Text' })).toEqual({
      ...at,
      title: 'New',
      description: 'Text',
    });
  });

  test('a name that may mean several params takes the one no other name claims', () => {
    const input = inputOf(addNote, { id: 3, project: 1, mr: 2, thread_id: 'abc' });

    expect(input).toEqual({ project_id: '1', merge_request_iid: 2, discussion_id: 'abc', note_id: 3 });
    expect(inputOf(addNote, { project: 1, id: 3, mr: 2, thread_id: 'abc' })).toEqual(input);
  });

  test('one param under two names with two values is refused, with one value it is one', () => {
    expect(problemOf(updateIssue, { ...at, iid: 8 })).toBe('issue.update: issue_iid was given twice, also as iid.');
    expect(problemOf(updateIssue, { iid: 8, ...at })).toBe('issue.update: issue_iid was given twice, also as iid.');
    expect(problemOf(updateIssue, { project: 'a/b', projectId: 'a/c', issue_iid: 7 })).toContain(
      'project_id was given twice',
    );
    expect(inputOf(updateIssue, { ...at, iid: '#7', project: 'acme%2Fsite' })).toEqual(at);
  });
});

describe('objects and lists as text', () => {
  test('the JSON text of params, objects and lists is read', () => {
    const raw = JSON.stringify({ ...atNote, position: '{"new_line":4}', variables: '[{"key":"A","value":"1"}]' });

    expect(inputOf(addNote, raw)).toMatchObject({ position: { new_line: 4 }, variables: [{ key: 'A', value: '1' }] });
  });

  test('one object stands for a list of one', () => {
    expect(inputOf(addNote, { ...atNote, variables: { key: 'A' } })).toMatchObject({ variables: [{ key: 'A' }] });
  });

  test('a text that only looks like JSON is judged as the text it is', () => {
    expect(inputOf(updateIssue, { ...at, title: '[draft] {x' })).toMatchObject({ title: '[draft] {x' });
    expect(problemOf(addNote, { ...atNote, position: '{new_line: 4' })).toContain(
      'position must be an object with new_path, old_line, new_line',
    );
  });

  test('elements are named by their place, and the size of the list is judged', () => {
    expect(problemOf(addNote, { ...atNote, variables: [{ key: 'A' }, { value: '1' }] })).toContain(
      'missing required parameter variables[1].key',
    );
    expect(problemOf(addNote, { ...atNote, variables: [{}, {}, {}] })).toContain(
      'variables has 3 elements, at most 2 are accepted',
    );
    expect(problemOf(updateIssue, { ...at, labels: ['a', {}] })).toContain('labels[1] is {}');
  });

  test('an object that is open keeps the keys it does not know, under their own names', () => {
    expect(inputOf(addNote, { ...atNote, filters: { state: 'opened', query: 'x', search: ['y'] } })).toMatchObject({
      filters: { state: 'opened', query: 'x', search: ['y'] },
    });
  });

  test('JSON nested beyond reason is not read', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

    const nested = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;

    expect(problemOf(addNote, { ...atNote, filters: nested })).toContain('filters must be an object');
    expect(problemOf(addNote, deep)).toContain('params must be an object');
  });
});

describe('hostile keys and values', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    '%j is an unknown param like any other',
    (key) => {
      const raw: unknown = JSON.parse(`{"project_id":1,"issue_iid":7,${JSON.stringify(key)}:{"title":"x"}}`);

      expect(problemOf(updateIssue, raw)).toContain(`unknown parameter ${JSON.stringify(key)}`);
    },
  );

  test('`__proto__` in an open object is a key and changes no prototype', () => {
    const raw: unknown = JSON.parse(`{"filters":{"__proto__":{"polluted":true}},${JSON.stringify(atNote).slice(1)}`);
    const filters = inputOf(addNote, raw)['filters'];

    expect(Object.keys(filters ?? {})).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(filters)).toBe(Object.prototype);
    expect(JSON.stringify(filters)).toBe('{"__proto__":{"polluted":true}}');
  });

  test('a huge key is cut, and many wrong keys are counted', () => {
    expect(problemOf(updateIssue, { ...at, ['k'.repeat(1_000_000)]: 1 }).length).toBeLessThan(400);

    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`wrong_${index}`, index]));
    const problem = problemOf(updateIssue, { ...at, ...many });
    expect(problem).toContain('and 19988 more');
    expect(problem.length).toBeLessThan(3_000);
  });

  test.each([
    ['..', 'must not contain . or ..'],
    ['a/../b', 'must not contain . or ..'],
    ['%2e%2e', 'must not contain . or ..'],
    ['a\\b', 'must not contain a backslash'],
    [' ', 'must not be empty'],
    ['a\u0007', 'must not contain line breaks or other control characters'],
  ])('T-09: %j in the path is refused with the other problems, before anything is sent', (branch, reason) => {
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

    const problem = problemOf(getBranch, { project_id: 7.5, branch_name: branch });

    expect(problem).toContain(`branch_name ${reason}`);
    expect(problem).toContain('project_id is 7.5');
  });

  test('whatever comes, the outcome is an input of known keys or a refusal', () => {
    const keys = fc.constantFrom(...Object.keys(updateIssue.params), 'id', 'iid', '__proto__', 'projectId', 'x');

    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(keys, fc.jsonValue()), fc.json()), (raw) => {
        try {
          const { input } = normalise(updateIssue, raw);
          for (const key of Object.keys(input)) expect(Object.keys(updateIssue.params)).toContain(key);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect(error).toMatchObject({ code: 'input.invalid' });
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('rules and notes', () => {
  test('T-07: params that exclude each other are both named', () => {
    expect(problemOf(updateIssue, { ...at, milestone_id: 1, epic_id: 2 })).toBe(
      'issue.update: milestone_id and epic_id exclude each other, give only one of milestone_id, epic_id.',
    );
  });

  test('a value that was refused counts as given, so no rule misleads', () => {
    expect(problemOf(updateIssue, { ...at, milestone_id: 'x', epic_id: 2 })).toContain('exclude each other');
  });

  test('T-35: what was changed is noted under its name', () => {
    expect(normalise(addNote, { ...atNote, per_page: 500 }).notes).toEqual([
      'per_page was lowered from 500 to 100, the most GitLab gives at once',
    ]);
  });
});

function inputOf(action: Parameters<typeof normalise>[0], raw: unknown): Readonly<Record<string, unknown>> {
  return normalise(action, raw).input;
}

function problemOf(action: Parameters<typeof normalise>[0], raw: unknown): string {
  try {
    return `was accepted as ${JSON.stringify(normalise(action, raw).input)}`;
  } catch (error) {
    if (error instanceof AppError && error.code === 'input.invalid') return error.message;
    throw error;
  }
}
