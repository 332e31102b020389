/** What a reader needs to know of any work item, wherever it comes up. */
export const referenceFields = 'id iid title state confidential webUrl reference(full: true) workItemType { id name }';

const person = 'id username name';

/** Widgets of the paid tiers come after those that every edition has: Community Edition is asked without them. */
const listedWidgets = `
        ... on WorkItemWidgetAssignees { assignees(first: 20) { nodes { ${person} } } }
        ... on WorkItemWidgetLabels { labels(first: 50) { nodes { id title } } }
        ... on WorkItemWidgetMilestone { milestone { id iid title dueDate } }
        ... on WorkItemWidgetStartAndDueDate { startDate dueDate }
        ... on WorkItemWidgetWeight { weight }
        ... on WorkItemWidgetHealthStatus { healthStatus }
        ... on WorkItemWidgetStatus { status { id name category } }`;

const listedFields = `
      ${referenceFields}
      createdAt
      updatedAt
      closedAt
      author { ${person} }`;

/** One work item with everything it has. */
export const workItemFields = `${listedFields}
      description
      namespace { fullPath }
      widgets {${listedWidgets}
        ... on WorkItemWidgetTimeTracking { timeEstimate totalTimeSpent }
        ... on WorkItemWidgetHierarchy {
          hasChildren
          parent { ${referenceFields} }
          children(first: 50) { pageInfo { hasNextPage } nodes { ${referenceFields} } }
        }
        ... on WorkItemWidgetLinkedItems {
          linkedItems(first: 50) { nodes { linkId linkType workItem { ${referenceFields} } } }
        }
        ... on WorkItemWidgetIteration { iteration { id iid title startDate dueDate webUrl } }
        ... on WorkItemWidgetColor { color }
      }`;

export const getDocument = `
query WorkItem($fullPath: ID!, $iid: String!) {
  namespace(fullPath: $fullPath) {
    workItem(iid: $iid) {${workItemFields}
    }
  }
}`;

export const listDocument = `
query WorkItems(
  $fullPath: ID!, $state: IssuableState, $types: [IssueType!], $search: String, $in: [IssuableSearchableField!],
  $authorUsername: String, $assigneeUsernames: [String!], $labelName: [String!], $milestoneTitle: [String!], $iids: [String!],
  $confidential: Boolean, $myReactionEmoji: String, $createdAfter: Time, $createdBefore: Time, $updatedAfter: Time,
  $updatedBefore: Time, $dueAfter: Time, $dueBefore: Time, $healthStatusFilter: HealthStatusFilter,
  $includeAncestors: Boolean, $includeDescendants: Boolean, $sort: WorkItemSort, $first: Int, $after: String, $last: Int,
  $before: String
) {
  namespace(fullPath: $fullPath) {
    workItems(
      state: $state, types: $types, search: $search, in: $in, authorUsername: $authorUsername,
      assigneeUsernames: $assigneeUsernames, labelName: $labelName, milestoneTitle: $milestoneTitle, iids: $iids,
      confidential: $confidential, myReactionEmoji: $myReactionEmoji, createdAfter: $createdAfter,
      createdBefore: $createdBefore, updatedAfter: $updatedAfter, updatedBefore: $updatedBefore, dueAfter: $dueAfter,
      dueBefore: $dueBefore, healthStatusFilter: $healthStatusFilter, includeAncestors: $includeAncestors,
      includeDescendants: $includeDescendants, sort: $sort, first: $first, after: $after, last: $last, before: $before
    ) {
      pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      nodes {${listedFields}
        widgets {${listedWidgets}
        }
      }
    }
  }
}`;

/** What a change needs to know of the work item it is about: the ID, and for epics that it is one. */
export const findDocument = `
query FindWorkItem($fullPath: ID!, $iid: String!) {
  namespace(fullPath: $fullPath) {
    workItem(iid: $iid) {
      ${referenceFields}
      widgets(onlyTypes: [HIERARCHY]) { ... on WorkItemWidgetHierarchy { parent { ${referenceFields} } } }
    }
  }
}`;

export const typesDocument = `
query WorkItemTypes(
  $fullPath: ID!, $name: IssueType, $onlyAvailable: Boolean, $first: Int, $after: String, $last: Int, $before: String
) {
  namespace(fullPath: $fullPath) {
    workItemTypes(
      name: $name, onlyAvailable: $onlyAvailable, first: $first, after: $after, last: $last, before: $before
    ) {
      pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      nodes { id name iconName }
    }
  }
}`;

export const createDocument = `
mutation CreateWorkItem($input: WorkItemCreateInput!) {
  workItemCreate(input: $input) {
    errors
    workItem {${workItemFields}
    }
  }
}`;

export const updateDocument = `
mutation UpdateWorkItem($input: WorkItemUpdateInput!) {
  workItemUpdate(input: $input) {
    errors
    workItem {${workItemFields}
    }
  }
}`;

export const deleteDocument = `
mutation DeleteWorkItem($input: WorkItemDeleteInput!) {
  workItemDelete(input: $input) { errors namespace { id fullPath } }
}`;
