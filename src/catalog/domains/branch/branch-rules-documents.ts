/** Approvals, status checks and grants to single users and groups are not in Community Edition, which is asked without them. */
export const branchRulesDocument = `
query BranchRules($fullPath: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  project(fullPath: $fullPath) {
    branchRules(first: $first, after: $after, last: $last, before: $before) {
      pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      nodes {
        name
        isDefault
        isProtected
        matchingBranchesCount
        createdAt
        updatedAt
        branchProtection {
          allowForcePush
          codeOwnerApprovalRequired
          mergeAccessLevels { nodes { accessLevel accessLevelDescription user { username } group { name } } }
          pushAccessLevels { nodes { accessLevel accessLevelDescription user { username } group { name } } }
        }
        approvalRules { nodes { id name type approvalsRequired } }
        externalStatusChecks { nodes { id name externalUrl } }
      }
    }
  }
}`;
