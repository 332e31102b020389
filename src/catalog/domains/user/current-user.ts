import { defineAction } from '../../action.ts';
import { date, line, oneOf } from '../../field.ts';
import { keyset, keysetOrder, numericUserId, page } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { listOf, one } from '../../result.ts';
import { sendUpload, uploadFields, uploadRules } from '../../upload.ts';

const current = defineAction({
  id: 'user.current',
  tool: 'gitlab_user_current',
  title: 'Get the current user',
  summary: 'Get the user the token belongs to, with ID, username, e-mail and state.',
  effect: 'read',
  route: 'GET /user',
  params: {},
  result: one('user'),
  words: [
    'who am I',
    'my profile',
    'my user ID',
    'whoami',
    'my account',
    'which user is the token of',
    'am I logged in',
    'my own user',
    'what can I do',
    'who is logged in',
    'account I am using',
  ],
  aliases: ['user.whoami', 'user.get_current', 'user.self'],
  related: ['user.todo_list', 'user.current_user_status', 'user.memberships'],
});

const me = defineAction({
  id: 'user.me',
  tool: 'gitlab_user_current',
  title: 'Get my user',
  summary: 'Get the user the token belongs to. The same as user.current.',
  effect: 'read',
  route: 'GET /user',
  params: {},
  result: one('user'),
  words: ['who am I', 'my account'],
  related: ['user.current', 'user.todo_list'],
});

const currentStatus = defineAction({
  id: 'user.current_user_status',
  tool: 'gitlab_current_user_status',
  title: 'Get my status',
  summary: 'Get the status message, emoji and availability of the current user.',
  effect: 'read',
  route: 'GET /user/status',
  params: {},
  result: one('user_status'),
  words: ['am I set to busy', 'my status message', 'what is my status'],
  related: ['user.set_status', 'user.get_status'],
});

const getStatus = defineAction({
  id: 'user.get_status',
  tool: 'gitlab_get_user_status',
  title: 'Get the status of a user',
  summary: 'Get the status message, emoji and availability of a user.',
  effect: 'read',
  route: 'GET /users/:user_id/status',
  params: { user_id: numericUserId },
  result: one('user_status'),
  words: [
    'is someone busy',
    'away message',
    'is a colleague on holiday',
    'what is the status of someone',
    'status message of a user',
  ],
  related: ['user.get', 'user.current_user_status'],
});

const setStatus = defineAction({
  id: 'user.set_status',
  tool: 'gitlab_set_user_status',
  title: 'Set my status',
  summary: 'Set the status of the current user. What is not given is cleared.',
  effect: 'write',
  route: 'PUT /user/status',
  params: {
    emoji: line('Name of the emoji without colons. Default speech_balloon.'),
    message: line('Message, at most 100 characters.', { maxLength: 100, aliases: ['status', 'text'] }),
    availability: oneOf('Whether the user shows as busy. Default not_set.', ['not_set', 'busy'], {
      synonyms: { free: 'not_set', available: 'not_set' },
    }),
    clear_status_after: oneOf('When the status clears itself. Default never.', [
      '30_minutes',
      '3_hours',
      '8_hours',
      '1_day',
      '3_days',
      '7_days',
      '30_days',
    ]),
  },
  result: one('user_status'),
  words: ['set me to busy', 'out of office', 'clear my status', 'on vacation', 'I am away'],
  related: ['user.current_user_status'],
});

const activities = defineAction({
  id: 'user.activities',
  tool: 'gitlab_get_user_activities',
  title: 'List last activity of users',
  summary: 'List when each user was last active, for administrators.',
  effect: 'read',
  route: 'GET /user/activities',
  params: {
    from: date('Only users active on or after this day, YYYY-MM-DD. Default: six months ago.', { aliases: ['since'] }),
    ...page,
    ...keyset,
    ...keysetOrder,
  },
  result: listOf('user_activity'),
  words: ['inactive users', 'who was active', 'last seen', 'users who have not signed in for months', 'dormant users'],
  related: ['user.list', 'user.deactivate'],
});

const avatar = defineAction({
  id: 'user.upload_avatar',
  tool: 'gitlab_upload_user_avatar',
  title: 'Upload my avatar',
  summary: 'Set the avatar of the current user from an image and get its address.',
  effect: 'write',
  route: 'PUT /user/avatar',
  params: uploadFields,
  rules: uploadRules,
  run: (call) => sendUpload(call, buildRequest(call.action, {}), 'avatar'),
  result: one('avatar'),
  words: ['profile picture', 'change my photo', 'new profile photo'],
  related: ['user.current', 'user.avatar_get'],
});

export const currentUser = [current, me, currentStatus, getStatus, setStatus, activities, avatar];
