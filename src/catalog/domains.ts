import type { Action } from './action.ts';
import { branchActions } from './domains/branch/branch-actions.ts';
import { issueActions } from './domains/issue/issue-actions.ts';
import { discoverProjectActions } from './domains/discover-project/discover-project-actions.ts';
import { searchActions } from './domains/search/search-actions.ts';
import { serverActions } from './domains/server/server-actions.ts';
import { wikiActions } from './domains/wiki/wiki-actions.ts';
import { jobActions } from './domains/job/job-actions.ts';
import { pipelineActions } from './domains/pipeline/pipeline-actions.ts';
import { releaseActions } from './domains/release/release-actions.ts';
import { tagActions } from './domains/tag/tag-actions.ts';
import { mergeRequestActions } from './domains/merge-request/merge-request-actions.ts';
import { mrReviewActions } from './domains/mr-review/mr-review-actions.ts';
import { repositoryActions } from './domains/repository/repository-actions.ts';
import { userActions } from './domains/user/user-actions.ts';
import { projectActions } from './domains/project/project-actions.ts';
import { ciVariableActions } from './domains/ci-variable/ci-variable-actions.ts';
import { environmentActions } from './domains/environment/environment-actions.ts';
import { featureFlagsActions } from './domains/feature-flags/feature-flags-actions.ts';
import { groupActions } from './domains/group/group-actions.ts';
import { accessActions } from './domains/access/access-actions.ts';
import { runnerActions } from './domains/runner/runner-actions.ts';
import { templateActions } from './domains/template/template-actions.ts';
import { storageMoveActions } from './domains/storage-move/storage-move-actions.ts';
import { auditEventActions } from './domains/audit-event/audit-event-actions.ts';
import { enterpriseUserActions } from './domains/enterprise-user/enterprise-user-actions.ts';
import { groupScimActions } from './domains/group-scim/group-scim-actions.ts';
import { geoActions } from './domains/geo/geo-actions.ts';
import { projectAliasActions } from './domains/project-alias/project-alias-actions.ts';
import { mergeTrainActions } from './domains/merge-train/merge-train-actions.ts';
import { memberRoleActions } from './domains/member-role/member-role-actions.ts';
import { externalStatusCheckActions } from './domains/external-status-check/external-status-check-actions.ts';
import { doraMetricsActions } from './domains/dora-metrics/dora-metrics-actions.ts';
import { attestationActions } from './domains/attestation/attestation-actions.ts';
import { modelRegistryActions } from './domains/model-registry/model-registry-actions.ts';
import { dependencyActions } from './domains/dependency/dependency-actions.ts';
import { snippetActions } from './domains/snippet/snippet-actions.ts';
import { packageActions } from './domains/package/package-actions.ts';
import { achievementActions } from './domains/achievement/achievement-actions.ts';
import { vulnerabilityActions } from './domains/vulnerability/vulnerability-actions.ts';
import { securityAttributeActions } from './domains/security-attribute/security-attribute-actions.ts';
import { securityCategoryActions } from './domains/security-category/security-category-actions.ts';
import { securityFindingActions } from './domains/security-finding/security-finding-actions.ts';
import { securityScanProfileActions } from './domains/security-scan-profile/security-scan-profile-actions.ts';
import { compliancePolicyActions } from './domains/compliance-policy/compliance-policy-actions.ts';
import { customEmojiActions } from './domains/custom-emoji/custom-emoji-actions.ts';
import { ciCatalogActions } from './domains/ci-catalog/ci-catalog-actions.ts';
import { interactiveActions } from './domains/interactive/interactive-actions.ts';
import { orbitActions } from './domains/orbit/orbit-actions.ts';
import { adminActions } from './domains/admin/admin-actions.ts';

/** Every area of the catalog. An action is added in its area's file; only a new area is added here. */
export const domains: readonly (readonly Action[])[] = [
  branchActions,
  issueActions,
  discoverProjectActions,
  searchActions,
  serverActions,
  wikiActions,
  jobActions,
  pipelineActions,
  releaseActions,
  tagActions,
  mergeRequestActions,
  mrReviewActions,
  repositoryActions,
  userActions,
  projectActions,
  ciVariableActions,
  environmentActions,
  featureFlagsActions,
  groupActions,
  accessActions,
  runnerActions,
  templateActions,
  storageMoveActions,
  auditEventActions,
  enterpriseUserActions,
  groupScimActions,
  geoActions,
  projectAliasActions,
  mergeTrainActions,
  memberRoleActions,
  externalStatusCheckActions,
  doraMetricsActions,
  attestationActions,
  modelRegistryActions,
  dependencyActions,
  snippetActions,
  packageActions,
  achievementActions,
  vulnerabilityActions,
  securityAttributeActions,
  securityCategoryActions,
  securityFindingActions,
  securityScanProfileActions,
  compliancePolicyActions,
  customEmojiActions,
  ciCatalogActions,
  interactiveActions,
  orbitActions,
  adminActions,
];
