import { describe, expect, test } from 'vitest';
import { recordGraphql, remembering } from '../../../../test/support/record-graphql.ts';
import { replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { issueActions } from './issue-actions.ts';

const byId = new Map(issueActions.map((action) => [action.id, action]));
const id = 'gid://gitlab/WorkItem/70';
const page = { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null };
const task = { id: 'gid://gitlab/WorkItems::Type/5', name: 'Task', iconName: 'work-item-task' };
const ada = { id: 'gid://gitlab/User/3', username: 'ada', name: 'Ada' };
const workItem = {
  id,
  iid: '7',
  title: 'Paint it',
  state: 'OPEN',
  confidential: false,
  description: 'Blue.',
  webUrl: 'https://gitlab.example/acme/site/-/work_items/7',
  reference: 'acme/site#7',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  closedAt: null,
  author: ada,
  workItemType: task,
  namespace: { fullPath: 'acme/site' },
  widgets: [
    { __typename: 'WorkItemWidgetAssignees', assignees: { nodes: [ada] } },
    { __typename: 'WorkItemWidgetLabels', labels: { nodes: [{ id: 'gid://gitlab/ProjectLabel/2', title: 'ui' }] } },
    { __typename: 'WorkItemWidgetStartAndDueDate', startDate: null, dueDate: '2026-02-01' },
    { __typename: 'WorkItemWidgetWeight', weight: 3 },
    {
      __typename: 'WorkItemWidgetHierarchy',
      hasChildren: false,
      parent: null,
      children: { pageInfo: page, nodes: [] },
    },
  ],
};
const place = { namespace: { workItem, workItems: { nodes: [workItem], pageInfo: page } } };
const found = ['query namespace', { fullPath: 'acme/site', iid: '7' }];
const it = { full_path: 'acme/site', work_item_iid: '#7' };

describe('issue.work_item_list', () => {
  const list = byId.get('issue.work_item_list');

  test('sends its filters under the names of GraphQL', async () => {
    const { sent, error } = await recordGraphql(
      list,
      {
        full_path: 'acme%2Fsite',
        state: 'open',
        types: 'task, issue',
        labels: ['ui', 'a,b'],
        assignee: 'ada',
        iids: [7],
        health_status: 'at_risk',
        sort: 'updated desc',
        first: 5,
      },
      { root: place },
    );

    expect(error).toBeUndefined();
    expect(sent).toEqual([
      [
        'query namespace',
        {
          fullPath: 'acme/site',
          state: 'opened',
          types: ['TASK', 'ISSUE'],
          labelName: ['ui', 'a,b'],
          assigneeUsernames: ['ada'],
          iids: ['7'],
          healthStatusFilter: 'atRisk',
          sort: 'UPDATED_DESC',
          first: 5,
        },
      ],
    ]);
  });

  test('gives each work item as one object instead of a row of widgets', async () => {
    const { value } = await recordGraphql(list, { full_path: 'acme/site' }, { root: place });

    expect(value).toMatchObject({
      pageInfo: page,
      nodes: [{ id, iid: '7', assignees: [ada], labels: [{ title: 'ui' }], dueDate: '2026-02-01', weight: 3 }],
    });
    expect(JSON.stringify(value)).not.toMatch(/widgets|__typename/);
  });

  test('a number is refused, because it does not say whether it is of a project or of a group', async () => {
    const { error, sent } = await recordGraphql(list, { full_path: 7 });

    expect(error?.message).toContain('give the full path, such as group or group/project');
    expect(sent).toEqual([]);
  });
});

describe('issue.work_item_get', () => {
  const get = byId.get('issue.work_item_get');

  test('finds the work item by its number in a project or group', async () => {
    const { sent, value, notes } = await recordGraphql(get, it, { root: place });

    expect(sent).toEqual([found]);
    expect(value).toMatchObject({ id, description: 'Blue.', parent: null, hasChildren: false, children: [] });
    expect(notes).toEqual([]);
  });

  test('says when there are more children than it shows', async () => {
    const children = { pageInfo: { ...page, hasNextPage: true }, nodes: [workItem] };
    const widgets = [{ __typename: 'WorkItemWidgetHierarchy', hasChildren: true, parent: null, children }];

    const { value, notes } = await recordGraphql(get, it, {
      root: { namespace: { workItem: { ...workItem, widgets } } },
    });

    expect(notes).toEqual(['The first 50 children are shown, there are more.']);
    expect(value).toMatchObject({ children: { nodes: [{ id }] } });
  });

  test('is not found where GitLab shows nothing', async () => {
    for (const namespace of [null, { workItem: null }]) {
      const { error } = await recordGraphql(get, it, { root: { namespace } });

      expect(error).toMatchObject({ code: 'gitlab.refused', message: expect.stringContaining('not found') });
    }
  });

  test('T-21: whatever is missing or null in the answer, it is an answer', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, {
        data: { namespace: { workItem: { iid: null, widgets: [null, {}, { labels: null, x: 1 }] } } },
      }),
    );

    const { value } = await gitlab.run(get, it);

    expect(value).toEqual({ iid: null, labels: null, x: 1 });
  });

  test('Community Edition, which lacks the widgets of paid features, is asked without them', async () => {
    await using gitlab = await startStandIn((request, reply) => {
      const { query } = JSON.parse(String(request.body)) as { query: string };
      const unknown = ['WorkItemWidgetWeight', 'WorkItemWidgetColor'].filter((type) => query.includes(type));
      replyJson(
        reply,
        unknown.length === 0 ? { data: place } : { errors: unknown.map((type) => noSuchType(query, type)) },
      );
    });

    const { value } = await gitlab.run(get, it);

    expect(value).toMatchObject({ id, assignees: [ada] });
    expect(gitlab.requests).toHaveLength(2);
  });
});

