import { expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

type Client = Awaited<ReturnType<typeof startWithClient>>;

async function query({ askRoot }: Client, text: string, variables: object = {}, as = 'alice') {
  const { json } = await askRoot('/api/graphql', { as, method: 'POST', body: { query: text, variables } });
  return json as { data: Record<string, never>; errors?: { message: string }[] };
}

test('a project gives its merge requests, with diff, state and threads (§9)', async () => {
  await using client = await startWithClient();

  const { data, errors } = await query(
    client,
    `{ project(fullPath: "orbital/ground-station") {
      mergeRequest(iid: "5") {
        id iid title state draft detailedMergeStatus conflicts diffHeadSha diffRefs { headSha }
        diffStatsSummary { fileCount additions } author { username } reviewers { nodes { username } }
        labels { nodes { title } } milestone { title } discussions { nodes { resolvable resolved } } }
      mergeRequests(state: opened, draft: true) { count nodes { iid } }
    } }`,
  );

  expect(errors).toBeUndefined();
  expect(data).toMatchObject({
    project: {
      mergeRequest: {
        id: expect.stringMatching(/^gid:\/\/gitlab\/MergeRequest\/\d+$/),
        iid: '5',
        state: 'opened',
        detailedMergeStatus: 'MERGEABLE',
        diffStatsSummary: { fileCount: 2 },
        author: { username: 'bob' },
        reviewers: { nodes: [{ username: 'alice' }] },
        milestone: { title: 'v2.0' },
      },
      mergeRequests: { count: 1, nodes: [{ iid: '8' }] },
    },
  });
});

test('work items are found in a namespace, with the widgets of the licence', async () => {
  await using client = await startWithClient();
  const text = `query($path: ID!) { namespace(fullPath: $path) {
    workItem(iid: "8") {
      id title state workItemType { name }
      widgets { type ... on WorkItemWidgetLabels { labels { nodes { title } } } ... on WorkItemWidgetWeight { weight } } }
    workItems(state: opened, types: [INCIDENT], first: 5) { nodes { iid title } pageInfo { hasNextPage } }
    workItemTypes { nodes { id name } } } }`;

  const free = await query(client, text, { path: 'orbital/ground-station' });
  client.gitlab.configure({ tier: 'premium' });
  const premium = await query(client, text, { path: 'orbital/ground-station' });

  expect(free.errors).toBeUndefined();
  expect(free.data).toMatchObject({
    namespace: {
      workItem: { state: 'OPEN', workItemType: { name: 'Issue' } },
      workItems: { nodes: [{ iid: '10' }], pageInfo: { hasNextPage: false } },
      workItemTypes: { nodes: expect.arrayContaining([{ id: 'gid://gitlab/WorkItems::Type/5', name: 'Task' }]) },
    },
  });
  expect(JSON.stringify(free.data)).not.toContain('WEIGHT');
  expect(JSON.stringify(premium.data)).toContain('"type":"WEIGHT","weight":3');
});

test('work items are made, changed and deleted by those who may; a business failure is in the payload (§9)', async () => {
  await using client = await startWithClient();
  const create = `mutation($input: WorkItemCreateInput!) { workItemCreate(input: $input) { workItem { id iid title } errors } }`;
  const update = `mutation($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { workItem { title state } errors } }`;
  const destroy = `mutation($input: WorkItemDeleteInput!) { workItemDelete(input: $input) { errors } }`;
  const input = { namespacePath: 'acme/site', title: 'Try GraphQL', workItemTypeId: 'gid://gitlab/WorkItems::Type/5' };

  const made = await query(client, create, { input });
  const { id } = (made.data as unknown as { workItemCreate: { workItem: { id: string } } }).workItemCreate.workItem;
  const blank = await query(client, create, { input: { ...input, title: ' ' } });
  const closed = await query(client, update, {
    input: { id: id.replace('WorkItem', 'Issue'), title: 'Tried', stateEvent: 'CLOSE' },
  });
  const refused = await query(client, update, { input: { id, title: 'x' } }, 'dave');
  const gone = await query(client, destroy, { input: { id } });

  expect(made.data).toMatchObject({ workItemCreate: { workItem: { iid: '4' }, errors: [] } });
  expect(blank.data).toMatchObject({ workItemCreate: { workItem: null, errors: ["Title can't be blank"] } });
  expect(closed.data).toMatchObject({ workItemUpdate: { workItem: { title: 'Tried', state: 'CLOSED' } } });
  expect(refused.data).toEqual({ workItemUpdate: null });
  expect(refused.errors?.[0]?.message).toContain("you don't have permission to perform this action");
  expect(gone.data).toEqual({ workItemDelete: { errors: [] } });
  expect((await client.ask('/projects/acme%2Fsite/issues/4', { as: 'alice' })).status).toBe(404);
});

test('confidential work items are null to those who may not see them', async () => {
  await using client = await startWithClient();
  const text = '{ namespace(fullPath: "acme/site") { workItem(iid: "3") { title } workItems { count } } }';

  expect((await query(client, text, {}, 'dave')).data).toEqual({
    namespace: { workItem: null, workItems: { count: 2 } },
  });
  expect((await query(client, text)).data).toMatchObject({ namespace: { workItems: { count: 3 } } });
});
