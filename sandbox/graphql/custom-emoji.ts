import { viewerGroupLevel } from '../access/levels.ts';
import type { Group } from '../world/groups.ts';
import { levels } from '../world/members.ts';
import { defineState } from '../world/world.ts';
import { notAvailable } from './errors.ts';
import { fromGlobalId, toGlobalId } from './ids.ts';
import { payload } from './payload.ts';
import { findGroup } from './places.ts';
import { type Area, type Context, connection } from './schema.ts';

interface CustomEmoji {
  readonly id: number;
  readonly groupId: number;
  readonly name: string;
  readonly url: string;
  readonly createdAt: string;
}

/** Oldest first. */
const emojiState = defineState((): CustomEmoji[] => []);

/** Images a group reacts with. */
export const customEmoji: Area = {
  inputs: {
    CreateCustomEmojiInput: { groupPath: 'ID!', name: 'String!', url: 'String!', clientMutationId: 'String' },
    DestroyCustomEmojiInput: { id: 'CustomEmojiID!', clientMutationId: 'String' },
  },
  objects: {
    Group: {
      fields: {
        customEmoji: connection(
          'CustomEmoji',
          { includeAncestorGroups: 'Boolean' },
          (group: Group, { includeAncestorGroups }: { includeAncestorGroups?: boolean }, { world }) => {
            const groups = includeAncestorGroups === true ? world.groups.selfAndAncestors(group) : [group];
            return world.state(emojiState).filter(({ groupId }) => groups.some(({ id }) => id === groupId));
          },
        ),
      },
    },
    Mutation: {
      fields: {
        createCustomEmoji: {
          type: 'CreateCustomEmojiPayload',
          args: { input: 'CreateCustomEmojiInput!' },
          resolve: (_source: unknown, { input }: { input: CreateInput }, context: Context) => create(context, input),
        },
        destroyCustomEmoji: {
          type: 'DestroyCustomEmojiPayload',
          args: { input: 'DestroyCustomEmojiInput!' },
          resolve: (_source: unknown, { input }: { input: { id: string } }, context: Context) =>
            destroy(context, input.id),
        },
      },
    },
    CreateCustomEmojiPayload: payload({ customEmoji: { type: 'CustomEmoji' } }),
    DestroyCustomEmojiPayload: payload({ customEmoji: { type: 'CustomEmoji' } }),
    CustomEmoji: {
      grant: 'open',
      fields: {
        id: { type: 'CustomEmojiID!', resolve: ({ id }: CustomEmoji) => toGlobalId('CustomEmoji', id) },
        name: { type: 'String!' },
        url: { type: 'String!' },
        external: { type: 'Boolean!', resolve: () => true },
        createdAt: { type: 'Time!' },
      },
    },
  },
};

interface CreateInput {
  readonly groupPath: string;
  readonly name: string;
  readonly url: string;
}

function create(context: Context, { groupPath, name, url }: CreateInput) {
  const { world } = context;
  const group = findGroup(context, groupPath);
  if (group === undefined || viewerGroupLevel(context, group) < levels.developer) throw notAvailable();
  const all = world.state(emojiState);
  const errors = [
    ...(/^[a-z0-9_-]+$/.test(name) ? [] : ['Name is invalid']),
    ...(/^https?:\/\/\S+$/.test(url) ? [] : ['File is invalid']),
    ...(all.some((emoji) => emoji.groupId === group.id && emoji.name === name) ? ['Name has already been taken'] : []),
  ];
  if (errors.length > 0) return { customEmoji: null, errors };
  const emoji = {
    id: world.nextId('custom_emoji'),
    groupId: group.id,
    name,
    url,
    createdAt: world.clock.timestamp(),
  };
  all.push(emoji);
  return { customEmoji: emoji, errors: [] };
}

function destroy(context: Context, id: string) {
  const { world } = context;
  const all = world.state(emojiState);
  const emoji = all.find((each) => each.id === fromGlobalId(id, 'CustomEmoji'));
  const group = emoji === undefined ? undefined : world.groups.find(emoji.groupId);
  if (emoji === undefined || group === undefined || viewerGroupLevel(context, group) < levels.maintainer) {
    throw notAvailable();
  }
  all.splice(all.indexOf(emoji), 1);
  return { customEmoji: emoji, errors: [] };
}
