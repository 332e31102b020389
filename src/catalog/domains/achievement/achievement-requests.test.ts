import { describe, expect, test } from 'vitest';
import { recordGraphql } from '../../../../test/support/record-graphql.ts';
import type { LocalFiles } from '../../call.ts';
import { achievementActions } from './achievement-actions.ts';

const byId = new Map(achievementActions.map((action) => [action.id, action]));
const at = '2026-01-01T00:00:00Z';
const page = { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null };
const id = 'gid://gitlab/Achievements::Achievement/5';
const awardId = 'gid://gitlab/Achievements::UserAchievement/8';
const ada = { id: 'gid://gitlab/User/3', username: 'ada', name: 'Ada', webUrl: 'https://gitlab.example/ada' };
const achievement = { id, name: 'Helper', description: null, avatarUrl: null, createdAt: at, updatedAt: at };
const award = {
  id: awardId,
  achievement,
  user: ada,
  createdAt: at,
  updatedAt: at,
  showOnProfile: true,
  priority: null,
};
const inside = (key: string, node: object) => ({
  namespace: { achievements: { nodes: [{ [key]: { nodes: [node], pageInfo: page } }] } },
});

type Row = readonly [id: string, input: object, root: object, sent: readonly unknown[]];
const rows: readonly Row[] = [
  [
    'achievement.list',
    { full_path: 'acme', ids: '5' },
    { namespace: { achievements: { nodes: [achievement], pageInfo: page } } },
    [['query namespace', { fullPath: 'acme', ids: [id], first: 20 }]],
  ],
  [
    'achievement.recipients',
    { full_path: 'acme', achievement_id: 5, first: 2, after: 'x' },
    inside('userAchievements', award),
    [['query namespace', { fullPath: 'acme', ids: [id], first: 2, after: 'x' }]],
  ],
  [
    'achievement.unique_users',
    { full_path: 'acme', achievement_id: id },
    inside('uniqueUsers', ada),
    [['query namespace', { fullPath: 'acme', ids: [id], first: 20 }]],
  ],
  [
    'achievement.create',
    { namespace_id: 'acme', name: 'Helper' },
    { achievementsCreate: { errors: [], achievement } },
    [
      'GET /namespaces/acme',
      ['mutation achievementsCreate', { input: { namespaceId: 'gid://gitlab/Namespace/9', name: 'Helper' } }],
    ],
  ],
  [
    'achievement.update',
    { achievement_id: 5, description: 'Helps' },
    { achievementsUpdate: { errors: [], achievement } },
    [['mutation achievementsUpdate', { input: { achievementId: id, description: 'Helps' } }]],
  ],
  [
    'achievement.delete',
    { achievement_id: 5 },
    { achievementsDelete: { errors: [], achievement } },
    [['mutation achievementsDelete', { input: { achievementId: id } }]],
  ],
  [
    'achievement.award',
    { achievement_id: 5, username: 'ada', message: 'Thanks' },
    { achievementsAward: { errors: [], userAchievement: award } },
    [
      'GET /users?username=ada',
      ['mutation achievementsAward', { input: { achievementId: id, userId: ada.id, awardMessage: 'Thanks' } }],
    ],
  ],
  [
    'achievement.revoke',
    { user_achievement_id: 8 },
    { achievementsRevoke: { errors: [], userAchievement: { ...award, revokedAt: at } } },
    [['mutation achievementsRevoke', { input: { userAchievementId: awardId } }]],
  ],
  [
    'achievement.user_list',
    { user: '@ada', include_hidden: true },
    { user: { userAchievements: { nodes: [award], pageInfo: page } } },
    [['query user', { username: 'ada', includeHidden: true, first: 20 }]],
  ],
  [
    'achievement.user_achievement_update',
    { award_id: 8, show_on_profile: false },
    { userAchievementsUpdate: { errors: [], userAchievement: award } },
    [['mutation userAchievementsUpdate', { input: { userAchievementId: awardId, showOnProfile: false } }]],
  ],
  [
    'achievement.user_achievement_reorder',
    { user_achievement_ids: [8] },
    { userAchievementPrioritiesUpdate: { errors: [], userAchievements: [award] } },
    [['mutation userAchievementPrioritiesUpdate', { input: { userAchievementIds: [awardId] } }]],
  ],
  [
    'achievement.user_achievement_delete',
    { user_achievement_id: 8 },
    { userAchievementsDelete: { errors: [], userAchievement: award } },
    [['mutation userAchievementsDelete', { input: { userAchievementId: awardId } }]],
  ],
];

