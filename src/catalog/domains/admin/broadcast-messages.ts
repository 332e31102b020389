import { defineAction } from '../../action.ts';
import { datetime, flag, id, integer, line, list as listField, oneOf, required, text } from '../../field.ts';
import { keyset, keysetOrder, page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const messageId = required(id('ID of the broadcast message.', { aliases: ['broadcast_message_id', 'message_id'] }));
const messageText = text('Text of the message.', { minLength: 1, aliases: ['text', 'body'] });
const settings = {
  starts_at: datetime('Time from which it is shown, ISO 8601. Default: now.', { aliases: ['start'] }),
  ends_at: datetime('Time until which it is shown, ISO 8601. Default: an hour from now.', { aliases: ['end'] }),
  broadcast_type: oneOf('Shown as a banner on top or as a note in the corner. Default banner.', [
    'banner',
    'notification',
  ]),
  theme: oneOf('Colors of a banner. Default indigo.', [
    'indigo',
    'light-indigo',
    'blue',
    'light-blue',
    'green',
    'light-green',
    'red',
    'light-red',
    'dark',
    'light',
  ]),
  target_path: line('Only pages with this path, * stands for any text: */welcome.', { aliases: ['path'] }),
  target_access_levels: listField(
    'Only users with one of these roles: 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner.',
    integer('Role as a number.', {
      words: { guest: 10, planner: 15, reporter: 20, developer: 30, maintainer: 40, owner: 50 },
    }),
    { split: true },
  ),
  dismissable: flag('Whether users can close it. Default false.'),
  color: line('Background color in older versions, which ignore theme.'),
  font: line('Text color in older versions.'),
} as const;

const list = defineAction({
  id: 'admin.broadcast_message_list',
  tool: 'gitlab_list_broadcast_messages',
  title: 'List broadcast messages',
  summary: 'List the messages that GitLab shows or has shown to all users.',
  effect: 'read',
  route: 'GET /broadcast_messages',
  params: { ...page, ...keyset, ...keysetOrder },
  result: listOf('broadcast_message'),
  words: ['banners', 'announcements', 'maintenance notice', 'which banners are shown now'],
  related: ['admin.broadcast_message_create', 'admin.broadcast_message_delete'],
});

const get = defineAction({
  id: 'admin.broadcast_message_get',
  tool: 'gitlab_get_broadcast_message',
  title: 'Get a broadcast message',
  summary: 'Get one broadcast message with its text, times and whether it is shown now.',
  effect: 'read',
  route: 'GET /broadcast_messages/:id',
  params: { id: messageId },
  result: one('broadcast_message'),
  words: ['show banner', 'is the banner active', 'text of the banner'],
  related: ['admin.broadcast_message_list', 'admin.broadcast_message_update'],
});

const create = defineAction({
  id: 'admin.broadcast_message_create',
  tool: 'gitlab_create_broadcast_message',
  title: 'Create a broadcast message',
  summary: 'Show a message to all users, or to some by role or page, for administrators.',
  effect: 'write',
  route: 'POST /broadcast_messages',
  params: { message: required(messageText), ...settings },
  result: one('broadcast_message'),
  words: [
    'announce maintenance',
    'show a banner',
    'tell all users',
    'notify everybody about downtime',
    'put up a banner for everyone',
    'show a banner to all users',
  ],
  related: ['admin.broadcast_message_update', 'admin.broadcast_message_delete'],
});

const update = defineAction({
  id: 'admin.broadcast_message_update',
  tool: 'gitlab_update_broadcast_message',
  title: 'Update a broadcast message',
  summary: 'Change text, times or looks of a broadcast message, for administrators.',
  effect: 'write',
  route: 'PUT /broadcast_messages/:id',
  params: { id: messageId, message: messageText, ...settings },
  rules: [{ rule: 'at-least-one', of: ['message', ...Object.keys(settings)] }],
  result: one('broadcast_message'),
  words: ['edit banner', 'extend an announcement', 'change the text of a banner', 'change the maintenance notice'],
  related: ['admin.broadcast_message_get'],
});

const remove = defineAction({
  id: 'admin.broadcast_message_delete',
  tool: 'gitlab_delete_broadcast_message',
  title: 'Delete a broadcast message',
  summary: 'Delete a broadcast message, so that nobody sees it any more, for administrators.',
  effect: 'destroy',
  route: 'DELETE /broadcast_messages/:id',
  params: { id: messageId },
  result: nothing('broadcast_message'),
  words: ['remove banner', 'end an announcement', 'take a banner down'],
  related: ['admin.broadcast_message_list'],
});

export const broadcastMessages = [list, get, create, update, remove];
