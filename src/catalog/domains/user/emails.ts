import { defineAction } from '../../action.ts';
import { flag, id, line, required } from '../../field.ts';
import { numericUserId, page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const emailId = required(id('ID of the e-mail address.', { aliases: ['id'] }));
const address = {
  email: required(line('E-mail address.', { minLength: 3, aliases: ['address'] })),
  skip_confirmation: flag('Take the address as confirmed, for administrators. Default false.'),
} as const;

const list = defineAction({
  id: 'user.emails',
  tool: 'gitlab_list_emails',
  title: 'List my e-mail addresses',
  summary: 'List the e-mail addresses of the current user.',
  effect: 'read',
  route: 'GET /user/emails',
  params: { ...page },
  result: listOf('email'),
  words: ['my mail addresses', 'secondary email'],
  related: ['user.add_email', 'user.current'],
});

const listForUser = defineAction({
  id: 'user.emails_for_user',
  tool: 'gitlab_list_emails_for_user',
  title: 'List e-mail addresses of a user',
  summary: 'List the e-mail addresses of a user, for administrators.',
  effect: 'read',
  route: 'GET /users/:user_id/emails',
  params: { user_id: numericUserId, ...page },
  result: listOf('email'),
  words: ['mail addresses of someone'],
  related: ['user.add_email_for_user', 'user.get'],
});

const get = defineAction({
  id: 'user.get_email',
  tool: 'gitlab_get_email',
  title: 'Get one of my e-mail addresses',
  summary: 'Get one e-mail address of the current user and when it was confirmed.',
  effect: 'read',
  route: 'GET /user/emails/:email_id',
  params: { email_id: emailId },
  result: one('email'),
  words: ['is my address confirmed', 'is my address verified'],
  related: ['user.emails'],
});

const add = defineAction({
  id: 'user.add_email',
  tool: 'gitlab_add_email',
  title: 'Add an e-mail address',
  summary: 'Add an e-mail address to the current user, which has to be confirmed.',
  effect: 'write',
  route: 'POST /user/emails',
  params: address,
  result: one('email'),
  words: ['register my mail address'],
  related: ['user.emails', 'user.delete_email'],
});

const addForUser = defineAction({
  id: 'user.add_email_for_user',
  tool: 'gitlab_add_email_for_user',
  title: 'Add an e-mail address to a user',
  summary: 'Add an e-mail address to a user, for administrators.',
  effect: 'write',
  route: 'POST /users/:user_id/emails',
  params: { user_id: numericUserId, ...address },
  result: one('email'),
  words: ['register a mail address for someone'],
  related: ['user.emails_for_user'],
});

const remove = defineAction({
  id: 'user.delete_email',
  tool: 'gitlab_delete_email',
  title: 'Delete one of my e-mail addresses',
  summary: 'Remove an e-mail address from the current user.',
  effect: 'destroy',
  route: 'DELETE /user/emails/:email_id',
  params: { email_id: emailId },
  result: nothing('email'),
  words: ['drop my mail address', 'remove one of my mail addresses'],
  related: ['user.emails'],
});

const removeForUser = defineAction({
  id: 'user.delete_email_for_user',
  tool: 'gitlab_delete_email_for_user',
  title: 'Delete an e-mail address of a user',
  summary: 'Remove an e-mail address from a user, for administrators.',
  effect: 'destroy',
  route: 'DELETE /users/:user_id/emails/:email_id',
  params: { user_id: numericUserId, email_id: emailId },
  result: nothing('email'),
  words: ['drop a mail address of someone'],
  related: ['user.emails_for_user'],
});

export const emails = [list, listForUser, get, add, addForUser, remove, removeForUser];
