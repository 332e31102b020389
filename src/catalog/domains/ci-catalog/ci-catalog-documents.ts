const summaryFields = `
      id
      name
      description
      fullPath
      webPath
      topics
      starCount
      last30DayUsageCount
      latestReleasedAt
      verificationLevel`;

export const listDocument = `
query CiCatalog(
  $search: String, $scope: CiCatalogResourceScope, $sort: CiCatalogResourceSort, $topics: [String!],
  $verificationLevel: CiCatalogResourceVerificationLevel, $first: Int, $after: String, $last: Int, $before: String
) {
  ciCatalogResources(
    search: $search, scope: $scope, sort: $sort, topics: $topics, verificationLevel: $verificationLevel, first: $first,
    after: $after, last: $last, before: $before
  ) {
    pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
    nodes {${summaryFields}
      versions(first: 1) { nodes { id name releasedAt } }
    }
  }
}`;

export const getDocument = `
query CiCatalogResource($id: CiCatalogResourceID, $fullPath: ID) {
  ciCatalogResource(id: $id, fullPath: $fullPath) {${summaryFields}
      versions(first: 5) {
        nodes {
          id
          name
          path
          createdAt
          releasedAt
          readme
          components(first: 50) {
            nodes { id name includePath inputs { name description type required default regex } }
          }
        }
      }
  }
}`;
