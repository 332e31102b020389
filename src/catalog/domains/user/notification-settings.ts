import { defineAction } from '../../action.ts';
import { flag, line, oneOf } from '../../field.ts';
import { groupId, projectId } from '../../fields.ts';
import { one } from '../../result.ts';

const level = oneOf('Which notifications: custom uses the switches below.', [
  'disabled',
  'participating',
  'watch',
  'global',
  'mention',
  'custom',
]);

/** What the level `custom` notifies of. */
const switches = {
  new_note: flag('New comments.'),
  new_issue: flag('New issues.'),
  reopen_issue: flag('Reopened issues.'),
  close_issue: flag('Closed issues.'),
  reassign_issue: flag('Issues assigned to someone else.'),
  issue_due: flag('Issues that are due tomorrow.'),
  new_merge_request: flag('New merge requests.'),
  push_to_merge_request: flag('Pushes to merge requests.'),
  reopen_merge_request: flag('Reopened merge requests.'),
  close_merge_request: flag('Closed merge requests.'),
  reassign_merge_request: flag('Merge requests assigned to someone else.'),
  change_reviewer_merge_request: flag('Merge requests with another reviewer.'),
  merge_merge_request: flag('Merged merge requests.'),
  merge_when_pipeline_succeeds: flag('Merge requests set to merge by themselves.'),
  failed_pipeline: flag('Failed pipelines.'),
  fixed_pipeline: flag('Pipelines that work again.'),
  success_pipeline: flag('Successful pipelines.'),
  moved_project: flag('Moved projects.'),
  new_epic: flag('New epics.', { tier: 'premium' }),
} as const;

const settings = { level, ...switches } as const;

const globalGet = defineAction({
  id: 'user.notification_global_get',
  tool: 'gitlab_notification_global_get',
  title: 'Get my notification settings',
  summary: 'Get the notification level and the notification e-mail address of the current user.',
  effect: 'read',
  route: 'GET /notification_settings',
  params: {},
  result: one('notification_settings'),
  words: ['why do I get mail', 'e-mail notifications'],
  related: ['user.notification_global_update', 'user.notification_project_get'],
});

const globalUpdate = defineAction({
  id: 'user.notification_global_update',
  tool: 'gitlab_notification_global_update',
  title: 'Update my notification settings',
  summary: 'Change the notification level of the current user, the e-mail address or single events.',
  effect: 'write',
  route: 'PUT /notification_settings',
  params: { notification_email: line('E-mail address notifications go to.', { aliases: ['email'] }), ...settings },
  result: one('notification_settings'),
  words: ['less e-mail', 'mute everything', 'stop all mails', 'change my notification level', 'get fewer mails'],
  related: ['user.notification_global_get'],
});

const groupGet = defineAction({
  id: 'user.notification_group_get',
  tool: 'gitlab_notification_group_get',
  title: 'Get notification settings of a group',
  summary: 'Get the notification level of the current user in a group.',
  effect: 'read',
  route: 'GET /groups/:group_id/notification_settings',
  params: { group_id: groupId },
  result: one('notification_settings'),
  words: ['do I watch the group', 'notification level of a group'],
  related: ['user.notification_group_update', 'user.notification_global_get'],
});

const groupUpdate = defineAction({
  id: 'user.notification_group_update',
  tool: 'gitlab_notification_group_update',
  title: 'Update notification settings of a group',
  summary: 'Change the notification level of the current user in a group, or single events.',
  effect: 'write',
  route: 'PUT /groups/:group_id/notification_settings',
  params: {
    group_id: groupId,
    notification_email: line('E-mail address notifications of the group go to.', { aliases: ['email'] }),
    ...settings,
  },
  result: one('notification_settings'),
  words: ['watch a group', 'mute a group', 'notifications about everything in a group'],
  related: ['user.notification_group_get'],
});

const projectGet = defineAction({
  id: 'user.notification_project_get',
  tool: 'gitlab_notification_project_get',
  title: 'Get notification settings of a project',
  summary: 'Get the notification level of the current user in a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/notification_settings',
  params: { project_id: projectId },
  result: one('notification_settings'),
  words: ['do I watch the project', 'notification level of a project'],
  related: ['user.notification_project_update', 'user.notification_global_get'],
});

const projectUpdate = defineAction({
  id: 'user.notification_project_update',
  tool: 'gitlab_notification_project_update',
  title: 'Update notification settings of a project',
  summary: 'Change the notification level of the current user in a project, or single events.',
  effect: 'write',
  route: 'PUT /projects/:project_id/notification_settings',
  params: {
    project_id: projectId,
    notification_email: line('E-mail address notifications of the project go to.', { aliases: ['email'] }),
    ...settings,
  },
  result: one('notification_settings'),
  words: [
    'watch a project',
    'mute a project',
    'turn off mails for a project',
    'notifications about everything in a project',
  ],
  related: ['user.notification_project_get'],
});

export const notificationSettings = [globalGet, globalUpdate, groupGet, groupUpdate, projectGet, projectUpdate];
