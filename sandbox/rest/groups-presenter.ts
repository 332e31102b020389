import { viewerGroupLevel } from '../access/levels.ts';
import type { Group } from '../world/groups.ts';
import type { Viewer } from '../world/links.ts';
import { levels } from '../world/members.ts';
import { hasTier, isEnterprise } from '../world/settings.ts';
import type { World } from '../world/world.ts';

export interface GroupOptions {
  readonly statistics?: boolean;
}

/** A group as lists have it. */
export function presentGroup(viewer: Viewer, group: Group, options: GroupOptions = {}) {
  const { world } = viewer;
  const { settings } = group;
  return {
    id: group.id,
    web_url: world.url(`/groups/${group.fullPath}`),
    name: group.name,
    path: group.path,
    description: group.description,
    visibility: group.visibility,
    share_with_group_lock: settings['share_with_group_lock'] ?? false,
    require_two_factor_authentication: settings['require_two_factor_authentication'] ?? false,
    two_factor_grace_period: settings['two_factor_grace_period'] ?? 48,
    project_creation_level: settings['project_creation_level'] ?? 'developer',
    auto_devops_enabled: settings['auto_devops_enabled'] ?? null,
    subgroup_creation_level: settings['subgroup_creation_level'] ?? 'maintainer',
    emails_disabled: settings['emails_enabled'] === false,
    emails_enabled: settings['emails_enabled'] ?? true,
    show_diff_preview_in_email: settings['show_diff_preview_in_email'] ?? true,
    mentions_disabled: settings['mentions_disabled'] ?? null,
    lfs_enabled: settings['lfs_enabled'] ?? true,
    archived: group.archived,
    math_rendering_limits_enabled: settings['math_rendering_limits_enabled'] ?? true,
    lock_math_rendering_limits_enabled: settings['lock_math_rendering_limits_enabled'] ?? false,
    default_branch: settings['default_branch'] ?? null,
    default_branch_protection: settings['default_branch_protection'] ?? 2,
    default_branch_protection_defaults: {
      allowed_to_push: [{ access_level: levels.maintainer }],
      allow_force_push: false,
      allowed_to_merge: [{ access_level: levels.maintainer }],
      developer_can_initial_push: false,
    },
    avatar_url: group.avatarUrl,
    request_access_enabled: group.requestAccessEnabled,
    full_name: fullName(world, group),
    full_path: group.fullPath,
    created_at: group.createdAt,
    parent_id: group.parentId,
    organization_id: 1,
    shared_runners_setting: settings['shared_runners_setting'] ?? 'enabled',
    max_artifacts_size: settings['max_artifacts_size'] ?? null,
    marked_for_deletion_on: group.markedForDeletionOn,
    ...(options.statistics === true && viewerGroupLevel(viewer, group) >= levels.owner
      ? { statistics: presentGroupStatistics(world, group) }
      : {}),
    ...(isEnterprise(world.settings)
      ? {
          ldap_cn: null,
          ldap_access: null,
          wiki_access_level: settings['wiki_access_level'] ?? 'enabled',
          ...(hasTier(world.settings, 'premium')
            ? { file_template_project_id: settings['file_template_project_id'] ?? null }
            : {}),
          duo_features_enabled: settings['duo_features_enabled'] ?? true,
          lock_duo_features_enabled: settings['lock_duo_features_enabled'] ?? false,
        }
      : {}),
  };
}

/** One group, without the projects inside it, which the route adds. */
export function presentGroupDetail(viewer: Viewer, group: Group, options: GroupOptions = {}) {
  const { world } = viewer;
  const isMaintainer = viewerGroupLevel(viewer, group) >= levels.maintainer;
  return {
    ...presentGroup(viewer, group, options),
    shared_with_groups: presentShares(world, group.sharedWith),
    ...(isMaintainer ? { runners_token: `GR1348941group${group.id}` } : {}),
    enabled_git_access_protocol: null,
    prevent_sharing_groups_outside_hierarchy: group.settings['prevent_sharing_groups_outside_hierarchy'] ?? false,
    ...(isEnterprise(world.settings)
      ? {
          membership_lock: group.settings['membership_lock'] ?? false,
          prevent_forking_outside_group: group.settings['prevent_forking_outside_group'] ?? null,
          ip_restriction_ranges: null,
          allowed_email_domains_list: null,
          shared_runners_minutes_limit: null,
          extra_shared_runners_minutes_limit: null,
          service_access_tokens_expiration_enforced: true,
        }
      : {}),
  };
}

/** A group where only its name matters. */
export function presentBasicGroup(world: World, group: Group) {
  return { id: group.id, web_url: world.url(`/groups/${group.fullPath}`), name: group.name };
}

/** A group among the ancestors and invited groups of a project. */
export function presentPublicGroup(world: World, group: Group) {
  return {
    ...presentBasicGroup(world, group),
    avatar_url: group.avatarUrl,
    full_name: fullName(world, group),
    full_path: group.fullPath,
  };
}

/** The groups something is shared with. */
export function presentShares(world: World, shares: Group['sharedWith']) {
  return [...shares.values()].flatMap((share) => {
    const group = world.groups.find(share.groupId);
    if (group === undefined) return [];
    return {
      group_id: group.id,
      group_name: group.name,
      group_full_path: group.fullPath,
      group_access_level: share.groupAccess,
      expires_at: share.expiresAt,
    };
  });
}

/** `Acme / Platform` */
export function fullName(world: World, group: Group): string {
  return world.groups
    .selfAndAncestors(group)
    .map(({ name }) => name)
    .toReversed()
    .join(' / ');
}

function presentGroupStatistics(world: World, group: Group) {
  const ids = new Set([group, ...world.groups.descendants(group)].map(({ id }) => id));
  const sum = {
    storage: 0,
    repository: 0,
    wiki: 0,
    lfs: 0,
    artifacts: 0,
    pipelines: 0,
    packages: 0,
    snippets: 0,
    uploads: 0,
  };
  for (const { namespaceId, statistics } of world.projects.all()) {
    if (!ids.has(namespaceId)) continue;
    sum.repository += statistics.repositorySize;
    sum.wiki += statistics.wikiSize;
    sum.lfs += statistics.lfsObjectsSize;
    sum.artifacts += statistics.jobArtifactsSize;
    sum.pipelines += statistics.pipelineArtifactsSize;
    sum.packages += statistics.packagesSize;
    sum.snippets += statistics.snippetsSize;
    sum.uploads += statistics.uploadsSize;
  }
  return {
    storage_size: Object.values(sum).reduce((total, part) => total + part, 0),
    repository_size: sum.repository,
    wiki_size: sum.wiki,
    lfs_objects_size: sum.lfs,
    job_artifacts_size: sum.artifacts,
    pipeline_artifacts_size: sum.pipelines,
    packages_size: sum.packages,
    snippets_size: sum.snippets,
    uploads_size: sum.uploads,
  };
}
