import { describe, expect, test } from 'vitest';
import { recordGraphql, remembering } from '../../../../test/support/record-graphql.ts';
import { refusal } from '../../../../test/support/record-requests.ts';
import { groupActions } from './group-actions.ts';

const byId = new Map(groupActions.map((action) => [action.id, action]));
const page = { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null };
const at = '2026-01-01T00:00:00Z';
const epicType = { id: 'gid://gitlab/WorkItems::Type/8', name: 'Epic' };
const issueType = { id: 'gid://gitlab/WorkItems::Type/1', name: 'Issue' };
const common = { state: 'OPEN', confidential: false, createdAt: at, updatedAt: at, webUrl: 'https://gitlab.example/x' };
const epic = {
  ...common,
  id: 'gid://gitlab/WorkItem/60',
  iid: '6',
  title: 'Relaunch',
  reference: 'acme&6',
  workItemType: epicType,
  widgets: [{ __typename: 'WorkItemWidgetColor', color: '#00f' }],
};
const issue = {
  ...common,
  id: 'gid://gitlab/WorkItem/70',
  iid: '7',
  title: 'Paint it',
  reference: 'acme/site#7',
  workItemType: issueType,
  namespace: { fullPath: 'acme/site' },
  widgets: [{ __typename: 'WorkItemWidgetHierarchy', parent: epic }],
};
const address = { full_path: 'acme', epic_iid: '&6' };
const found = ['query namespace', { fullPath: 'acme', iid: '6' }];

/** The group has the epic, the project has the issue. */
function places(inEpic: object = epic, inIssue: object | null = issue) {
  return {
    namespace: ({ fullPath }: { fullPath: string }) => ({
      workItem: fullPath === 'acme' ? inEpic : inIssue,
      workItems: { nodes: [epic], pageInfo: page },
    }),
  };
}

describe('group.epic_list', () => {
  const list = byId.get('group.epic_list');

  test('lists work items that are epics', async () => {
    const { sent, value } = await recordGraphql(
      list,
      { full_path: 'acme', state: 'opened', label_name: 'big,red', include_descendants: true },
      { root: places() },
    );

    expect(sent).toEqual([
      [
        'query namespace',
        {
          fullPath: 'acme',
          state: 'opened',
          labelName: ['big', 'red'],
          includeDescendants: true,
          types: ['EPIC'],
          first: 20,
        },
      ],
    ]);
    expect(value).toMatchObject({ pageInfo: page, nodes: [{ id: epic.id, title: 'Relaunch' }] });
  });

  test('a group given by number is looked up first', async () => {
    const { sent } = await recordGraphql(
      list,
      { group_id: 9 },
      { root: places(), rest: { 'GET /groups/9?with_projects=false': { full_path: 'acme' } } },
    );

    expect(sent).toMatchObject(['GET /groups/9?with_projects=false', ['query namespace', { fullPath: 'acme' }]]);
  });

  test('a token that GraphQL shows no group gets the first epics by REST, and is told so', async () => {
    const rest =
      'GET /groups/acme/epics?include_ancestor_groups=false&include_descendant_groups=false&state=opened&labels=big,red&per_page=5';

    const { sent, value, notes } = await recordGraphql(
      list,
      { full_path: 'acme', state: 'opened', label_name: ['big', 'red'], first: 5 },
      { root: { namespace: null }, rest: { [rest]: [{ id: 1, iid: 6 }] } },
    );

    expect(sent.at(-1)).toBe(rest);
    expect(value).toEqual([{ id: 1, iid: 6 }]);
    expect(notes).toEqual(['GraphQL shows this token no groups, so the epics come from the older REST API.']);
  });

  test.each([
    ['REST has no such filter', { after: 'x' }],
    ['T-04: REST could not name the label', { label_name: ['a,b'] }],
  ])('it is not found when %s', async (_, filter) => {
    const { sent, error } = await recordGraphql(list, { full_path: 'acme', ...filter }, { root: { namespace: null } });

    expect(error).toMatchObject({ code: 'gitlab.refused', message: expect.stringContaining('not found') });
    expect(sent.filter((one) => typeof one === 'string' && one.includes('/epics'))).toEqual([]);
  });

  test('it is not found when REST shows nothing either', async () => {
    const { error } = await recordGraphql(
      list,
      { full_path: 'acme' },
      {
        root: { namespace: null },
        rest: {
          'GET /groups/acme/epics?include_ancestor_groups=false&include_descendant_groups=false': refusal('404'),
        },
      },
    );

    expect(error?.message).toContain('group.epic_list: not found');
  });
});