test.each(rows)('%s sends its document', async (name, input, root, expected) => {
  const { error, sent, value } = await recordGraphql(byId.get(name), input, {
    root: { ...root },
    rest: { 'GET /namespaces/acme': { id: 9 }, 'GET /users?username=ada': [{ id: 3 }] },
  });

  expect(error).toBeUndefined();
  expect(sent).toEqual(expected);
  expect(value).toBeDefined();
});

test('every action has a row', () => {
  expect(rows.map(([name]) => name).sort()).toEqual([...byId.keys()].sort());
});

test('a user given by number is looked up, because GraphQL lists achievements by username', async () => {
  const { sent } = await recordGraphql(
    byId.get('achievement.user_list'),
    { username: 3 },
    {
      root: { user: { userAchievements: { nodes: [], pageInfo: page } } },
      rest: { 'GET /users/3': { username: 'ada' } },
    },
  );

  expect(sent).toEqual(['GET /users/3', ['query user', { username: 'ada', first: 20 }]]);
});

test('an achievement that is not in the namespace is not an empty list', async () => {
  const { error } = await recordGraphql(
    byId.get('achievement.recipients'),
    { full_path: 'acme', achievement_id: 5 },
    { root: { namespace: { achievements: { nodes: [] } } } },
  );

  expect(error).toMatchObject({ code: 'gitlab.refused', message: expect.stringContaining('not found') });
});

describe('the image of an achievement', () => {
  const root = { achievementsCreate: { errors: [], achievement } };
  const given = { namespace_id: 9, name: 'Helper' };

  test('T-77: travels as a file beside the document', async () => {
    const { sent, uploads } = await recordGraphql(
      byId.get('achievement.create'),
      { ...given, avatar_content_base64: 'UE5H', avatar_filename: 'star.gif' },
      { root },
    );

    expect(sent).toEqual([
      [
        'mutation achievementsCreate',
        { input: { namespaceId: 'gid://gitlab/Namespace/9', name: 'Helper', avatar: null } },
      ],
    ]);
    expect(uploads).toEqual([
      { variable: 'input.avatar', fileName: 'star.gif', contentType: 'image/gif', content: Buffer.from('PNG') },
    ]);
  });

  test('is read from a local file on stdio, and changes an achievement alone', async () => {
    const files: LocalFiles = {
      read: (path) => Promise.resolve({ name: path, content: Buffer.from('PNG') }),
      write: () => Promise.reject(new Error('nothing to write')),
      list: () => Promise.resolve([]),
    };

    const { uploads, error } = await recordGraphql(
      byId.get('achievement.update'),
      { achievement_id: 5, avatar_file_path: 'star.PNG' },
      { root: { achievementsUpdate: { errors: [], achievement } }, files },
    );

    expect(error).toBeUndefined();
    expect(uploads).toMatchObject([{ fileName: 'star.PNG', contentType: 'image/png' }]);
  });

  test.each([
    ['both a path and content', { avatar_file_path: 'a.png', avatar_content_base64: 'UE5H' }, 'exclude each other'],
    ['a path over HTTP', { avatar_file_path: 'a.png' }, 'file_path works only where'],
    ['what is no base64', { avatar_content_base64: '%%%' }, 'not base64'],
    ['what is no image', { avatar_content_base64: 'UE5H', avatar_filename: 'a.exe' }, 'is no image'],
    ['a type that is no image', { avatar_content_base64: 'UE5H', avatar_content_type: 'text/html' }, 'is no image'],
  ])('%s is refused before anything is sent', async (_, avatar, word) => {
    const { error, sent } = await recordGraphql(byId.get('achievement.create'), { ...given, ...avatar }, { root });

    expect(error).toMatchObject({ code: 'input.invalid', message: expect.stringContaining(word) });
    expect(sent).toEqual([]);
  });
});

test('what GitLab refuses is an error', async () => {
  const { error } = await recordGraphql(
    byId.get('achievement.award'),
    { achievement_id: 5, user_id: 3 },
    { root: { achievementsAward: { errors: ['Already awarded'], userAchievement: null } } },
  );

  expect(error?.message).toBe('achievement.award: GitLab refused this (Already awarded)');
});
