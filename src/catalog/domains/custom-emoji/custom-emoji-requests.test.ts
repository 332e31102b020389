import { describe, expect, test } from 'vitest';
import { recordGraphql } from '../../../../test/support/record-graphql.ts';
import { customEmojiActions } from './custom-emoji-actions.ts';

const byId = new Map(customEmojiActions.map((action) => [action.id, action]));
const parrot = { id: 'gid://gitlab/CustomEmoji/7', name: 'parrot', url: 'https://x.example/p.gif', external: true };
const stored = { ...parrot, createdAt: '2026-01-01T00:00:00Z' };

const rows: readonly (readonly [id: string, input: object, root: object, operation: string, variables: object])[] = [
  [
    'custom_emoji.list',
    { group: 'acme/team', include_ancestor_groups: true },
    { group: { customEmoji: { nodes: [stored], pageInfo: { hasNextPage: false, hasPreviousPage: false } } } },
    'query group',
    { fullPath: 'acme/team', includeAncestorGroups: true, first: 20 },
  ],
  [
    'custom_emoji.create',
    { group_path: 'acme/team', name: 'parrot', image_url: parrot.url },
    { createCustomEmoji: { errors: [], customEmoji: stored } },
    'mutation createCustomEmoji',
    { input: { groupPath: 'acme/team', name: 'parrot', url: parrot.url } },
  ],
  [
    'custom_emoji.delete',
    { id: 7 },
    { destroyCustomEmoji: { errors: [], customEmoji: stored } },
    'mutation destroyCustomEmoji',
    { input: { id: parrot.id } },
  ],
];

test.each(rows)('%s sends its document', async (id, input, root, operation, variables) => {
  const { error, sent } = await recordGraphql(byId.get(id), input, { root: { ...root } });

  expect(error).toBeUndefined();
  expect(sent).toEqual([[operation, variables]]);
});

test('every action has a row', () => {
  expect(rows.map(([id]) => id).sort()).toEqual([...byId.keys()].sort());
});

describe('what comes back', () => {
  test('is the connection, or the emoji', async () => {
    const [list, create] = await Promise.all(
      rows.slice(0, 2).map(([id, input, root]) => recordGraphql(byId.get(id), input, { root: { ...root } })),
    );

    expect(list?.value).toMatchObject({ nodes: [stored], pageInfo: { hasNextPage: false } });
    expect(create?.value).toEqual(stored);
  });

  test('is an error where GitLab refuses, and where it shows nothing', async () => {
    const input = { group_path: 'acme/team', name: 'parrot', url: parrot.url };
    const refused = await recordGraphql(byId.get('custom_emoji.create'), input, {
      root: { createCustomEmoji: { errors: ['Name has already been taken'], customEmoji: null } },
    });
    const unseen = await recordGraphql(
      byId.get('custom_emoji.list'),
      { group_path: 'acme/team' },
      { root: { group: null } },
    );

    expect(refused.error?.message).toBe('custom_emoji.create: GitLab refused this (Name has already been taken)');
    expect(unseen.error).toMatchObject({ code: 'gitlab.refused', message: expect.stringContaining('not found') });
  });
});
