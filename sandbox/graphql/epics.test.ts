import { expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

type Client = Awaited<ReturnType<typeof startWithClient>>;

async function query({ askRoot }: Client, text: string, variables: object = {}, as = 'alice') {
  const { json } = await askRoot('/api/graphql', { as, method: 'POST', body: { query: text, variables } });
  return json as { data: Record<string, never>; errors?: { message: string }[] };
}

const outline = `{ namespace(fullPath: "orbital") { workItems(types: [EPIC], sort: CREATED_ASC) { nodes {
  id iid title reference(full: true) webUrl namespace { fullPath }
  widgets(onlyTypes: [HIERARCHY]) { ... on WorkItemWidgetHierarchy {
    parent { iid } children { nodes { reference(full: true) } } } } } } } }`;

test('epics are work items of a group, seen with a licence, with their children in order (§9)', async () => {
  await using client = await startWithClient();

  const free = await query(client, outline);
  client.gitlab.configure({ tier: 'premium' });
  const premium = await query(client, outline);

  expect(free.data).toEqual({ namespace: { workItems: { nodes: [] } } });
  expect(premium.errors).toBeUndefined();
  expect(premium.data).toMatchObject({
    namespace: {
      workItems: {
        nodes: [
          {
            iid: '1',
            reference: 'orbital&1',
            webUrl: expect.stringMatching(/\/groups\/orbital\/-\/epics\/1$/),
            namespace: { fullPath: 'orbital' },
            widgets: [
              {
                parent: null,
                children: { nodes: [{ reference: 'orbital&2' }, { reference: 'orbital/ground-station#8' }] },
              },
            ],
          },
          { iid: '2', widgets: [{ parent: { iid: '1' } }] },
        ],
      },
    },
  });
});

test('an epic cannot end up below itself, and an issue has nothing below it', async () => {
  await using client = await startWithClient({ tier: 'premium' });
  const find = `query($path: ID!, $iid: String!) { namespace(fullPath: $path) { workItem(iid: $iid) { id } } }`;
  const idOf = async (path: string, iid: string) => {
    const { data } = await query(client, find, { path, iid });
    return (data as unknown as { namespace: { workItem: { id: string } } }).namespace.workItem.id;
  };
  const [above, below, issue] = [
    await idOf('orbital', '1'),
    await idOf('orbital', '2'),
    await idOf('orbital/ground-station', '8'),
  ];
  const update = `mutation($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }`;
  const put = (id: string, parentId: string) => query(client, update, { input: { id, hierarchyWidget: { parentId } } });

  expect((await put(above, below)).data).toEqual({
    workItemUpdate: { errors: ["&1 cannot be added: it's an ancestor of its parent"] },
  });
  expect((await put(below, issue)).data).toEqual({
    workItemUpdate: { errors: [expect.stringContaining("it's not allowed to add this type of parent item")] },
  });
});

test('lists of work items are narrowed down by assignee, time and milestone', async () => {
  await using client = await startWithClient();
  const count = async (filters: string) => {
    const text = `{ namespace(fullPath: "orbital/ground-station") { workItems(${filters}) { count } } }`;
    const { data, errors } = await query(client, text);
    expect(errors).toBeUndefined();
    return (data as unknown as { namespace: { workItems: { count: number } } }).namespace.workItems.count;
  };
  const all = await count('state: all');

  expect(await count('assigneeUsernames: ["bob"]')).toBeGreaterThan(0);
  expect(await count('assigneeUsernames: ["bob"]')).toBeLessThan(all);
  expect(await count('assigneeUsernames: ["bob", "stranger"]')).toBe(0);
  expect(await count('milestoneTitle: ["v2.0"]')).toBeLessThan(all);
  expect((await count('createdAfter: "2026-01-01"')) + (await count('createdBefore: "2026-01-01"'))).toBe(all);
});
