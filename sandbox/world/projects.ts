import type { Visibility } from './groups.ts';
import type { AccessRequest, GroupShare, Invitation, Members } from './members.ts';

export interface ProjectStatistics {
  repositorySize: number;
  wikiSize: number;
  lfsObjectsSize: number;
  jobArtifactsSize: number;
  pipelineArtifactsSize: number;
  packagesSize: number;
  snippetsSize: number;
  uploadsSize: number;
  containerRegistrySize: number;
}

export interface Upload {
  readonly id: number;
  readonly secret: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly createdAt: string;
  readonly uploadedById: number;
}

export interface Project {
  readonly id: number;
  name: string;
  path: string;
  fullPath: string;
  /** A group's id, or the id of a personal namespace. */
  namespaceId: number;
  description: string | null;
  visibility: Visibility;
  archived: boolean;
  readonly createdAt: string;
  updatedAt: string;
  lastActivityAt: string;
  readonly creatorId: number;
  /** Null while the repository is empty. */
  defaultBranch: string | null;
  /** Path of the readme in the default branch. */
  readmePath: string | null;
  license: { readonly key: string; readonly name: string; readonly nickname: string | null } | undefined;
  topics: readonly string[];
  avatarUrl: string | null;
  /** `YYYY-MM-DD` while deletion waits for the retention period. */
  markedForDeletionOn: string | null;
  forkedFromId: number | undefined;
  importUrl: string | null;
  importStatus: 'none' | 'scheduled' | 'started' | 'finished' | 'failed';
  requestAccessEnabled: boolean;
  /** Settings by the name they have on the wire; the complete list is `defaultProjectSettings`. */
  readonly settings: ProjectSettings;
  readonly languages: Record<string, number>;
  readonly statistics: ProjectStatistics;
  readonly members: Members;
  readonly sharedWith: Map<number, GroupShare>;
  readonly accessRequests: Map<number, AccessRequest>;
  readonly invitations: Map<string, Invitation>;
  /** User id to the moment of starring. */
  readonly starrers: Map<number, string>;
  readonly uploads: Upload[];
  runnersToken: string;
}

export type FeatureAccess = 'disabled' | 'private' | 'enabled' | 'public';

/** Features whose access a project sets one by one, as `<name>_access_level`. */
export const projectFeatures = [
  'issues',
  'repository',
  'merge_requests',
  'forking',
  'wiki',
  'builds',
  'snippets',
  'pages',
  'analytics',
  'container_registry',
  'security_and_compliance',
  'releases',
  'environments',
  'feature_flags',
  'infrastructure',
  'monitor',
  'model_experiments',
  'model_registry',
  'package_registry',
] as const;

export type ProjectFeature = (typeof projectFeatures)[number];

/** Which images of the registry are deleted by themselves, and when. */
export interface ExpirationPolicy {
  readonly cadence: string;
  readonly enabled: boolean;
  readonly keep_n: number | null;
  readonly older_than: string;
  readonly name_regex: string | null;
  readonly name_regex_keep: string | null;
}

export type ProjectSettings = Record<string, unknown> &
  Record<`${ProjectFeature}_access_level`, FeatureAccess> & { container_expiration_policy: ExpirationPolicy };

