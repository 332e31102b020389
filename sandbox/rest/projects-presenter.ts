import { canReadCode, canUseFeature, groupLevel, viewerProjectLevel } from '../access/levels.ts';
import type { Viewer } from '../world/links.ts';
import { type Member, levels } from '../world/members.ts';
import { type Project, projectFeatures } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import { isEnterprise } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import { fullName, presentShares } from './groups-presenter.ts';
import { presentNamespaceBasic } from './namespaces-presenter.ts';
import { presentUserBasic } from './users-presenter.ts';

export interface ProjectOptions {
  readonly statistics?: boolean;
  readonly license?: boolean;
}

/** `Acme / Platform / Deploy Tools` */
export function nameWithNamespace(world: World, project: Project): string {
  const group = world.groups.find(project.namespaceId);
  const namespace =
    group === undefined ? presentNamespaceBasic(world, project.namespaceId).name : fullName(world, group);
  return `${namespace} / ${project.name}`;
}

/** What stands for a project in to-dos and boards. */
export function presentProjectIdentity(world: World, project: Project) {
  return {
    id: project.id,
    description: project.description,
    name: project.name,
    name_with_namespace: nameWithNamespace(world, project),
    path: project.path,
    path_with_namespace: project.fullPath,
    created_at: project.createdAt,
  };
}

/** The short form: anonymous lists, `simple=true`, the origin of a fork, environments, runners, search. */
export function presentBasicProject(viewer: Viewer, project: Project, options: ProjectOptions = {}) {
  const { world } = viewer;
  const isCodeVisible = canReadCode(viewer, project);
  const host = new URL(world.settings.externalUrl).hostname;
  return {
    ...presentProjectIdentity(world, project),
    ...(isCodeVisible ? { default_branch: project.defaultBranch } : {}),
    tag_list: project.topics,
    topics: project.topics,
    ssh_url_to_repo: `git@${host}:${project.fullPath}.git`,
    http_url_to_repo: world.url(`/${project.fullPath}.git`),
    web_url: world.url(`/${project.fullPath}`),
    ...(isCodeVisible
      ? { readme_url: readmeUrl(world, project), forks_count: world.projects.forksOf(project).length }
      : {}),
    ...(options.license === true ? presentLicense(world, project) : {}),
    avatar_url: project.avatarUrl,
    star_count: project.starrers.size,
    last_activity_at: project.lastActivityAt,
    visibility: project.visibility,
    namespace: presentNamespaceBasic(world, project.namespaceId),
  };
}