describe('issue.work_item_create', () => {
  const create = byId.get('issue.work_item_create');
  const made = { workItemCreate: { errors: [], workItem } };

  test('puts what is given into the widgets of GraphQL', async () => {
    const { sent, error } = await recordGraphql(
      create,
      {
        full_path: 'acme/site',
        type: 'Task',
        title: 'Paint it',
        description: 'Blue.',
        confidential: true,
        assignee_ids: [3],
        label_ids: '2,4',
        milestone_id: 5,
        start_date: '2026-01-10',
        due_date: '2026-02-01',
        weight: 3,
        health_status: 'on track',
        color: '#00f',
        parent_id: 'gid://gitlab/Epic/9',
        iteration_id: 11,
        linked_items: { work_item_ids: [71, 'gid://gitlab/Issue/72'], link_type: 'blocks' },
      },
      { root: made },
    );

    expect(error).toBeUndefined();
    expect(sent).toEqual([
      [
        'mutation workItemCreate',
        {
          input: {
            namespacePath: 'acme/site',
            workItemTypeId: task.id,
            title: 'Paint it',
            descriptionWidget: { description: 'Blue.' },
            confidential: true,
            assigneesWidget: { assigneeIds: [ada.id] },
            labelsWidget: { labelIds: ['gid://gitlab/Label/2', 'gid://gitlab/Label/4'] },
            milestoneWidget: { milestoneId: 'gid://gitlab/Milestone/5' },
            startAndDueDateWidget: { startDate: '2026-01-10', dueDate: '2026-02-01' },
            weightWidget: { weight: 3 },
            healthStatusWidget: { healthStatus: 'onTrack' },
            colorWidget: { color: '#00f' },
            hierarchyWidget: { parentId: 'gid://gitlab/WorkItem/9' },
            iterationWidget: { iterationId: 'gid://gitlab/Iteration/11' },
            linkedItemsWidget: {
              workItemsIds: ['gid://gitlab/WorkItem/71', 'gid://gitlab/WorkItem/72'],
              linkType: 'BLOCKS',
            },
          },
        },
      ],
    ]);
  });

  test.each([
    ['TASK', task.id],
    ['key result', 'gid://gitlab/WorkItems::Type/7'],
    [1, 'gid://gitlab/WorkItems::Type/1'],
    [
      'gid://gitlab/WorkItems::TypesFramework::Custom::Type/1001',
      'gid://gitlab/WorkItems::TypesFramework::Custom::Type/1001',
    ],
  ])('the type may be given as %j', async (type, expected) => {
    const { sent } = await recordGraphql(
      create,
      { full_path: 'a/b', title: 'x', work_item_type_id: type },
      { root: made },
    );

    expect(sent).toMatchObject([['mutation workItemCreate', { input: { workItemTypeId: expected } }]]);
  });

  test('what GitLab refuses is an error, and T-22: a bare answer is not', async () => {
    const input = { full_path: 'a/b', title: 'x', work_item_type_id: 'ISSUE' };
    const refused = await recordGraphql(create, input, {
      root: { workItemCreate: { errors: ['Type is not allowed'], workItem: null } },
    });
    const bare = await recordGraphql(create, input, { root: { workItemCreate: { errors: [], workItem: null } } });

    expect(refused.error?.message).toBe('issue.work_item_create: GitLab refused this (Type is not allowed)');
    expect(bare.error).toBeUndefined();
    expect(bare.notes).toEqual(['GitLab did this, but did not describe the result']);
  });
});

