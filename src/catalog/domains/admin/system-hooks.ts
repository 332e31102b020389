import { defineAction } from '../../action.ts';
import { flag, id, required } from '../../field.ts';
import { page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { hookFields, hookUrl, variableName, variableValue } from '../project/hook-fields.ts';

const hookId = required(id('ID of the system hook.', { aliases: ['hook_id', 'system_hook_id'] }));
const settings = {
  name: hookFields.name,
  description: hookFields.description,
  token: hookFields.token,
  signing_token: hookFields.signing_token,
  push_events: hookFields.push_events,
  tag_push_events: hookFields.tag_push_events,
  merge_requests_events: hookFields.merge_requests_events,
  repository_update_events: flag('Call on any change of a repository.'),
  enable_ssl_verification: hookFields.enable_ssl_verification,
  push_events_branch_filter: hookFields.push_events_branch_filter,
  branch_filter_strategy: hookFields.branch_filter_strategy,
  custom_webhook_template: hookFields.custom_webhook_template,
} as const;

const list = defineAction({
  id: 'admin.system_hook_list',
  tool: 'gitlab_list_system_hooks',
  title: 'List system hooks',
  summary: 'List the webhooks that GitLab calls on what happens on the whole instance, for administrators.',
  effect: 'read',
  route: 'GET /hooks',
  params: { ...page },
  result: listOf('hook'),
  words: ['instance webhooks', 'global callbacks', 'webhooks of the whole instance'],
  related: ['admin.system_hook_get', 'admin.system_hook_add', 'project.hook_list'],
});

const get = defineAction({
  id: 'admin.system_hook_get',
  tool: 'gitlab_get_system_hook',
  title: 'Get a system hook',
  summary: 'Get one system hook with URL and events, for administrators.',
  effect: 'read',
  route: 'GET /hooks/:id',
  params: { id: hookId },
  result: one('hook'),
  words: ['show instance webhook', 'details of a system hook'],
  related: ['admin.system_hook_list', 'admin.system_hook_test'],
});

const add = defineAction({
  id: 'admin.system_hook_add',
  tool: 'gitlab_add_system_hook',
  title: 'Add a system hook',
  summary: 'Have GitLab call a URL on new users, projects, pushes and more on the whole instance, for administrators.',
  effect: 'write',
  route: 'POST /hooks',
  params: { url: required(hookUrl), ...settings },
  result: one('hook'),
  words: ['add instance webhook', 'notify on new users', 'global callback'],
  aliases: ['admin.system_hook_create'],
  related: ['admin.system_hook_test', 'admin.system_hook_list'],
});

const edit = defineAction({
  id: 'admin.system_hook_edit',
  tool: 'gitlab_edit_system_hook',
  title: 'Update a system hook',
  summary: 'Change URL, events or secret of a system hook, for administrators.',
  effect: 'write',
  route: 'PUT /hooks/:id',
  params: { id: hookId, url: hookUrl, ...settings },
  rules: [{ rule: 'at-least-one', of: ['url', ...Object.keys(settings)] }],
  result: one('hook'),
  words: ['update instance webhook', 'edit a system wide webhook', 'change the URL of a system hook'],
  aliases: ['admin.system_hook_update'],
  related: ['admin.system_hook_get'],
});

const testHook = defineAction({
  id: 'admin.system_hook_test',
  tool: 'gitlab_test_system_hook',
  title: 'Test a system hook',
  summary: 'Have GitLab call a system hook once with sample data, for administrators.',
  effect: 'write',
  route: 'POST /hooks/:id',
  params: { id: hookId },
  result: one('hook_event'),
  words: ['does the instance webhook work', 'trigger a system hook', 'send a test event to a system hook'],
  related: ['admin.system_hook_get'],
});

const remove = defineAction({
  id: 'admin.system_hook_delete',
  tool: 'gitlab_delete_system_hook',
  title: 'Delete a system hook',
  summary: 'Delete a system hook, so that its URL is not called again, for administrators.',
  effect: 'destroy',
  route: 'DELETE /hooks/:id',
  params: { id: hookId },
  result: nothing('hook'),
  words: ['remove instance webhook', 'delete the instance hook', 'remove a system wide webhook'],
  related: ['admin.system_hook_list'],
});

const setVariable = defineAction({
  id: 'admin.system_hook_set_url_variable',
  tool: 'gitlab_set_system_hook_url_variable',
  title: 'Set a URL variable of a system hook',
  summary: 'Set a value that is hidden in the URL of a system hook, for administrators.',
  effect: 'write',
  route: 'PUT /hooks/:id/url_variables/:key',
  params: { id: hookId, key: variableName, value: variableValue },
  result: nothing('hook'),
  words: ['mask part of a system hook URL'],
  related: ['admin.system_hook_delete_url_variable', 'admin.system_hook_edit'],
});

const deleteVariable = defineAction({
  id: 'admin.system_hook_delete_url_variable',
  tool: 'gitlab_delete_system_hook_url_variable',
  title: 'Delete a URL variable of a system hook',
  summary: 'Delete a value that is hidden in the URL of a system hook, for administrators.',
  effect: 'destroy',
  route: 'DELETE /hooks/:id/url_variables/:key',
  params: { id: hookId, key: variableName },
  result: nothing('hook'),
  words: ['unmask part of a system hook URL'],
  related: ['admin.system_hook_set_url_variable', 'admin.system_hook_get'],
});

export const systemHooks = [list, get, add, edit, testHook, remove, setVariable, deleteVariable];
