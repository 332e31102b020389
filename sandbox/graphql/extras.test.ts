import { expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

type Client = Awaited<ReturnType<typeof startWithClient>>;

async function query({ askRoot }: Client, text: string, variables: object = {}, as = 'alice') {
  const { json } = await askRoot('/api/graphql', { as, method: 'POST', body: { query: text, variables } });
  return json as { data: Record<string, never>; errors?: { message: string }[] };
}

test('a custom emoji needs a name of its own and an address; guests of the group only look', async () => {
  await using client = await startWithClient();
  const create = `mutation($input: CreateCustomEmojiInput!) { createCustomEmoji(input: $input) { customEmoji { id name } errors } }`;
  const input = { groupPath: 'orbital', name: 'dish', url: 'https://example.com/dish.png' };

  const made = await query(client, create, { input });
  const again = await query(client, create, { input });
  const wrong = await query(client, create, { input: { ...input, name: 'No Blanks', url: 'dish.png' } });
  const refused = await query(client, create, { input: { ...input, name: 'other' } }, 'carol');
  const listed = await query(client, '{ group(fullPath: "orbital") { customEmoji { nodes { name external } } } }');

  expect(made.data).toMatchObject({ createCustomEmoji: { customEmoji: { name: 'dish' }, errors: [] } });
  expect(again.data).toMatchObject({ createCustomEmoji: { errors: ['Name has already been taken'] } });
  expect(wrong.data).toMatchObject({ createCustomEmoji: { errors: ['Name is invalid', 'File is invalid'] } });
  expect(refused.data).toEqual({ createCustomEmoji: null });
  expect(listed.data).toEqual({ group: { customEmoji: { nodes: [{ name: 'dish', external: true }] } } });
});

test('a private saved view is seen by whoever made it, and only they change it', async () => {
  await using client = await startWithClient();
  const create = `mutation($input: WorkItemSavedViewCreateInput!) {
    workItemSavedViewCreate(input: $input) { savedView { id subscribed filters } errors } }`;
  const list = '{ namespace(fullPath: "orbital") { savedViews { nodes { name } } } }';
  const input = {
    namespacePath: 'orbital',
    sort: 'CREATED_ASC',
    filters: { search: 'dish' },
    displaySettings: {},
    private: true,
  };

  const made = await query(client, create, { input: { ...input, name: 'Mine' } });
  await query(client, create, { input: { ...input, name: 'Ours', private: false } });
  const { id } = (made.data as unknown as { workItemSavedViewCreate: { savedView: { id: string } } })
    .workItemSavedViewCreate.savedView;
  const destroy = `mutation($input: WorkItemSavedViewDeleteInput!) { workItemSavedViewDelete(input: $input) { errors } }`;

  expect(made.data).toMatchObject({
    workItemSavedViewCreate: { savedView: { subscribed: true, filters: { search: 'dish' } }, errors: [] },
  });
  expect((await query(client, list)).data).toEqual({
    namespace: { savedViews: { nodes: [{ name: 'Mine' }, { name: 'Ours' }] } },
  });
  expect((await query(client, list, {}, 'bob')).data).toEqual({
    namespace: { savedViews: { nodes: [{ name: 'Ours' }] } },
  });
  expect((await query(client, destroy, { input: { id } }, 'bob')).data).toEqual({ workItemSavedViewDelete: null });
  expect((await query(client, destroy, { input: { id } })).data).toEqual({ workItemSavedViewDelete: { errors: [] } });
});

test('an achievement is awarded by maintainers, hidden by whoever has it, and revoked once', async () => {
  await using client = await startWithClient();
  const ids = await query(client, '{ group(fullPath: "orbital") { id } user(username: "bob") { id } }');
  const { group, user } = ids.data as unknown as { group: { id: string }; user: { id: string } };
  const create = `mutation($input: AchievementsCreateInput!) { achievementsCreate(input: $input) { achievement { id } errors } }`;
  const award = `mutation($input: AchievementsAwardInput!) { achievementsAward(input: $input) { userAchievement { id } errors } }`;
  const hide = `mutation($input: UserAchievementsUpdateInput!) { userAchievementsUpdate(input: $input) { errors } }`;
  const revoke = `mutation($input: AchievementsRevokeInput!) { achievementsRevoke(input: $input) { errors } }`;
  const shown = '{ user(username: "bob") { userAchievements { nodes { achievement { name } } } } }';

  const made = await query(client, create, { input: { namespaceId: group.id, name: 'First light' } });
  const achievementId = (made.data as unknown as { achievementsCreate: { achievement: { id: string } } })
    .achievementsCreate.achievement.id;
  const input = { achievementId, userId: user.id };
  const refused = await query(client, award, { input }, 'bob');
  const given = await query(client, award, { input });
  const userAchievementId = (given.data as unknown as { achievementsAward: { userAchievement: { id: string } } })
    .achievementsAward.userAchievement.id;

  expect(refused.data).toEqual({ achievementsAward: null });
  expect((await query(client, shown)).data).toEqual({
    user: { userAchievements: { nodes: [{ achievement: { name: 'First light' } }] } },
  });
  await query(client, hide, { input: { userAchievementId, showOnProfile: false } }, 'bob');
  expect((await query(client, shown)).data).toEqual({ user: { userAchievements: { nodes: [] } } });
  expect((await query(client, revoke, { input: { userAchievementId } })).data).toEqual({
    achievementsRevoke: { errors: [] },
  });
  expect((await query(client, revoke, { input: { userAchievementId } })).data).toEqual({
    achievementsRevoke: { errors: ['This achievement has already been revoked'] },
  });
});
