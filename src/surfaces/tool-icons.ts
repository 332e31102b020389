import { type Action, domainOf } from '../catalog/action.ts';
import type { Icon } from './surface.ts';

/** The drawing beside a tool, by the area it works in. */
export type ToolIcon =
  | 'analytics'
  | 'audit'
  | 'board'
  | 'branch'
  | 'commit'
  | 'compliance'
  | 'config'
  | 'container'
  | 'deploy'
  | 'discussion'
  | 'environment'
  | 'epic'
  | 'file'
  | 'group'
  | 'import'
  | 'integration'
  | 'issue'
  | 'job'
  | 'key'
  | 'label'
  | 'milestone'
  | 'mr'
  | 'orbit'
  | 'package'
  | 'pipeline'
  | 'project'
  | 'release'
  | 'runner'
  | 'schedule'
  | 'search'
  | 'security'
  | 'server'
  | 'shield'
  | 'snippet'
  | 'tag'
  | 'template'
  | 'todo'
  | 'token'
  | 'upload'
  | 'user'
  | 'variable'
  | 'vulnerability'
  | 'wiki';

/** Gives the drawings of a name, in every form that clients may want. */
export type DrawIcons = (name: ToolIcon) => readonly Icon[];

/** Of the area that a domain is. One that is missing here has the drawing of a server. */
export function iconOfDomain(domain: string): ToolIcon {
  return byDomain[domain] ?? 'server';
}

/** Of the thing an action is about, where that has a drawing of its own; else of the domain. */
export function iconOfAction(action: Action): ToolIcon {
  const { kind } = action.result;
  return interactive[action.id] ?? byKind[kind] ?? iconOfDomain(domainOf(action));
}

const byDomain: Readonly<Record<string, ToolIcon>> = {
  access: 'token',
  achievement: 'user',
  admin: 'server',
  attestation: 'shield',
  audit_event: 'audit',
  branch: 'branch',
  ci_catalog: 'package',
  ci_variable: 'variable',
  compliance_policy: 'compliance',
  custom_emoji: 'label',
  dependency: 'package',
  discover_project: 'project',
  dora_metrics: 'analytics',
  enterprise_user: 'user',
  environment: 'environment',
  external_status_check: 'shield',
  feature_flags: 'config',
  geo: 'server',
  group: 'group',
  group_scim: 'user',
  interactive: 'issue',
  issue: 'issue',
  job: 'job',
  member_role: 'shield',
  merge_request: 'mr',
  merge_train: 'mr',
  model_registry: 'package',
  mr_review: 'discussion',
  orbit: 'orbit',
  package: 'package',
  pipeline: 'pipeline',
  project: 'project',
  project_alias: 'project',
  release: 'release',
  repository: 'file',
  runner: 'runner',
  search: 'search',
  security_attribute: 'security',
  security_category: 'security',
  security_finding: 'vulnerability',
  security_scan_profile: 'security',
  server: 'server',
  snippet: 'snippet',
  storage_move: 'server',
  tag: 'tag',
  template: 'template',
  user: 'user',
  vulnerability: 'vulnerability',
  wiki: 'wiki',
};

/** What a guided flow makes. */
const interactive: Readonly<Record<string, ToolIcon>> = {
  'interactive.mr_create': 'mr',
  'interactive.project_create': 'project',
  'interactive.release_create': 'release',
};

const byKind: Readonly<Record<string, ToolIcon>> = {
  access_request: 'user',
  access_token: 'token',
  approval_rule: 'shield',
  approvals: 'shield',
  award_emoji: 'label',
  badge: 'label',
  board: 'board',
  board_list: 'board',
  branch: 'branch',
  bulk_import: 'import',
  bulk_import_entity: 'import',
  commit: 'commit',
  deploy_key: 'key',
  deploy_token: 'token',
  deployment: 'deploy',
  discussion: 'discussion',
  draft_note: 'discussion',
  environment: 'environment',
  epic: 'epic',
  epic_board: 'board',
  export: 'import',
  export_status: 'import',
  file: 'file',
  freeze_period: 'schedule',
  gpg_key: 'key',
  group: 'group',
  hook: 'integration',
  import_status: 'import',
  integration: 'integration',
  issue: 'issue',
  job: 'job',
  label: 'label',
  label_event: 'label',
  member: 'user',
  merge_request: 'mr',
  milestone: 'milestone',
  milestone_event: 'milestone',
  note: 'discussion',
  package: 'package',
  pipeline: 'pipeline',
  project: 'project',
  protected_branch: 'shield',
  protected_environment: 'shield',
  protected_tag: 'shield',
  push_rule: 'shield',
  registry_protection_rule: 'shield',
  registry_repository: 'container',
  registry_tag: 'container',
  registry_tag_protection_rule: 'shield',
  release: 'release',
  runner: 'runner',
  schedule: 'schedule',
  service_account: 'user',
  snippet: 'snippet',
  ssh_key: 'key',
  tag: 'tag',
  template: 'template',
  time_stats: 'schedule',
  todo: 'todo',
  upload: 'upload',
  user: 'user',
  variable: 'variable',
  vulnerability: 'vulnerability',
  wiki_page: 'wiki',
  work_item: 'issue',
};
