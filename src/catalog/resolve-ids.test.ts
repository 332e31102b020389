import { describe, expect, test } from 'vitest';
import { Reply, runAgainst } from '../../test/support/run-against.ts';
import { defineAction } from './action.ts';
import { projectId, numericUserId } from './fields.ts';
import { id, list, namespace } from './field.ts';
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
    assignee_id: id('User.', { names: 'user', minimum: 0 }),
    reviewer_ids: list('Users.', id('User.', { names: 'user' }), { split: true }),
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
    ['assignee_id', '@ada', 'GET /users', [{ id: 12 }], 'GET /users?username=ada'],
  ])('a path in %s costs one look-up', async (param, path, route, answer, sent) => {
    const run = await runAgainst(moveIssue, { ...at, [param]: path }, { ...done, [route]: answer });

    expect(run.error).toBeUndefined();
    expect(run.sent).toEqual([sent, ['POST /projects/acme%2Fsite/issues', { [param]: 12 }]]);
  });

  test('a number costs none, and a path elsewhere stays a path', async () => {
    const run = await runAgainst(moveIssue, { ...at, to_project_id: '#12' }, done);

    expect(run.sent).toEqual([['POST /projects/acme%2Fsite/issues', { to_project_id: '12' }]]);
  });

  test('each username of a list costs one, whatever stands between them', async () => {
    const users = { ...done, 'GET /users': [{ id: 12 }] };
    const run = await runAgainst(moveIssue, { ...at, reviewer_ids: ['@ada', 7, 'ada'] }, users);
    const split = await runAgainst(moveIssue, { ...at, reviewer_ids: '3, ada' }, users);

    expect(run.sent).toEqual([
      'GET /users?username=ada',
      ['POST /projects/acme%2Fsite/issues', { reviewer_ids: [12, 7] }],
    ]);
    expect(split.sent.at(-1)).toEqual(['POST /projects/acme%2Fsite/issues', { reviewer_ids: [3, 12] }]);
  });

  test.each(['7abc', '1.5', '-', 'a/b', ''])(
    '%j is no username, and is refused before anything is sent',
    async (name) => {
      const run = await runAgainst(moveIssue, { ...at, assignee_id: name }, done);

      expect(run.error?.message).toContain('give a whole number or a username');
      expect(run.sent).toEqual([]);
    },
  );

  test('a list of more usernames than are looked up is refused', async () => {
    const reviewer_ids = Array.from({ length: 21 }, (_, index) => `user${index}`);
    const run = await runAgainst(moveIssue, { ...at, reviewer_ids }, done);

    expect(run.error?.message).toContain('at most 20 usernames are looked up');
    expect(run.sent).toEqual([]);
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
