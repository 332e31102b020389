import { referenceFields } from '../issue/work-items-documents.ts';

export const childrenDocument = `
query EpicChildren($fullPath: ID!, $iid: String!, $first: Int, $after: String, $last: Int, $before: String) {
  namespace(fullPath: $fullPath) {
    workItem(iid: $iid) {
      id
      workItemType { id name }
      widgets(onlyTypes: [HIERARCHY]) {
        ... on WorkItemWidgetHierarchy {
          children(first: $first, after: $after, last: $last, before: $before) {
            pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
            nodes { ${referenceFields} createdAt closedAt namespace { fullPath } }
          }
        }
      }
    }
  }
}`;

export const hierarchyDocument = `
mutation ChangeHierarchy($input: WorkItemUpdateInput!) {
  workItemUpdate(input: $input) { errors workItem { ${referenceFields} } }
}`;
