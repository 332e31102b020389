import { defineAction } from '../../action.ts';
import { flag, id, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const getSettings = defineAction({
  id: 'admin.error_tracking_get_settings',
  tool: 'gitlab_get_error_tracking_settings',
  title: 'Get error tracking settings',
  summary: 'Get whether a project tracks errors, and whether in GitLab itself or in Sentry.',
  effect: 'read',
  route: 'GET /projects/:project_id/error_tracking/settings',
  params: { project_id: projectId },
  result: one('error_tracking_settings'),
  words: ['Sentry integration', 'is error tracking on', 'is Sentry connected', 'error tracking configuration'],
  related: ['admin.error_tracking_update_settings', 'admin.error_tracking_list'],
});

const updateSettings = defineAction({
  id: 'admin.error_tracking_update_settings',
  tool: 'gitlab_enable_disable_error_tracking',
  title: 'Turn error tracking on or off',
  summary: 'Turn the error tracking of a project on or off, in GitLab itself or in Sentry.',
  effect: 'write',
  route: 'PATCH /projects/:project_id/error_tracking/settings',
  params: {
    project_id: projectId,
    active: required(flag('Whether errors are tracked.', { aliases: ['enabled'] })),
    integrated: flag('Whether GitLab itself tracks them, without Sentry. Default: as it is.'),
  },
  result: one('error_tracking_settings'),
  words: ['enable error tracking', 'disable Sentry', 'turn on error tracking', 'switch off error tracking'],
  related: ['admin.error_tracking_get_settings', 'admin.error_tracking_create'],
});

const list = defineAction({
  id: 'admin.error_tracking_list',
  tool: 'gitlab_list_error_tracking_client_keys',
  title: 'List error tracking keys',
  summary: 'List the client keys that applications report errors to a project with.',
  effect: 'read',
  route: 'GET /projects/:project_id/error_tracking/client_keys',
  params: { project_id: projectId, ...page },
  result: listOf('error_tracking_key'),
  words: ['Sentry DSN', 'keys for error reports'],
  related: ['admin.error_tracking_create', 'admin.error_tracking_delete'],
});

const create = defineAction({
  id: 'admin.error_tracking_create',
  tool: 'gitlab_create_error_tracking_client_key',
  title: 'Create an error tracking key',
  summary: 'Create a client key that an application reports errors to a project with, and get its DSN.',
  effect: 'write',
  route: 'POST /projects/:project_id/error_tracking/client_keys',
  params: { project_id: projectId },
  result: one('error_tracking_key'),
  words: ['new Sentry DSN', 'client key for error tracking'],
  related: ['admin.error_tracking_list', 'admin.error_tracking_delete'],
});

const remove = defineAction({
  id: 'admin.error_tracking_delete',
  tool: 'gitlab_delete_error_tracking_client_key',
  title: 'Delete an error tracking key',
  summary: 'Delete a client key of the error tracking of a project, so that reports with it are refused.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/error_tracking/client_keys/:key_id',
  params: { project_id: projectId, key_id: required(id('ID of the client key.', { aliases: ['id'] })) },
  result: nothing('error_tracking_key'),
  words: ['remove Sentry DSN'],
  related: ['admin.error_tracking_list'],
});

export const errorTracking = [getSettings, updateSettings, list, create, remove];