test('group.epic_get gives the epic as one object', async () => {
  const { sent, value } = await recordGraphql(byId.get('group.epic_get'), address, { root: places() });

  expect(sent).toEqual([found]);
  expect(value).toMatchObject({ id: epic.id, color: '#00f', workItemType: epicType });
});

test('group.epic_create makes a work item of the type epic, with dates of its own', async () => {
  const { sent, error } = await recordGraphql(
    byId.get('group.epic_create'),
    { full_path: 'acme', title: 'Relaunch', label_ids: [2], due_date: '2026-06-30', parent_id: 59, assignee_ids: 3 },
    { root: { workItemCreate: { errors: [], workItem: epic } } },
  );

  expect(error).toBeUndefined();
  expect(sent).toEqual([
    [
      'mutation workItemCreate',
      {
        input: {
          namespacePath: 'acme',
          workItemTypeId: epicType.id,
          title: 'Relaunch',
          labelsWidget: { labelIds: ['gid://gitlab/Label/2'] },
          startAndDueDateWidget: { dueDate: '2026-06-30', isFixed: true },
          hierarchyWidget: { parentId: 'gid://gitlab/WorkItem/59' },
          assigneesWidget: { assigneeIds: ['gid://gitlab/User/3'] },
        },
      },
    ],
  ]);
});

test('group.epic_update looks the epic up, then sends what changes', async () => {
  const { sent, error } = await recordGraphql(
    byId.get('group.epic_update'),
    { ...address, state_event: 'CLOSE', color: '#f00', start_date: null },
    { root: { ...places(), workItemUpdate: { errors: [], workItem: epic } } },
  );

  expect(error).toBeUndefined();
  expect(sent).toEqual([
    found,
    [
      'mutation workItemUpdate',
      {
        input: {
          id: epic.id,
          stateEvent: 'CLOSE',
          colorWidget: { color: '#f00' },
          startAndDueDateWidget: { startDate: null, isFixed: true },
        },
      },
    ],
  ]);
});

describe('what is meant for an epic', () => {
  test('group.epic_delete deletes it', async () => {
    const { sent, error } = await recordGraphql(byId.get('group.epic_delete'), address, {
      root: { ...places(), workItemDelete: { errors: [], namespace: null } },
    });

    expect(error).toBeUndefined();
    expect(sent).toEqual([found, ['mutation workItemDelete', { input: { id: epic.id } }]]);
  });

  test.each([
    ['group.epic_delete', {}],
    ['group.epic_update', { title: 'x' }],
    ['group.epic_note_create', { body: 'x' }],
    ['group.epic_issue_assign', { child_project_path: 'acme/site', child_iid: 7 }],
  ])('%s never happens to a work item of another type', async (id, input) => {
    const { sent, error } = await recordGraphql(byId.get(id), { ...address, ...input }, { root: places(issue) });

    expect(error).toMatchObject({ code: 'input.invalid', message: expect.stringContaining('is no epic') });
    expect(sent.filter((one) => typeof one !== 'string' && one[0].startsWith('mutation'))).toEqual([]);
  });

  test('goes to an epic that people call by another name here', async () => {
    const renamed = { ...epic, workItemType: { ...epicType, name: 'Initiative' } };
    const { error } = await recordGraphql(byId.get('group.epic_delete'), address, {
      root: { ...places(renamed), workItemDelete: { errors: [] } },
    });

    expect(error).toBeUndefined();
  });
});

