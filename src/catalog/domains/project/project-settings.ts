import { flag, id, integer, line, list, oneOf, text } from '../../field.ts';
import { visibility } from '../../fields.ts';

/** What create and update of a project share, and the lists of projects. */

const access = ['disabled', 'private', 'enabled'] as const;
const accessOf = (what: string) => oneOf(`Who may use ${what}: nobody, members, or everyone with access.`, access);

export const settings = {
  description: text('Short text about the project.'),
  visibility,
  default_branch: line('Name of the default branch.'),
  topics: list('Topics. An empty list removes them.', line('Topic.'), { split: true, aliases: ['tag_list', 'tags'] }),
  merge_method: oneOf(
    'How merge requests are merged: merge commit, semi-linear history or fast-forward.',
    ['merge', 'rebase_merge', 'ff'],
    { synonyms: { fast_forward: 'ff', rebase: 'rebase_merge', semi_linear: 'rebase_merge' } },
  ),
  squash_option: oneOf('Whether merge requests are squashed.', ['never', 'always', 'default_on', 'default_off']),
  only_allow_merge_if_pipeline_succeeds: flag('Whether a merge needs a successful pipeline.'),
  allow_merge_on_skipped_pipeline: flag('Whether a skipped pipeline counts as successful.'),
  only_allow_merge_if_all_discussions_are_resolved: flag('Whether a merge needs every thread resolved.'),
  remove_source_branch_after_merge: flag('Whether the source branch is deleted after a merge by default.'),
  autoclose_referenced_issues: flag('Whether merging closes the issues that are mentioned so.'),
  resolve_outdated_diff_discussions: flag('Whether threads on lines that a push changes are resolved.'),
  printing_merge_request_link_enabled: flag('Whether a push on the command line shows a link for a merge request.'),
  suggestion_commit_message: line('Commit message of applied suggestions.'),
  merge_commit_template: text('Template of the merge commit message.'),
  squash_commit_template: text('Template of the squash commit message.'),
  issue_branch_template: line('Template of branch names created from issues.'),
  lfs_enabled: flag('Whether Git LFS is on.'),
  request_access_enabled: flag('Whether users may ask for access.'),
  emails_enabled: flag('Whether the project sends e-mail.'),
  issues_access_level: accessOf('issues'),
  merge_requests_access_level: accessOf('merge requests'),
  repository_access_level: accessOf('the repository'),
  forking_access_level: accessOf('forking'),
  builds_access_level: accessOf('CI/CD'),
  wiki_access_level: accessOf('the wiki'),
  snippets_access_level: accessOf('snippets'),
  releases_access_level: accessOf('releases'),
  environments_access_level: accessOf('environments'),
  container_registry_access_level: accessOf('the container registry'),
  package_registry_access_level: oneOf('Who may use the package registry.', [...access, 'public']),
  pages_access_level: oneOf('Who may see the Pages site.', [...access, 'public']),
  issues_enabled: flag('Older form of issues_access_level.'),
  merge_requests_enabled: flag('Older form of merge_requests_access_level.'),
  jobs_enabled: flag('Older form of builds_access_level.'),
  wiki_enabled: flag('Older form of wiki_access_level.'),
  snippets_enabled: flag('Older form of snippets_access_level.'),
  packages_enabled: flag('Older form of package_registry_access_level.'),
  shared_runners_enabled: flag('Whether instance runners take its jobs.'),
  group_runners_enabled: flag('Whether group runners take its jobs.'),
  public_builds: flag('Whether outsiders may see pipelines of a public project.', { aliases: ['public_jobs'] }),
  build_timeout: integer('Longest time a job may take, in seconds.', { minimum: 600, aliases: ['job_timeout'] }),
  build_git_strategy: oneOf('How jobs get the repository.', ['fetch', 'clone']),
  auto_cancel_pending_pipelines: oneOf('Whether a new pipeline cancels older pending ones.', ['enabled', 'disabled']),
  ci_config_path: line('Path of the CI configuration. Default .gitlab-ci.yml.'),
  ci_default_git_depth: integer('Commits a job fetches, 0 for all.', { minimum: 0 }),
  ci_forward_deployment_enabled: flag('Whether older deployment jobs are prevented.'),
  ci_separated_caches: flag('Whether protected branches have caches of their own.'),
  auto_devops_enabled: flag('Whether Auto DevOps is on.'),
  keep_latest_artifact: flag('Whether the latest artifacts are kept.'),
  repository_object_format: oneOf('Hash of the repository, at creation only. Default sha1.', ['sha1', 'sha256']),
  merge_pipelines_enabled: flag('Whether pipelines of the merged result run.', { tier: 'premium' }),
  merge_trains_enabled: flag('Whether merge trains are on.', { tier: 'premium' }),
  merge_request_title_regex: line('Pattern that titles of merge requests must match.', { tier: 'premium' }),
  merge_request_title_regex_description: line('What the pattern for titles asks for, in words.', { tier: 'premium' }),
  approvals_before_merge: integer('Approvals a merge needs.', { minimum: 0, tier: 'premium' }),
} as const;

/** Only fields that GitLab takes at creation beyond the settings. */
export const atCreation = {
  path: line('Path of the project. Default: derived from the name.', { minLength: 1, aliases: ['slug'] }),
  initialize_with_readme: flag('Whether it starts with a README, so that it can be cloned. Default false.', {
    aliases: ['readme', 'init_with_readme'],
  }),
  import_url: line('Git URL to import the repository from.', { aliases: ['clone_url'] }),
  template_name: line('Name of a project template to start from.'),
  use_custom_template: flag('Whether the template is one of the instance or group.', { tier: 'premium' }),
  group_with_project_templates_id: id('ID of the group that has the template.', { tier: 'premium' }),
  template_project_id: id('ID of the project that is the template.', { tier: 'premium' }),
} as const;
