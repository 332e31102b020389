import { defineAction } from '../../action.ts';
import { flag, globalId, line, required } from '../../field.ts';
import { connection, connectionRule, groupPath } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { createDocument, deleteDocument, listDocument } from './custom-emoji-documents.ts';

const list = defineAction({
  id: 'custom_emoji.list',
  tool: 'gitlab_list_custom_emoji',
  title: 'List custom emoji of a group',
  summary: 'List the custom emoji of a group with their images.',
  effect: 'read',
  graphql: { document: listDocument, pick: 'group.customEmoji' },
  params: {
    group_path: groupPath,
    include_ancestor_groups: flag('Include the custom emoji of parent groups. Default false.'),
    ...connection,
  },
  rules: [connectionRule],
  result: listOf('custom_emoji'),
  words: ['own emoji', 'team reactions', 'which emoji does the group have', 'our own emoji'],
  aliases: ['group.custom_emoji_list'],
  related: ['custom_emoji.create', 'custom_emoji.delete', 'issue.emoji_issue_create'],
});

const create = defineAction({
  id: 'custom_emoji.create',
  tool: 'gitlab_create_custom_emoji',
  title: 'Create a custom emoji',
  summary: 'Create a custom emoji in a group from the address of an image.',
  effect: 'write',
  graphql: { document: createDocument, pick: 'createCustomEmoji.customEmoji', into: 'input' },
  params: {
    group_path: { ...groupPath, wire: 'groupPath' },
    name: required(
      line('Name of the emoji without colons, lower case.', { minLength: 1, aliases: ['emoji', 'emoji_name'] }),
    ),
    url: required(
      line('Address of the image file, http or https.', { minLength: 1, aliases: ['image_url', 'image', 'file'] }),
    ),
  },
  result: one('custom_emoji'),
  words: [
    'add own emoji',
    'upload emoji',
    'new reaction image',
    'add a reaction image',
    'add party parrot',
    'upload an emoji',
    'new custom emoji',
  ],
  related: ['custom_emoji.list', 'custom_emoji.delete'],
});

const remove = defineAction({
  id: 'custom_emoji.delete',
  tool: 'gitlab_delete_custom_emoji',
  title: 'Delete a custom emoji',
  summary: 'Delete a custom emoji. Where it was used, only its name is left.',
  effect: 'destroy',
  graphql: { document: deleteDocument, pick: 'destroyCustomEmoji.customEmoji', into: 'input' },
  params: {
    id: required(
      globalId({ type: 'CustomEmoji' }, 'Global ID of the custom emoji as listed, or its number.', {
        aliases: ['custom_emoji_id', 'emoji_id'],
      }),
    ),
  },
  idempotent: true,
  result: nothing('custom_emoji'),
  words: ['remove own emoji', 'remove an emoji'],
  related: ['custom_emoji.list'],
});

export const customEmoji = [list, create, remove];
