import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replyJson, startStandIn } from '../../test/support/run-action.ts';
import { AppError } from '../errors/app-error.ts';
import { parseInstance } from '../gitlab/instance.ts';
import { defineAction } from './action.ts';
import { issueIid, jobId, mergeRequestIid, pipelineId, projectId } from './fields.ts';
import { namespace, optional } from './field.ts';
import { normalise } from './normalise.ts';
import { buildRequest } from './request.ts';
import { one } from './result.ts';

const touch = defineAction({
  id: 'issue.touch',
  tool: 'gitlab_issue_touch',
  title: 'Touch',
  summary: 'Touch things.',
  effect: 'write',
  route: 'POST /projects/:project_id/touch',
  params: {
    project_id: projectId,
    issue_iid: optional(issueIid),
    merge_request_iid: optional(mergeRequestIid),
    pipeline_id: optional(pipelineId),
    job_id: optional(jobId),
    to_project_id: namespace('Target.', { names: 'project' }),
  },
  result: one('issue'),
});
const root = 'https://gitlab.example.com';

describe('a URL of this GitLab in the place of a project', () => {
  test.each([
    [`${root}/acme/site`],
    [`${root}/acme/site/`],
    [`${root}/acme/site.git`],
    [`${root}/acme/site?tab=readme#top`],
    [`${root}/acme/site/-/tree/main/src`],
    [`${root}/acme/site/-`],
    [`${root}/acme%2Fsite`],
    ['http://GitLab.Example.com/acme/site'],
    ['https://gitlab.example.com:443/acme/site'],
    [` ${root}/acme/site `],
  ])('T-10: %s is its path', (url) => {
    expect(inputOf({ project_id: url })).toEqual({ project_id: 'acme/site' });
  });

  test.each([
    ['https://host.example/gitlab/acme/site', { project_id: 'acme/site' }],
    ['https://host.example/gitlab/groups/acme/sub/-/issues', { project_id: 'acme/sub' }],
  ])('T-13: below a relative installation %s is its path', (url, input) => {
    expect(inputOf({ project_id: url }, 'https://host.example/gitlab')).toEqual(input);
  });

  test.each([
    ['issues/5', { issue_iid: 5 }],
    ['issues/5?a=b#note_1', { issue_iid: 5 }],
    ['work_items/5', { issue_iid: 5 }],
    ['merge_requests/7/diffs', { merge_request_iid: 7 }],
    ['pipelines/9', { pipeline_id: 9 }],
    ['jobs/11/raw', { job_id: 11 }],
    ['issues/new', {}],
    ['milestones/3', {}],
    ['constructor/3', {}],
  ])('%s says which object, if any', (page, object) => {
    expect(inputOf({ project: `${root}/acme/site/-/${page}` })).toEqual({ project_id: 'acme/site', ...object });
  });

  test.each([[5], ['#5'], [null]])('a number %j that agrees is no contradiction', (issue_iid) => {
    const input = inputOf({ project_id: `${root}/acme/site/-/issues/5`, iid: issue_iid });

    expect(input).toEqual({ project_id: 'acme/site', issue_iid: 5 });
  });

  test('a number that contradicts is refused', () => {
    const problem = problemOf({ project_id: `${root}/acme/site/-/issues/5`, issue_iid: 7 });

    expect(problem).toBe('issue.touch: issue_iid is 7, but the URL in project_id is that of 5, give one of them.');
  });

  test('the object of another project than that of the call is not filled in', () => {
    const input = inputOf({ project_id: 'acme/site', to_project_id: `${root}/acme/other/-/issues/5` });

    expect(input).toEqual({ project_id: 'acme/site', to_project_id: 'acme/other' });
  });
});

test('T-10: a run takes the URLs of the GitLab it talks to', async () => {
  await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
  const { webBase } = gitlab.client.instance;

  await gitlab.run(touch, { project_id: `${webBase}/acme/site/-/issues/5` });

  expect(gitlab.seen()).toEqual(['POST /projects/acme%2Fsite/touch']);
  expect(JSON.parse(String(gitlab.requests[0]?.body))).toEqual({ issue_iid: 5 });
});

describe('any other URL', () => {
  test.each([
    ['https://evil.example/acme/site', 'another host'],
    ['https://gitlab.example.com.evil.example/acme/site', 'another host'],
    ['https://gitlab.example.com@evil.example/acme/site', 'another host'],
    ['https://gitlab.example.com:8443/acme/site', 'another host'],
    ['https:///acme/site', 'another host'],
    [`${root}/`, 'names no project'],
    [root, 'is not a URL below'],
    [`${root}/-/snippets/5`, 'names no project'],
  ])('T-59: %s is refused once, with what to give', (project_id, reason) => {
    const problem = problemOf({ project_id });

    expect(problem).toContain(reason);
    expect(problem).toContain('or the full path such as group/project');
    expect(problem.match(/project_id/g)).toHaveLength(1);
  });

  test('what stands before the host is never repeated', () => {
    expect(problemOf({ project_id: 'https://oauth2:glpat-secret@evil.example/acme/site' })).not.toContain('glpat');
  });

  test('a relative installation is not the host it shares', () => {
    expect(problemOf({ project_id: 'https://host.example/acme/site' }, 'https://host.example/gitlab')).toContain(
      'is not a URL below https://host.example/gitlab',
    );
  });

  test.each([
    [`${root}/acme/../site`],
    [`${root}/acme/%2e%2e/site`],
    [`${root}/acme%2F..%2Fsite`],
    [`${root}/acme\\site`],
    [`${root}/acme%00/site`],
    [`${root}/acme/site\r\nx`],
  ])('T-09: %j gets nothing past the checks of a path', (project_id) => {
    expect(problemOf({ project_id })).toMatch(/^issue.touch: project_id is /);
  });

  test('T-09: no URL moves a request to another endpoint', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (rest) => {
        let path: string;
        try {
          ({ path } = buildRequest(touch, inputOf({ project_id: `${root}/${rest}` })));
        } catch (error) {
          expect(error).toMatchObject({ code: 'input.invalid' });
          return;
        }
        expect(new URL(path, root).pathname).toMatch(/^\/projects\/[^/]+\/touch$/);
      }),
      { examples: [['../../admin'], ['a/..%2f..%2fb'], ['-/issues/5'], ['%252e%252e/b']] },
    );
  });
});

function inputOf(raw: object, instance = root): Readonly<Record<string, unknown>> {
  return normalise(touch, raw, { instance: parseInstance(instance) }).input;
}

function problemOf(raw: object, instance = root): string {
  try {
    return `was accepted as ${JSON.stringify(inputOf(raw, instance))}`;
  } catch (error) {
    if (error instanceof AppError && error.code === 'input.invalid') return error.message;
    throw error;
  }
}
