import { expect } from 'vitest';

/** The fields of an object, as GitLab 18 and 19 document them for a maintainer. */
export interface Shape {
  /** In every answer. */
  readonly always: readonly string[];
  /** Where the feature, the state or the permission is there. */
  readonly sometimes: readonly string[];
  /** In every answer of an Enterprise build; a Community build has none of them. */
  readonly enterprise: readonly string[];
  /** In some answers of an Enterprise build: those of a paid licence. */
  readonly licensed: readonly string[];
}

/** Fails unless every object has all the fields of its shape and no others. `found`: the fields of the objects, by shape. */
export function expectDocumentedFields(
  found: Readonly<Record<string, readonly (readonly string[])[]>>,
  edition: 'ce' | 'ee',
): void {
  expect(Object.keys(found).sort()).toEqual(Object.keys(shapes).sort());
  for (const [name, objects] of Object.entries(found)) {
    expect(objects.length, name).toBeGreaterThan(0);
    for (const fields of objects) {
      // The names were just compared with those of `shapes`.
      expect(differences(shapes[name as ShapeName], fields, edition), name).toEqual({ missing: [], unknown: [] });
    }
  }
}

function differences(shape: Shape, fields: readonly string[], edition: 'ce' | 'ee') {
  const required = edition === 'ee' ? [...shape.always, ...shape.enterprise] : shape.always;
  const allowed = new Set([...required, ...shape.sometimes, ...(edition === 'ee' ? shape.licensed : [])]);
  return {
    missing: required.filter((field) => !fields.includes(field)),
    unknown: fields.filter((field) => !allowed.has(field)),
  };
}

const userBasic = 'id username public_email name state locked avatar_url web_url';
const issuable = 'id iid project_id title description state created_at updated_at';
const pipelineBasic = 'id iid project_id sha ref status source created_at updated_at web_url';

const user = `${userBasic} created_at bio location linkedin twitter discord website_url github organization job_title
  pronouns bot work_information followers following is_followed local_time`;

const issue = `${issuable} closed_at closed_by labels milestone assignees author type assignee user_notes_count
  merge_requests_count upvotes downvotes start_date due_date confidential discussion_locked issue_type web_url time_stats
  task_completion_status has_tasks _links references severity moved_to_id imported imported_from service_desk_reply_to`;
const issueOfEnterprise = {
  enterprise: 'blocking_issues_count',
  licensed: 'weight epic_iid epic iteration health_status',
};

const mergeRequest = `${issuable} merged_by merge_user merged_at closed_by closed_at target_branch source_branch
  user_notes_count upvotes downvotes author assignees assignee reviewers source_project_id target_project_id labels draft
  imported imported_from work_in_progress milestone merge_when_pipeline_succeeds merge_status detailed_merge_status
  merge_after sha merge_commit_sha squash_commit_sha discussion_locked should_remove_source_branch
  force_remove_source_branch prepared_at reference references web_url time_stats squash squash_on_merge
  task_completion_status has_conflicts blocking_discussions_resolved`;
const mergeRequestSometimes = 'allow_collaboration allow_maintainer_to_push title_html description_html';

const project = `id description name name_with_namespace path path_with_namespace created_at default_branch tag_list topics
  ssh_url_to_repo http_url_to_repo web_url readme_url forks_count avatar_url star_count last_activity_at visibility
  namespace _links marked_for_deletion_at marked_for_deletion_on packages_enabled empty_repo archived
  resolve_outdated_diff_discussions repository_object_format issues_enabled merge_requests_enabled wiki_enabled
  jobs_enabled snippets_enabled container_registry_enabled service_desk_enabled can_create_merge_request_in
  issues_access_level repository_access_level merge_requests_access_level forking_access_level wiki_access_level
  builds_access_level snippets_access_level pages_access_level analytics_access_level container_registry_access_level
  security_and_compliance_access_level releases_access_level environments_access_level feature_flags_access_level
  infrastructure_access_level monitor_access_level model_experiments_access_level model_registry_access_level
  package_registry_access_level emails_disabled emails_enabled shared_runners_enabled lfs_enabled creator_id import_status
  description_html updated_at public_jobs shared_with_groups only_allow_merge_if_pipeline_succeeds
  allow_merge_on_skipped_pipeline request_access_enabled only_allow_merge_if_all_discussions_are_resolved
  remove_source_branch_after_merge printing_merge_request_link_enabled merge_method squash_option
  enforce_auth_checks_on_uploads suggestion_commit_message merge_commit_template squash_commit_template
  issue_branch_template warn_about_potentially_unwanted_characters autoclose_referenced_issues max_artifacts_size
  permissions`;
