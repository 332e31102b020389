/** What every GitLab knows of a branch rule. */
export const branchRulesDocument = `
query BranchRules($path: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  project(fullPath: $path) {
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
          mergeAccessLevels { nodes { accessLevel accessLevelDescription } }
          pushAccessLevels { nodes { accessLevel accessLevelDescription } }
        }
      }
    }
  }
}`;

/** With approvals, status checks and grants to single users and groups, which Community Edition does not have. */
export const fullBranchRulesDocument = `
query BranchRules($path: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  project(fullPath: $path) {
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
