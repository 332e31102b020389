import { defineAction } from '../../action.ts';
import { flag, id, oneOf, required } from '../../field.ts';
import { groupId, keysetOrder } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import {
  headerName,
  headerValue,
  hookFields,
  hookId,
  hookTriggers,
  hookUrl,
  triggerSynonyms,
  variableName,
  variableValue,
} from '../project/hook-fields.ts';
import { paging } from './group-fields.ts';

const ofHook = { group_id: groupId, hook_id: hookId } as const;
const groupEvents = {
  member_events: flag('Call on members that come, change or go.'),
  subgroup_events: flag('Call on subgroups that come or go.'),
  project_events: flag('Call on projects that come or go.'),
} as const;

const list = defineAction({
  id: 'group.hook_list',
  tool: 'gitlab_group_hook_list',
  title: 'List webhooks of a group',
  summary: 'List the webhooks of a group with the events they are called on.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/hooks',
  params: { group_id: groupId, ...paging, ...keysetOrder },
  result: listOf('hook'),
  words: ['callbacks of a group', 'group webhooks', 'which webhooks does a group have'],
  related: ['group.hook_get', 'group.hook_add', 'project.hook_list'],
});

const get = defineAction({
  id: 'group.hook_get',
  tool: 'gitlab_group_hook_get',
  title: 'Get a webhook of a group',
  summary: 'Get one webhook of a group with its events and whether it is disabled.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/hooks/:hook_id',
  params: ofHook,
  result: one('hook'),
  words: ['why is the group webhook not called', 'details of a group webhook', 'recent deliveries of a group webhook'],
  related: ['group.hook_list', 'group.hook_edit'],
});

const add = defineAction({
  id: 'group.hook_add',
  tool: 'gitlab_group_hook_add',
  title: 'Add a webhook to a group',
  summary: 'Have GitLab call a URL when something happens in any project of a group.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/hooks',
  params: { group_id: groupId, url: required(hookUrl), ...hookFields, ...groupEvents },
  result: one('hook'),
  words: ['notify my service of all projects', 'add a group webhook', 'webhook for all projects of a group'],
  related: ['group.hook_test', 'group.hook_edit', 'group.hook_list'],
});

const edit = defineAction({
  id: 'group.hook_edit',
  tool: 'gitlab_group_hook_edit',
  title: 'Update a webhook of a group',
  summary: 'Change URL, events or secret of a webhook of a group.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /groups/:group_id/hooks/:hook_id',
  params: { ...ofHook, url: hookUrl, ...hookFields, ...groupEvents },
  result: one('hook'),
  words: ['update group callback', 'change the URL of a group webhook', 'disable a group webhook'],
  related: ['group.hook_get', 'group.hook_test'],
});

const remove = defineAction({
  id: 'group.hook_delete',
  tool: 'gitlab_group_hook_delete',
  title: 'Delete a webhook of a group',
  summary: 'Delete a webhook of a group, so that its URL is not called again.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/hooks/:hook_id',
  params: ofHook,
  result: nothing('hook'),
  words: ['remove group callback', 'delete a group webhook'],
  related: ['group.hook_list'],
});

const testHook = defineAction({
  id: 'group.hook_test',
  tool: 'gitlab_group_hook_test',
  title: 'Test a webhook of a group',
  summary: 'Have GitLab call a webhook of a group once, with sample data of an event.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/hooks/:hook_id/test/:trigger',
  params: {
    ...ofHook,
    trigger: required(oneOf('Event to send.', hookTriggers, { aliases: ['event'], synonyms: triggerSynonyms })),
  },
  result: nothing('hook'),
  words: ['trigger a group webhook', 'send a test event to a group webhook'],
  related: ['group.hook_get'],
});

const resend = defineAction({
  id: 'group.hook_resend_event',
  tool: 'gitlab_group_hook_resend_event',
  title: 'Resend a webhook event of a group',
  summary: 'Have GitLab repeat a call that a webhook of a group made before, and get the new response status.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/hooks/:hook_id/events/:hook_event_id/resend',
  params: {
    ...ofHook,
    hook_event_id: required(id('ID of the logged call.', { aliases: ['event_id', 'hook_log_id'] })),
  },
  result: one('hook_event'),
  words: ['retry a webhook delivery', 'send a failed delivery again', 'redeliver a webhook event of a group'],
  related: ['group.hook_get', 'group.hook_test'],
});

const setHeader = defineAction({
  id: 'group.hook_set_custom_header',
  tool: 'gitlab_group_hook_set_custom_header',
  title: 'Set a header of a group webhook',
  summary: 'Have a webhook of a group send a header.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /groups/:group_id/hooks/:hook_id/custom_headers/:key',
  params: { ...ofHook, key: headerName, value: headerValue },
  result: nothing('hook'),
  words: ['authorization for the group callback'],
  related: ['group.hook_delete_custom_header', 'group.hook_get'],
});

const deleteHeader = defineAction({
  id: 'group.hook_delete_custom_header',
  tool: 'gitlab_group_hook_delete_custom_header',
  title: 'Delete a header of a group webhook',
  summary: 'Stop a webhook of a group from sending a header.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/hooks/:hook_id/custom_headers/:key',
  params: { ...ofHook, key: headerName },
  result: nothing('hook'),
  words: ['remove group callback header'],
  related: ['group.hook_set_custom_header', 'group.hook_get'],
});

const setVariable = defineAction({
  id: 'group.hook_set_url_variable',
  tool: 'gitlab_group_hook_set_url_variable',
  title: 'Set a group webhook URL variable',
  summary: 'Set a value that is hidden in the URL of a webhook of a group.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /groups/:group_id/hooks/:hook_id/url_variables/:key',
  params: { ...ofHook, key: variableName, value: variableValue },
  result: nothing('hook'),
  words: ['mask part of the group callback URL'],
  related: ['group.hook_delete_url_variable', 'group.hook_edit'],
});

const deleteVariable = defineAction({
  id: 'group.hook_delete_url_variable',
  tool: 'gitlab_group_hook_delete_url_variable',
  title: 'Delete a group webhook URL variable',
  summary: 'Delete a value that is hidden in the URL of a webhook of a group.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/hooks/:hook_id/url_variables/:key',
  params: { ...ofHook, key: variableName },
  result: nothing('hook'),
  words: ['unmask part of the group callback URL'],
  related: ['group.hook_set_url_variable', 'group.hook_get'],
});

export const hooks = [
  list,
  get,
  add,
  edit,
  remove,
  testHook,
  resend,
  setHeader,
  deleteHeader,
  setVariable,
  deleteVariable,
];
