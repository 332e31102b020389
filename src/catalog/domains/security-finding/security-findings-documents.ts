import { locationFields } from '../vulnerability/vulnerability-documents.ts';

export const listDocument = `
query SecurityFindings(
  $fullPath: ID!, $iid: ID!, $severity: [String!], $reportType: [String!], $scanner: [String!], $state: [VulnerabilityState!],
  $first: Int, $after: String, $last: Int, $before: String
) {
  project(fullPath: $fullPath) {
    pipeline(iid: $iid) {
      securityReportFindings(
        severity: $severity, reportType: $reportType, scanner: $scanner, state: $state, first: $first, after: $after,
        last: $last, before: $before
      ) {
        pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
        nodes {
          uuid
          title
          severity
          state
          reportType
          description
          solution
          falsePositive
          dismissedAt
          dismissalReason
          scanner { name vendor externalId }
          identifiers { name externalType externalId url }
          location {${locationFields}
          }
          vulnerability { id state webUrl }
        }
      }
    }
  }
}`;
