import { defineAction } from '../../action.ts';
import { globalId, id, list as listField, required } from '../../field.ts';
import { projectPath } from '../../fields.ts';
import { listOf, nothing } from '../../result.ts';
import { attachDocument, detachDocument, statusesDocument } from './scan-profiles-documents.ts';

const targets = {
  security_scan_profile_id: required(
    globalId({ type: 'Security::ScanProfile' }, 'Global ID of the scan profile, or what stands at its end.', {
      slug: true,
      aliases: ['scan_profile_id', 'profile_id', 'profile', 'id'],
    }),
  ),
  project_ids: listField('IDs of projects.', id('ID of a project.', { globalId: { type: 'Project' } }), {
    split: true,
  }),
  group_ids: listField(
    'IDs of groups, for all their projects.',
    id('ID of a group.', { globalId: { type: 'Group' } }),
    {
      split: true,
    },
  ),
} as const;
const rules = [{ rule: 'at-least-one', of: ['project_ids', 'group_ids'] }] as const;

const attach = defineAction({
  id: 'security_scan_profile.attach',
  tool: 'gitlab_attach_security_scan_profile',
  title: 'Attach a security scan profile',
  summary: 'Attach a security scan profile to projects, or to all projects of groups.',
  effect: 'write',
  tier: 'ultimate',
  graphql: { document: attachDocument, pick: 'securityScanProfileAttach', into: 'input' },
  params: targets,
  rules,
  idempotent: true,
  result: nothing('security_scan_profile'),
  words: [
    'switch on secret detection for projects',
    'enable security scanning',
    'apply scan profile',
    'scan projects for secrets',
  ],
  related: ['security_scan_profile.detach', 'security_scan_profile.list_project_statuses'],
});

const detach = defineAction({
  id: 'security_scan_profile.detach',
  tool: 'gitlab_detach_security_scan_profile',
  title: 'Detach a security scan profile',
  summary: 'Detach a security scan profile from projects or groups. Its scans no longer run there.',
  effect: 'destroy',
  tier: 'ultimate',
  graphql: { document: detachDocument, pick: 'securityScanProfileDetach', into: 'input' },
  params: targets,
  rules,
  idempotent: true,
  result: nothing('security_scan_profile'),
  words: [
    'switch off security scanning',
    'remove scan profile',
    'stop scanning projects',
    'stop scanning a project for secrets',
    'turn the scan profile of a project off',
  ],
  related: ['security_scan_profile.attach', 'security_scan_profile.list_project_statuses'],
});

const listStatuses = defineAction({
  id: 'security_scan_profile.list_project_statuses',
  tool: 'gitlab_list_project_scan_profile_statuses',
  title: 'List scan profiles of a project',
  summary: 'List the security scan profiles of a project, each with its state and latest scan.',
  effect: 'read',
  tier: 'ultimate',
  graphql: { document: statusesDocument, pick: 'project.scanProfileStatuses' },
  params: { project_full_path: projectPath },
  result: listOf('security_scan_profile_status'),
  words: [
    'which security scans run',
    'is secret detection on',
    'scanner coverage',
    'is the project being scanned',
    'which scan profiles does a project have',
    'status of scan profiles',
  ],
  related: ['security_scan_profile.attach', 'security_scan_profile.detach', 'project.security_settings_get'],
});

export const scanProfiles = [attach, detach, listStatuses];
