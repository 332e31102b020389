const fields = 'id name targetBranch createdAt';

export const listDocument = `
query TargetBranchRules($fullPath: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  project(fullPath: $fullPath) {
    targetBranchRules(first: $first, after: $after, last: $last, before: $before) {
      pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      nodes { ${fields} }
    }
  }
}`;

export const createDocument = `
mutation CreateTargetBranchRule($input: ProjectTargetBranchRuleCreateInput!) {
  projectTargetBranchRuleCreate(input: $input) { errors targetBranchRule { ${fields} } }
}`;

export const deleteDocument = `
mutation DestroyTargetBranchRule($input: ProjectTargetBranchRuleDestroyInput!) {
  projectTargetBranchRuleDestroy(input: $input) { errors }
}`;