describe('issue.work_item_update', () => {
  const update = byId.get('issue.work_item_update');

  test('looks the work item up, then sends only what changes', async () => {
    const { sent, value, error } = await recordGraphql(
      update,
      {
        ...it,
        state_event: 'close',
        add_label_ids: [2],
        remove_label_ids: [4],
        due_date: null,
        parent_id: null,
        weight: null,
        status: 'in progress',
        crm_contact_ids: [6],
      },
      { root: { ...place, workItemUpdate: { errors: [], workItem } } },
    );

    expect(error).toBeUndefined();
    expect(sent).toEqual([
      found,
      [
        'mutation workItemUpdate',
        {
          input: {
            id,
            stateEvent: 'CLOSE',
            labelsWidget: { addLabelIds: ['gid://gitlab/Label/2'], removeLabelIds: ['gid://gitlab/Label/4'] },
            startAndDueDateWidget: { dueDate: null },
            hierarchyWidget: { parentId: null },
            weightWidget: { weight: null },
            statusWidget: { status: 'gid://gitlab/WorkItems::Statuses::SystemDefined::Status/2' },
            crmContactsWidget: { contactIds: ['gid://gitlab/CustomerRelations::Contact/6'] },
          },
        },
      ],
    ]);
    expect(value).toMatchObject({ id, assignees: [ada] });
  });

  test('T-06: a parent of another family is refused before anything is sent', async () => {
    const { error, sent } = await recordGraphql(update, { ...it, parent_id: 'gid://gitlab/MergeRequest/9' });

    expect(error).toMatchObject({ code: 'input.invalid', message: expect.stringContaining('parent_id') });
    expect(sent).toEqual([]);
  });

  test('changes nothing when the work item is not there, or nothing is to change', async () => {
    const absent = await recordGraphql(update, { ...it, title: 'x' }, { root: { namespace: { workItem: null } } });
    const empty = await recordGraphql(update, it);

    expect(absent.error?.message).toContain('not found');
    expect(absent.sent).toEqual([found]);
    expect(empty.error?.message).toContain('give at least one of title');
    expect(empty.sent).toEqual([]);
  });
});

test('issue.work_item_delete deletes the one it looked up', async () => {
  const deleted: unknown[] = [];
  const { sent, error, notes } = await recordGraphql(byId.get('issue.work_item_delete'), it, {
    root: { ...place, workItemDelete: remembering(deleted, { errors: [], namespace: null }) },
  });

  expect(error).toBeUndefined();
  expect(notes).toEqual([]);
  expect(sent).toEqual([found, ['mutation workItemDelete', { input: { id } }]]);
  expect(deleted).toEqual([{ input: { id } }]);
});

test('issue.work_item_type_list gives the types with their IDs', async () => {
  const { sent, value } = await recordGraphql(
    byId.get('issue.work_item_type_list'),
    { full_path: 'acme/site', type: 'task', only_available: true },
    { root: { namespace: { workItemTypes: { nodes: [task], pageInfo: page } } } },
  );

  expect(sent).toEqual([['query namespace', { fullPath: 'acme/site', name: 'TASK', onlyAvailable: true, first: 20 }]]);
  expect(value).toEqual({ nodes: [task], pageInfo: page });
});

/** As GitLab reports a fragment on a type that its schema does not have. */
function noSuchType(query: string, type: string): object {
  const before = query.slice(0, query.indexOf(`... on ${type}`)).split('\n');
  return {
    message: `No such type ${type}, so it can't be a fragment condition`,
    locations: [{ line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }],
    path: ['query WorkItem', 'namespace', 'workItem', 'widgets', `... on ${type}`],
    extensions: { code: 'undefinedType', typeName: type },
  };
}