describe('issues of an epic', () => {
  const child = { child_project_path: 'acme/site', child_iid: 7 };
  const both = [found, ['query namespace', { fullPath: 'acme/site', iid: '7' }]];
  const changed = { workItemUpdate: { errors: [], workItem: issue } };
  const withChildren = {
    ...epic,
    widgets: [{ __typename: 'WorkItemWidgetHierarchy', children: { nodes: [issue], pageInfo: page } }],
  };

  test('group.epic_issue_list gives a page of its children', async () => {
    const { sent, value } = await recordGraphql(
      byId.get('group.epic_issue_list'),
      { ...address, last: 5 },
      { root: places(withChildren) },
    );

    expect(sent).toEqual([['query namespace', { fullPath: 'acme', iid: '6', last: 5 }]]);
    expect(value).toMatchObject({ pageInfo: page, nodes: [{ id: issue.id, namespace: { fullPath: 'acme/site' } }] });
  });

  test('group.epic_issue_assign looks both up and makes the one the child of the other', async () => {
    const { sent, value } = await recordGraphql(
      byId.get('group.epic_issue_assign'),
      { ...address, ...child },
      { root: { ...places(), ...changed } },
    );

    expect(sent).toEqual([
      ...both,
      ['mutation workItemUpdate', { input: { id: epic.id, hierarchyWidget: { childrenIds: [issue.id] } } }],
    ]);
    expect(value).toMatchObject({ epic: { reference: 'acme&6' }, child: { reference: 'acme/site#7' } });
  });

  test('group.epic_issue_remove takes the parent off the child', async () => {
    const { sent, error } = await recordGraphql(
      byId.get('group.epic_issue_remove'),
      { ...address, ...child },
      { root: { ...places(), ...changed } },
    );

    expect(error).toBeUndefined();
    expect(sent).toEqual([
      ...both,
      ['mutation workItemUpdate', { input: { id: issue.id, hierarchyWidget: { parentId: null } } }],
    ]);
  });

  test.each([
    ['in no epic', null, 'it is in no epic'],
    ['in another epic', { ...epic, id: 'gid://gitlab/WorkItem/61', reference: 'acme&61' }, 'in another one, acme&61'],
  ])('group.epic_issue_remove leaves an issue alone that is %s', async (_, parent, words) => {
    const elsewhere = { ...issue, widgets: [{ __typename: 'WorkItemWidgetHierarchy', parent }] };
    const { sent, error } = await recordGraphql(
      byId.get('group.epic_issue_remove'),
      { ...address, ...child },
      { root: { ...places(epic, elsewhere), ...changed } },
    );

    expect(error?.message).toContain(words);
    expect(sent).toEqual(both);
  });

  test('an issue that is not there changes nothing', async () => {
    const { sent, error } = await recordGraphql(
      byId.get('group.epic_issue_assign'),
      { ...address, ...child },
      { root: { ...places(epic, null), ...changed } },
    );

    expect(error?.message).toContain('not found');
    expect(sent.filter((one) => typeof one !== 'string' && one[0].startsWith('mutation'))).toEqual([]);
  });

  const move = { ...address, child_id: 70, adjacent_id: 'gid://gitlab/Issue/71', relative_position: 'before' };
  const moved = [
    'mutation workItemUpdate',
    {
      input: {
        id: issue.id,
        hierarchyWidget: {
          parentId: epic.id,
          adjacentWorkItemId: 'gid://gitlab/WorkItem/71',
          relativePosition: 'BEFORE',
        },
      },
    },
  ];

  test('group.epic_issue_update moves a child and gives the new order', async () => {
    const { sent, value } = await recordGraphql(byId.get('group.epic_issue_update'), move, {
      root: { ...places(withChildren), ...changed },
    });

    expect(sent).toEqual([found, moved, ['query namespace', { fullPath: 'acme', iid: '6', first: 20 }]]);
    expect(value).toMatchObject({ nodes: [{ id: issue.id }] });
  });

  test('T-67: when the order cannot be read after the move, the move is told all the same', async () => {
    const { error, notes } = await recordGraphql(byId.get('group.epic_issue_update'), move, {
      root: { ...places(epic), ...changed },
    });

    expect(error).toBeUndefined();
    expect(notes).toEqual([expect.stringContaining('The child was moved. Its new place could not be read')]);
  });

  test.each([[{ adjacent_id: 71 }], [{ relative_position: 'AFTER' }], [{}]])(
    'T-07: group.epic_issue_update with %j does not say where',
    async (position) => {
      const { sent, error } = await recordGraphql(byId.get('group.epic_issue_update'), {
        ...address,
        child_id: 70,
        ...position,
      });

      expect(error?.message).toMatch(/adjacent_id.*relative_position|relative_position.*adjacent_id/);
      expect(sent).toEqual([]);
    },
  );

  test('what GitLab refuses is an error', async () => {
    const inputs: unknown[] = [];
    const { error } = await recordGraphql(
      byId.get('group.epic_issue_assign'),
      { ...address, ...child },
      { root: { ...places(), workItemUpdate: remembering(inputs, { errors: ['Too deep'], workItem: null }) } },
    );

    expect(inputs).toHaveLength(1);
    expect(error?.message).toBe('group.epic_issue_assign: GitLab refused this (Too deep)');
  });
});
