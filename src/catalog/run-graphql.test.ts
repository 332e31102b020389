import { describe, expect, test } from 'vitest';
import { replyJson, startStandIn } from '../../test/support/run-action.ts';
import { defineAction } from './action.ts';
import { globalId, id, list, object, oneOf, required, text } from './field.ts';
import { connection, connectionRule, groupPath } from './fields.ts';
import { listOf, one } from './result.ts';

const listWidgets = defineAction({
  id: 'widget.list',
  tool: 'gitlab_widget_list',
  title: 'List widgets',
  summary: 'List the widgets of a group.',
  effect: 'read',
  graphql: {
    document:
      'query($fullPath: ID!, $first: Int) { group(fullPath: $fullPath) { widgets(first: $first) { nodes { id weight } } } }',
    pick: 'group.widgets',
  },
  params: { group_path: groupPath, ...connection },
  rules: [connectionRule],
  result: listOf('widget'),
});
const createWidget = defineAction({
  id: 'widget.create',
  tool: 'gitlab_widget_create',
  title: 'Create widget',
  summary: 'Create a widget.',
  effect: 'write',
  graphql: {
    document: 'mutation($input: WidgetCreateInput!) { widgetCreate(input: $input) { errors widget { id weight } } }',
    pick: 'widgetCreate.widget',
    into: 'input',
  },
  params: {
    widget_id: required(id('Widget.', { globalId: { type: 'Widget' } })),
    parent_id: globalId({ type: 'WorkItem' }, 'Parent.'),
    issue_iid: id('Issue.', { asText: true, wire: 'iid' }),
    label_ids: list('Labels.', id('Label.', { globalId: { type: 'Label' } })),
    status: oneOf('Status.', ['TODO', 'DONE']),
    note: text('Note.', { nullable: true }),
    secret: text('Not sent.', { place: 'none' }),
    lock_settings: object('Settings.', { lock_id: id('Lock.', { globalId: { type: 'Lock' } }) }, { open: true }),
  },
  result: one('widget'),
});

const group = { group_path: 'acme/team' };

describe('variables', () => {
  test('are the params in camel case, with global IDs, in the one variable of a mutation', async () => {
    const { variables } = await run(createWidget, {
      widget_id: 7,
      parent_id: '#8',
      issue_iid: 9,
      label_ids: [1, 'gid://gitlab/Label/2'],
      status: 'done',
      note: null,
      secret: 'x',
      lock_settings: { lockId: 3, any_thing: [1] },
    });

    expect(variables).toEqual({
      input: {
        widgetId: 'gid://gitlab/Widget/7',
        parentId: 'gid://gitlab/WorkItem/8',
        iid: '9',
        labelIds: ['gid://gitlab/Label/1', 'gid://gitlab/Label/2'],
        status: 'DONE',
        note: null,
        lockSettings: { lockId: 3, any_thing: [1] },
      },
    });
  });

  test.each([
    ['20 items from the start', {}, { first: 20 }],
    ['what is asked for from the start', { first: 500 }, { first: 100 }],
    ['what is asked for from the end', { last: 5, before: 'x' }, { last: 5, before: 'x' }],
  ])('of a list ask for %s', async (_, paging, expected) => {
    const { variables } = await run(listWidgets, { ...group, ...paging });

    expect(variables).toEqual({ fullPath: 'acme/team', ...expected });
  });

  test('T-07: counts from both ends are refused with both names', async () => {
    await expect(run(listWidgets, { ...group, first: 1, last: 1 })).rejects.toThrow(
      'first and last exclude each other',
    );
  });
});

test('T-14: a group given by number is looked up, because GraphQL knows paths only', async () => {
  await using gitlab = await startStandIn((request, reply) =>
    replyJson(reply, request.method === 'GET' ? { id: 7, full_path: 'acme/team' } : answer),
  );

  await gitlab.run(listWidgets, { group_id: 7 });

  expect(gitlab.seen()).toEqual(['GET /groups/7?with_projects=false', 'POST /api/graphql']);
  expect(bodyOf(gitlab.requests[1]).variables).toMatchObject({ fullPath: 'acme/team' });
});

