import { type ExpirationPolicy, type Project, projectFeatures } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import { storeAvatar } from './avatars.ts';
import { optional, type Schema } from './params.ts';

const featureAccess = optional.string({ values: ['disabled', 'private', 'enabled', 'public'] });
const flag = optional.boolean();
const text = optional.string();
const count = optional.integer();

/** Switches of old that now set an access level. */
const featureSwitches = {
  issues_enabled: 'issues_access_level',
  merge_requests_enabled: 'merge_requests_access_level',
  wiki_enabled: 'wiki_access_level',
  jobs_enabled: 'builds_access_level',
  snippets_enabled: 'snippets_access_level',
  container_registry_enabled: 'container_registry_access_level',
} as const;

const expirationPolicy = {
  cadence: optional.string({ values: ['1d', '7d', '14d', '1month', '3month'] }),
  enabled: flag,
  keep_n: count,
  older_than: optional.string({ values: ['7d', '14d', '30d', '60d', '90d'] }),
  name_regex: text,
  name_regex_delete: text,
  name_regex_keep: text,
};

/** Every setting of a project that can be sent when it is made or changed, by its name on the wire. */
export const projectSettings: Schema = {
  ...Object.fromEntries(projectFeatures.map((feature) => [`${feature}_access_level`, featureAccess])),
  ...Object.fromEntries(Object.keys(featureSwitches).map((name) => [name, flag])),
  resolve_outdated_diff_discussions: flag,
  emails_disabled: flag,
  emails_enabled: flag,
  shared_runners_enabled: flag,
  group_runners_enabled: flag,
  lfs_enabled: flag,
  packages_enabled: flag,
  service_desk_enabled: flag,
  public_builds: flag,
  public_jobs: flag,
  request_access_enabled: flag,
  only_allow_merge_if_pipeline_succeeds: flag,
  only_allow_merge_if_all_discussions_are_resolved: flag,
  only_allow_merge_if_all_status_checks_passed: flag,
  allow_merge_on_skipped_pipeline: flag,
  allow_pipeline_trigger_approve_deployment: flag,
  remove_source_branch_after_merge: flag,
  printing_merge_request_link_enabled: flag,
  autoclose_referenced_issues: flag,
  warn_about_potentially_unwanted_characters: flag,
  enforce_auth_checks_on_uploads: flag,
  merge_method: optional.string({ values: ['merge', 'rebase_merge', 'ff'] }),
  squash_option: optional.string({ values: ['never', 'always', 'default_on', 'default_off'] }),
  suggestion_commit_message: text,
  merge_commit_template: text,
  squash_commit_template: text,
  issue_branch_template: text,
  ci_config_path: text,
  ci_default_git_depth: count,
  ci_delete_pipelines_in_seconds: count,
  ci_forward_deployment_enabled: flag,
  ci_forward_deployment_rollback_allowed: flag,
  ci_separated_caches: flag,
  ci_allow_fork_pipelines_to_run_in_parent_project: flag,
  ci_push_repository_for_job_token_allowed: flag,
  ci_pipeline_variables_minimum_override_role: text,
  restrict_user_defined_variables: flag,
  keep_latest_artifact: flag,
  build_git_strategy: optional.string({ values: ['fetch', 'clone'] }),
  build_timeout: count,
  auto_cancel_pending_pipelines: optional.string({ values: ['enabled', 'disabled'] }),
  auto_devops_enabled: flag,
  auto_devops_deploy_strategy: optional.string({ values: ['continuous', 'manual', 'timed_incremental'] }),
  max_artifacts_size: count,
  mr_default_target_self: flag,
  approvals_before_merge: count,
  external_authorization_classification_label: text,
  merge_pipelines_enabled: flag,
  merge_trains_enabled: flag,
  merge_trains_skip_train_allowed: flag,
  merge_request_title_regex: text,
  merge_request_title_regex_description: text,
  issues_template: text,
  merge_requests_template: text,
  prevent_merge_without_jira_issue: flag,
  container_expiration_policy_attributes: optional.hash(expirationPolicy),
  // These are fields of the project itself.
  description: text,
  topics: optional.strings(),
  tag_list: optional.strings(),
  avatar: optional.any(),
};

/** Writes what was sent into the project. */
export function applySettings(world: World, project: Project, params: Readonly<Record<string, unknown>>): void {
  const { settings } = project;
  for (const name of Object.keys(projectSettings)) {
    const value = params[name];
    if (value === undefined) continue;
    if (name in settings) settings[name] = value;
  }
  for (const [name, level] of Object.entries(featureSwitches)) {
    if (typeof params[name] === 'boolean') settings[level] = params[name] ? 'enabled' : 'disabled';
  }
  const policy = params['container_expiration_policy_attributes'];
  if (typeof policy === 'object' && policy !== null) {
    settings.container_expiration_policy = expirationPolicyAfter(settings.container_expiration_policy, policy);
  }
  if (typeof params['emails_disabled'] === 'boolean') settings['emails_enabled'] = !params['emails_disabled'];
  if (typeof params['public_builds'] === 'boolean') settings['public_jobs'] = params['public_builds'];
  if (typeof params['request_access_enabled'] === 'boolean')
    project.requestAccessEnabled = params['request_access_enabled'];
  if (typeof params['description'] === 'string' || params['description'] === null)
    project.description = params['description'];
  const topics = params['topics'] ?? params['tag_list'];
  if (Array.isArray(topics)) project.topics = topics.map(String);
  if (params['avatar'] !== undefined) project.avatarUrl = storeAvatar(world, 'project', project.id, params['avatar']);
}

/** The policy with what was sent; `name_regex_delete` is the same as `name_regex`. */
function expirationPolicyAfter(before: ExpirationPolicy, sent: object): ExpirationPolicy {
  const { name_regex_delete: toDelete, ...rest }: { name_regex_delete?: unknown } = sent;
  const given = { ...rest, ...(toDelete === undefined ? {} : { name_regex: toDelete }) };
  return { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}