/** The complete form. Maintainers see the CI/CD settings, Enterprise builds their own fields. */
export function presentProject(viewer: Viewer, project: Project, options: ProjectOptions = {}) {
  const { world } = viewer;
  const { settings } = project;
  const level = viewerProjectLevel(viewer, project);
  const isMaintainer = level >= levels.maintainer;
  const personal = world.personalNamespaces.get(project.namespaceId);
  const origin = project.forkedFromId === undefined ? undefined : world.projects.find(project.forkedFromId);
  return {
    ...presentBasicProject(viewer, project, options),
    container_registry_image_prefix: `${new URL(world.settings.externalUrl).hostname}:5050/${project.fullPath.toLowerCase()}`,
    _links: presentLinks(viewer, project),
    marked_for_deletion_at: project.markedForDeletionOn,
    marked_for_deletion_on: project.markedForDeletionOn,
    packages_enabled: settings['packages_enabled'],
    empty_repo: project.defaultBranch === null,
    archived: project.archived,
    ...(personal === undefined ? {} : { owner: presentUserBasic(world, world.users.get(personal.userId)) }),
    resolve_outdated_diff_discussions: settings['resolve_outdated_diff_discussions'],
    container_expiration_policy: { ...settings.container_expiration_policy, next_run_at: project.createdAt },
    repository_object_format: 'sha1',
    issues_enabled: isOn(project, 'issues'),
    merge_requests_enabled: isOn(project, 'merge_requests'),
    wiki_enabled: isOn(project, 'wiki'),
    jobs_enabled: isOn(project, 'builds'),
    snippets_enabled: isOn(project, 'snippets'),
    container_registry_enabled: isOn(project, 'container_registry'),
    service_desk_enabled: settings['service_desk_enabled'],
    ...(level >= levels.planner ? { service_desk_address: null } : {}),
    can_create_merge_request_in: level >= levels.developer && !project.archived,
    ...featureLevels(project),
    emails_disabled: settings['emails_enabled'] === false,
    emails_enabled: settings['emails_enabled'],
    shared_runners_enabled: settings['shared_runners_enabled'],
    lfs_enabled: settings['lfs_enabled'],
    creator_id: project.creatorId,
    ...(origin === undefined
      ? {}
      : {
          forked_from_project: presentBasicProject(viewer, origin),
          mr_default_target_self: settings['mr_default_target_self'],
        }),
    ...(isMaintainer ? { import_url: project.importUrl, import_type: null } : {}),
    import_status: project.importStatus,
    ...(isMaintainer ? { import_error: null } : {}),
    ...(canUseFeature(viewer, project, 'issues')
      ? { open_issues_count: world.links.openIssuesCount(viewer, project) }
      : {}),
    description_html:
      project.description === null || project.description === ''
        ? ''
        : `<p data-sourcepos="1:1-1:${project.description.length}" dir="auto">${escapeHtml(project.description)}</p>`,
    updated_at: project.updatedAt,
    ...(isMaintainer ? presentCiSettings(project) : {}),
    ...(canReadCode(viewer, project) ? { ci_config_path: settings['ci_config_path'] } : {}),
    public_jobs: settings['public_jobs'],
    shared_with_groups: presentShares(world, project.sharedWith),
    ...pick(settings, sharedSettings),
    request_access_enabled: project.requestAccessEnabled,
    ...(options.statistics === true && level >= levels.reporter
      ? { statistics: presentStatistics(world, project) }
      : {}),
    ...pick(settings, [
      'warn_about_potentially_unwanted_characters',
      'autoclose_referenced_issues',
      'max_artifacts_size',
    ]),
    ...(viewer.admin ? { repository_storage: 'default' } : {}),
    ...(isEnterprise(world.settings) ? presentEnterpriseSettings(world, project) : {}),
  };
}

/** The complete form and, for those who are signed in, what they are in it. */
export function presentProjectWithAccess(viewer: Viewer, project: Project, options: ProjectOptions = {}) {
  const presented = presentProject(viewer, project, options);
  return viewer.user === undefined ? presented : { ...presented, permissions: presentPermissions(viewer, project) };
}

function presentPermissions(viewer: Viewer, project: Project) {
  const { world, user } = viewer;
  const direct = user === undefined ? undefined : project.members.get(user.id);
  const group = world.groups.find(project.namespaceId);
  const inherited = group === undefined ? 0 : groupLevel(world, user, group);
  return {
    project_access: direct === undefined ? null : presentAccess(direct),
    group_access: inherited === 0 ? null : presentAccess({ accessLevel: inherited }),
  };
}

function presentAccess(member: Pick<Member, 'accessLevel'>) {
  return { access_level: member.accessLevel, notification_level: 3 };
}

function presentLinks(viewer: Viewer, project: Project) {
  const { world } = viewer;
  const self = world.url(`/api/v4/projects/${project.id}`);
  return {
    self,
    ...(canUseFeature(viewer, project, 'issues') ? { issues: `${self}/issues` } : {}),
    ...(canUseFeature(viewer, project, 'merge_requests') ? { merge_requests: `${self}/merge_requests` } : {}),
    repo_branches: `${self}/repository/branches`,
    labels: `${self}/labels`,
    events: `${self}/events`,
    members: `${self}/members`,
    cluster_agents: `${self}/cluster_agents`,
  };
}

function readmeUrl(world: World, project: Project): string | null {
  if (project.readmePath === null || project.defaultBranch === null) return null;
  return world.url(`/${project.fullPath}/-/blob/${project.defaultBranch}/${project.readmePath}`);
}

function presentLicense(world: World, project: Project) {
  const { license } = project;
  if (license === undefined) return { license_url: null, license: null };
  return {
    license_url: world.url(`/${project.fullPath}/-/blob/${project.defaultBranch}/LICENSE`),
    license: {
      key: license.key,
      name: license.name,
      nickname: license.nickname,
      html_url: `http://choosealicense.com/licenses/${license.key}/`,
      source_url: null,
    },
  };
}

