import { describe, expect, test } from 'vitest';
import { Reply, runAgainst } from '../../test/support/run-against.ts';
import { defineAction } from './action.ts';
import { projectId, numericUserId } from './fields.ts';
import { namespace } from './field.ts';
import { one } from './result.ts';

const moveIssue = defineAction({
  id: 'issue.move',
  tool: 'gitlab_issue_move',
  title: 'Move issue',
  summary: 'Move an issue.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues',
  params: {
    project_id: projectId,
    to_project_id: namespace('Project.', { names: 'project', numericOnly: true }),
    to_group_id: namespace('Group.', { names: 'group', numericOnly: true }),
    to_namespace_id: namespace('Place.', { names: 'namespace', numericOnly: true }),
    user_id: { ...numericUserId, required: false },
  },
  result: one('issue'),
});

const done = { 'POST /projects/acme%2Fsite/issues': {} };
const at = { project_id: 'acme/site' };

describe('T-14: where GitLab takes only a number', () => {
  test.each([
    ['to_project_id', 'acme/other', 'GET /projects/acme%2Fother', { id: 12 }, 'GET /projects/acme%2Fother'],
    ['to_group_id', 'acme', 'GET /groups/acme', { id: 12 }, 'GET /groups/acme?with_projects=false'],
    ['to_namespace_id', 'ada', 'GET /namespaces/ada', { id: 12 }, 'GET /namespaces/ada'],
    ['user_id', '@ada', 'GET /users', [{ id: 12 }, { id: 13 }], 'GET /users?username=ada'],
  ])('a path in %s costs one look-up', async (param, path, route, answer, sent) => {
    const run = await runAgainst(moveIssue, { ...at, [param]: path }, { ...done, [route]: answer });

    expect(run.error).toBeUndefined();
    expect(run.sent).toEqual([sent, ['POST /projects/acme%2Fsite/issues', { [param]: 12 }]]);
  });

  test('a number costs none, and a path elsewhere stays a path', async () => {
    const run = await runAgainst(moveIssue, { ...at, to_project_id: '#12' }, done);

    expect(run.sent).toEqual([['POST /projects/acme%2Fsite/issues', { to_project_id: '12' }]]);
  });

  test('a path that names nothing is refused by the name of the param, and nothing is written', async () => {
    const run = await runAgainst(moveIssue, { ...at, to_project_id: 'acme/gone' }, done);

    expect(run.error).toMatchObject({ code: 'input.invalid' });
    expect(run.error?.message).toBe('to_project_id: no project that this credential may see is called "acme/gone"');
    expect(run.sent).not.toContainEqual(expect.arrayContaining(['POST /projects/acme%2Fsite/issues']));
  });

  test('a user nobody is called is refused likewise', async () => {
    const run = await runAgainst(moveIssue, { ...at, user_id: 'nobody' }, { ...done, 'GET /users': [] });

    expect(run.error?.message).toBe('user_id: no user that this credential may see is called "nobody"');
    expect(run.sent).toEqual(['GET /users?username=nobody']);
  });

  test('any other failure of the look-up stays what it is', async () => {
    const run = await runAgainst(
      moveIssue,
      { ...at, to_project_id: 'acme/other' },
      { 'GET /projects/acme%2Fother': new Reply(500, { message: '500 Internal Server Error' }) },
    );

    expect(run.error).toMatchObject({ code: 'gitlab.refused', status: 500 });
  });
});
