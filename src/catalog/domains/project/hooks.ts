import { defineAction } from '../../action.ts';
import { flag, oneOf, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
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
} from './hook-fields.ts';

const ofHook = { project_id: projectId, hook_id: hookId } as const;
const deployTokenEvents = flag('Call on deploy tokens that are about to expire.');

const list = defineAction({
  id: 'project.hook_list',
  tool: 'gitlab_project_hook_list',
  title: 'List webhooks of a project',
  summary: 'List the webhooks of a project with the events they are called on.',
  effect: 'read',
  route: 'GET /projects/:project_id/hooks',
  params: { project_id: projectId, ...page },
  result: listOf('hook'),
  words: [
    'callbacks',
    'which webhooks exist',
    'who gets notified on push',
    'list webhooks',
    'webhooks of the repo',
    'show hooks',
  ],
  aliases: ['project.webhook_list', 'project.hooks'],
  related: ['project.hook_get', 'project.hook_add', 'project.hook_test'],
});

const get = defineAction({
  id: 'project.hook_get',
  tool: 'gitlab_project_hook_get',
  title: 'Get a webhook of a project',
  summary: 'Get one webhook of a project with its events and whether it is disabled.',
  effect: 'read',
  route: 'GET /projects/:project_id/hooks/:hook_id',
  params: ofHook,
  result: one('hook'),
  words: [
    'why is the webhook not called',
    'details of a webhook',
    'recent deliveries of a webhook',
    'did the webhook fail',
  ],
  related: ['project.hook_list', 'project.hook_edit'],
});

const add = defineAction({
  id: 'project.hook_add',
  tool: 'gitlab_project_hook_add',
  title: 'Add a webhook to a project',
  summary: 'Have GitLab call a URL when something happens in a project.',
  effect: 'write',
  route: 'POST /projects/:project_id/hooks',
  params: {
    project_id: projectId,
    url: required(hookUrl),
    ...hookFields,
    resource_deploy_token_events: deployTokenEvents,
  },
  result: one('hook'),
  words: [
    'notify my service',
    'new callback',
    'call a URL on push',
    'notify my server on events',
    'send events to a URL',
    'call a URL when an issue changes',
    'add a webhook for push events',
    'create a webhook',
    'register a webhook',
    'set up a webhook to a URL',
    'webhook for merge request events',
  ],
  aliases: ['project.webhook_create', 'project.hook_create'],
  related: ['project.hook_test', 'project.hook_edit', 'project.hook_list'],
});

const edit = defineAction({
  id: 'project.hook_edit',
  tool: 'gitlab_project_hook_edit',
  title: 'Update a webhook of a project',
  summary: 'Change URL, events or secret of a webhook of a project.',
  effect: 'write',
  route: 'PUT /projects/:project_id/hooks/:hook_id',
  params: { ...ofHook, url: hookUrl, ...hookFields, resource_deploy_token_events: deployTokenEvents },
  result: one('hook'),
  words: [
    'update callback',
    'rotate webhook secret',
    'change the URL of a webhook',
    'edit a webhook',
    'disable a webhook',
    'change which events a webhook gets',
  ],
  aliases: ['project.hook_update'],
  related: ['project.hook_get', 'project.hook_test'],
});

const remove = defineAction({
  id: 'project.hook_delete',
  tool: 'gitlab_project_hook_delete',
  title: 'Delete a webhook of a project',
  summary: 'Delete a webhook of a project, so that its URL is not called again.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/hooks/:hook_id',
  params: ofHook,
  result: nothing('hook'),
  words: ['remove callback', 'delete a webhook', 'remove a webhook from the repo'],
  related: ['project.hook_list'],
});

const testHook = defineAction({
  id: 'project.hook_test',
  tool: 'gitlab_project_hook_test',
  title: 'Test a webhook of a project',
  summary: 'Have GitLab call a webhook of a project once, with sample data of an event.',
  effect: 'write',
  route: 'POST /projects/:project_id/hooks/:hook_id/test/:event',
  params: {
    ...ofHook,
    event: required(
      oneOf('Event to send.', [...hookTriggers, 'resource_deploy_token_events'], {
        aliases: ['trigger'],
        synonyms: triggerSynonyms,
      }),
    ),
  },
  result: nothing('hook'),
  words: ['trigger a webhook', 'does the webhook work', 'send a test event to a webhook'],
  related: ['project.hook_get'],
});

const setHeader = defineAction({
  id: 'project.hook_set_custom_header',
  tool: 'gitlab_project_hook_set_custom_header',
  title: 'Set a header of a project webhook',
  summary: 'Have a webhook of a project send a header.',
  effect: 'write',
  route: 'PUT /projects/:project_id/hooks/:hook_id/custom_headers/:key',
  params: { ...ofHook, key: headerName, value: headerValue },
  result: nothing('hook'),
  words: ['authorization for the callback', 'send a header with webhook requests', 'auth header for a webhook'],
  related: ['project.hook_delete_custom_header', 'project.hook_get'],
});

const deleteHeader = defineAction({
  id: 'project.hook_delete_custom_header',
  tool: 'gitlab_project_hook_delete_custom_header',
  title: 'Delete a header of a project webhook',
  summary: 'Stop a webhook of a project from sending a header.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/hooks/:hook_id/custom_headers/:key',
  params: { ...ofHook, key: headerName },
  result: nothing('hook'),
  words: ['remove callback header', 'remove a custom header from a webhook'],
  related: ['project.hook_set_custom_header', 'project.hook_get'],
});

const setVariable = defineAction({
  id: 'project.hook_set_url_variable',
  tool: 'gitlab_project_hook_set_url_variable',
  title: 'Set a project webhook URL variable',
  summary: 'Set a value that is hidden in the URL of a webhook of a project.',
  effect: 'write',
  route: 'PUT /projects/:project_id/hooks/:hook_id/url_variables/:key',
  params: { ...ofHook, key: variableName, value: variableValue },
  result: nothing('hook'),
  words: ['mask part of the callback URL'],
  related: ['project.hook_delete_url_variable', 'project.hook_edit'],
});

const deleteVariable = defineAction({
  id: 'project.hook_delete_url_variable',
  tool: 'gitlab_project_hook_delete_url_variable',
  title: 'Delete a project webhook URL variable',
  summary: 'Delete a value that is hidden in the URL of a webhook of a project.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/hooks/:hook_id/url_variables/:key',
  params: { ...ofHook, key: variableName },
  result: nothing('hook'),
  words: ['unmask part of the callback URL'],
  related: ['project.hook_set_url_variable', 'project.hook_get'],
});

export const hooks = [list, get, add, edit, remove, testHook, setHeader, deleteHeader, setVariable, deleteVariable];