const projectOfMaintainer = `import_url import_type import_error ci_default_git_depth ci_delete_pipelines_in_seconds
  ci_forward_deployment_enabled ci_forward_deployment_rollback_allowed ci_job_token_scope_enabled ci_separated_caches
  ci_allow_fork_pipelines_to_run_in_parent_project ci_id_token_sub_claim_components build_git_strategy
  keep_latest_artifact restrict_user_defined_variables ci_pipeline_variables_minimum_override_role runners_token
  runner_token_expiration_interval group_runners_enabled auto_cancel_pending_pipelines build_timeout auto_devops_enabled
  auto_devops_deploy_strategy ci_push_repository_for_job_token_allowed ci_display_pipeline_variables`;
const projectSometimes = `container_registry_image_prefix owner container_expiration_policy service_desk_address
  forked_from_project mr_default_target_self open_issues_count ci_config_path statistics license license_url
  repository_storage custom_attributes`;
const projectOfEnterprise = `approvals_before_merge mirror external_authorization_classification_label
  requirements_enabled requirements_access_level security_and_compliance_enabled compliance_frameworks
  ci_restrict_pipeline_cancellation_role merge_pipelines_enabled merge_trains_enabled merge_trains_skip_train_allowed
  only_allow_merge_if_all_status_checks_passed allow_pipeline_trigger_approve_deployment prevent_merge_without_jira_issue`;
const projectLicensed = `issues_template merge_requests_template merge_request_title_regex
  merge_request_title_regex_description mirror_user_id mirror_trigger_builds only_mirror_protected_branches
  mirror_overwrites_diverged_branches secret_push_protection_enabled duo_remote_flows_enabled auto_duo_code_review_enabled`;

const commit = `id short_id created_at parent_ids title message author_name author_email authored_date committer_name
  committer_email committed_date trailers extended_trailers web_url`;

/**
 * What documentation says each object has, by name. Written by hand, never computed: it is what the answers are measured by.
 */
export const shapes = {
  userBasic: shape(userBasic),
  user: shape(user),
  currentUser: shape(
    `${user} last_sign_in_at confirmed_at last_activity_on email theme_id color_scheme_id projects_limit
    current_sign_in_at identities can_create_group can_create_project two_factor_enabled external private_profile
    commit_email preferred_language`,
    { enterprise: 'shared_runners_minutes_limit extra_shared_runners_minutes_limit scim_identities' },
  ),
  projectOfMaintainer: shape(`${project} ${projectOfMaintainer}`, {
    sometimes: projectSometimes,
    enterprise: projectOfEnterprise,
    licensed: projectLicensed,
  }),
  projectOfDeveloper: shape(project, {
    sometimes: projectSometimes,
    enterprise: projectOfEnterprise,
    licensed: projectLicensed,
  }),
  listedIssue: shape(issue, { sometimes: 'task_status', ...issueOfEnterprise }),
  issue: shape(`${issue} subscribed`, { sometimes: 'task_status', ...issueOfEnterprise }),
  listedMergeRequest: shape(mergeRequest, { sometimes: mergeRequestSometimes, enterprise: 'approvals_before_merge' }),
  mergeRequest: shape(
    `${mergeRequest} subscribed changes_count latest_build_started_at latest_build_finished_at
    first_deployed_to_production_at pipeline head_pipeline diff_refs merge_error user`,
    {
      sometimes: `${mergeRequestSometimes} rebase_in_progress diverged_commits_count first_contribution`,
      enterprise: 'approvals_before_merge',
    },
  ),
  note: shape(
    `id type body author created_at updated_at system noteable_id noteable_type project_id resolvable confidential
    internal imported imported_from noteable_iid commands_changes`,
    { sometimes: 'commit_id position resolved resolved_by resolved_at suggestions' },
  ),
  listedPipeline: shape(`${pipelineBasic} name`),
  pipeline: shape(
    `${pipelineBasic} name before_sha tag yaml_errors user started_at finished_at committed_at duration queued_duration
    coverage detailed_status archived`,
  ),
  job: shape(
    `id status stage name ref tag coverage allow_failure created_at started_at finished_at erased_at duration
    queued_duration user commit pipeline web_url project artifacts runner runner_manager artifacts_expire_at archived
    tag_list`,
    { sometimes: 'failure_reason artifacts_file' },
  ),
  listedCommit: shape(commit, { sometimes: 'stats' }),
  commit: shape(`${commit} stats status project_id last_pipeline`),
} as const satisfies Record<string, Shape>;

export type ShapeName = keyof typeof shapes;

function shape(always: string, rest: { sometimes?: string; enterprise?: string; licensed?: string } = {}): Shape {
  const { sometimes = '', enterprise = '', licensed = '' } = rest;
  return {
    always: words(always),
    sometimes: words(sometimes),
    enterprise: words(enterprise),
    licensed: words(licensed),
  };
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