describe('a GitLab whose schema is smaller', () => {
  test('is asked once more without what it lacks, and from then on at once', async () => {
    await using gitlab = await startStandIn((request, reply) =>
      replyJson(
        reply,
        bodyOf(request).query.includes('weight') ? lacking('weight', ['group', 'widgets', 'nodes']) : answer,
      ),
    );

    const { value } = await gitlab.run(listWidgets, group);
    await gitlab.run(listWidgets, group);

    expect(value).toEqual(answer.data.group.widgets);
    expect(gitlab.requests.map((request) => bodyOf(request).query.includes('weight'))).toEqual([true, false, false]);
  });

  test('T-68: is asked for all of it again after a while, for it may have been updated', async () => {
    const clock = { now: 0 };
    let lacks = true;
    await using gitlab = await startStandIn((request, reply) =>
      replyJson(
        reply,
        lacks && bodyOf(request).query.includes('weight') ? lacking('weight', ['group', 'widgets', 'nodes']) : answer,
      ),
    );
    const asksForAll = async (): Promise<boolean> => {
      await gitlab.run(listWidgets, group, { now: () => clock.now });
      return bodyOf(gitlab.requests.at(-1)).query.includes('weight');
    };

    expect(await asksForAll()).toBe(false);
    lacks = false;
    clock.now = 599_999;
    expect(await asksForAll()).toBe(false);
    clock.now = 600_000;
    expect(await asksForAll()).toBe(true);
  });

  test('is not asked for less than the answer itself: it is too old, and says so', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, lacking('widgets', ['group'])));

    await expect(gitlab.run(listWidgets, group)).rejects.toMatchObject({
      code: 'gitlab.refused',
      message: expect.stringContaining(
        'widget.list: this GitLab is older than the feature, or of an edition without it',
      ),
    });
    expect(gitlab.seen()).toEqual(['POST /api/graphql', 'GET /version']);
  });

  test('is not asked for ever', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, lacking('id', ['group', 'widgets', 'nodes'])),
    );

    await expect(gitlab.run(listWidgets, group)).rejects.toMatchObject({ code: 'gitlab.refused' });
    expect(gitlab.requests.length).toBeLessThanOrEqual(3);
  });

  test('T-78: a mutation that ran is never repeated', async () => {
    const errors = [{ ...lacking('weight', ['widgetCreate', 'widget']).errors[0] }];
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, { data: { widgetCreate: { errors: [], widget: { id: 1 } } }, errors }),
    );

    await expect(gitlab.run(createWidget, { widget_id: 1 })).rejects.toMatchObject({ code: 'gitlab.refused' });
    expect(gitlab.requests).toHaveLength(1);
  });
});

const answer = { data: { group: { widgets: { nodes: [{ id: 1 }] } } } };

/** As GitLab reports a field that its schema does not have. */
function lacking(name: string, path: readonly string[]) {
  const column = (listWidgets.graphql?.document.indexOf(name) ?? 0) + 1;
  return {
    errors: [
      {
        message: `Field '${name}' doesn't exist`,
        locations: [{ line: 1, column }],
        path: ['query', ...path, name],
        extensions: { code: 'undefinedField' },
      },
    ],
  };
}

async function run(action: typeof listWidgets, input: object) {
  await using gitlab = await startStandIn((_, reply) =>
    replyJson(reply, { data: { ...answer.data, widgetCreate: { errors: [], widget: { id: 1 } } } }),
  );
  await gitlab.run(action, input);
  return { variables: bodyOf(gitlab.requests[0]).variables };
}

function bodyOf(request: { readonly body: Buffer } | undefined): { query: string; variables: unknown } {
  // The body is the GraphQL request this very program sent.
  return JSON.parse(request?.body.toString() ?? '{}') as { query: string; variables: unknown };
}
