const state = `
      id
      name
      createdAt
      updatedAt
      lockedAt
      lockedByUser { id username name }
      latestVersion {
        id
        serial
        createdAt
        createdByUser { id username name }
        downloadPath
        job { id name webPath }
      }`;

export const listDocument = `
query TerraformStates($fullPath: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  project(fullPath: $fullPath) {
    terraformStates(first: $first, after: $after, last: $last, before: $before) {
      pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      nodes {${state}
      }
    }
  }
}`;

export const getDocument = `
query TerraformState($fullPath: ID!, $name: String!) {
  project(fullPath: $fullPath) {
    terraformState(name: $name) {${state}
    }
  }
}`;
