/** Where the catalog knowingly differs from the facts, and why, by rule. docs/adr/0003 says what the rules are. */
export const knownDifferences = {
  /** By action. */
  routes: new Map<string, string>([
    ...each(
      ['project.integration_get_group_datadog', 'project.integration_delete_group_datadog'],
      'the placeholder has one value here',
    ),
    ...each(['package.publish_directory'], 'the directory names the files'),
  ]),

  /** By action and param: demanded by the facts and not by us. */
  required: new Map<string, string>([
    ...each(
      [
        'wiki.upload_attachment filename',
        'user.upload_avatar filename',
        'project.upload filename',
        'project.upload_avatar filename',
        'group.upload_avatar filename',
      ],
      'a local file brings its name, a rule demands the name beside content',
    ),
    ...each(['group.group_import_file file'], 'one of three ways to give a file, as for every upload'),
    ...each(
      ['', '_group', '_project'].flatMap((where) =>
        ['labels', 'milestone', 'scope', 'search'].map((name) => `issue.statistics_get${where} ${name}`),
      ),
      'filters, and GitLab counts without them',
    ),
    ...each(
      ['approval_project_rule_id', 'group_ids', 'user_ids'].map((name) => `merge_request.approval_rule_create ${name}`),
      'GitLab accepts a rule with a name and a number of approvals alone',
    ),
    ...each(
      ['approvals_required', 'group_ids', 'name', 'user_ids'].map(
        (name) => `merge_request.approval_rule_update ${name}`,
      ),
      'what is not given stays as it is, a rule demands one change',
    ),
    ...each(['issue.discussion_update_note body'], 'the note may be resolved instead, a rule demands one of the two'),
    ...each(['issue.link_create link_type'], 'GitLab has a default'),
    ...each(['user.avatar_get size'], 'GitLab has a default'),
    ...each(
      ['content_ref', 'dry_run', 'dry_run_ref', 'include_jobs', 'ref'].map((name) => `template.lint_project ${name}`),
      'GitLab has a default',
    ),
    ...each(
      ['dry_run', 'include_jobs', 'ref'].map((name) => `template.lint ${name}`),
      'GitLab has a default',
    ),
    ...each(['template.project_template_list page', 'template.project_template_list per_page'], 'GitLab has a default'),
    ...each(['package.download output_path'], 'a small file comes in the result'),
    ...each(
      ['alert_metric_image', 'cluster_agent', 'cluster_agent_token', 'error_tracking', 'secure_file'].flatMap(
        (name) => [`admin.${name}_list page`, `admin.${name}_list per_page`],
      ),
      'GitLab has a default',
    ),
    ...each(
      ['admin.alert_metric_image_upload filename'],
      'a local file brings its name, a rule demands the name beside content',
    ),
    ...each(
      ['admin.alert_metric_image_upload url', 'admin.alert_metric_image_upload url_text'],
      'GitLab takes an image without a link',
    ),
    ...each(
      [
        'admin.alert_metric_image_update url',
        'admin.alert_metric_image_update url_text',
        'admin.error_tracking_update_settings integrated',
      ],
      'what is not given stays as it is',
    ),
    ...each(['admin.cluster_agent_token_create description'], 'GitLab takes a token without one'),
    ...each(['admin.feature_set value'], 'a percentage may be set instead, a rule demands one of the two'),
    ...each(['model_registry.download path'], 'a file at the top is in no folder'),
    ...each(
      ['ci_variable.get environment_scope', 'ci_variable.delete environment_scope'],
      'needed only where several variables share a key, and then GitLab says so',
    ),
    ...each(
      ['description', 'environment_scope', 'masked', 'masked_and_hidden', 'protected', 'raw', 'variable_type'].map(
        (name) => `ci_variable.create ${name}`,
      ),
      'GitLab has a default',
    ),
    ...each(
      ['description', 'environment_scope', 'masked', 'protected', 'raw', 'value', 'variable_type'].map(
        (name) => `ci_variable.update ${name}`,
      ),
      'what is not given stays as it is',
    ),
  ]),
};

function each(keys: readonly string[], reason: string): readonly (readonly [string, string])[] {
  return keys.map((key) => [key, reason]);
}