function presentStatistics(world: World, project: Project) {
  const { statistics: sizes } = project;
  return {
    commit_count: commitCount(world, project),
    storage_size: Object.values(sizes).reduce((sum, size) => sum + size, 0),
    repository_size: sizes.repositorySize,
    wiki_size: sizes.wikiSize,
    lfs_objects_size: sizes.lfsObjectsSize,
    job_artifacts_size: sizes.jobArtifactsSize,
    pipeline_artifacts_size: sizes.pipelineArtifactsSize,
    packages_size: sizes.packagesSize,
    snippets_size: sizes.snippetsSize,
    uploads_size: sizes.uploadsSize,
    container_registry_size: sizes.containerRegistrySize,
  };
}

/** Commits of the default branch, counted as it is now. */
function commitCount(world: World, project: Project): number {
  const repository = repositoryOf(world, project);
  const head = repository.resolve('HEAD');
  return head === undefined ? 0 : repository.log(head.sha).length;
}

function isOn(project: Project, feature: (typeof projectFeatures)[number]): boolean {
  return project.settings[`${feature}_access_level`] !== 'disabled';
}

function featureLevels(project: Project): Record<string, unknown> {
  return pick(project.settings, featureNames);
}

const featureNames = projectFeatures.map((feature) => `${feature}_access_level`);

function presentCiSettings(project: Project): Record<string, unknown> {
  return {
    ...pick(project.settings, ciSettings),
    runners_token: project.runnersToken,
    ...pick(project.settings, ciSettingsAfterToken),
  };
}

function presentEnterpriseSettings(world: World, project: Project): Record<string, unknown> {
  return {
    ...pick(project.settings, ['approvals_before_merge']),
    mirror: false,
    ...pick(project.settings, enterpriseSettings),
    security_and_compliance_enabled: isOn(project, 'security_and_compliance'),
    compliance_frameworks: [],
    ...(world.settings.edition === 'com' ? { duo_remote_flows_enabled: true } : {}),
  };
}

const ciSettings = [
  'ci_default_git_depth',
  'ci_delete_pipelines_in_seconds',
  'ci_forward_deployment_enabled',
  'ci_forward_deployment_rollback_allowed',
  'ci_job_token_scope_enabled',
  'ci_separated_caches',
  'ci_allow_fork_pipelines_to_run_in_parent_project',
  'ci_id_token_sub_claim_components',
  'build_git_strategy',
  'keep_latest_artifact',
  'restrict_user_defined_variables',
  'ci_pipeline_variables_minimum_override_role',
];

const ciSettingsAfterToken = [
  'runner_token_expiration_interval',
  'group_runners_enabled',
  'auto_cancel_pending_pipelines',
  'build_timeout',
  'auto_devops_enabled',
  'auto_devops_deploy_strategy',
  'ci_push_repository_for_job_token_allowed',
  'ci_display_pipeline_variables',
];

const sharedSettings = [
  'only_allow_merge_if_pipeline_succeeds',
  'allow_merge_on_skipped_pipeline',
  'only_allow_merge_if_all_discussions_are_resolved',
  'remove_source_branch_after_merge',
  'printing_merge_request_link_enabled',
  'merge_method',
  'squash_option',
  'enforce_auth_checks_on_uploads',
  'suggestion_commit_message',
  'merge_commit_template',
  'squash_commit_template',
  'issue_branch_template',
];

const enterpriseSettings = [
  'external_authorization_classification_label',
  'requirements_enabled',
  'requirements_access_level',
  'issues_template',
  'merge_requests_template',
  'ci_restrict_pipeline_cancellation_role',
  'merge_pipelines_enabled',
  'merge_trains_enabled',
  'merge_trains_skip_train_allowed',
  'merge_request_title_regex',
  'merge_request_title_regex_description',
  'only_allow_merge_if_all_status_checks_passed',
  'allow_pipeline_trigger_approve_deployment',
  'prevent_merge_without_jira_issue',
];

function pick(settings: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) picked[name] = settings[name];
  return picked;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
