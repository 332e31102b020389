import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { buildGitLabError } from './answer-error.ts';
import type { Refusal } from './classify-refusal.ts';
import { describeError, isPermissionProblem } from './describe-error.ts';
import type { GitLabErrorFacts } from './gitlab-error.ts';

const facts: GitLabErrorFacts = {
  status: 409,
  method: 'POST',
  path: '/projects/1/labels',
  url: 'https://gl.test/api/v4/projects/1/labels',
  isGraphql: false,
  isElsewhere: false,
  family: 'application',
  refusal: undefined,
  gitlabMessage: 'Label already exists',
};

const error = (changes: Partial<GitLabErrorFacts>) => buildGitLabError({ ...facts, ...changes }, 'unknown');

describe('describeError', () => {
  test('says operation, classification, GitLab’s words, the hint and the cause', () => {
    expect(describeError(error({}), { operation: 'label.create', hint: 'use label.list' })).toBe(
      'label.create: the request conflicts with the current state of the object (Label already exists). Suggestion: use label.list: POST https://gl.test/api/v4/projects/1/labels: 409',
    );
  });

  test('a 404 has no request line', () => {
    const text = describeError(error({ status: 404, refusal: { kind: 'missing' }, gitlabMessage: '404 Not found' }), {
      operation: 'label.get',
      hint: 'use label.list',
    });

    expect(text).toBe(
      'label.get: not found, or not visible to this credential (404 Not found). Suggestion: use label.list',
    );
  });

  test('T-69: a limit says when to come back', () => {
    const text = describeError(error({ status: 429, retryAfterMs: 59_001, gitlabMessage: undefined }), {
      operation: 'x',
    });

    expect(text).toContain('Suggestion: try again in 60 s');
  });

  test('a write that failed at GitLab is to be looked at before it is repeated', () => {
    expect(describeError(error({ status: 500 }), { operation: 'x' })).toContain('the change may have been made');
    expect(describeError(error({ status: 500, method: 'GET' }), { operation: 'x' })).not.toContain(
      'may have been made',
    );
  });

  test('no answer to a query changed nothing, though it is sent as a POST', () => {
    const query = { status: 500, isGraphql: true, isRead: true, gitlabMessage: undefined };

    expect(describeError(error(query), { operation: 'x' })).toContain('Suggestion: try once more');
    expect(describeError(error({ ...query, isRead: false }), { operation: 'x' })).toContain('may have been made');
  });

  test('an error without an answer keeps its own words and says what to do', () => {
    const timeout = new AppError('gitlab.timeout', 'gl.test took the request and sent no answer within 60 s');

    expect(describeError(timeout, { operation: 'x' })).toBe(
      'x: gl.test took the request and sent no answer within 60 s. Suggestion: ask for less, such as a smaller page, or try again in a minute',
    );
  });

  test('GitLab’s words are quoted up to 300 characters', () => {
    const text = describeError(error({ gitlabMessage: 'y'.repeat(512) }), { operation: 'x' });

    expect(/\((y+…)\)/.exec(text)?.[1]?.length).toBe(300);
  });
});

const meanings: readonly (readonly [number, Refusal | undefined, RegExp])[] = [
  [400, undefined, /invalid/],
  [401, { kind: 'dead' }, /no longer accepts/],
  [401, { kind: 'unclear' }, /either .* or its user lacks/],
  [402, { kind: 'tier' }, /plan/],
  [403, { kind: 'permission' }, /lacks the permission/],
  [403, { kind: 'scope', needed: ['api'] }, /one of the scopes api/],
  [403, { kind: 'granular', permissions: ['Job: Read'] }, /\[Job: Read\].*classic token \(an existing one/],
  [404, { kind: 'missing' }, /not found, or not visible/],
  [404, { kind: 'tier' }, /no such route/],
  [405, undefined, /state/],
  [409, undefined, /conflicts/],
  [413, undefined, /larger/],
  [422, undefined, /could not carry it out/],
  [429, undefined, /limits how often/],
  [500, undefined, /internal error/],
  [502, undefined, /behind its proxy/],
  [503, undefined, /overloaded/],
  [504, undefined, /too long/],
  [418, undefined, /GitLab returned HTTP 418/],
];

test.each(meanings)('%i with %j means one thing', (status, refusal, expected) => {
  expect(error({ status, refusal }).message).toMatch(expected);
});

test('no two statuses mean the same', () => {
  const texts = meanings.map(([status, refusal]) => error({ status, refusal, gitlabMessage: undefined }).message);

  expect(new Set(texts).size).toBe(texts.length);
});

test('T-28: a status page of a proxy keeps the meaning of the status and names the page', () => {
  const page = error({
    status: 502,
    foreign: 'an HTML page titled "Bad Gateway"',
    family: 'foreign',
    gitlabMessage: undefined,
  });

  expect(page.message).toBe(
    'GitLab is not reachable behind its proxy (gl.test answered 502 with an HTML page titled "Bad Gateway")',
  );
});

test.each<[string, Partial<GitLabErrorFacts>, boolean]>([
  ['a plain 403', { status: 403, refusal: { kind: 'permission' } }, true],
  ['a bare 401', { status: 401, refusal: { kind: 'unclear' } }, true],
  ['a 403 with an OAuth code', { status: 403, family: 'oauth', refusal: { kind: 'scope', needed: [] } }, false],
  ['a GraphQL 401', { status: 401, family: 'graphql', isGraphql: true, refusal: { kind: 'dead' } }, false],
  ['a login page', { status: 403, family: 'foreign', refusal: { kind: 'foreign' } }, false],
  ['a 404', { status: 404, refusal: { kind: 'missing' } }, false],
])('advice about roles for %s: %s', (_, changes, expected) => {
  expect(isPermissionProblem(error(changes))).toBe(expected);
});
