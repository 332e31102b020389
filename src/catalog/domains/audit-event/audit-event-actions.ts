import { defineAction } from '../../action.ts';
import { id, oneOf, required } from '../../field.ts';
import { createdAfter, createdBefore, groupId, keyset, page, projectId } from '../../fields.ts';
import { listOf, one } from '../../result.ts';

const eventId = required(id('ID of the audit event.', { aliases: ['id', 'audit_event_id'] }));
const filters = { created_after: createdAfter, created_before: createdBefore, ...page, ...keyset } as const;

const listInstance = defineAction({
  id: 'audit_event.list_instance',
  tool: 'gitlab_list_instance_audit_events',
  title: 'List audit events of the instance',
  summary: 'List who did what on the whole instance, newest first, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /audit_events',
  params: {
    entity_type: oneOf('Only events about this kind of thing.', [
      'User',
      'Group',
      'Project',
      'Gitlab::Audit::InstanceScope',
    ]),
    entity_id: id('Only events about the thing with this ID. Needs entity_type.'),
    ...filters,
  },
  rules: [{ rule: 'needs', param: 'entity_id', with: 'entity_type' }],
  result: listOf('audit_event'),
  words: ['audit log', 'audit trail of the instance', 'who changed a setting', 'security log'],
  related: ['audit_event.get_instance', 'audit_event.list_group', 'audit_event.list_project'],
});

const listGroup = defineAction({
  id: 'audit_event.list_group',
  tool: 'gitlab_list_group_audit_events',
  title: 'List audit events of a group',
  summary: 'List who changed what in the settings and members of a group, newest first.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/audit_events',
  params: { group_id: groupId, ...filters },
  result: listOf('audit_event'),
  words: [
    'audit log of a group',
    'who added someone to the group',
    'who changed group settings',
    'who did what in the group',
    'security log of a group',
  ],
  related: ['audit_event.get_group', 'audit_event.list_project'],
});

const listProject = defineAction({
  id: 'audit_event.list_project',
  tool: 'gitlab_list_project_audit_events',
  title: 'List audit events of a project',
  summary: 'List who changed what in the settings and members of a project, newest first.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/audit_events',
  params: { project_id: projectId, ...filters },
  result: listOf('audit_event'),
  words: [
    'audit log of a project',
    'who changed project settings',
    'who removed branch protection',
    'who did what in the project',
    'history of setting changes',
    'security log of a project',
  ],
  related: ['audit_event.get_project', 'audit_event.list_group', 'user.event_list_project'],
});

const getInstance = defineAction({
  id: 'audit_event.get_instance',
  tool: 'gitlab_get_instance_audit_event',
  title: 'Get an audit event of the instance',
  summary: 'Get one audit event of the instance with author, target and details, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /audit_events/:event_id',
  params: { event_id: eventId },
  result: one('audit_event'),
  words: ['show audit event', 'audit log entry', 'one audit event'],
  related: ['audit_event.list_instance'],
});

const getGroup = defineAction({
  id: 'audit_event.get_group',
  tool: 'gitlab_get_group_audit_event',
  title: 'Get an audit event of a group',
  summary: 'Get one audit event of a group with author, target and details.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/audit_events/:event_id',
  params: { group_id: groupId, event_id: eventId },
  result: one('audit_event'),
  words: ['audit log entry of a group', 'one audit event of a group'],
  related: ['audit_event.list_group'],
});

const getProject = defineAction({
  id: 'audit_event.get_project',
  tool: 'gitlab_get_project_audit_event',
  title: 'Get an audit event of a project',
  summary: 'Get one audit event of a project with author, target and details.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/audit_events/:event_id',
  params: { project_id: projectId, event_id: eventId },
  result: one('audit_event'),
  words: ['audit log entry of a project', 'one audit event of a project'],
  related: ['audit_event.list_project'],
});

export const auditEventActions = [listInstance, listGroup, listProject, getInstance, getGroup, getProject];