/** What a new project has before anybody changed it. Keys in the order GitLab answers them. */
export function defaultProjectSettings(): ProjectSettings {
  return {
    issues_access_level: 'enabled',
    repository_access_level: 'enabled',
    merge_requests_access_level: 'enabled',
    forking_access_level: 'enabled',
    wiki_access_level: 'enabled',
    builds_access_level: 'enabled',
    snippets_access_level: 'enabled',
    pages_access_level: 'private',
    analytics_access_level: 'enabled',
    container_registry_access_level: 'enabled',
    security_and_compliance_access_level: 'private',
    releases_access_level: 'enabled',
    environments_access_level: 'enabled',
    feature_flags_access_level: 'enabled',
    infrastructure_access_level: 'enabled',
    monitor_access_level: 'enabled',
    model_experiments_access_level: 'enabled',
    model_registry_access_level: 'enabled',
    package_registry_access_level: 'enabled',
    packages_enabled: true,
    resolve_outdated_diff_discussions: false,
    container_expiration_policy: {
      cadence: '1d',
      enabled: false,
      keep_n: 10,
      older_than: '90d',
      name_regex: '.*',
      name_regex_keep: null,
    },
    container_registry_enabled: true,
    service_desk_enabled: false,
    emails_enabled: true,
    shared_runners_enabled: true,
    lfs_enabled: true,
    mr_default_target_self: false,
    ci_default_git_depth: 20,
    ci_delete_pipelines_in_seconds: null,
    ci_forward_deployment_enabled: true,
    ci_forward_deployment_rollback_allowed: true,
    ci_job_token_scope_enabled: false,
    ci_separated_caches: true,
    ci_allow_fork_pipelines_to_run_in_parent_project: true,
    ci_id_token_sub_claim_components: ['project_path', 'ref_type', 'ref'],
    build_git_strategy: 'fetch',
    keep_latest_artifact: true,
    restrict_user_defined_variables: true,
    ci_pipeline_variables_minimum_override_role: 'no_one_allowed',
    runner_token_expiration_interval: null,
    group_runners_enabled: true,
    auto_cancel_pending_pipelines: 'enabled',
    build_timeout: 3600,
    auto_devops_enabled: false,
    auto_devops_deploy_strategy: 'continuous',
    ci_push_repository_for_job_token_allowed: false,
    ci_display_pipeline_variables: false,
    ci_config_path: '',
    public_jobs: true,
    only_allow_merge_if_pipeline_succeeds: false,
    allow_merge_on_skipped_pipeline: null,
    only_allow_merge_if_all_discussions_are_resolved: false,
    remove_source_branch_after_merge: true,
    printing_merge_request_link_enabled: true,
    merge_method: 'merge',
    squash_option: 'default_off',
    enforce_auth_checks_on_uploads: true,
    suggestion_commit_message: null,
    merge_commit_template: null,
    squash_commit_template: null,
    issue_branch_template: null,
    warn_about_potentially_unwanted_characters: true,
    autoclose_referenced_issues: true,
    max_artifacts_size: null,
    approvals_before_merge: 0,
    external_authorization_classification_label: '',
    requirements_enabled: false,
    requirements_access_level: 'enabled',
    merge_pipelines_enabled: false,
    merge_trains_enabled: false,
    merge_trains_skip_train_allowed: false,
    only_allow_merge_if_all_status_checks_passed: false,
    allow_pipeline_trigger_approve_deployment: false,
    prevent_merge_without_jira_issue: false,
    ci_restrict_pipeline_cancellation_role: 'developer',
    issues_template: null,
    merge_requests_template: null,
    merge_request_title_regex: null,
    merge_request_title_regex_description: null,
  };
}

/** Projects by id and by full path, whatever its case. */
export class Projects {
  readonly #byId = new Map<number, Project>();
  readonly #byPath = new Map<string, Project>();
  /** Paths a project has had before; reads of them are answered with a permanent redirect. */
  readonly redirects = new Map<string, number>();

  add(project: Project): Project {
    this.#byId.set(project.id, project);
    this.#byPath.set(project.fullPath.toLowerCase(), project);
    return project;
  }

  find(id: number): Project | undefined {
    return this.#byId.get(id);
  }

  /** For references inside the world, which never dangle. */
  get(id: number): Project {
    const project = this.#byId.get(id);
    if (project === undefined) throw new Error(`no project ${id}`);
    return project;
  }

  findByPath(fullPath: string): Project | undefined {
    return this.#byPath.get(fullPath.toLowerCase());
  }

  /** For seeds, which know what they made. */
  at(fullPath: string): Project {
    const project = this.findByPath(fullPath);
    if (project === undefined) throw new Error(`no project ${fullPath}`);
    return project;
  }

  move(project: Project, fullPath: string): void {
    this.#byPath.delete(project.fullPath.toLowerCase());
    this.redirects.set(project.fullPath.toLowerCase(), project.id);
    project.fullPath = fullPath;
    this.#byPath.set(fullPath.toLowerCase(), project);
    this.redirects.delete(fullPath.toLowerCase());
  }

  remove(project: Project): void {
    this.#byId.delete(project.id);
    this.#byPath.delete(project.fullPath.toLowerCase());
  }

  /** In order of creation. */
  all(): Project[] {
    return [...this.#byId.values()];
  }

  inNamespace(namespaceId: number): Project[] {
    return this.all().filter((project) => project.namespaceId === namespaceId);
  }

  forksOf(project: Project): Project[] {
    return this.all().filter((candidate) => candidate.forkedFromId === project.id);
  }
}
